// Command peer runs nd on the workloads on which existing systems are compared
// with it. It answers requests on standard input, one a line:
//
//	list                                    the workloads, a line each, then "."
//	run WORKLOAD fresh|out SHAPE MS BATCHES "ok CHECKSUM NS NS ...", ns per element
//	quit
//
// "fresh" allocates the result in each call, "out" writes to one made before.
// Everything is written as a user would write it, with the collector's and the
// scheduler's settings left as they are.
package main

import (
	"math"

	"github.com/ndgo/nd"
)

type (
	array = *nd.Array[float64]
	chain = nd.Chain[float64]
)

func main() {
	unary("W2", func(a chain) chain { return a.Pow(2).Log() })
	unary("W4", func(a chain) chain { return nd.Scalar(1.0).Chain().Div(a.Neg().Exp().AddScalar(1)) })
	unary("W9", func(a chain) chain { return a.Slice(nd.Spec("::-1")).Sub(a) })
	unary("W18", chain.Sin)
	unary("W19", chain.Tanh)
	unary("W21", chain.Exp)
	unary("W25", chain.Log)

	binary("W1", func(a, b chain) chain { return a.Add(b) })
	binary("W10", func(a, b chain) chain { return nd.Where(a.Greater(b), a, b.Neg()) })
	binary("W17", func(a, b chain) chain { return a.Add(b.MulScalar(2)) })
	binary("W20", func(a, b chain) chain { return a.PowOf(b) })

	binary("R2-triad", func(a, b chain) chain { return a.Add(b.MulScalar(3)) })

	ternary("W3", func(a, b, c chain) chain { return a.AddScalar(1).Mul(b).Sub(c).Mul(a.Sub(b)) })
	ternary("W22", func(s, k, t chain) chain { return blackScholes(s, k, t, normal) })
	ternary("W22p", func(s, k, t chain) chain { return blackScholes(s, k, t, polynomial) })

	both("W5", func(d []int) chain {
		a, m, s := input(1, d...), input(4, d[1]), input(5, d[1])
		return a.Chain().Sub(m).Div(s)
	})
	both("W6", func(d []int) chain { return input(1, d...).Chain().Mul(input(4, d[0], 1)) })
	both("W7", func(d []int) chain { return input(1, d...).Chain().Add(input(2, d[1], d[0]).T()) })
	both("W8", func(d []int) chain {
		a, b := input(1, 2*d[0]), input(2, 2*d[0])
		return a.Chain().Slice(nd.Spec("::2")).MulScalar(2).Add(b.Chain().Slice(nd.Spec("1::2")))
	})
	both("W12a", func(d []int) chain { return input(1, d...).Chain().Over(0).Sum() })
	both("W12b", func(d []int) chain { return input(1, d...).Chain().Over(1).Sum() })
	both("W13a", func(d []int) chain { return input(1, d...).Chain().Over(0).Var(0) })
	both("W13b", func(d []int) chain { return input(1, d...).Chain().Over(1).Var(0) })
	both("W14", func(d []int) nd.Chain[float32] {
		a, b := nd.FromSlice(fill(1, d[0], unit32), d...).Chain(), nd.FromSlice(fill(2, d[0], unit32), d...).Chain()
		return a.Square().Add(b.Square()).Sqrt()
	})
	both("W15", func(d []int) nd.Chain[int32] {
		a, b := nd.FromSlice(fill(1, d[0], thousand), d...), nd.FromSlice(fill(2, d[0], thousand), d...)
		return a.Chain().MulScalar(3).Add(b).AndScalar(255)
	})
	both("W16", func(d []int) nd.Chain[float32] {
		mean, dev := nd.Of(0.485, 0.456, 0.406), nd.Of(0.229, 0.224, 0.225)
		return nd.As[float32](nd.As[float64](image(d)).DivScalar(255).Sub(mean).Div(dev))
	})
	both("W16f", func(d []int) nd.Chain[float32] {
		mean, dev := nd.Of[float32](0.485, 0.456, 0.406), nd.Of[float32](0.229, 0.224, 0.225)
		return nd.As[float32](image(d)).DivScalar(255).Sub(mean).Div(dev)
	})
	both("W24", func(d []int) chain { return input(1, d[0], 1, d[2]).Chain().Mul(input(2, 1, d[1], d[2])) })

	register("W11", "fresh", func(d []int) (func(), func() float64) {
		c := input(1, d...).Chain().Sub(input(2, d...)).Square().Sum()
		y := make([]float64, 1)
		call := func() {
			var err error
			if y[0], err = c.Value(); err != nil {
				panic(err)
			}
		}
		return call, func() float64 { call(); return checksum(y) }
	})
	register("W23", "out", func(d []int) (func(), func() float64) {
		a := input(1, d...)
		c := a.Chain().Add(input(2, d...).Chain().MulScalar(2))
		call := func() { evalInto(c, a) }
		return call, func() float64 { call(); return checksum(a.Data()) }
	})
	register("R1-memcpy", "fresh", func(d []int) (func(), func() float64) {
		a := input(1, d...)
		var y array
		call := func() { y = a.Copy() }
		return call, func() float64 { call(); return checksum(y.Data()) }
	})
	register("R1-memcpy", "out", func(d []int) (func(), func() float64) {
		a, y := input(1, d...), nd.Zeros[float64](d...)
		call := func() { y.Assign(a) }
		return call, func() float64 { call(); return checksum(y.Data()) }
	})
	serve()
}

