package block

import "math"

// The kernels over complex numbers, which lie in a block as pairs of floats.
// The built-in product is not used: the compiler may contract it.

func complexMul[T float](dst, a, b, _ ptr, n int) {
	d, x, y := view[[2]T](dst, n), view[[2]T](a, n), view[[2]T](b, n)
	for i := range d {
		u, v := x[i], y[i]
		d[i] = [2]T{T(u[0]*v[0]) - T(u[1]*v[1]), T(u[0]*v[1]) + T(u[1]*v[0])}
	}
}

func conj[U uint32 | uint64](dst, a, _, _ ptr, n int) {
	d, x := view[[2]U](dst, n), view[[2]U](a, n)
	for i := range d {
		v := x[i]
		d[i] = [2]U{v[0], v[1] ^ signOf[U]()}
	}
}

// part copies the real parts, for k 0, or the imaginary parts, for k 1.
func part[U uint32 | uint64](dst, a ptr, k, n int) {
	d, x := view[U](dst, n), view[[2]U](a, n)
	for i := range d {
		d[i] = x[i][k&1]
	}
}

func complexIsNaN[T float](dst, a, _, _ ptr, n int) {
	d, x := view[uint8](dst, n), view[[2]T](a, n)
	for i := range d {
		v := x[i]
		d[i] = one[uint8](v[0] != v[0]) | one[uint8](v[1] != v[1])
	}
}

func complexIsInf[T float](dst, a, _, _ ptr, n int) {
	d, x := view[uint8](dst, n), view[[2]T](a, n)
	inf := T(math.Inf(1))
	for i := range d {
		v := x[i]
		d[i] = one[uint8](max(v[0], -v[0]) == inf) | one[uint8](max(v[1], -v[1]) == inf)
	}
}

func complexIsFinite[T float](dst, a, _, _ ptr, n int) {
	d, x := view[uint8](dst, n), view[[2]T](a, n)
	for i := range d {
		v := x[i]
		d[i] = one[uint8](v[0]-v[0] == 0) & one[uint8](v[1]-v[1] == 0)
	}
}

func complexEqual[T float](dst, a, b, _ ptr, n int) {
	d, x, y := view[uint8](dst, n), view[[2]T](a, n), view[[2]T](b, n)
	for i := range d {
		u, v := x[i], y[i]
		d[i] = one[uint8](u[0] == v[0]) & one[uint8](u[1] == v[1])
	}
}

func complexNotEqual[T float](dst, a, b, _ ptr, n int) {
	d, x, y := view[uint8](dst, n), view[[2]T](a, n), view[[2]T](b, n)
	for i := range d {
		u, v := x[i], y[i]
		d[i] = one[uint8](u[0] != v[0]) | one[uint8](u[1] != v[1])
	}
}

// notZero is 1 for a complex number that is not zero.
func notZero[T float](v [2]T) uint8 { return one[uint8](v[0] != 0) | one[uint8](v[1] != 0) }

func complexLogicalNot[T float](dst, a, _, _ ptr, n int) {
	d, x := view[uint8](dst, n), view[[2]T](a, n)
	for i := range d {
		d[i] = notZero(x[i]) ^ 1
	}
}

func complexLogicalAnd[T float](dst, a, b, _ ptr, n int) {
	d, x, y := view[uint8](dst, n), view[[2]T](a, n), view[[2]T](b, n)
	for i := range d {
		d[i] = notZero(x[i]) & notZero(y[i])
	}
}

func complexLogicalOr[T float](dst, a, b, _ ptr, n int) {
	d, x, y := view[uint8](dst, n), view[[2]T](a, n), view[[2]T](b, n)
	for i := range d {
		d[i] = notZero(x[i]) | notZero(y[i])
	}
}

func complexLogicalXor[T float](dst, a, b, _ ptr, n int) {
	d, x, y := view[uint8](dst, n), view[[2]T](a, n), view[[2]T](b, n)
	for i := range d {
		d[i] = notZero(x[i]) ^ notZero(y[i])
	}
}
