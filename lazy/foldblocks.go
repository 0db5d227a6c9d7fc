package lazy

import (
	"slices"
	"sync"
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/layout"
	"github.com/ndgo/nd/internal/ops"
)

// A blockPlan evaluates an expression with reductions block by block along an
// axis that none of them goes over: all passes over some rows, then all passes
// over the next. So what one pass has read or computed is still in the cache
// when the next pass needs it. Softmax over rows, for one, reads its operand
// from memory once and not three times.
type blockPlan struct {
	axis   int      // of the destination
	rows   int      // places along the axis in a block
	blocks int      // number of blocks
	step   [2]*plan // plans of all blocks but the last, and of the last
	move   int      // elements that the destination moves by
	args   []blockArg
	pool   sync.Pool // *blockRun
}

// A blockArg is an operand of the plans of the blocks.
type blockArg struct {
	leaf *node // in the whole expression
	move int   // bytes that it moves by from block to block
}

// blockBytes is what the operands and results of a block may take, so that they
// stay in the second-level cache; a variable for tests.
var blockBytes = 512 << 10

// blockMost is what a single row may take for blocks to be worth it: then it stays
// in a third-level cache.
const blockMost = 8 << 20

// Where rows lie across memory, a block takes short pieces of it.
var (
	pieceBytes = 2 << 10  // what they should be at least, in a block
	pieceMost  = 1 << 20  // of this size;
	pieceLeast = 512      // or at the very least, in a block
	farMost    = 4 << 20  // of this size, which stays in a third-level cache,
	farLeast   = 16 << 20 // if the destination takes as much as this: less may stay there as a whole
)

const lineBytes = 64

// blockStream is what operands and results take at least whose results had better
// be written past the cache: it holds both while they are blocks, and neither as a
// whole.
const blockStream = 24 << 20

// A blocker finds out how an expression falls into blocks.
type blocker struct {
	p      *plan
	axis   map[*node]int // the axis of each step that is cut, -1 for none
	along  int           // the axis of the destination
	length int           // of the axis
	run    int           // bytes of memory that a row of an operand is at least
	bytes  int           // of a row of all operands that are cut
	level  map[*node]int // passes that have to come one after the other
	failed bool
	rows   int // of the block being made
	made   map[*node]*node
	args   []blockArg
}

// byBlocks plans the evaluation of n by blocks. It returns nil if that is not
// possible, or if nothing is won.
func (p *plan) byBlocks(n *node) *blockPlan {
	if !p.plain || p.user || len(p.folds) == 0 || !layout.EqualShape(n.shape, p.shape) {
		return nil
	}
	for axis, length := range p.shape {
		if length == 1 {
			continue
		}
		if bp := p.blocksAlong(n, axis); bp != nil {
			return bp
		}
	}
	return nil
}

// blocksAlong plans the evaluation of n by blocks along an axis of p.shape.
func (p *plan) blocksAlong(n *node, axis int) *blockPlan {
	b := blocker{p: p, along: axis, length: p.shape[axis], axis: map[*node]int{}, level: map[*node]int{}}
	b.mark(n, axis)
	if b.failed || b.passes(n) < 2 {
		return nil
	}
	b.bytes += layout.Size(p.shape) / b.length * int(n.typ.Size)
	b.piece(p.strides[axis], n)
	if b.bytes <= blockBytes/b.length || !b.choose(n) {
		return nil // all of it stays in the cache, or pieces are too short
	}
	bp := &blockPlan{axis: axis, rows: b.rows, blocks: (b.length + b.rows - 1) / b.rows, move: b.rows * p.strides[axis]}
	if bp.blocks < 2 {
		return nil
	}
	bp.step[0] = b.block(n)
	if b.rows == 1 && b.bytes > blockMost && bp.step[0].blocks == nil {
		return nil
	}
	bp.args = b.args
	bp.step[1] = bp.step[0]
	if last := b.length - (bp.blocks-1)*b.rows; last != b.rows {
		b.rows = last
		bp.step[1] = b.block(n)
	}
	return bp
}

