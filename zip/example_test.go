package zip_test

import (
	"errors"
	"fmt"
	"strings"

	"github.com/ndgo/nd/zip"
)

func Example() {
	// Three readings of two sensors, and what each sensor is off by.
	readings := zip.FromSlice([]float64{20.5, 18, 21.5, 19, 22.5, 20}, 3, 2)
	offset := zip.FromSlice([]float64{-0.5, 1}, 2)

	// The two offsets are repeated for each reading.
	zip.Each2(zip.Out(readings), offset, func(r, off *float64) { *r += *off })
	fmt.Println(readings.Data)
	// Output:
	// [20 19 21 20 22 21]
}

func ExampleEach1() {
	a := zip.FromSlice([]int{3, 1, 2}, 3)
	zip.Each1(zip.Out(a), func(x *int) { *x *= 10 })
	fmt.Println(a.Data)
	// Output:
	// [30 10 20]
}

func ExampleEach2() {
	// Operands may have different types and layouts: m is seen transposed.
	m := zip.View[int]{Data: []int{1, 2, 3, 4, 5, 6}, Shape: []int{3, 2}, Strides: []int{1, 3}}
	even := zip.FromSlice(make([]bool, 6), 3, 2)
	zip.Each2(zip.Out(even), m, func(e *bool, x *int) { *e = *x%2 == 0 })
	fmt.Println(even.Data)
	// Output:
	// [false true true false false true]
}

func ExampleEach3() {
	// A column and a row make a table.
	col := zip.FromSlice([]int{1, 2, 3}, 3, 1)
	row := zip.FromSlice([]int{10, 20}, 2)
	table := zip.FromSlice(make([]int, 6), 3, 2)
	zip.Each3(zip.Out(table), col, row, func(t, c, r *int) { *t = *c * *r })
	fmt.Println(table.Data)
	// Output:
	// [10 20 20 40 30 60]
}

func ExampleEach4() {
	on := zip.FromSlice([]bool{true, false, true}, 3)
	a := zip.FromSlice([]string{"a", "b", "c"}, 3)
	b := zip.FromSlice([]string{"x", "y", "z"}, 3)
	chosen := zip.FromSlice(make([]string, 3), 3)
	zip.Each4(zip.Out(chosen), on, a, b, func(c *string, on *bool, a, b *string) {
		*c = *b
		if *on {
			*c = *a
		}
	})
	fmt.Println(chosen.Data)
	// Output:
	// [a y c]
}

func ExampleEachIndexed1() {
	a := zip.FromSlice([]string{"a", "b", "c", "d"}, 2, 2)
	zip.EachIndexed1(a, func(idx []int, x *string) { fmt.Println(idx, *x) })
	// Output:
	// [0 0] a
	// [0 1] b
	// [1 0] c
	// [1 1] d
}

func ExampleEachIndexed2() {
	a := zip.FromSlice([]float64{1, 2, 3, 4}, 2, 2)
	b := zip.FromSlice([]float64{1, 5, 3, 4}, 2, 2)
	zip.EachIndexed2(a, b, func(idx []int, x, y *float64) {
		if *x != *y {
			fmt.Printf("at %v: %v against %v\n", idx, *x, *y)
		}
	})
	// Output:
	// at [0 1]: 2 against 5
}

func ExampleEachIndexed3() {
	// Where the largest element of each row is.
	a := zip.FromSlice([]int{3, 9, 4, 8, 1, 2}, 2, 3)
	best := zip.FromSlice(make([]int, 2), 2, 1)
	where := zip.FromSlice(make([]int, 2), 2, 1)
	zip.EachIndexed3(a, zip.Acc(best), zip.Acc(where), func(idx []int, x, best, where *int) {
		if *x > *best {
			*best, *where = *x, idx[1]
		}
	})
	fmt.Println(best.Data, where.Data)
	// Output:
	// [9 8] [1 0]
}

func ExampleEachIndexed4() {
	r := zip.FromSlice([]uint8{255, 0}, 2)
	g := zip.FromSlice([]uint8{128, 1}, 2)
	b := zip.FromSlice([]uint8{0, 2}, 2)
	hex := zip.FromSlice(make([]string, 2), 2)
	zip.EachIndexed4(r, g, b, zip.Out(hex), func(idx []int, r, g, b *uint8, hex *string) {
		*hex = fmt.Sprintf("%d: #%02x%02x%02x", idx[0], *r, *g, *b)
	})
	fmt.Println(strings.Join(hex.Data, "\n"))
	// Output:
	// 0: #ff8000
	// 1: #000102
}

func ExampleRuns1() {
	// The inner four elements of a table of four columns: two short rows, which
	// are joined.
	v := zip.View[int]{Data: []int{0, 0, 0, 0, 0, 1, 2, 0, 0, 3, 4, 0}, Shape: []int{2, 2}, Strides: []int{4, 1}, Offset: 5}
	zip.Runs1(v, func(x []int) { fmt.Println(x) })
	// Output:
	// [1 2 3 4]
}

func ExampleRuns2() {
	a := zip.FromSlice([]float64{1, 2, 3, 4, 5, 6}, 2, 3)
	total := zip.FromSlice([]float64{0})
	// The total is repeated along every run, so that its slice has one element.
	zip.Runs2(a, zip.Acc(total), func(x, sum []float64) {
		for _, v := range x {
			sum[0] += v
		}
	})
	fmt.Println(total.Data)
	// Output:
	// [21]
}

