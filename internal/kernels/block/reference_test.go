package block

import (
	"math"
	"math/big"
	"math/cmplx"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/ops"
)

// The reference: what the op table says, element by element, in the most
// obvious way, with no thought for speed. Integers are computed without bounds
// and then wrapped; float32 is computed as float64 and then rounded, which is
// the same for + - * / and the square root.

// An operand or result is a Go value of the kind's type.

// reference returns what op gives for x, nil if it does not know for this x, or
// false if it has no entry for op. The error allowed is relative; 0 asks for the
// same bits (but any NaN is a NaN).
func reference(op ops.Op, k dtype.Kind, x [3]any) (want any, tolerance float64, ok bool) {
	if op == ops.Where {
		if x[0].(bool) {
			return x[1], 0, true
		}
		return x[2], 0, true
	}
	switch {
	case k == dtype.Bool:
		f, ok := boolReference[op]
		if !ok {
			return nil, 0, false
		}
		y, _ := x[1].(bool)
		return f(x[0].(bool), y), 0, true
	case dtype.Integers.Has(k):
		return intReference(op, k, x)
	case dtype.Floats.Has(k):
		return floatReference(op, k, x)
	}
	return complexReference(op, k, x)
}

var boolReference = map[ops.Op]func(x, y bool) bool{
	ops.Not:          func(x, y bool) bool { return !x },
	ops.LogicalNot:   func(x, y bool) bool { return !x },
	ops.And:          func(x, y bool) bool { return x && y },
	ops.LogicalAnd:   func(x, y bool) bool { return x && y },
	ops.Minimum:      func(x, y bool) bool { return x && y },
	ops.FMin:         func(x, y bool) bool { return x && y },
	ops.Or:           func(x, y bool) bool { return x || y },
	ops.LogicalOr:    func(x, y bool) bool { return x || y },
	ops.Maximum:      func(x, y bool) bool { return x || y },
	ops.FMax:         func(x, y bool) bool { return x || y },
	ops.Xor:          func(x, y bool) bool { return x != y },
	ops.LogicalXor:   func(x, y bool) bool { return x != y },
	ops.AndNot:       func(x, y bool) bool { return x && !y },
	ops.Equal:        func(x, y bool) bool { return x == y },
	ops.NotEqual:     func(x, y bool) bool { return x != y },
	ops.Less:         func(x, y bool) bool { return !x && y },
	ops.LessEqual:    func(x, y bool) bool { return !x || y },
	ops.Greater:      func(x, y bool) bool { return x && !y },
	ops.GreaterEqual: func(x, y bool) bool { return x || !y },
}

// width is the number of bits of an integer kind.
func width(k dtype.Kind) uint { return uint(k.Size()) * 8 }

func isSigned(k dtype.Kind) bool { return dtype.Signed.Has(k) }

// wrap returns x modulo 2^n as a value of kind k.
func wrap(k dtype.Kind, x *big.Int) any {
	mod := new(big.Int).Lsh(big.NewInt(1), width(k))
	u := new(big.Int).Mod(x, mod).Uint64()
	switch k {
	case dtype.Int8:
		return int8(u)
	case dtype.Int16:
		return int16(u)
	case dtype.Int32:
		return int32(u)
	case dtype.Int64:
		return int64(u)
	case dtype.Uint8:
		return uint8(u)
	case dtype.Uint16:
		return uint16(u)
	case dtype.Uint32:
		return uint32(u)
	}
	return u
}

func toBig(x any) *big.Int {
	switch v := x.(type) {
	case int8:
		return big.NewInt(int64(v))
	case int16:
		return big.NewInt(int64(v))
	case int32:
		return big.NewInt(int64(v))
	case int64:
		return big.NewInt(v)
	case uint8:
		return big.NewInt(int64(v))
	case uint16:
		return big.NewInt(int64(v))
	case uint32:
		return big.NewInt(int64(v))
	case uint64:
		return new(big.Int).SetUint64(v)
	}
	return new(big.Int)
}

