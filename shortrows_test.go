package nd_test

import (
	"testing"

	"github.com/ndgo/nd"
)

// Short rows under operands that repeat along one axis or another, of the programs that
// have loops of their own and of some that have not.
func TestShortRows(t *testing.T) {
	type chain = nd.Chain[float64]
	exprs := []struct {
		name  string
		chain func(x, y, z chain) chain
		plain func(x, y, z float64) float64
	}{
		{"x*y", func(x, y, z chain) chain { return x.Mul(y) }, func(x, y, z float64) float64 { return x * y }},
		{"x/y", func(x, y, z chain) chain { return x.Div(y) }, func(x, y, z float64) float64 { return x / y }},
		{"(x-y)/z", func(x, y, z chain) chain { return x.Sub(y).Div(z) }, func(x, y, z float64) float64 { return (x - y) / z }},
		{"(x-y)*z", func(x, y, z chain) chain { return x.Sub(y).Mul(z) }, func(x, y, z float64) float64 { return (x - y) * z }},
		{"z*(y-x)", func(x, y, z chain) chain { return z.Mul(y.Sub(x)) }, func(x, y, z float64) float64 { return z * (y - x) }},
		{"z+y*x", func(x, y, z chain) chain { return z.Add(y.Mul(x)) }, func(x, y, z float64) float64 { return z + float64(y*x) }},
		{"z-y*x", func(x, y, z chain) chain { return z.Sub(y.Mul(x)) }, func(x, y, z float64) float64 { return z - float64(y*x) }},
		{"(x-y)/(x-y)", func(x, y, z chain) chain { return x.Sub(y).Div(x.Sub(y)) }, func(x, y, z float64) float64 { return (x - y) / (x - y) }},
	}
	// operand is an operand, and its element at an index of the result.
	operand := func(seed float64, shape [3]int) (*nd.Array[float64], func(i, j, k int) float64) {
		n := shape[0] * shape[1] * shape[2]
		a := nd.Arange(seed, seed+float64(n), 1).Reshape(shape[:]...)
		return a, func(i, j, k int) float64 {
			return seed + float64((i%shape[0]*shape[1]+j%shape[1])*shape[2]+k%shape[2])
		}
	}
	for _, s := range [][3]int{{3, 4, 1}, {5, 3, 2}, {40, 5, 3}, {4, 50, 5}, {7, 6, 8}, {6, 7, 11}, {5, 4, 16}, {3, 5, 40}, {2, 3, 70}} {
		n, k, m := s[0], s[1], s[2]
		shapes := [][3]int{s, {n, 1, m}, {1, k, m}, {1, 1, m}, {n, k, 1}, {n, 1, 1}, {1, k, 1}, {1, 1, 1}}
		for p, sx := range shapes {
			for q, sy := range shapes {
				x, atX := operand(1.5, sx)
				y, atY := operand(1000.25, sy)
				z, atZ := operand(3.125, shapes[(p+3*q)%len(shapes)])
				for _, e := range exprs {
					dst := nd.Zeros[float64](n, k, m)
					if err := e.chain(x.Chain(), y.Chain(), z.Chain()).EvalInto(dst); err != nil {
						t.Fatal(err)
					}
					for i := range n {
						for j := range k {
							for l := range m {
								if got, want := dst.At(i, j, l), e.plain(atX(i, j, l), atY(i, j, l), atZ(i, j, l)); got != want {
									t.Fatalf("%s, x %v, y %v: element %d %d %d is %v, not %v", e.name, sx, sy, i, j, l, got, want)
								}
							}
						}
					}
				}
			}
		}
	}
}
