package layout

import (
	"fmt"

	"github.com/ndgo/nd/internal/errs"
)

// An ItemKind says what an Item does.
type ItemKind uint8

const (
	Range    ItemKind = iota // keep an axis, from Start to Stop by Step
	Index                    // take one place on an axis, which goes
	NewAxis                  // put in an axis of length 1
	Ellipsis                 // keep as many axes as the other items leave over
)

// An Item is one part of a basic index, as in a[1:5, -1, newaxis, ...].
//
// A Range counts as Python's do: negative bounds are counted from the end, then
// bounds outside the axis are moved to its ends; a bound that is not there
// (HasStart, HasStop) is the end of the axis in the direction of Step.
// Step is never optional: 0 is an error.
type Item struct {
	Kind              ItemKind
	Start, Stop, Step int  // of a Range
	HasStart, HasStop bool // whether a Range has these bounds
	Index             int  // of an Index; negative counts from the end
}

// All returns the item that keeps an axis as it is, ":".
func All() Item { return Item{Kind: Range, Step: 1} }

// Slice returns the part of l that the items name, one for each axis from the
// first on; axes left over at the end are kept in full. An Index on every axis
// gives a layout without axes. The part is always within l, whatever the
// bounds and steps.
//
// The error is an *IndexError: an index out of range, a step of 0, more items
// than axes, more than one ellipsis.
func (l Layout) Slice(op string, items []Item) (Layout, error) {
	used, added, ellipses := 0, 0, 0 // axes of l used, axes put in
	kept := 0                        // axes that a Range keeps
	for _, it := range items {
		switch it.Kind {
		case Range:
			used++
			kept++
		case Index:
			used++
		case NewAxis:
			added++
		case Ellipsis:
			ellipses++
		}
	}
	if ellipses > 1 {
		return Layout{}, l.indexErr(op, fmt.Sprintf("%d ellipses in one index", ellipses))
	}
	if used > len(l.Shape) {
		return Layout{}, l.indexErr(op, Count(used, "index", "indices")+" for "+Count(len(l.Shape), "axis", "axes"))
	}
	rest := len(l.Shape) - used

	r := alloc(rest + kept + added)
	r.Offset = l.Offset
	src, dst := 0, 0
	keep := func(n int) { // copies n axes as they are
		copy(r.Shape[dst:], l.Shape[src:src+n])
		copy(r.Strides[dst:], l.Strides[src:src+n])
		src, dst = src+n, dst+n
	}
	for _, it := range items {
		switch it.Kind {
		case Ellipsis:
			keep(rest)
			rest = 0
		case NewAxis:
			r.Shape[dst], r.Strides[dst] = 1, 0
			dst++
		case Index:
			i, n := it.Index, l.Shape[src]
			if i < 0 {
				i += n
			}
			if i < 0 || i >= n {
				return Layout{}, &errs.IndexError{Op: op, Shape: cloneShape(l.Shape), Axis: src, Index: it.Index}
			}
			r.Offset += i * l.Strides[src]
			src++
		case Range:
			if it.Step == 0 {
				return Layout{}, l.indexErr(op, fmt.Sprintf("the step on axis %d is 0", src))
			}
			start, n := it.resolve(l.Shape[src])
			stride := l.Strides[src]
			r.Offset += start * stride
			if n > 1 { // else the step is of no use, and the product may overflow
				stride *= it.Step
			}
			r.Shape[dst], r.Strides[dst] = n, stride
			src, dst = src+1, dst+1
		}
	}
	keep(rest)
	return r, nil
}

// resolve returns the first place that the range takes on an axis of length n,
// and the number of places. An empty range starts at 0, so that the offset
// stays within the memory.
func (it Item) resolve(n int) (start, count int) {
	// The ends are those of the places that a bound may name: a range that
	// runs downwards may start at n-1 and stop before 0.
	low, high := 0, n
	if it.Step < 0 {
		low, high = -1, n-1
	}
	start, stop := low, high
	if it.Step < 0 {
		start, stop = high, low
	}
	if it.HasStart {
		start = clip(it.Start, n, low, high)
	}
	if it.HasStop {
		stop = clip(it.Stop, n, low, high)
	}
	// Unsigned, because -Step overflows for the most negative step.
	switch {
	case it.Step > 0 && start < stop:
		return start, int(uint(stop-start-1)/uint(it.Step)) + 1
	case it.Step < 0 && stop < start:
		return start, int(uint(start-stop-1)/-uint(it.Step)) + 1
	}
	return 0, 0
}

func clip(bound, n, low, high int) int {
	if bound < 0 {
		bound += n
	}
	return min(max(bound, low), high)
}

func (l Layout) indexErr(op, detail string) error {
	return &errs.IndexError{Op: op, Shape: cloneShape(l.Shape), Axis: -1, Detail: detail}
}
