package nd_test

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/ndgo/nd"
	"github.com/ndgo/nd/internal/conformance"
)

// The cases of testdata/cases, small inputs that other libraries have failed
// on. Inputs and expected values are read from there where it lists them; what
// it says in words is written here.

// caseTests are the tests of this file, by the ids of the cases.
var caseTests = map[string]func(t *testing.T, c *conformance.Case){
	"overlap-01":       caseOverlap01,
	"overlap-03":       caseOverlap03,
	"pow-01":           casePow01,
	"pow-03":           casePow03,
	"float-special-01": caseFloatSpecial01,
	"integer-01":       caseInteger01,
	"integer-03":       caseInteger03,
	"cast-01":          caseCast01,
	"floordiv-mod-01":  caseFloorDivMod01,
	"nan-order-01":     caseNaNOrder01,
	"complex-01":       caseComplex01,
	"lazy-01":          caseLazy01,

	// In cases_reductions_test.go:
	"layout-02":               caseLayout02,
	"reduction-degenerate-01": caseReductionDegenerate01,
	"reduction-precision-01":  caseReductionPrecision01,
	"lazy-03":                 caseLazy03,
}

// caseElsewhere names the tests of the cases that other files hold, as
// function and file.
var caseElsewhere = map[string][2]string{
	"slicing-01":   {"TestCaseSlicing01", "case_test.go"},
	"slicing-03":   {"TestCaseSlicing03", "case_test.go"},
	"layout-04":    {"TestCaseLayout04", "case_test.go"},
	"broadcast-01": {"TestCaseBroadcast01", "case_test.go"},
	"broadcast-03": {"TestCaseBroadcast03", "case_test.go"},
	"creation-01":  {"TestCaseCreation01", "case_test.go"},
	"creation-03":  {"TestCaseCreation03", "case_test.go"},
	"print-01":     {"TestCasePrint01", "case_test.go"},
	"npy-01":       {"TestCaseNpy01", "npy/case_test.go"},
	"npy-03":       {"TestCaseNpy03", "npy/case_test.go"},
	"npy-05":       {"TestCaseNpy05", "npy/case_test.go"},
	"npy-07":       {"TestCaseNpy07", "npy/case_test.go"},
}

// caseLater lists the cases of what the library does not offer yet.
var caseLater = map[string]string{
	"nan-order-03": "sorting",
	"matmul-01":    "products of matrices",
}

func TestCases(t *testing.T) {
	cases := conformance.Cases(t)
	for _, id := range slices.Sorted(maps.Keys(cases)) {
		if test, ok := caseTests[id]; ok {
			t.Run(id, func(t *testing.T) { test(t, cases[id]) })
			continue
		}
		if at, ok := caseElsewhere[id]; ok {
			text, err := os.ReadFile(at[1])
			if err != nil || !strings.Contains(string(text), "func "+at[0]+"(") {
				t.Errorf("%s: no %s in %s", id, at[0], at[1])
			}
			continue
		}
		if why, ok := caseLater[id]; ok {
			t.Logf("%s is left for later: %s", id, why)
			continue
		}
		t.Errorf("%s: no test", id)
	}
}

// caseIn returns the input of the given name as an array of its own.
func caseIn[T any](c *conformance.Case, name string) *nd.Array[T] {
	a := c.In(name)
	return nd.FromSlice(slices.Clone(a.Values.([]T)), a.Shape...)
}

// caseWant checks the elements of an array against expected result i of the case.
func caseWant[T any](t *testing.T, c *conformance.Case, i int, a *nd.Array[T]) {
	t.Helper()
	e := &c.Expected[i]
	if !slices.Equal(a.Shape(), e.Shape) {
		t.Errorf("operation %d: shape %v, want %v", i, a.Shape(), e.Shape)
	}
	if err := e.Check(a.Elements()); err != nil {
		t.Errorf("operation %d: %v", i, err)
	}
}

// caseSame checks the elements of an array.
func caseSame[T any](t *testing.T, what string, a *nd.Array[T], values ...T) {
	t.Helper()
	if err := conformance.Same(a.Elements(), values); err != nil {
		t.Errorf("%s: %v", what, err)
	}
}

