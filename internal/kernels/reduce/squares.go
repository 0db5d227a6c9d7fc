package reduce

import "unsafe"

// Sums of views across memory: where elements that follow one another in order lie
// far apart, but neighbours along another axis side by side, eight places of this
// axis, a stripe, are read at a time. They are the columns of squares: 8 by 8
// elements of float64, column by column. Squares follow one another along columns,
// which are then added up one after the other.

// Views reports whether there are vectors for what follows. Without them it is as good
// to copy elements.
func Views() bool { return hasVectors() }

// SquareBytes is the size of a square.
const SquareBytes = 8 * 8 * 8

// A Quads puts rows of elements into columns of float64: four rows at a time.
type Quads struct {
	Size int // bytes of an element: 8, or 4 if they are float32
	Near int // bytes from element to element in a row

	Column    int // bytes from column to column
	Stripe    int // from stripe to stripe
	Even, Odd int // from quad to quad, by turns
}

// Put puts rows of 8*stripes elements, which begin at src + table[i], four for each
// of some quads, so that row i is element i of each column.
func (q *Quads) Put(dst, src unsafe.Pointer, table []int, stripes int) {
	n := len(table) / 4
	inOrder := q.Stripe == 8*q.Column
	squares := q.Column == 64 && q.Even == 32 && q.Odd == SquareBytes-32 && n%2 == 0
	if n == 0 || stripes == 0 {
		return
	}
	t := unsafe.Pointer(unsafe.SliceData(table))
	switch {
	case squares && q.Near == 8 && q.Size == 8:
		putSquares(dst, src, t, n/2, stripes, q.Stripe, SquareBytes-stripes*q.Stripe)
	case squares && q.Near == 4:
		putSquaresWide(dst, src, t, n/2, stripes, q.Stripe, SquareBytes-stripes*q.Stripe)
	case inOrder && q.Near == 8 && q.Size == 8:
		quads(dst, src, t, n, 2*stripes, 4*q.Column, q.Column, q.Even, q.Odd)
	case q.Size == 8:
		quadsApart(dst, src, t, n, stripes, q.Stripe, q.Column, q.Even, q.Odd, q.Near)
	case inOrder && q.Near == 4:
		quadsWide(dst, src, t, n, 2*stripes, 4*q.Column, q.Column, q.Even, q.Odd)
	default:
		quadsApartWide(dst, src, t, n, stripes, q.Stripe, q.Column, q.Even, q.Odd, q.Near)
	}
}

// quadsGo does stripes of four columns, quadsApartGo those of eight.
func quadsGo(dst, src, table unsafe.Pointer, quads, stripes, stripe, column, even, odd int) {
	quadsOf[float64](dst, src, table, quads, stripes, 4, stripe, column, even, odd, 8)
}

func quadsWideGo(dst, src, table unsafe.Pointer, quads, stripes, stripe, column, even, odd int) {
	quadsOf[float32](dst, src, table, quads, stripes, 4, stripe, column, even, odd, 4)
}

func quadsApartGo(dst, src, table unsafe.Pointer, quads, stripes, stripe, column, even, odd, near int) {
	quadsOf[float64](dst, src, table, quads, stripes, 8, stripe, column, even, odd, near)
}

func quadsApartWideGo(dst, src, table unsafe.Pointer, quads, stripes, stripe, column, even, odd, near int) {
	quadsOf[float32](dst, src, table, quads, stripes, 8, stripe, column, even, odd, near)
}

// quadsOf does stripes of width columns.
func quadsOf[T float32 | float64](dst, src, table unsafe.Pointer, quads, stripes, width, stripe, column, even, odd, near int) {
	at := 0
	for q, row := range unsafe.Slice((*[4]int)(table), quads) {
		for c := range width * stripes {
			to := at + c/width*stripe + c%width*column
			for i := range row {
				*(*float64)(unsafe.Add(dst, to+8*i)) = float64(*(*T)(unsafe.Add(src, row[i]+c*near)))
			}
		}
		if q%2 == 0 {
			at += even
		} else {
			at += odd
		}
	}
}

