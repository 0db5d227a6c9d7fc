//go:build amd64 && !purego

package tile

import (
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/ops"
)

// TestRowLoops compares programs that have loops of their own with the kernels in Go:
// every operation and form, rows and groups of any length and distance, results in
// the place of operands, and more rows than one call of assembly takes.
func TestRowLoops(t *testing.T) {
	tries := 60
	if raceEnabled || testing.Short() {
		tries = 25
	}
	isas(t, func(t *testing.T) {
		for _, k := range []dtype.Kind{dtype.Float64, dtype.Float32} {
			for _, op := range []ops.Op{ops.Add, ops.Sub, ops.Mul, ops.Div} {
				for _, form := range []string{"uu", "uz", "zu", "uc", "cu"} {
					c := &code{}
					x := c.operands(k, form)
					c.store(c.op(op, x[0], x[1]), prog.Unit)
					checkRowLoops(t, c, tries, op != ops.Div || form != "uc") // may be a product
				}
			}
			for _, pair := range [][2]ops.Op{{ops.Sub, ops.Div}, {ops.Sub, ops.Mul}, {ops.Mul, ops.Add}} {
				for _, form := range []string{"uuu", "uuz", "uzu", "uzz", "ucu", "uzc"} {
					c := &code{}
					x := c.operands(k, form)
					c.store(c.op(pair[1], c.op(pair[0], x[0], x[1]), x[2]), prog.Unit)
					checkRowLoops(t, c, tries, pair[1] != ops.Div || form != "uzc")
				}
			}
			// Operands exchanged.
			c := &code{}
			x := c.operands(k, "uuz")
			c.store(c.op(ops.Add, x[0], c.op(ops.Mul, x[2], x[1])), prog.Unit)
			checkRowLoops(t, c, tries, true)
		}
	})
}

// operands are loads of the classes unit and zero, and constants, by their initials.
func (c *code) operands(k dtype.Kind, form string) (x []int) {
	for i, class := range form {
		switch class {
		case 'u':
			x = append(x, c.load(k, prog.Unit))
		case 'z':
			x = append(x, c.load(k, prog.Zero))
		case 'c':
			x = append(x, c.number(k, 3+0.1*float64(i)))
		}
	}
	return x
}

// checkRowLoops compiles a program, which is Quick or not, and checks it a number of times.
func checkRowLoops(t *testing.T, c *code, tries int, quick bool) {
	t.Helper()
	p, ok := Compile(c.instrs, c.slots)
	if !ok {
		t.Fatal("does not compile")
	}
	quick = quick && current == avx512
	if Quick(p) != quick && quick || Quick(p) && !MayBeQuick(c.instrs) {
		t.Fatalf("is quick: %t\n%s\n%s", Quick(p), c, p)
	}
	for seed := range uint64(tries) {
		checkRowLoop(t, c, p, rand.New(rand.NewPCG(seed, 3)))
	}
}

// checkRowLoop runs a program on groups of rows, and the rows one by one by the oracle.
func checkRowLoop(t *testing.T, c *code, p prog.Program, r *rand.Rand) {
	t.Helper()
	n, rows, count := 1+r.IntN(100), 1+r.IntN(6), 1+r.IntN(5)
	switch r.IntN(16) {
	case 0:
		n, rows, count = 1+r.IntN(3), 2000+r.IntN(1000), 1+r.IntN(2)
	case 1:
		n, rows, count = 1+r.IntN(3), 1+r.IntN(2), 2000+r.IntN(1000)
	case 2:
		n, rows, count = 1000+r.IntN(20000), 1+r.IntN(3), 1+r.IntN(3)
	}
	size := int(c.slots[0].Type.Size)
	result := len(c.slots) - 1
	steps, jumps := make([]int, len(c.slots)), make([]int, len(c.slots))
	first, mems, want := make([]int, len(c.slots)), make([][]byte, len(c.slots)), make([][]byte, len(c.slots))
	for k := result; k >= 0; k-- {
		stride := 1
		if c.slots[k].Class == prog.Zero {
			stride = 0
		}
		span := stride*(n-1) + 1
		step := span + r.IntN(3)
		jump := rows*step + r.IntN(3)
		if k != result {
			switch r.IntN(4) {
			case 0:
				step = 0
			case 1:
				step = -step
			}
			switch r.IntN(4) {
			case 0:
				jump = 0
			case 1:
				jump = -jump
			}
			if stride == 1 && r.IntN(3) == 0 {
				// In the place of the result.
				steps[k], jumps[k], first[k] = steps[result], jumps[result], first[result]
				mems[k], want[k] = mems[result], want[result]
				continue
			}
		}
		at := max(0, -step)*(rows-1) + max(0, -jump)*(count-1) + r.IntN(16)
		data := alignedBytes((at + max(0, step)*(rows-1) + max(0, jump)*(count-1) + span + r.IntN(16)) * size)
		fill := anyBits(r)
		for i := 0; i < len(data); i += size {
			v := fill(c.slots[k].Type.Kind)
			for b := range size {
				data[i+b] = byte(v >> (8 * b))
			}
		}
		steps[k], jumps[k], first[k] = step*size, jump*size, at*size
		mems[k], want[k] = data, append([]byte(nil), data...)
	}
	place := func(mem []byte, k, offset int) prog.Operand {
		o := prog.Operand{Ptr: unsafe.Pointer(&mem[first[k]+offset])}
		if c.slots[k].Class == prog.Unit {
			o.Stride = size
		}
		return o
	}
	at := make([]prog.Operand, len(c.slots))
	for g := range count {
		for row := range rows {
			for k := range at {
				at[k] = place(want[k], k, g*jumps[k]+row*steps[k])
			}
			oracle(c, at, n)
		}
	}
	f := p.Frame()
	f.Stream = r.IntN(8) == 0
	for k := range f.Slots {
		f.Slots[k] = place(mems[k], k, 0)
	}
	switch {
	case count > 1:
		p.RunGroups(f, &prog.Groups{N: n, Last: n, Rows: rows, Steps: steps, Count: count, Jumps: jumps})
	case rows > 1:
		p.RunRows(f, n, rows, steps)
	default:
		p.Run(f, n)
	}
	p.Release(f)
	kind := c.slots[result].Type.Kind
	for k := range mems {
		for i := 0; i < len(mems[k]); i += size {
			got, want := mems[k][i:i+size], want[k][i:i+size]
			if string(got) != string(want) && !(isNaN(kind, got) && isNaN(kind, want)) {
				t.Fatalf("%d groups of %d rows of %d: slot %d, element %d is %s, not %s\n%s\n%s", count, rows, n, k, (i-first[k])/size, show(kind, got), show(kind, want), c, p)
			}
		}
	}
}
