package reduce

import "unsafe"

// SumColumns sets out[c], for each of cols columns, to the sum of a leaf: of
// rows rows, 1 to LeafSize, whose elements c are stride bytes apart from row to
// row. With Dev it is the sum of squares of distances from y[c], with None that
// of x alone. acc is room for ColumnRows rows of cols elements. near says that
// x is likely to be in the second-level cache.
func SumColumns(f Form, out, acc, x, y unsafe.Pointer, cols, rows, stride int, near bool) {
	if !near && rows > Lanes && rows*stride <= nearBytes && stride <= 16*cols {
		touch(x, (rows-1)*stride+8*cols)
		near = true
	}
	// If there are few rows, or memory need not be seen ahead, all lanes of some
	// columns are added up at the same time; of columns that do not take a line,
	// if there are not many.
	if f == None && hasVectors() && (rows <= Lanes || near && rows*stride <= leafBytes()) {
		sumColumns(out, x, cols, rows, stride)
		return
	}
	s := columnSums{form: f, out: out, acc: acc, x: x, y: y, cols: cols, rows: rows, stride: stride, lanes: 1}
	if hasVectors() {
		for s.lanes < 4 && 2*s.lanes*s.of(0) <= rowsAtOnce {
			s.lanes *= 2
		}
	}
	s.node(0, 1, 0, false)
}

// AddColumns adds, for each of cols columns, the elements of rows rows of
// float64, stride bytes apart, one after the other: to acc[c] if from is not
// 0, else to the first of them. With Dev they are squares of distances from
// y[c], with None x alone.
func AddColumns(f Form, acc, x, y unsafe.Pointer, cols, rows, stride, from int) {
	if f == Dev {
		addColumnsDev(acc, x, y, cols, rows, stride, from)
	} else {
		addColumns(acc, x, y, cols, rows, stride, from)
	}
}

func addColumnsGo(acc, x, _ unsafe.Pointer, cols, rows, stride, from int) {
	d := unsafe.Slice((*float64)(acc), cols)
	for r := range rows {
		a := unsafe.Slice((*float64)(unsafe.Add(x, r*stride)), cols)
		if r == 0 && from == 0 {
			copy(d, a)
			continue
		}
		for c, v := range a {
			d[c] += v
		}
	}
}

func addColumnsDevGo(acc, x, y unsafe.Pointer, cols, rows, stride, from int) {
	d, m := unsafe.Slice((*float64)(acc), cols), unsafe.Slice((*float64)(y), cols)
	for r := range rows {
		for c, v := range unsafe.Slice((*float64)(unsafe.Add(x, r*stride)), cols) {
			e := v - m[c]
			e = float64(e * e)
			if r > 0 || from != 0 {
				e += d[c]
			}
			d[c] = e
		}
	}
}

// sumLanesOf sets acc[c], or joins to it if join is not 0, the sum of four lanes
// of column c, stride bytes from row to row. They are folded as they are given:
// the first two, the last two, both sums.
func sumLanesOf(f Form, acc, x, y unsafe.Pointer, lane *[4]laneRows, cols, stride, join int) {
	if f == Dev {
		sumLanesDev(acc, x, y, unsafe.Pointer(lane), cols, stride, join)
	} else {
		sumLanes(acc, x, y, unsafe.Pointer(lane), cols, stride, join)
	}
}

func sumLanesGo(acc, x, _, lane unsafe.Pointer, cols, stride, join int) {
	foldLanes(acc, x, lane, cols, stride, join, func(v float64, _ int) float64 { return v })
}

func sumLanesDevGo(acc, x, y, lane unsafe.Pointer, cols, stride, join int) {
	foldLanes(acc, x, lane, cols, stride, join, func(v float64, c int) float64 {
		d := v - *(*float64)(unsafe.Add(y, 8*c))
		return float64(d * d)
	})
}

func foldLanes(acc, x, lane unsafe.Pointer, cols, stride, join int, value func(v float64, c int) float64) {
	for c := range cols {
		var sum [4]float64
		for i, l := range (*[4]laneRows)(lane) {
			sum[i] = negZero
			for r := range l.rows {
				sum[i] += value(*(*float64)(unsafe.Add(x, l.offset+r*stride+8*c)), c)
			}
		}
		s := (sum[0] + sum[1]) + (sum[2] + sum[3])
		to := (*float64)(unsafe.Add(acc, 8*c))
		if join != 0 {
			s += *to
		}
		*to = s
	}
}

