package main

import (
	"math"

	"github.com/ndgo/nd/internal/kernels/elem/coef"
)

// The hyperbolic functions and their inverses, as in package elem.

const hyperEdge = 709

// A hyperbolic holds what sinh is made of.
type hyperbolic struct {
	sh, sl, ch, cl value // (e^a ∓ e^-a)/2 without e^r, as pairs
	r, sm, cm      value // r, sinh r - r, cosh r - 1
}

func (f *formula) hyper(a value) (h hyperbolic) {
	f.less(a, hyperEdge)
	down := f.bits(1 << 52)
	if !f.wide {
		down = f.choose(lt, a, f.num(hyperEdge), down, f.bits(2<<52))
		a = f.choose(lt, a, f.num(hyperEdge), a, f.min(f.num(711), a))
	}
	t, k, r, rl := f.splitPair(a)
	ah, al := f.expTable(t, down)
	bh, bl := f.expTable(f.subi(f.bits(0), t), down)
	bh = f.choose(le, k, f.num(512), bh, f.num(0))
	bl = f.choose(le, k, f.num(512), bl, f.num(0))
	h.sh = f.sub(ah, bh)
	h.sl = f.addf(f.sub(f.sub(ah, h.sh), bh), f.sub(al, bl))
	h.ch = f.addf(ah, bh)
	h.cl = f.addf(f.addf(f.sub(ah, h.ch), bh), f.addf(al, bl))
	u := f.mul(r, r)
	h.r = r
	h.cm = f.mul(u, f.horner(u, coef.ExpEven[:]))
	h.sm = f.fma(f.mul(r, u), f.horner(u, coef.ExpOdd[:]), rl)
	return h
}

// hyperSum is x + y·r + (y·sm + (x·cm + (yl·r + xl))), x and y being pairs.
func (f *formula) hyperSum(a value, h *hyperbolic, x, xl, y, yl value) value {
	p := f.mul(y, h.r)
	s, e := f.fastTwoSum(x, p)
	low := f.addf(e, f.fms(y, h.r, p))
	low = f.addf(low, f.fma(y, h.sm, f.fma(x, h.cm, f.fma(yl, h.r, xl))))
	s = f.addf(s, low)
	if !f.wide {
		s = f.choose(lt, a, f.num(hyperEdge), s, f.addf(s, s))
	}
	return s
}

func sinh64(f *formula, x, _ value) value {
	a := f.abs(x)
	h := f.hyper(a)
	y := f.flip(f.hyperSum(a, &h, h.sh, h.sl, h.ch, h.cl), x)
	if f.wide {
		return y
	}
	return f.canonical(x, y)
}

func cosh64(f *formula, x, _ value) value {
	a := f.abs(x)
	f.less(a, hyperEdge)
	b := a
	if !f.wide {
		b = f.min(f.num(hyperEdge), a)
	}
	e, el, t, _ := f.expSplit(b, nothing)
	s := f.addi(f.shl(f.and(t, f.bits(^uint64(7))), 49), f.bits(1022<<52))
	e, el = f.mul(e, s), f.mul(el, s)
	y := f.addf(e, f.addf(f.div(f.num(0.25), e), el))
	if f.wide {
		return y
	}
	v, _, k := f.expPair(f.min(f.num(711), a), nothing)
	far := f.scale(v, f.sub(f.floor(f.mul(k, f.num(0.125))), f.num(1)))
	return f.canonical(x, f.choose(lt, a, f.num(hyperEdge), y, far))
}

func tanh64(f *formula, x, _ value) value {
	const one, sure = 18.714973875118524, 19.061547465398498
	a := f.abs(x)
	f.less(a, one)
	b := a
	if !f.wide {
		b = f.min(f.num(20), a)
	}
	t, _, r, rl := f.splitPair(f.addf(b, b))
	q := f.fma(f.mul(r, r), f.apart(r, coef.Expm1Q[:]), rl)
	h, l := f.expTable(t, nothing)
	d := f.sub(h, f.num(1))
	de := f.sub(f.sub(h, d), f.num(1))
	p := f.mul(h, r)
	y, ye := f.fastTwoSum(d, p)
	low := f.addf(f.addf(f.addf(de, ye), f.fms(h, r, p)), f.fma(h, q, f.fma(l, f.addf(r, q), l)))
	nh, nl := f.fastTwoSum(y, low)
	d = f.addf(nh, f.num(2))
	dl := f.addf(f.sub(nh, f.sub(d, f.num(2))), nl)
	c := f.div(f.num(1), d)
	q = f.mul(nh, c)
	e := f.addf(f.fnma(q, dl, f.fnma(q, d, nh)), nl)
	z := f.fma(e, c, q)
	if f.wide {
		return f.flip(z, x)
	}
	z = f.choose(lt, a, f.num(one), z, f.choose(le, a, f.num(sure), f.num(1-0x1p-53), f.num(1)))
	return f.canonical(x, f.flip(z, x))
}

