package block

// The kernels over integers.

func neg[T integer](dst, a, _, _ ptr, n int) {
	d, x := view[T](dst, n), view[T](a, n)
	for i := range d {
		d[i] = -x[i]
	}
}

func intAbs[T signed](dst, a, _, _ ptr, n int) {
	d, x := view[T](dst, n), view[T](a, n)
	for i := range d {
		d[i] = max(x[i], -x[i]) // the least value is its own negative
	}
}

func sign[T integer](dst, a, _, _ ptr, n int) {
	d, x := view[T](dst, n), view[T](a, n)
	for i := range d {
		d[i] = one[T](x[i] > 0) - one[T](x[i] < 0)
	}
}

// one is 1 for true: the form that compiles to an instruction, not a branch.
func one[T integer](b bool) T {
	if b {
		return 1
	}
	return 0
}

func intReciprocal[T integer](dst, a, _, _ ptr, n int) {
	d, x := view[T](dst, n), view[T](a, n)
	for i := range d {
		v := x[i]
		// Only 1 and -1 have an integer reciprocal that is not 0. For unsigned
		// kinds ^0, the largest value, is not -1: its product with itself is 1
		// by wrapping only.
		d[i] = v & -one[T](v == 1 || v == ^T(0) && v < 0)
	}
}

// A quotient by zero is 0, a remainder by zero too: kernels are total. The
// quotient of the least value and -1 wraps, as Go's does.

func intDiv[T integer](dst, a, b, _ ptr, n int) {
	d, x, y := view[T](dst, n), view[T](a, n), view[T](b, n)
	for i := range d {
		if v := y[i]; v != 0 {
			d[i] = x[i] / v
		} else {
			d[i] = 0
		}
	}
}

func intRem[T integer](dst, a, b, _ ptr, n int) {
	d, x, y := view[T](dst, n), view[T](a, n), view[T](b, n)
	for i := range d {
		if v := y[i]; v != 0 {
			d[i] = x[i] % v
		} else {
			d[i] = 0
		}
	}
}

func intFloorDiv[T signed](dst, a, b, _ ptr, n int) {
	d, x, y := view[T](dst, n), view[T](a, n), view[T](b, n)
	for i := range d {
		u, v := x[i], y[i]
		if v == 0 {
			d[i] = 0
			continue
		}
		q := u / v
		r := u - q*v
		d[i] = q - one[T](r^v < 0)&one[T](r != 0)
	}
}

func intMod[T signed](dst, a, b, _ ptr, n int) {
	d, x, y := view[T](dst, n), view[T](a, n), view[T](b, n)
	for i := range d {
		u, v := x[i], y[i]
		if v == 0 {
			d[i] = 0
			continue
		}
		r := u % v
		d[i] = r + v&-(one[T](r^v < 0)&one[T](r != 0))
	}
}

// intPow multiplies by squaring; products wrap, so any order gives the same.
// A negative exponent gives 0.
func intPow[T integer](dst, a, b, _ ptr, n int) {
	d, x, y := view[T](dst, n), view[T](a, n), view[T](b, n)
	for i := range d {
		u, e := x[i], y[i]
		if e < 0 {
			d[i] = 0
			continue
		}
		v := T(1)
		for ; e != 0; e >>= 1 {
			if e&1 != 0 {
				v *= u
			}
			u *= u
		}
		d[i] = v
	}
}

func not[T integer](dst, a, _, _ ptr, n int) {
	d, x := view[T](dst, n), view[T](a, n)
	for i := range d {
		d[i] = ^x[i]
	}
}

func and[T integer](dst, a, b, _ ptr, n int) {
	d, x, y := view[T](dst, n), view[T](a, n), view[T](b, n)
	for i := range d {
		d[i] = x[i] & y[i]
	}
}

func or[T integer](dst, a, b, _ ptr, n int) {
	d, x, y := view[T](dst, n), view[T](a, n), view[T](b, n)
	for i := range d {
		d[i] = x[i] | y[i]
	}
}

func xor[T integer](dst, a, b, _ ptr, n int) {
	d, x, y := view[T](dst, n), view[T](a, n), view[T](b, n)
	for i := range d {
		d[i] = x[i] ^ y[i]
	}
}

func andNot[T integer](dst, a, b, _ ptr, n int) {
	d, x, y := view[T](dst, n), view[T](a, n), view[T](b, n)
	for i := range d {
		d[i] = x[i] &^ y[i]
	}
}

// A shift count converted to uint64 is huge when it was negative: the shift
// then gives 0, or the sign everywhere, as for any count beyond the width.

func shl[T integer](dst, a, b, _ ptr, n int) {
	d, x, y := view[T](dst, n), view[T](a, n), view[T](b, n)
	for i := range d {
		d[i] = x[i] << uint64(y[i])
	}
}

func shr[T integer](dst, a, b, _ ptr, n int) {
	d, x, y := view[T](dst, n), view[T](a, n), view[T](b, n)
	for i := range d {
		d[i] = x[i] >> uint64(y[i])
	}
}
