package nd_test

import (
	"errors"
	"testing"

	"github.com/ndgo/nd"
)

func TestTracedIntoNil(t *testing.T) {
	f1 := nd.Func1(func(x nd.Chain[float64]) nd.Chain[float64] { return x.Sqrt() })
	f2 := nd.Func2(func(x, y nd.Chain[float64]) nd.Chain[float64] { return x.Add(y) })
	f3 := nd.Func3(func(x, y, z nd.Chain[float64]) nd.Chain[float64] { return x.FMA(y, z) })
	a := nd.Of(1.0, 2)
	var none *nd.Array[float64]
	var zero nd.Traced1[float64, float64]
	for i, err := range []error{
		f1.EvalInto(nil, a), f2.EvalInto(nil, a, a), f3.EvalInto(nil, a, a, a),
		f1.EvalInto(none, a), f2.EvalInto(none, a, a), f3.EvalInto(none, a, a, a),
		zero.EvalInto(a, a),
	} {
		var want *nd.TypeError
		if !errors.As(err, &want) {
			t.Errorf("%d: %v", i, err)
		}
	}
}
