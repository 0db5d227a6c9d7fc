package zip

import (
	"fmt"
	"reflect"
	"sync"
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/errs"
	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/layout"
	"github.com/ndgo/nd/internal/loops"
)

// A walker holds what the functions of this package have in common: operands
// without their element types, and the walk over them. Functions add their
// operands, in order, and run.
type walker struct {
	op    string
	args  []arg
	shape []int // of the walk

	shapes  [][]int
	strides []int // of all operands over shape
	walked  []loops.Operand
	bases   []unsafe.Pointer
	nest    loops.Nest
	frame   prog.Frame
	scan    scan
}

// An arg is an operand: a view that has been checked, without its type.
type arg struct {
	typ            *dtype.Type
	role           role
	readOnly       bool
	shape, strides []int
	base           unsafe.Pointer // the element at index (0, ..., 0); nil if there is none
}

var walkers = sync.Pool{New: func() any { return new(walker) }}

// begin returns a walker without operands, for a function that must be there.
func begin(op string, function bool) *walker {
	if !function {
		panic(&errs.TypeError{Op: op, Detail: "the function is nil"})
	}
	w := walkers.Get().(*walker)
	w.op = op
	return w
}

// end gives w back. A walker that a panic leaves behind is left to the
// collector.
func (w *walker) end() {
	clear(w.args)
	clear(w.shapes)
	clear(w.bases)
	clear(w.frame.Slots)
	w.args, w.shapes = w.args[:0], w.shapes[:0]
	walkers.Put(w)
}

// add adds an operand and returns its role.
func add[T any](w *walker, a Viewer[T]) role {
	r := in
	if b, ok := a.(Arg[T]); ok {
		a, r = b.a, b.role
	}
	if p := reflect.ValueOf(a); !p.IsValid() || p.Kind() == reflect.Pointer && p.IsNil() {
		panic(&errs.TypeError{Op: w.op, Type: reflect.TypeFor[T]().String(),
			Detail: fmt.Sprintf("operand %d is nil", len(w.args))})
	}
	v := a.View()
	if err := v.Check(w.op); err != nil {
		panic(err)
	}
	var base unsafe.Pointer
	if layout.Size(v.Shape) > 0 {
		base = unsafe.Pointer(&v.Data[v.Offset])
	}
	w.args = append(w.args, arg{dtype.TypeFor[T](), r, v.ReadOnly, v.Shape, v.Strides, base})
	w.shapes = append(w.shapes, v.Shape)
	return r
}

// fit broadcasts the operands and reports whether there is anything to walk.
func (w *walker) fit() bool {
	full, err := layout.Broadcast(w.op, w.shapes...)
	if err != nil {
		panic(err)
	}
	w.shape = full
	w.strides = w.strides[:0]
	w.walked, w.bases = w.walked[:0], w.bases[:0]
	for _, a := range w.args {
		if a.role != in {
			w.checkWritten(&a)
		}
		n := len(w.strides)
		w.strides = layout.BroadcastStrides(w.strides, a.shape, a.strides, full)
		w.walked = append(w.walked, loops.Operand{
			Type:    a.typ,
			Strides: w.strides[n:],
			Write:   a.role != in,
			Read:    true,
			Guard:   a.role == in && a.readOnly,
		})
		w.bases = append(w.bases, a.base)
	}
	for len(w.frame.Slots) < len(w.args) {
		w.frame.Slots = append(w.frame.Slots, prog.Operand{})
	}
	return layout.Size(full) > 0
}

