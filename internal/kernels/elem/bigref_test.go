package elem

import (
	"math"
	"math/big"
	"sync"
)

// The reference for the accuracy tests: the functions in math/big, by textbook
// series, to far more digits than float64 has. Slow and plain.

// refPrec is the precision of the reference, in bits. Results are good to some
// 150 bits.
const refPrec = 256

func bf() *big.Float                        { return new(big.Float).SetPrec(refPrec) }
func bfloat(x float64) *big.Float           { return bf().SetFloat64(x) }
func badd(x, y *big.Float) *big.Float       { return bf().Add(x, y) }
func bsub(x, y *big.Float) *big.Float       { return bf().Sub(x, y) }
func bmul(x, y *big.Float) *big.Float       { return bf().Mul(x, y) }
func bquo(x, y *big.Float) *big.Float       { return bf().Quo(x, y) }
func bneg(x *big.Float) *big.Float          { return bf().Neg(x) }
func bsqrt(x *big.Float) *big.Float         { return bf().Sqrt(x) }
func bscale(x *big.Float, n int) *big.Float { return bf().SetMantExp(x, n) }

// bfl returns x as a float64.
func bfl(x *big.Float) float64 { f, _ := x.Float64(); return f }

// bint returns the integer nearest to x.
func bint(x *big.Float) *big.Int {
	half := big.NewFloat(0.5)
	if x.Signbit() {
		half.Neg(half)
	}
	n, _ := new(big.Float).SetPrec(x.Prec()).Add(x, half).Int(nil)
	return n
}

var one = bfloat(1)

// pi1400 is pi to 1400 bits, for the reduction of the largest arguments, by
// Machin's formula.
var pi1400 = sync.OnceValue(func() *big.Float {
	atanInv := func(n int64) *big.Int {
		term := new(big.Int).Lsh(big.NewInt(1), 1450)
		term.Quo(term, big.NewInt(n))
		sum := new(big.Int).Set(term)
		sq := big.NewInt(n * n)
		for k := int64(1); term.Sign() != 0; k++ {
			term.Quo(term, sq)
			d := new(big.Int).Quo(term, big.NewInt(2*k+1))
			if k%2 == 1 {
				d.Neg(d)
			}
			sum.Add(sum, d)
		}
		return sum
	}
	p := new(big.Int).Mul(big.NewInt(16), atanInv(5))
	p.Sub(p, new(big.Int).Mul(big.NewInt(4), atanInv(239)))
	return new(big.Float).SetPrec(1400).SetMantExp(new(big.Float).SetPrec(1400).SetInt(p), -1450)
})

var bpi = sync.OnceValue(func() *big.Float { return bf().Set(pi1400()) })

// bln2 is ln 2 = sum of 1/(k·2^k).
var bln2 = sync.OnceValue(func() *big.Float {
	s := bf()
	for k := 1; k < refPrec+20; k++ {
		s.Add(s, bscale(bquo(one, bfloat(float64(k))), -k))
	}
	return s
})

// taylor returns the sum of terms t(0) = first, t(k) = t(k-1)·step/next(k).
func taylor(first, step *big.Float, next func(k int) float64) *big.Float {
	sum, t := bf().Set(first), bf().Set(first)
	for k := 1; t.Sign() != 0 && t.MantExp(nil) > sum.MantExp(nil)-refPrec; k++ {
		t.Mul(t, step)
		t.Quo(t, bfloat(next(k)))
		sum.Add(sum, t)
	}
	return sum
}

// bexpm1small returns e^r - 1 for |r| < 1.
func bexpm1small(r *big.Float) *big.Float {
	if r.Sign() == 0 {
		return bf()
	}
	// e^r - 1 from h = r/2^8 by (1+e)² - 1 = e(2+e), eight times.
	h := bscale(r, -8)
	e := taylor(h, h, func(k int) float64 { return float64(k + 1) })
	for range 8 {
		e = bmul(e, badd(bfloat(2), e))
	}
	return e
}

func bexpm1(x *big.Float) *big.Float {
	if x.MantExp(nil) < 0 {
		return bexpm1small(x)
	}
	return bsub(bexp(x), one)
}

func bexp(x *big.Float) *big.Float {
	k := bint(bquo(x, bln2()))
	r := bsub(x, bmul(bf().SetInt(k), bln2()))
	return bscale(badd(one, bexpm1small(r)), int(k.Int64()))
}

