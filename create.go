package nd

import (
	"fmt"

	"github.com/ndgo/nd/internal/layout"
)

// Number is the constraint of all of Go's number types and those made from them.
type Number interface {
	RealNumber | ~complex64 | ~complex128
}

// RealNumber is the constraint of the integer and floating-point types.
type RealNumber interface {
	Integer | Float
}

// Integer is the constraint of the integer types.
type Integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

// Float is the constraint of the floating-point types.
type Float interface {
	~float32 | ~float64
}

// Zeros returns an array of zero values. It panics with a *[ShapeError], before
// anything is allocated, if a length is negative or the size overflows.
func Zeros[T any](shape ...int) *Array[T] { return makeArray[T]("zeros", shape) }

// Ones returns an array of ones. It panics as [Zeros] does.
func Ones[T Number](shape ...int) *Array[T] {
	a := newArray[T]("ones", shape)
	a.Fill(1)
	return a
}

// Full returns an array whose elements are all v. It panics as [Zeros] does.
// An array that repeats v without storing it more than once is
// Scalar(v).BroadcastTo(shape...).
func Full[T any](v T, shape ...int) *Array[T] {
	a := newArray[T]("full", shape)
	a.Fill(v)
	return a
}

// FromSlice returns an array of the given shape over data, which is not copied:
// what is written to one is seen in the other. Elements are in order, the last
// axis fastest. One length may be -1 and is worked out from the others.
//
// It panics with a *[ShapeError] if the shape does not have len(data) elements;
// without a shape the array has no axes and data must hold one element.
func FromSlice[T any](data []T, shape ...int) *Array[T] {
	full, err := layout.ReshapeShape("from_slice", []int{len(data)}, shape)
	must(err)
	return adopt(data[:len(data):len(data)], full)
}

// FromFunc returns an array whose element at idx is f(idx), called in order
// with the last axis fastest. The slice idx is reused from call to call.
// It panics as [Zeros] does.
func FromFunc[T any](f func(idx []int) T, shape ...int) *Array[T] {
	if f == nil {
		panic(noFunction("from_func"))
	}
	a := newArray[T]("from_func", shape)
	idx := make([]int, len(shape))
	o := newOdometer(a.layout())
	for ok := o.first(); ok; ok = o.next() {
		copy(idx, o.idx)
		a.v.Data[o.pos] = f(idx)
	}
	return a
}

// Of returns an array with one axis that holds the values given, which are
// copied. (To share a slice, use [FromSlice].)
func Of[T any](values ...T) *Array[T] {
	a := newArray[T]("of", []int{len(values)})
	copy(a.v.Data, values)
	return a
}

// Of2 returns an array with two axes that holds the rows given, which are
// copied. No rows give the shape [0 0]. It panics with a *[ShapeError] if rows
// differ in length.
func Of2[T any](rows ...[]T) *Array[T] {
	shape := []int{len(rows), 0}
	for i, row := range rows {
		if i == 0 {
			shape[1] = len(row)
		}
		if len(row) != shape[1] {
			panic(&ShapeError{Op: "of2", Shapes: [][]int{{shape[1]}, {len(row)}}, Axis: 1,
				Detail: fmt.Sprintf("do not make a matrix: row 0 against row %d", i)})
		}
	}
	a := newArray[T]("of2", shape)
	for i, row := range rows {
		copy(a.v.Data[i*shape[1]:], row)
	}
	return a
}

// Scalar returns an array without axes that holds v. It broadcasts to any
// shape, so that either side of an operation may be a number.
func Scalar[T any](v T) *Array[T] {
	a := newArray[T]("scalar", nil)
	a.v.Data[0] = v
	return a
}

// Eye returns a matrix with ones on a diagonal and zeros elsewhere: on the main
// diagonal if k is 0, on the k-th above it if k is positive, on the -k-th below
// it if k is negative. It panics as [Zeros] does.
func Eye[T Number](rows, cols, k int) *Array[T] {
	a := makeArray[T]("eye", []int{rows, cols})
	a.Diagonal(k, 0, 1).Fill(1)
	return a
}

// Identity returns the matrix with n rows and columns that has ones on its main
// diagonal and zeros elsewhere. It panics as [Zeros] does.
func Identity[T Number](n int) *Array[T] { return Eye[T](n, n, 0) }

// Tri returns a matrix with ones on and below a diagonal, which k names as for
// [Eye], and zeros above it. It panics as [Zeros] does.
func Tri[T Number](rows, cols, k int) *Array[T] {
	a := makeArray[T]("tri", []int{rows, cols})
	for i := range rows {
		ones := cols
		if k < cols { // else i+k+1 may overflow
			ones = min(max(i+k+1, 0), cols)
		}
		row := a.v.Data[i*cols:][:ones]
		for j := range row {
			row[j] = 1
		}
	}
	return a
}

// Meshgrid returns the coordinates of a grid, one array for each argument, as
// read-only views that repeat their argument along the other axes. As in
// NumPy, the first argument varies along the second axis (x to the right) and
// the second along the first (y downwards); from the third on, each varies
// along its own axis. [MeshgridIJ] does not exchange the first two.
//
// It panics with a *[ShapeError] if an argument has more than one axis.
func Meshgrid[T any](coords ...*Array[T]) []*Array[T] {
	swap := func(i int) int { return i }
	if len(coords) >= 2 {
		swap = func(i int) int {
			if i < 2 {
				return 1 - i
			}
			return i
		}
	}
	return meshgrid(coords, swap)
}

// MeshgridIJ is [Meshgrid] with argument i varying along axis i: element
// (i, j, ...) of the first result is element i of the first argument.
func MeshgridIJ[T any](coords ...*Array[T]) []*Array[T] {
	return meshgrid(coords, func(i int) int { return i })
}

// meshgrid returns the grid in which coordinate i varies along axis place(i).
func meshgrid[T any](coords []*Array[T], place func(int) int) []*Array[T] {
	shape := make([]int, len(coords))
	for i, c := range coords {
		if c == nil {
			panic(nilOperand("meshgrid", i+1))
		}
		if c.NDim() > 1 {
			panic(shapeError("meshgrid", c.v.Shape, fmt.Sprintf("coordinates %d have more than one axis", i)))
		}
		shape[place(i)] = c.Size()
	}
	grid := make([]*Array[T], len(coords))
	for i, c := range coords {
		// One axis for this coordinate and, after it, those that follow.
		along := make([]int, len(coords)-place(i))
		for k := range along {
			along[k] = 1
		}
		along[0] = c.Size()
		grid[i] = c.Reshape(along...).BroadcastTo(shape...)
	}
	return grid
}
