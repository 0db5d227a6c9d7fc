package layout

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/ndgo/nd/internal/errs"
	"pgregory.net/rapid"
)

func TestParseItems(t *testing.T) {
	rng := func(start, stop, step int, hasStart, hasStop bool) Item {
		return Item{Kind: Range, Start: start, Stop: stop, Step: step, HasStart: hasStart, HasStop: hasStop}
	}
	for _, c := range []struct {
		text string
		want []Item
	}{
		{"", nil},
		{"  ", nil},
		{"1:, ::-1, ..., 2", []Item{rng(1, 0, 1, true, false), rng(0, 0, -1, false, false), {Kind: Ellipsis}, {Kind: Index, Index: 2}}},
		{"newaxis", []Item{{Kind: NewAxis}}},
		{" 1 : 2 : 3 ,-4 ", []Item{rng(1, 2, 3, true, true), {Kind: Index, Index: -4}}},
		{":", []Item{All()}},
		{"::", []Item{All()}},
		{":5", []Item{rng(0, 5, 1, false, true)}},
		{":-1:2,", []Item{rng(0, -1, 2, false, true)}},
		{"::0", []Item{rng(0, 0, 0, false, false)}},
		{"+3", []Item{{Kind: Index, Index: 3}}},
		{"007", []Item{{Kind: Index, Index: 7}}},
		{"-0", []Item{{Kind: Index}}},
		{"99999999999999999999999", []Item{{Kind: Index, Index: math.MaxInt}}},
		{"-99999999999999999999999", []Item{{Kind: Index, Index: math.MinInt}}},
	} {
		got, err := ParseItems("slice", c.text)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%q is read as %v, %v, want %v", c.text, got, err, c.want)
		}
	}
}

func TestParseItemsErrors(t *testing.T) {
	for _, c := range []struct{ text, err string }{
		{",", "item 0 of \",\": it is empty"},
		{"1,,2", "nd: slice: cannot read item 1 of \"1,,2\": it is empty"},
		{"1,,", "item 1 of"},
		{"1:2:3:4", "more than two colons"},
		{"a", `"a" is no integer, range, ... or newaxis`},
		{"1.5", "is no integer"},
		{"1:x", `"x" is no integer`},
		{"1 2", `"1 2" is no integer`},
		{"- 1", "is no integer"},
		{"--1", "is no integer"},
		{"-", "is no integer"},
		{"+-1", "is no integer"},
		{"..", "is no integer"},
		{"....", "is no integer"},
		{"1_000", "is no integer"},
		{"0x10", "is no integer"},
		{"९", "is no integer"},
	} {
		items, err := ParseItems("slice", c.text)
		wantError(t, err, c.err)
		var index *errs.IndexError
		if !errors.As(err, &index) || items != nil {
			t.Errorf("%q: %v, a %T", c.text, items, err)
		}
	}
}

func TestParseIntLimits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.OneOf(rapid.IntRange(math.MaxInt-20, math.MaxInt), rapid.IntRange(math.MinInt, math.MinInt+20), rapid.Int()).Draw(t, "v")
		if got, ok := parseInt(itemsText([]Item{{Kind: Index, Index: v}})); !ok || got != v {
			t.Fatalf("%d is read as %d, %v", v, got, ok)
		}
	})
	for _, c := range []struct {
		digits string
		want32 int
		want64 int64
	}{
		{"2147483647", math.MaxInt32, 2147483647},
		{"2147483648", math.MaxInt32, 2147483648},
		{"2147483650", math.MaxInt32, 2147483650},
		{"-2147483648", math.MinInt32, -2147483648},
		{"-2147483649", math.MinInt32, -2147483649},
		{"9223372036854775807", math.MaxInt32, math.MaxInt64},
		{"9223372036854775808", math.MaxInt32, math.MaxInt64},
		{"-9223372036854775808", math.MinInt32, math.MinInt64},
		{"-9223372036854775809", math.MinInt32, math.MinInt64},
		{"-9223372036854775810", math.MinInt32, math.MinInt64},
		{"18446744073709551616", math.MaxInt32, math.MaxInt64},
	} {
		want := c.want64
		if math.MaxInt == math.MaxInt32 {
			want = int64(c.want32)
		}
		if got, ok := parseInt(c.digits); !ok || int64(got) != want {
			t.Errorf("%s is read as %d, %v, want %d", c.digits, got, ok, want)
		}
	}
}

// What can be read gives items that Slice takes or refuses without panicking,
// and their own text gives the same items.
func FuzzParseItems(f *testing.F) {
	for _, s := range []string{"", "1:, ::-1, ..., 2, newaxis", "-9223372036854775808:9223372036854775807:-9223372036854775808", ",,:", "0,"} {
		f.Add(s)
	}
	l := New([]int{2, 3, 4})
	f.Fuzz(func(t *testing.T, text string) {
		items, err := ParseItems("slice", text)
		if err != nil {
			return
		}
		again, err := ParseItems("slice", itemsText(items))
		if err != nil || !slices.Equal(items, again) {
			t.Fatalf("%q is read as %v, then as %v, %v", text, items, again, err)
		}
		if r, err := l.Slice("slice", items); err == nil {
			if err := CheckBounds("slice", r.Shape, r.Strides, r.Offset, 24); err != nil {
				t.Fatalf("%q: %v", text, err)
			}
		}
	})
}
