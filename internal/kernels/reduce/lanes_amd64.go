//go:build !purego

package reduce

import "unsafe"

//go:noescape
func addLanes512(acc, x, y unsafe.Pointer, cols, stride int, lane *[4]laneRows, join int)

//go:noescape
func addDevLanes512(acc, x, y unsafe.Pointer, cols, stride int, lane *[4]laneRows, join int)

//go:noescape
func sumColumns512(out, x unsafe.Pointer, cols, rows, stride int)

// hasLanes reports whether there are functions for several lanes at once.
func hasLanes() bool { return vector == "avx512" }

func sumColumns(out, x unsafe.Pointer, cols, rows, stride int) {
	sumColumns512(out, x, cols, rows, stride)
}

func sumLanes(f Form, acc, x, y unsafe.Pointer, cols, stride int, lane *[4]laneRows, join int) {
	if f == Dev {
		addDevLanes512(acc, x, y, cols, stride, lane, join)
	} else {
		addLanes512(acc, x, y, cols, stride, lane, join)
	}
}
