package nd_test

import (
	"testing"

	"github.com/ndgo/nd/internal/conformance"
	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/ops"
)

// A saying is how nd says a function of NumPy for operands of some kinds.
type saying struct {
	numpy string
	kinds dtype.Set
	nd    string                    // the method, or the function where it begins with nd
	as    string                    // what operands are converted to by nd.As before; "result" is NumPy's result type
	not   conformance.NotApplicable // why nd does not say it at all
}

// The reasons for which rows do not apply. The first two go away by themselves
// as the op table grows.
const (
	notYet        conformance.NotApplicable = "function not in the op table yet"
	notComplexYet conformance.NotApplicable = "complex form not in the op table yet"
	complexOrder  conformance.NotApplicable = "complex numbers have no order"
	boolNumber    conformance.NotApplicable = "bool has no arithmetic"
	halfPrecision conformance.NotApplicable = "half precision is no type of Go" // result types only
)

var reasons = []conformance.NotApplicable{notYet, notComplexYet, complexOrder, boolNumber, halfPrecision}

const (
	boolKind     = dtype.Booleans
	intKinds     = dtype.Integers
	floatKinds   = dtype.Floats
	realKinds    = dtype.Real
	complexKinds = dtype.Complex
	numberKinds  = dtype.Numbers
	allKinds     = dtype.All
)

