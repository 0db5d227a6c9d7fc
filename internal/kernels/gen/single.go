package main

import (
	"math"

	"github.com/ndgo/nd/internal/kernels/elem/coef/single"
)

// The functions with float32 lanes, as in package elem.

const minNormal32 = 0x1p-126

func (f *formula) num32(x float32) value { return f.num(float64(x)) }

// expTable32 is 2^(n/8), rounded, n being in the low bits of t.
func (f *formula) expTable32(t value) value {
	return f.addi(f.table32(&single.Exp, t), f.shl(t, 20))
}

// expFinish32 is the power of the table's entry at t and 1 + p, scaled; m, rounded
// down, is the exponent.
func (f *formula) expFinish32(x, t, m, p value) value {
	if f.wide {
		h := f.expTable32(t)
		return f.fma(h, p, h)
	}
	h := f.expTable32(f.and(t, f.bits(7)))
	if !f.z { // else scale rounds down
		m = f.floor(m)
	}
	return f.canonical(x, f.scale(f.fma(h, p, h), m))
}

// split32 is the reduction of exp: t has k in its low bits.
func (f *formula) split32(x value) (t, k value) {
	t = f.fma(x, f.num32(single.InvLn2o8), f.num(magic32))
	return t, f.sub(t, f.num(magic32))
}

// within is x, of which the magnitude must be less than a limit, or else clamped.
func (f *formula) within(x value, limit, lo, hi float64) value {
	f.less(f.abs(x), limit)
	if f.wide {
		return x
	}
	return f.clamp(x, lo, hi)
}

func exp32(f *formula, x, _ value) value {
	t, k, p := f.expPart32(f.within(x, 87, -104, 89))
	return f.expFinish32(x, t, f.mul(k, f.num(0.125)), p)
}

// expPart32 gives k, also in the low bits of t, and e^r - 1 with what the table's
// entry at t lacks.
func (f *formula) expPart32(x value) (t, k, p value) {
	t, k = f.split32(x)
	r := f.fnma(k, f.num32(single.Ln2o8Lo), f.fnma(k, f.num32(single.Ln2o8Hi), x))
	return t, k, f.fma(f.mul(r, r), f.horner32(r, single.ExpQ[:]), f.addf(r, f.table32(&single.ExpRest, t)))
}

func exp2of32(f *formula, x, _ value) value {
	v := f.within(x, 126, -151, 129)
	t := f.addf(v, f.num(magic32/8))
	k := f.sub(t, f.num(magic32/8))
	return f.expFinish32(x, t, k, f.exp2Part(f.sub(v, k), t))
}

// exp2Part is 2^r - 1 and what the table's entry at t lacks.
func (f *formula) exp2Part(r, t value) value {
	return f.fma(r, f.horner32(r, single.Exp2Q[:]), f.table32(&single.ExpRest, t))
}

func exp10of32(f *formula, x, _ value) value {
	v := f.within(x, 37, -46, 39)
	t := f.fma(v, f.num32(single.InvLog10of2), f.num(magic32/8))
	k := f.sub(t, f.num(magic32/8))
	r := f.fnma(k, f.num32(single.Log10of2Lo), f.fnma(k, f.num32(single.Log10of2Hi), v))
	p := f.fma(r, f.horner32(r, single.Exp10Q[:]), f.table32(&single.ExpRest, t))
	return f.expFinish32(x, t, k, p)
}

// expm1Part is what e^r - 1 is beyond r, with low parts.
func (f *formula) expm1Part(r, k, t value) value {
	low := f.addf(f.mul(k, f.num32(-single.Ln2o8Lo)), f.table32(&single.ExpRest, t))
	return f.fma(f.mul(r, r), f.horner32(r, single.Expm1Q[:]), low)
}

