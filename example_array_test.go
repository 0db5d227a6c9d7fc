package nd_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/ndgo/nd"
	"github.com/ndgo/nd/zip"
)

func ExampleFromView() {
	data := []float64{0, 1, 2, 3, 4, 5}
	columns, err := nd.FromView(zip.View[float64]{Data: data, Shape: []int{3, 2}, Strides: []int{1, 3}})
	fmt.Println(columns, err)
	// Output:
	// [[0. 3.]
	//  [1. 4.]
	//  [2. 5.]] <nil>
}

func ExampleArray_At() {
	a := nd.Of2([]int{1, 2, 3}, []int{4, 5, 6})
	a.Set(50, 1, 1)
	fmt.Println(a.At(1, 1), a.At(0, 2))
	// Output: 50 3
}

func ExampleArray_SharesMemory() {
	a := nd.Zeros[float64](4, 4)
	even, odd := a.Slice(nd.All, nd.Step(2)), a.Slice(nd.All, nd.FromStep(1, 2))
	fmt.Println(even.SharesMemory(a), even.SharesMemory(odd))
	// Output: true false
}

func ExampleArray_Item() {
	a := nd.Arange(0, 6, 1).Reshape(2, 3)
	fmt.Println(a.Slice(nd.At(-1), nd.At(-1)).Item())
	// Output: 5
}

func ExampleArray_SkipNaN() {
	a := nd.Of2([]float64{1, math.NaN()}, []float64{3, 8})
	fmt.Println(a.Mean(), a.SkipNaN().Mean().Item())
	fmt.Println(a.SkipNaN().Over(0).Mean())
	fmt.Println(a.Over(0).Over(1).Max()) // the last one counts
	// Output:
	// NaN 4
	// [2. 8.]
	// [NaN  8.]
}

func ExampleChain_Add_eagerOperand() {
	x := nd.Of(1.0, 2)
	array := x.Chain().Add(x.MulScalar(2))         // x*2 is made now
	chain := x.Chain().Add(x.Chain().MulScalar(2)) // x*2 is part of the pass
	x.Fill(10)
	fmt.Println(array.Must(), chain.Must())
	// Output:
	// [12. 14.] [30. 30.]
}

func ExampleFromSlice() {
	data := []float64{1, 2, 3, 4, 5, 6}
	a := nd.FromSlice(data, 2, -1)
	data[0] = 100
	fmt.Println(a)
	// Output:
	// [[100.   2.   3.]
	//  [  4.   5.   6.]]
}

func ExampleFromFunc() {
	fmt.Println(nd.FromFunc(func(idx []int) int { return 10*idx[0] + idx[1] }, 2, 3))
	// Output:
	// [[ 0  1  2]
	//  [10 11 12]]
}

func ExampleOf2() {
	fmt.Println(nd.Of2([]string{"a", "b"}, []string{"c", "d"}))
	// Output:
	// [["a" "b"]
	//  ["c" "d"]]
}

func ExampleEye() {
	fmt.Println(nd.Eye[int](3, 4, 1))
	// Output:
	// [[0 1 0 0]
	//  [0 0 1 0]
	//  [0 0 0 1]]
}

func ExampleTri() {
	fmt.Println(nd.Tri[int](3, 3, 0))
	// Output:
	// [[1 0 0]
	//  [1 1 0]
	//  [1 1 1]]
}

func ExampleMeshgrid() {
	g := nd.Meshgrid(nd.Of(1, 2, 3), nd.Of(10, 20))
	fmt.Println(g[0])
	fmt.Println(g[1])
	// Output:
	// [[1 2 3]
	//  [1 2 3]]
	// [[10 10 10]
	//  [20 20 20]]
}

func ExampleArray_FillFunc() {
	a := nd.Zeros[float64](1000)
	a.FillFunc(rand.New(rand.NewPCG(1, 2)).NormFloat64)
	n := 0
	for v := range a.Values() {
		if math.Abs(v) < 1 {
			n++
		}
	}
	fmt.Println(n > 600 && n < 750)
	// Output: true
}

func ExampleArange() {
	fmt.Println(nd.Arange(10, 0, -3))
	fmt.Println(nd.Arange(0.0, 1, 0.25))
	// Output:
	// [10  7  4  1]
	// [0.   0.25 0.5  0.75]
}

func ExampleLinspace() {
	fmt.Println(nd.Linspace(0.0, 1, 5))
	fmt.Println(nd.LinspaceOpen(0.0, 1, 5))
	// Output:
	// [0.   0.25 0.5  0.75 1.  ]
	// [0.  0.2 0.4 0.6 0.8]
}

func ExampleLogspace() {
	fmt.Println(nd.Logspace(0.0, 3, 4, 10))
	// Output: [   1.   10.  100. 1000.]
}

func ExampleGeomspace() {
	fmt.Println(nd.Geomspace(1.0, 256, 5))
	// Output: [  1.   4.  16.  64. 256.]
}

func ExampleArray_Slice() {
	a := nd.Arange(0, 20, 1).Reshape(4, 5)
	fmt.Println(a.Slice(nd.Range(1, 3), nd.Step(2)))
	fmt.Println(a.Slice(nd.All, nd.At(-1)))
	fmt.Println(a.Slice(nd.Spec("::-2, 1:3")))
	a.Slice(nd.At(0)).Fill(-1) // a view writes to the array
	fmt.Println(a.Slice(nd.To(2)))
	// Output:
	// [[ 5  7  9]
	//  [10 12 14]]
	// [ 4  9 14 19]
	// [[16 17]
	//  [ 6  7]]
	// [[-1 -1 -1 -1 -1]
	//  [ 5  6  7  8  9]]
}