// choose chooses the number of rows in a block, if blocks are worth it.
func (b *blocker) choose(n *node) bool {
	b.rows = min(max(1, blockBytes/b.bytes), b.length)
	if b.rows*b.run < pieceBytes && b.rows < b.length {
		// Rows lie across memory. Short pieces of it take long to read, so that
		// blocks are to be larger, or not to be.
		rows, most := (pieceBytes+b.run-1)/b.run, pieceMost
		if rows*b.bytes > most {
			if b.p.bytes < farLeast || !b.keeps(n) {
				return false
			}
			rows, most = (pieceLeast+b.run-1)/b.run, farMost
		}
		if rows*b.bytes > most {
			return false
		}
		b.rows = min(rows, b.length)
	}
	if b.rows >= 16 {
		b.rows &^= 7
	}
	return true
}

// keeps reports whether blocks are worth it even in the third-level cache: if that
// saves computing a step again which takes longer than to fetch its result from
// there, of elements of 8 bytes, and if the pieces of the destination are whole
// lines, as far as strides tell.
func (b *blocker) keeps(n *node) bool {
	for k, s := range b.p.strides {
		if k != b.along && b.p.shape[k] > 1 && s*int(n.typ.Size)%lineBytes != 0 {
			return false
		}
	}
	return sharedSteps(n, b.p.folds, func(m *node) bool { return m.typ.Size >= 8 && b.axis[m] >= 0 }) != nil
}

// piece takes note of how long a run of memory is that a block along the axis
// takes from an operand.
func (b *blocker) piece(stride int, n *node) {
	if run := max(stride, -stride) * int(n.typ.Size); run > 0 && (b.run == 0 || run < b.run) {
		b.run = run
	}
}

// mark finds the axis of each step that is cut if n is cut along axis, or along
// none if that is -1.
func (b *blocker) mark(n *node, axis int) {
	if axis >= 0 && n.shape[axis] == 1 {
		axis = -1
	}
	if a, seen := b.axis[n]; seen {
		b.failed = b.failed || a != axis
		return
	}
	b.axis[n] = axis
	if what := ops.Checked(n.op, n.kind); n.op == ops.User || n.typ.Kind == dtype.Other || what != ops.NoCheck && n.nargs > 0 {
		b.failed = true // the check of all elements comes before the first write
	}
	switch {
	case n.op == ops.Load && n.leaf.from != nil:
		b.markFold(n, axis)
	case n.op == ops.Load:
		// What may be the destination itself is to be read with the block that
		// overwrites it.
		if layout.EqualShape(n.shape, b.p.shape) && equalStrides(n.shape, n.leaf.lay.Strides, b.p.strides) {
			b.failed = b.failed || axis != b.along
		}
		if axis >= 0 && n.leaf.lay.Strides[axis] != 0 {
			b.bytes += layout.Size(n.shape) / b.length * int(n.typ.Size)
			b.piece(n.leaf.lay.Strides[axis], n)
		}
	}
	for i := range n.nargs {
		a := -1
		if axis >= 0 {
			a = max(-1, axis-(len(n.shape)-len(n.args[i].shape)))
		}
		b.mark(n.args[i], a)
	}
}

// markFold is mark for the result of a reduction. It has to have the axis, as
// its first in memory.
func (b *blocker) markFold(n *node, axis int) {
	r := n.leaf.from
	if axis < 0 || r.op != ops.Reduce || r.fold.seq != nil && (r.fold.seq.form != seqOne || r.fold.seq.user) {
		b.failed = true
		return
	}
	first := slices.IndexFunc(r.shape, func(l int) bool { return l > 1 })
	if first < 0 || r.shape[first] != b.length {
		b.failed = true
		return
	}
	step := layout.Size(r.shape) / b.length
	if l := &n.leaf.lay; l.Strides[axis] != step || l.Offset < 0 || l.Offset >= step {
		b.failed = true
		return
	}
	if a, seen := b.axis[r]; seen {
		b.failed = b.failed || a != first
		return
	}
	b.axis[r] = first
	b.mark(r.args[0], first)
}

