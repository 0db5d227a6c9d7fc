package pack

import (
	"bytes"
	"fmt"
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

func TestPlane(t *testing.T) {
	type plane struct{ n0, s0, n1, s1, base int }
	var planes []plane
	for _, n0 := range []int{0, 1, 2, 15, 16, 17, 33} {
		for _, n1 := range []int{0, 1, 3, 7, 8, 9, 20} {
			planes = append(planes,
				plane{n0, n1, n1, 1, 0},                                          // rows
				plane{n0, 1, n1, n0, 0},                                          // transposed
				plane{n0, -1, n1, n0, max(n0-1, 0)},                              // and reversed
				plane{n0, 2, n1, -2 * n0, 2 * n0 * max(n1-1, 0)},                 // with gaps
				plane{n0, n1, n1, -1, max(n1-1, 0)},                              // rows reversed
				plane{n0, -2 * n1, n1, 2, 2 * max(n1, 1) * max(max(n0-1, 0), 0)}, // upside down
			)
		}
	}
	for _, size := range sizes {
		for _, p := range planes {
			src := memory(4*33*20, size)
			dst := memory(p.n0*p.n1+2, size)
			want := bytes.Clone(dst)
			for i := range p.n0 {
				for j := range p.n1 {
					copy(want[(1+i*p.n1+j)*size:][:size], src[(p.base+i*p.s0+j*p.s1)*size:])
				}
			}
			Gather2(unsafe.Pointer(&dst[size]), unsafe.Pointer(&src[p.base*size]), p.n0, p.s0*size, p.n1, p.s1*size, uintptr(size))
			if !bytes.Equal(dst, want) {
				t.Fatalf("Gather2: size %d, %+v: wrong", size, p)
			}
			for i := range dst {
				dst[i] ^= 0xff
			}
			after := bytes.Clone(src)
			for i := range p.n0 {
				for j := range p.n1 {
					copy(after[(p.base+i*p.s0+j*p.s1)*size:][:size], dst[(1+i*p.n1+j)*size:])
				}
			}
			Scatter2(unsafe.Pointer(&src[p.base*size]), p.n0, p.s0*size, p.n1, p.s1*size, unsafe.Pointer(&dst[size]), uintptr(size))
			if !bytes.Equal(src, after) {
				t.Fatalf("Scatter2: size %d, %+v: wrong", size, p)
			}
		}
	}
}

// The broadcast rows of an image: stride 0 in either place.
func TestPlaneBroadcast(t *testing.T) {
	src := memory(9, 4)
	for _, p := range []struct{ s0, s1 int }{{0, 4}, {4, 0}, {0, 0}} {
		dst := memory(81, 4)
		Gather2(unsafe.Pointer(&dst[0]), unsafe.Pointer(&src[0]), 9, p.s0, 9, p.s1, 4)
		for i := range 9 {
			for j := range 9 {
				if e := i*p.s0 + j*p.s1; !bytes.Equal(dst[(i*9+j)*4:][:4], src[e:e+4]) {
					t.Fatalf("strides %d, %d: wrong at %d, %d", p.s0, p.s1, i, j)
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

func BenchmarkGather2(b *testing.B) {
	for _, size := range sizes {
		for _, n := range []int{1000, 1024} {
			b.Run(fmt.Sprintf("size=%d/transposed=%d", size, n), func(b *testing.B) {
				src := memory(n*n, size)
				rows := 16384 / n / size
				dst := memory(rows*n, size)
				b.SetBytes(int64(rows * n * size))
				for k := range b.N {
					i := k * rows % (n - rows)
					Gather2(unsafe.Pointer(&dst[0]), unsafe.Pointer(&src[i*size]), rows, size, n, n*size, uintptr(size))
				}
			})
		}
	}
}
