//go:build amd64 && !purego

package tile

import (
	"fmt"
	"testing"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels/block"
	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/ops"
)

// kinds are those that handlers know.
var kinds = []dtype.Kind{dtype.Bool, dtype.Int8, dtype.Int16, dtype.Int32, dtype.Int64,
	dtype.Uint8, dtype.Uint16, dtype.Uint32, dtype.Uint64, dtype.Float32, dtype.Float64}

// keepsBits reports whether op copies bits, so that even those of a NaN count.
func keepsBits(op ops.Op) bool {
	switch op {
	case ops.Neg, ops.Abs, ops.Copysign, ops.Where, ops.Load, ops.Conj:
		return true
	}
	return false
}

// lengths are those about the boundaries of vectors and tiles.
func lengths(k dtype.Kind) (ns []int) {
	most := 4*current.bytes*8/int(k.Size()) + 3
	lanes := current.bytes / int(k.Size())
	for n := 0; n <= most; n++ {
		if n <= 2*lanes || (n+3)%(lanes*8) < 7 || n%37 == 0 || n >= most-2 {
			ns = append(ns, n)
		}
	}
	if raceEnabled || testing.Short() { // some of them
		few := ns[:0]
		for i, n := range ns {
			if i%7 == 0 || i == len(ns)-1 {
				few = append(few, n)
			}
		}
		ns = few
	}
	return ns
}

// TestOperations compares every operation over every kind with its kernel: with
// operands in memory, constants, and computed operands.
func TestOperations(t *testing.T) {
	isas(t, func(t *testing.T) {
		for op, info := range ops.All {
			for _, k := range kinds {
				if !info.In.Has(k) || block.Lookup(op, k) == nil {
					continue
				}
				t.Run(fmt.Sprintf("%s/%s", op, k), func(t *testing.T) { testOperation(t, op, info.Arity, k) })
			}
		}
	})
}

// arguments writes n operands of an operation on kind k in each of several ways.
func arguments(op ops.Op, n int, k dtype.Kind) (ways []func(c *code) []int) {
	kind := func(j int) dtype.Kind {
		if op == ops.Where && j == 0 {
			return dtype.Bool
		}
		return k
	}
	classes := []prog.Class{prog.Unit, prog.Zero, prog.Reverse, prog.Strided}
	for way := range 1 << (2 * n) { // each operand of each class
		ways = append(ways, func(c *code) (args []int) {
			for j := range n {
				args = append(args, c.load(kind(j), classes[way>>(2*j)&3]))
			}
			return args
		})
	}
	computed := func(c *code, j int) int {
		x := c.load(kind(j), prog.Unit)
		if kind(j) == dtype.Bool {
			return c.op(ops.Xor, x, c.load(dtype.Bool, prog.Unit))
		}
		return c.op(ops.Add, x, c.number(kind(j), 1))
	}
	for way := range 1 << n { // computed or not
		ways = append(ways, func(c *code) (args []int) {
			for j := range n {
				if way>>j&1 != 0 {
					args = append(args, computed(c, j))
				} else {
					args = append(args, c.load(kind(j), prog.Unit))
				}
			}
			return args
		})
	}
	for j := range n { // a constant
		ways = append(ways, func(c *code) (args []int) {
			for i := range n {
				switch {
				case i == j && kind(i) == dtype.Bool:
					args = append(args, c.op(ops.Not, c.load(dtype.Bool, prog.Zero)))
				case i == j:
					args = append(args, c.number(kind(i), 3))
				default:
					args = append(args, c.load(kind(i), prog.Unit))
				}
			}
			return args
		})
	}
	if n > 1 && op != ops.Where { // the same operand twice
		ways = append(ways, func(c *code) (args []int) {
			x := computed(c, 1)
			for range n {
				args = append(args, x)
			}
			return args
		}, func(c *code) (args []int) {
			x := c.load(k, prog.Unit)
			for range n {
				args = append(args, x)
			}
			return args
		})
	}
	return ways
}

func testOperation(t *testing.T, op ops.Op, arity int, k dtype.Kind) {
	for w, way := range arguments(op, arity, k) {
		c := &code{}
		c.store(c.op(op, way(c)...), prog.Unit)
		p, ok := Compile(c.instrs, c.slots)
		if !ok {
			if w == 0 {
				return // the kernel does it
			}
			continue
		}
		ns := lengths(k)
		if w > 0 {
			ns = []int{1, 5, ns[len(ns)-1]/4 + 1, ns[len(ns)-1]}
		}
		for _, n := range ns {
			check(t, c, p, n, 8*(n%9), nil, nil, uint64(w), false, !keepsBits(op))
		}
	}
}

