package block

// The comparisons, and the logic that takes any number for a truth value. They
// write bools, one byte each. Reading them back, nothing but 0 is false.

func equal[T number](dst, a, b, _ ptr, n int) {
	d, x, y := view[bool](dst, n), view[T](a, n), view[T](b, n)
	for i := range d {
		d[i] = x[i] == y[i]
	}
}

func notEqual[T number](dst, a, b, _ ptr, n int) {
	d, x, y := view[bool](dst, n), view[T](a, n), view[T](b, n)
	for i := range d {
		d[i] = x[i] != y[i]
	}
}

func less[T number](dst, a, b, _ ptr, n int) {
	d, x, y := view[bool](dst, n), view[T](a, n), view[T](b, n)
	for i := range d {
		d[i] = x[i] < y[i]
	}
}

func lessEqual[T number](dst, a, b, _ ptr, n int) {
	d, x, y := view[bool](dst, n), view[T](a, n), view[T](b, n)
	for i := range d {
		d[i] = x[i] <= y[i]
	}
}

func greater[T number](dst, a, b, _ ptr, n int) { less[T](dst, b, a, nil, n) }

func greaterEqual[T number](dst, a, b, _ ptr, n int) { lessEqual[T](dst, b, a, nil, n) }

func logicalNot[T number](dst, a, _, _ ptr, n int) {
	d, x := view[bool](dst, n), view[T](a, n)
	for i := range d {
		d[i] = x[i] == 0
	}
}

// The operators && and || would branch, so the truth values are joined as
// numbers.

func logicalAnd[T number](dst, a, b, _ ptr, n int) {
	d, x, y := view[uint8](dst, n), view[T](a, n), view[T](b, n)
	for i := range d {
		d[i] = one[uint8](x[i] != 0) & one[uint8](y[i] != 0)
	}
}

func logicalOr[T number](dst, a, b, _ ptr, n int) {
	d, x, y := view[uint8](dst, n), view[T](a, n), view[T](b, n)
	for i := range d {
		d[i] = one[uint8](x[i] != 0) | one[uint8](y[i] != 0)
	}
}

func logicalXor[T number](dst, a, b, _ ptr, n int) {
	d, x, y := view[uint8](dst, n), view[T](a, n), view[T](b, n)
	for i := range d {
		d[i] = one[uint8](x[i] != 0) ^ one[uint8](y[i] != 0)
	}
}

// Bools compare as 0 and 1.

func boolEqual(dst, a, b, _ ptr, n int) {
	d, x, y := view[bool](dst, n), view[uint8](a, n), view[uint8](b, n)
	for i := range d {
		d[i] = one[uint8](x[i] != 0) == one[uint8](y[i] != 0)
	}
}

func boolLess(dst, a, b, _ ptr, n int) {
	d, x, y := view[uint8](dst, n), view[uint8](a, n), view[uint8](b, n)
	for i := range d {
		d[i] = one[uint8](x[i] == 0) & one[uint8](y[i] != 0)
	}
}

func boolLessEqual(dst, a, b, _ ptr, n int) {
	d, x, y := view[uint8](dst, n), view[uint8](a, n), view[uint8](b, n)
	for i := range d {
		d[i] = one[uint8](x[i] == 0) | one[uint8](y[i] != 0)
	}
}

func boolGreater(dst, a, b, _ ptr, n int) { boolLess(dst, b, a, nil, n) }

func boolGreaterEqual(dst, a, b, _ ptr, n int) { boolLessEqual(dst, b, a, nil, n) }