func expm1of32(f *formula, x, _ value) value {
	v := f.within(x, 88, -20, 89)
	t, k := f.split32(v)
	r := f.fnma(k, f.num32(single.Ln2o8Hi), v)
	q := f.expm1Part(r, k, t)
	one := f.num(1)
	n := t
	if !f.wide { // halves, where e^x is beyond the range
		edge := func(x, y value) value { return f.choose(lt, f.abs(v), f.num(88), x, y) }
		n, one = edge(t, f.subi(t, f.bits(8))), edge(one, f.num(0.5))
	}
	h := f.expTable32Of(t, n)
	d := f.sub(h, one)
	b := f.sub(d, h)
	de := f.sub(f.sub(h, f.sub(d, b)), f.addf(one, b))
	y := f.fma(h, r, d)
	y = f.addf(y, f.fma(h, q, f.addf(f.fma(h, r, f.sub(d, y)), de)))
	if !f.wide {
		y = f.choose(lt, f.abs(v), f.num(88), y, f.addf(y, y))
		return f.canonical(x, f.copysign(y, x))
	}
	return f.copysign(y, x)
}

// expTable32Of is expTable32 with the exponent of n.
func (f *formula) expTable32Of(t, n value) value {
	return f.addi(f.table32(&single.Exp, t), f.shl(n, 20))
}

// expm1Pair32 is e^a - 1 as a sum; large says that a may be beyond 16.
func (f *formula) expm1Pair32(a value, large bool) (y, yl value) {
	t, k := f.split32(a)
	r := f.fnma(k, f.num32(single.Ln2o8Hi), a)
	q := f.expm1Part(r, k, t)
	h := f.expTable32(t)
	d := f.sub(h, f.num(1))
	y = f.fma(h, r, d)
	e := f.fma(h, r, f.sub(d, y))
	if large {
		e = f.addf(e, f.sub(f.sub(h, d), f.num(1)))
	}
	return y, f.fma(h, q, e)
}

// overPlus32 gives (y+yl)/(y+yl+n) as z + e·c.
func (f *formula) overPlus32(y, yl value, n float64) (z, e, c value) {
	d := f.addf(y, f.num(n))
	c = f.div(f.num(1), d)
	dl := f.addf(f.addf(f.sub(f.max(y, f.num(n)), d), f.min(y, f.num(n))), yl)
	z = f.mul(y, c)
	e = f.fnma(z, dl, f.addf(f.fnma(z, d, y), yl))
	return z, e, f.fnma(f.mul(dl, c), c, c)
}

func tanh32(f *formula, x, _ value) value {
	a := f.min(f.num(10), f.abs(x))
	y, yl := f.expm1Pair32(f.addf(a, a), false)
	z, e, c := f.overPlus32(y, yl, 2)
	return f.canonical(x, f.flip(f.fma(e, c, z), x))
}

// hyperFar32 is e^a/2 where a is 87 or more, else y.
func (f *formula) hyperFar32(a, y value) value {
	if f.wide {
		return y
	}
	t, _, p := f.expPart32(f.min(f.num(90), a))
	h := f.expTable32Of(t, f.subi(t, f.bits(16)))
	v := f.fma(h, p, h)
	return f.canonical(a, f.choose(lt, a, f.num(87), y, f.addf(v, v)))
}

func sinh32(f *formula, x, _ value) value {
	a := f.abs(x)
	f.less(a, 87)
	b := a
	if !f.wide {
		b = f.min(f.num(87), a)
	}
	y, yl := f.expm1Pair32(b, true)
	z, e, c := f.overPlus32(y, yl, 1)
	s, l := f.fastTwoSum(y, z)
	s = f.addf(s, f.addf(l, f.fma(e, c, yl)))
	y = f.flip(f.hyperFar32(a, f.mul(s, f.num(0.5))), x)
	if f.wide {
		return y
	}
	return f.canonical(x, y)
}

func cosh32(f *formula, x, _ value) value {
	a := f.abs(x)
	f.less(a, 87)
	b := a
	if !f.wide {
		b = f.min(f.num(87), a)
	}
	t, _, p := f.expPart32(b)
	h := f.expTable32Of(t, f.subi(t, f.bits(8)))
	e := f.fma(h, p, h)
	return f.hyperFar32(a, f.addf(e, f.addf(f.div(f.num(0.25), e), f.fma(h, p, f.sub(h, e)))))
}

