package elem

import (
	"math"

	"github.com/ndgo/nd/internal/kernels/elem/coef"
	"github.com/ndgo/nd/internal/kernels/elem/coef/single"
)

// expParts returns e^a as A and e^-a as B, each a pair from the table times its
// power of two, without the factor e^r: a = k·ln2/8 + r + rl, A = 2^(k/8),
// B = 2^(-k/8). A and B are halved down times. Beyond k = 512 B is 0, since A
// then exceeds it by 2^128.
func expParts(a float64, down uint64) (ah, al, bh, bl, r, rl float64) {
	t := math.FMA(a, coef.InvLn2o8, magic)
	k := t - magic
	r1 := math.FMA(-k, coef.Ln2o8Hi, a)
	c := float64(-k * coef.Ln2o8Lo)
	r = r1 + c
	rl = (r1 - r) + c
	n := math.Float64bits(t)
	ah, al = expTable(n, down)
	if k <= 512 {
		bh, bl = expTable(-n, down)
	}
	return ah, al, bh, bl, r, rl
}

// expTable returns 2^(k/8 - down) as a pair, k being the low bits of n.
func expTable(n, down uint64) (hi, lo float64) {
	j := n & 7
	s := n&^7<<(expShift-3) - down<<expShift
	hi = math.Float64frombits(math.Float64bits(coef.ExpHi[j]) + s)
	return hi, float64(coef.ExpLo[j] * math.Float64frombits(1023<<expShift+s))
}

// hyperEdge is where e^x/2 comes near overflow: beyond it Sinh and Cosh work
// with halves and double the result.
const hyperEdge = 709

// Sinh returns the hyperbolic sine of x.
//
// With S = (A-B)/2 and C = (A+B)/2 as pairs, sinh x = S·cosh r + C·sinh r, where
// S and C·r are added as pairs and the rest is small. For |x| < ln2/16, S = 0
// and C = 1, so a small x needs no other formula.
//
// Error: 0.56 ULP.
//
//	Sinh(±0) = ±0, Sinh(±Inf) = ±Inf, Sinh(NaN) = NaN
//	Sinh(x) = ±Inf for |x| above 710.47
func Sinh(x float64) float64 {
	a, down := math.Abs(x), uint64(1)
	edge := !(a < hyperEdge)
	if edge {
		if x != x {
			return math.NaN()
		}
		a, down = min(a, 711), 2
	}
	ah, al, bh, bl, r, rl := expParts(a, down)
	sh := ah - bh
	sl := ((ah - sh) - bh) + (al - bl)
	ch := ah + bh
	cl := ((ah - ch) + bh) + (al + bl)
	u := float64(r * r)
	cm := float64(u * horner3(u, &coef.ExpEven)) // cosh r - 1
	sm := math.FMA(r*u, horner3(u, &coef.ExpOdd), rl)
	p := float64(ch * r)
	y := sh + p
	low := ((sh - y) + p) + math.FMA(ch, r, -p)
	low += math.FMA(ch, sm, math.FMA(sh, cm, math.FMA(cl, r, sl)))
	y += low
	if edge {
		y += y
	}
	return xorSign(y, math.Float64bits(x))
}

// Cosh returns the hyperbolic cosine of x: C·cosh r + S·sinh r, as in Sinh.
//
// Error: 0.56 ULP.
//
//	Cosh(±0) = 1, Cosh(±Inf) = +Inf, Cosh(NaN) = NaN
//	Cosh(x) = +Inf for |x| above 710.47
func Cosh(x float64) float64 {
	a, down := math.Abs(x), uint64(1)
	edge := !(a < hyperEdge)
	if edge {
		if x != x {
			return math.NaN()
		}
		a, down = min(a, 711), 2
	}
	ah, al, bh, bl, r, rl := expParts(a, down)
	sh := ah - bh
	sl := ((ah - sh) - bh) + (al - bl)
	ch := ah + bh
	cl := ((ah - ch) + bh) + (al + bl)
	u := float64(r * r)
	cm := float64(u * horner3(u, &coef.ExpEven))
	sm := math.FMA(r*u, horner3(u, &coef.ExpOdd), rl)
	p := float64(sh * r)
	y := ch + p
	low := ((ch - y) + p) + math.FMA(sh, r, -p)
	low += math.FMA(sh, sm, math.FMA(ch, cm, math.FMA(sl, r, cl)))
	y += low
	if edge {
		y += y
	}
	return y
}

