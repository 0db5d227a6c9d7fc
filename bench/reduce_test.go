package bench

import (
	"math/rand/v2"
	"strconv"
	"testing"
	"time"

	"github.com/ndgo/nd"
)

// BenchmarkReduce evaluates reductions and, by turns, the contiguous sum of as
// many float64 elements. It reports the median times of an element and of the
// reductions' times the ratio to the sum's.
func BenchmarkReduce(b *testing.B) {
	for _, c := range reductions() {
		b.Run(c.name, func(b *testing.B) {
			run, n := c.make()
			sum := numbers(n).Chain().Sum()
			total := func() {
				if _, err := sum.Value(); err != nil {
					b.Fatal(err)
				}
			}
			repeat := max(1, 200_000/n)
			var ours, ratios []float64
			for b.Loop() {
				run()
				t1 := time.Now()
				for range repeat {
					run()
				}
				t2 := time.Now()
				total()
				t3 := time.Now()
				for range repeat {
					total()
				}
				t4 := time.Now()
				o, t := float64(t2.Sub(t1)), float64(t4.Sub(t3))
				ours, ratios = append(ours, o/float64(n*repeat)), append(ratios, o/t)
			}
			b.ReportMetric(0, "ns/op") // it would count both
			b.ReportMetric(median(ours), "nd-ns/elem")
			b.ReportMetric(median(ratios), "of-sum")
		})
	}
}

// A reductionCase makes a reduction, and says of how many elements.
type reductionCase struct {
	name string
	make func() (run func(), n int)
}

func reductions() []reductionCase {
	var cases []reductionCase
	add := func(name string, make func() (func(), int)) {
		cases = append(cases, reductionCase{name, make})
	}
	// The matrices of the comparison with other systems.
	for _, d := range [][2]int{{25, 40}, {250, 200}, {1000, 1000}} {
		m := func(f func(nd.Chain[float64]) nd.Chain[float64]) func() (func(), int) {
			return func() (func(), int) { return into(f(numbers(d[0], d[1]).Chain())), d[0] * d[1] }
		}
		size := sizeName(d[0], d[1])
		add("sum/axis0/"+size, m(func(c nd.Chain[float64]) nd.Chain[float64] { return c.Over(0).Sum() }))
		add("sum/axis1/"+size, m(func(c nd.Chain[float64]) nd.Chain[float64] { return c.Over(1).Sum() }))
		add("var/axis0/"+size, m(func(c nd.Chain[float64]) nd.Chain[float64] { return c.Over(0).Var(0) }))
		add("var/axis1/"+size, m(func(c nd.Chain[float64]) nd.Chain[float64] { return c.Over(1).Var(0) }))
		add("sumdiff2/"+size, func() (func(), int) {
			n := d[0] * d[1]
			c := numbers(n).Chain().Sub(numbers(n)).Square().Sum()
			return func() {
				if _, err := c.Value(); err != nil {
					panic(err)
				}
			}, n
		})
		add("eager/sum/"+size, func() (func(), int) {
			a := numbers(d[0], d[1])
			return func() { a.Sum() }, d[0] * d[1]
		})
	}
	// Cubes in all orders.
	const p, q, r = 100, 200, 300
	for _, v := range []struct {
		name string
		of   func() *nd.Array[float64]
	}{
		{"C", func() *nd.Array[float64] { return numbers(p, q, r) }},
		{"F", func() *nd.Array[float64] { return numbers(r, q, p).T() }},
		{"T", func() *nd.Array[float64] { return numbers(p, q, r).T() }},
		{"021", func() *nd.Array[float64] { return numbers(p, q, r).Transpose(0, 2, 1) }},
		{"102", func() *nd.Array[float64] { return numbers(p, q, r).Transpose(1, 0, 2) }},
		{"120", func() *nd.Array[float64] { return numbers(p, q, r).Transpose(1, 2, 0) }},
		{"201", func() *nd.Array[float64] { return numbers(p, q, r).Transpose(2, 0, 1) }},
	} {
		add("cube/"+v.name+"/all", func() (func(), int) {
			return into(v.of().Chain().Sum()), p * q * r
		})
		for k := range 3 {
			add("cube/"+v.name+"/axis"+string(rune('0'+k)), func() (func(), int) {
				return into(v.of().Chain().Over(k).Sum()), p * q * r
			})
		}
	}
	add("transposed/all/2000x3000", func() (func(), int) { return into(numbers(3000, 2000).T().Chain().Sum()), 6_000_000 })
	add("transposed/all/2048x2048", func() (func(), int) { return into(numbers(2048, 2048).T().Chain().Sum()), 2048 * 2048 })
	add("transposed/all/1000x3000", func() (func(), int) { return into(numbers(3000, 1000).T().Chain().Sum()), 3_000_000 })
	add("transposed/all/1000x1000", func() (func(), int) { return into(numbers(1000, 1000).T().Chain().Sum()), 1_000_000 })
	add("transposed/all/1024x1024", func() (func(), int) { return into(numbers(1024, 1024).T().Chain().Sum()), 1 << 20 })
	add("transposed/all/250x200", func() (func(), int) { return into(numbers(200, 250).T().Chain().Sum()), 50000 })
	add("reversed/all", func() (func(), int) { return into(numbers(6_000_000).Slice(nd.Spec("::-1")).Chain().Sum()), 6_000_000 })
	add("everyother/all", func() (func(), int) { return into(numbers(6_000_000).Slice(nd.Spec("::2")).Chain().Sum()), 3_000_000 })

	add("transposed32/all/1000x1000", func() (func(), int) { return into(numbers32(1000, 1000).T().Chain().Sum()), 1_000_000 })
	add("transposed32/all/250x200", func() (func(), int) { return into(numbers32(200, 250).T().Chain().Sum()), 50000 })
	add("everyother32/all", func() (func(), int) { return into(numbers32(6_000_000).Slice(nd.Spec("::2")).Chain().Sum()), 3_000_000 })
	add("everyother/all/50000", func() (func(), int) { return into(numbers(100_000).Slice(nd.Spec("::2")).Chain().Sum()), 50000 })
	add("backwards/all/1000x1000", func() (func(), int) {
		return into(numbers(1000, 1000).Slice(nd.Spec(":, ::-1")).T().Chain().Sum()), 1_000_000
	})
	add("transposed/max/1000x1000", func() (func(), int) { return into(numbers(1000, 1000).T().Chain().Max()), 1_000_000 })

	// Expressions with reductions inside, over each axis.
	for _, d := range [][]int{{4096, 1000}, {16, 500, 500}} {
		for k := range d {
			n := 1
			for _, l := range d {
				n *= l
			}
			at := sizeName(d...) + "/axis" + strconv.Itoa(k)
			add("softmax32/"+at, func() (func(), int) { return into(softmax(numbers32(d...), k)), n })
			add("softmax64/"+at, func() (func(), int) { return into(softmax(numbers(d...), k)), n })
			add("standardise32/"+at, func() (func(), int) { return into(standardise(numbers32(d...), k)), n })
			add("standardise64/"+at, func() (func(), int) { return into(standardise(numbers(d...), k)), n })
			add("layernorm32/"+at, func() (func(), int) { return into(layerNorm(numbers32(d...), k)), n })
			add("layernorm64/"+at, func() (func(), int) { return into(layerNorm(numbers(d...), k)), n })
		}
	}

	for _, n := range []int{1000, 50000, 1000000} {
		s := sizeName(n)
		add("eager/max/"+s, func() (func(), int) { a := numbers(n); return func() { a.Max() }, n })
		add("eager/max32/"+s, func() (func(), int) { a := numbers32(n); return func() { a.Max() }, n })
		add("eager/sum32/"+s, func() (func(), int) { a := numbers32(n); return func() { a.Sum() }, n })
		add("argmax/"+s, func() (func(), int) { return into(nd.ArgMax(numbers(n))), n })
		add("argmax32/"+s, func() (func(), int) { return into(nd.ArgMax(numbers32(n))), n })
		add("any/"+s, func() (func(), int) { return into(nd.Zeros[bool](n).Chain().Any()), n })
		add("min-uint8/"+s, func() (func(), int) { a := nd.Zeros[uint8](n); return func() { a.Min() }, n })
		add("max-int32/"+s, func() (func(), int) { a := nd.Zeros[int32](n); return func() { a.Max() }, n })
	}
	add("max/axis0/1000x1000", func() (func(), int) { return into(numbers(1000, 1000).Chain().Over(0).Max()), 1000000 })
	add("argmax/axis0/1000x1000", func() (func(), int) { return into(nd.ArgMax(numbers(1000, 1000), 0)), 1000000 })
	add("argmax/axis1/1000x1000", func() (func(), int) { return into(nd.ArgMax(numbers(1000, 1000), 1)), 1000000 })

	add("cumsum/axis0/1000x1000", func() (func(), int) { return into(numbers(1000, 1000).Chain().CumSum(0)), 1000000 })
	add("cumsum/axis1/1000x1000", func() (func(), int) { return into(numbers(1000, 1000).Chain().CumSum(1)), 1000000 })
	add("cummax/axis0/1000x1000", func() (func(), int) { return into(numbers(1000, 1000).Chain().CumMax(0)), 1000000 })
	add("cumsum32/axis0/1000x1000", func() (func(), int) { return into(numbers32(1000, 1000).Chain().CumSum(0)), 1000000 })
	return cases
}