// sigmoidEdge32 bounds |x| for the main form of the sigmoid functions: the low part
// of e^-|x| is no subnormal number.
const sigmoidEdge32 = 64

// expNeg32 is e^-a as a pair.
func (f *formula) expNeg32(a value) (t, tl value) {
	n, _, p := f.expPart32(f.neg(a))
	h := f.expTable32(n)
	t = f.fma(h, p, h)
	return t, f.fma(h, p, f.sub(h, t))
}

// overOnePlus32 is (n+nl)/(1+t+tl).
func (f *formula) overOnePlus32(n, nl, t, tl value) value {
	d, dl := f.onePlus(t, tl)
	c := f.div(f.num(1), d)
	q := f.mul(n, c)
	return f.fma(f.addf(f.fnma(q, dl, f.fnma(q, d, n)), nl), c, q)
}

func expit32(f *formula, x, _ value) value {
	a := f.abs(x)
	f.less(a, sigmoidEdge32)
	b := a
	if !f.wide {
		b = f.min(f.num(sigmoidEdge32), a)
	}
	t, tl := f.expNeg32(b)
	n, nl := f.choose(ge, x, f.num(0), f.num(1), t), f.choose(ge, x, f.num(0), f.num(0), tl)
	y := f.overOnePlus32(n, nl, t, tl)
	if f.wide {
		return y
	}
	far := f.choose(gt, x, f.num(0), f.num(1), exp32(f, x, nothing))
	return f.choose(lt, a, f.num(sigmoidEdge32), y, far)
}

func silu32(f *formula, x, _ value) value {
	a := f.abs(x)
	f.less(a, sigmoidEdge32)
	b := a
	if !f.wide {
		b = f.min(f.num(sigmoidEdge32), a)
	}
	t, tl := f.expNeg32(b)
	p := f.mul(x, t)
	n := f.choose(lt, x, f.num(0), p, x)
	nl := f.choose(lt, x, f.num(0), f.fma(x, tl, f.fms(x, t, p)), f.num(0))
	y := f.copysign(f.overOnePlus32(n, nl, t, tl), x)
	if f.wide {
		return y
	}
	c := f.max(f.num(-110), x)
	m, k, p := f.expPart32(f.min(f.num(0), c))
	h := f.expTable32(f.and(m, f.bits(7)))
	v := f.fma(h, p, h)
	w := f.mul(c, v)
	w = f.addf(w, f.fma(c, f.fma(h, p, f.sub(h, v)), f.fms(c, v, w)))
	far := f.choose(lt, x, f.num(0), f.scale(w, f.floor(f.mul(k, f.num(0.125)))), x)
	return f.canonical(x, f.choose(lt, a, f.num(sigmoidEdge32), y, far))
}

func softplus32(f *formula, x, _ value) value {
	a := f.abs(x)
	f.less(a, sigmoidEdge32)
	b := a
	if !f.wide {
		b = f.min(f.num(sigmoidEdge32), a)
	}
	t, tl := f.expNeg32(b)
	l := f.log1pSum32(t, tl)
	if !f.wide { // the logarithm is e^-|x|
		l = f.choose(lt, a, f.num(sigmoidEdge32), l, exp32(f, f.neg(a), nothing))
	}
	y := f.choose(gt, x, f.num(0), f.addf(l, x), l)
	if f.wide {
		return y
	}
	return f.canonical(x, y)
}

const logOff32 = 0x3f000000 + 302<<13

// logReduce32 is k in units, the table index, in the low bits of j, and z.
func (f *formula) logReduce32(x value) (k, j, z value) {
	t := f.subi(x, f.bits(logOff32))
	j = f.shr(t, 20)
	e := f.and(t, f.bits(0x1ff<<23))
	m := f.subi(x, e)
	return f.exponent(t, e), j, f.fms(m, f.table32(&single.LogR, j), f.num(1))
}

// logArgument32 is logArgument.
func (f *formula) logArgument32(x value) (v, bias value) {
	f.positive(x)
	if f.wide {
		return x, nothing
	}
	v = f.choose(lt, x, f.num(minNormal32), f.mul(x, f.num(0x1p23)), x)
	return v, f.choose(lt, x, f.num(minNormal32), f.units(23), f.num(0))
}

