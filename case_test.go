package nd

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ndgo/nd/zip"
)

// The tests of this file are named after faults reported against other
// libraries, of which they are the smallest form.

// elements checks shape and elements of an array.
func elements[T any](t *testing.T, a *Array[T], shape []int, want ...T) {
	t.Helper()
	assert.Equal(t, shape, a.Shape())
	got := a.Elements()
	if len(want) == 0 {
		assert.Empty(t, got)
		return
	}
	assert.Equal(t, want, got)
}

// refused checks that f panics with an error of type E, and returns it.
func refused[E error](t *testing.T, f func()) (e E) {
	t.Helper()
	err := caught(f)
	if !assert.ErrorAs(t, err, &e) {
		return e
	}
	assert.NotContains(t, e.Error(), "%!")
	return e
}

// caught returns the error that f panics with.
func caught(f func()) (err error) {
	defer Catch(&err)
	f()
	return nil
}

// Negative steps that run down to and include place 0.
func TestCaseSlicing01(t *testing.T) {
	a := Arange(0, 10, 1)
	for _, c := range []struct {
		text string
		spec Selector
		want []int
	}{
		{"0::-1", FromStep(0, -1), []int{0}},
		{"2::-1", FromStep(2, -1), []int{2, 1, 0}},
		{"::-1", Step(-1), []int{9, 8, 7, 6, 5, 4, 3, 2, 1, 0}},
		{":2:-1", ToStep(2, -1), []int{9, 8, 7, 6, 5, 4, 3}},
		{"::-3", Step(-3), []int{9, 6, 3, 0}},
		{"-3::-4", FromStep(-3, -4), []int{7, 3}},
	} {
		elements(t, a.Slice(Spec(c.text)), []int{len(c.want)}, c.want...)
		elements(t, a.Slice(c.spec), []int{len(c.want)}, c.want...)
		assert.Equal(t, c.text, c.spec.String())
	}
}

// Bounds that cross, steps longer than the axis, empty slices at an offset.
func TestCaseSlicing03(t *testing.T) {
	a, b := Arange(0, 10, 1), Arange(0, 12, 1)
	elements(t, a.Slice(Range(6, 3)), []int{0})
	elements(t, a.Slice(FromStep(1, 20)), []int{1}, 1)
	elements(t, b.Slice(FromStep(1, 2)), []int{6}, 1, 3, 5, 7, 9, 11)

	m := Arange(0, 25, 1).Reshape(5, 5)
	elements(t, m.Slice(RangeStep(0, 0, -1), All), []int{0, 5})
	elements(t, m.Slice(Range(5, 5), All), []int{0, 5})
	for range m.Slice(Range(5, 5), All).Values() {
		t.Error("an empty slice has a value")
	}
	// Its columns are empty, but they are five.
	n := 0
	for lane := range m.Slice(Range(5, 5), All).Lanes(0) {
		assert.Zero(t, lane.Size())
		n++
	}
	assert.Equal(t, 5, n)

	one, err := FromView(zip.View[int]{Data: []int{5}, Shape: []int{1, 1}, Strides: []int{10, 1}})
	assert.NoError(t, err)
	elements(t, one.Slice(Range(1, 1), All), []int{0, 1})
}

// The stride of an axis of length 1 is never the step of a walk.
func TestCaseLayout04(t *testing.T) {
	x := Of2([]float64{0, 1, 1, 1})
	c := x.T()
	elements(t, c.Copy(), []int{4, 1}, 0, 1, 1, 1)

	nt := Of2([]float64{-1, 0, 1}).T()
	var got []float64
	for v := range nt.Values() {
		got = append(got, v)
	}
	assert.Equal(t, []float64{-1, 0, 1}, got)
	assert.Equal(t, "[[-1.]\n [ 0.]\n [ 1.]]", nt.String())
	elements(t, nt.Add(nt), []int{3, 1}, -2, 0, 2)

	f := Of2([]float64{1, 3}, []float64{2, 4}).T() // column-major
	left, right := f.Slice(All, To(1)), f.Slice(All, From(1))
	left.MulAssign(Scalar(2.0))
	right.MulAssign(Scalar(2.0))
	elements(t, f, []int{2, 2}, 2, 4, 6, 8)

	elements(t, c.Squeeze().Reshape(2, 2), []int{2, 2}, 0, 1, 1, 1)
}

