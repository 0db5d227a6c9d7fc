package nd

import "github.com/ndgo/nd/internal/layout"

// T returns a with its axes in reverse order, as a view: the transpose of a
// matrix.
func (a *Array[T]) T() *Array[T] { return arrayOf[T](transpose(a.head(), nil)) }

// Transpose returns a with its axes in another order, as a view: axis j of the
// result is axis axes[j] of a. Without arguments the order is reversed.
// It panics with a *[ShapeError] if axes does not name every axis once.
func (a *Array[T]) Transpose(axes ...int) *Array[T] {
	return arrayOf[T](transpose(a.head(), axes))
}

// SwapAxes returns a with two axes in each other's place, as a view.
// It panics with a *[ShapeError] for an axis that a does not have.
func (a *Array[T]) SwapAxes(axis1, axis2 int) *Array[T] {
	return arrayOf[T](swapAxes(a.head(), axis1, axis2))
}

// MoveAxis returns a with an axis moved to another place, as a view; the others
// keep their order. It panics with a *[ShapeError] for an axis or place that a
// does not have.
func (a *Array[T]) MoveAxis(from, to int) *Array[T] {
	return arrayOf[T](moveAxis(a.head(), from, to))
}

// MoveAxes returns a with axis from[k] moved to place to[k] for every k, as a
// view; the other axes keep their order. It panics with a *[ShapeError] for an
// axis or place that a does not have or that is named twice, and for lists of
// different lengths.
func (a *Array[T]) MoveAxes(from, to []int) *Array[T] {
	return arrayOf[T](moveAxes(a.head(), from, to))
}

// Reshape returns the elements of a, in their order (last axis fastest), under
// another shape. One length may be -1 and is worked out from the others.
//
// The result is a view of a wherever strides can express it, as they always
// can if a is contiguous; otherwise it is a copy, which may be written and
// does not share. Where that must be known, use [Array.ReshapeView].
//
// It panics with a *[ShapeError] if the number of elements is not the same.
func (a *Array[T]) Reshape(shape ...int) *Array[T] {
	h, full := reshape(a.head(), shape)
	if h == nil {
		return adopt(a.Elements(), full)
	}
	return arrayOf[T](h)
}

// ReshapeView is [Array.Reshape] that never copies: the error is a
// *[ShapeError] where the elements would have to be, and where their number is
// not the same.
func (a *Array[T]) ReshapeView(shape ...int) (*Array[T], error) {
	h, err := reshapeView(a.head(), shape)
	return arrayOf[T](h), err
}

// Ravel returns the elements of a in order on a single axis: a view where
// possible, else a copy, as [Array.Reshape] decides.
func (a *Array[T]) Ravel() *Array[T] { return a.Reshape(a.Size()) }

// Flatten returns a copy of the elements of a in order on a single axis.
func (a *Array[T]) Flatten() *Array[T] {
	data := a.Elements()
	return adopt(data, []int{len(data)})
}

// Squeeze returns a without the given axes, as a view; without arguments it
// drops all axes of length 1. It panics with a *[ShapeError] if the length of
// an axis is not 1.
func (a *Array[T]) Squeeze(axes ...int) *Array[T] {
	return arrayOf[T](squeeze(a.head(), axes))
}

// ExpandDims returns a with new axes of length 1 at the given places, counted
// in the result, as a view. It panics with a *[ShapeError] for a place outside
// the result or named twice.
func (a *Array[T]) ExpandDims(axes ...int) *Array[T] {
	return arrayOf[T](expandDims(a.head(), axes))
}

// BroadcastTo returns a repeated to a shape, as a read-only view: axes of
// length 1, and those in front that a does not have, repeat their one place.
// Nothing is copied, however large the shape is.
//
// It panics with a *[ShapeError] if a does not broadcast to the shape, or if
// the number of elements of that overflows.
func (a *Array[T]) BroadcastTo(shape ...int) *Array[T] {
	return arrayOf[T](broadcastTo(a.head(), shape))
}

// SlidingWindow returns all windows of a, as a read-only view: axis axes[k], of
// length n, shrinks to the n-window[k]+1 places at which a window fits, and
// the axes of the windows follow at the end in the order given. Without axes
// there is a window length for every axis of a.
//
// It panics with a *[ShapeError] for a window that is negative or longer than
// its axis, and for an axis that a does not have.
func (a *Array[T]) SlidingWindow(window []int, axes ...int) *Array[T] {
	return arrayOf[T](windows(a.head(), window, axes))
}

