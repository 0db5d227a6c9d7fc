package main

import (
	"math"

	"github.com/ndgo/nd/internal/kernels/elem/coef"
)

// Powers, as in package elem.

// logPair is ln x as a pair.
func (f *formula) logPair(x value) (lh, ll value) {
	k, j, z := f.logReduce(x)
	hi, lo := f.logParts(k, j)
	s, e := f.fastTwoSum(hi, z)
	z2 := f.mul(z, z)
	z2e := f.fms(z, z, z2)
	z3 := f.mul(z2, z)
	z3e := f.fma(z2e, z, f.fms(z2, z, z3))
	a := f.mul(z2, f.num(-0.5))
	b := f.mul(z3, f.num(coef.ThirdHi))
	be := f.fma(z3e, f.num(coef.ThirdHi), f.fma(z3, f.num(coef.ThirdLo), f.fms(z3, f.num(coef.ThirdHi), b)))
	s1, e1 := f.fastTwoSum(s, a)
	s2, e2 := f.fastTwoSum(s1, b)
	low := f.addf(f.addf(f.addf(f.addf(e, lo), e1), e2), be)
	low = f.fma(z2e, f.num(-0.5), low)
	low = f.fma(f.mul(z2, z2), f.apart(z, coef.LogRest[:]), low)
	return f.fastTwoSum(s2, low)
}

// expReduce is the reduction of exp for a pair, xl being nothing for 0.
func (f *formula) expReduce(xh, xl value) (t, k, p value) {
	t, k = f.split(xh)
	r1 := f.fnma(k, f.num(coef.Ln2o8Hi), xh)
	if xl == nothing {
		xl = f.num(0)
	}
	c := f.fnma(k, f.num(coef.Ln2o8Lo), xl)
	r := f.addf(r1, c)
	rl := f.addf(f.sub(r1, r), c)
	return t, k, f.addf(r, f.fma(f.mul(r, r), f.apart(r, coef.ExpQ[:]), rl))
}

// expPair is the exponential of a pair without its power of two.
func (f *formula) expPair(xh, xl value) (y, t, k value) {
	t, k, p := f.expReduce(xh, xl)
	h := f.table(&coef.ExpHi, t)
	return f.addf(h, f.fma(h, p, f.table(&coef.ExpLo, t))), t, k
}

// expSplit is expPair with a result that is a pair.
func (f *formula) expSplit(xh, xl value) (e, el, t, k value) {
	t, k, p := f.expReduce(xh, xl)
	h := f.table(&coef.ExpHi, t)
	w := f.fma(h, p, f.table(&coef.ExpLo, t))
	e, el = f.fastTwoSum(h, w)
	return e, el, t, k
}

// base is what a power takes the logarithm of, the magnitude of x. For the
// general formula it leaves what is not positive, normal and at most most, and
// exponents that are not finite, unless the exponent is 2.
func (f *formula) base(x, y value, least, most float64) value {
	f.positive(x)
	if f.wide {
		return x
	}
	a := f.choose(eq, y, f.num(2), f.num(1), f.abs(x))
	f.special(nge, a, f.num(least))
	f.special(gt, a, f.num(most))
	f.special(nle, f.abs(y), f.num(most))
	return a
}

// powEdges puts in the powers of negative numbers and the squares.
func (f *formula) powEdges(x, y, v value) value {
	if !f.wide {
		half := f.mul(y, f.num(0.5))
		even := f.choose(eq, f.round(half, 0), half, f.num(0), f.sign())
		// An exponent that is an integer and not even changes the sign.
		w := f.choose(eq, f.round(y, 0), y, f.xor(v, even), f.nan())
		w = f.choose(eq, y, f.num(0), v, w)
		v = f.choose(lt, x, f.num(0), w, v)
	}
	return f.choose(eq, y, f.num(2), f.mul(x, x), v)
}

