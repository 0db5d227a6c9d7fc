package elem

import "math"

// The functions of float32 that are used most work in float32 throughout, since a
// vector has twice as many lanes of it.

// magic32 is to float32 what magic is to float64: 1.5·2^23.
const magic32 = 0x1.8p23

const (
	minNormal32 = 0x00800000 // bits of the smallest normal number
	infBits32   = 0x7f800000 // bits of +Inf
)

// fma32 returns a·b + c, rounded once to float32.
//
// The product is exact in float64, and so is the sum but for its own rounding. To
// round the sum once more, to float32, errs only where it lies halfway between
// two float32 values, or may do so as it is near the subnormal ones.
func fma32(a, b, c float32) float32 {
	p := float64(float64(a) * float64(b))
	s := p + float64(c)
	if u := math.Float64bits(s); u<<35 != 1<<63 && u<<1 >= 0x381<<53 {
		return float32(s)
	}
	return fma32Odd(p, float64(c), s)
}

// fma32Odd rounds p + c, whose float64 sum is s, to odd before it rounds it to
// float32: an inexact sum gets an odd last bit, so that it cannot seem halfway.
//
//go:noinline
func fma32Odd(p, c, s float64) float32 {
	b := s - p
	e := (p - (s - b)) + (c - b)
	if u := math.Float64bits(s); u&1 == 0 && (e < 0 || e > 0) {
		if (e > 0) == (s > 0) {
			u++
		} else {
			u--
		}
		s = math.Float64frombits(u)
	}
	return float32(s)
}

// abs32 returns |x|.
func abs32(x float32) float32 { return math.Float32frombits(math.Float32bits(x) &^ (1 << 31)) }

// xorSign32 returns x, negated where the sign bit of s is set.
func xorSign32(x float32, s uint32) float32 {
	return math.Float32frombits(math.Float32bits(x) ^ s&(1<<31))
}

// copysign32 returns x with the sign of y.
func copysign32(x, y float32) float32 { return xorSign32(abs32(x), math.Float32bits(y)) }

// clamp32 returns x, or the bound that it is beyond; x is not NaN.
func clamp32(x, lo, hi float32) float32 {
	if x < lo {
		return lo
	}
	if x > hi {
		return hi
	}
	return x
}

// scale32 returns y·2^n, rounded once, for y of moderate size and -200 <= n <= 200.
func scale32(y float32, n int) float32 {
	h := n >> 1
	return float32(y * pow2of32(h) * pow2of32(n-h))
}

// pow2of32 returns 2^n for -126 <= n <= 127.
func pow2of32(n int) float32 { return math.Float32frombits(uint32(127+n) << 23) }
