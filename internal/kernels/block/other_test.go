package block

import (
	"fmt"
	"runtime"
	"testing"
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/ops"
)

// Elements that hold pointers: text stands for all of them.
type text struct{ s *string }

func texts(n int, word string) []text {
	x := make([]text, n)
	for i := range x {
		s := fmt.Sprint(word, i)
		x[i].s = &s
	}
	return x
}

var textType = dtype.TypeFor[text]()

func textInstr(op ops.Op, slot int, args ...int) prog.Instr {
	in := prog.Instr{Op: op, Kind: dtype.Other, Type: textType, Args: [3]int{-1, -1, -1}, Slot: slot}
	copy(in.Args[:], args)
	return in
}

var join = &prog.Func{Name: "join", Call: func(dst unsafe.Pointer, args [3]unsafe.Pointer, n int) {
	d, x, y := view[text](dst, n), view[text](args[0], n), view[text](args[1], n)
	for i := range d {
		s := *x[i].s + *y[i].s
		d[i].s = &s
	}
}}

// joined is where(mask, join(a, b), join(b, a)).
func joined(classes [5]prog.Class) ([]prog.Instr, []prog.Slot) {
	call := func(x, y int) prog.Instr { in := textInstr(ops.User, 0, x, y); in.Fn = join; return in }
	mask := textInstr(ops.Load, 1)
	mask.Kind, mask.Type = dtype.Bool, dtype.Basic(dtype.Bool)
	code := []prog.Instr{mask, textInstr(ops.Load, 2), textInstr(ops.Load, 3), call(1, 2), call(2, 1),
		textInstr(ops.Where, 0, 0, 3, 4), textInstr(ops.Store, 0, 5), textInstr(ops.Store, 4, 1)}
	slots := make([]prog.Slot, 5)
	for i := range slots {
		slots[i] = prog.Slot{Type: textType, Class: classes[i]}
	}
	slots[1].Type = mask.Type
	return code, slots
}

func TestOther(t *testing.T) {
	strides := map[prog.Class]int{prog.Unit: 1, prog.Zero: 0, prog.Reverse: -1, prog.Strided: 2}
	const n = 300
	for _, classes := range [][5]prog.Class{
		{},
		{prog.Strided, prog.Unit, prog.Reverse, prog.Strided, prog.Unit},
		{prog.Reverse, prog.Zero, prog.Zero, prog.Unit, prog.Strided},
	} {
		code, slots := joined(classes)
		p := Compile(code, slots)
		a, b, mask := texts(2*n, "a"), texts(2*n, "b"), make([]bool, 2*n)
		for i := range mask {
			mask[i] = i%3 == 0 || i > n
		}
		d, copied := make([]text, 2*n), make([]text, 2*n)
		at := func(k, i int) int {
			if s := strides[classes[k]]; s < 0 {
				return n - 1 - i
			} else {
				return i * s
			}
		}
		f := p.Frame()
		for k, first := range []unsafe.Pointer{unsafe.Pointer(&d[at(0, 0)]), unsafe.Pointer(&mask[at(1, 0)]),
			unsafe.Pointer(&a[at(2, 0)]), unsafe.Pointer(&b[at(3, 0)]), unsafe.Pointer(&copied[at(4, 0)])} {
			f.Slots[k] = prog.Operand{Ptr: first, Stride: strides[classes[k]] * int(slots[k].Type.Size)}
		}
		p.Run(f, n)
		runtime.GC() // what the buffers hold must still be there, or be seen not to be
		p.Run(f, n)
		p.Release(f)
		for i := range n {
			x, y := *a[at(2, i)].s, *b[at(3, i)].s
			want := y + x
			if mask[at(1, i)] {
				want = x + y
			}
			if got := *d[at(0, i)].s; got != want {
				t.Fatalf("%v: element %d is %q, want %q\n%v", classes, i, got, want, p)
			}
			if got := *copied[at(4, i)].s; got != x {
				t.Fatalf("%v: copy %d is %q, want %q\n%v", classes, i, got, x, p)
			}
		}
		// A frame in the pool must not keep elements alive.
		s := f.Scratch.(*scratch)
		for i, b := range p.(*program).buffers {
			if b.typ == nil {
				continue
			}
			for j, v := range view[text](s.at[p.(*program).bufferPlace(i)], s.size) {
				if v.s != nil {
					t.Fatalf("%v: buffer %d still holds element %d after Release", classes, i, j)
				}
			}
		}
		for _, at := range s.at[:1+len(slots)] {
			if at != nil {
				t.Fatalf("%v: the frame still points to an operand after Release", classes)
			}
		}
	}
}

// Elements of no size have no addresses of their own.
func TestEmptyStruct(t *testing.T) {
	typ := dtype.TypeFor[struct{}]()
	in := textInstr(ops.Load, 1)
	in.Type = typ
	out := textInstr(ops.Store, 0, 0)
	out.Type = typ
	for _, class := range []prog.Class{prog.Unit, prog.Strided, prog.Zero} {
		p := Compile([]prog.Instr{in, out}, []prog.Slot{{Type: typ}, {Type: typ, Class: class}})
		var x [10]struct{}
		f := p.Frame()
		f.Slots[0].Ptr, f.Slots[1].Ptr = unsafe.Pointer(&x), unsafe.Pointer(&x)
		p.Run(f, len(x))
		p.Release(f)
	}
}
