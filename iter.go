package nd

import (
	"fmt"
	"iter"

	"github.com/ndgo/nd/internal/layout"
)

// The iterators below visit an array in order, the last axis fastest, wherever
// its elements lie. They may be used again and again, by several goroutines at
// once, and see the elements as they are at each step.

// Items returns an iterator over the elements of a, each with its index and a
// pointer by which it may be changed. The index is a slice that is reused from
// step to step; to keep one, clone it.
//
// Items panics with a *[ReadOnlyError] if a is read-only; see [Array.Indexed].
func (a *Array[T]) Items() iter.Seq2[[]int, *T] { return items(a) }

// items and others below are not part of the methods, lest packages that use nd
// compile the iterators twice.
//
//go:noinline
func items[T any](a *Array[T]) iter.Seq2[[]int, *T] {
	a.writable("items")
	return func(yield func([]int, *T) bool) {
		idx := make([]int, a.NDim())
		o := newOdometer(a.layout())
		for ok := o.first(); ok; ok = o.next() {
			copy(idx, o.idx) // o's own index must not be in the user's hands
			if !yield(idx, &a.v.Data[o.pos]) {
				return
			}
		}
	}
}

// Indexed returns an iterator over the elements of a, each with its index. The
// index is a slice that is reused from step to step; to keep one, clone it.
func (a *Array[T]) Indexed() iter.Seq2[[]int, T] { return indexed(a) }

//go:noinline
func indexed[T any](a *Array[T]) iter.Seq2[[]int, T] {
	a.head().check("indexed")
	return func(yield func([]int, T) bool) {
		idx := make([]int, a.NDim())
		o := newOdometer(a.layout())
		for ok := o.first(); ok; ok = o.next() {
			copy(idx, o.idx)
			if !yield(idx, a.v.Data[o.pos]) {
				return
			}
		}
	}
}

// Values returns an iterator over the elements of a.
func (a *Array[T]) Values() iter.Seq[T] {
	a.head().check("values")
	return func(yield func(T) bool) {
		w, run := newWalk(a.layout())
		for ok := run.n > 0; ok; ok = w.next() {
			p := w.pos
			for range run.n {
				if !yield(a.v.Data[p]) {
					return
				}
				p += run.stride
			}
		}
	}
}

// Lanes returns an iterator over the one-dimensional views of a along an axis:
// the rows of a matrix for axis 1 or -1, its columns for axis 0. Each is an
// array of its own that may be kept; all of them are read-only if a is.
// Where another axis has length 0 there are none.
//
// Lanes panics with a *[ShapeError] if there is no such axis.
func (a *Array[T]) Lanes(axis int) iter.Seq[*Array[T]] { return lanes(a, axis) }

//go:noinline
func lanes[T any](a *Array[T], axis int) iter.Seq[*Array[T]] {
	across, along := splitAxis("lanes", a.head().layout("lanes"), axis)
	return func(yield func(*Array[T]) bool) {
		o := newOdometer(across)
		for ok := o.first(); ok; ok = o.next() {
			lane := along
			lane.Offset = o.pos
			if !yield(arrayOf[T](a.head().with(lane, nil))) {
				return
			}
		}
	}
}

// Along returns an iterator over the places of an axis, each with the view of a
// at that place, which has an axis less: the rows of a matrix, as arrays of
// their own, for axis 0. All of them are read-only if a is.
//
// Along panics with a *[ShapeError] if there is no such axis.
func (a *Array[T]) Along(axis int) iter.Seq2[int, *Array[T]] { return along(a, axis) }

//go:noinline
func along[T any](a *Array[T], axis int) iter.Seq2[int, *Array[T]] {
	across, along := splitAxis("along", a.head().layout("along"), axis)
	return func(yield func(int, *Array[T]) bool) {
		for i := range along.Shape[0] {
			part := across
			part.Offset += i * along.Strides[0]
			if !yield(i, arrayOf[T](a.head().with(part, nil))) {
				return
			}
		}
	}
}

