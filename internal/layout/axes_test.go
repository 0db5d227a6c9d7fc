package layout

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/ndgo/nd/internal/errs"
	"pgregory.net/rapid"
)

func TestAxisErrors(t *testing.T) {
	l := New([]int{2, 1, 4})
	call := func(f func() (Layout, error)) error { _, err := f(); return err }
	for name, c := range map[string]struct {
		err  error
		want string
	}{
		"NormAxis":         {second(NormAxis("sum", 3, 3, l.Shape)), "nd: sum: shape [2 1 4]: axis 3 out of range for 3 axes"},
		"NormAxis below":   {second(NormAxis("sum", -4, 3, l.Shape)), "axis -4 out of range for 3 axes"},
		"NormAxis least":   {second(NormAxis("sum", math.MinInt, 3, l.Shape)), "out of range"},
		"NormAxis of 0-d":  {second(NormAxis("sum", 0, 0, nil)), "nd: sum: shape []: axis 0 out of range for 0 axes"},
		"NormAxes twice":   {second(NormAxes("sum", []int{1, -2}, l.Shape)), "nd: sum: shape [2 1 4]: axis 1 comes twice in [1 -2]"},
		"Transpose few":    {call(func() (Layout, error) { return l.Transpose("transpose", []int{0, 1}) }), "nd: transpose: shape [2 1 4]: permutation [0 1] names 2 axes of 3"},
		"Transpose none":   {call(func() (Layout, error) { return l.Transpose("transpose", []int{}) }), "permutation [] names 0 axes of 3"},
		"Transpose twice":  {call(func() (Layout, error) { return l.Transpose("transpose", []int{0, 1, -3}) }), "axis 0 comes twice"},
		"Transpose beyond": {call(func() (Layout, error) { return l.Transpose("transpose", []int{0, 1, 3}) }), "axis 3 out of range"},
		"SwapAxes first":   {call(func() (Layout, error) { return l.SwapAxes("swapaxes", 3, 0) }), "axis 3 out of range"},
		"SwapAxes second":  {call(func() (Layout, error) { return l.SwapAxes("swapaxes", 0, -4) }), "axis -4 out of range"},
		"MoveAxis lengths": {call(func() (Layout, error) { return l.MoveAxis("moveaxis", []int{0, 1}, []int{0}) }), "2 axes for 1 place"},
		"MoveAxis source":  {call(func() (Layout, error) { return l.MoveAxis("moveaxis", []int{0, 0}, []int{0, 1}) }), "axis 0 comes twice"},
		"MoveAxis place":   {call(func() (Layout, error) { return l.MoveAxis("moveaxis", []int{0, 1}, []int{1, -2}) }), "axis 1 comes twice"},
		"MoveAxis beyond":  {call(func() (Layout, error) { return l.MoveAxis("moveaxis", []int{0}, []int{3}) }), "axis 3 out of range"},
		"Squeeze length":   {call(func() (Layout, error) { return l.Squeeze("squeeze", []int{1, 2}) }), "nd: squeeze: shape [2 1 4]: axis 2 has length 4, not 1"},
		"Squeeze twice":    {call(func() (Layout, error) { return l.Squeeze("squeeze", []int{1, 1}) }), "axis 1 comes twice"},
		"ExpandDims":       {call(func() (Layout, error) { return l.ExpandDims("expand_dims", []int{4}) }), "axis 4 out of range for 4 axes"},
		"ExpandDims twice": {call(func() (Layout, error) { return l.ExpandDims("expand_dims", []int{0, -5}) }), "axis 0 comes twice"},
		"Flip":             {call(func() (Layout, error) { return l.Flip("flip", []int{3}) }), "axis 3 out of range"},
		"Flip twice":       {call(func() (Layout, error) { return l.Flip("flip", []int{0, -3}) }), "axis 0 comes twice"},
		"Rot90 plane":      {call(func() (Layout, error) { return l.Rot90("rot90", 1, 0, -3) }), "nd: rot90: shape [2 1 4]: axis 0 comes twice"},
		"Rot90 beyond":     {call(func() (Layout, error) { return l.Rot90("rot90", 0, 0, 3) }), "axis 3 out of range"},
		"Diagonal plane":   {call(func() (Layout, error) { return l.Diagonal("diagonal", 0, 2, -1) }), "axis 2 comes twice"},
		"Diagonal beyond":  {call(func() (Layout, error) { return l.Diagonal("diagonal", 0, 0, 3) }), "axis 3 out of range"},
		"Windows long":     {call(func() (Layout, error) { return l.Windows("windows", []int{5}, []int{2}) }), "nd: windows: shape [2 1 4]: window 5 does not fit axis 2 of length 4"},
		"Windows negative": {call(func() (Layout, error) { return l.Windows("windows", []int{-1}, []int{2}) }), "window -1 does not fit"},
		"Windows again":    {call(func() (Layout, error) { return l.Windows("windows", []int{3, 3}, []int{2, 2}) }), "window 3 does not fit axis 2 of length 2"},
		"Windows lengths":  {call(func() (Layout, error) { return l.Windows("windows", []int{1, 1}, nil) }), "window [1 1] for 3 axes"},
		"Windows beyond":   {call(func() (Layout, error) { return l.Windows("windows", []int{1}, []int{3}) }), "axis 3 out of range"},
	} {
		t.Run(name, func(t *testing.T) {
			wantError(t, c.err, c.want)
			var shape *errs.ShapeError
			if !errors.As(c.err, &shape) {
				t.Errorf("a %T", c.err)
			}
		})
	}
}

