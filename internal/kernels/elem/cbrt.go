package elem

import (
	"math"

	"github.com/ndgo/nd/internal/kernels/elem/coef"
	"github.com/ndgo/nd/internal/kernels/elem/coef/single"
)

// The cube root writes |x| = m·2^(3q+i) with 1 <= m < 2 and i = -1, 0 or 1, and
// takes n = m·2^i. A polynomial and a table give r near 1/∛n to 2^-14, one step
// of third order improves it, and y = n·r² is near ∛n.

// cbrtReduce returns n, r and the bits to add to a result's exponent field, for
// a normal a > 0; bias is added to the exponent of 2 in a.
func cbrtReduce(a, bias float64) (n, r float64, scale uint64) {
	b := math.Float64bits(a)
	e := float64(int64(b>>expShift)-1023) + bias
	t := math.FMA(e, 1.0/3, magic)
	q := t - magic
	i := int64(math.FMA(-3, q, e))
	m := math.Float64frombits(b&(1<<expShift-1) | 1023<<expShift)
	r = float64(horner5(m, &coef.CbrtR) * coef.CbrtS[i+1])
	n = math.Float64frombits(math.Float64bits(m) + uint64(i)<<expShift)
	h := math.FMA(-float64(n*r), float64(r*r), 1)
	g := math.FMA(h, math.FMA(h, 14.0/81, 2.0/9), 1.0/3)
	r = math.FMA(float64(r*h), g, r)
	return n, r, math.Float64bits(t) << expShift
}

// Cbrt returns the cube root of x. The residual n - y³, with y³ a pair, corrects
// y, so that the result is almost always correctly rounded.
//
// Error: 0.501 ULP.
//
//	Cbrt(±0) = ±0, Cbrt(±Inf) = ±Inf, Cbrt(NaN) = NaN
func Cbrt(x float64) float64 {
	a, bias := math.Abs(x), 0.0
	if ix := math.Float64bits(a); ix-minNormal >= infBits-minNormal {
		switch {
		case x != x:
			return math.NaN()
		case a == 0 || a > 1:
			return x
		}
		a, bias = float64(a*0x1p54), -54
	}
	n, r, s := cbrtReduce(a, bias)
	r2 := float64(r * r)
	y := float64(n * r2)
	y2 := float64(y * y)
	y2e := math.FMA(y, y, -y2)
	y3 := float64(y2 * y)
	y3e := math.FMA(y2e, y, math.FMA(y2, y, -y3))
	y = math.FMA((n-y3)-y3e, float64(r2*(1.0/3)), y)
	return math.Copysign(math.Float64frombits(math.Float64bits(y)+s), x)
}

// Cbrt32 returns the cube root of x, as Cbrt, but y is corrected at once. Error:
// 0.69 ULP. Special values as for Cbrt.
func Cbrt32(x float32) float32 {
	a, bias := abs32(x), float32(0)
	if ix := math.Float32bits(a); ix-minNormal32 >= infBits32-minNormal32 {
		switch {
		case x != x:
			return nan32()
		case a == 0 || a > 1:
			return x
		}
		a, bias = float32(a*0x1p24), -24
	}
	b := math.Float32bits(a)
	e := float32(int32(b>>23)-127) + bias
	t := fma32(e, 1.0/3, magic32)
	q := t - magic32
	i := int32(fma32(-3, q, e))
	m := math.Float32frombits(b&(1<<23-1) | 127<<23)
	c := &single.CbrtR
	p := fma32(fma32(fma32(fma32(c[4], m, c[3]), m, c[2]), m, c[1]), m, c[0])
	r := float32(p * single.CbrtS[i+1])
	n := math.Float32frombits(math.Float32bits(m) + uint32(i)<<23)
	r2 := float32(r * r)
	y := float32(n * r2)
	y2 := float32(y * y)
	y2e := fma32(y, y, -y2)
	y3 := float32(y2 * y)
	y3e := fma32(y2e, y, fma32(y2, y, -y3))
	y = fma32((n-y3)-y3e, float32(r2*(1.0/3)), y)
	return copysign32(math.Float32frombits(math.Float32bits(y)+math.Float32bits(t)<<23), x)
}
