package zip

import (
	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/loops"
)

// Each1 calls f with a pointer to each element of a, in the order of memory.
func Each1[A any](a Viewer[A], f func(x *A)) {
	w := begin("zip.Each1", f != nil)
	w.run(loops.InPlace, &each1[A]{f, newCell(w, a)})
}

// Each2 calls f with pointers to the elements of a and b that meet when both
// are broadcast to one shape, in the order of memory. The pointer to an element
// of an operand that is only read points to a copy; see the package comment for
// roles. Pointers are valid during the call.
func Each2[A, B any](a Viewer[A], b Viewer[B], f func(x *A, y *B)) {
	w := begin("zip.Each2", f != nil)
	w.run(loops.InPlace, &each2[A, B]{f, newCell(w, a), newCell(w, b)})
}

// Each3 is Each2 for three operands.
func Each3[A, B, C any](a Viewer[A], b Viewer[B], c Viewer[C], f func(x *A, y *B, z *C)) {
	w := begin("zip.Each3", f != nil)
	w.run(loops.InPlace, &each3[A, B, C]{f, newCell(w, a), newCell(w, b), newCell(w, c)})
}

// Each4 is Each2 for four operands.
func Each4[A, B, C, D any](a Viewer[A], b Viewer[B], c Viewer[C], d Viewer[D], f func(x *A, y *B, z *C, u *D)) {
	w := begin("zip.Each4", f != nil)
	w.run(loops.InPlace, &each4[A, B, C, D]{f, newCell(w, a), newCell(w, b), newCell(w, c), newCell(w, d)})
}

type each1[A any] struct {
	f func(*A)
	a cell[A]
}

func (e *each1[A]) Run(f *prog.Frame, n int) {
	a := f.Slots[0]
	for i := range n {
		e.f(e.a.at(a, i))
	}
}

type each2[A, B any] struct {
	f func(*A, *B)
	a cell[A]
	b cell[B]
}

func (e *each2[A, B]) Run(f *prog.Frame, n int) {
	a, b := f.Slots[0], f.Slots[1]
	for i := range n {
		e.f(e.a.at(a, i), e.b.at(b, i))
	}
}

type each3[A, B, C any] struct {
	f func(*A, *B, *C)
	a cell[A]
	b cell[B]
	c cell[C]
}

func (e *each3[A, B, C]) Run(f *prog.Frame, n int) {
	a, b, c := f.Slots[0], f.Slots[1], f.Slots[2]
	for i := range n {
		e.f(e.a.at(a, i), e.b.at(b, i), e.c.at(c, i))
	}
}

type each4[A, B, C, D any] struct {
	f func(*A, *B, *C, *D)
	a cell[A]
	b cell[B]
	c cell[C]
	d cell[D]
}

func (e *each4[A, B, C, D]) Run(f *prog.Frame, n int) {
	a, b, c, d := f.Slots[0], f.Slots[1], f.Slots[2], f.Slots[3]
	for i := range n {
		e.f(e.a.at(a, i), e.b.at(b, i), e.c.at(c, i), e.d.at(d, i))
	}
}
