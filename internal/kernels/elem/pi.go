package elem

import (
	"math"

	"github.com/ndgo/nd/internal/kernels/elem/coef"
)

// reducePi writes a >= 0 as k/2 + f with |f| <= 1/4, which is exact, and returns
// k (in the low bits of t) and pi·f as a pair. From 2^50 on, multiples of 2 are
// taken off first.
func reducePi(a float64) (t uint64, r, lo float64) {
	if a >= 0x1p50 {
		a = math.FMA(-2, math.RoundToEven(float64(a*0.5)), a)
	}
	s := math.FMA(a, 2, magic)
	f := math.FMA(-0.5, s-magic, a)
	r = float64(f * coef.PiHi)
	return math.Float64bits(s), r, math.FMA(f, coef.PiLo, math.FMA(f, coef.PiHi, -r))
}

// Sinpi returns the sine of Pi·x.
//
// Error: 0.85 ULP, 0.95 for the smallest normal results.
//
//	Sinpi(±n) = ±0 for integers n, Sinpi(±0) = ±0
//	Sinpi(±Inf) = NaN, Sinpi(NaN) = NaN
func Sinpi(x float64) float64 {
	a := math.Abs(x)
	if !(a <= math.MaxFloat64) {
		return math.NaN()
	}
	t, r, lo := reducePi(a)
	// Adding 0 makes -0 of the flipped quadrants +0, before x gives the sign.
	y := xorSign(sinCos(t&1, r, lo), t<<62) + 0
	return xorSign(y, math.Float64bits(x))
}

// Cospi returns the cosine of Pi·x.
//
// Error: 0.85 ULP.
//
//	Cospi(n+1/2) = +0 for integers n
//	Cospi(±Inf) = NaN, Cospi(NaN) = NaN
func Cospi(x float64) float64 {
	a := math.Abs(x)
	if !(a <= math.MaxFloat64) {
		return math.NaN()
	}
	t, r, lo := reducePi(a)
	t++
	return xorSign(sinCos(t&1, r, lo), t<<62) + 0
}

// Sinc returns sin(Pi·x)/(Pi·x): sine and denominator are pairs.
//
// Error: 0.9 ULP.
//
//	Sinc(±0) = 1, Sinc(n) = +0 for other integers n
//	Sinc(±Inf) = NaN, Sinc(NaN) = NaN
func Sinc(x float64) float64 {
	a := math.Abs(x)
	if !(a >= 0x1p-30 && a < 0x1p52) {
		switch {
		case !(a <= math.MaxFloat64):
			return math.NaN()
		case a < 1:
			return 1
		}
		return 0
	}
	t, r, lo := reducePi(a)
	u := float64(r * r)
	h := math.FMA(-0.5, u, 1)
	n, w := r, 0.0
	if t&1 == 0 {
		w = sinPoly(r, u, h, lo)
	} else {
		n, w = h, cosPoly(r, u, h, lo)
	}
	s := n + w
	d := float64(a * coef.PiHi)
	dl := math.FMA(a, coef.PiLo, math.FMA(a, coef.PiHi, -d))
	q, ql := quotient(s, (n-s)+w, d, dl)
	return xorSign(q+ql, t<<62) + 0
}

// reducePi32 is reducePi for a float32 result.
func reducePi32(a float64) (t uint64, r float64) {
	if a >= 0x1p50 {
		a = 0 // a float32 value of this size is a multiple of 2
	}
	s := math.FMA(a, 2, magic)
	return math.Float64bits(s), float64(math.FMA(-0.5, s-magic, a) * coef.PiHi)
}

// Sinpi32 returns the sine of Pi·x. Error: 0.502 ULP. Special values as for
// Sinpi.
func Sinpi32(x float32) float32 {
	c := float64(x)
	if !(math.Abs(c) <= math.MaxFloat32) {
		return nan32()
	}
	t, r := reducePi32(math.Abs(c))
	return float32(xorSign(sinCos32(t, r)+0, math.Float64bits(c)))
}

// Cospi32 returns the cosine of Pi·x. Error: 0.502 ULP. Special values as for
// Cospi.
func Cospi32(x float32) float32 {
	c := float64(x)
	if !(math.Abs(c) <= math.MaxFloat32) {
		return nan32()
	}
	t, r := reducePi32(math.Abs(c))
	return float32(sinCos32(t+1, r) + 0)
}

// Sinc32 returns sin(Pi·x)/(Pi·x). Error: 0.502 ULP. Special values as for Sinc.
func Sinc32(x float32) float32 {
	a := math.Abs(float64(x))
	switch {
	case !(a <= math.MaxFloat32):
		return nan32()
	case a == 0:
		return 1
	}
	t, r := reducePi32(a)
	return float32(sinCos32(t, r)/float64(a*coef.PiHi) + 0)
}
