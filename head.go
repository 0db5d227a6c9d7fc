package nd

import (
	"unsafe"

	"github.com/ndgo/nd/internal/layout"
)

// A head is an Array of any type of which no element is looked at: it has the
// same fields. What does not depend on the type of elements is done on heads, in
// functions that are not inlined, since Go compiles the methods of a generic type
// again for each type in each package that uses it.
type head struct {
	data struct { // a slice
		first    unsafe.Pointer
		len, cap int
	}
	shape    []int
	strides  []int
	offset   int
	readOnly bool
}

// head returns a as a head: the same variable.
func (a *Array[T]) head() *head { return (*head)(unsafe.Pointer(a)) }

// arrayOf returns the array that has the given head, made from that of an array
// with elements of type T.
func arrayOf[T any](h *head) *Array[T] { return (*Array[T])(unsafe.Pointer(h)) }

// check panics if there is no array. op is the operation that needs one.
func (h *head) check(op string) {
	if h == nil {
		noArray(op)
	}
}

//go:noinline
func noArray(op string) { panic(nilOperand(op, 1)) }

// noFunction is the error of a function that is nil.
func noFunction(op string) error { return &TypeError{Op: op, Detail: "the function is nil"} }

// writable panics if the array is read-only, or is not there.
//
//go:noinline
func (h *head) writable(op string) {
	h.check(op)
	if h.readOnly {
		panic(readOnly(op, h.shape))
	}
}

// layout returns the layout, which shares shape and strides with the array. It
// panics if there is no array.
func (h *head) layout(op string) layout.Layout {
	h.check(op)
	return layout.Layout{Shape: h.shape, Strides: h.strides, Offset: h.offset}
}

// with returns the head of the view that l describes, read-only if h is. It
// panics with err if that is not nil, so that the methods of package layout can
// be its arguments.
//
//go:noinline
func (h *head) with(l layout.Layout, err error) *head {
	must(err)
	v := *h
	v.shape, v.strides, v.offset = l.Shape, l.Strides, l.Offset
	return &v
}

// asReadOnly returns the head of the same array, not to be written.
//
//go:noinline
func (h *head) asReadOnly(op string) *head {
	h.check(op)
	v := *h
	v.readOnly = true
	return &v
}

// The methods of Array of the same or a like name.

//go:noinline
func (h *head) copyShape() []int {
	h.check("shape")
	return copyInts(h.shape)
}

//go:noinline
func (h *head) copyStrides() []int {
	h.check("strides")
	return copyInts(h.strides)
}

//go:noinline
func (h *head) nDim() int {
	h.check("ndim")
	return len(h.shape)
}

//go:noinline
func (h *head) size() int {
	h.check("size")
	return layout.Size(h.shape)
}

//go:noinline
func (h *head) lenOf(axis int) int {
	h.check("len")
	return h.shape[normAxis("len", axis, h.shape)]
}

//go:noinline
func (h *head) isC() bool {
	h.check("is_contiguous")
	return layout.IsC(h.shape, h.strides)
}

//go:noinline
func (h *head) isReadOnly() bool {
	h.check("is_read_only")
	return h.readOnly
}
