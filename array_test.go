package nd

import (
	"errors"
	"math"
	"slices"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/ndgo/nd/zip"
)

// All ways to read an array agree with At.
func TestReading(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawView(t)
		want := ordered(a)
		equal := func(way string, got []int) {
			if !slices.Equal(got, want) {
				t.Fatalf("%s of shape %v strides %v: %v, want %v", way, a.Shape(), a.Strides(), got, want)
			}
		}
		equal("Elements", a.Elements())
		c := a.Copy()
		equal("Copy", c.Data())
		if !c.IsContiguous() || c.IsReadOnly() || !slices.Equal(c.Shape(), a.Shape()) || a.SharesMemory(c) {
			t.Fatal("Copy is not a plain array of its own")
		}
		if a.IsContiguous() && !a.IsReadOnly() {
			equal("Data", a.Data())
		}
		equal("Flatten", a.Flatten().Data())
		equal("Ravel", a.Ravel().Elements())
		equal("Values", slices.AppendSeq([]int{}, a.Values()))
		got := []int{}
		for idx, v := range a.Indexed() {
			if v != a.At(idx...) {
				t.Fatalf("Indexed: %d at %v", v, idx)
			}
			got = append(got, v)
			clear(idx) // which must not disturb the iteration
		}
		equal("Indexed", got)
		if !a.IsReadOnly() {
			got = []int{}
			for idx, p := range a.Items() {
				got = append(got, *p)
				clear(idx)
			}
			equal("Items", got)
		}
	})
}

// What is written through a view arrives at its elements and nowhere else.
func TestWriting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawView(t)
		if a.IsReadOnly() {
			t.Skip("not to be written")
		}
		memory, before := a.v.Data, slices.Clone(a.v.Data)
		in := map[*int]bool{}
		for _, p := range a.Items() {
			in[p] = true
		}
		if len(in) != a.Size() {
			t.Fatal("elements share memory")
		}
		next := 10000
		switch rapid.IntRange(0, 2).Draw(t, "how") {
		case 0:
			a.Fill(10000)
		case 1:
			a.FillFunc(func() int { next++; return next - 1 })
			if got := ordered(a); len(got) > 0 && (!slices.IsSorted(got) || got[0] != 10000) {
				t.Fatalf("FillFunc is out of order: %v", got)
			}
		case 2:
			indices(a.Shape(), func(idx []int) { a.Set(10000, idx...) })
		}
		for i := range memory {
			if in[&memory[i]] != (memory[i] >= 10000) || memory[i] < 10000 && memory[i] != before[i] {
				t.Fatalf("memory %v, was %v", memory, before)
			}
		}
	})
}

func TestSharesMemory(t *testing.T) {
	a := Arange(0, 24, 1).Reshape(4, 6)
	even, odd := a.Slice(All, Step(2)), a.Slice(All, FromStep(1, 2))
	assert.True(t, a.SharesMemory(a))
	assert.True(t, a.SharesMemory(even))
	assert.True(t, a.T().SharesMemory(odd.Flip()))
	assert.False(t, even.SharesMemory(odd))
	assert.False(t, a.SharesMemory(a.Copy()))
	assert.False(t, a.SharesMemory(Arange(0, 24, 1)))
	assert.False(t, a.Slice(Range(2, 2)).SharesMemory(a), "an empty array shares nothing")

	// Slices of one memory that begin at different places.
	s := make([]int64, 10)
	left, right := FromSlice(s[:6], 6), FromSlice(s[4:], 6)
	assert.True(t, left.SharesMemory(right))
	assert.False(t, left.Slice(To(4)).SharesMemory(right))
	assert.True(t, left.Slice(Step(2)).SharesMemory(right.Slice(Step(2))))
	assert.False(t, left.Slice(Step(2)).SharesMemory(right.Slice(FromStep(1, 2))))

	// Elements of one memory that do not begin at a multiple of their size.
	type triple [3]int16
	words := make([]int16, 10)
	x := FromSlice(unsafe.Slice((*triple)(unsafe.Pointer(&words[0])), 3), 3)
	y := FromSlice(unsafe.Slice((*triple)(unsafe.Pointer(&words[1])), 3), 3)
	assert.True(t, x.SharesMemory(y))
	assert.True(t, x.Slice(To(1)).SharesMemory(y.Slice(To(1))))
	assert.False(t, x.Slice(To(1)).SharesMemory(y.Slice(From(1))))

	z := Zeros[struct{}](3)
	assert.False(t, z.SharesMemory(z))
}