// logEdges32 is logEdges.
func (f *formula) logEdges32(x, y value) value {
	if f.wide {
		return y
	}
	y = f.choose(gt, x, f.num(math.MaxFloat32), x, y)
	y = f.choose(eq, x, f.num(0), f.num(math.Inf(-1)), y)
	return f.choose(nge, x, f.num(0), f.nan(), y)
}

func log32(f *formula, x, _ value) value {
	v, bias := f.logArgument32(x)
	k, j, z := f.logReduce32(v)
	return f.logEdges32(x, f.logSum32(f.unbias(k, bias), j, z, nothing))
}

// logSum32 is k·ln2 - ln r + ln(1+z) + zl; zl is nothing for 0.
func (f *formula) logSum32(k, j, z, zl value) value {
	hi := f.times(k, float64(single.Ln2Hi), f.table32(&single.LogCHi, j))
	lo := f.times(k, float64(single.Ln2Lo), f.table32(&single.LogCLo, j))
	s, e := f.fastTwoSum(hi, z)
	low := f.addf(e, lo)
	if zl != nothing {
		low = f.addf(low, zl)
	}
	return f.addf(s, f.fma(f.mul(z, z), f.horner32(z, single.LogQ[:]), low))
}

// logBase32 is hi + lo + ln(1+z)·b, b being a pair.
func (f *formula) logBase32(hi, lo, z value, bh, bl float32, q []float32) value {
	zh := f.mul(z, f.num32(bh))
	zl := f.fma(z, f.num32(bl), f.fms(z, f.num32(bh), zh))
	s, e := f.fastTwoSum(hi, zh)
	return f.addf(s, f.fma(f.mul(z, z), f.horner32(z, q), f.addf(f.addf(e, lo), zl)))
}

func log2of32(f *formula, x, _ value) value {
	v, bias := f.logArgument32(x)
	k, j, z := f.logReduce32(v)
	hi := f.times(f.unbias(k, bias), 1, f.table32(&single.Log2CHi, j))
	return f.logEdges32(x, f.logBase32(hi, f.table32(&single.Log2CLo, j), z, single.Log2eHi, single.Log2eLo, single.Log2Q[:]))
}

func log10of32(f *formula, x, _ value) value {
	v, bias := f.logArgument32(x)
	k, j, z := f.logReduce32(v)
	k = f.unbias(k, bias)
	hi := f.times(k, float64(single.Log10of2Hi), f.table32(&single.Log10CHi, j))
	lo := f.times(k, float64(single.Log10of2Lo), f.table32(&single.Log10CLo, j))
	return f.logEdges32(x, f.logBase32(hi, lo, z, single.Log10eHi, single.Log10eLo, single.Log10Q[:]))
}

func log1p32(f *formula, x, _ value) value {
	f.require(gt, x, f.num(-1))
	f.require(lt, x, f.num(0x1p60))
	f.check()
	return f.log1pEdges(x, f.copysign(f.log1pSum32(x, nothing), x), math.MaxFloat32)
}

// log1pSum32 is ln(1+x+xl), but for the sign of a zero; xl is nothing for 0.
func (f *formula) log1pSum32(x, xl value) value {
	u := f.addf(x, f.num(1))
	b := f.sub(u, f.num(1))
	ul := f.addf(f.sub(f.num(1), f.sub(u, b)), f.sub(x, b))
	if xl != nothing {
		ul = f.addf(ul, xl)
	} else {
		xl = f.num(0)
	}
	k, j, z := f.logReduce32(u)
	t := f.subi(u, f.bits(logOff32))
	sc := f.subi(f.bits(127<<23), f.and(t, f.bits(0x1ff<<23)))
	zl := f.mul(f.mul(ul, sc), f.table32(&single.LogR, j))
	if !f.wide {
		zl = f.choose(lt, x, f.num(0x1p60), zl, f.num(0))
	}
	around := f.shr(t, 20)
	z = f.chooseEqual(around, f.bits(5), x, z)
	zl = f.chooseEqual(around, f.bits(5), xl, zl)
	zl = f.fnma(z, zl, zl)
	return f.logSum32(k, j, z, zl)
}

