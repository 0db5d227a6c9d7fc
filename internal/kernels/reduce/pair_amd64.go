//go:build !purego

package reduce

import "unsafe"

//go:noescape
func sumDiff512(out, x, y unsafe.Pointer, n int)

//go:noescape
func sumDev512(out, x, y unsafe.Pointer, n int)

//go:noescape
func sumDot512(out, x, y unsafe.Pointer, n int)

//go:noescape
func sumWide512(out, x unsafe.Pointer, n int)

//go:noescape
func sumWide256(out, x unsafe.Pointer, n int)

//go:noescape
func sumDiff256(out, x, y unsafe.Pointer, n int)

//go:noescape
func sumDev256(out, x, y unsafe.Pointer, n int)

//go:noescape
func sumDot256(out, x, y unsafe.Pointer, n int)

//go:noescape
func addColumns512(acc, x, y unsafe.Pointer, cols, rows, stride, from int)

//go:noescape
func addDevColumns512(acc, x, y unsafe.Pointer, cols, rows, stride, from int)

//go:noescape
func addColumns256(acc, x, y unsafe.Pointer, cols, rows, stride, from int)

//go:noescape
func addDevColumns256(acc, x, y unsafe.Pointer, cols, rows, stride, from int)

func sumPairs(f Form, out, x, y unsafe.Pointer, n int) {
	switch vector {
	case "avx512":
		switch f {
		case Diff:
			sumDiff512(out, x, y, n)
		case Dev:
			sumDev512(out, x, y, n)
		case Wide:
			sumWide512(out, x, n)
		default:
			sumDot512(out, x, y, n)
		}
		return
	case "avx2":
		switch f {
		case Diff:
			sumDiff256(out, x, y, n)
		case Dev:
			sumDev256(out, x, y, n)
		case Wide:
			sumWide256(out, x, n)
		default:
			sumDot256(out, x, y, n)
		}
		return
	}
	sumPairsGo(f, out, x, y, n)
}

func addColumns(f Form, acc, x, y unsafe.Pointer, cols, rows, stride, from int) {
	switch vector {
	case "avx512":
		if f == Dev {
			addDevColumns512(acc, x, y, cols, rows, stride, from)
		} else {
			addColumns512(acc, x, y, cols, rows, stride, from)
		}
		return
	case "avx2":
		done := cols &^ 3
		if f == Dev {
			addDevColumns256(acc, x, y, cols, rows, stride, from)
			y = unsafe.Add(y, 8*min(done, cols-1))
		} else {
			addColumns256(acc, x, y, cols, rows, stride, from)
		}
		if done < cols {
			addColumnsGo(f, unsafe.Add(acc, 8*done), unsafe.Add(x, 8*done), y, cols-done, rows, stride, from)
		}
		return
	}
	addColumnsGo(f, acc, x, y, cols, rows, stride, from)
}
