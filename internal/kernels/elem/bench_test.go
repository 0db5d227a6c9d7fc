package elem

import (
	"math/rand/v2"
	"testing"
)

// BenchmarkUnary times the functions of one argument over typical arguments.
func BenchmarkUnary(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	var x [1024]float64
	for i := range x {
		x[i] = 0.01 + 0.98*r.Float64()
	}
	var y [1024]float64
	for name, f := range unary64 {
		b.Run(name, func(b *testing.B) {
			for range b.N / len(x) {
				for i := range x {
					y[i] = f(x[i])
				}
			}
		})
	}
	var x32, y32 [1024]float32
	for i := range x {
		x32[i] = float32(x[i])
	}
	for name, f := range unary32 {
		b.Run(name+"32", func(b *testing.B) {
			for range b.N / len(x) {
				for i := range x {
					y32[i] = f(x32[i])
				}
			}
		})
	}
	for name, f := range binary64 {
		b.Run(name, func(b *testing.B) {
			for range b.N / len(x) {
				for i := range x {
					y[i] = f(x[i], x[len(x)-1-i])
				}
			}
		})
	}
}
