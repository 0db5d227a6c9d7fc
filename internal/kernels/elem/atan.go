package elem

import (
	"math"

	"github.com/ndgo/nd/internal/kernels/elem/coef"
	"github.com/ndgo/nd/internal/kernels/elem/coef/single"
)

// The arc tangents take one of eight cells, half an octave wide, with centre c:
//
//	atan a = atan c + atan t,  t = (a-c) / (1+c·a),  |t| <= 0.354
//
// The first cell has c = 0, the last c = infinity (t = -1/a). The quotient is
// one reciprocal and its residual tl, which matters near the first cell's edge.

// atanOff is the bits of 0.3535, where the second cell begins.
const atanOff = 0x3fd6a00000000000

// atanCell returns the cell of the number with bits b, sign bit clear.
func atanCell(b uint64) int64 {
	return min(max(int64(b-atanOff)>>51+1, 0), 7)
}

// atanSum returns atan c + atan(t+tl) for the centre c of cell j, as a pair.
func atanSum(j int64, t, tl float64) (s, w float64) {
	hi := coef.AtanHi[j]
	s = hi + t
	e := (hi - s) + t
	u := float64(t * t)
	return s, math.FMA(u*t, horner11(u, &coef.AtanP), (coef.AtanLo[j]+tl)+e)
}

// Atan returns the arc tangent of x.
//
// Error: 0.56 ULP.
//
//	Atan(±0) = ±0, Atan(±Inf) = ±Pi/2, Atan(NaN) = NaN
func Atan(x float64) float64 {
	a := math.Abs(x)
	if !(a <= 0x1p64) {
		if x != x {
			return math.NaN()
		}
		a = 0x1p64 // gives Pi/2, as everything beyond
	}
	j := atanCell(math.Float64bits(a))
	c := coef.AtanC[j]
	p := float64(c * a)
	pe := math.FMA(c, a, -p)
	d := 1 + p
	dl := ((1 - d) + p) + pe
	n := a - c
	if j == 7 {
		n, d, dl = -1, a, 0
	}
	r := 1 / d
	t := float64(n * r)
	tl := float64(math.FMA(-t, dl, math.FMA(-t, d, n)) * r)
	s, w := atanSum(j, t, tl)
	return math.Copysign(s+w, x)
}

// Atan2 returns the angle of the point (x, y), between -Pi and Pi.
//
// The quotient |y|/|x| chooses the cell; t is the quotient of |y| - c|x| and
// |x| + c|y|. For x < 0 the angle is Pi - atan, Pi a pair. Very large and very small
// operands are scaled first; a quotient below 2^-500 is its own arc tangent.
//
// Error: 0.8 ULP.
//
//	Atan2(y, NaN) = NaN, Atan2(NaN, x) = NaN
//	Atan2(±0, x) = ±0 for x > 0 and x = +0, ±Pi for x < 0 and x = -0
//	Atan2(y, ±0) = ±Pi/2 for y ≠ 0
//	Atan2(±y, +Inf) = ±0, Atan2(±y, -Inf) = ±Pi for finite y
//	Atan2(±Inf, x) = ±Pi/2 for finite x
//	Atan2(±Inf, +Inf) = ±Pi/4, Atan2(±Inf, -Inf) = ±3Pi/4
func Atan2(y, x float64) float64 {
	if x != x || y != y {
		return math.NaN()
	}
	s, w := atan2Pair(math.Abs(y), math.Abs(x), math.Signbit(x), false)
	return math.Copysign(s+w, y)
}

// atan2Pair returns the angle of the point (ax, ay), or (-ax, ay) if left, as a
// pair, for ax, ay >= 0. If it is to be fine, the numerator and the denominator of t
// are pairs, of which the difference is exact within a cell.
func atan2Pair(ay, ax float64, left, fine bool) (s, w float64) {
	edge := !(ay > 0x1p-240 && ay < 0x1p240 && ax > 0x1p-240 && ax < 0x1p240)
	if edge {
		ay, ax = atan2Special(ay, ax)
	}
	g := ay / ax
	if edge {
		if g < 0x1p-500 && !left {
			return g, 0
		}
		if m := max(ay, ax); m >= 0x1p240 {
			ay, ax = float64(ay*0x1p-632), float64(ax*0x1p-632)
		} else if m <= 0x1p-240 {
			ay, ax = float64(ay*0x1p632), float64(ax*0x1p632)
		}
	}
	j := atanCell(math.Float64bits(g))
	c := coef.AtanC[j]
	n, nl := math.FMA(-c, ax, ay), 0.0
	d, dl := math.FMA(c, ay, ax), 0.0
	if fine {
		p, q := float64(c*ax), float64(c*ay)
		n, nl = ay-p, -math.FMA(c, ax, -p)
		d = ax + q
		b := d - ax
		dl = ((ax - (d - b)) + (q - b)) + math.FMA(c, ay, -q)
	}
	if j == 7 {
		n, nl, d, dl = -ax, 0, ay, 0
	}
	r := 1 / d
	t := float64(n * r)
	tl := float64((math.FMA(-t, dl, math.FMA(-t, d, n)) + nl) * r)
	s, w = atanSum(j, t, tl)
	if left {
		h := coef.PiHi - s
		return h, ((coef.PiHi - h) - s) + (coef.PiLo - w)
	}
	return s, w
}

