package lazy_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ndgo/nd/lazy"
	"github.com/ndgo/nd/zip"
)

// Sums of what is computed come to what the definition says, column by column,
// however many rows and columns there are and however they lie in memory.
func TestSumsOfComputedColumns(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	byLanes := 0
	for i := range 80 {
		rows := []int{1, 2, 15, 16, 17, 31, 32, 33, 70, 300, 1030, 4095, 4096, 4097, 8200}[rng.IntN(15)]
		cols := []int{3, 64, 255, 256, 257, 1000, 2048, 2049, 4200}[rng.IntN(9)]
		if rows*cols > 3e6 {
			cols = 256 + rng.IntN(100)
		}
		pitch := cols + []int{0, 0, 5}[rng.IntN(3)]
		x, y := make([]float64, rows*pitch), make([]float64, cols)
		for i := range x {
			x[i] = 3 * rng.NormFloat64()
		}
		for i := range y {
			y[i] = rng.NormFloat64()
		}
		c := lazy.From(zip.View[float64]{Data: x, Shape: []int{rows, cols}, Strides: []int{pitch, 1}})
		if rng.IntN(3) == 0 {
			c = c.Flip(0)
		}
		if rng.IntN(4) == 0 {
			c = c.Flip(1)
		}
		e := c.Sub(from(y, cols)).Exp()
		if i%2 == 1 {
			e = lazy.As[float32](c).Exp()
		}
		var elements []float64
		if i%2 == 1 {
			for _, v := range eval[float32](t, e) {
				elements = append(elements, float64(v))
			}
		} else {
			elements = eval[float64](t, e)
		}
		var sums, greatest []float64
		column := make([]float64, rows)
		for k := range cols {
			for r := range rows {
				column[r] = elements[r*cols+k]
			}
			sums = append(sums, sumInOrder(column))
			greatest = append(greatest, slices.Max(column))
		}
		if i%2 == 1 {
			e = lazy.As[float64](e)
		}
		sum := e.Over(0).Sum()
		// In a pass of its own, and in one with the greatest elements.
		both := eval[float64](t, sum.Sub(e.Over(0).Max()))
		for k, v := range eval[float64](t, sum) {
			if v != sums[k] || both[k] != sums[k]-greatest[k] {
				t.Fatalf("%d x %d, column %d: sum %v, want %v; without the greatest %v, want %v\n%s", rows, cols, k, v, sums[k], both[k], sums[k]-greatest[k], sum.Explain())
			}
		}
		if strings.Contains(sum.Explain(), "lane by lane") {
			byLanes++
		}
	}
	if byLanes < 20 {
		t.Errorf("%d sums went lane by lane", byLanes)
	}
}

// Products, too, and several axes, and axes in the middle.
func TestFoldsOfComputedColumns(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 30 {
		shape := []int{1 + rng.IntN(4), 1 + rng.IntN(60), 250 + rng.IntN(100)}
		x := make([]float64, shape[0]*shape[1]*shape[2])
		for i := range x {
			x[i] = 1 + rng.Float64()/64
		}
		c := from(x, shape...).Sqrt()
		rows := from(eval[float64](t, c), shape...) // nothing is computed
		for _, over := range [][]int{{1}, {0, 1}, {0}} {
			for what, f := range map[string]func(f lazy.Fold) lazy.Chain{
				"product":  lazy.Fold.Prod,
				"variance": func(f lazy.Fold) lazy.Chain { return f.Var(0) },
				"least":    lazy.Fold.Min,
				"range":    lazy.Fold.Ptp,
			} {
				got, want := eval[float64](t, f(c.Over(over...))), eval[float64](t, f(rows.Over(over...)))
				for i := range want {
					if math.Float64bits(got[i]) != math.Float64bits(want[i]) {
						t.Fatalf("%s of %v over %v: element %d: %v, want %v", what, shape, over, i, got[i], want[i])
					}
				}
			}
		}
	}
}
