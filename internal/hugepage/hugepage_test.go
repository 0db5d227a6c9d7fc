package hugepage

import (
	"testing"
	"unsafe"
)

// The hint never changes what memory holds.
func TestAdvise(t *testing.T) {
	x := make([]byte, Threshold+5)
	for i := range x {
		x[i] = byte(i)
	}
	for _, skip := range []int{0, 1, 4095, 4096} {
		Advise(unsafe.Pointer(&x[skip]), uintptr(len(x)-skip))
	}
	Advise(nil, 0)
	for i := range x {
		if x[i] != byte(i) {
			t.Fatalf("byte %d changed", i)
		}
	}
}
