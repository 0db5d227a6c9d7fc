package elem

import "math"

// The inverse functions use Kahan's formulas over s = √(1-z) and t = √(1+z), in
// which no terms cancel:
//
//	asin z = atan(x / Re(s·t)) + i asinh(Im(s̄·t))
//	acos z = 2 atan(Re s / Re t) + i asinh(Im(t̄·s))
//
// For parts beyond 2^500, infinities among them, they are the first term of
// their expansions, in which 2z takes the place of z ± √(z²-1).

// areaLarge bounds the parts of z for the main formulas.
const areaLarge = 0x1p500

// roots returns √(1-z) and √(1+z).
func roots(z complex128) (s, t complex128) {
	x, y := real(z), imag(z)
	return CSqrt(complex(1-x, -y)), CSqrt(complex(1+x, y))
}

// imagConj returns the imaginary part of the product of s's conjugate and t,
// for imaginary parts of opposite sign.
func imagConj(s, t complex128) float64 {
	return float64(real(s)*imag(t)) - float64(imag(s)*real(t))
}

// logTwice returns ln|2z| for a z with a large part.
func logTwice(z complex128) float64 {
	if !finite(real(z)) || !finite(imag(z)) {
		return math.Inf(1)
	}
	s, sl, n := sumSquares(real(z), imag(z))
	return float64(0.5 * logSum(s, sl, float64(n+2)))
}

// CAsin returns the arc sine of z, with cuts along the real axis beyond ±1. It is
// odd, and CAsin of a conjugate is the conjugate.
//
//	CAsin(z) = atan2(x, |y|) ± Inf i for an infinite part and no NaN
//	CAsin(±Inf+NaN i) = CAsin(NaN±Inf i) = NaN±Inf i
//	CAsin(±0+NaN i) = ±0+NaN i
//	CAsin(z) is NaN in both parts for other NaN parts
func CAsin(z complex128) complex128 {
	x, y := parts(z)
	ax, ay := math.Abs(x), math.Abs(y)
	switch {
	case x != x || y != y:
		switch {
		case ax > math.MaxFloat64 || ay > math.MaxFloat64:
			return complex(math.NaN(), math.Copysign(math.Inf(1), y))
		case x == 0:
			return complex(x, math.NaN())
		}
		return cnan()
	case ax > areaLarge || ay > areaLarge:
		return complex(Atan2(x, ay), math.Copysign(logTwice(z), y))
	case ax < 0x1p-30 && ay < 0x1p-30:
		return z // z³/6 does not count, and the halves of the roots may underflow
	}
	s, t := roots(z)
	re := float64(real(s)*real(t)) - float64(imag(s)*imag(t))
	return complex(Atan2(x, re), math.Copysign(Asinh(imagConj(s, t)), y))
}

// CAcos returns the arc cosine of z, with cuts along the real axis beyond ±1.
// CAcos of a conjugate is the conjugate.
//
//	CAcos(z) = atan2(|y|, x) ∓ Inf i for an infinite part and no NaN
//	CAcos(±Inf+NaN i) = CAcos(NaN±Inf i) = NaN∓Inf i
//	CAcos(±0+NaN i) = Pi/2+NaN i
//	CAcos(z) is NaN in both parts for other NaN parts
func CAcos(z complex128) complex128 {
	x, y := parts(z)
	ax, ay := math.Abs(x), math.Abs(y)
	switch {
	case x != x || y != y:
		switch {
		case ax > math.MaxFloat64 || ay > math.MaxFloat64:
			return complex(math.NaN(), math.Copysign(math.Inf(1), -y))
		case x == 0:
			return complex(Acos(0), math.NaN())
		}
		return cnan()
	case ax > areaLarge || ay > areaLarge:
		return complex(Atan2(ay, x), math.Copysign(logTwice(z), -y))
	}
	s, t := roots(z)
	re := Atan2(real(s), real(t))
	return complex(re+re, math.Copysign(Asinh(imagConj(s, t)), -y))
}