// passes is the number of passes over operands that n takes, each after the
// one before.
func (b *blocker) passes(n *node) int {
	above, reads := 0, false
	visit(n, map[*node]bool{}, func(m *node) {
		switch {
		case m.op != ops.Load:
		case m.leaf.from != nil:
			above = max(above, b.levelOf(m.leaf.from))
		default:
			reads = reads || b.axis[m] >= 0
		}
	})
	if reads {
		above++
	}
	return above
}

func (b *blocker) levelOf(r *node) int {
	l, ok := b.level[r]
	if !ok {
		l = b.passes(r.args[0])
		b.level[r] = l
	}
	return l
}

// block plans a block.
func (b *blocker) block(n *node) *plan {
	b.made, b.args = map[*node]*node{}, nil
	shape := slices.Clone(b.p.shape)
	shape[b.axis[n]] = b.rows
	p := &plan{typ: n.typ, shape: shape, strides: b.p.strides, bytes: b.p.bytes, block: true}
	if b.bytes*b.length >= blockStream {
		p.bytes = max(p.bytes, streamBytes)
	}
	p.plan(b.cut(n), func(*node) bool { return false })
	if p.blocks == nil {
		last := &p.stages[len(p.stages)-1]
		last.rows = newPastRows(last, int(p.typ.Size))
	}
	return p
}

// cut returns n for a block: with operands that are arguments, in the order of
// b.args.
func (b *blocker) cut(n *node) *node {
	if m, ok := b.made[n]; ok {
		return m
	}
	m := n
	axis := b.axis[n]
	shape := n.shape
	if axis >= 0 {
		shape = slices.Clone(shape)
		shape[axis] = b.rows
	}
	switch {
	case n.op == ops.Load:
		l := &leaf{lay: layout.Layout{Shape: shape, Strides: n.leaf.lay.Strides}, index: -1}
		if n.leaf.from != nil {
			l.lay.Offset, l.from = n.leaf.lay.Offset, b.cut(n.leaf.from)
		} else {
			l.index = len(b.args)
			move := 0
			if axis >= 0 {
				move = b.rows * l.lay.Strides[axis] * int(n.typ.Size)
			}
			b.args = append(b.args, blockArg{n, move})
		}
		m = &node{op: ops.Load, typ: n.typ, shape: shape, leaf: l, steps: n.steps}
	case n.nargs > 0:
		m = &node{op: n.op, typ: n.typ, kind: n.kind, nargs: n.nargs, shape: shape, fn: n.fn, nilOK: n.nilOK, fold: n.fold, steps: n.steps}
		for i := range n.nargs {
			m.args[i] = b.cut(n.args[i])
		}
	}
	b.made[n] = m
	return m
}

// A blockRun is the state of an evaluation by blocks.
type blockRun struct {
	args []unsafe.Pointer
	dst  rawView
}

// run evaluates block by block.
func (bp *blockPlan) run(dst *rawView, args []unsafe.Pointer) error {
	r, _ := bp.pool.Get().(*blockRun)
	if r == nil {
		r = &blockRun{args: make([]unsafe.Pointer, len(bp.args))}
	}
	r.dst = *dst
	for i := range bp.args {
		l := bp.args[i].leaf
		r.args[i] = l.leaf.at(l.typ.Size, args)
	}
	var err error
	for k := range bp.blocks {
		p := bp.step[0]
		if k == bp.blocks-1 {
			p = bp.step[1]
		}
		if k > 0 {
			r.dst.offset += bp.move
			for i := range bp.args {
				r.args[i] = unsafe.Add(r.args[i], bp.args[i].move)
			}
		}
		if err = p.run(&r.dst, r.args); err != nil {
			break
		}
	}
	clear(r.args)
	r.dst = rawView{}
	bp.pool.Put(r)
	return err
}