func TestFromView(t *testing.T) {
	data := []string{"a", "b", "c", "d", "e", "f"}
	shape := []int{2, 2}
	a, err := FromView(zip.View[string]{Data: data, Shape: shape, Strides: []int{-3, 2}, Offset: 3})
	assert.NoError(t, err)
	shape[0] = 100 // the array has its own
	elements(t, a, []int{2, 2}, "d", "f", "a", "c")
	a.Set("x", 1, 1)
	assert.Equal(t, "x", data[2])

	for name, c := range map[string]struct {
		v        zip.View[string]
		readOnly bool
	}{
		"plain":             {zip.View[string]{Data: data, Shape: []int{6}, Strides: []int{1}}, false},
		"said to be":        {zip.View[string]{Data: data, Shape: []int{6}, Strides: []int{1}, ReadOnly: true}, true},
		"repeating":         {zip.View[string]{Data: data, Shape: []int{6, 2}, Strides: []int{1, 0}}, true},
		"overlapping":       {zip.View[string]{Data: data, Shape: []int{4, 3}, Strides: []int{1, 1}}, true},
		"empty, off limits": {zip.View[string]{Data: data, Shape: []int{0, 2}, Strides: []int{100, -100}, Offset: -7}, false},
	} {
		a, err := FromView(c.v)
		if assert.NoError(t, err, name) {
			assert.Equal(t, c.readOnly, a.IsReadOnly(), name)
			assert.Len(t, a.Elements(), a.Size(), name)
		}
	}
	for name, v := range map[string]zip.View[string]{
		"too long":    {Data: data, Shape: []int{7}, Strides: []int{1}},
		"before":      {Data: data, Shape: []int{2}, Strides: []int{-1}},
		"offset":      {Data: data, Shape: []int{1}, Strides: []int{1}, Offset: 6},
		"no data":     {Shape: []int{}, Strides: []int{}},
		"strides":     {Data: data, Shape: []int{2}},
		"negative":    {Data: data, Shape: []int{-2}, Strides: []int{1}},
		"wraps round": {Data: data, Shape: []int{3, 2}, Strides: []int{math.MaxInt/2 + 1, 1}},
	} {
		a, err := FromView(v)
		assert.ErrorAs(t, err, new(*ShapeError), name)
		assert.Nil(t, a, name)
	}
}

func TestAccessors(t *testing.T) {
	a := Arange(0, 24, 1).Reshape(2, 3, 4)
	shape, strides := a.Shape(), a.Strides()
	assert.Equal(t, []int{2, 3, 4}, shape)
	assert.Equal(t, []int{12, 4, 1}, strides)
	shape[0], strides[0] = 9, 9
	assert.Equal(t, []int{2, 3, 4}, a.Shape(), "Shape must be a copy")
	assert.Equal(t, []int{12, 4, 1}, a.Strides(), "Strides must be a copy")
	assert.Equal(t, 3, a.NDim())
	assert.Equal(t, 24, a.Size())
	assert.Equal(t, 4, a.Len(2))
	assert.Equal(t, 3, a.Len(-2))
	refused[*ShapeError](t, func() { a.Len(3) })
	assert.True(t, a.IsContiguous())
	assert.False(t, a.T().IsContiguous())
	assert.True(t, a.Slice(At(1)).IsContiguous())
	assert.Equal(t, []int{}, Scalar(1).Shape())
	assert.Equal(t, 1, Scalar(1).Size())

	assert.Equal(t, 23, a.Slice(From(1), From(2), From(3)).Item())
	refused[*ShapeError](t, func() { a.Item() })
	refused[*ShapeError](t, func() { Zeros[int](0).Item() })

	// Data shares and cannot grow into the rest of the memory.
	row := a.Slice(At(1), At(0)).Data()
	assert.Equal(t, []int{12, 13, 14, 15}, row)
	assert.Equal(t, 4, cap(row))
	row[0] = -1
	assert.Equal(t, -1, a.At(1, 0, 0))
	refused[*ShapeError](t, func() { a.T().Data() })
	assert.Empty(t, Zeros[int](3, 0).T().Data())

	_ = a.Elements()[0]
	a.Elements()[0] = 100
	assert.Equal(t, 0, a.At(0, 0, 0), "Elements must be a copy")
}

