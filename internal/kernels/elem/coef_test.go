package elem

import (
	"math"
	"math/big"
	"testing"

	"github.com/ndgo/nd/internal/kernels/elem/coef"
)

// bhorner evaluates a polynomial exactly enough; lead are the parts of a first
// coefficient that is a sum.
func bhorner(x *big.Float, c []float64, lead ...float64) *big.Float {
	s := bf()
	for i := len(c) - 1; i >= 0; i-- {
		s = badd(bmul(s, x), bfloat(c[i]))
	}
	if len(lead) > 0 {
		s = bmul(s, x)
		for _, l := range lead {
			s = badd(s, bfloat(l))
		}
	}
	return s
}

// TestPolynomials holds the errors that package coef states. Each case gives the
// function and its approximation at v, of which the first and last values are
// given; the error is relative to the function unless it is absolute.
func TestPolynomials(t *testing.T) {
	sq := func(v *big.Float) *big.Float { return bmul(v, v) }
	cube := func(v *big.Float) *big.Float { return bmul(v, sq(v)) }
	half := bfloat(0.5)
	odd := func(v *big.Float, c []float64) *big.Float { return badd(v, bmul(cube(v), bhorner(sq(v), c))) }
	exp1 := func(v *big.Float, c []float64) *big.Float {
		return badd(v, bmul(sq(v), bhorner(v, c)))
	}
	sin := func(v *big.Float) *big.Float { s, _ := bsincosSmall(v); return s }
	cos := func(v *big.Float) *big.Float { _, c := bsincosSmall(v); return c }
	cosh := func(v *big.Float) *big.Float { e := bexp(v); return bscale(badd(e, bquo(one, e)), -1) }
	erfcx := func(x float64) *big.Float {
		b := bfloat(x)
		return bmul(bexp(sq(b)), bmul(berfc(b), badd(one, bscale(b, 1))))
	}
	phi := func(v *big.Float) *big.Float { return bscale(berf(bquo(v, bsqrt(bfloat(2)))), -1) }
	const r16, z, pi4, a0 = 0.04334, 0.065, 0.7857, 0.84375
	for _, c := range []struct {
		name     string
		log2     float64
		lo, hi   float64
		f        func(v *big.Float) *big.Float
		approx   func(v *big.Float) *big.Float
		absolute bool
	}{
		{"ExpQ", -58.2, -r16, r16, bexp, func(v *big.Float) *big.Float { return badd(one, exp1(v, coef.ExpQ[:])) }, false},
		{"Expm1Q", -61.4, -r16, r16, bexpm1, func(v *big.Float) *big.Float { return exp1(v, coef.Expm1Q[:]) }, false},
		{"Exp32Q", -32.4, -r16, r16, bexp, func(v *big.Float) *big.Float { return badd(one, exp1(v, coef.Exp32Q[:])) }, false},
		{"ExpEven", -58.2, 1e-6, r16, cosh, func(v *big.Float) *big.Float { return badd(one, bmul(sq(v), bhorner(sq(v), coef.ExpEven[:]))) }, false},
		{"ExpEven32", -41.3, 1e-6, r16, cosh, func(v *big.Float) *big.Float { return badd(one, bmul(sq(v), bhorner(sq(v), coef.ExpEven32[:]))) }, false},
		{"ExpOdd", -61.4, 1e-6, r16, func(v *big.Float) *big.Float { return unaryRef["sinh"](bfl(v)) }, func(v *big.Float) *big.Float { return odd(v, coef.ExpOdd[:]) }, false},
		{"ExpOdd32", -44.1, 1e-6, r16, func(v *big.Float) *big.Float { return unaryRef["sinh"](bfl(v)) }, func(v *big.Float) *big.Float { return odd(v, coef.ExpOdd32[:]) }, false},
		{"LogRest", -75.9, -z, z, blog1p, func(v *big.Float) *big.Float {
			s := badd(badd(v, bneg(bmul(half, sq(v)))), bquo(cube(v), bfloat(3)))
			return badd(s, bmul(sq(sq(v)), bhorner(v, coef.LogRest[:])))
		}, false},
		{"Pow32Q", -41.4, -z, z, blog1p, func(v *big.Float) *big.Float { return exp1(v, coef.Pow32Q[:]) }, false},
		{"SinS", -57.8, 1e-5, pi4, sin, func(v *big.Float) *big.Float { return odd(v, coef.SinS[:]) }, false},
		{"Sin32S", -37.4, 1e-5, pi4, sin, func(v *big.Float) *big.Float { return odd(v, coef.Sin32S[:]) }, false},
		{"CosC", -63.8, 1e-5, pi4, cos, func(v *big.Float) *big.Float {
			return badd(bsub(one, bmul(half, sq(v))), bmul(sq(sq(v)), bhorner(sq(v), coef.CosC[:])))
		}, false},
		{"Cos32C", -32.9, 1e-5, pi4, cos, func(v *big.Float) *big.Float {
			return badd(bsub(one, bmul(half, sq(v))), bmul(sq(sq(v)), bhorner(sq(v), coef.Cos32C[:])))
		}, false},
		{"Tan", -60.4, 1e-5, pi4, func(v *big.Float) *big.Float { return bquo(sin(v), cos(v)) }, func(v *big.Float) *big.Float {
			u := sq(v)
			return bquo(badd(v, bmul(bmul(v, u), bhorner(u, coef.TanP[:]))), badd(one, bmul(u, bhorner(u, coef.TanQ[:]))))
		}, false},
		{"AtanP", -64.0, 1e-5, 0.354, batan, func(v *big.Float) *big.Float { return odd(v, coef.AtanP[:]) }, false},
		{"Atan32P", -33.8, 1e-5, 1, batan, func(v *big.Float) *big.Float { return odd(v, coef.Atan32P[:]) }, false},
		{"AsinP", -59.8, 1e-5, 0.5, func(v *big.Float) *big.Float { return unaryRef["arcsin"](bfl(v)) }, func(v *big.Float) *big.Float { return odd(v, coef.AsinP[:]) }, false},
		{"Asin32P", -35.8, 1e-5, 0.5, func(v *big.Float) *big.Float { return unaryRef["arcsin"](bfl(v)) }, func(v *big.Float) *big.Float { return odd(v, coef.Asin32P[:]) }, false},
		{"ErfP", -62.4, 1e-5, a0, berf, func(v *big.Float) *big.Float {
			return badd(v, bmul(v, bhorner(sq(v), coef.ErfP[:], coef.ErfP0, coef.ErfP0Lo)))
		}, false},
		{"Erf32P", -32.8, 1e-5, a0, berf, func(v *big.Float) *big.Float { return badd(v, bmul(v, bhorner(sq(v), coef.Erf32P[:]))) }, false},
		{"ErfG", -57.0, a0, 6, berf, func(v *big.Float) *big.Float {
			return bsub(one, bexp(bneg(bhorner(bsub(v, bfloat(a0)), coef.ErfG[:], coef.ErfG0, coef.ErfG0Lo))))
		}, false},
		{"Erf32G", -35.9, a0, 4, berf, func(v *big.Float) *big.Float {
			return bsub(one, bexp(bneg(bhorner(bsub(v, bfloat(a0)), coef.Erf32G[:]))))
		}, false},
		{"ErfcF", -61.4, 0.75, 27.3, func(v *big.Float) *big.Float { return erfcx(bfl(v)) }, func(v *big.Float) *big.Float {
			return bhorner(bquo(bsub(v, bfloat(3)), badd(v, bfloat(3))), coef.ErfcF[:], coef.ErfcF0, coef.ErfcF0Lo)
		}, false},
		{"Erfc32F", -32.3, 0.75, 10.2, func(v *big.Float) *big.Float { return erfcx(bfl(v)) }, func(v *big.Float) *big.Float {
			return bhorner(bquo(bsub(v, bfloat(3)), badd(v, bfloat(3))), coef.Erfc32F[:])
		}, false},
		{"PhiP", -63.1, 1e-5, 1.0607, phi, func(v *big.Float) *big.Float {
			return bmul(v, bhorner(sq(v), coef.PhiP[:], coef.PhiP0, coef.PhiP0Lo))
		}, false},
		{"Phi32P", -35.1, 1e-5, 1.0607, phi, func(v *big.Float) *big.Float { return bmul(v, bhorner(sq(v), coef.Phi32P[:])) }, false},
		{"CbrtR", -14.6, 1, 2, func(v *big.Float) *big.Float { return bquo(one, unaryRef["cbrt"](bfl(v))) }, func(v *big.Float) *big.Float { return bhorner(v, coef.CbrtR[:]) }, false},
		{"LgammaP", -60.3, -0.25, 0.25, func(v *big.Float) *big.Float { return blgamma(badd(v, bfloat(2))) }, func(v *big.Float) *big.Float {
			return bmul(v, bhorner(v, coef.LgammaP[:], coef.Lgamma0, coef.Lgamma0Lo))
		}, false},
		{"Stirling", -57.5, 10, 40, func(v *big.Float) *big.Float {
			s := bsub(bmul(bsub(v, half), blog(v)), v)
			s = badd(s, bscale(blog(bscale(bpi(), 1)), -1))
			return bmul(v, bsub(blgamma(v), s))
		}, func(v *big.Float) *big.Float { return bhorner(bquo(one, sq(v)), coef.Stirling[:]) }, true},
	} {
		const n = 200
		worst := 0.0
		for i := range n {
			x := c.lo + float64((c.hi-c.lo)*(float64(i)+0.25)/n)
			v := bfloat(x)
			want := c.f(v)
			d := bsub(c.approx(v), want)
			if !c.absolute {
				d = bquo(d, want)
			}
			worst = max(worst, math.Abs(bfl(d)))
		}
		if l := math.Log2(worst); !(l <= c.log2) || l < c.log2-2 {
			t.Errorf("%s: error 2^%.2f, stated 2^%.1f", c.name, l, c.log2)
		}
	}
}

