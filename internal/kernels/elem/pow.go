package elem

import (
	"math"

	"github.com/ndgo/nd/internal/kernels/elem/coef"
	"github.com/ndgo/nd/internal/kernels/elem/coef/single"
)

// logPair returns ln x as a pair to about 2^-68 of its value, for a positive
// normal x with bits ix, less bias·ln2.
//
// As Log, but -z²/2 and z³/3 are pairs and only z⁴R(z) is rounded.
func logPair(ix uint64, bias float64) (lh, ll float64) {
	k, j, z := logReduce(ix)
	k -= bias
	hi := math.FMA(k, coef.Ln2Hi, coef.LogCHi[j])
	lo := math.FMA(k, coef.Ln2Lo, coef.LogCLo[j])
	s := hi + z
	e := (hi - s) + z
	z2 := float64(z * z)
	z2e := math.FMA(z, z, -z2)
	z3 := float64(z2 * z)
	z3e := math.FMA(z2e, z, math.FMA(z2, z, -z3))
	a := float64(-0.5 * z2)
	b := float64(z3 * coef.ThirdHi)
	be := math.FMA(z3e, coef.ThirdHi, math.FMA(z3, coef.ThirdLo, math.FMA(z3, coef.ThirdHi, -b)))
	s1 := s + a
	e1 := (s - s1) + a
	s2 := s1 + b
	e2 := (s1 - s2) + b
	low := math.FMA(z2*z2, apart12(z, z2, &coef.LogRest), math.FMA(-0.5, z2e, (((e+lo)+e1)+e2)+be))
	lh = s2 + low
	ll = (s2 - lh) + low
	return lh, ll
}

// expPair returns e^(xh+xl) without its power of two, and t, which has k in its
// low bits, for -746 <= xh <= 710.
//
// As Exp; xl joins the reduced argument before the polynomial, since adding it
// later would lose xl·r.
func expPair(xh, xl float64) (y, t float64) {
	t = math.FMA(xh, coef.InvLn2o8, magic)
	k := t - magic
	r1 := math.FMA(-k, coef.Ln2o8Hi, xh)
	c := math.FMA(-k, coef.Ln2o8Lo, xl)
	r := r1 + c
	rl := (r1 - r) + c
	r2 := float64(r * r)
	p := r + math.FMA(r2, apart6(r, r2, &coef.ExpQ), rl)
	j := math.Float64bits(t) & 7
	return coef.ExpHi[j] + math.FMA(coef.ExpHi[j], p, coef.ExpLo[j]), t
}

// expSplit returns e^(xh+xl) as a pair times 2^n: expPair with the last sum kept
// as a pair, for -1000 < xh < 1000.
func expSplit(xh, xl float64) (e, el float64, n int) {
	t := math.FMA(xh, coef.InvLn2o8, magic)
	k := t - magic
	r1 := math.FMA(-k, coef.Ln2o8Hi, xh)
	c := math.FMA(-k, coef.Ln2o8Lo, xl)
	r := r1 + c
	rl := (r1 - r) + c
	r2 := float64(r * r)
	p := r + math.FMA(r2, apart6(r, r2, &coef.ExpQ), rl)
	j := math.Float64bits(t) & 7
	w := math.FMA(coef.ExpHi[j], p, coef.ExpLo[j])
	e = coef.ExpHi[j] + w
	return e, (coef.ExpHi[j] - e) + w, int(k) >> 3
}

// Pow returns x^y. Pow(x, 2) is x*x for every x, rounded once; no other exponent
// is special.
//
// Otherwise ln x is taken as a pair, multiplied by y as a pair, and given to the
// exponential of a pair.
//
// Error: 0.59 ULP, 0.75 where the result is subnormal.
//
//	Pow(x, ±0) = 1 for any x, Pow(1, y) = 1 for any y, NaN included
//	Pow(x, NaN) = NaN, Pow(NaN, y) = NaN otherwise
//	Pow(±0, y) = ±Inf for y an odd integer < 0, +Inf for other y < 0
//	Pow(±0, y) = ±0 for y an odd integer > 0, +0 for other y > 0
//	Pow(-1, ±Inf) = 1
//	Pow(x, +Inf) = +Inf for |x| > 1, +0 for |x| < 1; Pow(x, -Inf) the reverse
//	Pow(+Inf, y) = +Inf for y > 0, +0 for y < 0
//	Pow(-Inf, y) = Pow(-0, -y)
//	Pow(x, y) = NaN for finite x < 0 and finite y that is no integer
func Pow(x, y float64) float64 {
	if y == 2 {
		return float64(x * x)
	}
	ix := math.Float64bits(x)
	if ix-minNormal < infBits-minNormal {
		lh, ll := logPair(ix, 0)
		ph := float64(y * lh)
		if math.Abs(ph) < 708 {
			v, t := expPair(ph, math.FMA(y, ll, math.FMA(y, lh, -ph)))
			return expScale(v, math.Float64bits(t))
		}
	}
	return powEdge(x, y)
}

// powEdge is Pow for the arguments that Pow does not deal with itself.
func powEdge(x, y float64) float64 {
	v, neg, done := powSpecial(x, y)
	if !done {
		v = powGeneral(math.Abs(x), y)
	}
	if neg {
		v = -v
	}
	return v
}

