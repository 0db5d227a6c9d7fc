package elem

import (
	"math"

	"github.com/ndgo/nd/internal/kernels/elem/coef"
)

// The gamma functions shift x up to x + n >= 10 by Gamma(x+n) = x(x+1)...(x+n-1)
// Gamma(x), use Stirling's series there, and reflect x < 0 at 0. Everything is
// kept in pairs. They are evaluated one element at a time.

// stirling returns ln Gamma(x+xl) as a pair, for x >= 10, xl an error of x.
//
//	ln Gamma(x) = (x - 1/2) ln x - x + ln(2pi)/2 + S(1/x²)/x
func stirling(x, xl float64) (h, l float64) {
	lh, ll := logPair(math.Float64bits(x), 0)
	ll += xl / x
	// (x - 1/2)(ln x - 1) - 1/2 + ln(2pi)/2
	m := x - 0.5
	ml := ((x - m) - 0.5) + xl
	lh, ll = twoSum(lh, -1, ll)
	p := float64(m * lh)
	if p > math.MaxFloat64 {
		return p, 0
	}
	pl := math.FMA(m, ll, math.FMA(ml, lh, math.FMA(m, lh, -p)))
	r := 1 / x
	s := math.FMA(r, horner7(float64(r*r), &coef.Stirling), pl+coef.StirlingLo)
	return twoSum(p, coef.StirlingC, s)
}

// twoSum returns a + b + l as a pair.
func twoSum(a, b, l float64) (h, hl float64) {
	s := a + b
	t := s - a
	e := (a - (s - t)) + (b - t) + l
	h = s + e
	return h, (s - h) + e
}

// shiftUp returns x + n >= 10 and the product x(x+1)...(x+n-1), both as pairs,
// for 0 < x < 10. The product of no factors is 1.
func shiftUp(x float64) (y, yl, p, pl float64) {
	p, y = 1, x
	for y < 10 {
		// p *= y + yl
		h := float64(p * y)
		pl = math.FMA(p, yl, math.FMA(pl, y, math.FMA(p, y, -h)))
		p = h + pl
		pl = (h - p) + pl
		y, yl = twoSum(y, 1, yl)
	}
	return y, yl, p, pl
}

// gammaPos returns Gamma(x) for x > 0 as a pair times 2^n.
func gammaPos(x float64) (g, gl float64, n int) {
	if x >= 10 {
		h, l := stirling(min(x, 200), 0)
		return expSplit(h, l)
	}
	y, yl, p, pl := shiftUp(x)
	h, l := stirling(y, yl)
	e, el, n := expSplit(h, l)
	g, gl = quotient(e, el, p, pl)
	return g, gl, n
}

// Gamma returns the gamma function of x.
//
// Error: 0.76 ULP.
//
//	Gamma(+Inf) = +Inf, Gamma(±0) = ±Inf
//	Gamma(x) = NaN for integers x < 0, Gamma(-Inf) = NaN, Gamma(NaN) = NaN
//	Gamma(x) = +Inf for x above 171.62, ±0 for other x below -184
func Gamma(x float64) float64 {
	a := math.Abs(x)
	switch {
	case x != x || x < 0 && math.Trunc(x) == x:
		return math.NaN()
	case a < 0x1p-60:
		return 1 / x // overflows for subnormal x, as Gamma does
	case x > 0:
		g, gl, n := gammaPos(x)
		return scale2(g+gl, n)
	case x < -190:
		return math.Copysign(0, -sinpiSign(a))
	}
	// -pi / (a sin(pi·a) Gamma(a)), with the sign that sin(pi·a) gives.
	s, sl := sinpiPair(a)
	g, gl, n := gammaPos(a)
	d := float64(g * a)
	dl := math.FMA(gl, a, math.FMA(g, a, -d))
	p := float64(d * s)
	pl := math.FMA(d, sl, math.FMA(dl, s, math.FMA(d, s, -p)))
	q, ql := quotient(coef.PiHi, coef.PiLo, p, pl)
	return -scale2(q+ql, -n)
}