func pow64(f *formula, x, y value) value {
	a := f.base(x, y, minNormal, math.MaxFloat64)
	lh, ll := f.logPair(a)
	ph := f.mul(y, lh)
	pl := f.fma(y, ll, f.fms(y, lh, ph))
	f.less(f.abs(ph), 708)
	if f.wide {
		v, t, _ := f.expPair(ph, pl)
		return f.powEdges(x, y, f.expScale(v, t))
	}
	c := f.clamp(ph, -746, 710)
	pl = f.choose(eq, c, ph, pl, f.num(0))
	v, _, k := f.expPair(c, pl)
	return f.powEdges(x, y, f.scale(v, f.floor8(k)))
}

// cbrtReduce gives n, r and the bits to add to a result.
func (f *formula) cbrtReduce(a, bias value) (n, r, scale value) {
	e := f.sub(f.highInt(a), f.num(1023))
	if bias != nothing {
		e = f.addf(e, bias)
	}
	t := f.fma(e, f.num(1.0/3), f.num(magic))
	q := f.sub(t, f.num(magic))
	i := f.addf(f.fma(q, f.num(-3), e), f.num(magic)) // in the low bits
	m := f.or(f.and(a, f.bits(1<<52-1)), f.bits(1023<<52))
	s := [8]float64{}
	copy(s[:], coef.CbrtS[:])
	r = f.mul(f.horner(m, coef.CbrtR[:]), f.table(&s, f.addi(i, f.bits(1))))
	n = f.addi(m, f.shl(i, 52))
	h := f.fnma(f.mul(n, r), f.mul(r, r), f.num(1))
	g := f.fma(h, f.fma(h, f.num(14.0/81), f.num(2.0/9)), f.num(1.0/3))
	return n, f.fma(f.mul(r, h), g, r), f.shl(t, 52)
}

func cbrt64(f *formula, x, _ value) value {
	a := f.abs(x)
	f.between(a, minNormal, math.MaxFloat64)
	b, bias := a, nothing
	if !f.wide {
		b = f.choose(lt, a, f.num(minNormal), f.mul(a, f.num(0x1p54)), a)
		bias = f.choose(lt, a, f.num(minNormal), f.num(-54), f.num(0))
	}
	n, r, s := f.cbrtReduce(b, bias)
	r2 := f.mul(r, r)
	y := f.mul(n, r2)
	y2 := f.mul(y, y)
	y2e := f.fms(y, y, y2)
	y3 := f.mul(y2, y)
	y3e := f.fma(y2e, y, f.fms(y2, y, y3))
	y = f.fma(f.sub(f.sub(n, y3), y3e), f.mul(r2, f.num(1.0/3)), y)
	return f.cbrtEdges(x, a, f.copysign(f.addi(y, s), x), math.MaxFloat64)
}

// cbrtEdges puts in x itself where it is zero or infinite.
func (f *formula) cbrtEdges(x, a, y value, most float64) value {
	if f.wide {
		return y
	}
	y = f.choose(gt, a, f.num(most), x, y)
	y = f.choose(eq, x, f.num(0), x, y)
	return f.canonical(x, y)
}

func hypot64(f *formula, x, y value) value {
	x, y = f.abs(x), f.abs(y)
	a := f.choose(lt, x, y, y, x)
	b := f.choose(lt, x, y, x, y)
	f.require(gt, a, f.num(0x1p-400))
	f.require(lt, a, f.num(0x1p500))
	f.require(eq, b, b)
	f.check()
	if !f.wide {
		f.special(ngt, a, f.num(0x1p-400))
		f.special(nlt, a, f.num(0x1p500))
		f.special(un, b, b)
	}
	a2, b2 := f.mul(a, a), f.mul(b, b)
	s := f.addf(a2, b2)
	sl := f.addf(f.addf(f.sub(a2, s), b2), f.addf(f.fms(a, a, a2), f.fms(b, b, b2)))
	h := f.sqrt(s)
	return f.addf(h, f.div(f.addf(f.fnma(h, h, s), sl), f.addf(h, h)))
}

func hypot32(f *formula, x, y value) value {
	h := f.sqrt(f.addf(f.mul(x, x), f.mul(y, y)))
	h = f.canonical(h, h)
	h = f.choose(gt, f.abs(x), f.num(math.MaxFloat32), f.abs(x), h)
	return f.choose(gt, f.abs(y), f.num(math.MaxFloat32), f.abs(y), h)
}
