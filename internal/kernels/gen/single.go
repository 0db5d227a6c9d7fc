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
	v := f.within(x, 87, -104, 89)
	t, k := f.split32(v)
	r := f.fnma(k, f.num32(single.Ln2o8Lo), f.fnma(k, f.num32(single.Ln2o8Hi), v))
	p := f.fma(f.mul(r, r), f.horner32(r, single.ExpQ[:]), f.addf(r, f.table32(&single.ExpRest, t)))
	return f.expFinish32(x, t, f.mul(k, f.num(0.125)), p)
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

func tanh32(f *formula, x, _ value) value {
	a := f.min(f.num(10), f.abs(x))
	t := f.fma(a, f.num32(2*single.InvLn2o8), f.num(magic32))
	k := f.sub(t, f.num(magic32))
	r := f.fnma(k, f.num32(single.Ln2o8Hi), f.addf(a, a))
	q := f.expm1Part(r, k, t)
	h := f.expTable32(t)
	d := f.sub(h, f.num(1))
	s := f.fma(h, r, d)
	sl := f.fma(h, q, f.fma(h, r, f.sub(d, s)))
	y, yl := f.fastTwoSum(s, sl)
	d = f.addf(y, f.num(2))
	dl := f.addf(f.addf(f.sub(f.max(y, f.num(2)), d), f.min(y, f.num(2))), yl)
	c := f.div(f.num(1), d)
	z := f.mul(y, c)
	e := f.addf(f.fnma(z, dl, f.fnma(z, d, y)), yl)
	return f.canonical(x, f.flip(f.fma(e, c, z), x))
}

const logOff32 = 0x3f000000 + 302<<13

// logReduce32 is k, the table index, in the low bits of j, and z.
func (f *formula) logReduce32(x value) (k, j, z value) {
	t := f.subi(x, f.bits(logOff32))
	j = f.shr(t, 20)
	m := f.subi(x, f.and(t, f.bits(0x1ff<<23)))
	k = f.add(doUnary, "VCVTDQ2PS", 0, f.add(doShift, "VPSRAD", 23, t))
	return k, j, f.fms(m, f.table32(&single.LogR, j), f.num(1))
}

// logArgument32 is logArgument.
func (f *formula) logArgument32(x value) (v, bias value) {
	f.positive(x)
	if f.wide {
		return x, nothing
	}
	v = f.choose(lt, x, f.num(minNormal32), f.mul(x, f.num(0x1p23)), x)
	return v, f.choose(lt, x, f.num(minNormal32), f.num(23), f.num(0))
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
	hi := f.fma(k, f.num32(single.Ln2Hi), f.table32(&single.LogCHi, j))
	lo := f.fma(k, f.num32(single.Ln2Lo), f.table32(&single.LogCLo, j))
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
	hi := f.addf(f.unbias(k, bias), f.table32(&single.Log2CHi, j))
	return f.logEdges32(x, f.logBase32(hi, f.table32(&single.Log2CLo, j), z, single.Log2eHi, single.Log2eLo, single.Log2Q[:]))
}

func log10of32(f *formula, x, _ value) value {
	v, bias := f.logArgument32(x)
	k, j, z := f.logReduce32(v)
	k = f.unbias(k, bias)
	hi := f.fma(k, f.num32(single.Log10of2Hi), f.table32(&single.Log10CHi, j))
	lo := f.fma(k, f.num32(single.Log10of2Lo), f.table32(&single.Log10CLo, j))
	return f.logEdges32(x, f.logBase32(hi, lo, z, single.Log10eHi, single.Log10eLo, single.Log10Q[:]))
}

func log1p32(f *formula, x, _ value) value {
	f.require(gt, x, f.num(-1))
	f.require(lt, x, f.num(0x1p60))
	f.check()
	u := f.addf(x, f.num(1))
	b := f.sub(u, f.num(1))
	ul := f.addf(f.sub(f.num(1), f.sub(u, b)), f.sub(x, b))
	k, j, z := f.logReduce32(u)
	t := f.subi(u, f.bits(logOff32))
	sc := f.subi(f.bits(127<<23), f.and(t, f.bits(0x1ff<<23)))
	zl := f.mul(f.mul(ul, sc), f.table32(&single.LogR, j))
	if !f.wide {
		zl = f.choose(lt, x, f.num(0x1p60), zl, f.num(0))
	}
	zl = f.fnma(z, zl, zl)
	around := f.shr(t, 20)
	z = f.chooseEqual(around, f.bits(5), x, z)
	zl = f.chooseEqual(around, f.bits(5), f.num(0), zl)
	return f.log1pEdges(x, f.copysign(f.logSum32(k, j, z, zl), x), math.MaxFloat32)
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

// log2Pair32 is log2 x as a pair.
func (f *formula) log2Pair32(x value) (lh, ll value) {
	k, j, z := f.logReduce32(x)
	hi := f.addf(k, f.table32(&single.Log2CHi, j))
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
