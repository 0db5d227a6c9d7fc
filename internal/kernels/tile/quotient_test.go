//go:build amd64 && !purego

package tile

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/ops"
)

// divisors are constants of many magnitudes, and what there are proofs about:
// powers of two, their neighbours, and the bounds of prog.DivisorRange.
func divisors(k dtype.Kind) []float64 {
	eps := 0x1p-52
	if k == dtype.Float32 {
		eps = 0x1p-23
	}
	least, most := prog.DivisorRange(k)
	consts := []float64{0, math.Copysign(0, -1), 1, 2, 3, 5, 7, 10, 100, 127, 127.5, 128, 255, 256, 1.0 / 3, 0.1, 1e9, 1e-9, -255, -3,
		1 + eps, 2 - eps, 2 - 2*eps, 2 - 3*eps, 1.5, 1.5 + eps, 4.0 / 3,
		least, most, -least, -most, most * (1 + eps), least * (1 - eps/2), math.Inf(1), math.Inf(-1), math.NaN()}
	r := rand.New(rand.NewPCG(1, 2))
	for range 30 {
		consts = append(consts, (r.Float64()-0.5)*math.Ldexp(1, r.IntN(40)-20), (r.Float64()-0.5)*math.Ldexp(1, r.IntN(900)-450))
	}
	return consts
}

// TestQuotientsByConstants divides integers and floats by constants.
func TestQuotientsByConstants(t *testing.T) {
	ints := []dtype.Kind{dtype.Uint8, dtype.Int8, dtype.Uint16, dtype.Int16, dtype.Int32, dtype.Uint32, dtype.Int64}
	isas(t, func(t *testing.T) {
		for _, k := range []dtype.Kind{dtype.Float32, dtype.Float64} {
			used := map[string]int{}
			for _, from := range append(ints, k) {
				for i, v := range divisors(k) {
					c := &code{}
					c.store(c.op(ops.Div, c.cast(c.load(from, prog.Unit), k), c.number(k, v)), prog.Unit)
					p, ok := Compile(c.instrs, c.slots)
					if !ok {
						continue
					}
					for _, name := range []string{"quotient", "divide"} {
						if strings.Contains(p.String(), name) {
							used[name]++
						}
					}
					check(t, c, p, 2000, 0, nil, nil, uint64(i), false, false)
				}
			}
			if used["quotient"] == 0 || used["divide"] == 0 {
				t.Errorf("%s: divisions that became products: %v", k, used)
			}
		}
	})
}

// withReciprocal adds a division by y that is given y's reciprocal, as the planner
// does it.
func (c *code) withReciprocal(x, y int) int {
	k := c.instrs[y].Type.Kind
	least, most := prog.DivisorRange(k)
	size := c.op(ops.Abs, y)
	in := c.op(ops.And, c.op(ops.GreaterEqual, size, c.number(k, least)), c.op(ops.LessEqual, size, c.number(k, most)))
	return c.op(ops.Div, x, y, c.op(ops.Div, c.op(ops.Where, in, c.number(k, 1), c.number(k, 0)), y))
}

// TestQuotientsByReciprocals divides any floats by operands of all classes.
func TestQuotientsByReciprocals(t *testing.T) {
	isas(t, func(t *testing.T) {
		for _, k := range []dtype.Kind{dtype.Float32, dtype.Float64} {
			for _, class := range []prog.Class{prog.Unit, prog.Zero, prog.Reverse, prog.Strided} {
				c := &code{}
				c.store(c.withReciprocal(c.load(k, prog.Unit), c.load(k, class)), prog.Unit)
				p, ok := Compile(c.instrs, c.slots)
				if !ok {
					t.Fatal("does not compile")
				}
				if !strings.Contains(p.String(), "divide") {
					t.Errorf("the reciprocal is not used:\n%s", p)
				}
				for n := range 200 {
					check(t, c, p, n, 0, nil, nil, uint64(n), false, false)
				}
				for seed := range 50 {
					check(t, c, p, 4000, 8*seed, nil, nil, uint64(seed), false, false)
				}
			}
		}
	})
}

