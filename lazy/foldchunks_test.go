package lazy_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ndgo/nd/lazy"
)

// Columns that advance side by side come to what they come to one after the
// other, wherever leaves begin and end in them.
func TestTallColumns(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range 24 {
		shape := [][]int{{70 + rng.IntN(80), 8193 + rng.IntN(3000)}, {64 + rng.IntN(80), 80 + rng.IntN(30), 103 + rng.IntN(30)},
			{2, 64 + rng.IntN(10), 100, 82 + rng.IntN(9)}, {64, 12288}}[i%4]
		n := 1
		for _, l := range shape {
			n *= l
		}
		data := make([]float64, n)
		for i := range data {
			data[i] = rng.NormFloat64() * math.Exp(10*rng.NormFloat64())
		}
		// Memory runs along the axis before the two last, or the first.
		last := len(shape) - 1
		perm := []int{last, 0}
		switch last {
		case 2:
			perm = []int{2, 0, 1}
		case 3:
			perm = []int{0, 3, 1, 2}
		}
		stored := make([]int, len(shape))
		for k, p := range perm {
			stored[p] = shape[k]
		}
		c := lazy.From(of(data, stored...)).Transpose(perm...)
		plain := from(eval[float64](t, c), shape...)
		for name, f := range map[string]func(c lazy.Chain) lazy.Chain{
			"sum":     func(c lazy.Chain) lazy.Chain { return c.Sum() },
			"product": func(c lazy.Chain) lazy.Chain { return c.Mul(lazy.Const(1e-3)).Add(lazy.Const(1.0)).Prod() },
			"ptp":     func(c lazy.Chain) lazy.Chain { return c.Ptp() },
			"several": func(c lazy.Chain) lazy.Chain { return c.Square().Sum().Add(c.Max()).Sub(c.Sum()) },
			"float32": func(c lazy.Chain) lazy.Chain { return lazy.As[float64](lazy.As[float32](c).Sum()) },
		} {
			if e := f(c).Explain(); name == "sum" && !strings.Contains(e, "from each of") {
				t.Errorf("shape %v does not go by columns:\n%s", shape, e)
			}
			tall, want := f(c), eval[float64](t, f(plain))[0]
			for range 2 { // the second time with the state of the first
				got := eval[float64](t, tall)[0]
				if math.Float64bits(got) != math.Float64bits(want) && !(got != got && want != want) {
					t.Fatalf("%s of shape %v: got %v, want %v", name, shape, got, want)
				}
			}
		}
	}
}

// Chunks come to what their elements come to in order, however they are asked for
// and wherever they are put in the meantime.
func TestChunks(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, v := range []struct {
		stored, perm, flip []int
	}{
		{[]int{512, 300}, []int{1, 0}, nil},
		{[]int{512, 1024}, []int{1, 0}, []int{0}},
		{[]int{1024, 515}, []int{1, 0}, []int{1}},
		{[]int{1536, 1024}, []int{1, 0}, nil},
		{[]int{2048, 1100}, []int{1, 0}, nil},
		{[]int{1500, 1501}, []int{1, 0}, nil},
		{[]int{5000, 450}, []int{1, 0}, []int{0, 1}},
		{[]int{70, 200, 160}, []int{2, 1, 0}, nil},
		{[]int{70, 200, 160}, []int{2, 0, 1}, []int{2}},
		{[]int{70, 160, 201}, []int{0, 2, 1}, nil},
		{[]int{70, 160, 201}, []int{1, 2, 0}, nil},
	} {
		n, shape := 1, []int{}
		for _, l := range v.stored {
			n *= l
		}
		for _, k := range v.perm {
			shape = append(shape, v.stored[k])
		}
		data := make([]float64, n)
		for i := range data {
			data[i] = rng.NormFloat64()
		}
		c := lazy.From(of(data, v.stored...)).Transpose(v.perm...)
		if v.flip != nil {
			c = c.Flip(v.flip...)
		}
		plain := from(eval[float64](t, c), shape...)
		for name, f := range map[string]func(c lazy.Chain) lazy.Chain{
			"sum":     func(c lazy.Chain) lazy.Chain { return c.Sum() },
			"squares": func(c lazy.Chain) lazy.Chain { return c.Square().Sum() },
			"ptp":     func(c lazy.Chain) lazy.Chain { return c.Ptp() },
			"both":    func(c lazy.Chain) lazy.Chain { return c.Max().Sub(c.Sum()) },
			"last":    func(c lazy.Chain) lazy.Chain { return c.Over(-1).Sum().Sum() },
		} {
			chunks, want := f(c), eval[float64](t, f(plain))[0]
			for range 2 { // the second time with the state of the first
				if got := eval[float64](t, chunks)[0]; math.Float64bits(got) != math.Float64bits(want) {
					t.Fatalf("%s of %v: got %v, want %v\n%s", name, v, got, want, chunks.Explain())
				}
			}
		}
	}
}