func intReference(op ops.Op, k dtype.Kind, args [3]any) (any, float64, bool) {
	x, y, z := toBig(args[0]), toBig(args[1]), toBig(args[2])
	r := new(big.Int)
	lesser := func(x, y *big.Int) *big.Int {
		if x.Cmp(y) <= 0 {
			return x
		}
		return y
	}
	greater := func(x, y *big.Int) *big.Int {
		if x.Cmp(y) >= 0 {
			return x
		}
		return y
	}
	// The quotient rounded down and its remainder.
	floor := func() (q, m *big.Int) {
		q, m = new(big.Int).QuoRem(x, y, new(big.Int))
		if m.Sign()*y.Sign() < 0 {
			q.Sub(q, big.NewInt(1))
			m.Add(m, y)
		}
		return q, m
	}
	// Kernels give 0 where the operation is refused.
	switch ops.Checked(op, k) {
	case ops.NonZero:
		if [3]*big.Int{x, y, z}[ops.Info(op).On].Sign() == 0 {
			return wrap(k, r), 0, true
		}
	case ops.NonNegative:
		if y.Sign() < 0 && op == ops.PowOf {
			return wrap(k, r), 0, true
		}
	}
	// A count beyond the width, or a negative one, is as good as the width.
	count := width(k)
	if y.Sign() >= 0 && y.Cmp(big.NewInt(int64(count))) < 0 {
		count = uint(y.Int64())
	}
	switch op {
	case ops.Neg:
		r.Neg(x)
	case ops.Abs:
		r.Abs(x)
	case ops.Sign:
		r.SetInt64(int64(x.Sign()))
	case ops.Square:
		r.Mul(x, x)
	case ops.Reciprocal:
		r.Quo(big.NewInt(1), x)
	case ops.Conj:
		r = x
	case ops.Not:
		r.Not(x)
	case ops.Add:
		r.Add(x, y)
	case ops.Sub:
		r.Sub(x, y)
	case ops.Mul:
		r.Mul(x, y)
	case ops.Div:
		r.Quo(x, y)
	case ops.Rem:
		r.Rem(x, y)
	case ops.FloorDiv:
		r, _ = floor()
	case ops.Mod:
		_, r = floor()
	case ops.PowOf:
		r.Exp(x, y, new(big.Int).Lsh(big.NewInt(1), 64))
	case ops.Minimum, ops.FMin:
		r = lesser(x, y)
	case ops.Maximum, ops.FMax:
		r = greater(x, y)
	case ops.Clip:
		r = lesser(greater(x, y), z)
	case ops.And:
		r.And(x, y)
	case ops.Or:
		r.Or(x, y)
	case ops.Xor:
		r.Xor(x, y)
	case ops.AndNot:
		r.AndNot(x, y)
	case ops.Shl:
		r.Lsh(x, count)
	case ops.Shr:
		r.Rsh(x, count)
	case ops.Equal:
		return x.Cmp(y) == 0, 0, true
	case ops.NotEqual:
		return x.Cmp(y) != 0, 0, true
	case ops.Less:
		return x.Cmp(y) < 0, 0, true
	case ops.LessEqual:
		return x.Cmp(y) <= 0, 0, true
	case ops.Greater:
		return x.Cmp(y) > 0, 0, true
	case ops.GreaterEqual:
		return x.Cmp(y) >= 0, 0, true
	case ops.LogicalNot:
		return x.Sign() == 0, 0, true
	case ops.LogicalAnd:
		return x.Sign() != 0 && y.Sign() != 0, 0, true
	case ops.LogicalOr:
		return x.Sign() != 0 || y.Sign() != 0, 0, true
	case ops.LogicalXor:
		return (x.Sign() != 0) != (y.Sign() != 0), 0, true
	default:
		return nil, 0, false
	}
	return wrap(k, r), 0, true
}

// toFloat is the value of a float32 or float64, or of an absent operand.
func toFloat(x any) float64 {
	switch v := x.(type) {
	case float32:
		return float64(v)
	case float64:
		return v
	}
	return 0
}

func ofFloat(k dtype.Kind, x float64) any {
	if k == dtype.Float32 {
		return float32(x)
	}
	return x
}

// below is the order in which -0 is below +0.
func below(x, y float64) bool { return x < y || x == y && math.Signbit(x) && !math.Signbit(y) }

func lesserFloat(x, y float64) float64 {
	if below(y, x) {
		return y
	}
	return x
}

func greaterFloat(x, y float64) float64 {
	if below(x, y) {
		return y
	}
	return x
}

