package elem

import (
	"math"

	"github.com/ndgo/nd/internal/kernels/elem/coef"
)

// erfSmall returns w for erf x = x + w, |x| < 0.84375; the first coefficient is
// a pair.
func erfSmall(x float64) float64 {
	u := float64(x * x)
	return math.FMA(x, math.FMA(u, horner11(u, &coef.ErfP), coef.ErfP0), x*coef.ErfP0Lo)
}

// Erf returns the error function of x: from 0.84375 on it is 1 - e^-G, G a
// polynomial in |x| - 0.84375 whose first coefficient and last sum are pairs.
//
// Error: 0.7 ULP.
//
//	Erf(±0) = ±0, Erf(±Inf) = ±1, Erf(NaN) = NaN
func Erf(x float64) float64 {
	a := math.Abs(x)
	if a < 0.84375 {
		return math.Copysign(a+erfSmall(a), x)
	}
	if x != x {
		return math.NaN()
	}
	v := min(a, 6) - 0.84375
	w := math.FMA(v, apart18(v, &coef.ErfG), coef.ErfG0Lo)
	s := coef.ErfG0 + w
	e, t := expPair(-s, -((coef.ErfG0 - s) + w))
	return math.Copysign(1-expScale(e, math.Float64bits(t)), x)
}

// erfcTail returns e^-(h+hl)·erfcx(y+yl), erfcx(y) being e^(y²)·erfc(y), without
// its power of two, 2^n, for 3/4 <= y <= 28.
//
// (1+2y)·erfcx(y) is a polynomial F in t = (y-3)/(y+3) that stays between 1 and
// 1.3. One reciprocal, of (1+2y)(y+3), gives t and the quotient by 1+2y, both
// corrected by their residuals. F and the exponential are pairs.
func erfcTail(h, hl, y, yl float64) (v float64, n int) {
	d := math.FMA(2, y, 1)
	dl := math.FMA(2, yl, math.FMA(2, y, 1-d))
	b := y + 3
	r := 1 / float64(d*b)
	m := y - 3
	rb := float64(d * r)
	t := float64(m * rb)
	t = math.FMA(math.FMA(-t, b, m), rb, t)
	w := math.FMA(t, apart21(t, &coef.ErfcF), coef.ErfcF0Lo)
	f := coef.ErfcF0 + w
	fl := (coef.ErfcF0 - f) + w
	e, el, n := expSplit(-h, -hl)
	p := float64(e * f)
	pl := math.FMA(e, f, -p) + math.FMA(e, fl, el*f)
	c := float64(b * r)
	q := float64(p * c)
	return math.FMA(math.FMA(-q, dl, math.FMA(-q, d, p))+pl, c, q), n
}

// Erfc returns the complementary error function of x, 1 - Erf(x), without its
// cancellation.
//
// Error: 1 ULP.
//
//	Erfc(+Inf) = +0, Erfc(-Inf) = 2, Erfc(NaN) = NaN
//	Erfc(x) = +0 for x above 27.23
func Erfc(x float64) float64 {
	a := math.Abs(x)
	if a < 0.75 {
		w := erfSmall(x)
		h := 1 - x
		return h + (((1 - h) - x) - w)
	}
	if x != x {
		return math.NaN()
	}
	a = min(a, 28)
	h := float64(a * a)
	c := scale2(erfcTail(h, math.FMA(a, a, -h), a, 0))
	if x < 0 {
		return 2 - c
	}
	return c
}

// Gelu returns x·Phi(x), Phi being the normal distribution's: the exact form of
// the Gaussian error linear unit. Phi comes from a polynomial for |x| < 1.06, as
// a pair, and from half the complementary error function of |x|/√2 beyond.
//
// Error: 1.6 ULP.
//
//	Gelu(±0) = ±0, Gelu(+Inf) = +Inf, Gelu(-Inf) = -0, Gelu(NaN) = NaN
func Gelu(x float64) float64 {
	a := math.Abs(x)
	if a < 1.0607 {
		u := float64(x * x)
		p := float64(x * coef.PhiP0)
		s := 0.5 + p
		l := math.FMA(x, math.FMA(u, horner11(u, &coef.PhiP), coef.PhiP0Lo), math.FMA(x, coef.PhiP0, -p))
		return float64(x * (s + (((0.5 - s) + p) + l)))
	}
	if x != x {
		return math.NaN()
	}
	a = min(a, 40)
	h := float64(a * a)
	hl := math.FMA(a, a, -h)
	y := float64(a * coef.InvSqrt2)
	yl := math.FMA(a, coef.InvSqrt2Lo, math.FMA(a, coef.InvSqrt2, -y))
	v, n := erfcTail(float64(0.5*h), float64(0.5*hl), y, yl)
	if x < 0 {
		// The product comes before the scale: Phi may be subnormal.
		return scale2(float64(-a*v), n-1)
	}
	return float64(x * (1 - scale2(v, n-1)))
}

// Erf32 returns the error function of x. Error: 0.51 ULP. Special values as for
// Erf.
func Erf32(x float32) float32 {
	c := float64(x)
	a := math.Abs(c)
	if a < 0.84375 {
		return float32(math.FMA(c, horner7(float64(a*a), &coef.Erf32P), c))
	}
	if x != x {
		return nan32()
	}
	v := min(a, 4) - 0.84375
	return float32(math.Copysign(1-exp32(-horner10(v, &coef.Erf32G)), c))
}

// erfcTail32 returns e^-h·erfcx(y) to float32 accuracy.
func erfcTail32(h, y float64) float64 {
	d, b := math.FMA(2, y, 1), y+3
	r := 1 / float64(d*b)
	f := horner11(math.FMA(-6, d*r, 1), &coef.Erfc32F)
	return float64(exp32(-h) * float64(f*float64(b*r)))
}

// Erfc32 returns the complementary error function of x. Error: 0.51 ULP. Special
// values as for Erfc.
func Erfc32(x float32) float32 {
	c := float64(x)
	a := math.Abs(c)
	if a < 0.75 {
		return float32(1 - math.FMA(c, horner7(float64(a*a), &coef.Erf32P), c))
	}
	if x != x {
		return nan32()
	}
	a = min(a, 12)
	y := erfcTail32(float64(a*a), a)
	if x < 0 {
		y = 2 - y
	}
	return float32(y)
}

// Gelu32 returns x·Phi(x). Error: 0.51 ULP. Special values as for Gelu.
func Gelu32(x float32) float32 {
	c := float64(x)
	a := math.Abs(c)
	if a < 1.0607 {
		return float32(c * math.FMA(c, horner7(float64(a*a), &coef.Phi32P), 0.5))
	}
	if x != x {
		return nan32()
	}
	a = min(a, 16)
	y := float64(0.5 * erfcTail32(float64(0.5*float64(a*a)), float64(a*coef.InvSqrt2)))
	if x < 0 {
		return float32(-a * y)
	}
	return float32(c * (1 - y))
}