// hardQuotients returns dividends and divisors whose quotients are as near as can be
// to a point half-way between two floats of p bits, a third of them with a divisor
// next to a power of two.
func hardQuotients(r *rand.Rand, p uint, n int) (x, c []float64) {
	one, power := big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), p)
	for len(x) < n {
		d := uint64(1)<<(p-1) | r.Uint64()>>(64-p) | 1
		if len(x)%3 == 0 {
			d = 1<<p - 1 - 2*uint64(r.IntN(1<<(len(x)/3%12)))
		}
		// x*2^p = (m+1/2)*d ± 1/2
		c1 := new(big.Int).SetUint64(d)
		half := new(big.Int).Rsh(c1, 1)
		if r.IntN(2) == 0 {
			half.Add(half, one)
		}
		inverse := new(big.Int).ModInverse(power, c1)
		v := half.Mul(half, inverse)
		v.Mod(v, c1)
		if v.Sign() == 0 {
			continue
		}
		x = append(x, float64(v.Uint64()))
		c = append(c, float64(d))
	}
	return x, c
}

// TestHardQuotients tries the divisions that come nearest to being wrong, each in
// every vector of a tile, by operands and by constants.
func TestHardQuotients(t *testing.T) {
	t.Run("float64", func(t *testing.T) { hard[float64](t, dtype.Float64, 53) })
	t.Run("float32", func(t *testing.T) { hard[float32](t, dtype.Float32, 24) })
}

func hard[T float32 | float64](t *testing.T, k dtype.Kind, digits uint) {
	n := 100000
	if testing.Short() {
		n = 10000
	}
	r := rand.New(rand.NewPCG(3, 4))
	a, b := hardQuotients(r, digits, n)
	x, c := make([]T, n), make([]T, n)
	reciprocals := make([]T, n)
	for i := range x {
		x[i], c[i] = T(math.Ldexp(a[i], r.IntN(9)-4)), T(math.Ldexp(b[i], r.IntN(9)-4))
		if r.IntN(2) == 0 {
			x[i] = -x[i]
		}
		reciprocals[i] = 1 / c[i]
	}
	isas(t, func(t *testing.T) {
		tile := 8 * current.bytes / int(k.Size())
		byOperand := divider[T](t, k, prog.Unit)
		for first := 0; first < tile; first += tile / 8 {
			byOperand(x[first:], c[first:], reciprocals[first:])
		}
		byOne := divider[T](t, k, prog.Zero)
		same := make([]T, tile)
		for i := range x {
			for j := range same {
				same[j] = x[i]
			}
			byOne(same, c[i:i+1], reciprocals[i:i+1])
		}
	})
}

// divider returns a function that divides x by c, given its reciprocals, and looks at
// the quotients.
func divider[T float32 | float64](t *testing.T, k dtype.Kind, class prog.Class) func(x, c, reciprocals []T) {
	e := &code{}
	e.store(e.op(ops.Div, e.load(k, prog.Unit), e.load(k, class), e.load(k, class)), prog.Unit)
	p, ok := Compile(e.instrs, e.slots)
	if !ok || !strings.Contains(p.String(), "divide") {
		t.Fatalf("no products:\n%s", p)
	}
	size := int(k.Size())
	return func(x, c, reciprocals []T) {
		f := p.Frame()
		defer p.Release(f)
		q := make([]T, len(x))
		for i, s := range [][]T{x, c, reciprocals, q} {
			f.Slots[i] = prog.Operand{Ptr: unsafe.Pointer(&s[0]), Stride: size}
			if len(s) == 1 {
				f.Slots[i].Stride = 0
			}
		}
		p.Run(f, len(x))
		for i := range x {
			if by := c[min(i, len(c)-1)]; q[i] != x[i]/by {
				t.Fatalf("%x / %x is %x, not %x", x[i], by, q[i], x[i]/by)
			}
		}
	}
}