func anyNaN(x ...float64) bool {
	for _, v := range x {
		if math.IsNaN(v) {
			return true
		}
	}
	return false
}

func floatReference(op ops.Op, k dtype.Kind, args [3]any) (any, float64, bool) {
	x, y, z := toFloat(args[0]), toFloat(args[1]), toFloat(args[2])
	// rnd rounds an intermediate result to the kind.
	rnd := func(v float64) float64 { return toFloat(ofFloat(k, v)) }
	var r, tolerance float64
	switch op {
	case ops.Neg:
		r = -x
	case ops.Abs:
		r = math.Abs(x)
	case ops.Sign:
		switch {
		case x > 0:
			r = 1
		case x < 0:
			r = -1
		default:
			r = x
		}
	case ops.Square:
		r = x * x
	case ops.Reciprocal:
		r = 1 / x
	case ops.Sqrt:
		r = math.Sqrt(x)
	case ops.Floor:
		r = math.Floor(x)
	case ops.Ceil:
		r = math.Ceil(x)
	case ops.Trunc:
		r = math.Trunc(x)
	case ops.Round:
		r = math.Round(x)
	case ops.RoundToEven:
		r = math.RoundToEven(x)
	case ops.Conj:
		r = x
	case ops.IsNaN:
		return math.IsNaN(x), 0, true
	case ops.IsInf:
		return math.IsInf(x, 0), 0, true
	case ops.IsFinite:
		return !math.IsInf(x, 0) && !math.IsNaN(x), 0, true
	case ops.Signbit:
		return math.Signbit(x), 0, true
	case ops.Add:
		r = x + y
	case ops.Sub:
		r = x - y
	case ops.Mul:
		r = x * y
	case ops.Div:
		r = x / y
	case ops.Rem:
		r = math.Mod(x, y)
	case ops.Mod:
		if r = math.Mod(x, y); r == 0 {
			r = math.Copysign(0, y)
		} else if math.Signbit(r) != math.Signbit(y) {
			r += y
		}
	case ops.FloorDiv:
		m := math.Mod(x, y)
		r = rnd(rnd(x-m) / y)
		if m != 0 && math.Signbit(m) != math.Signbit(y) {
			r = rnd(r - 1)
		}
		f := math.Floor(r)
		if r-f > 0.5 {
			f++
		}
		r = f
		if y == 0 {
			r = x / y
		} else if r == 0 {
			r = math.Copysign(0, x/y)
		}
	case ops.Copysign:
		r = math.Copysign(x, y)
	case ops.Nextafter:
		switch {
		case x == y:
			r = y
		case k == dtype.Float32:
			r = float64(math.Nextafter32(float32(x), float32(y)))
		default:
			r = math.Nextafter(x, y)
		}
	case ops.Minimum, ops.Maximum:
		if r = lesserFloat(x, y); op == ops.Maximum {
			r = greaterFloat(x, y)
		}
		if anyNaN(x, y) {
			r = math.NaN()
		}
	case ops.FMin, ops.FMax:
		switch {
		case math.IsNaN(x):
			r = y
		case math.IsNaN(y):
			r = x
		case op == ops.FMin:
			r = lesserFloat(x, y)
		default:
			r = greaterFloat(x, y)
		}
	case ops.Clip:
		if r = lesserFloat(greaterFloat(x, y), z); anyNaN(x, y, z) {
			r = math.NaN()
		}
	case ops.FMA:
		r = fmaReference(k, x, y, z)
	case ops.Lerp:
		d := rnd(y - x)
		if z < 0.5 {
			r = x + rnd(z*d)
		} else {
			r = y - rnd(rnd(1-z)*d)
		}
	case ops.Equal:
		return x == y, 0, true
	case ops.NotEqual:
		return x != y, 0, true
	case ops.Less:
		return x < y, 0, true
	case ops.LessEqual:
		return x <= y, 0, true
	case ops.Greater:
		return x > y, 0, true
	case ops.GreaterEqual:
		return x >= y, 0, true
	case ops.LogicalNot:
		return x == 0, 0, true
	case ops.LogicalAnd:
		return x != 0 && y != 0, 0, true
	case ops.LogicalOr:
		return x != 0 || y != 0, 0, true
	case ops.LogicalXor:
		return (x != 0) != (y != 0), 0, true
	default:
		// The accuracy of elementary functions is tested elsewhere, against
		// better values than Go's; here a coarse look shows that each is the
		// function that it should be.
		f, ok := elementaryReference[op]
		if !ok {
			return nil, 0, false
		}
		r = f(x, y)
		tolerance = 1e-9
		if k == dtype.Float32 {
			tolerance = 1e-6
		}
	}
	return ofFloat(k, r), tolerance, true
}

