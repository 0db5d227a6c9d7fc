package bench

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/ndgo/nd"
)

// An entry is an expression beside the loop that computes the same.
type entry struct {
	name  string
	chain func(a, b, c *nd.Array[float64]) nd.Chain[float64]
	loop  func(dst, a, b, c []float64)
}

var entries = []entry{
	{
		"a+b",
		func(a, b, c *nd.Array[float64]) nd.Chain[float64] { return a.Chain().Add(b) },
		func(dst, a, b, c []float64) {
			for i := range dst {
				dst[i] = a[i] + b[i]
			}
		},
	},
	{
		"where(a>b,a,-b)",
		func(a, b, c *nd.Array[float64]) nd.Chain[float64] {
			return nd.Where(a.Chain().Greater(b), a, b.Chain().Neg())
		},
		func(dst, a, b, c []float64) {
			for i := range dst {
				if a[i] > b[i] {
					dst[i] = a[i]
				} else {
					dst[i] = -b[i]
				}
			}
		},
	},
	{
		"((a+1)*b-c)*(a-b)",
		func(a, b, c *nd.Array[float64]) nd.Chain[float64] {
			return a.Chain().AddScalar(1).Mul(b).Sub(c).Mul(a.Chain().Sub(b))
		},
		func(dst, a, b, c []float64) {
			for i := range dst {
				dst[i] = (float64((a[i]+1)*b[i]) - c[i]) * (a[i] - b[i])
			}
		},
	},
}

// operands returns a destination and three operands of n numbers in [-1, 1).
func operands(n int) (dst, a, b, c []float64) {
	r := rand.New(rand.NewPCG(1, 2))
	x := make([][]float64, 4)
	for k := range x {
		x[k] = make([]float64, n)
		for i := range x[k] {
			x[k][i] = 2*r.Float64() - 1
		}
	}
	return x[0], x[1], x[2], x[3]
}

// BenchmarkLoop evaluates expressions into a destination and runs the loops
// that compute the same, by turns, so that both meet the same machine. It
// reports the median times of an element and of nd's times the ratio to the
// loop's. Run it with ND_ISA=purego to measure compiled Go against compiled Go.
func BenchmarkLoop(b *testing.B) {
	for _, e := range entries {
		for _, n := range []int{1000, 1_000_000} {
			b.Run(fmt.Sprintf("%s/%d", e.name, n), func(b *testing.B) { e.benchmark(b, n) })
		}
	}
}

func (e *entry) benchmark(b *testing.B, n int) {
	dst, x, y, z := operands(n)
	want := make([]float64, n)
	chain := e.chain(nd.FromSlice(x, n), nd.FromSlice(y, n), nd.FromSlice(z, n))
	into := nd.FromSlice(dst, n)
	evaluate := func() {
		if err := chain.EvalInto(into); err != nil {
			b.Fatal(err)
		}
	}
	loop := func() { e.loop(want, x, y, z) }

	evaluate()
	loop()
	if !slices.Equal(dst, want) {
		b.Fatal("the results differ")
	}
	repeat := max(1, 100_000/n) // so that the clock can tell
	var ours, theirs, ratios []float64
	for b.Loop() {
		// Two passes each, of which the second is timed: the first meets what
		// the other left in the cache.
		evaluate()
		t1 := time.Now()
		for range repeat {
			evaluate()
		}
		t2 := time.Now()
		loop()
		t3 := time.Now()
		for range repeat {
			loop()
		}
		t4 := time.Now()
		scale := 1 / float64(n*repeat)
		o, t := float64(t2.Sub(t1))*scale, float64(t4.Sub(t3))*scale
		ours, theirs, ratios = append(ours, o), append(theirs, t), append(ratios, o/t)
	}
	b.ReportMetric(0, "ns/op") // it would count both
	b.ReportMetric(median(ours), "nd-ns/elem")
	b.ReportMetric(median(theirs), "loop-ns/elem")
	b.ReportMetric(median(ratios), "ratio")
}

func median(x []float64) float64 {
	slices.Sort(x)
	return x[len(x)/2]
}

// BenchmarkFresh evaluates an expression into new arrays, into one made before,
// and by a loop over a new slice, in turns. It reports the median times of an
// element: what the first takes above the second is the price of new memory.
func BenchmarkFresh(b *testing.B) {
	for _, e := range entries {
		for _, n := range []int{1000, 50_000, 1_000_000, 10_000_000} {
			b.Run(fmt.Sprintf("%s/%d", e.name, n), func(b *testing.B) { e.fresh(b, n) })
		}
	}
}

func (e *entry) fresh(b *testing.B, n int) {
	dst, x, y, z := operands(n)
	chain := e.chain(nd.FromSlice(x, n), nd.FromSlice(y, n), nd.FromSlice(z, n))
	into := nd.FromSlice(dst, n)
	ways := []struct {
		name string
		call func()
	}{
		{"fresh", func() { chain.Must() }},
		{"out", func() {
			if err := chain.EvalInto(into); err != nil {
				b.Fatal(err)
			}
		}},
		{"loop", func() {
			made := make([]float64, n)
			e.loop(made, x, y, z)
		}},
	}
	// Long enough for the collector to have its turn in each. Before, the heap
	// grows: pages that the system has not given yet cost many times as much.
	repeat := max(10, 20_000_000/n)
	for range repeat {
		ways[0].call()
		ways[2].call()
	}
	times := make([][]float64, len(ways))
	for b.Loop() {
		for k, w := range ways {
			start := time.Now()
			for range repeat {
				w.call()
			}
			times[k] = append(times[k], float64(time.Since(start))/float64(n*repeat))
		}
	}
	b.ReportMetric(0, "ns/op") // it would count all
	for k, w := range ways {
		b.ReportMetric(median(times[k]), w.name+"-ns/elem")
	}
}

// BenchmarkSmall measures what an evaluation costs beside the arithmetic.
func BenchmarkSmall(b *testing.B) {
	x := nd.Arange(0.0, 9, 1).Reshape(3, 3)
	y := nd.Arange(9.0, 18, 1).Reshape(3, 3)
	dst := nd.Zeros[float64](3, 3)
	b.Run("EvalInto/a+b*2", func(b *testing.B) {
		chain := x.Chain().Add(y.Chain().MulScalar(2))
		b.ReportAllocs()
		for b.Loop() {
			if err := chain.EvalInto(dst); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("Eval/a+b*2", func(b *testing.B) {
		chain := x.Chain().Add(y.Chain().MulScalar(2))
		b.ReportAllocs()
		for b.Loop() {
			if _, err := chain.Eval(); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("Add", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			x.Add(y)
		}
	})
	b.Run("AddAssign", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			dst.AddAssign(y)
		}
	})
}
