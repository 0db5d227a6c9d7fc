package elem

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/ndgo/nd/internal/kernels/elem/coef"
	"github.com/ndgo/nd/internal/kernels/elem/coef/single"
)

func widen(c ...float32) (v []float64) {
	for _, x := range c {
		v = append(v, float64(x))
	}
	return v
}

// TestSinglePolynomials holds the errors that package single states, as
// TestPolynomials.
func TestSinglePolynomials(t *testing.T) {
	sq := func(v *big.Float) *big.Float { return bmul(v, v) }
	ln2, ln10 := blog(bfloat(2)), blog(bfloat(10))
	const r16, z, pi4 = 0.04334, 0.065, 0.7857
	// logarithm is z/base + z²Q(z).
	logarithm := func(base *big.Float, q []float32) func(v *big.Float) *big.Float {
		return func(v *big.Float) *big.Float { return badd(bquo(v, base), bmul(sq(v), bhorner(v, widen(q...)))) }
	}
	power := func(base float64) func(v *big.Float) *big.Float {
		return func(v *big.Float) *big.Float { return bexp(bmul(v, blog(bfloat(base)))) }
	}
	for _, c := range []struct {
		name      string
		log2      float64
		lo, hi    float64
		f, approx func(v *big.Float) *big.Float
	}{
		{"ExpQ", -32.4, -r16, r16, bexp, func(v *big.Float) *big.Float {
			return badd(one, badd(v, bmul(sq(v), bhorner(v, widen(single.ExpQ[:]...)))))
		}},
		{"Expm1Q", -27.5, -r16, r16, bexpm1, func(v *big.Float) *big.Float {
			return badd(v, bmul(sq(v), bhorner(v, widen(single.Expm1Q[:]...))))
		}},
		{"Exp2Q", -32.1, -1.0 / 16, 1.0 / 16, power(2), func(v *big.Float) *big.Float {
			return badd(one, bmul(v, bhorner(v, widen(single.Exp2Q[:]...))))
		}},
		{"Exp10Q", -31.4, -0.01882, 0.01882, power(10), func(v *big.Float) *big.Float {
			return badd(one, bmul(v, bhorner(v, widen(single.Exp10Q[:]...))))
		}},
		{"LogQ", -26.2, -z, z, blog1p, logarithm(one, single.LogQ[:])},
		{"Log2Q", -26.2, -z, z, func(v *big.Float) *big.Float { return bquo(blog1p(v), ln2) }, logarithm(ln2, single.Log2Q[:])},
		{"Log10Q", -26.2, -z, z, func(v *big.Float) *big.Float { return bquo(blog1p(v), ln10) }, logarithm(ln10, single.Log10Q[:])},
		{"PowP", -35.7, -z, z, func(v *big.Float) *big.Float { return bquo(blog1p(v), ln2) }, func(v *big.Float) *big.Float {
			return badd(bquo(bsub(v, bscale(sq(v), -1)), ln2), bmul(bmul(v, sq(v)), bhorner(v, widen(single.PowP[:]...))))
		}},
		{"SinS", -27.8, 1e-5, pi4, func(v *big.Float) *big.Float { s, _ := bsincosSmall(v); return s }, func(v *big.Float) *big.Float {
			return badd(v, bmul(bmul(v, sq(v)), bhorner(sq(v), widen(single.SinS[:]...))))
		}},
		{"CosC", -32.9, 1e-5, pi4, func(v *big.Float) *big.Float { _, c := bsincosSmall(v); return c }, func(v *big.Float) *big.Float {
			return badd(bsub(one, bscale(sq(v), -1)), bmul(sq(sq(v)), bhorner(sq(v), widen(single.CosC[:]...))))
		}},
		{"AtanP", -30.2, 1e-5, 0.668, batan, func(v *big.Float) *big.Float {
			return badd(v, bmul(bmul(v, sq(v)), bhorner(sq(v), widen(single.AtanP[:]...))))
		}},
		{"AsinP", -27.6, 1e-5, 0.5, func(v *big.Float) *big.Float { return unaryRef["arcsin"](bfl(v)) }, func(v *big.Float) *big.Float {
			return badd(v, bmul(bmul(v, sq(v)), bhorner(sq(v), widen(single.AsinP[:]...))))
		}},
		{"CbrtR", -14.6, 1, 2, func(v *big.Float) *big.Float { return bquo(one, unaryRef["cbrt"](bfl(v))) }, func(v *big.Float) *big.Float {
			return bhorner(v, widen(single.CbrtR[:]...))
		}},
	} {
		const n = 400
		worst := 0.0
		for i := range n {
			v := bfloat(c.lo + float64((c.hi-c.lo)*(float64(i)+0.25)/n))
			want := c.f(v)
			worst = max(worst, math.Abs(bfl(bquo(bsub(c.approx(v), want), want))))
		}
		if l := math.Log2(worst); !(l <= c.log2) || l < c.log2-2 {
			t.Errorf("%s: error 2^%.2f, stated 2^%.1f", c.name, l, c.log2)
		}
	}
}

