package loops

import (
	"slices"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels/prog"
)

const (
	// unitSize is the least number of elements in a unit of work.
	unitSize = 32 << 10
	// cacheBytes is what the elements of all operands in a packed segment may
	// take: half of a small first-level cache.
	cacheBytes = 16 << 10
	// tileBytes is what the odd operands of a tile may take. A second-level
	// cache holds it easily, and smaller tiles make shorter stretches.
	tileBytes = 64 << 10
	// minSegment and maxSegment bound the elements of a packed segment.
	minSegment = 256
	maxSegment = 4096
	// minLap and maxLap bound the elements of a block that repeats: the lines
	// that pass through the cache in the meantime must not drive it out.
	minLap = 256
	maxLap = 1024
	// tileSize is how many bytes of the widest operand an evaluator takes at a
	// time, and evaluator the least number of elements; powers of two. Runs that
	// are a multiple of it have no rest.
	tileSize  = 512
	evaluator = 64
	// nearStride is the longest stride, in elements, that an evaluator is left
	// to deal with in a tile; elements further apart are packed.
	nearStride = 4
)

// Plan plans a walk over operands that have been broadcast to one shape, which
// has no axis of length 0.
func Plan(shape []int, ops []Operand) *Nest { return PlanWith(shape, ops, 0) }

// PlanWith is Plan with options.
func PlanWith(shape []int, ops []Operand, opt Options) *Nest {
	n := new(Nest)
	n.Init(shape, ops, opt)
	return n
}

// Init plans a walk as Plan does, reusing the memory of n.
func (n *Nest) Init(shape []int, ops []Operand, opt Options) {
	if n.ops == nil {
		n.room(len(shape), len(ops))
	}
	n.load(shape, ops)
	if len(n.dim) > 0 && opt&InOrder == 0 {
		n.flip()
	}
	if len(n.dim) > 1 {
		if opt&InOrder == 0 {
			n.sort()
		}
		n.coalesce()
	}
	n.choose(opt)
}

// room makes room for a plan of d axes and nops operands. The slices grow where
// that is not enough.
func (n *Nest) room(d, nops int) {
	mem := make([]int, 2*d+1+(3*d+2)*nops)
	take := func(c int) []int {
		s := mem[:0:c]
		mem = mem[c:]
		return s
	}
	n.dim, n.str = take(d), take(d*nops)
	n.grid, n.step, n.move = take(d+1), take((d+1)*nops), take((d+1)*nops)
	n.ops = make([]operand, 0, nops)
}

// choose decides between the ways to walk.
func (n *Nest) choose(opt Options) {
	d := len(n.dim)
	n.grid, n.step = n.grid[:0], n.step[:0]
	n.copies, n.stored, n.block, n.quick = false, false, 0, false
	n.inner, n.outer, n.cols, n.rows, n.chunks, n.lap = 1, 1, 1, 1, 1, 0
	n.laps, n.jumps = n.laps[:0], n.jumps[:0]
	allUnit := opt&AllUnit != 0 && n.anyMustCopy()
	if d <= 1 && !allUnit {
		n.planRows()
		return
	}
	inner := 1
	if d > 0 {
		inner = n.dim[d-1]
	}
	segment := n.segment()

	best, bestCost := 1, n.rowsCost(inner, opt) // best is the number of axes in a run
	quick := opt&QuickRows != 0 && n.quickRows()
	if quick {
		bestCost = n.quickCost(inner, opt)
	}
	odd := n.odd()
	for k := range n.ops {
		switch s := n.along(k); {
		case allUnit && n.mustCopy(k, s):
			bestCost += costCopy
			if odd >= 0 && n.isOdd(k, odd) {
				bestCost += costOdd
			}
		case odd >= 0 && n.isOdd(k, odd):
			bestCost += costOdd
		case s != 0 && s != n.ops[k].size:
			bestCost += costStrided
		}
	}
	if opt&InOrder != 0 && odd >= 0 {
		// Tiles are out of the question, but segments may be so long that
		// they use up the lines of odd operands.
		segment = max(segment, n.oddSegment(odd))
	}
	if opt&InPlace == 0 && !n.acc {
		for k, size := 2, inner; k <= d && size < segment; k++ {
			run := size * n.dim[d-k]
			cost := n.packCost(d-k, size, min(run, segment), odd)
			if quick {
				cost += n.quickPackCost(min(run, segment), opt)
			}
			if cost < bestCost {
				best, bestCost = k, cost
			}
			size = run
		}
	}
	if odd >= 0 && opt&InOrder == 0 && (opt&InPlace != 0 || !n.acc) {
		// A tile has at least one operand that is odd.
		cost := n.rowsCost(min(inner, 128), opt)
		for k := range n.ops {
			if n.isOdd(k, odd) {
				cost += 2 * costCopy
			} else if s := n.along(k); s != 0 && s != n.ops[k].size {
				cost += costStrided
			}
		}
		if cost < bestCost {
			n.planTiles(odd, opt)
			return
		}
	}
	if best > 1 && opt&InOrder == 0 && n.planGroups(d-best, allUnit) {
		return
	}
	if best > 1 || allUnit {
		n.planPacked(d-best, segment, allUnit)
		return
	}
	n.planRows()
	n.quick = quick && len(n.grid) > 1 && n.chunks == 1
}