// CAsinh returns the inverse hyperbolic sine of z, -i asin iz, with cuts along
// the imaginary axis beyond ±i.
func CAsinh(z complex128) complex128 { return swap(CAsin(swap(z))) }

// CAcosh returns the inverse hyperbolic cosine of z, with real part >= 0 and a
// cut along the real axis below 1: i times CAcos, or -i times it.
func CAcosh(z complex128) complex128 {
	w := CAcos(z)
	return complex(canonical(math.Abs(imag(w))), canonical(math.Copysign(real(w), canonical(imag(z)))))
}

// CAtanh returns the inverse hyperbolic tangent of z, with cuts along the real
// axis beyond ±1. It is odd, and CAtanh of a conjugate is the conjugate.
//
//	atanh z = log1p(4x / ((1-x)² + y²))/4 + i atan(2y / ((1-x)(1+x) - y²))/2
//
//	CAtanh(±1±0i) = ±Inf±0i
//	CAtanh(z) = ±0±i·Pi/2 for an infinite part and no NaN
//	CAtanh(±Inf+NaN i) = ±0+NaN i, CAtanh(NaN±Inf i) = 0±i·Pi/2
//	CAtanh(±0+NaN i) = ±0+NaN i
//	CAtanh(z) is NaN in both parts for other NaN parts
func CAtanh(z complex128) complex128 {
	x, y := parts(z)
	ax, ay := math.Abs(x), math.Abs(y)
	switch {
	case ay == 0 && ax <= 1:
		return complex(Atanh(x), y)
	case x == 0:
		return complex(x, Atan(y))
	case x != x || y != y:
		switch {
		case ax > math.MaxFloat64:
			return complex(math.Copysign(0, x), math.NaN())
		case ay > math.MaxFloat64:
			return complex(0, math.Copysign(Acos(0), y))
		}
		return cnan()
	case ax > 0x1p54 || ay > 0x1p54:
		// Re(1/z)
		re := 0.0
		if finite(x) && finite(y) {
			re = real(CDiv(1, complex(ax, ay)))
		}
		return complex(math.Copysign(re, x), math.Copysign(Acos(0), y))
	}
	var re float64
	u := 1 - ax
	if u == 0 && ay < 0x1p-27 {
		re = float64(0.5 * (Log(2) - Log(ay)))
	} else {
		re = float64(0.25 * Log1p(float64(4*ax)/(float64(u*u)+float64(ay*ay))))
	}
	im := float64(0.5 * Atan2(ay+ay, float64(u*(1+ax))-float64(ay*ay)))
	return complex(math.Copysign(re, x), math.Copysign(im, y))
}

// CAtan returns the arc tangent of z, -i atanh iz, with cuts along the imaginary
// axis beyond ±i.
func CAtan(z complex128) complex128 { return swap(CAtanh(swap(z))) }

// CAsin64 returns the arc sine of z, as CAsin.
func CAsin64(z complex64) complex64 { return to64(CAsin(complex128(z))) }

// CAcos64 returns the arc cosine of z, as CAcos.
func CAcos64(z complex64) complex64 { return to64(CAcos(complex128(z))) }

// CAtan64 returns the arc tangent of z, as CAtan.
func CAtan64(z complex64) complex64 { return to64(CAtan(complex128(z))) }

// CAsinh64 returns the inverse hyperbolic sine of z, as CAsinh.
func CAsinh64(z complex64) complex64 { return to64(CAsinh(complex128(z))) }

// CAcosh64 returns the inverse hyperbolic cosine of z, as CAcosh.
func CAcosh64(z complex64) complex64 { return to64(CAcosh(complex128(z))) }

// CAtanh64 returns the inverse hyperbolic tangent of z, as CAtanh.
func CAtanh64(z complex64) complex64 { return to64(CAtanh(complex128(z))) }
