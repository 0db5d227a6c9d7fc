package ops

import "github.com/ndgo/nd/internal/dtype"

// table is the definition of every elementwise operation. An Op is a place in
// it, so the order is free and the constants in zops.go are generated.
//
// In Doc, Special and Differs the operands are x, y and z, in this order; of a
// method x is the receiver. The bounds of Clip are lo and hi. Where Special is
// silent, a NaN operand gives NaN.
var table = [...]Entry{
	// arithmetic, one operand
	{Name: "Neg", Key: "neg", NumPy: "negative", Arity: 1, In: dtype.Numbers, Method: "Neg",
		Doc: "returns -x.",
		Special: []string{
			"Integers wrap: the least value of a signed type is its own negative, and -x of an unsigned x is 2^n - x.",
			"On floats it turns the sign bit over, of zeros, infinities and NaN too; the other bits of a NaN stay.",
		}},
	{Name: "Abs", Key: "abs", NumPy: "absolute", Arity: 1, In: dtype.Real, Method: "Abs",
		Doc: "returns the absolute value of x.",
		Special: []string{
			"Integers wrap: the least value of a signed type stays as it is, negative.",
			"On floats it clears the sign bit: Abs(-0) = +0, Abs(±Inf) = +Inf; the other bits of a NaN stay.",
		},
		Differs: "complex numbers have the function Abs, whose result is real"},
	{Name: "Sign", Key: "sign", NumPy: "sign", Arity: 1, In: dtype.Real,
		Doc: "returns -1, 0 or 1 as x is below, equal to or above 0.",
		Special: []string{
			"Sign(±0) = ±0, Sign(±Inf) = ±1, Sign(NaN) = NaN.",
		},
		Differs: "the sign of a zero is kept; NumPy gives +0"},
	{Name: "Square", Key: "square", NumPy: "square", Arity: 1, In: dtype.Numbers,
		Doc: "returns x * x.",
		Special: []string{
			"Integers wrap. On floats overflow gives +Inf, Square(±0) = +0, Square(±Inf) = +Inf.",
			"On complex numbers it is Mul(x, x), with its special values.",
		}},
	{Name: "Reciprocal", Key: "reciprocal", NumPy: "reciprocal", Arity: 1, In: dtype.Numbers, Check: NonZero, On: 0,
		Doc: "returns 1 / x.",
		Special: []string{
			"On integers the quotient is cut off towards zero, so only 1 and -1 have one that is not 0; x = 0 is a *DivideError.",
			"On floats Reciprocal(±0) = ±Inf, Reciprocal(±Inf) = ±0; the reciprocal of a subnormal may overflow to ±Inf.",
			"On complex numbers it is Div(1, x), with its special values.",
		},
		Differs: "NumPy gives a number of no meaning for an integer zero"},
	{Name: "Sqrt", Key: "sqrt", NumPy: "sqrt", Arity: 1, In: dtype.Floats | dtype.Complex, Method: "Sqrt",
		Doc: "returns the square root of x; of the two complex ones that with the real part not negative.",
		Special: []string{
			"On floats it is correctly rounded: Sqrt(±0) = ±0, Sqrt(+Inf) = +Inf, Sqrt(x) = NaN for x < 0.",
			"On complex numbers the cut is the negative real axis, and the sign of a zero imaginary part says on which side x lies; special values are those of csqrt in C99, Annex G, among them Sqrt(x±Inf i) = +Inf±Inf i for any x.",
		}},
	{Name: "Cbrt", Key: "cbrt", NumPy: "cbrt", Arity: 1, In: dtype.Floats, ULP: 1,
		Doc: "returns the cube root of x.",
		Special: []string{
			"Cbrt(±0) = ±0, Cbrt(±Inf) = ±Inf; negative numbers have negative roots.",
		}},

	// rounding
	{Name: "Floor", Key: "floor", NumPy: "floor", Arity: 1, In: dtype.Floats,
		Doc: "returns the greatest integer that is not above x.",
		Special: []string{
			"Floor(±0) = ±0, Floor(±Inf) = ±Inf.",
		}},
	{Name: "Ceil", Key: "ceil", NumPy: "ceil", Arity: 1, In: dtype.Floats,
		Doc: "returns the least integer that is not below x.",
		Special: []string{
			"Ceil(±0) = ±0, Ceil(±Inf) = ±Inf, Ceil(x) = -0 for -1 < x < 0.",
		}},
	{Name: "Trunc", Key: "trunc", NumPy: "trunc", Arity: 1, In: dtype.Floats,
		Doc: "returns x without its fraction: the nearest integer towards zero.",
		Special: []string{
			"Trunc(±0) = ±0, Trunc(±Inf) = ±Inf; the result has the sign of x, so Trunc(x) = -0 for -1 < x < 0.",
		}},
	{Name: "Round", Key: "round", Arity: 1, In: dtype.Floats,
		Doc: "returns the integer nearest to x, and of two equally near ones that farther from zero, as math.Round.",
		Special: []string{
			"Round(±0) = ±0, Round(±Inf) = ±Inf; the result has the sign of x, so Round(x) = -0 for -0.5 < x < 0.",
		},
		Differs: "NumPy's round is RoundToEven"},
	{Name: "RoundToEven", Key: "round_to_even", NumPy: "rint", Arity: 1, In: dtype.Floats,
		Doc: "returns the integer nearest to x, and of two equally near ones the even one.",
		Special: []string{
			"RoundToEven(±0) = ±0, RoundToEven(±Inf) = ±Inf; the result has the sign of x, so RoundToEven(x) = -0 for -0.5 <= x < 0.",
		}},

	// complex parts
	{Name: "Conj", Key: "conj", NumPy: "conjugate", Arity: 1, In: dtype.Numbers, Method: "Conj",
		Doc: "returns the complex conjugate of x, which is x itself for real numbers.",
		Special: []string{
			"It turns the sign bit of the imaginary part over, of a zero, an infinity or a NaN too; all other bits stay.",
		}},
	{Name: "Real", Key: "real", NumPy: "real", Arity: 1, In: dtype.Complex, Result: Part, Form: Function,
		Doc: "returns the real part of x.",
		Special: []string{
			"All bits stay, those of a NaN too.",
		},
		Differs: "the result is not a view of x"},
	{Name: "Imag", Key: "imag", NumPy: "imag", Arity: 1, In: dtype.Complex, Result: Part, Form: Function,
		Doc: "returns the imaginary part of x.",
		Special: []string{
			"All bits stay, those of a NaN too.",
		},
		Differs: "the result is not a view of x"},
	{Name: "Magnitude", Key: "magnitude", NumPy: "absolute", Arity: 1, In: dtype.Complex, Result: Part, Form: Function, ULP: 1,
		Doc: "returns the absolute value of the complex number x, Hypot of its parts.",
		Special: []string{
			"It is +Inf if a part is infinite, even beside a NaN; else NaN if a part is NaN. It overflows to +Inf only where the result is too large, not in between.",
		}},
	{Name: "Arg", Key: "arg", NumPy: "angle", Arity: 1, In: dtype.Complex, Result: Part, Form: Function, ULP: 1,
		Doc: "returns the angle of the complex number x, from -π to π, Atan2 of its imaginary and real parts.",
		Special: []string{
			"Special values are those of Atan2: Arg(+0±0i) = ±0, Arg(-0±0i) = ±π; a NaN part gives NaN.",
		}},

	// exponentials and logarithms
	{Name: "Exp", Key: "exp", NumPy: "exp", Arity: 1, In: dtype.Floats | dtype.Complex, ULP: 1, Method: "Exp",
		Doc: "returns e to the power x.",
		Special: []string{
			"Exp(±0) = 1, Exp(+Inf) = +Inf, Exp(-Inf) = +0; it overflows to +Inf and underflows to subnormals and +0.",
			"On complex numbers special values are those of cexp in C99, Annex G.",
		}},
	{Name: "Exp2", Key: "exp2", NumPy: "exp2", Arity: 1, In: dtype.Floats | dtype.Complex, ULP: 1,
		Doc: "returns 2 to the power x.",
		Special: []string{
			"It is exact for integer x. Exp2(±0) = 1, Exp2(+Inf) = +Inf, Exp2(-Inf) = +0; it overflows to +Inf and underflows to subnormals and +0.",
			"On complex numbers special values are those of Exp.",
		}},
	{Name: "Exp10", Key: "exp10", Arity: 1, In: dtype.Floats, ULP: 1,
		Doc: "returns 10 to the power x.",
		Special: []string{
			"It is exact for the integers x whose power of ten is a number of the type. Exp10(±0) = 1, Exp10(+Inf) = +Inf, Exp10(-Inf) = +0; it overflows to +Inf and underflows to subnormals and +0.",
		}},
	{Name: "Expm1", Key: "expm1", NumPy: "expm1", Arity: 1, In: dtype.Floats | dtype.Complex, ULP: 1,
		Doc: "returns e to the power x, less 1, without the loss that the subtraction has for small x.",
		Special: []string{
			"Expm1(±0) = ±0, Expm1(+Inf) = +Inf, Expm1(-Inf) = -1; it overflows to +Inf.",
			"On complex numbers special values are those of Exp, less 1.",
		}},
	{Name: "Log", Key: "log", NumPy: "log", Arity: 1, In: dtype.Floats | dtype.Complex, ULP: 1, Method: "Log",
		Doc: "returns the natural logarithm of x; of the complex ones that with imaginary part from -π to π.",
		Special: []string{
			"Log(±0) = -Inf, Log(1) = +0, Log(+Inf) = +Inf, Log(x) = NaN for x < 0.",
			"On complex numbers the cut is the negative real axis, and the sign of a zero imaginary part says on which side x lies; special values are those of clog in C99, Annex G.",
		}},
	{Name: "Log2", Key: "log2", NumPy: "log2", Arity: 1, In: dtype.Floats | dtype.Complex, ULP: 1,
		Doc: "returns the logarithm of x to base 2.",
		Special: []string{
			"It is exact for powers of two. Log2(±0) = -Inf, Log2(1) = +0, Log2(+Inf) = +Inf, Log2(x) = NaN for x < 0.",
			"On complex numbers the cut and special values are those of Log, over ln 2.",
		}},
	{Name: "Log10", Key: "log10", NumPy: "log10", Arity: 1, In: dtype.Floats | dtype.Complex, ULP: 1,
		Doc: "returns the logarithm of x to base 10.",
		Special: []string{
			"Log10(±0) = -Inf, Log10(1) = +0, Log10(+Inf) = +Inf, Log10(x) = NaN for x < 0.",
			"On complex numbers the cut and special values are those of Log, over ln 10.",
		}},
	{Name: "Log1p", Key: "log1p", NumPy: "log1p", Arity: 1, In: dtype.Floats | dtype.Complex, ULP: 1,
		Doc: "returns the natural logarithm of 1 + x, without the loss that the addition has for small x.",
		Special: []string{
			"Log1p(±0) = ±0, Log1p(-1) = -Inf, Log1p(+Inf) = +Inf, Log1p(x) = NaN for x < -1.",
			"On complex numbers the cut and special values are those of Log of 1 + x.",
		}},

	// hyperbolic functions
	{Name: "Sinh", Key: "sinh", NumPy: "sinh", Arity: 1, In: dtype.Floats | dtype.Complex, ULP: 1,
		Doc: "returns the hyperbolic sine of x.",
		Special: []string{
			"Sinh(±0) = ±0, Sinh(±Inf) = ±Inf; it overflows to ±Inf.",
			"On complex numbers special values are those of csinh in C99, Annex G.",
		}},
	{Name: "Cosh", Key: "cosh", NumPy: "cosh", Arity: 1, In: dtype.Floats | dtype.Complex, ULP: 1,
		Doc: "returns the hyperbolic cosine of x.",
		Special: []string{
			"Cosh(±0) = 1, Cosh(±Inf) = +Inf; it overflows to +Inf.",
			"On complex numbers special values are those of ccosh in C99, Annex G.",
		}},
	{Name: "Tanh", Key: "tanh", NumPy: "tanh", Arity: 1, In: dtype.Floats | dtype.Complex, ULP: 1,
		Doc: "returns the hyperbolic tangent of x.",
		Special: []string{
			"Tanh(±0) = ±0, Tanh(±Inf) = ±1.",
			"On complex numbers special values are those of ctanh in C99, Annex G.",
		}},
	{Name: "Asinh", Key: "asinh", NumPy: "arcsinh", Arity: 1, In: dtype.Floats | dtype.Complex, ULP: 1,
		Doc: "returns the inverse hyperbolic sine of x.",
		Special: []string{
			"Asinh(±0) = ±0, Asinh(±Inf) = ±Inf.",
			"On complex numbers the cuts are the imaginary axis beyond -i and i; special values are those of casinh in C99, Annex G.",
		}},
	{Name: "Acosh", Key: "acosh", NumPy: "arccosh", Arity: 1, In: dtype.Floats | dtype.Complex, ULP: 1,
		Doc: "returns the inverse hyperbolic cosine of x.",
		Special: []string{
			"Acosh(1) = +0, Acosh(+Inf) = +Inf, Acosh(x) = NaN for x < 1.",
			"On complex numbers the cut is the real axis below 1; special values are those of cacosh in C99, Annex G.",
		}},
	{Name: "Atanh", Key: "atanh", NumPy: "arctanh", Arity: 1, In: dtype.Floats | dtype.Complex, ULP: 1,
		Doc: "returns the inverse hyperbolic tangent of x.",
		Special: []string{
			"Atanh(±0) = ±0, Atanh(±1) = ±Inf, Atanh(x) = NaN for |x| > 1.",
			"On complex numbers the cuts are the real axis beyond -1 and 1; special values are those of catanh in C99, Annex G.",
		}},

	// special functions and activations
	{Name: "Erf", Key: "erf", Arity: 1, In: dtype.Floats, ULP: 1,
		Doc: "returns the error function of x.",
		Special: []string{
			"Erf(±0) = ±0, Erf(±Inf) = ±1.",
		}},
	{Name: "Erfc", Key: "erfc", Arity: 1, In: dtype.Floats, ULP: 1.5,
		Doc: "returns 1 less the error function of x, without the loss that the subtraction has for large x.",
		Special: []string{
			"Erfc(±0) = 1, Erfc(+Inf) = +0, Erfc(-Inf) = 2; it underflows to subnormals and +0.",
		}},
	{Name: "Gamma", Key: "gamma", Arity: 1, In: dtype.Floats, ULP: 1,
		Doc: "returns the gamma function of x.",
		Special: []string{
			"Gamma(±0) = ±Inf, Gamma(+Inf) = +Inf, Gamma(x) = NaN for negative integers x and -Inf; it overflows to +Inf and underflows to ±0.",
		}},
	{Name: "Lgamma", Key: "lgamma", Arity: 1, In: dtype.Floats, ULP: 1,
		Doc: "returns the logarithm of the absolute value of the gamma function of x.",
		Special: []string{
			"Lgamma(±0) = Lgamma(±Inf) = +Inf, as for negative integers; Lgamma(1) = Lgamma(2) = +0. Near its zeros for x < 0 the bound holds for the absolute error, beside 1.",
		}},
	{Name: "Expit", Key: "expit", Arity: 1, In: dtype.Floats, ULP: 2,
		Doc: "returns the logistic function 1/(1+e^-x).",
		Special: []string{
			"Expit(+Inf) = 1, Expit(-Inf) = +0; it underflows to subnormals and +0.",
		}},
	{Name: "Logit", Key: "logit", Arity: 1, In: dtype.Floats, ULP: 2,
		Doc: "returns log(x/(1-x)), the inverse of Expit.",
		Special: []string{
			"Logit(±0) = -Inf, Logit(1) = +Inf, Logit(x) = NaN outside 0 to 1.",
		}},
	{Name: "Softplus", Key: "softplus", Arity: 1, In: dtype.Floats, ULP: 2,
		Doc: "returns log(1+e^x).",
		Special: []string{
			"Softplus(+Inf) = +Inf, Softplus(-Inf) = +0; it underflows to subnormals and +0.",
		}},
	{Name: "Relu", Key: "relu", Arity: 1, In: dtype.Floats, ULP: 0,
		Doc: "returns x if it is positive, else +0.",
		Special: []string{
			"A NaN stays NaN; Relu(-0) = +0.",
		}},
	{Name: "Gelu", Key: "gelu", Arity: 1, In: dtype.Floats, ULP: 2,
		Doc: "returns x·Φ(x), for Φ the distribution function of the standard normal.",
		Special: []string{
			"Gelu(±0) = ±0, Gelu(+Inf) = +Inf, Gelu(-Inf) = -0; it underflows to subnormals and -0.",
		}},
	{Name: "Silu", Key: "silu", Arity: 1, In: dtype.Floats, ULP: 2,
		Doc: "returns x·Expit(x).",
		Special: []string{
			"Silu(±0) = ±0, Silu(+Inf) = +Inf, Silu(-Inf) = -0.",
		}},

	// trigonometry
	{Name: "Sin", Key: "sin", NumPy: "sin", Arity: 1, In: dtype.Floats | dtype.Complex, ULP: 1, Method: "Sin",
		Doc: "returns the sine of x, in radians.",
		Special: []string{
			"Sin(±0) = ±0, Sin(±Inf) = NaN; large x are reduced by π to full accuracy.",
			"On complex numbers special values are those of csinh in C99, Annex G, turned by i.",
		}},
	{Name: "Cos", Key: "cos", NumPy: "cos", Arity: 1, In: dtype.Floats | dtype.Complex, ULP: 1, Method: "Cos",
		Doc: "returns the cosine of x, in radians.",
		Special: []string{
			"Cos(±0) = 1, Cos(±Inf) = NaN; large x are reduced by π to full accuracy.",
			"On complex numbers special values are those of ccosh in C99, Annex G, turned by i.",
		}},
	{Name: "Tan", Key: "tan", NumPy: "tan", Arity: 1, In: dtype.Floats | dtype.Complex, ULP: 1,
		Doc: "returns the tangent of x, in radians.",
		Special: []string{
			"Tan(±0) = ±0, Tan(±Inf) = NaN; large x are reduced by π to full accuracy, and no x is so near to a pole that the result overflows.",
			"On complex numbers special values are those of ctanh in C99, Annex G, turned by i.",
		}},
	{Name: "Atan", Key: "atan", NumPy: "arctan", Arity: 1, In: dtype.Floats | dtype.Complex, ULP: 1,
		Doc: "returns the arc tangent of x, in radians, from -π/2 to π/2.",
		Special: []string{
			"Atan(±0) = ±0, Atan(±Inf) = ±π/2.",
			"On complex numbers the cuts are the imaginary axis beyond ±i; special values are those of catanh in C99, Annex G, turned by i.",
		}},
	{Name: "Asin", Key: "asin", NumPy: "arcsin", Arity: 1, In: dtype.Floats | dtype.Complex, ULP: 1,
		Doc: "returns the arc sine of x, in radians, from -π/2 to π/2.",
		Special: []string{
			"Asin(±0) = ±0, Asin(x) = NaN for |x| > 1.",
			"On complex numbers the cuts are the real axis beyond -1 and 1; special values are those of casinh in C99, Annex G, turned by i.",
		}},
	{Name: "Acos", Key: "acos", NumPy: "arccos", Arity: 1, In: dtype.Floats | dtype.Complex, ULP: 1,
		Doc: "returns the arc cosine of x, in radians, from 0 to π.",
		Special: []string{
			"Acos(1) = +0, Acos(x) = NaN for |x| > 1.",
			"On complex numbers the cuts are the real axis beyond -1 and 1; special values are those of cacos in C99, Annex G.",
		}},
	{Name: "Sinpi", Key: "sinpi", Arity: 1, In: dtype.Floats, ULP: 1,
		Doc: "returns the sine of π times x, without rounding the product.",
		Special: []string{
			"Sinpi(n) = ±0 for integer n, with the sign of n; Sinpi(±Inf) = NaN.",
		}},
	{Name: "Cospi", Key: "cospi", Arity: 1, In: dtype.Floats, ULP: 1,
		Doc: "returns the cosine of π times x, without rounding the product.",
		Special: []string{
			"Cospi(n+½) = +0 for integer n, Cospi(±Inf) = NaN.",
		}},
	{Name: "Sinc", Key: "sinc", NumPy: "sinc", Arity: 1, In: dtype.Floats, ULP: 2,
		Doc: "returns sin(πx)/(πx), the normalised cardinal sine.",
		Special: []string{
			"Sinc(±0) = 1, Sinc(n) = +0 for other integers n, Sinc(±Inf) = NaN.",
		}},
	{Name: "Deg2rad", Key: "deg2rad", NumPy: "deg2rad", Arity: 1, In: dtype.Floats, ULP: 1,
		Doc: "returns x degrees in radians.",
		Special: []string{
			"Infinities and signed zeros stay.",
		}},
	{Name: "Rad2deg", Key: "rad2deg", NumPy: "rad2deg", Arity: 1, In: dtype.Floats, ULP: 1,
		Doc: "returns x radians in degrees.",
		Special: []string{
			"Infinities and signed zeros stay; it overflows to ±Inf.",
		}},

	// predicates
	{Name: "IsNaN", Key: "is_nan", NumPy: "isnan", Arity: 1, In: dtype.Floats | dtype.Complex, Result: Bool,
		Doc: "reports whether x is a NaN; of a complex number, whether a part is.",
		Special: []string{
			"IsNaN(±Inf) = false. A complex number with a NaN part is NaN even if the other part is infinite, unlike in math/cmplx.",
		}},
	{Name: "IsInf", Key: "is_inf", NumPy: "isinf", Arity: 1, In: dtype.Floats | dtype.Complex, Result: Bool,
		Doc: "reports whether x is an infinity of either sign; of a complex number, whether a part is.",
		Special: []string{
			"IsInf(NaN) = false. A complex number with an infinite part is infinite even if the other part is NaN.",
		}},
	{Name: "IsFinite", Key: "is_finite", NumPy: "isfinite", Arity: 1, In: dtype.Floats | dtype.Complex, Result: Bool,
		Doc: "reports whether x is neither infinite nor NaN; of a complex number, whether both parts are finite.",
		Special: []string{
			"IsFinite(±Inf) = IsFinite(NaN) = false.",
		}},
	{Name: "Signbit", Key: "signbit", NumPy: "signbit", Arity: 1, In: dtype.Floats, Result: Bool,
		Doc: "reports whether the sign bit of x is set.",
		Special: []string{
			"Signbit(-0) = true; of a NaN it reports the bit that is there.",
		}},
	{Name: "LogicalNot", Key: "logical_not", NumPy: "logical_not", Arity: 1, In: dtype.All, Result: Bool,
		Doc: "reports whether x is zero, or false.",
		Special: []string{
			"LogicalNot(±0) = true; a NaN is not zero, nor is a complex number with a part that is not.",
		}},

	// bitwise, one operand
	{Name: "Not", Key: "not", NumPy: "invert", Arity: 1, In: dtype.Integers | dtype.Booleans, Method: "Not",
		Doc: "returns x with every bit turned over; of a bool, the other one.",
		Special: []string{
			"For signed integers Not(x) = -x - 1.",
		}},

	// arithmetic, two operands
	{Name: "Add", Key: "add", NumPy: "add", Arity: 2, In: dtype.Numbers, Commute: true, Method: "Add",
		Doc: "returns x + y.",
		Special: []string{
			"Integers wrap. On floats overflow gives ±Inf, (+Inf) + (-Inf) = NaN, (+0) + (-0) = +0, (-0) + (-0) = -0.",
			"Complex numbers add part by part.",
		},
		Differs: "bools have no sum; use Or"},
	{Name: "Sub", Key: "sub", NumPy: "subtract", Arity: 2, In: dtype.Numbers, Method: "Sub",
		Doc: "returns x - y.",
		Special: []string{
			"Integers wrap. On floats overflow gives ±Inf, Inf - Inf of one sign = NaN, x - x = +0 for finite x, (-0) - (+0) = -0.",
			"Complex numbers subtract part by part.",
		}},
	{Name: "Mul", Key: "mul", NumPy: "multiply", Arity: 2, In: dtype.Numbers, Commute: true, Method: "Mul",
		Doc: "returns x * y.",
		Special: []string{
			"Integers wrap. On floats overflow gives ±Inf, 0 * Inf = NaN, and a zero result has the sign of the product.",
			"The complex product (a+bi)(c+di) is (ac-bd) + (ad+bc)i, each operation rounded: as in Go, an infinite operand may leave NaN parts, and parts may overflow on the way.",
		},
		Differs: "bools have no product; use And"},
	{Name: "Div", Key: "div", NumPy: "divide", Arity: 2, In: dtype.Numbers, Check: NonZero, On: 1, Method: "Quo",
		Doc: "returns x / y as Go does: on integers the quotient cut off towards zero.",
		Special: []string{
			"On integers y = 0 is a *DivideError; the least value / -1 wraps to itself.",
			"On floats x / ±0 = ±Inf for x not 0 and NaN for 0, Inf / Inf = NaN, finite / ±Inf = ±0; overflow gives ±Inf.",
			"The complex quotient neither overflows nor underflows on the way; a real or an imaginary y divides each part as real numbers are divided. Not zero / 0 is infinite, 0 / 0 is NaN, infinite / finite is infinite, finite / infinite is 0, as in C99, Annex G.",
		},
		Differs: "NumPy's divide of integers gives floats: cast first; its quotient of integers is FloorDiv"},
	{Name: "Rem", Key: "rem", NumPy: "fmod", Arity: 2, In: dtype.Real, Check: NonZero, On: 1, Method: "Rem",
		Doc: "returns the remainder of x / y cut off towards zero, with the sign of x: on integers Go's x % y, on floats C's fmod.",
		Special: []string{
			"On integers y = 0 is a *DivideError; the least value rem -1 is 0.",
			"On floats it is exact: Rem(x, ±0) = NaN, Rem(±Inf, y) = NaN, Rem(x, ±Inf) = x for finite x; a zero result has the sign of x.",
		}},
	{Name: "FloorDiv", Key: "floor_div", NumPy: "floor_divide", Arity: 2, In: dtype.Real, Check: NonZero, On: 1,
		Doc: "returns the quotient x / y rounded down.",
		Special: []string{
			"On integers y = 0 is a *DivideError; the least value by -1 wraps to itself.",
			"On floats it is taken from the exact remainder, (x - Rem(x, y)) / y rounded to an integer, less 1 where Mod adds y: FloorDiv(1, 0.1) = 9. FloorDiv(x, ±0) = x / ±0, FloorDiv(±Inf, y) = NaN for y not 0, FloorDiv(x, ±Inf) = 0 or -1 for finite x; a zero result has the sign of the quotient.",
		}},
	{Name: "Mod", Key: "mod", NumPy: "remainder", Arity: 2, In: dtype.Real, Check: NonZero, On: 1, Method: "Mod",
		Doc: "returns the remainder of x / y rounded down, with the sign of y.",
		Special: []string{
			"On integers y = 0 is a *DivideError; the least value mod -1 is 0.",
			"On floats it is Rem(x, y), plus y rounded once where the signs differ: Mod(x, ±0) = NaN, Mod(±Inf, y) = NaN, Mod(-5, +Inf) = +Inf, Mod(5, +Inf) = 5; a zero result has the sign of y.",
		}},
	{Name: "PowOf", Key: "pow", NumPy: "power", Arity: 2, In: dtype.Numbers, Check: NonNegative, On: 1, Form: Power, ULP: 1,
		Doc: "returns x to the power y; where y is 2, exactly x * x.",
		Special: []string{
			"Integers are multiplied by squaring and wrap; x to the power 0 is 1, for x = 0 too; y < 0 is a *DomainError.",
			"On floats special values are those of C99, Annex F: Pow(x, ±0) = 1 and Pow(1, y) = 1 for any x and y, a NaN too; Pow(-1, ±Inf) = 1; Pow(±0, y) = ±Inf for odd integers y < 0, +Inf for other y < 0, ±0 for odd integers y > 0, +0 for other y > 0; Pow(x, y) = NaN for finite x < 0 and y finite and no integer; it overflows to ±Inf and underflows to ±0.",
			"On complex numbers it is Exp(y * Log(x)), but 1 for y = 0 and x * x for y = 2; 0 to a power with positive real part is 0.",
		}},
	{Name: "Atan2", Key: "atan2", NumPy: "arctan2", Arity: 2, In: dtype.Floats, ULP: 1,
		Doc: "returns the angle of the point with ordinate x and abscissa y, from -π to π: math.Atan2(x, y).",
		Special: []string{
			"Atan2(±0, y) = ±0 for y > 0 or +0, ±π for y < 0 or -0; Atan2(x, ±0) = ±π/2 with the sign of x; Atan2(±Inf, +Inf) = ±π/4, Atan2(±Inf, -Inf) = ±3π/4; for finite operands beside an infinite one Atan2(±x, +Inf) = ±0, Atan2(±x, -Inf) = ±π, Atan2(±Inf, y) = ±π/2.",
		}},
	{Name: "Hypot", Key: "hypot", NumPy: "hypot", Arity: 2, In: dtype.Floats, ULP: 1,
		Doc: "returns the square root of x*x + y*y, without overflow or underflow on the way.",
		Special: []string{
			"Hypot(±Inf, y) = Hypot(x, ±Inf) = +Inf, beside a NaN too; Hypot(±0, ±0) = +0.",
		}},
	{Name: "Copysign", Key: "copysign", NumPy: "copysign", Arity: 2, In: dtype.Floats,
		Doc: "returns x with the sign of y.",
		Special: []string{
			"It takes the sign bit of y, of a zero or a NaN too, and all other bits of x.",
		}},
	{Name: "Nextafter", Key: "nextafter", NumPy: "nextafter", Arity: 2, In: dtype.Floats,
		Doc: "returns the next number after x in the direction of y.",
		Special: []string{
			"Nextafter(x, y) = y where they are equal, so Nextafter(+0, -0) = -0; from ±0 it goes to the smallest subnormal with the sign of y; beyond the largest finite number lies ±Inf, and from there it comes back.",
		}},

	// order
	{Name: "Minimum", Key: "minimum", NumPy: "minimum", Arity: 2, In: dtype.Real | dtype.Booleans, Method: "Minimum",
		Doc: "returns the smaller of x and y, or NaN if either is.",
		Special: []string{
			"-0 is below +0. Of bools, false is below true.",
		},
		Differs: "of zeros with different signs NumPy may give either"},
	{Name: "Maximum", Key: "maximum", NumPy: "maximum", Arity: 2, In: dtype.Real | dtype.Booleans, Method: "Maximum",
		Doc: "returns the larger of x and y, or NaN if either is.",
		Special: []string{
			"-0 is below +0. Of bools, false is below true.",
		},
		Differs: "of zeros with different signs NumPy may give either"},
	{Name: "FMin", Key: "fmin", NumPy: "fmin", Arity: 2, In: dtype.Real | dtype.Booleans,
		Doc: "returns the smaller of x and y, or the other one if one is NaN.",
		Special: []string{
			"NaN only if both are. -0 is below +0. Of bools, false is below true.",
		},
		Differs: "of zeros with different signs NumPy may give either"},
	{Name: "FMax", Key: "fmax", NumPy: "fmax", Arity: 2, In: dtype.Real | dtype.Booleans,
		Doc: "returns the larger of x and y, or the other one if one is NaN.",
		Special: []string{
			"NaN only if both are. -0 is below +0. Of bools, false is below true.",
		},
		Differs: "of zeros with different signs NumPy may give either"},

	// bitwise, two operands
	{Name: "And", Key: "and", NumPy: "bitwise_and", Arity: 2, In: dtype.Integers | dtype.Booleans, Commute: true, Method: "And",
		Doc: "returns x & y; of bools, whether both are true.",
		Special: []string{
			"And(x, 0) = 0, And(x, -1) = x. It has no special values.",
		}},
	{Name: "Or", Key: "or", NumPy: "bitwise_or", Arity: 2, In: dtype.Integers | dtype.Booleans, Commute: true, Method: "Or",
		Doc: "returns x | y; of bools, whether either is true.",
		Special: []string{
			"Or(x, 0) = x, Or(x, -1) = -1. It has no special values.",
		}},
	{Name: "Xor", Key: "xor", NumPy: "bitwise_xor", Arity: 2, In: dtype.Integers | dtype.Booleans, Commute: true, Method: "Xor",
		Doc: "returns x ^ y; of bools, whether they differ.",
		Special: []string{
			"Xor(x, 0) = x, Xor(x, x) = 0. It has no special values.",
		}},
	{Name: "AndNot", Key: "and_not", Arity: 2, In: dtype.Integers | dtype.Booleans, Method: "AndNot",
		Doc: "returns x &^ y, the bits of x that y does not have; of bools, whether x is true and y is not.",
		Special: []string{
			"AndNot(x, 0) = x, AndNot(x, x) = 0. It has no special values.",
		}},
	{Name: "Shl", Key: "shl", NumPy: "left_shift", Arity: 2, In: dtype.Integers, Check: NonNegative, On: 1,
		Doc: "returns x << y.",
		Special: []string{
			"Bits that leave are lost; a count of the width or more gives 0; a negative count is a *DomainError.",
		},
		Differs: "NumPy's result is undefined for a negative count"},
	{Name: "Shr", Key: "shr", NumPy: "right_shift", Arity: 2, In: dtype.Integers, Check: NonNegative, On: 1,
		Doc: "returns x >> y, which on signed integers repeats the sign bit: x over 2 to the y, rounded down.",
		Special: []string{
			"A count of the width or more gives 0, or -1 for x < 0; a negative count is a *DomainError.",
		},
		Differs: "NumPy's result is undefined for a negative count"},

	// comparisons
	{Name: "Equal", Key: "equal", NumPy: "equal", Arity: 2, In: dtype.All, Result: Bool, Commute: true,
		Doc: "reports whether x == y.",
		Special: []string{
			"A NaN equals nothing, itself included; -0 equals +0. Complex numbers are equal if both parts are.",
		}},
	{Name: "NotEqual", Key: "not_equal", NumPy: "not_equal", Arity: 2, In: dtype.All, Result: Bool, Commute: true,
		Doc: "reports whether x != y.",
		Special: []string{
			"A NaN differs from everything, itself included; -0 equals +0. Complex numbers differ if a part does.",
		}},
	{Name: "Less", Key: "less", NumPy: "less", Arity: 2, In: dtype.Real | dtype.Booleans, Result: Bool,
		Doc: "reports whether x < y.",
		Special: []string{
			"False if either is NaN; -0 equals +0. Of bools, false is below true.",
		},
		Differs: "complex numbers have no order"},
	{Name: "LessEqual", Key: "less_equal", NumPy: "less_equal", Arity: 2, In: dtype.Real | dtype.Booleans, Result: Bool,
		Doc: "reports whether x <= y.",
		Special: []string{
			"False if either is NaN; -0 equals +0. Of bools, false is below true.",
		},
		Differs: "complex numbers have no order"},
	{Name: "Greater", Key: "greater", NumPy: "greater", Arity: 2, In: dtype.Real | dtype.Booleans, Result: Bool,
		Doc: "reports whether x > y.",
		Special: []string{
			"False if either is NaN; -0 equals +0. Of bools, false is below true.",
		},
		Differs: "complex numbers have no order"},
	{Name: "GreaterEqual", Key: "greater_equal", NumPy: "greater_equal", Arity: 2, In: dtype.Real | dtype.Booleans, Result: Bool,
		Doc: "reports whether x >= y.",
		Special: []string{
			"False if either is NaN; -0 equals +0. Of bools, false is below true.",
		},
		Differs: "complex numbers have no order"},
	{Name: "LogicalAnd", Key: "logical_and", NumPy: "logical_and", Arity: 2, In: dtype.All, Result: Bool, Commute: true,
		Doc: "reports whether neither x nor y is zero, or false.",
		Special: []string{
			"±0 is zero; a NaN is not, nor is a complex number with a part that is not.",
		}},
	{Name: "LogicalOr", Key: "logical_or", NumPy: "logical_or", Arity: 2, In: dtype.All, Result: Bool, Commute: true,
		Doc: "reports whether x or y is not zero, or false.",
		Special: []string{
			"±0 is zero; a NaN is not, nor is a complex number with a part that is not.",
		}},
	{Name: "LogicalXor", Key: "logical_xor", NumPy: "logical_xor", Arity: 2, In: dtype.All, Result: Bool, Commute: true,
		Doc: "reports whether one of x and y is zero, or false, and the other is not.",
		Special: []string{
			"±0 is zero; a NaN is not, nor is a complex number with a part that is not.",
		}},

	// three operands
	{Name: "FMA", Key: "fma", Arity: 3, In: dtype.Floats,
		Doc: "returns x*y + z, rounded once.",
		Special: []string{
			"NaN for 0 * Inf, whatever z is, and where an infinite product meets the opposite infinity; a zero result has the sign that the exact sum has, +0 where that is a difference of equal numbers. Overflow gives ±Inf.",
		}},
	{Name: "Lerp", Key: "lerp", Arity: 3, In: dtype.Floats,
		Doc: "returns the point between x and y that z, from 0 to 1, says: x + z*(y-x) for z < 0.5, else y - (1-z)*(y-x), each operation rounded.",
		Special: []string{
			"For finite x and y whose difference is finite, z = 0 gives x and z = 1 gives y, exactly. Other z extrapolate. Where y-x overflows the result is infinite or NaN; an infinite x or y gives an infinity or NaN.",
		}},
	{Name: "Clip", Key: "clip", NumPy: "clip", Arity: 3, In: dtype.Real, Form: Bounds,
		Doc: "returns x limited to the range from lo to hi: Minimum(Maximum(x, lo), hi).",
		Special: []string{
			"NaN if any of the three is. If lo is above hi the result is hi. -0 is below +0.",
		}},
	{Name: "Where", Key: "where", NumPy: "where", Arity: 3, In: dtype.All, Form: Function,
		Doc: "returns y where x is true and z elsewhere; all three are evaluated everywhere.",
		Special: []string{
			"It copies bits, those of a NaN too. x is bool, whatever kind y and z are.",
		}},
}
