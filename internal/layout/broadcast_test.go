package layout

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestBroadcastErrors(t *testing.T) {
	const large = math.MaxInt/2 + 1
	for _, c := range []struct {
		shapes [][]int
		err    string
	}{
		{[][]int{{3, 4}, {5}}, "nd: add: shapes [3 4] and [5] do not broadcast: axis 1 is 4 against 5"},
		{[][]int{{3, 4}, {2, 4}}, "nd: add: shapes [3 4] and [2 4] do not broadcast: axis 0 is 3 against 2"},
		{[][]int{{5}, {3, 4}}, "nd: add: shapes [5] and [3 4] do not broadcast: axis 1 is 5 against 4"},
		{[][]int{{0}, {2}}, "nd: add: shapes [0] and [2] do not broadcast: axis 0 is 0 against 2"},
		{[][]int{{1, 4}, nil, {7, 1, 5}}, "nd: add: shapes [1 4], [] and [7 1 5] do not broadcast: axis 2 is 4 against 5"},
		{[][]int{{large, 1}, {1, 2}}, "number of elements overflows int"},
		{[][]int{{large, 1, 1}, {1, 2, 1}, {1, 1, 0}}, "number of elements overflows int"},
	} {
		_, err := Broadcast("add", c.shapes...)
		wantError(t, err, c.err)
		_, err = BroadcastInto(nil, "add", c.shapes...)
		wantError(t, err, c.err)
	}
}

func TestBroadcastToErrors(t *testing.T) {
	for _, c := range []struct {
		shape, to []int
		err       string
	}{
		{[]int{3}, []int{4}, "nd: assign: shapes [3] and [4] do not fit, the first does not broadcast to the second: axis 0 is 3 against 4"},
		{[]int{3}, []int{2, 1}, "axis 1 is 3 against 1"},
		{[]int{3, 1}, []int{3}, "2 axes against 1"},
		{[]int{1}, []int{}, "1 axes against 0"},
		{[]int{1}, []int{-1}, "axis 0 has the negative length -1"},
		{[]int{0}, []int{1}, "axis 0 is 0 against 1"},
		{[]int{1}, []int{math.MaxInt, 2}, "number of elements overflows int"},
	} {
		_, err := New(c.shape).BroadcastTo("assign", c.to)
		wantError(t, err, c.err)
	}
}

// The definition: one axis at a time, from the last.
func naiveBroadcast(shapes [][]int) (result []int, ok bool) {
	for axis := 1; ; axis++ { // counted from the end
		length, any := 1, false
		for _, s := range shapes {
			if len(s) < axis {
				continue
			}
			any = true
			switch n := s[len(s)-axis]; {
			case length == 1:
				length = n
			case n != 1 && n != length:
				return nil, false
			}
		}
		if !any {
			return result, true
		}
		result = append([]int{length}, result...)
	}
}

func TestBroadcastAgainstNaive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// Shapes cut from one result mostly broadcast.
		full := shapeGen(4, 4).Draw(t, "full")
		shapes := make([][]int, rapid.IntRange(0, 4).Draw(t, "operands"))
		for k := range shapes {
			s := slices.Clone(full[rapid.IntRange(0, len(full)).Draw(t, "cut"):])
			for i := range s {
				switch rapid.IntRange(0, 20).Draw(t, "change") {
				case 0:
					s[i]++
				case 1, 2, 3, 4:
					s[i] = 1
				}
			}
			shapes[k] = s
		}
		want, ok := naiveBroadcast(shapes)
		got, err := Broadcast("op", shapes...)
		into, intoErr := BroadcastInto(make([]int, 2, 3), "op", shapes...)
		if (err == nil) != ok || (intoErr == nil) != ok {
			t.Fatalf("errors %v, %v, want ok: %v", err, intoErr, ok)
		}
		if !slices.Equal(got, want) || !slices.Equal(into, want) {
			t.Fatalf("%v and %v, want %v", got, into, want)
		}
		for _, s := range shapes {
			if err == nil {
				sameElements(t, New(s), got)
			}
		}
	})
}

// sameElements checks BroadcastTo: index by index the element of l at the
// index with leading axes left out and 0 where l has length 1.
func sameElements(t *rapid.T, l Layout, to []int) {
	r, err := l.BroadcastTo("op", to)
	if err != nil {
		t.Fatal(err)
	}
	want := []int{}
	each(to, func(index []int) {
		index = index[len(to)-len(l.Shape):]
		for i, n := range l.Shape {
			if n == 1 {
				index[i] = 0
			}
		}
		want = append(want, at(l, index))
	})
	if !slices.Equal(r.Shape, to) || !slices.Equal(positions(r), want) {
		t.Fatalf("%v to %v is %v", l, to, r)
	}
}

func TestBroadcastShares(t *testing.T) {
	a, b := []int{3, 4}, []int{4}
	got, err := Broadcast("op", b, a)
	if err != nil || &got[0] != &a[0] {
		t.Errorf("%v, %v: not the shape of the operand that is the result", got, err)
	}
	dst := make([]int, 0, 8)
	got, err = BroadcastInto(dst, "op", []int{3, 1}, b)
	if err != nil || &got[0] != &dst[:1][0] {
		t.Errorf("%v, %v: not in the memory given", got, err)
	}
}
