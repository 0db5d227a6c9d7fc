package nd_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"pgregory.net/rapid"

	"github.com/ndgo/nd"
	"github.com/ndgo/nd/internal/conformance"
	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/layout"
	"github.com/ndgo/nd/zip"
)

// The result of an evaluation is as if all operands were read before the first
// write, whatever memory the destination shares with them. Operands and
// destination are drawn as views of one memory: the same view, a shifted, a
// reversed or a transposed one, or any other. The result must equal evaluation
// from copies, bit for bit, and nothing else in the memory may change.

func TestAliasing(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		roll := rapidDice(rt)
		// Bool gives few trees that tell operands apart, so it is rare.
		kind := dtype.Int8 + dtype.Kind(roll(int(dtype.NumKinds-dtype.Int8)))
		if roll(20) == 1 {
			kind = dtype.Bool
		}
		shape := drawShape(roll)
		g := &grower{roll: roll, shape: shape, only: kind, budget: 16}
		root := g.grow(kind, 1+roll(5))

		dst, size := drawLayout(roll, shape)
		size += roll(size + 4)
		dst.Offset += roll(size - reach(dst) + 1)
		leaves := make([]layout.Layout, len(g.leaves))
		for i, l := range g.leaves {
			leaves[i] = drawOverlap(roll, l.shape, dst, size)
		}
		var about strings.Builder
		fmt.Fprintf(&about, "%v into %v of %d elements of %v", root, dst, size, kind)
		for i, l := range leaves {
			fmt.Fprintf(&about, "\nx%d: %v", i, l)
		}
		start := drawValues(roll, kind, size)
		other, _ := drawLayout(roll, shape) // for a plan that is not the first
		if reach(other) > size {
			other = dst
		}
		if err := elementsOf[kind].overlapping(root, start, leaves, []layout.Layout{dst, other, dst}); err != nil {
			rt.Fatalf("%v\n%v", err, &about)
		}
	})
}

// reach returns the length that a memory must have to hold a layout.
func reach(l layout.Layout) int {
	_, hi, ok := layout.Extent(l)
	if !ok {
		return 0
	}
	return hi + 1
}

// drawOverlap draws a view of the memory of a destination.
func drawOverlap(roll dice, shape []int, dst layout.Layout, size int) layout.Layout {
	l := layout.Layout{Shape: shape, Strides: make([]int, len(shape)), Offset: dst.Offset}
	skip := len(dst.Shape) - len(shape)
	for k, n := range shape {
		if n == dst.Shape[skip+k] {
			l.Strides[k] = dst.Strides[skip+k]
		}
	}
	fits := func(l layout.Layout) bool {
		lo, hi, ok := layout.Extent(l)
		return !ok || lo >= 0 && hi < size
	}
	try := func(m layout.Layout, err error) {
		if err == nil && slices.Equal(m.Shape, shape) && fits(m) {
			l = m
		}
	}
	if !fits(l) { // the destination has no elements
		l.Offset = 0
		clear(l.Strides)
	}
	// Like the destination, or a little off it.
	kind := roll(5)
	switch kind {
	case 1:
		m := l
		m.Offset += roll(9) - 4
		try(m, nil)
	case 2:
		for k := range shape {
			if roll(2) == 1 {
				try(l.Flip("flip", []int{k}))
			}
		}
	case 3:
		try(l.Transpose("transpose", nil))
	}
	if kind < 4 {
		return l
	}
	// Anything: strides small enough that it fits.
	for k, n := range shape {
		limit := (size - 1) / max(n, 1)
		l.Strides[k] = roll(2*min(limit, 12)+1) - min(limit, 12)
		if roll(4) == 1 {
			l.Strides[k] = 0
		}
	}
	for {
		lo, hi, ok := layout.Extent(l)
		if !ok {
			return l
		}
		if hi-lo < size {
			l.Offset += roll(size-(hi-lo)) - lo
			return l
		}
		for k := range l.Strides {
			l.Strides[k] /= 2
		}
	}
}

// overlapping evaluates root, whose leaves are views of one memory, into views
// of it, one after the other, by one chain. Each time the result must be that
// of copies.
func (e elementOf[T]) overlapping(root *tree, start any, leaves, dsts []layout.Layout) error {
	memory := slices.Clone(start.([]T))
	view := func(l layout.Layout) any {
		a, err := nd.FromView(zip.View[T]{Data: memory, Shape: l.Shape, Strides: l.Strides, Offset: l.Offset})
		if err != nil {
			panic(err)
		}
		return a
	}
	operands := make([]any, len(leaves))
	for i, l := range leaves {
		operands[i] = view(l)
	}
	chain, err := root.build(chains(operands), false, map[*tree]any{})
	if err != nil {
		return err
	}
	build := func(params []any) any {
		x, err := root.build(params, false, map[*tree]any{})
		if err != nil {
			panic(err)
		}
		return x
	}
	for step, l := range dsts {
		dst := view(l).(*nd.Array[T])
		copies := make([]any, len(operands))
		for i, o := range operands {
			copies[i] = fetch(o, "Copy")
		}
		fresh, err := root.build(chains(copies), false, map[*tree]any{})
		if err != nil {
			return err
		}
		want := slices.Clone(memory)
		values, wantErr := call(fetch(fresh, "BroadcastTo", asAny(l.Shape)...), "Eval")
		if wantErr == nil {
			for i, p := range places(l) {
				want[p] = values.(*nd.Array[T]).Data()[i]
			}
		}
		way := fmt.Sprintf("evaluation %d", step)
		switch {
		case step == 1 && len(operands) > 0:
			way += ", traced"
			err = e.trace(build, dst, operands)
		case step == 2 && wantErr == nil:
			way += ", assigned"
			_, err = call(dst, "Assign", chain)
		default:
			_, err = call(chain, "EvalInto", dst)
		}
		if (err == nil) != (wantErr == nil) {
			return fmt.Errorf("%s: error %v, with copies %v", way, err, wantErr)
		}
		if err := conformance.Same(memory, want); err != nil {
			return fmt.Errorf("%s: the memory: %w", way, err)
		}
	}
	return nil
}