const seriesEdge = 0x1p-12

// series is a + a³(c1 + c2·a²).
func (f *formula) series(a value, c1, c2 float64) value {
	u := f.mul(a, a)
	return f.fma(f.mul(u, a), f.fma(u, f.num(c2), f.num(c1)), a)
}

// sqrtPair is the root of a pair.
func (f *formula) sqrtPair(s, sl value) (w, wl value) {
	w = f.sqrt(s)
	return w, f.div(f.addf(f.fnma(w, w, s), sl), f.addf(w, w))
}

// logHuge is logSum(g, gl, 0), or ln(2a) where a is beyond 2^28.
func (f *formula) logHuge(a, g, gl value) value {
	if f.wide {
		return f.logSum(g, gl, nothing)
	}
	huge := func(x, y value) value { return f.choose(gt, a, f.num(0x1p28), x, y) }
	return f.logSum(huge(f.mul(a, f.num(0x1p-64)), g), huge(f.num(0), gl), huge(f.units(65), f.num(0)))
}

func asinh64(f *formula, x, _ value) value {
	a := f.abs(x)
	f.between(a, seriesEdge, 0x1p28)
	p := f.mul(a, a)
	s := f.addf(p, f.num(1))
	b := f.sub(s, p)
	sl := f.addf(f.addf(f.sub(p, f.sub(s, b)), f.sub(f.num(1), b)), f.fms(a, a, p))
	w, wl := f.sqrtPair(s, sl)
	g := f.addf(w, a)
	y := f.logHuge(a, g, f.addf(f.addf(f.sub(w, g), a), wl))
	if f.wide {
		return f.copysign(y, x)
	}
	y = f.choose(lt, a, f.num(seriesEdge), f.series(a, -1.0/6, 3.0/40), y)
	y = f.choose(gt, a, f.num(math.MaxFloat64), a, y)
	return f.canonical(x, f.copysign(y, x))
}

func acosh64(f *formula, x, _ value) value {
	f.require(gt, x, f.num(1))
	f.require(le, x, f.num(0x1p28))
	f.check()
	p := f.mul(x, x)
	d := f.sub(p, f.num(1))
	dl := f.addf(f.sub(f.sub(p, d), f.num(1)), f.fms(x, x, p))
	s := f.addf(d, dl)
	w, wl := f.sqrtPair(s, f.addf(f.sub(d, s), dl))
	g := f.addf(x, w)
	y := f.logHuge(x, g, f.addf(f.addf(f.sub(x, g), w), wl))
	return f.acoshEdges(x, y, math.MaxFloat64)
}

func (f *formula) acoshEdges(x, y value, most float64) value {
	if f.wide {
		return y
	}
	y = f.choose(gt, x, f.num(most), x, y)
	y = f.choose(eq, x, f.num(1), f.num(0), y)
	return f.choose(nge, x, f.num(1), f.nan(), y)
}

func atanh64(f *formula, x, _ value) value {
	a := f.abs(x)
	f.between(a, seriesEdge, 1)
	n := f.addf(a, f.num(1))
	d := f.sub(f.num(1), a)
	q, ql := f.quotient(n, f.addf(f.sub(f.num(1), n), a), d, f.sub(f.sub(f.num(1), d), a))
	y := f.mul(f.logSum(q, ql, nothing), f.num(0.5))
	return f.atanhEdges(x, a, y)
}

func (f *formula) atanhEdges(x, a, y value) value {
	if f.wide {
		return f.copysign(y, x)
	}
	y = f.choose(lt, a, f.num(seriesEdge), f.series(a, 1.0/3, 1.0/5), y)
	y = f.choose(eq, a, f.num(1), f.num(math.Inf(1)), y)
	return f.choose(nle, a, f.num(1), f.nan(), f.copysign(y, x))
}
