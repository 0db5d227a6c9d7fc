package layout

import (
	"errors"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/ndgo/nd/internal/errs"
	"pgregory.net/rapid"
)

func TestCheckMemory(t *testing.T) {
	if n, err := CheckMemory("zeros", []int{3, 4}, 8); n != 12 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	_, err := CheckMemory("zeros", []int{math.MaxInt}, 8)
	wantError(t, err, "size in bytes overflows int (elements of 8 bytes)")
	if math.MaxInt > math.MaxInt32 {
		_, err := CheckMemory("zeros", []int{math.MaxInt / 16}, 8)
		wantError(t, err, "more than can be addressed")
	}
}

func TestCheckShape(t *testing.T) {
	const half = math.MaxInt/2 + 1 // the least length whose double overflows
	for _, c := range []struct {
		shape []int
		elem  uintptr
		size  int
		err   string
	}{
		{nil, 8, 1, ""},
		{[]int{}, 8, 1, ""},
		{[]int{3, 4}, 8, 12, ""},
		{[]int{3, 0, 4}, 8, 0, ""},
		{[]int{math.MaxInt}, 1, math.MaxInt, ""},
		{[]int{math.MaxInt}, 0, math.MaxInt, ""},
		{[]int{math.MaxInt, 0}, 1, 0, ""},
		{[]int{half - 1}, 2, half - 1, ""},
		{[]int{3, -1}, 1, 0, "nd: zeros: shape [3 -1]: axis 1 has the negative length -1"},
		{[]int{math.MaxInt, math.MaxInt, -1}, 1, 0, "overflow"},
		{[]int{0, math.MinInt}, 1, 0, "negative length"},
		{[]int{half}, 2, 0, "size in bytes overflows int (elements of 2 bytes)"},
		{[]int{half, 2}, 1, 0, "number of elements overflows int"},
		{[]int{half, 2}, 0, 0, "number of elements overflows int"},
		{[]int{half, 0, 2}, 1, 0, "overflow"},
		{[]int{0, half, 2}, 1, 0, "overflow"},
		{[]int{half, 4}, 1, 0, "overflow"}, // the product is 0 modulo the word
		{[]int{1}, math.MaxUint, 0, "overflow"},
	} {
		size, err := CheckShape("zeros", c.shape, c.elem)
		wantError(t, err, c.err)
		if size != c.size {
			t.Errorf("CheckShape(%v, %d) = %d, want %d", c.shape, c.elem, size, c.size)
		}
		var shape *errs.ShapeError
		if err != nil && !errors.As(err, &shape) {
			t.Errorf("CheckShape(%v, %d): a %T", c.shape, c.elem, err)
		}
	}
}

func TestCheckShapeAgainstBig(t *testing.T) {
	length := rapid.OneOf(rapid.IntRange(0, 5), rapid.IntRange(0, 1<<20), rapid.IntRange(0, math.MaxInt))
	rapid.Check(t, func(t *rapid.T) {
		shape := rapid.SliceOfN(length, 0, 5).Draw(t, "shape")
		elem := uintptr(rapid.IntRange(1, 24).Draw(t, "elem"))
		bytes, size := big.NewInt(int64(elem)), 1
		for _, n := range shape {
			size *= n
			if n != 0 {
				bytes.Mul(bytes, big.NewInt(int64(n)))
			}
		}
		got, err := CheckShape("op", shape, elem)
		if fits := bytes.Cmp(big.NewInt(math.MaxInt)) <= 0; fits != (err == nil) {
			t.Fatalf("%v bytes: error %v", bytes, err)
		}
		if err == nil && got != size {
			t.Fatalf("size %d, want %d", got, size)
		}
	})
}