// one1 makes a reference of a function of one number.
func one1(f func(float64) float64) func(x, y float64) float64 {
	return func(x, y float64) float64 { return f(x) }
}

var elementaryReference = map[ops.Op]func(x, y float64) float64{
	ops.Cbrt: one1(math.Cbrt),
	ops.Exp:  one1(math.Exp), ops.Exp2: one1(math.Exp2), ops.Expm1: one1(math.Expm1),
	ops.Exp10: one1(func(x float64) float64 { return math.Pow(10, x) }),
	ops.Log:   one1(math.Log), ops.Log2: one1(math.Log2), ops.Log10: one1(math.Log10), ops.Log1p: one1(math.Log1p),
	ops.Sin: one1(math.Sin), ops.Cos: one1(math.Cos), ops.Tan: one1(math.Tan),
	ops.Asin: one1(math.Asin), ops.Acos: one1(math.Acos), ops.Atan: one1(math.Atan),
	ops.Sinpi: one1(func(x float64) float64 { return math.Sin(math.Pi * math.Mod(x, 2)) }),
	ops.Cospi: one1(func(x float64) float64 { return math.Cos(math.Pi * math.Mod(x, 2)) }),
	ops.Sinc: one1(func(x float64) float64 {
		if x == 0 {
			return 1
		}
		return math.Sin(math.Pi*math.Mod(x, 2)) / (math.Pi * x)
	}),
	ops.Deg2rad: one1(func(x float64) float64 { return x / 180 * math.Pi }),
	ops.Rad2deg: one1(func(x float64) float64 { return x / math.Pi * 180 }),
	ops.Sinh:    one1(math.Sinh), ops.Cosh: one1(math.Cosh), ops.Tanh: one1(math.Tanh),
	ops.Asinh: one1(math.Asinh), ops.Acosh: one1(math.Acosh), ops.Atanh: one1(math.Atanh),
	ops.Erf: one1(math.Erf), ops.Erfc: one1(math.Erfc), ops.Gamma: one1(math.Gamma),
	ops.Lgamma: one1(func(x float64) float64 {
		if math.IsInf(x, -1) {
			return math.Inf(1) // as in C, not in Go
		}
		v, _ := math.Lgamma(x)
		return v
	}),
	ops.Expit: one1(func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }),
	ops.Logit: one1(func(x float64) float64 { return math.Log(x / (1 - x)) }),
	ops.Softplus: one1(func(x float64) float64 {
		if x > 100 {
			return x
		}
		return math.Log1p(math.Exp(x))
	}),
	ops.Relu: one1(func(x float64) float64 { return max(x, 0) }),
	ops.Gelu: one1(func(x float64) float64 {
		if math.IsInf(x, -1) {
			return 0
		}
		return x / 2 * math.Erfc(-x/math.Sqrt2)
	}),
	ops.Silu: one1(func(x float64) float64 {
		if math.IsInf(x, -1) {
			return 0
		}
		return x / (1 + math.Exp(-x))
	}),
	ops.PowOf: math.Pow,
	ops.Atan2: math.Atan2,
	ops.Hypot: math.Hypot,
}

// fmaReference computes x*y + z with as many bits as it takes, and rounds once.
func fmaReference(k dtype.Kind, x, y, z float64) float64 {
	if p := x * y; anyNaN(x, y, z) || math.IsInf(x, 0) || math.IsInf(y, 0) || math.IsInf(z, 0) || x == 0 || y == 0 {
		if math.IsInf(z, 0) && !math.IsInf(x, 0) && !math.IsInf(y, 0) && !anyNaN(x, y) {
			return z // a finite product, though x*y may overflow here
		}
		return p + z
	}
	const enough = 5000
	p := new(big.Float).SetPrec(enough).SetFloat64(x)
	p.Mul(p, new(big.Float).SetFloat64(y))
	s := new(big.Float).SetPrec(enough).Add(p, new(big.Float).SetFloat64(z))
	if s.Sign() == 0 {
		return 0 // a difference of equal numbers
	}
	if k == dtype.Float32 {
		v, _ := s.Float32()
		return float64(v)
	}
	v, _ := s.Float64()
	return v
}