// TestPairs checks the tables and constants that are pairs: hi + lo is the
// number to 2^-100, but for those whose parts are shorter.
func TestPairs(t *testing.T) {
	check := func(name string, want *big.Float, bits int, parts ...float64) {
		s := bf()
		for _, p := range parts {
			s = badd(s, bfloat(p))
		}
		d := bsub(s, want)
		if d.Sign() != 0 && d.MantExp(nil) > want.MantExp(nil)-bits {
			t.Errorf("%s is off by %v", name, bfl(d))
		}
	}
	two, ten := bfloat(2), bfloat(10)
	ln2, ln10 := blog(two), blog(ten)
	check("InvLn2o8", bquo(bfloat(8), ln2), 53, coef.InvLn2o8)
	check("Ln2o8", bscale(ln2, -3), 105, coef.Ln2o8Hi, coef.Ln2o8Lo)
	check("Ln2", ln2, 105, coef.Ln2, coef.Ln2Rest)
	check("InvLog10of2o8", bquo(bmul(bfloat(8), ln10), ln2), 53, coef.InvLog10of2o8)
	check("Log10of2o8", bscale(bquo(ln2, ln10), -3), 105, coef.Log10of2o8Hi, coef.Log10of2o8Lo)
	check("Ln10", ln10, 105, coef.Ln10, coef.Ln10Rest)
	check("Ln2 (42)", ln2, 94, coef.Ln2Hi, coef.Ln2Lo)
	check("Log10of2 (42)", bquo(ln2, ln10), 94, coef.Log10of2Hi, coef.Log10of2Lo)
	check("Log2e", bquo(one, ln2), 105, coef.Log2eHi, coef.Log2eLo)
	check("Log10e", bquo(one, ln10), 105, coef.Log10eHi, coef.Log10eLo)
	check("Third", bquo(one, bfloat(3)), 105, coef.ThirdHi, coef.ThirdLo)
	check("TwoOverPi", bquo(two, bpi()), 53, coef.TwoOverPi)
	check("Pio2", bscale(bpi(), -1), 155, coef.Pio2A, coef.Pio2B, coef.Pio2C)
	check("Pio2", bscale(bpi(), -1), 140, coef.Pio2A, coef.Pio2B1, coef.Pio2C1)
	check("Pi", bpi(), 105, coef.PiHi, coef.PiLo)
	check("Deg2rad", bquo(bpi(), bfloat(180)), 105, coef.Deg2radHi, coef.Deg2radLo)
	check("Rad2deg", bquo(bfloat(180), bpi()), 105, coef.Rad2degHi, coef.Rad2degLo)
	check("InvSqrt2", bquo(one, bsqrt(two)), 105, coef.InvSqrt2, coef.InvSqrt2Lo)
	check("StirlingC", bscale(bsub(blog(bscale(bpi(), 1)), one), -1), 105, coef.StirlingC, coef.StirlingLo)
	for j := range 8 {
		e := bexp(bmul(ln2, bfloat(float64(j)/8)))
		check("Exp table", e, 105, coef.ExpHi[j], coef.ExpLo[j])
		if j < 7 {
			check("Atan table", batan(bfloat(coef.AtanC[j])), 105, coef.AtanHi[j], coef.AtanLo[j])
		}
		l := bneg(blog(bfloat(coef.LogR[j])))
		check("Log table", l, 90, coef.LogCHi[j], coef.LogCLo[j])
		if m := coef.LogCHi[j] * 0x1p42; m != math.Trunc(m) {
			t.Errorf("%v is no multiple of 2^-42", coef.LogCHi[j])
		}
	}
	check("Atan table", bscale(bpi(), -1), 105, coef.AtanHi[7], coef.AtanLo[7])
	for j := range 3 {
		check("Cbrt table", bexp(bmul(ln2, bquo(bfloat(float64(1-j)), bfloat(3)))), 53, coef.CbrtS[j])
	}
	// 2/pi: 20 words after the binary point.
	w := new(big.Float).SetPrec(1400).Quo(new(big.Float).SetPrec(1400).SetInt64(2), pi1400())
	n, _ := new(big.Float).SetPrec(1400).SetMantExp(w, 1280).Int(nil)
	for i := 20; i > 0; i-- {
		if got := new(big.Int).And(n, new(big.Int).SetUint64(math.MaxUint64)).Uint64(); got != coef.TwoOverPiBits[i] {
			t.Errorf("TwoOverPiBits[%d] = %x, want %x", i, coef.TwoOverPiBits[i], got)
		}
		n.Rsh(n, 64)
	}
}

