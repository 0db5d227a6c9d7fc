package block

import (
	"math/rand/v2"
	"testing"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/ops"
)

// TestPairs compares each pair with its two operations one after the other.
func TestPairs(t *testing.T) {
	const n = 3000
	r := rand.New(rand.NewPCG(6, 0))
	cheap := []ops.Op{ops.Add, ops.Sub, ops.Mul}
	for _, k := range []dtype.Kind{dtype.Float32, dtype.Float64} {
		for _, out := range cheap {
			for _, inner := range cheap {
				for position := range 2 {
					x, y, z := random(r, k, n), random(r, k, n), random(r, k, n)
					v, want, got := newMemory(k, n), newMemory(k, n), newMemory(k, n)
					apply1(Lookup(inner, k), v, []memory{x, y}, n)
					args := []memory{v, z}
					if position == 1 {
						args = []memory{z, v}
					}
					apply1(Lookup(out, k), want, args, n)
					apply1(pairFunc(out, inner, position, k), got, []memory{x, y, z}, n)
					if !got.same(want) {
						t.Errorf("%v of %v at %d, %v: differs from one after the other", out, inner, position, k)
					}

					// And as compiled.
					load := func(slot int) prog.Instr {
						in := instr(ops.Load, k, k)
						in.Slot = slot
						return in
					}
					last := [2]int{2, 3}
					if position == 1 {
						last = [2]int{3, 2}
					}
					code := []prog.Instr{load(1), load(2), instr(inner, k, k, 0, 1), load(3), instr(out, k, k, last[0], last[1]), instr(ops.Store, k, k, 4)}
					slots := make([]prog.Slot, 4)
					for i := range slots {
						slots[i].Type = dtype.Basic(k)
					}
					p := Compile(code, slots)
					if steps := len(p.(*program).steps); steps != 1 {
						t.Fatalf("%d steps\n%v", steps, p)
					}
					f := p.Frame()
					over := y.clone() // in place, too
					for i, m := range []memory{over, x, over, z} {
						f.Slots[i] = prog.Operand{Ptr: m.ptr(), Stride: int(k.Size())}
					}
					p.Run(f, n)
					if !over.same(want) {
						t.Errorf("%v of %v at %d, %v: the program differs\n%v", out, inner, position, k, p)
					}
				}
			}
		}
	}
}
