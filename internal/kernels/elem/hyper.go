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

// Cosh returns the hyperbolic cosine of x: with e^|x|/2 = E as a pair, E + 1/(4E).
//
// Error: 0.87 ULP.
//
//	Cosh(±0) = 1, Cosh(±Inf) = +Inf, Cosh(NaN) = NaN
//	Cosh(x) = +Inf for |x| above 710.47
func Cosh(x float64) float64 {
	a := math.Abs(x)
	if !(a < hyperEdge) {
		if x != x {
			return math.NaN()
		}
		e, _, n := expSplit(min(a, 711), 0)
		return scale2(e, n-1)
	}
	e, el, n := expSplit(a, 0)
	s := pow2(n - 1)
	e, el = float64(e*s), float64(el*s)
	return e + (0.25/e + el)
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

// expm1Pair32 returns e^a - 1 as the sum of two numbers, of which the second is not
// as small as in a pair, for 0 <= a < 87; large says that a may be beyond 16 and
// what 1 rounds off counts.
func expm1Pair32(a float32, large bool) (y, yl float32) {
	t := fma32(a, single.InvLn2o8, magic32)
	k := t - magic32
	r := fma32(-k, single.Ln2o8Hi, a)
	n := math.Float32bits(t)
	q := expm1Part(r, -k, n)
	h := expTable32(n)
	d := h - 1
	y = fma32(h, r, d)
	e := fma32(h, r, d-y)
	if large {
		e += (h - d) - 1
	}
	return y, fma32(h, q, e)
}

// overPlus32 returns (y+yl)/(y+yl+n) as z + e·c, for a sum as expm1Pair32 returns and
// a positive integer n. z is y/(y+n), and c the reciprocal of the divisor with one
// step of Newton's.
func overPlus32(y, yl, n float32) (z, e, c float32) {
	d := y + n
	dl := (max(y, n) - d) + min(y, n) + yl
	c = 1 / d
	z = float32(y * c)
	e = fma32(-z, dl, fma32(-z, d, y)+yl)
	return z, e, fma32(-float32(dl*c), c, c)
}

// hyperFar32 returns e^a/2 for a >= 87.
func hyperFar32(a float32) float32 {
	n, r := expReduce32(min(a, 90))
	h := expTable32(n - 16)
	v := fma32(h, expPart32(r, n), h)
	return v + v
}

// Sinh32 returns the hyperbolic sine of x: with y = e^|x| - 1 it is
// (y + y/(y+1))/2. Error: 0.74 ULP. Special values as for Sinh.
func Sinh32(x float32) float32 {
	a := abs32(x)
	if !(a < 87) {
		if x != x {
			return nan32()
		}
		return xorSign32(hyperFar32(a), math.Float32bits(x))
	}
	y, yl := expm1Pair32(a, true)
	z, e, c := overPlus32(y, yl, 1)
	s := y + z
	s += ((y - s) + z) + fma32(e, c, yl)
	return xorSign32(float32(0.5*s), math.Float32bits(x))
}

// Cosh32 returns the hyperbolic cosine of x. Error: 0.88 ULP. Special values as
// for Cosh.
func Cosh32(x float32) float32 {
	a := abs32(x)
	if !(a < 87) {
		if x != x {
			return nan32()
		}
		return hyperFar32(a)
	}
	n, r := expReduce32(a)
	h := expTable32(n - 8)
	p := expPart32(r, n)
	e := fma32(h, p, h) // e^a/2
	return e + (0.25/e + fma32(h, p, h-e))
}

// Tanh32 returns the hyperbolic tangent of x, as Tanh. Error: 0.71 ULP. Special
// values as for Tanh.
func Tanh32(x float32) float32 {
	if x != x {
		return nan32()
	}
	a := min(abs32(x), 10) // from where on it is 1
	y, yl := expm1Pair32(a+a, false)
	z, e, c := overPlus32(y, yl, 2)
	return xorSign32(fma32(e, c, z), math.Float32bits(x))
}
