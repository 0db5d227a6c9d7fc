package main

import (
	"math"

	"github.com/ndgo/nd/internal/kernels/elem/coef"
)

// The sigmoid functions, as in package elem.

const sigmoidEdge = 700

// expNeg is e^-a as a pair.
func (f *formula) expNeg(a value) (e, el value) {
	e, el, t, _ := f.expSplit(f.neg(a), nothing)
	s := f.addi(f.shl(f.and(t, f.bits(^uint64(7))), 49), f.bits(1023<<52))
	return f.mul(e, s), f.mul(el, s)
}

// onePlus is 1 + e^-a as a pair.
func (f *formula) onePlus(t, tl value) (d, dl value) {
	d = f.addf(t, f.num(1))
	return d, f.addf(f.addf(f.sub(f.num(1), d), t), tl)
}

func expit64(f *formula, x, _ value) value {
	a := f.abs(x)
	f.require(lt, a, f.num(sigmoidEdge))
	f.check()
	t, tl := f.expNeg(a)
	d, dl := f.onePlus(t, tl)
	t = f.choose(ge, x, f.num(0), f.num(1), t)
	tl = f.choose(ge, x, f.num(0), f.num(0), tl)
	q, ql := f.quotient(t, tl, d, dl)
	y := f.addf(q, ql)
	if f.wide {
		return y
	}
	far := f.choose(gt, x, f.num(0), f.num(1), exp64(f, x, nothing))
	return f.choose(lt, a, f.num(sigmoidEdge), y, far)
}

func silu64(f *formula, x, _ value) value {
	a := f.abs(x)
	f.require(lt, a, f.num(sigmoidEdge))
	f.check()
	t, tl := f.expNeg(a)
	d, dl := f.onePlus(t, tl)
	n := f.mul(x, t)
	nl := f.fma(x, tl, f.fms(x, t, n))
	n = f.choose(lt, x, f.num(0), n, x)
	nl = f.choose(lt, x, f.num(0), nl, f.num(0))
	q, ql := f.quotient(n, nl, d, dl)
	y := f.copysign(f.addf(q, ql), x)
	if f.wide {
		return y
	}
	c := f.max(f.num(-760), x)
	v, vl, _, k := f.expSplit(f.min(f.num(0), c), nothing)
	p := f.mul(c, v)
	p = f.addf(p, f.fma(c, vl, f.fms(c, v, p)))
	far := f.choose(lt, x, f.num(0), f.scale(p, f.floor8(k)), x)
	return f.canonical(x, f.choose(lt, a, f.num(sigmoidEdge), y, far))
}

func logit64(f *formula, x, _ value) value {
	f.require(ge, x, f.num(0x1p-900))
	f.require(lt, x, f.num(1))
	f.check()
	d := f.sub(f.num(1), x)
	q, ql := f.quotient(x, nothing, d, f.sub(f.sub(f.num(1), d), x))
	y := f.logSum(q, ql, nothing)
	if f.wide {
		return y
	}
	y = f.choose(lt, x, f.num(0x1p-900), log64(f, x, nothing), y)
	y = f.choose(eq, x, f.num(1), f.num(math.Inf(1)), y)
	return f.choose(nle, x, f.num(1), f.nan(), y)
}

func softplus64(f *formula, x, _ value) value {
	e := exp64(f, f.neg(f.abs(x)), nothing)
	l := f.log1pOf(e, f.addf(e, f.num(1)), false)
	y := f.choose(gt, x, f.num(0), f.addf(x, l), l)
	if f.wide {
		return y
	}
	return f.canonical(x, y)
}

// The error functions. Both formulas of each are evaluated, and the one for the
// argument's range is chosen.

func (f *formula) erfSmall(x value) value {
	u := f.mul(x, x)
	p := f.fma(u, f.horner(u, coef.ErfP[:]), f.num(coef.ErfP0))
	return f.fma(x, p, f.mul(x, f.num(coef.ErfP0Lo)))
}

func erf64(f *formula, x, _ value) value {
	a := f.abs(x)
	near := f.addf(a, f.erfSmall(a))
	v := f.sub(f.min(f.num(6), a), f.num(0.84375))
	w := f.fma(v, f.apart(v, coef.ErfG[:]), f.num(coef.ErfG0Lo))
	s := f.addf(w, f.num(coef.ErfG0))
	l := f.addf(f.sub(f.num(coef.ErfG0), s), w)
	e, t, _ := f.expPair(f.neg(s), f.neg(l))
	far := f.sub(f.num(1), f.expScale(e, t))
	y := f.choose(lt, a, f.num(0.84375), near, far)
	return f.canonical(x, f.copysign(y, x))
}

// erfcTail is e^-(h+hl)·erfcx(y+yl) without its power of two, which is given in
// eighths.
func (f *formula) erfcTail(h, hl, y, yl value) (v, t, k value) {
	d := f.fma(y, f.num(2), f.num(1))
	dl := f.fma(y, f.num(2), f.sub(f.num(1), d))
	if yl != nothing {
		dl = f.fma(yl, f.num(2), dl)
	}
	b := f.addf(y, f.num(3))
	r := f.div(f.num(1), f.mul(d, b))
	m := f.sub(y, f.num(3))
	rb := f.mul(d, r)
	z := f.mul(m, rb)
	z = f.fma(f.fnma(z, b, m), rb, z)
	w := f.fma(z, f.apart(z, coef.ErfcF[:]), f.num(coef.ErfcF0Lo))
	g := f.addf(w, f.num(coef.ErfcF0))
	gl := f.addf(f.sub(f.num(coef.ErfcF0), g), w)
	e, el, t, k := f.expSplit(f.neg(h), f.neg(hl))
	p := f.mul(e, g)
	pl := f.addf(f.fms(e, g, p), f.fma(e, gl, f.mul(el, g)))
	c := f.mul(b, r)
	q := f.mul(p, c)
	return f.fma(f.addf(f.fnma(q, dl, f.fnma(q, d, p)), pl), c, q), t, k
}

