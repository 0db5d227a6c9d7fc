package lazy

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/errs"
	"github.com/ndgo/nd/internal/kernels"
	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/layout"
	"github.com/ndgo/nd/internal/ops"
	"github.com/ndgo/nd/zip"
)

// An Operand is what Now takes: an array, a scalar or a chain. It is small
// enough to stay in registers.
type Operand struct {
	typ    *dtype.Type    // nil for a chain
	at     unsafe.Pointer // a *header, nil for a scalar, or a chain's *node
	lo, hi uint64         // a scalar's memory image
}

func (o *Operand) isArray() bool   { return o.typ != nil && o.at != nil }
func (o *Operand) isScalar() bool  { return o.typ != nil && o.at == nil }
func (o *Operand) header() *header { return (*header)(o.at) }

// image returns the address of a scalar's memory image.
func (o *Operand) image() unsafe.Pointer { return unsafe.Pointer(&o.lo) }

// A header is a zip.View of any type, of which no element is looked at: what
// is in it does not depend on the type.
type header = zip.View[struct{}]

func headerOf[T any](v *zip.View[T]) *header { return (*header)(unsafe.Pointer(v)) }

// Array returns the operand that v is. Nothing is copied: v stays as it is
// while the operand is in use.
func Array[T any](v *zip.View[T]) Operand {
	if v == nil {
		return Operand{}
	}
	return Operand{typ: typeFor[T](), at: unsafe.Pointer(v)}
}

// Scalar returns the operand that the number v is, without axes.
func Scalar[T any](v T) Operand {
	t := typeFor[T]()
	if t.Kind == dtype.Other {
		return Expr(Const(v))
	}
	o := Operand{typ: t}
	*(*T)(o.image()) = v
	return o
}

// Expr returns the operand that a chain is: it is fused into the pass.
func Expr(c Chain) Operand { return Operand{at: unsafe.Pointer(c.n)} }

// raw returns what an operand is an array of.
func (o *Operand) raw() rawView { return rawHeader(o.typ, o.header()) }

func rawHeader(t *dtype.Type, h *header) (v rawView) {
	v.set(t, h)
	return v
}

// set sets v field by field: processors are slow to read what was just written
// in wider pieces.
func (v *rawView) set(t *dtype.Type, h *header) {
	v.typ = t
	v.base, v.len = unsafe.Pointer(unsafe.SliceData(h.Data)), len(h.Data)
	v.shape, v.strides, v.offset, v.readOnly = h.Shape, h.Strides, h.Offset, h.ReadOnly
}

func (o *Operand) node() *node {
	switch {
	case o.isArray():
		return leafNode(o.raw())
	case o.isScalar():
		k := [2]uint64{o.lo, o.hi} // it escapes, so that o need not
		return constNode(o.typ, unsafe.Pointer(&k))
	}
	return (*node)(o.at)
}

// ResultShape returns the shape that the operands of op broadcast to, which may
// be that of one of them and is not to be written. The error is that of an
// operand which is nil, of a chain, or of shapes that do not broadcast.
func ResultShape(op Op, args ...Operand) ([]int, error) {
	shape := scalar
	for i := range args {
		o := &args[i]
		s := scalar
		switch {
		case o.isArray():
			s = o.header().Shape
		case o.typ == nil:
			n := o.node()
			if n == nil {
				return nil, &errs.TypeError{Op: op.String(), Detail: fmt.Sprintf("operand %d is nil", i+1)}
			}
			if n.err != nil {
				return nil, n.err
			}
			s = n.shape
		}
		switch {
		case len(s) == 0 || slices.Equal(s, shape):
		case len(shape) == 0:
			shape = s
		default:
			wide, err := layout.Broadcast(op.String(), shape, s)
			if err != nil {
				return nil, err
			}
			shape = wide
		}
	}
	return shape, nil
}