// keepMost is how many results a step that several passes need may have for it
// to be computed once and kept: they are to stay in the cache. Steps with functions
// of the user, which may take any time, are always kept.
const keepMost = 256 << 10

// keepShared replaces steps that several passes need, and that take long to
// compute, by their results, which a pass of its own computes.
func keepShared(n *node, folds []*node) *node {
	keep := sharedSteps(n, folds, func(m *node) bool { return layout.Size(m.shape) <= keepMost || ofUser(m) })
	if keep == nil {
		return n
	}
	return replaced(n, keep, map[*node]*node{})
}

// sharedSteps returns the steps of n that several passes need, that take long to
// compute, and that may be kept; nil if there are none.
func sharedSteps(n *node, folds []*node, may func(*node) bool) map[*node]bool {
	if len(folds) == 0 {
		return nil
	}
	b := blocker{axis: map[*node]int{}, level: map[*node]int{}}
	// The level at which a step was met last, and how often that was another one
	// than the time before: more than once means several passes.
	levels := map[*node]int{}
	needed := map[*node]int{}
	see := func(root *node, level int) {
		visit(root, map[*node]bool{}, func(m *node) {
			if l, seen := levels[m]; !seen || l != level {
				levels[m] = level
				needed[m]++
			}
		})
	}
	for _, r := range folds {
		see(r.args[0], b.levelOf(r))
	}
	see(n, -1)
	var keep map[*node]bool
	seen := map[*node]bool{}
	var find func(m *node)
	find = func(m *node) {
		if seen[m] {
			return
		}
		seen[m] = true
		if needed[m] > 1 && m.nargs > 0 && m.op != ops.Reduce && m.typ.Kind != dtype.Other && may(m) && takesLong(m) {
			if keep == nil {
				keep = map[*node]bool{}
			}
			keep[m] = true
			return
		}
		for i := range m.nargs {
			find(m.args[i])
		}
	}
	for _, r := range folds {
		find(r.args[0])
	}
	find(n)
	return keep
}

// manySteps is how many steps take longer than to write and read their result.
const manySteps = 8

// takesLong reports whether a step, with those below it, takes longer than to
// write and read its result: it is many, or a function is among them, of the user
// perhaps.
func takesLong(n *node) bool {
	steps, long := 0, false
	visit(n, map[*node]bool{}, func(m *node) {
		if m.nargs > 0 {
			steps++
		}
		long = long || m.op == ops.User || ops.IsRow(m.op) && ops.Info(m.op).ULP > 0
	})
	return long || steps >= manySteps
}

// ofUser reports whether n takes functions of the user.
func ofUser(n *node) bool {
	found := false
	visit(n, map[*node]bool{}, func(m *node) { found = found || m.op == ops.User })
	return found
}

// replaced is n with leaves for the steps that are kept.
func replaced(n *node, keep map[*node]bool, done map[*node]*node) *node {
	if m, ok := done[n]; ok {
		return m
	}
	m := n
	if n.leaf != nil && n.leaf.from != nil {
		if f := replaced(n.leaf.from, keep, done); f != n.leaf.from {
			l := *n.leaf
			l.from = f
			m = &node{op: n.op, typ: n.typ, shape: n.shape, leaf: &l, steps: n.steps}
		}
	}
	args := n.args
	for i := range n.nargs {
		args[i] = replaced(n.args[i], keep, done)
	}
	if args != n.args {
		m = &node{op: n.op, typ: n.typ, kind: n.kind, nargs: n.nargs, args: args, shape: n.shape, fn: n.fn, nilOK: n.nilOK, fold: n.fold, steps: n.steps}
	}
	if keep[n] {
		m = resultOf(m)
	}
	done[n] = m
	return m
}

// keepStep plans the pass that computes a step that is kept, and returns the
// temp with the results.
func (p *plan) keepStep(n *node) int {
	p.findChecks(n)
	p.findTypes(n)
	p.folded[n] = p.planner(n.shape).intoTemp(n, n.shape, ^uint64(0), "used by several passes, computed once")
	return p.folded[n]
}
