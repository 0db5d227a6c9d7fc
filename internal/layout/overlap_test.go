package layout

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func naiveOverlap(a, b Layout) bool {
	in := map[int]bool{}
	for _, p := range positions(a) {
		in[p] = true
	}
	for _, p := range positions(b) {
		if in[p] {
			return true
		}
	}
	return false
}

func naiveSelfOverlap(l Layout) bool {
	in := map[int]bool{}
	for _, p := range positions(l) {
		if in[p] {
			return true
		}
		in[p] = true
	}
	return false
}

// naiveOverlapBytes is naiveOverlap for the bytes of elements.
func naiveOverlapBytes(a Layout, aBase, aSize int, b Layout, bBase, bSize int) bool {
	in := map[int]bool{}
	for _, p := range positions(a) {
		for i := range aSize {
			in[aBase+p*aSize+i] = true
		}
	}
	for _, p := range positions(b) {
		for i := range bSize {
			if in[bBase+p*bSize+i] {
				return true
			}
		}
	}
	return false
}

// Small layouts stay far below maxWork, so that the answer must be exact.
func TestOverlapAgainstPositions(t *testing.T) {
	gens := []*rapid.Generator[Layout]{
		layoutGen(3, 4, 6),
		layoutGen(3, 3, 40), // sparse: rarely an overlap, though the extents meet
		layoutGen(5, 2, 60),
		rapid.Map(viewGen(), func(v view) Layout { return v.Layout }),
	}
	rapid.Check(t, func(t *rapid.T) {
		gen := rapid.SampledFrom(gens).Draw(t, "gen")
		a, b := gen.Draw(t, "a"), gen.Draw(t, "b")
		if got, want := Overlap(a, b), naiveOverlap(a, b); got != want {
			t.Errorf("Overlap is %v, of %v and %v", got, positions(a), positions(b))
		}
		if got, want := Overlap(b, a), naiveOverlap(a, b); got != want {
			t.Errorf("Overlap the other way round is %v, of %v and %v", got, positions(a), positions(b))
		}
		if got, want := SelfOverlap(a), naiveSelfOverlap(a); got != want {
			t.Errorf("SelfOverlap is %v, of %v", got, positions(a))
		}
	})
}

func TestOverlapBytesAgainstPositions(t *testing.T) {
	sizes := rapid.SampledFrom([]int{1, 2, 3, 4, 8, 16})
	rapid.Check(t, func(t *rapid.T) {
		gen := rapid.SampledFrom([]*rapid.Generator[Layout]{layoutGen(2, 4, 4), layoutGen(3, 3, 20)}).Draw(t, "gen")
		a, b := gen.Draw(t, "a"), gen.Draw(t, "b")
		aSize, bSize := sizes.Draw(t, "size of a"), sizes.Draw(t, "size of b")
		// Bases near both ends of the addresses, and of their signed halves.
		base := rapid.SampledFrom([]uintptr{1 << 20, math.MaxInt/2 + 1, math.MaxInt - 1<<20}).Draw(t, "base")
		if math.MaxInt == math.MaxInt32 {
			base = rapid.SampledFrom([]uintptr{1 << 20, 1 << 31, math.MaxUint32 - 1<<20}).Draw(t, "base")
		}
		shift := rapid.IntRange(-40, 40).Draw(t, "shift")
		got := OverlapBytes(a, base, uintptr(aSize), b, base+uintptr(shift), uintptr(bSize))
		if want := naiveOverlapBytes(a, 0, aSize, b, shift, bSize); got != want {
			t.Fatalf("%v, want %v", got, want)
		}
	})
}

// Every distance of two elements two places apart from two others.
func TestOverlapBytesShifts(t *testing.T) {
	l := Layout{Shape: []int{2}, Strides: []int{2}}
	const base = 1 << 20
	for aSize := 1; aSize <= 5; aSize++ {
		for bSize := 1; bSize <= 5; bSize++ {
			for shift := -30; shift <= 30; shift++ {
				got := OverlapBytes(l, base, uintptr(aSize), l, uintptr(base+shift), uintptr(bSize))
				if want := naiveOverlapBytes(l, 0, aSize, l, shift, bSize); got != want {
					t.Errorf("elements of %d and %d bytes, %d bytes apart: %v", aSize, bSize, shift, got)
				}
			}
		}
	}
}

