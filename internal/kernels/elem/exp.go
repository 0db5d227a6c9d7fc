package elem

import (
	"math"

	"github.com/ndgo/nd/internal/kernels/elem/coef"
	"github.com/ndgo/nd/internal/kernels/elem/coef/single"
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
	r2 := float64(r * r)
	p := math.FMA(r2, apart6(r, r2, &coef.ExpQ), r)
	n := math.Float64bits(t)
	j := n & 7
	y := coef.ExpHi[j] + math.FMA(coef.ExpHi[j], p, coef.ExpLo[j])
	if edge {
		return scale2(y, int(k)>>3)
	}
	return expScale(y, n)
}

// Exp32 returns e^x. As Exp, but with p = e^r - 1 + d the low part of the table is
// within p, d being relative to Thi.
//
// Error: 0.58 ULP, 0.78 where the result is subnormal. Special values as for Exp.
func Exp32(x float32) float32 {
	edge := !(abs32(x) < 87)
	if edge {
		if x != x {
			return nan32()
		}
		x = clamp32(x, -104, 89)
	}
	n, r := expReduce32(x)
	return expFinish32(n, expPart32(r, n), edge, int(int32(n<<10)>>13))
}

// expReduce32 writes x as k·ln2/8 + r, with k in the low 22 bits of n.
func expReduce32(x float32) (n uint32, r float32) {
	t := fma32(x, single.InvLn2o8, magic32)
	k := t - magic32
	return math.Float32bits(t), fma32(-k, single.Ln2o8Lo, fma32(-k, single.Ln2o8Hi, x))
}

// expPart32 returns e^r - 1, and what the table's entry at n lacks.
func expPart32(r float32, n uint32) float32 {
	c := &single.ExpQ
	return fma32(float32(r*r), fma32(fma32(c[2], r, c[1]), r, c[0]), r+single.ExpRest[n&7])
}

// expFinish32 returns 2^(n/8)·(1+p), n standing for an integer in its low bits, of
// which m is the eighth, rounded down; edge says that the result may not be a
// normal number.
func expFinish32(n uint32, p float32, edge bool, m int) float32 {
	if edge {
		h := expTable32(n & 7)
		return scale32(fma32(h, p, h), m)
	}
	h := expTable32(n)
	return fma32(h, p, h)
}

// expTable32 returns 2^(n/8), rounded, n standing for an integer in its low bits.
func expTable32(n uint32) float32 {
	return math.Float32frombits(math.Float32bits(single.Exp[n&7]) + n<<20)
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
	r2 := float64(r * r)
	p := r + math.FMA(r2, apart6(r, r2, &coef.ExpQ), rl)
	n := math.Float64bits(t)
	j := n & 7
	y := coef.ExpHi[j] + math.FMA(coef.ExpHi[j], p, coef.ExpLo[j])
	if edge {
		return scale2(y, int(math.Floor(k)))
	}
	return expScale(y, n)
}

// Exp232 returns 2^x for float32; it is exact for integers. Error: 0.57 ULP,
// 0.78 where the result is subnormal.
// Special values as for Exp2.
func Exp232(x float32) float32 {
	edge := !(abs32(x) < 126)
	if edge {
		if x != x {
			return nan32()
		}
		x = clamp32(x, -151, 129)
	}
	t := x + magic32/8
	k := t - magic32/8
	n := math.Float32bits(t)
	return expFinish32(n, exp2Part(x-k, n), edge, int(math.Floor(float64(k))))
}

// exp2Part returns 2^f - 1, |f| <= 1/16, and what the table's entry at n lacks.
func exp2Part(f float32, n uint32) float32 {
	return fma32(f, exp4(f, &single.Exp2Q), single.ExpRest[n&7])
}

// exp4 is a polynomial of degree 3.
func exp4(x float32, c *[4]float32) float32 {
	return fma32(fma32(fma32(c[3], x, c[2]), x, c[1]), x, c[0])
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
	r2 := float64(r * r)
	p := r + math.FMA(r2, apart6(r, r2, &coef.ExpQ), rl)
	n := math.Float64bits(t)
	j := n & 7
	y := coef.ExpHi[j] + math.FMA(coef.ExpHi[j], p, coef.ExpLo[j])
	if edge {
		return scale2(y, int(k)>>3)
	}
	return expScale(y, n)
}

// Exp1032 returns 10^x for float32; it is exact where 10^x is a float32. Error:
// 0.60 ULP, 0.78 where the result is subnormal. Special values as for Exp10.
func Exp1032(x float32) float32 {
	edge := !(abs32(x) < 37)
	if edge {
		if x != x {
			return nan32()
		}
		x = clamp32(x, -46, 39)
	}
	t := fma32(x, single.InvLog10of2, magic32/8)
	k := t - magic32/8
	f := fma32(-k, single.Log10of2Lo, fma32(-k, single.Log10of2Hi, x))
	n := math.Float32bits(t)
	p := fma32(f, exp4(f, &single.Exp10Q), single.ExpRest[n&7])
	return expFinish32(n, p, edge, int(math.Floor(float64(k))))
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
	r2 := float64(r * r)
	q := math.FMA(r2, apart7(r, r2, &coef.Expm1Q), rl)
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

// Expm132 returns e^x - 1 for float32, as Expm1. Error: 0.69 ULP. Special
// values as for Expm1.
func Expm132(x float32) float32 {
	edge := !(abs32(x) < 88)
	v := x
	if edge {
		if x != x {
			return nan32()
		}
		v = clamp32(x, -20, 89)
	}
	t := fma32(v, single.InvLn2o8, magic32)
	k := t - magic32
	r := fma32(-k, single.Ln2o8Hi, v)
	n := math.Float32bits(t)
	q := expm1Part(r, -k, n)
	// Halves, where e^x is beyond the range.
	h, one := expTable32(n), float32(1)
	if edge {
		h, one = expTable32(n-8), 0.5
	}
	d := h - one
	b := d - h
	y := fma32(h, r, d)
	y += fma32(h, q, fma32(h, r, d-y)+((h-(d-b))+(-one-b)))
	if edge {
		y += y
	}
	return copysign32(y, x) // mends -0
}

// expm1Part returns what e^r - 1 is beyond r, with the low parts of -k·ln2/8 and
// of the table's entry at n.
func expm1Part(r, minusK float32, n uint32) float32 {
	c := &single.Expm1Q
	low := float32(minusK*single.Ln2o8Lo) + single.ExpRest[n&7]
	return fma32(float32(r*r), fma32(fma32(c[2], r, c[1]), r, c[0]), low)
}
