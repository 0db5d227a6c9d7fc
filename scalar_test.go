package nd_test

import (
	"fmt"
	"math"
	"math/big"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels/elem"
	"github.com/ndgo/nd/internal/ops"
)

// What each operation means, one element at a time, written from the meaning
// and as plainly as it can be: the oracle of the tests. It shares no code with
// the kernels, except that the elementary functions are the scalar twins of
// package elem, and that what has no definition here is evaluated by the
// library on single elements (see scalarOf): then only walking, fusing and
// storing are tested, not the operation.

type (
	signedInt interface {
		int8 | int16 | int32 | int64
	}
	unsignedInt interface {
		uint8 | uint16 | uint32 | uint64
	}
	anyInt   interface{ signedInt | unsignedInt }
	anyFloat interface{ float32 | float64 }
	anyReal  interface{ anyInt | anyFloat }
)

// refused is what the oracle returns for elements that an operation refuses.
type refused struct{ why ops.Check }

// scalarOf returns op of the given elements, refused{} if it is refused.
func scalarOf(op ops.Op, args ...any) any {
	if v := define(op, args); v != nil {
		return v
	}
	k := kindNamed(fmt.Sprintf("%T", args[len(args)-1]))
	if ops.Info(op).Result == ops.Part {
		name := map[ops.Op]string{ops.Magnitude: "nd.Abs", ops.Arg: "nd.Arg"}[op]
		return fetch(fetch(elementsOf[k].part(name, elementsOf[k].scalar(args[0])), "Must"), "At")
	}
	rest := make([]any, len(args)-1)
	for i := range rest {
		rest[i] = elementsOf[k].scalar(args[i+1])
	}
	return fetch(fetch(elementsOf[k].scalar(args[0]), ops.Info(op).Name, rest...), "At")
}

// defined reports whether the oracle has a definition of op over kind k of its
// own.
func defined(op ops.Op, k dtype.Kind) bool {
	args := make([]any, ops.Info(op).Arity)
	for i := range args {
		args[i] = one(k)
	}
	if op == ops.Where {
		args[0] = true
	}
	return define(op, args) != nil
}

// one returns 1, or true, as an element of kind k.
func one(k dtype.Kind) any { return castOf(true, k) }

// define returns nil where there is no definition.
func define(op ops.Op, args []any) any {
	if op == ops.Where {
		if args[0].(bool) {
			return args[1]
		}
		return args[2]
	}
	switch x := args[0].(type) {
	case bool:
		return ofBools(op, x, second(args, x))
	case int8:
		return ofSigned(op, x, second(args, x), third(args, x))
	case int16:
		return ofSigned(op, x, second(args, x), third(args, x))
	case int32:
		return ofSigned(op, x, second(args, x), third(args, x))
	case int64:
		return ofSigned(op, x, second(args, x), third(args, x))
	case uint8:
		return ofUnsigned(op, x, second(args, x), third(args, x))
	case uint16:
		return ofUnsigned(op, x, second(args, x), third(args, x))
	case uint32:
		return ofUnsigned(op, x, second(args, x), third(args, x))
	case uint64:
		return ofUnsigned(op, x, second(args, x), third(args, x))
	case float32:
		return ofFloat32(op, x, second(args, x), third(args, x))
	case float64:
		return ofFloat64(op, x, second(args, x), third(args, x))
	case complex64:
		y := second(args, x)
		return ofComplex(op, [2]float32{real(x), imag(x)}, [2]float32{real(y), imag(y)},
			func(v [2]float32) any { return complex(v[0], v[1]) })
	case complex128:
		y := second(args, x)
		return ofComplex(op, [2]float64{real(x), imag(x)}, [2]float64{real(y), imag(y)},
			func(v [2]float64) any { return complex(v[0], v[1]) })
	}
	panic(fmt.Sprintf("no kind for %T", args[0]))
}

func second[T any](args []any, x T) T {
	if len(args) > 1 {
		return args[1].(T)
	}
	return x
}

func third[T any](args []any, x T) T {
	if len(args) > 2 {
		return args[2].(T)
	}
	return x
}