// sinpiSign returns ±1, the sign of sin(pi·a) for a > 0 no integer.
func sinpiSign(a float64) float64 {
	if math.Trunc(a*0.5) == float64(math.Trunc(a)*0.5) {
		return 1
	}
	return -1
}

// sinpiPair returns sin(pi·a) as a pair, for a >= 0 no integer.
func sinpiPair(a float64) (s, sl float64) {
	t, r, lo := reducePi(a)
	u := float64(r * r)
	h := math.FMA(-0.5, u, 1)
	n, w := r, 0.0
	if t&1 == 0 {
		w = sinPoly(r, u, h, lo)
	} else {
		n, w = h, cosPoly(r, u, h, lo)
	}
	s = n + w
	sl = (n - s) + w
	return xorSign(s, t<<62), xorSign(sl, t<<62)
}

// Lgamma returns the logarithm of |Gamma(x)|.
//
// Error: 0.8 ULP for x > 0. For x < 0 there are zeros between the integers, near
// which the error is 2^-55 rather than relative: 1 ULP where |Lgamma(x)| > 1/4.
//
//	Lgamma(±Inf) = +Inf, Lgamma(±0) = +Inf, Lgamma(NaN) = NaN
//	Lgamma(x) = +Inf for integers x <= 0
//	Lgamma(1) = Lgamma(2) = +0
func Lgamma(x float64) float64 {
	a := math.Abs(x)
	switch {
	case x != x:
		return math.NaN()
	case a > math.MaxFloat64 || x <= 0 && math.Trunc(x) == x:
		return math.Inf(1)
	case a < 0x1p-60:
		return -Log(a)
	}
	h, l := lgammaPos(a)
	if x > 0 {
		return h + l
	}
	// ln(pi / (a |sin(pi·a)|)) - ln Gamma(a)
	s, sl := sinpiPair(a)
	if s < 0 {
		s, sl = -s, -sl
	}
	d := float64(s * a)
	dl := math.FMA(sl, a, math.FMA(s, a, -d))
	q, ql := quotient(coef.PiHi, coef.PiLo, d, dl)
	lh, ll := logPair(math.Float64bits(q), 0)
	lh, ll = twoSum(lh, -h, (ll+ql/q)-l)
	return lh + ll
}

// lgammaPos returns ln Gamma(x) as a pair for x > 0: near its zero 2 by a
// polynomial, and near 1 as ln Gamma(x+1) - ln x.
func lgammaPos(x float64) (h, l float64) {
	switch {
	case x >= 10:
		return stirling(x, 0)
	case math.Abs(x-2) < 0.25:
		return lgammaNear(x - 2)
	case math.Abs(x-1) < 0.25:
		h, l = lgammaNear(x - 1)
		lh, ll := logPair(math.Float64bits(x), 0)
		return twoSum(h, -lh, l-ll)
	}
	y, yl, p, pl := shiftUp(x)
	h, l = stirling(y, yl)
	lh, ll := logPair(math.Float64bits(p), 0)
	return twoSum(h, -lh, l-(ll+pl/p))
}

// lgammaNear returns ln Gamma(2+t) as a pair for |t| < 1/4.
func lgammaNear(t float64) (h, l float64) {
	p := float64(t * coef.Lgamma0)
	w := float64(t * math.FMA(t, horner15(t, &coef.LgammaP), coef.Lgamma0Lo))
	return twoSum(p, w, math.FMA(t, coef.Lgamma0, -p))
}

// Gamma32 returns the gamma function of x. Error: 0.501 ULP. Special values as
// for Gamma.
func Gamma32(x float32) float32 { return to32(Gamma(float64(x))) }

// Lgamma32 returns the logarithm of |Gamma(x)|. Error: 0.501 ULP, away from the
// zeros for x < 0. Special values as for Lgamma.
func Lgamma32(x float32) float32 { return to32(Lgamma(float64(x))) }
