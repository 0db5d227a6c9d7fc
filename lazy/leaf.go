package lazy

import (
	"fmt"
	"reflect"
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/layout"
	"github.com/ndgo/nd/internal/ops"
	"github.com/ndgo/nd/zip"
)

// A rawView is a zip.View without its type parameter, so that what follows is
// compiled once.
type rawView struct {
	typ      *dtype.Type
	base     unsafe.Pointer
	len      int
	shape    []int
	strides  []int
	offset   int
	readOnly bool
	isNew    bool   // of a destination: in memory just allocated
	op       string // of a destination: what the user called, "" for EvalInto
}

func rawOf[T any](v zip.View[T]) rawView {
	return rawHeader(typeFor[T](), headerOf(&v))
}

// check reports whether every element of v lies within its data: the one test
// on which all pointer arithmetic of this package rests.
func (v *rawView) check(op string) error {
	return zip.View[struct{}]{Data: unsafe.Slice((*struct{})(v.base), v.len), Shape: v.shape, Strides: v.strides, Offset: v.offset}.Check(op)
}

// leafNode records an operand.
func leafNode(v rawView) *node {
	n := &node{op: ops.Load, typ: v.typ, shape: known(v.shape)}
	if err := v.check("chain"); err != nil {
		return n.fail(err)
	}
	n.leaf = &leaf{base: v.base, lay: layout.Layout{Shape: v.shape, Strides: v.strides, Offset: v.offset}, index: -1}
	return n
}

// constNode records a constant whose memory image is at p.
func constNode(t *dtype.Type, p unsafe.Pointer) *node {
	n := &node{op: ops.Const, typ: t, kind: t.Kind, shape: scalar}
	if t.Kind == dtype.Other { // may hold pointers: a leaf of one element, in memory of its own type
		block := t.New(1)
		t.Move(block, 1, p, 1, 1)
		n.op = ops.Load
		n.leaf = &leaf{base: block, lay: layout.Layout{Shape: scalar, Strides: scalar}, index: -1}
		return n
	}
	copy(unsafe.Slice((*byte)(unsafe.Pointer(&n.konst)), t.Size), unsafe.Slice((*byte)(p), t.Size))
	return n
}

// spread makes a leaf of a constant, so that view operations find something
// to work on.
func spread(n *node) *node {
	k := n.konst
	return &node{op: ops.Load, typ: n.typ, shape: scalar,
		leaf: &leaf{base: unsafe.Pointer(&k), lay: layout.Layout{Shape: scalar, Strides: scalar}, index: -1}}
}

// constText writes a constant as fmt does.
func constText(n *node) string {
	return fmt.Sprint(reflect.NewAt(n.typ.Go, unsafe.Pointer(&n.konst)).Elem().Interface())
}

// divideParts is the function that divides both parts of complex numbers.
func divideParts(by float64) *prog.Func {
	return &prog.Func{Name: "divide parts", Call: func(dst unsafe.Pointer, a [3]unsafe.Pointer, n int) {
		d, x := unsafe.Slice((*[2]float64)(dst), n), unsafe.Slice((*[2]float64)(a[0]), n)
		for i := range d {
			d[i] = [2]float64{x[i][0] / by, x[i][1] / by}
		}
	}}
}
