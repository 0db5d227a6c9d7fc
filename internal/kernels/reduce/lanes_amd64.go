//go:build !purego

package reduce

import "unsafe"

//go:noescape
func addLanes512(acc, x, y unsafe.Pointer, cols, stride int, lane *[4]laneRows, join int)

//go:noescape
func addDevLanes512(acc, x, y unsafe.Pointer, cols, stride int, lane *[4]laneRows, join int)

//go:noescape
func sumColumns256(out, x unsafe.Pointer, cols, rows, stride int)

//go:noescape
func sumColumns512(out, x unsafe.Pointer, cols, rows, stride int)

// hasLanes reports whether there are functions for several lanes at once,
// hasLeaves whether there is one for all lanes.
func hasLanes() bool  { return vector == "avx512" }
func hasLeaves() bool { return vector != "purego" }

func sumColumns(out, x unsafe.Pointer, cols, rows, stride int) {
	switch vector {
	case "avx512":
		sumColumns512(out, x, cols, rows, stride)
	case "avx2":
		sumColumns256(out, x, cols, rows, stride)
		done := cols &^ 3
		sumColumnsGo(unsafe.Add(out, 8*min(done, cols-1)), unsafe.Add(x, 8*min(done, cols-1)), cols-done, rows, stride)
	default:
		sumColumnsGo(out, x, cols, rows, stride)
	}
}

func sumLanes(f Form, acc, x, y unsafe.Pointer, cols, stride int, lane *[4]laneRows, join int) {
	if f == Dev {
		addDevLanes512(acc, x, y, cols, stride, lane, join)
	} else {
		addLanes512(acc, x, y, cols, stride, lane, join)
	}
}