// In-place subtraction of a view shifted by one.
func caseOverlap01(t *testing.T, c *conformance.Case) {
	x := caseIn[int64](c, "x")
	x.Slice(nd.From(1)).SubAssign(x.Slice(nd.To(-1)))
	caseWant(t, c, 0, x)
	lazily := caseIn[int64](c, "x")
	dst := lazily.Slice(nd.From(1))
	if err := dst.Chain().Sub(lazily.Slice(nd.To(-1))).EvalInto(dst); err != nil {
		t.Error(err)
	}
	caseWant(t, c, 0, lazily)

	big := nd.FromFunc(func(idx []int) int64 { return int64(idx[0]) * int64(idx[0]) }, 100000)
	big.Slice(nd.From(1)).SubAssign(big.Slice(nd.To(-1)))
	for i, v := range big.Data() {
		if v != max(2*int64(i)-1, 0) {
			t.Fatalf("big[%d] = %d", i, v)
		}
	}
}

// Copies between overlapping views.
func caseOverlap03(t *testing.T, c *conformance.Case) {
	x, y, y2 := caseIn[int32](c, "x"), caseIn[int32](c, "y"), caseIn[int32](c, "y")
	x.Assign(x.Slice(nd.Step(-1)))
	y.Slice(nd.From(1)).Assign(y.Slice(nd.To(-1)))
	y2.Slice(nd.To(-1)).Assign(y2.Slice(nd.From(1)))
	caseWant(t, c, 0, x)
	caseWant(t, c, 1, y)
	caseWant(t, c, 2, y2)
}

// Special values of the power function, with arrays and with scalars.
func casePow01(t *testing.T, c *conformance.Case) {
	x, y := caseIn[float64](c, "x"), caseIn[float64](c, "y")
	p := x.PowOf(y)
	caseWant(t, c, 0, p)
	caseWant(t, c, 0, x.Chain().PowOf(y).Must())
	scalars := nd.Zeros[float64](x.Size())
	constants := nd.Zeros[float64](x.Size())
	for i := range x.Size() {
		scalars.Set(nd.Of(x.At(i)).Pow(y.At(i)).Item(), i)
		v, err := nd.Scalar(x.At(i)).Chain().Pow(y.At(i)).Value()
		if err != nil {
			t.Error(err)
		}
		constants.Set(v, i)
	}
	caseWant(t, c, 0, scalars)
	caseWant(t, c, 0, constants)
}

// Integer powers are exact and wrap.
func casePow03(t *testing.T, c *conformance.Case) {
	a, b, p := caseIn[int16](c, "a"), caseIn[int64](c, "b"), caseIn[int64](c, "p")
	caseWant(t, c, 0, a.Pow(2))
	caseWant(t, c, 1, a.Pow(4))
	caseWant(t, c, 2, b.PowOf(p))
	caseWant(t, c, 0, a.Chain().Pow(2).Must())
	caseWant(t, c, 1, a.Chain().PowOf(nd.Scalar(int16(4))).Must())
	caseWant(t, c, 2, b.Chain().PowOf(p).Must())
}

// exp, expm1, log and log1p at special values, in vector bodies and tails.
func caseFloatSpecial01(t *testing.T, c *conformance.Case) {
	for i, f := range []struct {
		in   string
		name string
	}{{"v", "Expm1"}, {"w", "Log1p"}, {"g", "Log"}, {"x", "Exp"}} {
		x := caseIn[float64](c, f.in)
		y := fetch(x, f.name).(*nd.Array[float64])
		caseWant(t, c, i, y)
		for _, n := range []int{1, 7, 1000} {
			long := nd.FromFunc(func(idx []int) float64 { return x.At(idx[0] % x.Size()) }, n)
			once := fetch(long, f.name).(*nd.Array[float64])
			chain := fetch(fetch(long.Chain(), f.name), "Must").(*nd.Array[float64])
			for k := range n {
				short := y.At(k % y.Size())
				if conformance.Same([]float64{once.At(k), chain.At(k)}, []float64{short, short}) != nil {
					t.Errorf("%s: element %d of %d is %v at once and %v in a chain, %v in a short array", f.name, k, n, once.At(k), chain.At(k), short)
				}
			}
		}
	}
	// What the case asks for exactly: infinities, 1 and 0.
	x := caseIn[float64](c, "x").Exp()
	for i, v := range c.Expected[3].Values.([]float64) {
		if (math.IsInf(v, 0) || v == 1 || v == 0) && x.At(i) != v {
			t.Errorf("exp: element %d is %v, want %v", i, x.At(i), v)
		}
	}
}

