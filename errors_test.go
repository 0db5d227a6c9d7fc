package nd

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/ndgo/nd/lazy"
	"github.com/stretchr/testify/assert"
)

func TestCatch(t *testing.T) {
	catch := func(f func()) (err error) {
		defer Catch(&err)
		f()
		return errors.New("its own")
	}
	assert.EqualError(t, catch(func() {}), "its own")
	assert.ErrorAs(t, catch(func() { Zeros[int](-1) }), new(*ShapeError))
	assert.ErrorAs(t, catch(func() { Zeros[int](1).At(1) }), new(*IndexError))
	assert.ErrorIs(t, catch(func() { Scalar(1).BroadcastTo(2).Fill(0) }), ErrReadOnly)

	// Other panics go on, errors among them.
	assert.PanicsWithValue(t, "boo", func() { catch(func() { panic("boo") }) })
	other := errors.New("other")
	assert.PanicsWithValue(t, other, func() { catch(func() { panic(other) }) })
	assert.Panics(t, func() { catch(func() { _ = []int{}[len("x")] }) })
	assert.PanicsWithValue(t, "of the user", func() {
		catch(func() { FromFunc(func([]int) int { panic("of the user") }, 2) })
	})
}

// Whatever is nil is named in a *TypeError.
func TestNil(t *testing.T) {
	var a *Array[float64]
	b := Zeros[float64](3)
	for want, f := range map[string]func(){
		"nd: add: operand 1 is nil":             func() { a.Add(b) },
		"nd: add: operand 2 is nil":             func() { b.Add(a) },
		"nd: fma: operand 3 is nil":             func() { b.FMA(b, nil) },
		"nd: assign: operand 1 is nil":          func() { a.Assign(b) },
		"nd: assign: operand 2 is nil":          func() { b.Assign(a) },
		"nd: transpose: operand 1 is nil":       func() { a.T() },
		"nd: slice: operand 1 is nil":           func() { a.Slice(All) },
		"nd: reshape: operand 1 is nil":         func() { a.Reshape(3) },
		"nd: broadcast_to: operand 1 is nil":    func() { a.BroadcastTo(3) },
		"nd: shape: operand 1 is nil":           func() { a.Shape() },
		"nd: at: operand 1 is nil":              func() { a.At(0) },
		"nd: set: operand 1 is nil":             func() { a.Set(0, 0) },
		"nd: item: operand 1 is nil":            func() { a.Item() },
		"nd: copy: operand 1 is nil":            func() { a.Copy() },
		"nd: data: operand 1 is nil":            func() { a.Data() },
		"nd: elements: operand 1 is nil":        func() { a.Elements() },
		"nd: fill: operand 1 is nil":            func() { a.Fill(1) },
		"nd: view: operand 1 is nil":            func() { a.View() },
		"nd: values: operand 1 is nil":          func() { a.Values() },
		"nd: items: operand 1 is nil":           func() { a.Items() },
		"nd: indexed: operand 1 is nil":         func() { a.Indexed() },
		"nd: lanes: operand 1 is nil":           func() { a.Lanes(0) },
		"nd: chunks: operand 1 is nil":          func() { a.Chunks(1) },
		"nd: shares_memory: operand 1 is nil":   func() { a.SharesMemory(b) },
		"nd: shares_memory: operand 2 is nil":   func() { b.SharesMemory(a) },
		"nd: sum: operand 1 is nil":             func() { a.Sum() },
		"nd: meshgrid: operand 2 is nil":        func() { Meshgrid(b, a) },
		"nd: fill_func: the function is nil":    func() { b.FillFunc(nil) },
		"nd: from_func: the function is nil":    func() { FromFunc[float64](nil, 3) },
		"nd: func1: the function is nil":        func() { Func1[float64, float64](nil) },
		"nd: func2: the function is nil":        func() { Func2[float64, float64, float64](nil) },
		"nd: func3: the function is nil":        func() { Func3[float64, float64, float64, float64](nil) },
		"nd: fill_rand: the source is nil":      func() { FillRand(b, nil) },
		"nd: apply: the function is nil":        func() { b.Apply(nil) },
		"nd: map: the function is nil":          func() { must(Map[float64, int](b, nil).Err()) },
		"nd: map2: the function is nil":         func() { must(Map2[float64, float64, int](b, b, nil).Err()) },
		"nd: map_blocks: the function is nil":   func() { must(MapBlocks[float64, int](b, nil).Err()) },
		"nd: map_blocks2: the function is nil":  func() { must(MapBlocks2[float64, float64, int](b, b, nil).Err()) },
		"nd: fold: the function is nil":         func() { must(Fold(b, 0, nil).Err()) },
		"nd: fold_while: the function is nil":   func() { must(FoldWhile(b, 0, nil, 0).Err()) },
		"nd: trace: the function is nil":        func() { must(lazy.Trace(nil, lazy.ParamOf[int]("x")).Call(lazy.Const(1)).Err()) },
		"nd: diff: operand 1 is nil":            func() { must(Chain[int]{}.Diff(1, 0).Err()) },
		"nd: eval into: the destination is nil": func() { must(b.Chain().EvalInto(a)) },
	} {
		err := func() (err error) {
			defer Catch(&err)
			f()
			return nil
		}()
		assert.ErrorAs(t, err, new(*TypeError), want)
		assert.ErrorContains(t, err, want)
	}
}

