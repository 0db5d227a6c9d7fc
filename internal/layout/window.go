package layout

import "fmt"

// Diagonal returns the diagonal of the plane of two axes: these go, and the
// diagonal becomes the last axis. Its element k is at (k, k+offset), or at
// (k-offset, k) if offset is negative; an offset outside the plane gives length
// 0. The error is a *ShapeError for an axis out of range, or one axis twice.
func (l Layout) Diagonal(op string, offset, axis1, axis2 int) (Layout, error) {
	a, b, err := l.normPair(op, axis1, axis2)
	if err != nil {
		return Layout{}, err
	}
	if a == b {
		return Layout{}, shapeErr(op, l.Shape, a, fmt.Sprintf("axis %d comes twice", a))
	}
	r := alloc(len(l.Shape) - 1)
	j := 0
	for i, n := range l.Shape {
		if i != a && i != b {
			r.Shape[j], r.Strides[j] = n, l.Strides[i]
			j++
		}
	}
	var n, start int
	if offset >= 0 {
		n = min(l.Shape[a], l.Shape[b]-offset)
		start = offset * l.Strides[b] // used if n > 0; may wrap otherwise
	} else {
		n = min(l.Shape[a]+offset, l.Shape[b])
		start = -offset * l.Strides[a]
	}
	r.Offset = l.Offset
	if n > 0 {
		r.Offset += start
	}
	r.Shape[j], r.Strides[j] = max(n, 0), l.Strides[a]+l.Strides[b]
	return r, nil
}

// Windows returns the sliding windows of l: axis axes[k] of length n shrinks
// to the n-window[k]+1 places where a window fits, and the windows' own axes
// follow at the end, in the order given. A nil axes stands for all axes. An
// axis may come more than once; each time shrinks it further. Elements of the
// result share positions, so it is not to be written to.
//
// The error is a *ShapeError: an axis out of range, a window that is negative
// or longer than its axis, lists of different lengths, or a result with too
// many elements for int.
func (l Layout) Windows(op string, window, axes []int) (Layout, error) {
	hint := ""
	if axes == nil {
		axes = make([]int, len(l.Shape))
		for i := range axes {
			axes[i] = i
		}
		hint = "; name the axes for fewer"
	}
	if len(window) != len(axes) {
		return Layout{}, shapeErr(op, l.Shape, -1, fmt.Sprintf("window %v for %s%s", cloneShape(window), Count(len(axes), "axis", "axes"), hint))
	}
	ndim := len(l.Shape)
	r := alloc(ndim + len(window))
	copy(r.Shape, l.Shape)
	copy(r.Strides, l.Strides)
	r.Offset = l.Offset
	for k, w := range window {
		a, err := NormAxis(op, axes[k], ndim, l.Shape)
		if err != nil {
			return Layout{}, err
		}
		if w < 0 || w > r.Shape[a] {
			return Layout{}, shapeErr(op, l.Shape, a, fmt.Sprintf("window %d does not fit axis %d of length %d", w, a, r.Shape[a]))
		}
		r.Shape[a] -= w - 1
		r.Shape[ndim+k], r.Strides[ndim+k] = w, l.Strides[a]
	}
	if _, err := CheckShape(op, r.Shape, 1); err != nil {
		return Layout{}, err
	}
	return r, nil
}
