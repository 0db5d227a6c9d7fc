package layout

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The conformance data give NumPy's shapes, strides, offsets and positions for
// three families; testdata/conformance/README.md describes the format.

// A tally counts the rows of one family: those run, and those that do not
// apply, by reason. There is one reason here: beyondInt.
type tally struct {
	run           int
	notApplicable map[string]int
}

const beyondInt = "a number in the row, or the number of elements, exceeds int"

// errBeyondInt is what a row returns to say that it does not apply.
var errBeyondInt = errors.New(beyondInt)

// eachRow calls run for every row of a family and reports its errors.
func eachRow[T any](t *testing.T, file string, run func(row T) error) {
	dir := os.Getenv("ND_CONFORMANCE")
	if dir == "" {
		dir = filepath.Join("..", "..", "testdata", "conformance")
	}
	f, err := os.Open(filepath.Join(dir, file))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	c := tally{notApplicable: map[string]int{}}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<24)
	for id := 0; lines.Scan(); id++ {
		var row T
		err := json.Unmarshal(lines.Bytes(), &row)
		var number *json.UnmarshalTypeError
		if errors.As(err, &number) && strings.HasPrefix(number.Value, "number") && math.MaxInt == math.MaxInt32 {
			err = errBeyondInt
		} else if err == nil {
			err = run(row)
		}
		switch err {
		case nil:
			c.run++
		case errBeyondInt:
			c.notApplicable[beyondInt]++
		default:
			t.Errorf("%s row %d: %v", file, id, err)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if c.run == 0 {
		t.Errorf("%s: no row was run", file)
	}
	t.Logf("%s: %d rows run, not applicable: %v", file, c.run, c.notApplicable)
}

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
	eachRow(t, "broadcast.jsonl.gz", func(r row) error {
		for _, s := range append(r.Shapes, r.Result) {
			if !fitsInt(s) {
				return errBeyondInt
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

// jsonItem reads an item: {"s":[start,stop,step]}, {"i":k}, "new" or "...".
type jsonItem struct{ Item }

func (it *jsonItem) UnmarshalJSON(b []byte) error {
	switch string(b) {
	case `"new"`:
		it.Item = Item{Kind: NewAxis}
		return nil
	case `"..."`:
		it.Item = Item{Kind: Ellipsis}
		return nil
	}
	var v struct {
		S *[3]*int
		I *int
	}
	if err := json.Unmarshal(b, &v); err != nil {
		return err
	}
	switch {
	case v.I != nil:
		it.Item = Item{Kind: Index, Index: *v.I}
	case v.S != nil:
		it.Item = All()
		if p := v.S[0]; p != nil {
			it.Start, it.HasStart = *p, true
		}
		if p := v.S[1]; p != nil {
			it.Stop, it.HasStop = *p, true
		}
		if p := v.S[2]; p != nil {
			it.Step = *p
		}
	default:
		return fmt.Errorf("unknown item %s", b)
	}
	return nil
}

func plainItems(items []jsonItem) []Item {
	plain := make([]Item, len(items))
	for i, it := range items {
		plain[i] = it.Item
	}
	return plain
}

func TestConformanceIndexing(t *testing.T) {
	type row struct {
		Base           base
		Items          []jsonItem
		Shape, Strides []int
		Offset         int
		V              []int
		Error          string
	}
	eachRow(t, "indexing.jsonl.gz", func(r row) error {
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

type step struct {
	Op           string
	Items        []jsonItem
	Perm         []int
	A, B         int
	Src, Dst     []int
	Shape        []int
	View         bool
	Axes         []int
	Offset       int
	Axis1, Axis2 int
	K            int
	Window       []int
	ShapeAfter   []int `json:"shape_after"`
}

// do takes the step. viewed is false where the elements must be copied.
func (s step) do(l Layout) (r Layout, viewed bool, err error) {
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
		Steps          []step
		Shape, Strides []int
		Offset         int
		V              []int
		Error          string
		ErrorStep      int `json:"error_step"`
	}
	ops := map[string]int{}
	eachRow(t, "views.jsonl.gz", func(r row) error {
		l, mem := r.Base.layout()
		for k, s := range r.Steps {
			next, viewed, err := s.do(l)
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
