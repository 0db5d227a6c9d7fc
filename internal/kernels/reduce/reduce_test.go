package reduce

import (
	"math"
	"math/rand/v2"
	"strconv"
	"testing"
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/ops"
)

// sets are the instruction sets that this machine has.
func sets(t *testing.T, f func(name string)) {
	for _, name := range []string{"purego", "avx2", "avx512"} {
		if restore, ok := Force(name); ok {
			f(name)
			restore()
		}
	}
}

// plainSum is the definition of a leaf, element by element.
func plainSum(x []float64) float64 {
	lane := make([]float64, Lanes)
	for l := range lane {
		lane[l] = math.Copysign(0, -1)
	}
	for i, v := range x {
		lane[i%Lanes] += v
	}
	for n := Lanes / 2; n >= 4; n /= 2 {
		for l := range n {
			lane[l] += lane[l+n]
		}
	}
	s := (lane[0] + lane[2]) + (lane[1] + lane[3])
	if s != s {
		return math.NaN()
	}
	return s
}

// values are hard to add in another order; some are zeros of both signs and
// some, rarely, infinite or NaN.
func values(rng *rand.Rand, n int) []float64 {
	x := make([]float64, n)
	odd := rng.IntN(4) == 0
	zeros := rng.IntN(4) == 0
	for i := range x {
		x[i] = rng.NormFloat64() * math.Exp(20*rng.NormFloat64())
		if zeros || rng.IntN(8) == 0 {
			x[i] = math.Copysign(0, float64(rng.IntN(8))-0.5)
			if zeros {
				x[i] = math.Copysign(0, -1)
			}
		}
		if odd && rng.IntN(n) == 0 {
			x[i] = []float64{math.Inf(1), math.Inf(-1), math.NaN(), -math.NaN()}[rng.IntN(4)]
		}
	}
	return x
}

func TestSums(t *testing.T) {
	sum := For(ops.Add, dtype.Float64)
	sets(t, func(name string) {
		rng := rand.New(rand.NewPCG(1, 2))
		check := func(n, rows int) {
			t.Helper()
			x := values(rng, n*rows)
			got := make([]float64, rows+1)
			got[rows] = 7
			sum.Rows(unsafe.Pointer(&got[0]), unsafe.Pointer(&x[0]), n, rows)
			for r := range rows {
				row := x[r*n:][:n]
				want := plainSum(row)
				if math.Float64bits(got[r]) != math.Float64bits(want) {
					t.Fatalf("%s: row %d of %d elements: %v, want %v", name, r, n, got[r], want)
				}
				var state [StateWords]uint64
				sum.Start(unsafe.Pointer(&state))
				for len(row) > 0 {
					m := min(len(row), Lanes*(1+rng.IntN(20)))
					sum.Add(unsafe.Pointer(&state), unsafe.Pointer(&row[0]), m)
					row = row[m:]
				}
				var s float64
				sum.End(unsafe.Pointer(&s), unsafe.Pointer(&state))
				if math.Float64bits(s) != math.Float64bits(want) {
					t.Fatalf("%s: %d elements in pieces: %v, want %v", name, n, s, want)
				}
			}
			if got[rows] != 7 {
				t.Fatalf("%s: written past %d rows", name, rows)
			}
		}
		for n := 1; n <= 200; n++ {
			check(n, 1+rng.IntN(5))
		}
		for range 50 {
			check(1+rng.IntN(LeafSize), 1)
		}
		check(LeafSize, 1)
	})
}

// value is the form of elements i.
func (f Form) value(x, y []float64, i int) float64 {
	switch f {
	case Diff:
		d := x[i] - y[i]
		return float64(d * d)
	case Dev:
		d := x[i] - y[0]
		return float64(d * d)
	}
	return float64(x[i] * y[i])
}

func TestPairs(t *testing.T) {
	sets(t, func(name string) {
		rng := rand.New(rand.NewPCG(3, 4))
		for i := range 400 {
			n := 1 + i
			if i >= 300 {
				n = 1 + rng.IntN(LeafSize)
			}
			x, y := values(rng, n), values(rng, n)
			for _, f := range []Form{Diff, Dev, Dot} {
				z := make([]float64, n)
				for i := range z {
					z[i] = f.value(x, y, i)
				}
				var got float64
				SumRows(f, unsafe.Pointer(&got), unsafe.Pointer(&x[0]), unsafe.Pointer(&y[0]), n, 1, 0, 0)
				if want := plainSum(z); math.Float64bits(got) != math.Float64bits(want) {
					t.Fatalf("%s: form %d of %d elements: %v, want %v", name, f, n, got, want)
				}
			}
			narrow := make([]float32, n)
			for i := range x {
				narrow[i] = float32(x[i])
				x[i] = float64(narrow[i])
			}
			var got float64
			SumRows(Wide, unsafe.Pointer(&got), unsafe.Pointer(&narrow[0]), nil, n, 1, 0, 0)
			if want := plainSum(x); math.Float64bits(got) != math.Float64bits(want) {
				t.Fatalf("%s: %d elements of float32: %v, want %v", name, n, got, want)
			}
		}
	})
}

