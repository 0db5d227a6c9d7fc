package pack

import (
	"bytes"
	"testing"
	"unsafe"
)

func TestRepeat(t *testing.T) {
	for _, size := range []int{0, 1, 3, 8, 12, 24, 160, 1000} {
		for _, count := range []int{0, 1, 2, 3, 4, 5, 7, 8, 9, 31, 64} {
			src := make([]byte, size+1)
			for i := range src {
				src[i] = byte(7*i + 1)
			}
			const guard = 0xAA
			dst := bytes.Repeat([]byte{guard}, size*count+16)
			Repeat(unsafe.Pointer(unsafe.SliceData(dst)), unsafe.Pointer(unsafe.SliceData(src)), size, count)
			want := append(bytes.Repeat(src[:size], count), bytes.Repeat([]byte{guard}, 16)...)
			if !bytes.Equal(dst, want) {
				t.Errorf("size %d, count %d: got %x", size, count, dst)
			}
		}
	}
	all := []byte("abcde.........x")
	Repeat(unsafe.Pointer(&all[5]), unsafe.Pointer(&all[2]), 3, 3)
	if string(all) != "abcdecdecdecdex" {
		t.Errorf("got %s", all)
	}
}
