package layout

import (
	"errors"
	"math"
	"math/big"
	"slices"
	"testing"

	"github.com/ndgo/nd/internal/errs"
	"pgregory.net/rapid"
)

func TestSlice(t *testing.T) {
	l := New([]int{4, 5, 6})
	for _, c := range []struct {
		text   string
		shape  []int
		offset int
	}{
		{"", []int{4, 5, 6}, 0},
		{"...", []int{4, 5, 6}, 0},
		{"1", []int{5, 6}, 30},
		{"-1, -1, -1", []int{}, 119},
		{"1:, ::-1, ..., 2", []int{3, 5}, 30 + 24 + 2},
		{"newaxis, ..., newaxis", []int{1, 4, 5, 6, 1}, 0},
		{"..., 5", []int{4, 5}, 5},
		{"1, 2, ..., 3", []int{}, 30 + 12 + 3},
		{"2:2", []int{0, 5, 6}, 0},
		{"100:, :, :", []int{0, 5, 6}, 0},
		{"::9223372036854775807", []int{1, 5, 6}, 0},
		{"::-99999999999999999999", []int{1, 5, 6}, 90},
		{"-99999999999999999999:99999999999999999999", []int{4, 5, 6}, 0},
		{"99999999999999999999:-99999999999999999999:-1", []int{4, 5, 6}, 90},
	} {
		items, err := ParseItems("slice", c.text)
		if err != nil {
			t.Error(err)
			continue
		}
		got, err := l.Slice("slice", items)
		if err != nil || !slices.Equal(got.Shape, c.shape) || got.Offset != c.offset {
			t.Errorf("[%s] is %v, %v, want %v at %d", c.text, got, err, c.shape, c.offset)
		}
	}
}

func TestSliceErrors(t *testing.T) {
	l := New([]int{4, 5})
	for _, c := range []struct{ text, err string }{
		{"4", "nd: slice: index 4 out of range for axis 0 of shape [4 5]"},
		{"-5", "nd: slice: index -5 out of range for axis 0 of shape [4 5]"},
		{"newaxis, ..., 5", "nd: slice: index 5 out of range for axis 1 of shape [4 5]"},
		{":, ::0", "nd: slice: shape [4 5]: the step on axis 1 is 0"},
		{"0, 0, 0", "nd: slice: shape [4 5]: 3 indices for 2 axes"},
		{":, :, :, newaxis", "3 indices for 2 axes"},
		{"..., 0, ...", "nd: slice: shape [4 5]: 2 ellipses in one index"},
		{"99999999999999999999", "out of range for axis 0"},
		{"-99999999999999999999", "out of range for axis 0"},
	} {
		items, err := ParseItems("slice", c.text)
		if err != nil {
			t.Error(err)
			continue
		}
		_, err = l.Slice("slice", items)
		wantError(t, err, c.err)
		var index *errs.IndexError
		if !errors.As(err, &index) {
			t.Errorf("[%s]: a %T", c.text, err)
		}
	}
	_, err := New(nil).Slice("at", []Item{{Kind: Index}})
	wantError(t, err, "nd: at: shape []: 1 index for 0 axes")
}

// naivePlaces lists the places that a range takes on an axis, by Python's
// definition, in numbers without limits.
func naivePlaces(it Item, n int) []int {
	length, step := big.NewInt(int64(n)), big.NewInt(int64(it.Step))
	// A downward range may stop before place 0, and starts at n-1 at most.
	low, high := big.NewInt(0), big.NewInt(int64(n))
	if it.Step < 0 {
		low, high = big.NewInt(-1), big.NewInt(int64(n-1))
	}
	bound := func(has bool, v int, absent *big.Int) *big.Int {
		if !has {
			return absent
		}
		b := big.NewInt(int64(v))
		if b.Sign() < 0 {
			b.Add(b, length)
		}
		if b.Cmp(low) < 0 {
			return low
		}
		if b.Cmp(high) > 0 {
			return high
		}
		return b
	}
	first, last := low, high
	if it.Step < 0 {
		first, last = high, low
	}
	start, stop := bound(it.HasStart, it.Start, first), bound(it.HasStop, it.Stop, last)
	places := []int{}
	for p := new(big.Int).Set(start); p.Cmp(stop)*step.Sign() < 0; p.Add(p, step) {
		places = append(places, int(p.Int64()))
	}
	return places
}

