//go:build !purego

package pack

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

var hasTranspose = cpu.X86.HasAVX2

// squares transposes as much of n0 by n1 elements as squares cover, and returns
// how much that is on each axis. The source has n1 lines of n0 elements side by
// side, the destination n0 lines of n1.
func squares(dst, src unsafe.Pointer, dstLine, srcLine, n0, n1, size int, far bool) (m0, m1 int) {
	if !hasTranspose {
		return 0, 0
	}
	side := 8
	f := transpose1
	switch size {
	case 1:
	case 2:
		f = transpose2
	case 4:
		f = transpose4
	case 8:
		f, side = transpose8, 4
		if far {
			f = transpose8Far
		}
	default:
		return 0, 0
	}
	q0, q1 := n0/side, n1/side
	if q0 == 0 || q1 == 0 {
		return 0, 0
	}
	// From square to square, along the lines of the source and across them.
	dstAlong, srcAlong := side*dstLine, side*size
	dstAcross, srcAcross := side*size, side*srcLine
	if max(dstLine, -dstLine) > max(srcLine, -srcLine) {
		// It is the destination that is spread over memory: finish its lines.
		f(dst, src, dstLine, srcLine, q1, q0, dstAcross, srcAcross, dstAlong, srcAlong)
	} else {
		f(dst, src, dstLine, srcLine, q0, q1, dstAlong, srcAlong, dstAcross, srcAcross)
	}
	return q0 * side, q1 * side
}

// The functions in assembly transpose squares of 8 by 8 elements of 1, 2 or 4
// bytes, and of 4 by 4 elements of 8 bytes. A loop over inner squares, dstIn and
// srcIn apart, stands in a loop over outer of them, dstOut and srcOut apart.
// There is at least one square.

//go:noescape
func transpose1(dst, src unsafe.Pointer, dstLine, srcLine, inner, outer, dstIn, srcIn, dstOut, srcOut int)

//go:noescape
func transpose2(dst, src unsafe.Pointer, dstLine, srcLine, inner, outer, dstIn, srcIn, dstOut, srcOut int)

//go:noescape
func transpose4(dst, src unsafe.Pointer, dstLine, srcLine, inner, outer, dstIn, srcIn, dstOut, srcOut int)

//go:noescape
func transpose8(dst, src unsafe.Pointer, dstLine, srcLine, inner, outer, dstIn, srcIn, dstOut, srcOut int)

//go:noescape
func transpose8Far(dst, src unsafe.Pointer, dstLine, srcLine, inner, outer, dstIn, srcIn, dstOut, srcOut int)
