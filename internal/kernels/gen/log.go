package main

import (
	"math"

	"github.com/ndgo/nd/internal/kernels/elem/coef"
)

// The logarithms, as in package elem.

const (
	logOff    = 0x3fe0000000000000 + 302<<42
	lnOff     = 0x3fe0000000000000 + 353<<42
	minNormal = 0x1p-1022
)

// logReduce is k in units, the table index, in the low bits of j, and z.
func (f *formula) logReduce(x value) (k, j, z value) {
	t := f.subi(x, f.bits(logOff))
	j = f.shr(t, 49)
	e := f.and(t, f.bits(0xfff<<52))
	m := f.subi(x, e)
	return f.exponent(t, e), j, f.fms(m, f.table(&coef.LogR, j), f.num(1))
}

// A reduced number is 2^k·(1+z)/r, with k in units; its exponent is e, and j its cell.
type reduced struct {
	k, e, r, z value
	j          cell16
}

// lnReduce is logReduce for sixteen cells.
func (f *formula) lnReduce(x value) (y reduced) {
	t := f.subi(x, f.bits(lnOff))
	y.j = f.cell16(t)
	y.e = f.and(t, f.bits(0xfff<<52))
	m := f.subi(x, y.e)
	y.k = f.exponent(t, y.e)
	y.r = f.table16(&coef.LnR, y.j)
	y.z = f.fms(m, y.r, f.num(1))
	return y
}

// unit is what an exponent as a float counts in. Where integers of the size of a
// lane become floats, an exponent need not be shifted down first.
func (f *formula) unit() float64 {
	switch {
	case f.single:
		return 0x1p-23
	case f.z:
		return 0x1p-52
	}
	return 1
}

// exponent is the signed integer in the upper bits of t, which are e, in units.
func (f *formula) exponent(t, e value) value {
	switch {
	case f.single:
		return f.add(doUnary, "VCVTDQ2PS", 0, e)
	case f.z:
		return f.add(doUnary, "VCVTQQ2PD", 0, e)
	}
	return f.highInt(t)
}

// units is a number in units.
func (f *formula) units(n float64) value { return f.num(n / f.unit()) }

// times is k·x + y, k being in units.
func (f *formula) times(k value, x float64, y value) value {
	if x *= f.unit(); x != 1 {
		return f.fma(k, f.num(x), y)
	}
	return f.addf(k, y)
}

// highInt is the signed integer in the upper twelve bits of t, as a float.
func (f *formula) highInt(t value) value {
	if f.z {
		return f.add(doUnary, "VCVTQQ2PD", 0, f.add(doShift, "VPSRAQ", 52, t))
	}
	const two52 = 0x4330000000000000
	u := f.xor(f.shr(t, 52), f.bits(two52|0x800))
	return f.sub(u, f.num(0x1p52+0x800))
}

// logArgument is what a logarithm reduces, and a bias of the exponent, for a
// subnormal x.
func (f *formula) logArgument(x value) (v value, bias value) {
	f.positive(x)
	if f.wide {
		return x, nothing
	}
	v = f.choose(lt, x, f.num(minNormal), f.mul(x, f.num(0x1p52)), x)
	return v, f.choose(lt, x, f.num(minNormal), f.units(52), f.num(0))
}

// logEdges puts in the logarithms of other numbers than the positive and finite
// ones.
func (f *formula) logEdges(x, y value) value {
	if f.wide {
		return y
	}
	y = f.choose(gt, x, f.num(math.MaxFloat64), x, y)
	y = f.choose(eq, x, f.num(0), f.num(math.Inf(-1)), y)
	return f.choose(nge, x, f.num(0), f.nan(), y)
}

// unbias takes the bias off k.
func (f *formula) unbias(k, bias value) value {
	if bias == nothing {
		return k
	}
	return f.sub(k, bias)
}

// logParts is k·ln2 - ln r as a pair.
func (f *formula) logParts(k, j value) (hi, lo value) {
	return f.times(k, coef.Ln2Hi, f.table(&coef.LogCHi, j)), f.times(k, coef.Ln2Lo, f.table(&coef.LogCLo, j))
}

// fastTwoSum is a + b, and its error.
func (f *formula) fastTwoSum(a, b value) (s, e value) {
	s = f.addf(a, b)
	return s, f.addf(f.sub(a, s), b)
}

