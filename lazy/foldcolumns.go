package lazy

import (
	"unsafe"

	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/kernels/reduce"
	"github.com/ndgo/nd/internal/loops"
	"github.com/ndgo/nd/internal/prefetch"
)

// Columns: passes of reductions that add rows to a row of accumulators.

// strips evaluates reductions strip by strip of columns.
func (r *foldRun) strips(bases []unsafe.Pointer, sc *loops.Scratch) {
	c := r.fs.columns
	clear(r.idx)
	strips := len(r.idx) - 1
	for {
		r.off = 0
		copy(r.at, bases)
		for a, i := range r.idx {
			r.off += i * c.into[a]
			for k := range r.at {
				if r.at[k] != nil {
					r.at[k] = unsafe.Add(r.at[k], i*c.moves[a][k])
				}
			}
		}
		r.which = 0
		if r.idx[strips] == c.outer[strips]-1 {
			r.which = 1
		}
		r.strip = &c.strip[r.which]
		r.row, r.col = 0, 0
		for i := range r.parts {
			p := &r.parts[i]
			p.tree.cols, p.tree.width = r.strip.width, r.strip.width*p.elem
		}
		switch {
		case c.place:
			r.placeStrip(sc)
		case c.direct:
			r.directStrip()
		case c.lanewise != nil:
			r.laneStrip()
		default:
			r.strip.more.nest.RunRows((*columns)(r), r.walk, r.at, sc)
		}
		a := strips
		for ; a >= 0; a-- {
			if r.idx[a]++; r.idx[a] < c.outer[a] {
				break
			}
			r.idx[a] = 0
		}
		if a < 0 {
			break
		}
	}
	clear(r.at)
	clear(r.acc)
	for i := range r.first {
		clear(r.first[i].Slots)
		clear(r.more[i].Slots)
	}
}

// directStrip adds up a strip from memory.
func (r *foldRun) directStrip() {
	c, p, cols := r.fs.columns, &r.parts[0], r.strip.width
	x, y := r.at[c.pair.x], r.at[c.pair.y]
	out := unsafe.Add(p.out, r.off*8)
	if r.fs.count <= reduce.LeafSize {
		reduce.SumColumns(c.pair.form, out, p.acc, x, y, cols, r.fs.count, c.stride, c.near)
		return
	}
	for row := 0; row < r.fs.count; row += reduce.LeafSize {
		rest := unsafe.Add(p.acc, cols*8)
		reduce.SumColumns(c.pair.form, p.acc, rest, unsafe.Add(x, row*c.stride), y, cols, min(r.fs.count-row, reduce.LeafSize), c.stride, c.near)
		p.tree.add(p.acc)
	}
	p.tree.result(out)
}

// columns takes the rows of a strip one after the other.
type columns foldRun

// aheadBytes is how much to ask memory for at a time, counting 8 bytes an element:
// it forgets what is more.
const aheadBytes = 8 << 10

// RunRows is called by the nest for rows that are steps apart.
func (c *columns) RunRows(f *prog.Frame, n, rows int, steps []int) {
	r := (*foldRun)(c)
	lanes, cols := r.fs.columns.lanes, r.strip.width
	if n != cols || r.col != 0 || r.fs.columns.scan {
		prog.Rows(c, f, n, rows, steps)
		return
	}
	for rows > 0 {
		lane := r.row % lanes
		m := min(rows, lanes-lane)
		if r.fs.far {
			m = min(m, max(1, aheadBytes/(8*cols)))
			for k, o := range r.walk.Slots[:len(steps)] {
				if size := r.fs.columns.ahead[k]; size > 0 && steps[k] != n*size && rows > m {
					prefetch.Rows(unsafe.Add(o.Ptr, m*steps[k]), n*size, min(m, rows-m), steps[k])
				}
			}
		}
		for i := range r.parts {
			p := &r.parts[i]
			r.acc[i] = unsafe.Add(p.acc, lane*cols*p.elem)
		}
		g, program := r.first[r.which], r.strip.first.prog
		if r.leafRow() >= lanes {
			g, program = r.more[r.which], r.strip.more.prog
		}
		r.shift(g, 0)
		r.moves = append(r.moves[:0], steps[:len(r.walk.Slots)-2*len(r.acc)]...)
		for i := len(r.moves); i < len(g.Slots); i++ {
			r.moves = append(r.moves, cols*g.Slots[i].Stride)
		}
		program.RunRows(g, cols, m, r.moves)
		r.row += m
		if rows -= m; rows > 0 {
			f.Move(steps, m)
		}
		if r.row == r.fs.count || r.leafRow() == 0 {
			r.fold()
		}
	}
}

