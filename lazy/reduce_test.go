package lazy_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ndgo/nd/lazy"
	"github.com/ndgo/nd/zip"
)

// sumInOrder is the definition of a sum, written down anew: leaves of 4096,
// lanes of 32, a tree.
func sumInOrder(x []float64) float64 {
	if len(x) > 4096 {
		half := 4096
		for 2*half < len(x) {
			half *= 2
		}
		return sumInOrder(x[:half]) + sumInOrder(x[half:])
	}
	if len(x) == 0 {
		return 0
	}
	lane := make([]float64, 32)
	for i := range lane {
		lane[i] = math.Copysign(0, -1)
	}
	for i, v := range x {
		lane[i%32] += v
	}
	for n := 16; n >= 4; n /= 2 {
		for l := range n {
			lane[l] += lane[l+n]
		}
	}
	return (lane[0] + lane[2]) + (lane[1] + lane[3])
}

// Sums over any axes of any layout are those of the definition, bit for bit.
func TestSumOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 400 {
		d := 1 + rng.IntN(4)
		shape := make([]int, d)
		n := 1
		for k := range shape {
			most := []int{20000, 150, 30, 12}[d-1]
			shape[k] = 1 + rng.IntN(most)
			n *= shape[k]
		}
		data := make([]float64, n)
		for i := range data {
			data[i] = rng.NormFloat64() * math.Exp(10*rng.NormFloat64())
		}
		c := lazy.From(of(data, shape...)).Transpose(rng.Perm(d)...)
		if rng.IntN(2) == 0 {
			c = c.Flip(rng.IntN(d))
		}
		shape = c.Shape()
		elements := eval[float64](t, c)
		var over []int
		for k := range d {
			if rng.IntN(2) == 0 {
				over = append(over, k)
			}
		}
		got := eval[float64](t, c.Over(over...).Sum())
		// The elements of each result, in C order.
		var want []float64
		parts := map[int][]float64{}
		for i, v := range elements {
			at, rest := 0, i
			step := 1
			for k := d - 1; k >= 0; k-- {
				j := rest % shape[k]
				rest /= shape[k]
				if !slices.Contains(over, k) {
					at += j * step
					step *= shape[k]
				}
			}
			parts[at] = append(parts[at], v)
		}
		for at := range len(parts) {
			want = append(want, sumInOrder(parts[at]))
		}
		if !slices.Equal(got, want) {
			t.Fatalf("shape %v over %v: got %v, want %v\n%s", shape, over, got[:1], want[:1], c.Over(over...).Sum().Explain())
		}
	}
}

func TestReductions(t *testing.T) {
	x := from([]float64{1, 2, 3, 4, 5, 7}, 2, 3)
	expect(t, eval[float64](t, x.Sum()), 22)
	expect(t, eval[float64](t, x.Over(0).Sum()), 5, 7, 10)
	expect(t, eval[float64](t, x.Over(-1).KeepDims().Mean()), 2, 16.0/3)
	expect(t, eval[float64](t, x.Over().Prod()), 1, 2, 3, 4, 5, 7)
	expect(t, eval[float64](t, from([]float64{1, 2, 3, 4, 6, 8}, 2, 3).Over(1).Var(1)), 1, 4)
	expect(t, eval[float64](t, x.Max().Sub(x.Min())), 6)
	expect(t, eval[float64](t, x.Over(0).Ptp()), 3, 3, 4)
	expect(t, eval[bool](t, x.Over(1).Any()), true, true)
	expect(t, eval[bool](t, x.Sub(lazy.Const(1.0)).Over(1).All()), false, true)
	expect(t, eval[int](t, x.Sub(lazy.Const(1.0)).CountNonzero()), 5)
	expect(t, eval[int8](t, from([]int8{100, 100, 100}, 3).Sum()), 44)
	expect(t, eval[float32](t, lazy.As[float32](x).Over(0).Mean()), 2.5, 3.5, 5)
	expect(t, eval[complex128](t, from([]complex128{1i, 2, 3}, 3).Mean()), complex(5.0/3, 1.0/3))

	// In expressions: stages before and after.
	z := x.Sub(x.Over(1).KeepDims().Mean()).Div(x.Over(1).KeepDims().Std(0))
	for i, want := range []float64{-1.224744871391589, 0, 1.224744871391589, -1.0690449676496976, -0.2672612419124242, 1.3363062095621219} {
		if got := eval[float64](t, z)[i]; math.Abs(got-want) > 1e-15 {
			t.Errorf("standardised element %d: got %v, want %v", i, got, want)
		}
	}
	if got := eval[float64](t, x.LogSumExp())[0]; math.Abs(got-7.1928119148004015) > 1e-15 {
		t.Errorf("log_sum_exp: %v", got)
	}
	// Views of results.
	expect(t, eval[float64](t, x.Over(0).Sum().Flip()), 10, 7, 5)
	expect(t, eval[float64](t, x.Sub(x.Over(0).Sum()).Transpose()), -4, -1, -5, -2, -7, -3)
}

