package nd

import (
	"slices"
	"strconv"
	"unsafe"

	"github.com/ndgo/nd/internal/errs"
	"github.com/ndgo/nd/internal/fresh"
	"github.com/ndgo/nd/internal/hugepage"
	"github.com/ndgo/nd/internal/layout"
	"github.com/ndgo/nd/zip"
)

// An Array is an n-dimensional array of elements of any type: a view of a slice
// by shape, strides and offset. Arrays are handled by pointer. Shape and
// strides of an array never change; its elements do, and all views of the same
// memory see it.
//
// An array without axes holds one element. An array with an axis of length 0
// holds none, and is as good an array as any other.
//
// Arrays are made by functions such as [Zeros], [FromSlice] and [FromView]; the
// zero Array has no element where its shape promises one, and is of no use.
type Array[T any] struct {
	v zip.View[T] // as FromView has checked it; shape and strides are never written
}

// FromView returns the array that v describes. It shares the memory of v.Data;
// shape and strides are copied. If v says that it is read-only, or if two of
// its elements share memory, so is the array.
//
// The error is a *[ShapeError] for a shape that is negative or overflows, for
// strides that are not as many as axes, and for elements outside v.Data.
func FromView[T any](v zip.View[T]) (*Array[T], error) {
	if err := v.Check("from_view"); err != nil {
		return nil, err
	}
	v.Shape, v.Strides = slices.Clone(v.Shape), slices.Clone(v.Strides)
	v.ReadOnly = v.ReadOnly || layout.SelfOverlap(layoutOf(&v))
	return &Array[T]{v: v}, nil
}

// View returns the array as package zip and lazy take it. The slices in it are
// the array's own: Data may be written unless ReadOnly is set, Shape and
// Strides may not.
func (a *Array[T]) View() zip.View[T] {
	a.head().check("view")
	return a.v
}

// Shape returns the lengths of the axes, in a slice of the caller's own.
func (a *Array[T]) Shape() []int { return a.head().copyShape() }

// Strides returns, for each axis, how many elements of memory lie between two
// neighbours on it, in a slice of the caller's own. A stride is 0 where a view
// repeats elements, negative where it runs backwards, and anything at all
// where the length of the axis is 0 or 1.
func (a *Array[T]) Strides() []int { return a.head().copyStrides() }

// NDim returns the number of axes.
func (a *Array[T]) NDim() int { return a.head().nDim() }

// Size returns the number of elements, the product of the lengths of the axes.
func (a *Array[T]) Size() int { return a.head().size() }

// Len returns the length of an axis; a negative axis counts from the end.
// It panics with a *[ShapeError] if there is no such axis.
func (a *Array[T]) Len(axis int) int { return a.head().lenOf(axis) }

// IsContiguous reports whether the elements, taken in order with the last axis
// fastest (C order), are one run of memory.
func (a *Array[T]) IsContiguous() bool { return a.head().isC() }

// IsReadOnly reports whether writing to the array is refused: results of
// [Array.BroadcastTo], [Array.SlidingWindow] and [Array.AsReadOnly], and views
// of such arrays.
func (a *Array[T]) IsReadOnly() bool { return a.head().isReadOnly() }

// AsReadOnly returns a view of the whole array to which writing is refused.
// The elements may still change, by writes to a.
func (a *Array[T]) AsReadOnly() *Array[T] { return arrayOf[T](a.head().asReadOnly("as_read_only")) }

// At returns the element at an index, one number for each axis. It panics with
// an *[IndexError] unless 0 <= i < n on every axis: as in Go, and unlike in
// [Array.Slice], negative numbers do not count from the end.
func (a *Array[T]) At(idx ...int) T {
	a.head().check("at")
	return a.v.Data[place("at", a.v.Shape, a.v.Strides, a.v.Offset, idx)]
}

// Set sets the element at an index, one number for each axis. It panics with
// an *[IndexError] unless 0 <= i < n on every axis, and with a
// *[ReadOnlyError] if a is read-only.
func (a *Array[T]) Set(v T, idx ...int) {
	a.writable("set")
	a.v.Data[place("set", a.v.Shape, a.v.Strides, a.v.Offset, idx)] = v
}

// Item returns the element of an array that has one only, whatever its shape.
// It panics with a *[ShapeError] for any other array.
func (a *Array[T]) Item() T {
	a.head().check("item")
	return a.v.Data[single(a.v.Shape, a.v.Offset)]
}

// Data returns the elements in order, last axis fastest, as a slice of the
// array's own memory. It never copies; see [Array.Elements].
//
// It panics with a *[ShapeError] if a is not contiguous (see
// [Array.IsContiguous]), and with a *[ReadOnlyError] if a is read-only, since
// slices cannot be protected.
func (a *Array[T]) Data() []T {
	a.writable("data")
	lo, hi := run("data", a.v.Shape, a.v.Strides, a.v.Offset)
	return a.v.Data[lo:hi:hi]
}

// Elements returns the elements in order, last axis fastest, in a new slice.
func (a *Array[T]) Elements() []T {
	a.head().check("elements")
	return a.Copy().v.Data
}

// SharesMemory reports whether an element of a and one of b are the same
// variable, so that writing to one array may be seen in the other. Views of
// the same memory that interleave without meeting, such as the even and the
// odd columns of a matrix, do not share.
//
// The answer is exact, except that true is also given where the search for a
// common element would take too long, which needs several axes with contrived
// strides. Elements of size zero share nothing.
func (a *Array[T]) SharesMemory(b *Array[T]) bool {
	return overlap(a.head(), b.head(), sizeOf[T]())
}

