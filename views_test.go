package nd

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// Each view says where its elements come from: element idx of the view is
// element from(idx) of the array. a has shape [2 3 4].
func TestViews(t *testing.T) {
	a := Arange(0, 24, 1).Reshape(2, 3, 4)
	for _, c := range []struct {
		name  string
		v     *Array[int]
		shape []int
		from  func(i []int) []int
	}{
		{"T", a.T(), []int{4, 3, 2}, func(i []int) []int { return []int{i[2], i[1], i[0]} }},
		{"Transpose", a.Transpose(), []int{4, 3, 2}, func(i []int) []int { return []int{i[2], i[1], i[0]} }},
		{"Transpose 1 2 0", a.Transpose(1, -1, 0), []int{3, 4, 2}, func(i []int) []int { return []int{i[2], i[0], i[1]} }},
		{"SwapAxes", a.SwapAxes(0, -1), []int{4, 3, 2}, func(i []int) []int { return []int{i[2], i[1], i[0]} }},
		{"MoveAxis", a.MoveAxis(0, -1), []int{3, 4, 2}, func(i []int) []int { return []int{i[2], i[0], i[1]} }},
		{"MoveAxes", a.MoveAxes([]int{2, 1}, []int{0, 1}), []int{4, 3, 2}, func(i []int) []int { return []int{i[2], i[1], i[0]} }},
		{"Reshape", a.Reshape(6, -1), []int{6, 4}, func(i []int) []int { return []int{i[0] / 3, i[0] % 3, i[1]} }},
		{"Squeeze", a.Slice(To(1)).Squeeze(), []int{3, 4}, func(i []int) []int { return []int{0, i[0], i[1]} }},
		{"Squeeze 0", a.Slice(To(1), To(1)).Squeeze(0), []int{1, 4}, func(i []int) []int { return []int{0, 0, i[1]} }},
		{"ExpandDims", a.ExpandDims(0, -1), []int{1, 2, 3, 4, 1}, func(i []int) []int { return i[1:4] }},
		{"BroadcastTo", a.BroadcastTo(5, 2, 3, 4), []int{5, 2, 3, 4}, func(i []int) []int { return i[1:] }},
		{"BroadcastTo of 1", a.Slice(To(1)).BroadcastTo(7, 3, 4), []int{7, 3, 4}, func(i []int) []int { return []int{0, i[1], i[2]} }},
		{"SlidingWindow", a.SlidingWindow([]int{2, 3}, 1, 2), []int{2, 2, 2, 2, 3}, func(i []int) []int { return []int{i[0], i[1] + i[3], i[2] + i[4]} }},
		{"SlidingWindow of all", a.SlidingWindow([]int{1, 2, 4}), []int{2, 2, 1, 1, 2, 4}, func(i []int) []int { return []int{i[0] + i[3], i[1] + i[4], i[2] + i[5]} }},
		{"Diagonal", a.Diagonal(0, 0, 1), []int{4, 2}, func(i []int) []int { return []int{i[1], i[1], i[0]} }},
		{"Diagonal 1", a.Diagonal(1, 1, 2), []int{2, 3}, func(i []int) []int { return []int{i[0], i[1], i[1] + 1} }},
		{"Diagonal -1", a.Diagonal(-1, 1, 2), []int{2, 2}, func(i []int) []int { return []int{i[0], i[1] + 1, i[1]} }},
		{"Flip", a.Flip(), []int{2, 3, 4}, func(i []int) []int { return []int{1 - i[0], 2 - i[1], 3 - i[2]} }},
		{"Flip 1", a.Flip(1), []int{2, 3, 4}, func(i []int) []int { return []int{i[0], 2 - i[1], i[2]} }},
		{"Rot90", a.Rot90(1, 1, 2), []int{2, 4, 3}, func(i []int) []int { return []int{i[0], i[2], 3 - i[1]} }},
		{"Rot90 -1", a.Rot90(-1, 1, 2), []int{2, 4, 3}, func(i []int) []int { return []int{i[0], 2 - i[2], i[1]} }},
		{"Rot90 2", a.Rot90(2, 0, 2), []int{2, 3, 4}, func(i []int) []int { return []int{1 - i[0], i[1], 3 - i[2]} }},
		{"Slice", a.Slice(At(-1), Range(1, 3)), []int{2, 4}, func(i []int) []int { return []int{1, i[0] + 1, i[1]} }},
		{"Slice with a new axis", a.Slice(Ellipsis, NewAxis, At(0)), []int{2, 3, 1}, func(i []int) []int { return []int{i[0], i[1], 0} }},
		{"Slice backwards", a.Slice(All, Step(-2), RangeStep(3, 0, -2)), []int{2, 2, 2}, func(i []int) []int { return []int{i[0], 2 - 2*i[1], 3 - 2*i[2]} }},
		{"Slice by text", a.Slice(Spec("1:, ::-1, ..., 2")), []int{1, 3}, func(i []int) []int { return []int{1, 2 - i[1], 2} }},
		{"Slice by both", a.Slice(From(1), Spec("::-1, newaxis"), At(2)), []int{1, 3, 1}, func(i []int) []int { return []int{1, 2 - i[1], 2} }},
		{"Slice of all", a.Slice(), []int{2, 3, 4}, func(i []int) []int { return i }},
		{"Slice to an element", a.Slice(At(1), At(2), At(3)), []int{}, func([]int) []int { return []int{1, 2, 3} }},
		{"AsReadOnly", a.AsReadOnly(), []int{2, 3, 4}, func(i []int) []int { return i }},
	} {
		assert.Equal(t, c.shape, c.v.Shape(), c.name)
		assert.True(t, c.v.SharesMemory(a), c.name)
		indices(c.v.Shape(), func(idx []int) {
			assert.Equal(t, a.At(c.from(slices.Clone(idx))...), c.v.At(idx...), "%s at %v", c.name, idx)
		})
	}
}

