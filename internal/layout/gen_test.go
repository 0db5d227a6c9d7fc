package layout

import (
	"math"

	"pgregory.net/rapid"
)

// Generators shared by the property tests.

// shapeGen draws shapes with few elements, axes of length 0 and 1 among them.
func shapeGen(maxAxes, maxLen int) *rapid.Generator[[]int] {
	return rapid.SliceOfN(rapid.IntRange(0, maxLen), 0, maxAxes)
}

// layoutGen draws layouts with small strides of any sign, zero included.
func layoutGen(maxAxes, maxLen, maxStride int) *rapid.Generator[Layout] {
	return rapid.Custom(func(t *rapid.T) Layout {
		shape := shapeGen(maxAxes, maxLen).Draw(t, "shape")
		l := Layout{Shape: shape, Strides: make([]int, len(shape))}
		for i := range shape {
			l.Strides[i] = rapid.IntRange(-maxStride, maxStride).Draw(t, "stride")
		}
		l.Offset = rapid.IntRange(-20, 20).Draw(t, "offset")
		return l
	})
}

// viewGen draws views of an array, as steps on a fresh one make them, and
// returns the number of elements of that array too.
type view struct {
	Layout
	memory int
}

func viewGen() *rapid.Generator[view] {
	return rapid.Custom(func(t *rapid.T) view {
		l := New(shapeGen(4, 5).Draw(t, "shape"))
		memory := l.Size()
		for range rapid.IntRange(0, 4).Draw(t, "steps") {
			var r Layout
			var err error
			switch rapid.IntRange(0, 5).Draw(t, "step") {
			case 0:
				r, err = l.Slice("slice", itemsGen(len(l.Shape)).Draw(t, "items"))
			case 1:
				perm := rapid.Permutation(seq(len(l.Shape))).Draw(t, "perm")
				r, err = l.Transpose("transpose", perm)
			case 2:
				r, err = l.Flip("flip", nil)
			case 3:
				k := rapid.IntRange(0, len(l.Shape)).Draw(t, "place")
				r, err = l.ExpandDims("expand", []int{k})
			case 4:
				r, err = l.Diagonal("diagonal", rapid.IntRange(-3, 3).Draw(t, "offset"), 0, -1)
			case 5:
				to := append([]int{rapid.IntRange(0, 3).Draw(t, "times")}, l.Shape...)
				r, err = l.BroadcastTo("broadcast", to)
			}
			if err == nil {
				l = r
			}
		}
		return view{l, memory}
	})
}

// itemsGen draws an index for an array of n axes, most often one that fits.
func itemsGen(n int) *rapid.Generator[[]Item] {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Item {
		switch rapid.IntRange(0, 7).Draw(t, "kind") {
		case 0:
			return Item{Kind: NewAxis}
		case 1:
			return Item{Kind: Ellipsis}
		case 2:
			return Item{Kind: Index, Index: boundGen.Draw(t, "index")}
		}
		it := Item{Kind: Range, Step: boundGen.Draw(t, "step")}
		if it.HasStart = rapid.Bool().Draw(t, "has start"); it.HasStart {
			it.Start = boundGen.Draw(t, "start")
		}
		if it.HasStop = rapid.Bool().Draw(t, "has stop"); it.HasStop {
			it.Stop = boundGen.Draw(t, "stop")
		}
		return it
	}), 0, n+1)
}

// boundGen draws bounds, steps, axes: mostly small, some at the limits of int.
var boundGen = rapid.OneOf(
	rapid.IntRange(-7, 7), rapid.IntRange(-7, 7), rapid.IntRange(-3, 3),
	rapid.SampledFrom([]int{math.MinInt, math.MinInt + 1, math.MinInt / 2, math.MaxInt / 2, math.MaxInt - 1, math.MaxInt}),
)

func seq(n int) []int {
	s := make([]int, n)
	for i := range s {
		s[i] = i
	}
	return s
}
