package reduce

import "unsafe"

// A Form is an expression of two operands x and y whose sums have kernels of
// their own, so that it is added up as it is computed: the sums behind
// distances, variances and products of vectors.
type Form uint8

// The forms.
const (
	None Form = iota
	Diff      // (x - y)^2
	Dev       // (x - y)^2, y being one element
	Dot       // x * y
	Wide      // x, of float32
)

// Size is that of an element of x.
func (f Form) Size() int {
	if f == Wide {
		return 4
	}
	return 8
}

// SumPairs sets *out to the sum of the form over n elements, a leaf at most: bit
// for bit that of the elements computed one by one. They are float64, or as the
// form says.
func SumPairs(f Form, out, x, y unsafe.Pointer, n int) { sumPairs(f, out, x, y, n) }

// AddColumns adds, for each of cols columns, the elements of rows rows of
// float64, stride bytes apart, one after the other: to acc[c] if from is not
// 0, else to the first of them. With Dev they are squares of distances from
// y[c], with None x alone.
func AddColumns(f Form, acc, x, y unsafe.Pointer, cols, rows, stride, from int) {
	addColumns(f, acc, x, y, cols, rows, stride, from)
}

func sumPairsGo(f Form, out, x, y unsafe.Pointer, n int) {
	var lane [Lanes]float64
	fill(&lane, negZero)
	addPairsGo(f, &lane, x, y, n)
	*(*float64)(out) = endLanes(&lane)
}

func addPairsGo(f Form, lane *[Lanes]float64, x, y unsafe.Pointer, n int) {
	if f == Wide {
		for i, v := range unsafe.Slice((*float32)(x), n) {
			lane[i%Lanes] += float64(v)
		}
		return
	}
	a := unsafe.Slice((*float64)(x), n)
	if f == Dev {
		m := *(*float64)(y)
		for i, v := range a {
			d := v - m
			lane[i%Lanes] += float64(d * d)
		}
		return
	}
	b := unsafe.Slice((*float64)(y), n)
	if f == Diff {
		for i, v := range a {
			d := v - b[i]
			lane[i%Lanes] += float64(d * d)
		}
		return
	}
	for i, v := range a {
		lane[i%Lanes] += float64(v * b[i])
	}
}

func addColumnsGo(f Form, acc, x, y unsafe.Pointer, cols, rows, stride, from int) {
	d := unsafe.Slice((*float64)(acc), cols)
	for r := range rows {
		a := unsafe.Slice((*float64)(unsafe.Add(x, r*stride)), cols)
		if f == Dev {
			m := unsafe.Slice((*float64)(y), cols)
			for c, v := range a {
				e := v - m[c]
				e = float64(e * e)
				if r > 0 || from != 0 {
					e += d[c]
				}
				d[c] = e
			}
			continue
		}
		if r == 0 && from == 0 {
			copy(d, a)
			continue
		}
		for c, v := range a {
			d[c] += v
		}
	}
}