func second[T any](_ T, err error) error { return err }

// An array of very many windows may have more elements than int counts,
// though the array itself has few in memory.
func TestWindowsOverflow(t *testing.T) {
	l, err := New(nil).BroadcastTo("op", []int{math.MaxInt / 2})
	if err != nil {
		t.Fatal(err)
	}
	_, err = l.Windows("windows", []int{math.MaxInt / 4}, nil)
	wantError(t, err, "number of elements overflows int")
}

// Every view, index by index: element index of the result is element
// from(index) of the array.
func TestViewsAgainstIndices(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := viewGen().Draw(t, "view")
		l, n := v.Layout, len(v.Shape)
		perm := rapid.Permutation(seq(n)).Draw(t, "perm")
		// An axis in either of its two names.
		name := func(axis, ndim int) int { return axis - ndim*rapid.IntRange(0, 1).Draw(t, "negative") }
		names := func(axes []int, ndim int) []int {
			c := make([]int, len(axes))
			for i, a := range axes {
				c[i] = name(a, ndim)
			}
			return c
		}
		check := func(op string, r Layout, err error, shape []int, from func(index []int) []int) {
			if err != nil {
				t.Fatalf("%s: %v", op, err)
			}
			if !slices.Equal(r.Shape, shape) {
				t.Fatalf("%s: shape %v, want %v", op, r.Shape, shape)
			}
			each(shape, func(index []int) {
				if got, want := at(r, index), at(l, from(slices.Clone(index))); got != want {
					t.Fatalf("%s: element %v at %d, want %d", op, index, got, want)
				}
			})
			if r.Size() > 0 {
				if err := CheckBounds(op, r.Shape, r.Strides, r.Offset, v.memory); err != nil {
					t.Fatal(err)
				}
			}
		}
		pick := func(s, axes []int) []int {
			c := make([]int, len(axes))
			for j, a := range axes {
				c[j] = s[a]
			}
			return c
		}
		scatter := func(index, axes []int) []int {
			c := make([]int, n)
			for j, a := range axes {
				c[a] = index[j]
			}
			return c
		}
		permuted := func(perm []int) func([]int) []int {
			return func(index []int) []int { return scatter(index, perm) }
		}

		r, err := l.Transpose("transpose", names(perm, n))
		check("transpose", r, err, pick(l.Shape, perm), permuted(perm))

		reversed := seq(n)
		slices.Reverse(reversed)
		r, err = l.Transpose("T", nil)
		check("T", r, err, pick(l.Shape, reversed), permuted(reversed))

		// Move some axes: the definition, by removing and inserting.
		moved := perm[:rapid.IntRange(0, n).Draw(t, "moved")]
		places := rapid.Permutation(seq(n)).Draw(t, "places")[:len(moved)]
		var order []int
		for a := range n {
			if !slices.Contains(moved, a) {
				order = append(order, a)
			}
		}
		for place := range n {
			if k := slices.Index(places, place); k >= 0 {
				order = slices.Insert(order, place, moved[k])
			}
		}
		r, err = l.MoveAxis("moveaxis", names(moved, n), names(places, n))
		check("moveaxis", r, err, pick(l.Shape, order), permuted(order))

		flipped := func(axes []int) func([]int) []int {
			return func(index []int) []int {
				for _, a := range axes {
					index[a] = l.Shape[a] - 1 - index[a]
				}
				return index
			}
		}
		r, err = l.Flip("flip", names(moved, n))
		check("flip", r, err, l.Shape, flipped(moved))
		r, err = l.Flip("flip", nil)
		check("flip all", r, err, l.Shape, flipped(seq(n)))

		// New axes, then without them again.
		total := n + rapid.IntRange(0, 3).Draw(t, "new")
		added := rapid.Permutation(seq(total)).Draw(t, "new axes")[:total-n]
		var old []int
		expanded := make([]int, total)
		for a := range total {
			if slices.Contains(added, a) {
				expanded[a] = 1
			} else {
				expanded[a] = l.Shape[len(old)]
				old = append(old, a)
			}
		}
		r, err = l.ExpandDims("expand_dims", names(added, total))
		check("expand_dims", r, err, expanded, func(index []int) []int { return pick(index, old) })
		if err == nil {
			r, err = r.Squeeze("squeeze", names(added, total))
			check("squeeze", r, err, l.Shape, func(index []int) []int { return index })
		}
		var long []int
		for a, m := range l.Shape {
			if m != 1 {
				long = append(long, a)
			}
		}
		r, err = l.Squeeze("squeeze", nil)
		check("squeeze all", r, err, pick(l.Shape, long), permuted(long))

		// Windows, also more than once on an axis.
		if n > 0 {
			axes := rapid.SliceOfN(rapid.IntRange(0, n-1), 0, 3).Draw(t, "window axes")
			shape := slices.Clone(l.Shape)
			window := make([]int, len(axes))
			for k, a := range axes {
				window[k] = rapid.IntRange(0, shape[a]).Draw(t, "window")
				shape[a] -= window[k] - 1
			}
			r, err = l.Windows("windows", window, names(axes, n))
			check("windows", r, err, append(shape, window...), func(index []int) []int {
				for k, a := range axes {
					index[a] += index[n+k]
				}
				return index[:n]
			})
		}
		if n < 2 {
			return
		}

		a, b := perm[0], perm[1]
		swapped := seq(n)
		swapped[a], swapped[b] = b, a
		r, err = l.SwapAxes("swapaxes", name(a, n), name(b, n))
		check("swapaxes", r, err, pick(l.Shape, swapped), permuted(swapped))

		// k turns, one by one.
		k := boundGen.Draw(t, "turns")
		r, err = l.Rot90("rot90", k, name(a, n), name(b, n))
		turned, from := l.Shape, func(index []int) []int { return index }
		for range ((k % 4) + 4) % 4 {
			before, inner := turned, from
			turned = pick(before, swapped)
			from = func(index []int) []int {
				index[a], index[b] = index[b], before[b]-1-index[a]
				return inner(index)
			}
		}
		check("rot90", r, err, turned, from)

		offset := boundGen.Draw(t, "offset")
		length := 0
		for i := range l.Shape[a] {
			if j := i + offset; 0 <= j && j < l.Shape[b] {
				length++
			}
		}
		var others []int
		for x := range n {
			if x != a && x != b {
				others = append(others, x)
			}
		}
		r, err = l.Diagonal("diagonal", offset, name(a, n), name(b, n))
		check("diagonal", r, err, append(pick(l.Shape, others), length), func(index []int) []int {
			full := scatter(index[:n-2], others)
			full[a] = index[n-2] + max(-offset, 0)
			full[b] = index[n-2] + max(offset, 0)
			return full
		})
	})
}

// Results must not be changed by what the caller does to its lists later.
func TestListsAreCopied(t *testing.T) {
	l := New([]int{2, 3, 4})
	perm := []int{2, 0, 1}
	r, err := l.Transpose("transpose", perm)
	if err != nil {
		t.Fatal(err)
	}
	perm[0] = 0
	if !slices.Equal(r.Shape, []int{4, 2, 3}) {
		t.Error("Transpose kept the permutation")
	}
	_, err = l.Transpose("transpose", perm)
	wantError(t, err, "comes twice")
	perm[0] = 9
	wantError(t, err, "comes twice in [0 0 1]")
}
