package nd

import (
	"github.com/ndgo/nd/lazy"
)

// Dot returns the sum of the products of the elements of two vectors of equal
// length. Products and sums of floats are taken in float64, in the order of
// [Chain.Sum], and rounded once; integers wrap. Nothing is conjugated.
func Dot[T any](x, y Operand[T]) Chain[T] {
	return Chain[T]{lazy.Dot(chainOf(x), chainOf(y))}
}

// WeightedMean returns the mean of x with weights: the sum of x*w divided by
// that of w, over the given axes or over all. The weights broadcast to the
// shape of x, so that they may differ along one axis alone. It takes one pass
// for both sums. Where the weights sum to 0 the result is NaN or infinite.
func WeightedMean[T Float](x, w Operand[T], axes ...int) Chain[T] {
	p := chainOf(x).Mul(chainOf(w))
	// The weights as often as they are used.
	all := lazy.Where(p.Equal(p), chainOf(w), p)
	return Chain[T]{foldOver(p, axes).Sum().Div(foldOver(all, axes).Sum())}
}

// Covariance returns the matrix of the covariances of variables, which are the
// rows of x; their elements are the observations. ddof is that of [Chain.Var],
// which gives the diagonal.
func Covariance[T Float](x Operand[T], ddof int) Chain[T] {
	d, ok := deviations(chainOf(x), "covariance")
	if !ok {
		return Chain[T]{d}
	}
	n := d.Shape()[1]
	sum := products(d)
	return Chain[T]{sum.Div(lazy.As[T](lazy.Const(float64(max(0, n-ddof)))))}
}

// Correlation returns the matrix of the correlation coefficients of variables,
// which are the rows of x. The coefficients of a variable that does not vary
// are NaN.
func Correlation[T Float](x Operand[T]) Chain[T] {
	d, ok := deviations(chainOf(x), "correlation")
	if !ok {
		return Chain[T]{d}
	}
	return Chain[T]{products(d.Div(d.Over(1).KeepDims().Norm(2)))}
}

// deviations returns the distances of the elements from the mean of their row.
func deviations(x lazy.Chain, name string) (d lazy.Chain, ok bool) {
	if err := x.Err(); err != nil {
		return x, false
	}
	if shape := x.Shape(); len(shape) != 2 {
		return lazy.Fail(x, name, &ShapeError{Op: name, Shapes: [][]int{shape}, Axis: -1, Detail: "a matrix of known shape is needed"}), false
	}
	return x.Sub(x.Over(1).KeepDims().Mean()), true
}

// products returns the sums of the products of each two rows.
func products(d lazy.Chain) lazy.Chain {
	return d.ExpandDims(1).Mul(d.ExpandDims(0)).Over(2).Sum()
}