func ofBools(op ops.Op, x, y bool) any {
	number := map[bool]int8{true: 1}
	switch op {
	case ops.Not:
		return !x
	case ops.And:
		return x && y
	case ops.Or:
		return x || y
	case ops.Xor:
		return x != y
	case ops.AndNot:
		return x && !y
	}
	// False is below true, as 0 is below 1.
	switch v := compared(op, number[x], number[y], number[x]).(type) {
	case int8:
		return v != 0
	case bool:
		return v
	}
	return nil
}

// compared has the operations that need no more than an order and a zero.
func compared[T anyReal](op ops.Op, x, y, z T) any {
	switch op {
	case ops.Minimum:
		return least(x, y)
	case ops.Maximum:
		return greatest(x, y)
	case ops.FMin:
		return numeric(x, y, least[T])
	case ops.FMax:
		return numeric(x, y, greatest[T])
	case ops.Clip:
		return least(greatest(x, y), z)
	case ops.Equal:
		return x == y
	case ops.NotEqual:
		return x != y
	case ops.Less:
		return x < y
	case ops.LessEqual:
		return x <= y
	case ops.Greater:
		return x > y
	case ops.GreaterEqual:
		return x >= y
	case ops.LogicalNot:
		return x == 0
	case ops.LogicalAnd:
		return x != 0 && y != 0
	case ops.LogicalOr:
		return x != 0 || y != 0
	case ops.LogicalXor:
		return (x != 0) != (y != 0)
	}
	return nil
}

// least returns the smaller number. A NaN wins, and -0 is below +0.
func least[T anyReal](x, y T) T {
	switch {
	case x != x:
		return x
	case y != y || y < x || x == 0 && y == 0 && negativeZero(y):
		return y
	}
	return x
}

func greatest[T anyReal](x, y T) T {
	switch {
	case x != x:
		return x
	case y != y || y > x || x == 0 && y == 0 && negativeZero(x):
		return y
	}
	return x
}

func negativeZero[T anyReal](x T) bool {
	v := float64(x)
	return v == 0 && math.Signbit(v)
}

// numeric lets a number win over a NaN.
func numeric[T anyReal](x, y T, f func(x, y T) T) T {
	switch {
	case x != x:
		return y
	case y != y:
		return x
	}
	return f(x, y)
}

// ofInts has the operations that are alike for signed and unsigned integers.
func ofInts[T anyInt](op ops.Op, x, y, z T) any {
	switch op {
	case ops.Neg:
		return -x
	case ops.Square:
		return x * x
	case ops.Conj:
		return x
	case ops.Sign:
		switch {
		case x > 0:
			return T(1)
		case x < 0:
			return -T(1)
		}
		return T(0)
	case ops.Not:
		return ^x
	case ops.Add:
		return x + y
	case ops.Sub:
		return x - y
	case ops.Mul:
		return x * y
	case ops.And:
		return x & y
	case ops.Or:
		return x | y
	case ops.Xor:
		return x ^ y
	case ops.AndNot:
		return x &^ y
	case ops.Reciprocal:
		if x == 0 {
			return refused{ops.NonZero}
		}
		return 1 / x
	case ops.Div, ops.Rem, ops.FloorDiv, ops.Mod:
		if y == 0 {
			return refused{ops.NonZero}
		}
		q, r := x/y, x%y
		switch op {
		case ops.Div:
			return q
		case ops.Rem:
			return r
		case ops.FloorDiv:
			if r != 0 && (r < 0) != (y < 0) {
				q--
			}
			return q
		}
		if r != 0 && (r < 0) != (y < 0) {
			r += y
		}
		return r
	case ops.PowOf:
		if y < 0 {
			return refused{ops.NonNegative}
		}
		modulus := new(big.Int).Lsh(big.NewInt(1), 64) // of which every integer type takes the low bits
		return T(new(big.Int).Exp(bigInt(x), bigInt(y), modulus).Uint64())
	case ops.Shl, ops.Shr:
		if y < 0 {
			return refused{ops.NonNegative}
		}
		if op == ops.Shl {
			return x << y
		}
		return x >> y
	}
	return compared(op, x, y, z)
}

func bigInt[T anyInt](x T) *big.Int {
	if x < 0 {
		return big.NewInt(int64(x))
	}
	return new(big.Int).SetUint64(uint64(x))
}

