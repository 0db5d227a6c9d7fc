package nd_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/ndgo/nd"
	"github.com/ndgo/nd/internal/conformance"
	"github.com/ndgo/nd/internal/dtype"
)

type reductionRow struct {
	ID       int
	Op       string
	In       conformance.Input
	Axis     axisList
	Keepdims bool
	Ddof     int
	Q        numbers
	Out      *conformance.Array
	Cmp      string
	Tol      []float64
	Error    string
}

// An axisList is null for all axes, a number or a list.
type axisList struct {
	all  bool
	axes []int
}

func (a *axisList) UnmarshalJSON(b []byte) error {
	var one int
	switch {
	case string(b) == "null":
		*a = axisList{all: true}
		return nil
	case json.Unmarshal(b, &one) == nil:
		*a = axisList{axes: []int{one}}
		return nil
	}
	return json.Unmarshal(b, &a.axes)
}

// numbers are a number or a list.
type numbers struct {
	list   bool
	values []float64
}

func (q *numbers) UnmarshalJSON(b []byte) error {
	var one float64
	if json.Unmarshal(b, &one) == nil {
		*q = numbers{values: []float64{one}}
		return nil
	}
	q.list = true
	return json.Unmarshal(b, &q.values)
}

// typed has, for one element type, the functions whose results are of another.
type typed interface {
	countNonzero(x any, axes []int) any
	arg(op string, x any, axes []int) any
	quantiles(x any, q []float64, axes []int) any
}

type typedOf[T any] struct{}

func (typedOf[T]) countNonzero(x any, axes []int) any {
	return nd.CountNonzero(x.(nd.Operand[T]), axes...)
}

func (typedOf[T]) arg(op string, x any, axes []int) any {
	if op == "argmin" {
		return nd.ArgMin(x.(nd.Operand[T]), axes...)
	}
	return nd.ArgMax(x.(nd.Operand[T]), axes...)
}

func (typedOf[T]) quantiles(x any, q []float64, axes []int) any {
	return nd.Quantiles(x.(nd.Operand[T]), q, nd.Linear, axes...)
}

var typedKinds = [dtype.NumKinds]typed{
	dtype.Bool: typedOf[bool]{}, dtype.Int8: typedOf[int8]{}, dtype.Int16: typedOf[int16]{}, dtype.Int32: typedOf[int32]{}, dtype.Int64: typedOf[int64]{},
	dtype.Uint8: typedOf[uint8]{}, dtype.Uint16: typedOf[uint16]{}, dtype.Uint32: typedOf[uint32]{}, dtype.Uint64: typedOf[uint64]{},
	dtype.Float32: typedOf[float32]{}, dtype.Float64: typedOf[float64]{}, dtype.Complex64: typedOf[complex64]{}, dtype.Complex128: typedOf[complex128]{},
}

// methodsOfNumPy are nd's methods for NumPy's reductions.
var methodsOfNumPy = map[string]string{
	"sum": "Sum", "prod": "Prod", "mean": "Mean", "var": "Var", "std": "Std", "min": "Min", "max": "Max", "any": "Any", "all": "All",
	"median": "Median", "quantile": "Quantile", "cumsum": "CumSum", "cumprod": "CumProd",
}

// accumulator is the type in which NumPy adds and averages elements of kind k.
func (r *reductionRow) accumulator(k dtype.Kind) dtype.Kind {
	switch r.Op {
	case "sum", "prod", "cumsum", "cumprod":
		switch {
		case dtype.Unsigned.Has(k):
			return dtype.Uint64
		case !(dtype.Floats | dtype.Complex).Has(k):
			return dtype.Int64
		}
	case "mean", "var", "std", "median", "quantile":
		if !(dtype.Floats | dtype.Complex).Has(k) {
			return dtype.Float64
		}
	}
	return k
}

// on reduces x, an array or a chain.
func (r *reductionRow) on(x any) (any, error) {
	k := kindOf(x)
	if to := r.accumulator(k); to != k {
		var err error
		if x, err = sameMode(x, elementsOf[k].as(x, to)); err != nil {
			return nil, err
		}
		k = to
	}
	if dtype.Complex.Has(k) && (r.Op == "var" || r.Op == "std") {
		return r.complexVariance(k, x)
	}
	return r.reduce(k, x)
}

// complexVariance is the sum of the variances of the parts.
func (r *reductionRow) complexVariance(k dtype.Kind, x any) (any, error) {
	v := *r
	v.Op = "var"
	var parts [2]any
	for i, name := range []string{"nd.Real", "nd.Imag"} {
		p, err := sameMode(x, elementsOf[k].part(name, x))
		if err != nil {
			return nil, err
		}
		if parts[i], err = v.reduce(kindOf(p), p); err != nil {
			return nil, err
		}
	}
	for i, p := range parts { // a total is no array
		switch p := p.(type) {
		case float32:
			parts[i] = nd.Scalar(p)
		case float64:
			parts[i] = nd.Scalar(p)
		}
	}
	sum, err := call(parts[0], "Add", parts[1])
	if err == nil && r.Op == "std" {
		sum, err = call(sum, "Sqrt")
	}
	return sum, err
}

