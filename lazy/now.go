package lazy

import (
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels"
	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/layout"
	"github.com/ndgo/nd/internal/ops"
	"github.com/ndgo/nd/zip"
)

// An Operand is what Now takes: an array, a scalar or a chain.
type Operand struct {
	view  rawView
	konst [2]uint64 // a scalar's memory image
	kind  operandKind
	chain Chain
}

type operandKind uint8

const (
	isView operandKind = iota
	isScalar
	isChain
)

// Array returns the operand that v is. Nothing is copied.
func Array[T any](v zip.View[T]) Operand { return Operand{view: rawOf(v)} }

// Scalar returns the operand that the number v is, without axes.
func Scalar[T any](v T) Operand {
	t := typeFor[T]()
	if t.Kind == dtype.Other {
		return Operand{kind: isChain, chain: Const(v)}
	}
	o := Operand{kind: isScalar, view: rawView{typ: t}}
	*(*T)(unsafe.Pointer(&o.konst)) = v
	return o
}

// Expr returns the operand that a chain is: it is fused into the pass.
func Expr(c Chain) Operand { return Operand{kind: isChain, chain: c} }

func (o *Operand) node() *node {
	switch o.kind {
	case isScalar:
		k := o.konst // it escapes, so that o need not
		return constNode(o.view.typ, unsafe.Pointer(&k))
	case isChain:
		return o.chain.n
	}
	return leafNode(o.view)
}

// Now evaluates one operation at once into dst. It is Apply followed by
// EvalInto, but records nothing when the operands are contiguous and of the
// shape of dst, or scalars, which is what makes operations on small arrays
// cheap.
func Now[T any](op Op, dst zip.View[T], args ...Operand) error {
	v := rawOf(dst)
	return now(ops.Op(op), &v, args)
}

func now(op ops.Op, dst *rawView, args []Operand) error {
	if quick(op, dst, args) {
		return nil
	}
	if f := operation(op, args); f != nil {
		return f.apply(dst, args)
	}
	var few [3]*node
	nodes := few[:0]
	for i := range args {
		nodes = append(nodes, args[i].node())
	}
	d := *dst
	return record(op, nodes...).evalInto(&d, nil)
}

// operations are single operations on operands of a predeclared type, traced
// once, so that layouts seen before need no new plan.
var operations [ops.Limit][dtype.NumKinds]atomic.Pointer[Func]

// operation returns the traced operation for such operands, nil for others.
func operation(op ops.Op, args []Operand) *Func {
	last := args[len(args)-1].view.typ // of a branch for where, else of any
	if last == nil || last.Kind == dtype.Other || last != dtype.Basic(last.Kind) {
		return nil
	}
	first := last
	if op == ops.Where {
		first = dtype.Basic(dtype.Bool)
	}
	for i := range args {
		want := last
		if i == 0 {
			want = first
		}
		if args[i].kind == isChain || args[i].view.typ != want {
			return nil
		}
	}
	f := operations[op][last.Kind].Load()
	if f == nil {
		params := []Param{{"x", first}, {"y", last}, {"z", last}}[:len(args)]
		f = Trace(func(x []Chain) Chain { return x[0].Apply(Op(op), x[1:]...) }, params...)
		operations[op][last.Kind].Store(f)
	}
	return f
}

// apply is run with scalars taken for arrays without axes.
func (f *Func) apply(dst *rawView, args []Operand) error {
	var few [3]Operand
	views := append(few[:0], args...)
	for i := range views {
		if o := &views[i]; o.kind == isScalar {
			k := new([2]uint64)
			*k = o.konst
			o.view.base, o.view.len, o.view.shape, o.view.strides = unsafe.Pointer(k), 1, scalar, scalar
			o.kind = isView
		}
	}
	return f.run(dst, views)
}

// A quickProgram is the program of a single operation, on operands that lie
// contiguous (a clear bit of its class mask) or are scalars (a set bit).
type quickProgram struct {
	prog.Program
	pool sync.Pool // *[3][2]uint64, the scalars
}

var quickPrograms [ops.Limit][dtype.NumKinds][8]atomic.Pointer[quickProgram]