// blog1psmall returns ln(1+d) for |d| < 2^-40 by its series.
func blog1psmall(d *big.Float) *big.Float {
	sum, p := bf().Set(d), bf().Set(d)
	for k := 2; k <= 7; k++ {
		p = bneg(bmul(p, d))
		sum.Add(sum, bquo(p, bfloat(float64(k))))
	}
	return sum
}

func blog(x *big.Float) *big.Float {
	m := bf()
	e := x.MantExp(m)
	if bfl(m) < math.Sqrt2/2 {
		m = bscale(m, 1)
		e--
	}
	if d := bsub(m, one); d.Sign() == 0 || d.MantExp(nil) < -40 {
		return badd(blog1psmall(d), bmul(bfloat(float64(e)), bln2()))
	}
	y := bfloat(math.Log(bfl(m)))
	d := bsub(bmul(m, bexp(bneg(y))), one)
	return badd(badd(y, blog1psmall(d)), bmul(bfloat(float64(e)), bln2()))
}

func blog1p(x *big.Float) *big.Float {
	if x.Sign() == 0 || x.MantExp(nil) < -40 {
		return blog1psmall(x)
	}
	return blog(badd(one, x))
}

// bsincos returns sine and cosine of a float64 value in x, reduced with 1400
// bits.
func bsincos(x *big.Float) (s, c *big.Float) {
	wide := new(big.Float).SetPrec(1400)
	half := new(big.Float).SetPrec(1400).SetMantExp(pi1400(), -1)
	k := bint(wide.Quo(x, half))
	r := new(big.Float).SetPrec(1400).SetInt(k)
	r.Sub(wide.Set(x), r.Mul(r, half))
	s, c = bsincosSmall(bf().Set(r))
	switch new(big.Int).And(k, big.NewInt(3)).Int64() {
	case 1:
		return c, bneg(s)
	case 2:
		return bneg(s), bneg(c)
	case 3:
		return bneg(c), s
	}
	return s, c
}

// bsincosSmall is bsincos for |r| < 1.
func bsincosSmall(r *big.Float) (s, c *big.Float) {
	if r.Sign() == 0 {
		return bf(), bf().Set(one)
	}
	u := bneg(bmul(r, r))
	s = taylor(r, u, func(k int) float64 { return float64(2*k) * float64(2*k+1) })
	c = taylor(one, u, func(k int) float64 { return float64(2*k-1) * float64(2*k) })
	return s, c
}

// bsincosPi returns sine and cosine of pi·x.
func bsincosPi(x float64) (s, c *big.Float) {
	x = math.Mod(x, 2) // exact
	k := math.RoundToEven(2 * x)
	s, c = bsincosSmall(bmul(bpi(), bfloat(x-k/2)))
	switch int(k) & 3 {
	case 1:
		return c, bneg(s)
	case 2:
		return bneg(s), bneg(c)
	case 3:
		return bneg(c), s
	}
	return s, c
}

func batan(x *big.Float) *big.Float {
	if x.Sign() == 0 {
		return bf()
	}
	if f := math.Abs(bfl(x)); f > 1 || math.IsInf(f, 0) {
		h := bscale(bpi(), -1)
		if x.Signbit() {
			h.Neg(h)
		}
		return bsub(h, batan(bquo(one, x)))
	}
	if x.MantExp(nil) < -200 {
		return bf().Set(x)
	}
	y := bfloat(math.Atan(bfl(x)))
	s, c := bsincosSmall(y)
	t := bquo(s, c)
	d := bquo(bsub(x, t), badd(one, bmul(x, t)))
	d3 := bmul(d, bmul(d, d))
	return badd(y, bsub(d, bquo(d3, bfloat(3))))
}

func batan2(y, x *big.Float) *big.Float {
	if x.Sign() == 0 {
		h := bscale(bpi(), -1)
		if y.Signbit() {
			h.Neg(h)
		}
		return h
	}
	a := batan(bquo(y, x))
	if x.Signbit() {
		if y.Signbit() {
			return bsub(a, bpi())
		}
		return badd(a, bpi())
	}
	return a
}

// berf returns erf x for |x| <= 7 or so by its series of positive terms.
func berf(x *big.Float) *big.Float {
	if x.Sign() == 0 {
		return bf()
	}
	u := bmul(x, x)
	s := taylor(x, bscale(u, 1), func(k int) float64 { return float64(2*k + 1) })
	return bmul(bscale(bquo(bmul(bexp(bneg(u)), s), bsqrt(bpi())), 1), one)
}

