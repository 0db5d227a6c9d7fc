package block

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/ops"
)

// A generator draws programs.
type generator struct {
	*rand.Rand
	code   []prog.Instr
	slots  []prog.Slot
	stride []int // of each slot, in elements
	alias  []int // of each slot: the slot that it coincides with, or -1
}

func instr(op ops.Op, k, result dtype.Kind, args ...int) prog.Instr {
	in := prog.Instr{Op: op, Kind: k, Type: dtype.Basic(result), Args: [3]int{-1, -1, -1}}
	copy(in.Args[:], args)
	return in
}

// value returns a value of kind k, an old one if there is one.
func (g *generator) value(k dtype.Kind) int {
	var old []int
	for i, in := range g.code {
		if in.Op != ops.Store && in.Type.Kind == k {
			old = append(old, i)
		}
	}
	if len(old) > 0 && g.IntN(8) != 0 {
		return old[g.IntN(len(old))]
	}
	if g.IntN(4) == 0 {
		in := instr(ops.Const, k, k)
		store1(k, unsafe.Pointer(&in.Const), draw(g.Rand, k))
		return g.add(in)
	}
	in := instr(ops.Load, k, k)
	in.Slot = g.slot(k)
	return g.add(in)
}

func (g *generator) add(in prog.Instr) int {
	g.code = append(g.code, in)
	return len(g.code) - 1
}

func (g *generator) slot(k dtype.Kind) int {
	stride := []int{1, 1, 1, 0, -1, 2, -3}[g.IntN(7)]
	g.slots = append(g.slots, prog.Slot{Type: dtype.Basic(k), Class: prog.ClassOf(stride)})
	g.stride = append(g.stride, stride)
	g.alias = append(g.alias, -1)
	return len(g.slots) - 1
}

// someFunc is a user's function that would notice overlapping blocks.
var someFunc = &prog.Func{Name: "some", Call: func(dst unsafe.Pointer, args [3]unsafe.Pointer, n int) {
	d, x, y := view[float64](dst, n), view[float64](args[0], n), view[float64](args[1], n)
	for i := range d {
		d[i] = x[i] - 2*y[i]
	}
}}

func (g *generator) program() {
	kinds := []dtype.Kind{dtype.Bool, dtype.Int8, dtype.Int32, dtype.Float32, dtype.Float64, dtype.Complex64, dtype.Complex128}
	// Elementary functions add nothing here; they are as any other.
	var rows []ops.Op
	for op, e := range ops.All {
		if e.ULP == 0 {
			rows = append(rows, op)
		}
	}
	for range 1 + g.IntN(12) {
		if len(g.code) > 0 && g.IntN(8) == 0 {
			g.store(g.any())
		}
		k := kinds[g.IntN(len(kinds))]
		switch g.IntN(6) {
		case 0:
			to := kinds[g.IntN(len(kinds))]
			g.add(instr(ops.Cast, k, to, g.value(k)))
		case 1:
			in := instr(ops.User, dtype.Float64, dtype.Float64, g.value(dtype.Float64), g.value(dtype.Float64))
			in.Fn = someFunc
			g.add(in)
		default:
			op := rows[g.IntN(len(rows))]
			e := ops.Info(op)
			if Lookup(op, k) == nil {
				continue
			}
			args := make([]int, e.Arity)
			for i, k := range argKinds(op, e, k) {
				args[i] = g.value(k)
			}
			g.add(instr(op, k, ops.ResultKind(op, k), args...))
		}
	}
	if len(g.code) == 0 {
		g.value(dtype.Float64)
	}
	g.store(len(g.code) - 1)
	for range g.IntN(3) {
		g.store(g.any())
	}
}

// any returns a value.
func (g *generator) any() int {
	for {
		if v := g.IntN(len(g.code)); g.code[v].Op != ops.Store {
			return v
		}
	}
}

// store stores value v, often on top of an operand.
func (g *generator) store(v int) {
	if g.code[v].Op == ops.Store {
		v = g.any()
	}
	k := g.code[v].Type.Kind
	s := g.slot(k)
	for i := range s {
		if g.slots[i].Type.Kind.Size() == k.Size() && !g.slots[i].Write && !slices.Contains(g.alias, i) && g.stride[i] != 0 && g.IntN(2) == 0 {
			g.alias[s], g.stride[s], g.slots[s].Class = i, g.stride[i], g.slots[i].Class
			break
		}
	}
	if g.stride[s] == 0 {
		g.stride[s], g.slots[s].Class = 1, prog.Unit
	}
	g.slots[s].Write = true
	in := instr(ops.Store, k, k, v)
	in.Slot = s
	g.add(in)
}