// sayings lists NumPy's functions. Where NumPy promotes the operands, nd has
// them converted by the word As: there is no silent promotion.
var sayings = []saying{
	{numpy: "absolute", kinds: realKinds, nd: "Abs"},
	{numpy: "absolute", kinds: complexKinds, nd: "nd.Abs"},
	{numpy: "absolute", kinds: boolKind, not: boolNumber},
	{numpy: "add", kinds: numberKinds, nd: "Add"},
	{numpy: "add", kinds: boolKind, nd: "Or"},
	{numpy: "angle", kinds: complexKinds, nd: "nd.Arg"},
	{numpy: "arccos", kinds: allKinds, nd: "Acos", as: "result"},
	{numpy: "arccosh", kinds: allKinds, nd: "Acosh", as: "result"},
	{numpy: "arcsin", kinds: allKinds, nd: "Asin", as: "result"},
	{numpy: "arcsinh", kinds: allKinds, nd: "Asinh", as: "result"},
	{numpy: "arctan", kinds: allKinds, nd: "Atan", as: "result"},
	{numpy: "arctan2", kinds: allKinds, nd: "Atan2", as: "result"},
	{numpy: "arctanh", kinds: allKinds, nd: "Atanh", as: "result"},
	{numpy: "bitwise_and", kinds: intKinds | boolKind, nd: "And"},
	{numpy: "bitwise_or", kinds: intKinds | boolKind, nd: "Or"},
	{numpy: "bitwise_xor", kinds: intKinds | boolKind, nd: "Xor"},
	{numpy: "cbrt", kinds: allKinds, nd: "Cbrt", as: "result"},
	{numpy: "ceil", kinds: allKinds, nd: "Ceil", as: "result"},
	{numpy: "clip", kinds: realKinds, nd: "Clip"},
	{numpy: "conjugate", kinds: numberKinds, nd: "Conj"},
	{numpy: "conjugate", kinds: boolKind, nd: "Conj", as: "result"},
	{numpy: "copysign", kinds: allKinds, nd: "Copysign", as: "result"},
	{numpy: "cos", kinds: allKinds, nd: "Cos", as: "result"},
	{numpy: "cosh", kinds: allKinds, nd: "Cosh", as: "result"},
	{numpy: "deg2rad", kinds: allKinds, nd: "Deg2rad", as: "result"},
	{numpy: "divide", kinds: floatKinds | complexKinds, nd: "Div"},
	{numpy: "divide", kinds: intKinds | boolKind, nd: "Div", as: "float64"},
	{numpy: "equal", kinds: allKinds, nd: "Equal"},
	{numpy: "exp", kinds: allKinds, nd: "Exp", as: "result"},
	{numpy: "exp2", kinds: allKinds, nd: "Exp2", as: "result"},
	{numpy: "expm1", kinds: allKinds, nd: "Expm1", as: "result"},
	{numpy: "floor", kinds: allKinds, nd: "Floor", as: "result"},
	{numpy: "floor_divide", kinds: realKinds, nd: "FloorDiv"},
	{numpy: "floor_divide", kinds: boolKind, nd: "FloorDiv", as: "result"},
	{numpy: "fmax", kinds: realKinds | boolKind, nd: "FMax"},
	{numpy: "fmax", kinds: complexKinds, not: complexOrder},
	{numpy: "fmin", kinds: realKinds | boolKind, nd: "FMin"},
	{numpy: "fmin", kinds: complexKinds, not: complexOrder},
	{numpy: "fmod", kinds: realKinds, nd: "Rem"},
	{numpy: "fmod", kinds: boolKind, nd: "Rem", as: "result"},
	{numpy: "greater", kinds: realKinds | boolKind, nd: "Greater"},
	{numpy: "greater", kinds: complexKinds, not: complexOrder},
	{numpy: "greater_equal", kinds: realKinds | boolKind, nd: "GreaterEqual"},
	{numpy: "greater_equal", kinds: complexKinds, not: complexOrder},
	{numpy: "hypot", kinds: allKinds, nd: "Hypot", as: "result"},
	{numpy: "imag", kinds: complexKinds, nd: "nd.Imag"},
	{numpy: "invert", kinds: intKinds | boolKind, nd: "Not"},
	{numpy: "isfinite", kinds: floatKinds | complexKinds, nd: "IsFinite"},
	{numpy: "isfinite", kinds: intKinds | boolKind, nd: "IsFinite", as: "float64"},
	{numpy: "isinf", kinds: floatKinds | complexKinds, nd: "IsInf"},
	{numpy: "isinf", kinds: intKinds | boolKind, nd: "IsInf", as: "float64"},
	{numpy: "isnan", kinds: floatKinds | complexKinds, nd: "IsNaN"},
	{numpy: "isnan", kinds: intKinds | boolKind, nd: "IsNaN", as: "float64"},
	{numpy: "left_shift", kinds: intKinds, nd: "Shl"},
	{numpy: "left_shift", kinds: boolKind, nd: "Shl", as: "result"},
	{numpy: "less", kinds: realKinds | boolKind, nd: "Less"},
	{numpy: "less", kinds: complexKinds, not: complexOrder},
	{numpy: "less_equal", kinds: realKinds | boolKind, nd: "LessEqual"},
	{numpy: "less_equal", kinds: complexKinds, not: complexOrder},
	{numpy: "log", kinds: allKinds, nd: "Log", as: "result"},
	{numpy: "log10", kinds: allKinds, nd: "Log10", as: "result"},
	{numpy: "log1p", kinds: allKinds, nd: "Log1p", as: "result"},
	{numpy: "log2", kinds: allKinds, nd: "Log2", as: "result"},
	{numpy: "logical_and", kinds: allKinds, nd: "LogicalAnd"},
	{numpy: "logical_not", kinds: allKinds, nd: "LogicalNot"},
	{numpy: "logical_or", kinds: allKinds, nd: "LogicalOr"},
	{numpy: "logical_xor", kinds: allKinds, nd: "LogicalXor"},
	{numpy: "maximum", kinds: realKinds | boolKind, nd: "Maximum"},
	{numpy: "maximum", kinds: complexKinds, not: complexOrder},
	{numpy: "minimum", kinds: realKinds | boolKind, nd: "Minimum"},
	{numpy: "minimum", kinds: complexKinds, not: complexOrder},
	{numpy: "multiply", kinds: numberKinds, nd: "Mul"},
	{numpy: "multiply", kinds: boolKind, nd: "And"},
	{numpy: "negative", kinds: numberKinds, nd: "Neg"},
	{numpy: "nextafter", kinds: allKinds, nd: "Nextafter", as: "result"},
	{numpy: "not_equal", kinds: allKinds, nd: "NotEqual"},
	{numpy: "power", kinds: numberKinds, nd: "PowOf"},
	{numpy: "power", kinds: boolKind, nd: "PowOf", as: "result"},
	{numpy: "rad2deg", kinds: allKinds, nd: "Rad2deg", as: "result"},
	{numpy: "real", kinds: complexKinds, nd: "nd.Real"},
	{numpy: "reciprocal", kinds: numberKinds, nd: "Reciprocal"},
	{numpy: "reciprocal", kinds: boolKind, nd: "Reciprocal", as: "result"},
	{numpy: "remainder", kinds: realKinds, nd: "Mod"},
	{numpy: "remainder", kinds: boolKind, nd: "Mod", as: "result"},
	{numpy: "right_shift", kinds: intKinds, nd: "Shr"},
	{numpy: "right_shift", kinds: boolKind, nd: "Shr", as: "result"},
	{numpy: "rint", kinds: allKinds, nd: "RoundToEven", as: "result"},
	{numpy: "sign", kinds: realKinds, nd: "Sign"},
	{numpy: "sign", kinds: complexKinds, not: complexOrder},
	{numpy: "signbit", kinds: floatKinds, nd: "Signbit"},
	{numpy: "signbit", kinds: intKinds | boolKind, nd: "Signbit", as: "float64"},
	{numpy: "sin", kinds: allKinds, nd: "Sin", as: "result"},
	{numpy: "sinc", kinds: floatKinds, nd: "Sinc"},
	{numpy: "sinh", kinds: allKinds, nd: "Sinh", as: "result"},
	{numpy: "sqrt", kinds: allKinds, nd: "Sqrt", as: "result"},
	{numpy: "square", kinds: numberKinds, nd: "Square"},
	{numpy: "square", kinds: boolKind, nd: "Square", as: "result"},
	{numpy: "subtract", kinds: numberKinds, nd: "Sub"},
	{numpy: "tan", kinds: allKinds, nd: "Tan", as: "result"},
	{numpy: "tanh", kinds: allKinds, nd: "Tanh", as: "result"},
	{numpy: "trunc", kinds: allKinds, nd: "Trunc", as: "result"},
	{numpy: "where", kinds: allKinds, nd: "nd.Where"},
}

