package lazy

import (
	"reflect"
	"slices"
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/errs"
	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/ops"
	"github.com/ndgo/nd/zip"
)

// A Chain is a recorded expression. It is one pointer, immutable, and cheap to
// copy; each operation returns a new chain that shares what came before. The
// operands are held by reference and read when the chain is evaluated.
//
// The first error of a chain sticks: later operations do nothing, and Err and
// EvalInto report it as a *StepError of package nd, which names the step. Errors
// found in the data, at evaluation, name the operation and the element. The zero Chain is an
// operand that is missing, which the next operation reports.
type Chain struct{ n *node }

// From starts a chain at an operand, which is held by reference, not copied.
// The view is checked here, once.
func From[T any](v zip.Viewer[T]) Chain { return Chain{leafNode(rawOf(v.View()))} }

// Const returns the chain of a constant. It has no axes and broadcasts to any
// shape.
func Const[T any](v T) Chain { return Chain{constNode(typeFor[T](), unsafe.Pointer(&v))} }

// As converts the elements to type U. Float to integer truncates and
// saturates, with NaN giving 0, on every machine; integer to integer wraps;
// complex to real drops the imaginary part; to bool means "is not zero".
// Types without a kind of number convert only to themselves.
func As[U any](c Chain) Chain {
	if c.n == nil {
		return missing("as")
	}
	return Chain{recordCast(c.n, typeFor[U]())}
}

// Where selects, element by element, from x where cond is true and from y
// elsewhere. All three are evaluated. The types of x and y must be equal.
func Where(cond, x, y Chain) Chain { return Chain{record(ops.Where, cond.n, x.n, y.n)} }

// Map applies f to each element, inside the fused loop. f must give equal results
// for equal arguments: during an evaluation it may be called for an element any
// number of times, at any time and in any order. It must be safe for concurrent use
// if the chain is evaluated from several goroutines. A panic in f becomes an error
// of the evaluation, and a nil f one of the chain. name stands for f in messages and
// in Explain.
func Map[T, U any](c Chain, name string, f func(T) U) Chain {
	if f == nil {
		return noFunction(name, typeFor[U](), c)
	}
	return userFunc[U](name, func(dst unsafe.Pointer, a [3]unsafe.Pointer, n int) {
		d, x := unsafe.Slice((*U)(dst), n), unsafe.Slice((*T)(a[0]), n)
		for i := range d {
			d[i] = f(x[i])
		}
	}, arg[T](c))
}

// Map2 is Map for functions of two arguments, which broadcast.
func Map2[T, S, U any](c, d Chain, name string, f func(T, S) U) Chain {
	if f == nil {
		return noFunction(name, typeFor[U](), c, d)
	}
	return userFunc[U](name, func(dst unsafe.Pointer, a [3]unsafe.Pointer, n int) {
		d, x, y := unsafe.Slice((*U)(dst), n), unsafe.Slice((*T)(a[0]), n), unsafe.Slice((*S)(a[1]), n)
		for i := range d {
			d[i] = f(x[i], y[i])
		}
	}, arg[T](c), arg[S](d))
}

// MapBlocks applies f to whole blocks of elements: f sets each dst[i] from
// src[i], each of them, since dst is not cleared first. The slices are of equal
// length and valid during the call only; dst and src may be the same memory when
// the types are equal. How elements are grouped into blocks is not specified. As for
// Map, f must give equal results for equal arguments, and may see an element any
// number of times.
func MapBlocks[T, U any](c Chain, name string, f func(dst []U, src []T)) Chain {
	if f == nil {
		return noFunction(name, typeFor[U](), c)
	}
	return userFunc[U](name, func(dst unsafe.Pointer, a [3]unsafe.Pointer, n int) {
		f(unsafe.Slice((*U)(dst), n), unsafe.Slice((*T)(a[0]), n))
	}, arg[T](c))
}

// MapBlocks2 is MapBlocks for functions of two arguments, which broadcast.
func MapBlocks2[T, S, U any](c, d Chain, name string, f func(dst []U, x []T, y []S)) Chain {
	if f == nil {
		return noFunction(name, typeFor[U](), c, d)
	}
	return userFunc[U](name, func(dst unsafe.Pointer, a [3]unsafe.Pointer, n int) {
		f(unsafe.Slice((*U)(dst), n), unsafe.Slice((*T)(a[0]), n), unsafe.Slice((*S)(a[1]), n))
	}, arg[T](c), arg[S](d))
}

// An argument is a chain with the element type that a function expects of it.
type argument struct {
	n   *node
	typ *dtype.Type
}

func arg[T any](c Chain) argument { return argument{c.n, typeFor[T]()} }

func userFunc[U any](name string, call func(unsafe.Pointer, [3]unsafe.Pointer, int), args ...argument) Chain {
	return Chain{recordFunc(typeFor[U](), &prog.Func{Name: name, Call: call}, args)}
}

// recordFunc adds a step that calls a function of the user.
func recordFunc(t *dtype.Type, fn *prog.Func, args []argument) *node {
	n := &node{op: ops.User, typ: t, fn: fn, nargs: len(args), nilOK: true}
	for i, a := range args {
		if a.n == nil {
			return missing(fn.Name).n
		}
		n.args[i] = a.n
	}
	for _, a := range args {
		if a.n.err == nil && a.n.typ != a.typ {
			return n.settle().fail(&errs.TypeError{Op: fn.Name, Type: a.n.typ.String(), Detail: "the function takes " + a.typ.String()})
		}
	}
	n.kind = args[0].typ.Kind
	return n.settle()
}

