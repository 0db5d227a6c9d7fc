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
	return f.addq(y, f.shl(f.and(n, f.bits(^uint64(7))), 49))
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
	f.require(lt, f.abs(x), f.num(708))
	f.check()
	x0 := x
	if !f.wide {
		x = f.clamp(x, -746, 710)
	}
	t, k := f.split(x)
	r := f.fnma(k, f.num(coef.Ln2o8Lo), f.fnma(k, f.num(coef.Ln2o8Hi), x))
	p := f.fma(f.mul(r, r), f.horner(r, coef.ExpQ[:]), r)
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

func exp32(f *formula, x, _ value) value {
	return f.canonical(x, f.exp32Of(f.clamp(x, -200, 200)))
}

var functions = []elementary{
	{op: "Exp", args: 1, wide: [2]int{4, 2}, f64: exp64, f32: exp32},
	{op: "Log", args: 1, wide: [2]int{4, 2}, f64: log64, f32: log32},
}