// along returns the step of operand k along the innermost axis. A single
// element is a run as good as any: with a stride of one element it is Unit.
func (n *Nest) along(k int) int {
	if len(n.dim) == 0 {
		return n.ops[k].size
	}
	return n.str[len(n.str)-len(n.ops)+k]
}

// mustCopy reports whether operand k, whose step along a run is s, must go by
// way of a block, under AllUnit.
func (n *Nest) mustCopy(k, s int) bool {
	o := &n.ops[k]
	return o.guard || s != o.size && !(s == 0 && o.write && n.acc)
}

func (n *Nest) anyMustCopy() bool {
	for k := range n.ops {
		if n.mustCopy(k, n.along(k)) {
			return true
		}
	}
	return false
}

// segment returns the number of elements in a packed segment.
func (n *Nest) segment() int {
	sum := 0
	for k := range n.ops {
		sum += n.ops[k].size
	}
	return max(minSegment, min(maxSegment, cacheBytes/max(sum, 1)))
}

// isOdd reports whether operand k has its neighbouring elements along axis
// rather than along the innermost one.
func (n *Nest) isOdd(k, axis int) bool {
	r, c := abs(n.steps(axis)[k]), abs(n.along(k))
	return 0 < r && r < c && r < cacheLine
}

// odd returns the axis along which odd operands have their neighbouring
// elements, that of the operand written if it is odd; -1 if none is odd, or if
// they are so small that the cache makes up for it.
func (n *Nest) odd() int {
	axis, least := -1, 0
	for k := range n.ops {
		c := abs(n.along(k))
		for a := 0; a < len(n.dim)-1; a++ {
			r := abs(n.steps(a)[k])
			if r == 0 || r >= c || r >= cacheLine || c*n.dim[len(n.dim)-1] < cacheBytes/2 {
				continue
			}
			if axis < 0 || r < least || n.ops[k].write {
				axis, least = a, r
			}
			if n.ops[k].write {
				return a
			}
		}
	}
	return axis
}

// oddSegment returns the number of elements in a segment that takes whole lines
// of the operands that are odd along axis, or 0 if that is too many.
func (n *Nest) oddSegment(axis int) int {
	inside := 1
	for _, l := range n.dim[axis+1:] {
		inside *= l
	}
	indices, size := 1, 0
	for k := range n.ops {
		if n.isOdd(k, axis) {
			indices = max(indices, cacheLine/abs(n.steps(axis)[k]))
			size += n.ops[k].size
		}
	}
	indices = min(indices, n.dim[axis])
	if inside > 4*tileBytes/(indices*size) {
		return 0
	}
	return inside * indices
}

// planRows sets up runs along the innermost axis.
func (n *Nest) planRows() {
	n.mode = rows
	d := len(n.dim)
	nops := len(n.ops)
	for k := range n.ops {
		o := &n.ops[k]
		o.stride = n.along(k)
		o.class = classOf(o.stride, o.size)
	}
	if d > 0 {
		n.inner = n.dim[d-1]
		n.grid = append(n.grid, n.dim[:d-1]...)
		n.step = append(n.step, n.str[:(d-1)*nops]...)
	}
	n.cols = n.inner
	if n.inner >= 2*unitSize {
		n.cols = unitSize
		n.chunks = ceil(n.inner, n.cols)
		n.grid = append(n.grid, n.chunks)
		for k := range n.ops {
			n.step = append(n.step, n.cols*n.ops[k].stride)
		}
	}
	n.finish(n.cols)
}

// planPacked sets up runs over the axes from a on, which is split.
func (n *Nest) planPacked(a, segment int, allUnit bool) {
	n.mode = packed
	nops := len(n.ops)
	a = max(a, 0)
	for i := a + 1; i < len(n.dim); i++ {
		n.inner *= n.dim[i]
	}
	if len(n.dim) > 0 {
		n.outer = n.dim[a]
	}
	n.rows = min(n.outer, max(1, segment/n.inner))
	whole := n.tile() / gcd(n.inner, n.tile()) // indices that fill whole tiles
	if n.repeats(a, allUnit) && n.inner <= maxLap/2 {
		// The blocks need only be so long that starting again costs little,
		// and the segments are as long as that is worth while.
		n.lap = n.shortLap(a)
		n.rows = min(n.outer, max(n.lap, unitSize/n.inner/n.lap*n.lap))
	} else if whole < n.rows && n.rows < n.outer {
		n.rows -= n.rows % whole
	}
	chunks := ceil(n.outer, n.rows)

	n.grid = append(n.grid, n.dim[:min(a, len(n.dim))]...)
	n.step = append(n.step, n.str[:len(n.grid)*nops]...)
	if chunks > 1 {
		n.grid = append(n.grid, chunks)
	}
	d := len(n.dim)
	n.axes = slices.Grow(n.axes[:0], d*nops)
	for k := range n.ops {
		o := &n.ops[k]
		o.box.axes = n.axes[k*d : k*d : (k+1)*d]
		o.stride = n.along(k)
		if chunks > 1 {
			n.step = append(n.step, n.rows*n.steps(a)[k])
		}
		if n.linear(k, a) && !(allUnit && n.mustCopy(k, o.stride)) {
			o.class = classOf(o.stride, o.size)
			continue
		}
		o.class, o.stride = prog.Unit, o.size
		held := n.rows
		if n.lap > 0 {
			held = min(held, n.lap)
		}
		n.allot(o, held*n.inner)
		o.box.plan(n, k, a)
		if len(n.dim) > 0 && n.steps(a)[k] == 0 && !o.write {
			o.period = n.inner * o.size
		}
	}
	if n.lap > 0 {
		for k := range n.ops {
			step := 0
			if !n.ops[k].copied {
				step = n.lap * n.steps(a)[k]
			}
			n.laps = append(n.laps, step)
		}
	}
	n.finish(n.rows * n.inner)
}

