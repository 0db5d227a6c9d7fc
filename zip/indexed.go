package zip

import "github.com/ndgo/nd/internal/kernels/prog"

// EachIndexed1 calls f with the index of and a pointer to each element of a,
// in C order: the last index runs fastest.
//
// The index is f's to read during the call; the next call has it changed.
func EachIndexed1[A any](a Viewer[A], f func(idx []int, x *A)) {
	w := begin("zip.EachIndexed1", f != nil)
	w.runInOrder(&indexed1[A]{&w.scan, f, newCell(w, a)})
}

// EachIndexed2 calls f with each index of the shape that a and b broadcast to,
// and pointers to their elements there, as Each2 does but in C order.
//
// The index is f's to read during the call; the next call has it changed.
func EachIndexed2[A, B any](a Viewer[A], b Viewer[B], f func(idx []int, x *A, y *B)) {
	w := begin("zip.EachIndexed2", f != nil)
	w.runInOrder(&indexed2[A, B]{&w.scan, f, newCell(w, a), newCell(w, b)})
}

// EachIndexed3 is EachIndexed2 for three operands.
func EachIndexed3[A, B, C any](a Viewer[A], b Viewer[B], c Viewer[C], f func(idx []int, x *A, y *B, z *C)) {
	w := begin("zip.EachIndexed3", f != nil)
	w.runInOrder(&indexed3[A, B, C]{&w.scan, f, newCell(w, a), newCell(w, b), newCell(w, c)})
}

// EachIndexed4 is EachIndexed2 for four operands.
func EachIndexed4[A, B, C, D any](a Viewer[A], b Viewer[B], c Viewer[C], d Viewer[D], f func(idx []int, x *A, y *B, z *C, u *D)) {
	w := begin("zip.EachIndexed4", f != nil)
	w.runInOrder(&indexed4[A, B, C, D]{&w.scan, f, newCell(w, a), newCell(w, b), newCell(w, c), newCell(w, d)})
}

type indexed1[A any] struct {
	s *scan
	f func([]int, *A)
	a cell[A]
}

func (e *indexed1[A]) Run(f *prog.Frame, n int) {
	a := f.Slots[0]
	for i := range n {
		e.f(e.s.at(i), e.a.at(a, i))
	}
}

type indexed2[A, B any] struct {
	s *scan
	f func([]int, *A, *B)
	a cell[A]
	b cell[B]
}

func (e *indexed2[A, B]) Run(f *prog.Frame, n int) {
	a, b := f.Slots[0], f.Slots[1]
	for i := range n {
		e.f(e.s.at(i), e.a.at(a, i), e.b.at(b, i))
	}
}

type indexed3[A, B, C any] struct {
	s *scan
	f func([]int, *A, *B, *C)
	a cell[A]
	b cell[B]
	c cell[C]
}

func (e *indexed3[A, B, C]) Run(f *prog.Frame, n int) {
	a, b, c := f.Slots[0], f.Slots[1], f.Slots[2]
	for i := range n {
		e.f(e.s.at(i), e.a.at(a, i), e.b.at(b, i), e.c.at(c, i))
	}
}

type indexed4[A, B, C, D any] struct {
	s *scan
	f func([]int, *A, *B, *C, *D)
	a cell[A]
	b cell[B]
	c cell[C]
	d cell[D]
}

func (e *indexed4[A, B, C, D]) Run(f *prog.Frame, n int) {
	a, b, c, d := f.Slots[0], f.Slots[1], f.Slots[2], f.Slots[3]
	for i := range n {
		e.f(e.s.at(i), e.a.at(a, i), e.b.at(b, i), e.c.at(c, i), e.d.at(d, i))
	}
}
