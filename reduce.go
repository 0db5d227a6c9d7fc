package nd

import (
	"github.com/ndgo/nd/lazy"
	"github.com/ndgo/nd/zip"
)

// A Reduction gathers over which axes a chain is reduced, and how; its methods
// then record the reduction. [Chain.Over] and [Chain.SkipNaN] make one. It is
// immutable, as chains are.
type Reduction[T any] struct{ f lazy.Fold }

// An ArrayReduction is a [Reduction] whose methods run at once.
type ArrayReduction[T any] struct{ f lazy.Fold }

// Over names the axes that a reduction goes over, in any order; negative axes
// count from the end. Without arguments nothing is reduced: that is a reduction
// of each element by itself. The reductions among Chain's own methods go over
// all axes.
//
// Of several calls of Over the last one counts. An axis that is not there, or is
// named twice, is an error of the chain.
func (c Chain[T]) Over(axes ...int) *Reduction[T] { return over[T](c.c, axes) }

// SkipNaN makes the reduction that follows pass over elements that are NaN, as
// if they were not there; it goes over all axes unless Over names some. Where
// nothing is left, sums are 0 and products 1, as of no elements; means,
// variances, minima and maxima are NaN.
func (c Chain[T]) SkipNaN() *Reduction[T] { return &Reduction[T]{c.c.SkipNaN()} }

// Over names the axes to reduce, in place of those named before. See [Chain.Over].
func (r *Reduction[T]) Over(axes ...int) *Reduction[T] { return overAgain(r, axes) }

// KeepDims makes the reduced axes stay, with length 1, so that the result
// broadcasts against the operand.
func (r *Reduction[T]) KeepDims() *Reduction[T] { return &Reduction[T]{r.f.KeepDims()} }

// SkipNaN makes the reduction pass over elements that are NaN. See
// [Chain.SkipNaN].
func (r *Reduction[T]) SkipNaN() *Reduction[T] { return &Reduction[T]{r.f.SkipNaN()} }

// Over names the axes that a reduction goes over. See [Chain.Over]; what is an
// error there panics in the reduction. The result is an array, of no axes if all
// are named: [Array.Item] is then the number, which a.Sum() is by itself.
func (a *Array[T]) Over(axes ...int) *ArrayReduction[T] {
	return (*ArrayReduction[T])(over[T](a.Chain().c, axes))
}

// SkipNaN makes the reduction that follows pass over elements that are NaN. See
// [Chain.SkipNaN]. The result is an array, also of no axes, as it is unless Over
// names some: the number is a.SkipNaN().Mean().Item().
func (a *Array[T]) SkipNaN() *ArrayReduction[T] { return &ArrayReduction[T]{a.Chain().c.SkipNaN()} }

// Over names the axes to reduce, in place of those named before. See [Chain.Over].
func (r *ArrayReduction[T]) Over(axes ...int) *ArrayReduction[T] {
	return (*ArrayReduction[T])(overAgain((*Reduction[T])(r), axes))
}

// KeepDims makes the reduced axes stay, with length 1, so that the result
// broadcasts against the operand.
func (r *ArrayReduction[T]) KeepDims() *ArrayReduction[T] { return &ArrayReduction[T]{r.f.KeepDims()} }

// SkipNaN makes the reduction pass over elements that are NaN. See
// [Chain.SkipNaN].
func (r *ArrayReduction[T]) SkipNaN() *ArrayReduction[T] { return &ArrayReduction[T]{r.f.SkipNaN()} }

// The bodies of the generated methods, not inlined for the sake of compile time.

//go:noinline
func over[T any](c lazy.Chain, axes []int) *Reduction[T] { return &Reduction[T]{c.Over(axes...)} }

//go:noinline
func overAgain[T any](r *Reduction[T], axes []int) *Reduction[T] {
	return &Reduction[T]{r.f.Over(axes...)}
}

//go:noinline
func chainTotal[T any](c Chain[T], r lazy.Reduction, arg float64) Chain[T] {
	return Chain[T]{c.c.Reduce(r, arg)}
}

//go:noinline
func testTotal[T any](c Chain[T], r lazy.Reduction, arg float64) Chain[bool] {
	return Chain[bool]{c.c.Reduce(r, arg)}
}

//go:noinline
func chainReduce[T any](f *Reduction[T], r lazy.Reduction, arg float64) Chain[T] {
	return Chain[T]{f.f.Reduce(r, arg)}
}

//go:noinline
func testReduce[T any](f *Reduction[T], r lazy.Reduction, arg float64) Chain[bool] {
	return Chain[bool]{f.f.Reduce(r, arg)}
}

//go:noinline
func total[T any](a *Array[T], r lazy.Reduction, arg float64) T {
	v, err := lazy.Total[T, T](operandView(a, r), r, arg)
	must(err)
	return v
}

//go:noinline
func totalTest[T any](a *Array[T], r lazy.Reduction, arg float64) bool {
	v, err := lazy.Total[T, bool](operandView(a, r), r, arg)
	must(err)
	return v
}

//go:noinline
func eagerReduce[T any](f *ArrayReduction[T], r lazy.Reduction, arg float64) *Array[T] {
	return Chain[T]{f.f.Reduce(r, arg)}.Must()
}

//go:noinline
func checkReduce[T any](f *ArrayReduction[T], r lazy.Reduction, arg float64) *Array[bool] {
	return Chain[bool]{f.f.Reduce(r, arg)}.Must()
}

// operandView returns the view of an operand, which must not be nil.
func operandView[T any](a *Array[T], r lazy.Reduction) *zip.View[T] {
	if a == nil {
		panic(nilOperand(r.String(), 1))
	}
	return &a.v
}

// CountNonzero counts the elements that are not zero, over the given axes or
// over all; NaN is not zero. The count of no elements is 0.
func CountNonzero[T any](x Operand[T], axes ...int) Chain[int] {
	return Chain[int]{foldOver(chainOf(x), axes).CountNonzero()}
}

// foldOver returns the reduction over the given axes, over all if axes is nil.
func foldOver(c lazy.Chain, axes []int) lazy.Fold {
	if axes == nil {
		return c.Everywhere()
	}
	return c.Over(axes...)
}

// ownAxes copies the axes that the caller gave, of which nil means all: a list
// of no axes, []int{}..., is something else.
func ownAxes(axes []int) []int {
	if axes == nil {
		return nil
	}
	return copyInts(axes)
}
