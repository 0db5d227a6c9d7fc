package nd_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ndgo/nd"
	"github.com/ndgo/nd/internal/conformance"
	"github.com/ndgo/nd/internal/layout"
	"github.com/ndgo/nd/zip"
)

// The families of shapes and views, on arrays and on chains.

func cStrides(shape []int) []int { return layout.CStrides(shape) }

type memoryBase struct {
	Shape []int
	Order string
}

// array returns the array over the memory 0, 1, 2, ... in the base's order.
func (b memoryBase) array() *nd.Array[int] {
	l := layout.New(b.Shape)
	if b.Order == "F" {
		l.Strides = layout.FStrides(b.Shape)
	}
	a, err := nd.FromView(zip.View[int]{Data: nd.Arange(0, l.Size(), 1).Data(), Shape: l.Shape, Strides: l.Strides})
	if err != nil {
		panic(err)
	}
	return a
}

// viewAnswer is what a row says of the resulting view.
type viewAnswer struct {
	Shape, Strides []int
	Offset         int
	V              []int
	Error          string
}

// check compares an array with the answer: shape, strides, offset and the
// elements by all ways to read them.
func (w *viewAnswer) check(a *nd.Array[int]) error {
	if !slices.Equal(a.Shape(), w.Shape) || a.NDim() != len(w.Shape) || a.Size() != len(w.V) {
		return fmt.Errorf("shape %v, size %d, want %v", a.Shape(), a.Size(), w.Shape)
	}
	strides := a.Strides()
	for k, n := range w.Shape {
		if n > 1 && len(w.V) > 0 && strides[k] != w.Strides[k] {
			return fmt.Errorf("strides %v, want %v", strides, w.Strides)
		}
	}
	if len(w.V) > 0 && a.View().Offset != w.Offset {
		return fmt.Errorf("offset %d, want %d", a.View().Offset, w.Offset)
	}
	if v := slices.Collect(a.Values()); !slices.Equal(v, w.V) {
		return fmt.Errorf("Values gives %v, want %v", v, w.V)
	}
	if v := a.Elements(); !slices.Equal(v, w.V) {
		return fmt.Errorf("Elements gives %v, want %v", v, w.V)
	}
	i := 0
	for idx, v := range a.Indexed() {
		if v != w.V[i] || a.At(idx...) != w.V[i] {
			return fmt.Errorf("element %v is %d and %d, want %d", idx, v, a.At(idx...), w.V[i])
		}
		i++
	}
	if a.IsContiguous() && !a.IsReadOnly() {
		if v := a.Data(); !slices.Equal(v, w.V) {
			return fmt.Errorf("Data gives %v, want %v", v, w.V)
		}
	}
	return nil
}

// selectors returns the items in typed form.
func selectors(items []conformance.Item) []nd.Selector {
	s := make([]nd.Selector, len(items))
	for i, it := range items {
		step := 1
		if it.Step != nil {
			step = *it.Step
		}
		switch {
		case it.New:
			s[i] = nd.NewAxis
		case it.Ellipsis:
			s[i] = nd.Ellipsis
		case it.Index != nil:
			s[i] = nd.At(*it.Index)
		case it.Start != nil && it.Stop != nil:
			s[i] = nd.RangeStep(*it.Start, *it.Stop, step)
		case it.Start != nil:
			s[i] = nd.FromStep(*it.Start, step)
		case it.Stop != nil:
			s[i] = nd.ToStep(*it.Stop, step)
		case it.Step != nil:
			s[i] = nd.Step(step)
		default:
			s[i] = nd.All
		}
	}
	return s
}

// itemsText returns the items in text form.
func itemsText(items []conformance.Item) string {
	s := make([]string, len(items))
	for i, it := range items {
		s[i] = it.String()
	}
	return strings.Join(s, ", ")
}

func TestConformanceIndexing(t *testing.T) {
	type row struct {
		Base  memoryBase
		Items []conformance.Item
		viewAnswer
	}
	conformance.Each(t, "indexing.jsonl.gz", nil, func(r *row) error {
		a := r.Base.array()
		typed, err := callList(a, "Slice", selectors(r.Items))
		spec, err2 := call(a, "Slice", nd.Spec(itemsText(r.Items)))
		chain := a.Chain().MulScalar(1).Slice(nd.Spec(itemsText(r.Items)))
		err3 := chain.Err()
		if r.Error != "" {
			var index *nd.IndexError
			for _, err := range []error{err, err2, err3} {
				if !errors.As(err, &index) {
					return fmt.Errorf("%v: error %v, want an *IndexError", itemsText(r.Items), err)
				}
			}
			return nil
		}
		if err := errors.Join(err, err2, err3); err != nil {
			return err
		}
		if err := r.check(typed.(*nd.Array[int])); err != nil {
			return fmt.Errorf("typed %v: %w", itemsText(r.Items), err)
		}
		if err := r.check(spec.(*nd.Array[int])); err != nil {
			return fmt.Errorf("text %v: %w", itemsText(r.Items), err)
		}
		if !slices.ContainsFunc(r.Items, func(it conformance.Item) bool { return it.Step != nil && *it.Step == 0 }) && !typed.(*nd.Array[int]).SharesMemory(a) && len(r.V) > 0 {
			return fmt.Errorf("the view does not share memory with its base")
		}
		return expect("chain", chain, nil, r.V, r.Shape)
	})
}