func toComplex128(x any) complex128 {
	switch v := x.(type) {
	case complex64:
		return complex128(v)
	case complex128:
		return v
	}
	return 0
}

func complexReference(op ops.Op, k dtype.Kind, args [3]any) (any, float64, bool) {
	x, y := toComplex128(args[0]), toComplex128(args[1])
	a, b, c, d := real(x), imag(x), real(y), imag(y)
	part, tolerance := dtype.Float64, 1e-14
	if k == dtype.Complex64 {
		part, tolerance = dtype.Float32, 1e-6
	}
	rnd := func(v float64) float64 { return toFloat(ofFloat(part, v)) }
	both := func(re, im float64) any {
		if k == dtype.Complex64 {
			return complex(float32(re), float32(im))
		}
		return complex(re, im)
	}
	product := func(a, b, c, d float64) any {
		return both(rnd(a*c)-rnd(b*d), rnd(a*d)+rnd(b*c))
	}
	switch op {
	case ops.Neg:
		return both(-a, -b), 0, true
	case ops.Conj:
		return both(a, -b), 0, true
	case ops.Add:
		return both(a+c, b+d), 0, true
	case ops.Sub:
		return both(a-c, b-d), 0, true
	case ops.Mul:
		return product(a, b, c, d), 0, true
	case ops.Square:
		return product(a, b, a, b), 0, true
	case ops.Div:
		return both(quotientReference(a, b, c, d)), tolerance, true
	case ops.Reciprocal:
		return both(quotientReference(1, 0, a, b)), tolerance, true
	case ops.Real:
		return ofFloat(part, a), 0, true
	case ops.Imag:
		return ofFloat(part, b), 0, true
	case ops.Magnitude:
		return ofFloat(part, math.Hypot(a, b)), tolerance, true
	case ops.Arg:
		// Go's loses the sign where b/a underflows.
		return ofFloat(part, math.Copysign(math.Atan2(b, a), b)), tolerance, true
	case ops.IsNaN:
		return math.IsNaN(a) || math.IsNaN(b), 0, true
	case ops.IsInf:
		return math.IsInf(a, 0) || math.IsInf(b, 0), 0, true
	case ops.IsFinite:
		return !cmplx.IsInf(x) && !anyNaN(a, b), 0, true
	case ops.Equal:
		return x == y, 0, true
	case ops.NotEqual:
		return x != y, 0, true
	case ops.LogicalNot:
		return x == 0, 0, true
	case ops.LogicalAnd:
		return x != 0 && y != 0, 0, true
	case ops.LogicalOr:
		return x != 0 || y != 0, 0, true
	case ops.LogicalXor:
		return (x != 0) != (y != 0), 0, true
	}
	f, ok := complexElementaryReference[op]
	if !ok || !middling(a, b) || ops.Info(op).Arity == 2 && !middling(c, d) {
		return nil, 0, ok // Go's own are no good reference for these
	}
	r := f(x, y)
	return both(real(r), imag(r)), 100 * tolerance, true
}

// middling reports whether numbers are far from 0, from infinity and thereby
// from the cuts, which lie on the axes.
func middling(x ...float64) bool {
	for _, v := range x {
		if !(math.Abs(v) > 1e-3 && math.Abs(v) < 100) {
			return false
		}
	}
	return true
}

func oneC(f func(complex128) complex128) func(x, y complex128) complex128 {
	return func(x, y complex128) complex128 { return f(x) }
}

