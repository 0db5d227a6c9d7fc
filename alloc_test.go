package nd_test

import (
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/ndgo/nd"
	"github.com/ndgo/nd/internal/layout"
)

// Evaluation into a destination of a layout that the chain or the traced
// function knows allocates nothing; Eval allocates its result.

// allocated runs f and returns by how much the count and the bytes of
// allocations grow in n runs, the collector being off. The runtime itself
// allocates now and then, so it takes the best of three.
func allocated(n int, f func()) (mallocs, bytes uint64) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	for try := range 3 {
		f()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range n {
			f()
		}
		runtime.ReadMemStats(&after)
		if m := after.Mallocs - before.Mallocs; try == 0 || m < mallocs {
			mallocs, bytes = m, after.TotalAlloc-before.TotalAlloc
		}
		if mallocs == 0 {
			break
		}
	}
	return mallocs, bytes
}

func TestEvalIntoAllocates(t *testing.T) {
	if raceEnabled {
		t.Skip("pools forget under the race detector")
	}
	const rows, cols = 17, 23
	a := nd.Arange(1.0, rows*cols+1, 1).Reshape(rows, cols)
	b := nd.Arange(1.0, rows*cols+1, 1).Reshape(cols, rows).T()
	s := nd.Arange(1.0, 4*rows*cols+1, 1).Reshape(2*rows, 2*cols).Slice(nd.Step(2), nd.Step(-2))
	row, col := nd.Arange(1.0, cols+1, 1), nd.Arange(1.0, rows+1, 1).Reshape(rows, 1)
	n := nd.Arange(int32(1), rows*cols+1, 1).Reshape(rows, cols)
	u := nd.As[uint8](n).Must()
	z := nd.As[complex128](b).Must()
	mask := a.Greater(b)
	dst := nd.Zeros[float64](rows, cols)
	dstT := nd.Zeros[float64](cols, rows).T()
	dstS := nd.Zeros[float64](rows, 3*cols).Slice(nd.All, nd.Step(-3))
	ints := nd.Zeros[int32](rows, cols)
	bools := nd.Zeros[bool](cols, rows).T()
	big := nd.Zeros[float64](2, rows, cols)
	small, sb := nd.Zeros[float64](3, 3), nd.Ones[float64](3, 3)
	own := a.Copy()
	image := nd.Zeros[float32](3, rows, cols)
	rgb := nd.Full(uint8(7), rows, cols, 3)
	scalar := nd.Scalar(0.0)

	double := func(x float64) float64 { return 2 * x }
	sum := func(x, y float64) float64 { return x + y }
	var cases []evalCase
	add := func(name string, f func() error) { cases = append(cases, evalCase{name, f}) }
	into := func(name string, c nd.Chain[float64], dst *nd.Array[float64]) {
		add(name, func() error { return c.EvalInto(dst) })
	}
	into("contiguous", a.Chain().Add(a).MulScalar(2), dst)
	into("small", small.Chain().Add(sb.Chain().MulScalar(2)), small)
	into("transposed", a.Chain().Add(b), dst)
	into("sliced", s.Chain().Sub(a), dst)
	into("broadcast", row.Chain().Mul(col).Add(a), dst)
	outer := nd.Zeros[float64](rows, rows, cols)
	into("rows along two axes", a.Reshape(rows, 1, cols).Chain().Mul(a), outer)
	into("rows of two operations", a.Chain().Sub(col).Mul(row), dst)
	into("broadcast, computed once", row.Chain().Sqrt().Exp().Mul(col.Chain().Log()), dst)
	into("into transposed", a.Chain().Add(b).Sqrt(), dstT)
	into("into sliced", s.Chain().Add(row), dstS)
	into("wider", a.Chain().Add(row), big)
	into("in place", own.Chain().MulScalar(1.5), own)
	into("elementary functions", a.Chain().Pow(2).Log().Sin(), dst)
	into("mixed types", nd.As[float64](n).Add(nd.As[float64](u)).Mul(nd.Real[float64](z)), dst)
	into("where", nd.Where(a.Chain().Greater(b), a.Chain(), b.Chain().Neg()), dst)
	into("where by an array", nd.Where(mask, a, s), dst)
	into("pushed-down views", a.Chain().Mul(b).T().Flip(0), dst.T())
	into("user function", a.Chain().Apply(double), dst)
	into("user function of two", nd.Map2(a, b, sum).Sqrt(), dst)
	into("0-d", scalar.Chain().AddScalar(1), scalar)
	overlapped := nd.Arange(0.0, 300, 1)
	into("overlapping", overlapped.Slice(nd.To(-1)).Chain().AddScalar(1), overlapped.Slice(nd.From(1)))
	into("overlapping, reversed", overlapped.Slice(nd.Step(-1)).Chain().AddScalar(1), overlapped)
	toInts := nd.As[int32](a.Chain().Sqrt()).Add(n)
	add("into integers", func() error { return toInts.EvalInto(ints) })
	divided := n.Chain().Div(n).FloorDivScalar(3)
	add("checked division", func() error { return divided.EvalInto(ints) })
	shifted := n.Chain().Shl(nd.As[int32](u).AndScalar(7))
	add("checked shift", func() error { return shifted.EvalInto(ints) })
	compared := a.Chain().Less(b).And(n.Chain().NotEqualScalar(0))
	add("comparison", func() error { return compared.EvalInto(bools) })
	prepared := nd.As[float32](rgb).Transpose(2, 0, 1).SubScalar(127).DivScalar(58)
	add("image", func() error { return prepared.EvalInto(image) })

	f1 := nd.Func1(func(x nd.Chain[float64]) nd.Chain[float64] { return x.Mul(x).Log() })
	f2 := nd.Func2(func(x nd.Chain[float64], y nd.Chain[int32]) nd.Chain[bool] { return x.Less(nd.As[float64](y).T().T()) })
	f3 := nd.Func3(func(x, y nd.Chain[float64], m nd.Chain[bool]) nd.Chain[float64] {
		return nd.Where(m, x.Hypot(y), x.Sub(y))
	})
	add("traced", func() error { return f1.EvalInto(dst, a) })
	add("traced, transposed", func() error { return f1.EvalInto(dst, b) })
	add("traced, sliced into transposed", func() error { return f1.EvalInto(dstT, s) })
	add("traced, broadcast", func() error { return f1.EvalInto(dst, row) })
	add("traced, in place", func() error { return f1.EvalInto(own, own) })
	add("traced, two types", func() error { return f2.EvalInto(bools, a, n) })
	add("traced, three operands", func() error { return f3.EvalInto(dst, b, row, mask) })

	add("AddAssign", func() error { own.AddAssign(a); return nil })
	add("Assign", func() error { own.Assign(a); return nil })
	add("Assign, transposed", func() error { own.Assign(b); return nil })
	add("Assign, sliced into transposed", func() error { dstT.Assign(s); return nil })
	add("Assign, broadcast", func() error { own.Assign(row); return nil })
	reshaped := a.Chain().Add(b).T().Reshape(rows, cols)
	add("reshaped", func() error { return reshaped.EvalInto(dst) })
	windows, most := own.Chain().SlidingWindow([]int{2, 3}).Over(-1, -2).Max(), nd.Zeros[float64](rows-1, cols-2)
	add("windows", func() error { return windows.EvalInto(most) })

	for _, c := range cases {
		c.check(t)
	}
}

