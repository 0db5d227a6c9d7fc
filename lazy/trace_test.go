package lazy_test

import (
	"errors"
	"testing"

	"github.com/ndgo/nd/internal/errs"
	"github.com/ndgo/nd/lazy"
)

// A function traced inside another may use the parameters of the outer one.
// They are not its own, whatever their number.
func TestTraceInTrace(t *testing.T) {
	x := lazy.ParamOf[float64]("x")
	f := lazy.Trace(func(outer []lazy.Chain) lazy.Chain {
		g := lazy.Trace(func(inner []lazy.Chain) lazy.Chain { return inner[0].Mul(outer[0]) }, x)
		return g.Call(outer[0].Add(lazy.Const(1.0)))
	}, x)
	expect(t, eval[float64](t, f.Call(from([]float64{1, 2, 3}, 3))), 2, 6, 12)
	dst := make([]float64, 3)
	if err := lazy.Run(f, of(dst, 3), array(of([]float64{1, 2, 3}, 3))); err != nil {
		t.Fatal(err)
	}
	expect(t, dst, 2, 6, 12)
}

// A parameter that has left its function is an error, and no element of
// whatever is called next.
func TestParameterOfAnotherFunction(t *testing.T) {
	var strays []lazy.Chain
	lazy.Trace(func(args []lazy.Chain) lazy.Chain {
		strays = args
		return args[0]
	}, lazy.ParamOf[float64]("x"), lazy.ParamOf[float64]("y"))
	for _, stray := range strays {
		f := lazy.Trace(func([]lazy.Chain) lazy.Chain { return stray.Sqrt() }, lazy.ParamOf[int8]("z"))
		z, dst := of(make([]int8, 3), 3), []float64{7, 7, 7}
		var want *errs.ShapeError
		if err := lazy.EvalInto(f.Call(lazy.From(z)), of(dst, 3)); !errors.As(err, &want) {
			t.Errorf("Call: %v", err)
		}
		if err := lazy.Run(f, of(dst, 3), array(z)); !errors.As(err, &want) {
			t.Errorf("Run: %v", err)
		}
		expect(t, dst, 7, 7, 7)
	}
}

func TestNilFunc(t *testing.T) {
	var f *lazy.Func
	var want *errs.TypeError
	if err := f.Call().Err(); !errors.As(err, &want) {
		t.Error(err)
	}
	if err := lazy.Run(f, of(make([]float64, 1), 1)); !errors.As(err, &want) {
		t.Error(err)
	}
}
