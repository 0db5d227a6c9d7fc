//go:build amd64 && !purego

package tile

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels/block"
	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/ops"
)

var (
	every  = flag.Int("every", 0, "measure the functions of float32 on every n-th of all their arguments")
	record = flag.String("record", "", "with -every=1: append the errors to this file, for the table in docs/accuracy.md")
	twin   = flag.Bool("twin", false, "with -every: compare with the kernels in Go as well")
)

// TestEvery32 measures the error of every function of one float32 argument on all
// arguments, or every n-th, and that of functions of two on 2^28 random ones, against the function of float64, which is as good as
// exact here. A zero must have the sign of the float64 result.
func TestEvery32(t *testing.T) {
	if *every == 0 {
		t.Skip("takes minutes: -every=1 for all arguments")
	}
	isas(t, func(t *testing.T) {
		for _, row := range elementaryRows() {
			if row.kind != dtype.Float32 {
				continue
			}
			unary := ops.Info(row.op).Arity == 1
			t.Run(row.op.String(), func(t *testing.T) {
				const n = 1 << 13
				_, p := row.compile(t, prog.Unit)
				_, p64 := elementaryRow{row.op, dtype.Float64}.compile(t, prog.Unit)
				kernel := block.Lookup(row.op, dtype.Float32)
				x32, b32, y32, z32 := make([]float32, n), make([]float32, n), make([]float32, n), make([]float32, n)
				x64, b64, y64 := make([]float64, n), make([]float64, n), make([]float64, n)
				worst, at, at2 := 0.0, float32(0), float32(0)
				flush := func(m int) {
					for i, x := range x32[:m] {
						x64[i], b64[i] = float64(x), float64(b32[i])
					}
					run(p, m, dtype.Float32, ptr(&x32[0]), ptr(&b32[0]), ptr(&y32[0]))
					run(p64, m, dtype.Float64, ptr(&x64[0]), ptr(&b64[0]), ptr(&y64[0]))
					for i, got := range y32[:m] {
						if e := ulps32(got, y64[i]); !(e <= worst) {
							worst, at, at2 = e, x32[i], b32[i]
						}
					}
					if !*twin {
						return
					}
					kernel(ptr(&z32[0]), ptr(&x32[0]), ptr(&b32[0]), nil, m)
					for i, got := range y32[:m] {
						if want := z32[i]; math.Float32bits(got) != math.Float32bits(want) {
							t.Fatalf("%s(%x, %x) = %x, in Go %x", row.op, x32[i], b32[i], got, want)
						}
					}
				}
				m := 0
				r := rand.New(rand.NewPCG(5, 6))
				for i := 0; !unary && i < 1<<28; i += *every {
					mode := i / (*every * n) % argumentModes
					x32[m] = math.Float32frombits(uint32(argument(r, dtype.Float32, mode)))
					b32[m] = math.Float32frombits(uint32(argument(r, dtype.Float32, r.IntN(argumentModes))))
					if m++; m == n {
						flush(m)
						m = 0
					}
				}
				for u := uint64(0); unary && u < 1<<32; u += uint64(*every) {
					x32[m] = math.Float32frombits(uint32(u))
					if m++; m == n {
						flush(m)
						m = 0
					}
				}
				flush(m)
				t.Logf("%-9s %.4f ULP at %x, %x", row.op, worst, at, at2)
				if *record != "" && *every == 1 {
					f, err := os.OpenFile(*record, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
					if err != nil {
						t.Fatal(err)
					}
					fmt.Fprintf(f, "%s %.3f\n", row.name(), worst)
					if err := f.Close(); err != nil {
						t.Fatal(err)
					}
				}
				bound := 1.0
				if row.op == ops.Softplus {
					bound = 2
				}
				if !(worst < bound) {
					t.Errorf("%s: error %v ULP at %x, %x", row.op, worst, at, at2)
				}
			})
		}
	})
}

// ulps32 is the error of a float32 in units of the last place of what it should
// be, or infinite for another special value.
func ulps32(got float32, want float64) float64 {
	g := float64(got)
	switch {
	case want != want || g != g:
		if g != g && want != want {
			return 0
		}
		return math.Inf(1)
	case want == 0 || math.IsInf(want, 0):
		if g == want && math.Signbit(g) == math.Signbit(want) {
			return 0
		}
		return math.Inf(1)
	case math.IsInf(g, 0):
		g = math.Copysign(0x1p128, g) // what it would be
		if math.Abs(want) > 0x1p128 && (g > 0) == (want > 0) {
			return 0
		}
	}
	e := max(int(math.Float64bits(want)>>52&0x7ff), 1023-126) - 23
	unit := math.Float64frombits(uint64(e) << 52)
	return math.Abs(g-want) / unit
}
