package elem

import "math"

// cis returns the cosine and sine of h + l, for finite h and l below an ulp of h.
func cis(h, l float64) (c, s float64) {
	if math.Abs(l) > 0x1p-10 {
		z := CMul(complex(cis(h, 0)), complex(cis(l, 0)))
		return real(z), imag(z)
	}
	a := math.Abs(h)
	var t uint64
	var r, lo float64
	if a <= reduceLimit {
		t, r, lo = reduce(a)
	} else {
		t, r, lo = reduceLarge(a)
	}
	r, lo = twoSum(r, 0, lo+xorSign(l, math.Float64bits(h)))
	s = xorSign(sinCos(t&1, r, lo), t<<62^math.Float64bits(h))
	t++
	return xorSign(sinCos(t&1, r, lo), t<<62), s
}

// scaleProduct returns e·v·2^n for |v| <= 1, moderate e and |n| <= 2200, without
// overflow or underflow on the way.
func scaleProduct(e, v float64, n int) float64 {
	if n < -1400 {
		n = -1400
	}
	if n < 1000 {
		return scale2(float64(e*v), n)
	}
	v = float64(v * 0x1p700)
	return scale2(float64(e*v), n-700)
}

// CExp returns e^z = e^x·(cos y + i sin y). The power of two of e^x is applied
// last, so that the product overflows only if it has to.
//
//	CExp(x±0i) = e^x±0i
//	CExp(x±Inf i) and CExp(x+NaN i) are NaN in both parts for finite x
//	CExp(-Inf+yi) = ±0±0i with the signs of cos y and sin y, +0+0i if y is not finite
//	CExp(+Inf+yi) = ±Inf±Inf i with those signs, +Inf+NaN i if y is not finite
//	CExp(NaN+yi) is NaN in both parts for y ≠ 0
func CExp(z complex128) complex128 {
	x, y := real(z), imag(z)
	if y == 0 {
		return complex(Exp(x), y)
	}
	if !finite(y) {
		switch {
		case x < -math.MaxFloat64:
			return 0
		case x > math.MaxFloat64:
			return complex(x, math.NaN())
		}
		return cnan()
	}
	if x != x {
		return cnan()
	}
	c, s := cis(y, 0)
	if x > math.MaxFloat64 {
		return complex(float64(x*c), float64(x*s))
	}
	e, _, n := expSplit(clamp(x, -1500, 1500), 0)
	return complex(scaleProduct(e, c, n), scaleProduct(e, s, n))
}

// CExp64 returns e^z, as CExp.
func CExp64(z complex64) complex64 { return to64(CExp(complex128(z))) }

// sumSquares returns x² + y² as a pair times 2^n, for finite x and y not both
// zero.
func sumSquares(x, y float64) (s, sl float64, n int) {
	a, b := max(math.Abs(x), math.Abs(y)), min(math.Abs(x), math.Abs(y))
	switch {
	case a >= 0x1p480:
		a, b, n = float64(a*0x1p-600), float64(b*0x1p-600), 1200
	case a <= 0x1p-400:
		a, b, n = float64(a*0x1p600), float64(b*0x1p600), -1200
	}
	a2 := float64(a * a)
	b2 := float64(b * b)
	s, sl = twoSum(a2, b2, math.FMA(a, a, -a2)+math.FMA(b, b, -b2))
	return s, sl, n
}

// CLog returns the natural logarithm of z, ln|z| + i·arg z, cut along the
// negative real axis. ln|z| is half the logarithm of x² + y² as a pair, so that
// nothing cancels near |z| = 1.
//
//	CLog(-0±0i) = -Inf±Pi i, CLog(+0±0i) = -Inf±0i
//	CLog(z) has the real part +Inf for any infinite part
//	CLog(z) is otherwise NaN in both parts for a NaN part
//	The imaginary part is that of CArg
func CLog(z complex128) complex128 {
	x, y := real(z), imag(z)
	t := Atan2(y, x)
	if !finite(x) || !finite(y) || x == 0 && y == 0 {
		return complex(Log(Hypot(x, y)), t)
	}
	s, sl, n := sumSquares(x, y)
	return complex(float64(0.5*logSum(s, sl, float64(n))), t)
}

// CLog64 returns the natural logarithm of z, as CLog.
func CLog64(z complex64) complex64 { return to64(CLog(complex128(z))) }

// CPow returns z^w = e^(w·ln z), cut along the negative real axis of z.
// CPow(z, 2) is CMul(z, z). ln z, its product with w and the exponential are
// pairs, or the error would grow with the exponent; what remains of that growth
// is 2^-58·|w·ln z|.
//
//	CPow(z, 0) = 1 for any z, CPow(z, 1) = z
//	CPow(0, w) = 0 for real w > 0, +Inf for real w < 0
//	CPow(0, w) = 0 for other w with a positive real part, else NaN in both parts
func CPow(z, w complex128) complex128 {
	x, y, c, d := real(z), imag(z), real(w), imag(w)
	switch {
	case c == 0 && d == 0:
		return 1
	case d == 0 && c == 1:
		return complex(parts(z))
	case d == 0 && c == 2:
		return CMul(z, z)
	case x == 0 && y == 0:
		switch {
		case c > 0:
			return 0
		case c < 0 && d == 0:
			return complex(math.Inf(1), 0)
		}
		return cnan()
	case !finite(x) || !finite(y) || !finite(c) || !finite(d):
		return CExp(CMul(w, CLog(z)))
	}
	s, sl, n := sumSquares(x, y)
	lh, ll := logPair(math.Float64bits(s), float64(-n))
	lh, ll = twoSum(lh, sl/s, ll)
	lh, ll = float64(0.5*lh), float64(0.5*ll)
	th, tl := atan2Pair(math.Abs(y), math.Abs(x), math.Signbit(x), true)
	th, tl = twoSum(th, 0, tl)
	if math.Signbit(y) {
		th, tl = -th, -tl
	}
	re, rel := productSum(c, lh, ll, -d, th, tl)
	im, iml := productSum(c, th, tl, d, lh, ll)
	switch {
	case re != re || !finite(im) && re > -1500:
		return cnan()
	case re < -1500:
		return 0
	case re > 1500:
		re, rel = 1500, 0
	}
	e, el, m := expSplit(re, rel)
	cs, sn := cis(im, iml)
	return complex(scaleProduct(e+el, cs, m), scaleProduct(e+el, sn, m))
}

// CPow64 returns z^w, as CPow; CPow64(z, 2) is CMul64(z, z).
func CPow64(z, w complex64) complex64 {
	if w == 2 {
		return CMul64(z, z)
	}
	return to64(CPow(complex128(z), complex128(w)))
}

// productSum returns a·(b+bl) + c·(d+dl) as a pair, or a lone infinity or NaN.
func productSum(a, b, bl, c, d, dl float64) (h, l float64) {
	p := float64(a * b)
	q := float64(c * d)
	if s := p + q; !finite(s) {
		return s, 0
	}
	return twoSum(p, q, math.FMA(a, bl, math.FMA(a, b, -p))+math.FMA(c, dl, math.FMA(c, d, -q)))
}
