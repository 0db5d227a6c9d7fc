package lazy

import (
	"errors"
	"slices"
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/layout"
	"github.com/ndgo/nd/internal/ops"
)

// view adds a view operation: it is pushed down to the leaves at once, so that
// it costs nothing at evaluation and only the elements asked for are computed.
//
// Those that call it are not inlined: every package that uses nd would compile
// their closures, for every type of elements.
func (c Chain) view(name string, do func(layout.Layout) (layout.Layout, error)) Chain {
	return c.step(&viewStep{name: name, do: do})
}

func (c Chain) step(v *viewStep) Chain {
	if c.n == nil {
		return missing(v.name)
	}
	return Chain{viewed(c.n, v)}
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
// It costs nothing where the strides of the operands allow it, as they do if
// these are contiguous and of the expression's shape. Otherwise the expression
// is evaluated into a buffer first, in a pass that Explain shows.
//
//go:noinline
func (c Chain) Reshape(shape ...int) Chain {
	shape = slices.Clone(shape)
	return c.step(&viewStep{name: "reshape", copies: true, do: func(l layout.Layout) (layout.Layout, error) {
		to, err := layout.ReshapeShape("reshape", l.Shape, shape)
		if err != nil {
			return l, err
		}
		m, ok := l.Reshape(to)
		if !ok {
			return l, errNoView
		}
		return m, nil
	}})
}

// errNoView is not for users: a copy helps.
var errNoView = errors.New("nd: reshape: no view")

// copied returns n as a leaf in C order, which a pass of its own fills if v
// cannot view the leaves of n as they are.
func copied(n *node, v *viewStep) *node {
	possible := true
	visit(n, map[*node]bool{}, func(m *node) {
		if m.op == ops.Load && possible {
			l, err := m.leaf.lay.BroadcastTo(v.name, n.shape)
			if err == nil {
				_, err = v.do(l)
			}
			possible = err == nil
		}
	})
	if possible {
		return n
	}
	s := &sequence{out: n.typ, form: seqScan, make: func(int) sequencer { return copier{n.typ} }}
	return recordFold(n, &reduction{name: v.name, seq: s})
}

// A copier is the sequence of the elements themselves.
type copier struct{ *dtype.Type }

func (copier) start() {}

func (t copier) take(out, p unsafe.Pointer, n int) {
	if t.Kind == dtype.Other {
		t.Move(out, 1, p, 1, n)
		return
	}
	size := n * int(t.Size)
	copy(unsafe.Slice((*byte)(out), size), unsafe.Slice((*byte)(p), size))
}

func (copier) end(unsafe.Pointer) {}

// MoveAxes moves axis from[k] to place to[k] for every k; the others keep their
// order.
//
//go:noinline
func (c Chain) MoveAxes(from, to []int) Chain {
	from, to = slices.Clone(from), slices.Clone(to)
	return c.view("move_axes", func(l layout.Layout) (layout.Layout, error) { return l.MoveAxis("move_axes", from, to) })
}

// Rot90 turns the elements by k quarters in the plane of two axes, from the
// first towards the second.
//
//go:noinline
func (c Chain) Rot90(k, axis1, axis2 int) Chain {
	return c.view("rot90", func(l layout.Layout) (layout.Layout, error) { return l.Rot90("rot90", k, axis1, axis2) })
}

// SlidingWindow gives all windows: axis axes[k], of length n, shrinks to the
// n-window[k]+1 places at which a window fits, and the axes of the windows
// follow at the end. Without axes there is a window length for every axis.
// What the windows share is computed again in each.
//
//go:noinline
func (c Chain) SlidingWindow(window []int, axes ...int) Chain {
	window, axes = slices.Clone(window), slices.Clone(axes)
	return c.view("sliding_window", func(l layout.Layout) (layout.Layout, error) {
		return l.Windows("sliding_window", window, axes)
	})
}
