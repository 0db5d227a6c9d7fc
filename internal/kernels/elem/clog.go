package elem

import (
	"math"

	"github.com/ndgo/nd/internal/kernels/elem/coef"
)

// CExp2 returns 2^z. Special values are those of CExp.
func CExp2(z complex128) complex128 {
	x, y := real(z), imag(z)
	if y == 0 {
		return complex(Exp2(x), y)
	}
	if !finite(x) || !finite(y) {
		return CExp(z)
	}
	p := float64(y * coef.Ln2)
	c, s := cis(p, math.FMA(y, coef.Ln2Rest, math.FMA(y, coef.Ln2, -p)))
	x = clamp(x, -2000, 2000)
	k := math.RoundToEven(x)
	f := x - k
	r := float64(f * coef.Ln2)
	e, _, n := expSplit(r, math.FMA(f, coef.Ln2Rest, math.FMA(f, coef.Ln2, -r)))
	n += int(k)
	return complex(scaleProduct(e, c, n), scaleProduct(e, s, n))
}

// CExp264 returns 2^z, as CExp2.
func CExp264(z complex64) complex64 { return to64(CExp2(complex128(z))) }

// CExpm1 returns e^z - 1; its real part is (e^x-1)·cos y - 2·sin²(y/2). Special
// values are those of CExp, less 1.
func CExpm1(z complex128) complex128 {
	x, y := real(z), imag(z)
	if y == 0 {
		return complex(Expm1(x), y)
	}
	if !(math.Abs(x) < 700) || !finite(y) {
		w := CExp(z)
		return complex(real(w)-1, imag(w))
	}
	c, s := cis(y, 0)
	h := Sin(float64(0.5 * y))
	return complex(math.FMA(Expm1(x), c, -2*float64(h*h)), float64(Exp(x)*s))
}

// CExpm164 returns e^z - 1, as CExpm1.
func CExpm164(z complex64) complex64 { return to64(CExpm1(complex128(z))) }

// CLog2 returns the binary logarithm of z. Cut and special values are those of
// CLog, over ln 2.
func CLog2(z complex128) complex128 {
	if imag(z) == 0 && real(z) > 0 {
		return complex(Log2(real(z)), imag(z))
	}
	w := CLog(z)
	return complex(timesPair(real(w), coef.Log2eHi, coef.Log2eLo), timesPair(imag(w), coef.Log2eHi, coef.Log2eLo))
}

// CLog264 returns the binary logarithm of z, as CLog2.
func CLog264(z complex64) complex64 { return to64(CLog2(complex128(z))) }

// CLog10 returns the decimal logarithm of z. Cut and special values are those of
// CLog, over ln 10.
func CLog10(z complex128) complex128 {
	if imag(z) == 0 && real(z) > 0 {
		return complex(Log10(real(z)), imag(z))
	}
	w := CLog(z)
	return complex(timesPair(real(w), coef.Log10eHi, coef.Log10eLo), timesPair(imag(w), coef.Log10eHi, coef.Log10eLo))
}

// CLog1064 returns the decimal logarithm of z, as CLog10.
func CLog1064(z complex64) complex64 { return to64(CLog10(complex128(z))) }

// timesPair returns x·(h+l), for positive h and l.
func timesPair(x, h, l float64) float64 { return math.FMA(x, h, float64(x*l)) }

// CLog1p returns ln(1+z). Near zero ln|1+z| is ½ln(1+u), where u = |1+z|² - 1.
// Cut and special values are those of CLog of 1+z.
func CLog1p(z complex128) complex128 {
	x, y := real(z), imag(z)
	if y == 0 && x > -1 {
		return complex(Log1p(x), y)
	}
	if !(math.Abs(x) < 0.5 && math.Abs(y) < 0.5) {
		return CLog(complex(1+x, y))
	}
	u := math.FMA(x, 2+x, float64(y*y))
	return complex(float64(0.5*Log1p(u)), Atan2(y, 1+x))
}

// CLog1p64 returns ln(1+z), as CLog1p.
func CLog1p64(z complex64) complex64 { return to64(CLog1p(complex128(z))) }
