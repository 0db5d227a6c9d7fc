package main

import (
	"math"

	"github.com/ndgo/nd/internal/kernels/elem/coef"
)

// The logarithms, as in package elem.

const (
	logOff    = 0x3fe0000000000000 + 302<<42
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

// logTail is s plus what ln(1+z) is beyond z, and low.
func (f *formula) logTail(s, z, low value) value {
	p := f.fma(f.apart(z, coef.LogP[:]), z, f.num(-0.5))
	return f.addf(s, f.fma(f.mul(z, z), p, low))
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

func log64(f *formula, x, _ value) value {
	v, bias := f.logArgument(x)
	k, j, z := f.logReduce(v)
	hi, lo := f.logParts(f.unbias(k, bias), j)
	s, e := f.fastTwoSum(hi, z)
	return f.logEdges(x, f.logTail(s, z, f.addf(e, lo)))
}

// log32Parts is log32 of package elem.
func (f *formula) log32Parts(x value) (k, j, w value) {
	k, j, z := f.logReduce(x)
	return k, j, f.fma(f.mul(z, z), f.horner(z, coef.Log32Q[:]), z)
}

func log2of64(f *formula, x, _ value) value {
	v, bias := f.logArgument(x)
	k, j, z := f.logReduce(v)
	hi := f.times(f.unbias(k, bias), 1, f.table(&coef.Log2CHi, j))
	return f.logEdges(x, f.logBase(hi, f.table(&coef.Log2CLo, j), z, coef.Log2eHi, coef.Log2eLo))
}

func log10of64(f *formula, x, _ value) value {
	v, bias := f.logArgument(x)
	k, j, z := f.logReduce(v)
	k = f.unbias(k, bias)
	hi := f.times(k, coef.Log10of2Hi, f.table(&coef.Log10CHi, j))
	lo := f.times(k, coef.Log10of2Lo, f.table(&coef.Log10CLo, j))
	return f.logEdges(x, f.logBase(hi, lo, z, coef.Log10eHi, coef.Log10eLo))
}

// logBase is hi + lo + ln(1+z)·b, b being a pair.
func (f *formula) logBase(hi, lo, z value, bh, bl float64) value {
	zh := f.mul(z, f.num(bh))
	zl := f.fma(z, f.num(bl), f.fms(z, f.num(bh), zh))
	s, e := f.fastTwoSum(hi, zh)
	q := f.mul(f.mul(z, z), f.fma(f.apart(z, coef.LogP[:]), z, f.num(-0.5)))
	return f.addf(s, f.fma(q, f.num(bh), f.addf(f.addf(e, lo), zl)))
}

// unscale is 2^-k for a number u that logReduce takes apart.
func (f *formula) unscale(u value) value {
	t := f.subi(u, f.bits(logOff))
	return f.subi(f.bits(1023<<52), f.and(t, f.bits(0xfff<<52)))
}

// aroundOne is x where logReduce puts u in the cell around 1, with k = 0, else y.
func (f *formula) aroundOne(u, x, y value) value {
	return f.chooseEqual(f.shr(f.subi(u, f.bits(logOff)), 49), f.bits(5), x, y)
}

// log1pOf is Log1p of package elem for x > -1; edge says that x may be large.
func (f *formula) log1pOf(x value, edge bool) value {
	u := f.addf(x, f.num(1))
	b := f.sub(u, f.num(1))
	ul := f.addf(f.sub(f.num(1), f.sub(u, b)), f.sub(x, b))
	k, j, z := f.logReduce(u)
	zl := f.mul(f.mul(ul, f.unscale(u)), f.table(&coef.LogR, j))
	if edge {
		zl = f.choose(lt, x, f.num(0x1p60), zl, f.num(0))
	}
	zl = f.fma(zl, f.fms(z, z, z), zl)
	z = f.aroundOne(u, x, z)
	zl = f.aroundOne(u, f.num(0), zl)
	hi, lo := f.logParts(k, j)
	s, e := f.fastTwoSum(hi, z)
	return f.copysign(f.logTail(s, z, f.addf(f.addf(e, lo), zl)), x)
}

func log1pOf64(f *formula, x, _ value) value {
	f.require(gt, x, f.num(-1))
	f.require(lt, x, f.num(0x1p60))
	f.check()
	return f.log1pEdges(x, f.log1pOf(x, !f.wide), math.MaxFloat64)
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
	k, j, z := f.logReduce(g)
	zl := f.mul(f.mul(gl, f.unscale(g)), f.table(&coef.LogR, j))
	zl = f.fma(zl, f.fms(z, z, z), zl)
	if n != nothing {
		k = f.addf(k, n)
	}
	hi, lo := f.logParts(k, j)
	s, e := f.fastTwoSum(hi, z)
	return f.logTail(s, z, f.addf(f.addf(e, lo), zl))
}
