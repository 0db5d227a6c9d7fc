package nd

import "github.com/ndgo/nd/lazy"

// ArgMin returns the place of the least element over the given axes, or over
// all: its index on the axis, or, over several axes, its number in order (C
// order) over these axes. Of equal elements it is the first; -0 and +0 are
// equal. The first NaN, if there is one, is the least.
//
// No elements have no least one: that is a *[ShapeError].
func ArgMin[T any](x Operand[T], axes ...int) Chain[int] {
	return Chain[int]{chainOf(x).ArgMin(ownAxes(axes))}
}

// ArgMax returns the place of the greatest element; see [ArgMin].
func ArgMax[T any](x Operand[T], axes ...int) Chain[int] {
	return Chain[int]{chainOf(x).ArgMax(ownAxes(axes))}
}

// Fold reduces elements by a function of the user: acc = f(acc, element), from
// init on, in C order over the given axes, or over all. The result of no
// elements is init. Elements and results may be of any type; where init holds a
// pointer or a slice, all results start from the same.
//
// f runs inside the fused pass: the elements are not stored. As for [Map], it
// must give equal results for equal arguments. A panic in f becomes an error of the evaluation,
// a *[PanicError]; a nil f is a *[TypeError].
func Fold[T, A any](x Operand[T], init A, f func(acc A, x T) A, axes ...int) Chain[A] {
	return Chain[A]{lazy.ReduceWith(chainOf(x), "fold", init, f, ownAxes(axes))}
}

// FoldWhile is [Fold] until f reports false: it then sees no more elements of
// that result, though some more may be computed.
func FoldWhile[T, A any](x Operand[T], init A, f func(acc A, x T) (A, bool), axes ...int) Chain[A] {
	return Chain[A]{lazy.ReduceWhile(chainOf(x), "fold_while", init, f, ownAxes(axes))}
}
