package lazy

import (
	"unsafe"

	"github.com/ndgo/nd/internal/kernels/reduce"
)

// A tallView adds up columns of several leaves each side by side, some rows at a time.
// It does for squares what a tallRun does for blocks that have been copied: leaves do not
// begin where columns do, and what a column has before its first leaf, its head, belongs
// to the leaf that the column before ends with, and stays in squares until that is there.
// Wide rows of float64 are as well copied.
type tallView struct {
	*viewPlan
	walk   viewWalk // over the rows
	tables [2][]int // where the next ones begin
	some   unsafe.Pointer
	heads  unsafe.Pointer
	stripe int // bytes from stripe to stripe of heads

	columns []tallColumn
	carry   *reduce.Leaf // that the column before ends with
	number  int          // of columns so far
	ended   func(sum float64)
}

// A tallColumn is a column in the making: its leaves, and what those came to that have
// ended.
type tallColumn struct {
	leaf  *reduce.Leaf
	sums  []float64
	ended func(sum float64)
}

const (
	// tallRows is how many rows are read at a time.
	tallRows = 256
	// tallWidth is how many stripes are read side by side.
	tallWidth = 8
)

// setTall sets what a plan of tall columns has, of an operand of so many bytes.
func (p *viewPlan) setTall(bytes int) {
	p.width, p.ahead = min(tallWidth, p.near.n/8), bytes > nearBytes
	p.quads.Column, p.quads.Stripe = lineBytes, tallRows*lineBytes+lineBytes
	p.quads.Even, p.quads.Odd = 32, reduce.SquareBytes-32
}

func newTallView(v *viewRun, r *foldRun) *tallView {
	t := &tallView{viewPlan: v.viewPlan, walk: newViewWalk(v.inner), stripe: reduce.LeafSize*lineBytes + lineBytes}
	for i := range t.tables {
		t.tables[i] = make([]int, tallRows)
	}
	t.some, t.heads = newLines(t.width*t.quads.Stripe), newLines(t.width*t.stripe)
	t.columns = make([]tallColumn, 8*t.width)
	for i := range t.columns {
		c := &t.columns[i]
		c.sums = make([]float64, 0, t.rows/reduce.LeafSize+1)
		c.ended = func(sum float64) { c.sums = append(c.sums, sum) }
		c.leaf = reduce.NewLeaf(c.ended)
	}
	part := &r.parts[0]
	t.ended = func(sum float64) {
		*(*float64)(part.leaf) = sum
		part.tree.add(part.leaf)
	}
	t.carry = reduce.NewLeaf(t.ended)
	return t
}

// head is how many elements column c has before its first leaf.
func (t *tallView) head(c int) int {
	return (reduce.LeafSize - c%reduce.LeafSize*(t.rows%reduce.LeafSize)%reduce.LeafSize) % reduce.LeafSize
}

// stripes adds up stripes, but for the first columns.
func (t *tallView) stripes(_ *foldRun, at unsafe.Pointer, width, skip int) {
	columns := t.columns[skip : 8*width]
	t.walk.start()
	table, other := t.tables[0], t.tables[1]
	some := t.walk.batch(table)
	for row := 0; row < t.rows; {
		next := t.walk.batch(other)
		if t.ahead {
			t.ask(at, next, 8*width)
		}
		m := len(some)
		for len(some)%8 != 0 {
			some = append(some, some[m-1])
		}
		q, squares := t.quads, t.some
		if row < reduce.LeafSize {
			q.Stripe, squares = t.stripe, unsafe.Add(t.heads, row*lineBytes)
		}
		q.Put(squares, at, some, width)
		for i := range columns {
			if from := max(0, t.head(t.number+i)-row); from < m {
				columns[i].leaf.AddRows(t.column(squares, i+skip, q.Stripe), from, m, m)
			}
		}
		row += m
		some, table, other = next, other, table
	}
	// What columns have come to is put in order.
	for i := range columns {
		c := &columns[i]
		if h := t.head(t.number + i); h > 0 {
			t.carry.AddRows(t.column(t.heads, i+skip, t.stripe), 0, h, reduce.LeafSize)
		}
		for _, sum := range c.sums {
			t.ended(sum)
		}
		c.sums = c.sums[:0]
		// Its last leaf is to be continued.
		t.carry, c.leaf = c.leaf, t.carry
		t.carry.Ended, c.leaf.Ended = t.ended, c.ended
	}
	t.number += len(columns)
}

// column is where a column of squares begins.
func (t *tallView) column(squares unsafe.Pointer, i, stripe int) unsafe.Pointer {
	return unsafe.Add(squares, i/8*stripe+i%8*lineBytes)
}

// finish sets the result.
func (t *tallView) finish(r *foldRun) {
	t.carry.Flush()
	t.number = 0
	r.parts[0].tree.result(r.parts[0].out)
}
