package pack

import (
	"bytes"
	"fmt"
	"testing"
	"unsafe"
)

// eachTranspose runs a test with and without squares in registers.
func eachTranspose(t *testing.T, f func(t *testing.T)) {
	have := hasTranspose
	defer func() { hasTranspose = have }()
	for _, with := range []bool{true, false} {
		if with && !have {
			continue
		}
		hasTranspose = with
		t.Run(fmt.Sprintf("transpose=%v", with), f)
	}
}

// TestCopy2 copies planes of all small sizes between layouts, inside guard
// bands.
func TestCopy2(t *testing.T) {
	eachTranspose(t, func(t *testing.T) {
		for _, size := range sizes {
			for _, n0 := range []int{0, 1, 2, 3, 4, 5, 7, 8, 9, 12, 16, 19, 33} {
				for _, n1 := range []int{0, 1, 2, 3, 4, 5, 7, 8, 9, 12, 16, 19, 33} {
					// Steps of the destination and of the source, in elements.
					for _, s := range [][4]int{
						{n1, 1, 1, n0},
						{1, n0, n1, 1},
						{n1 + 3, 1, 1, n0 + 2},
						{n1, 1, n1 + 5, 1},
						{n1, 1, 1, 0},
						{n1, 1, 0, 1},
						{n1, 1, 0, 0},
						{1, n0 + 1, 2*n1 + 1, 2},
						{2 * n1, 2, 1, n0},
						{-n1, 1, 1, -n0},
						{n1, -1, -1, n0},
					} {
						copy2Once(t, size, n0, n1, s)
					}
				}
			}
		}
	})
}

func copy2Once(t *testing.T, size, n0, n1 int, s [4]int) {
	t.Helper()
	place := func(a, b int) (at func(i, j int) int, n int) {
		low := min(0, (n0-1)*a) + min(0, (n1-1)*b)
		high := max(0, (n0-1)*a) + max(0, (n1-1)*b)
		return func(i, j int) int { return (i*a + j*b - low + 1) * size }, high - low + 3
	}
	to, n := place(s[0], s[1])
	dst := memory(n, size)
	for i := range dst {
		dst[i] = 0xEE
	}
	from, n := place(s[2], s[3])
	src := memory(n, size)
	want, kept := bytes.Clone(dst), bytes.Clone(src)
	for i := range n0 {
		for j := range n1 {
			copy(want[to(i, j):][:size], src[from(i, j):])
		}
	}
	f := Copy2
	if far := (n0+n1)%2 == 0; far {
		f = Copy2Far
	}
	f(unsafe.Pointer(&dst[to(0, 0)]), s[0]*size, s[1]*size, unsafe.Pointer(&src[from(0, 0)]), s[2]*size, s[3]*size, n0, n1, uintptr(size))
	if !bytes.Equal(dst, want) {
		t.Fatalf("size %d, %d x %d, steps %v: wrong", size, n0, n1, s)
	}
	if !bytes.Equal(src, kept) {
		t.Fatalf("size %d, %d x %d, steps %v: source written to", size, n0, n1, s)
	}
}

func BenchmarkCopy2(b *testing.B) {
	const n0, n1, far = 32, 256, 1000
	for _, size := range sizes {
		src, dst := memory(n1*far, size), memory(n0*n1, size)
		for _, with := range []bool{true, false} {
			b.Run(fmt.Sprintf("%d/transpose=%v", size, with), func(b *testing.B) {
				defer func(have bool) { hasTranspose = have }(hasTranspose)
				hasTranspose = hasTranspose && with
				for b.Loop() {
					Copy2(unsafe.Pointer(&dst[0]), n1*size, size, unsafe.Pointer(&src[0]), size, far*size, n0, n1, uintptr(size))
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/(n0*n1), "ns/elem")
			})
		}
	}
}