// Now evaluates one operation at once into dst. It is Apply followed by
// EvalInto, but records nothing when the operands are contiguous and of the
// shape of dst, or scalars, which is what makes operations on small arrays
// cheap.
func Now[T any](op Op, dst *zip.View[T], args ...Operand) error {
	return now(ops.Op(op), typeFor[T](), headerOf(dst), false, args)
}

// NowNew is Now for a destination in memory just allocated; see EvalNew.
func NowNew[T any](op Op, dst *zip.View[T], args ...Operand) error {
	return now(ops.Op(op), typeFor[T](), headerOf(dst), true, args)
}

func now(op ops.Op, t *dtype.Type, dst *header, isNew bool, args []Operand) error {
	if quick(op, t, dst, isNew, args) {
		return nil
	}
	d := rawHeader(t, dst)
	d.isNew, d.op = isNew, op.String()
	if args[0].at == unsafe.Pointer(dst) {
		d.op += "_assign"
	}
	if f := operation(op, args); f != nil {
		return f.apply(&d, args)
	}
	var few [3]*node
	nodes := few[:0]
	for i := range args {
		nodes = append(nodes, args[i].node())
	}
	return record(op, nodes...).evalInto(&d, nil)
}

// Assign copies src to dst, as an evaluation of src into dst does. Between arrays
// of layouts met before it needs no new plan.
func Assign[T any](dst *zip.View[T], src Operand) error {
	return assign(typeFor[T](), headerOf(dst), src)
}

func assign(t *dtype.Type, dst *header, src Operand) error {
	d := rawHeader(t, dst)
	d.op = "assign"
	if src.isArray() && src.typ == t {
		args := [1]Operand{src}
		return copying(t).run(&d, args[:])
	}
	n := src.node()
	if n == nil {
		return &errs.TypeError{Op: d.op, Detail: "operand 2 is nil"}
	}
	return n.evalInto(&d, nil)
}

// copyings are functions that return their argument.
var copyings sync.Map // *dtype.Type -> *Func

func copying(t *dtype.Type) *Func {
	f, ok := copyings.Load(t)
	if !ok {
		f, _ = copyings.LoadOrStore(t, Trace(func(x []Chain) Chain { return x[0] }, Param{"x", t}))
	}
	return f.(*Func)
}

// operations are single operations on operands of a predeclared type, traced
// once, so that layouts seen before need no new plan.
var operations [ops.Limit][dtype.NumKinds]atomic.Pointer[Func]