func TestReductionsOfNothing(t *testing.T) {
	e := from([]float64{}, 0, 3)
	expect(t, eval[float64](t, e.Over(0).Sum()), 0, 0, 0)
	expect(t, eval[float64](t, e.Prod()), 1)
	expect(t, eval[bool](t, e.Any()), false)
	expect(t, eval[bool](t, e.Over(0).All()), true, true, true)
	if m := eval[float64](t, e.Mean())[0]; !math.IsNaN(m) {
		t.Errorf("mean of nothing: %v", m)
	}
	if err := e.Over(0).Min().Err(); err == nil || err.Error() != "nd: min: shape [0 3]: there is no such element among none (step 1: min)" {
		t.Errorf("got %v", err)
	}
	if got := eval[float64](t, e.Over(1).Max()); len(got) != 0 {
		t.Errorf("got %v", got)
	}
	for _, c := range []lazy.Chain{e.Over(2).Sum(), e.Over(0, 0).Sum(), from([]int{1}, 1).Mean(), from([]string{""}, 1).Sum()} {
		if c.Err() == nil {
			t.Error("no error")
		}
	}
}

// A reduction of an array inside an expression is complete before the array is
// overwritten.
func TestReductionIntoItsOperand(t *testing.T) {
	x := []float64{1, 2, 3, 4}
	c := from(x, 4).Div(from(x, 4).Sum())
	if err := lazy.EvalInto(c, of(x, 4)); err != nil {
		t.Fatal(err)
	}
	expect(t, x, 0.1, 0.2, 0.3, 0.4)
}

