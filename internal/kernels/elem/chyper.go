package elem

import "math"

// chyperEdge bounds |x| where sinh x and cosh x do not overflow; beyond it both
// are e^|x|/2.
const chyperEdge = 700

// CSinh returns the hyperbolic sine of z: sinh x cos y + i cosh x sin y. It is
// odd, and CSinh of a conjugate is the conjugate.
//
//	CSinh(+0±Inf i) = CSinh(+0+NaN i) = +0+NaN i
//	CSinh(x±Inf i) and CSinh(x+NaN i) are NaN in both parts for finite x ≠ 0
//	CSinh(+Inf+0i) = +Inf+0i
//	CSinh(+Inf+yi) = ±Inf±Inf i with the signs of cos y and sin y
//	CSinh(+Inf±Inf i) = CSinh(+Inf+NaN i) = +Inf+NaN i
//	CSinh(NaN+0i) = NaN+0i, CSinh(NaN+yi) is NaN in both parts for y ≠ 0
func CSinh(z complex128) complex128 {
	x, y := parts(z)
	switch {
	case y == 0:
		return complex(Sinh(x), y)
	case !finite(y):
		if x == 0 || math.Abs(x) > math.MaxFloat64 {
			return complex(x, math.NaN())
		}
		return cnan()
	case x != x:
		return cnan()
	}
	c, s := cis(y, 0)
	if a := math.Abs(x); a > chyperEdge {
		c, s = halfExp(a, c, s)
		return complex(xorSign(c, math.Float64bits(x)), s)
	}
	return complex(float64(Sinh(x)*c), float64(Cosh(x)*s))
}

// halfExp returns e^a·c/2 and e^a·s/2.
func halfExp(a, c, s float64) (float64, float64) {
	if a > math.MaxFloat64 {
		return float64(a * c), float64(a * s)
	}
	e, _, n := expSplit(min(a, 1500), 0)
	return scaleProduct(e, c, n-1), scaleProduct(e, s, n-1)
}

// CCosh returns the hyperbolic cosine of z: cosh x cos y + i sinh x sin y. It is
// even, and CCosh of a conjugate is the conjugate.
//
//	CCosh(+0±Inf i) = CCosh(+0+NaN i) = NaN±0i
//	CCosh(x±Inf i) and CCosh(x+NaN i) are NaN in both parts for finite x ≠ 0
//	CCosh(+Inf+0i) = +Inf+0i
//	CCosh(+Inf+yi) = ±Inf±Inf i with the signs of cos y and sin y
//	CCosh(+Inf±Inf i) = CCosh(+Inf+NaN i) = +Inf+NaN i
//	CCosh(NaN+0i) = NaN±0i, CCosh(NaN+yi) is NaN in both parts for y ≠ 0
func CCosh(z complex128) complex128 {
	x, y := parts(z)
	switch {
	case y == 0:
		return complex(Cosh(x), xorSign(y, math.Float64bits(x)))
	case !finite(y):
		switch {
		case x == 0:
			return complex(math.NaN(), xorSign(x, math.Float64bits(y)))
		case math.Abs(x) > math.MaxFloat64:
			return complex(math.Abs(x), math.NaN())
		}
		return cnan()
	case x != x:
		return cnan()
	}
	c, s := cis(y, 0)
	if a := math.Abs(x); a > chyperEdge {
		c, s = halfExp(a, c, s)
		return complex(c, xorSign(s, math.Float64bits(x)))
	}
	return complex(float64(Cosh(x)*c), float64(Sinh(x)*s))
}

// CTanh returns the hyperbolic tangent of z, odd and with CTanh of a conjugate
// the conjugate, by Kahan's formula: with t = tan y, s = sinh x, b = 1+t²,
//
//	tanh z = (b·s·√(1+s²) + i t) / (1 + b·s²)
//
// and ±1 + 4i·sin y cos y e^(-2|x|) for |x| > 22.
//
//	CTanh(+0±Inf i) = CTanh(+0+NaN i) = +0+NaN i
//	CTanh(x±Inf i) and CTanh(x+NaN i) are NaN in both parts for finite x ≠ 0
//	CTanh(+Inf+yi) = 1±0i with the sign of sin 2y, 1±0i if y is not finite
//	CTanh(NaN+0i) = NaN+0i, CTanh(NaN+yi) is NaN in both parts for y ≠ 0
func CTanh(z complex128) complex128 {
	x, y := parts(z)
	a := math.Abs(x)
	switch {
	case a > math.MaxFloat64:
		im := y
		if finite(y) {
			c, s := cis(y, 0)
			im = xorSign(s, math.Float64bits(c))
		}
		return complex(math.Copysign(1, x), math.Copysign(0, im))
	case y == 0:
		return complex(Tanh(x), y)
	case x == 0:
		return complex(x, Tan(y))
	case !finite(y) || x != x:
		return cnan()
	case a > 22:
		c, s := cis(y, 0)
		e := Exp(-a)
		return complex(math.Copysign(1, x), float64(float64(4*float64(s*c)*e)*e))
	}
	t := Tan(y)
	s := Sinh(x)
	b := math.FMA(t, t, 1)
	bs := float64(b * s)
	d := math.FMA(bs, s, 1)
	return complex(float64(bs*math.Sqrt(math.FMA(s, s, 1)))/d, t/d)
}

// CSin returns the sine of z, the parts of CSinh with real and imaginary
// exchanged: sin z = -i sinh iz.
func CSin(z complex128) complex128 { return swap(CSinh(swap(z))) }

// CCos returns the cosine of z, cosh iz.
func CCos(z complex128) complex128 { return CCosh(complex(-imag(z), real(z))) }

// CTan returns the tangent of z, -i tanh iz.
func CTan(z complex128) complex128 { return swap(CTanh(swap(z))) }

// CSinh64 returns the hyperbolic sine of z, as CSinh.
func CSinh64(z complex64) complex64 { return to64(CSinh(complex128(z))) }

// CCosh64 returns the hyperbolic cosine of z, as CCosh.
func CCosh64(z complex64) complex64 { return to64(CCosh(complex128(z))) }

// CTanh64 returns the hyperbolic tangent of z, as CTanh.
func CTanh64(z complex64) complex64 { return to64(CTanh(complex128(z))) }

// CSin64 returns the sine of z, as CSin.
func CSin64(z complex64) complex64 { return to64(CSin(complex128(z))) }

// CCos64 returns the cosine of z, as CCos.
func CCos64(z complex64) complex64 { return to64(CCos(complex128(z))) }

// CTan64 returns the tangent of z, as CTan.
func CTan64(z complex64) complex64 { return to64(CTan(complex128(z))) }
