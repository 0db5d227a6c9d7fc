package elem

import (
	"math"

	"github.com/ndgo/nd/internal/kernels/elem/coef"
)

// The exponentials reduce x to r by x = k·ln2/8 + r with |r| <= ln2/16 and use
// a table T of 2^(j/8), as pairs hi + lo:
//
//	e^x = 2^m (Thi[j] + (Thi[j]·p + Tlo[j])),  k = 8m + j,  p = e^r - 1
//
// ln2/8 is a pair too; k·hi subtracted by one FMA is exact, because the result
// is a multiple of 2^-57 below 2^-4.

// expScale returns y·2^(k/8 rounded down), n having k in its low bits, for a
// result that is a normal number.
func expScale(y float64, n uint64) float64 {
	return math.Float64frombits(math.Float64bits(y) + n&^7<<(expShift-3))
}

// Exp returns e^x.
//
// Error: 0.61 ULP, 0.77 where the result is subnormal.
//
//	Exp(+Inf) = +Inf, Exp(-Inf) = 0, Exp(NaN) = NaN
//	Exp(x) = +Inf for x above 709.78, 0 for x below -745.14
func Exp(x float64) float64 {
	edge := !(math.Abs(x) < 708)
	if edge {
		if x != x {
			return math.NaN()
		}
		x = clamp(x, -746, 710)
	}
	t := math.FMA(x, coef.InvLn2o8, magic)
	k := t - magic
	r := math.FMA(-k, coef.Ln2o8Lo, math.FMA(-k, coef.Ln2o8Hi, x))
	p := math.FMA(r*r, horner6(r, &coef.ExpQ), r)
	n := math.Float64bits(t)
	j := n & 7
	y := coef.ExpHi[j] + math.FMA(coef.ExpHi[j], p, coef.ExpLo[j])
	if edge {
		return scale2(y, int(k)>>3)
	}
	return expScale(y, n)
}

// Exp32 returns e^x. Error: 0.503 ULP. Special values as for Exp.
func Exp32(x float32) float32 {
	c := float64(x)
	if !(math.Abs(c) < 200) {
		if c != c {
			return nan32()
		}
		c = clamp(c, -200, 200)
	}
	return float32(exp32(c))
}

// exp32 returns e^x for |x| <= 200 to 2^-32.
func exp32(x float64) float64 {
	t := math.FMA(x, coef.InvLn2o8, magic)
	k := t - magic
	r := math.FMA(-k, coef.Ln2o8Hi, x)
	p := math.FMA(r*r, horner3(r, &coef.Exp32Q), r)
	n := math.Float64bits(t)
	h := coef.ExpHi[n&7]
	return expScale(math.FMA(h, p, h), n)
}

// Exp2 returns 2^x; it is exact for integers.
//
// Here k/8 is x rounded by adding 1.5·2^49, f = x - k/8 is exact, and
// r = f·ln2 is a pair.
//
// Error: 0.59 ULP, 0.74 where the result is subnormal.
//
//	Exp2(+Inf) = +Inf, Exp2(-Inf) = 0, Exp2(NaN) = NaN
//	Exp2(x) = +Inf for x >= 1024, 0 for x <= -1075
func Exp2(x float64) float64 {
	edge := !(math.Abs(x) < 1022)
	if edge {
		if x != x {
			return math.NaN()
		}
		x = clamp(x, -1076, 1025)
	}
	t := x + magic/8
	k := t - magic/8
	f := x - k
	r := float64(f * coef.Ln2)
	rl := math.FMA(f, coef.Ln2Rest, math.FMA(f, coef.Ln2, -r))
	p := r + math.FMA(r*r, horner6(r, &coef.ExpQ), rl)
	n := math.Float64bits(t)
	j := n & 7
	y := coef.ExpHi[j] + math.FMA(coef.ExpHi[j], p, coef.ExpLo[j])
	if edge {
		return scale2(y, int(math.Floor(k)))
	}
	return expScale(y, n)
}

// Exp232 returns 2^x for float32. Error: 0.503 ULP. Special values as for Exp2.
func Exp232(x float32) float32 {
	c := float64(x)
	if !(math.Abs(c) < 200) {
		if c != c {
			return nan32()
		}
		c = clamp(c, -200, 200)
	}
	t := c + magic/8
	r := float64((c - (t - magic/8)) * coef.Ln2)
	p := math.FMA(r*r, horner3(r, &coef.Exp32Q), r)
	n := math.Float64bits(t)
	h := coef.ExpHi[n&7]
	return float32(expScale(math.FMA(h, p, h), n))
}