// naiveSlice lists, axis by axis of the result, the indices of l that the items
// take; it fails where Slice must.
func naiveSlice(l Layout, items []Item) (shape, pos []int, ok bool) {
	used, ellipses := 0, 0
	for _, it := range items {
		switch it.Kind {
		case Ellipsis:
			ellipses++
		case Range, Index:
			used++
		}
	}
	if ellipses > 1 || used > len(l.Shape) {
		return nil, nil, false
	}
	if ellipses == 0 {
		items = append(slices.Clone(items), Item{Kind: Ellipsis})
	}
	var take [][]int // of each axis of l, the places taken
	for _, it := range items {
		switch it.Kind {
		case NewAxis:
			shape = append(shape, 1)
		case Ellipsis:
			for range len(l.Shape) - used {
				n := l.Shape[len(take)]
				take = append(take, seq(n))
				shape = append(shape, n)
			}
		case Index:
			n := l.Shape[len(take)]
			i := it.Index
			if i < 0 {
				i += n
			}
			if i < 0 || i >= n {
				return nil, nil, false
			}
			take = append(take, []int{i})
		case Range:
			if it.Step == 0 {
				return nil, nil, false
			}
			places := naivePlaces(it, l.Shape[len(take)])
			take = append(take, places)
			shape = append(shape, len(places))
		}
	}
	counts := make([]int, len(take))
	for a, places := range take {
		counts[a] = len(places)
	}
	pos = []int{}
	each(counts, func(index []int) {
		for a := range index {
			index[a] = take[a][index[a]]
		}
		pos = append(pos, at(l, index))
	})
	return shape, pos, true
}

func TestSliceAgainstNaive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := viewGen().Draw(t, "view")
		items := itemsGen(len(v.Shape)).Draw(t, "items")
		shape, pos, ok := naiveSlice(v.Layout, items)
		got, err := v.Slice("slice", items)
		if (err == nil) != ok {
			t.Fatalf("[%s]: error %v, want ok: %v", itemsText(items), err, ok)
		}
		if !ok {
			return
		}
		if !slices.Equal(got.Shape, shape) || !slices.Equal(positions(got), pos) {
			t.Fatalf("[%s]: %v with elements %v, want shape %v and %v", itemsText(items), got, positions(got), shape, pos)
		}
		if len(pos) == 0 && len(v.Shape) > 0 {
			return
		}
		if err := CheckBounds("slice", got.Shape, got.Strides, got.Offset, v.memory); err != nil {
			t.Fatal(err)
		}
	})
}

// Every range on short axes, and at the limits of int: exhaustively.
func TestRanges(t *testing.T) {
	bounds := []int{math.MinInt, math.MinInt + 1, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, math.MaxInt - 1, math.MaxInt}
	for n := range 5 {
		l := New([]int{n})
		for _, start := range bounds {
			for _, stop := range bounds {
				for _, step := range bounds {
					for has := range 4 {
						it := Item{Kind: Range, Start: start, Stop: stop, Step: step, HasStart: has&1 != 0, HasStop: has&2 != 0}
						got, err := l.Slice("slice", []Item{it})
						if step == 0 {
							if err == nil {
								t.Fatal("no error for a step of 0")
							}
							continue
						}
						if want := naivePlaces(it, n); err != nil || !slices.Equal(positions(got), want) {
							t.Fatalf("[%s] of %d: %v, %v, want %v", itemsText([]Item{it}), n, got, err, want)
						}
					}
				}
			}
		}
	}
}

// An axis may be as long as int allows, if its elements share memory.
func TestSliceLongAxis(t *testing.T) {
	l, err := New(nil).BroadcastTo("op", []int{math.MaxInt})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		text string
		n    int
	}{
		{":", math.MaxInt},
		{"::-1", math.MaxInt},
		{"1:", math.MaxInt - 1},
		{"::2", math.MaxInt/2 + 1},
		{"-1::-2", math.MaxInt/2 + 1},
		{":-1", math.MaxInt - 1},
		{"-1:", 1},
		{"1::99999999999999999999", 1},
	} {
		items, err := ParseItems("slice", c.text)
		if err != nil {
			t.Fatal(err)
		}
		got, err := l.Slice("slice", items)
		if err != nil || got.Shape[0] != c.n || got.Offset != 0 {
			t.Errorf("[%s] is %v, %v, want length %d", c.text, got, err, c.n)
		}
	}
}