func TestOverlapBytesFarApart(t *testing.T) {
	l := New([]int{4})
	low, high := uintptr(1<<12), ^uintptr(0)>>1-1<<12
	if math.MaxInt == math.MaxInt32 {
		high = ^uintptr(0) - 1<<12 // 32-bit addresses use the upper half too
	}
	if OverlapBytes(l, low, 8, l, high, 8) || OverlapBytes(l, high, 4, l, low, 8) {
		t.Error("memory at both ends of the addresses overlaps")
	}
	for within := range uintptr(16) {
		if OverlapBytes(l, low+within, 0, l, low, 8) || OverlapBytes(l, low, 8, l, low+within, 0) {
			t.Error("elements without size overlap")
		}
	}
}

// The views that programs make of one array, at sizes no brute force covers.
// The answers are exact here too.
func TestOverlapOfViews(t *testing.T) {
	a := New([]int{4000, 6000})
	cut := func(text string) Layout { return mustSlice(t, a, text) }
	transposed, err := a.Transpose("T", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		a, b Layout
		want bool
	}{
		{"itself", a, a, true},
		{"transposed", a, transposed, true},
		{"reversed", cut("::-1, ::-1"), a, true},
		{"shifted rows", cut("1:"), cut(":-1"), true},
		{"shifted columns", cut(":, 1:"), cut(":, :-1"), true},
		{"upper and lower half", cut(":2000"), cut("2000:"), false},
		{"left and right half", cut(":, :3000"), cut(":, 3000:"), false},
		{"left and right half by one more", cut(":, :3001"), cut(":, 3000:"), true},
		{"two columns", cut(":, 5"), cut(":, 6"), false},
		{"a row and a column", cut("7"), cut(":, 9"), true},
		{"a column and part of a row", cut("7, 10:"), cut(":, 9"), false},
		{"even and odd columns", cut(":, ::2"), cut(":, 1::2"), false},
		{"even and third columns", cut(":, ::2"), cut(":, 1::3"), true},
		{"even and odd rows", cut("::2"), cut("1::2"), false},
		{"even and odd rows, one reversed", cut("::2"), cut("::-2"), false},
		{"a checkerboard's colours", cut("::2, ::2"), cut("1::2, 1::2"), false},
		{"odd columns of odd rows, even ones of all", cut("1::2, 1::2"), cut(":, ::2"), false},
		{"interior and border", cut("1:-1, 1:-1"), cut(":, 0"), false},
		{"interior and shifted interior", cut("1:-1, 1:-1"), cut("2:, 2:"), true},
		{"corner blocks", cut(":2000, :3000"), cut("2000:, 3000:"), false},
		{"blocks that meet in one element", cut(":2001, :3001"), cut("2000:, 3000:"), true},
	} {
		if got := Overlap(c.a, c.b); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
		if got := Overlap(c.b, c.a); got != c.want {
			t.Errorf("%s, the other way round: %v", c.name, got)
		}
		const at = 1 << 20
		if got := OverlapBytes(c.a, at, 8, c.b, at, 8); got != c.want {
			t.Errorf("%s, in bytes: %v", c.name, got)
		}
		// The second seen as the first half of each element.
		half := Layout{Shape: c.b.Shape, Strides: []int{}, Offset: 2 * c.b.Offset}
		for _, s := range c.b.Strides {
			half.Strides = append(half.Strides, 2*s)
		}
		if got := OverlapBytes(c.a, at, 8, half, at, 4); got != c.want {
			t.Errorf("%s, in half elements: %v", c.name, got)
		}
	}
}