type evalCase struct {
	name string
	eval func() error
}

func (c evalCase) check(t *testing.T) {
	t.Helper()
	if err := c.eval(); err != nil {
		t.Errorf("%s: %v", c.name, err)
		return
	}
	if n, bytes := allocated(1000, func() { _ = c.eval() }); n != 0 {
		t.Errorf("%s: 1000 evaluations allocate %d times, %d bytes", c.name, n, bytes)
	}
}

// A chain that is evaluated into destinations of several layouts in turn keeps
// a plan for each.
func TestEvalIntoSeveralAllocates(t *testing.T) {
	if raceEnabled {
		t.Skip("pools forget under the race detector")
	}
	a, b := nd.Ones[float64](20, 30), nd.Ones[float64](30)
	c := a.Chain().Add(b).Sqrt()
	dsts := []*nd.Array[float64]{nd.Zeros[float64](20, 30), nd.Zeros[float64](30, 20).T(), nd.Zeros[float64](20, 60).Slice(nd.All, nd.Step(2)), nd.Zeros[float64](2, 20, 30)}
	evalCase{"four layouts in turn", func() error {
		for _, d := range dsts {
			if err := c.EvalInto(d); err != nil {
				return err
			}
		}
		return nil
	}}.check(t)
}

func TestEvalAllocates(t *testing.T) {
	if raceEnabled {
		t.Skip("pools forget under the race detector")
	}
	const n = 1 << 16
	a := nd.FromFunc(func([]int) float64 { return rand.Float64() }, n)
	b := a.Slice(nd.Step(-1))
	// What recording and planning may take: far less than any temporary.
	const beside = 64 << 10
	for _, c := range []struct {
		name  string
		f     func()
		bytes uint64 // of the result
	}{
		{"a.Chain().Pow(2).Log().Eval()", func() { a.Chain().Pow(2).Log().Must() }, 8 * n},
		{"a long chain", func() {
			nd.Where(a.Chain().Less(b), a.Chain().Add(b).Sqrt(), b.Chain().Mul(a).Exp()).Must()
		}, 8 * n},
		{"casts", func() { nd.As[uint8](nd.As[int32](a.Chain().MulScalar(100))).Must() }, n},
		{"a comparison at once", func() { a.Less(b) }, n},
		{"an operation at once", func() { a.Add(a) }, 8 * n},
		{"an operation at once with a chain", func() { a.Add(b.Chain().Sqrt()) }, 8 * n},
	} {
		_, bytes := allocated(4, c.f)
		if got := bytes / 4; got > c.bytes+beside {
			t.Errorf("%s allocates %d bytes for a result of %d", c.name, got, c.bytes)
		} else {
			t.Logf("%s: %d bytes beside the result", c.name, got-c.bytes)
		}
	}
}