func ofSigned[T signedInt](op ops.Op, x, y, z T) any {
	if op == ops.Abs {
		if x < 0 {
			return -x
		}
		return x
	}
	return ofInts(op, x, y, z)
}

func ofUnsigned[T unsignedInt](op ops.Op, x, y, z T) any {
	if op == ops.Abs {
		return x
	}
	return ofInts(op, x, y, z)
}

// ofFloats has the operations that are written alike for both float types. What
// goes by way of float64 is exact, or is a square root, which rounds the same
// twice as once.
func ofFloats[T anyFloat](op ops.Op, x, y, z T) any {
	in64 := func(f func(float64) float64) T { return T(f(float64(x))) }
	switch op {
	case ops.Neg:
		return -x
	case ops.Abs:
		return in64(math.Abs)
	case ops.Sign:
		if x > 0 {
			return T(1)
		}
		if x < 0 {
			return T(-1)
		}
		return x
	case ops.Relu:
		if x > 0 || x != x {
			return x
		}
		return T(0)
	case ops.Square:
		return x * x
	case ops.Reciprocal:
		return 1 / x
	case ops.Sqrt:
		return in64(math.Sqrt)
	case ops.Floor:
		return in64(math.Floor)
	case ops.Ceil:
		return in64(math.Ceil)
	case ops.Trunc:
		return in64(math.Trunc)
	case ops.Round:
		return in64(math.Round)
	case ops.RoundToEven:
		return in64(math.RoundToEven)
	case ops.Conj:
		return x
	case ops.IsNaN:
		return x != x
	case ops.IsInf:
		return math.IsInf(float64(x), 0)
	case ops.IsFinite:
		return x == x && !math.IsInf(float64(x), 0)
	case ops.Signbit:
		return math.Signbit(float64(x))
	case ops.Add:
		return x + y
	case ops.Sub:
		return x - y
	case ops.Mul:
		return x * y
	case ops.Div:
		return x / y
	case ops.Rem:
		return T(math.Mod(float64(x), float64(y)))
	case ops.Mod:
		r := T(math.Mod(float64(x), float64(y)))
		switch {
		case r == 0:
			return T(math.Copysign(0, float64(y)))
		case r == r && (r < 0) != (y < 0):
			return r + y
		}
		return r
	case ops.FloorDiv: // NumPy's: by way of the exact remainder
		if y == 0 {
			return x / y
		}
		r := T(math.Mod(float64(x), float64(y)))
		q := (x - r) / y
		if r != 0 && (r < 0) != (y < 0) {
			q--
		}
		if q == 0 {
			return T(math.Copysign(0, float64(x/y)))
		}
		f := T(math.Floor(float64(q)))
		if q-f > 0.5 {
			f++
		}
		return f
	case ops.Copysign:
		return T(math.Copysign(float64(x), float64(y)))
	case ops.Lerp: // from the nearer end
		d := y - x
		if z < 0.5 {
			return x + T(z*d)
		}
		return y - T((1-z)*d)
	}
	return compared(op, x, y, z)
}

func ofFloat64(op ops.Op, x, y, z float64) any {
	if f := functions64[op]; f != nil {
		return f(x)
	}
	switch op {
	case ops.PowOf:
		return elem.Pow(x, y)
	case ops.Atan2:
		return elem.Atan2(x, y)
	case ops.Hypot:
		return elem.Hypot(x, y)
	case ops.Nextafter:
		return next(x, y, math.Nextafter)
	case ops.FMA:
		return math.FMA(x, y, z)
	}
	return ofFloats(op, x, y, z)
}

func ofFloat32(op ops.Op, x, y, z float32) any {
	if f := functions32[op]; f != nil {
		return f(x)
	}
	switch op {
	case ops.PowOf:
		return elem.Pow32(x, y)
	case ops.Atan2:
		return elem.Atan232(x, y)
	case ops.Hypot:
		return elem.Hypot32(x, y)
	case ops.Nextafter:
		return next(x, y, math.Nextafter32)
	case ops.FMA:
		return fma32(x, y, z)
	}
	return ofFloats(op, x, y, z)
}

// next is C's nextafter: where x equals y, as +0 equals -0, it is y.
func next[T anyFloat](x, y T, f func(x, y T) T) T {
	if x == y {
		return y
	}
	return f(x, y)
}