// softmax is the expression that a user writes.
func softmax[T nd.Float](a *nd.Array[T], axis int) nd.Chain[T] {
	c := a.Chain()
	e := c.Sub(c.Over(axis).KeepDims().Max()).Exp()
	return e.Div(e.Over(axis).KeepDims().Sum())
}

func standardise[T nd.Float](a *nd.Array[T], axis int) nd.Chain[T] {
	c := a.Chain()
	o := c.Over(axis).KeepDims()
	return c.Sub(o.Mean()).Div(o.Std(0))
}

// layerNorm has a weight and a bias for each place along the axis.
func layerNorm[T nd.Float](a *nd.Array[T], axis int) nd.Chain[T] {
	c := a.Chain()
	o := c.Over(axis).KeepDims()
	along := make([]int, a.NDim())
	for k := range along {
		along[k] = 1
	}
	along[axis] = a.Shape()[axis]
	weight, bias := nd.Ones[T](along...), nd.Zeros[T](along...)
	return c.Sub(o.Mean()).Div(o.Var(0).Add(nd.Scalar(T(1e-5))).Sqrt()).Mul(weight).Add(bias)
}

// into evaluates a chain into a destination of its own.
func into[T any](c nd.Chain[T]) func() {
	dst := nd.Zeros[T](c.Shape()...)
	return func() {
		if err := c.EvalInto(dst); err != nil {
			panic(err)
		}
	}
}

func numbers(shape ...int) *nd.Array[float64] {
	a := nd.Zeros[float64](shape...)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range a.Data() {
		a.Data()[i] = r.Float64()
	}
	return a
}

func numbers32(shape ...int) *nd.Array[float32] {
	return nd.As[float32](numbers(shape...).Chain()).Must()
}

func sizeName(d ...int) string {
	s := ""
	for i, n := range d {
		if i > 0 {
			s += "x"
		}
		s += strconv.Itoa(n)
	}
	return s
}
