// Package loops walks several strided operands of one shape together and calls
// an evaluator for long runs of elements. It decides once, in Plan, how: which
// axis is innermost, which axes are one, and what must be copied to a block so
// that the evaluator sees long runs of neighbouring elements. What is left for
// the walk itself is plain loops.
//
// There are three ways to walk.
//
//   - Rows: each run is the innermost axis (or all axes, where the operands
//     allow it), each operand in its place, whatever its stride.
//   - Packed: where the innermost axis is short, a run covers several of the
//     inner axes at once. Operands that are not linear over them are gathered
//     into a block before the run and scattered after it; one that repeats,
//     as a broadcast row does, is laid out once and used for all runs.
//   - Tiled: where some operand's neighbouring elements lie along another axis
//     than the innermost one, as in a plus the transpose of b, the walk goes by
//     tiles of rows and columns, so small that every cache line is used up
//     while it is there. The odd operands are transposed into a block.
//
// The operation is elementwise: any order of the elements gives the same
// result. All strides and offsets inside this package are in bytes.
package loops

import (
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels/prog"
)

// An Operand describes how one operand lies in memory.
type Operand struct {
	Type    *dtype.Type
	Strides []int // in elements, one an axis of the iteration shape; 0 where the operand is broadcast

	// Write says that the operand is written. One that is broadcast as well is
	// an accumulator: its elements are visited several times, and it is walked
	// in rows only.
	Write bool
	// Read says of a written operand that its old elements are read too, so
	// that a block must be filled before the run.
	Read bool
	// Guard says of an operand that is only read that the evaluator shall not
	// get hold of its memory. It is obeyed under AllUnit.
	Guard bool
}

// Options restrict the ways of a walk.
type Options uint8

const (
	// InPlace forbids copies: the evaluator sees the operands themselves.
	InPlace Options = 1 << iota
	// AllUnit makes every operand Unit, by copying where need be, except that
	// an accumulator may be Zero; it copies operands under guard always.
	AllUnit
	// InOrder visits the elements in C order.
	InOrder
	// QuickRows says that the evaluator goes from row to row at little cost,
	// whatever their length, if the operands are Unit or Zero.
	QuickRows
	// SlowVectors says that each vector takes long, also one used in part, as the
	// last one of a row may be.
	SlowVectors
)

// A Runner evaluates a run of n elements. A prog.Program is one.
type Runner interface {
	Run(f *prog.Frame, n int)
}

// A RowRunner is a Runner that evaluates several runs at once, as
// prog.Program's RunRows does.
type RowRunner interface {
	Runner
	RunRows(f *prog.Frame, n, rows int, steps []int)
}

// A GroupRunner is a RowRunner that evaluates groups of rows at once, as
// prog.Program's RunGroups does.
type GroupRunner interface {
	RowRunner
	RunGroups(f *prog.Frame, g *prog.Groups)
}

// A Nest is a planned walk. It holds no address of data: it may be kept, and
// used by several goroutines at once, each with its own frame and scratch.
type Nest struct {
	mode  mode
	size  int // number of elements
	ops   []operand
	acc   bool // some operand is an accumulator
	quick bool // rows: the evaluator had better have groups of them

	// The iteration space, as the plan has ordered it: lengths, outermost
	// first, and for each axis the step of each operand.
	dim []int
	str []int

	axes []boxAxis // memory of the operands' boxes

	// The walk is a sequence of segments, numbered in C order over grid. From
	// segment to segment the operands move by move[axis], where axis is the
	// one that advances and all inner ones go back to their start; step is the
	// same without going back.
	grid  []int
	step  []int
	move  []int
	segs  int
	group int // segments in a unit

	inner  int   // rows: length of a row. packed: elements in an index of the split axis. grouped: of the axis of laps. tiled: columns in all
	outer  int   // packed: length of the split axis. grouped and tiled: rows in all
	cols   int   // rows and tiled: columns in a segment
	rows   int   // packed: indices of the split axis in a segment. grouped and tiled: rows in a segment
	chunks int   // rows: segments in a row; when 1, the grid has no axis for them
	lap    int   // packed: indices of the split axis after which all blocks start again, 0 if they do not. grouped: indices in a lap
	laps   []int // the step of each operand from lap to lap, tiled: from row to row
	jumps  []int // grouped: the step of each operand from group to group
	round  int   // grouped: length of the axis along which blocks repeat
	copies bool
	stored bool // some written operand is written by way of a block
	block  int  // bytes of all blocks
}

