package nd

import (
	"slices"

	"github.com/ndgo/nd/internal/layout"
)

// A walk visits an array run by run, a run being the elements along one axis.
// Neighbouring axes that memory allows to be joined are one axis to it.
//
//	w, run := newWalk(l)
//	for ok := run.n > 0; ok; ok = w.next() {
//		// run.n elements, the first at position w.pos, each run.stride after the other
//	}
type walk struct {
	pos  int    // the position in memory of the first element of the run
	rank int    // its place in order, last axis fastest
	axes []axis // all but that of the run, the slowest first
}

// An axis of a walk: n places, the strides from one to the next in memory and
// in order, and the place where the walk is.
type axis struct{ n, stride, rank, i int }

// newWalk returns the walk over l in order, the last axis fastest, and the axis
// of its runs. That has length 0 if l has no elements.
func newWalk(l layout.Layout) (w walk, run axis) {
	w.pos = l.Offset
	w.axes = make([]axis, 0, len(l.Shape))
	rank := 1
	for i := len(l.Shape) - 1; i >= 0; i-- {
		n, stride := l.Shape[i], l.Strides[i]
		if n == 0 {
			return walk{}, axis{}
		}
		if n == 1 {
			continue
		}
		k := len(w.axes) - 1
		if k >= 0 && stride == w.axes[k].n*w.axes[k].stride {
			w.axes[k].n *= n // a step here is as far as all those there
		} else {
			w.axes = append(w.axes, axis{n: n, stride: stride, rank: rank})
		}
		rank *= n
	}
	if len(w.axes) == 0 {
		return w, axis{n: 1, stride: 1, rank: 1}
	}
	slices.Reverse(w.axes)
	return w, w.take(len(w.axes) - 1)
}

// take removes axis k from those that next moves along.
func (w *walk) take(k int) axis {
	x := w.axes[k]
	w.axes = slices.Delete(w.axes, k, k+1)
	return x
}

// nearest returns the axis with the smallest steps in memory, -1 if there are
// no axes.
func (w *walk) nearest() int {
	best := -1
	for k, x := range w.axes {
		if best < 0 || abs(x.stride) <= abs(w.axes[best].stride) {
			best = k
		}
	}
	return best
}

// next goes to the next run; it returns false after the last.
func (w *walk) next() bool {
	for k := len(w.axes) - 1; k >= 0; k-- {
		x := &w.axes[k]
		w.pos += x.stride
		w.rank += x.rank
		if x.i++; x.i < x.n {
			return true
		}
		w.pos -= x.n * x.stride
		w.rank -= x.n * x.rank
		x.i = 0
	}
	return false
}

func abs(x int) int { return max(x, -x) }

// An odometer visits an array element by element in order and knows the index.
//
//	o := newOdometer(l)
//	for ok := o.first(); ok; ok = o.next() {
//		// the element at o.idx is at position o.pos
//	}
type odometer struct {
	shape, strides []int
	idx            []int
	pos            int
}

func newOdometer(l layout.Layout) odometer {
	return odometer{shape: l.Shape, strides: l.Strides, idx: make([]int, len(l.Shape)), pos: l.Offset}
}

// first reports whether there is an element to begin with.
func (o *odometer) first() bool { return !slices.Contains(o.shape, 0) }

// next goes to the next element; it returns false after the last.
func (o *odometer) next() bool {
	for k := len(o.idx) - 1; k >= 0; k-- {
		if o.idx[k]++; o.idx[k] < o.shape[k] {
			o.pos += o.strides[k]
			return true
		}
		o.pos -= (o.shape[k] - 1) * o.strides[k]
		o.idx[k] = 0
	}
	return false
}
