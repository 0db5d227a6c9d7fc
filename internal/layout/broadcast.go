package layout

import (
	"fmt"

	"github.com/ndgo/nd/internal/errs"
)

// Broadcast returns the shape that the given shapes broadcast to. Shapes are
// aligned at their last axes; on each axis all lengths other than 1 must be the
// same, and missing axes count as 1. (So 0 and 1 give 0, and 0 and 2 do not
// broadcast.) Without shapes the result has no axes.
//
// When the result equals one of the shapes, as it nearly always does, that very
// slice is returned and nothing is allocated; the caller must not write to it.
//
// The error is a *ShapeError that names the last axis at fault, counted in the
// result, and the two lengths; or that says that the number of elements of the
// result overflows.
func Broadcast(op string, shapes ...[]int) ([]int, error) {
	for _, s := range shapes {
		if covers(s, shapes) {
			return s, nil
		}
	}
	return BroadcastInto(nil, op, shapes...)
}

// covers reports whether all shapes broadcast to s.
func covers(s []int, shapes [][]int) bool {
	for _, t := range shapes {
		d := len(s) - len(t)
		if d < 0 {
			return false
		}
		for i, n := range t {
			if n != 1 && n != s[d+i] {
				return false
			}
		}
	}
	return true
}

// BroadcastInto is Broadcast with the result in the memory of dst, which is
// overwritten from its start and grown if it is too short. dst must not be one
// of the shapes.
func BroadcastInto(dst []int, op string, shapes ...[]int) ([]int, error) {
	ndim := 0
	for _, s := range shapes {
		ndim = max(ndim, len(s))
	}
	dst = dst[:0]
	for range ndim {
		dst = append(dst, 1)
	}
	for axis := ndim - 1; axis >= 0; axis-- {
		for _, s := range shapes {
			i := axis - (ndim - len(s))
			if i < 0 || s[i] == 1 || s[i] == dst[axis] {
				continue
			}
			if dst[axis] != 1 {
				return nil, &errs.ShapeError{Op: op, Shapes: cloneShapes(shapes), Axis: axis,
					Detail: fmt.Sprintf("do not broadcast: axis %d is %d against %d", axis, dst[axis], s[i])}
			}
			dst[axis] = s[i]
		}
	}
	if _, err := CheckShape(op, dst, 1); err != nil {
		return nil, err
	}
	return dst, nil
}

// BroadcastTo returns l seen as an array of the given shape: axes of length 1,
// and those that l does not have, get stride 0 and repeat. The shape is kept,
// not copied. Elements of the result share positions, so it is not to be
// written to unless it equals l's shape.
//
// The error is a *ShapeError: a shape that l does not broadcast to, or one
// that CheckShape refuses.
func (l Layout) BroadcastTo(op string, shape []int) (Layout, error) {
	if EqualShape(l.Shape, shape) {
		return l, nil
	}
	if _, err := CheckShape(op, shape, 1); err != nil {
		return Layout{}, err
	}
	d := len(shape) - len(l.Shape)
	if d < 0 {
		return Layout{}, &errs.ShapeError{Op: op, Shapes: [][]int{cloneShape(l.Shape), cloneShape(shape)}, Axis: -1,
			Detail: fmt.Sprintf("do not fit, the first does not broadcast to the second: %d axes against %d",
				len(l.Shape), len(shape))}
	}
	for i := len(l.Shape) - 1; i >= 0; i-- {
		if n := l.Shape[i]; n != 1 && n != shape[d+i] {
			return Layout{}, &errs.ShapeError{Op: op, Shapes: [][]int{cloneShape(l.Shape), cloneShape(shape)}, Axis: d + i,
				Detail: fmt.Sprintf("do not fit, the first does not broadcast to the second: axis %d is %d against %d",
					d+i, n, shape[d+i])}
		}
	}
	strides := BroadcastStrides(make([]int, 0, len(shape)), l.Shape, l.Strides, shape)
	return Layout{Shape: shape, Strides: strides, Offset: l.Offset}, nil
}

// BroadcastStrides appends to dst the strides over the shape to of an array of
// the given shape and strides: 0 on every axis where it repeats. The shape must
// broadcast to to.
func BroadcastStrides(dst, shape, strides, to []int) []int {
	d := len(to) - len(shape)
	for range d {
		dst = append(dst, 0)
	}
	for i, n := range shape {
		if n != to[d+i] {
			dst = append(dst, 0)
		} else {
			dst = append(dst, strides[i])
		}
	}
	return dst
}

func cloneShapes(shapes [][]int) [][]int {
	c := make([][]int, len(shapes))
	for i, s := range shapes {
		c[i] = cloneShape(s)
	}
	return c
}
