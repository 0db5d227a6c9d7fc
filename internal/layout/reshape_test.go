package layout

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestReshapeShape(t *testing.T) {
	for _, c := range []struct {
		shape, to, want []int
		err             string
	}{
		{[]int{2, 3}, []int{3, 2}, []int{3, 2}, ""},
		{[]int{2, 3}, []int{-1}, []int{6}, ""},
		{[]int{2, 3}, []int{-1, 2}, []int{3, 2}, ""},
		{[]int{}, []int{}, []int{}, ""},
		{nil, []int{1, -1}, []int{1, 1}, ""},
		{[]int{1}, []int{}, []int{}, ""},
		{[]int{0, 3}, []int{-1}, []int{0}, ""},
		{[]int{0, 3}, []int{-1, 5}, []int{0, 5}, ""},
		{[]int{0, 3}, []int{7, 0, math.MaxInt / 7}, []int{7, 0, math.MaxInt / 7}, ""},
		{[]int{2, 3}, []int{4}, nil, "nd: reshape: shapes [2 3] and [4] do not fit: 6 elements against 4"},
		{[]int{2, 3}, []int{4, -1}, nil, "nd: reshape: shapes [2 3] and [4 -1] do not fit: 6 elements do not divide by 4"},
		{[]int{2, 3}, []int{-1, -1}, nil, "only one length may be -1"},
		{[]int{2, 3}, []int{-2, 3}, nil, "axis 0 has the negative length -2"},
		{[]int{2, 3}, []int{-1, -6}, nil, "axis 1 has the negative length -6"},
		{[]int{2, 3}, []int{-1, 0}, nil, "the length -1 is not determined"},
		{[]int{0, 3}, []int{-1, 0}, nil, "the length -1 is not determined"},
		{[]int{0}, []int{math.MaxInt, 2, 0}, nil, "overflows int"},
		{[]int{6}, []int{math.MaxInt, 2}, nil, "overflows int"},
		{[]int{6}, []int{-1, math.MaxInt}, nil, "do not divide"},
	} {
		to := slices.Clone(c.to)
		got, err := ReshapeShape("reshape", c.shape, to)
		wantError(t, err, c.err)
		if !slices.Equal(got, c.want) {
			t.Errorf("%v to %v: %v, want %v", c.shape, c.to, got, c.want)
		}
		if !slices.Equal(to, c.to) {
			t.Errorf("%v has become %v", c.to, to)
		}
	}
}

// naiveReshape gives the only strides that can be right, and whether they are:
// the positions one step along each new axis from the first element show them.
func naiveReshape(l Layout, to []int) (strides []int, ok bool) {
	pos := positions(l)
	strides = make([]int, len(to))
	step := 1
	for j := len(to) - 1; j >= 0; j-- {
		if to[j] > 1 {
			strides[j] = pos[step] - pos[0]
		}
		step *= to[j]
	}
	return strides, slices.Equal(positions(Layout{to, strides, l.Offset}), pos)
}

func TestReshapeAgainstPositions(t *testing.T) {
	views := 0
	rapid.Check(t, func(t *rapid.T) {
		var l Layout
		if rapid.Bool().Draw(t, "random strides") {
			l = layoutGen(4, 6, 6).Draw(t, "layout")
		} else {
			l = viewGen().Draw(t, "view").Layout
		}
		// Split the number of elements into factors, one after another.
		var to []int
		rest := l.Size()
		for len(to) < 6 && (rest > 1 || rapid.IntRange(0, 2).Draw(t, "more") == 0) {
			var factors []int
			for f := 1; f <= rest; f++ {
				if rest%f == 0 {
					factors = append(factors, f)
				}
			}
			if factors == nil {
				break
			}
			f := rapid.SampledFrom(factors).Draw(t, "factor")
			to = append(to, f)
			rest /= f
		}
		if rest != 1 {
			to = append(to, rest)
		}
		if l.Size() == 0 {
			to = append(to, 0)
		}

		got, ok := l.Reshape(to)
		if l.Size() == 0 {
			if !ok || !slices.Equal(got.Shape, to) {
				t.Fatalf("%v to %v: %v, %v", l, to, got, ok)
			}
			return
		}
		strides, want := naiveReshape(l, to)
		if ok != want {
			t.Fatalf("%v to %v: %v, want %v", l, to, ok, want)
		}
		if !ok {
			return
		}
		views++
		if !slices.Equal(positions(got), positions(l)) {
			t.Fatalf("%v to %v: %v", l, to, got)
		}
		for j, n := range to {
			if n > 1 && got.Strides[j] != strides[j] {
				t.Fatalf("%v to %v: strides %v, want %v", l, to, got.Strides, strides)
			}
		}
	})
	if views == 0 {
		t.Error("not one view among the cases")
	}
}

func TestReshapeKeepsContiguity(t *testing.T) {
	l := New([]int{2, 3, 4})
	for _, to := range [][]int{{24}, {1, 24, 1}, {6, 1, 4}, {2, 1, 1, 12}} {
		r, ok := l.Reshape(to)
		if !ok || !slices.Equal(r.Strides, CStrides(to)) {
			t.Errorf("to %v: %v, %v", to, r, ok)
		}
	}
}
