package layout

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"testing"

	"github.com/ndgo/nd/internal/conformance"
)

// The conformance data give NumPy's shapes, strides, offsets and positions for
// three families; testdata/conformance/README.md describes the format.

// match compares a layout over mem with the row's answer. Strides and offset
// count only where they decide where elements lie.
func match(got Layout, mem []int, shape, strides []int, offset int, v []int) error {
	if !slices.Equal(got.Shape, shape) {
		return fmt.Errorf("shape %v, want %v", got.Shape, shape)
	}
	if err := matchStrides(got, strides); err != nil {
		return err
	}
	if Size(shape) > 0 && got.Offset != offset {
		return fmt.Errorf("offset %d, want %d", got.Offset, offset)
	}
	if values := gather(got, mem); !slices.Equal(values, v) {
		return fmt.Errorf("elements %v, want %v", values, v)
	}
	return nil
}

func matchStrides(got Layout, strides []int) error {
	if Size(got.Shape) == 0 {
		return nil
	}
	for i, n := range got.Shape {
		if n > 1 && got.Strides[i] != strides[i] {
			return fmt.Errorf("strides %v, want %v", got.Strides, strides)
		}
	}
	return nil
}

func TestConformanceBroadcast(t *testing.T) {
	type row struct {
		Shapes  [][]int
		Result  []int
		Strides [][]int
		Error   string
	}
	conformance.Each(t, "broadcast.jsonl.gz", nil, func(r *row) error {
		for _, s := range append(r.Shapes, r.Result) {
			if !fitsInt(s) {
				return conformance.IndexRange
			}
		}
		got, err := Broadcast("op", r.Shapes...)
		into, intoErr := BroadcastInto(nil, "op", r.Shapes...)
		if r.Error != "" {
			if err == nil || intoErr == nil {
				return fmt.Errorf("shapes %v: %v and %v, want an error", r.Shapes, got, into)
			}
			return nil
		}
		if err != nil || intoErr != nil {
			return errors.Join(err, intoErr)
		}
		if !slices.Equal(got, r.Result) || !slices.Equal(into, r.Result) {
			return fmt.Errorf("shapes %v: %v and %v, want %v", r.Shapes, got, into, r.Result)
		}
		for k, s := range r.Shapes {
			l, err := New(s).BroadcastTo("op", got)
			if err == nil && r.Strides != nil {
				err = matchStrides(l, r.Strides[k])
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// fitsInt reports whether the number of elements fits int, as it may not on a
// 32-bit machine.
func fitsInt(shape []int) bool {
	total := uint(1)
	for _, n := range shape {
		hi, lo := bits.Mul(total, uint(n))
		if hi != 0 || lo > math.MaxInt {
			return false
		}
		total = lo
	}
	return true
}

// base is the array that families 2 and 3 start from.
type base struct {
	Shape []int
	Order string
}

func (b base) layout() (l Layout, mem []int) {
	l = New(b.Shape)
	if b.Order == "F" {
		l.Strides = FStrides(b.Shape)
	}
	mem = make([]int, l.Size())
	for i := range mem {
		mem[i] = i
	}
	return l, mem
}

func plainItems(items []conformance.Item) []Item {
	plain := make([]Item, len(items))
	for i, it := range items {
		p := &plain[i]
		switch {
		case it.New:
			p.Kind = NewAxis
		case it.Ellipsis:
			p.Kind = Ellipsis
		case it.Index != nil:
			p.Kind, p.Index = Index, *it.Index
		default:
			*p = All()
			if it.Start != nil {
				p.Start, p.HasStart = *it.Start, true
			}
			if it.Stop != nil {
				p.Stop, p.HasStop = *it.Stop, true
			}
			if it.Step != nil {
				p.Step = *it.Step
			}
		}
	}
	return plain
}

func TestConformanceIndexing(t *testing.T) {
	type row struct {
		Base           base
		Items          []conformance.Item
		Shape, Strides []int
		Offset         int
		V              []int
		Error          string
	}
	conformance.Each(t, "indexing.jsonl.gz", nil, func(r *row) error {
		l, mem := r.Base.layout()
		items := plainItems(r.Items)
		got, err := l.Slice("op", items)
		if r.Error != "" {
			if err == nil {
				return fmt.Errorf("%v: %v, want an error", itemsText(items), got)
			}
			return nil
		}
		if err != nil {
			return err
		}
		parsed, err := ParseItems("op", itemsText(items))
		if err != nil || !slices.Equal(parsed, items) {
			return fmt.Errorf("%q is read as %v, %v", itemsText(items), parsed, err)
		}
		return match(got, mem, r.Shape, r.Strides, r.Offset, r.V)
	})
}

// take takes a step. viewed is false where the elements must be copied.
func take(s conformance.Step, l Layout) (r Layout, viewed bool, err error) {
	viewed = true
	switch s.Op {
	case "slice":
		r, err = l.Slice(s.Op, plainItems(s.Items))
	case "transpose":
		r, err = l.Transpose(s.Op, s.Perm)
	case "swapaxes":
		r, err = l.SwapAxes(s.Op, s.A, s.B)
	case "moveaxis":
		r, err = l.MoveAxis(s.Op, s.Src, s.Dst)
	case "reshape":
		var to []int
		if to, err = ReshapeShape(s.Op, l.Shape, s.Shape); err == nil {
			r, viewed = l.Reshape(to)
			if !viewed {
				r = New(to)
			}
		}
	case "squeeze":
		r, err = l.Squeeze(s.Op, s.Axes)
	case "expand_dims":
		r, err = l.ExpandDims(s.Op, s.Axes)
	case "broadcast_to":
		r, err = l.BroadcastTo(s.Op, s.Shape)
	case "diagonal":
		r, err = l.Diagonal(s.Op, s.Offset, s.Axis1, s.Axis2)
	case "flip":
		r, err = l.Flip(s.Op, s.Axes)
	case "rot90":
		r, err = l.Rot90(s.Op, s.K, s.Axes[0], s.Axes[1])
	case "windows":
		r, err = l.Windows(s.Op, s.Window, s.Axes)
	default:
		panic("unknown step " + s.Op)
	}
	return r, viewed, err
}

func TestConformanceViews(t *testing.T) {
	type row struct {
		Base           base
		Steps          []conformance.Step
		Shape, Strides []int
		Offset         int
		V              []int
		Error          string
		ErrorStep      int `json:"error_step"`
	}
	ops := map[string]int{}
	conformance.Each(t, "views.jsonl.gz", nil, func(r *row) error {
		l, mem := r.Base.layout()
		for k, s := range r.Steps {
			next, viewed, err := take(s, l)
			if r.Error != "" && k == r.ErrorStep {
				if err == nil {
					return fmt.Errorf("step %d, %s, of shape %v: %v, want an error", k, s.Op, l.Shape, next)
				}
				return nil
			}
			if err != nil {
				return fmt.Errorf("step %d: %v", k, err)
			}
			if !slices.Equal(next.Shape, s.ShapeAfter) {
				return fmt.Errorf("step %d, %s, of shape %v: shape %v, want %v", k, s.Op, l.Shape, next.Shape, s.ShapeAfter)
			}
			if s.Op == "reshape" && l.Size() >= 2 && viewed != s.View {
				return fmt.Errorf("step %d, reshape of %v: view is %v, want %v", k, l, viewed, s.View)
			}
			if !viewed {
				mem = gather(l, mem)
			}
			l = next
			ops[s.Op]++
		}
		if r.Error != "" {
			return fmt.Errorf("no step %d to fail", r.ErrorStep)
		}
		return match(l, mem, r.Shape, r.Strides, r.Offset, r.V)
	})
	t.Logf("steps taken: %v", ops)
}
