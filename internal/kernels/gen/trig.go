package main

import (
	"math"

	"github.com/ndgo/nd/internal/kernels/elem/coef"
)

// The trigonometric functions, as in package elem. Arguments beyond the range of
// the reduction are left to Go.

const (
	reduceLimit = 0x1p28
	shortLimit  = 0x1p20
)

// circle requires |x| to be in the range of the short reduction, and leaves what is
// beyond that of the other one.
func (f *formula) circle(a value, ordinary float64) {
	f.less(a, ordinary)
	if !f.wide {
		f.special(gt, f.choose(gt, a, f.num(math.MaxFloat64), f.num(0), a), f.num(reduceLimit))
	}
}

// circleEdges puts in the NaN of infinities and NaNs.
func (f *formula) circleEdges(a, y value) value {
	if f.wide {
		return y
	}
	return f.choose(nle, a, f.num(math.MaxFloat64), f.nan(), y)
}

// reduce is a = k·π/2 + r + lo, with k in the low bits of t.
func (f *formula) reduce(a value) (t, r, lo value) {
	t = f.fma(a, f.num(coef.TwoOverPi), f.num(magic))
	k := f.sub(t, f.num(magic))
	r1 := f.fnma(k, f.num(coef.Pio2A), a)
	p := f.mul(k, f.num(coef.Pio2B1))
	r = f.sub(r1, p)
	lo = f.fnma(k, f.num(coef.Pio2C1), f.sub(f.sub(r1, r), p))
	if f.wide {
		return t, r, lo
	}
	p = f.mul(k, f.num(coef.Pio2B))
	pe := f.fms(k, f.num(coef.Pio2B), p)
	far := f.sub(r1, p)
	farLo := f.fnma(k, f.num(coef.Pio2C), f.sub(f.sub(f.sub(r1, far), p), pe))
	r = f.choose(gt, a, f.num(shortLimit), far, r)
	return t, r, f.choose(gt, a, f.num(shortLimit), farLo, lo)
}

// sinCosParts is the sine, or the cosine if t is odd, as a sum of two.
func (f *formula) sinCosParts(t, r, lo value) (base, w value) {
	u := f.mul(r, r)
	h := f.fma(u, f.num(-0.5), f.num(1))
	ue := f.fms(r, r, u)
	v := f.fma(ue, f.num(-0.5), f.fnma(r, lo, f.fma(u, f.num(-0.5), f.sub(f.num(1), h))))
	v = f.chooseBit(t, 0, v, f.mul(lo, h))
	return f.chooseBit(t, 0, h, r), f.sinCosSum(t, r, u, v)
}

// sinCosSum is v and the terms from the third power of r on, or from the fourth.
func (f *formula) sinCosSum(t, r, u, v value) value {
	w := f.mul(u, f.chooseBit(t, 0, u, r))
	return f.fma(w, f.eitherPoly(t, u, coef.CosC[:], coef.SinS[:]), v)
}

// eitherPoly is a polynomial with the coefficients c where t is odd, else s. One
// of them costs less than both: choosing takes none of the units that multiply.
func (f *formula) eitherPoly(t, x value, c, s []float64) value {
	at := func(i int) value { return f.chooseBit(t, 0, f.num(c[i]), f.num(s[i])) }
	p := at(len(s) - 1)
	for i := len(s) - 2; i >= 0; i-- {
		p = f.fma(p, x, at(i))
	}
	return p
}

// sinCos is the sine, or the cosine if t is odd.
func (f *formula) sinCos(t, r, lo value) value {
	u := f.mul(r, r)
	h := f.fma(u, f.num(-0.5), f.num(1))
	v := f.fnma(r, lo, f.fma(u, f.num(-0.5), f.sub(f.num(1), h)))
	v = f.chooseBit(t, 0, v, lo)
	return f.addf(f.chooseBit(t, 0, h, r), f.sinCosSum(t, r, u, v))
}

// flip is y, negated where the sign bits of s, exclusive or, are set.
func (f *formula) flip(y value, s ...value) value {
	x := s[0]
	for _, z := range s[1:] {
		x = f.xor(x, z)
	}
	if f.z {
		const flip = 0x78 // the first xor (the second and the third)
		return f.add(doLogic, f.whole("VPTERNLOG"), flip, y, x, f.sign())
	}
	return f.xor(y, f.signOf(x))
}

func sin64(f *formula, x, _ value) value {
	a := f.abs(x)
	f.circle(a, shortLimit)
	t, r, lo := f.reduce(a)
	return f.circleEdges(a, f.flip(f.sinCos(t, r, lo), f.shl(t, 62), x))
}

func cos64(f *formula, x, _ value) value {
	a := f.abs(x)
	f.circle(a, shortLimit)
	t, r, lo := f.reduce(a)
	t = f.addi(t, f.bits(1))
	return f.circleEdges(a, f.flip(f.sinCos(t, r, lo), f.shl(t, 62)))
}

func tan64(f *formula, x, _ value) value {
	a := f.abs(x)
	f.circle(a, shortLimit)
	t, r, lo := f.reduce(a)
	t = f.flip(t, x) // of x no more is needed than the sign
	u := f.mul(r, r)
	pv, qv := f.horner(u, coef.TanP[:]), f.horner(u, coef.TanQ[:])
	c := f.fma(u, qv, f.num(1))
	cl := f.fma(u, qv, f.sub(f.num(1), c))
	cl = f.fma(f.fms(r, r, u), f.num(coef.TanQ[0]), cl)
	s, sl := f.fastTwoSum(r, f.fma(f.mul(r, u), pv, f.mul(lo, c)))
	cl = f.fnma(lo, s, cl)
	n, nl := f.chooseBit(t, 0, c, s), f.chooseBit(t, 0, cl, sl)
	d, dl := f.chooseBit(t, 0, s, c), f.chooseBit(t, 0, sl, cl)
	b := f.div(f.num(1), d)
	q := f.mul(n, b)
	e := f.addf(f.fnma(q, dl, f.fnma(q, d, n)), nl)
	return f.circleEdges(a, f.flip(f.fma(e, b, q), f.shl(t, 63), t))
}

