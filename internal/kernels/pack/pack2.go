package pack

import "unsafe"

// When the step from row to row is smaller than the step along a row, as in a
// transposed array, going along the rows would touch a new cache line at each
// element and come back to it only after the whole row. Gather2 and Scatter2
// then go down the columns, in tiles of this size: so small that the lines of
// both sides survive until they are used up, also where the rows are a power of
// two apart and compete for the same places in the cache.
const (
	tileRows = 16
	tileCols = 8
)

// Gather2 copies n0 rows of n1 elements to the block dst. Element (i, j) is at
// src + i*s0 + j*s1 and goes to place i*n1+j.
func Gather2(dst, src unsafe.Pointer, n0, s0, n1, s1 int, size uintptr) {
	if n0 <= 0 || n1 <= 0 {
		return
	}
	if !columns(n0, s0, n1, s1) {
		for i := range n0 {
			Gather(unsafe.Add(dst, i*n1*int(size)), unsafe.Add(src, i*s0), s1, n1, size)
		}
		return
	}
	switch size {
	case 1:
		gather2[uint8](dst, src, n0, s0, n1, s1)
	case 2:
		gather2[uint16](dst, src, n0, s0, n1, s1)
	case 4:
		gather2[uint32](dst, src, n0, s0, n1, s1)
	case 8:
		gather2[uint64](dst, src, n0, s0, n1, s1)
	case 16:
		gather2[[2]uint64](dst, src, n0, s0, n1, s1)
	default:
		badSize()
	}
}

// Scatter2 copies the block src to n0 rows of n1 elements: place i*n1+j goes
// to dst + i*s0 + j*s1. The elements written are distinct.
func Scatter2(dst unsafe.Pointer, n0, s0, n1, s1 int, src unsafe.Pointer, size uintptr) {
	if n0 <= 0 || n1 <= 0 {
		return
	}
	if !columns(n0, s0, n1, s1) {
		for i := range n0 {
			Scatter(unsafe.Add(dst, i*s0), s1, unsafe.Add(src, i*n1*int(size)), n1, size)
		}
		return
	}
	switch size {
	case 1:
		scatter2[uint8](dst, n0, s0, n1, s1, src)
	case 2:
		scatter2[uint16](dst, n0, s0, n1, s1, src)
	case 4:
		scatter2[uint32](dst, n0, s0, n1, s1, src)
	case 8:
		scatter2[uint64](dst, n0, s0, n1, s1, src)
	case 16:
		scatter2[[2]uint64](dst, n0, s0, n1, s1, src)
	default:
		badSize()
	}
}

// columns reports whether a walk down the columns is the better one. A stride
// of 0 counts as large: such rows are all the same line, and filling runs of
// the block is fastest along the row.
func columns(n0, s0, n1, s1 int) bool {
	s0, s1 = max(s0, -s0), max(s1, -s1)
	return n0 > 1 && n1 > 1 && s0 != 0 && s0 < s1
}

func gather2[T word](dst, src unsafe.Pointer, n0, s0, n1, s1 int) {
	d := unsafe.Slice((*T)(dst), n0*n1)
	for j0 := 0; j0 < n1; j0 += tileCols {
		j1 := min(j0+tileCols, n1)
		for i0 := 0; i0 < n0; i0 += tileRows {
			i1 := min(i0+tileRows, n0)
			for j := j0; j < j1; j++ {
				off := i0*s0 + j*s1
				for k := i0*n1 + j; k < i1*n1; k += n1 {
					d[k] = *(*T)(unsafe.Add(src, off))
					off += s0
				}
			}
		}
	}
}

func scatter2[T word](dst unsafe.Pointer, n0, s0, n1, s1 int, src unsafe.Pointer) {
	s := unsafe.Slice((*T)(src), n0*n1)
	for j0 := 0; j0 < n1; j0 += tileCols {
		j1 := min(j0+tileCols, n1)
		for i0 := 0; i0 < n0; i0 += tileRows {
			i1 := min(i0+tileRows, n0)
			for j := j0; j < j1; j++ {
				off := i0*s0 + j*s1
				for k := i0*n1 + j; k < i1*n1; k += n1 {
					*(*T)(unsafe.Add(dst, off)) = s[k]
					off += s0
				}
			}
		}
	}
}