func TestColumns(t *testing.T) {
	sets(t, func(name string) {
		rng := rand.New(rand.NewPCG(5, 6))
		for cols := 1; cols <= 80; cols++ {
			rows, gap := 1+rng.IntN(6), rng.IntN(3)
			x, y := values(rng, rows*(cols+gap)), values(rng, cols)
			start := values(rng, cols+1)
			for _, f := range []Form{None, Dev} {
				for from := range 2 {
					got := append([]float64{}, start...)
					AddColumns(f, unsafe.Pointer(&got[0]), unsafe.Pointer(&x[0]), unsafe.Pointer(&y[0]), cols, rows, 8*(cols+gap), from)
					for c := range cols {
						want := start[c]
						for r := range rows {
							v := x[r*(cols+gap)+c]
							if f == Dev {
								v -= y[c]
								v = float64(v * v)
							}
							if r == 0 && from == 0 {
								want = v
							} else {
								want += v
							}
						}
						if math.Float64bits(got[c]) != math.Float64bits(want) && !(want != want && got[c] != got[c]) {
							t.Fatalf("%s: form %d, column %d of %d, %d rows: %v, want %v", name, f, c, cols, rows, got[c], want)
						}
					}
					if math.Float64bits(got[cols]) != math.Float64bits(start[cols]) {
						t.Fatalf("%s: written past %d columns", name, cols)
					}
				}
			}
		}
	})
}

func BenchmarkSumRows(b *testing.B) {
	x := make([]float64, LeafSize)
	out := make([]float64, LeafSize)
	for _, n := range []int{3, 8, 30, 300, LeafSize} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			for b.Loop() {
				SumRows(None, unsafe.Pointer(&out[0]), unsafe.Pointer(&x[0]), nil, n, LeafSize/n, 8*n, 0)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(LeafSize/n*n), "ns/elem")
		})
	}
}

// Minima and maxima in vectors are those of Go, which orders zeros and lets NaN
// win.
func TestExtremes(t *testing.T) {
	sets(t, func(name string) {
		rng := rand.New(rand.NewPCG(7, 8))
		testExtremes[int8](t, name, rng, dtype.Int8)
		testExtremes[int16](t, name, rng, dtype.Int16)
		testExtremes[int32](t, name, rng, dtype.Int32)
		testExtremes[int64](t, name, rng, dtype.Int64)
		testExtremes[uint8](t, name, rng, dtype.Uint8)
		testExtremes[uint16](t, name, rng, dtype.Uint16)
		testExtremes[uint32](t, name, rng, dtype.Uint32)
		testExtremes[uint64](t, name, rng, dtype.Uint64)
		testExtremes[float32](t, name, rng, dtype.Float32)
		testExtremes[float64](t, name, rng, dtype.Float64)
	})
}