// logSumOf32 is ln(g+gl) + n·ln2 for a pair, n being nothing for 0.
func (f *formula) logSumOf32(g, gl, n value) value {
	k, j, z := f.logReduce32(g)
	sc := f.subi(f.bits(127<<23), f.and(f.subi(g, f.bits(logOff32)), f.bits(0x1ff<<23)))
	zl := f.mul(f.mul(gl, sc), f.table32(&single.LogR, j))
	if n != nothing {
		k = f.addf(k, n)
	}
	return f.logSum32(k, j, z, f.fnma(z, zl, zl))
}

// logHuge32 is logHuge.
func (f *formula) logHuge32(a, g, gl value) value {
	if f.wide {
		return f.logSumOf32(g, gl, nothing)
	}
	huge := func(x, y value) value { return f.choose(gt, a, f.num(0x1p28), x, y) }
	return f.logSumOf32(huge(f.mul(a, f.num(0x1p-64)), g), huge(f.num(0), gl), huge(f.units(65), f.num(0)))
}

func asinh32(f *formula, x, _ value) value {
	a := f.abs(x)
	f.between(a, seriesEdge, 0x1p28)
	p := f.mul(a, a)
	s := f.addf(p, f.num(1))
	b := f.sub(s, p)
	sl := f.addf(f.addf(f.sub(p, f.sub(s, b)), f.sub(f.num(1), b)), f.fms(a, a, p))
	w, wl := f.sqrtPair(s, sl)
	g := f.addf(w, a)
	y := f.logHuge32(a, g, f.addf(f.addf(f.sub(w, g), a), wl))
	if f.wide {
		return f.copysign(y, x)
	}
	y = f.choose(lt, a, f.num(seriesEdge), f.fma(f.mul(p, a), f.num32(-1.0/6), a), y)
	y = f.choose(gt, a, f.num(math.MaxFloat32), a, y)
	return f.canonical(x, f.copysign(y, x))
}

func acosh32(f *formula, x, _ value) value {
	f.require(gt, x, f.num(1))
	f.require(le, x, f.num(0x1p28))
	f.check()
	p := f.mul(x, x)
	d := f.sub(p, f.num(1))
	dl := f.addf(f.sub(f.sub(p, d), f.num(1)), f.fms(x, x, p))
	s := f.addf(d, dl)
	w, wl := f.sqrtPair(s, f.addf(f.sub(d, s), dl))
	g := f.addf(x, w)
	y := f.logHuge32(x, g, f.addf(f.addf(f.sub(x, g), w), wl))
	return f.acoshEdges(x, y, math.MaxFloat32)
}

func logit32(f *formula, x, _ value) value {
	f.between(x, 0x1p-60, 1)
	d := f.sub(f.num(1), x)
	c := f.div(f.num(1), d)
	q := f.mul(x, c)
	ql := f.mul(f.fnma(q, f.sub(f.sub(f.num(1), d), x), f.fnma(q, d, x)), c)
	y := f.logSumOf32(q, ql, nothing)
	if f.wide {
		return y
	}
	y = f.choose(lt, x, f.num(0x1p-60), log32(f, x, nothing), y)
	y = f.choose(eq, x, f.num(1), f.num(math.Inf(1)), y)
	return f.choose(nle, x, f.num(1), f.nan(), y)
}

func atanh32(f *formula, x, _ value) value {
	a := f.abs(x)
	f.less(a, 1)
	n, d := f.addf(a, a), f.sub(f.num(1), a)
	c := f.div(f.num(1), d)
	u := f.mul(n, c)
	ul := f.mul(f.fnma(u, f.sub(f.sub(f.num(1), d), a), f.fnma(u, d, n)), c)
	y := f.copysign(f.mul(f.log1pSum32(u, ul), f.num(0.5)), x)
	if f.wide {
		return y
	}
	y = f.choose(eq, a, f.num(1), f.copysign(f.num(math.Inf(1)), x), y)
	return f.choose(nle, a, f.num(1), f.nan(), y)
}

const circleLimit32 = 0x1p17

