package elem

import (
	"math"
	"math/bits"
)

// Rem returns the remainder of x/y with the sign of x, as fmod in C: x - n·y for
// the integer n that truncates x/y. It is exact.
//
//	Rem(±0, y) = ±0 for y ≠ 0, Rem(x, ±Inf) = x for finite x
//	Rem(±Inf, y) = NaN, Rem(x, ±0) = NaN
//	Rem(x, NaN) = NaN, Rem(NaN, y) = NaN
func Rem(x, y float64) float64 {
	a, b := math.Abs(x), math.Abs(y)
	switch {
	case !(a <= math.MaxFloat64) || !(b > 0):
		return math.NaN()
	case a < b:
		return x
	}
	if q := a / b; q < 0x1p52 {
		// n is q truncated or one less, and a - n·b is exact in one FMA.
		n := math.Trunc(q)
		r := math.FMA(-n, b, a)
		if r < 0 {
			r += b
		}
		return math.Copysign(r, x)
	}
	return math.Copysign(remInt(math.Float64bits(a), math.Float64bits(b)), x)
}

// remInt is Rem for the bits of finite a >= b > 0: long division of the
// significands, eleven bits at a time.
func remInt(a, b uint64) float64 {
	ma, ea := significand(a)
	mb, eb := significand(b)
	ma %= mb
	for n := ea - eb; n > 0 && ma != 0; {
		s := min(n, 11)
		ma = ma << s % mb
		n -= s
	}
	if ma == 0 {
		return 0
	}
	// ma·2^eb, which is below 2^53 units of its last place.
	s := bits.LeadingZeros64(ma) - 11
	if eb-s >= 1 {
		return math.Float64frombits(uint64(eb-s)<<expShift + ma<<s&(1<<expShift-1))
	}
	return math.Float64frombits(ma << (eb - 1))
}

// significand returns the significand of the number with bits b, and its biased
// exponent, which is 1 for a subnormal.
func significand(b uint64) (m uint64, e int) {
	m, e = b&(1<<expShift-1), int(b>>expShift)
	if e == 0 {
		return m, 1
	}
	return m | 1<<expShift, e
}

// Mod returns the remainder of x/y with the sign of y: Rem(x, y), plus y rounded
// once if the signs differ. A zero takes the sign of y.
//
//	Mod(x, ±Inf) = x if the signs agree, else y, for finite x ≠ 0
//	Mod(±Inf, y) = NaN, Mod(x, ±0) = NaN
//	Mod(x, NaN) = NaN, Mod(NaN, y) = NaN
func Mod(x, y float64) float64 {
	r := Rem(x, y)
	switch {
	case r == 0:
		return math.Copysign(0, y)
	case r < 0 != (y < 0) && r == r:
		return r + y
	}
	return r
}

// FloorDiv returns the floor of x/y, computed from Rem as (x - Rem)/y, less 1 if
// the signs of Rem and y differ, and then rounded to an integer. It is the floor
// where that is below 2^50, and may be a few off beyond.
//
//	FloorDiv(x, ±0) = x / ±0
//	FloorDiv(±Inf, y) = NaN for y ≠ 0
//	FloorDiv(x, NaN) = NaN, FloorDiv(NaN, y) = NaN
func FloorDiv(x, y float64) float64 {
	if y == 0 {
		return canonical(x / y)
	}
	r := Rem(x, y)
	d := (x - r) / y
	if r != 0 && r < 0 != (y < 0) {
		d--
	}
	if d == 0 {
		return math.Copysign(0, x/y)
	}
	f := math.Floor(d)
	if d-f > 0.5 {
		f++
	}
	return canonical(f)
}

// canonical returns x, or math.NaN() for any NaN.
func canonical(x float64) float64 {
	if x != x {
		return math.NaN()
	}
	return x
}

// Rem32 is Rem for float32, exact as well.
func Rem32(x, y float32) float32 { return to32(Rem(float64(x), float64(y))) }

// Mod32 is Mod for float32.
func Mod32(x, y float32) float32 {
	r := Rem32(x, y)
	switch {
	case r == 0:
		return float32(math.Copysign(0, float64(y)))
	case r < 0 != (y < 0) && r == r:
		return r + y
	}
	return r
}

// FloorDiv32 is FloorDiv for float32; every step is rounded to float32.
func FloorDiv32(x, y float32) float32 {
	if y == 0 {
		return to32(float64(x / y))
	}
	r := Rem32(x, y)
	d := (x - r) / y
	if r != 0 && r < 0 != (y < 0) {
		d--
	}
	if d == 0 {
		return float32(math.Copysign(0, float64(x/y)))
	}
	f := float32(math.Floor(float64(d)))
	if d-f > 0.5 {
		f++
	}
	return to32(float64(f))
}
