package nd

import "github.com/ndgo/nd/lazy"

// A QuantileMethod says how a quantile lies between elements; see [Quantiles].
type QuantileMethod = lazy.QuantileMethod

// The methods, with NumPy's names. The first five go by the place q*(n-1) among
// n elements in ascending order, the first at 0; the others are those of
// Hyndman and Fan (1996), numbers 1 to 6, 8 and 9, of which the last six
// interpolate.
const (
	Linear                  = lazy.Linear                  // between the neighbours of the place
	Lower                   = lazy.Lower                   // the neighbour below
	Higher                  = lazy.Higher                  // the neighbour above
	Nearest                 = lazy.Nearest                 // the nearer one; of two, the one at an even place
	Midpoint                = lazy.Midpoint                // the mean of the two
	InvertedCDF             = lazy.InvertedCDF             // type 1
	AveragedInvertedCDF     = lazy.AveragedInvertedCDF     // type 2
	ClosestObservation      = lazy.ClosestObservation      // type 3
	InterpolatedInvertedCDF = lazy.InterpolatedInvertedCDF // type 4
	Hazen                   = lazy.Hazen                   // type 5
	Weibull                 = lazy.Weibull                 // type 6
	MedianUnbiased          = lazy.MedianUnbiased          // type 8
	NormalUnbiased          = lazy.NormalUnbiased          // type 9
)

// Quantiles returns quantiles of the elements over the given axes, or over all:
// as many as there are fractions q, along a new first axis. They are found
// together, from one copy of the elements of each result.
//
// Quantiles of no elements are NaN, and so are all where an element is NaN. A
// fraction outside 0 to 1 is a *[DomainError]. Integers are converted by [As]
// first.
func Quantiles[T any](x Operand[T], q []float64, method QuantileMethod, axes ...int) Chain[T] {
	return Chain[T]{lazy.Quantiles(chainOf(x), q, method, ownAxes(axes))}
}
