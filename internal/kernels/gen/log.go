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

// logReduce is k, the table index, in the low bits of j, and z.
func (f *formula) logReduce(x value) (k, j, z value) {
	t := f.subq(x, f.bits(logOff))
	j = f.shr(t, 49)
	m := f.subq(x, f.and(t, f.bits(0xfff<<52)))
	return f.highInt(t), j, f.fms(m, f.table(&coef.LogR, j), f.num(1))
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
	f.require(ge, x, f.num(minNormal))
	f.require(le, x, f.num(math.MaxFloat64))
	f.check()
	if f.wide {
		return x, nothing
	}
	v = f.choose(lt, x, f.num(minNormal), f.mul(x, f.num(0x1p52)), x)
	return v, f.choose(lt, x, f.num(minNormal), f.num(52), f.num(0))
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
	p := f.fma(f.horner(z, coef.LogP[:]), z, f.num(-0.5))
	return f.addf(s, f.fma(f.mul(z, z), p, low))
}

// logParts is k·ln2 - ln r as a pair.
func (f *formula) logParts(k, j value) (hi, lo value) {
	return f.fma(k, f.num(coef.Ln2Hi), f.table(&coef.LogCHi, j)), f.fma(k, f.num(coef.Ln2Lo), f.table(&coef.LogCLo, j))
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

func log32(f *formula, x, _ value) value {
	f.log32Range(x)
	k, j, w := f.log32Parts(x)
	return f.logEdges(x, f.addf(f.fma(k, f.num(coef.Ln2Hi), f.table(&coef.LogCHi, j)), w))
}

func (f *formula) log32Range(x value) {
	f.require(gt, x, f.num(0))
	f.require(le, x, f.num(math.MaxFloat32))
	f.check()
}