// sumColumnsGo adds up a leaf column by column.
func sumColumnsGo(out, x unsafe.Pointer, cols, rows, stride int) {
	var lane [Lanes]float64
	for c := range cols {
		fill(&lane, negZero)
		at := 8 * c
		for r := range rows {
			lane[r%Lanes] += *(*float64)(unsafe.Add(x, at))
			at += stride
		}
		*(*float64)(unsafe.Add(out, 8*c)) = endLanes(&lane)
	}
}

// ColumnRows is the number of rows of accumulators that SumColumns needs beside
// its result.
const ColumnRows = 5

// rowsAtOnce is how many rows are added up side by side: enough for memory to be
// busy, and few enough for the processor to follow them all.
const rowsAtOnce = 16

// laneRows are the rows of a lane: where the first begins, and how many there
// are.
type laneRows struct{ offset, rows int }

// columnSums are sums of columns in the making. The lanes of a leaf are folded
// by a tree: the node (l, s) is the sum of the lanes l, l+s, l+2s, ..., and that
// of its children (l, 2s) and (l+s, 2s). Going down this tree takes few rows of
// accumulators, however many lanes there are.
type columnSums struct {
	form               Form
	out, acc, x, y     unsafe.Pointer
	cols, rows, stride int
	lanes              int // at once
}

// node sets row r of the accumulators to node (l, s), or joins it to it.
func (c *columnSums) node(l, s, r int, join bool) {
	switch {
	case s*c.lanes == Lanes:
		c.leaf(l, s, r, join)
	case l+s >= c.rows: // the other child is empty
		c.node(l, 2*s, r, join)
	case join:
		c.node(l, s, r+1, false)
		c.join(r)
	default:
		c.node(l, 2*s, r, false)
		c.node(l+s, 2*s, r, true)
	}
}

func (c *columnSums) row(r int) unsafe.Pointer {
	if r == 0 {
		return c.out
	}
	return unsafe.Add(c.acc, (r-1)*c.cols*8)
}

// of is the number of rows in a lane.
func (c *columnSums) of(lane int) int { return max(0, (c.rows-lane+Lanes-1)/Lanes) }

// join joins row r+1 to row r.
func (c *columnSums) join(r int) {
	addColumns(c.row(r), c.row(r+1), nil, c.cols, 1, 0, 1)
}

// leaf sets or joins a node from memory.
func (c *columnSums) leaf(l, s, r int, join bool) {
	if hasVectors() && c.of(l) <= rowsAtOnce {
		var lanes [4]laneRows
		// In the order of folding.
		for i := range c.lanes {
			k := l + [4]int{0, 16, 8, 24}[i]
			lanes[i] = laneRows{k * c.stride, c.of(k)}
		}
		j := 0
		if join {
			j = 1
		}
		sumLanesOf(c.form, c.row(r), c.x, c.y, &lanes, c.cols, Lanes*c.stride, j)
		return
	}
	to := r
	if join {
		to++
	}
	for done := 0; done < c.of(l); done += rowsAtOnce {
		x := unsafe.Add(c.x, (l+done*Lanes)*c.stride)
		AddColumns(c.form, c.row(to), x, c.y, c.cols, min(rowsAtOnce, c.of(l)-done), Lanes*c.stride, done)
	}
	if join {
		c.join(r)
	}
}

// nearBytes is what a second-level cache is sure to hold.
const nearBytes = 512 << 10

// touch brings n bytes, 8 or more, nearer: in order, which is what processors
// see ahead.
//
//go:noinline
func touch(p unsafe.Pointer, n int) (sum uint64) {
	at := func(i int) uint64 { return *(*uint64)(unsafe.Add(p, i)) }
	i := 0
	for ; i+256 <= n; i += 256 {
		sum += at(i) + at(i+64) + at(i+128) + at(i+192)
	}
	for ; i+8 <= n; i += 64 {
		sum += at(i)
	}
	return sum
}
