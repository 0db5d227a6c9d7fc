package reduce

import "unsafe"

// A Form is an expression of two operands x and y whose sums have kernels of
// their own, so that it is added up as it is computed: the sums behind
// distances, variances and products of vectors.
type Form uint8

// The forms.
const (
	None Form = iota // x
	Diff             // (x - y)^2
	Dev              // (x - y)^2, y being one element
	Dot              // x * y
	Wide             // x, of float32
)

// Size is that of an element of x.
func (f Form) Size() int {
	if f == Wide {
		return 4
	}
	return 8
}

// SumRows sets rows elements of float64 from out on, each to the sum of the form
// over n elements, a leaf at most: bit for bit that of the elements computed one
// by one. They are float64, or as the form says. From row to row x and y move by
// xstep and ystep bytes.
func SumRows(f Form, out, x, y unsafe.Pointer, n, rows, xstep, ystep int) {
	switch f {
	case None:
		sum(out, x, y, n, rows, xstep, ystep)
	case Diff:
		sumDiff(out, x, y, n, rows, xstep, ystep)
	case Dev:
		sumDev(out, x, y, n, rows, xstep, ystep)
	case Dot:
		sumDot(out, x, y, n, rows, xstep, ystep)
	case Wide:
		sumWide(out, x, y, n, rows, xstep, ystep)
	}
}

// sumGo does rows one by one. Of short ones only the lanes that have elements
// count.
func sumGo(out, x, _ unsafe.Pointer, n, rows, xstep, _ int) {
	var lane [Lanes]float64
	for r := range unsafe.Slice((*float64)(out), rows) {
		to := (*float64)(unsafe.Add(out, 8*r))
		row := unsafe.Slice((*float64)(unsafe.Add(x, r*xstep)), n)
		if n <= 4 {
			*to = sumFew(row)
			continue
		}
		fill(&lane, negZero)
		blocks := n / Lanes
		addBlocksGo(unsafe.Pointer(&lane), unsafe.Pointer(unsafe.SliceData(row)), blocks)
		for l, v := range row[blocks*Lanes:] {
			lane[l] += v
		}
		*to = endLanes(&lane)
	}
}

func sumWideGo(out, x, _ unsafe.Pointer, n, rows, xstep, _ int) {
	var lane [Lanes]float64
	for r := range rows {
		fill(&lane, negZero)
		for i, v := range unsafe.Slice((*float32)(unsafe.Add(x, r*xstep)), n) {
			lane[i%Lanes] += float64(v)
		}
		*(*float64)(unsafe.Add(out, 8*r)) = endLanes(&lane)
	}
}

func sumDiffGo(out, x, y unsafe.Pointer, n, rows, xstep, ystep int) {
	var lane [Lanes]float64
	for r := range rows {
		fill(&lane, negZero)
		b := unsafe.Slice((*float64)(unsafe.Add(y, r*ystep)), n)
		for i, v := range unsafe.Slice((*float64)(unsafe.Add(x, r*xstep)), n) {
			d := v - b[i]
			lane[i%Lanes] += float64(d * d)
		}
		*(*float64)(unsafe.Add(out, 8*r)) = endLanes(&lane)
	}
}

func sumDevGo(out, x, y unsafe.Pointer, n, rows, xstep, ystep int) {
	var lane [Lanes]float64
	for r := range rows {
		fill(&lane, negZero)
		m := *(*float64)(unsafe.Add(y, r*ystep))
		for i, v := range unsafe.Slice((*float64)(unsafe.Add(x, r*xstep)), n) {
			d := v - m
			lane[i%Lanes] += float64(d * d)
		}
		*(*float64)(unsafe.Add(out, 8*r)) = endLanes(&lane)
	}
}

func sumDotGo(out, x, y unsafe.Pointer, n, rows, xstep, ystep int) {
	var lane [Lanes]float64
	for r := range rows {
		fill(&lane, negZero)
		b := unsafe.Slice((*float64)(unsafe.Add(y, r*ystep)), n)
		for i, v := range unsafe.Slice((*float64)(unsafe.Add(x, r*xstep)), n) {
			lane[i%Lanes] += float64(v * b[i])
		}
		*(*float64)(unsafe.Add(out, 8*r)) = endLanes(&lane)
	}
}