func (f *formula) sin32(r, u value) value { return f.fma(f.mul(u, r), f.horner(u, coef.Sin32S[:]), r) }

func (f *formula) cos32(u value) value {
	return f.fma(f.mul(u, u), f.horner(u, coef.Cos32C[:]), f.fma(u, f.num(-0.5), f.num(1)))
}

// sinCos32 is the sine or cosine chosen by t, without its sign.
func (f *formula) sinCos32(t, r value) value {
	u := f.mul(r, r)
	return f.chooseBit(t, 0, f.cos32(u), f.sin32(r, u))
}

// reducePi is a = k/2 + f, as π·f.
func (f *formula) reducePi(a value) (t, r, lo value) {
	f.require(lt, a, f.num(0x1p50))
	f.check()
	if !f.wide {
		b := f.fma(f.round(f.mul(a, f.num(0.5)), 0), f.num(-2), a)
		a = f.choose(ge, a, f.num(0x1p50), b, a)
	}
	t = f.fma(a, f.num(2), f.num(magic))
	d := f.fma(f.sub(t, f.num(magic)), f.num(-0.5), a)
	r = f.mul(d, f.num(coef.PiHi))
	return t, r, f.fma(d, f.num(coef.PiLo), f.fms(d, f.num(coef.PiHi), r))
}

func sinpi64(f *formula, x, _ value) value {
	a := f.abs(x)
	t, r, lo := f.reducePi(a)
	y := f.addf(f.flip(f.sinCos(t, r, lo), f.shl(t, 62)), f.num(0))
	return f.circleEdges(a, f.flip(y, x))
}

func cospi64(f *formula, x, _ value) value {
	a := f.abs(x)
	t, r, lo := f.reducePi(a)
	t = f.addi(t, f.bits(1))
	return f.circleEdges(a, f.addf(f.flip(f.sinCos(t, r, lo), f.shl(t, 62)), f.num(0)))
}

func sinc64(f *formula, x, _ value) value {
	a := f.abs(x)
	f.require(ge, a, f.num(0x1p-30))
	t, r, lo := f.reducePi(a)
	n, w := f.sinCosParts(t, r, lo)
	s, e := f.fastTwoSum(n, w)
	d := f.mul(a, f.num(coef.PiHi))
	dl := f.fma(a, f.num(coef.PiLo), f.fms(a, f.num(coef.PiHi), d))
	q, ql := f.quotient(s, e, d, dl)
	y := f.addf(f.flip(f.addf(q, ql), f.shl(t, 62)), f.num(0))
	if f.wide {
		return y
	}
	y = f.choose(ge, a, f.num(0x1p52), f.num(0), y)
	y = f.choose(lt, a, f.num(0x1p-30), f.num(1), y)
	return f.circleEdges(a, y)
}

// quotient is (n+nl)/(d+dl) as a pair; nl is nothing for 0.
func (f *formula) quotient(n, nl, d, dl value) (q, ql value) {
	c := f.div(f.num(1), d)
	q = f.mul(n, c)
	e := f.fnma(q, dl, f.fnma(q, d, n))
	if nl != nothing {
		e = f.addf(e, nl)
	}
	return q, f.mul(e, c)
}

func (f *formula) reducePi32(a value) (t, r value) {
	f.require(lt, a, f.num(0x1p50))
	f.check()
	if !f.wide {
		a = f.choose(lt, a, f.num(0x1p50), a, f.num(0))
	}
	t = f.fma(a, f.num(2), f.num(magic))
	return t, f.mul(f.fma(f.sub(t, f.num(magic)), f.num(-0.5), a), f.num(coef.PiHi))
}

func sinpi32(f *formula, x, _ value) value {
	a := f.abs(x)
	t, r := f.reducePi32(a)
	y := f.addf(f.flip(f.sinCos32(t, r), f.shl(t, 62)), f.num(0))
	return f.circleEdges(a, f.flip(y, x))
}

func cospi32(f *formula, x, _ value) value {
	a := f.abs(x)
	t, r := f.reducePi32(a)
	t = f.addi(t, f.bits(1))
	return f.circleEdges(a, f.addf(f.flip(f.sinCos32(t, r), f.shl(t, 62)), f.num(0)))
}

func sinc32(f *formula, x, _ value) value {
	a := f.abs(x)
	f.require(gt, a, f.num(0))
	t, r := f.reducePi32(a)
	y := f.flip(f.sinCos32(t, r), f.shl(t, 62))
	y = f.addf(f.div(y, f.mul(a, f.num(coef.PiHi))), f.num(0))
	if f.wide {
		return y
	}
	return f.circleEdges(a, f.choose(eq, a, f.num(0), f.num(1), y))
}

func deg2rad64(f *formula, x, _ value) value { return f.factor(x, coef.Deg2radHi, coef.Deg2radLo) }
func rad2deg64(f *formula, x, _ value) value { return f.factor(x, coef.Rad2degHi, coef.Rad2degLo) }

// factor is x times a pair.
func (f *formula) factor(x value, hi, lo float64) value {
	return f.canonical(x, f.fma(x, f.num(hi), f.mul(x, f.num(lo))))
}

func deg2rad32(f *formula, x, _ value) value { return f.canonical(x, f.mul(x, f.num(coef.Deg2radHi))) }
func rad2deg32(f *formula, x, _ value) value { return f.canonical(x, f.mul(x, f.num(coef.Rad2degHi))) }