var functions64 = map[ops.Op]func(float64) float64{
	ops.Exp: elem.Exp, ops.Exp2: elem.Exp2, ops.Exp10: elem.Exp10,
	ops.Expm1: elem.Expm1, ops.Log: elem.Log, ops.Log2: elem.Log2,
	ops.Log10: elem.Log10, ops.Log1p: elem.Log1p, ops.Sinh: elem.Sinh,
	ops.Cosh: elem.Cosh, ops.Tanh: elem.Tanh, ops.Asinh: elem.Asinh,
	ops.Acosh: elem.Acosh, ops.Atanh: elem.Atanh, ops.Erf: elem.Erf,
	ops.Erfc: elem.Erfc, ops.Gamma: elem.Gamma, ops.Lgamma: elem.Lgamma,
	ops.Expit: elem.Expit, ops.Logit: elem.Logit, ops.Softplus: elem.Softplus,
	ops.Gelu: elem.Gelu, ops.Silu: elem.Silu, ops.Sin: elem.Sin,
	ops.Cos: elem.Cos, ops.Tan: elem.Tan, ops.Asin: elem.Asin,
	ops.Acos: elem.Acos, ops.Atan: elem.Atan, ops.Sinpi: elem.Sinpi,
	ops.Cospi: elem.Cospi, ops.Sinc: elem.Sinc, ops.Deg2rad: elem.Deg2rad,
	ops.Rad2deg: elem.Rad2deg, ops.Cbrt: elem.Cbrt,
}

var functions32 = map[ops.Op]func(float32) float32{
	ops.Exp: elem.Exp32, ops.Exp2: elem.Exp232, ops.Exp10: elem.Exp1032,
	ops.Expm1: elem.Expm132, ops.Log: elem.Log32, ops.Log2: elem.Log232,
	ops.Log10: elem.Log1032, ops.Log1p: elem.Log1p32, ops.Sinh: elem.Sinh32,
	ops.Cosh: elem.Cosh32, ops.Tanh: elem.Tanh32, ops.Asinh: elem.Asinh32,
	ops.Acosh: elem.Acosh32, ops.Atanh: elem.Atanh32, ops.Erf: elem.Erf32,
	ops.Erfc: elem.Erfc32, ops.Gamma: elem.Gamma32, ops.Lgamma: elem.Lgamma32,
	ops.Expit: elem.Expit32, ops.Logit: elem.Logit32, ops.Softplus: elem.Softplus32,
	ops.Gelu: elem.Gelu32, ops.Silu: elem.Silu32, ops.Sin: elem.Sin32,
	ops.Cos: elem.Cos32, ops.Tan: elem.Tan32, ops.Asin: elem.Asin32,
	ops.Acos: elem.Acos32, ops.Atan: elem.Atan32, ops.Sinpi: elem.Sinpi32,
	ops.Cospi: elem.Cospi32, ops.Sinc: elem.Sinc32, ops.Deg2rad: elem.Deg2rad32,
	ops.Rad2deg: elem.Rad2deg32, ops.Cbrt: elem.Cbrt32,
}

// fma32 rounds the exact sum once. Where an operand is special, or the sum is
// zero, sum and product in float64 are exact, and give the right zero.
func fma32(x, y, z float32) float32 {
	p := float64(x) * float64(y)
	s := p + float64(z)
	if s == 0 && p == -float64(z) || s-s != 0 {
		return float32(s)
	}
	exact := new(big.Float).SetPrec(2000).SetFloat64(p)
	exact.Add(exact, new(big.Float).SetPrec(2000).SetFloat64(float64(z)))
	f, _ := exact.Float32()
	return f
}