// checkWritten refuses operands that may not be written.
func (w *walker) checkWritten(a *arg) {
	if a.readOnly {
		panic(&errs.ReadOnlyError{Op: w.op, Shape: a.shape, Why: "its view is read-only"})
	}
	if a.role == acc {
		return
	}
	d := len(w.shape) - len(a.shape)
	for axis := len(w.shape) - 1; axis >= 0; axis-- {
		detail := ""
		switch {
		case axis < d:
			detail = fmt.Sprintf("axis %d is missing", axis)
		case a.shape[axis-d] != w.shape[axis]:
			detail = fmt.Sprintf("axis %d is %d against %d", axis, a.shape[axis-d], w.shape[axis])
		default:
			continue
		}
		panic(&errs.ShapeError{Op: w.op, Shapes: [][]int{a.shape, w.shape}, Axis: axis,
			Detail: "differ, and an Out operand is not repeated: " + detail})
	}
	if layout.SelfOverlap(layout.Layout{Shape: a.shape, Strides: a.strides}) {
		panic(&errs.ReadOnlyError{Op: w.op, Shape: a.shape, Why: "its elements share memory"})
	}
}

// run walks in the order of memory and gives w back.
func (w *walker) run(opt loops.Options, r loops.Runner) {
	if w.fit() {
		w.nest.Init(w.shape, w.walked, opt)
		w.nest.Run(r, &w.frame, w.bases, nil)
	}
	w.end()
}

// A scan is a walk in C order, row by row along the last axis.
type scan struct {
	frame prog.Frame
	row   []int // index of the first element of the row
	idx   []int // index that the user sees
	stop  bool  // set to end the walk
}

// at returns the index of element i of the row. The user may have written to
// the last one.
func (s *scan) at(i int) []int {
	idx := s.idx[:len(s.row)]
	//lint:ignore S1001 the index is short, so that copy takes longer
	for a, i := range s.row {
		idx[a] = i
	}
	if d := len(idx); d > 0 {
		idx[d-1] = i
	}
	return idx
}

// inOrder walks in C order. It does not change w.
func (w *walker) inOrder(s *scan, r loops.Runner) {
	d := len(w.shape)
	s.row = append(s.row[:0], w.shape...)
	clear(s.row)
	s.idx = append(s.idx[:0], s.row...)
	for len(s.frame.Slots) < len(w.args) {
		s.frame.Slots = append(s.frame.Slots, prog.Operand{})
	}
	n := 1
	if d > 0 {
		n = w.shape[d-1]
	}
	for {
		for k := range w.walked {
			o := &w.walked[k]
			off, stride := 0, 0
			for a, i := range s.row {
				off += i * o.Strides[a]
			}
			if d > 0 {
				stride = o.Strides[d-1]
			}
			size := int(o.Type.Size)
			s.frame.Slots[k] = prog.Operand{Ptr: unsafe.Add(w.bases[k], off*size), Stride: stride * size}
		}
		r.Run(&s.frame, n)
		a := d - 2
		for ; a >= 0; a-- {
			if s.row[a]++; s.row[a] < w.shape[a] {
				break
			}
			s.row[a] = 0
		}
		if a < 0 || s.stop {
			return
		}
	}
}

// runInOrder walks in C order and gives w back.
func (w *walker) runInOrder(r loops.Runner) {
	if w.fit() {
		w.inOrder(&w.scan, r)
		clear(w.scan.frame.Slots)
	}
	w.end()
}

// A cell makes pointers to elements of an operand: to the element, or to a
// copy if the operand is only read.
type cell[T any] struct {
	copied bool
	v      T
}

func newCell[T any](w *walker, a Viewer[T]) cell[T] { return cell[T]{copied: add(w, a) == in} }

func (c *cell[T]) at(s prog.Operand, i int) *T {
	p := (*T)(unsafe.Add(s.Ptr, i*s.Stride))
	if c.copied {
		c.v = *p
		return &c.v
	}
	return p
}

// slice returns the n elements of an operand as a slice; the one element, if
// the operand is repeated.
func slice[T any](s prog.Operand, n int) []T {
	if s.Stride == 0 {
		var z T
		if unsafe.Sizeof(z) != 0 {
			n = 1
		}
	}
	return unsafe.Slice((*T)(s.Ptr), n)
}
