package nd

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestFilled(t *testing.T) {
	elements(t, Zeros[string](2), []int{2}, "", "")
	elements(t, Zeros[int](), []int{}, 0)
	elements(t, Zeros[int](2, 0, 3), []int{2, 0, 3})
	elements(t, Ones[complex64](1, 2), []int{1, 2}, 1, 1)
	elements(t, Full("x", 2, 1), []int{2, 1}, "x", "x")
	elements(t, Scalar(7), []int{}, 7)
	elements(t, Of(1, 2, 3), []int{3}, 1, 2, 3)
	elements(t, Of[int](), []int{0})
	elements(t, Of2([]int{1, 2}, []int{3, 4}), []int{2, 2}, 1, 2, 3, 4)
	elements(t, Of2[int](), []int{0, 0})
	elements(t, Of2([]int{}, []int{}), []int{2, 0})
	elements(t, FromFunc(func(idx []int) int { return 10*idx[0] + idx[1] }, 2, 3), []int{2, 3}, 0, 1, 2, 10, 11, 12)
	elements(t, FromFunc(func(idx []int) int { return len(idx) }), []int{}, 0)
	elements(t, FromFunc(func(idx []int) int { idx[0] = 9; return 1 }, 3), []int{3}, 1, 1, 1)

	shape := []int{2, 2}
	a := Zeros[int](shape...)
	shape[0] = 5
	assert.Equal(t, []int{2, 2}, a.Shape(), "the shape must be copied")
	values := []int{1, 2}
	Of(values...).Set(9, 0)
	Of2(values).Set(9, 0, 0)
	assert.Equal(t, []int{1, 2}, values, "the values must be copied")

	assert.EqualError(t, caught(func() { Zeros[int](2, -3) }), "nd: zeros: shape [2 -3]: axis 1 has the negative length -3")
	assert.EqualError(t, caught(func() { Of2([]int{1, 2}, []int{3}) }), "nd: of2: shapes [2] and [1] do not make a matrix: row 0 against row 1")
	for _, f := range []func(){
		func() { Ones[int](-1) }, func() { Full(0, -1) }, func() { FromFunc(func([]int) int { panic("called") }, 2, -1) },
		func() { Eye[int](-1, 2, 0) }, func() { Tri[int](2, -1, 0) }, func() { Identity[int](-1) },
	} {
		refused[*ShapeError](t, f)
	}
}

func TestFromSlice(t *testing.T) {
	data := make([]int, 6, 10)
	a := FromSlice(data, 2, 3)
	a.Set(5, 1, 2)
	assert.Equal(t, 5, data[5], "FromSlice must share")
	assert.Equal(t, 6, cap(a.Data()))
	assert.Equal(t, []int{3, 2}, FromSlice(data, -1, 2).Shape())
	assert.Equal(t, []int{}, FromSlice(data[:1]).Shape())
	assert.Equal(t, []int{0, 4}, FromSlice[int](nil, 0, 4).Shape())
	for _, shape := range [][]int{nil, {5}, {2, 4}, {-1, 4}, {-1, -1}, {-2, -3}, {0}, {0, -1}, {math.MaxInt, 2}} {
		e := refused[*ShapeError](t, func() { FromSlice(data, shape...) })
		assert.Equal(t, "from_slice", e.Op)
	}
}

func TestEyeTri(t *testing.T) {
	for k := -4; k <= 4; k++ {
		eye, tri := Eye[int](3, 2, k), Tri[int](3, 2, k)
		for idx := range eye.Indexed() {
			i, j := idx[0], idx[1]
			assert.Equal(t, j == i+k, eye.At(i, j) == 1, "%d at %v", k, idx)
			assert.Equal(t, j <= i+k, tri.At(i, j) == 1, "%d at %v", k, idx)
		}
	}
	for _, k := range []int{math.MinInt, math.MinInt + 1, math.MaxInt - 1, math.MaxInt} {
		elements(t, Eye[int](1, 2, k), []int{1, 2}, 0, 0)
		one := 0
		if k > 0 {
			one = 1
		}
		elements(t, Tri[int](1, 2, k), []int{1, 2}, one, one)
	}
	elements(t, Identity[float32](2), []int{2, 2}, 1, 0, 0, 1)
	elements(t, Eye[int](0, 3, 0), []int{0, 3})
}

func TestMeshgrid(t *testing.T) {
	x, y, z := Of(1, 2, 3), Of(10, 20), Of(100, 200)
	g := Meshgrid(x, y)
	elements(t, g[0], []int{2, 3}, 1, 2, 3, 1, 2, 3)
	elements(t, g[1], []int{2, 3}, 10, 10, 10, 20, 20, 20)
	g = MeshgridIJ(x, y)
	elements(t, g[0], []int{3, 2}, 1, 1, 2, 2, 3, 3)
	elements(t, g[1], []int{3, 2}, 10, 20, 10, 20, 10, 20)
	for k, c := range Meshgrid(x, y, z) {
		assert.Equal(t, []int{2, 3, 2}, c.Shape())
		for idx, v := range c.Indexed() {
			assert.Equal(t, []*Array[int]{x, y, z}[k].At([]int{idx[1], idx[0], idx[2]}[k]), v)
		}
		assert.True(t, c.IsReadOnly())
	}
	assert.True(t, g[0].SharesMemory(x), "a grid must not copy")
	elements(t, Meshgrid(x)[0], []int{3}, 1, 2, 3)
	elements(t, Meshgrid(x, Scalar(5))[1], []int{1, 3}, 5, 5, 5)
	elements(t, Meshgrid(x, Of[int]())[0], []int{0, 3})
	assert.Empty(t, Meshgrid[int]())
	refused[*ShapeError](t, func() { Meshgrid(x, Zeros[int](2, 2)) })
}

func TestFillRand(t *testing.T) {
	a := Zeros[float32](2, 3).T()
	FillRand(a, new(counter))
	elements(t, a, []int{3, 2}, 1, 2, 3, 4, 5, 6)
}

// A counter is a very regular Rander.
type counter float64

func (c *counter) Rand() float64 { *c++; return float64(*c) }