// TestLnCells holds what package coef states of the sixteen cells of the logarithms.
func TestLnCells(t *testing.T) {
	for _, base := range []struct {
		name   string
		ln     *big.Float // of the base
		hi, lo *[16]float64
		first  float64 // what z is multiplied by
		rest   float64
		q      *[8]float64
	}{
		{"ln", one, &coef.LnHi, &coef.LnLo, 1, 0, &coef.LnQ},
		{"log2", blog(bfloat(2)), &coef.Log2Hi, &coef.Log2Lo, coef.Log2eHi, coef.Log2eLo, &coef.Log2Q},
		{"log10", blog(bfloat(10)), &coef.Log10Hi, &coef.Log10Lo, coef.Log10eHi, coef.Log10eLo, &coef.Log10Q},
	} {
		worst := 0.0
		for j, r := range coef.LnR {
			l := bquo(bneg(blog(bfloat(r))), base.ln)
			d := bsub(l, badd(bfloat(base.hi[j]), bfloat(base.lo[j])))
			if math.Abs(bfl(d)) > 0x1p-65 {
				t.Errorf("%s of cell %d is off by %v", base.name, j, bfl(d))
			}
			if m := base.hi[j] * 0x1p42; m != math.Trunc(m) {
				t.Errorf("%v is no multiple of 2^-42", base.hi[j])
			}
			if u := math.Float64bits(base.lo[j]); u>>32 != u&math.MaxUint32 {
				t.Errorf("the halves of %v differ", base.lo[j])
			}
			for i := range 41 {
				ix := lnOff + uint64(j)<<48 + uint64(i)<<48/40
				ix -= uint64(i / 40)
				k, in, z := lnReduce(ix)
				x := bfloat(math.Float64frombits(ix))
				if k != 0 || in != uint64(j) || bsub(bsub(bmul(x, bfloat(r)), one), bfloat(z)).Sign() != 0 {
					t.Errorf("lnReduce(%v): %v, %d, %v", bfl(x), k, in, z)
				}
				v := bfloat(z)
				got := badd(l, badd(bmul(v, badd(bfloat(base.first), bfloat(base.rest))), bmul(bmul(v, v), bhorner(v, base.q[:]))))
				if want := bquo(blog(x), base.ln); want.Sign() != 0 {
					worst = max(worst, math.Abs(bfl(bquo(bsub(got, want), want))))
				}
			}
		}
		if e := math.Log2(worst); e > -55.9 || e < -57 {
			t.Errorf("%s: error 2^%.2f", base.name, e)
		}
	}
}

