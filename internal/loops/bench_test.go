package loops

import (
	"fmt"
	"testing"
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels/prog"
)

// An adder adds float64 slots 1 and 2 into slot 0, plainly.
type adder struct{}

func (adder) Run(f *prog.Frame, n int) {
	d, a, b := f.Slots[0], f.Slots[1], f.Slots[2]
	if d.Stride == 8 && a.Stride == 8 && b.Stride == 8 {
		d, a, b := unsafe.Slice((*float64)(d.Ptr), n), unsafe.Slice((*float64)(a.Ptr), n), unsafe.Slice((*float64)(b.Ptr), n)
		for i := range d {
			d[i] = a[i] + b[i]
		}
		return
	}
	for i := range n {
		*(*float64)(unsafe.Add(d.Ptr, i*d.Stride)) = *(*float64)(unsafe.Add(a.Ptr, i*a.Stride)) + *(*float64)(unsafe.Add(b.Ptr, i*b.Stride))
	}
}

// nothing is an evaluator that takes no time.
type nothing struct{}

func (nothing) Run(*prog.Frame, int) {}

// BenchmarkAdd adds operands of several layouts, named by the destination's,
// then the operands': c is C order, f the transpose of C order, s every second
// column, r rows from last to first, b a broadcast row, k a broadcast column,
// w a window of a wider array. "walk" leaves the arithmetic out.
func BenchmarkAdd(b *testing.B) {
	f64 := dtype.TypeFor[float64]()
	mem := make([][]float64, 3)
	for i := range mem {
		mem[i] = make([]float64, 3*2048*2048)
	}
	for _, shape := range [][]int{{3, 3}, {32, 32}, {1000, 1000}, {2000, 2000}, {2048, 2048}, {1_000_000, 3}, {3, 1_000_000}, {25_000, 40}} {
		for _, layouts := range []string{"ccc", "ccf", "cff", "fcc", "fff", "ccs", "crr", "ccb", "cck", "www", "wwf"} {
			r, c := shape[0], shape[1]
			ops := make([]Operand, 3)
			bases := make([]unsafe.Pointer, 3)
			for k, l := range layouts {
				var s []int
				o := 0
				switch l {
				case 'c':
					s = []int{c, 1}
				case 'f':
					s = []int{1, r}
				case 's':
					s = []int{2 * c, 2}
				case 'r':
					s, o = []int{-c, -1}, r*c-1
				case 'b':
					s = []int{0, 1}
				case 'k':
					s = []int{1, 0}
				case 'w':
					s = []int{c + 1, 1}
				}
				ops[k] = Operand{Type: f64, Strides: s, Write: k == 0}
				bases[k] = unsafe.Pointer(&mem[k][o])
			}
			n := Plan(shape, ops)
			f := &prog.Frame{Slots: make([]prog.Operand, 3)}
			for _, run := range []struct {
				name string
				r    Runner
			}{{"add", adder{}}, {"walk", nothing{}}} {
				b.Run(fmt.Sprintf("%dx%d/%s/%s", r, c, layouts, run.name), func(b *testing.B) {
					sc := GetScratch()
					for b.Loop() {
						n.Run(run.r, f, bases, sc)
					}
					sc.Put()
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n.Size()), "ns/elem")
				})
			}
		}
	}
}

func BenchmarkPlan(b *testing.B) {
	f64 := dtype.TypeFor[float64]()
	for _, x := range []struct {
		name  string
		shape []int
		b     []int
	}{
		{"vector", []int{1000}, []int{1}},
		{"cc", []int{30, 30}, []int{30, 1}},
		{"cf", []int{2000, 2000}, []int{1, 2000}},
		{"rgb", []int{400, 600, 3}, []int{0, 0, 1}},
	} {
		c := make([]int, len(x.shape))
		s := 1
		for i := len(c) - 1; i >= 0; i-- {
			c[i] = s
			s *= x.shape[i]
		}
		ops := []Operand{{Type: f64, Strides: c, Write: true}, {Type: f64, Strides: c}, {Type: f64, Strides: x.b}}
		b.Run(x.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Plan(x.shape, ops)
			}
		})
		b.Run(x.name+"/reuse", func(b *testing.B) {
			b.ReportAllocs()
			n := new(Nest)
			for b.Loop() {
				n.Init(x.shape, ops, 0)
			}
		})
	}
}