// blackScholes prices calls, given the distribution function of the standard
// normal.
func blackScholes(s, k, t chain, cdf func(chain) chain) chain {
	const r, v = 0.05, 0.2
	q := t.Sqrt().MulScalar(v)
	d1 := s.Div(k).Log().Add(t.MulScalar(r + 0.5*v*v)).Div(q)
	return s.Mul(cdf(d1)).Sub(k.Mul(t.MulScalar(-r).Exp()).Mul(cdf(d1.Sub(q))))
}

func normal(x chain) chain { return x.MulScalar(math.Sqrt2 / 2).Erf().AddScalar(1).MulScalar(0.5) }

// polynomial is the approximation of Abramowitz and Stegun, 26.2.17.
func polynomial(x chain) chain {
	t := nd.Scalar(1.0).Chain().Div(x.Abs().MulScalar(0.2316419).AddScalar(1))
	p := t.MulScalar(1.330274429).AddScalar(-1.821255978).Mul(t).AddScalar(1.781477937).
		Mul(t).AddScalar(-0.356563782).Mul(t).AddScalar(0.319381530).Mul(t)
	w := x.MulScalar(-0.5).Mul(x).Exp().MulScalar(0.39894228040143268).Mul(p)
	return nd.Where(x.LessScalar(0), w, nd.Scalar(1.0).Chain().Sub(w))
}

func input(seed uint64, shape ...int) array {
	return nd.FromSlice(floats(seed, product(shape)), shape...)
}

func image(d []int) *nd.Array[uint8] { return nd.FromSlice(fill(1, product(d), pixel), d...) }

func product(shape []int) int {
	n := 1
	for _, d := range shape {
		n *= d
	}
	return n
}

func unary(name string, f func(a chain) chain) {
	both(name, func(d []int) chain { return f(input(1, d...).Chain()) })
}

func binary(name string, f func(a, b chain) chain) {
	both(name, func(d []int) chain { return f(input(1, d...).Chain(), input(2, d...).Chain()) })
}

func ternary(name string, f func(a, b, c chain) chain) {
	both(name, func(d []int) chain {
		return f(input(1, d...).Chain(), input(2, d...).Chain(), input(3, d...).Chain())
	})
}

// both registers a workload's two variants.
func both[T ~float64 | ~float32 | ~int32](name string, build func(shape []int) nd.Chain[T]) {
	register(name, "fresh", func(d []int) (func(), func() float64) {
		c := build(d)
		var y *nd.Array[T]
		call := func() { y = c.Must() }
		return call, func() float64 { call(); return checksum(y.Data()) }
	})
	register(name, "out", func(d []int) (func(), func() float64) {
		c := build(d)
		y := nd.Zeros[T](c.Shape()...)
		call := func() { evalInto(c, y) }
		return call, func() float64 { call(); return checksum(y.Data()) }
	})
}

func evalInto[T any](c nd.Chain[T], dst *nd.Array[T]) {
	if err := c.EvalInto(dst); err != nil {
		panic(err)
	}
}
