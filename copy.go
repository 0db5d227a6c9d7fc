package nd

import (
	"github.com/ndgo/nd/internal/layout"
	"github.com/ndgo/nd/zip"
)

// Copy returns a new array with the shape and the elements of a, contiguous in
// C order. It shares nothing with a and may be written even if a may not.
// Elements are assigned: those that are pointers or slices still point to the
// same values.
//
// It panics with a *[ShapeError] if a repeats elements, as a broadcast view
// does, to more bytes than can be addressed.
func (a *Array[T]) Copy() *Array[T] {
	a.head().check("copy")
	b := newArray[T]("copy", a.v.Shape)
	copyTo(b.v.Data, &a.v)
	return b
}

// Fill sets all elements of a to v. It panics with a *[ReadOnlyError] if a is
// read-only.
func (a *Array[T]) Fill(v T) {
	a.writable("fill")
	w, run := fillWalk(layoutOf(&a.v))
	for ok := run.n > 0; ok; ok = w.next() {
		p := w.pos
		for range run.n {
			a.v.Data[p] = v
			p += run.stride
		}
	}
}

// FillFunc sets the elements of a, in order with the last axis fastest, to the
// results of calls of f. It serves random numbers of any kind:
//
//	a.FillFunc(rand.New(rand.NewPCG(1, 2)).NormFloat64)
//
// It panics with a *[ReadOnlyError] if a is read-only. If f panics, the
// elements before that call are set.
func (a *Array[T]) FillFunc(f func() T) {
	a.writable("fill_func")
	if f == nil {
		panic(noFunction("fill_func"))
	}
	w, run := newWalk(layoutOf(&a.v))
	for ok := run.n > 0; ok; ok = w.next() {
		p := w.pos
		for range run.n {
			a.v.Data[p] = f()
			p += run.stride
		}
	}
}

// writable panics if a is read-only or nil.
func (a *Array[T]) writable(op string) { a.head().writable(op) }

// checkShape panics with a *ShapeError if there can be no array of this shape
// with elements of size bytes. It returns the number of elements.
func checkShape(op string, shape []int, size uintptr) int {
	n, err := layout.CheckMemory(op, shape, size)
	must(err)
	return n
}

// copyTo copies the elements of v, in order, to dst, which has their number.
func copyTo[T any](dst []T, v *zip.View[T]) {
	if layout.IsC(v.Shape, v.Strides) {
		if len(dst) > 0 {
			copy(dst, v.Data[v.Offset:])
		}
		return
	}
	w, p := planCopy(layoutOf(v))
	for ok := p.n1 > 0; ok; ok = w.next() {
		copyPlane(dst[w.rank:], v.Data, w.pos, &p)
	}
}

// A plane is a part of a copy with two axes: n0 rows, d0 apart in the
// destination and s0 in the source, of n1 columns, which are contiguous in the
// destination and s1 apart in the source.
type plane struct {
	n0, d0, s0 int
	n1, s1     int
	tile       int // how many columns to copy before going to the next row
}

// tileSize is the number of rows and columns copied together where rows are
// contiguous in the source, so that every cache line of it is used whole.
const tileSize = 32

// planCopy returns the walk over the planes of a copy of l to C order.
func planCopy(l layout.Layout) (walk, plane) {
	w, run := newWalk(l)
	p := plane{n0: 1, n1: run.n, s1: run.stride, tile: run.n}
	if k := w.nearest(); k >= 0 {
		if abs(w.axes[k].stride) >= abs(run.stride) {
			k = len(w.axes) - 1 // nothing to gain by going down the columns
		} else {
			p.tile = tileSize
		}
		x := w.take(k)
		p.n0, p.d0, p.s0 = x.n, x.rank, x.stride
	}
	return w, p
}

// copyPlane copies a plane that begins at position s of src to dst.
func copyPlane[T any](dst, src []T, s int, p *plane) {
	if p.s1 == 1 {
		for i := range p.n0 {
			copy(dst[i*p.d0:i*p.d0+p.n1], src[s+i*p.s0:])
		}
		return
	}
	for j := 0; j < p.n1; j += p.tile {
		m := min(p.tile, p.n1-j)
		for i := range p.n0 {
			row := dst[i*p.d0+j:]
			from := s + i*p.s0 + j*p.s1
			for k := range row[:m] {
				row[k] = src[from]
				from += p.s1
			}
		}
	}
}

// fillWalk returns a walk over l in the order of memory.
func fillWalk(l layout.Layout) (walk, axis) {
	w, run := newWalk(l)
	if k := w.nearest(); k >= 0 && abs(w.axes[k].stride) < abs(run.stride) {
		run, w.axes[k] = w.axes[k], run
	}
	return w, run
}