// 8-bit arithmetic wraps, at once and in fused form.
func caseInteger01(t *testing.T, c *conformance.Case) {
	a, b, s, u := caseIn[uint8](c, "a"), caseIn[uint8](c, "b"), caseIn[int8](c, "s"), caseIn[int8](c, "t")
	caseWant(t, c, 0, a.Add(b))
	caseWant(t, c, 1, a.Sub(b))
	caseWant(t, c, 2, a.Mul(b))
	caseWant(t, c, 3, a.Chain().Add(b).DivScalar(2).Must())
	caseWant(t, c, 4, a.Add(b).DivScalar(2))
	caseWant(t, c, 5, a.Neg())
	caseWant(t, c, 6, s.Add(u))
	caseWant(t, c, 7, s.Sub(u))
	caseWant(t, c, 0, a.Chain().Add(b).Must())
	caseWant(t, c, 5, a.Chain().Neg().Must())
	caseWant(t, c, 7, s.Chain().Sub(u).Must())
}

// An integer zero divisor is a *DivideError, in small arrays and in large ones,
// and nothing is written.
func caseInteger03(t *testing.T, c *conformance.Case) {
	const n, bad = 100000, 77777
	a := nd.FromFunc(func(idx []int) int32 { return int32(idx[0]) + 1 }, n)
	d := nd.FromFunc(func(idx []int) int32 {
		if idx[0] == bad {
			return 0
		}
		return 1
	}, n)
	p, z := caseIn[int32](c, "p"), caseIn[int32](c, "z")
	for _, f := range []struct {
		what string
		do   func() error
		at   int
	}{
		{"a / d", func() (err error) { defer nd.Catch(&err); a.Div(d); return nil }, bad},
		{"a mod d", func() (err error) { defer nd.Catch(&err); a.Mod(d); return nil }, bad},
		{"a rem d", func() (err error) { defer nd.Catch(&err); a.Rem(d); return nil }, bad},
		{"p / z", func() (err error) { defer nd.Catch(&err); p.Div(z); return nil }, 0},
		{"p mod z", func() (err error) { defer nd.Catch(&err); p.Mod(z); return nil }, 0},
		{"(a / d) + 1", func() error { return a.Chain().Div(d).AddScalar(1).EvalInto(a) }, bad},
		{"a /= d", func() (err error) { defer nd.Catch(&err); a.DivAssign(d); return nil }, bad},
	} {
		var e *nd.DivideError
		if err := f.do(); !errors.As(err, &e) {
			t.Errorf("%s: %v, want a *DivideError", f.what, err)
		} else if !slices.Equal(e.Index, []int{f.at}) {
			t.Errorf("%s: the error is at %v, want %d", f.what, e.Index, f.at)
		}
	}
	for i, v := range a.Data() {
		if v != int32(i)+1 {
			t.Fatalf("an operation that failed has set a[%d] to %d", i, v)
		}
	}
}

// Float to integer truncates and saturates, NaN gives 0, wherever an element is.
func caseCast01(t *testing.T, c *conformance.Case) {
	x, bad, big := caseIn[float64](c, "x"), caseIn[float64](c, "bad"), caseIn[float64](c, "big")
	caseWant(t, c, 0, nd.As[int32](x).Must())
	saturated := []int32{0, math.MaxInt32, math.MinInt32, math.MaxInt32, math.MinInt32, math.MaxInt32}
	caseSame(t, "bad", nd.As[int32](bad).Must(), saturated...)
	for _, n := range []int{1, 6, 7, 64, 1001} {
		long := nd.FromFunc(func(idx []int) float64 { return bad.At(idx[0] % 6) }, n)
		wide := nd.FromFunc(func(idx []int) float64 { return bad.At(idx[0] / 2 % 6) }, 2*n).Slice(nd.Step(2))
		expected := make([]int32, n)
		for i := range expected {
			expected[i] = saturated[i%6]
		}
		caseSame(t, fmt.Sprintf("%d bad ones", n), nd.As[int32](long).Must(), expected...)
		caseSame(t, fmt.Sprintf("%d bad ones, every second", n), nd.As[int32](wide).Must(), expected...)
	}
	caseWant(t, c, 3, nd.As[int64](big).Must())
	caseSame(t, "2^63", nd.As[int64](nd.Of(9223372036854775808.0)).Must(), math.MaxInt64)
}

