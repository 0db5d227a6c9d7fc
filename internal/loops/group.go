package loops

import (
	"math"
	"slices"
	"unsafe"

	"github.com/ndgo/nd/internal/kernels/pack"
	"github.com/ndgo/nd/internal/kernels/prog"
)

// Groups. An operand that repeats along an axis goes by way of a block that holds it
// some times over, and the block is used for one lap after the other. Where it differs
// from index to index of the axis before that, as the first one does in
// (n,1,m) * (1,k,m), blocks are laid out for several of these indices, a group, and
// all their laps are one run of the evaluator.

const (
	// groupBytes is what the blocks of a group may take, and groupMost is how many
	// elements an index of the axis may have whose indices are grouped: more of
	// them hide what a run of their own costs.
	groupBytes = 12 << 10
	groupMost  = 16 << 10

	// The cost of groups, in elements.
	lapGroup  = 25.0  // from lap to lap
	tileGroup = 60.0  // the same where there is nothing to hide it, in laps below two tiles
	runGroup  = 300.0 // a run
	fillGroup = 1.0   // an element of a block
	restGroup = 12.0  // a vector that tiles leave over
	lineGroup = 0.1   // an element, where laps start within a cache line
)

// planGroups sets up runs over the axes from a on for groups of indices of the axis
// before a, if all operands that are not linear over them repeat along a.
func (n *Nest) planGroups(a int, allUnit bool) bool {
	if !n.repeats(a, allUnit) {
		return false
	}
	inner, copies := 1, 0
	for _, l := range n.dim[a+1:] {
		inner *= l
	}
	for k := range n.ops {
		if !n.linear(k, a) {
			copies += n.ops[k].size
		}
	}
	before := 1
	if a > 0 {
		before = n.dim[a-1]
	}
	lap, group := n.bestGroup(n.dim[a], inner, copies, before)
	if group == 0 {
		return false
	}
	n.mode = grouped
	n.inner, n.outer, n.rows, n.lap, n.round = inner, before, group, lap, n.dim[a]
	if a > 0 {
		n.grid = append(n.grid, n.dim[:a-1]...)
		n.step = append(n.step, n.str[:len(n.grid)*len(n.ops)]...)
	}
	if group < before {
		n.grid = append(n.grid, ceil(before, group))
		for _, s := range n.steps(a - 1) {
			n.step = append(n.step, group*s)
		}
	}
	held := lap + n.round%lap
	d := len(n.dim)
	n.axes = slices.Grow(n.axes[:0], d*len(n.ops))
	for k := range n.ops {
		o := &n.ops[k]
		o.row, o.stride = 0, n.along(k)
		if a > 0 {
			o.row = n.steps(a - 1)[k]
		}
		step, jump := lap*n.steps(a)[k], o.row
		if n.linear(k, a) {
			o.class = classOf(o.stride, o.size)
		} else {
			o.class, o.stride = prog.Unit, o.size
			o.period = inner * o.size
			o.pitch = (held*o.period + cacheLine - 1) &^ (cacheLine - 1)
			n.allot(o, group*o.pitch/o.size)
			o.box.axes = n.axes[k*d : k*d : (k+1)*d]
			o.box.plan(n, k, a)
			if step, jump = 0, 0; o.row != 0 {
				jump = o.pitch
			}
		}
		n.laps, n.jumps = append(n.laps, step), append(n.jumps, jump)
	}
	n.finish(group * n.round * inner)
	return true
}

// bestGroup returns how many indices of the axis of laps, which has round of them with
// inner elements each, a lap had better have, and how many indices of the axis before,
// a group; 0 if groups do not pay. All blocks together have copies bytes an element.
func (n *Nest) bestGroup(round, inner, copies, before int) (lap, group int) {
	if inner > maxLap/2 || round*inner > groupMost {
		return 0, 0
	}
	tile := n.tile()
	step := 1
	if inner < tile/8 {
		step = tile / gcd(inner, tile) // whole tiles
	}
	least := math.Inf(1)
	for l := step; ; l += step {
		l = min(l, round)
		turns := round / l
		held := (l + round%l) * inner
		if held <= maxLap && (turns == 1 || l*inner >= tile) {
			g := min(before, max(1, groupBytes/(held*copies)), max(1, unitSize/(round*inner)))
			cost := float64(turns)*lapGroup + runGroup/float64(g) + fillGroup*float64(held*copies)/float64(n.widest())
			cost += float64(turns-1)*n.lapCost(l*inner) + n.lapCost(held)
			if turns > 1 && n.lapCost(l*inner) < float64(2*tile) {
				cost += float64(turns) * tileGroup
			}
			if turns > 1 && l*inner*n.widest()%cacheLine != 0 {
				cost += lineGroup * float64(round*inner)
			}
			if cost < least {
				lap, group, least = l, g, cost
			}
		}
		if l == round || l*inner > maxLap {
			return lap, group
		}
	}
}

// lapCost is the cost of a lap by its tiles.
func (n *Nest) lapCost(elems int) float64 {
	tile := n.tile()
	rest := restGroup * float64(ceil(elems%tile, tile/8))
	return float64(elems/tile*tile) + min(rest, float64(tile))
}

// group runs a segment of groups.
func (w *walk) group(f *prog.Frame, sc *Scratch) {
	n := w.n
	count := n.rows
	if count < n.outer {
		count = min(count, n.outer-w.idx[len(w.idx)-1]*count)
	}
	for k := range n.ops {
		o, b := &n.ops[k], &sc.blocks[k]
		if !o.copied {
			continue
		}
		if b.from != w.ptr[k] || b.count < count {
			o.gatherGroup(b.ptr, w.ptr[k], n.lap+n.round%n.lap, n.inner, count)
			b.from, b.count = w.ptr[k], count
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
	last := (n.lap + n.round%n.lap) * n.inner
	turns := n.round / n.lap
	if turns == 1 {
		w.runRows(f, last, count, n.jumps)
		return
	}
	w.g.N, w.g.Last, w.g.Rows, w.g.Steps, w.g.Count, w.g.Jumps = n.lap*n.inner, last, turns, n.laps, count, n.jumps
	if w.groups != nil {
		w.groups.RunGroups(f, &w.g)
	} else {
		w.g.Run(w, f)
	}
}

// gatherGroup fills the blocks of a group of count, or only the first one if all are
// the same, with the operand's elements held times over.
func (o *operand) gatherGroup(block, mem unsafe.Pointer, held, inner, count int) {
	if o.row == 0 {
		count = 1
	}
	if o.box.row(o.size) {
		pack.RepeatRows(block, mem, o.period, held, count, o.pitch, o.row)
		return
	}
	for r := range count {
		o.gather(unsafe.Add(block, r*o.pitch), unsafe.Add(mem, r*o.row), held, inner)
	}
}
