package lazy_test

import (
	"fmt"

	"github.com/ndgo/nd/lazy"
	"github.com/ndgo/nd/zip"
)

// A Table is an array type of one's own: its rows lie one after the other.
type Table struct {
	cells []float64
	cols  int
}

func (t *Table) View() zip.View[float64] {
	return zip.View[float64]{Data: t.cells, Shape: []int{len(t.cells) / t.cols, t.cols}, Strides: []int{t.cols, 1}}
}

func Example() {
	a := &Table{[]float64{3, 5, 8, 6, 12, 15}, 3}
	x := lazy.From(a)
	y := x.Mul(x).Add(x.Over(0).KeepDims().Sum().Mul(lazy.Const(10.0))).Sqrt()
	fmt.Println(y.Shape(), y)

	b := &Table{make([]float64, 6), 3}
	fmt.Println(lazy.EvalInto(y, b), b.cells[0], b.cells[3])

	// The first error sticks.
	fmt.Println(x.Add(lazy.From(&Table{make([]float64, 4), 2})).Exp().Err())
	// Output:
	// [2 3] sqrt(add(mul(a, a), mul(sum(a), 10)))
	// <nil> 9.9498743710662 11.224972160321824
	// nd: add: shapes [2 3] and [2 2] do not broadcast: axis 1 is 3 against 2 (step 1: add)
}
