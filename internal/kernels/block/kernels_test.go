package block

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/ops"
)

// everyKernel calls f for each operation and kind in the table.
func everyKernel(t *testing.T, f func(t *testing.T, op ops.Op, e *ops.Entry, k dtype.Kind, fn Func)) {
	for op, e := range ops.All {
		for k := dtype.Bool; k < dtype.NumKinds; k++ {
			fn := Lookup(op, k)
			if !e.In.Has(k) {
				if fn != nil {
					t.Errorf("%v has a kernel for %v, for which it is not defined", op, k)
				}
				continue
			}
			t.Run(fmt.Sprintf("%v/%v", op, k), func(t *testing.T) {
				if fn == nil {
					t.Fatal("no kernel")
				}
				f(t, op, e, k, fn)
			})
		}
	}
}

// argKinds returns the kinds of the operands of op.
func argKinds(op ops.Op, e *ops.Entry, k dtype.Kind) []dtype.Kind {
	kinds := make([]dtype.Kind, e.Arity)
	for i := range kinds {
		kinds[i] = k
	}
	if op == ops.Where {
		kinds[0] = dtype.Bool
	}
	return kinds
}

func apply1(fn Func, dst memory, args []memory, n int) {
	var p [3]unsafe.Pointer
	for i, a := range args {
		p[i] = a.ptr()
	}
	fn(dst.ptr(), p[0], p[1], p[2], n)
}

// TestReference compares kernels with the reference, over all pairs of special
// values and over random ones.
func TestReference(t *testing.T) {
	everyKernel(t, func(t *testing.T, op ops.Op, e *ops.Entry, k dtype.Kind, fn Func) {
		r := rand.New(rand.NewPCG(1, uint64(op)<<8|uint64(k)))
		var rows [][3]any
		draws := 2000
		if testing.Short() {
			draws = 200
		}
		kinds := argKinds(op, e, k)
		switch s := specials[k]; {
		case e.Arity == 1:
			for _, x := range s {
				rows = append(rows, [3]any{x})
			}
		case e.Arity == 2 && len(s) < 50:
			for _, x := range s {
				for _, y := range s {
					rows = append(rows, [3]any{x, y})
				}
			}
		}
		for range draws {
			var x [3]any
			for i, k := range kinds {
				x[i] = draw(r, k)
			}
			rows = append(rows, x)
		}
		args := make([]memory, e.Arity)
		for i, k := range kinds {
			args[i] = newMemory(k, len(rows))
			for j, x := range rows {
				args[i].set(j, x[i])
			}
		}
		dst := newMemory(ops.ResultKind(op, k), len(rows))
		apply1(fn, dst, args, len(rows))
		for j, x := range rows {
			want, tolerance, ok := reference(op, k, x)
			if !ok {
				t.Log("no reference; only the other tests look at this operation")
				return
			}
			if want == nil || tolerance > 0 && !fair(k, x, want) {
				continue
			}
			if got := dst.at(j); !agree(got, want, tolerance) {
				t.Fatalf("%v(%v) = %v, want %v", op, x[:e.Arity], got, want)
			}
		}
	})
}

// fair reports whether Go's own function can serve as a coarse reference: it is
// wrong for subnormals, for huge angles and near the ends of the range.
func fair(k dtype.Kind, x [3]any, want any) bool {
	small, large := 1e-300, 1e300
	if k == dtype.Float32 || k == dtype.Complex64 {
		small, large = 1e-36, 1e36
	}
	ordinary := func(v float64, large float64) bool {
		v = math.Abs(v)
		return v == 0 || v > small && v < large || !(v <= math.MaxFloat64)
	}
	if dtype.Complex.Has(k) {
		w := toComplex128(want)
		if f := toFloat(want); f != 0 {
			w = complex(f, 0)
		}
		norm := max(math.Abs(real(w)), math.Abs(imag(w)))
		return ordinary(norm, large)
	}
	return ordinary(toFloat(want), large) && ordinary(toFloat(x[0]), 1e5) && ordinary(toFloat(x[1]), 1e5)
}

