package reduce

import (
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/ops"
)

// Places are those that looking at one element after the other finds, in pieces
// of any number of rows.
func TestPlaces(t *testing.T) {
	sets(t, func(name string) {
		rng := rand.New(rand.NewPCG(13, 14))
		testPlaces[int8](t, name, rng, dtype.Int8)
		testPlaces[int16](t, name, rng, dtype.Int16)
		testPlaces[int32](t, name, rng, dtype.Int32)
		testPlaces[int64](t, name, rng, dtype.Int64)
		testPlaces[uint8](t, name, rng, dtype.Uint8)
		testPlaces[uint16](t, name, rng, dtype.Uint16)
		testPlaces[uint32](t, name, rng, dtype.Uint32)
		testPlaces[uint64](t, name, rng, dtype.Uint64)
		testPlaces[float32](t, name, rng, dtype.Float32)
		testPlaces[float64](t, name, rng, dtype.Float64)
	})
}

func testPlaces[T integer | float32 | float64](t *testing.T, name string, rng *rand.Rand, k dtype.Kind) {
	size := int(k.Size())
	for cols := 1; cols < 6*64/size; cols++ {
		rows, gap := 1+rng.IntN(40), rng.IntN(3)
		if cols%8 == 0 {
			rows = 1 + rng.IntN(700)
		}
		stride := cols + gap
		x := make([]T, rows*stride)
		few := 1 + rng.IntN(rows+3)
		for i := range x {
			switch bits := rng.Uint64(); {
			case !dtype.Floats.Has(k):
				if x[i] = *(*T)(unsafe.Pointer(&bits)); cols%3 == 0 {
					x[i] = T(rng.IntN(few) - few/2)
				}
			case cols%3 == 0: // equal ones, zeros of both signs
				x[i] = T(math.Copysign(float64(rng.IntN(few)), float64(rng.IntN(2))-0.5))
			default:
				x[i] = T(rng.NormFloat64())
			}
			if dtype.Floats.Has(k) && rng.IntN(2*rows) == 0 {
				x[i] = T([]float64{math.NaN(), -math.NaN(), math.Inf(1), math.Inf(-1)}[rng.IntN(4)])
			}
		}
		for _, join := range []ops.Op{ops.Minimum, ops.Maximum} {
			got := make([]int, cols+1)
			got[cols] = 7
			p := NewPlaces(join, k, cols)
			p.Start(unsafe.Pointer(&got[0]), cols)
			for row := 0; row < rows; {
				n := 1 + rng.IntN(rows-row)
				p.Add(unsafe.Pointer(&x[row*stride]), n, stride*size)
				row += n
			}
			p.End()
			for c := range cols {
				want := 0
				for r := range rows {
					v, w := x[r*stride+c], x[want*stride+c]
					if w == w && (v != v || join == ops.Minimum && v < w || join == ops.Maximum && v > w) {
						want = r
					}
				}
				if got[c] != want {
					t.Fatalf("%s: %v of %v, column %d of %d, %d rows: %d, want %d", name, join, k, c, cols, rows, got[c], want)
				}
			}
			if got[cols] != 7 {
				t.Fatalf("%s: written past %d columns", name, cols)
			}
		}
	}
}