func testExtremes[T integer | float32 | float64](t *testing.T, name string, rng *rand.Rand, k dtype.Kind) {
	size := int(k.Size())
	isFloat := dtype.Floats.Has(k)
	for n := 1; n < 400; n++ {
		rows := 1 + rng.IntN(4)
		x := make([]T, n*rows)
		for i := range x {
			switch bits := rng.Uint64(); {
			case !isFloat:
				x[i] = *(*T)(unsafe.Pointer(&bits))
			case n%3 == 0: // zeros of both signs, and others of one
				v := math.Copysign(0, float64(rng.IntN(2))-0.5)
				if rng.IntN(n) == 0 {
					v = float64(1 - 2*(n%2))
				}
				x[i] = T(v)
			default:
				x[i] = T(rng.NormFloat64())
			}
			if isFloat && rng.IntN(3*n) == 0 {
				x[i] = T([]float64{math.NaN(), -math.NaN(), math.Inf(1), math.Inf(-1)}[rng.IntN(4)])
			}
		}
		for _, join := range []ops.Op{ops.Minimum, ops.Maximum} {
			kernel := For(join, k)
			got := make([]T, rows+1)
			got[rows] = 7
			kernel.Rows(unsafe.Pointer(&got[0]), unsafe.Pointer(&x[0]), n, rows)
			for r := range rows {
				row := x[r*n:][:n]
				want := row[0]
				for _, v := range row {
					if join == ops.Minimum {
						want = min(want, v)
					} else {
						want = max(want, v)
					}
				}
				if want != want {
					want = T(math.NaN())
				}
				same := func(a, b T) bool {
					return string(unsafe.Slice((*byte)(unsafe.Pointer(&a)), size)) == string(unsafe.Slice((*byte)(unsafe.Pointer(&b)), size))
				}
				if !same(got[r], want) {
					t.Fatalf("%s: %v of %d %v: %v, want %v", name, join, n, k, got[r], want)
				}
				var state [StateWords]uint64
				kernel.Start(unsafe.Pointer(&state))
				for len(row) > 0 {
					m := 1 + rng.IntN(len(row))
					kernel.Add(unsafe.Pointer(&state), unsafe.Pointer(&row[0]), m)
					row = row[m:]
				}
				var m T
				kernel.End(unsafe.Pointer(&m), unsafe.Pointer(&state))
				if !same(m, want) {
					t.Fatalf("%s: %v of %d %v in pieces: %v, want %v", name, join, n, k, m, want)
				}
			}
			if got[rows] != 7 {
				t.Fatalf("%s: written past %d rows", name, rows)
			}
		}
	}
}

func TestTruths(t *testing.T) {
	sets(t, func(name string) {
		rng := rand.New(rand.NewPCG(9, 10))
		for n := 1; n < 300; n++ {
			x := make([]byte, n)
			for _, fill := range []byte{0, 1} {
				for i := range x {
					x[i] = fill
				}
				if rng.IntN(2) == 0 {
					x[rng.IntN(n)] ^= 1
				}
				anyTrue, allTrue := false, true
				for _, v := range x {
					anyTrue, allTrue = anyTrue || v != 0, allTrue && v != 0
				}
				var got [2]bool
				For(ops.Or, dtype.Bool).Rows(unsafe.Pointer(&got[0]), unsafe.Pointer(&x[0]), n, 1)
				For(ops.And, dtype.Bool).Rows(unsafe.Pointer(&got[1]), unsafe.Pointer(&x[0]), n, 1)
				if got != [2]bool{anyTrue, allTrue} {
					t.Fatalf("%s: %v: %v", name, x, got)
				}
			}
		}
	})
}

// Sums of columns are those of the definition, whatever goes side by side.
func TestSumColumns(t *testing.T) {
	sets(t, func(name string) {
		rng := rand.New(rand.NewPCG(11, 12))
		for i := range 300 {
			rows, cols, gap := 1+rng.IntN(100), 1+rng.IntN(80), rng.IntN(3)
			switch i % 10 {
			case 7:
				rows = 1 + rng.IntN(1200)
			case 8:
				rows, cols = LeafSize-rng.IntN(2), 1+rng.IntN(9)
			case 9:
				rows = 33 + rng.IntN(400)
			}
			stride := cols + gap
			x, y := values(rng, rows*stride), values(rng, cols)
			for _, f := range []Form{None, Dev} {
				got, acc := make([]float64, cols+1), make([]float64, ColumnRows*cols+1)
				got[cols], acc[ColumnRows*cols] = 7, 7
				SumColumns(f, unsafe.Pointer(&got[0]), unsafe.Pointer(&acc[0]), unsafe.Pointer(&x[0]), unsafe.Pointer(&y[0]), cols, rows, 8*stride, i%2 == 0)
				column := make([]float64, rows)
				for c := range cols {
					for r := range column {
						column[r] = x[r*stride+c]
						if f == Dev {
							d := column[r] - y[c]
							column[r] = float64(d * d)
						}
					}
					if want := plainSum(column); math.Float64bits(got[c]) != math.Float64bits(want) && !(want != want && got[c] != got[c]) {
						t.Fatalf("%s: form %d, column %d of %d, %d rows: %v, want %v", name, f, c, cols, rows, got[c], want)
					}
				}
				if got[cols] != 7 || acc[ColumnRows*cols] != 7 {
					t.Fatalf("%s: written past %d columns", name, cols)
				}
			}
		}
	})
}
