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
		shape := [][]int{{70 + rng.IntN(80), 4096 + rng.IntN(3000)}, {64 + rng.IntN(80), 50 + rng.IntN(30), 90 + rng.IntN(30)},
			{2, 64 + rng.IntN(10), 70, 65 + rng.IntN(9)}, {64, 4096}}[i%4]
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
