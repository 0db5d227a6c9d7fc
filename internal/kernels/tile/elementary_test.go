//go:build amd64 && !purego

package tile

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels/block"
	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/ops"
)

var long = flag.Bool("long", false, "compare elementary functions on ten million arguments each")

// An elementaryRow is an elementary function that has handlers.
type elementaryRow struct {
	op   ops.Op
	kind dtype.Kind
}

func elementaryRows() (rows []elementaryRow) {
	for i := range 256 {
		op := ops.Op(i)
		for _, k := range []dtype.Kind{dtype.Float64, dtype.Float32} {
			for _, f := range []form{formU, formB} {
				if h, ok := current.find(key{op: opcode(op), kind: k, form: f}); ok && h.keeps == 1 {
					rows = append(rows, elementaryRow{op, k})
				}
			}
		}
	}
	return rows
}

func (r elementaryRow) String() string { return fmt.Sprintf("%s %s", r.op, r.kind) }

// edges are numbers about which elementary functions change their ways.
var edges = []float64{0, math.SmallestNonzeroFloat64, 0x1p-1022, math.SmallestNonzeroFloat32, 0x1p-126, 0x1p-900, 0x1p-600, 0x1p-500, 0x1p-480, 0x1p-400,
	0x1p-240, 0x1p-54, 0x1p-30, 0x1p-28, 0x1p-12, 0.25, 0.3535, 0.5, 0.75, 0.84375, 1, 1.0607, 1.5, 2, 3, 4, 6, 12, 16, 18.714973875118524,
	19.061547465398498, 27.3, 28, 40, 44, 64, 80, 88.7, 103.9, 200, 307, 308.3, 323.3, 325, 650, 700, 708, 708.4, 709, 709.8, 710, 710.5, 711, 744.5,
	745.2, 746, 760, 1022, 1023, 1024, 1074, 1075, 1076, 0x1p20, 0x1p24, 0x1p28, 0x1p50, 0x1p51, 0x1p52, 0x1p53, 0x1p60, 0x1p64, 0x1p120,
	0x1p127, math.MaxFloat32, 0x1p240, 0x1p500, 0x1p600, 0x1p1023, math.MaxFloat64, math.Inf(1), math.NaN(),
	math.Pi, math.Pi / 2, math.Pi / 4, math.E, math.Ln2, math.Ln10}

// argument returns random numbers: bit patterns, numbers of all sizes, and edges
// and their neighbours.
func argument(r *rand.Rand, k dtype.Kind, mode int) uint64 {
	u := r.Uint64()
	var v float64
	switch mode {
	case 0: // bits
		if k == dtype.Float32 {
			return u >> 32
		}
		return u
	case 1: // near zero
		v = r.Float64()*4 - 2
	case 2:
		v = r.Float64() * 50
	case 3:
		v = r.NormFloat64() * 300
	case 4:
		v = math.Ldexp(r.Float64()*2-1, int(u%80)-40)
	case 5:
		v = 1 + math.Ldexp(r.Float64()*2-1, -int(u%50))
	case 6:
		v = float64(int(u%4001)-2000) / 4
	default:
		v = edges[u%uint64(len(edges))]
		if u>>63 != 0 {
			v = -v
		}
		if k == dtype.Float32 {
			return uint64(math.Float32bits(float32(v)) + uint32(u>>32)%5 - 2)
		}
		return math.Float64bits(v) + u>>32%5 - 2
	}
	if k == dtype.Float32 {
		return uint64(math.Float32bits(float32(v)))
	}
	return math.Float64bits(v)
}

const argumentModes = 8

func put(p ptr, k dtype.Kind, i int, u uint64) {
	if k == dtype.Float32 {
		*(*uint32)(unsafe.Add(p, 4*i)) = uint32(u)
	} else {
		*(*uint64)(unsafe.Add(p, 8*i)) = u
	}
}

func get(p ptr, k dtype.Kind, i int) uint64 {
	if k == dtype.Float32 {
		return uint64(*(*uint32)(unsafe.Add(p, 4*i)))
	}
	return *(*uint64)(unsafe.Add(p, 8*i))
}

// compile makes the program that applies the function to memory, the second
// operand being of a class.
func (r elementaryRow) compile(t testing.TB, second prog.Class) (*code, prog.Program) {
	c := &code{}
	args := []int{c.load(r.kind, prog.Unit)}
	if ops.Info(r.op).Arity == 2 {
		args = append(args, c.load(r.kind, second))
	}
	c.store(c.op(r.op, args...), prog.Unit)
	p, ok := Compile(c.instrs, c.slots)
	if !ok || strings.Contains(p.String(), "call") {
		t.Fatalf("%s: no handlers", r)
	}
	return c, p
}

