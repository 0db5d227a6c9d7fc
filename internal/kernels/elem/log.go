package elem

import (
	"math"

	"github.com/ndgo/nd/internal/kernels/elem/coef"
	"github.com/ndgo/nd/internal/kernels/elem/coef/single"
)

// The logarithms write x = 2^k·m with m in [0.647, 1.295), take the cell j of m
// from the next three bits, and use a short constant r[j] near 1/m:
//
//	ln x = k·ln2 - ln r + ln(1+z),  z = m·r - 1
//
// r has so few bits that z is exact. The cell around 1 has r = 1 and ln r = 0,
// so nothing is lost near x = 1. k·ln2 - ln r is hi + lo, hi a multiple of 2^-42
// and exact. Powers, and all that is float32, do so; the others have sixteen cells,
// with two terms less.

// logOff is the number of which the bits are subtracted from those of x: the
// difference holds k above bit 52 and j in bits 49 to 51.
const logOff = 0x3fe0000000000000 + 302<<42

// logReduce returns k, j and z for a positive normal number with bits ix.
func logReduce(ix uint64) (k float64, j uint64, z float64) {
	t := ix - logOff
	j = t >> 49 & 7
	m := math.Float64frombits(ix - t&(0xfff<<expShift))
	return float64(int64(t) >> expShift), j, math.FMA(m, coef.LogR[j], -1)
}

// logEdge gives the logarithm, in any base, of a number that is not both
// positive and normal: a value, or the bits of x·2^52 if x is subnormal.
func logEdge(x float64) (value float64, ix uint64, subnormal bool) {
	switch {
	case x != x || x < 0:
		return math.NaN(), 0, false
	case x == 0:
		return math.Inf(-1), 0, false
	case x > math.MaxFloat64:
		return x, 0, false
	}
	return 0, math.Float64bits(x * 0x1p52), true
}

// lnOff is logOff for sixteen cells: j is in bits 48 to 51, and m in [0.672, 1.345).
const lnOff = 0x3fe0000000000000 + 353<<42

// lnReduce is logReduce for them.
func lnReduce(ix uint64) (k float64, j uint64, z float64) {
	t := ix - lnOff
	j = t >> 48 & 15
	m := math.Float64frombits(ix - t&(0xfff<<expShift))
	return float64(int64(t) >> expShift), j, math.FMA(m, coef.LnR[j], -1)
}

// Log returns the natural logarithm of x.
//
// What is added to hi has been rounded, which tells where hi is small: between 1.03
// and 1.065 the error is up to 0.84 ULP. Taking it as a pair, as the others do, costs
// a tenth of the time.
//
// Error: 0.84 ULP.
//
//	Log(+Inf) = +Inf, Log(1) = +0, Log(±0) = -Inf
//	Log(x) = NaN for x < 0, Log(NaN) = NaN
func Log(x float64) float64 {
	ix, bias := math.Float64bits(x), 0.0
	if ix-minNormal >= infBits-minNormal {
		v, i, sub := logEdge(x)
		if !sub {
			return v
		}
		ix, bias = i, 52
	}
	k, j, z := lnReduce(ix)
	k -= bias
	hi := math.FMA(k, coef.Ln2Hi, coef.LnHi[j])
	lo := math.FMA(k, coef.Ln2Lo, coef.LnLo[j])
	z2 := float64(z * z)
	return hi + (z + math.FMA(z2, apart8(z, z2, &coef.LnQ), lo))
}

// Log2 returns the binary logarithm of x; it is exact for powers of two.
//
// Error: 0.66 ULP. Special values as for Log.
func Log2(x float64) float64 {
	ix, bias := math.Float64bits(x), 0.0
	if ix-minNormal >= infBits-minNormal {
		v, i, sub := logEdge(x)
		if !sub {
			return v
		}
		ix, bias = i, 52
	}
	k, j, z := lnReduce(ix)
	k -= bias
	return logBase(k+coef.Log2Hi[j], coef.Log2Lo[j], z, coef.Log2eHi, coef.Log2eLo, &coef.Log2Q)
}

