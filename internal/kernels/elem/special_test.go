package elem

import (
	"math"
	"testing"
)

var (
	inf   = math.Inf(1)
	nan   = math.NaN()
	negz  = math.Copysign(0, -1)
	tiny  = math.SmallestNonzeroFloat64
	large = math.MaxFloat64
)

// specials are arguments at which functions have rules of their own.
var specials = []float64{
	0, negz, tiny, -tiny, 0x1p-1022, -0x1p-1022, 1e-200, 0.25, 0.5, -0.5, 0.75, 1, -1, 1.5, -1.5,
	2, -2, 3, -3, 710, -710, 746, -746, 0x1p28, -0x1p28, 0x1p52, -0x1p53, 0x1p1000, large, -large, inf, -inf,
	nan, math.Float64frombits(0xfff8000000000001), math.Float64frombits(0x7ff8000000001234), math.Float64frombits(0xfff0000000000001),
}

// TestSpecialValues holds the values that the comments of the functions promise
// and the conformance data does not cover.
func TestSpecialValues(t *testing.T) {
	for _, c := range []struct {
		name string
		x, y float64
	}{
		{"exp10", inf, inf}, {"exp10", -inf, 0}, {"exp10", 0, 1}, {"exp10", 22, 1e22}, {"exp10", -400, 0}, {"exp10", 309, inf},
		{"sinpi", 0, 0}, {"sinpi", negz, negz}, {"sinpi", 1, 0}, {"sinpi", -1, negz}, {"sinpi", 2, 0}, {"sinpi", 0x1p60, 0},
		{"sinpi", 0.5, 1}, {"sinpi", -1.5, 1}, {"sinpi", inf, nan}, {"sinpi", 0x1p51 + 0.5, 1}, {"sinpi", 0x1p51 + 1.5, -1},
		{"cospi", 0, 1}, {"cospi", 1, -1}, {"cospi", 0.5, 0}, {"cospi", 1.5, 0}, {"cospi", -0.5, 0}, {"cospi", 0x1p60, 1},
		{"cospi", 0x1p52 + 1, -1}, {"cospi", -inf, nan},
		{"sinc", 0, 1}, {"sinc", negz, 1}, {"sinc", tiny, 1}, {"sinc", 1, 0}, {"sinc", -3, 0}, {"sinc", large, 0}, {"sinc", inf, nan},
		{"erf", 0, 0}, {"erf", negz, negz}, {"erf", inf, 1}, {"erf", -inf, -1}, {"erf", 7, 1}, {"erf", large, 1}, {"erf", tiny, tiny},
		{"erfc", 0, 1}, {"erfc", negz, 1}, {"erfc", inf, 0}, {"erfc", -inf, 2}, {"erfc", 28, 0}, {"erfc", large, 0}, {"erfc", -large, 2},
		{"gelu", 0, 0}, {"gelu", negz, negz}, {"gelu", inf, inf}, {"gelu", -inf, negz}, {"gelu", large, large}, {"gelu", -large, negz},
		{"expit", inf, 1}, {"expit", -inf, 0}, {"expit", 0, 0.5}, {"expit", large, 1}, {"expit", -large, 0},
		{"logit", 0, -inf}, {"logit", negz, -inf}, {"logit", 1, inf}, {"logit", 0.5, 0}, {"logit", -tiny, nan}, {"logit", 2, nan}, {"logit", inf, nan},
		{"softplus", inf, inf}, {"softplus", -inf, 0}, {"softplus", large, large}, {"softplus", -large, 0},
		{"silu", 0, 0}, {"silu", negz, negz}, {"silu", inf, inf}, {"silu", -inf, negz}, {"silu", large, large}, {"silu", -large, negz},
		{"relu", 0, 0}, {"relu", negz, 0}, {"relu", -1, 0}, {"relu", 2, 2}, {"relu", inf, inf}, {"relu", -inf, 0},
		{"deg2rad", 180, math.Pi}, {"deg2rad", inf, inf}, {"deg2rad", negz, negz}, {"deg2rad", tiny, 0},
		{"rad2deg", math.Pi, 180}, {"rad2deg", -inf, -inf}, {"rad2deg", negz, negz}, {"rad2deg", large, inf},
		{"gamma", inf, inf}, {"gamma", -inf, nan}, {"gamma", 0, inf}, {"gamma", negz, -inf}, {"gamma", -1, nan}, {"gamma", -large, nan},
		{"gamma", 1, 1}, {"gamma", 2, 1}, {"gamma", 5, 24}, {"gamma", 172, inf}, {"gamma", -200.5, negz}, {"gamma", -201.5, 0}, {"gamma", tiny, inf},
		{"lgamma", inf, inf}, {"lgamma", -inf, inf}, {"lgamma", 0, inf}, {"lgamma", negz, inf}, {"lgamma", -3, inf},
		{"lgamma", 1, 0}, {"lgamma", 2, 0}, {"lgamma", large, inf}, {"lgamma", 2.5e305, 1.7555118602376452e308},
	} {
		if got := unary64[c.name](c.x); steps64(got, c.y) != 0 {
			t.Errorf("%s(%v) = %v, want %v", c.name, c.x, got, c.y)
		}
		x32, y32 := float32(c.x), float32(c.y)
		if float64(x32) != c.x && c.x == c.x && c.name != "deg2rad" {
			continue // the argument is another one in float32
		}
		if c.x == 1.5+0x1p51 || c.name == "rad2deg" && c.x == large {
			continue
		}
		if got := unary32[c.name](x32); steps32(got, y32) != 0 && c.name != "lgamma" {
			t.Errorf("float32: %s(%v) = %v, want %v", c.name, x32, got, y32)
		}
	}
}