type mode uint8

const (
	rows mode = iota
	packed
	grouped
	tiled
)

// An operand is what the plan knows of an operand.
type operand struct {
	typ    *dtype.Type
	size   int // bytes of an element
	write  bool
	read   bool // its elements are wanted before the run
	guard  bool // is to go by way of a block
	copied bool // goes by way of a block
	class  prog.Class
	stride int // along a run
	row    int // tiled and grouped: from row to row
	col    int // tiled: from column to column
	start  int // from the element at index (0, ..., 0) to the first one visited
	block  int // where its block starts
	pitch  int // tiled and grouped: from row to row in the block
	period int // packed and grouped: bytes after which the operand repeats, 0 if it does not
	box    box // packed: how memory and block lie against each other
}

// Class returns the class of operand k as the evaluator sees it: that of its
// stride along a run, and Unit if it goes by way of a block.
func (n *Nest) Class(k int) prog.Class { return n.ops[k].class }

// Size returns the number of elements.
func (n *Nest) Size() int { return n.size }

// Units returns the number of pieces that the work can be split into. A piece
// has some 32k elements, or all of them if there are fewer.
func (n *Nest) Units() int { return (n.segs + n.group - 1) / n.group }

// One reports whether the walk is one run, of operands in their places. Then
// Slot says what Run would pass.
func (n *Nest) One() bool { return n.mode == rows && len(n.dim) <= 1 }

// Rows reports whether the walk is rows of operands in their places, one after the
// other along one axis, and returns what RunRows passes: the elements of a row, the
// number of rows, and the step of each operand. Slot says what the slots are then.
func (n *Nest) Rows() (inner, count int, steps []int, ok bool) {
	if n.mode != rows || len(n.grid) != 1 || n.chunks > 1 {
		return 0, 0, nil, false
	}
	return n.inner, n.grid[0], n.step[:len(n.ops)], true
}

// Groups is Rows for walks along two axes, which the evaluator had better take as
// groups of rows. It sets g to them.
func (n *Nest) Groups(g *prog.Groups) bool {
	if !n.quick || len(n.grid) != 2 {
		return false
	}
	n.groups(g)
	return true
}

// Slot returns the slot of operand k in a walk of one run, or in its first row.
func (n *Nest) Slot(k int, base unsafe.Pointer) prog.Operand {
	o := &n.ops[k]
	return prog.Operand{Ptr: unsafe.Add(base, o.start), Stride: o.stride}
}

// Run walks the whole nest: for each run it sets f.Slots and calls p.Run.
// bases[k] is the address of the element of operand k at index (0, ..., 0).
// sc may be nil.
func (n *Nest) Run(p Runner, f *prog.Frame, bases []unsafe.Pointer, sc *Scratch) {
	n.run(runner{one: p}, f, bases, sc, 0, n.segs)
}

// RunRows is Run for a runner that takes several runs at once.
func (n *Nest) RunRows(p RowRunner, f *prog.Frame, bases []unsafe.Pointer, sc *Scratch) {
	n.run(runner{rows: p}, f, bases, sc, 0, n.segs)
}

// RunGroups is Run for a runner that takes groups of runs at once as well.
func (n *Nest) RunGroups(p GroupRunner, f *prog.Frame, bases []unsafe.Pointer, sc *Scratch) {
	n.run(runner{groups: p}, f, bases, sc, 0, n.segs)
}

// RunUnits walks the units from lo up to, not including, hi.
func (n *Nest) RunUnits(p Runner, f *prog.Frame, bases []unsafe.Pointer, sc *Scratch, lo, hi int) {
	hi = min(hi, n.Units())
	if lo < hi {
		n.run(runner{one: p}, f, bases, sc, lo*n.group, min(hi*n.group, n.segs))
	}
}

// A runner is one of them. Which is known where a nest is run: to ask a Runner
// whether it is a RowRunner would take a look-up for each walk, which allocates now
// and then.
type runner struct {
	one    Runner
	rows   RowRunner
	groups GroupRunner
}

func (p *runner) Run(f *prog.Frame, n int) {
	switch {
	case p.groups != nil:
		p.groups.Run(f, n)
	case p.rows != nil:
		p.rows.Run(f, n)
	default:
		p.one.Run(f, n)
	}
}

