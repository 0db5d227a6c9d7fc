package nd_test

import (
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
