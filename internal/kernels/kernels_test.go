package kernels

import (
	"strings"
	"testing"
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/kernels/tile"
	"github.com/ndgo/nd/internal/ops"
)

func add(t *dtype.Type) ([]prog.Instr, []prog.Slot) {
	none := [3]int{-1, -1, -1}
	return []prog.Instr{
		{Op: ops.Load, Kind: t.Kind, Type: t, Args: none, Slot: 1},
		{Op: ops.Load, Kind: t.Kind, Type: t, Args: none, Slot: 2},
		{Op: ops.Add, Kind: t.Kind, Type: t, Args: [3]int{0, 1, -1}},
		{Op: ops.Store, Kind: t.Kind, Type: t, Args: [3]int{2, -1, -1}},
	}, []prog.Slot{{Type: t, Write: true}, {Type: t}, {Type: t}}
}

// TestCompile runs the same code with every evaluator that the machine has.
func TestCompile(t *testing.T) {
	for _, isa := range []string{"avx512", "avx2", "purego"} {
		restore, ok := tile.Force(isa)
		if !ok {
			t.Logf("this machine has no %s", isa)
			continue
		}
		if got := ISA(); got != isa {
			t.Errorf("ISA is %s, want %s", got, isa)
		}
		p := Compile(add(dtype.Basic(dtype.Float64)))
		if block := strings.HasPrefix(p.String(), "blocks of"); block != (isa == "purego") {
			t.Errorf("%s: the program is\n%v", isa, p)
		}
		const n = 100
		var d, x, y [n]float64
		for i := range n {
			x[i], y[i] = float64(i), float64(i*i)
		}
		f := p.Frame()
		for i, a := range []*[n]float64{&d, &x, &y} {
			f.Slots[i] = prog.Operand{Ptr: unsafe.Pointer(a), Stride: 8}
		}
		p.Run(f, n)
		p.Release(f)
		for i := range d {
			if want := x[i] + y[i]; d[i] != want {
				t.Errorf("%s: element %d is %v, want %v", isa, i, d[i], want)
				break
			}
		}
		restore()
	}
}

// Whatever tile refuses, block takes: here complex numbers, or a later tile
// evaluator's lack.
func TestFallback(t *testing.T) {
	for k := dtype.Int8; k < dtype.NumKinds; k++ {
		if p := Compile(add(dtype.Basic(k))); p == nil {
			t.Errorf("no program for %v", k)
		}
	}
}