// run walks the segments from lo up to hi, which is above lo.
func (n *Nest) run(p runner, f *prog.Frame, bases []unsafe.Pointer, sc *Scratch, lo, hi int) {
	if n.One() && lo == 0 && hi == n.segs {
		for k := range n.ops {
			f.Slots[k] = n.Slot(k, bases[k])
		}
		p.Run(f, n.size)
		return
	}
	if sc == nil {
		sc = GetScratch()
		defer sc.Put()
	}
	if n.stored && f.Stream {
		// Blocks are to stay in the cache.
		f.Stream = false
		defer func() { f.Stream = true }()
	}
	w := &sc.walk
	w.start(n, bases, lo)
	w.runner = p
	if n.copies {
		sc.prepare(n)
	}
	for {
		done := 1
		switch n.mode {
		case rows:
			done = w.row(f, hi-lo)
		case packed:
			w.pack(f, sc)
		case grouped:
			w.group(f, sc)
		case tiled:
			w.tile(f, sc)
		}
		if lo += done; lo >= hi {
			return
		}
		w.next()
	}
}

// A walk is a place in a nest.
type walk struct {
	n   *Nest
	idx []int            // index in the grid
	ptr []unsafe.Pointer // first element of each operand in the segment

	runner
	from []unsafe.Pointer // rows without a RowRunner: first element of each operand in the first of several rows
	g    prog.Groups
}

// RunRows is runRows.
func (w *walk) RunRows(f *prog.Frame, n, rows int, steps []int) { w.runRows(f, n, rows, steps) }

// runRows runs rows of m elements.
func (w *walk) runRows(f *prog.Frame, m, count int, steps []int) {
	switch {
	case count == 1:
		w.Run(f, m)
	case w.groups != nil:
		w.groups.RunRows(f, m, count, steps)
	case w.rows != nil:
		w.rows.RunRows(f, m, count, steps)
	default:
		// A runner may leave the slots as it likes.
		w.from = w.from[:0]
		for k := range w.ptr {
			w.from = append(w.from, f.Slots[k].Ptr)
		}
		for r := range count {
			for k, ptr := range w.from {
				f.Slots[k] = prog.Operand{Ptr: unsafe.Add(ptr, r*steps[k]), Stride: w.n.ops[k].stride}
			}
			w.Run(f, m)
		}
	}
}

// start goes to a segment.
func (w *walk) start(n *Nest, bases []unsafe.Pointer, seg int) {
	w.n = n
	w.idx = append(w.idx[:0], n.grid...)
	for a := len(w.idx) - 1; a >= 0; a-- {
		w.idx[a] = seg % n.grid[a]
		seg /= n.grid[a]
	}
	w.ptr = w.ptr[:0]
	for k := range n.ops {
		off := n.ops[k].start
		for a, i := range w.idx {
			off += i * n.step[a*len(n.ops)+k]
		}
		w.ptr = append(w.ptr, unsafe.Add(bases[k], off))
	}
}

// next goes to the next segment, which exists.
func (w *walk) next() {
	n := w.n
	a := len(w.idx) - 1
	for w.idx[a]+1 == n.grid[a] {
		w.idx[a] = 0
		a--
	}
	w.idx[a]++
	for k, m := range n.move[a*len(w.ptr):][:len(w.ptr)] {
		w.ptr[k] = unsafe.Add(w.ptr[k], m)
	}
}

// row runs the segment and those after it along the innermost axis of the grid,
// at most limit of them, and returns how many. It leaves the walk at the last of
// them.
func (w *walk) row(f *prog.Frame, limit int) int {
	n := w.n
	for k := range n.ops {
		f.Slots[k] = prog.Operand{Ptr: w.ptr[k], Stride: n.ops[k].stride}
	}
	a := len(w.idx) - 1
	if a < 0 {
		w.Run(f, n.inner)
		return 1
	}
	i := w.idx[a]
	if n.quick && i == 0 && w.groups != nil {
		if count := min(n.grid[a-1]-w.idx[a-1], limit/n.grid[a]); count > 1 {
			return w.rowGroups(f, count)
		}
	}
	done := min(n.grid[a]-i, limit)
	steps := n.step[a*len(w.ptr):][:len(w.ptr)]
	if n.chunks == 1 {
		w.runRows(f, n.inner, done, steps)
	} else {
		w.Run(f, min(n.inner-i*n.cols, done*n.cols))
	}
	w.idx[a] += done - 1
	for k := range w.ptr {
		w.ptr[k] = unsafe.Add(w.ptr[k], (done-1)*steps[k])
	}
	return done
}