// functionOps are the operations that free functions of nd stand for.
var functionOps = map[string]ops.Op{
	"nd.Real": ops.Real, "nd.Imag": ops.Imag, "nd.Abs": ops.Magnitude, "nd.Arg": ops.Arg, "nd.Where": ops.Where,
}

// lookUp returns how nd says a NumPy function for operands of kind k with
// NumPy's result type, and the operation that this is. The error is a
// NotApplicable, or says that the table above lacks the function.
func lookUp(numpy string, k dtype.Kind, result string) (saying, ops.Op, error) {
	for _, s := range sayings {
		if s.numpy != numpy || !s.kinds.Has(k) {
			continue
		}
		if s.not != "" {
			return s, ops.Invalid, s.not
		}
		if result == "float16" {
			return s, ops.Invalid, halfPrecision
		}
		if s.as == "result" {
			s.as = result
		}
		op := opNamed(s.nd)
		if op == ops.Invalid {
			return s, op, notYet
		}
		if s.as != "" {
			k = kindNamed(s.as)
		}
		if in := ops.Info(op).In; !in.Has(k) {
			if complexKinds.Has(k) {
				return s, op, notComplexYet
			}
			return s, op, errNotDefined{s, k}
		}
		return s, op, nil
	}
	return saying{}, ops.Invalid, errNotDefined{saying{numpy: numpy}, k}
}

type errNotDefined struct {
	saying
	k dtype.Kind
}

func (e errNotDefined) Error() string {
	if e.nd == "" {
		return "the table of sayings has no " + e.numpy + " of " + e.k.String()
	}
	return e.numpy + " of " + e.k.String() + ": the op table does not define " + e.nd + " for it"
}

// opNamed returns the operation that a method or function of nd is.
func opNamed(name string) ops.Op {
	if op, ok := functionOps[name]; ok {
		return op
	}
	for op, e := range ops.All {
		if e.Name == name {
			return op
		}
	}
	return ops.Invalid
}

// on applies the saying to arrays, at once, or to chains. Free functions return
// chains; for arrays they are evaluated, so that each step runs by itself.
func (s saying) on(operands ...any) (any, error) {
	x := operands
	if s.as != "" {
		x = make([]any, len(operands))
		for i, o := range operands {
			var err error
			if x[i], err = sameMode(o, elementsOf[kindOf(o)].as(o, kindNamed(s.as))); err != nil {
				return nil, err
			}
		}
	}
	e := elementsOf[kindOf(x[len(x)-1])]
	switch {
	case s.nd == "nd.Where":
		return sameMode(x[0], e.where(x[0], x[1], x[2]))
	case s.nd[:2] == "nd":
		return sameMode(x[0], e.part(s.nd, x[0]))
	case s.nd == "Clip": // has scalar bounds; for arrays it is defined by
		y, err := call(x[0], "Maximum", x[1])
		if err != nil {
			return nil, err
		}
		return call(y, "Minimum", x[2])
	}
	return call(x[0], s.nd, x[1:]...)
}

// sameMode evaluates a chain if the operand that it comes from is an array.
func sameMode(operand, chain any) (any, error) {
	if isChain(operand) {
		return chain, nil
	}
	return call(chain, "Eval")
}

// TestConformanceSayings checks that each operation of the op table that NumPy has too is
// among the sayings, for all kinds that it is defined for.
func TestConformanceSayings(t *testing.T) {
	for op, e := range ops.All {
		if e.NumPy == "" {
			continue
		}
		for k := dtype.Bool; k < dtype.NumKinds; k++ {
			if !e.In.Has(k) {
				continue
			}
			// A bool is an element like others to the operations that NumPy
			// gives other names for it.
			_, got, err := lookUp(e.NumPy, k, k.String())
			if err != nil || got != op {
				t.Errorf("%s of %v, which NumPy calls %s, is said as %v: %v", e.Name, k, e.NumPy, got, err)
			}
		}
	}
	for _, s := range sayings {
		if op := opNamed(s.nd); op != ops.Invalid && ops.Info(op).NumPy != s.numpy && !(s.kinds == boolKind) {
			t.Errorf("%s is said as %s, of which the op table says that NumPy calls it %q", s.numpy, s.nd, ops.Info(op).NumPy)
		}
	}
}
