package elem

import (
	"math"

	"github.com/ndgo/nd/internal/kernels/elem/coef"
	"github.com/ndgo/nd/internal/kernels/elem/coef/single"
)

const halfReciprocal = 0x7fce6 << 44

// asinCore returns what Asin and Acos share for a = |x| < 1: w + v, which is the
// arc sine of a for a <= 1/2 (small), and of √((1-a)/2) otherwise. The square
// root is corrected by its residual, for which twentieths of a quotient are enough:
// the bits of 1/2w are about halfReciprocal less those of w.
func asinCore(a float64) (w, v float64, small bool) {
	small = a <= 0.5
	w, u, l := a, float64(a*a), 0.0
	if !small {
		u = float64((1 - a) * 0.5)
		w = math.Sqrt(u)
		l = float64(math.FMA(-w, w, u) * math.Float64frombits(halfReciprocal-math.Float64bits(w)))
	}
	return w, math.FMA(w*u, horner13(u, &coef.AsinP), l), small
}

// Asin returns the arc sine of x; for |x| > 1/2 it is
// Pi/2 - 2 asin √((1-|x|)/2).
//
// Error: 0.65 ULP.
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
// Error: 0.65 ULP.
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

// asinCore32 is asinCore for float32, a < 1.
func asinCore32(a float32) (w, v float32, small bool) {
	small = a <= 0.5
	w, u, l := a, float32(a*a), float32(0)
	if !small {
		u = float32((1 - a) * 0.5)
		w = float32(math.Sqrt(float64(u)))
		l = fma32(-w, w, u) / (w + w)
	}
	c := &single.AsinP
	p := fma32(fma32(fma32(fma32(c[4], u, c[3]), u, c[2]), u, c[1]), u, c[0])
	return w, fma32(float32(w*u), p, l), small
}

// Asin32 returns the arc sine of x, as Asin. Error: 0.70 ULP. Special values as
// for Asin.
func Asin32(x float32) float32 {
	a := abs32(x)
	if !(a < 1) {
		if a == 1 {
			return copysign32(single.Pio2A, x)
		}
		return nan32()
	}
	w, v, small := asinCore32(a)
	y := w + v
	if !small {
		w, v = w+w, v+v
		h := single.Pio2A - w
		y = h + (((single.Pio2A - h) - w) + (single.Pio2B - v))
	}
	return copysign32(y, x)
}

// Acos32 returns the arc cosine of x, as Acos. Error: 0.67 ULP. Special values
// as for Acos.
func Acos32(x float32) float32 {
	a := abs32(x)
	if !(a < 1) {
		switch x {
		case 1:
			return 0
		case -1:
			return 2 * single.Pio2A
		}
		return nan32()
	}
	w, v, small := asinCore32(a)
	ph, pl := single.Pio2A, single.Pio2B
	if !small {
		w, v = w+w, v+v
		if x > 0 {
			return w + v
		}
		ph, pl = 2*single.Pio2A, 2*single.Pio2B
	} else if x < 0 {
		w, v = -w, -v
	}
	h := ph - w
	return h + (((ph - h) - w) + (pl - v))
}
