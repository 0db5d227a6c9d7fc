//go:build amd64 && !purego

package tile

import (
	"math"
	mathbits "math/bits"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/ops"
)

// sqrtAt evaluates square roots of x in tiles that start at each of several
// places, so that each element takes each way through a tile's vectors.
func sqrtAt[T float32 | float64](t *testing.T, k dtype.Kind, x []T, root func(T) T) {
	c := &code{}
	c.store(c.op(ops.Sqrt, c.load(k, prog.Unit)), prog.Unit)
	p, ok := Compile(c.instrs, c.slots)
	if !ok {
		t.Fatal("does not compile")
	}
	size := int(k.Size())
	y := make([]T, len(x))
	f := p.Frame()
	defer p.Release(f)
	for first := 0; first < 8*current.bytes/size; first += 2 * current.bytes / size {
		for i, s := range [][]T{x[first:], y[first:]} {
			f.Slots[i] = prog.Operand{Ptr: unsafe.Pointer(&s[0]), Stride: size}
		}
		p.Run(f, len(x)-first)
		for i := first; i < len(x); i++ {
			if w := root(x[i]); y[i] != w && (w == w || y[i] == y[i]) {
				t.Fatalf("root of %v is %v, not %v", x[i], y[i], w)
			}
		}
	}
}

// TestRoots32 tries every mantissa of float32 with an even and an odd exponent.
func TestRoots32(t *testing.T) {
	step := uint32(1)
	if testing.Short() || raceEnabled {
		step = 61
	}
	isas(t, func(t *testing.T) {
		var x []float32
		for u := math.Float32bits(1); u < math.Float32bits(4); u += step {
			x = append(x, math.Float32frombits(u))
		}
		sqrtAt(t, dtype.Float32, x, func(x float32) float32 { return float32(math.Sqrt(float64(x))) })
	})
}

// hardRoots lists floats x for which x = (k + 1/2)² - (r + 1/4), on the scale of
// k's integers, with a small r: their roots are as near as any to a point half-way
// between floats.
func hardRoots(most int64) (x []float64) {
	for r := -most; r <= most; r += 2 {
		// k² + k = r modulo 2^54 means (2k+1)² = 4r+1 modulo 2^56. Find a root bit
		// by bit; there are three more.
		a := uint64(4*r + 1)
		w := uint64(1)
		for b := 3; b < 56; b++ {
			if (w*w-a)>>b&1 != 0 {
				w += 1 << (b - 1)
			}
		}
		for _, w := range []uint64{w, -w, w + 1<<55, -w + 1<<55} {
			for _, bits := range []int{52, 53} { // of trailing zeros that x needs
				k := (w-1)/2&(1<<bits-1) | 1<<52
				hi, lo := mathbits.Mul64(k, k+1)
				lo, borrow := mathbits.Sub64(lo, uint64(r), 0)
				hi, _ = mathbits.Sub64(hi, uint64(r>>63), borrow)
				if lo&(1<<bits-1) != 0 || bits == 52 && hi >= 1<<41 {
					continue
				}
				x = append(x, math.Ldexp(float64(hi<<(64-bits)|lo>>bits), bits-104))
			}
		}
	}
	return x
}

// TestRoots64 tries roots that are hard to round, and ones all over the range.
func TestRoots64(t *testing.T) {
	most := int64(200_000)
	if testing.Short() || raceEnabled {
		most = 2_000
	}
	x := hardRoots(most)
	if len(x) < int(most) {
		t.Errorf("only %d hard cases", len(x))
	}
	r := rand.New(rand.NewPCG(1, 1))
	for i := range x {
		x = append(x, math.Ldexp(x[i], 2*(r.IntN(900)-450)), math.Abs(math.Float64frombits(r.Uint64())))
	}
	isas(t, func(t *testing.T) { sqrtAt(t, dtype.Float64, x, math.Sqrt) })
}