// Run is called by the nest for each of its segments, in order. Rows follow
// each other in the accumulators as they do in a segment, so that many short
// ones are one run.
func (c *columns) Run(_ *prog.Frame, n int) {
	r := (*foldRun)(c)
	lanes, cols := r.fs.columns.lanes, r.strip.width
	for done := 0; done < n; {
		lane := r.row % lanes
		m := min(n-done, (lanes-lane)*cols-r.col)
		if r.fs.columns.scan {
			r.scanRow(done, m)
			done += m
			r.col += m
			r.row += r.col / cols
			r.col %= cols
			continue
		}
		for i := range r.parts {
			p := &r.parts[i]
			r.acc[i] = unsafe.Add(p.acc, (lane*cols+r.col)*p.elem)
		}
		if r.leafRow() < lanes {
			f := r.first[r.which]
			r.shift(f, done)
			r.strip.first.prog.Run(f, m)
		} else {
			f := r.more[r.which]
			r.shift(f, done)
			r.strip.more.prog.Run(f, m)
		}
		done += m
		r.col += m
		r.row += r.col / cols
		r.col %= cols
		if r.col == 0 && (r.row == r.fs.count || r.leafRow() == 0) {
			r.fold()
		}
	}
}

// scanRow scans m elements of a row, done elements into the segment.
func (r *foldRun) scanRow(done, m int) {
	p := &r.parts[0]
	size := int(p.foldPart.seq.out.Size)
	out := unsafe.Add(p.out, (r.row*r.fs.total+r.off+r.col)*size)
	acc := unsafe.Add(p.acc, r.col*p.elem)
	before, after := acc, acc // what is joined to, and where the result goes
	if r.fs.columns.own {
		after = out
		if r.row > 0 {
			before = unsafe.Add(out, -r.fs.total*size)
		}
	}
	f, program := r.first[r.which], r.strip.first.prog
	walked := len(r.walk.Slots) - 2
	if !r.fs.columns.own {
		walked--
	}
	if r.row > 0 {
		f, program = r.more[r.which], r.strip.more.prog
	}
	for i := range walked {
		o := r.walk.Slots[i]
		f.Slots[i] = prog.Operand{Ptr: unsafe.Add(o.Ptr, done*o.Stride), Stride: o.Stride}
	}
	rest := f.Slots[walked:]
	if r.row > 0 {
		rest[0] = prog.Operand{Ptr: before, Stride: p.elem}
		rest = rest[1:]
	}
	rest[0] = prog.Operand{Ptr: after, Stride: p.elem}
	if len(rest) > 1 {
		rest[1] = prog.Operand{Ptr: out, Stride: size}
	}
	program.Run(f, m)
}

// leafRow is the number of the row in its leaf. What needs no order has no
// leaves.
func (r *foldRun) leafRow() int {
	if r.fs.ordered {
		return r.row % reduce.LeafSize
	}
	return r.row
}

// fold joins the rows of accumulators at the end of a leaf.
func (r *foldRun) fold() {
	cols := r.strip.width
	lanes := r.fs.columns.lanes
	if in := r.leafRow(); in != 0 {
		lanes = min(lanes, in)
	}
	for i := range r.parts {
		p := &r.parts[i]
		out := unsafe.Add(p.out, r.off*p.elem)
		rows := lanes
		for half := reduce.Lanes / 2; half >= 1; half /= 2 {
			if rows > half {
				p.joinRows(unsafe.Add(p.acc, half*cols*p.elem), (rows-half)*cols)
				rows = half
			}
		}
		if !r.fs.ordered || r.fs.count <= reduce.LeafSize {
			copyBytes(out, p.acc, cols*p.elem)
			continue
		}
		p.tree.add(p.acc)
		if r.row == r.fs.count {
			p.tree.result(out)
		}
	}
}

// joinRows joins n elements to the first accumulators.
func (p *partRun) joinRows(b unsafe.Pointer, n int) {
	if p.isSum() {
		reduce.AddColumns(reduce.None, p.acc, b, b, n, 1, 0, 1)
	} else {
		p.join(p.acc, p.acc, b, nil, n)
	}
}