// tailScale is v·2^(k/8+down); the wide formula has only normal results.
func (f *formula) tailScale(v, t, k value, down float64) value {
	if f.wide {
		v = f.expScale(v, t)
		if down != 0 {
			v = f.mul(v, f.num(math.Ldexp(1, int(down))))
		}
		return v
	}
	n := f.floor(f.mul(k, f.num(0.125)))
	if down != 0 {
		n = f.addf(n, f.num(down))
	}
	return f.scale(v, n)
}

func erfc64(f *formula, x, _ value) value {
	a := f.abs(x)
	f.require(lt, a, f.num(26))
	f.check()
	w := f.erfSmall(x)
	h := f.sub(f.num(1), x)
	near := f.addf(h, f.sub(f.sub(f.sub(f.num(1), h), x), w))
	c := f.min(f.num(28), f.max(f.num(0.5), a))
	h = f.mul(c, c)
	v, t, k := f.erfcTail(h, f.fms(c, c, h), c, nothing)
	y := f.tailScale(v, t, k, 0)
	y = f.choose(lt, x, f.num(0), f.sub(f.num(2), y), y)
	y = f.choose(lt, a, f.num(0.75), near, y)
	if f.wide {
		return y
	}
	return f.canonical(x, y)
}

func gelu64(f *formula, x, _ value) value {
	a := f.abs(x)
	f.require(lt, a, f.num(36))
	f.check()
	u := f.mul(x, x)
	p := f.mul(x, f.num(coef.PhiP0))
	s := f.addf(p, f.num(0.5))
	q := f.fma(u, f.horner(u, coef.PhiP[:]), f.num(coef.PhiP0Lo))
	l := f.fma(x, q, f.fms(x, f.num(coef.PhiP0), p))
	near := f.mul(x, f.addf(s, f.addf(f.addf(f.sub(f.num(0.5), s), p), l)))
	c := f.min(f.num(40), f.max(f.num(1), a))
	h := f.mul(c, c)
	hl := f.fms(c, c, h)
	y := f.mul(c, f.num(coef.InvSqrt2))
	yl := f.fma(c, f.num(-coef.InvSqrt2Lo), f.fnma(c, f.num(coef.InvSqrt2), y))
	yl = f.neg(yl)
	v, t, k := f.erfcTail(f.mul(h, f.num(0.5)), f.mul(hl, f.num(0.5)), y, yl)
	below := f.tailScale(f.mul(f.neg(c), v), t, k, -1)
	above := f.mul(x, f.sub(f.num(1), f.tailScale(v, t, k, -1)))
	y = f.choose(lt, x, f.num(0), below, above)
	y = f.choose(lt, a, f.num(1.0607), near, y)
	if f.wide {
		return y
	}
	return f.canonical(x, y)
}

func erf32(f *formula, x, _ value) value {
	a := f.abs(x)
	near := f.fma(x, f.horner(f.mul(a, a), coef.Erf32P[:]), x)
	v := f.sub(f.min(f.num(4), a), f.num(0.84375))
	far := f.sub(f.num(1), f.exp32Of(f.neg(f.horner(v, coef.Erf32G[:]))))
	return f.canonical(x, f.choose(lt, a, f.num(0.84375), near, f.copysign(far, x)))
}

func (f *formula) erfcTail32(h, y value) value {
	d, b := f.fma(y, f.num(2), f.num(1)), f.addf(y, f.num(3))
	r := f.div(f.num(1), f.mul(d, b))
	g := f.horner(f.fma(f.mul(d, r), f.num(-6), f.num(1)), coef.Erfc32F[:])
	return f.mul(f.exp32Of(f.neg(h)), f.mul(g, f.mul(b, r)))
}

func erfc32(f *formula, x, _ value) value {
	a := f.abs(x)
	near := f.sub(f.num(1), f.fma(x, f.horner(f.mul(a, a), coef.Erf32P[:]), x))
	c := f.min(f.num(12), a)
	y := f.erfcTail32(f.mul(c, c), c)
	y = f.choose(lt, x, f.num(0), f.sub(f.num(2), y), y)
	return f.canonical(x, f.choose(lt, a, f.num(0.75), near, y))
}

func gelu32(f *formula, x, _ value) value {
	a := f.abs(x)
	near := f.mul(x, f.fma(x, f.horner(f.mul(a, a), coef.Phi32P[:]), f.num(0.5)))
	c := f.min(f.num(16), a)
	y := f.mul(f.erfcTail32(f.mul(f.mul(c, c), f.num(0.5)), f.mul(c, f.num(coef.InvSqrt2))), f.num(0.5))
	y = f.choose(lt, x, f.num(0), f.mul(f.neg(c), y), f.mul(x, f.sub(f.num(1), y)))
	return f.canonical(x, f.choose(lt, a, f.num(1.0607), near, y))
}
