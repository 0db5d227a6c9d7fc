package elem

import (
	"math"

	"github.com/ndgo/nd/internal/kernels/elem/coef"
	"github.com/ndgo/nd/internal/kernels/elem/coef/single"
)

// The trigonometric functions write |x| = k·pi/2 + r + lo with |r| <= pi/4: k·A
// subtracted by one FMA is exact, A being a multiple of 2^-50; k·B is a product
// pair; the difference is exact as a Fast2Sum even where it cancels, because
// the first step leaves a multiple of 2^-53. The sign of x comes back at the
// end, so that -0 needs no care. Beyond 2^28 reduceLarge does the same with
// integers.

// reduceLimit bounds the arguments that reduce serves. Up to shortLimit, k has so
// few bits that k·B1 is exact, and what B1 and C1 leave out of pi/2 is less than
// 2^-60 of the smallest r.
const (
	reduceLimit = 0x1p28
	shortLimit  = 0x1p20
)

// reduce returns k (in the low bits of t), r and lo for 0 <= a <= reduceLimit.
func reduce(a float64) (t uint64, r, lo float64) {
	s := math.FMA(a, coef.TwoOverPi, magic)
	k := s - magic
	r1 := math.FMA(-k, coef.Pio2A, a)
	if a <= shortLimit {
		p := float64(k * coef.Pio2B1)
		r = r1 - p
		lo = math.FMA(-k, coef.Pio2C1, (r1-r)-p)
		return math.Float64bits(s), r, lo
	}
	p := float64(k * coef.Pio2B)
	pe := math.FMA(k, coef.Pio2B, -p)
	r = r1 - p
	lo = math.FMA(-k, coef.Pio2C, ((r1-r)-p)-pe)
	return math.Float64bits(s), r, lo
}

// sinPoly returns sin(r+lo) as a pair r + w.
func sinPoly(r, u, h, lo float64) (w float64) {
	return math.FMA(u*r, horner6(u, &coef.SinS), lo*h)
}

// cosPoly returns cos(r+lo) as a pair h + w.
func cosPoly(r, u, h, lo float64) (w float64) {
	ue := math.FMA(r, r, -u)
	v := math.FMA(-0.5, ue, math.FMA(-r, lo, math.FMA(-0.5, u, 1-h)))
	return math.FMA(u*u, horner6(u, &coef.CosC), v)
}

// sinCos returns sin(r+lo) if odd is 0, else cos(r+lo). To be shorter than the
// pairs above it takes cos lo and what u rounds off for nothing, at up to 0.15
// ULP each.
func sinCos(odd uint64, r, lo float64) float64 {
	u := float64(r * r)
	if odd == 0 {
		return r + math.FMA(u*r, horner6(u, &coef.SinS), lo)
	}
	h := math.FMA(-0.5, u, 1)
	v := math.FMA(-r, lo, math.FMA(-0.5, u, 1-h))
	return h + math.FMA(u*u, horner6(u, &coef.CosC), v)
}

// Sin returns the sine of x.
//
// Error: 0.85 ULP.
//
//	Sin(±0) = ±0, Sin(±Inf) = NaN, Sin(NaN) = NaN
func Sin(x float64) float64 {
	a := math.Abs(x)
	var t uint64
	var r, lo float64
	if a <= reduceLimit {
		t, r, lo = reduce(a)
	} else if t, r, lo = reduceLarge(a); r != r {
		return math.NaN()
	}
	return xorSign(sinCos(t&1, r, lo), t<<62^math.Float64bits(x))
}

// Cos returns the cosine of x.
//
// Error: 0.85 ULP.
//
//	Cos(±Inf) = NaN, Cos(NaN) = NaN
func Cos(x float64) float64 {
	a := math.Abs(x)
	var t uint64
	var r, lo float64
	if a <= reduceLimit {
		t, r, lo = reduce(a)
	} else if t, r, lo = reduceLarge(a); r != r {
		return math.NaN()
	}
	t++
	return xorSign(sinCos(t&1, r, lo), t<<62)
}

// Tan returns the tangent of x: r + ru·P(u) and 1 + u·Q(u) with u = r², of which the
// quotient is the tangent of r, as pairs, one of them divided by the other. lo joins
// them as in the tangent of a sum.
//
// Error: 0.93 ULP.
//
//	Tan(±0) = ±0, Tan(±Inf) = NaN, Tan(NaN) = NaN
func Tan(x float64) float64 {
	a := math.Abs(x)
	var t uint64
	var r, lo float64
	if a <= reduceLimit {
		t, r, lo = reduce(a)
	} else if t, r, lo = reduceLarge(a); r != r {
		return math.NaN()
	}
	u := float64(r * r)
	p, q := &coef.TanP, &coef.TanQ
	pv := math.FMA(math.FMA(p[2], u, p[1]), u, p[0])
	qv := horner4(u, q)
	d := math.FMA(u, qv, 1)
	dl := math.FMA(u, qv, 1-d)
	dl = math.FMA(math.FMA(r, r, -u), q[0], dl)
	w := math.FMA(r*u, pv, float64(lo*d))
	n := r + w
	nl := (r - n) + w
	dl = math.FMA(-lo, n, dl)
	if t&1 != 0 {
		n, nl, d, dl = d, dl, n, nl
	}
	c := 1 / d
	y := float64(n * c)
	e := math.FMA(-y, dl, math.FMA(-y, d, n)) + nl
	return xorSign(math.FMA(e, c, y), t<<63^math.Float64bits(x))
}