var complexElementaryReference = map[ops.Op]func(x, y complex128) complex128{
	ops.Sqrt: oneC(cmplx.Sqrt), ops.Exp: oneC(cmplx.Exp), ops.Log: oneC(cmplx.Log),
	ops.Sin: oneC(cmplx.Sin), ops.Cos: oneC(cmplx.Cos), ops.Tan: oneC(cmplx.Tan),
	ops.Asin: oneC(cmplx.Asin), ops.Acos: oneC(cmplx.Acos), ops.Atan: oneC(cmplx.Atan),
	ops.Sinh: oneC(cmplx.Sinh), ops.Cosh: oneC(cmplx.Cosh), ops.Tanh: oneC(cmplx.Tanh),
	ops.Asinh: oneC(cmplx.Asinh), ops.Acosh: oneC(cmplx.Acosh), ops.Atanh: oneC(cmplx.Atanh),
	ops.PowOf: cmplx.Pow,
}

// quotientReference is (a+bi)/(c+di): exact but for the last rounding where all
// is finite and the divisor not zero, else by C99's Annex G.
func quotientReference(a, b, c, d float64) (re, im float64) {
	finite := func(x float64) bool { return !math.IsInf(x, 0) && !math.IsNaN(x) }
	switch {
	case c == 0 && d == 0:
		return a / c, b / c
	case finite(a) && finite(b) && finite(c) && finite(d):
		const enough = 5000
		f := func(x float64) *big.Float { return new(big.Float).SetPrec(enough).SetFloat64(x) }
		mul := func(x, y float64) *big.Float { return f(0).Mul(f(x), f(y)) }
		q := f(0).Add(mul(c, c), mul(d, d))
		re, _ = f(0).Quo(f(0).Add(mul(a, c), mul(b, d)), q).Float64()
		im, _ = f(0).Quo(f(0).Sub(mul(b, c), mul(a, d)), q).Float64()
		return re, im
	case (math.IsInf(a, 0) || math.IsInf(b, 0)) && finite(c) && finite(d):
		a, b = direction(a), direction(b)
		return math.Inf(1) * (a*c + b*d), math.Inf(1) * (b*c - a*d)
	case finite(a) && finite(b) && (math.IsInf(c, 0) || math.IsInf(d, 0)):
		return 0, 0
	}
	return math.NaN(), math.NaN()
}

func direction(x float64) float64 {
	if math.IsInf(x, 0) {
		return math.Copysign(1, x)
	}
	return math.Copysign(0, x)
}

// castReference converts x to kind k.
func castReference(x any, k dtype.Kind) any {
	if k == dtype.Bool {
		switch v := x.(type) {
		case bool:
			return v
		case float32, float64:
			return toFloat(v) != 0
		case complex64, complex128:
			return toComplex128(v) != 0
		}
		return toBig(x).Sign() != 0
	}
	switch v := x.(type) {
	case bool:
		if v {
			return castReference(int8(1), k)
		}
		return castReference(int8(0), k)
	case complex64:
		if k == dtype.Complex64 {
			return v
		} else if k == dtype.Complex128 {
			return complex128(v)
		}
		return castReference(real(v), k)
	case complex128:
		if k == dtype.Complex64 {
			return complex64(v)
		} else if k == dtype.Complex128 {
			return v
		}
		return castReference(real(v), k)
	case float32, float64:
		f := toFloat(v)
		switch k {
		case dtype.Float32, dtype.Float64:
			return ofFloat(k, f)
		case dtype.Complex64:
			return complex(float32(f), 0)
		case dtype.Complex128:
			return complex(f, 0)
		}
		least, most := new(big.Int), new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), width(k)), big.NewInt(1))
		if isSigned(k) {
			most.Rsh(most, 1)
			least.Not(most)
		}
		switch {
		case math.IsNaN(f):
			return wrap(k, new(big.Int))
		case math.IsInf(f, 1):
			return wrap(k, most)
		case math.IsInf(f, -1):
			return wrap(k, least)
		}
		i, _ := new(big.Float).SetFloat64(f).Int(nil)
		if i.Cmp(most) > 0 {
			i = most
		} else if i.Cmp(least) < 0 {
			i = least
		}
		return wrap(k, i)
	}
	i := new(big.Float).SetInt(toBig(x))
	f32, _ := i.Float32()
	f64, _ := i.Float64()
	switch k {
	case dtype.Float32:
		return f32
	case dtype.Float64:
		return f64
	case dtype.Complex64:
		return complex(f32, 0)
	case dtype.Complex128:
		return complex(f64, 0)
	}
	return wrap(k, toBig(x))
}