func TestIndexErrors(t *testing.T) {
	a := Zeros[float64](2, 3)
	for _, idx := range [][]int{{2, 0}, {0, 3}, {-1, 0}, {0, -1}, {math.MaxInt, 0}, {math.MinInt, 0}} {
		for op, f := range map[string]func(){"at": func() { a.At(idx...) }, "set": func() { a.Set(1, idx...) }} {
			e := refused[*IndexError](t, f)
			assert.Equal(t, op, e.Op)
			assert.Equal(t, []int{2, 3}, e.Shape)
			assert.Equal(t, idx[e.Axis], e.Index)
		}
	}
	for _, idx := range [][]int{nil, {0}, {0, 0, 0}} {
		e := refused[*IndexError](t, func() { a.At(idx...) })
		assert.Equal(t, -1, e.Axis)
	}
	assert.EqualError(t, caught(func() { a.At(0, 3) }), "nd: at: index 3 out of range for axis 1 of shape [2 3]")
	assert.EqualError(t, caught(func() { a.At(0) }), "nd: at: shape [2 3]: 1 index for 2 axes")
	elements(t, a, []int{2, 3}, 0, 0, 0, 0, 0, 0)
}

// A read-only array refuses every way of writing, and so do its views.
func TestReadOnly(t *testing.T) {
	base := Arange(0.0, 4, 1)
	for _, a := range []*Array[float64]{
		base.BroadcastTo(2, 4), base.BroadcastTo(4), base.AsReadOnly(), base.SlidingWindow([]int{2}),
		base.AsReadOnly().T(), base.BroadcastTo(2, 4).Slice(At(0), Range(1, 3)), base.AsReadOnly().Reshape(2, 2).Flip(),
	} {
		assert.True(t, a.IsReadOnly())
		for name, f := range map[string]func(){
			"Set": func() { a.Set(1, make([]int, a.NDim())...) }, "Fill": func() { a.Fill(1) },
			"FillFunc": func() { a.FillFunc(func() float64 { return 1 }) }, "Items": func() { a.Items() },
			"Data": func() { a.Data() }, "Assign": func() { a.Assign(Scalar(1.0)) },
			"AddAssign": func() { a.AddAssign(Scalar(1.0)) },
		} {
			err := caught(f)
			assert.True(t, errors.Is(err, ErrReadOnly), "%s: %v", name, err)
			assert.ErrorAs(t, err, new(*ReadOnlyError), name)
		}
		assert.True(t, a.View().ReadOnly)
		for lane := range a.Lanes(0) {
			assert.True(t, lane.IsReadOnly())
		}
		assert.False(t, a.Copy().IsReadOnly())
	}
	elements(t, base, []int{4}, 0, 1, 2, 3)
	assert.False(t, base.IsReadOnly())
}

func TestAllocations(t *testing.T) {
	a := Zeros[float64](3, 4)
	idx := []int{1, 2}
	for _, c := range []struct {
		name string
		want float64
		f    func()
	}{
		{"At", 0, func() { a.At(1, 2) }},
		{"At of a slice", 0, func() { a.At(idx...) }},
		{"Set", 0, func() { a.Set(1, 1, 2) }},
		{"View", 0, func() { sink = a.View().Data }},
		{"Data", 0, func() { sink = a.Data() }},
		{"Zeros", 2, func() { Zeros[float64](3, 4) }},
		{"Zeros of 4 axes", 2, func() { Zeros[float64](3, 4, 1, 2) }},
		{"Scalar", 2, func() { Scalar(1.0) }},
		{"Copy", 2, func() { a.Copy() }},
		{"Slice", 2, func() { a.Slice(At(1), Range(1, 3)) }},
		{"T", 2, func() { a.T() }},
		{"Fill", 1, func() { a.Fill(1) }},
		{"SharesMemory", 0, func() { a.SharesMemory(a) }},
	} {
		assert.LessOrEqual(t, testing.AllocsPerRun(100, c.f), c.want, c.name)
	}
}

var sink []float64

func BenchmarkAt(b *testing.B) {
	a := Zeros[float64](10, 10)
	var sum float64
	for b.Loop() {
		sum += a.At(3, 4)
	}
	_ = sum
}

func BenchmarkZerosSmall(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Zeros[float64](3, 3)
	}
}

func BenchmarkCopy(b *testing.B) {
	a := Zeros[float64](1000, 1000)
	for _, c := range []struct {
		name string
		a    *Array[float64]
	}{{"contiguous", a}, {"transposed", a.T()}, {"reversed", a.Flip()}, {"second", a.Slice(All, Step(2))}} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(8 * c.a.Size()))
			dst := Zeros[float64](c.a.Shape()...)
			for b.Loop() {
				copyTo(dst.v.Data, &c.a.v)
			}
		})
	}
}