func ofComplex[T anyFloat](op ops.Op, x, y [2]T, value func([2]T) any) any {
	zero := func(v [2]T) bool { return v[0] == 0 && v[1] == 0 }
	nan := func(v T) bool { return v != v }
	inf := func(v T) bool { return math.IsInf(float64(v), 0) }
	mul := func(x, y [2]T) any {
		return value([2]T{T(x[0]*y[0]) - T(x[1]*y[1]), T(x[0]*y[1]) + T(x[1]*y[0])})
	}
	switch op {
	case ops.Neg:
		return value([2]T{-x[0], -x[1]})
	case ops.Conj:
		return value([2]T{x[0], -x[1]})
	case ops.Real:
		return x[0]
	case ops.Imag:
		return x[1]
	case ops.Add:
		return value([2]T{x[0] + y[0], x[1] + y[1]})
	case ops.Sub:
		return value([2]T{x[0] - y[0], x[1] - y[1]})
	case ops.Mul:
		return mul(x, y)
	case ops.Square:
		return mul(x, x)
	case ops.IsNaN:
		return nan(x[0]) || nan(x[1])
	case ops.IsInf:
		return inf(x[0]) || inf(x[1])
	case ops.IsFinite:
		return !nan(x[0]) && !nan(x[1]) && !inf(x[0]) && !inf(x[1])
	case ops.Equal:
		return x[0] == y[0] && x[1] == y[1]
	case ops.NotEqual:
		return x[0] != y[0] || x[1] != y[1]
	case ops.LogicalNot:
		return zero(x)
	case ops.LogicalAnd:
		return !zero(x) && !zero(y)
	case ops.LogicalOr:
		return !zero(x) || !zero(y)
	case ops.LogicalXor:
		return zero(x) != zero(y)
	}
	return nil
}

// castOf converts an element to kind k.
func castOf(v any, k dtype.Kind) any {
	switch x := v.(type) {
	case bool:
		if x {
			return castInt(int8(1), k)
		}
		return castInt(int8(0), k)
	case int8:
		return castInt(x, k)
	case int16:
		return castInt(x, k)
	case int32:
		return castInt(x, k)
	case int64:
		return castInt(x, k)
	case uint8:
		return castInt(x, k)
	case uint16:
		return castInt(x, k)
	case uint32:
		return castInt(x, k)
	case uint64:
		return castInt(x, k)
	case float32:
		return castFloat(float64(x), 0, k)
	case float64:
		return castFloat(x, 0, k)
	case complex64:
		return castFloat(float64(real(x)), float64(imag(x)), k)
	case complex128:
		return castFloat(real(x), imag(x), k)
	}
	panic(fmt.Sprintf("no kind for %T", v))
}

// castInt wraps where the target is an integer, else it rounds once.
func castInt[T anyInt](x T, k dtype.Kind) any {
	exact := new(big.Float).SetInt(bigInt(x))
	f32, _ := exact.Float32()
	f64, _ := exact.Float64()
	switch k {
	case dtype.Bool:
		return x != 0
	case dtype.Int8:
		return int8(x)
	case dtype.Int16:
		return int16(x)
	case dtype.Int32:
		return int32(x)
	case dtype.Int64:
		return int64(x)
	case dtype.Uint8:
		return uint8(x)
	case dtype.Uint16:
		return uint16(x)
	case dtype.Uint32:
		return uint32(x)
	case dtype.Uint64:
		return uint64(x)
	case dtype.Float32:
		return f32
	case dtype.Float64:
		return f64
	case dtype.Complex64:
		return complex(f32, 0)
	}
	return complex(f64, 0)
}

// castFloat truncates and saturates where the target is an integer, with NaN
// giving 0.
func castFloat(re, im float64, k dtype.Kind) any {
	switch k {
	case dtype.Bool:
		return re != 0 || im != 0
	case dtype.Float32:
		return float32(re)
	case dtype.Float64:
		return re
	case dtype.Complex64:
		return complex(float32(re), float32(im))
	case dtype.Complex128:
		return complex(re, im)
	}
	n := new(big.Int)
	least, most := new(big.Int), new(big.Int).Lsh(big.NewInt(1), uint(8*k.Size()))
	if dtype.Signed.Has(k) {
		most.Rsh(most, 1)
		least.Neg(most)
	}
	most.Sub(most, big.NewInt(1))
	switch {
	case re != re:
	case math.IsInf(re, 1):
		n = most
	case math.IsInf(re, -1):
		n = least
	default:
		n, _ = new(big.Float).SetFloat64(re).Int(nil) // truncates
		if n.Cmp(most) > 0 {
			n = most
		}
		if n.Cmp(least) < 0 {
			n = least
		}
	}
	if n.Sign() < 0 {
		return castInt(n.Int64(), k)
	}
	return castInt(n.Uint64(), k)
}