// Chunks returns an iterator over the views that a falls into when each axis is
// cut into pieces of a given length; where an axis does not divide evenly the
// last piece is shorter. Each comes with the index in a of its first element,
// in a slice that is reused from step to step. A length of -1 leaves an axis
// whole. All views are read-only if a is.
//
// Chunks panics with a *[ShapeError] unless there is a length for every axis
// that is positive or -1.
func (a *Array[T]) Chunks(lengths ...int) iter.Seq2[[]int, *Array[T]] {
	a.head().check("chunks")
	return blocks(a, chunkGrid(a.v.Shape, lengths))
}

// Windows returns an iterator over the views of a of a given shape, at every
// place where such a window fits. Each comes with the index in a of its first
// element, in a slice that is reused from step to step. Unlike
// [Array.SlidingWindow], whose elements repeat, each window may be written,
// unless a is read-only.
//
// Windows panics with a *[ShapeError] unless there is a length for every axis,
// from 0 to that of the axis.
func (a *Array[T]) Windows(window ...int) iter.Seq2[[]int, *Array[T]] {
	a.head().check("windows")
	return blocks(a, windowGrid(a.v.Shape, window))
}

// blocks returns an iterator over the views of a that g describes.
//
//go:noinline
func blocks[T any](a *Array[T], g grid) iter.Seq2[[]int, *Array[T]] {
	return func(yield func([]int, *Array[T]) bool) {
		at := make([]int, a.NDim())
		o := newOdometer(layout.Layout{Shape: g.counts, Strides: make([]int, a.NDim())})
		for ok := o.first(); ok; ok = o.next() {
			if !yield(at, arrayOf[T](a.head().with(g.block(a.layout(), o.idx, at), nil))) {
				return
			}
		}
	}
}

// A grid is a set of blocks of an array: on each axis as many as counts says,
// a step apart, each of a length, or less at the end of the axis.
type grid struct{ counts, steps, lengths []int }

func chunkGrid(shape, lengths []int) grid {
	if len(lengths) != len(shape) {
		panic(shapeError("chunks", shape, layout.Count(len(lengths), "length", "lengths")+" for "+layout.Count(len(shape), "axis", "axes")))
	}
	g := grid{make([]int, len(shape)), make([]int, len(shape)), make([]int, len(shape))}
	for axis, n := range shape {
		m := lengths[axis]
		if m < 1 && m != -1 {
			panic(&ShapeError{Op: "chunks", Shapes: [][]int{copyInts(shape)}, Axis: axis,
				Detail: fmt.Sprintf("length %d for axis %d", m, axis)})
		}
		if m == -1 {
			g.counts[axis], m = 1, n
		} else {
			m = min(m, max(n, 1))
			g.counts[axis] = n / m
			if n%m > 0 {
				g.counts[axis]++
			}
		}
		g.steps[axis], g.lengths[axis] = m, m
	}
	return g
}

func windowGrid(shape, window []int) grid {
	l, err := layout.Layout{Shape: shape, Strides: make([]int, len(shape))}.Windows("windows", window, nil)
	must(err)
	g := grid{counts: l.Shape[:len(shape)], steps: make([]int, len(shape)), lengths: l.Shape[len(shape):]}
	for axis := range g.steps {
		g.steps[axis] = 1
	}
	return g
}

// block returns block i of an array with layout l, and sets at to the index of
// its first element.
func (g grid) block(l layout.Layout, i, at []int) layout.Layout {
	shape := make([]int, len(i))
	for axis, n := range l.Shape {
		at[axis] = i[axis] * g.steps[axis]
		shape[axis] = min(g.lengths[axis], n-at[axis])
		l.Offset += at[axis] * l.Strides[axis]
	}
	l.Shape = shape
	return l
}

// splitAxis returns the layout of l without an axis and that of this axis
// alone, both from the first element on.
func splitAxis(op string, l layout.Layout, axis int) (across, along layout.Layout) {
	axis = normAxis(op, axis, l.Shape)
	along = layout.Layout{Shape: l.Shape[axis : axis+1 : axis+1], Strides: l.Strides[axis : axis+1 : axis+1], Offset: l.Offset}
	across.Offset = l.Offset
	across.Shape = append(append(make([]int, 0, len(l.Shape)-1), l.Shape[:axis]...), l.Shape[axis+1:]...)
	across.Strides = append(append(make([]int, 0, len(l.Shape)-1), l.Strides[:axis]...), l.Strides[axis+1:]...)
	return across, along
}
