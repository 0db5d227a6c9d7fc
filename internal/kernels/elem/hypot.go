package elem

import "math"

// Hypot returns the length of the vector (x, y) without undue overflow or
// underflow.
//
// The sum of squares is a pair s + sl; the square root h of s is corrected by
// (s + sl - h²)/(2h). Operands outside 2^-400..2^500 are scaled first.
//
// Error: 0.51 ULP.
//
//	Hypot(±Inf, y) = Hypot(x, ±Inf) = +Inf, even with NaN
//	Hypot(x, NaN) = Hypot(NaN, y) = NaN otherwise
func Hypot(x, y float64) float64 {
	a, b := math.Abs(x), math.Abs(y)
	if a < b {
		a, b = b, a
	}
	if a > 0x1p-400 && a < 0x1p500 && b == b {
		return hypotCore(a, b)
	}
	switch {
	case a > math.MaxFloat64 || b > math.MaxFloat64:
		return math.Inf(1)
	case x != x || y != y:
		return math.NaN()
	case a == 0:
		return 0
	case a >= 0x1p500:
		return float64(hypotCore(float64(a*0x1p-600), float64(b*0x1p-600)) * 0x1p600)
	}
	return float64(hypotCore(float64(a*0x1p600), float64(b*0x1p600)) * 0x1p-600)
}

// hypotCore is Hypot for a >= b >= 0, a between 2^-480 and 2^500.
func hypotCore(a, b float64) float64 {
	a2 := float64(a * a)
	b2 := float64(b * b)
	s := a2 + b2
	sl := ((a2 - s) + b2) + (math.FMA(a, a, -a2) + math.FMA(b, b, -b2))
	h := math.Sqrt(s)
	return h + (math.FMA(-h, h, s)+sl)/(h+h)
}

// Hypot32 returns the length of the vector (x, y). The squares are exact in
// float64 and cannot overflow. Error: 0.501 ULP. Special values as for Hypot.
func Hypot32(x, y float32) float32 {
	a, b := float64(x), float64(y)
	switch {
	case math.Abs(a) > math.MaxFloat64 || math.Abs(b) > math.MaxFloat64:
		return float32(math.Inf(1))
	case x != x || y != y:
		return nan32()
	}
	return float32(math.Sqrt(float64(a*a) + float64(b*b)))
}
