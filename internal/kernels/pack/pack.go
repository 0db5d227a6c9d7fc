// Package pack moves elements between strided memory and blocks whose elements
// lie side by side. It knows elements by their size only, 1, 2, 4, 8 or 16
// bytes, and copies their bits; it serves kinds without pointers.
//
// Strides are in bytes, may be zero or negative, and are multiples of the
// element size. Pointers are formed to elements only, never past the end of
// the memory that holds them. A block and the strided memory do not overlap.
package pack

import "unsafe"

// word is the set of types that carry the bits of an element.
type word interface {
	uint8 | uint16 | uint32 | uint64 | [2]uint64
}

// badSize reports an element size that no kind has.
func badSize() { panic("nd: internal: pack: element size is not 1, 2, 4, 8 or 16") }

// Gather copies n elements at src, src+stride, ... to the block dst.
func Gather(dst, src unsafe.Pointer, stride, n int, size uintptr) {
	switch {
	case n <= 0:
	case stride == int(size):
		move(dst, src, n, size)
	case stride == 0:
		Fill(dst, src, n, size)
	default:
		switch size {
		case 1:
			gather[uint8](dst, src, stride, n)
		case 2:
			gather[uint16](dst, src, stride, n)
		case 4:
			gather[uint32](dst, src, stride, n)
		case 8:
			gather[uint64](dst, src, stride, n)
		case 16:
			gather[[2]uint64](dst, src, stride, n)
		default:
			badSize()
		}
	}
}

// Scatter copies the n elements of the block src to dst, dst+stride, ...
// With stride 0 the last element stays.
func Scatter(dst unsafe.Pointer, stride int, src unsafe.Pointer, n int, size uintptr) {
	switch {
	case n <= 0:
	case stride == int(size):
		move(dst, src, n, size)
	default:
		switch size {
		case 1:
			scatter[uint8](dst, stride, src, n)
		case 2:
			scatter[uint16](dst, stride, src, n)
		case 4:
			scatter[uint32](dst, stride, src, n)
		case 8:
			scatter[uint64](dst, stride, src, n)
		case 16:
			scatter[[2]uint64](dst, stride, src, n)
		default:
			badSize()
		}
	}
}

// Fill sets the n elements of the block dst to the element at src, which may
// be the first of them.
func Fill(dst, src unsafe.Pointer, n int, size uintptr) {
	if n <= 0 {
		return
	}
	switch size {
	case 1:
		fill[uint8](dst, src, n)
	case 2:
		fill[uint16](dst, src, n)
	case 4:
		fill[uint32](dst, src, n)
	case 8:
		fill[uint64](dst, src, n)
	case 16:
		fill[[2]uint64](dst, src, n)
	default:
		badSize()
	}
}

func move(dst, src unsafe.Pointer, n int, size uintptr) {
	copy(unsafe.Slice((*byte)(dst), n*int(size)), unsafe.Slice((*byte)(src), n*int(size)))
}

func gather[T word](dst, src unsafe.Pointer, stride, n int) {
	d := unsafe.Slice((*T)(dst), n)
	off := 0
	for i := range d {
		d[i] = *(*T)(unsafe.Add(src, off))
		off += stride
	}
}

func scatter[T word](dst unsafe.Pointer, stride int, src unsafe.Pointer, n int) {
	s := unsafe.Slice((*T)(src), n)
	off := 0
	for _, v := range s {
		*(*T)(unsafe.Add(dst, off)) = v
		off += stride
	}
}

func fill[T word](dst, src unsafe.Pointer, n int) {
	v := *(*T)(src)
	d := unsafe.Slice((*T)(dst), n)
	for i := range d {
		d[i] = v
	}
}