// circle32 is a = k·π/2 + r + lo, with k in the low bits of t.
func (f *formula) circle32(a value) (t, r, lo value) {
	f.less(a, circleLimit32)
	if !f.wide {
		f.special(gt, f.choose(gt, a, f.num(math.MaxFloat32), f.num(0), a), f.num(circleLimit32))
	}
	t = f.fma(a, f.num32(single.TwoOverPi), f.num(magic32))
	k := f.sub(t, f.num(magic32))
	r1 := f.fnma(k, f.num32(single.Pio2A), a)
	p := f.mul(k, f.num32(single.Pio2B))
	pe := f.fms(k, f.num32(single.Pio2B), p)
	r = f.sub(r1, p)
	return t, r, f.fnma(k, f.num32(single.Pio2C), f.sub(f.sub(f.sub(r1, r), p), pe))
}

// sinCosOf32 is sinCos.
func (f *formula) sinCosOf32(t, r, lo value) value {
	u := f.mul(r, r)
	h := f.fma(u, f.num(-0.5), f.num(1))
	v := f.fnma(r, lo, f.fma(u, f.num(-0.5), f.sub(f.num(1), h)))
	at := func(i int) value { return f.chooseBit(t, 0, f.num32(single.CosC[i]), f.num32(single.SinS[i])) }
	v = f.chooseBit(t, 0, v, lo)
	w := f.mul(u, f.chooseBit(t, 0, u, r))
	p := f.fma(f.fma(at(2), u, at(1)), u, at(0))
	return f.addf(f.chooseBit(t, 0, h, r), f.fma(w, p, v))
}

// circleEdges32 is circleEdges.
func (f *formula) circleEdges32(a, y value) value {
	if f.wide {
		return y
	}
	return f.choose(nle, a, f.num(math.MaxFloat32), f.nan(), y)
}

func sin32(f *formula, x, _ value) value {
	a := f.abs(x)
	t, r, lo := f.circle32(a)
	return f.circleEdges32(a, f.flip(f.sinCosOf32(t, r, lo), f.shl(t, 30), x))
}

func cos32(f *formula, x, _ value) value {
	a := f.abs(x)
	t, r, lo := f.circle32(a)
	t = f.addi(t, f.bits(1))
	return f.circleEdges32(a, f.flip(f.sinCosOf32(t, r, lo), f.shl(t, 30)))
}

func tan32(f *formula, x, _ value) value {
	a := f.abs(x)
	t, r, lo := f.circle32(a)
	u := f.mul(r, r)
	h := f.fma(u, f.num(-0.5), f.num(1))
	n, nl := f.fastTwoSum(r, f.fma(f.mul(u, r), f.horner32(u, single.SinS[:]), f.mul(lo, h)))
	v := f.fnma(r, lo, f.fma(u, f.num(-0.5), f.sub(f.num(1), h)))
	d, dl := f.fastTwoSum(h, f.fma(f.mul(u, u), f.horner32(u, single.CosC[:]), v))
	n, d = f.chooseBit(t, 0, d, n), f.chooseBit(t, 0, n, d)
	nl, dl = f.chooseBit(t, 0, dl, nl), f.chooseBit(t, 0, nl, dl)
	c := f.div(f.num(1), d)
	q := f.mul(n, c)
	e := f.addf(f.fnma(q, dl, f.fnma(q, d, n)), nl)
	return f.circleEdges32(a, f.flip(f.fma(e, c, q), f.shl(t, 31), x))
}

const atanNear = 0.668

// atanSum32 is hi + lo + atan q, q = (n+nl)/(d+dl), or hi + lo - atan q where the
// sign bit of s is set. The low parts and s may be nothing.
func (f *formula) atanSum32(n, nl, d, dl, hi, lo, s value) value {
	c := f.div(f.num(1), d)
	t := f.mul(n, c)
	tl := f.fnma(t, d, n)
	if nl != nothing {
		tl = f.addf(f.fnma(t, dl, tl), nl)
	}
	tl = f.mul(tl, c)
	if s != nothing {
		t, tl = f.flip(t, s), f.flip(tl, s)
	}
	u := f.mul(t, t)
	tl = f.fnma(u, tl, tl)
	p := f.horner32(u, single.AtanP[:])
	y, e := f.fastTwoSum(hi, t)
	return f.addf(y, f.fma(f.mul(u, t), p, f.addf(f.addf(lo, tl), e)))
}