// Diagonal returns the diagonal of the plane of two axes, as a view: the two
// axes go, and the diagonal becomes the last axis. Its element k is at place k
// of axis1 and k+offset of axis2; for a negative offset, at k-offset and k.
// An offset outside the plane gives length 0.
// It panics with a *[ShapeError] for axes that are not two axes of a.
func (a *Array[T]) Diagonal(offset, axis1, axis2 int) *Array[T] {
	return arrayOf[T](diagonal(a.head(), offset, axis1, axis2))
}

// Flip returns a with the given axes reversed, as a view; without arguments all
// of them. It panics with a *[ShapeError] for an axis that a does not have or
// that is named twice.
func (a *Array[T]) Flip(axes ...int) *Array[T] { return arrayOf[T](flip(a.head(), axes)) }

// Rot90 returns a turned by k quarters in the plane of two axes, from the first
// towards the second, as a view; k may be negative. With axes 0 and 1 a matrix,
// written with its first row on top, turns counterclockwise.
// It panics with a *[ShapeError] for axes that are not two axes of a.
func (a *Array[T]) Rot90(k, axis1, axis2 int) *Array[T] {
	return arrayOf[T](rot90(a.head(), k, axis1, axis2))
}

// The views, of an array of any type: see [head]. What is an error panics. They
// are not inlined, so that packages that use nd compile only calls of them.

//go:noinline
func transpose(h *head, axes []int) *head {
	return h.with(h.layout("transpose").Transpose("transpose", axes))
}

//go:noinline
func swapAxes(h *head, axis1, axis2 int) *head {
	return h.with(h.layout("swap_axes").SwapAxes("swap_axes", axis1, axis2))
}

//go:noinline
func moveAxis(h *head, from, to int) *head {
	return h.with(h.layout("move_axis").MoveAxis("move_axis", []int{from}, []int{to}))
}

//go:noinline
func moveAxes(h *head, from, to []int) *head {
	return h.with(h.layout("move_axes").MoveAxis("move_axes", from, to))
}

//go:noinline
func squeeze(h *head, axes []int) *head {
	return h.with(h.layout("squeeze").Squeeze("squeeze", axes))
}

//go:noinline
func expandDims(h *head, axes []int) *head {
	return h.with(h.layout("expand_dims").ExpandDims("expand_dims", axes))
}

//go:noinline
func broadcastTo(h *head, shape []int) *head {
	return h.with(h.layout("broadcast_to").BroadcastTo("broadcast_to", copyInts(shape))).asReadOnly("view")
}

//go:noinline
func windows(h *head, window, axes []int) *head {
	return h.with(h.layout("sliding_window").Windows("sliding_window", window, axes)).asReadOnly("view")
}

//go:noinline
func diagonal(h *head, offset, axis1, axis2 int) *head {
	return h.with(h.layout("diagonal").Diagonal("diagonal", offset, axis1, axis2))
}

//go:noinline
func flip(h *head, axes []int) *head {
	return h.with(h.layout("flip").Flip("flip", axes))
}

//go:noinline
func rot90(h *head, k, axis1, axis2 int) *head {
	return h.with(h.layout("rot90").Rot90("rot90", k, axis1, axis2))
}

// reshape returns the view of h with another shape, nil if the elements must be
// copied, and that shape in full.
//
//go:noinline
func reshape(h *head, to []int) (view *head, full []int) {
	l, ok, err := tryReshape(h.layout("reshape"), to)
	must(err)
	if !ok {
		return nil, l.Shape
	}
	return h.with(l, nil), l.Shape
}

//go:noinline
func reshapeView(h *head, to []int) (*head, error) {
	from := h.layout("reshape_view")
	l, ok, err := tryReshape(from, to)
	switch {
	case err != nil:
		return nil, err
	case !ok:
		return nil, &ShapeError{Op: "reshape_view", Shapes: [][]int{copyInts(from.Shape), l.Shape}, Axis: -1,
			Detail: "do not share a view: the elements would have to be copied"}
	}
	return h.with(l, nil), nil
}

// tryReshape returns the layout of l under another shape; ok is false, and the
// layout holds the shape only, if the elements must be copied.
func tryReshape(l layout.Layout, to []int) (r layout.Layout, ok bool, err error) {
	shape, err := layout.ReshapeShape("reshape", l.Shape, to)
	if err != nil {
		return l, false, err
	}
	r, ok = l.Reshape(shape)
	r.Shape = shape
	return r, ok, nil
}
