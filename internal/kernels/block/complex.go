package block

import "math"

// The kernels over complex numbers, which lie in a block as pairs of floats.
// The built-in product and quotient are not used: the compiler may contract
// them, and the quotient overflows where its result does not.

func complexMul[T float](dst, a, b, _ ptr, n int) {
	d, x, y := view[[2]T](dst, n), view[[2]T](a, n), view[[2]T](b, n)
	for i := range d {
		u, v := x[i], y[i]
		d[i] = [2]T{T(u[0]*v[0]) - T(u[1]*v[1]), T(u[0]*v[1]) + T(u[1]*v[0])}
	}
}

func div128(dst, a, b, _ ptr, n int) {
	d, x, y := view[[2]float64](dst, n), view[[2]float64](a, n), view[[2]float64](b, n)
	for i := range d {
		u, v := x[i], y[i]
		d[i][0], d[i][1] = quotient(u[0], u[1], v[0], v[1])
	}
}

func reciprocal128(dst, a, _, _ ptr, n int) {
	d, x := view[[2]float64](dst, n), view[[2]float64](a, n)
	for i := range d {
		v := x[i]
		d[i][0], d[i][1] = quotient(1, 0, v[0], v[1])
	}
}

// complex64 divides in float64, where nothing overflows.

func div64(dst, a, b, _ ptr, n int) {
	d, x, y := view[[2]float32](dst, n), view[[2]float32](a, n), view[[2]float32](b, n)
	for i := range d {
		u, v := x[i], y[i]
		re, im := quotient(float64(u[0]), float64(u[1]), float64(v[0]), float64(v[1]))
		d[i] = [2]float32{float32(re), float32(im)}
	}
}

func reciprocal64(dst, a, _, _ ptr, n int) {
	d, x := view[[2]float32](dst, n), view[[2]float32](a, n)
	for i := range d {
		v := x[i]
		re, im := quotient(1, 0, float64(v[0]), float64(v[1]))
		d[i] = [2]float32{float32(re), float32(im)}
	}
}

// quotient is (a+bi)/(c+di) by Smith's formula, which divides through by the
// larger part of the divisor; so a real divisor, or an imaginary one, divides
// each part exactly as real numbers are divided. Both numbers are first scaled
// by a power of two so that their larger part is near 1: then nothing overflows
// on the way, and what underflows does not count beside the larger part.
func quotient(a, b, c, d float64) (re, im float64) {
	n, m := max(math.Abs(a), math.Abs(b)), max(math.Abs(c), math.Abs(d))
	if !(n > 0 && n <= math.MaxFloat64 && m > 0 && m <= math.MaxFloat64) {
		return quotientSpecial(a, b, c, d)
	}
	en, em := int(math.Float64bits(n)>>52), int(math.Float64bits(m)>>52)
	s, t := powerOfTwo(1023-en), powerOfTwo(1023-em)
	a, b, c, d = float64(a*s), float64(b*s), float64(c*t), float64(d*t)
	if math.Abs(c) >= math.Abs(d) {
		r := d / c
		q := c + float64(r*d)
		re, im = (a+float64(b*r))/q, (b-float64(a*r))/q
	} else {
		r := c / d
		q := d + float64(r*c)
		re, im = (float64(a*r)+b)/q, (float64(b*r)-a)/q
	}
	// In two steps, for the exponents may differ by twice the largest one.
	k := en - em
	s, t = powerOfTwo(k/2), powerOfTwo(k-k/2)
	return float64(re * s * t), float64(im * s * t)
}

// powerOfTwo is 2 to the k, for k from -1023 to 1023.
func powerOfTwo(k int) float64 {
	if k == -1023 {
		return 0x1p-1023
	}
	return math.Float64frombits(uint64(k+1023) << 52)
}

// quotientSpecial is the quotient where a number is zero, infinite or NaN, by
// the rules of C99, Annex G: a nonzero number over zero is infinite, an
// infinite over a finite one is infinite, a finite over an infinite one zero.
func quotientSpecial(a, b, c, d float64) (re, im float64) {
	inf := math.Inf(1)
	switch nan := math.NaN(); {
	case c == 0 && d == 0:
		// By a real zero with the sign of c: 0/0 is NaN, part by part.
		z := math.Copysign(inf, c)
		return float64(z * a), float64(z * b)
	case (math.IsInf(a, 0) || math.IsInf(b, 0)) && isFinite64(c) && isFinite64(d):
		a, b = infToOne(a), infToOne(b)
		return float64(inf * (float64(a*c) + float64(b*d))), float64(inf * (float64(b*c) - float64(a*d)))
	case (math.IsInf(c, 0) || math.IsInf(d, 0)) && isFinite64(a) && isFinite64(b):
		c, d = infToOne(c), infToOne(d)
		return float64(0 * (float64(a*c) + float64(b*d))), float64(0 * (float64(b*c) - float64(a*d)))
	case a == 0 && b == 0 && isFinite64(c) && isFinite64(d):
		return float64(a*c) + float64(b*d), float64(b*c) - float64(a*d)
	default:
		return nan, nan
	}
}