// berfc returns erfc x: from the series, or for x > 7 by the continued fraction.
func berfc(x *big.Float) *big.Float {
	f := bfl(x)
	if f < -10 {
		return bfloat(2)
	}
	if f < 7 {
		return bsub(one, berf(x))
	}
	// erfc x = e^(-x²)/√pi · 1/(x + (1/2)/(x + (2/2)/(x + (3/2)/(x + ...
	t := bf().Set(x)
	for k := 400; k > 0; k-- {
		t = badd(x, bquo(bfloat(float64(k)/2), t))
	}
	return bquo(bexp(bneg(bmul(x, x))), bmul(bsqrt(bpi()), t))
}

// bernoulli returns B(2), B(4), ... B(2n), exactly.
var bernoulli = sync.OnceValue(func() []*big.Rat {
	const n = 60
	b := make([]*big.Rat, n+1)
	b[0] = big.NewRat(1, 1)
	for m := 1; m <= n; m++ {
		s := new(big.Rat)
		for k := range m {
			c := new(big.Rat).SetInt(new(big.Int).Binomial(int64(m+1), int64(k)))
			s.Add(s, c.Mul(c, b[k]))
		}
		b[m] = s.Mul(s, big.NewRat(-1, int64(m+1)))
	}
	var even []*big.Rat
	for m := 2; m <= n; m += 2 {
		even = append(even, b[m])
	}
	return even
})

// blgamma returns ln Gamma(x) for x > 0.
func blgamma(x *big.Float) *big.Float {
	p, y := bf().Set(one), bf().Set(x)
	for bfl(y) < 40 {
		p = bmul(p, y)
		y = badd(y, one)
	}
	s := bsub(bmul(bsub(y, bfloat(0.5)), blog(y)), y)
	s = badd(s, bscale(blog(bscale(bpi(), 1)), -1))
	pow, sq := bf().Set(y), bmul(y, y)
	for i, b := range bernoulli() {
		n := float64(2*i + 2)
		s = badd(s, bquo(bf().SetRat(b), bmul(bfloat(n*(n-1)), pow)))
		pow = bmul(pow, sq)
	}
	return bsub(s, blog(p))
}

