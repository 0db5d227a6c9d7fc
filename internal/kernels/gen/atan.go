package main

import (
	"github.com/ndgo/nd/internal/kernels/elem/coef"
)

// The inverse trigonometric functions, as in package elem.

// The bits of 0.3535, where the second cell begins, and the width of a cell.
const (
	atanOff  = 0x3fd6a00000000000
	atanCell = 1 << 51
)

// cell puts the cell of a >= 0 in the low bits of the result; cells 0 to 7 are
// told apart by the bits of numbers between these bounds. Last is where the last
// cell begins.
func (f *formula) cell(a value) (j, last value) {
	least := f.bits(atanOff - atanCell)
	last = f.bits(atanOff + 6*atanCell)
	b := f.max(least, f.min(last, a))
	return f.shr(f.subi(b, least), 51), last
}

// atanSum is the arc tangent of t + tl beyond the centre of cell j, as a pair.
func (f *formula) atanSum(j, t, tl value) (s, w value) {
	s, e := f.fastTwoSum(f.table(&coef.AtanHi, j), t)
	u := f.mul(t, t)
	low := f.addf(f.addf(f.table(&coef.AtanLo, j), tl), e)
	return s, f.fma(f.mul(u, t), f.horner(u, coef.AtanP[:]), low)
}

func atan64(f *formula, x, _ value) value {
	a := f.min(f.num(0x1p64), f.abs(x))
	f.require(le, a, f.num(0x1p64))
	f.check()
	j, last := f.cell(a)
	c := f.table(&coef.AtanC, j)
	p := f.mul(c, a)
	pe := f.fms(c, a, p)
	d := f.addf(p, f.num(1))
	dl := f.addf(f.addf(f.sub(f.num(1), d), p), pe)
	n := f.choose(ge, a, last, f.num(-1), f.sub(a, c))
	d = f.choose(ge, a, last, a, d)
	dl = f.choose(ge, a, last, f.num(0), dl)
	t, tl := f.quotient(n, nothing, d, dl)
	s, w := f.atanSum(j, t, tl)
	y := f.copysign(f.addf(s, w), x)
	if f.wide {
		return y
	}
	return f.canonical(x, y)
}

func atan2of64(f *formula, y, x value) value {
	const least, most = 0x1p-240, 0x1p240
	ay, ax := f.abs(y), f.abs(x)
	for _, v := range []value{ay, ax} {
		f.require(gt, v, f.num(least))
		f.require(lt, v, f.num(most))
	}
	f.check()
	if !f.wide {
		for _, v := range []value{ay, ax} {
			f.special(ngt, v, f.num(least))
			f.special(nlt, v, f.num(most))
		}
	}
	g := f.div(ay, ax)
	j, last := f.cell(g)
	c := f.table(&coef.AtanC, j)
	n := f.choose(ge, g, last, f.neg(ax), f.fnma(c, ax, ay))
	d := f.choose(ge, g, last, ay, f.fma(c, ay, ax))
	b := f.div(f.num(1), d)
	t := f.mul(n, b)
	tl := f.mul(f.fnma(t, d, n), b)
	s, w := f.atanSum(j, t, tl)
	h := f.sub(f.num(coef.PiHi), s)
	l := f.addf(f.sub(f.sub(f.num(coef.PiHi), h), s), f.sub(f.num(coef.PiLo), w))
	s, w = f.chooseBit(x, 63, h, s), f.chooseBit(x, 63, l, w)
	return f.copysign(f.addf(s, w), y)
}

const halfReciprocal = 0x7fce6 << 44

// asinCore is w + v as in package elem; half is a > 1/2.
func (f *formula) asinCore(a value) (w, v value) {
	small := func(x, y value) value { return f.choose(le, a, f.num(0.5), x, y) }
	u := f.mul(f.sub(f.num(1), a), f.num(0.5))
	s := f.sqrt(u)
	l := f.mul(f.fnma(s, s, u), f.subi(f.bits(halfReciprocal), s))
	w = small(a, s)
	u = small(f.mul(a, a), u)
	l = small(f.num(0), l)
	return w, f.fma(f.mul(w, u), f.horner(u, coef.AsinP[:]), l)
}

func asin64(f *formula, x, _ value) value {
	a := f.abs(x)
	f.require(lt, a, f.num(1))
	f.check()
	w, v := f.asinCore(a)
	w2, v2 := f.addf(w, w), f.addf(v, v)
	h, l := f.sub(f.num(coef.Pio2A), w2), f.sub(f.num(coef.Pio2B), v2)
	y := f.addf(h, f.addf(f.sub(f.sub(f.num(coef.Pio2A), h), w2), l))
	y = f.choose(le, a, f.num(0.5), f.addf(w, v), y)
	if f.wide {
		return f.copysign(y, x)
	}
	y = f.choose(eq, a, f.num(1), f.num(coef.Pio2A), y)
	return f.choose(nle, a, f.num(1), f.nan(), f.copysign(y, x))
}

func acos64(f *formula, x, _ value) value {
	a := f.abs(x)
	f.require(lt, a, f.num(1))
	f.check()
	w, v := f.asinCore(a)
	small := func(x, y value) value { return f.choose(le, a, f.num(0.5), x, y) }
	w2, v2 := f.addf(w, w), f.addf(v, v)
	near := f.addf(w2, v2)
	ph, pl := small(f.num(coef.Pio2A), f.num(coef.PiHi)), small(f.num(coef.Pio2B), f.num(coef.PiLo))
	// For |x| <= 1/2 they take the sign of x.
	w, v = small(f.flip(w, x), w2), small(f.flip(v, x), v2)
	h := f.sub(ph, w)
	y := f.addf(h, f.addf(f.sub(f.sub(ph, h), w), f.sub(pl, v)))
	y = f.choose(gt, x, f.num(0.5), near, y)
	if f.wide {
		return y
	}
	y = f.choose(eq, x, f.num(1), f.num(0), y)
	y = f.choose(eq, x, f.num(-1), f.num(coef.PiHi), y)
	return f.choose(nle, a, f.num(1), f.nan(), y)
}