func TestSelfOverlapOfViews(t *testing.T) {
	a := New([]int{400, 600, 3})
	windows, err := a.Windows("windows", []int{3, 3}, []int{0, 1})
	if err != nil {
		t.Fatal(err)
	}
	apart := mustSlice(t, windows, "::3, ::3")
	broadcast, err := a.BroadcastTo("op", []int{2, 400, 600, 3})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		l    Layout
		want bool
	}{
		{"fresh", a, false},
		{"part", mustSlice(t, a, "::2, 5:-5:-1, ::-2"), false},
		{"windows", windows, true},
		{"windows that do not touch", apart, false},
		{"one window", mustSlice(t, windows, "5, 5"), false},
		{"broadcast", broadcast, true},
		{"broadcast along no elements", mustSlice(t, broadcast, ":, :0"), false},
		{"one place of a broadcast", mustSlice(t, broadcast, "1"), false},
		{"every fifth and every third", Layout{Shape: []int{3, 5}, Strides: []int{5, 3}}, false},
		{"the same, one axis too short", Layout{Shape: []int{3, 6}, Strides: []int{5, 3}}, false},
		{"the same, the other too short", Layout{Shape: []int{4, 5}, Strides: []int{5, 3}}, false},
		{"the same, both longer", Layout{Shape: []int{4, 6}, Strides: []int{5, 3}}, true},
	} {
		if got := SelfOverlap(c.l); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// Sums of 24 large numbers, spread thinly: neither bounds nor divisors cut the
// 2^24 cases down. The answer must come soon all the same, and be the safe one,
// even though the two layouts share nothing.
func TestOverlapGivesUp(t *testing.T) {
	a := hardLayout()
	_, hi, _ := Extent(a)
	for point := hi / 2; ; point++ {
		if b := (Layout{Offset: point}); !reaches(a, point) {
			if !Overlap(a, b) {
				t.Error("a search that is far too long answered no")
			}
			return
		}
	}
}

// hardLayout is an array of 24 axes of length 2 with random strides, within
// 32-bit positions.
func hardLayout() (l Layout) {
	random := rand.New(rand.NewPCG(24, 2))
	for range 24 {
		l.Shape = append(l.Shape, 2)
		l.Strides = append(l.Strides, 1<<25+random.IntN(1<<25))
	}
	return l
}

// reaches tells exactly whether an element of hardLayout is at a position: by
// the sums of both halves of the strides.
func reaches(l Layout, position int) bool {
	half := len(l.Shape) / 2
	low := positions(Layout{l.Shape[:half], l.Strides[:half], 0})
	slices.Sort(low)
	for _, p := range positions(Layout{l.Shape[half:], l.Strides[half:], 0}) {
		if _, found := slices.BinarySearch(low, position-p); found {
			return true
		}
	}
	return false
}

// Many axes spill from the fixed buffers to the heap.
func TestOverlapManyAxes(t *testing.T) {
	var a, b Layout
	for i := range 20 {
		a.Shape, a.Strides = append(a.Shape, 2), append(a.Strides, 3<<i)
		b.Shape, b.Strides = append(b.Shape, 2), append(b.Strides, -(3<<i))
	}
	b.Offset = 3<<20 - 3
	if !Overlap(a, b) || SelfOverlap(a) {
		t.Error("a reversed array of 20 axes")
	}
	b.Offset++
	if Overlap(a, b) {
		t.Error("positions off by one overlap")
	}
}

func mustSlice(t testing.TB, l Layout, text string) Layout {
	t.Helper()
	items, err := ParseItems("slice", text)
	if err != nil {
		t.Fatal(err)
	}
	r, err := l.Slice("slice", items)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func BenchmarkOverlap(b *testing.B) {
	a := New([]int{400, 300, 3})
	n := New([]int{1000})
	other := Layout{Shape: n.Shape, Strides: n.Strides, Offset: 360000}
	for _, c := range []struct {
		name string
		a, b Layout
	}{
		{"disjoint", n, other},
		{"same", a, a},
		{"shifted", mustSlice(b, a, "1:"), mustSlice(b, a, ":-1")},
		{"interior", mustSlice(b, a, "1:-1, 1:-1"), mustSlice(b, a, "2:, 2:")},
		{"channels", mustSlice(b, a, "..., 0"), mustSlice(b, a, "..., 1")},
		{"halves", mustSlice(b, a, ":, :150"), mustSlice(b, a, ":, 150:")},
		{"checkerboard", mustSlice(b, a, "::2, ::2"), mustSlice(b, a, "1::2, 1::2")},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Overlap(c.a, c.b)
			}
		})
	}
	hard := hardLayout()
	_, hi, _ := Extent(hard)
	b.Run("given up", func(b *testing.B) {
		for b.Loop() {
			Overlap(hard, Layout{Offset: hi / 2})
		}
	})
}

func BenchmarkSelfOverlap(b *testing.B) {
	a := New([]int{400, 300, 3})
	t, err := a.Transpose("T", nil)
	if err != nil {
		b.Fatal(err)
	}
	w, err := a.Windows("windows", []int{3, 3}, []int{0, 1})
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name string
		l    Layout
	}{{"contiguous", a}, {"transposed", t}, {"part", mustSlice(b, a, "1:-1, ::2")}, {"windows", w}} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				SelfOverlap(c.l)
			}
		})
	}
}

func ExampleOverlap() {
	a := New([]int{10})
	even := Layout{Shape: []int{5}, Strides: []int{2}}
	odd := Layout{Shape: []int{5}, Strides: []int{2}, Offset: 1}
	fmt.Println(Overlap(a, even), Overlap(even, odd))
	// Output: true false
}