// unaryRef holds the functions of one argument.
var unaryRef = map[string]func(x float64) *big.Float{
	"exp":   func(x float64) *big.Float { return bexp(bfloat(x)) },
	"exp2":  func(x float64) *big.Float { return bexp(bmul(bfloat(x), bln2())) },
	"exp10": func(x float64) *big.Float { return bexp(bmul(bfloat(x), blog(bfloat(10)))) },
	"expm1": func(x float64) *big.Float { return bexpm1(bfloat(x)) },
	"log":   func(x float64) *big.Float { return blog(bfloat(x)) },
	"log2":  func(x float64) *big.Float { return bquo(blog(bfloat(x)), bln2()) },
	"log10": func(x float64) *big.Float { return bquo(blog(bfloat(x)), blog(bfloat(10))) },
	"log1p": func(x float64) *big.Float { return blog1p(bfloat(x)) },
	"sin":   func(x float64) *big.Float { s, _ := bsincos(bfloat(x)); return s },
	"cos":   func(x float64) *big.Float { _, c := bsincos(bfloat(x)); return c },
	"tan":   func(x float64) *big.Float { s, c := bsincos(bfloat(x)); return bquo(s, c) },
	"sinpi": func(x float64) *big.Float { s, _ := bsincosPi(x); return s },
	"cospi": func(x float64) *big.Float { _, c := bsincosPi(x); return c },
	"sinc": func(x float64) *big.Float {
		if x == 0 {
			return one
		}
		s, _ := bsincosPi(x)
		return bquo(s, bmul(bpi(), bfloat(x)))
	},
	"arcsin": func(x float64) *big.Float {
		b := bfloat(x)
		return batan2(b, bsqrt(bmul(bsub(one, b), badd(one, b))))
	},
	"arccos": func(x float64) *big.Float {
		b := bfloat(x)
		return bscale(batan2(bsqrt(bsub(one, b)), bsqrt(badd(one, b))), 1)
	},
	"arctan": func(x float64) *big.Float { return batan(bfloat(x)) },
	"sinh": func(x float64) *big.Float {
		e := bexpm1(bfloat(math.Abs(x)))
		y := bscale(badd(e, bquo(e, badd(e, one))), -1)
		if x < 0 {
			y.Neg(y)
		}
		return y
	},
	"cosh": func(x float64) *big.Float {
		e := bexp(bfloat(x))
		return bscale(badd(e, bquo(one, e)), -1)
	},
	"tanh": func(x float64) *big.Float {
		e := bexpm1(bfloat(2 * math.Abs(x)))
		y := bquo(e, badd(e, bfloat(2)))
		if x < 0 {
			y.Neg(y)
		}
		return y
	},
	"arcsinh": func(x float64) *big.Float {
		b := bfloat(math.Abs(x))
		u := bmul(b, b)
		y := blog1p(badd(b, bquo(u, badd(one, bsqrt(badd(u, one))))))
		if x < 0 {
			y.Neg(y)
		}
		return y
	},
	"arccosh": func(x float64) *big.Float {
		t := bsub(bfloat(x), one)
		return blog1p(badd(t, bsqrt(bmul(t, badd(t, bfloat(2))))))
	},
	"arctanh": func(x float64) *big.Float {
		b := bfloat(x)
		return bscale(blog1p(bquo(bscale(b, 1), bsub(one, b))), -1)
	},
	"cbrt": func(x float64) *big.Float {
		y := bexp(bquo(blog(bfloat(math.Abs(x))), bfloat(3)))
		if x < 0 {
			y.Neg(y)
		}
		return y
	},
	"erf": func(x float64) *big.Float {
		if x < -7 {
			return bneg(bsub(one, berfc(bfloat(-x))))
		}
		if x > 7 {
			return bsub(one, berfc(bfloat(x)))
		}
		return berf(bfloat(x))
	},
	"erfc": func(x float64) *big.Float { return berfc(bfloat(x)) },
	"gelu": func(x float64) *big.Float {
		b := bfloat(x)
		return bscale(bmul(b, berfc(bneg(bquo(b, bsqrt(bfloat(2)))))), -1)
	},
	"expit": func(x float64) *big.Float { return bquo(one, badd(one, bexp(bfloat(-x)))) },
	"silu":  func(x float64) *big.Float { return bquo(bfloat(x), badd(one, bexp(bfloat(-x)))) },
	"logit": func(x float64) *big.Float {
		b := bfloat(x)
		d := bsub(one, b)
		if x > 0.25 {
			return blog1p(bquo(bsub(b, d), d))
		}
		return blog(bquo(b, d))
	},
	"softplus": func(x float64) *big.Float { return blog1p(bexp(bfloat(x))) },
	"gamma":    func(x float64) *big.Float { return bexp(blgamma(bfloat(x))) },
	"lgamma":   func(x float64) *big.Float { return blgamma(bfloat(x)) },
	"deg2rad":  func(x float64) *big.Float { return bquo(bmul(bfloat(x), bpi()), bfloat(180)) },
	"rad2deg":  func(x float64) *big.Float { return bquo(bmul(bfloat(x), bfloat(180)), bpi()) },
}

// binaryRef holds the functions of two arguments.
var binaryRef = map[string]func(x, y float64) *big.Float{
	"power": func(x, y float64) *big.Float {
		v := bexp(bmul(bfloat(y), blog(bfloat(math.Abs(x)))))
		if _, odd := parity(y); odd && x < 0 {
			v.Neg(v)
		}
		return v
	},
	"arctan2": func(y, x float64) *big.Float { return batan2(bfloat(y), bfloat(x)) },
	"hypot": func(x, y float64) *big.Float {
		wide := func(v float64) *big.Float {
			b := new(big.Float).SetPrec(4400).SetFloat64(v)
			return b.Mul(b, b)
		}
		s := wide(x)
		return bf().Set(s.Sqrt(s.Add(s, wide(y))))
	},
}

// ulps returns |got - want| in units of the last place of want in a format with
// the given precision and least exponent; a want beyond the format's largest
// number makes its infinity right, and the largest number's error is measured.
func ulps(got float64, want *big.Float, prec, emin, emax int) float64 {
	if want.Sign() == 0 {
		if got == 0 {
			return 0
		}
		return math.Inf(1)
	}
	e := min(max(want.MantExp(nil)-1, emin), emax)
	if got-got != 0 {
		if got != got || got > 0 != (want.Sign() > 0) {
			return math.Inf(1)
		}
		if want.MantExp(nil) > emax+1 {
			return 0
		}
		e = emax
		want = bf().Abs(want)
		return math.Max(0, bfl(bscale(bsub(bscale(one, emax+1), want), prec-1-e)))
	}
	return math.Abs(bfl(bscale(bsub(bfloat(got), want), prec-1-e)))
}

func ulps64(got float64, want *big.Float) float64 { return ulps(got, want, 53, -1022, 1023) }

func ulps32(got float32, want *big.Float) float64 { return ulps(float64(got), want, 24, -126, 127) }
