package lazy_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ndgo/nd/lazy"
	"github.com/ndgo/nd/zip"
)

// Sums of views are those of their elements in order, bit for bit: transposed ones,
// with steps, backwards, and slices of them.
func TestViewSums(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	viewSums(t, rng, func() float64 { return rng.NormFloat64() * math.Exp(10*rng.NormFloat64()) })
	viewSums(t, rng, func() float32 { return float32(rng.NormFloat64() * math.Exp(3*rng.NormFloat64())) })
}

func viewSums[T float32 | float64](t *testing.T, rng *rand.Rand, value func() T) {
	for i := range 180 {
		shape := [][]int{
			{1 + rng.IntN(9000)},
			{1 + rng.IntN(300), 1 + rng.IntN(300)},
			{1 + rng.IntN(12), 1 + rng.IntN(6000)},
			{1 + rng.IntN(40), 1 + rng.IntN(40), 1 + rng.IntN(40)},
			{1 + rng.IntN(9), 1 + rng.IntN(9), 1 + rng.IntN(30), 1 + rng.IntN(30)},
			{64 * (1 + rng.IntN(4)), 64 * (1 + rng.IntN(4))},
			{4 + rng.IntN(60), 4090 + rng.IntN(200)},
			{1500 + rng.IntN(20), 1200 + rng.IntN(30)},
			{8 + rng.IntN(80), 8193 + rng.IntN(5000)},
		}[i%9]
		v := randomView(rng, shape, value)
		var flat []T
		v.each(func(x T) { flat = append(flat, x) })
		plain := lazy.From(zip.View[T]{Data: flat, Shape: shape, Strides: cStrides(shape)})
		c := lazy.From(v.View)
		for name, f := range map[string]func(c lazy.Chain) lazy.Chain{
			"sum":  func(c lazy.Chain) lazy.Chain { return c.Sum() },
			"mean": func(c lazy.Chain) lazy.Chain { return c.Mean() },
			"var":  func(c lazy.Chain) lazy.Chain { return c.Var(0) },
			"max":  func(c lazy.Chain) lazy.Chain { return c.Max() },
			"min":  func(c lazy.Chain) lazy.Chain { return c.Min() },
			"ptp":  func(c lazy.Chain) lazy.Chain { return c.Ptp() },
			"prod": func(c lazy.Chain) lazy.Chain { return c.Prod() },
		} {
			views, want := f(c), eval[T](t, f(plain))[0]
			for range 2 { // the second time with the state of the first
				got := eval[T](t, views)[0]
				if math.Float64bits(float64(got)) != math.Float64bits(float64(want)) && (got == got || want == want) {
					t.Fatalf("%s of %v, strides %v: got %v, want %v\n%s", name, shape, v.Strides, got, want, views.Explain())
				}
			}
		}
	}
}

type strided[T any] struct{ zip.View[T] }

// randomView returns a view of some shape whose axes lie in memory in any order, some of
// them with gaps and some backwards.
func randomView[T any](rng *rand.Rand, shape []int, value func() T) strided[T] {
	v := strided[T]{zip.View[T]{Shape: shape, Strides: make([]int, len(shape))}}
	step := 1
	if rng.IntN(3) == 0 {
		step = 1 + rng.IntN(4)
	}
	size := 1
	for _, k := range rng.Perm(len(shape)) {
		v.Strides[k] = step
		size += step * (shape[k] - 1)
		if rng.IntN(4) == 0 {
			v.Offset += step * (shape[k] - 1)
			v.Strides[k] = -step
		}
		step *= shape[k]
		if rng.IntN(4) == 0 {
			step += rng.IntN(9)
		}
	}
	v.Data = make([]T, size)
	for i := range v.Data {
		v.Data[i] = value()
	}
	return v
}

// each calls f with the elements in order.
func (v strided[T]) each(f func(T)) {
	idx := make([]int, len(v.Shape))
	for {
		at := v.Offset
		for k, i := range idx {
			at += i * v.Strides[k]
		}
		f(v.Data[at])
		k := len(idx) - 1
		for ; k >= 0; k-- {
			if idx[k]++; idx[k] < v.Shape[k] {
				break
			}
			idx[k] = 0
		}
		if k < 0 {
			return
		}
	}
}

func cStrides(shape []int) []int {
	s := slices.Clone(shape)
	step := 1
	for k := len(s) - 1; k >= 0; k-- {
		s[k], step = step, step*shape[k]
	}
	return s
}
