package layout

import (
	"fmt"

	"github.com/ndgo/nd/internal/errs"
)

// NormAxis returns axis counted from the front: negative axes count from the
// end of ndim axes. The error is a *ShapeError; shape is the one that it shows.
func NormAxis(op string, axis, ndim int, shape []int) (int, error) {
	a := axis
	if a < 0 {
		a += ndim
	}
	if a < 0 || a >= ndim {
		return 0, &errs.ShapeError{Op: op, Shapes: [][]int{cloneShape(shape)}, Axis: axis,
			Detail: fmt.Sprintf("axis %d out of range for %s", axis, Count(ndim, "axis", "axes"))}
	}
	return a, nil
}

// NormAxes is NormAxis for a list of axes of an array of the given shape, none
// of which may come twice. The result is a new slice in the order of axes.
func NormAxes(op string, axes, shape []int) ([]int, error) {
	return normAxes(op, axes, len(shape), shape)
}

func normAxes(op string, axes []int, ndim int, shape []int) ([]int, error) {
	norm := make([]int, len(axes))
	seen := make([]bool, ndim)
	for k, axis := range axes {
		a, err := NormAxis(op, axis, ndim, shape)
		if err != nil {
			return nil, err
		}
		if seen[a] {
			return nil, shapeErr(op, shape, a, fmt.Sprintf("axis %d comes twice in %v", a, cloneShape(axes)))
		}
		seen[a] = true
		norm[k] = a
	}
	return norm, nil
}

// Transpose returns l with its axes in another order: axis j of the result is
// axis perm[j] of l. A nil perm reverses the axes. The error is a *ShapeError
// if perm does not name every axis once.
func (l Layout) Transpose(op string, perm []int) (Layout, error) {
	if perm == nil {
		n := len(l.Shape)
		r := alloc(n)
		for j := range n {
			r.Shape[j], r.Strides[j] = l.Shape[n-1-j], l.Strides[n-1-j]
		}
		r.Offset = l.Offset
		return r, nil
	}
	if len(perm) != len(l.Shape) {
		return Layout{}, shapeErr(op, l.Shape, -1,
			fmt.Sprintf("permutation %v names %d axes of %d", cloneShape(perm), len(perm), len(l.Shape)))
	}
	norm, err := NormAxes(op, perm, l.Shape)
	if err != nil {
		return Layout{}, err
	}
	return l.permute(norm), nil
}

// permute is Transpose for a permutation known to be one.
func (l Layout) permute(perm []int) Layout {
	r := alloc(len(perm))
	for j, a := range perm {
		r.Shape[j], r.Strides[j] = l.Shape[a], l.Strides[a]
	}
	r.Offset = l.Offset
	return r
}

// SwapAxes returns l with axes a and b in each other's place. The error is a
// *ShapeError for an axis out of range.
func (l Layout) SwapAxes(op string, a, b int) (Layout, error) {
	a, b, err := l.normPair(op, a, b)
	if err != nil {
		return Layout{}, err
	}
	r := l.clone()
	r.swap(a, b)
	return r, nil
}

// swap exchanges two axes of l, which must be a copy of its own.
func (l *Layout) swap(a, b int) {
	l.Shape[a], l.Shape[b] = l.Shape[b], l.Shape[a]
	l.Strides[a], l.Strides[b] = l.Strides[b], l.Strides[a]
}

func (l Layout) normPair(op string, a, b int) (int, int, error) {
	x, err := NormAxis(op, a, len(l.Shape), l.Shape)
	if err != nil {
		return 0, 0, err
	}
	y, err := NormAxis(op, b, len(l.Shape), l.Shape)
	return x, y, err
}

// MoveAxis returns l with axis src[k] at place dst[k], for all k; the other
// axes keep their order. The error is a *ShapeError for an axis or place out of
// range or named twice, and for lists of different lengths.
func (l Layout) MoveAxis(op string, src, dst []int) (Layout, error) {
	if len(src) != len(dst) {
		return Layout{}, shapeErr(op, l.Shape, -1, Count(len(src), "axis", "axes")+" for "+Count(len(dst), "place", "places"))
	}
	from, err := NormAxes(op, src, l.Shape)
	if err != nil {
		return Layout{}, err
	}
	to, err := NormAxes(op, dst, l.Shape)
	if err != nil {
		return Layout{}, err
	}
	n := len(l.Shape)
	perm := make([]int, n) // perm[j]-1 is the axis that comes to place j; 0 is open
	moved := make([]bool, n)
	for k, a := range from {
		perm[to[k]] = a + 1
		moved[a] = true
	}
	next := 0
	for j := range perm {
		if perm[j] == 0 {
			for moved[next] {
				next++
			}
			next++
			perm[j] = next
		}
		perm[j]--
	}
	return l.permute(perm), nil
}