// quick evaluates op if the operands are as simple as Now's comment says. It
// reports false, having done nothing, in all other cases, those that end in an
// error included.
func quick(op ops.Op, dst *rawView, args []Operand) bool {
	row := ops.Info(op)
	a := &args[len(args)-1].view // one of the branches for where, else any
	if a.typ == nil {
		return false // a chain
	}
	kind := a.typ.Kind
	if kind == dtype.Other || !row.In.Has(kind) || dst.readOnly || dst.check("") != nil || !layout.IsC(dst.shape, dst.strides) {
		return false
	}
	n := layout.Size(dst.shape)
	mask := 0
	for i := range args {
		o := &args[i]
		if o.kind == isChain || o.view.typ != a.typ && !(op == ops.Where && i == 0 && o.view.typ == dtype.Basic(dtype.Bool)) {
			return false
		}
		if o.kind == isScalar {
			mask |= 1 << i
			continue
		}
		// Of the shape of dst, which has been checked, and contiguous: n elements
		// from its offset on.
		v := &o.view
		if !layout.EqualShape(v.shape, dst.shape) || len(v.strides) != len(v.shape) || !layout.IsC(v.shape, v.strides) ||
			v.offset < 0 || v.offset > v.len-n || meets(v, dst, n) {
			return false
		}
	}
	if k := ops.ResultKind(op, kind); dst.typ != a.typ && (k == kind || dst.typ != dtype.Basic(k)) {
		return false
	}
	if c := ops.Checked(op, kind); c != ops.NoCheck {
		o := &args[row.On]
		p, m := unsafe.Pointer(&o.konst), 1
		if o.kind == isView {
			p, m = o.view.first(), n
		}
		if n > 0 && firstBad(c, kind, p, m) >= 0 {
			return false
		}
	}
	if n == 0 {
		return true
	}
	q := quickPrograms[op][kind][mask].Load()
	if q == nil {
		q = newQuick(op, kind, dst.typ, args, mask)
	}
	f := q.Frame()
	var scalars *[3][2]uint64
	if mask != 0 {
		if scalars, _ = q.pool.Get().(*[3][2]uint64); scalars == nil {
			scalars = new([3][2]uint64)
		}
	}
	for i := range args {
		o := &args[i]
		if o.kind == isScalar {
			scalars[i] = o.konst
			f.Slots[i] = prog.Operand{Ptr: unsafe.Pointer(&scalars[i])}
		} else {
			f.Slots[i] = prog.Operand{Ptr: o.view.first(), Stride: int(o.view.typ.Size)}
		}
	}
	f.Slots[len(args)] = prog.Operand{Ptr: dst.first(), Stride: int(dst.typ.Size)}
	f.Stream = n*int(dst.typ.Size) >= streamBytes
	q.Run(f, n)
	q.Release(f)
	if mask != 0 {
		q.pool.Put(scalars)
	}
	return true
}

// first returns the address of element (0, ..., 0). The offset of a view without
// elements may be anything, and an address outside of all memory would be the
// death of the collector.
func (v *rawView) first() unsafe.Pointer {
	if slices.Contains(v.shape, 0) {
		return v.base
	}
	return unsafe.Add(v.base, v.offset*int(v.typ.Size))
}

// meets reports whether two contiguous views of n elements share memory
// without being element for element the same.
func meets(a, b *rawView, n int) bool {
	x, y := uintptr(a.base)+uintptr(a.offset)*a.typ.Size, uintptr(b.base)+uintptr(b.offset)*b.typ.Size
	return (x != y || a.typ.Size != b.typ.Size) && x < y+uintptr(n)*b.typ.Size && y < x+uintptr(n)*a.typ.Size
}

// newQuick compiles a single operation and keeps the program for all times.
// Programs depend on kinds alone, so a named type shares its kind's.
func newQuick(op ops.Op, kind dtype.Kind, result *dtype.Type, args []Operand, mask int) *quickProgram {
	var code []prog.Instr
	var slots []prog.Slot
	in := prog.Instr{Op: op, Kind: kind, Type: dtype.Basic(result.Kind), Args: [3]int{-1, -1, -1}}
	for i := range args {
		t := dtype.Basic(args[i].view.typ.Kind)
		slot := prog.Slot{Type: t, Class: prog.Unit}
		if mask>>i&1 != 0 {
			slot.Class = prog.Zero
		}
		slots = append(slots, slot)
		code = append(code, prog.Instr{Op: ops.Load, Kind: t.Kind, Type: t, Args: [3]int{-1, -1, -1}, Slot: i})
		in.Args[i] = i
	}
	slots = append(slots, prog.Slot{Type: in.Type, Write: true})
	code = append(code, in, prog.Instr{Op: ops.Store, Kind: in.Type.Kind, Type: in.Type, Args: [3]int{len(args), -1, -1}, Slot: len(args)})
	q := &quickProgram{Program: kernels.Compile(code, slots)}
	quickPrograms[op][kind][mask].Store(q)
	return q
}