func ExampleArray_Transpose() {
	image := nd.Zeros[uint8](480, 640, 3)
	fmt.Println(image.Transpose(2, 0, 1).Shape())
	// Output: [3 480 640]
}

func ExampleArray_Reshape() {
	a := nd.Arange(0, 6, 1)
	fmt.Println(a.Reshape(2, -1))
	fmt.Println(a.Reshape(2, 3).T().Reshape(6)) // a copy
	// Output:
	// [[0 1 2]
	//  [3 4 5]]
	// [0 3 1 4 2 5]
}

func ExampleArray_ReshapeView() {
	a := nd.Arange(0, 6, 1).Reshape(2, 3)
	_, err := a.T().ReshapeView(6)
	fmt.Println(err)
	// Output: nd: reshape_view: shapes [3 2] and [6] do not share a view: the elements would have to be copied
}

func ExampleArray_BroadcastTo() {
	row := nd.Of(1, 2, 3)
	fmt.Println(row.BroadcastTo(2, 3))
	fmt.Println(row.BroadcastTo(1000, 1000, 3).Size())
	// Output:
	// [[1 2 3]
	//  [1 2 3]]
	// 3000000
}

func ExampleArray_SlidingWindow() {
	fmt.Println(nd.Arange(0, 6, 1).SlidingWindow([]int{3}))
	// Output:
	// [[0 1 2]
	//  [1 2 3]
	//  [2 3 4]
	//  [3 4 5]]
}

func ExampleArray_Diagonal() {
	a := nd.Arange(0, 9, 1).Reshape(3, 3)
	fmt.Println(a.Diagonal(0, 0, 1), a.Diagonal(1, 0, 1))
	a.Diagonal(0, 0, 1).Fill(0)
	fmt.Println(a)
	// Output:
	// [0 4 8] [1 5]
	// [[0 1 2]
	//  [3 0 5]
	//  [6 7 0]]
}

func ExampleArray_Rot90() {
	a := nd.Of2([]int{1, 2}, []int{3, 4})
	fmt.Println(a.Rot90(1, 0, 1))
	// Output:
	// [[2 4]
	//  [1 3]]
}

func ExampleArray_Items() {
	a := nd.Zeros[int](2, 3)
	for idx, p := range a.Items() {
		*p = 10*idx[0] + idx[1]
	}
	fmt.Println(a)
	// Output:
	// [[ 0  1  2]
	//  [10 11 12]]
}

func ExampleArray_Lanes() {
	a := nd.Of2([]int{3, 1, 2}, []int{9, 7, 8})
	for row := range a.Lanes(1) {
		slices.Sort(row.Data()) // rows are contiguous, so Data shares
	}
	fmt.Println(a)
	// Output:
	// [[1 2 3]
	//  [7 8 9]]
}

func ExampleArray_Along() {
	a := nd.Arange(0, 6, 1).Reshape(2, 3)
	for j, column := range a.Along(1) {
		fmt.Println(j, column)
	}
	// Output:
	// 0 [0 3]
	// 1 [1 4]
	// 2 [2 5]
}

func ExampleArray_Chunks() {
	a := nd.Arange(0, 10, 1)
	for at, chunk := range a.Chunks(4) {
		fmt.Println(at, chunk)
	}
	// Output:
	// [0] [0 1 2 3]
	// [4] [4 5 6 7]
	// [8] [8 9]
}

func ExampleArray_Windows() {
	a := nd.Arange(0, 5, 1)
	for at, w := range a.Windows(3) {
		fmt.Println(at, w)
	}
	// Output:
	// [0] [0 1 2]
	// [1] [1 2 3]
	// [2] [2 3 4]
}

func ExampleArray_String() {
	a := nd.Of2([]float64{1, 2.5}, []float64{-1, 100})
	fmt.Println(a)
	// Output:
	// [[  1.    2.5]
	//  [ -1.  100. ]]
}

func ExampleArray_Format() {
	a := nd.Linspace(0.0, 1, 4)
	fmt.Printf("%v\n%.2v\n%6.2f\n%+v\n", a, a, a, a)
	// Output:
	// [0.         0.33333333 0.66666667 1.        ]
	// [0.   0.33 0.67 1.  ]
	// [  0.00   0.33   0.67   1.00]
	// float64 [4]
	// [0.         0.33333333 0.66666667 1.        ]
}

func ExampleCatch() {
	rows := func(a *nd.Array[int], text string) (b *nd.Array[int], err error) {
		defer nd.Catch(&err)
		return a.Slice(nd.Spec(text)), nil
	}
	a := nd.Arange(0, 6, 1).Reshape(3, 2)
	fmt.Println(rows(a, "1:"))
	fmt.Println(rows(a, "7"))
	// Output:
	// [[2 3]
	//  [4 5]] <nil>
	// <nil> nd: slice: index 7 out of range for axis 0 of shape [3 2]
}

func ExampleShapeError() {
	defer func() {
		var e *nd.ShapeError
		if errors.As(recover().(error), &e) {
			fmt.Println(e.Op, e.Shapes, e.Axis)
		}
	}()
	nd.Zeros[float64](2, 3).BroadcastTo(2, 4)
	// Output: broadcast_to [[2 3] [2 4]] 1
}
