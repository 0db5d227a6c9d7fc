package pack

import (
	"bytes"
	"testing"
	"unsafe"
)

// memory returns n elements of the given size with bytes that tell them apart.
// It is made of 16-byte elements so that every size is aligned.
func memory(n, size int) []byte {
	m := make([][2]uint64, n*size/16+1)
	b := unsafe.Slice((*byte)(unsafe.Pointer(&m[0])), n*size)
	for i := range b {
		b[i] = byte(i*7 + i>>8)
	}
	return b
}

var sizes = []int{1, 2, 4, 8, 16}

func TestGatherScatter(t *testing.T) {
	for _, size := range sizes {
		for _, step := range []int{1, 0, -1, 2, 3, -2, 7} {
			for n := range 40 {
				base := 0
				if step < 0 {
					base = -step * max(n-1, 0)
				}
				src := memory(8*40, size)
				at := func(i int) []byte { e := (base + i*step) * size; return src[e : e+size] }
				dst := memory(n+2, size)
				guard := bytes.Clone(dst)
				Gather(unsafe.Pointer(&dst[size]), unsafe.Pointer(&src[base*size]), step*size, n, uintptr(size))
				for i := range n {
					copy(guard[(i+1)*size:], at(i))
				}
				if !bytes.Equal(dst, guard) {
					t.Fatalf("Gather: size %d, step %d, n %d: wrong", size, step, n)
				}
				if step == 0 {
					continue
				}
				want := bytes.Clone(src)
				block := bytes.Clone(dst)
				for i := range block {
					block[i] ^= 0xff
				}
				for i := range n {
					copy(want[(base+i*step)*size:][:size], block[(i+1)*size:])
				}
				Scatter(unsafe.Pointer(&src[base*size]), step*size, unsafe.Pointer(&block[size]), n, uintptr(size))
				if !bytes.Equal(src, want) {
					t.Fatalf("Scatter: size %d, step %d, n %d: wrong", size, step, n)
				}
			}
		}
	}
}

func TestFill(t *testing.T) {
	for _, size := range sizes {
		dst := memory(12, size)
		want := bytes.Clone(dst)
		for i := range 10 {
			copy(want[(i+1)*size:][:size], want[size:])
		}
		Fill(unsafe.Pointer(&dst[size]), unsafe.Pointer(&dst[size]), 10, uintptr(size))
		if !bytes.Equal(dst, want) {
			t.Fatalf("size %d: wrong", size)
		}
	}
}