// Both pairs of quotient and remainder fit together.
func caseFloorDivMod01(t *testing.T, c *conformance.Case) {
	a, b := caseIn[int64](c, "a"), caseIn[int64](c, "b")
	caseSame(t, "truncated quotient", a.Div(b), -2, -2, 2, 2, 0, 0, -2, 0)
	caseSame(t, "truncated remainder", a.Rem(b), -1, 1, -1, 1, -5, 5, 0, 0)
	caseSame(t, "floored quotient", a.FloorDiv(b), -3, -3, 2, 2, -1, -1, -2, 0)
	caseSame(t, "floored remainder", a.Mod(b), 2, -2, -1, 1, 5, -5, 0, 0)
	caseSame(t, "truncated", b.Mul(a.Div(b)).Add(a.Rem(b)), a.Data()...)
	caseSame(t, "floored", b.Mul(a.FloorDiv(b)).Add(a.Mod(b)), a.Data()...)
	for _, v := range []int64{3, -3} {
		all := nd.Full(v, a.Size())
		caseSame(t, "quotient by a scalar", a.DivScalar(v), a.Div(all).Data()...)
		caseSame(t, "remainder by a scalar", a.RemScalar(v), a.Rem(all).Data()...)
		caseSame(t, "floored quotient by a scalar", a.FloorDivScalar(v), a.FloorDiv(all).Data()...)
		caseSame(t, "floored remainder by a scalar", a.ModScalar(v), a.Mod(all).Data()...)
	}
}

// Minimum and Maximum give NaN wherever an operand has one, FMin and FMax never
// do. (The reductions of the case follow with the reductions.)
func caseNaNOrder01(t *testing.T, c *conformance.Case) {
	nanOrder[float32](t)
	nanOrder[float64](t)
	a, b := caseIn[float64](c, "pair_a"), caseIn[float64](c, "pair_b")
	nan := math.NaN()
	negZero := math.Copysign(0, -1)
	caseSame(t, "minimum", a.Minimum(b), nan, nan, nan, negZero)
	caseSame(t, "maximum", a.Maximum(b), nan, nan, nan, 0)
	caseSame(t, "fmin", a.FMin(b), 1, 1, nan, negZero)
	caseSame(t, "fmax", a.FMax(b), 1, 1, nan, 0)
	m := caseIn[float64](c, "m")
	caseSame(t, "min, axis 0", m.Over(0).Min(), 1, nan, 3)
	caseSame(t, "max, axis 1", m.Over(1).Max(), nan, 6)
}

func nanOrder[T nd.Float](t *testing.T) {
	nan := T(math.NaN())
	for n := 1; n <= 40; n++ {
		for p := range n {
			x := nd.FromFunc(func(idx []int) T { return T(idx[0]) }, n)
			x.Set(nan, p)
			wide := nd.Zeros[T](2 * n).Slice(nd.Step(2))
			wide.Assign(x)
			for _, v := range []*nd.Array[T]{x, wide, x.Slice(nd.Step(-1)).Copy().Slice(nd.Step(-1))} {
				nanReduce(t, v, p)
				los, his := v.MinimumScalar(100).Data(), nd.Scalar(T(-1)).Maximum(v).Data()
				flos, fhis := v.FMinScalar(100).Data(), nd.Scalar(T(-1)).FMax(v).Data()
				for i := range n {
					lo, hi, flo, fhi := los[i], his[i], flos[i], fhis[i]
					if i == p && (lo == lo || hi == hi || flo != 100 || fhi != -1) || i != p && (lo != T(i) || hi != T(i) || flo != T(i) || fhi != T(i)) {
						t.Fatalf("NaN at %d of %d: element %d: minimum %v, maximum %v, fmin %v, fmax %v", p, n, i, lo, hi, flo, fhi)
					}
				}
			}
		}
	}
}

// The sign of a zero imaginary part chooses the side of a branch cut.
func caseComplex01(t *testing.T, c *conformance.Case) {
	z, l := caseIn[complex128](c, "z"), caseIn[complex128](c, "l")
	caseWant(t, c, 0, z.Sqrt())
	caseWant(t, c, 0, z.Chain().Sqrt().Must())
	caseWant(t, c, 0, nd.As[complex128](nd.As[complex64](z).Sqrt()).Must())
	caseWant(t, c, 1, l.Log())
	caseWant(t, c, 1, l.Chain().Log().Must())
}

// A chain is repeatable and reads its operands when it is evaluated, all of
// them in the same state.
func caseLazy01(t *testing.T, c *conformance.Case) {
	x := caseIn[float64](c, "x")
	sub := x.Chain().AddScalar(1)
	e := sub.Mul(x)
	for range 2 {
		caseSame(t, "evaluated", e.Must(), 2, 6, 12)
	}
	x.Set(10, 0)
	caseSame(t, "evaluated after a change", e.Must(), 110, 6, 12)
	if err := e.EvalInto(x); err != nil {
		t.Error(err)
	}
	caseSame(t, "evaluated into its operand", x, 110, 6, 12)
	sub = nd.Chain[float64]{}
	runtime.GC()
	x.Assign(nd.Of(1.0, 2, 3))
	runtime.GC()
	caseSame(t, "evaluated without its sub-expression", e.Must(), 2, 6, 12)
}
