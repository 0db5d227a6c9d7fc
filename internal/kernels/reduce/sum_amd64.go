//go:build !purego

package reduce

import (
	"unsafe"

	"github.com/ndgo/nd/internal/kernels/tile"
)

//go:noescape
func addBlocks512(lane *[Lanes]float64, p *float64, blocks int)

//go:noescape
func sumRows512(out, p unsafe.Pointer, n, rows int)

//go:noescape
func addBlocks256(lane *[Lanes]float64, p *float64, blocks int)

//go:noescape
func sumRows256(out, p unsafe.Pointer, n, rows int)

// vector is the instruction set in use, that of the tile evaluator.
var vector = tile.ISA()

// Force makes sums use another instruction set, for tests: avx512, avx2 or
// purego. It reports whether the machine has it.
func Force(name string) (restore func(), ok bool) {
	back, ok := tile.Force(name)
	defer back()
	old := vector
	if ok {
		vector = name
	}
	return func() { vector = old }, ok
}

// addBlocks adds whole blocks of 32 elements and returns the rest.
func addBlocks(lane *[Lanes]float64, x []float64) []float64 {
	blocks := len(x) / Lanes
	if blocks == 0 {
		return x
	}
	switch vector {
	case "avx512":
		addBlocks512(lane, &x[0], blocks)
	case "avx2":
		addBlocks256(lane, &x[0], blocks)
	default:
		return addBlocksGo(lane, x)
	}
	return x[blocks*Lanes:]
}

func sumRows(out, p unsafe.Pointer, n, rows int) {
	switch vector {
	case "avx512":
		sumRows512(out, p, n, rows)
	case "avx2":
		sumRows256(out, p, n, rows)
	default:
		sumRowsGo(out, p, n, rows)
	}
}
