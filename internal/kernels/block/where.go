package block

// The selections. On data without a pattern a branch is mispredicted half of
// the time, which costs ten times the selection; so the condition becomes a
// mask of all ones or all zeros, whatever the compiler thinks of the code.

// where selects by size of the element; floats and complex64 are moved as the
// integers of their size, which keeps the bits of a NaN.
func where[U unsigned](dst, a, b, c ptr, n int) {
	d, m, x, y := view[U](dst, n), view[uint8](a, n), view[U](b, n), view[U](c, n)
	for i := range d {
		v := y[i]
		d[i] = v ^ (x[i]^v)&-U(one[uint8](m[i] != 0))
	}
}

// where2 is where for complex128.
func where2(dst, a, b, c ptr, n int) {
	d, m, x, y := view[[2]uint64](dst, n), view[uint8](a, n), view[[2]uint64](b, n), view[[2]uint64](c, n)
	for i := range d {
		mask := -uint64(one[uint8](m[i] != 0))
		u, v := x[i], y[i]
		d[i] = [2]uint64{v[0] ^ (u[0]^v[0])&mask, v[1] ^ (u[1]^v[1])&mask}
	}
}

// boolWhere differs from where[uint8] in that it writes only 0 and 1.
func boolWhere(dst, a, b, c ptr, n int) {
	d, m, x, y := view[bool](dst, n), view[uint8](a, n), view[uint8](b, n), view[uint8](c, n)
	for i := range d {
		v := y[i]
		d[i] = v^(x[i]^v)&-one[uint8](m[i] != 0) != 0
	}
}

func whereOfSize(size uintptr) Func {
	switch size {
	case 1:
		return where[uint8]
	case 2:
		return where[uint16]
	case 4:
		return where[uint32]
	}
	return where[uint64]
}