func (r *reductionRow) reduce(k dtype.Kind, x any) (any, error) {
	rank := len(shapeOf(x))
	over := r.Axis.axes
	if r.Axis.all {
		over = nil
		for i := range rank {
			over = append(over, i)
		}
	}
	name := methodsOfNumPy[r.Op]
	switch r.Op {
	case "cumsum", "cumprod":
		axis := 0
		if r.Axis.all {
			var err error
			if x, err = call(x, "Reshape", len64(shapeOf(x))); err != nil {
				return nil, err
			}
		} else {
			axis = over[0]
		}
		return call(x, name, axis)
	case "count_nonzero", "argmin", "argmax":
		var c any
		switch {
		case r.Op == "count_nonzero":
			c = typedKinds[k].countNonzero(x, r.Axis.axes)
		default:
			c = typedKinds[k].arg(r.Op, x, r.Axis.axes)
		}
		return r.keep(x, c, over, 0)
	case "quantile":
		if r.Q.list {
			return r.keep(x, typedKinds[k].quantiles(x, r.Q.values, r.Axis.axes), over, 1)
		}
	}
	var args []any
	switch r.Op {
	case "var", "std":
		args = []any{r.Ddof}
	case "quantile":
		args = []any{r.Q.values[0]}
	}
	if r.Axis.all && !r.Keepdims {
		return call(x, name, args...)
	}
	f, err := callList(x, "Over", append([]int{}, over...))
	if err != nil {
		return nil, err
	}
	if r.Keepdims {
		f = fetch(f, "KeepDims")
	}
	return call(f, name, args...)
}

// keep puts the reduced axes back where they are to stay. The first axes of the
// result, skip of them, are its own.
func (r *reductionRow) keep(x, c any, over []int, skip int) (any, error) {
	if err := c.(interface{ Err() error }).Err(); err != nil {
		return nil, err
	}
	if r.Keepdims {
		at := []int{}
		for _, a := range over {
			if a < 0 {
				a += len(shapeOf(x))
			}
			at = append(at, a+skip)
		}
		slices.Sort(at)
		var err error
		if c, err = callList(c, "ExpandDims", at); err != nil {
			return nil, err
		}
	}
	return sameMode(x, c)
}

func len64(shape []int) int {
	n := 1
	for _, l := range shape {
		n *= l
	}
	return n
}

// result returns the elements and the shape of what on has returned.
func (r *reductionRow) result(x any) (values any, shape []int, err error) {
	switch c := x.(type) {
	case nd.Chain[int]:
		if x, err = c.Eval(); err != nil {
			return nil, nil, err
		}
	case bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float32, float64, complex64, complex128:
		return elementsOf[kindNamed(fmt.Sprintf("%T", x))].slice(x), []int{}, nil
	}
	if a, ok := x.(*nd.Array[int]); ok { // NumPy's counts and places are int64
		x = nd.As[int64](a).Must()
	}
	values, shape, err = evaluated(x)
	return values, shape, err
}

func TestConformanceReductions(t *testing.T) {
	conformance.Each(t, "reductions.jsonl.gz", nil, func(r *reductionRow) error {
		if r.Error != "" {
			return r.fails()
		}
		want := r.Out
		a := r.array()
		x, err := r.on(a)
		if err != nil {
			return err
		}
		got, shape, err := r.result(x)
		if err != nil {
			return err
		}
		if !slices.Equal(shape, want.Shape) {
			return fmt.Errorf("shape %v, want %v", shape, want.Shape)
		}
		same := got
		if g, ok := got.([]float32); ok && want.Dtype == "float64" && r.Op == "quantile" {
			wide := make([]float64, len(g))
			for i := range g {
				wide[i] = float64(g[i])
			}
			same = wide
		}
		rule := conformance.Rule{Cmp: r.Cmp, Tol: r.Tol}
		if _, err := rule.Compare(same, want.Values); err != nil {
			return err
		}
		return r.otherWays(a, got, shape)
	})
}

func (r *reductionRow) array() any {
	return elementsOf[kindNamed(r.In.Dtype)].view(r.In.Base, r.In.Shape, r.In.Strides, r.In.Offset)
}

// otherWays reduces the same elements as a chain, in other layouts, and into a
// view; all bits must be the same.
func (r *reductionRow) otherWays(a, want any, shape []int) error {
	roll := rowDice(r.ID)
	e := elementsOf[kindOf(a)]
	operands := []any{a, e.place(roll, contents(a), r.In.Shape), e.place(roll, contents(a), r.In.Shape)}
	for i, o := range operands {
		c := fetch(o, "Chain")
		if (r.Op == "cumsum" || r.Op == "cumprod") && r.Axis.all {
			c = fetch(fetch(o, "Ravel"), "Chain") // a chain does not copy to reshape
		}
		x, err := r.on(c)
		if err == nil {
			var got any
			var s []int
			if got, s, err = r.result(x); err == nil {
				if err = conformance.Same(got, want); err == nil && !slices.Equal(s, shape) {
					err = fmt.Errorf("shape %v, want %v", s, shape)
				}
			}
		}
		if err != nil {
			return fmt.Errorf("chain, layout %d: %w", i, err)
		}
		if _, ok := x.(nd.Chain[int]); ok {
			continue
		}
		result := elementOfSlice(want)
		dst := result.place(roll, result.zeros(conformance.Len(want)), shape)
		_, err = call(x, "EvalInto", dst)
		if err := expect("into a view", dst, err, want, shape); err != nil {
			return err
		}
	}
	return nil
}

// fails checks that both arrays and chains refuse, with an error of the library.
func (r *reductionRow) fails() error {
	a := r.array()
	for _, x := range []any{a, fetch(a, "Chain")} {
		y, err := r.on(x)
		if err == nil {
			_, _, err = r.result(y)
		}
		var shape *nd.ShapeError
		var typ *nd.TypeError
		var domain *nd.DomainError
		switch {
		case err == nil && (r.Op == "quantile" || r.Op == "median") && r.Error == "empty":
			// Quantiles of no elements are NaN, as means are.
		case err == nil:
			return fmt.Errorf("%T: no error, want %s", x, r.Error)
		case r.Op == "quantile" && errors.As(err, &domain):
		case !errors.As(err, &shape) && !errors.As(err, &typ):
			return fmt.Errorf("%T: %w, want a *ShapeError", x, err)
		}
	}
	return nil
}
