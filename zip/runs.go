package zip

import (
	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/loops"
)

// Runs1 calls f with the elements of a in long runs, in the order of memory.
func Runs1[A any](a Viewer[A], f func(x []A)) {
	w := begin("zip.Runs1", f != nil)
	add(w, a)
	w.run(loops.AllUnit, runs1[A](f))
}

// Runs2 calls f with elements of a and b that meet when both are broadcast to
// one shape, in long runs and in the order of memory: x[i] meets y[i].
//
// All slices of a call have the same length, but for those of an Acc operand:
// where it is repeated along the whole run, its slice holds the one element.
// (It is never repeated within a run otherwise.)
//
// A slice is the operand's own memory where that lies side by side, and else a
// block that elements have been copied to; after the call, blocks of Out and
// Acc operands are copied back. Slices are valid during the call. f must not
// write to those of operands that are only read. Operands marked read-only are
// safe from that: they are always copied.
func Runs2[A, B any](a Viewer[A], b Viewer[B], f func(x []A, y []B)) {
	w := begin("zip.Runs2", f != nil)
	add(w, a)
	add(w, b)
	w.run(loops.AllUnit, runs2[A, B](f))
}

// Runs3 is Runs2 for three operands.
func Runs3[A, B, C any](a Viewer[A], b Viewer[B], c Viewer[C], f func(x []A, y []B, z []C)) {
	w := begin("zip.Runs3", f != nil)
	add(w, a)
	add(w, b)
	add(w, c)
	w.run(loops.AllUnit, runs3[A, B, C](f))
}

// Runs4 is Runs2 for four operands.
func Runs4[A, B, C, D any](a Viewer[A], b Viewer[B], c Viewer[C], d Viewer[D], f func(x []A, y []B, z []C, u []D)) {
	w := begin("zip.Runs4", f != nil)
	add(w, a)
	add(w, b)
	add(w, c)
	add(w, d)
	w.run(loops.AllUnit, runs4[A, B, C, D](f))
}

type (
	runs1[A any]          func([]A)
	runs2[A, B any]       func([]A, []B)
	runs3[A, B, C any]    func([]A, []B, []C)
	runs4[A, B, C, D any] func([]A, []B, []C, []D)
)

func (r runs1[A]) Run(f *prog.Frame, n int) {
	r(slice[A](f.Slots[0], n))
}

func (r runs2[A, B]) Run(f *prog.Frame, n int) {
	r(slice[A](f.Slots[0], n), slice[B](f.Slots[1], n))
}

func (r runs3[A, B, C]) Run(f *prog.Frame, n int) {
	r(slice[A](f.Slots[0], n), slice[B](f.Slots[1], n), slice[C](f.Slots[2], n))
}

func (r runs4[A, B, C, D]) Run(f *prog.Frame, n int) {
	r(slice[A](f.Slots[0], n), slice[B](f.Slots[1], n), slice[C](f.Slots[2], n), slice[D](f.Slots[3], n))
}
