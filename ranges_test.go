package nd

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestArange(t *testing.T) {
	elements(t, Arange(0, 5, 1), []int{5}, 0, 1, 2, 3, 4)
	elements(t, Arange(7, 0, -3), []int{3}, 7, 4, 1)
	elements(t, Arange(5, 0, 1), []int{0})
	elements(t, Arange(3, 3, 1), []int{0})
	elements(t, Arange[uint8](250, 255, 2), []int{3}, 250, 252, 254)
	elements(t, Arange[uint](1, 10, 4), []int{3}, 1, 5, 9)
	elements(t, Arange[int8](-128, 127, 100), []int{3}, -128, -28, 72)
	elements(t, Arange[int8](127, -128, -128), []int{2}, 127, -1)
	elements(t, Arange(uint64(math.MaxUint64-2), math.MaxUint64, 2), []int{1}, math.MaxUint64-2)
	elements(t, Arange(int64(math.MinInt64), math.MaxInt64, math.MaxInt64), []int{3}, math.MinInt64, -1, math.MaxInt64-1)
	elements(t, Arange(0.0, 1, 0.25), []int{4}, 0, 0.25, 0.5, 0.75)
	elements(t, Arange(1.0, 0, -0.5), []int{2}, 1, 0.5)
	elements(t, Arange(0.0, 1, -1), []int{0})
	elements(t, Arange[float32](0, 1, 0.375), []int{3}, 0, 0.375, 0.75)
	elements(t, Arange(-1.5e308, 1.5e308, 1e308), []int{3}, -1.5e308, -0.5e308, 0.5e308)

	refused[*DomainError](t, func() { Arange(0, 5, 0) })
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		refused[*DomainError](t, func() { Arange(x, 1, 1) })
		refused[*DomainError](t, func() { Arange(0, x, 1) })
		refused[*DomainError](t, func() { Arange(0, 1, x) })
	}
	refused[*DomainError](t, func() { Arange(0.0, 1, 0) })
	refused[*ShapeError](t, func() { Arange(0, 1e300, 1) })
	refused[*ShapeError](t, func() { Arange(int64(math.MinInt64), math.MaxInt64, 1) })
}

// The number of integers agrees with exact arithmetic.
func TestArangeLength(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		start, stop, step := rapid.Int64().Draw(t, "start"), rapid.Int64().Draw(t, "stop"), rapid.Int64().Draw(t, "step")
		if step == 0 {
			return
		}
		// ceil((stop-start)/step), as floor of the negative, negated.
		q := new(big.Int).Sub(big.NewInt(start), big.NewInt(stop))
		d := big.NewInt(step)
		if step < 0 {
			q.Neg(q)
			d.Neg(d)
		}
		q.Neg(q.Div(q, d)) // Div rounds down for d > 0
		want := math.MaxInt
		if q.Sign() < 0 {
			want = 0
		} else if q.Cmp(big.NewInt(math.MaxInt)) < 0 {
			want = int(q.Int64())
		}
		if got := intSteps(start < stop, step > 0, uint64(start), uint64(stop), uint64(step)); got != want {
			t.Fatalf("%d steps, want %d", got, want)
		}
	})
}

