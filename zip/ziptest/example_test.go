package ziptest_test

import (
	"fmt"

	"github.com/ndgo/nd/zip"
	"github.com/ndgo/nd/zip/ziptest"
)

// A Grid is somebody's own type of array.
type Grid struct {
	Cols  int
	Cells []float32
}

func (g *Grid) View() zip.View[float32] {
	return zip.View[float32]{
		Data:    g.Cells,
		Shape:   []int{g.Cols, g.Cols}, // wrong: it need not be square
		Strides: []int{g.Cols, 1},
	}
}

func ExampleTestViewer() {
	g := &Grid{Cols: 3, Cells: make([]float32, 6)}
	fmt.Println(ziptest.TestViewer(g))
	// Output:
	// ziptest: view is not valid: nd: view: shape [3 3]: strides [3 1] from offset 0 leave the 6 elements of memory on axis 0
}
