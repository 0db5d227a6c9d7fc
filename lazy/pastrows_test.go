package lazy

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ndgo/nd/zip"
)

// Rows stored past the cache are as others, wherever lines begin in them, and
// nothing beside them is written.
func TestPastRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 12 {
		cols := 900 + rng.IntN(300)
		testPastRows[float64](t, rng, cols, cols+rng.IntN(3))
		testPastRows[float32](t, rng, 2*cols, 2*cols+rng.IntN(3))
		testPastRows[float32](t, rng, 1000, 1000)
	}
}

func testPastRows[T float32 | float64](t *testing.T, rng *rand.Rand, cols, pitch int) {
	const rows = 400
	x := make([]T, rows*cols)
	for i := range x {
		x[i] = T(rng.Float64())
	}
	view := func(data []T, pitch, offset int) zip.View[T] {
		return zip.View[T]{Data: data, Shape: []int{rows, cols}, Strides: []int{pitch, 1}, Offset: offset}
	}
	c := From(view(x, cols, 0))
	o := c.Over(1).KeepDims()
	standard := c.Sub(o.Mean()).Div(o.Std(0))
	for _, e := range []Chain{standard, c.Sub(o.Max()).Exp().Div(c.Sub(o.Max()).Exp().Over(1).KeepDims().Sum())} {
		offset := rng.IntN(20)
		got, want := make([]T, rows*pitch+40), make([]T, rows*pitch+40)
		for i := range got {
			got[i], want[i] = -7, -7
		}
		if err := EvalInto(e, zip.Viewer[T](view(want, pitch, offset))); err != nil {
			t.Fatal(err)
		}
		// What is new is written past the cache.
		v := view(got, pitch, offset)
		if err := EvalNew(e, &v); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("rows of %d, %d apart, from %d on: differ", cols, pitch, offset)
		}
	}
	// In place, each element is to be computed once.
	want := make([]T, len(x))
	if err := EvalInto(standard, zip.Viewer[T](view(want, cols, 0))); err != nil {
		t.Fatal(err)
	}
	v := view(x, cols, 0)
	if err := EvalNew(standard, &v); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(x, want) {
		t.Fatalf("rows of %d in place: differ", cols)
	}
}
