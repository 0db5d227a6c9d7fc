package pack

import (
	"bytes"
	"testing"
	"unsafe"
)

func TestRepeat(t *testing.T) {
	for _, size := range []int{0, 1, 3, 8, 12, 24, 31, 32, 33, 63, 64, 65, 80, 95, 96, 97, 128, 160, 1000, 1200} {
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

func TestRepeatRows(t *testing.T) {
	for _, size := range []int{1, 24, 32, 40, 64, 72, 96, 100, 256, 700} {
		for _, count := range []int{1, 2, 5, 8} {
			for _, rows := range []int{0, 1, 2, 7} {
				const guard, gap = 0xAA, 5
				src := make([]byte, rows*(size+3)+1)
				for i := range src {
					src[i] = byte(7*i + 1)
				}
				step := size*count + gap
				dst := bytes.Repeat([]byte{guard}, rows*step+1)
				RepeatRows(unsafe.Pointer(unsafe.SliceData(dst)), unsafe.Pointer(unsafe.SliceData(src)), size, count, rows, step, size+3)
				var want []byte
				for r := range rows {
					want = append(want, bytes.Repeat(src[r*(size+3):][:size], count)...)
					want = append(want, bytes.Repeat([]byte{guard}, gap)...)
				}
				if want = append(want, guard); !bytes.Equal(dst, want) {
					t.Errorf("size %d, count %d, %d rows: got %x", size, count, rows, dst)
				}
			}
		}
	}
}
