package lazy_test

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/ndgo/nd/internal/errs"
	"github.com/ndgo/nd/lazy"
	"github.com/ndgo/nd/zip"
)

// of makes the smallest Viewer: a slice with a shape, in C order.
func of[T any](data []T, shape ...int) zip.View[T] {
	v := zip.View[T]{Data: data, Shape: shape, Strides: make([]int, len(shape))}
	for k, step := len(shape)-1, 1; k >= 0; k-- {
		v.Strides[k] = step
		step *= shape[k]
	}
	return v
}

func array[T any](v zip.View[T]) lazy.Operand { return lazy.Array(&v) }

func from[T any](data []T, shape ...int) lazy.Chain { return lazy.From(of(data, shape...)) }

func eval[T any](t *testing.T, c lazy.Chain) []T {
	t.Helper()
	if err := c.Err(); err != nil {
		t.Fatal(err)
	}
	n := 1
	for _, l := range c.Shape() {
		n *= l
	}
	d := make([]T, n)
	if err := lazy.EvalInto(c, of(d, c.Shape()...)); err != nil {
		t.Fatal(err)
	}
	return d
}

func expect[T comparable](t *testing.T, got []T, want ...T) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestFusedExpression(t *testing.T) {
	a, b := from([]float64{1, 2, 3, 4, 5, 6}, 2, 3), from([]float64{1, 4, 9}, 3)
	c := a.Add(b.Sqrt()).Mul(lazy.Const(2.0))
	expect(t, eval[float64](t, c), 4, 8, 12, 10, 14, 18)
	expect(t, eval[float64](t, c.Transpose()), 4, 10, 8, 14, 12, 18)
	expect(t, eval[float64](t, c.Slice("1, ::-2")), 18, 10)
	expect(t, eval[bool](t, c.Less(lazy.Const(9.0))), true, true, false, false, false, false)
	expect(t, eval[int8](t, lazy.As[int8](c.Mul(lazy.Const(10.0)))), 40, 80, 120, 100, 127, 127)
}

// An operand is read when the chain is evaluated, each time anew.
func TestOperandsAreReadAtEvaluation(t *testing.T) {
	x := []float64{1, 2}
	c := from(x, 2).Add(from(x, 2))
	expect(t, eval[float64](t, c), 2, 4)
	x[0] = 5
	expect(t, eval[float64](t, c), 10, 4)
}

func TestFirstErrorSticks(t *testing.T) {
	c := from([]float64{1, 2, 3}, 3).Log().Add(from([]float64{1, 2}, 2)).Sqrt().Transpose(7)
	var shape *errs.ShapeError
	if !errors.As(c.Err(), &shape) || shape.Op != "add" {
		t.Fatalf("got %v", c.Err())
	}
	if want := "nd: add: shapes [3] and [2] do not broadcast: axis 0 is 3 against 2 (step 2: add)"; c.Err().Error() != want {
		t.Errorf("got  %s\nwant %s", c.Err(), want)
	}
	d := []float64{7, 7, 7}
	if err := lazy.EvalInto(c, of(d, 3)); err != c.Err() {
		t.Errorf("EvalInto reports %v", err)
	}
	expect(t, d, 7, 7, 7)
}

