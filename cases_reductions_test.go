package nd_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/ndgo/nd"
	"github.com/ndgo/nd/internal/conformance"
)

// The cases of testdata/cases on reductions.

// Reductions and running sums of views: elements outside, or in the order of
// memory, are not to be seen.
func caseLayout02(t *testing.T, c *conformance.Case) {
	T := caseIn[float64](c, "m").T()
	q := nd.Arange(int64(0), 16, 1).Reshape(4, 4)
	S := q.Slice(nd.From(1), nd.From(1))
	P := nd.Arange(int32(0), 6, 1).Reshape(1, 2, 3).T()
	caseWant(t, c, 0, T.Over(1).Sum())
	caseWant(t, c, 1, T.CumSum(0))
	caseWant(t, c, 2, T.CumSum(1))
	if s := S.Sum(); s != 90 {
		t.Errorf("sum of a view: %v", s)
	}
	caseWant(t, c, 4, S.Over(0).Sum())
	caseWant(t, c, 5, S.Over(1).Max())
	caseWant(t, c, 6, nd.As[int64](P.Over(2).Sum()).Must())
}

// Reductions of arrays with an axis of length 0, over several axes and over
// none.
func caseReductionDegenerate01(t *testing.T, c *conformance.Case) {
	z, k, e := nd.Zeros[float64](0, 2), caseIn[int64](c, "k"), nd.Zeros[float64](3, 4, 0)
	shape := func(what string, a interface{ Shape() []int }, want ...int) {
		t.Helper()
		if !slices.Equal(a.Shape(), want) {
			t.Errorf("%s: shape %v, want %v", what, a.Shape(), want)
		}
	}
	shape("sum, axis 0", z.Over(0).KeepDims().Sum(), 1, 2)
	caseSame(t, "sum, axis 0", z.Over(0).KeepDims().Sum(), 0, 0)
	shape("sum, axis 1", z.Over(1).KeepDims().Sum(), 0, 1)
	shape("sum", z.Over(0, 1).KeepDims().Sum(), 1, 1)
	caseSame(t, "sum", z.Over(0, 1).KeepDims().Sum(), 0)
	if z.Prod() != 1 || !z.All() || z.Any() {
		t.Errorf("product %v, all %v, any %v", z.Prod(), z.All(), z.Any())
	}
	shape("min, axis 1", z.Over(1).Min(), 0)
	shape("argmax, axis 1", nd.ArgMax(z, 1).Must(), 0)
	for what, f := range map[string]func() error{
		"min":            func() (err error) { defer nd.Catch(&err); z.Min(); return nil },
		"min, axis 0":    func() (err error) { defer nd.Catch(&err); z.Over(0).Min(); return nil },
		"argmax, axis 0": func() error { return nd.ArgMax(z, 0).Err() },
	} {
		var s *nd.ShapeError
		if err := f(); !errors.As(err, &s) || s.Axis != 0 {
			t.Errorf("%s: %v, want a *ShapeError of axis 0", what, err)
		}
	}
	shape("over no axes", k.Over().Sum(), 2, 3)
	caseSame(t, "over no axes", k.Over().Sum(), 1, 2, 3, 4, 5, 6)
	shape("cum_sum", e.CumSum(2), 3, 4, 0)
	shape("sum, axis 2", e.Over(2).Sum(), 3, 4)
	caseSame(t, "sum, axis 2", e.Over(2).Sum(), make([]float64, 12)...)
	shape("max, axes 0 and 1", e.Over(0, 1).Max(), 0)
}

// Sums of many float32 are accurate, down a column too.
func caseReductionPrecision01(t *testing.T, _ *conformance.Case) {
	x := nd.Full(float32(0.1), 1000000, 2)
	const want = 100000.00149011612
	near := func(what string, got float32, want float64) {
		t.Helper()
		if math.Abs(float64(got)-want) > want*0x1p-24 { // half a unit in the last place
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	col := x.Slice(nd.All, nd.At(0))
	for _, s := range x.Over(0).Sum().Data() {
		near("sum, axis 0", s, want)
	}
	near("sum of a column", col.Sum(), want)
	near("sum of it reversed", col.Flip().Sum(), want)
	near("sum of all", x.Sum(), 2*want)
	for _, m := range x.Over(0).Mean().Data() {
		near("mean, axis 0", m, want/1e6)
	}
}

// A reduction in an expression is complete before the array that it reduces is
// overwritten.
func caseLazy03(t *testing.T, c *conformance.Case) {
	x, y, w := caseIn[float64](c, "x"), caseIn[float64](c, "x"), caseIn[float64](c, "x")
	x.Assign(x.Chain().Div(x.Chain().Sum()))
	caseWant(t, c, 0, x)
	y.Assign(y.Chain().Sub(y.Chain().Mean()))
	caseWant(t, c, 1, y)
	w.Assign(w.Chain().Add(w.Chain().Flip().CumSum(0)))
	caseWant(t, c, 2, w)
	b := nd.Ones[float64](100000)
	b.Assign(b.Chain().Div(b.Chain().Sum()))
	for i, v := range b.Data() {
		if v != 1e-5 {
			t.Fatalf("b[%d] = %v", i, v)
		}
	}
}

// nanReduce is the part of case nan-order-01 on reductions: x has a NaN, or is
// one of the views that show the same elements.
func nanReduce[T nd.Float](t *testing.T, x *nd.Array[T], p int) {
	lo, hi := x.Min(), x.Max()
	at, err := nd.ArgMax(x).Value()
	if lo == lo || hi == hi || err != nil || at != p {
		t.Fatalf("NaN at %d of %d: min %v, max %v, argmax %v", p, x.Size(), lo, hi, at)
	}
	n := x.Size()
	if n > 1 {
		lo, hi = x.SkipNaN().Min().Item(), x.SkipNaN().Max().Item()
		least, greatest := T(0), T(n-1)
		if p == 0 {
			least = 1
		}
		if p == n-1 {
			greatest = T(n - 2)
		}
		if lo != least || hi != greatest {
			t.Fatalf("NaN at %d of %d passed over: min %v, max %v", p, n, lo, hi)
		}
	}
}
