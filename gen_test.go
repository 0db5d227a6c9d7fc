package nd

import (
	"pgregory.net/rapid"

	"github.com/ndgo/nd/internal/layout"
)

// drawShape draws a shape of up to maxDim axes, some of length 0 or 1.
func drawShape(t *rapid.T, maxDim int) []int {
	shape := make([]int, rapid.IntRange(0, maxDim).Draw(t, "ndim"))
	for i := range shape {
		shape[i] = rapid.SampledFrom([]int{0, 1, 1, 2, 3, 4, 5}).Draw(t, "length")
		if shape[i] == 0 {
			shape[i] = rapid.SampledFrom([]int{0, 2, 3}).Draw(t, "length again") // empty arrays are dull
		}
	}
	return shape
}

// drawView draws an array of distinct numbers and a random view of it: sliced,
// turned, broadcast.
func drawView(t *rapid.T) *Array[int] {
	shape := drawShape(t, 4)
	a := Arange(0, layout.Size(shape), 1).Reshape(shape...)
	for range rapid.IntRange(0, 3).Draw(t, "steps") {
		a = drawStep(t, a)
	}
	return a
}

func drawStep(t *rapid.T, a *Array[int]) *Array[int] {
	n := a.NDim()
	switch rapid.IntRange(0, 5).Draw(t, "step") {
	case 0:
		axes := make([]int, n)
		for i := range axes {
			axes[i] = i
		}
		return a.Transpose(rapid.Permutation(axes).Draw(t, "perm")...)
	case 1:
		var sel []Selector
		for range rapid.IntRange(0, n).Draw(t, "selectors") {
			sel = append(sel, RangeStep(rapid.IntRange(-3, 3).Draw(t, "start"), rapid.IntRange(-6, 6).Draw(t, "stop"),
				rapid.SampledFrom([]int{-2, -1, 1, 1, 2}).Draw(t, "step")))
		}
		return a.Slice(sel...)
	case 2:
		return a.Flip()
	case 3:
		return a.Slice(NewAxis, Ellipsis, NewAxis)
	case 4:
		if n < 4 {
			return a.BroadcastTo(append([]int{rapid.IntRange(0, 3).Draw(t, "repeat")}, a.v.Shape...)...)
		}
	case 5:
		if n >= 2 {
			return a.Diagonal(rapid.IntRange(-2, 2).Draw(t, "offset"), 0, -1)
		}
	}
	return a
}

// indices calls f for every index of a shape, in order: the definition of the
// order that all iterators have.
func indices(shape []int, f func(idx []int)) {
	var visit func(idx []int)
	visit = func(idx []int) {
		if len(idx) == len(shape) {
			f(idx)
			return
		}
		for i := range shape[len(idx)] {
			visit(append(idx, i))
		}
	}
	visit(make([]int, 0, len(shape)))
}

// ordered returns the elements of a in order, by At alone.
func ordered[T any](a *Array[T]) []T {
	s := []T{}
	indices(a.Shape(), func(idx []int) { s = append(s, a.At(idx...)) })
	return s
}
