package elem

import (
	"math"

	"github.com/ndgo/nd/internal/kernels/elem/coef/single"
)

// logSum returns ln(g+gl) + n·ln2 for a pair with 2^-1000 < g < 2^1000: g is
// reduced as in Log, and what gl adds to z goes into the low part.
func logSum(g, gl, n float64) float64 {
	k, j, z := lnReduce(math.Float64bits(g))
	return lnSum(k+n, j, z, float64(gl*lnScale(k, j)))
}

// sqrtPair returns the square root of s + sl as a pair, for s > 0.
func sqrtPair(s, sl float64) (w, wl float64) {
	w = math.Sqrt(s)
	return w, (math.FMA(-w, w, s) + sl) / (w + w)
}

// seriesEdge is below what the inverse hyperbolic functions are the first three
// terms of their series.
const seriesEdge = 0x1p-12

// Asinh returns the inverse hyperbolic sine of x: ln(|x| + √(x²+1)), the
// argument a pair. Above 2^28 it is ln(2|x|), below 2^-12 the series
// x - x³/6 + 3x⁵/40.
//
// Error: 0.7 ULP.
//
//	Asinh(±0) = ±0, Asinh(±Inf) = ±Inf, Asinh(NaN) = NaN
func Asinh(x float64) float64 {
	a := math.Abs(x)
	if !(a >= seriesEdge && a <= 0x1p28) {
		switch {
		case x != x:
			return math.NaN()
		case a > math.MaxFloat64:
			return x
		case a < seriesEdge:
			u := float64(a * a)
			return math.Copysign(math.FMA(u*a, math.FMA(u, 3.0/40, -1.0/6), a), x)
		}
		return math.Copysign(logSum(float64(a*0x1p-64), 0, 65), x)
	}
	p := float64(a * a)
	s := p + 1
	b := s - p
	sl := ((p - (s - b)) + (1 - b)) + math.FMA(a, a, -p)
	w, wl := sqrtPair(s, sl)
	g := w + a
	return math.Copysign(logSum(g, ((w-g)+a)+wl, 0), x)
}

// Acosh returns the inverse hyperbolic cosine of x: ln(x + √(x²-1)), the
// argument a pair. Above 2^28 it is ln(2x).
//
// Error: 0.7 ULP.
//
//	Acosh(1) = +0, Acosh(+Inf) = +Inf
//	Acosh(x) = NaN for x < 1, Acosh(NaN) = NaN
func Acosh(x float64) float64 {
	if !(x > 1 && x <= 0x1p28) {
		switch {
		case x != x || x < 1:
			return math.NaN()
		case x == 1:
			return 0
		case x > math.MaxFloat64:
			return x
		}
		return logSum(float64(x*0x1p-64), 0, 65)
	}
	p := float64(x * x)
	d := p - 1
	dl := ((p - d) - 1) + math.FMA(x, x, -p)
	s := d + dl
	w, wl := sqrtPair(s, (d-s)+dl)
	g := x + w
	return logSum(g, ((x-g)+w)+wl, 0)
}

// Atanh returns the inverse hyperbolic tangent of x: half the logarithm of
// (1+|x|)/(1-|x|), the quotient a pair. Below 2^-12 it is the series
// x + x³/3 + x⁵/5.
//
// Error: 0.7 ULP.
//
//	Atanh(±0) = ±0, Atanh(±1) = ±Inf
//	Atanh(x) = NaN for |x| > 1, Atanh(NaN) = NaN
func Atanh(x float64) float64 {
	a := math.Abs(x)
	if !(a >= seriesEdge && a < 1) {
		switch {
		case x != x || a > 1:
			return math.NaN()
		case a == 1:
			return math.Copysign(math.Inf(1), x)
		}
		u := float64(a * a)
		return math.Copysign(math.FMA(u*a, math.FMA(u, 1.0/5, 1.0/3), a), x)
	}
	n := 1 + a
	d := 1 - a
	q, ql := quotient(n, (1-n)+a, d, (1-d)-a)
	return math.Copysign(float64(0.5*logSum(q, ql, 0)), x)
}

// quotient returns (n+nl)/(d+dl) as a pair.
func quotient(n, nl, d, dl float64) (q, ql float64) {
	c := 1 / d
	q = float64(n * c)
	ql = float64((math.FMA(-q, dl, math.FMA(-q, d, n)) + nl) * c)
	return q, ql
}

// logSumOf32 returns ln(g+gl) + n·ln2 for a pair, 2^-100 < g < 2^100, as logSum.
func logSumOf32(g, gl, n float32) float32 {
	ix := math.Float32bits(g)
	k, j, z := logReduce32(ix)
	sc := math.Float32frombits(127<<23 - (ix-logOff32)&(0x1ff<<23)) // 2^-k
	zl := float32(float32(gl*sc) * single.LogR[j])
	return logSum32(k+n, j, z, fma32(-z, zl, zl))
}

// sqrtPair32 is sqrtPair for float32.
func sqrtPair32(s, sl float32) (w, wl float32) {
	w = float32(math.Sqrt(float64(s)))
	return w, (fma32(-w, w, s) + sl) / (w + w)
}

// Asinh32 returns the inverse hyperbolic sine of x, as Asinh. Error: 0.82 ULP. Special
// values as for Asinh.
func Asinh32(x float32) float32 {
	a := abs32(x)
	if !(a >= seriesEdge && a <= 0x1p28) {
		switch {
		case x != x:
			return nan32()
		case a > math.MaxFloat32:
			return x
		case a < seriesEdge:
			return copysign32(fma32(float32(float32(a*a)*a), -1.0/6, a), x)
		}
		return copysign32(logSumOf32(float32(a*0x1p-64), 0, 65), x)
	}
	p := float32(a * a)
	s := p + 1
	b := s - p
	sl := ((p - (s - b)) + (1 - b)) + fma32(a, a, -p)
	w, wl := sqrtPair32(s, sl)
	g := w + a
	return copysign32(logSumOf32(g, ((w-g)+a)+wl, 0), x)
}

// Acosh32 returns the inverse hyperbolic cosine of x, as Acosh. Error: 0.8 ULP.
// Special values as for Acosh.
func Acosh32(x float32) float32 {
	if !(x > 1 && x <= 0x1p28) {
		switch {
		case x != x || x < 1:
			return nan32()
		case x == 1:
			return 0
		case x > math.MaxFloat32:
			return x
		}
		return logSumOf32(float32(x*0x1p-64), 0, 65)
	}
	p := float32(x * x)
	d := p - 1
	dl := ((p - d) - 1) + fma32(x, x, -p)
	s := d + dl
	w, wl := sqrtPair32(s, (d-s)+dl)
	g := x + w
	return logSumOf32(g, ((x-g)+w)+wl, 0)
}

// Atanh32 returns the inverse hyperbolic tangent of x, ½ln(1 + 2|x|/(1-|x|)) with
// the quotient as a pair. Error: 0.77 ULP. Special values as for Atanh.
func Atanh32(x float32) float32 {
	a := abs32(x)
	if !(a < 1) {
		if a == 1 {
			return copysign32(float32(math.Inf(1)), x)
		}
		return nan32()
	}
	n, d := a+a, 1-a
	c := 1 / d
	u := float32(n * c)
	ul := float32(fma32(-u, (1-d)-a, fma32(-u, d, n)) * c)
	return copysign32(float32(0.5*log1pSum32(u, ul)), x)
}