// TestSinglePairs checks the tables and constants of package single, as TestPairs.
func TestSinglePairs(t *testing.T) {
	check := func(name string, want *big.Float, bits int, parts ...float32) {
		t.Helper()
		s := bf()
		for _, p := range widen(parts...) {
			s = badd(s, bfloat(p))
		}
		d := bsub(s, want)
		if d.Sign() != 0 && d.MantExp(nil) > want.MantExp(nil)-bits {
			t.Errorf("%s is off by %v", name, bfl(d))
		}
	}
	ln2, ln10 := blog(bfloat(2)), blog(bfloat(10))
	check("InvLn2o8", bquo(bfloat(8), ln2), 24, single.InvLn2o8)
	check("Ln2o8", bscale(ln2, -3), 48, single.Ln2o8Hi, single.Ln2o8Lo)
	check("InvLog10of2", bquo(ln10, ln2), 24, single.InvLog10of2)
	check("Ln2", ln2, 38, single.Ln2Hi, single.Ln2Lo)
	check("Log10of2", bquo(ln2, ln10), 38, single.Log10of2Hi, single.Log10of2Lo)
	check("Log2e", bquo(one, ln2), 48, single.Log2eHi, single.Log2eLo)
	check("Log10e", bquo(one, ln10), 48, single.Log10eHi, single.Log10eLo)
	check("TwoOverPi", bquo(bfloat(2), bpi()), 24, single.TwoOverPi)
	check("Pio2", bscale(bpi(), -1), 72, single.Pio2A, single.Pio2B, single.Pio2C)
	center := batan(bfloat(float64(single.AtanCenter)))
	check("Atan", center, 48, single.AtanHi, single.AtanLo)
	check("AtanPi", bsub(bpi(), center), 48, single.AtanPiHi, single.AtanPiLo)
	for j := range 3 {
		check("CbrtS", bexp(bmul(ln2, bquo(bfloat(float64(1-j)), bfloat(3)))), 24, single.CbrtS[j])
	}
	for j := range uint32(8) {
		h := expTable32(j)
		e := bexp(bmul(ln2, bfloat(float64(j)/8)))
		check("Exp", e, 24, h)
		check("ExpRest", bmul(e, one), 45, h, float32(float64(h)*float64(single.ExpRest[j])))
		if float64(single.LogR[j]) != coef.LogR[j] {
			t.Errorf("LogR[%d] differs", j)
		}
		l := bneg(blog(bfloat(coef.LogR[j])))
		check("LogC", l, 35, single.LogCHi[j], single.LogCLo[j])
		check("Log2C", bquo(l, ln2), 35, single.Log2CHi[j], single.Log2CLo[j])
		check("Log10C", bquo(l, ln10), 35, single.Log10CHi[j], single.Log10CLo[j])
		for _, hi := range []float32{single.LogCHi[j], single.Log2CHi[j], single.Log10CHi[j]} {
			if m := float64(hi) * 0x1p15; m != math.Trunc(m) {
				t.Errorf("%v is no multiple of 2^-15", hi)
			}
		}
	}
	for ix := uint32(logOff32); ix < logOff32+1<<23; ix += 37 { // z is exact
		_, j, z := logReduce32(ix)
		x := math.Float32frombits(ix)
		if float64(x)*float64(single.LogR[j])-1 != float64(z) {
			t.Fatalf("z of %x is %x", x, z)
		}
	}
}

// TestFMA32 compares fma32 with exact arithmetic, above all where the sum is near
// halfway between two float32 values and where it is subnormal.
func TestFMA32(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	random := func(spread int) float32 {
		v := float32(math.Ldexp(float64(1+r.Uint32N(1<<24)), r.IntN(2*spread+1)-spread-24))
		if r.IntN(2) == 0 {
			v = -v
		}
		return v
	}
	for i := range 300000 {
		a, b := random(2), random(2)
		p := float64(a) * float64(b)
		var c float32
		switch i % 4 {
		case 0:
			c = random(60)
		case 1: // cancels
			c = -float32(p)
		case 2: // so that the product is about half a unit of the sum
			c = float32(math.Ldexp(float64(1<<23+r.Uint32N(1<<23)), int(math.Round(math.Log2(math.Abs(p))))+1))
		default: // a subnormal result
			a = float32(float64(a) * 0x1p-100)
			b = float32(float64(b) * 0x1p-40)
			c = float32(float64(random(10)) * 0x1p-126)
		}
		if c != c || math.IsInf(float64(c), 0) {
			continue
		}
		exact := new(big.Float).SetPrec(400).Mul(big.NewFloat(float64(a)), big.NewFloat(float64(b)))
		exact.Add(exact, new(big.Float).SetPrec(400).SetFloat64(float64(c)))
		want, _ := exact.Float32()
		if got := fma32(a, b, c); got != want {
			t.Fatalf("fma32(%x, %x, %x) = %x, want %x", a, b, c, got, want)
		}
	}
}