// Squeeze returns l without the given axes, each of which must have length 1;
// nil drops all axes of length 1. The error is a *ShapeError.
func (l Layout) Squeeze(op string, axes []int) (Layout, error) {
	drop := make([]bool, len(l.Shape))
	left := len(l.Shape)
	if axes == nil {
		for a, n := range l.Shape {
			if n == 1 {
				drop[a] = true
				left--
			}
		}
	} else {
		norm, err := NormAxes(op, axes, l.Shape)
		if err != nil {
			return Layout{}, err
		}
		for _, a := range norm {
			if l.Shape[a] != 1 {
				return Layout{}, shapeErr(op, l.Shape, a, fmt.Sprintf("axis %d has length %d, not 1", a, l.Shape[a]))
			}
			drop[a] = true
			left--
		}
	}
	r := alloc(left)
	r.Offset = l.Offset
	j := 0
	for a, n := range l.Shape {
		if !drop[a] {
			r.Shape[j], r.Strides[j] = n, l.Strides[a]
			j++
		}
	}
	return r, nil
}

// ExpandDims returns l with new axes of length 1 at the given places, counted
// in the result. The error is a *ShapeError for a place out of range or named
// twice.
func (l Layout) ExpandDims(op string, axes []int) (Layout, error) {
	n := len(l.Shape) + len(axes)
	norm, err := normAxes(op, axes, n, l.Shape)
	if err != nil {
		return Layout{}, err
	}
	r := alloc(n)
	r.Offset = l.Offset
	for _, a := range norm {
		r.Shape[a] = 1
	}
	src := 0
	for j := range n {
		// A 1 stands only where a new axis goes: old axes are put in from the
		// front, and alloc has cleared what lies ahead.
		if r.Shape[j] == 1 {
			continue
		}
		r.Shape[j], r.Strides[j] = l.Shape[src], l.Strides[src]
		src++
	}
	return r, nil
}

// Flip returns l with the given axes reversed; nil reverses all. The error is a
// *ShapeError for an axis out of range or named twice.
func (l Layout) Flip(op string, axes []int) (Layout, error) {
	r := l.clone()
	if axes == nil {
		for a := range r.Shape {
			r.flip(a)
		}
		return r, nil
	}
	norm, err := NormAxes(op, axes, l.Shape)
	if err != nil {
		return Layout{}, err
	}
	for _, a := range norm {
		r.flip(a)
	}
	return r, nil
}

// flip reverses an axis of l, which must be a copy of its own.
func (l *Layout) flip(a int) {
	if n := l.Shape[a]; n > 1 {
		l.Offset += (n - 1) * l.Strides[a]
		l.Strides[a] = -l.Strides[a]
	}
}

// Rot90 returns l turned by k quarters in the plane of axes a and b, from a
// towards b: as flipping b and then swapping the two, k times. k may have any
// value. The error is a *ShapeError for an axis out of range, or one axis twice.
func (l Layout) Rot90(op string, k, a, b int) (Layout, error) {
	a, b, err := l.normPair(op, a, b)
	if err != nil {
		return Layout{}, err
	}
	if a == b {
		return Layout{}, shapeErr(op, l.Shape, a, fmt.Sprintf("axis %d comes twice", a))
	}
	r := l.clone()
	switch k & 3 { // k modulo 4, for negative k too
	case 1:
		r.flip(b)
		r.swap(a, b)
	case 2:
		r.flip(a)
		r.flip(b)
	case 3:
		r.flip(a)
		r.swap(a, b)
	}
	return r, nil
}

// Count says how many there are of something.
func Count(n int, one, many string) string {
	if n == 1 {
		many = one
	}
	return fmt.Sprintf("%d %s", n, many)
}

func shapeErr(op string, shape []int, axis int, detail string) error {
	return &errs.ShapeError{Op: op, Shapes: [][]int{cloneShape(shape)}, Axis: axis, Detail: detail}
}