func atan32(f *formula, x, _ value) value {
	center := f.num32(single.AtanCenter)
	a := f.min(f.num(0x1p64), f.abs(x))
	far := func(x, y value) value { return f.choose(gt, a, f.num32(atanNear), x, y) }
	n, d := far(f.sub(a, center), a), far(f.fma(a, center, f.num(1)), f.num(1))
	y := f.atanSum32(n, nothing, d, nothing, far(f.num32(single.AtanHi), f.num(0)), far(f.num32(single.AtanLo), f.num(0)), nothing)
	return f.canonical(x, f.copysign(y, x))
}

func atan2of32(f *formula, y, x value) value {
	const least, most = 0x1p-60, 0x1p60
	ay, ax := f.abs(y), f.abs(x)
	for _, v := range []value{ay, ax} {
		f.require(ge, v, f.num(least))
		f.require(lt, v, f.num(most))
	}
	f.check()
	if !f.wide {
		for _, v := range []value{ay, ax} {
			f.special(nge, v, f.num(least))
			f.special(nlt, v, f.num(most))
		}
	}
	edge := f.mul(ax, f.num32(atanNear))
	far := func(x, y value) value { return f.choose(gt, ay, edge, x, y) }
	center := far(f.num32(single.AtanCenter), f.num(0))
	p := f.mul(ax, center)
	n := f.sub(ay, p)
	b := f.sub(n, ay)
	nl := f.sub(f.sub(f.sub(ay, f.sub(n, b)), f.addf(p, b)), f.fms(ax, center, p))
	d := f.fma(ay, center, ax)
	dl := f.sub(ax, f.fnma(ay, center, d))
	left := func(v, w float32) value { return f.chooseBit(x, 31, f.num32(v), f.num32(w)) }
	hi := far(left(single.AtanPiHi, single.AtanHi), left(2*single.Pio2A, 0))
	lo := far(left(single.AtanPiLo, single.AtanLo), left(2*single.Pio2B, 0))
	return f.copysign(f.atanSum32(n, nl, d, dl, hi, lo, x), y)
}

// asinCore32 is asinCore.
func (f *formula) asinCore32(a value) (w, v value) {
	small := func(x, y value) value { return f.choose(le, a, f.num(0.5), x, y) }
	u := f.mul(f.sub(f.num(1), a), f.num(0.5))
	s := f.sqrt(u)
	l := small(f.num(0), f.div(f.fnma(s, s, u), f.addf(s, s)))
	w, u = small(a, s), small(f.mul(a, a), u)
	return w, f.fma(f.mul(w, u), f.horner32(u, single.AsinP[:]), l)
}

func asin32(f *formula, x, _ value) value {
	a := f.abs(x)
	f.less(a, 1)
	w, v := f.asinCore32(a)
	w2, v2 := f.addf(w, w), f.addf(v, v)
	h, l := f.sub(f.num32(single.Pio2A), w2), f.sub(f.num32(single.Pio2B), v2)
	y := f.addf(h, f.addf(f.sub(f.sub(f.num32(single.Pio2A), h), w2), l))
	y = f.choose(le, a, f.num(0.5), f.addf(w, v), y)
	if f.wide {
		return f.copysign(y, x)
	}
	y = f.choose(eq, a, f.num(1), f.num32(single.Pio2A), y)
	return f.choose(nle, a, f.num(1), f.nan(), f.copysign(y, x))
}

