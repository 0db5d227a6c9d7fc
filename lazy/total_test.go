package lazy_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/ndgo/nd/lazy"
	"github.com/ndgo/nd/zip"
)

// Totals are what chains come to.
func TestTotals(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	totals(t, rng, func() float64 { return rng.NormFloat64() })
	totals(t, rng, func() float32 { return float32(rng.NormFloat64()) })
	totals(t, rng, rng.Int64)
	totals(t, rng, func() uint8 { return uint8(rng.Uint32()) })
	totals(t, rng, func() temperature { return temperature(rng.NormFloat64()) })
	totals(t, rng, func() complex64 { return complex(float32(rng.NormFloat64()), 1) })
}

type temperature float64

func totals[T comparable](t *testing.T, rng *rand.Rand, value func() T) {
	t.Helper()
	for range 12 {
		n := 1 + rng.IntN(10000)
		data := make([]T, n)
		for i := range data {
			data[i] = value()
		}
		views := []zip.View[T]{
			{Data: data, Shape: []int{n}, Strides: []int{1}},
			{Data: data, Shape: []int{1, n / 2}, Strides: []int{0, 2}, Offset: n % 2},
			{Data: data, Shape: []int{n}, Strides: []int{-1}, Offset: n - 1},
			{Data: data, Shape: []int{}, Strides: []int{}, Offset: n / 2},
			{Data: data, Shape: []int{0, 3}, Strides: []int{3, 1}, Offset: n / 2},
			{Data: data, Shape: []int{n + 1}, Strides: []int{1}},
			{Data: data, Shape: []int{n}, Strides: []int{1}, Offset: math.MaxInt},
		}
		for i := range views {
			v := &views[i]
			for r := lazy.ReduceSum; r <= lazy.ReduceLogSumExp; r++ {
				for _, arg := range []float64{0, 1, 0.5} {
					same(t, v, r, arg, func(c lazy.Chain) (T, error) { return lazy.Value[T](c) })
					same(t, v, r, arg, func(c lazy.Chain) (bool, error) { return lazy.Value[bool](c) })
				}
			}
		}
	}
}

func same[T, R comparable](t *testing.T, v *zip.View[T], r lazy.Reduction, arg float64, value func(lazy.Chain) (R, error)) {
	t.Helper()
	want, fail := value(lazy.From(*v).Reduce(r, arg))
	got, err := lazy.Total[T, R](v, r, arg)
	if (err == nil) != (fail == nil) || err != nil && err.Error() != fail.Error() {
		t.Fatalf("%v: error %v, want %v", r, err, fail)
	}
	if err == nil && got != want && (got == got || want == want) {
		t.Fatalf("%v of shape %v: %v, want %v", r, v.Shape, got, want)
	}
}

func TestTotalsAllocateNoMoreThanTheirResult(t *testing.T) {
	x := make([]float64, 20000)
	v := &zip.View[float64]{Data: x, Shape: []int{100, 200}, Strides: []int{200, 1}}
	w := &zip.View[float64]{Data: x, Shape: []int{200, 100}, Strides: []int{1, 200}}
	few := &zip.View[float64]{Data: x, Shape: []int{100}, Strides: []int{1}}
	for _, r := range []lazy.Reduction{lazy.ReduceSum, lazy.ReduceMean, lazy.ReduceVar, lazy.ReduceMax} {
		for _, v := range []*zip.View[float64]{v, w, few} {
			run := func() {
				if _, err := lazy.Total[float64, float64](v, r, 0); err != nil {
					t.Fatal(err)
				}
			}
			run()
			if a := testing.AllocsPerRun(100, run); a > 1 && !raceEnabled {
				t.Errorf("%v: %v allocations", r, a)
			}
		}
	}
}
