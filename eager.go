package nd

import (
	"strconv"

	"github.com/ndgo/nd/internal/layout"
	"github.com/ndgo/nd/lazy"
)

// Assign sets the elements of a from src, which broadcasts to a's shape. It is
// as if src were read whole before the first write. It panics with a typed
// error if the shapes do not fit, a is read-only or src cannot be evaluated;
// a is then as it was.
func (a *Array[T]) Assign(src Operand[T]) {
	if a == nil {
		panic(nilOperand("assign", 1))
	}
	if b, ok := src.(*Array[T]); ok && copied(a, b) {
		return
	}
	must(lazy.Assign(&a.v, argOf(src)))
}

// copied copies b to a if that is a plain move of memory.
func copied[T any](a, b *Array[T]) bool {
	if a == nil || b == nil || a.v.ReadOnly || !layout.EqualShape(a.v.Shape, b.v.Shape) || !a.IsContiguous() || !b.IsContiguous() {
		return false
	}
	if n := a.Size(); n > 0 {
		copy(a.v.Data[a.v.Offset:a.v.Offset+n], b.v.Data[b.v.Offset:b.v.Offset+n])
	}
	return true
}

// Apply returns a new array with f applied to each element, in no particular
// order. It panics with a *[PanicError] if f panics, and with a *[TypeError] if f
// is nil.
func (a *Array[T]) Apply(f func(T) T) *Array[T] { return a.Chain().Apply(f).Must() }

// The bodies of the generated methods, which run at once. They are not inlined:
// a method is one call, or every package that uses nd would compile some hundred
// copies of them.

//go:noinline
func eager1[T any](a *Array[T], op lazy.Op) *Array[T] { return run1[T, T](a, op) }

//go:noinline
func check1[T any](a *Array[T], op lazy.Op) *Array[bool] { return run1[T, bool](a, op) }

//go:noinline
func eager2[T any](a *Array[T], op lazy.Op, b Operand[T]) *Array[T] { return run2[T, T](a, op, b) }

//go:noinline
func check2[T any](a *Array[T], op lazy.Op, b Operand[T]) *Array[bool] {
	return run2[T, bool](a, op, b)
}

//go:noinline
func eagerScalar[T any](a *Array[T], op lazy.Op, v T) *Array[T] { return runScalar[T, T](a, op, v) }

//go:noinline
func checkScalar[T any](a *Array[T], op lazy.Op, v T) *Array[bool] {
	return runScalar[T, bool](a, op, v)
}

//go:noinline
func eager3[T any](a *Array[T], op lazy.Op, x, y Operand[T]) *Array[T] {
	return now[T](op, argOf(a), argOf(x), argOf(y))
}

//go:noinline
func eagerScalars[T any](a *Array[T], op lazy.Op, v, w T) *Array[T] {
	return now[T](op, argOf(a), lazy.Scalar(v), lazy.Scalar(w))
}

// assign2 sets a to op of a and b; b broadcasts to a's shape.
//
//go:noinline
func assign2[T any](a *Array[T], op lazy.Op, b Operand[T]) {
	if a == nil {
		panic(nilOperand(op.String(), 1))
	}
	must(lazy.Now(op, &a.v, argOf(a), argOf(b)))
}

func run1[T, R any](a *Array[T], op lazy.Op) *Array[R] { return now[R](op, argOf(a)) }

func run2[T, R any](a *Array[T], op lazy.Op, b Operand[T]) *Array[R] {
	return now[R](op, argOf(a), argOf(b))
}

func runScalar[T, R any](a *Array[T], op lazy.Op, v T) *Array[R] {
	return now[R](op, argOf(a), lazy.Scalar(v))
}

// now runs an operation into a new array.
func now[R any](op lazy.Op, args ...lazy.Operand) *Array[R] {
	shape, err := lazy.ResultShape(op, args...)
	must(err)
	out := newArray[R](op.String(), shape)
	must(lazy.NowNew(op, &out.v, args...))
	return out
}

func nilOperand(op string, k int) error {
	return &TypeError{Op: op, Detail: "operand " + strconv.Itoa(k) + " is nil"}
}

// newResult is newArray for shapes that come from data: too large a shape is
// an error.
func newResult[T any](shape []int) (a *Array[T], err error) {
	defer Catch(&err)
	return newArray[T]("eval", shape), nil
}