// TestElementary compares the functions with their kernels, bit for bit.
func TestElementary(t *testing.T) {
	n, rounds := 4096, 2
	if *long {
		n, rounds = 1<<16, 10_000_000>>16/argumentModes+1
	}
	isas(t, func(t *testing.T) {
		for _, row := range elementaryRows() {
			t.Run(row.String(), func(t *testing.T) {
				_, p := row.compile(t, prog.Unit)
				f := block.Lookup(row.op, row.kind)
				r := rand.New(rand.NewPCG(1, uint64(row.op)))
				buf := func() ptr { return aligned(n * 8) }
				x, y, got, want := buf(), buf(), buf(), buf()
				for round := range rounds * argumentModes {
					for i := range n {
						put(x, row.kind, i, argument(r, row.kind, round%argumentModes))
						m := r.IntN(argumentModes)
						if r.IntN(2) == 0 {
							m = round % argumentModes
						}
						put(y, row.kind, i, argument(r, row.kind, m))
					}
					run(p, n, row.kind, x, y, got)
					f(want, x, y, nil, n)
					wrong := 0
					for i := range n {
						if a, b := get(got, row.kind, i), get(want, row.kind, i); a != b {
							if wrong++; wrong < 5 {
								t.Errorf("round %d: %s(%s, %s) = %s, not %s", round, row.op, hex(row.kind, get(x, row.kind, i)),
									hex(row.kind, get(y, row.kind, i)), hex(row.kind, a), hex(row.kind, b))
							}
						}
					}
					if wrong > 0 {
						t.Fatalf("round %d: %d of %d are wrong\n", round, wrong, n)
					}
				}
			})
		}
	})
}

func hex(k dtype.Kind, u uint64) string {
	if k == dtype.Float32 {
		v := math.Float32frombits(uint32(u))
		return fmt.Sprintf("%x (%v, %#x)", v, v, u)
	}
	v := math.Float64frombits(u)
	return fmt.Sprintf("%x (%v, %#x)", v, v, u)
}

// run runs a program of one or two operands and a result.
func run(p prog.Program, n int, k dtype.Kind, x, y, d ptr) {
	f := p.Frame()
	defer p.Release(f)
	size := int(k.Size())
	at := []ptr{x, y, d}
	if len(f.Slots) == 2 {
		at = []ptr{x, d}
	}
	for i := range f.Slots {
		f.Slots[i] = prog.Operand{Ptr: at[i], Stride: size}
	}
	p.Run(f, n)
}

// TestElementaryPrograms runs the functions on all lengths and in programs with
// other operations and values, of other kinds too.
func TestElementaryPrograms(t *testing.T) {
	isas(t, func(t *testing.T) {
		for _, row := range elementaryRows() {
			t.Run(row.String(), func(t *testing.T) {
				k := row.kind
				for v := range 6 {
					c := &code{}
					class := []prog.Class{prog.Unit, prog.Zero, prog.Strided, prog.Unit, prog.Reverse, prog.Unit}[v]
					a, b := c.load(k, prog.Unit), c.load(k, class)
					if v >= 4 { // a tile of another width
						other := dtype.Float64
						if k == other {
							other = dtype.Float32
						}
						a = c.cast(c.load(other, prog.Unit), k)
					}
					apply := func(x, y int) int {
						if ops.Info(row.op).Arity == 1 {
							return c.op(row.op, x)
						}
						return c.op(row.op, x, y)
					}
					switch v {
					case 0, 1, 2:
						c.store(apply(a, b), prog.Unit)
						c.store(apply(b, a), prog.Unit)
					case 3: // values that are alive
						x := c.op(ops.Sub, a, b)
						y := c.op(ops.Maximum, b, c.number(k, 1))
						z := c.op(ops.Minimum, a, c.number(k, 2))
						f := apply(x, y)
						g := apply(y, z)
						c.store(c.op(ops.Where, c.op(ops.Less, x, z), c.op(ops.Where, c.op(ops.Less, f, g), x, f), c.op(ops.Maximum, g, z)), prog.Unit)
					default:
						f := apply(a, b)
						c.store(c.op(ops.Where, c.op(ops.Less, a, b), f, apply(b, f)), prog.Unit)
					}
					p, ok := Compile(c.instrs, c.slots)
					if !ok {
						t.Fatal("not compiled")
					}
					lanes := 8 * 64 / 4
					for n := 0; n <= 4*lanes+3; n++ {
						if testing.Short() && n%7 > 2 {
							continue
						}
						if n > 40 && !*long && n%19 > 1 {
							continue
						}
						check(t, c, p, n, 8*(n%8), nil, nil, uint64(n)*7+uint64(v), n%2 == 0, true)
					}
				}
			})
		}
	})
}