func TestViewErrors(t *testing.T) {
	a := Zeros[int](2, 3)
	for name, f := range map[string]func(){
		"Transpose short": func() { a.Transpose(0) }, "Transpose twice": func() { a.Transpose(0, 0) }, "Transpose range": func() { a.Transpose(0, 2) },
		"SwapAxes": func() { a.SwapAxes(0, 2) }, "MoveAxis": func() { a.MoveAxis(-3, 0) },
		"MoveAxes": func() { a.MoveAxes([]int{0}, []int{0, 1}) }, "MoveAxes twice": func() { a.MoveAxes([]int{0, 1}, []int{0, 0}) },
		"Reshape": func() { a.Reshape(4) }, "Reshape -1": func() { a.Reshape(4, -1) }, "Reshape -1 twice": func() { a.Reshape(-1, -1) },
		"Squeeze": func() { a.Squeeze(0) }, "ExpandDims": func() { a.ExpandDims(3) }, "ExpandDims twice": func() { a.ExpandDims(0, 0) },
		"BroadcastTo": func() { a.BroadcastTo(4, 3) }, "BroadcastTo less": func() { a.BroadcastTo(3) }, "BroadcastTo negative": func() { a.BroadcastTo(-1, 2, 3) },
		"BroadcastTo too large": func() { a.BroadcastTo(math.MaxInt, 2, 3) },
		"SlidingWindow":         func() { a.SlidingWindow([]int{3, 1}) }, "SlidingWindow short": func() { a.SlidingWindow([]int{1}) },
		"SlidingWindow negative": func() { a.SlidingWindow([]int{-1}, 0) }, "SlidingWindow axis": func() { a.SlidingWindow([]int{1}, 2) },
		"Diagonal": func() { a.Diagonal(0, 0, 0) }, "Diagonal axis": func() { a.Diagonal(0, 0, 5) },
		"Flip": func() { a.Flip(2) }, "Rot90": func() { a.Rot90(1, 0, 0) },
	} {
		e := refused[*ShapeError](t, f)
		if e != nil {
			assert.NotEmpty(t, e.Op, name)
			assert.True(t, slices.ContainsFunc(e.Shapes, func(s []int) bool { return len(s) >= 2 }), name)
		}
	}
	for name, sel := range map[string][]Selector{
		"range": {At(2)}, "negative": {At(-3)}, "many": {All, All, All}, "ellipses": {Ellipsis, Ellipsis},
		"step": {Step(0)}, "text": {Spec("1:x")}, "text range": {Spec("5")}, "zero": {{}}, "text many": {Spec(":, :, :")},
	} {
		e := refused[*IndexError](t, func() { a.Slice(sel...) })
		if e != nil {
			assert.Equal(t, "slice", e.Op, name)
		}
	}
	assert.EqualError(t, caught(func() { a.Slice(All, At(3)) }), "nd: slice: index 3 out of range for axis 1 of shape [2 3]")
}

// Reshape is a view exactly where ReshapeView succeeds.
func TestReshape(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawView(t)
		shape := []int{-1}
		if a.Size() > 0 && rapid.Bool().Draw(t, "two axes") {
			k := rapid.IntRange(1, a.Size()).Draw(t, "k")
			for a.Size()%k != 0 {
				k--
			}
			shape = []int{k, a.Size() / k}
		}
		if a.Size() == 0 {
			shape = []int{0}
		}
		b := a.Reshape(shape...)
		if !slices.Equal(ordered(a), ordered(b)) {
			t.Fatalf("%v becomes %v", a, b)
		}
		v, err := a.ReshapeView(shape...)
		if err == nil && !slices.Equal(ordered(a), ordered(v)) {
			t.Fatalf("%v becomes %v", a, v)
		}
		if a.Size() > 0 && (err == nil) != b.SharesMemory(a) {
			t.Fatalf("ReshapeView: %v, and Reshape shares: %v", err, b.SharesMemory(a))
		}
		if err != nil && b.IsReadOnly() {
			t.Fatal("the copy is read-only")
		}
	})
	a := Arange(0, 6, 1).Reshape(2, 3)
	_, err := a.T().ReshapeView(6)
	assert.EqualError(t, err, "nd: reshape_view: shapes [3 2] and [6] do not share a view: the elements would have to be copied")
	_, err = a.ReshapeView(5)
	assert.ErrorAs(t, err, new(*ShapeError))
	assert.True(t, a.Ravel().SharesMemory(a))
	assert.False(t, a.T().Ravel().SharesMemory(a))
	assert.False(t, a.Flatten().SharesMemory(a))
	shape := []int{3, 2}
	b := a.Reshape(shape...)
	shape[0] = 9
	assert.Equal(t, []int{3, 2}, b.Shape(), "the shape must be copied")
	shape = []int{2, 2, 3}
	b = a.BroadcastTo(shape...)
	shape[0] = 9
	assert.Equal(t, []int{2, 2, 3}, b.Shape(), "the shape must be copied")
}

func TestSelectorString(t *testing.T) {
	for want, s := range map[string]Selector{
		":": All, "...": Ellipsis, "newaxis": NewAxis, "3": At(3), "-1": At(-1), "1:5": Range(1, 5), "1:5:2": RangeStep(1, 5, 2),
		"-2:": From(-2), ":3": To(3), "::-1": Step(-1), "4::-2": FromStep(4, -2), ":4:2": ToStep(4, 2), "1, 2": Spec("1, 2"), "zero Selector": {},
	} {
		assert.Equal(t, want, s.String())
		assert.Equal(t, want, fmt.Sprint(s))
	}
}