// sin32 returns sin r and cos32 cos r, to float32 accuracy, u = r².
func sin32(r, u float64) float64 { return math.FMA(u*r, horner4(u, &coef.Sin32S), r) }

func cos32(u float64) float64 {
	return math.FMA(u*u, horner3(u, &coef.Cos32C), math.FMA(-0.5, u, 1))
}

// sinCos32 returns sin r or cos r, chosen and signed by the quadrant in t.
func sinCos32(t uint64, r float64) float64 {
	u := float64(r * r)
	y := sin32(r, u)
	if t&1 != 0 {
		y = cos32(u)
	}
	return xorSign(y, t<<62)
}

// circleLimit32 bounds the arguments that circle32 takes apart itself.
const circleLimit32 = 0x1p17

// circle32 writes a >= 0 as k·pi/2 + r + lo, with k in the low bits of t; r is NaN
// for an infinity or NaN.
func circle32(a float32) (t uint32, r, lo float32) {
	if !(a <= circleLimit32) {
		u, rh, rl := reduceLarge32(float64(a))
		r = float32(rh)
		return uint32(u), r, float32((rh - float64(r)) + rl)
	}
	s := fma32(a, single.TwoOverPi, magic32)
	k := s - magic32
	r1 := fma32(-k, single.Pio2A, a)
	p := float32(k * single.Pio2B)
	pe := fma32(k, single.Pio2B, -p)
	r = r1 - p
	lo = fma32(-k, single.Pio2C, ((r1-r)-p)-pe)
	return math.Float32bits(s), r, lo
}

// reduceLarge32 is reduceLarge where reduce does not serve.
func reduceLarge32(a float64) (t uint64, r, lo float64) {
	if a <= reduceLimit {
		return reduce(a)
	}
	return reduceLarge(a)
}

// sinCosOf32 returns sin(r+lo) or cos(r+lo), chosen and signed by the quadrant in
// t, as sinCos.
func sinCosOf32(t uint32, r, lo float32) float32 {
	u := float32(r * r)
	var y float32
	if t&1 == 0 {
		c := &single.SinS
		y = r + fma32(float32(u*r), fma32(fma32(c[2], u, c[1]), u, c[0]), lo)
	} else {
		c := &single.CosC
		h := fma32(-0.5, u, 1)
		v := fma32(-r, lo, fma32(-0.5, u, 1-h))
		y = h + fma32(float32(u*u), fma32(fma32(c[2], u, c[1]), u, c[0]), v)
	}
	return xorSign32(y, t<<30)
}

// Sin32 returns the sine of x. Error: 0.88 ULP. Special values as for Sin.
func Sin32(x float32) float32 {
	t, r, lo := circle32(abs32(x))
	if r != r {
		return nan32()
	}
	return xorSign32(sinCosOf32(t, r, lo), math.Float32bits(x))
}

// Cos32 returns the cosine of x. Error: 0.88 ULP. Special values as for Cos.
func Cos32(x float32) float32 {
	t, r, lo := circle32(abs32(x))
	if r != r {
		return nan32()
	}
	return sinCosOf32(t+1, r, lo)
}

// Tan32 returns the tangent of x, as Tan. Error: 0.995 ULP. Special values as for
// Tan.
func Tan32(x float32) float32 {
	t, r, lo := circle32(abs32(x))
	if r != r {
		return nan32()
	}
	u := float32(r * r)
	h := fma32(-0.5, u, 1)
	a := &single.SinS
	w := fma32(float32(u*r), fma32(fma32(a[2], u, a[1]), u, a[0]), float32(lo*h))
	n := r + w
	nl := (r - n) + w
	a = &single.CosC
	w = fma32(float32(u*u), fma32(fma32(a[2], u, a[1]), u, a[0]), fma32(-r, lo, fma32(-0.5, u, 1-h)))
	d := h + w
	dl := (h - d) + w
	if t&1 != 0 {
		n, nl, d, dl = d, dl, n, nl
	}
	c := 1 / d
	q := float32(n * c)
	e := fma32(-q, dl, fma32(-q, d, n)) + nl
	return xorSign32(fma32(e, c, q), t<<31^math.Float32bits(x))
}
