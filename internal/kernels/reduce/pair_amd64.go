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
func addWide256(lane *[Lanes]float64, x unsafe.Pointer, n int)

//go:noescape
func addDiff256(lane *[Lanes]float64, x, y unsafe.Pointer, n int)

//go:noescape
func addDev256(lane *[Lanes]float64, x, y unsafe.Pointer, n int)

//go:noescape
func addDot256(lane *[Lanes]float64, x, y unsafe.Pointer, n int)

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
		var lane [Lanes]float64
		fill(&lane, negZero)
		whole := n &^ (Lanes - 1)
		switch f {
		case Diff:
			addDiff256(&lane, x, y, whole)
		case Dev:
			addDev256(&lane, x, y, whole)
		case Wide:
			addWide256(&lane, x, whole)
		default:
			addDot256(&lane, x, y, whole)
		}
		if whole < n {
			rest := y
			if f == Diff || f == Dot {
				rest = unsafe.Add(y, 8*whole)
			}
			addPairsGo(f, &lane, unsafe.Add(x, f.Size()*whole), rest, n-whole)
		}
		*(*float64)(out) = endLanes(&lane)
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