func asAny[T any](s []T) []any {
	a := make([]any, len(s))
	for i := range s {
		a[i] = s[i]
	}
	return a
}

// The methods that store in their receiver read an operand that overlaps it as
// if it were copied.
func TestAliasingAssign(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		roll := rapidDice(rt)
		kind := []dtype.Kind{dtype.Uint8, dtype.Int32, dtype.Float64, dtype.Complex128}[roll(4)]
		e := elementsOf[kind]
		shape := drawShape(roll)
		dst, size := drawLayout(roll, shape)
		size += roll(size + 4)
		dst.Offset += roll(size - reach(dst) + 1)
		src := drawOverlap(roll, drawShapeBelow(roll, shape), dst, size)
		memory := drawValues(roll, kind, size)
		d, s := e.view(memory, dst.Shape, dst.Strides, dst.Offset), e.view(memory, src.Shape, src.Strides, src.Offset)
		method := []string{"Assign", "AddAssign", "SubAssign", "MulAssign"}[roll(4)]
		old := fetch(d, "Copy")
		want := fetch(s, "Copy")
		if method != "Assign" {
			want = fetch(old, strings.TrimSuffix(method, "Assign"), want)
		}
		_, err := call(d, method, s)
		if method == "Assign" {
			want = fetch(want, "BroadcastTo", asAny(shape)...)
		}
		if err := expect(method, d, err, contents(want), shape); err != nil {
			rt.Fatalf("%v\n%v = %v of %d elements of %v", err, dst, src, size, kind)
		}
	})
}

// Elements that hold pointers are moved by other code.
func TestAliasingStrings(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		roll := rapidDice(rt)
		shape := drawShape(roll)
		dst, size := drawLayout(roll, shape)
		size += roll(size + 4)
		dst.Offset += roll(size - reach(dst) + 1)
		memory := make([]string, size)
		for i := range memory {
			memory[i] = fmt.Sprint(i)
		}
		view := func(l layout.Layout) *nd.Array[string] {
			a, err := nd.FromView(zip.View[string]{Data: memory, Shape: l.Shape, Strides: l.Strides, Offset: l.Offset})
			if err != nil {
				panic(err)
			}
			return a
		}
		x := drawOverlap(roll, drawShapeBelow(roll, shape), dst, size)
		y := drawOverlap(roll, drawShapeBelow(roll, shape), dst, size)
		expression := func(x, y *nd.Array[string]) nd.Chain[string] {
			longer := nd.Map2(x, y, func(a, b string) bool { return len(a) > len(b) || a == b })
			return nd.Where(longer, nd.Map2(x, y, func(a, b string) string { return a + "," + b }), y.Chain())
		}
		want := slices.Clone(memory)
		result := expression(view(x).Copy(), view(y).Copy()).BroadcastTo(shape...).Must().Data()
		for i, p := range places(dst) {
			want[p] = result[i]
		}
		err := expression(view(x), view(y)).EvalInto(view(dst))
		if err != nil || !slices.Equal(memory, want) {
			rt.Fatalf("%v = %v, %v: %v, %v, want %v", dst, x, y, err, memory, want)
		}
	})
}

// Memory may be seen as elements of different types.
func TestAliasingTypes(t *testing.T) {
	memory := make([]float64, 3000)
	bytes := unsafe.Slice((*uint8)(unsafe.Pointer(&memory[0])), 8*len(memory))
	pairs := unsafe.Slice((*complex128)(unsafe.Pointer(&memory[0])), len(memory)/2)
	reset := func() {
		for i := range memory {
			memory[i] = float64(i%251) + 0.5
		}
	}
	check := func(what string, err error, got, want any) {
		t.Helper()
		if err == nil {
			err = conformance.Same(got, want)
		}
		if err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	for _, at := range []int{0, 1, 7, 8, 100} {
		n := 1500
		reset()
		src := nd.FromSlice(bytes[at:at+n], n)
		dst := nd.FromSlice(memory[:n], n)
		want := nd.As[float64](src.Copy()).AddScalar(1).Must().Data()
		err := nd.As[float64](src).AddScalar(1).EvalInto(dst)
		check("bytes as floats", err, dst.Elements(), want)

		reset()
		low := nd.As[uint8](nd.FromSlice(slices.Clone(memory[at:at+n]), n)).Must().Data()
		err = nd.As[uint8](nd.FromSlice(memory[at:at+n], n)).EvalInto(src)
		check("floats as bytes", err, src.Elements(), low)
	}
	reset()
	parts := nd.FromSlice(memory[:1500], 1500)
	z := nd.FromSlice(pairs, 1500)
	want := nd.Real[float64](z.Copy()).Must().Data()
	err := nd.Real[float64](z).EvalInto(parts)
	check("real parts into the numbers", err, parts.Elements(), want)
}
