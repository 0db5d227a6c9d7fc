package elem

import "math"

// CDiv returns a/b. It overflows and underflows only where the quotient does.
//
//	A nonzero number over zero is infinite, 0/0 is NaN, part by part
//	An infinite number over a finite one is infinite, a finite over an infinite one zero
func CDiv(a, b complex128) complex128 {
	return complex(cquotient(real(a), imag(a), real(b), imag(b)))
}

// CDiv64 returns a/b, as CDiv. It divides in float64, and rounds once.
func CDiv64(a, b complex64) complex64 {
	re, im := cquotient(float64(real(a)), float64(imag(a)), float64(real(b)), float64(imag(b)))
	return complex(float32(re), float32(im))
}

// CReciprocal returns 1/z, as CDiv.
func CReciprocal(z complex128) complex128 { return complex(cquotient(1, 0, real(z), imag(z))) }

// CReciprocal64 returns 1/z, as CDiv64.
func CReciprocal64(z complex64) complex64 { return CDiv64(1, z) }

// cquotient is (a+bi)/(c+di) by Smith's formula, which divides through by the
// larger part of the divisor; so a real divisor, or an imaginary one, divides
// each part exactly as real numbers are divided. Both numbers are first scaled
// by a power of two so that their larger part is near 1: then nothing overflows
// on the way, and what underflows does not count beside the larger part.
func cquotient(a, b, c, d float64) (re, im float64) {
	n, m := max(math.Abs(a), math.Abs(b)), max(math.Abs(c), math.Abs(d))
	if !(n > 0 && n <= math.MaxFloat64 && m > 0 && m <= math.MaxFloat64) {
		return cquotientSpecial(a, b, c, d)
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

// cquotientSpecial is the quotient where a number is zero, infinite or NaN, by
// the rules of C99, Annex G: a nonzero number over zero is infinite, an
// infinite over a finite one is infinite, a finite over an infinite one zero.
func cquotientSpecial(a, b, c, d float64) (re, im float64) {
	inf := math.Inf(1)
	switch nan := math.NaN(); {
	case c == 0 && d == 0:
		// By a real zero with the sign of c: 0/0 is NaN, part by part.
		z := math.Copysign(inf, c)
		return float64(z * a), float64(z * b)
	case (math.IsInf(a, 0) || math.IsInf(b, 0)) && finite(c) && finite(d):
		a, b = infToOne(a), infToOne(b)
		return float64(inf * (float64(a*c) + float64(b*d))), float64(inf * (float64(b*c) - float64(a*d)))
	case (math.IsInf(c, 0) || math.IsInf(d, 0)) && finite(a) && finite(b):
		c, d = infToOne(c), infToOne(d)
		return float64(0 * (float64(a*c) + float64(b*d))), float64(0 * (float64(b*c) - float64(a*d)))
	case a == 0 && b == 0 && finite(c) && finite(d):
		return float64(a*c) + float64(b*d), float64(b*c) - float64(a*d)
	default:
		return nan, nan
	}
}

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