func isFinite64(x float64) bool { return x-x == 0 }

// infToOne is the direction of a part of an infinite number. That of a NaN is
// +0: its own sign, if arithmetic has made it, is another on other machines.
func infToOne(x float64) float64 {
	switch {
	case math.IsInf(x, 0):
		return math.Copysign(1, x)
	case x != x:
		return 0
	}
	return math.Copysign(0, x)
}

func conj[U uint32 | uint64](dst, a, _, _ ptr, n int) {
	d, x := view[[2]U](dst, n), view[[2]U](a, n)
	for i := range d {
		v := x[i]
		d[i] = [2]U{v[0], v[1] ^ signOf[U]()}
	}
}

// part copies the real parts, for k 0, or the imaginary parts, for k 1.
func part[U uint32 | uint64](dst, a ptr, k, n int) {
	d, x := view[U](dst, n), view[[2]U](a, n)
	for i := range d {
		d[i] = x[i][k&1]
	}
}

func complexIsNaN[T float](dst, a, _, _ ptr, n int) {
	d, x := view[uint8](dst, n), view[[2]T](a, n)
	for i := range d {
		v := x[i]
		d[i] = one[uint8](v[0] != v[0]) | one[uint8](v[1] != v[1])
	}
}

func complexIsInf[T float](dst, a, _, _ ptr, n int) {
	d, x := view[uint8](dst, n), view[[2]T](a, n)
	inf := T(math.Inf(1))
	for i := range d {
		v := x[i]
		d[i] = one[uint8](max(v[0], -v[0]) == inf) | one[uint8](max(v[1], -v[1]) == inf)
	}
}

func complexIsFinite[T float](dst, a, _, _ ptr, n int) {
	d, x := view[uint8](dst, n), view[[2]T](a, n)
	for i := range d {
		v := x[i]
		d[i] = one[uint8](v[0]-v[0] == 0) & one[uint8](v[1]-v[1] == 0)
	}
}

func complexEqual[T float](dst, a, b, _ ptr, n int) {
	d, x, y := view[uint8](dst, n), view[[2]T](a, n), view[[2]T](b, n)
	for i := range d {
		u, v := x[i], y[i]
		d[i] = one[uint8](u[0] == v[0]) & one[uint8](u[1] == v[1])
	}
}

func complexNotEqual[T float](dst, a, b, _ ptr, n int) {
	d, x, y := view[uint8](dst, n), view[[2]T](a, n), view[[2]T](b, n)
	for i := range d {
		u, v := x[i], y[i]
		d[i] = one[uint8](u[0] != v[0]) | one[uint8](u[1] != v[1])
	}
}

// notZero is 1 for a complex number that is not zero.
func notZero[T float](v [2]T) uint8 { return one[uint8](v[0] != 0) | one[uint8](v[1] != 0) }

func complexLogicalNot[T float](dst, a, _, _ ptr, n int) {
	d, x := view[uint8](dst, n), view[[2]T](a, n)
	for i := range d {
		d[i] = notZero(x[i]) ^ 1
	}
}

func complexLogicalAnd[T float](dst, a, b, _ ptr, n int) {
	d, x, y := view[uint8](dst, n), view[[2]T](a, n), view[[2]T](b, n)
	for i := range d {
		d[i] = notZero(x[i]) & notZero(y[i])
	}
}

func complexLogicalOr[T float](dst, a, b, _ ptr, n int) {
	d, x, y := view[uint8](dst, n), view[[2]T](a, n), view[[2]T](b, n)
	for i := range d {
		d[i] = notZero(x[i]) | notZero(y[i])
	}
}

func complexLogicalXor[T float](dst, a, b, _ ptr, n int) {
	d, x, y := view[uint8](dst, n), view[[2]T](a, n), view[[2]T](b, n)
	for i := range d {
		d[i] = notZero(x[i]) ^ notZero(y[i])
	}
}