// Errors of writing to an array name what was called.
func TestAssignErrors(t *testing.T) {
	a, b := Zeros[float64](3), Zeros[float64](2, 3)
	for want, f := range map[string]func(){
		"nd: assign: shapes":      func() { a.Assign(b) },
		"nd: add_assign: shapes":  func() { a.AddAssign(b) },
		"nd: assign: destination": func() { b.BroadcastTo(4, 2, 3).Assign(a) },
		"nd: mul_assign: dest":    func() { b.BroadcastTo(4, 2, 3).MulAssign(a) },
	} {
		err := func() (err error) {
			defer Catch(&err)
			f()
			return nil
		}()
		assert.ErrorContains(t, err, want)
	}
	// Kinds are named as people do.
	assert.EqualError(t, b.Chain().And(b).Err(), "nd: and: element type float64: it is defined for integers and bool (step 1: and)")
}

// Errors say which argument is meant, and numbers that are too large are found
// before anything is made of that size.
func TestArgumentErrors(t *testing.T) {
	x, i := Of(1.0, 2, 3), Of(1, 2, 3)
	z := Of(1i)
	repeated := x.ExpandDims(1).BroadcastTo(3, math.MaxInt/4)
	of := func(f func()) error { return caught(f) }
	_, counted := Bincount(Of(int64(1<<31-1)), 0)
	_, negative := Bincount(Of(4, -2), 0)
	for _, c := range []struct {
		err  error
		as   any
		want string
	}{
		{of(func() { Arange(0, 5, 0) }), new(*DomainError), "nd: arange: step 0 is outside the domain"},
		{of(func() { Arange(0, math.Inf(1), 1) }), new(*DomainError), "nd: arange: stop +Inf is outside the domain"},
		{of(func() { Geomspace(0.0, 1, 3) }), new(*DomainError), "nd: geomspace: start 0 is outside the domain"},
		{of(func() { Geomspace(1.0, -1, 3) }), new(*DomainError), "nd: geomspace: stop -1 is outside the domain"},
		{Histogram(x, 0, 0, 1).Err(), new(*DomainError), "nd: histogram: bins 0 is outside the domain (step 1: histogram)"},
		{Histogram(x, 5, 1, 0).Err(), new(*DomainError), "nd: histogram: range [1 0] is outside the domain (step 1: histogram)"},
		{Histogram(x, math.MaxInt, 0, 1).Err(), new(*ShapeError), ""},
		{Histogram(x, math.MaxInt/2, 0, 1).Err(), new(*ShapeError), ""},
		{HistogramEdges(x, []float64{1}).Err(), new(*DomainError), "nd: histogram: number of edges 1 is outside the domain (step 1: histogram)"},
		{HistogramEdges(x, []float64{1, 3, 2}).Err(), new(*DomainError), "nd: histogram: edges: value 2 at index [2] is outside the domain (step 1: histogram)"},
		{HistogramEdges(x, []float64{1, math.NaN(), 2}).Err(), new(*DomainError), "nd: histogram: edges: value NaN at index [1] is outside the domain (step 1: histogram)"},
		{Quantiles(x, []float64{0.5, 2}, Linear).Err(), new(*DomainError), "nd: quantiles: q: value 2 at index [1] is outside the domain (step 1: quantiles)"},
		{Quantiles(x, []float64{0.5}, 77).Err(), new(*DomainError), "nd: quantiles: method 77 is outside the domain (step 1: quantiles)"},
		{of(func() { x.Quantile(-1) }), new(*DomainError), "nd: quantile: q -1 is outside the domain"},
		{counted, new(*DomainError), "nd: bincount: greatest element 2147483647 is outside the domain"},
		{negative, new(*DomainError), "nd: bincount: least element -2 is outside the domain"},
		{lazy.Bincount(i.Chain().Lazy(), -1).Err(), new(*ShapeError), "nd: bincount: shape [-1 1]: axis 0 has the negative length -1 (step 2: bincount)"},
		{lazy.Bincount(i.Chain().Lazy(), math.MaxInt).Err(), new(*ShapeError), ""},
		{x.Chain().Over(0, -1).Sum().Err(), new(*ShapeError), "nd: sum: shape [3]: axis 0 comes twice in [0 -1] (step 1: sum)"},
		{of(func() { x.Diff(math.MaxInt, 1) }), new(*ShapeError), "nd: diff: shape [3]: axis 1 out of range for 1 axis"},
		{of(func() { Zeros[int](5000).Diff(1001, 0) }), new(*ShapeError), "nd: diff: it is taken 1001 times, more than 1000"},
		{Func1(func(x Chain[int]) Chain[int] { return x.Diff(math.MaxInt, 0) }).Call(i).Err(), new(*ShapeError), ""},
		{Dot(x, Of(1.0, 2)).Err(), new(*ShapeError), "nd: dot: shapes [3] and [2] are not two vectors of equal length (step 1: dot)"},
		{of(func() { Scalar(1).Slice(All) }), new(*IndexError), "nd: slice: shape []: 1 index for 0 axes"},
		{of(func() { x.Chunks(1, 1) }), new(*ShapeError), "nd: chunks: shape [3]: 2 lengths for 1 axis"},
		{of(func() { z.Abs() }), new(*TypeError), "nd: abs: element type complex128: use the function Abs, whose result is real: the method is defined for integers and floats"},

		// Steps are counted from 1.
		{x.Chain().Exp().Add(nil).Err(), new(*TypeError), "nd: add: operand 2 is nil (step 2: add)"},
		{Chain[int]{}.Neg().Err(), new(*TypeError), "nd: neg: operand 1 is nil (step 1: neg)"},
		{x.Chain().Lazy().Neg().Apply(lazy.OpAdd).Err(), new(*ShapeError), "nd: add: wrong number of operands (step 2: add)"},
		{Of("a").Chain().Apply(strings.ToUpper).Sqrt().Err(), new(*TypeError), "nd: sqrt: element type string: it has no method Sqrt of a form that is known (step 2: sqrt)"},
		{Histogram(x.Chain().Exp(), 0, 0, 1).Err(), new(*DomainError), "nd: histogram: bins 0 is outside the domain (step 2: histogram)"},
		{Histogram(x.Chain().Reshape(2), 0, 0, 1).Err(), new(*ShapeError), ""}, // the first error sticks

		// Results of passes, of views that repeat.
		{repeated.Chain().Over(0).Sum().Sum().Err(), new(*ShapeError), ""},
		{repeated.Chain().CumSum(1).Max().Err(), new(*ShapeError), ""},
		{repeated.Chain().Over(1).Median().Err(), new(*ShapeError), ""},
		{repeated.Chain().T().Reshape(-1).Max().Err(), new(*ShapeError), ""},
	} {
		assert.ErrorAs(t, c.err, c.as)
		if c.want != "" {
			assert.EqualError(t, c.err, c.want)
		}
	}
	assert.Equal(t, []int{0}, x.Diff(math.MaxInt, 0).Shape())
}

// A bad element that is gone when it is looked for is an error as any other.
func TestErrorsOfChangingOperands(t *testing.T) {
	bad := func(n int) Chain[int] {
		is := false
		return Map(Of(1), func(x int) int {
			if is = !is; is {
				return n
			}
			return x
		})
	}
	dst := Of(7)
	err := Of(1).Chain().Div(bad(0)).EvalInto(dst)
	assert.ErrorAs(t, err, new(*DivideError))
	assert.EqualError(t, err, "nd: div: integer division by zero at an unknown index of shape [1]: the operand changed during evaluation")
	err = Of(2).Chain().PowOf(bad(-1)).EvalInto(dst)
	assert.ErrorAs(t, err, new(*DomainError))
	assert.EqualError(t, err, "nd: pow: a value at an unknown index of shape [1] is outside the domain: the operand changed during evaluation")
	assert.Equal(t, 7, dst.At(0))
}