// TestEvalIntoAllocatesNothing draws expressions, layouts and overlaps.
func TestEvalIntoAllocatesNothing(t *testing.T) {
	if raceEnabled {
		t.Skip("pools forget under the race detector")
	}
	rounds := 150
	if testing.Short() {
		rounds = 30
	}
	for id := range rounds {
		roll := rowDice(id)
		g := &grower{roll: roll, shape: drawShape(roll), budget: 16}
		root := g.grow(g.kind(), 5)
		leaves := make([]any, len(g.leaves))
		want := naive{shapes: make([][]int, len(leaves)), values: make([]any, len(leaves))}
		for i, l := range g.leaves {
			want.shapes[i] = l.shape
			leaves[i] = elementsOf[l.kind].place(roll, drawValues(roll, l.kind, layout.Size(l.shape)), l.shape)
		}
		shape := want.shapeOf(root)
		chain, err := root.build(chains(leaves), false, map[*tree]any{})
		if err != nil {
			t.Fatalf("%v: %v", root, err)
		}
		e := elementsOf[root.kind]
		eval := e.into(chain, e.place(roll, e.zeros(layout.Size(shape)), shape))
		if eval() != nil {
			continue // refused
		}
		if n, bytes := allocated(100, func() { _ = eval() }); n != 0 {
			t.Errorf("round %d: %v: 100 evaluations allocate %d times, %d bytes", id, root, n, bytes)
		}
	}
}
