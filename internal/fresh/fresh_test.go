package fresh

import (
	"runtime"
	"testing"
	"unsafe"
	"weak"
)

func TestMake(t *testing.T) {
	type celsius float64
	type pair = [2]*int
	for _, n := range []int{0, 1, 127, 128, 1000, 1 << 16, 1 << 20} {
		if s := Make[celsius](n); len(s) != n || cap(s) != n {
			t.Errorf("%d elements: got %d of %d", n, len(s), cap(s))
		}
		if s := Make[complex128](n); len(s) != n || uintptr(unsafe.Pointer(unsafe.SliceData(s)))%unsafe.Alignof(s[:1][0]) != 0 {
			t.Errorf("%d complex numbers: got %d, at %p", n, len(s), s)
		}
		for i, p := range Make[pair](n) {
			if p != (pair{}) {
				t.Fatalf("element %d of %d with pointers is not zero", i, n)
			}
		}
	}
}

// The collector keeps the memory as long as there is a slice of any part of it,
// and no longer.
func TestMakeLives(t *testing.T) {
	const n = 1 << 16
	var parts [][]uint64
	for k := range uint64(50) {
		s := Make[uint64](n)
		for i := range s {
			s[i] = k
		}
		parts = append(parts, s[n-10:])
	}
	runtime.GC()
	for range 50 { // take what is free
		clear(Make[uint64](n))
	}
	for k, s := range parts {
		for _, v := range s {
			if v != uint64(k) {
				t.Fatalf("memory in use was given out again: %d instead of %d", v, k)
			}
		}
	}
	parts = nil

	s := Make[uint64](n)
	first := weak.Make(&s[0])
	runtime.GC()
	if first.Value() == nil {
		t.Error("memory in use was freed")
	}
	runtime.KeepAlive(s)
	for range 3 { // a stack that is scanned in haste may keep it once
		runtime.GC()
	}
	if first.Value() != nil {
		t.Error("memory that nobody has is still in use")
	}
}

func BenchmarkMake(b *testing.B) {
	for _, n := range []int{16, 128, 1000, 50_000, 1_000_000} {
		b.Run("fresh", func(b *testing.B) {
			b.SetBytes(int64(8 * n))
			for b.Loop() {
				Make[float64](n)
			}
		})
		b.Run("make", func(b *testing.B) {
			b.SetBytes(int64(8 * n))
			for b.Loop() {
				sink = make([]float64, n)
			}
		})
	}
}

var sink []float64