// makeArray returns an array of zero elements in C order.
//
// It panics with a *ShapeError that names op, before anything is allocated, if
// a length is negative or the size overflows.
func makeArray[T any](op string, shape []int) *Array[T] {
	n := checkShape(op, shape, sizeOf[T]())
	a := newHeader[T](shape)
	a.v.Data = make([]T, n)
	hugepage.Advise(unsafe.Pointer(unsafe.SliceData(a.v.Data)), uintptr(n)*sizeOf[T]())
	return a
}

// newArray is makeArray for an array whose elements hold anything: the caller
// sets all of them, or drops the array.
func newArray[T any](op string, shape []int) *Array[T] {
	n := checkShape(op, shape, sizeOf[T]())
	a := newHeader[T](shape)
	a.v.Data = fresh.Make[T](n)
	return a
}

// newHeader returns an array in C order that has no elements yet. The shape is
// copied, together with the strides, into the allocation of the Array itself if
// there are few axes.
func newHeader[T any](shape []int) *Array[T] {
	// dims is a field beside the Array, not in it, so that views stay small.
	// The slices of the Array keep the whole allocation alive.
	a := new(struct {
		a    Array[T]
		dims [2 * smallDims]int
	})
	a.a.v.Shape, a.a.v.Strides = cOrder(a.dims[:], shape)
	return &a.a
}

func sizeOf[T any]() uintptr { return unsafe.Sizeof(*new(T)) }

// smallDims is the number of axes up to which a new array is two allocations.
const smallDims = 4

// adopt returns an array in C order over data, of which the shape takes up all.
func adopt[T any](data []T, shape []int) *Array[T] {
	l := layout.New(shape)
	return &Array[T]{v: zip.View[T]{Data: data, Shape: l.Shape, Strides: l.Strides}}
}

// layout returns the layout of a, which shares shape and strides with it.
func (a *Array[T]) layout() layout.Layout { return layoutOf(&a.v) }

func layoutOf[T any](v *zip.View[T]) layout.Layout {
	return layout.Layout{Shape: v.Shape, Strides: v.Strides, Offset: v.Offset}
}

// What follows is not generic, so that it is compiled once, here, and not again
// in every package that uses an Array.

// cOrder returns a copy of shape and the strides of an array in C order, both
// in dims if that is long enough.
func cOrder(dims, shape []int) (newShape, strides []int) {
	n := len(shape)
	if 2*n > len(dims) {
		dims = make([]int, 2*n)
	}
	newShape, strides = dims[:n:n], dims[n:2*n:2*n]
	step := 1
	for i := n - 1; i >= 0; i-- {
		newShape[i], strides[i] = shape[i], step
		step *= max(shape[i], 1)
	}
	return newShape, strides
}

// place returns the position of an index, which it checks. Matrices are by far
// the most frequent, and twice as fast without the loop.
func place(op string, shape, strides []int, offset int, idx []int) int {
	if len(idx) == 2 && len(shape) == 2 && len(strides) == 2 &&
		uint(idx[0]) < uint(shape[0]) && uint(idx[1]) < uint(shape[1]) {
		return offset + idx[0]*strides[0] + idx[1]*strides[1]
	}
	if len(idx) != len(shape) || len(strides) < len(idx) {
		panic(badIndex(op, shape, idx))
	}
	for axis, i := range idx {
		if uint(i) >= uint(shape[axis]) {
			panic(badIndex(op, shape, idx))
		}
		offset += i * strides[axis]
	}
	return offset
}

// badIndex returns the error for an index that does not fit shape. It copies
// what it is given, so that callers' indices stay on their stacks.
func badIndex(op string, shape, idx []int) error {
	shape = copyInts(shape)
	if len(idx) == len(shape) {
		for axis, i := range idx {
			if i < 0 || i >= shape[axis] {
				return &errs.IndexError{Op: op, Shape: shape, Axis: axis, Index: i}
			}
		}
	}
	return &errs.IndexError{Op: op, Shape: shape, Axis: -1,
		Detail: plural(len(idx), "index", "indices") + " for " + plural(len(shape), "axis", "axes")}
}

func single(shape []int, offset int) int {
	if layout.Size(shape) != 1 {
		panic(shapeError("item", shape, "not a single element"))
	}
	return offset
}

// run returns the bounds in memory of a contiguous array.
func run(op string, shape, strides []int, offset int) (lo, hi int) {
	if !layout.IsC(shape, strides) {
		panic(shapeError(op, shape, "not contiguous in memory; Elements copies"))
	}
	n := layout.Size(shape)
	if n == 0 {
		return 0, 0 // the offset of an empty array means nothing
	}
	return offset, offset + n
}

//go:noinline
func overlap(a, b *head, size uintptr) bool {
	const op = "shares_memory"
	a.check(op)
	if b == nil {
		panic(nilOperand(op, 2))
	}
	return size > 0 && layout.OverlapBytes(a.layout(op), uintptr(a.data.first), size, b.layout(op), uintptr(b.data.first), size)
}

func normAxis(op string, axis int, shape []int) int {
	axis, err := layout.NormAxis(op, axis, len(shape), shape)
	must(err)
	return axis
}

func readOnly(op string, shape []int) error {
	return &errs.ReadOnlyError{Op: op, Shape: copyInts(shape), Why: "a read-only view"}
}

func shapeError(op string, shape []int, detail string) error {
	return &errs.ShapeError{Op: op, Shapes: [][]int{copyInts(shape)}, Axis: -1, Detail: detail}
}

// copyInts returns a copy of s that is never nil.
func copyInts(s []int) []int { return append(make([]int, 0, len(s)), s...) }

// plural returns n and what there are n of, as in "2 axes".
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}