// lnParts is k·ln2 - ln r as a pair.
func (f *formula) lnParts(y reduced) (hi, lo value) {
	lo = f.times(y.k, coef.Ln2Lo, f.table16(&coef.LnLo, y.j))
	return f.times(y.k, coef.Ln2Hi, f.table16(&coef.LnHi, y.j)), lo
}

func log64(f *formula, x, _ value) value {
	v, bias := f.logArgument(x)
	y := f.lnReduce(v)
	y.k = f.unbias(y.k, bias)
	hi, lo := f.lnParts(y)
	w := f.fma(f.mul(y.z, y.z), f.apart(y.z, coef.LnQ[:]), lo)
	return f.logEdges(x, f.addf(hi, f.addf(y.z, w)))
}

func log2of64(f *formula, x, _ value) value {
	v, bias := f.logArgument(x)
	y := f.lnReduce(v)
	lo := f.table16(&coef.Log2Lo, y.j)
	hi := f.times(f.unbias(y.k, bias), 1, f.table16(&coef.Log2Hi, y.j))
	return f.logEdges(x, f.logBase(hi, lo, y.z, coef.Log2eHi, coef.Log2eLo, coef.Log2Q[:]))
}

func log10of64(f *formula, x, _ value) value {
	v, bias := f.logArgument(x)
	y := f.lnReduce(v)
	k := f.unbias(y.k, bias)
	lo := f.times(k, coef.Log10of2Lo, f.table16(&coef.Log10Lo, y.j))
	hi := f.times(k, coef.Log10of2Hi, f.table16(&coef.Log10Hi, y.j))
	return f.logEdges(x, f.logBase(hi, lo, y.z, coef.Log10eHi, coef.Log10eLo, coef.Log10Q[:]))
}

// logBase is hi + lo + ln(1+z)·b, b being a pair.
func (f *formula) logBase(hi, lo, z value, bh, bl float64, q []float64) value {
	s := f.fma(z, f.num(bh), hi)
	e := f.fma(z, f.num(bh), f.sub(hi, s))
	low := f.addf(e, f.fma(z, f.num(bl), lo))
	return f.addf(s, f.fma(f.mul(z, z), f.apart(z, q), low))
}

// lnSum is lnSum of package elem.
func (f *formula) lnSum(y reduced, zl value) value {
	hi, lo := f.lnParts(y)
	s, e := f.fastTwoSum(hi, y.z)
	low := f.addf(f.addf(e, lo), f.fnma(y.z, zl, zl))
	return f.addf(s, f.fma(f.mul(y.z, y.z), f.apart(y.z, coef.LnQ[:]), low))
}

// log1pOf is Log1p of package elem for a sum u of 1 and x > -1; edge says that x may
// be large.
func (f *formula) log1pOf(x, u value, edge bool) value {
	b := f.sub(u, f.num(1))
	ul := f.addf(f.sub(f.num(1), f.sub(u, b)), f.sub(x, b))
	y := f.lnReduce(u)
	zl := f.mul(ul, f.subi(y.r, y.e))
	if edge {
		zl = f.choose(lt, x, f.num(0x1p60), zl, f.num(0))
	}
	return f.copysign(f.lnSum(y, zl), x)
}

func log1pOf64(f *formula, x, _ value) value {
	u := f.addf(x, f.num(1))
	f.between(u, 0x1p-60, 0x1p60)
	return f.log1pEdges(x, f.log1pOf(x, u, !f.wide), math.MaxFloat64)
}

func (f *formula) log1pEdges(x, y value, most float64) value {
	if f.wide {
		return y
	}
	y = f.choose(gt, x, f.num(most), x, y)
	y = f.choose(eq, x, f.num(-1), f.num(math.Inf(-1)), y)
	return f.choose(nge, x, f.num(-1), f.nan(), y)
}

// logSum is ln(g+gl) + n·ln2 for a pair, n being nothing for 0.
func (f *formula) logSum(g, gl, n value) value {
	y := f.lnReduce(g)
	zl := f.mul(gl, f.subi(y.r, y.e))
	if n != nothing {
		y.k = f.addf(y.k, n)
	}
	return f.lnSum(y, zl)
}
