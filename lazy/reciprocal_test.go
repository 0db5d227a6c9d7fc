package lazy_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ndgo/nd/internal/kernels"
	"github.com/ndgo/nd/lazy"
)

// Divisors of a lower rank are replaced by their reciprocals: no quotient may
// change, whatever the dividend and the divisor are.
func TestQuotientsByRowsAndColumns(t *testing.T) {
	t.Run("float64", func(t *testing.T) {
		quotients(t, func(r *rand.Rand) float64 { return hostile(r, math.Float64frombits(r.Uint64())) })
	})
	t.Run("float32", func(t *testing.T) {
		quotients(t, func(r *rand.Rand) float32 { return float32(hostile(r, float64(math.Float32frombits(r.Uint32())))) })
	})
}

// hostile is mostly a number of common size, else any or a special one.
func hostile(r *rand.Rand, bits float64) float64 {
	special := []float64{0, math.Copysign(0, -1), 1, -1, math.Inf(1), math.Inf(-1), math.NaN(), 0x1p-1074, 0x1p-149, 0x1p-1022, 0x1p-126,
		math.MaxFloat64, math.MaxFloat32, 0x1p-400, 0x1p400, 0x1p30, 0x1p-30}
	switch r.IntN(40) {
	case 0:
		return special[r.IntN(len(special))]
	case 1:
		return bits
	}
	return (r.Float64() - 0.5) * 100
}

func quotients[T float32 | float64](t *testing.T, number func(r *rand.Rand) T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 60 {
		rows, cols := 1+r.IntN(60), 1+r.IntN(300)
		a, row, column := make([]T, rows*cols), make([]T, cols), make([]T, rows)
		for _, s := range [][]T{a, row, column} {
			calm := r.IntN(2) == 0 // nothing but common numbers
			for i := range s {
				if s[i] = number(r); calm {
					s[i] = T(r.Float64() + 0.5)
				}
			}
		}
		byRow, byColumn, inverse := make([]T, len(a)), make([]T, len(a)), make([]T, len(a))
		for i := range a {
			byRow[i], byColumn[i] = a[i]/row[i%cols], a[i]/column[i/cols]
			inverse[i] = a[i] / (row[i%cols] * row[i%cols])
		}
		x, y, z := from(a, rows, cols), from(row, cols), from(column, rows, 1)
		sameBits(t, eval[T](t, x.Div(y)), byRow)
		sameBits(t, eval[T](t, x.Div(z)), byColumn)
		sameBits(t, eval[T](t, x.Div(y.Square())), inverse)
		// In the order of columns, and by reductions.
		turned := make([]T, len(a))
		for i := range turned {
			turned[i] = byColumn[i%rows*cols+i/rows]
		}
		sameBits(t, eval[T](t, x.Div(z).Transpose()), turned)
		most := make([]T, rows)
		for i := range most {
			most[i] = byColumn[i*cols]
			for _, v := range byColumn[i*cols : (i+1)*cols] {
				if v > most[i] || v != v || v == 0 && !math.Signbit(float64(v)) && most[i] == 0 {
					most[i] = v
				}
				if most[i] != most[i] {
					break
				}
			}
		}
		sameBits(t, eval[T](t, x.Div(z).Over(1).Max()), most)
	}
}

// sameBits compares bits, but for those of NaN.
func sameBits[T float32 | float64](t *testing.T, got, want []T) {
	t.Helper()
	for i, w := range want {
		if g := got[i]; g != w && (g == g || w == w) || g == 0 && math.Signbit(float64(g)) != math.Signbit(float64(w)) {
			t.Fatalf("element %d is %x, not %x", i, g, w)
		}
	}
}

// The reciprocals are a stage of their own where they are used.
func TestReciprocalStage(t *testing.T) {
	if !kernels.Reciprocals() {
		t.Skip("no use for them with " + kernels.ISA())
	}
	a := make([]float64, 100*200)
	text := from(a, 100, 200).Div(from(a[:200], 200)).Explain()
	if !strings.Contains(text, "of lower rank, computed once: reciprocals of divisors") {
		t.Errorf("no stage computes the reciprocals:\n%s", text)
	}
}

// Divisors may be part of the destination.
func TestQuotientsInPlace(t *testing.T) {
	const rows, cols = 50, 60
	for i, by := range []string{"3:4", ":, 7:8", "::-1, 5:6", "49:", "0:1, ::-1"} {
		r := rand.New(rand.NewPCG(uint64(i), 1))
		a := make([]float64, rows*cols)
		for k := range a {
			a[k] = r.Float64() - 0.5
		}
		c := func(data []float64) lazy.Chain {
			x := from(data, rows, cols)
			return x.Div(x.Slice(by)).Sub(x)
		}
		want := eval[float64](t, c(slices.Clone(a)))
		if err := lazy.EvalInto(c(a), of(a, rows, cols)); err != nil {
			t.Fatal(err)
		}
		sameBits(t, a, want)
	}
}