// tile is the number of elements that an evaluator takes at a time.
func (n *Nest) tile() int { return max(evaluator, tileSize/n.widest()) }

// widest is the size of the widest element.
func (n *Nest) widest() int {
	size := 1
	for k := range n.ops {
		size = max(size, n.ops[k].size)
	}
	return size
}

// planTiles sets up tiles of the innermost axis and axis r.
func (n *Nest) planTiles(r int, opt Options) {
	n.mode = tiled
	c := len(n.dim) - 1
	n.outer, n.inner = n.dim[r], n.dim[c]

	sum, line := 0, 1
	for k := range n.ops {
		o := &n.ops[k]
		o.row, o.stride = n.steps(r)[k], n.along(k)
		o.class = classOf(o.stride, o.size)
		isOdd := n.isOdd(k, r)
		if !isOdd && !(opt&AllUnit != 0 && n.mustCopy(k, o.stride)) {
			continue
		}
		if isOdd {
			// Of each column a tile takes several lines, more of them where
			// they are written: the column is likely to be a page of its own,
			// which takes time to get at.
			lines := 4
			if o.write {
				lines = 8
			}
			line = max(line, ceil(lines*cacheLine, abs(o.row)))
		}
		if opt&InPlace == 0 && (opt&AllUnit != 0 || abs(o.stride) > nearStride*o.size) {
			sum += o.size
			o.copied = true
			o.class, o.stride = prog.Unit, o.size
		} else {
			sum += abs(o.stride)
		}
	}
	n.rows = min(n.outer, line, 128)
	n.cols = min(n.inner, max(evaluator, min(maxSegment, tileBytes/max(1, sum*n.rows))&^(evaluator-1)))
	gr, gc := ceil(n.outer, n.rows), ceil(n.inner, n.cols)
	for a := range c {
		if a != r {
			n.grid = append(n.grid, n.dim[a])
			n.step = append(n.step, n.steps(a)...)
		}
	}
	n.grid = append(n.grid, gr, gc)
	for k := range n.ops {
		n.step = append(n.step, n.rows*n.steps(r)[k])
	}
	for k := range n.ops {
		n.step = append(n.step, n.cols*n.steps(c)[k])
	}
	for k := range n.ops {
		if o := &n.ops[k]; o.copied {
			// A line between the rows, lest equal columns compete for one
			// place in the cache.
			o.pitch = (n.cols + ceil(cacheLine, o.size)) * o.size
			o.col = n.steps(c)[k]
			n.allot(o, n.rows*o.pitch/o.size)
		}
	}
	for k := range n.ops {
		if o := &n.ops[k]; o.copied {
			n.laps = append(n.laps, o.pitch)
		} else {
			n.laps = append(n.laps, o.row)
		}
	}
	n.finish(n.rows * n.cols)
}

// allot makes room for a block of count elements of o.
func (n *Nest) allot(o *operand, count int) {
	o.copied = true
	n.copies = true
	n.stored = n.stored || o.write
	if o.typ.Kind == dtype.Other {
		o.block = count
		return
	}
	// The next block starts some lines further on, lest equal places in two
	// blocks compete for one place in the cache.
	o.block = n.block
	n.block += (count*o.size+cacheLine-1)&^(cacheLine-1) + 3*cacheLine
}

// finish numbers the segments, which have seg elements.
func (n *Nest) finish(seg int) {
	nops := len(n.ops)
	n.segs = 1
	for _, g := range n.grid {
		n.segs *= g
	}
	n.group = max(1, unitSize/seg)
	n.move = append(n.move[:0], n.step...)
	for a := len(n.grid) - 2; a >= 0; a-- {
		for k := range nops {
			// From the last index of the inner axes back to their first.
			back := 0
			for i := a + 1; i < len(n.grid); i++ {
				back += (n.grid[i] - 1) * n.step[i*nops+k]
			}
			n.move[a*nops+k] -= back
		}
	}
}

func classOf(stride, size int) prog.Class {
	switch stride {
	case size:
		return prog.Unit
	case 0:
		return prog.Zero
	case -size:
		return prog.Reverse
	}
	return prog.Strided
}

func ceil(a, b int) int { return (a + b - 1) / b }

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func abs(x int) int { return max(x, -x) }