// operation returns the traced operation for such operands, nil for others.
func operation(op ops.Op, args []Operand) *Func {
	last := args[len(args)-1].typ // of a branch for where, else of any
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
		if args[i].typ != want {
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
		if o := &views[i]; o.isScalar() {
			v := &struct {
				header
				image [2]uint64
			}{image: [2]uint64{o.lo, o.hi}}
			v.header = header{Data: unsafe.Slice((*struct{})(unsafe.Pointer(&v.image)), 1), Shape: scalar, Strides: scalar}
			o.at = unsafe.Pointer(&v.header)
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

// quickPrograms has a table for each operation that has been used. It is a
// pointer, since the collector looks at whatever may be in use.
var quickPrograms [ops.Limit]atomic.Pointer[[dtype.NumKinds][8]atomic.Pointer[quickProgram]]

// quick evaluates op if the operands are as simple as Now's comment says. It
// reports false, having done nothing, in all other cases, those that end in an
// error included.
func quick(op ops.Op, t *dtype.Type, dst *header, isNew bool, args []Operand) bool {
	row := ops.Info(op)
	typ := args[len(args)-1].typ // of one of the branches for where, else of any
	if typ == nil {
		return false // a chain
	}
	kind := typ.Kind
	n, ok := contiguous(dst)
	if !ok || dst.ReadOnly || !row.In.Has(kind) {
		return false
	}
	size := int(t.Size)
	to := unsafe.Add(unsafe.Pointer(unsafe.SliceData(dst.Data)), dst.Offset*size)
	mask := 0
	for i := range args {
		o := &args[i]
		if o.typ != typ && (op != ops.Where || i != 0 || o.typ != dtype.Basic(dtype.Bool)) {
			return false
		}
		if o.isScalar() {
			mask |= 1 << i
			continue
		}
		v := o.header()
		if !slices.Equal(v.Shape, dst.Shape) {
			return false
		}
		if _, ok := contiguous(v); !ok || meets(o.first(), int(o.typ.Size), to, size, n) {
			return false
		}
	}
	if k := ops.ResultKind(op, kind); t != typ && (k == kind || t != dtype.Basic(k)) {
		return false
	}
	if c := ops.Checked(op, kind); c != ops.NoCheck {
		o := &args[row.On]
		p, m := o.image(), 1
		if o.isArray() {
			p, m = o.first(), n
		}
		if firstBad(c, kind, p, m) >= 0 {
			return false
		}
	}
	var q *quickProgram
	if table := quickPrograms[op].Load(); table != nil {
		q = table[kind][mask].Load()
	}
	if q == nil {
		q = newQuick(op, kind, t, args, mask)
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
		if o.isScalar() {
			scalars[i] = [2]uint64{o.lo, o.hi}
			f.Slots[i] = prog.Operand{Ptr: unsafe.Pointer(&scalars[i])}
		} else {
			f.Slots[i] = prog.Operand{Ptr: o.first(), Stride: int(o.typ.Size)}
		}
	}
	f.Slots[len(args)] = prog.Operand{Ptr: to, Stride: size}
	f.Stream = streams(n*size, isNew)
	q.Run(f, n)
	q.Release(f)
	if mask != 0 {
		q.pool.Put(scalars)
	}
	return true
}

// contiguous reports whether v is a run of elements within its data, at least
// one, and how many they are.
func contiguous(v *header) (n int, ok bool) {
	if len(v.Strides) != len(v.Shape) {
		return 0, false
	}
	n = 1
	for i := len(v.Shape) - 1; i >= 0; i-- {
		d := v.Shape[i]
		if d != 1 && v.Strides[i] != n || d <= 0 {
			return 0, false
		}
		hi, lo := bits.Mul(uint(n), uint(d))
		if hi != 0 || lo > math.MaxInt {
			return 0, false
		}
		n = int(lo)
	}
	return n, v.Offset >= 0 && v.Offset <= len(v.Data)-n
}

// first returns the address of the first element of an array that is
// contiguous.
func (o *Operand) first() unsafe.Pointer {
	v := o.header()
	return unsafe.Add(unsafe.Pointer(unsafe.SliceData(v.Data)), v.Offset*int(o.typ.Size))
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

// meets reports whether two runs of n elements, of the sizes given, share memory
// without being element for element the same.
func meets(p unsafe.Pointer, pSize int, q unsafe.Pointer, qSize, n int) bool {
	x, y := uintptr(p), uintptr(q)
	return (x != y || pSize != qSize) && x < y+uintptr(n*qSize) && y < x+uintptr(n*pSize)
}

// newQuick compiles a single operation and keeps the program for all times.
// Programs depend on kinds alone, so a named type shares its kind's.
func newQuick(op ops.Op, kind dtype.Kind, result *dtype.Type, args []Operand, mask int) *quickProgram {
	var code []prog.Instr
	var slots []prog.Slot
	in := prog.Instr{Op: op, Kind: kind, Type: dtype.Basic(result.Kind), Args: [3]int{-1, -1, -1}}
	for i := range args {
		t := dtype.Basic(args[i].typ.Kind)
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
	quickPrograms[op].CompareAndSwap(nil, new([dtype.NumKinds][8]atomic.Pointer[quickProgram]))
	quickPrograms[op].Load()[kind][mask].Store(q)
	return q
}