// Results go to the destination at once only where it is apart from the
// operands.
func TestReductionIntoPartOfItsOperand(t *testing.T) {
	fresh := func() []float64 {
		x := make([]float64, 64*8)
		for i := range x {
			x[i] = float64(i * i % 23)
		}
		return x
	}
	apart := make([]float64, 8)
	x := fresh()
	for name, reduce := range map[string]func(c lazy.Chain) lazy.Chain{
		"columns": func(c lazy.Chain) lazy.Chain { return c.Over(0).Sum() },
		"rows":    func(c lazy.Chain) lazy.Chain { return c.Transpose().Over(1).Max() },
		"traced":  nil,
	} {
		f := lazy.Trace(func(a []lazy.Chain) lazy.Chain { return a[0].Over(0).Sum() }, lazy.ParamOf[float64]("x"))
		c := from(x, 64, 8)
		run := func(dst []float64) {
			t.Helper()
			var err error
			if reduce == nil {
				err = lazy.Run(f, of(dst, 8), array(of(x, 64, 8)))
			} else {
				err = lazy.EvalInto(reduce(c), of(dst, 8))
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		copy(x, fresh())
		run(apart)
		for _, row := range []int{0, 5, 63} {
			copy(x, fresh())
			run(x[8*row:][:8])
			if !slices.Equal(x[8*row:][:8], apart) {
				t.Errorf("%s into row %d: %v, want %v", name, row, x[8*row:][:8], apart)
			}
			copy(x, fresh())
			run(apart)
		}
	}
}

func TestReductionIsTraced(t *testing.T) {
	f := lazy.Trace(func(a []lazy.Chain) lazy.Chain { return a[0].Sub(a[0].Over(0).Mean()) }, lazy.ParamOf[float64]("x"))
	var d [4]float64
	if err := lazy.Run(f, of(d[:], 2, 2), array(of([]float64{1, 2, 3, 4}, 2, 2))); err != nil {
		t.Fatal(err)
	}
	expect(t, d[:], -1, -1, 1, 1)
}

func TestVarianceIsTraced(t *testing.T) {
	f := lazy.Trace(func(a []lazy.Chain) lazy.Chain { return a[0].Over(-1).Var(1) }, lazy.ParamOf[float64]("x"))
	x := []float64{1, 3, 2, 8, 5, 5, 0, 1, 4, 4, 7, 9}
	for _, d := range [][2]int{{2, 2}, {2, 6}, {3, 4}, {2, 2}, {4, 1}, {12, 1}, {1, 12}} {
		in := x[:d[0]*d[1]]
		got := make([]float64, d[0])
		if err := lazy.Run(f, of(got, d[0]), array(of(in, d[0], d[1]))); err != nil {
			t.Fatal(err)
		}
		want := eval[float64](t, from(in, d[0], d[1]).Over(-1).Var(1))
		for r := range want {
			if got[r] != want[r] && (got[r] == got[r] || want[r] == want[r]) || (d[1] == 1) != (got[r] != got[r]) {
				t.Errorf("shape %v: got %v, want %v", d, got, want)
			}
		}
	}
}

// Reductions of what comes of reductions: each step is computed once, however
// many of them there are.
func TestReductionsOfReductions(t *testing.T) {
	x := make([]float64, 200*30)
	for i := range x {
		x[i] = float64(i * i % 101)
	}
	for axis := range 2 {
		c := from(x, 200, 30)
		plain := slices.Clone(x)
		for range 30 {
			p := from(plain, 200, 30)
			plain = eval[float64](t, p.Sub(p.Over(axis).KeepDims().Mean()).Mul(lazy.Const(1.25)))
			c = c.Sub(c.Over(axis).KeepDims().Mean()).Mul(lazy.Const(1.25))
		}
		if got := eval[float64](t, c); !slices.Equal(got, plain) {
			t.Errorf("axis %d: %v, want %v", axis, got[:3], plain[:3])
		}
		if n := strings.Count(c.Explain(), "sub float64"); n > 150 {
			t.Errorf("axis %d: %d differences for 30 steps", axis, n)
		}
	}
}

func TestReductionAllocatesNothing(t *testing.T) {
	x := make([]float64, 300*40)
	m := from(x, 300, 40)
	long := from(make([]float64, 4000*50), 4000, 50)
	wide := from(make([]float64, 50*4000), 50, 4000)
	for name, c := range map[string]lazy.Chain{
		"all": m.Sum(), "rows": m.Over(1).Var(0), "columns": m.Over(0).Std(1),
		"blocks": long.Sub(long.Over(1).KeepDims().Mean()).Exp(),
		"lanes":  wide.Sub(wide.Over(0).Max()).Exp().Over(0).Sum(),
		"across": wide.Exp().Div(wide.Exp().Over(0).Sum()),
	} {
		d := make([]float64, 4000*50)
		n := 1
		for _, l := range c.Shape() {
			n *= l
		}
		var dst zip.Viewer[float64] = of(d[:n], c.Shape()...)
		eval := func() {
			if err := lazy.EvalInto(c, dst); err != nil {
				t.Fatal(err)
			}
		}
		eval()
		if a := testing.AllocsPerRun(100, eval); a > 0 && !raceEnabled {
			t.Errorf("%s: %v allocations", name, a)
		}
	}
}