// An axis of length 0 against one of length 1 has length 0.
func TestCaseBroadcast01(t *testing.T) {
	for _, c := range []struct{ a, b, want []int }{
		{[]int{0, 5}, []int{1, 5}, []int{0, 5}},
		{[]int{3, 1}, []int{1, 0}, []int{3, 0}},
		{[]int{}, []int{0, 2, 2}, []int{0, 2, 2}},
		{[]int{2, 1, 1}, []int{1, 0, 3}, []int{2, 0, 3}},
	} {
		a, b := Ones[float64](c.a...), Ones[float64](c.b...)
		elements(t, a.Add(b), c.want)
		elements(t, b.Mul(a), c.want)
		elements(t, a.BroadcastTo(c.want...), c.want)
	}
}

// A lazy operand of one element repeats it.
func TestCaseBroadcast03(t *testing.T) {
	z := Zeros[int](3)
	r := Scalar(1).Chain().Sub(Of(1))
	elements(t, z.Add(r), []int{3}, 0, 0, 0)
	col, row := Of2([]float64{0, 1, 2}).T(), Of2([]float64{0, 1})
	k := Of2([]float64{1}).Chain().AddScalar(1)
	sum, err := col.Chain().Add(row).Mul(k).Eval()
	assert.NoError(t, err)
	elements(t, sum, []int{3, 2}, 0, 2, 2, 4, 4, 6)
}

// The end points of evenly spaced numbers are exact.
func TestCaseCreation01(t *testing.T) {
	start, stop := 0.21436651, 0.96568555
	assert.NotEqual(t, stop, start+(stop-start), "what makes these end points hard")
	for n := 2; n <= 200; n++ {
		x := Linspace(start, stop, n).Data()
		assert.Equal(t, start, x[0])
		assert.Equal(t, stop, x[n-1])
		for i := 1; i < n; i++ {
			assert.LessOrEqual(t, x[i-1], x[i])
		}
	}
	elements(t, Linspace(0.0, 1, 0), []int{0})
	elements(t, Linspace(2.5, 7, 1), []int{1}, 2.5)
	elements(t, Linspace(1.0, -1, 5), []int{5}, 1, 0.5, 0, -0.5, -1)
	elements(t, Linspace(3.0, 3, 4), []int{4}, 3, 3, 3, 3)
	elements(t, LinspaceOpen(0.0, 10, 5), []int{5}, 0, 2, 4, 6, 8)
	refused[*ShapeError](t, func() { Linspace(0.0, 1, -1) })
}

// Shapes whose number of elements wraps around to a small one.
func TestCaseCreation03(t *testing.T) {
	if math.MaxInt != math.MaxInt64 {
		t.Skip("the lengths need an int of 64 bits")
	}
	big := func(n int64) int { return int(n) }
	a := Ones[float64](20).Slice(Step(2))
	b := Ones[float64](5)
	for _, f := range []func(){
		func() { a.Reshape(2, 13, 419, 691, 823, big(2977518503)) },
		func() { b.Reshape(3, 7, 29, 36760123, 823996703) },
		func() { Zeros[float64](big(1<<32), big(1<<32)) },
		func() { Zeros[int8](big(1<<62), 4) },
		func() { b.Slice(To(1)).BroadcastTo(big(1<<32), big(1<<32), 4) },
		func() { Zeros[float64](-1) },
		func() { Zeros[float64](2, -3) },
		func() { Zeros[float64](0, math.MaxInt, 2) },
		func() { Zeros[float64](big(1 << 50)) }, // fits int; make would panic
	} {
		refused[*ShapeError](t, f)
	}
	_, err := a.ReshapeView(2, 13, 419, 691, 823, big(2977518503))
	assert.ErrorAs(t, err, new(*ShapeError))
}

// The text of large arrays is short and looks at few elements: to visit all 1e12
// would take days.
func TestCasePrint01(t *testing.T) {
	a := Arange(0.0, 1e6, 1).Reshape(1000, 1000)
	b := Of2([]float64{1.5}).BroadcastTo(1000000, 1000)
	if math.MaxInt == math.MaxInt64 {
		b = Of2([]float64{1.5}).BroadcastTo(1000000, 1000000)
	}
	shape := []int{2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2}
	for _, s := range []string{a.String(), b.String(), a.T().String()} {
		assert.Less(t, len(s), 20000)
		assert.Contains(t, s, "...")
	}
	assert.True(t, strings.HasPrefix(a.String(), "[[     0. "), a.String())
	assert.True(t, strings.HasSuffix(a.String(), " 999999.]]"), a.String())
	assert.Contains(t, strings.Split(a.T().String(), "\n")[0], "0.   1000.   2000. ")
	assert.Less(t, len(Full(int8(1), shape...).String()), 200000)
	assert.LessOrEqual(t, testing.AllocsPerRun(1, func() { _ = fmt.Sprint(b) }), 1000.0)
}
