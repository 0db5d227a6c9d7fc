//go:build !amd64 || purego

package reduce

import (
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/ops"
)

// Force makes sums use another instruction set, for tests: there is none but
// compiled Go.
func Force(name string) (restore func(), ok bool) { return func() {}, name == "purego" }

func addBlocks(lane *[Lanes]float64, x []float64) []float64 { return addBlocksGo(lane, x) }

func sumRows(out, p unsafe.Pointer, n, rows int) { sumRowsGo(out, p, n, rows) }

func sumPairs(f Form, out, x, y unsafe.Pointer, n int) { sumPairsGo(f, out, x, y, n) }

func addColumns(f Form, acc, x, y unsafe.Pointer, cols, rows, stride, from int) {
	addColumnsGo(f, acc, x, y, cols, rows, stride, from)
}

func extremeRows(join ops.Op, k dtype.Kind, n int) extremeFunc { return nil }

func hasLanes() bool  { return false }
func hasLeaves() bool { return false }

func sumColumns(out, x unsafe.Pointer, cols, rows, stride int) {
	sumColumnsGo(out, x, cols, rows, stride)
}

func sumLanes(f Form, acc, x, y unsafe.Pointer, cols, stride int, lane *[4]laneRows, join int) {}