// operands makes memory for the slots, filled with values.
func (g *generator) operands(n int) (mem []memory, at []prog.Operand) {
	for s, slot := range g.slots {
		k := slot.Type.Kind
		size := int(k.Size())
		stride := g.stride[s]
		abs := max(stride, -stride)
		var m memory
		if a := g.alias[s]; a >= 0 {
			m = mem[a]
		} else {
			m = random(g.Rand, k, (n-1)*abs+1)
		}
		p := m.ptr()
		if stride < 0 {
			p = unsafe.Add(p, (n-1)*abs*size)
		}
		mem = append(mem, m)
		at = append(at, prog.Operand{Ptr: p, Stride: stride * size})
	}
	return mem, at
}

// interpret runs code one element after the other, reading from the memory as
// it is given and writing to copies of it, which it returns.
func (g *generator) interpret(mem []memory, at []prog.Operand, n int) []memory {
	out := make([]memory, len(mem))
	for s, m := range mem {
		out[s] = m.clone()
		if a := g.alias[s]; a >= 0 {
			out[s] = out[a]
		}
	}
	values := make([][2]uint64, len(g.code))
	for i := range n {
		for k, in := range g.code {
			var p [3]unsafe.Pointer
			for j, a := range in.Args {
				if a >= 0 {
					p[j] = unsafe.Pointer(&values[a])
				}
			}
			dst := unsafe.Pointer(&values[k])
			switch in.Op {
			case ops.Load:
				store1(in.Kind, dst, load1(in.Kind, unsafe.Add(at[in.Slot].Ptr, i*at[in.Slot].Stride)))
			case ops.Const:
				values[k] = in.Const
			case ops.Cast:
				Cast(in.Kind, in.Type.Kind)(dst, p[0], nil, nil, 1)
			case ops.User:
				in.Fn.Call(dst, p, 1)
			case ops.Store:
				off := uintptr(at[in.Slot].Ptr) - uintptr(mem[in.Slot].ptr())
				store1(in.Kind, unsafe.Add(out[in.Slot].ptr(), int(off)+i*at[in.Slot].Stride), load1(in.Kind, p[0]))
			default:
				Lookup(in.Op, in.Kind)(dst, p[0], p[1], p[2], 1)
			}
		}
	}
	return out
}

// TestRandomPrograms compares programs with the meaning of their code, on
// operands of all classes, destinations on top of operands, several results,
// and lengths about the block's.
func TestRandomPrograms(t *testing.T) {
	programs := 3000
	if testing.Short() {
		programs = 300
	}
	for seed := range programs {
		g := &generator{Rand: rand.New(rand.NewPCG(5, uint64(seed)))}
		g.program()
		p := Compile(g.code, g.slots)
		length := min(p.(*program).block, 100)
		f := p.Frame()
		for _, n := range []int{1, 2 + g.IntN(30), length, length + 1, 2*length + g.IntN(100)} {
			mem, at := g.operands(n)
			want := g.interpret(mem, at, n)
			copy(f.Slots, at)
			p.Run(f, n)
			for s := range mem {
				if !mem[s].same(want[s]) {
					t.Fatalf("seed %d, n %d: slot %d differs\n%s\n%v", seed, n, s, listing(g), p)
				}
			}
		}
		p.Release(f)
		for _, o := range f.Slots {
			if o.Ptr != nil {
				t.Fatal("Release left an operand in the frame")
			}
		}
	}
}

func listing(g *generator) string {
	s := ""
	for k, in := range g.code {
		s += fmt.Sprintf("v%d = %v %v -> %v, args %v, slot %d\n", k, in.Op, in.Kind, in.Type, in.Args, in.Slot)
	}
	for k := range g.slots {
		s += fmt.Sprintf("s%d: stride %d, coincides with %d\n", k, g.stride[k], g.alias[k])
	}
	return s
}

// TestConcurrent runs one program in several goroutines, for the race detector.
func TestConcurrent(t *testing.T) {
	p := Compile(expressions[2].code, slots64(4))
	const n = 3000
	a, b, c, want := random64(n, 1), random64(n, 2), random64(n, 3), make([]float64, n)
	expressions[2].loop(want, a, b, c)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			d := make([]float64, n)
			for range 20 {
				f := p.Frame()
				run64(p, f, d, a, b, c)
				p.Release(f)
			}
			for i := range d {
				if d[i] != want[i] {
					t.Errorf("element %d is %v, want %v", i, d[i], want[i])
					return
				}
			}
		})
	}
	wg.Wait()
}
