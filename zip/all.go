package zip

import (
	"iter"
	"unsafe"

	"github.com/ndgo/nd/internal/kernels/prog"
)

// All1 returns an iterator over the elements of a, in C order.
// Elements are read as the iteration reaches them.
func All1[A any](a Viewer[A]) iter.Seq[A] {
	w := &walker{op: "zip.All1"}
	add(w, In(a))
	some := w.fit()
	return func(yield func(A) bool) {
		if some {
			s := new(scan)
			w.inOrder(s, &all1[A]{s, yield})
		}
	}
}

// All2 returns an iterator over the elements of a and b that meet when both
// are broadcast to one shape, in C order. Operands are only read, whatever
// their role. Shapes are checked at once, elements are read as the iteration
// reaches them. The iterator may be used several times.
func All2[A, B any](a Viewer[A], b Viewer[B]) iter.Seq2[A, B] {
	w := &walker{op: "zip.All2"}
	add(w, In(a))
	add(w, In(b))
	some := w.fit()
	return func(yield func(A, B) bool) {
		if some {
			s := new(scan)
			w.inOrder(s, &all2[A, B]{s, yield})
		}
	}
}

type all1[A any] struct {
	s     *scan
	yield func(A) bool
}

func (e *all1[A]) Run(f *prog.Frame, n int) {
	a := f.Slots[0]
	for i := range n {
		if !e.yield(*(*A)(unsafe.Add(a.Ptr, i*a.Stride))) {
			e.s.stop = true
			return
		}
	}
}

type all2[A, B any] struct {
	s     *scan
	yield func(A, B) bool
}

func (e *all2[A, B]) Run(f *prog.Frame, n int) {
	a, b := f.Slots[0], f.Slots[1]
	for i := range n {
		if !e.yield(*(*A)(unsafe.Add(a.Ptr, i*a.Stride)), *(*B)(unsafe.Add(b.Ptr, i*b.Stride))) {
			e.s.stop = true
			return
		}
	}
}