// TestReduceLarge compares the reduction of huge arguments with that of the
// reference, and where both serve, with that of ordinary ones.
func TestReduceLarge(t *testing.T) {
	half := new(big.Float).SetPrec(1400).SetMantExp(pi1400(), -1)
	for _, a := range append(arguments("sin", 400), 0x1.921fb54442d18p29, 6381956970095103*0x1p797, math.MaxFloat64) {
		a = math.Abs(a)
		if !(a > reduceLimit && a <= math.MaxFloat64) {
			continue
		}
		q, r, lo := reduceLarge(a)
		x := new(big.Float).SetPrec(1400).SetFloat64(a)
		k := bint(new(big.Float).SetPrec(1400).Quo(x, half))
		want := bf().Set(x.Sub(x, new(big.Float).SetPrec(1400).Mul(new(big.Float).SetPrec(1400).SetInt(k), half)))
		if q&3 != new(big.Int).And(k, big.NewInt(3)).Uint64() {
			t.Errorf("reduceLarge(%v): quadrant %d", a, q)
		}
		d := bsub(badd(bfloat(r), bfloat(lo)), want)
		if d.Sign() != 0 && d.MantExp(nil) > want.MantExp(nil)-70 {
			t.Errorf("reduceLarge(%v) is off by %v of %v", a, bfl(d), bfl(want))
		}
	}
}
