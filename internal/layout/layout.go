// Package layout is the arithmetic of shapes and strides: broadcasting,
// slicing, reshaping, moving axes, overlap. It knows nothing of element types
// and touches no memory; every result is another layout over the same memory.
//
// Sizes, strides and offsets are counted in elements. All functions stand up
// to arguments from outside (axes, bounds, steps and lengths at the limits of
// int); what they trust is that the receiver is valid, which is what
// CheckBounds establishes and every method here preserves.
//
// Layouts are values that nobody changes once they are made, so a result may
// share its Shape or Strides with its receiver.
package layout

// A Layout says where the elements of an array lie: element (i0, i1, ...) at
// position Offset + i0*Strides[0] + i1*Strides[1] + ... of the memory.
// Strides may be zero (broadcast axes) or negative (reversed ones).
//
// The stride of an axis of length 0 or 1, and the offset of a layout without
// elements, mean nothing: they are never used to reach memory and may have any
// value.
type Layout struct {
	Shape   []int
	Strides []int
	Offset  int
}

// New returns the layout of a fresh array of the given shape, in C order (last
// axis fastest). The shape is copied; it must have passed CheckShape.
func New(shape []int) Layout {
	l := alloc(len(shape))
	copy(l.Shape, shape)
	fillC(l.Strides, shape)
	return l
}

// alloc returns a layout of n axes to be filled in, in a single allocation.
// The slices have no spare capacity: appending to one cannot reach the other.
func alloc(n int) Layout {
	if n == 0 {
		return Layout{Shape: []int{}, Strides: []int{}}
	}
	buf := make([]int, 2*n)
	return Layout{Shape: buf[:n:n], Strides: buf[n:]}
}

// clone returns a layout equal to l that shares nothing with it.
func (l Layout) clone() Layout {
	c := alloc(len(l.Shape))
	copy(c.Shape, l.Shape)
	copy(c.Strides, l.Strides)
	c.Offset = l.Offset
	return c
}

// Size returns the number of elements; the shape is trusted.
func (l Layout) Size() int { return Size(l.Shape) }

// IsC reports whether the elements are contiguous in C order; see [IsC].
func (l Layout) IsC() bool { return IsC(l.Shape, l.Strides) }

// Extent returns the lowest and the highest position of an element of l.
// ok is false if l has no elements.
func Extent(l Layout) (lo, hi int, ok bool) {
	lo, hi = l.Offset, l.Offset
	for i, n := range l.Shape {
		switch {
		case n == 0:
			return 0, 0, false
		case n == 1:
		case l.Strides[i] < 0:
			lo += (n - 1) * l.Strides[i]
		default:
			hi += (n - 1) * l.Strides[i]
		}
	}
	return lo, hi, true
}

// Same reports whether a and b have one shape and every index names the same
// position in both, as is so for a destination that is also an operand.
// Two layouts without elements are the same if their shapes are.
func Same(a, b Layout) bool {
	if !EqualShape(a.Shape, b.Shape) {
		return false
	}
	same := a.Offset == b.Offset
	for i, n := range a.Shape {
		if n == 0 {
			return true
		}
		if n > 1 && a.Strides[i] != b.Strides[i] {
			same = false
		}
	}
	return same
}