// takeStep takes a view step on an array.
func takeStep(a any, s conformance.Step) (any, error) {
	switch s.Op {
	case "slice":
		return callList(a, "Slice", selectors(s.Items))
	case "transpose":
		return callList(a, "Transpose", s.Perm)
	case "swapaxes":
		return call(a, "SwapAxes", s.A, s.B)
	case "moveaxis":
		return call(a, "MoveAxes", s.Src, s.Dst)
	case "reshape":
		return callList(a, "Reshape", s.Shape)
	case "squeeze":
		return callList(a, "Squeeze", s.Axes)
	case "expand_dims":
		return callList(a, "ExpandDims", s.Axes)
	case "broadcast_to":
		return callList(a, "BroadcastTo", s.Shape)
	case "diagonal":
		return call(a, "Diagonal", s.Offset, s.Axis1, s.Axis2)
	case "flip":
		return callList(a, "Flip", s.Axes)
	case "rot90":
		return call(a, "Rot90", s.K, s.Axes[0], s.Axes[1])
	case "windows":
		return callList(a, "SlidingWindow", s.Window, s.Axes)
	}
	return nil, fmt.Errorf("unknown step %s", s.Op)
}

func takeSteps(a any, steps []conformance.Step) (any, error) {
	var err error
	for _, s := range steps {
		if a, err = takeStep(a, s); err != nil {
			return nil, err
		}
	}
	return a, nil
}

func TestConformanceViews(t *testing.T) {
	type row struct {
		Base      memoryBase
		Steps     []conformance.Step
		ErrorStep int `json:"error_step"`
		viewAnswer
	}
	steps, evaluatedFirst := 0, map[string]int{}
	conformance.Each(t, "views.jsonl.gz", nil, func(r *row) error {
		a := r.Base.array()
		// The chain's operands differ in rank and layout: the array itself, and
		// a row or scalar beside it.
		beside := nd.Arange(0, a.Size(), 1).Reshape(a.Shape()...)
		if a.NDim() > 0 {
			beside = nd.Arange(0, a.Len(-1), 1)
		}
		chain := a.Chain().MulScalar(3).Sub(beside)
		eager := any(chain.Must())
		for k, s := range r.Steps {
			next, err := takeStep(a, s)
			after, chainErr := chainStep(chain, s)
			if errors.Is(chainErr, errEvaluate) && err == nil {
				chain = chain.Must().Chain()
				if after, chainErr = chainStep(chain, s); errors.Is(chainErr, errEvaluate) {
					v, err := takeStep(chain.Must(), s)
					if err != nil {
						return err
					}
					after, chainErr = v.(*nd.Array[int]).Chain(), nil
				}
				evaluatedFirst[s.Op]++
			}
			if r.Error != "" && k == r.ErrorStep {
				var shape *nd.ShapeError
				var index *nd.IndexError
				for _, err := range []error{err, chainErr} {
					if !errors.As(err, &shape) && !errors.As(err, &index) && !errors.Is(err, errEvaluate) {
						return fmt.Errorf("step %d, %s, of shape %v: error %v, want a typed one", k, s.Op, a.Shape(), err)
					}
				}
				return nil
			}
			if err := errors.Join(err, chainErr); err != nil {
				return fmt.Errorf("step %d, %s, of shape %v: %v", k, s.Op, a.Shape(), err)
			}
			b := next.(*nd.Array[int])
			if !slices.Equal(b.Shape(), s.ShapeAfter) || !slices.Equal(after.Shape(), s.ShapeAfter) {
				return fmt.Errorf("step %d, %s, of shape %v: shape %v and %v, want %v", k, s.Op, a.Shape(), b.Shape(), after.Shape(), s.ShapeAfter)
			}
			if s.Op == "reshape" && a.Size() >= 2 {
				if _, err := a.ReshapeView(s.Shape...); b.SharesMemory(a) != s.View || (err == nil) != s.View {
					return fmt.Errorf("step %d, reshape of shape %v, strides %v to %v: it is a view: %v, ReshapeView: %v, want %v",
						k, a.Shape(), a.Strides(), s.Shape, b.SharesMemory(a), err, s.View)
				}
			}
			if eager, err = takeStep(eager, s); err != nil {
				return err
			}
			a, chain = b, after
			steps++
		}
		if r.Error != "" {
			return fmt.Errorf("no step %d to fail", r.ErrorStep)
		}
		if err := r.check(a); err != nil {
			return err
		}
		return expect("chain", chain, nil, contents(eager), r.Shape)
	})
	t.Logf("%d steps; chains evaluated first for: %v", steps, evaluatedFirst)
}

