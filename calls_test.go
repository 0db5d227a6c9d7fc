package nd_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/ndgo/nd"
)

// A function of the user is called once for an element, whatever passes there are,
// unless a check of data needs its results before.
func TestUserFunctionsAreCalledOnce(t *testing.T) {
	for _, shape := range [][]int{{10}, {1000}, {4, 3}, {400, 3}, {3, 400}, {600, 500}} {
		calls := 0
		y := nd.Map(nd.Zeros[float64](shape...), func(float64) float64 { calls++; return float64(calls * calls % 101) })
		n := nd.Zeros[float64](shape...).Size()
		for name, c := range map[string]nd.Chain[float64]{
			"difference":   y.Sub(y.Mean()),
			"span":         y.Max().Sub(y.Min()),
			"variance":     y.Var(0),
			"standardised": y.Sub(y.Over(0).KeepDims().Mean()).Div(y.Over(0).KeepDims().Std(0)),
			"broadcast":    y.Add(nd.Zeros[float64](append([]int{5}, shape...)...)),
			"below":        y.Square().Add(nd.Zeros[float64](append([]int{5}, shape...)...)),
		} {
			calls = 0
			if _, err := c.Eval(); err != nil {
				t.Fatal(err)
			}
			if calls != n {
				t.Errorf("%s of shape %v: %d calls for %d elements\n%s", name, shape, calls, n, c.Explain())
			}
		}
	}
}

// What divides several times is looked at once.
func TestChecksAreShared(t *testing.T) {
	a, b := nd.Arange(0, 60, 1), nd.Arange(1, 61, 1)
	c := nd.As[float64](a.Chain().Div(b).Add(b.Chain().Mul(a).Div(b)).Add(a.Chain().Mod(b)))
	c = c.Sub(c.Mean()).Div(c.Std(0))
	if n := strings.Count(c.Explain(), "check "); n != 1 {
		t.Errorf("%d checks of one divisor:\n%s", n, c.Explain())
	}
}

// Reductions of nothing check nothing.
func TestChecksOfNothing(t *testing.T) {
	for _, shape := range [][]int{{0}, {0, 3}, {3, 0}, {2, 0, 3}} {
		e := nd.Zeros[int](shape...)
		for name, c := range map[string]nd.Chain[int]{
			"div": e.Chain().Div(e), "mod": e.Chain().Mod(e), "shl": e.Chain().Shl(e), "pow": e.Chain().PowOf(e),
			"view": e.T().Chain().Div(e.T()),
		} {
			if v, err := c.Sum().Value(); v != 0 || err != nil {
				t.Errorf("sum of %s of shape %v: %v, %v", name, shape, v, err)
			}
			if v, err := c.Eval(); err != nil || v.Size() != 0 {
				t.Errorf("%s of shape %v: %v, %v", name, shape, v, err)
			}
			if v, err := nd.CountNonzero(c).Value(); v != 0 || err != nil {
				t.Errorf("count of %s of shape %v: %v, %v", name, shape, v, err)
			}
		}
	}
}

// A pass may have programs for parts of it, a last one that is short among them:
// all must agree on operands, the reciprocals of divisors included.
func TestDivisorsInPartsOfPasses(t *testing.T) {
	for _, shape := range [][]int{{384*23 + 16, 80}, {40, 16400}, {7, 16400}, {40, 32784}, {3000, 65}} {
		a := nd.Zeros[float64](shape...)
		for i := range a.Data() {
			a.Data()[i] = float64(i%1013) + 0.5
		}
		three, column := nd.Scalar(3.0), nd.Full(3.0, shape[0], 1)
		quotients := a.DivScalar(3)
		for name, by := range map[string]nd.Operand[float64]{"scalar": three, "column": column} {
			c := a.Chain().Div(by)
			for _, axis := range []int{0, 1} {
				holds(t, name+" max", c.Over(axis).Max(), quotients.Over(axis).Max().Ravel().Data()...)
				holds(t, name+" sum", c.Over(axis).Sum(), quotients.Over(axis).Sum().Ravel().Data()...)
				holds(t, name+" running", c.CumMax(axis), quotients.CumMax(axis).Ravel().Data()...)
				holds(t, name+" count", nd.CountNonzero(c, axis), nd.CountNonzero(quotients, axis).Must().Ravel().Data()...)
			}
		}
		holds(t, "sum of the transposed quotients", a.T().Chain().Div(three).Sum(), quotients.T().Sum())
	}
}

// Steps that are kept for several passes are checked, and their functions guarded,
// like all others.
func TestKeptSteps(t *testing.T) {
	panics := nd.Map(nd.Ones[float64](8, 8), func(float64) float64 { panic("boom") })
	for name, c := range map[string]nd.Chain[float64]{
		"variance": panics.Var(0), "greatest": panics.Sub(panics.Over(0).Max()).Max(), "squares": panics.Sub(panics.Mean()).Square().Sum(),
	} {
		_, err := c.Eval()
		var p *nd.PanicError
		if !errors.As(err, &p) {
			t.Errorf("%s: %v, want a *PanicError", name, err)
		}
	}
	y, z := nd.Ones[int](8, 8), nd.Ones[int](8, 8)
	z.Set(0, 2, 3)
	same := func(v int) int { return v }
	mapped := nd.Map(y.Chain().Div(z), same)
	long := y.Chain().Div(z)
	for i := range 9 {
		long = long.AddScalar(i).MulScalar(3)
	}
	for name, c := range map[string]nd.Chain[int]{
		"function": mapped.Sub(mapped.Max()), "over an axis": mapped.Sub(mapped.Over(0).Max()), "many steps": long.Sub(long.Max()),
		"squares": long.Sub(long.Max()).Square().Sum(),
	} {
		_, err := c.Eval()
		var d *nd.DivideError
		if !errors.As(err, &d) || !slices.Equal(d.Index, []int{2, 3}) {
			t.Errorf("%s: %v, want a *DivideError at [2 3]", name, err)
		}
	}
	shifted := nd.Map(y.Chain().Shl(nd.Full(-1, 8, 8)), same)
	_, err := shifted.Sub(shifted.Max()).Eval()
	var d *nd.DomainError
	if !errors.As(err, &d) {
		t.Errorf("shift: %v, want a *DomainError", err)
	}
}
