package elem

import "math"

// The complex functions are written with the parts of their operands, never
// with the products and quotients of the language, which the compiler fuses.
// Those for complex64 that are no arithmetic work on complex128 and round once.
// Special values and branch cuts are those of C99, Annex G, where the sign of a
// zero tells the sides of a cut apart; where the standard leaves a sign open, it
// is the one that comes out.
//
// The error of a complex function is measured as |got - want| / |want|. It is
// below 4·2^-53 for complex128, and 2^-24 and a little for complex64, but for
// CMul64, 4·2^-24, and CPow, where a rapidly turning phase costs more.

// to64 rounds z to complex64.
func to64(z complex128) complex64 { return complex(to32(real(z)), to32(imag(z))) }

// swap returns imag z + i·real z, which is i times the conjugate of z.
func swap(z complex128) complex128 { return complex(imag(z), real(z)) }

// parts returns the parts of z, a NaN always math.NaN(): its sign must not become
// that of another part.
func parts(z complex128) (x, y float64) { return canonical(real(z)), canonical(imag(z)) }

// cnan is NaN in both parts.
func cnan() complex128 { return complex(math.NaN(), math.NaN()) }

func finite(x float64) bool { return math.Abs(x) <= math.MaxFloat64 }

// CMul returns a·b from four rounded products. An infinite or NaN part is not
// mended, so (Inf + 0i)·(Inf + 0i) has a NaN.
func CMul(a, b complex128) complex128 {
	ar, ai, br, bi := real(a), imag(a), real(b), imag(b)
	return complex(float64(ar*br)-float64(ai*bi), float64(ar*bi)+float64(ai*br))
}

// CMul64 is CMul for complex64, every step rounded to float32.
func CMul64(a, b complex64) complex64 {
	ar, ai, br, bi := real(a), imag(a), real(b), imag(b)
	return complex(float32(ar*br)-float32(ai*bi), float32(ar*bi)+float32(ai*br))
}

// CAbs returns |z|. Error and special values are those of Hypot.
func CAbs(z complex128) float64 { return Hypot(real(z), imag(z)) }

// CAbs64 returns |z|, as Hypot32.
func CAbs64(z complex64) float32 { return Hypot32(real(z), imag(z)) }

// CArg returns the angle of z, between -Pi and Pi. Error and special values are
// those of Atan2.
func CArg(z complex128) float64 { return Atan2(imag(z), real(z)) }

// CArg64 returns the angle of z, as Atan232.
func CArg64(z complex64) float32 { return Atan232(imag(z), real(z)) }

// CSqrt returns the square root of z, with real part >= 0 and cut along the
// negative real axis.
//
// With t = √((|x|+|z|)/2) the parts are t and y/(2t), in the order that the sign
// of x tells. Very large and very small z are scaled by a power of 4.
//
//	CSqrt(±0±0i) = +0±0i
//	CSqrt(x±Inf i) = +Inf±Inf i for any x, NaN included
//	CSqrt(-Inf±yi) = +0±Inf i, CSqrt(+Inf±yi) = +Inf±0i for finite y
//	CSqrt(-Inf+NaN i) = NaN+Inf i, CSqrt(+Inf+NaN i) = +Inf+NaN i
//	CSqrt(x+yi) is NaN in both parts for other NaN x or y
func CSqrt(z complex128) complex128 {
	x, y := parts(z)
	ax, ay := math.Abs(x), math.Abs(y)
	switch {
	case ax == 0 && ay == 0:
		return complex(0, y)
	case ay > math.MaxFloat64:
		return complex(ay, y)
	case ax > math.MaxFloat64:
		d, i := 0.0, math.Copysign(0, y)
		if y != y {
			d, i = math.NaN(), math.NaN()
		}
		if x < 0 {
			return complex(d, math.Copysign(ax, y))
		}
		return complex(ax, i)
	case x != x || y != y:
		return cnan()
	}
	s := 1.0
	if m := max(ax, ay); m >= 0x1p1000 {
		ax, ay, s = float64(ax*0x1p-4), float64(ay*0x1p-4), 0x1p2
	} else if m < 0x1p-960 {
		ax, ay, s = float64(ax*0x1p120), float64(ay*0x1p120), 0x1p-60
	}
	t := math.Sqrt(float64(0.5 * (ax + Hypot(ax, ay))))
	u := ay / (t + t)
	t, u = float64(t*s), float64(u*s)
	if x < 0 {
		t, u = u, t
	}
	return complex(t, math.Copysign(u, y))
}

// CSqrt64 returns the square root of z, as CSqrt.
func CSqrt64(z complex64) complex64 { return to64(CSqrt(complex128(z))) }
