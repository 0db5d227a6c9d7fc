package elem

import "math"

// Nextafter returns the next number after x in the direction of y.
//
//	Nextafter(x, x) = x and Nextafter(+0, -0) = -0: equal operands give y
//	Nextafter(x, NaN) = NaN, Nextafter(NaN, y) = NaN
func Nextafter(x, y float64) float64 {
	switch {
	case x != x || y != y:
		return math.NaN()
	case x == y:
		return y
	case x == 0:
		return math.Copysign(math.SmallestNonzeroFloat64, y)
	case (y > x) == (x > 0):
		return math.Float64frombits(math.Float64bits(x) + 1)
	}
	return math.Float64frombits(math.Float64bits(x) - 1)
}

// Nextafter32 is Nextafter for float32.
func Nextafter32(x, y float32) float32 {
	switch {
	case x != x || y != y:
		return nan32()
	case x == y:
		return y
	case x == 0:
		return float32(math.Copysign(math.SmallestNonzeroFloat32, float64(y)))
	case (y > x) == (x > 0):
		return math.Float32frombits(math.Float32bits(x) + 1)
	}
	return math.Float32frombits(math.Float32bits(x) - 1)
}
