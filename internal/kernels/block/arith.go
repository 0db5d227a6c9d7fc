package block

import "unsafe"

// ptr shortens the signatures of kernels.
type ptr = unsafe.Pointer

// The kernels over all real kinds. Integers wrap as Go's do.

func add[T number](dst, a, b, _ ptr, n int) {
	d, x, y := view[T](dst, n), view[T](a, n), view[T](b, n)
	for i := range d {
		d[i] = x[i] + y[i]
	}
}

func sub[T number](dst, a, b, _ ptr, n int) {
	d, x, y := view[T](dst, n), view[T](a, n), view[T](b, n)
	for i := range d {
		d[i] = x[i] - y[i]
	}
}

func mul[T number](dst, a, b, _ ptr, n int) {
	d, x, y := view[T](dst, n), view[T](a, n), view[T](b, n)
	for i := range d {
		d[i] = T(x[i] * y[i])
	}
}

func square[T number](dst, a, _, _ ptr, n int) {
	d, x := view[T](dst, n), view[T](a, n)
	for i := range d {
		d[i] = T(x[i] * x[i])
	}
}

// The built-in min and max are minimum and maximum as the table means them: a
// NaN wins, and -0 is below +0.

func minimum[T number](dst, a, b, _ ptr, n int) {
	d, x, y := view[T](dst, n), view[T](a, n), view[T](b, n)
	for i := range d {
		d[i] = min(x[i], y[i])
	}
}

func maximum[T number](dst, a, b, _ ptr, n int) {
	d, x, y := view[T](dst, n), view[T](a, n), view[T](b, n)
	for i := range d {
		d[i] = max(x[i], y[i])
	}
}

func clip[T number](dst, a, b, c ptr, n int) {
	d, x, lo, hi := view[T](dst, n), view[T](a, n), view[T](b, n), view[T](c, n)
	for i := range d {
		d[i] = min(max(x[i], lo[i]), hi[i])
	}
}

// same copies: the value of operations that change nothing at this kind.
func same[T any](dst, a, _, _ ptr, n int) { copy(view[T](dst, n), view[T](a, n)) }