func TestErrorsBeforeTheFirstWrite(t *testing.T) {
	a, z := from([]int32{1, 2, 3, 4}, 2, 2), from([]int32{1, 0}, 2)
	for _, c := range []struct {
		name string
		c    lazy.Chain
		dst  zip.View[int32]
		want string
	}{
		{"divide", a.Div(z), of(make([]int32, 4), 2, 2), "nd: div: integer division by zero at index [0 1] of shape [2 2]"},
		{"divide by constant", a.Mod(lazy.Const[int32](0)), of(make([]int32, 4), 2, 2), "nd: mod: integer division by zero at index [0 0] of shape [2 2]"},
		{"negative shift", a.Shl(z.Sub(lazy.Const[int32](1))), of(make([]int32, 4), 2, 2), "nd: shl: value -1 at index [0 1] of shape [2 2] is outside the domain"},
		{"shape", a, of(make([]int32, 3), 3), "nd: eval into: shapes [2 2] and [3] do not fit: the expression does not broadcast to the destination, whose shape stays as it is"},
		{"read-only", a, zip.View[int32]{Data: make([]int32, 4), Shape: []int{2, 2}, Strides: []int{2, 1}, ReadOnly: true}, "nd: eval into: destination of shape [2 2] is read-only: its view says so"},
		{"shared elements", a, zip.View[int32]{Data: make([]int32, 4), Shape: []int{2, 2}, Strides: []int{1, 1}}, "nd: eval into: destination of shape [2 2] is read-only: its elements share memory"},
		{"outside", a, zip.View[int32]{Data: make([]int32, 3), Shape: []int{2, 2}, Strides: []int{2, 1}}, ""},
		{"type", a.Less(z), of(make([]int32, 4), 2, 2), "nd: eval into: element type int32: the expression has elements of type bool"},
	} {
		err := lazy.EvalInto(c.c, c.dst)
		if err == nil {
			t.Errorf("%s: no error", c.name)
		} else if c.want != "" && err.Error() != c.want {
			t.Errorf("%s: got  %s\nwant %s", c.name, err, c.want)
		}
		if slices.ContainsFunc(c.dst.Data, func(x int32) bool { return x != 0 }) {
			t.Errorf("%s: dst was written: %v", c.name, c.dst.Data)
		}
	}
	var div *errs.DivideError
	var dom *errs.DomainError
	err := lazy.EvalInto(a.Div(z), of(make([]int32, 4), 2, 2))
	if !errors.As(err, &div) || !errors.As(err, &dom) {
		t.Errorf("%T is not a *DivideError and a *DomainError", err)
	}
}

// Only the elements asked for count.
func TestElementsNotAskedForRaiseNoError(t *testing.T) {
	q := from([]int{8, 9, 10}, 3).Div(from([]int{1, 0, 2}, 3))
	expect(t, eval[int](t, q.Slice("::2")), 8, 5)
	expect(t, eval[int](t, q.Slice("0:0")))
}

func TestOverlap(t *testing.T) {
	fresh := func() []float64 { return []float64{1, 2, 3, 4, 5, 6, 7, 8, 9} }
	x := fresh()
	c := from(x[:8], 8).Add(lazy.Const(10.0))
	if err := lazy.EvalInto(c, of(x[1:], 8)); err != nil {
		t.Fatal(err)
	}
	expect(t, x, 1, 11, 12, 13, 14, 15, 16, 17, 18)

	x = fresh()
	m := of(x, 3, 3)
	if err := lazy.EvalInto(lazy.From(m).Transpose().Add(lazy.From(m)), m); err != nil {
		t.Fatal(err)
	}
	expect(t, x, 2, 6, 10, 6, 10, 14, 10, 14, 18)

	x = fresh()
	if err := lazy.EvalInto(from(x, 9).Flip(), of(x, 9)); err != nil {
		t.Fatal(err)
	}
	expect(t, x, 9, 8, 7, 6, 5, 4, 3, 2, 1)

	// One chain, destinations with and without overlap, in turn.
	x = fresh()
	c = from(x, 9).Flip().Mul(lazy.Const(2.0))
	d := make([]float64, 9)
	for range 2 {
		if err := lazy.EvalInto(c, of(d, 9)); err != nil {
			t.Fatal(err)
		}
		expect(t, d, 18, 16, 14, 12, 10, 8, 6, 4, 2)
	}
	if err := lazy.EvalInto(c, of(x, 9)); err != nil {
		t.Fatal(err)
	}
	expect(t, x, 18, 16, 14, 12, 10, 8, 6, 4, 2)
}

func TestUserFunctions(t *testing.T) {
	calls := 0
	c := lazy.Map(from([]int{1, 2, 3}, 3), "half", func(x int) float64 { calls++; return float64(x) / 2 })
	expect(t, eval[float64](t, c.Add(c)), 1, 2, 3)
	if calls != 3 {
		t.Errorf("%d calls for 3 elements", calls)
	}
	blocks := lazy.MapBlocks2(from([]int{1, 2, 3}, 3), from([]string{"a", "b", "c"}, 3), "repeat", func(dst []string, n []int, s []string) {
		for i := range dst {
			dst[i] = strings.Repeat(s[i], n[i])
		}
	})
	expect(t, eval[string](t, blocks), "a", "bb", "ccc")

	boom := errors.New("boom")
	err := lazy.EvalInto(lazy.Map(from([]int{1}, 1), "bad", func(int) int { panic(boom) }), of([]int{0}, 1))
	var p *errs.PanicError
	if !errors.As(err, &p) || !errors.Is(err, boom) {
		t.Errorf("got %v", err)
	}
	if err := lazy.Map[int, int](from([]int{1}, 1), "f", nil).Err(); err == nil || !strings.Contains(err.Error(), "nil") {
		t.Errorf("nil function: %v", err)
	}
	if err := lazy.Map(from([]int{1}, 1), "f", func(float64) int { return 0 }).Err(); err == nil {
		t.Error("a function of another type was accepted")
	}
}