// A Leaf adds up one leaf after the other, from columns of squares.
type Leaf struct {
	// The lanes, twice: where they begin, at from, does not matter to what they come
	// to in the end, so that they need not be put in order between columns.
	lanes [2 * Lanes]float64
	from  int
	n     int               // elements that the leaf has
	Ended func(sum float64) // is called with the sum of each leaf
}

// NewLeaf returns a Leaf that calls ended with the sum of each leaf.
func NewLeaf(ended func(sum float64)) *Leaf {
	l := &Leaf{Ended: ended}
	l.start()
	return l
}

func (l *Leaf) start() {
	for i := range l.lanes {
		l.lanes[i] = negZero
	}
	l.from, l.n = 0, 0
}

// Flush ends a leaf that is not full.
func (l *Leaf) Flush() {
	if l.n > 0 {
		l.end()
	}
}

func (l *Leaf) end() {
	var s float64
	sum(unsafe.Pointer(&s), unsafe.Pointer(&l.lanes), nil, Lanes, 1, 0, 0) // lanes are a leaf of one block
	l.Ended(s)
	l.start()
}

// AddColumns adds columns of rows elements each from the squares at p.
func (l *Leaf) AddColumns(p unsafe.Pointer, rows, columns int) {
	for c := 0; c < columns; {
		if whole := min(columns-c, (LeafSize-l.n)/rows); whole > 0 {
			l.add(unsafe.Add(p, c*64), rows, whole)
			if c += whole; c == columns {
				return
			}
		}
		l.AddRows(unsafe.Add(p, c*64), 0, rows, rows) // the end of a leaf is in this column, or several are
		c++
	}
}

// AddRows adds rows from to to of a column of squares that has so many rows.
func (l *Leaf) AddRows(p unsafe.Pointer, from, to, rows int) {
	for row := from; row < to; {
		row = l.part(p, row, min(to, row+LeafSize-l.n), rows)
	}
}

// add adds columns without the end of a leaf in them, but perhaps behind them.
func (l *Leaf) add(p unsafe.Pointer, rows, columns int) {
	addSquares(unsafe.Pointer(&l.lanes), p, l.from, rows, columns)
	l.from = rows % Lanes
	if l.n += rows * columns; l.n == LeafSize {
		l.end()
	}
}

// part adds rows from to to of a column, and returns to.
func (l *Leaf) part(p unsafe.Pointer, from, to, rows int) int {
	for row := from; row < to; {
		at := unsafe.Add(p, row/8*SquareBytes)
		if row%8 == 0 && (to-row >= 8 || to == rows) {
			end := to
			if to < rows {
				end &^= 7
			}
			l.add(at, end-row, 1)
			row = end
			continue
		}
		v := *(*float64)(unsafe.Add(at, row%8*8))
		i := l.from % Lanes
		l.lanes[i] += v
		l.lanes[i+Lanes] = l.lanes[i]
		l.from = (i + 1) % Lanes
		row++
		if l.n++; l.n == LeafSize {
			l.end()
		}
	}
	return to
}

func addSquaresGo(lanes, x unsafe.Pointer, from, rows, columns int) {
	twice := (*[2 * Lanes]float64)(lanes)
	var lane [Lanes]float64
	for c := range columns {
		copy(lane[:], twice[from:])
		for r := 0; r < rows; r += 8 {
			column := (*[8]float64)(unsafe.Add(x, r/8*SquareBytes+c*64))
			part := lane[r%Lanes:]
			for i, v := range column[:min(8, rows-r)] {
				part[i] += v
			}
		}
		copy(twice[:Lanes], lane[:])
		copy(twice[Lanes:], lane[:])
		from = rows % Lanes
	}
}

// putSquaresGo puts squares, two quads each; from the end of a row of squares to the
// next one it is back bytes.
func putSquaresGo(dst, src, table unsafe.Pointer, squares, stripes, stripe, _ int) {
	quadsOf[float64](dst, src, table, 2*squares, stripes, 8, stripe, 64, 32, SquareBytes-32, 8)
}

func putSquaresWideGo(dst, src, table unsafe.Pointer, squares, stripes, stripe, _ int) {
	quadsOf[float32](dst, src, table, 2*squares, stripes, 8, stripe, 64, 32, SquareBytes-32, 4)
}
