package ops

import "github.com/ndgo/nd/internal/dtype"

// A Reduction names a row of the table of reductions.
type Reduction uint8

// The reductions.
const (
	ReduceNone Reduction = iota
	ReduceSum
	ReduceProd
	ReduceMean
	ReduceVar
	ReduceStd
	ReduceMin
	ReduceMax
	ReducePtp
	ReduceNorm
	ReduceLogSumExp
	ReduceMedian
	ReduceQuantile
	ReduceAny
	ReduceAll
	ReduceCountNonzero
	NumReductions
)

// A Parameter is what a reduction takes beside its operand.
type Parameter struct {
	Name, Type string // in Go; "" for none
}

// A ReductionEntry is a row of the table of reductions: what makes fewer
// elements of many, over all axes or over some.
type ReductionEntry struct {
	Name  string
	Key   string
	NumPy string
	In    dtype.Set
	Param Parameter
	// Result: Same, or Bool.
	Result Result
	// Function says that the elements of the result have a type of their own,
	// so that package nd has it as a function, written by hand.
	Function bool

	Doc     string   // one sentence, which follows the name
	Special []string // of no elements, of special values
}

// Reductions is the table, by Reduction.
var Reductions = [NumReductions]*ReductionEntry{
	ReduceSum: {
		Name: "Sum", Key: "sum", NumPy: "sum", In: dtype.Numbers,
		Doc: "adds up the elements.",
		Special: []string{
			"The sum of no elements is 0. Integers wrap; [As] widens them in the same pass.",
			"Floats are added in float64 and rounded once, in an order that depends on their places in the array alone: see the documentation of package nd, under Sums.",
		},
	},
	ReduceProd: {
		Name: "Prod", Key: "prod", NumPy: "prod", In: dtype.Numbers,
		Doc:     "multiplies the elements.",
		Special: []string{"The product of no elements is 1. Integers wrap; floats are multiplied in float64, in the order of sums, and rounded once."},
	},
	ReduceMean: {
		Name: "Mean", Key: "mean", NumPy: "mean", In: dtype.Floats | dtype.Complex,
		Doc:     "returns the arithmetic mean, the sum divided by the number of elements.",
		Special: []string{"The mean of no elements is NaN.", "For integers use [As] first: the mean is no integer."},
	},
	ReduceVar: {
		Name: "Var", Key: "var", NumPy: "var", In: dtype.Floats, Param: Parameter{"ddof", "int"},
		Doc: "returns the variance: the sum of squared distances from the mean, divided by the number of elements less ddof. It takes two passes, one for the mean, so that no digits are lost where the mean is large.",
		Special: []string{
			"It is NaN of no elements, and where ddof is not less than their number NaN or +Inf: the quotient by 0.",
			"NumPy's default is ddof 0, which is the variance of a whole population; 1 is usual for a sample.",
		},
	},
	ReduceStd: {
		Name: "Std", Key: "std", NumPy: "std", In: dtype.Floats, Param: Parameter{"ddof", "int"},
		Doc: "returns the standard deviation, the square root of the variance with the same ddof.",
	},
	ReduceMin: {
		Name: "Min", Key: "min", NumPy: "min", In: dtype.Real | dtype.Booleans,
		Doc:     "returns the least element.",
		Special: []string{"A NaN wins, -0 is below +0.", "Of no elements there is none: that is a *ShapeError."},
	},
	ReduceMax: {
		Name: "Max", Key: "max", NumPy: "max", In: dtype.Real | dtype.Booleans,
		Doc:     "returns the greatest element.",
		Special: []string{"A NaN wins, +0 is above -0.", "Of no elements there is none: that is a *ShapeError."},
	},
	ReducePtp: {
		Name: "Ptp", Key: "ptp", NumPy: "ptp", In: dtype.Real,
		Doc:     "returns the greatest element less the least one, which one pass finds both.",
		Special: []string{"Integers wrap. A NaN wins. Of no elements there is none: that is a *ShapeError."},
	},
	ReduceNorm: {
		Name: "Norm", Key: "norm", NumPy: "linalg.norm", In: dtype.Floats, Param: Parameter{"p", "float64"},
		Doc: "returns the p-norm of the elements taken as a vector: the p-th root of the sum of their absolute values to the power p.",
		Special: []string{
			"p = 0 counts the elements that are not zero, +Inf gives the greatest absolute value, -Inf the least.",
			"Powers are taken in float64, without scaling: for p = 2 those of numbers beyond 1e154 overflow, those of numbers below 1e-154 lose digits, and below 1e-162 all.",
			"For complex elements use [Abs] first. The norm of no elements is 0; for p = ±Inf that is a *ShapeError.",
		},
	},
	ReduceLogSumExp: {
		Name: "LogSumExp", Key: "log_sum_exp", NumPy: "logaddexp.reduce", In: dtype.Floats,
		Doc:     "returns the logarithm of the sum of the exponentials, with the greatest element taken out so that nothing overflows on the way.",
		Special: []string{"It is -Inf of no elements, or where all are -Inf; +Inf where one is, and none is NaN."},
	},
	ReduceMedian: {
		Name: "Median", Key: "median", NumPy: "median", In: dtype.Floats,
		Doc:     "returns the element in the middle of all in ascending order, or the mean of the two in the middle.",
		Special: []string{"It is NaN of no elements, and where one is NaN.", "For integers use [As] first."},
	},
	ReduceQuantile: {
		Name: "Quantile", Key: "quantile", NumPy: "quantile", In: dtype.Floats, Param: Parameter{"q", "float64"},
		Doc: "returns the element at the fraction q, 0 <= q <= 1, of the way from the least to the greatest, interpolated linearly between neighbours. [Quantiles] offers other methods, and several fractions at once.",
		Special: []string{
			"It is NaN of no elements, and where one is NaN. A q outside 0 to 1 is a *DomainError.",
			"For integers use [As] first.",
		},
	},
	ReduceAny: {
		Name: "Any", Key: "any", NumPy: "any", In: dtype.All, Result: Bool,
		Doc:     "reports whether an element is not zero.",
		Special: []string{"NaN is not zero. Of no elements it is false."},
	},
	ReduceAll: {
		Name: "All", Key: "all", NumPy: "all", In: dtype.All, Result: Bool,
		Doc:     "reports whether no element is zero.",
		Special: []string{"NaN is not zero. Of no elements it is true."},
	},
	ReduceCountNonzero: {
		Name: "CountNonzero", Key: "count_nonzero", NumPy: "count_nonzero", In: dtype.All, Function: true,
		Doc: "counts the elements that are not zero.",
	},
}