// noFunction is the chain of a function that is nil.
func noFunction(name string, t *dtype.Type, after ...Chain) Chain {
	return failed(name, t, &errs.TypeError{Op: name, Detail: "the function is nil"}, after...)
}

// missing is the chain of an operation on a nil operand.
func missing(op string) Chain {
	return failed(op, dtype.Basic(dtype.Bool), &errs.TypeError{Op: op, Detail: "operand 1 is nil"})
}

// EvalInto evaluates c into dst in one pass over memory, allocating nothing if
// c has been evaluated into a destination of this layout before. c broadcasts
// to the shape of dst. The result is as if all operands were read before the
// first write, whatever memory dst shares with them.
//
// Errors of shape, type or data, or a read-only dst, leave dst as it was.
func EvalInto[T any](c Chain, dst zip.Viewer[T]) error {
	v := dst.View()
	return EvalIntoView(c, &v)
}

// EvalIntoView is EvalInto for a view that lies in memory already. Copying the
// view would take as long as evaluating a small array.
func EvalIntoView[T any](c Chain, dst *zip.View[T]) error { return evalView(c, dst, false) }

// EvalNew is EvalIntoView for a dst in memory just allocated, which no cache
// holds: large results are written past the caches.
func EvalNew[T any](c Chain, dst *zip.View[T]) error { return evalView(c, dst, true) }

func evalView[T any](c Chain, dst *zip.View[T], isNew bool) error {
	if c.n == nil {
		return missing("eval into").n.err
	}
	return c.n.evalView(typeIn[T](c.n), headerOf(dst), isNew)
}

// typeIn is typeFor, but looks the type up only where it is not the one of n:
// small arrays feel the look-up.
func typeIn[T any](n *node) *dtype.Type {
	if n.typ != nil && n.typ.Is(reflect.TypeFor[T]()) {
		return n.typ
	}
	return typeFor[T]()
}

func (n *node) evalView(t *dtype.Type, h *header, isNew bool) error {
	var v rawView
	v.set(t, h)
	v.isNew = isNew
	return n.evalInto(&v, nil)
}

// Value evaluates a chain of no axes.
func Value[T any](c Chain) (T, error) {
	if c.n == nil {
		var zero T
		return zero, missing("value").n.err
	}
	t := typeIn[T](c.n)
	if s, ok := c.n.sum(t); ok { // then T is a float64
		return *(*T)(unsafe.Pointer(&s)), nil
	}
	var v [1]T // is allocated
	err := c.n.value(t, unsafe.Pointer(&v))
	return v[0], err
}

// value evaluates into the element at p, which is of type t.
func (n *node) value(t *dtype.Type, p unsafe.Pointer) error {
	if n.err == nil && len(n.shape) != 0 {
		return &errs.ShapeError{Op: "value", Shapes: [][]int{slices.Clone(n.shape)}, Axis: -1, Detail: "only an expression without axes has one value"}
	}
	return n.evalInto(&rawView{typ: t, base: p, len: 1, shape: scalar, strides: scalar}, nil)
}

// Err returns the first error of the chain, nil if there is none so far.
func (c Chain) Err() error {
	if c.n == nil {
		return missing("chain").n.err
	}
	return c.n.err
}

// Shape returns a copy of the shape of the result. It is nil for a chain with
// an error and for one that is being traced, whose shape is not known.
func (c Chain) Shape() []int {
	if c.n == nil || c.n.err != nil {
		return nil
	}
	return slices.Clone(c.n.shape)
}

// AppendShape appends the shape of the result to s. It appends nothing where
// Shape is nil.
func (c Chain) AppendShape(s []int) []int {
	if c.n == nil || c.n.err != nil {
		return s
	}
	return append(s, c.n.shape...)
}

// Type returns the type of the elements.
func (c Chain) Type() reflect.Type {
	if c.n == nil || c.n.typ == nil {
		return nil
	}
	return c.n.typ.Go
}

// Apply adds the operation op, whose first operand is c.
func (c Chain) Apply(op Op, others ...Chain) Chain {
	row := ops.Info(ops.Op(op))
	if len(others)+1 != row.Arity {
		return failed(row.Key, dtype.Basic(dtype.Bool), &errs.ShapeError{Op: row.Key, Axis: -1, Detail: "wrong number of operands"}, append(others[:len(others):len(others)], c)...)
	}
	var args [3]*node
	args[0] = c.n
	for i, o := range others {
		args[i+1] = o.n
	}
	return Chain{record(ops.Op(op), args[:row.Arity]...)}
}

// An Op names an elementwise operation of the op table.
type Op uint8

// String returns the operation's name as messages and Explain give it.
func (op Op) String() string { return ops.Op(op).String() }

// Expect returns c if its elements are of type T, else a chain with a
// *TypeError.
func Expect[T any](c Chain) Chain {
	if c.n == nil || c.n.err != nil || c.n.typ == typeFor[T]() {
		return c
	}
	n := &node{typ: typeFor[T](), shape: scalar, steps: c.n.steps, view: &viewStep{name: "expect"}}
	return Chain{n.fail(&errs.TypeError{Op: "expect", Type: c.n.typ.String(), Detail: "it is not " + n.typ.String()})}
}

// PartOf applies one of OpReal, OpImag, OpMagnitude and OpArg, whose results
// are real numbers. OpMagnitude of real elements is OpAbs.
func PartOf(c Chain, op Op) Chain {
	if op == OpMagnitude && c.n != nil && c.n.err == nil && dtype.Real.Has(c.n.typ.Kind) {
		op = OpAbs
	}
	return c.Apply(op)
}