// money is a user's type with methods in the manner of decimals.
type money struct{ cents int }

func (m money) Add(n money) money { return money{m.cents + n.cents} }
func (m money) Neg() money        { return money{-m.cents} }
func (m money) Cmp(n money) int   { return m.cents - n.cents }

func TestUserTypes(t *testing.T) {
	a, b := from([]money{{1}, {2}}, 2), from([]money{{10}}, 1)
	expect(t, eval[money](t, a.Add(b).Neg()), money{-11}, money{-12})
	expect(t, eval[bool](t, a.GreaterEqual(lazy.Const(money{2}))), false, true)
	if err := a.Mul(b).Err(); err == nil || !strings.Contains(err.Error(), "no method Mul") {
		t.Errorf("mul: %v", err)
	}

	x, y := big.NewRat(1, 2), big.NewRat(1, 3)
	r := eval[*big.Rat](t, from([]*big.Rat{x, y}, 2).Mul(lazy.Const(big.NewRat(6, 1))))
	if r[0].Cmp(big.NewRat(3, 1)) != 0 || r[1].Cmp(big.NewRat(2, 1)) != 0 {
		t.Errorf("got %v", r)
	}
	if x.Cmp(big.NewRat(1, 2)) != 0 || r[0] == r[1] {
		t.Error("an operand was written, or a receiver was used twice")
	}
	dst := []*big.Rat{x, y}
	err := lazy.EvalInto(from([]*big.Rat{x, nil}, 2).Add(lazy.Const(y)), of(dst, 2))
	var typ *errs.TypeError
	if !errors.As(err, &typ) || !slices.Equal(typ.Index, []int{1}) {
		t.Errorf("nil element: %v", err)
	}
	if dst[0] != x {
		t.Error("dst was written in spite of the error")
	}
}

func TestTracedFunctions(t *testing.T) {
	traced := 0
	f := lazy.Trace(func(a []lazy.Chain) lazy.Chain {
		traced++
		return a[0].Mul(a[1]).Transpose().Slice("::-1")
	}, lazy.ParamOf[int]("x"), lazy.ParamOf[int]("y"))
	d := make([]int, 6)
	for range 2 {
		for _, shape := range [][]int{{2, 3}, {3, 2}} {
			x := of([]int{1, 2, 3, 4, 5, 6}, shape...)
			if err := lazy.Run(f, of(d, shape[1], shape[0]), array(x), array(of([]int{10}, 1))); err != nil {
				t.Fatal(err)
			}
			if shape[0] == 2 {
				expect(t, d, 30, 60, 20, 50, 10, 40)
			} else {
				expect(t, d, 20, 40, 60, 10, 30, 50)
			}
		}
	}
	if traced != 1 {
		t.Errorf("traced %d times", traced)
	}
	err := lazy.Run(f, of(d, 6), array(of(d, 2, 3)), array(of(d, 3, 2)))
	var shape *errs.ShapeError
	if !errors.As(err, &shape) {
		t.Errorf("got %v", err)
	}
	x := []int{1, 2, 3, 4}
	if err := lazy.Run(f, of(x, 2, 2), array(of(x, 2, 2)), array(of(x, 2, 2))); err != nil {
		t.Fatal(err)
	}
	expect(t, x, 4, 16, 1, 9)
}

