package elem

import (
	"math"

	"github.com/ndgo/nd/internal/kernels/elem/coef"
)

// asinCore returns what Asin and Acos share for a = |x| < 1: w + v, which is the
// arc sine of a for a <= 1/2 (small), and of √((1-a)/2) otherwise. The square
// root is corrected by its residual.
func asinCore(a float64) (w, v float64, small bool) {
	small = a <= 0.5
	w, u, l := a, float64(a*a), 0.0
	if !small {
		u = float64((1 - a) * 0.5)
		w = math.Sqrt(u)
		l = math.FMA(-w, w, u) / (w + w)
	}
	return w, math.FMA(w*u, horner13(u, &coef.AsinP), l), small
}

// Asin returns the arc sine of x; for |x| > 1/2 it is
// Pi/2 - 2 asin √((1-|x|)/2).
//
// Error: 0.6 ULP.
//
//	Asin(±0) = ±0, Asin(±1) = ±Pi/2
//	Asin(x) = NaN for |x| > 1, Asin(NaN) = NaN
func Asin(x float64) float64 {
	a := math.Abs(x)
	if !(a < 1) {
		if a == 1 {
			return math.Copysign(coef.Pio2A, x)
		}
		return math.NaN()
	}
	w, v, small := asinCore(a)
	y := w + v
	if !small {
		h, l := coef.Pio2A-(w+w), coef.Pio2B-(v+v)
		y = h + (((coef.Pio2A - h) - (w + w)) + l)
	}
	return math.Copysign(y, x)
}

// Acos returns the arc cosine of x: Pi/2 - asin x for |x| <= 1/2, else
// 2 asin √((1-|x|)/2) or Pi less that.
//
// Error: 0.6 ULP.
//
//	Acos(1) = +0, Acos(-1) = Pi
//	Acos(x) = NaN for |x| > 1, Acos(NaN) = NaN
func Acos(x float64) float64 {
	a := math.Abs(x)
	if !(a < 1) {
		switch x {
		case 1:
			return 0
		case -1:
			return coef.PiHi
		}
		return math.NaN()
	}
	w, v, small := asinCore(a)
	ph, pl := coef.Pio2A, coef.Pio2B
	if !small {
		w, v = w+w, v+v
		if x > 0 {
			return w + v
		}
		ph, pl = coef.PiHi, coef.PiLo
	} else if x < 0 {
		w, v = -w, -v
	}
	h := ph - w
	return h + (((ph - h) - w) + (pl - v))
}

// asin32 is asinCore for float32 results.
func asin32(a float64) (y float64, small bool) {
	small = a <= 0.5
	w, u := a, float64(a*a)
	if !small {
		u = float64((1 - a) * 0.5)
		w = math.Sqrt(u)
	}
	return math.FMA(w*u, horner7(u, &coef.Asin32P), w), small
}

// Asin32 returns the arc sine of x. Error: 0.501 ULP. Special values as for
// Asin.
func Asin32(x float32) float32 {
	c := float64(x)
	a := math.Abs(c)
	if !(a <= 1) {
		return nan32()
	}
	y, small := asin32(a)
	if !small {
		y = coef.Pio2A - (y + y)
	}
	return float32(math.Copysign(y, c))
}

// Acos32 returns the arc cosine of x. Error: 0.501 ULP. Special values as for
// Acos.
func Acos32(x float32) float32 {
	c := float64(x)
	a := math.Abs(c)
	if !(a <= 1) {
		return nan32()
	}
	y, small := asin32(a)
	switch {
	case small:
		return float32(coef.Pio2A - math.Copysign(y, c))
	case x > 0:
		return float32(y + y)
	}
	return float32(coef.PiHi - (y + y))
}