// Log10 returns the decimal logarithm of x; it is exact for powers of ten.
//
// Error: 0.66 ULP. Special values as for Log.
func Log10(x float64) float64 {
	ix, bias := math.Float64bits(x), 0.0
	if ix-minNormal >= infBits-minNormal {
		v, i, sub := logEdge(x)
		if !sub {
			return v
		}
		ix, bias = i, 52
	}
	k, j, z := lnReduce(ix)
	k -= bias
	hi := math.FMA(k, coef.Log10of2Hi, coef.Log10Hi[j])
	lo := math.FMA(k, coef.Log10of2Lo, coef.Log10Lo[j])
	return logBase(hi, lo, z, coef.Log10eHi, coef.Log10eLo, &coef.Log10Q)
}

// logBase returns hi + lo + ln(1+z)·b, where b = bh + bl is 1/ln of the base, and q
// gives ln(1+z)·b = z·b + z²q(z). e is what s lacks, as in the sum of two numbers.
func logBase(hi, lo, z, bh, bl float64, q *[8]float64) float64 {
	s := math.FMA(z, bh, hi)
	e := math.FMA(z, bh, hi-s)
	z2 := float64(z * z)
	return s + math.FMA(z2, apart8(z, z2, q), e+math.FMA(z, bl, lo))
}

// Log1p returns ln(1+x).
//
// u + ul is 1+x exactly; u is reduced as in Log, and zl = ul·2^-k·r is the part of
// z that is lost in u.
//
// Error: 0.66 ULP.
//
//	Log1p(+Inf) = +Inf, Log1p(-1) = -Inf, Log1p(±0) = ±0
//	Log1p(x) = NaN for x < -1, Log1p(NaN) = NaN
func Log1p(x float64) float64 {
	edge := !(x > -1 && x < 0x1p60)
	if edge {
		switch {
		case x != x || x < -1:
			return math.NaN()
		case x == -1:
			return math.Inf(-1)
		case x > math.MaxFloat64:
			return x
		}
	}
	u := 1 + x
	b := u - 1
	ul := (1 - (u - b)) + (x - b)
	k, j, z := lnReduce(math.Float64bits(u))
	zl := float64(ul * lnScale(k, j))
	if edge {
		zl = 0 // and k may be too large for its scale
	}
	return math.Copysign(lnSum(k, j, z, zl), x) // the sign is that of x; this mends -0
}

// lnScale returns 2^-k·r.
func lnScale(k float64, j uint64) float64 {
	return float64(math.Float64frombits(uint64(1023-int64(k))<<expShift) * coef.LnR[j])
}

// lnSum returns k·ln2 - ln r + ln(1+z+zl), where zl may be as large as z if that is
// below 2^-50. Of the powers of zl one is enough.
func lnSum(k float64, j uint64, z, zl float64) float64 {
	hi := math.FMA(k, coef.Ln2Hi, coef.LnHi[j])
	lo := math.FMA(k, coef.Ln2Lo, coef.LnLo[j])
	s := hi + z
	e := (hi - s) + z
	z2 := float64(z * z)
	return s + math.FMA(z2, apart8(z, z2, &coef.LnQ), (e+lo)+math.FMA(-z, zl, zl))
}

// logOff32 is logOff for float32: k is above bit 23 of the difference, and j in bits
// 20 to 22.
const logOff32 = 0x3f000000 + 302<<13

// logReduce32 is logReduce for a positive normal float32 with bits ix.
func logReduce32(ix uint32) (k float32, j uint32, z float32) {
	t := ix - logOff32
	j = t >> 20 & 7
	m := math.Float32frombits(ix - t&(0x1ff<<23))
	return float32(int32(t) >> 23), j, fma32(m, single.LogR[j], -1)
}