// TestLengths runs each kernel at all lengths up to 200, beside its operands
// and on top of each: the results must be the same, and nothing else written.
func TestLengths(t *testing.T) {
	const most = 200
	everyKernel(t, func(t *testing.T, op ops.Op, e *ops.Entry, k dtype.Kind, fn Func) {
		r := rand.New(rand.NewPCG(2, uint64(op)<<8|uint64(k)))
		args := make([]memory, e.Arity)
		for i, k := range argKinds(op, e, k) {
			args[i] = random(r, k, most)
		}
		result := ops.ResultKind(op, k)
		want := newMemory(result, most)
		for j := range most {
			one := make([]memory, len(args))
			for i, a := range args {
				one[i] = newMemory(a.kind, 1)
				one[i].set(0, a.at(j))
			}
			dst := newMemory(result, 1)
			apply1(fn, dst, one, 1)
			want.set(j, dst.at(0))
		}
		for n := range most + 1 {
			dst := newMemory(result, most)
			apply1(fn, dst, args, n)
			size := n * int(result.Size())
			if !bytes.Equal(dst.bytes()[:size], want.bytes()[:size]) {
				t.Fatalf("n %d: differs from one element at a time", n)
			}
			if !dst.intact(n) {
				t.Fatalf("n %d: wrote outside the block", n)
			}
			for i, a := range args {
				if a.kind.Size() != result.Size() {
					continue
				}
				over := a.clone()
				in := append([]memory(nil), args...)
				in[i] = over
				apply1(fn, over, in, n)
				if !bytes.Equal(over.bytes()[:size], want.bytes()[:size]) {
					t.Fatalf("n %d: differs on top of operand %d", n, i)
				}
				if !bytes.Equal(over.bytes()[size:], a.bytes()[size:]) || !bytes.Equal(over.raw[:guard], a.raw[:guard]) {
					t.Fatalf("n %d: wrote outside the block on top of operand %d", n, i)
				}
			}
			// All operands and the destination the same block.
			if n == most && args[0].kind.Size() == result.Size() && op != ops.Where {
				same := make([]memory, len(args))
				apart, over := newMemory(result, most), args[0].clone()
				for i := range same {
					same[i] = args[0]
				}
				apply1(fn, apart, same, n)
				for i := range same {
					same[i] = over
				}
				apply1(fn, over, same, n)
				if !bytes.Equal(apart.bytes(), over.bytes()) {
					t.Fatal("differs on top of all operands")
				}
			}
		}
	})
}

// TestCommute checks what the table says of the order of operands.
func TestCommute(t *testing.T) {
	everyKernel(t, func(t *testing.T, op ops.Op, e *ops.Entry, k dtype.Kind, fn Func) {
		if !e.Commute {
			return
		}
		r := rand.New(rand.NewPCG(3, uint64(op)<<8|uint64(k)))
		const n = 2000
		x, y := random(r, k, n), random(r, k, n)
		result := ops.ResultKind(op, k)
		d1, d2 := newMemory(result, n), newMemory(result, n)
		apply1(fn, d1, []memory{x, y}, n)
		apply1(fn, d2, []memory{y, x}, n)
		for i := range n {
			if !agree(d1.at(i), d2.at(i), 0) {
				t.Fatalf("%v(%v, %v) = %v, but the other way round %v", op, x.at(i), y.at(i), d1.at(i), d2.at(i))
			}
		}
	})
}

// TestPayload checks the operations that keep the bits of a NaN.
func TestPayload(t *testing.T) {
	const nan64, nan32 = 0xfff8_1234_5678_9abc, 0xffc5_4321
	for _, c := range []struct {
		op             ops.Op
		want64, want32 uint64
	}{
		{ops.Neg, nan64 ^ 1<<63, nan32 ^ 1<<31}, {ops.Abs, nan64 &^ (1 << 63), nan32 &^ (1 << 31)},
		{ops.Sign, nan64, nan32}, {ops.Conj, nan64, nan32},
		{ops.Copysign, nan64, nan32}, {ops.Where, nan64, nan32},
	} {
		x64, x32, d64, d32, mask := uint64(nan64), uint32(nan32), uint64(0), uint32(0), []uint8{1, 0, 0, 0, 0, 0, 0, 0}
		p64, p32 := unsafe.Pointer(&x64), unsafe.Pointer(&x32)
		a64, a32 := p64, p32
		if c.op == ops.Where {
			a64, a32 = unsafe.Pointer(&mask[0]), unsafe.Pointer(&mask[0])
		}
		Lookup(c.op, dtype.Float64)(unsafe.Pointer(&d64), a64, p64, p64, 1)
		Lookup(c.op, dtype.Float32)(unsafe.Pointer(&d32), a32, p32, p32, 1)
		if d64 != c.want64 || d32 != uint32(c.want32) {
			t.Errorf("%v of NaN is %x and %x, want %x and %x", c.op, d64, d32, c.want64, c.want32)
		}
	}
	z, got := [2]uint64{nan64, nan64}, [2]uint64{}
	Lookup(ops.Conj, dtype.Complex128)(unsafe.Pointer(&got), unsafe.Pointer(&z), nil, nil, 1)
	if want := [2]uint64{nan64, nan64 ^ 1<<63}; got != want {
		t.Errorf("conj of NaN is %x, want %x", got, want)
	}
}

