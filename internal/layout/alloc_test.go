package layout

import "testing"

// What an evaluation calls each time must not allocate; views may, once.
func TestAllocations(t *testing.T) {
	a, b, row := []int{3, 4}, []int{3, 4}, []int{4}
	l := New([]int{30, 40, 3})
	shifted := mustSlice(t, l, "1:, 1:")
	part := mustSlice(t, l, ":-1, :-1")
	index := []Item{{Kind: Index, Index: 2}, All()}
	var dst [8]int
	fail := func(err error) {
		if err != nil {
			panic(err)
		}
	}
	for _, c := range []struct {
		name string
		want float64
		f    func()
	}{
		{"Broadcast of equal shapes", 0, func() { _, err := Broadcast("op", a, b); fail(err) }},
		{"Broadcast to one of the shapes", 0, func() { _, err := Broadcast("op", row, a, nil); fail(err) }},
		{"BroadcastInto", 0, func() { _, err := BroadcastInto(dst[:], "op", row, a); fail(err) }},
		{"BroadcastStrides", 0, func() { BroadcastStrides(dst[:0], row, l.Strides[2:], a) }},
		{"BroadcastTo the same shape", 0, func() { _, err := l.BroadcastTo("op", l.Shape); fail(err) }},
		{"CheckShape", 0, func() { _, err := CheckShape("op", a, 8); fail(err) }},
		{"CheckBounds", 0, func() { fail(CheckBounds("op", l.Shape, l.Strides, 0, 3600)) }},
		{"Overlap", 0, func() { Overlap(shifted, part) }},
		{"OverlapBytes", 0, func() { OverlapBytes(shifted, 1<<20, 8, part, 1<<20, 4) }},
		{"SelfOverlap", 0, func() { SelfOverlap(part) }},
		{"Extent", 0, func() { Extent(part) }},
		{"New", 1, func() { New(a) }},
		{"Slice", 1, func() { _, err := l.Slice("op", index); fail(err) }},
		{"Transpose", 1, func() { _, err := l.Transpose("op", nil); fail(err) }},
		{"Flip", 1, func() { _, err := l.Flip("op", nil); fail(err) }},
		{"Reshape", 1, func() { l.Reshape(row[:1:1]) }},
	} {
		if got := testing.AllocsPerRun(100, c.f); got > c.want {
			t.Errorf("%s: %v allocations, want %v", c.name, got, c.want)
		}
	}
}