func ExampleRuns3() {
	a := zip.FromSlice([]float32{1, 2, 3, 4}, 2, 2)
	b := zip.View[float32]{Data: []float32{1, 2, 3, 4}, Shape: []int{2, 2}, Strides: []int{1, 2}}
	sum := zip.FromSlice(make([]float32, 4), 2, 2)
	zip.Runs3(zip.Out(sum), a, b, func(s, x, y []float32) {
		for i := range s {
			s[i] = x[i] + y[i]
		}
	})
	fmt.Println(sum.Data)
	// Output:
	// [2 5 5 8]
}

func ExampleRuns4() {
	a := zip.FromSlice([]int{1, 2, 3}, 3)
	one := zip.FromSlice([]int{1}, 1)
	sum, product := zip.FromSlice(make([]int, 3), 3), zip.FromSlice(make([]int, 3), 3)
	// Two results from one walk.
	zip.Runs4(a, one, zip.Out(sum), zip.Out(product), func(x, y, s, p []int) {
		for i := range x {
			s[i], p[i] = x[i]+y[i], x[i]*y[i]
		}
	})
	fmt.Println(sum.Data, product.Data)
	// Output:
	// [2 3 4] [1 2 3]
}

func ExampleAll1() {
	a := zip.View[int]{Data: []int{1, 2, 3, 4}, Shape: []int{4}, Strides: []int{-1}, Offset: 3}
	for x := range zip.All1(a) {
		if x == 1 {
			break
		}
		fmt.Print(x, " ")
	}
	fmt.Println()
	// Output:
	// 4 3 2
}

func ExampleAll2() {
	names := zip.FromSlice([]string{"x", "y"}, 2)
	sizes := zip.FromSlice([]int{3, 5}, 2)
	for name, size := range zip.All2(names, sizes) {
		fmt.Println(name, size)
	}
	// Output:
	// x 3
	// y 5
}

func ExampleIn() {
	a := zip.FromSlice([]int{1, 2, 3}, 3)
	// In is what a alone means too: the pointer is to a copy.
	zip.Each1(zip.In(a), func(x *int) { *x = 0 })
	fmt.Println(a.Data)
	// Output:
	// [1 2 3]
}

func ExampleOut() {
	a := zip.FromSlice([]int{1, 2, 3}, 3)
	table := zip.FromSlice(make([]int, 6), 2, 3)
	defer func() {
		var err *zip.ShapeError
		if errors.As(recover().(error), &err) {
			fmt.Println(err)
		}
	}()
	// What is written is not repeated.
	zip.Each2(zip.Out(a), table, func(x, y *int) { *x = *y })
	// Output:
	// nd: zip.Each2: shapes [3] and [2 3] differ, and an Out operand is not repeated: axis 0 is missing
}

func ExampleAcc() {
	table := zip.FromSlice([]int{1, 2, 3, 4, 5, 6}, 2, 3)
	// The sums of the columns: all rows meet at one row.
	sum := zip.FromSlice(make([]int, 3), 3)
	zip.Each2(zip.Acc(sum), table, func(s, x *int) { *s += *x })
	fmt.Println(sum.Data)
	// The sums of the rows: all columns meet at one column.
	sum = zip.FromSlice(make([]int, 2), 2, 1)
	zip.Each2(zip.Acc(sum), table, func(s, x *int) { *s += *x })
	fmt.Println(sum.Data)
	// Output:
	// [5 7 9]
	// [6 15]
}

// A Board is a type with a view of its own.
type Board struct {
	cells []byte // 3 rows of 3
	black bool   // whether black looks at it, from the other side
}

func (b *Board) View() zip.View[byte] {
	v := zip.FromSlice(b.cells, 3, 3)
	if b.black {
		v.Strides, v.Offset = []int{-3, -1}, 8
	}
	return v
}

func ExampleViewer() {
	b := &Board{cells: []byte("RNB" + "   " + "rnb"), black: true}
	zip.EachIndexed1(b, func(idx []int, c *byte) {
		fmt.Printf("%c", *c)
		if idx[1] == 2 {
			fmt.Println("|")
		}
	})
	// Output:
	// bnr|
	//    |
	// BNR|
}

func ExampleView() {
	// Every second column of a table of four, from the last row to the first.
	data := []int{
		0, 1, 2, 3,
		4, 5, 6, 7,
	}
	v := zip.View[int]{Data: data, Shape: []int{2, 2}, Strides: []int{-4, 2}, Offset: 4}
	zip.EachIndexed1(v, func(idx []int, x *int) { fmt.Print(*x, " ") })
	fmt.Println(v.Check("example"))
	v.Offset = 7
	fmt.Println(v.Check("example"))
	// Output:
	// 4 6 0 2 <nil>
	// nd: example: shape [2 2]: strides [-4 2] from offset 7 leave the 8 elements of memory on axis 1
}

func ExampleFromSlice() {
	v := zip.FromSlice([]int{1, 2, 3, 4, 5, 6}, 2, -1)
	fmt.Println(v.Shape, v.Strides)
	// Output:
	// [2 3] [3 1]
}