// expm1Pair returns e^x - 1 as a pair for 0 <= x <= 44, as Expm1 does; A >= 1
// makes its subtraction simpler.
func expm1Pair(x float64) (h, l float64) {
	t := math.FMA(x, coef.InvLn2o8, magic)
	k := t - magic
	r1 := math.FMA(-k, coef.Ln2o8Hi, x)
	c := float64(-k * coef.Ln2o8Lo)
	r := r1 + c
	rl := (r1 - r) + c
	r2 := float64(r * r)
	q := math.FMA(r2, apart7(r, r2, &coef.Expm1Q), rl)
	a, al := expTable(math.Float64bits(t), 0)
	d := a - 1
	de := (a - d) - 1
	p := float64(a * r)
	y := d + p
	ye := (d - y) + p
	low := ((de + ye) + math.FMA(a, r, -p)) + math.FMA(a, q, math.FMA(al, r+q, al))
	h = y + low
	return h, (y - h) + low
}

// Tanh returns the hyperbolic tangent of x: n/(n+2) with n = e^(2|x|) - 1 as a
// pair, by one reciprocal and the residual of the quotient.
//
// Error: 0.54 ULP.
//
//	Tanh(±0) = ±0, Tanh(±Inf) = ±1, Tanh(NaN) = NaN
func Tanh(x float64) float64 {
	a := math.Abs(x)
	if !(a < 18.714973875118524) {
		switch {
		case x != x:
			return math.NaN()
		case a <= 19.061547465398498:
			return math.Copysign(1-0x1p-53, x)
		}
		return math.Copysign(1, x)
	}
	nh, nl := expm1Pair(a + a)
	d := nh + 2
	dl := (nh - (d - 2)) + nl
	c := 1 / d
	q := float64(nh * c)
	e := math.FMA(-q, dl, math.FMA(-q, d, nh)) + nl
	return xorSign(math.FMA(e, c, q), math.Float64bits(x))
}

// hyper32 returns S, C and the polynomials of Sinh for a float32 result, for
// 0 <= a <= 200.
func hyper32(a float64) (s, c, sinh, coshm1 float64) {
	t := math.FMA(a, coef.InvLn2o8, magic)
	k := t - magic
	r := math.FMA(-k, coef.Ln2o8Hi, a)
	n := math.Float64bits(t)
	ah, _ := expTable(n, 1)
	bh, _ := expTable(-n, 1)
	u := float64(r * r)
	return ah - bh, ah + bh, math.FMA(r*u, math.FMA(u, coef.ExpOdd32[1], coef.ExpOdd32[0]), r),
		float64(u * math.FMA(u, coef.ExpEven32[1], coef.ExpEven32[0]))
}

// Sinh32 returns the hyperbolic sine of x. Error: 0.501 ULP. Special values as
// for Sinh.
func Sinh32(x float32) float32 {
	c := float64(x)
	if x != x {
		return nan32()
	}
	sh, ch, s, c1 := hyper32(min(math.Abs(c), 200))
	return float32(xorSign(math.FMA(ch, s, math.FMA(sh, c1, sh)), math.Float64bits(c)))
}

// Cosh32 returns the hyperbolic cosine of x. Error: 0.501 ULP. Special values as
// for Cosh.
func Cosh32(x float32) float32 {
	if x != x {
		return nan32()
	}
	sh, ch, s, c1 := hyper32(min(math.Abs(float64(x)), 200))
	return float32(math.FMA(sh, s, math.FMA(ch, c1, ch)))
}

// Tanh32 returns the hyperbolic tangent of x, as Tanh. Error: 0.67 ULP. Special
// values as for Tanh.
func Tanh32(x float32) float32 {
	if x != x {
		return nan32()
	}
	a := min(abs32(x), 10) // from where on it is 1
	t := fma32(a, 2*single.InvLn2o8, magic32)
	k := t - magic32
	r := fma32(-k, single.Ln2o8Hi, a+a)
	n := math.Float32bits(t)
	q := expm1Part(r, -k, n)
	// e^2a - 1 as a pair.
	h := expTable32(n)
	d := h - 1
	s := fma32(h, r, d)
	sl := fma32(h, q, fma32(h, r, d-s))
	y := s + sl
	yl := (s - y) + sl
	// And 2 more.
	d = y + 2
	dl := (max(y, 2) - d) + min(y, 2) + yl
	c := 1 / d
	z := float32(y * c)
	e := fma32(-z, dl, fma32(-z, d, y)) + yl
	return xorSign32(fma32(e, c, z), math.Float32bits(x))
}