// atan2Special replaces magnitudes by others with the same angle where there
// are infinities or two zeros.
func atan2Special(ay, ax float64) (float64, float64) {
	switch {
	case ay > math.MaxFloat64 && ax > math.MaxFloat64:
		return 1, 1
	case ay > math.MaxFloat64:
		return 1, 0
	case ax > math.MaxFloat64 || ax == 0 && ay == 0:
		return 0, 1
	}
	return ay, ax
}

// Atan32 returns the arc tangent of x. Beyond 0.668 it is taken about 3/2:
//
//	atan a = atan 3/2 + atan t,  t = (a - 3/2)/(1 + 3a/2)
//
// with t as a pair, below 0.668 too. Error: 0.91 ULP. Special values as for Atan.
func Atan32(x float32) float32 {
	if x != x {
		return nan32()
	}
	a := min(abs32(x), 0x1p64)
	n, d, hi, lo := a, float32(1), float32(0), float32(0)
	if a > atanNear {
		n, d = a-single.AtanCenter, fma32(single.AtanCenter, a, 1)
		hi, lo = single.AtanHi, single.AtanLo
	}
	return copysign32(atanSum32(n, 0, d, 0, hi, lo, 0), x)
}

// atanNear is up to where Atan32 takes the arc tangent about zero.
const atanNear = 0.668

// atanSum32 returns hi + lo + atan q, q = (n+nl)/(d+dl), for |q| <= 0.668, or
// hi + lo - atan q if the sign bit of s is set.
func atanSum32(n, nl, d, dl, hi, lo float32, s uint32) float32 {
	c := 1 / d
	t := float32(n * c)
	tl := xorSign32(float32((fma32(-t, dl, fma32(-t, d, n))+nl)*c), s)
	t = xorSign32(t, s)
	u := float32(t * t)
	tl = fma32(-u, tl, tl) // nearly tl/(1+t²)
	b := &single.AtanP
	p := fma32(fma32(fma32(b[6], u, b[5]), u, b[4]), u, b[3])
	p = fma32(fma32(fma32(p, u, b[2]), u, b[1]), u, b[0])
	y := hi + t
	e := (hi - y) + t
	return y + fma32(float32(u*t), p, (lo+tl)+e)
}

// Atan232 returns the angle of the point (x, y), as Atan32. Error: 0.85 ULP.
// Special values as for Atan2.
func Atan232(y, x float32) float32 {
	ay, ax := abs32(y), abs32(x)
	if !(min(ax, ay) >= 0x1p-60 && max(ax, ay) < 0x1p60) {
		return atan2Edge32(y, x)
	}
	near := !(ay > float32(atanNear*ax))
	n, nl, d, dl := ay, float32(0), ax, float32(0)
	if !near {
		p := float32(single.AtanCenter * ax)
		n = ay - p
		b := n - ay
		nl = ((ay - (n - b)) - (p + b)) - fma32(single.AtanCenter, ax, -p)
		d = fma32(single.AtanCenter, ay, ax)
		dl = ax - fma32(-single.AtanCenter, ay, d)
	}
	var hi, lo float32
	switch {
	case near && x < 0:
		hi, lo = 2*single.Pio2A, 2*single.Pio2B
	case !near && x < 0:
		hi, lo = single.AtanPiHi, single.AtanPiLo
	case !near:
		hi, lo = single.AtanHi, single.AtanLo
	}
	return copysign32(atanSum32(n, nl, d, dl, hi, lo, math.Float32bits(x)), y)
}

// atan2Edge32 is Atan232 for very large and very small numbers, by way of float64.
func atan2Edge32(y, x float32) float32 {
	cy, cx := float64(y), float64(x)
	ay, ax := math.Abs(cy), math.Abs(cx)
	if !(ay > 0 && ay <= math.MaxFloat32 && ax > 0 && ax <= math.MaxFloat32) {
		if x != x || y != y {
			return nan32()
		}
		ay, ax = atan2Special(ay, ax)
	}
	v := atan32(ay, ax)
	if math.Signbit(cx) {
		v = coef.PiHi - v
	}
	return float32(math.Copysign(v, cy))
}

// atan32 returns the arc tangent of y/x to float32 accuracy, for y >= 0 and
// x >= 0 not both zero: that of the smaller quotient, or its complement.
func atan32(y, x float64) float64 {
	n, d := y, x
	if y > x {
		n, d = x, y
	}
	t := n / d
	u := float64(t * t)
	v := math.FMA(u*t, horner11(u, &coef.Atan32P), t)
	if y > x {
		v = coef.AtanHi[7] - v
	}
	return v
}
