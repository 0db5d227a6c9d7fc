package main

import "github.com/ndgo/nd/internal/kernels/elem/coef"

// The exponentials, as in package elem.

// split is the reduction of exp: t has k in its low bits.
func (f *formula) split(x value) (t, k value) {
	t = f.fma(x, f.num(coef.InvLn2o8), f.num(magic))
	return t, f.sub(t, f.num(magic))
}

// expScale is y·2^(k/8 rounded down), n having k in its low bits.
func (f *formula) expScale(y, n value) value {
	return f.addi(y, f.shl(f.and(n, f.bits(^uint64(7))), 49))
}

// floor8 is k/8 rounded down.
func (f *formula) floor8(k value) value {
	k = f.mul(k, f.num(0.125))
	if f.z {
		return k // scale rounds down
	}
	return f.floor(k)
}

// expFinish is the power of the table's entry at t and 1 + p, scaled.
func (f *formula) expFinish(x, t, k, p value) value {
	h := f.table(&coef.ExpHi, t)
	y := f.addf(h, f.fma(h, p, f.table(&coef.ExpLo, t)))
	if f.wide {
		return f.expScale(y, t)
	}
	return f.canonical(x, f.scale(y, f.floor8(k)))
}

// clamp is x between two bounds; a NaN remains one.
func (f *formula) clamp(x value, lo, hi float64) value {
	return f.min(f.num(hi), f.max(f.num(lo), x))
}

func exp64(f *formula, x, _ value) value {
	f.less(f.abs(x), 708)
	x0 := x
	if !f.wide {
		x = f.clamp(x, -746, 710)
	}
	t, k := f.split(x)
	r := f.fnma(k, f.num(coef.Ln2o8Lo), f.fnma(k, f.num(coef.Ln2o8Hi), x))
	p := f.fma(f.mul(r, r), f.apart(r, coef.ExpQ[:]), r)
	return f.expFinish(x0, t, k, p)
}

// exp32Of is exp32 of package elem: e^x for |x| <= 200.
func (f *formula) exp32Of(x value) value {
	t, k := f.split(x)
	r := f.fnma(k, f.num(coef.Ln2o8Hi), x)
	p := f.fma(f.mul(r, r), f.horner(r, coef.Exp32Q[:]), r)
	h := f.table(&coef.ExpHi, t)
	return f.expScale(f.fma(h, p, h), t)
}

func exp2of64(f *formula, x, _ value) value {
	f.less(f.abs(x), 1022)
	x0 := x
	if !f.wide {
		x = f.clamp(x, -1076, 1025)
	}
	t := f.addf(x, f.num(magic/8))
	k := f.sub(t, f.num(magic/8))
	d := f.sub(x, k)
	r := f.mul(d, f.num(coef.Ln2))
	rl := f.fma(d, f.num(coef.Ln2Rest), f.fms(d, f.num(coef.Ln2), r))
	p := f.addf(r, f.fma(f.mul(r, r), f.apart(r, coef.ExpQ[:]), rl))
	return f.expFinish(x0, t, f.mul(k, f.num(8)), p)
}

func exp10of64(f *formula, x, _ value) value {
	f.less(f.abs(x), 307)
	x0 := x
	if !f.wide {
		x = f.clamp(x, -325, 310)
	}
	t := f.fma(x, f.num(coef.InvLog10of2o8), f.num(magic))
	k := f.sub(t, f.num(magic))
	f1 := f.fnma(k, f.num(coef.Log10of2o8Hi), x)
	c := f.mul(f.neg(k), f.num(coef.Log10of2o8Lo))
	d := f.addf(f1, c)
	dl := f.addf(f.sub(f1, d), c)
	r := f.mul(d, f.num(coef.Ln10))
	rl := f.fma(dl, f.num(coef.Ln10), f.fma(d, f.num(coef.Ln10Rest), f.fms(d, f.num(coef.Ln10), r)))
	p := f.addf(r, f.fma(f.mul(r, r), f.apart(r, coef.ExpQ[:]), rl))
	return f.expFinish(x0, t, k, p)
}

// splitPair is the reduction of exp to a pair.
func (f *formula) splitPair(x value) (t, k, r, rl value) {
	t, k = f.split(x)
	r1 := f.fnma(k, f.num(coef.Ln2o8Hi), x)
	c := f.mul(k, f.num(-coef.Ln2o8Lo))
	r = f.addf(r1, c)
	return t, k, r, f.addf(f.sub(r1, r), c)
}

// expTable is 2^(k/8) as a pair, k being the low bits of t, its exponent lowered
// by down.
func (f *formula) expTable(t, down value) (hi, lo value) {
	s := f.shl(f.and(t, f.bits(^uint64(7))), 49)
	if down != nothing {
		s = f.subi(s, down)
	}
	hi = f.addi(f.table(&coef.ExpHi, t), s)
	return hi, f.mul(f.table(&coef.ExpLo, t), f.addi(s, f.bits(1023<<52)))
}

func expm1of64(f *formula, x, _ value) value {
	a := f.abs(x)
	f.require(lt, a, f.num(700))
	f.require(ge, a, f.num(0x1p-54))
	f.check()
	x0 := x
	if !f.wide {
		x = f.choose(lt, a, f.num(700), x, f.clamp(x, -64, 710))
	}
	t, _, r, rl := f.splitPair(x)
	q := f.fma(f.mul(r, r), f.apart(r, coef.Expm1Q[:]), rl)
	h, l := f.expTable(t, f.bits(1<<52))
	d := f.sub(h, f.num(0.5))
	b := f.sub(d, h)
	de := f.addf(f.sub(h, f.sub(d, b)), f.sub(f.num(-0.5), b))
	hr := f.mul(h, r)
	hre := f.fms(h, r, hr)
	y, ye := f.fastTwoSum(d, hr)
	low := f.addf(f.addf(f.addf(de, ye), hre), f.fma(h, q, f.fma(l, f.addf(r, q), l)))
	y = f.addf(y, low)
	y = f.addf(y, y)
	if f.wide {
		return y
	}
	return f.canonical(x0, f.choose(lt, a, f.num(0x1p-54), x0, y))
}