// rowGroups runs all rows of count indices of the axis before theirs, of which the
// first row of the first is in the slots. It leaves the walk at the last of them.
func (w *walk) rowGroups(f *prog.Frame, count int) int {
	n := w.n
	n.groups(&w.g)
	w.g.Count = count
	w.groups.RunGroups(f, &w.g)
	a := len(w.idx) - 1
	w.idx[a], w.idx[a-1] = n.grid[a]-1, w.idx[a-1]+count-1
	for k := range w.ptr {
		w.ptr[k] = unsafe.Add(w.ptr[k], (n.grid[a]-1)*w.g.Steps[k]+(count-1)*w.g.Jumps[k])
	}
	return count * n.grid[a]
}

// groups sets g to the rows of all indices of the last two axes of the grid.
func (n *Nest) groups(g *prog.Groups) {
	a, nops := len(n.grid)-1, len(n.ops)
	g.N, g.Last, g.Rows, g.Count = n.inner, n.inner, n.grid[a], n.grid[a-1]
	g.Steps, g.Jumps = n.step[a*nops:][:nops], n.step[(a-1)*nops:][:nops]
}

// pack runs a packed segment.
func (w *walk) pack(f *prog.Frame, sc *Scratch) {
	n := w.n
	m := n.rows
	if m < n.outer {
		m = min(m, n.outer-w.idx[len(w.idx)-1]*m)
	}
	for k := range n.ops {
		o := &n.ops[k]
		ptr := w.ptr[k]
		if o.copied {
			b := &sc.blocks[k]
			// The elements of a block follow from where it was filled from.
			c := m
			if n.lap > 0 {
				c = min(m, n.lap)
			}
			if o.read && (o.write || b.from != ptr || b.count < c) {
				o.gather(b.ptr, ptr, c, n.inner)
				b.from, b.count = ptr, c
			}
			ptr = b.ptr
		}
		f.Slots[k] = prog.Operand{Ptr: ptr, Stride: o.stride}
	}
	if n.lap == 0 || m <= n.lap {
		w.Run(f, m*n.inner)
	} else {
		laps := m / n.lap
		w.runRows(f, n.lap*n.inner, laps, n.laps)
		if rest := m - laps*n.lap; rest > 0 {
			for k := range n.ops {
				o := &n.ops[k]
				ptr := w.ptr[k]
				if o.copied {
					ptr = sc.blocks[k].ptr
				}
				f.Slots[k] = prog.Operand{Ptr: unsafe.Add(ptr, laps*n.laps[k]), Stride: o.stride}
			}
			w.Run(f, rest*n.inner)
		}
	}
	if n.stored {
		for k := range n.ops {
			if o := &n.ops[k]; o.write && o.copied {
				o.scatter(w.ptr[k], sc.blocks[k].ptr, m, n.inner)
			}
		}
	}
}

// tile runs a tile, row by row.
func (w *walk) tile(f *prog.Frame, sc *Scratch) {
	n := w.n
	a := len(w.idx) - 1
	nr := min(n.rows, n.outer-w.idx[a-1]*n.rows)
	nc := min(n.cols, n.inner-w.idx[a]*n.cols)
	if n.copies {
		for k := range n.ops {
			o := &n.ops[k]
			if !o.copied || !o.read {
				continue
			}
			b := &sc.blocks[k]
			if count := nr*(n.cols+1) + nc; o.write || b.from != w.ptr[k] || b.count != count {
				o.copy2(b.ptr, o.pitch, o.size, w.ptr[k], o.row, o.col, nr, nc)
				b.from, b.count = w.ptr[k], count
			}
		}
	}
	for k := range n.ops {
		o := &n.ops[k]
		ptr := w.ptr[k]
		if o.copied {
			ptr = sc.blocks[k].ptr
		}
		f.Slots[k] = prog.Operand{Ptr: ptr, Stride: o.stride}
	}
	w.runRows(f, nc, nr, n.laps)
	if n.stored {
		for k := range n.ops {
			if o := &n.ops[k]; o.write && o.copied {
				o.copy2(w.ptr[k], o.row, o.col, sc.blocks[k].ptr, o.pitch, o.size, nr, nc)
			}
		}
	}
}

// InRows reports whether the walk is rows of length elements, or a run of all
// such rows, of operands in their places. Where each row is follows from the
// strides then.
func (n *Nest) InRows(length int) bool {
	d := len(n.dim)
	return n.mode == rows && d > 0 && (n.dim[d-1] == length || d == 1 && n.size%length == 0)
}