// TestCovered holds that what is exact has handlers, so that other tests do not
// compare kernels with themselves. Integer division has none, nor have a few
// conversions and shifts with AVX2.
func TestCovered(t *testing.T) {
	isas(t, func(t *testing.T) {
		calls := func(c *code) bool {
			g := &graph{set: current, slots: c.slots}
			return !g.build(c.instrs) || g.calls > 0
		}
		short := current == avx2
		for op, info := range ops.All {
			for _, k := range kinds {
				if !info.In.Has(k) || block.Lookup(op, k) == nil || info.ULP > 0 {
					continue
				}
				switch op {
				case ops.Rem, ops.FloorDiv, ops.Mod, ops.Nextafter:
					continue
				case ops.Div, ops.Reciprocal:
					if dtype.Integers.Has(k) {
						continue
					}
				case ops.Shl, ops.Shr:
					if short && k.Size() == 1 {
						continue
					}
				}
				c := &code{}
				c.store(c.op(op, arguments(op, info.Arity, k)[0](c)...), prog.Unit)
				if calls(c) {
					t.Errorf("%s of %s has no handler", op, k)
				}
			}
		}
		for _, from := range kinds {
			for _, to := range kinds {
				c := &code{}
				c.store(c.cast(c.load(from, prog.Unit), to), prog.Unit)
				wide := dtype.Of(dtype.Int64) | dtype.Of(dtype.Uint64)
				if calls(c) && !(short && (dtype.Floats.Has(from) && wide.Has(to) || wide.Has(from) && to == dtype.Float32)) {
					t.Errorf("the cast from %s to %s has no handler", from, to)
				}
			}
		}
	})
}

// TestAliases stores over an operand, in place.
func TestAliases(t *testing.T) {
	isas(t, func(t *testing.T) {
		for op, info := range ops.All {
			for _, k := range kinds {
				if !info.In.Has(k) || block.Lookup(op, k) == nil || ops.ResultKind(op, k) != k {
					continue
				}
				c := &code{}
				var args []int
				for j := range info.Arity {
					if op == ops.Where && j == 0 {
						args = append(args, c.load(dtype.Bool, prog.Unit))
					} else {
						args = append(args, c.load(k, prog.Unit))
					}
				}
				d := c.store(c.op(op, args...), prog.Unit)
				p, ok := Compile(c.instrs, c.slots)
				if !ok {
					continue
				}
				for _, n := range lengths(k) {
					for j, a := range args {
						if c.slots[a].Type.Kind == k && n%5 == j {
							check(t, c, p, n, 8*(n%8), nil, map[int]int{d: c.instrs[a].Slot}, 3, false, !keepsBits(op))
						}
					}
				}
			}
		}
	})
}

// TestCasts compares every conversion, of operands and of computed values.
func TestCasts(t *testing.T) {
	isas(t, func(t *testing.T) {
		for _, from := range kinds {
			for _, to := range kinds {
				t.Run(fmt.Sprintf("%s/%s", from, to), func(t *testing.T) {
					for way := range 5 {
						c := &code{}
						x := c.load(from, []prog.Class{prog.Unit, prog.Strided, prog.Zero, prog.Unit, prog.Unit}[way])
						if way == 3 { // computed before and after
							if from != dtype.Bool {
								x = c.op(ops.Minimum, x, c.number(from, 100))
							}
						}
						y := c.cast(x, to)
						if way == 3 && to != dtype.Bool {
							y = c.op(ops.Add, y, c.number(to, 1))
						}
						c.store(y, prog.Unit)
						if way == 4 { // within a program of wider elements
							c.store(c.op(ops.Add, c.load(dtype.Float64, prog.Unit), c.number(dtype.Float64, 1)), prog.Unit)
						}
						p, ok := Compile(c.instrs, c.slots)
						if !ok {
							continue
						}
						k := from
						if to.Size() > from.Size() {
							k = to
						}
						for i, n := range lengths(k) {
							if way == 0 || i%9 == way {
								check(t, c, p, n, 8*(i%8), nil, nil, uint64(i), false, true)
							}
						}
					}
				})
			}
		}
	})
}

// TestStrides loads from and stores to operands of many strides, whose last
// element is followed by guard bytes or, in TestBounds, by no memory at all.
func TestStrides(t *testing.T) {
	isas(t, func(t *testing.T) {
		for _, k := range kinds {
			for _, wide := range []dtype.Kind{k, dtype.Float64} {
				for _, stride := range []int{2, 3, 4, 5, 7, -2, -3, -1, 0} {
					c := &code{}
					src := prog.ClassOf(stride)
					x := c.load(k, src)
					c.store(x, prog.Unit)
					d := -1
					if stride != 0 {
						d = c.store(x, src)
					}
					if wide != k {
						c.store(c.op(ops.Neg, c.load(wide, prog.Unit)), prog.Unit)
					}
					p, ok := Compile(c.instrs, c.slots)
					if !ok {
						t.Fatal(k, "does not compile")
					}
					for i, n := range lengths(k) {
						if i%3 == 0 || n < 20 {
							check(t, c, p, n, 8*(i%8), map[int]int{0: stride, d: stride}, nil, uint64(i), false, false)
						}
					}
				}
			}
		}
	})
}

// TestStream compares stores that bypass the cache.
func TestStream(t *testing.T) {
	isas(t, func(t *testing.T) {
		for _, k := range kinds[1:] {
			c := &code{}
			c.store(c.op(ops.Add, c.load(k, prog.Unit), c.load(k, prog.Unit)), prog.Unit)
			p, _ := Compile(c.instrs, c.slots)
			for _, n := range []int{0, 1, 63, 64, 65, 1000, 5000} {
				for off := range 8 {
					check(t, c, p, n, off*8, nil, nil, 5, true, true)
				}
			}
			check(t, c, p, 3*chunk+77, 8, nil, nil, 5, true, true)
			check(t, c, p, 3*chunk+77, 8, nil, nil, 5, false, true)
		}
	})
}