var errEvaluate = errors.New("the chain is to be evaluated before this step")

// chainStep takes a view step on a chain.
func chainStep(c nd.Chain[int], s conformance.Step) (nd.Chain[int], error) {
	switch s.Op {
	case "slice":
		c = c.Slice(nd.Spec(itemsText(s.Items)))
	case "transpose":
		c = c.Transpose(s.Perm...)
	case "swapaxes":
		c = c.SwapAxes(s.A, s.B)
	case "moveaxis":
		if len(s.Src) != 1 || len(s.Dst) != 1 {
			return c, errEvaluate
		}
		c = c.MoveAxis(s.Src[0], s.Dst[0])
	case "reshape":
		c = c.Reshape(s.Shape...)
		if err := c.Err(); err != nil && strings.Contains(err.Error(), "evaluate first") {
			return c, errEvaluate
		}
	case "squeeze":
		c = c.Squeeze(s.Axes...)
	case "expand_dims":
		c = c.ExpandDims(s.Axes...)
	case "broadcast_to":
		c = c.BroadcastTo(s.Shape...)
	case "diagonal":
		c = c.Diagonal(s.Offset, s.Axis1, s.Axis2)
	case "flip":
		c = c.Flip(s.Axes...)
	default:
		return c, errEvaluate
	}
	return c, c.Err()
}

func TestConformanceBroadcast(t *testing.T) {
	type row struct {
		Shapes  [][]int
		Result  []int
		Strides [][]int
		Error   string
	}
	conformance.Each(t, "broadcast.jsonl.gz", nil, func(r *row) error {
		// Scalars, broadcast to the operands' shapes, stand for operands of any
		// size.
		operands := make([]*nd.Array[int8], len(r.Shapes))
		for k, s := range r.Shapes {
			a, err := callList(nd.Scalar(int8(k)), "BroadcastTo", s)
			if err != nil {
				if !fits(s) {
					return conformance.IndexRange
				}
				return err
			}
			operands[k] = a.(*nd.Array[int8])
		}
		chain := operands[0].Chain()
		for _, o := range operands[1:] {
			chain = chain.Add(o)
		}
		var shape *nd.ShapeError
		if r.Error != "" {
			if !errors.As(chain.Err(), &shape) {
				return fmt.Errorf("shapes %v: error %v, want a *ShapeError", r.Shapes, chain.Err())
			}
			if _, err := chain.Eval(); !errors.As(err, &shape) {
				return fmt.Errorf("shapes %v: error %v, want a *ShapeError", r.Shapes, err)
			}
			return nil
		}
		if err := chain.Err(); err != nil {
			if !fits(r.Result) {
				return conformance.IndexRange
			}
			return err
		}
		if !slices.Equal(chain.Shape(), r.Result) {
			return fmt.Errorf("shapes %v: %v, want %v", r.Shapes, chain.Shape(), r.Result)
		}
		if r.Strides == nil {
			return nil // too large to evaluate
		}
		// Operands of their own, evaluated and compared with a loop.
		views := make([]*nd.Array[int], len(r.Shapes))
		want := make([]int, layout.Size(r.Result))
		for k, s := range r.Shapes {
			a := nd.Arange(0, layout.Size(s), 1).Reshape(s...)
			v := a.BroadcastTo(r.Result...)
			for axis, n := range r.Result {
				if n > 1 && len(want) > 0 && v.Strides()[axis] != r.Strides[k][axis] {
					return fmt.Errorf("%v broadcast to %v has strides %v, want %v", s, r.Result, v.Strides(), r.Strides[k])
				}
			}
			at := places(layout.Layout{Shape: r.Result, Strides: r.Strides[k]})
			for i := range want {
				want[i] += at[i]
			}
			views[k] = a
		}
		sum, c := views[0], views[0].Chain()
		for _, v := range views[1:] {
			sum, c = sum.Add(v), c.Add(v)
		}
		if err := expect("at once", sum, nil, want, r.Result); err != nil {
			return err
		}
		return expect("chain", c, nil, want, r.Result)
	})
}

// fits reports whether int holds the number of elements of a shape.
func fits(shape []int) bool {
	_, err := layout.CheckShape("", shape, 1)
	return err == nil
}