// Evenly spaced numbers are in order, between their ends, and close to the
// exact values.
func TestLinspace(t *testing.T) {
	finite := rapid.Custom(func(t *rapid.T) float64 {
		if rapid.Bool().Draw(t, "small") {
			return rapid.Float64Range(-100, 100).Draw(t, "x")
		}
		return math.Float64frombits(rapid.Uint64Range(0, 0x7FEFFFFFFFFFFFFF).Draw(t, "bits"))
	})
	rapid.Check(t, func(t *rapid.T) {
		start, stop := finite.Draw(t, "start"), finite.Draw(t, "stop")
		if rapid.Bool().Draw(t, "negative") {
			start = -start
		}
		n := rapid.IntRange(2, 50).Draw(t, "n")
		x := Linspace(start, stop, n).Data()
		if math.Float64bits(x[0]) != math.Float64bits(start) || math.Float64bits(x[n-1]) != math.Float64bits(stop) {
			t.Fatalf("ends %v and %v", x[0], x[n-1])
		}
		for i := 1; i < n; i++ {
			if start <= stop && x[i] < x[i-1] || start >= stop && x[i] > x[i-1] {
				t.Fatalf("%v does not fit between its neighbours in %v", x[i], x)
			}
			exact := new(big.Float).SetPrec(2200).SetFloat64(stop)
			exact.Sub(exact, big.NewFloat(start)).Mul(exact, big.NewFloat(float64(i))).Quo(exact, big.NewFloat(float64(n-1)))
			exact.Add(exact, big.NewFloat(start))
			want, _ := exact.Float64()
			if tol := 4 * ulp(max(math.Abs(start), math.Abs(stop))); math.Abs(x[i]-want) > tol {
				t.Fatalf("element %d is %v, want %v", i, x[i], want)
			}
		}
	})
	assert.True(t, math.Signbit(Linspace(math.Copysign(0, -1), 1, 3).At(0)))
	assert.True(t, math.IsNaN(Linspace(0, math.NaN(), 3).At(1)))
	elements(t, Linspace(0, math.Inf(1), 2), []int{2}, 0, math.Inf(1))
	elements(t, Linspace(0, 5e-324, 3), []int{3}, 0, 0, 5e-324)
	elements(t, Linspace(0, 1.5e-323, 4), []int{4}, 0, 5e-324, 1e-323, 1.5e-323)
	elements(t, Linspace(-math.MaxFloat64, math.MaxFloat64, 3), []int{3}, -math.MaxFloat64, 0, math.MaxFloat64)
	elements(t, Linspace[float32](0, 1, 3), []int{3}, 0, 0.5, 1)
	elements(t, LinspaceOpen(1.0, 2, 4), []int{4}, 1, 1.25, 1.5, 1.75)
	elements(t, LinspaceOpen(1.0, 2, 0), []int{0})
	elements(t, LinspaceOpen(1.0, 2, 1), []int{1}, 1)
	assert.Equal(t, "linspace_open", refused[*ShapeError](t, func() { LinspaceOpen(0.0, 1, -1) }).Op)
}

func ulp(x float64) float64 { return math.Nextafter(x, math.Inf(1)) - x }

func TestLogspaceGeomspace(t *testing.T) {
	elements(t, Logspace(0.0, 3, 4, 10), []int{4}, 1, 10, 100, 1000)
	elements(t, Logspace(0.0, 4, 5, 2), []int{5}, 1, 2, 4, 8, 16)
	elements(t, Logspace(-1.0, 1, 3, 2), []int{3}, 0.5, 1, 2)
	elements(t, Logspace(2.0, 5, 1, 10), []int{1}, 100)
	elements(t, Logspace(2.0, 5, 0, 10), []int{0})
	refused[*ShapeError](t, func() { Logspace(0.0, 1, -2, 10) })

	elements(t, Geomspace(1.0, 1000, 4), []int{4}, 1, 10, 100, 1000)
	elements(t, Geomspace(1.0, 256, 9), []int{9}, 1, 2, 4, 8, 16, 32, 64, 128, 256)
	assert.InDeltaSlice(t, []float64{-8, -4, -2, -1}, Geomspace(-8.0, -1, 4).Data(), 1e-15)
	elements(t, Geomspace[float32](1, 1e6, 7), []int{7}, 1, 10, 100, 1e3, 1e4, 1e5, 1e6)
	elements(t, Geomspace(3.0, 7, 1), []int{1}, 3)
	elements(t, Geomspace(3.0, 7, 0), []int{0})
	// A ratio that is itself out of range.
	x := Geomspace(1e-300, 1e300, 3).Data()
	assert.Equal(t, []float64{1e-300, 1e300}, []float64{x[0], x[2]})
	assert.InEpsilon(t, 1, x[1], 1e-14)
	x = Geomspace(1e300, 1e-300, 7).Data()
	for i, want := range []float64{1e300, 1e200, 1e100, 1, 1e-100, 1e-200, 1e-300} {
		assert.InEpsilon(t, want, x[i], 1e-14)
	}
	for i := range 200 {
		start, stop := 0.21436651, 0.96568555
		x := Geomspace(start, stop, i+2).Data()
		assert.Equal(t, []float64{start, stop}, []float64{x[0], x[i+1]})
	}
	for _, c := range [][2]float64{{0, 1}, {1, 0}, {-1, 1}, {1, -1}} {
		refused[*DomainError](t, func() { Geomspace(c[0], c[1], 5) })
		refused[*DomainError](t, func() { Geomspace(c[0], c[1], 0) })
	}
	refused[*ShapeError](t, func() { Geomspace(1.0, 2, -1) })
}
