//go:build amd64 && !purego

package tile

import (
	"fmt"
	"math"
	"testing"
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/ops"
)

// The workloads of the comparison with other systems, as programs.
var workloads = []struct {
	name  string
	write func(c *code) // stores the result
}{
	{"W1", func(c *code) {
		k := dtype.Float64
		c.store(c.op(ops.Add, c.load(k, prog.Unit), c.load(k, prog.Unit)), prog.Unit)
	}},
	{"W3", func(c *code) {
		k := dtype.Float64
		a, b, d := c.load(k, prog.Unit), c.load(k, prog.Unit), c.load(k, prog.Unit)
		x := c.op(ops.Sub, c.op(ops.Mul, c.op(ops.Add, a, c.number(k, 1)), b), d)
		c.store(c.op(ops.Mul, x, c.op(ops.Sub, a, b)), prog.Unit)
	}},
	{"W8", func(c *code) {
		k := dtype.Float64
		a, b := c.load(k, prog.Strided), c.load(k, prog.Strided)
		c.store(c.op(ops.Add, c.op(ops.Mul, a, c.number(k, 2)), b), prog.Unit)
	}},
	{"W9", func(c *code) {
		k := dtype.Float64
		c.store(c.op(ops.Sub, c.load(k, prog.Reverse), c.load(k, prog.Unit)), prog.Unit)
	}},
	{"W10", func(c *code) {
		k := dtype.Float64
		a, b := c.load(k, prog.Unit), c.load(k, prog.Unit)
		c.store(c.op(ops.Where, c.op(ops.Greater, a, b), a, c.op(ops.Neg, b)), prog.Unit)
	}},
	{"W14", func(c *code) {
		k := dtype.Float32
		a, b := c.load(k, prog.Unit), c.load(k, prog.Unit)
		c.store(c.op(ops.Sqrt, c.op(ops.Add, c.op(ops.Mul, a, a), c.op(ops.Mul, b, b))), prog.Unit)
	}},
	{"sqrt64", func(c *code) {
		c.store(c.op(ops.Sqrt, c.load(dtype.Float64, prog.Unit)), prog.Unit)
	}},
	{"W15", func(c *code) {
		k := dtype.Int32
		x := c.op(ops.Add, c.op(ops.Mul, c.load(k, prog.Unit), c.number(k, 3)), c.load(k, prog.Unit))
		c.store(c.op(ops.And, x, c.number(k, 255)), prog.Unit)
	}},
	{"W16f", func(c *code) {
		k := dtype.Float32
		x := c.op(ops.Div, c.cast(c.load(dtype.Uint8, prog.Unit), k), c.number(k, 255))
		c.store(c.op(ops.Div, c.op(ops.Sub, x, c.load(k, prog.Unit)), c.load(k, prog.Unit)), prog.Unit)
	}},
	{"W17", func(c *code) {
		k := dtype.Float64
		c.store(c.op(ops.Add, c.load(k, prog.Unit), c.op(ops.Mul, c.load(k, prog.Unit), c.number(k, 2))), prog.Unit)
	}},
	{"W23", func(c *code) {
		k := dtype.Float64
		s := c.slot(k, prog.Unit, true)
		a, b := c.loadSlot(s), c.load(k, prog.Unit)
		c.storeSlot(c.op(ops.Add, a, c.op(ops.Mul, b, c.number(k, 2))), s)
	}},
}

func BenchmarkWork(b *testing.B) {
	for _, isa := range []string{"avx512", "avx2"} {
		restore, ok := Force(isa)
		if !ok {
			continue
		}
		for _, w := range workloads {
			c := &code{}
			w.write(c)
			p, ok := Compile(c.instrs, c.slots)
			if !ok {
				b.Fatal(w.name, "does not compile")
			}
			for _, n := range []int{9, 100, 1000, 50000} {
				b.Run(fmt.Sprintf("%s/%s/%d", isa, w.name, n), func(b *testing.B) {
					f := p.Frame()
					for i, s := range c.slots {
						f.Slots[i] = benchOperand(s, n)
					}
					b.ResetTimer()
					for b.Loop() {
						p.Run(f, n)
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/elem")
				})
			}
		}
		restore()
	}
}

func benchOperand(s prog.Slot, n int) prog.Operand {
	size := int(s.Type.Size)
	step := map[prog.Class]int{prog.Unit: 1, prog.Zero: 0, prog.Reverse: -1, prog.Strided: 2}[s.Class]
	data := alignedBytes((2*n + 1) * size)
	for i := range 2 * n {
		p := unsafe.Pointer(&data[i*size])
		v := 0.5 + 1.5*float64(i*7919%1000)/1000
		switch s.Type.Kind {
		case dtype.Float64:
			*(*float64)(p) = v
		case dtype.Float32:
			*(*uint32)(p) = math.Float32bits(float32(v))
		case dtype.Bool:
			data[i] = byte(i * 7919 % 1000 & 1)
		default:
			data[i*size] = byte(i * 7919 % 1000)
		}
	}
	first := 0
	if step < 0 {
		first = n - 1
	}
	return prog.Operand{Ptr: unsafe.Pointer(&data[first*size]), Stride: step * size}
}

func BenchmarkCompile(b *testing.B) {
	for _, w := range workloads {
		c := &code{}
		w.write(c)
		b.Run(w.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Compile(c.instrs, c.slots)
			}
		})
	}
}
