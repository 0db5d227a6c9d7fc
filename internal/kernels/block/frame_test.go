package block

import (
	"runtime/debug"
	"testing"
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels/elem"
	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/ops"
)

func TestRunAllocatesNothing(t *testing.T) {
	p := Compile(expressions[2].code, slots64(4))
	const n = 3000
	d, a, b, c := make([]float64, n), random64(n, 1), random64(n, 2), random64(n, 3)
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	f := p.Frame()
	run64(p, f, d, a, b, c)
	if allocs := testing.AllocsPerRun(100, func() { run64(p, f, d, a, b, c) }); allocs != 0 {
		t.Errorf("Run makes %v allocations", allocs)
	}
	p.Release(f)
	if raceEnabled {
		return // the pool then drops frames on purpose
	}
	if allocs := testing.AllocsPerRun(100, func() {
		f := p.Frame()
		run64(p, f, d, a, b, c)
		p.Release(f)
	}); allocs != 0 {
		t.Errorf("Frame, Run and Release make %v allocations", allocs)
	}
}

// A frame starts with buffers for few elements and gets larger ones as needed,
// constants included.
func TestGrow(t *testing.T) {
	p := Compile(expressions[2].code, slots64(4))
	f := p.Frame()
	for _, n := range []int{3, 64, 65, 2000, 1} {
		d, want, a, b, c := make([]float64, n), make([]float64, n), random64(n, 1), random64(n, 2), random64(n, 3)
		run64(p, f, d, a, b, c)
		expressions[2].loop(want, a, b, c)
		for i := range d {
			if d[i] != want[i] {
				t.Fatalf("n %d: element %d is %v, want %v", n, i, d[i], want[i])
			}
		}
		if s, limit := f.Scratch.(*scratch), p.(*program).block; s.size < min(n, limit) || s.size > limit {
			t.Errorf("n %d: buffers of %d elements, blocks of %d", n, s.size, limit)
		}
	}
	p.Run(f, 0)
	p.Run(f, -1)
}

func TestString(t *testing.T) {
	slots := slots64(5)
	slots[2].Class, slots[3].Class, slots[4].Class = prog.Zero, prog.Strided, prog.Reverse
	user := in(ops.User, 4)
	user.Fn = someFunc
	cast := in(ops.Cast, 5)
	cast.Type = dtype.Basic(dtype.Float32)
	back := in(ops.Cast, 6)
	back.Kind = dtype.Float32
	p := Compile([]prog.Instr{ld(1), ld(2), in(ops.Add, 0, 1), ld(3), in(ops.Mul, 2, 3), user, cast, back, constant64(1.5),
		in(ops.Sub, 7, 8), st(0, 9), st(4, 9)}, slots)
	want := `blocks of 128 elements, 4 buffers
b3 = constant float64 1.5
b0 = load float64 s2, broadcast
b1 = load float64 s3, strided
b1 = add, mul float64 s1, b0, b1
b1 = user some float64 b1
b2 = cast float64 to float32 b1
b1 = cast float32 to float64 b2
s0 = sub float64 b1, b3
s4 = store float64 s0, reversed
`
	if got := p.String(); got != want {
		t.Errorf("listing is\n%swant\n%s", got, want)
	}
	whole := Compile([]prog.Instr{ld(1), in(ops.Neg, 0), st(0, 1)}, slots64(2)).String()
	if want := "blocks of any length, 0 buffers\ns0 = neg float64 s1\n"; whole != want {
		t.Errorf("listing is\n%swant\n%s", whole, want)
	}
}

// The planner's mistakes do not pass in silence.
func TestBadCode(t *testing.T) {
	bitwise := in(ops.And, 0, 0) // floats have none
	for name, code := range map[string][]prog.Instr{
		"argument not computed yet": {in(ops.Neg, 1), ld(1), st(0, 0)},
		"operation not defined":     {ld(1), bitwise, st(0, 1)},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: compiled", name)
				}
			}()
			Compile(code, slots64(2))
		}()
	}
}

// A slot that is loaded twice, or broadcast twice, is there once.
func TestSharedSlots(t *testing.T) {
	slots := slots64(3)
	slots[2].Class = prog.Zero
	p := Compile([]prog.Instr{ld(1), ld(2), in(ops.Div, 0, 1), ld(1), ld(2), in(ops.Maximum, 3, 4), in(ops.Atan2, 2, 5), st(0, 6)}, slots)
	if got := p.(*program); len(got.broadcasts) != 1 || len(got.units) != 2 {
		t.Errorf("the program has more places than slots:\n%v", p)
	}
	d, x, y := make([]float64, 100), random64(100, 1), []float64{0.25}
	f := p.Frame()
	for i, s := range [][]float64{d, x, y} {
		f.Slots[i].Ptr, f.Slots[i].Stride = unsafe.Pointer(&s[0]), 8
	}
	f.Slots[2].Stride = 0
	p.Run(f, len(d))
	for i, v := range x {
		if want := elem.Atan2(v/0.25, max(v, 0.25)); d[i] != want {
			t.Fatalf("element %d is %v, want %v", i, d[i], want)
		}
	}
}

func TestConstantName(t *testing.T) {
	for k, want := range map[dtype.Kind]string{
		dtype.Bool: "bool true", dtype.Int8: "int8 -3", dtype.Int16: "int16 -3", dtype.Int32: "int32 -3", dtype.Int64: "int64 -3",
		dtype.Uint8: "uint8 253", dtype.Uint16: "uint16 65533", dtype.Uint32: "uint32 4294967293", dtype.Uint64: "uint64 18446744073709551613",
		dtype.Float32: "float32 -3", dtype.Float64: "float64 -3", dtype.Complex64: "complex64 (-3+0i)", dtype.Complex128: "complex128 (-3+0i)",
	} {
		c := constant{kind: k}
		store1(k, unsafe.Pointer(&c.value), castReference(int64(-3), k))
		if got := constantName(c); got != want {
			t.Errorf("constant %q, want %q", got, want)
		}
	}
}