// TestBoolBytes feeds bools that are neither 0 nor 1, as memory from elsewhere
// may hold: they are true, and every result is 0 or 1.
func TestBoolBytes(t *testing.T) {
	dirty, clean := newMemory(dtype.Bool, 256*4), newMemory(dtype.Bool, 256*4)
	other, cleanOther := dirty.clone(), clean.clone()
	for i := range dirty.n {
		dirty.bytes()[i] = byte(i)
		other.bytes()[i] = byte(i >> 8 * 0x55)
		clean.set(i, dirty.at(i))
		cleanOther.set(i, other.at(i))
	}
	n := dirty.n
	check := func(name string, fn Func, k dtype.Kind) {
		got, want := newMemory(k, n), newMemory(k, n)
		fn(got.ptr(), dirty.ptr(), other.ptr(), dirty.ptr(), n)
		fn(want.ptr(), clean.ptr(), cleanOther.ptr(), clean.ptr(), n)
		if !bytes.Equal(got.raw, want.raw) {
			t.Errorf("%s: differs for bytes other than 0 and 1", name)
		}
		if k == dtype.Bool {
			for i, b := range got.bytes() {
				if b > 1 {
					t.Errorf("%s: wrote %d at %d", name, b, i)
					break
				}
			}
		}
	}
	for op, e := range ops.All {
		if e.In.Has(dtype.Bool) {
			check(op.String(), Lookup(op, dtype.Bool), dtype.Bool)
		}
	}
	for k := dtype.Bool; k < dtype.NumKinds; k++ {
		check("cast to "+k.String(), Cast(dtype.Bool, k), k)
	}
}

func TestCast(t *testing.T) {
	const n = 3000
	for from := dtype.Bool; from < dtype.NumKinds; from++ {
		r := rand.New(rand.NewPCG(4, uint64(from)))
		src := random(r, from, n)
		for i, x := range specials[from] {
			if i < n {
				src.set(i, x)
			}
		}
		for to := dtype.Bool; to < dtype.NumKinds; to++ {
			fn := Cast(from, to)
			if fn == nil {
				t.Errorf("no conversion of %v to %v", from, to)
				continue
			}
			dst := newMemory(to, n)
			fn(dst.ptr(), src.ptr(), nil, nil, n)
			if !dst.intact(n) {
				t.Errorf("%v to %v: wrote outside the block", from, to)
			}
			for i := range n {
				if want := castReference(src.at(i), to); !agree(dst.at(i), want, 0) {
					t.Errorf("%v to %v: %v becomes %v, want %v", from, to, src.at(i), dst.at(i), want)
					break
				}
			}
			for _, m := range []int{0, 1, 2, 3, 17, 64} {
				part := newMemory(to, n)
				fn(part.ptr(), src.ptr(), nil, nil, m)
				if !part.intact(m) || !bytes.Equal(part.bytes()[:m*int(to.Size())], dst.bytes()[:m*int(to.Size())]) {
					t.Errorf("%v to %v: length %d: wrong", from, to, m)
				}
			}
			if from.Size() == to.Size() {
				over := src.clone()
				fn(over.ptr(), over.ptr(), nil, nil, n)
				if !bytes.Equal(over.bytes(), dst.bytes()) {
					t.Errorf("%v to %v: differs in place", from, to)
				}
			}
		}
	}
	if Cast(dtype.Other, dtype.Int8) != nil || Cast(dtype.Int8, dtype.Other) != nil {
		t.Error("a conversion of Other")
	}
}
