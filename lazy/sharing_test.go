package lazy_test

import (
	"math"
	"testing"

	"github.com/ndgo/nd/lazy"
)

// Views of views of one expression grow with the square of their depth. Were
// each a copy of its own, this would need 2^40 steps.
func TestViewsOfViews(t *testing.T) {
	data := make([]float64, 60)
	want := make([]float64, 60)
	for i := range data {
		data[i] = float64(i * i % 17)
		want[i] = data[i]
	}
	c := from(data, 60)
	for range 40 {
		c = c.Slice("1:").Add(c.Slice(":-1")).Mul(lazy.Const(0.5))
		for i := range want[:len(want)-1] {
			want[i] = (want[i+1] + want[i]) * 0.5
		}
		want = want[:len(want)-1]
	}
	expect(t, eval[float64](t, c), want...)
}

func TestDiffManyTimes(t *testing.T) {
	data := make([]float64, 60)
	want := make([]float64, 60)
	for i := range data {
		data[i] = float64(i*i%17) / 3
		want[i] = data[i]
	}
	for range 40 {
		for i := range want[:len(want)-1] {
			want[i] = want[i+1] - want[i]
		}
		want = want[:len(want)-1]
	}
	c := from(data, 60)
	expect(t, eval[float64](t, c.Diff(40, 0)), want...)
	expect(t, eval[float64](t, from(data, 2, 30).Diff(2, 0)))
	for _, n := range []int{60, 61, math.MaxInt} {
		expect(t, eval[float64](t, c.Diff(n, -1)))
	}
	expect(t, eval[float64](t, from([]float64{}, 0).Diff(3, 0)))
	expect(t, eval[bool](t, from([]bool{true, false, false, true}, 4).Diff(2, 0)), true, true)
}
