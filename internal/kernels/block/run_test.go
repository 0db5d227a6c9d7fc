package block

import (
	"testing"
	"time"
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/ops"
)

var f64 = dtype.Basic(dtype.Float64)
var boolean = dtype.Basic(dtype.Bool)

func in(op ops.Op, args ...int) prog.Instr {
	i := prog.Instr{Op: op, Kind: dtype.Float64, Type: f64, Args: [3]int{-1, -1, -1}}
	copy(i.Args[:], args)
	if ops.IsRow(op) && ops.ResultKind(op, i.Kind) == dtype.Bool {
		i.Type = boolean
	}
	return i
}

func ld(slot int) prog.Instr        { i := in(ops.Load); i.Slot = slot; return i }
func st(slot, value int) prog.Instr { i := in(ops.Store, value); i.Slot = slot; return i }
func constant64(v float64) prog.Instr {
	i := in(ops.Const)
	*(*float64)(unsafe.Pointer(&i.Const)) = v
	return i
}

func slots64(n int) []prog.Slot {
	s := make([]prog.Slot, n)
	for i := range s {
		s[i].Type = f64
	}
	return s
}

// run evaluates p on float64 slices that lie contiguously.
func run64(p prog.Program, f *prog.Frame, xs ...[]float64) {
	for i, x := range xs {
		f.Slots[i] = prog.Operand{Ptr: unsafe.Pointer(&x[0]), Stride: 8}
	}
	p.Run(f, len(xs[0]))
}

// expressions are those whose speed is compared with a loop written by hand.
var expressions = []struct {
	name  string
	code  []prog.Instr
	loop  func(d, a, b, c []float64)
	bound float64 // of the quotient of the times
}{
	{"a+b", []prog.Instr{ld(1), ld(2), in(ops.Add, 0, 1), st(0, 2)},
		func(d, a, b, c []float64) {
			a, b = a[:len(d)], b[:len(d)]
			for i := range d {
				d[i] = a[i] + b[i]
			}
		}, 1.3},
	{"where(a>b,a,-b)", []prog.Instr{ld(1), ld(2), in(ops.Greater, 0, 1), in(ops.Neg, 1), in(ops.Where, 2, 0, 3), st(0, 4)},
		func(d, a, b, c []float64) {
			a, b = a[:len(d)], b[:len(d)]
			for i := range d {
				if a[i] > b[i] {
					d[i] = a[i]
				} else {
					d[i] = -b[i]
				}
			}
		}, 1.3},
	{"((a+1)*b-c)*(a-b)", []prog.Instr{ld(1), constant64(1), in(ops.Add, 0, 1), ld(2), in(ops.Mul, 2, 3), ld(3),
		in(ops.Sub, 4, 5), in(ops.Sub, 0, 3), in(ops.Mul, 6, 7), st(0, 8)},
		func(d, a, b, c []float64) {
			a, b, c = a[:len(d)], b[:len(d)], c[:len(d)]
			for i := range d {
				d[i] = (float64((a[i]+1)*b[i]) - c[i]) * (a[i] - b[i])
			}
		}, 2.5},
}

func TestExpressions(t *testing.T) {
	for _, e := range expressions {
		p := Compile(e.code, slots64(4))
		for _, n := range []int{1, 9, 63, 64, 65, 1000, 5000} {
			d, want, a, b, c := make([]float64, n), make([]float64, n), random64(n, 1), random64(n, 2), random64(n, 3)
			f := p.Frame()
			run64(p, f, d, a, b, c)
			p.Release(f)
			e.loop(want, a, b, c)
			for i := range d {
				if d[i] != want[i] {
					t.Fatalf("%s, n %d: element %d is %v, want %v\n%v", e.name, n, i, d[i], want[i], p)
				}
			}
		}
		t.Logf("%s\n%v", e.name, p)
	}
}

func random64(n int, seed uint64) []float64 {
	x := make([]float64, n)
	for i := range x {
		seed = seed*6364136223846793005 + 1442695040888963407
		x[i] = float64(int64(seed)) / (1 << 62)
	}
	return x
}

func BenchmarkExpression(b *testing.B) {
	const n = 1_000_000
	for _, e := range expressions {
		d, x, y, z := make([]float64, n), random64(n, 1), random64(n, 2), random64(n, 3)
		p := Compile(e.code, slots64(4))
		f := p.Frame()
		b.Run(e.name, func(b *testing.B) {
			block, loop := time.Hour, time.Hour // the best of each
			for range b.N {
				t0 := time.Now()
				run64(p, f, d, x, y, z)
				t1 := time.Now()
				e.loop(d, x, y, z)
				block, loop = min(block, t1.Sub(t0)), min(loop, time.Since(t1))
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64(block.Nanoseconds())/n, "block-ns/elem")
			b.ReportMetric(float64(loop.Nanoseconds())/n, "loop-ns/elem")
			b.ReportMetric(float64(block)/float64(loop), "ratio")
		})
	}
}

func BenchmarkTiny(b *testing.B) {
	p := Compile([]prog.Instr{ld(1), constant64(2), in(ops.Mul, 0, 1), ld(2), in(ops.Maximum, 2, 3), st(0, 4)}, slots64(3))
	d, x, y := make([]float64, 9), random64(9, 1), random64(9, 2)
	bench := func(name string, run func()) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			const batch = 1000
			best := time.Hour
			for range b.N {
				t0 := time.Now()
				for range batch {
					run()
				}
				best = min(best, time.Since(t0))
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64(best.Nanoseconds())/batch, "best-ns/run")
		})
	}
	f := p.Frame()
	bench("run", func() { run64(p, f, d, x, y) })
	bench("with frame", func() {
		f := p.Frame()
		run64(p, f, d, x, y)
		p.Release(f)
	})
}