// Exp10 returns 10^x; it is exact where 10^x is a float64.
//
// Here x = k·log10(2)/8 + f, f a pair, and r = f·ln10.
//
// Error: 0.6 ULP, 0.77 where the result is subnormal.
//
//	Exp10(+Inf) = +Inf, Exp10(-Inf) = 0, Exp10(NaN) = NaN
//	Exp10(x) = +Inf for x above 308.25, 0 for x below -323.6
func Exp10(x float64) float64 {
	edge := !(math.Abs(x) < 307)
	if edge {
		if x != x {
			return math.NaN()
		}
		x = clamp(x, -325, 310)
	}
	t := math.FMA(x, coef.InvLog10of2o8, magic)
	k := t - magic
	f1 := math.FMA(-k, coef.Log10of2o8Hi, x)
	c := float64(-k * coef.Log10of2o8Lo)
	f := f1 + c
	fl := (f1 - f) + c
	r := float64(f * coef.Ln10)
	rl := math.FMA(fl, coef.Ln10, math.FMA(f, coef.Ln10Rest, math.FMA(f, coef.Ln10, -r)))
	p := r + math.FMA(r*r, horner6(r, &coef.ExpQ), rl)
	n := math.Float64bits(t)
	j := n & 7
	y := coef.ExpHi[j] + math.FMA(coef.ExpHi[j], p, coef.ExpLo[j])
	if edge {
		return scale2(y, int(k)>>3)
	}
	return expScale(y, n)
}

// Exp1032 returns 10^x for float32. Error: 0.503 ULP. Special values as for
// Exp10.
func Exp1032(x float32) float32 {
	c := float64(x)
	if c != c {
		return nan32()
	}
	c = clamp(c, -80, 80)
	t := math.FMA(c, coef.InvLog10of2o8, magic)
	r := float64(math.FMA(-(t-magic), coef.Log10of2o8Hi, c) * coef.Ln10)
	p := math.FMA(r*r, horner3(r, &coef.Exp32Q), r)
	n := math.Float64bits(t)
	h := coef.ExpHi[n&7]
	return float32(expScale(math.FMA(h, p, h), n))
}

// Expm1 returns e^x - 1.
//
// With A = 2^m·Thi[j] the value is (A-1) + A·r + (A·q + Al·(1+p)), p = r + q.
// A-1 and A·r are kept as pairs, and everything is halved until the end so that
// m = 1024 does not overflow.
//
// Error: 0.54 ULP.
//
//	Expm1(+Inf) = +Inf, Expm1(-Inf) = -1, Expm1(NaN) = NaN
//	Expm1(±0) = ±0, and Expm1(x) = x for |x| < 2^-54
//	Expm1(x) = -1 for x <= -40, +Inf for x above 709.78
func Expm1(x float64) float64 {
	if !(math.Abs(x) < 700 && math.Abs(x) >= 0x1p-54) {
		switch {
		case x != x:
			return math.NaN()
		case math.Abs(x) < 0x1p-54:
			return x
		}
		x = clamp(x, -64, 710)
	}
	t := math.FMA(x, coef.InvLn2o8, magic)
	k := t - magic
	r1 := math.FMA(-k, coef.Ln2o8Hi, x)
	c := float64(-k * coef.Ln2o8Lo)
	r := r1 + c
	rl := (r1 - r) + c
	q := math.FMA(r*r, horner7(r, &coef.Expm1Q), rl)
	n := math.Float64bits(t)
	j := n & 7
	s := n&^7<<(expShift-3) - 1<<expShift
	a := math.Float64frombits(math.Float64bits(coef.ExpHi[j]) + s)
	al := float64(coef.ExpLo[j] * math.Float64frombits(1023<<expShift+s))
	d := a - 0.5
	b := d - a
	de := (a - (d - b)) + (-0.5 - b)
	ar := float64(a * r)
	are := math.FMA(a, r, -ar)
	y := d + ar
	ye := (d - y) + ar
	low := ((de + ye) + are) + math.FMA(a, q, math.FMA(al, r+q, al))
	y += low
	return y + y
}

// Expm132 returns e^x - 1 for float32. Error: 0.501 ULP. Special values as for
// Expm1.
func Expm132(x float32) float32 {
	c := float64(x)
	if c != c {
		return nan32()
	}
	// The sign is that of x; Copysign mends -0.
	return float32(math.Copysign(expm132(clamp(c, -200, 200)), c))
}

// expm132 returns e^x - 1 for |x| <= 200 to 2^-36.
func expm132(x float64) float64 {
	t := math.FMA(x, coef.InvLn2o8, magic)
	k := t - magic
	r := math.FMA(-k, coef.Ln2o8Hi, x)
	p := math.FMA(r*r, horner4(r, &coef.Expm132Q), r)
	n := math.Float64bits(t)
	h := expScale(coef.ExpHi[n&7], n)
	return math.FMA(h, p, h-1)
}
