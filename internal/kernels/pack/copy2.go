package pack

import "unsafe"

// Copy2 copies n0 rows of n1 elements: element j of row i is at
// src + i*s0 + j*s1 and goes to dst + i*d0 + j*d1. It finds the order of the
// loops that suits both sides; where both have their elements side by side, but
// along different axes, it transposes small squares in registers. The elements
// written are distinct.
func Copy2(dst unsafe.Pointer, d0, d1 int, src unsafe.Pointer, s0, s1, n0, n1 int, size uintptr) {
	copyBoth(dst, d0, d1, src, s0, s1, n0, n1, size, false)
}

// Copy2Far is Copy2 for a source that is not likely to be in a cache.
func Copy2Far(dst unsafe.Pointer, d0, d1 int, src unsafe.Pointer, s0, s1, n0, n1 int, size uintptr) {
	copyBoth(dst, d0, d1, src, s0, s1, n0, n1, size, true)
}

func copyBoth(dst unsafe.Pointer, d0, d1 int, src unsafe.Pointer, s0, s1, n0, n1 int, size uintptr, far bool) {
	if n0 <= 0 || n1 <= 0 {
		return
	}
	elem := int(size)
	if n0 == 1 {
		n0, n1 = n1, 1
		d0, d1 = d1, d0
		s0, s1 = s1, s0
	}
	if n1 == 1 {
		switch elem {
		case d0:
			Gather(dst, src, s0, n0, size)
			return
		case s0:
			Scatter(dst, d0, src, n0, size)
			return
		}
	}
	// From here on an inner loop goes along the first axis: the one with the
	// smaller steps, or the longer one if the other is very short.
	if n1 > 1 && (n0 <= 4 && n1 > 4 || (n1 > 4 || n0 <= 4) && (s0 == 0 || d0 == 0 || max(s0, -s0)+max(d0, -d0) > max(s1, -s1)+max(d1, -d1))) {
		n0, n1 = n1, n0
		d0, d1 = d1, d0
		s0, s1 = s1, s0
	}
	switch {
	case d0 == elem && s0 == elem && n0*elem >= 32:
		for j := range n1 {
			move(unsafe.Add(dst, j*d1), unsafe.Add(src, j*s1), n0, size)
		}
		return
	case d0 == elem && s0 == 0 && n0*elem >= 16:
		for j := range n1 {
			fillLong(unsafe.Add(dst, j*d1), unsafe.Add(src, j*s1), n0, elem)
		}
		return
	}
	// What squares leave over is a strip at the end of each axis.
	i, j := 0, 0
	switch {
	case s0 == elem && d1 == elem:
		i, j = squares(dst, src, d0, s1, n0, n1, elem, far)
	case d0 == elem && s1 == elem:
		j, i = squares(dst, src, d1, s0, n1, n0, elem, far)
	}
	if 0 < i && i < n0 {
		copy2(unsafe.Add(dst, i*d0), d0, d1, unsafe.Add(src, i*s0), s0, s1, n0-i, j, size)
	}
	if j < n1 {
		copy2(unsafe.Add(dst, j*d1), d0, d1, unsafe.Add(src, j*s1), s0, s1, n0, n1-j, size)
	}
}

func copy2(dst unsafe.Pointer, d0, d1 int, src unsafe.Pointer, s0, s1, n0, n1 int, size uintptr) {
	switch size {
	case 1:
		lines[uint8](dst, d0, d1, src, s0, s1, n0, n1)
	case 2:
		lines[uint16](dst, d0, d1, src, s0, s1, n0, n1)
	case 4:
		lines[uint32](dst, d0, d1, src, s0, s1, n0, n1)
	case 8:
		lines[uint64](dst, d0, d1, src, s0, s1, n0, n1)
	case 16:
		lines[[2]uint64](dst, d0, d1, src, s0, s1, n0, n1)
	default:
		badSize()
	}
}

// lines copies n1 lines of n0 elements, four lines at a time: where the
// elements of a line lie far apart on one side, those of four lines are likely
// to lie side by side.
func lines[T word](dst unsafe.Pointer, d0, d1 int, src unsafe.Pointer, s0, s1, n0, n1 int) {
	j := 0
	for ; j+4 <= n1; j += 4 {
		d, s := j*d1, j*s1
		for range n0 {
			*(*T)(unsafe.Add(dst, d)) = *(*T)(unsafe.Add(src, s))
			*(*T)(unsafe.Add(dst, d+d1)) = *(*T)(unsafe.Add(src, s+s1))
			*(*T)(unsafe.Add(dst, d+2*d1)) = *(*T)(unsafe.Add(src, s+2*s1))
			*(*T)(unsafe.Add(dst, d+3*d1)) = *(*T)(unsafe.Add(src, s+3*s1))
			d += d0
			s += s0
		}
	}
	d, s := j*d1, j*s1 // offsets, not yet addresses: there may be no line left
	switch n1 - j {
	case 3:
		for range n0 {
			*(*T)(unsafe.Add(dst, d)) = *(*T)(unsafe.Add(src, s))
			*(*T)(unsafe.Add(dst, d+d1)) = *(*T)(unsafe.Add(src, s+s1))
			*(*T)(unsafe.Add(dst, d+2*d1)) = *(*T)(unsafe.Add(src, s+2*s1))
			d += d0
			s += s0
		}
	case 2:
		for range n0 {
			*(*T)(unsafe.Add(dst, d)) = *(*T)(unsafe.Add(src, s))
			*(*T)(unsafe.Add(dst, d+d1)) = *(*T)(unsafe.Add(src, s+s1))
			d += d0
			s += s0
		}
	case 1:
		for range n0 {
			*(*T)(unsafe.Add(dst, d)) = *(*T)(unsafe.Add(src, s))
			d += d0
			s += s0
		}
	}
}

// fillLong sets the n elements at dst, which take 16 bytes or more, to the
// element at src. It writes 16 bytes at a time, the last ones over again.
func fillLong(dst, src unsafe.Pointer, n, size int) {
	var v [2]uint64
	switch size {
	case 1:
		v[0] = uint64(*(*uint8)(src)) * 0x0101010101010101
	case 2:
		v[0] = uint64(*(*uint16)(src)) * 0x0001000100010001
	case 4:
		v[0] = uint64(*(*uint32)(src)) * 0x0000000100000001
	case 8:
		v[0] = *(*uint64)(src)
	}
	v[1] = v[0]
	if size == 16 {
		v = *(*[2]uint64)(src)
	}
	last := n*size - 16
	for o := 0; o < last; o += 16 {
		*(*[2]uint64)(unsafe.Add(dst, o)) = v
	}
	*(*[2]uint64)(unsafe.Add(dst, last)) = v
}