// TestExactPowers checks that the powers that are exact come out exact.
func TestExactPowers(t *testing.T) {
	for n := -1074; n < 1024; n++ {
		x := math.Ldexp(1, n)
		if got := Exp2(float64(n)); got != x {
			t.Errorf("Exp2(%d) = %v", n, got)
		}
		if got := Log2(x); got != float64(n) {
			t.Errorf("Log2(2^%d) = %v", n, got)
		}
	}
	x := 1.0
	for n := 0; n <= 22; n++ {
		if got := Exp10(float64(n)); got != x {
			t.Errorf("Exp10(%d) = %v", n, got)
		}
		if got := Log10(x); got != float64(n) {
			t.Errorf("Log10(1e%d) = %v", n, got)
		}
		x *= 10
	}
	for n := range 200 {
		x := float64(n)
		if got := Cbrt(x * x * x); got != x {
			t.Errorf("Cbrt(%v³) = %v", x, got)
		}
		if got := Pow(x, 3); got != x*x*x {
			t.Errorf("Pow(%v, 3) = %v", x, got)
		}
	}
	if got := Hypot(3, 4); got != 5 {
		t.Errorf("Hypot(3, 4) = %v", got)
	}
}

// TestPowTwo checks that Pow(x, 2) is x*x, bit for bit.
func TestPowTwo(t *testing.T) {
	for _, x := range specials {
		if got := Pow(x, 2); steps64(got, x*x) != 0 {
			t.Errorf("Pow(%v, 2) = %v", x, got)
		}
		x32 := float32(x)
		if got := Pow32(x32, 2); steps32(got, x32*x32) != 0 {
			t.Errorf("Pow32(%v, 2) = %v", x, got)
		}
		if z := complex(x, 3); normError(CPow(z, 2), CMul(z, z), 1) != 0 {
			t.Errorf("CPow(%v, 2) = %v", z, CPow(z, 2))
		}
	}
}

// TestCanonicalNaN checks that every NaN result has the bits of math.NaN() or of
// its float32 conversion, and that a NaN argument gives NaN where no rule says
// otherwise.
func TestCanonicalNaN(t *testing.T) {
	check := func(got float64, name string, args ...any) {
		if got != got && math.Float64bits(got) != math.Float64bits(nan) {
			t.Errorf("%s%v = NaN with bits %x", name, args, math.Float64bits(got))
		}
	}
	check32 := func(got float32, name string, args ...any) {
		if got != got && math.Float32bits(got) != 0x7fc00000 {
			t.Errorf("float32: %s%v = NaN with bits %x", name, args, math.Float32bits(got))
		}
	}
	for _, x := range specials {
		for name, f := range unary64 {
			check(f(x), name, x)
			if x != x && f(x) == f(x) {
				t.Errorf("%s(NaN) = %v", name, f(x))
			}
		}
		for name, f := range unary32 {
			check32(f(float32(x)), name, x)
			if x != x && f(float32(x)) == f(float32(x)) {
				t.Errorf("float32: %s(NaN) = %v", name, f(float32(x)))
			}
		}
		for _, y := range specials {
			if y != 2 {
				for name, f := range binary64 {
					check(f(x, y), name, x, y)
				}
				for name, f := range binary32 {
					check32(f(float32(x), float32(y)), name, x, y)
				}
			}
			for name, f := range exact64 {
				check(f(x, y), name, x, y)
			}
			for name, f := range exact32 {
				check32(f(float32(x), float32(y)), name, x, y)
			}
			z := complex(x, y)
			for name, f := range cunary {
				// The sign of a NaN shows nowhere.
				if a, b := f(z), f(complex(canonical(x), canonical(y))); steps64(real(a), real(b))+steps64(imag(a), imag(b)) > 0 {
					t.Errorf("%s(%v) depends on the sign of a NaN", name, z)
				}
				check(real(f(z)), "real "+name, z)
				check(imag(f(z)), "imag "+name, z)
			}
			for name, f := range cunary64 {
				w := f(complex64(z))
				check32(real(w), "real "+name, z)
				check32(imag(w), "imag "+name, z)
			}
			w := CPow(z, complex(y, 1))
			check(real(w), "real power", z)
			check(imag(w), "imag power", z)
		}
	}
}