// A sub-expression of lower rank is computed once; equal steps are one.
func TestExplain(t *testing.T) {
	m, row := from(make([]float64, 40*30), 40, 30), from(make([]float64, 30), 30)
	c := m.Mul(row.Sqrt()).Add(m.Mul(row.Sqrt()))
	text := c.Explain()
	if !strings.Contains(text, "passes      2\n") || !strings.Contains(text, "of lower rank") {
		t.Errorf("no stage of its own for the row's root:\n%s", text)
	}
	if n := strings.Count(text, " mul "); n != 1 {
		t.Errorf("%d products of the same operands:\n%s", n, text)
	}
	if n := strings.Count(text, " sqrt "); n != 1 {
		t.Errorf("%d roots of the same operand:\n%s", n, text)
	}
	if s := m.PowOf(lazy.Const(2.0)).String(); s != "pow(a, 2)" {
		t.Errorf("String: %s", s)
	}
	if g := c.Graphviz(); !strings.HasPrefix(g, "digraph") || !strings.Contains(g, "float64 [40 30]") {
		t.Errorf("Graphviz: %s", g)
	}
	if text := from([]int{1}, 1).Div(from([]int{1}, 1)).Explain(); !strings.Contains(text, "no divisor is zero") {
		t.Errorf("the check is not explained:\n%s", text)
	}
}

// The graph of c = c+c doubled sixty times has few nodes and many paths.
func TestSharedStepsAreVisitedOnce(t *testing.T) {
	c := from([]uint64{1}, 1)
	for range 60 {
		c = c.Add(c)
	}
	expect(t, eval[uint64](t, c), 1<<60)
	_ = c.String()
	expect(t, eval[uint64](t, c.Flip()), 1<<60)
}

func TestLongChains(t *testing.T) {
	c := from([]float64{0}, 1)
	for range 20000 {
		c = c.Add(lazy.Const(1.0))
	}
	expect(t, eval[float64](t, c), 20000)
}

func TestConcurrentEvaluation(t *testing.T) {
	x := make([]float64, 5000)
	for i := range x {
		x[i] = float64(i)
	}
	c := from(x, 50, 100).Mul(from(x[:100], 100).Sqrt()).Transpose()
	want := eval[float64](t, c)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			d := make([]float64, len(want))
			for range 50 {
				if err := lazy.EvalInto(c, of(d, 100, 50)); err != nil || !slices.Equal(d, want) {
					t.Errorf("wrong result, or %v", err)
					return
				}
			}
		})
	}
	wg.Wait()
}

func TestZeroChainAndNil(t *testing.T) {
	var zero lazy.Chain
	for _, c := range []lazy.Chain{zero.Log(), from([]float64{1}, 1).Add(zero), zero.Transpose(), lazy.As[int](zero), lazy.Where(zero, zero, zero)} {
		var typ *errs.TypeError
		if !errors.As(c.Err(), &typ) || !strings.Contains(c.Err().Error(), "nil") {
			t.Errorf("got %v", c.Err())
		}
		_ = c.String()
		_ = c.Explain()
	}
}

func TestValue(t *testing.T) {
	v, err := lazy.Value[float64](lazy.Const(3.0).Add(lazy.Const(4.0)))
	if err != nil || v != 7 {
		t.Errorf("got %v, %v", v, err)
	}
	if _, err := lazy.Value[float64](from([]float64{1}, 1)); err == nil {
		t.Error("a vector has a value")
	}
}

// The memory of an operand stays alive through the chain alone.
func TestOperandsStayAlive(t *testing.T) {
	c := func() lazy.Chain {
		x := make([]float64, 1000)
		for i := range x {
			x[i] = 1
		}
		return from(x, 1000).Add(lazy.Const(1.0))
	}()
	for range 3 {
		runtime.GC()
		junk := make([]float64, 1000)
		for i := range junk {
			junk[i] = math.NaN()
		}
		for i, v := range eval[float64](t, c) {
			if v != 2 {
				t.Fatalf("element %d is %v", i, v)
			}
		}
	}
}

func ExampleChain() {
	a := zip.View[float64]{Data: []float64{1, 2, 3, 4}, Shape: []int{2, 2}, Strides: []int{2, 1}}
	c := lazy.From(a).Mul(lazy.Const(10.0)).Transpose()
	var d [4]float64
	err := lazy.EvalInto(c, zip.View[float64]{Data: d[:], Shape: []int{2, 2}, Strides: []int{2, 1}})
	fmt.Println(d, err)
	// Output: [10 30 20 40] <nil>
}
