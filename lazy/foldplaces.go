package lazy

import (
	"unsafe"

	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/kernels/reduce"
	"github.com/ndgo/nd/internal/loops"
	"github.com/ndgo/nd/internal/ops"
	"github.com/ndgo/nd/internal/prefetch"
)

// Places of minima and maxima by columns: rows of elements are compared with a row
// of what is best so far. They are taken some at a time, from memory or from a
// buffer that the program computes them into.

const (
	// placeRows is how many rows are taken from memory side by side, if they are
	// not in the cache.
	placeRows = 16
	// placeWidth is the number of columns in a strip at most: what is best and
	// where, is to stay in the cache.
	placeWidth = 2048
	// placeBuffer is how many bytes of rows are computed at a time.
	placeBuffer = 16 << 10
)

// placesByColumns reports whether the places of the extremes of a over some axes
// are found by columns: if memory runs along kept axes, and these are long enough
// for vectors.
func (b *planner) placesByColumns(r *node) bool {
	a, over := r.args[0], r.fold.over
	if r.fold.seq == nil || r.fold.seq.place == ops.Invalid || !b.columnwise(a, over) {
		return false
	}
	width := 1
	for _, k := range walkOrder([]*node{r}, over)[:len(a.shape)-len(over)] {
		if a.shape[k] > 1 {
			width = a.shape[k]
		}
	}
	return reduce.PlacesPay(a.typ.Kind, width)
}

// planPlaces plans strips for places. They need no program if rows lie in memory
// at one distance from each other.
func (b *planner) planPlaces(roots []*node, kept int, st *stage) {
	c := st.fold.columns
	n, size := b.shape[kept-1], st.fold.values[0].size
	c.place = true
	b.planStrips(roots, kept, min(n, placeWidth), st)
	c.lanes = max(1, min(st.fold.count, placeBuffer/(c.strip[0].width*size)))
	if code := c.strip[0].first.code; len(code) == 2 && code[0].Op == ops.Load {
		c.pair.x = code[0].Slot
		c.stride, c.direct = alongStrips(c.strip[0].first.operands[c.pair.x], kept)
	}
}

// placeStrip finds the places of a strip.
func (r *foldRun) placeStrip(sc *loops.Scratch) {
	c, p := r.fs.columns, &r.parts[0]
	p.places.Start(unsafe.Add(p.out, r.off*p.size), r.strip.width)
	if !c.direct {
		r.strip.first.nest.RunRows((*placeColumns)(r), r.walk, r.at, sc)
	} else {
		x, some := r.at[c.pair.x], r.fs.count
		if r.fs.far {
			some = placeRows
		}
		for row := 0; row < r.fs.count; row += some {
			p.places.Add(unsafe.Add(x, row*c.stride), min(some, r.fs.count-row), c.stride)
		}
	}
	p.places.End()
}

// placeColumns takes the rows of a strip one after the other.
type placeColumns foldRun

// RunRows is called by the nest for rows that are steps apart.
func (c *placeColumns) RunRows(f *prog.Frame, n, rows int, steps []int) {
	r := (*foldRun)(c)
	cols := r.strip.width
	if n != cols || r.col != 0 {
		prog.Rows(c, f, n, rows, steps)
		return
	}
	g, size := r.first[r.which], r.parts[0].elem
	for rows > 0 {
		m := min(rows, r.fs.columns.lanes-r.row%r.fs.columns.lanes)
		if r.fs.far {
			for k, o := range r.walk.Slots[:len(steps)] {
				if s := r.fs.columns.ahead[k]; s > 0 && steps[k] != n*s && rows > m {
					prefetch.Rows(unsafe.Add(o.Ptr, m*steps[k]), n*s, min(m, rows-m), steps[k])
				}
			}
		}
		c.set(g, 0)
		r.moves = append(append(r.moves[:0], steps[:len(g.Slots)-1]...), cols*size)
		r.strip.first.prog.RunRows(g, cols, m, r.moves)
		if rows -= m; rows > 0 {
			f.Move(steps, m)
		}
		c.took(m * cols)
	}
}

// Run is called by the nest for each of its segments, in order.
func (c *placeColumns) Run(_ *prog.Frame, n int) {
	r := (*foldRun)(c)
	g, cols, lanes := r.first[r.which], r.strip.width, r.fs.columns.lanes
	for done := 0; done < n; {
		m := min(n-done, (lanes-r.row%lanes)*cols-r.col)
		c.set(g, done)
		r.strip.first.prog.Run(g, m)
		done += m
		c.took(m)
	}
}

// set sets the slots of the program, done elements into a segment.
func (c *placeColumns) set(g *prog.Frame, done int) {
	r := (*foldRun)(c)
	p := &r.parts[0]
	last := len(g.Slots) - 1
	for i, o := range r.walk.Slots[:last] {
		g.Slots[i] = prog.Operand{Ptr: unsafe.Add(o.Ptr, done*o.Stride), Stride: o.Stride}
	}
	at := r.row%r.fs.columns.lanes*r.strip.width + r.col
	g.Slots[last] = prog.Operand{Ptr: unsafe.Add(p.acc, at*p.elem), Stride: p.elem}
}

// took counts m elements, and takes the rows in the buffer if it is full.
func (c *placeColumns) took(m int) {
	r := (*foldRun)(c)
	p, cols, lanes := &r.parts[0], r.strip.width, r.fs.columns.lanes
	r.col += m
	r.row += r.col / cols
	r.col %= cols
	if r.col != 0 || r.row%lanes != 0 && r.row != r.fs.count {
		return
	}
	rows := r.row % lanes
	if rows == 0 {
		rows = lanes
	}
	p.places.Add(p.acc, rows, cols*p.elem)
}