func acos32(f *formula, x, _ value) value {
	const piA, piB = 2 * single.Pio2A, 2 * single.Pio2B
	a := f.abs(x)
	f.less(a, 1)
	w, v := f.asinCore32(a)
	small := func(x, y value) value { return f.choose(le, a, f.num(0.5), x, y) }
	w2, v2 := f.addf(w, w), f.addf(v, v)
	near := f.addf(w2, v2)
	ph, pl := small(f.num32(single.Pio2A), f.num32(piA)), small(f.num32(single.Pio2B), f.num32(piB))
	// For |x| <= 1/2 they take the sign of x.
	w, v = small(f.flip(w, x), w2), small(f.flip(v, x), v2)
	h := f.sub(ph, w)
	y := f.addf(h, f.addf(f.sub(f.sub(ph, h), w), f.sub(pl, v)))
	y = f.choose(gt, x, f.num(0.5), near, y)
	if f.wide {
		return y
	}
	y = f.choose(eq, x, f.num(1), f.num(0), y)
	y = f.choose(eq, x, f.num(-1), f.num32(piA), y)
	return f.choose(nle, a, f.num(1), f.nan(), y)
}

func cbrt32(f *formula, x, _ value) value {
	a := f.abs(x)
	f.between(a, minNormal32, math.MaxFloat32)
	b, bias := a, f.num(0)
	if !f.wide {
		b = f.choose(lt, a, f.num(minNormal32), f.mul(a, f.num(0x1p24)), a)
		bias = f.choose(lt, a, f.num(minNormal32), f.num(-24), bias)
	}
	e := f.add(doUnary, "VCVTDQ2PS", 0, f.subi(f.shr(b, 23), f.bits(127)))
	if !f.wide {
		e = f.addf(e, bias)
	}
	t := f.fma(e, f.num32(1.0/3), f.num(magic32))
	q := f.sub(t, f.num(magic32))
	i := f.addf(f.fma(q, f.num(-3), e), f.num(magic32)) // in the low bits
	m := f.or(f.and(b, f.bits(1<<23-1)), f.bits(127<<23))
	r := f.mul(f.horner32(m, single.CbrtR[:]), f.table32(&single.CbrtS, f.addi(i, f.bits(1))))
	n := f.addi(m, f.shl(i, 23))
	r2 := f.mul(r, r)
	y := f.mul(n, r2)
	y2 := f.mul(y, y)
	y2e := f.fms(y, y, y2)
	y3 := f.mul(y2, y)
	y3e := f.fma(y2e, y, f.fms(y2, y, y3))
	y = f.fma(f.sub(f.sub(n, y3), y3e), f.mul(r2, f.num32(1.0/3)), y)
	return f.cbrtEdges(x, a, f.copysign(f.addi(y, f.shl(t, 23)), x), math.MaxFloat32)
}

// log2Pair32 is log2 x as a pair.
func (f *formula) log2Pair32(x value) (lh, ll value) {
	k, j, z := f.logReduce32(x)
	hi := f.times(k, 1, f.table32(&single.Log2CHi, j))
	a := f.mul(z, f.num32(single.Log2eHi))
	al := f.fma(z, f.num32(single.Log2eLo), f.fms(z, f.num32(single.Log2eHi), a))
	s, e := f.fastTwoSum(hi, a)
	h := f.mul(z, f.num(-0.5))
	s1 := f.fma(h, a, s)
	e1 := f.fma(h, a, f.sub(s, s1))
	al = f.fma(h, al, al)
	low := f.addf(f.addf(e, e1), f.addf(al, f.table32(&single.Log2CLo, j)))
	low = f.fma(f.mul(f.mul(z, z), z), f.horner32(z, single.PowP[:]), low)
	return f.fastTwoSum(s1, low)
}

func pow32(f *formula, x, y value) value {
	a := f.base(x, y, minNormal32, math.MaxFloat32)
	lh, ll := f.log2Pair32(a)
	ph := f.mul(y, lh)
	pl := f.fma(y, ll, f.fms(y, lh, ph))
	f.less(f.abs(ph), 126)
	if !f.wide {
		c := f.clamp(ph, -151, 129)
		pl = f.choose(eq, c, ph, pl, f.num(0))
		ph = c
	}
	t := f.addf(ph, f.num(magic32/8))
	k := f.sub(t, f.num(magic32/8))
	v := f.expFinish32(ph, t, k, f.exp2Part(f.addf(f.sub(ph, k), pl), t))
	return f.powEdges(x, y, v)
}
