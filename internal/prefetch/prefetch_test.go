package prefetch

import (
	"testing"
	"unsafe"
)

// What is asked for need not be there, and any numbers will do.
func TestRows(t *testing.T) {
	var x [100]byte
	p := unsafe.Pointer(&x)
	for _, n := range []int{-1, 0, 1, 63, 64, 65, 1 << 12} {
		for _, rows := range []int{-1, 0, 1, 2, 17} {
			for _, stride := range []int{0, 8, -64, 1 << 20, 1 << 30} {
				Rows(p, n, rows, stride)
			}
		}
	}
}