// logArgument32 returns the bits of what a logarithm takes apart, and a bias of
// its exponent, or the logarithm if x is not positive and finite.
func logArgument32(x float32) (ix uint32, bias, value float32, done bool) {
	ix = math.Float32bits(x)
	if ix-minNormal32 >= infBits32-minNormal32 {
		v, _, sub := logEdge(float64(x))
		switch {
		case ix-1 < minNormal32-1: // subnormal, but not for float64
			return math.Float32bits(float32(x * 0x1p23)), 23, 0, false
		case sub || v != v:
			return 0, 0, nan32(), true
		}
		return 0, 0, float32(v), true
	}
	return ix, 0, 0, false
}

// Log32 returns the natural logarithm of x. Error: 0.72 ULP. Special values as
// for Log.
func Log32(x float32) float32 {
	ix, bias, v, done := logArgument32(x)
	if done {
		return v
	}
	k, j, z := logReduce32(ix)
	k -= bias
	return logSum32(k, j, z, 0)
}

// logSum32 returns k·ln2 - ln r + ln(1+z) + zl.
func logSum32(k float32, j uint32, z, zl float32) float32 {
	hi := fma32(k, single.Ln2Hi, single.LogCHi[j])
	lo := fma32(k, single.Ln2Lo, single.LogCLo[j])
	s := hi + z
	e := (hi - s) + z
	return s + fma32(float32(z*z), exp4(z, &single.LogQ), (e+lo)+zl)
}

// logBase32 returns hi + lo + ln(1+z)·b, where b = bh + bl is 1/ln of the base, q
// giving ln(1+z)·b = z·b + z²q(z).
func logBase32(hi, lo, z, bh, bl float32, q *[4]float32) float32 {
	zh := float32(z * bh)
	zl := fma32(z, bl, fma32(z, bh, -zh))
	s := hi + zh
	e := (hi - s) + zh
	return s + fma32(float32(z*z), exp4(z, q), (e+lo)+zl)
}

// Log232 returns the binary logarithm of x; it is exact for powers of two. Error:
// 0.73 ULP. Special values as for Log.
func Log232(x float32) float32 {
	ix, bias, v, done := logArgument32(x)
	if done {
		return v
	}
	k, j, z := logReduce32(ix)
	k -= bias
	return logBase32(k+single.Log2CHi[j], single.Log2CLo[j], z, single.Log2eHi, single.Log2eLo, &single.Log2Q)
}

// Log1032 returns the decimal logarithm of x; it is exact for powers of ten.
// Error: 0.73 ULP. Special values as for Log.
func Log1032(x float32) float32 {
	ix, bias, v, done := logArgument32(x)
	if done {
		return v
	}
	k, j, z := logReduce32(ix)
	k -= bias
	hi := fma32(k, single.Log10of2Hi, single.Log10CHi[j])
	lo := fma32(k, single.Log10of2Lo, single.Log10CLo[j])
	return logBase32(hi, lo, z, single.Log10eHi, single.Log10eLo, &single.Log10Q)
}

// Log1p32 returns ln(1+x) for float32, as Log1p. Error: 0.77 ULP. Special
// values as for Log1p.
func Log1p32(x float32) float32 {
	if !(x > -1 && x <= math.MaxFloat32) {
		switch {
		case x != x || x < -1:
			return nan32()
		case x == -1:
			return float32(math.Inf(-1))
		}
		return x
	}
	return copysign32(log1pSum32(x, 0), x) // mends -0
}

// log1pSum32 returns ln(1+x+xl) for finite x > -1, but for the sign of a zero.
func log1pSum32(x, xl float32) float32 {
	u := 1 + x
	b := u - 1
	ul := (1 - (u - b)) + (x - b) + xl
	ix := math.Float32bits(u)
	k, j, z := logReduce32(ix)
	sc := math.Float32frombits(127<<23 - (ix-logOff32)&(0x1ff<<23)) // 2^-k
	zl := float32(float32(ul*sc) * single.LogR[j])
	if x >= 0x1p60 {
		zl = 0 // and k may be too large for sc
	}
	if k == 0 && j == 5 {
		z, zl = x, xl
	}
	zl = fma32(-z, zl, zl)
	return logSum32(k, j, z, zl)
}
