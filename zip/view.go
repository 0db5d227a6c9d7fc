package zip

import (
	"github.com/ndgo/nd/internal/errs"
	"github.com/ndgo/nd/internal/layout"
)

// A View is an array as this library takes it: elements of Data, element
// (i0, i1, ...) at Data[Offset + i0*Strides[0] + i1*Strides[1] + ...].
// Strides are in elements and may be zero or negative. The slices are shared,
// never copied, and not to be changed while the view is in use.
type View[T any] struct {
	Data     []T
	Shape    []int
	Strides  []int
	Offset   int
	ReadOnly bool // not to be written, as a broadcast view is
}

// A Viewer is anything that can be seen as an array: nd.Array, or a type of
// your own. Package ziptest checks an implementation.
type Viewer[T any] interface{ View() View[T] }

// View returns v itself, so that a View is a Viewer.
func (v View[T]) View() View[T] { return v }

// FromSlice returns a view of data with the given shape and its elements in
// order, the last axis fastest. One length may be -1 and is worked out from the
// others; without lengths the view has no axes and data must hold one element.
// It panics with a *ShapeError if the shape does not have len(data) elements.
func FromSlice[T any](data []T, shape ...int) View[T] {
	s, err := layout.ReshapeShape("zip.FromSlice", []int{len(data)}, shape)
	if err != nil {
		panic(err)
	}
	return View[T]{Data: data, Shape: s, Strides: layout.CStrides(s)}
}

// Check reports whether every element of v lies within its data.
// op names the operation in the error.
func (v View[T]) Check(op string) error {
	if len(v.Strides) != len(v.Shape) {
		return &errs.ShapeError{Op: op, Shapes: [][]int{v.Shape}, Axis: -1,
			Detail: "view has " + layout.Count(len(v.Strides), "stride", "strides") + " for " + layout.Count(len(v.Shape), "axis", "axes")}
	}
	return layout.CheckBounds(op, v.Shape, v.Strides, v.Offset, len(v.Data))
}