func TestCheckBounds(t *testing.T) {
	ok, bad := true, false
	for _, c := range []struct {
		shape, strides []int
		offset, n      int
		want           bool
	}{
		{nil, nil, 0, 1, ok},
		{nil, nil, 0, 0, bad},
		{nil, nil, 5, 6, ok},
		{nil, nil, 6, 6, bad},
		{nil, nil, -1, 6, bad},
		{[]int{3}, []int{2}, 0, 5, ok},
		{[]int{3}, []int{2}, 0, 4, bad},
		{[]int{3}, []int{2}, 1, 5, bad},
		{[]int{3}, []int{-2}, 4, 5, ok},
		{[]int{3}, []int{-2}, 3, 5, bad},
		{[]int{3, 3}, []int{-1, 1}, 2, 5, ok},
		{[]int{3, 3}, []int{-1, 1}, 2, 4, bad},
		{[]int{3, 3}, []int{2, 3}, 0, 11, ok},
		{[]int{3, 3}, []int{2, 3}, 0, 10, bad},
		{[]int{3, 3}, []int{-2, -3}, 10, 11, ok},
		{[]int{3, 3}, []int{-2, -3}, 9, 11, bad},
		{[]int{3}, []int{1, 1}, 0, 9, bad},
		{[]int{3, 3}, []int{1}, 0, 9, bad},
		{[]int{-1}, []int{1}, 0, 9, bad},
		{[]int{-1, 0}, []int{1, 1}, 0, 9, bad},
		// Without elements nothing is reached; with one place on an axis its
		// stride is not used.
		{[]int{0}, []int{math.MaxInt}, math.MinInt, 0, ok},
		{[]int{5, 0}, []int{math.MaxInt, 7}, math.MaxInt, 0, ok},
		{[]int{1, 2}, []int{math.MinInt, 1}, 0, 2, ok},
		// Sums and products that wrap round.
		{[]int{3}, []int{math.MaxInt/2 + 1}, 0, 1, bad},
		{[]int{5}, []int{math.MaxInt/2 + 1}, 0, 1, bad},
		{[]int{2}, []int{math.MinInt}, 0, 1, bad},
		{[]int{3}, []int{math.MinInt}, 0, 1, bad},
		{[]int{3, 3}, []int{math.MinInt, math.MaxInt}, 1, 3, bad},
		{[]int{2, 2}, []int{math.MaxInt, math.MaxInt}, 1, 2, bad},
		{[]int{2}, []int{math.MaxInt - 1}, 0, math.MaxInt, ok},
		{[]int{2}, []int{math.MaxInt}, 0, math.MaxInt, bad},
		// A broadcast view of one element, with more places than int counts.
		{[]int{math.MaxInt, 2}, []int{0, 0}, 0, 1, bad},
		{[]int{math.MaxInt}, []int{0}, 0, 1, ok},
	} {
		err := CheckBounds("op", c.shape, c.strides, c.offset, c.n)
		if (err == nil) != c.want {
			t.Errorf("CheckBounds(%v, %v, %d, %d) = %v", c.shape, c.strides, c.offset, c.n, err)
		}
		var shape *errs.ShapeError
		if err != nil && !errors.As(err, &shape) {
			t.Errorf("CheckBounds(%v, %v, %d, %d) is a %T", c.shape, c.strides, c.offset, c.n, err)
		}
	}
}

func TestCheckBoundsAgainstPositions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := layoutGen(3, 4, 5).Draw(t, "layout")
		n := rapid.IntRange(0, 30).Draw(t, "memory")
		want := true
		for _, p := range positions(l) {
			want = want && 0 <= p && p < n
		}
		if err := CheckBounds("op", l.Shape, l.Strides, l.Offset, n); (err == nil) != want {
			t.Fatalf("%v, want nil: %v", err, want)
		}
	})
}

func TestStrides(t *testing.T) {
	for _, c := range []struct{ shape, c, f []int }{
		{[]int{}, []int{}, []int{}},
		{[]int{5}, []int{1}, []int{1}},
		{[]int{2, 3, 4}, []int{12, 4, 1}, []int{1, 2, 6}},
		{[]int{2, 0, 4}, []int{4, 4, 1}, []int{1, 2, 2}},
		{[]int{2, 1, 4}, []int{4, 4, 1}, []int{1, 2, 2}},
	} {
		if got := CStrides(c.shape); !slices.Equal(got, c.c) {
			t.Errorf("CStrides(%v) = %v, want %v", c.shape, got, c.c)
		}
		if got := FStrides(c.shape); !slices.Equal(got, c.f) {
			t.Errorf("FStrides(%v) = %v, want %v", c.shape, got, c.f)
		}
	}
}

func TestContiguous(t *testing.T) {
	for _, c := range []struct {
		shape, strides []int
		c, f           bool
	}{
		{nil, nil, true, true},
		{[]int{5}, []int{1}, true, true},
		{[]int{5}, []int{2}, false, false},
		{[]int{5}, []int{-1}, false, false},
		{[]int{1}, []int{7}, true, true},
		{[]int{2, 3}, []int{3, 1}, true, false},
		{[]int{2, 3}, []int{1, 2}, false, true},
		{[]int{2, 1, 3}, []int{3, -9, 1}, true, false},
		{[]int{1, 3}, []int{0, 1}, true, true},
		{[]int{3}, []int{0}, false, false},
		{[]int{2, 3}, []int{4, 1}, false, false},
		{[]int{5, 0}, []int{7, 7}, true, true},
		{[]int{0, 5}, []int{7, 7}, true, true},
	} {
		if got := IsC(c.shape, c.strides); got != c.c {
			t.Errorf("IsC(%v, %v) = %v", c.shape, c.strides, got)
		}
		if got := IsF(c.shape, c.strides); got != c.f {
			t.Errorf("IsF(%v, %v) = %v", c.shape, c.strides, got)
		}
	}
}

func TestContiguousAgainstPositions(t *testing.T) {
	isRun := func(p []int) bool {
		for i := range p {
			if p[i] != p[0]+i {
				return false
			}
		}
		return true
	}
	rapid.Check(t, func(t *rapid.T) {
		l := layoutGen(3, 3, 6).Draw(t, "layout")
		if got, want := l.IsC(), isRun(positions(l)); got != want {
			t.Fatalf("IsC is %v", got)
		}
		r, err := l.Transpose("T", nil)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := IsF(l.Shape, l.Strides), isRun(positions(r)); got != want {
			t.Fatalf("IsF is %v", got)
		}
	})
}

func TestExtentAndSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := layoutGen(3, 3, 4).Draw(t, "a")
		p := positions(a)
		lo, hi, ok := Extent(a)
		if ok != (len(p) > 0) || ok && (lo != slices.Min(p) || hi != slices.Max(p)) {
			t.Fatalf("Extent is %d, %d, %v of %v", lo, hi, ok, p)
		}
		b := a.clone()
		for i, n := range b.Shape { // what does not matter, and what may
			if n < 2 || rapid.IntRange(0, 5).Draw(t, "change") == 0 {
				b.Strides[i] += rapid.IntRange(-1, 1).Draw(t, "by")
			}
		}
		b.Offset += rapid.SampledFrom([]int{0, 0, 0, 1}).Draw(t, "shift")
		if got, want := Same(a, b), slices.Equal(p, positions(b)); got != want {
			t.Fatalf("Same is %v for %v", got, b)
		}
	})
	if Same(New([]int{2, 3}), New([]int{6})) || Same(New([]int{0, 3}), New([]int{0})) {
		t.Error("layouts of different shapes are the same")
	}
}

// The facts in the errors, for programs to read.
func TestErrorFacts(t *testing.T) {
	l := New([]int{2, 3})
	item := func(text string) error {
		items, err := ParseItems("slice", text)
		if err == nil {
			_, err = l.Slice("slice", items)
		}
		return err
	}
	for _, c := range []struct {
		err    error
		shapes [][]int
		axis   int
	}{
		{second(CheckShape("op", []int{2, -1}, 1)), [][]int{{2, -1}}, 1},
		{second(CheckShape("op", []int{math.MaxInt, 2}, 1)), [][]int{{math.MaxInt, 2}}, -1},
		{CheckBounds("op", []int{2}, nil, 0, 1), [][]int{{2}}, -1},
		{CheckBounds("op", []int{2}, []int{1}, 2, 2), [][]int{{2}}, -1},
		{CheckBounds("op", []int{2, 2}, []int{1, 1}, 0, 2), [][]int{{2, 2}}, 1},
		{second(Broadcast("op", []int{2, 3}, []int{4})), [][]int{{2, 3}, {4}}, 1},
		{second(l.BroadcastTo("op", []int{5, 2, 4})), [][]int{{2, 3}, {5, 2, 4}}, 2},
		{second(l.BroadcastTo("op", []int{3})), [][]int{{2, 3}, {3}}, -1},
		{second(ReshapeShape("op", []int{2, 3}, []int{5})), [][]int{{2, 3}, {5}}, -1},
		{second(ReshapeShape("op", []int{2, 3}, []int{-1, -1})), [][]int{{2, 3}, {-1, -1}}, 1},
		{second(ReshapeShape("op", []int{2, 3}, []int{4, -1})), [][]int{{2, 3}, {4, -1}}, 1},
		{second(l.Transpose("op", []int{0})), [][]int{{2, 3}}, -1},
		{second(l.Squeeze("op", []int{-1})), [][]int{{2, 3}}, 1},
		{second(l.MoveAxis("op", []int{0}, nil)), [][]int{{2, 3}}, -1},
		{second(l.Flip("op", []int{7})), [][]int{{2, 3}}, 7},
		{second(l.Windows("op", []int{1}, nil)), [][]int{{2, 3}}, -1},
		{second(l.Windows("op", []int{1, 4}, nil)), [][]int{{2, 3}}, 1},
	} {
		e, ok := c.err.(*errs.ShapeError)
		if !ok || e.Op != "op" || e.Axis != c.axis || !slices.EqualFunc(e.Shapes, c.shapes, slices.Equal) {
			t.Errorf("%#v, want shapes %v and axis %d", c.err, c.shapes, c.axis)
		}
	}
	for _, c := range []struct {
		err         error
		shape       []int
		axis, index int
	}{
		{item("0, -4"), []int{2, 3}, 1, -4},
		{item("0, 0, 0"), []int{2, 3}, -1, 0},
		{item("..., ..."), []int{2, 3}, -1, 0},
		{item("::0"), []int{2, 3}, -1, 0},
		{item("x"), nil, -1, 0},
	} {
		e, ok := c.err.(*errs.IndexError)
		if !ok || e.Op != "slice" || e.Axis != c.axis || e.Index != c.index || !slices.Equal(e.Shape, c.shape) {
			t.Errorf("%#v, want shape %v, axis %d, index %d", c.err, c.shape, c.axis, c.index)
		}
	}
}

// wantError checks that err is nil if want is empty; else that it says want, in
// full if want begins as messages do.
func wantError(t *testing.T, err error, want string) {
	t.Helper()
	switch {
	case want == "":
		if err != nil {
			t.Errorf("error %v", err)
		}
	case err == nil:
		t.Errorf("no error, want %q", want)
	case strings.HasPrefix(want, "nd: ") && err.Error() != want, !strings.Contains(err.Error(), want):
		t.Errorf("error %q, want %q", err, want)
	}
}
