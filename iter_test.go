package nd

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// The lanes, the places of an axis, and the chunks each make up the array.
func TestParts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawView(t)
		if a.NDim() == 0 {
			return
		}
		axis := rapid.IntRange(-a.NDim(), a.NDim()-1).Draw(t, "axis")
		moved := a.MoveAxis(axis, -1)
		got := []int{}
		n := 0
		for lane := range a.Lanes(axis) {
			if lane.NDim() != 1 || lane.Len(0) != a.Len(axis) || lane.IsReadOnly() != a.IsReadOnly() {
				t.Fatalf("lane of shape %v", lane.Shape())
			}
			got = append(got, ordered(lane)...)
			n++
		}
		if want := ordered(moved); !slices.Equal(got, want) {
			t.Fatalf("lanes %v, want %v", got, want)
		}
		others := moved.Shape()
		others = others[:len(others)-1]
		if want := Zeros[int](others...).Size(); n != want {
			t.Fatalf("%d lanes, want %d", n, want)
		}

		places := []int{}
		got = []int{}
		for i, part := range a.Along(axis) {
			places = append(places, i)
			if !slices.Equal(part.Shape(), others) {
				t.Fatalf("a part of shape %v", part.Shape())
			}
			got = append(got, ordered(part)...)
		}
		if want := ordered(a.MoveAxis(axis, 0)); !slices.Equal(got, want) || !slices.Equal(places, Arange(0, a.Len(axis), 1).Data()) {
			t.Fatalf("along %v at %v, want %v", got, places, want)
		}
	})
}

func TestChunks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawView(t).Copy()
		lengths := make([]int, a.NDim())
		for i := range lengths {
			lengths[i] = rapid.SampledFrom([]int{-1, 1, 2, 3, 100}).Draw(t, "length")
		}
		seen := Zeros[int](a.Shape()...)
		for at, c := range a.Chunks(lengths...) {
			for k, n := range c.Shape() {
				if whole := lengths[k]; whole > 0 && n > whole || whole < 0 && n != a.Len(k) || n < whole && at[k]+n != a.Len(k) {
					t.Fatalf("chunk of shape %v at %v", c.Shape(), at)
				}
			}
			for idx, v := range c.Indexed() {
				for k := range idx {
					idx[k] += at[k]
				}
				if a.At(idx...) != v {
					t.Fatalf("chunk at %v", at)
				}
				seen.Set(seen.At(idx...)+1, idx...)
			}
		}
		for idx, n := range seen.Indexed() {
			if n != 1 {
				t.Fatalf("element %v came %d times", idx, n)
			}
		}
	})
	a := Zeros[int](2, 3)
	for _, lengths := range [][]int{nil, {1}, {1, 1, 1}, {0, 1}, {1, -2}} {
		refused[*ShapeError](t, func() { a.Chunks(lengths...) })
	}
	n := 0
	for _, c := range Zeros[int](3, 0).Chunks(2, -1) {
		assert.Zero(t, c.Size())
		n++
	}
	assert.Equal(t, 2, n)
	for range Zeros[int](3, 0).Chunks(2, 5) {
		t.Error("a chunk of nothing")
	}
	for at, c := range Scalar(7).Chunks() {
		assert.Empty(t, at)
		assert.Equal(t, 7, c.Item())
	}
}

func TestWindows(t *testing.T) {
	a := Arange(0, 12, 1).Reshape(3, 4)
	all := a.SlidingWindow([]int{2, 3})
	n := 0
	for at, w := range a.T().T().Windows(2, 3) {
		want := all.Slice(At(at[0]), At(at[1]))
		assert.Equal(t, want.Shape(), w.Shape())
		assert.Equal(t, ordered(want), ordered(w))
		assert.False(t, w.IsReadOnly())
		n++
	}
	assert.Equal(t, 4, n)
	for _, w := range a.AsReadOnly().Windows(1, 1) {
		assert.True(t, w.IsReadOnly())
	}
	n = 0
	for _, w := range a.Windows(0, 4) {
		assert.Equal(t, []int{0, 4}, w.Shape())
		assert.Empty(t, w.Elements())
		n++
	}
	assert.Equal(t, 4, n)
	for _, window := range [][]int{nil, {1}, {4, 1}, {-1, 1}} {
		refused[*ShapeError](t, func() { a.Windows(window...) })
	}
}

// Iterators stop when the loop does, and start anew each time.
func TestIteratorsStop(t *testing.T) {
	a := Arange(0, 12, 1).Reshape(3, 4)
	items, indexed, values, lanes, along, chunks, windows := a.Items(), a.Indexed(), a.Values(), a.Lanes(0), a.Along(0), a.Chunks(1, 1), a.Windows(2, 2)
	for range 2 {
		n := 0
		for idx, p := range items {
			assert.Equal(t, 0, *p)
			assert.Equal(t, []int{0, 0}, idx)
			n++
			break
		}
		for _, v := range indexed {
			assert.Equal(t, 0, v)
			n++
			break
		}
		for v := range values {
			assert.Equal(t, 0, v)
			n++
			break
		}
		for l := range lanes {
			assert.Equal(t, []int{0, 4, 8}, l.Elements())
			n++
			break
		}
		for i, l := range along {
			assert.Equal(t, 0, i)
			assert.Equal(t, []int{0, 1, 2, 3}, l.Elements())
			n++
			break
		}
		for _, c := range chunks {
			assert.Equal(t, 0, c.Item())
			n++
			break
		}
		for _, w := range windows {
			assert.Equal(t, []int{0, 1, 4, 5}, w.Elements())
			n++
			break
		}
		assert.Equal(t, 7, n)
	}
	refused[*ShapeError](t, func() { a.Lanes(2) })
	refused[*ShapeError](t, func() { a.Along(-3) })
	refused[*ShapeError](t, func() { Scalar(1).Lanes(0) })
}