// powGeneral returns x^y for finite x > 0 and finite y, over- and underflow
// included.
func powGeneral(x, y float64) float64 {
	ix, bias := math.Float64bits(x), 0.0
	if ix < minNormal {
		ix, bias = math.Float64bits(x*0x1p52), 52
	}
	lh, ll := logPair(ix, bias)
	ph := float64(y * lh)
	pl := math.FMA(y, ll, math.FMA(y, lh, -ph))
	if ph > 710 {
		ph, pl = 710, 0
	}
	if ph < -746 {
		ph, pl = -746, 0
	}
	v, t := expPair(ph, pl)
	return scale2(v, int(t-magic)>>3)
}

// powSpecial returns the value of x^y where C99, F.9.4.4, gives it (done), and
// whether the value, or the power of |x| if not done, is to be negated.
func powSpecial(x, y float64) (v float64, neg, done bool) {
	ax := math.Abs(x)
	switch {
	case y == 0 || x == 1:
		return 1, false, true
	case x != x || y != y:
		return math.NaN(), false, true
	}
	integer, odd := parity(y)
	neg = odd && math.Signbit(x)
	switch {
	case ax == 0 || ax > math.MaxFloat64:
		if (ax == 0) == (y < 0) {
			return math.Inf(1), neg, true
		}
		return 0, neg, true
	case math.Abs(y) > math.MaxFloat64:
		if ax == 1 {
			return 1, false, true
		}
		if (ax > 1) == (y > 0) {
			return math.Inf(1), false, true
		}
		return 0, false, true
	case x < 0 && !integer:
		return math.NaN(), false, true
	}
	return 0, neg, false
}

// parity reports whether y is an integer and whether it is odd. An infinity is
// an even integer.
func parity(y float64) (integer, odd bool) {
	if math.Abs(y) >= 0x1p53 {
		return true, false
	}
	n := int64(y)
	integer = float64(n) == y
	return integer, integer && n&1 != 0
}

// Pow32 returns x^y for float32; Pow32(x, 2) is x*x. As Pow, but with binary
// logarithms. Error: 0.73 ULP, 0.8
// where the result is subnormal. Special values as for Pow.
func Pow32(x, y float32) float32 {
	if y == 2 {
		return float32(x * x)
	}
	ix := math.Float32bits(x)
	if ix-minNormal32 < infBits32-minNormal32 {
		lh, ll := log2Pair32(ix, 0)
		ph := float32(y * lh)
		if abs32(ph) < 126 {
			return exp2Pair32(ph, fma32(y, ll, fma32(y, lh, -ph)), false)
		}
	}
	return powEdge32(x, y)
}

// powEdge32 is Pow32 for the arguments that Pow32 does not deal with itself.
func powEdge32(x, y float32) float32 {
	v, neg, done := powSpecial(float64(x), float64(y))
	w := to32(v)
	if !done {
		w = powGeneral32(abs32(x), y)
	}
	if neg {
		w = -w
	}
	return w
}

// powGeneral32 returns x^y for finite x > 0 and finite y, over- and underflow
// included.
func powGeneral32(x, y float32) float32 {
	ix, bias := math.Float32bits(x), float32(0)
	if ix < minNormal32 {
		ix, bias = math.Float32bits(float32(x*0x1p23)), 23
	}
	lh, ll := log2Pair32(ix, bias)
	ph := float32(y * lh)
	pl := fma32(y, ll, fma32(y, lh, -ph))
	if ph > 129 {
		ph, pl = 129, 0
	}
	if ph < -151 {
		ph, pl = -151, 0
	}
	return exp2Pair32(ph, pl, true)
}

// log2Pair32 returns log2 x as a pair to about 2^-34 of its value, for a positive
// normal x with bits ix, less bias.
//
// In (z - z²/2)/ln2 + z³P(z) the product z/ln2 is a pair, of which half times z is
// subtracted without rounding it first.
func log2Pair32(ix uint32, bias float32) (lh, ll float32) {
	k, j, z := logReduce32(ix)
	k -= bias
	hi := k + single.Log2CHi[j]
	a := float32(z * single.Log2eHi)
	al := fma32(z, single.Log2eLo, fma32(z, single.Log2eHi, -a))
	s := hi + a
	e := (hi - s) + a
	h := float32(-0.5 * z)
	s1 := fma32(h, a, s)
	e1 := fma32(h, a, s-s1)
	al = fma32(h, al, al)
	c := &single.PowP
	p := fma32(fma32(fma32(fma32(c[4], z, c[3]), z, c[2]), z, c[1]), z, c[0])
	low := fma32(float32(z*z*z), p, (e+e1)+(al+single.Log2CLo[j]))
	lh = s1 + low
	ll = (s1 - lh) + low
	return lh, ll
}

// exp2Pair32 returns 2^(ph+pl), as Exp232.
func exp2Pair32(ph, pl float32, edge bool) float32 {
	t := ph + magic32/8
	k := t - magic32/8
	n := math.Float32bits(t)
	return expFinish32(n, exp2Part((ph-k)+pl, n), edge, int(math.Floor(float64(k))))
}
