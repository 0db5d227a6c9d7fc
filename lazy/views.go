package lazy

import (
	"slices"

	"github.com/ndgo/nd/internal/errs"
	"github.com/ndgo/nd/internal/layout"
)

// view adds a view operation: it is pushed down to the leaves at once, so that
// it costs nothing at evaluation and only the elements asked for are computed.
//
// Those that call it are not inlined: every package that uses nd would compile
// their closures, for every type of elements.
func (c Chain) view(name string, do func(layout.Layout) (layout.Layout, error)) Chain {
	if c.n == nil {
		return missing(name)
	}
	return Chain{viewed(c.n, &viewStep{name, do})}
}

// Slice selects parts of axes as the text says, in the notation of Python:
// comma-separated items, each start:stop:step with any part left out, a single
// index, which drops the axis, "..." for all axes not mentioned, or "newaxis".
//
//go:noinline
func (c Chain) Slice(text string) Chain {
	return c.view("slice", func(l layout.Layout) (layout.Layout, error) {
		items, err := layout.ParseItems("slice", text)
		if err != nil {
			return l, err
		}
		return l.Slice("slice", items)
	})
}

// Transpose reorders the axes: axis j of the result is axis perm[j]. Without
// arguments it reverses them.
//
//go:noinline
func (c Chain) Transpose(perm ...int) Chain {
	perm = slices.Clone(perm) // a traced chain keeps it
	return c.view("transpose", func(l layout.Layout) (layout.Layout, error) { return l.Transpose("transpose", perm) })
}

// SwapAxes exchanges two axes.
//
//go:noinline
func (c Chain) SwapAxes(a, b int) Chain {
	return c.view("swap_axes", func(l layout.Layout) (layout.Layout, error) { return l.SwapAxes("swap_axes", a, b) })
}

// MoveAxis moves one axis to another place; the others keep their order.
//
//go:noinline
func (c Chain) MoveAxis(from, to int) Chain {
	return c.view("move_axis", func(l layout.Layout) (layout.Layout, error) {
		return l.MoveAxis("move_axis", []int{from}, []int{to})
	})
}

// Squeeze drops the given axes, which must have length 1, or all such axes.
//
//go:noinline
func (c Chain) Squeeze(axes ...int) Chain {
	axes = slices.Clone(axes)
	return c.view("squeeze", func(l layout.Layout) (layout.Layout, error) { return l.Squeeze("squeeze", axes) })
}

// ExpandDims adds axes of length 1 at the given places of the result.
//
//go:noinline
func (c Chain) ExpandDims(axes ...int) Chain {
	axes = slices.Clone(axes)
	return c.view("expand_dims", func(l layout.Layout) (layout.Layout, error) { return l.ExpandDims("expand_dims", axes) })
}

// BroadcastTo repeats the expression along new axes and axes of length 1.
//
//go:noinline
func (c Chain) BroadcastTo(shape ...int) Chain {
	shape = slices.Clone(shape) // the layouts keep it
	return c.view("broadcast_to", func(l layout.Layout) (layout.Layout, error) { return l.BroadcastTo("broadcast_to", shape) })
}

// Flip reverses the given axes, or all.
//
//go:noinline
func (c Chain) Flip(axes ...int) Chain {
	axes = slices.Clone(axes)
	return c.view("flip", func(l layout.Layout) (layout.Layout, error) { return l.Flip("flip", axes) })
}

// Diagonal takes the elements (k, k+offset) of two axes; they become the last
// axis of the result.
//
//go:noinline
func (c Chain) Diagonal(offset, axis1, axis2 int) Chain {
	return c.view("diagonal", func(l layout.Layout) (layout.Layout, error) {
		return l.Diagonal("diagonal", offset, axis1, axis2)
	})
}

// Reshape gives the elements, in C order, another shape; one length may be -1.
// It is a view where every operand allows one; an expression over operands
// that do not is refused, as it would have to be evaluated first.
//
//go:noinline
func (c Chain) Reshape(shape ...int) Chain {
	shape = slices.Clone(shape)
	return c.view("reshape", func(l layout.Layout) (layout.Layout, error) {
		to, err := layout.ReshapeShape("reshape", l.Shape, shape)
		if err != nil {
			return l, err
		}
		m, ok := l.Reshape(to)
		if !ok {
			return l, notView(l.Shape, to)
		}
		return m, nil
	})
}

func notView(from, to []int) error {
	return &errs.ShapeError{Op: "reshape", Shapes: [][]int{from, to}, Axis: -1,
		Detail: "do not fit as views: an operand's strides allow none of that shape; evaluate first"}
}
