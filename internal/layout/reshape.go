package layout

import (
	"fmt"

	"github.com/ndgo/nd/internal/errs"
)

// ReshapeShape returns the shape that reshaping an array of the given shape to
// to gives: a copy of to, with a length of -1 (one at most) replaced by what
// makes the number of elements come out. The error is a *ShapeError: another
// negative length, two of -1, a number of elements that differs, or a -1 that
// the others do not determine.
func ReshapeShape(op string, shape []int, to []int) ([]int, error) {
	r := cloneShape(to)
	open := -1
	for i, n := range r {
		if n == -1 {
			if open >= 0 {
				return nil, reshapeErr(op, shape, to, i, "only one length may be -1")
			}
			open = i
			r[i] = 1
		}
	}
	known, err := CheckShape(op, r, 1)
	if err != nil {
		e := err.(*errs.ShapeError)
		return nil, reshapeErr(op, shape, to, e.Axis, e.Detail)
	}
	size := Size(shape)
	switch {
	case open < 0:
		if known != size {
			return nil, reshapeErr(op, shape, to, -1, fmt.Sprintf("%d elements against %d", size, known))
		}
	case known == 0:
		return nil, reshapeErr(op, shape, to, open, "the length -1 is not determined")
	case size%known != 0:
		return nil, reshapeErr(op, shape, to, open, fmt.Sprintf("%d elements do not divide by %d", size, known))
	default:
		r[open] = size / known
	}
	return r, nil
}

func reshapeErr(op string, shape, to []int, axis int, detail string) error {
	return &errs.ShapeError{Op: op, Shapes: [][]int{cloneShape(shape), cloneShape(to)}, Axis: axis,
		Detail: "do not fit: " + detail}
}

// Reshape returns l with its elements, in C order, given the shape to, which
// must have as many elements (see ReshapeShape) and is kept, not copied. The
// second result is false if strides cannot express that and the elements must
// be copied; it is true whenever there is a way without.
func (l Layout) Reshape(to []int) (Layout, bool) {
	if EqualShape(l.Shape, to) {
		return l, true
	}
	strides := make([]int, len(to))
	r := Layout{Shape: to, Strides: strides, Offset: l.Offset}
	if l.IsC() { // the common case, and the only one with no elements
		fillC(strides, to)
		return r, true
	}
	// From the last axis forwards, old axes are joined into runs: places with
	// one stride between neighbours. New axes use up run after run. A new axis
	// that would reach across the end of a run has no single stride.
	src := len(l.Shape)
	run, stride := 1, 1 // places not used up in the present run, and their stride
	for j := len(to) - 1; j >= 0; j-- {
		n := to[j]
		if n != 1 && run == 1 {
			src, run, stride = l.lastRun(src)
		}
		if run%n != 0 {
			return Layout{}, false
		}
		strides[j] = stride
		run /= n
		stride *= n
	}
	return r, true
}

// lastRun joins the last of the axes before end, those of length 1 left out,
// with as many before it as continue it. It returns where the run begins, the
// number of its places and their stride. There must be such an axis.
func (l Layout) lastRun(end int) (begin, run, stride int) {
	run = 1
	for begin = end; begin > 0; begin-- {
		n, s := l.Shape[begin-1], l.Strides[begin-1]
		switch {
		case n == 1:
		case run == 1:
			run, stride = n, s
		case s == stride*run:
			run *= n
		default:
			return begin, run, stride
		}
	}
	return begin, run, stride
}
