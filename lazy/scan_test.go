package lazy_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ndgo/nd/lazy"
)

// Scans along any axis of any layout are those of each sequence by itself.
func TestScansAlongAnyAxis(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	scanKind(t, rng, func() float64 { return rng.NormFloat64() * math.Exp(5*rng.NormFloat64()) })
	scanKind(t, rng, func() float32 { return float32(rng.NormFloat64()) })
	scanKind(t, rng, func() int8 { return int8(rng.Uint32()) })
	scanKind(t, rng, func() complex64 { return complex(float32(rng.NormFloat64()), float32(rng.NormFloat64())) })
	scanKind(t, rng, func() complex128 { return complex(rng.NormFloat64(), rng.NormFloat64()) })
}

func scanKind[T comparable](t *testing.T, rng *rand.Rand, value func() T) {
	t.Helper()
	for range 150 {
		d := 1 + rng.IntN(4)
		shape := make([]int, d)
		n := 1
		for k := range shape {
			shape[k] = 1 + rng.IntN([]int{3000, 150, 30, 12}[d-1])
			n *= shape[k]
		}
		data := make([]T, n)
		for i := range data {
			data[i] = value()
		}
		perm := rng.Perm(d)
		c := lazy.From(of(data, shape...)).Transpose(perm...)
		if rng.IntN(3) == 0 {
			c = c.Flip(rng.IntN(d))
		}
		axis := rng.IntN(d)
		// With the axis last in memory.
		order := slices.Delete(slices.Insert(rangeOf(d), d, axis), axis, axis+1)
		back := make([]int, d)
		for i, k := range order {
			back[k] = i
		}
		moved := c.Transpose(order...)
		plain := from(eval[T](t, moved), moved.Shape()...)
		for name, scan := range map[string]func(c lazy.Chain, axis int) lazy.Chain{
			"sum": lazy.Chain.CumSum, "product": lazy.Chain.CumProd, "min": lazy.Chain.CumMin, "max": lazy.Chain.CumMax,
		} {
			s := scan(c, axis)
			if s.Err() != nil {
				continue // no order among complex numbers
			}
			want := eval[T](t, scan(plain, d-1).Transpose(back...))
			got := eval[T](t, s)
			for i := range got {
				if got[i] != want[i] && (got[i] == got[i] || want[i] == want[i]) {
					t.Fatalf("%s along axis %d of %v: element %d: %v, want %v\n%s", name, axis, c.Shape(), i, got[i], want[i], s.Explain())
				}
			}
			// Into the operand itself.
			if !slices.Equal(perm, rangeOf(d)) || c.Flip().Err() != nil {
				continue
			}
			mine := slices.Clone(data)
			in := lazy.From(of(mine, shape...))
			want = eval[T](t, scan(in, axis))
			if err := lazy.EvalInto(scan(in, axis), of(mine, shape...)); err != nil {
				t.Fatal(err)
			}
			for i := range mine {
				if mine[i] != want[i] && (mine[i] == mine[i] || want[i] == want[i]) {
					t.Fatalf("%s in place along axis %d of %v", name, axis, shape)
				}
			}
		}
	}
}

func rangeOf(n int) (r []int) {
	for i := range n {
		r = append(r, i)
	}
	return r
}

// What does not change the running extreme, and NaN, which stays.
func TestScansAtSpecialValues(t *testing.T) {
	zero, nan := math.Copysign(0, -1), math.NaN()
	x := []float64{zero, 0, zero, -1, nan, 2}
	for axis, c := range []lazy.Chain{from(x, 6, 1).BroadcastTo(6, 3), from(x, 1, 6).BroadcastTo(3, 6)} {
		for name, want := range map[string][]float64{
			"max": {zero, 0, 0, 0, nan, nan}, "min": {zero, zero, zero, -1, nan, nan}, "sum": {zero, 0, 0, -1, nan, nan},
		} {
			s := map[string]lazy.Chain{"max": c.CumMax(axis), "min": c.CumMin(axis), "sum": c.CumSum(axis)}[name]
			got := eval[float64](t, s)
			for i, w := range want {
				g := got[i*[]int{3, 1}[axis]]
				if math.Float64bits(g) != math.Float64bits(w) && !(g != g && w != w) {
					t.Errorf("%s along axis %d, element %d: %v, want %v", name, axis, i, g, w)
				}
			}
		}
	}
}
