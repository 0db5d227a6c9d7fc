package layout

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/ndgo/nd/internal/errs"
)

// Size returns the number of elements of an array of the given shape: 1 for no
// axes, 0 if any length is 0. The shape must have passed CheckShape.
func Size(shape []int) int {
	size := 1
	for _, n := range shape {
		size *= n
	}
	return size
}

// EqualShape reports whether a and b are the same shape.
func EqualShape(a, b []int) bool {
	if len(a) != len(b) {
		return false
	}
	for i, n := range a {
		if n != b[i] {
			return false
		}
	}
	return true
}

// CheckShape checks that an array of the given shape, with elements of elemSize
// bytes, can be spoken of at all, and returns the number of its elements.
//
// It returns a *ShapeError for a negative length, and for a shape whose
// lengths other than 0, multiplied together and by elemSize, overflow int.
// Lengths of 0 do not excuse the others: strides and the shapes that later
// views give to such an array are products of those.
// An elemSize of 0 (a type without size) counts as 1.
func CheckShape(op string, shape []int, elemSize uintptr) (size int, err error) {
	total := max(uint(elemSize), 1)
	if total > math.MaxInt {
		return 0, tooLarge(op, shape, elemSize)
	}
	empty := false
	for axis, n := range shape {
		if n <= 0 {
			if n < 0 {
				return 0, &errs.ShapeError{Op: op, Shapes: [][]int{cloneShape(shape)}, Axis: axis,
					Detail: fmt.Sprintf("axis %d has the negative length %d", axis, n)}
			}
			empty = true
			continue
		}
		hi, lo := bits.Mul(total, uint(n))
		if hi != 0 || lo > math.MaxInt {
			return 0, tooLarge(op, shape, elemSize)
		}
		total = lo
	}
	if empty {
		return 0, nil
	}
	return int(total / max(uint(elemSize), 1)), nil
}

// CheckMemory is CheckShape for memory that is to be allocated: it refuses sizes
// that fit int and that make would refuse all the same, with a run-time error
// that does not name the shape.
func CheckMemory(op string, shape []int, elemSize uintptr) (size int, err error) {
	size, err = CheckShape(op, shape, elemSize)
	if err == nil && uint64(size)*uint64(elemSize) > maxBytes {
		return 0, &errs.ShapeError{Op: op, Shapes: [][]int{cloneShape(shape)}, Axis: -1,
			Detail: fmt.Sprintf("%d elements of %d bytes are more than can be addressed", size, elemSize)}
	}
	return size, err
}

// maxBytes is the size of a program's address space on 64-bit machines. On
// smaller ones the check against int says enough.
const maxBytes = 1 << 47

func tooLarge(op string, shape []int, elemSize uintptr) error {
	detail := "number of elements overflows int"
	if elemSize > 1 {
		detail = fmt.Sprintf("size in bytes overflows int (elements of %d bytes)", elemSize)
	}
	return &errs.ShapeError{Op: op, Shapes: [][]int{cloneShape(shape)}, Axis: -1, Detail: detail}
}

// CheckBounds checks a layout that comes from outside: as many strides as
// axes, no negative length, a number of elements that fits int, and every
// element at a position in 0..n-1. A layout without elements may have any
// offset and strides. The error is a *ShapeError.
func CheckBounds(op string, shape, strides []int, offset, n int) error {
	if len(strides) != len(shape) {
		return &errs.ShapeError{Op: op, Shapes: [][]int{cloneShape(shape)}, Axis: -1,
			Detail: Count(len(strides), "stride", "strides") + " for " + Count(len(shape), "axis", "axes")}
	}
	size, err := CheckShape(op, shape, 1)
	if err != nil || size == 0 {
		return err
	}
	if offset < 0 || offset >= n {
		return &errs.ShapeError{Op: op, Shapes: [][]int{cloneShape(shape)}, Axis: -1,
			Detail: fmt.Sprintf("offset %d is outside the %d elements of memory", offset, n)}
	}
	// What is left below and above the positions reached so far. Every axis
	// takes its span from one of them, so nothing here can overflow.
	below, above := uint(offset), uint(n-1-offset)
	for axis, length := range shape {
		stride, room := uint(strides[axis]), &above
		if strides[axis] < 0 {
			stride, room = -stride, &below
		}
		hi, span := bits.Mul(uint(length-1), stride)
		if hi != 0 || span > *room {
			return &errs.ShapeError{Op: op, Shapes: [][]int{cloneShape(shape)}, Axis: axis,
				Detail: fmt.Sprintf("strides %v from offset %d leave the %d elements of memory on axis %d",
					cloneShape(strides), offset, n, axis)}
		}
		*room -= span
	}
	return nil
}

// CStrides returns the strides of a contiguous array in C order: the last axis
// is the fastest. Lengths of 0 count as 1, as they do in NumPy.
func CStrides(shape []int) []int {
	strides := make([]int, len(shape))
	fillC(strides, shape)
	return strides
}

func fillC(strides, shape []int) {
	s := 1
	for i := len(shape) - 1; i >= 0; i-- {
		strides[i] = s
		s *= max(shape[i], 1)
	}
}

// FStrides returns the strides of a contiguous array in Fortran order: the
// first axis is the fastest. Lengths of 0 count as 1.
func FStrides(shape []int) []int {
	strides := make([]int, len(shape))
	s := 1
	for i, n := range shape {
		strides[i] = s
		s *= max(n, 1)
	}
	return strides
}

// IsC reports whether an array of that shape and those strides is contiguous in
// C order, so that its elements in order are a plain run of memory. Axes of
// length 1 do not matter; an array without elements is contiguous.
func IsC(shape, strides []int) bool {
	want, is := 1, true
	for i := len(shape) - 1; i >= 0; i-- {
		n := shape[i]
		if n == 0 {
			return true
		}
		if n != 1 && strides[i] != want {
			is = false
		}
		want *= n
	}
	return is
}

// IsF is IsC for Fortran order.
func IsF(shape, strides []int) bool {
	want, is := 1, true
	for i, n := range shape {
		if n == 0 {
			return true
		}
		if n != 1 && strides[i] != want {
			is = false
		}
		want *= n
	}
	return is
}

// cloneShape copies a shape for an error, which may outlive the original. The
// copy is never nil: a nil shape in an error is one that is not known.
func cloneShape(shape []int) []int { return append(make([]int, 0, len(shape)), shape...) }
