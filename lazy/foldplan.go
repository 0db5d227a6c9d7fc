package lazy

import (
	"slices"
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels"
	"github.com/ndgo/nd/internal/kernels/block"
	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/kernels/reduce"
	"github.com/ndgo/nd/internal/layout"
	"github.com/ndgo/nd/internal/loops"
	"github.com/ndgo/nd/internal/ops"
)

// A foldStage is a pass that reduces. Where memory runs along the reduced axes,
// the elements of the operands come as a stream: in C order over the kept axes,
// then the reduced ones. Where it runs along kept axes, they come by columns:
// for a strip of neighbours along the innermost kept axis, in C order over the
// reduced axes, so that each row of the strip is added to a row of
// accumulators. Both add in the order that package reduce defines.
//
// Reductions over the same axes of expressions that have an operand in common
// share a pass, unless one needs the result of the other.
type foldStage struct {
	parts   []foldPart
	values  []foldValue // what the program computes
	count   int         // elements that become one
	total   int         // sequences of count elements
	ordered bool        // for some part the order of elements shows in the result
	far     bool        // there is more to reduce than a second-level cache holds

	columns *columnsPlan // nil for a stream
	chunks  *chunksPlan  // of a stream, nil if it goes in order
	view    *viewPlan    // of a sum of all elements across memory
}

// A foldPart is one of the reductions of a pass.
type foldPart struct {
	name   string
	kernel *reduce.Kernel // or
	seq    *sequence
	join   block.Func
	value  int // the number of the value that is reduced
	into   int // the temp of the results
	size   int // bytes of the results of one sequence
}

// A foldValue is an expression that a pass computes.
type foldValue struct {
	typ  *dtype.Type
	size int
	load int // the slot that it is the elements of, -1 if it is computed
	pair pair
}

// A pair is an expression of two operands whose sums package reduce has kernels
// for. The slots are those of the operands.
type pair struct {
	form reduce.Form
	x, y int
}

// A columnsPlan says how a reduction goes by strips of columns.
type columnsPlan struct {
	lanes int // rows of accumulators
	strip [2]stripPlan
	// The axes outside: kept ones, then the strips.
	outer []int   // lengths
	moves [][]int // how many bytes each operand moves by
	into  []int   // how many elements the results move by

	// A scan sets rows of results as it joins rows. It joins to the row of
	// results before, if that has the type in which it accumulates.
	scan, own bool

	// Sums of float64 whose operands lie side by side along the strips, and at
	// one distance from row to row, need no program:
	direct bool
	pair   pair
	stride int  // bytes from row to row of x
	near   bool // x is no more than a second-level cache holds

	place bool // the places of extremes are looked for, which may be direct, too

	ahead    []int         // of each operand, the bytes of an element if rows are to be asked for ahead
	lanewise []laneOperand // not nil if strips go lane by lane
}

// A stripPlan is for strips of one width: all but the last, and the last.
type stripPlan struct {
	width int
	first stage // sets rows of accumulators
	more  stage // joins to rows of accumulators
}

// directWidth is the number of columns in a strip that needs no program. There
// are few rows of accumulators, and long rows are what memory is best at.
const directWidth = 4096

// nearBytes is what a second-level cache is sure to hold.
const nearBytes = 512 << 10

// fewBytes is what the accumulators of minima and the like take about, if a row of
// them takes less.
const fewBytes = 8 << 10

// stripBytes is what the accumulators of a strip may take: they are to stay in
// the second-level cache.
const stripBytes = 128 << 10

// foldsOf lists the reductions in n, each after those that it needs.
func foldsOf(n *node) []*node {
	var folds []*node
	seen := map[*node]bool{}
	var look func(*node)
	look = func(m *node) {
		visit(m, seen, func(m *node) {
			if m.leaf != nil && m.leaf.from != nil && !seen[m.leaf.from] {
				look(m.leaf.from)
			}
			if m.op == ops.Reduce {
				folds = append(folds, m)
			}
		})
	}
	look(n)
	return folds
}

// foldInto plans the pass of reduction r, unless there is one, and returns the
// temp with its result.
func (p *plan) foldInto(r *node) int {
	if t, ok := p.folded[r]; ok {
		return t
	}
	if p.folded == nil {
		p.folded = map[*node]int{}
	}
	if r.op != ops.Reduce {
		return p.keepStep(r)
	}
	p.foldBelow(r)
	a, over := r.args[0], r.fold.over
	b := p.planner(a.shape)
	byColumns := r.fold.scansRows() || r.fold.seq == nil && b.columnwise(a, over) || b.placesByColumns(r)
	shared := p.together(r, byColumns)

	fs := &foldStage{count: 1}
	for _, k := range over {
		fs.count *= a.shape[k]
	}
	fs.total = layout.Size(foldShape(a.shape, over, true))
	fs.far = p.block || fs.count*fs.total*int(a.typ.Size) > nearBytes
	order := walkOrder(shared, over)
	st := stage{fold: fs, shape: a.shape}
	roots := p.addParts(fs, shared)
	if fs.count == 0 || fs.total == 0 {
		p.stages = append(p.stages, st)
		return p.folded[r]
	}
	for _, v := range roots {
		p.findChecks(v)
	}
	roots, shape, kept := straighten(roots, a.shape, order, len(order)-len(over), unordered(shared))
	b = p.planner(shape)
	if byColumns {
		b.planColumns(roots, kept, &st)
	} else {
		b.planStream(roots, kept, &st)
	}
	p.stages = append(p.stages, st)
	p.putInOrder(shared, a.shape, order[:len(order)-len(over)])
	return p.folded[r]
}

// addParts adds to a pass the reductions that share it, and temps for their results.
// It returns the expressions that they reduce.
func (p *plan) addParts(fs *foldStage, shared []*node) (roots []*node) {
	for _, f := range shared {
		part := foldPart{name: f.fold.name, kernel: f.fold.kernel, seq: f.fold.seq, into: len(p.temps), size: int(f.typ.Size)}
		results := fs.total
		if part.seq != nil {
			results *= part.seq.per(fs.count)
			part.size *= part.seq.per(fs.count)
			p.user = p.user || part.seq.user
		} else {
			part.join = block.Lookup(part.kernel.Join, part.kernel.Kind)
			fs.ordered = fs.ordered || part.kernel.Ordered
		}
		p.plain = p.plain && f.typ.Kind != dtype.Other
		p.temps = append(p.temps, temp{f.typ, results})
		p.folded[f] = part.into
		v := f.args[0]
		if part.value = slices.Index(roots, v); part.value < 0 {
			part.value = len(roots)
			roots = append(roots, v)
			fs.values = append(fs.values, foldValue{typ: v.typ, size: int(v.typ.Size), load: -1})
			visit(v, map[*node]bool{}, func(m *node) {
				p.user = p.user || m.op == ops.User
				p.plain = p.plain && m.typ.Kind != dtype.Other
			})
		}
		fs.parts = append(fs.parts, part)
	}
	return roots
}

// needs lists the nodes that have a pass of their own on whose results n depends, not
// through others.
func (p *plan) needs(n *node) []*node {
	if list, ok := p.needed[n]; ok {
		return list
	}
	var list []*node
	visit(n, map[*node]bool{}, func(m *node) {
		if m.leaf != nil && m.leaf.from != nil && !slices.Contains(list, m.leaf.from) {
			list = append(list, m.leaf.from)
		}
	})
	if p.needed == nil {
		p.needed = map[*node][]*node{}
	}
	p.needed[n] = list
	return list
}

// foldBelow plans the passes of all reductions below n.
func (p *plan) foldBelow(n *node) {
	for _, m := range p.needs(n) {
		if m.op == ops.Reduce {
			p.foldInto(m)
		} else {
			p.foldBelow(m)
		}
	}
}

// waits reports whether a reduction below n has no pass yet.
func (p *plan) waits(n *node) bool {
	return slices.ContainsFunc(p.needs(n), func(m *node) bool {
		if m.op == ops.Reduce {
			_, done := p.folded[m]
			return !done
		}
		return p.waits(m)
	})
}

// walkOrder is the order of axes in which a pass goes: the kept ones, from that
// with the longest steps in memory to that with the shortest, then the reduced
// ones as they are, or from the longest steps to the shortest, too, if the order of
// elements does not matter. Where results of a sequence have axes of their own the
// kept axes are left as they are.
func walkOrder(folds []*node, over []int) []int {
	shape := folds[0].args[0].shape
	steps := make([]int, len(shape))
	free := true
	for _, f := range folds {
		free = free && (f.fold.seq == nil || f.fold.seq.form == seqOne)
		visit(f.args[0], map[*node]bool{}, func(m *node) {
			if m.op != ops.Load {
				return
			}
			for k, s := range m.leaf.lay.Strides {
				if m.shape[k] > 1 {
					at := len(shape) - len(m.shape) + k
					steps[at] = max(steps[at], s, -s)
				}
			}
		})
	}
	var order []int
	for k := range shape {
		if !slices.Contains(over, k) {
			order = append(order, k)
		}
	}
	if free {
		slices.SortStableFunc(order, func(i, j int) int { return steps[j] - steps[i] })
	}
	if unordered(folds) {
		over = slices.Clone(over)
		slices.SortStableFunc(over, func(i, j int) int { return steps[j] - steps[i] })
	}
	return append(order, over...)
}

// unordered reports whether the order of elements shows in no result.
func unordered(folds []*node) bool {
	return !slices.ContainsFunc(folds, func(f *node) bool { return f.fold.kernel == nil || f.fold.kernel.Ordered })
}

// straighten gives expressions their axes in the order of a pass, the kept ones
// first, and joins neighbours that are one axis in the memory of all operands.
// Reduced axes along which all memory runs backwards are turned, if they may be. It
// returns the expressions, their shape, and how many axes are kept.
func straighten(roots []*node, shape, order []int, kept int, turn bool) ([]*node, []int, int) {
	ordered := make([]int, len(order))
	for i, k := range order {
		ordered[i] = shape[k]
	}
	lays := map[*node]layout.Layout{}
	seen := map[*node]bool{}
	for _, r := range roots {
		visit(r, seen, func(m *node) {
			if m.op != ops.Load {
				return
			}
			l := layout.Layout{Shape: ordered, Strides: make([]int, len(order)), Offset: m.leaf.lay.Offset}
			skip := len(shape) - len(m.shape)
			for i, k := range order {
				if k >= skip && m.shape[k-skip] > 1 {
					l.Strides[i] = m.leaf.lay.Strides[k-skip]
				}
			}
			lays[m] = l
		})
	}
	for i := kept; i < len(order) && turn; i++ {
		forwards := false
		for _, l := range lays {
			forwards = forwards || l.Strides[i] > 0
		}
		for m, l := range lays {
			if !forwards {
				l.Offset += (ordered[i] - 1) * l.Strides[i]
				l.Strides[i] = -l.Strides[i]
				lays[m] = l
			}
		}
	}
	// last[i] is the last of the axes that become axis i.
	var last []int
	var joined []int
	n := 0
	for i, length := range ordered {
		if length == 1 {
			continue
		}
		one := len(last) > 0 && (last[len(last)-1] < kept) == (i < kept)
		for _, l := range lays {
			one = one && l.Strides[last[len(last)-1]] == length*l.Strides[i]
		}
		if one {
			last[len(last)-1] = i
			joined[len(joined)-1] *= length
			continue
		}
		last, joined = append(last, i), append(joined, length)
		if i < kept {
			n++
		}
	}
	r := rewriter{done: map[*node]*node{}, leaf: func(m *node) *node {
		if m.op != ops.Load {
			return m
		}
		l := layout.Layout{Shape: joined, Strides: make([]int, len(joined)), Offset: lays[m].Offset}
		if l.Shape == nil {
			l.Shape = scalar
		}
		for k, i := range last {
			l.Strides[k] = lays[m].Strides[i]
		}
		return &node{op: ops.Load, typ: m.typ, shape: l.Shape, steps: m.steps, leaf: &leaf{base: m.leaf.base, lay: l, index: m.leaf.index, from: m.leaf.from}}
	}}
	out := make([]*node, len(roots))
	for i, root := range roots {
		out[i] = r.node(root)
	}
	if joined == nil {
		joined = scalar
	}
	return out, joined, n
}

// putInOrder adds stages that put results, which lie in the order of the pass,
// in the order of their axes.
func (p *plan) putInOrder(folds []*node, shape, kept []int) {
	long := slices.DeleteFunc(slices.Clone(kept), func(k int) bool { return shape[k] == 1 })
	if slices.IsSorted(long) {
		return
	}
	for _, f := range folds {
		l := layout.Layout{Shape: f.shape, Strides: make([]int, len(f.shape))}
		step := 1
		for i := len(kept) - 1; i >= 0; i-- {
			l.Strides[kept[i]] = step
			step *= shape[kept[i]]
		}
		raw := &node{op: ops.Load, typ: f.typ, shape: f.shape, leaf: &leaf{lay: l, index: -1, from: f}}
		p.folded[f] = p.planner(f.shape).intoTemp(raw, f.shape, ^uint64(0), "results put in the order of their axes")
	}
}

// endWithFold looks whether all that the last stage does is to copy the results
// of the stage before, its only ones. Then they may go to the destination at
// once, if it has no memory in common with operands, of which some are read
// after the first result is written. A single result is written when all
// operands have been read, so that the last stage is dropped for good.
func (p *plan) endWithFold(n *node) {
	k := len(p.stages) - 2
	if n.op != ops.Load || n.leaf.from == nil || k < 0 || !layout.EqualShape(n.shape, p.shape) ||
		!layout.IsC(n.shape, n.leaf.lay.Strides) || !layout.IsC(p.shape, p.strides) {
		return
	}
	fs := p.stages[k].fold
	if fs == nil || len(fs.parts) != 1 || p.folded[n.leaf.from] != fs.parts[0].into || fs.total*fs.parts[0].size != layout.Size(p.shape)*int(n.typ.Size) {
		return
	}
	if fs.total == 1 && layout.Size(p.shape) == 1 {
		p.stages = p.stages[:k+1]
	} else {
		p.straight = true
	}
}

// clearOf reports whether dst has no memory in common with any operand.
func (p *plan) clearOf(dst *rawView, args []unsafe.Pointer) bool {
	size := int(dst.typ.Size)
	lo := uintptr(dst.base) + uintptr((dst.offset-p.below)*size)
	hi := uintptr(dst.base) + uintptr((dst.offset+p.above)*size)
	for i := range p.leaves {
		l := &p.leaves[i]
		var base uintptr
		if !l.fixed {
			base = uintptr(l.node.leaf.data(args))
		}
		if base+l.lo < hi && lo < base+l.hi {
			return false
		}
	}
	return true
}

// together returns r and the reductions that can share its pass: over the same
// axes, ready, and linked by common operands.
func (p *plan) together(r *node, byColumns bool) []*node {
	if byColumns && r.fold.seq != nil {
		return []*node{r}
	}
	var ready []*node
	for _, f := range p.folds {
		if _, done := p.folded[f]; done || f == r || byColumns && f.fold.seq != nil || f.fold.scansRows() ||
			!slices.Equal(f.args[0].shape, r.args[0].shape) || !slices.Equal(f.fold.over, r.fold.over) {
			continue
		}
		if !p.waits(f) {
			ready = append(ready, f)
		}
	}
	shared := []*node{r}
	leaves := map[*node]bool{}
	for k := 0; k < len(shared); k++ {
		visit(shared[k].args[0], map[*node]bool{}, func(m *node) { leaves[m] = leaves[m] || m.op == ops.Load })
		ready = slices.DeleteFunc(ready, func(f *node) bool {
			meets := false
			visit(f.args[0], map[*node]bool{}, func(m *node) { meets = meets || leaves[m] })
			if meets {
				shared = append(shared, f)
			}
			return meets
		})
	}
	// What changes the order of elements comes after all others.
	slices.SortStableFunc(shared, func(a, b *node) int { return a.fold.changes() - b.fold.changes() })
	return shared
}

// scansRows reports whether it is a scan that joins whole rows.
func (f *reduction) scansRows() bool { return f.seq != nil && f.seq.rows }

// changes is 1 for a sequence that may change the elements that it is given,
// else 0.
func (f *reduction) changes() int {
	if f.seq != nil && f.seq.whole {
		return 1
	}
	return 0
}

// columnwise reports whether memory runs along kept axes rather than along
// reduced ones.
func (b *planner) columnwise(a *node, over []int) bool {
	votes := 0
	visit(a, map[*node]bool{}, func(m *node) {
		if m.op != ops.Load {
			return
		}
		skip := len(b.shape) - len(m.shape)
		least, vote := 0, 0
		for k, s := range m.leaf.lay.Strides {
			if s = max(s, -s); s == 0 || m.shape[k] == 1 || least != 0 && s >= least {
				continue
			}
			least, vote = s, 1
			if slices.Contains(over, skip+k) {
				vote = -1
			}
		}
		votes += vote
	})
	return votes > 0
}

// planStream plans a stream: one nest, in order. The first axes, kept of them,
// are not reduced.
func (b *planner) planStream(roots []*node, kept int, st *stage) {
	sb := stageBuilder{planner: b, shape: b.shape, self: true, axes: ^uint64(0), inOrder: true}
	st.adopt(sb.values(roots, nil))
	if len(roots) == 1 && sb.code[0].Op == ops.Load && len(sb.code) == 2 {
		st.fold.values[0].load = 0
	}
	if len(st.fold.parts) == 1 && st.fold.parts[0].isSum() {
		st.fold.values[0].pair = pairOf(sb.code)
	}
	if st.fold.view = b.viewOf(st, roots, kept); st.fold.view != nil {
		return
	}
	whole := slices.ContainsFunc(st.fold.parts, func(p foldPart) bool { return p.seq != nil && p.seq.whole })
	if near := b.crosswise(roots); near >= 0 && !(whole && st.fold.count > wholeMost) {
		st.fold.values[0].load, st.fold.values[0].pair = -1, pair{}
		b.planChunks(roots, kept, near, st)
	}
}

// isSum reports whether the part is a sum of float64.
func (p *foldPart) isSum() bool {
	return p.kernel != nil && p.kernel.Join == ops.Add && p.kernel.Kind == dtype.Float64
}

// pairOf finds the form of code that ends by storing its value.
func pairOf(code []prog.Instr) pair {
	last := &code[code[len(code)-1].Args[0]]
	x, y := last.Args[0], last.Args[1]
	switch {
	case last.Op == ops.Cast && last.Kind == dtype.Float32 && code[x].Op == ops.Load:
		return pair{reduce.Wide, code[x].Slot, code[x].Slot}
	case last.Op == ops.Square:
		y = x
	case last.Op != ops.Mul:
		return pair{}
	}
	a, b := &code[x], &code[y]
	switch {
	case a.Op == ops.Load && b.Op == ops.Load:
		return pair{reduce.Dot, a.Slot, b.Slot}
	case x == y && a.Op == ops.Sub:
		a, b = &code[a.Args[0]], &code[a.Args[1]]
		if a.Op == ops.Load && b.Op == ops.Load {
			return pair{reduce.Diff, a.Slot, b.Slot}
		}
	}
	return pair{}
}

// planColumns plans strips of columns along the last of the kept axes.
func (b *planner) planColumns(roots []*node, kept int, st *stage) {
	c := &columnsPlan{lanes: 1}
	st.fold.columns = c
	inner := kept - 1
	if st.fold.ordered {
		c.lanes = min(reduce.Lanes, st.fold.count)
	}
	size := 0
	for i := range st.fold.parts {
		size += st.fold.values[st.fold.parts[i].value].size
	}
	n := b.shape[inner]
	if !st.fold.ordered && st.fold.parts[0].seq == nil {
		// Any number of rows will do. Short ones are taken several at a time.
		c.lanes = min(reduce.Lanes, st.fold.count, max(1, fewBytes/(size*n)))
	}
	if w := laneWidth(n, size); st.fold.ordered && c.lanes > 1 && n >= laneLeast && len(b.shape) == kept+1 {
		b.planStrips(roots, kept, w, st)
		c.lanewise = c.byLanes(kept)
	}
	seq := st.fold.parts[0].seq
	if c.scan = seq != nil && seq.form == seqScan; c.scan {
		c.own = seq.acc == seq.out
	}
	switch {
	case seq != nil && !c.scan:
		b.planPlaces(roots, kept, st)
	case c.lanewise == nil:
		b.planStrips(roots, kept, min(n, max(64, stripBytes/(size*c.lanes))), st)
	}
	st.adopt(c.strip[0].more)
	for _, o := range st.operands {
		size := 0
		if !o.none && o.strides[inner] == 1 && (len(o.strides) > kept && o.strides[len(o.strides)-1] != 0) {
			size = o.size
		}
		c.ahead = append(c.ahead, size)
	}
	b.directColumns(st, kept)

	width := c.strip[0].width
	moves := func(k, by int) []int {
		var m []int
		for _, o := range st.operands {
			step := 0
			if o.strides != nil {
				step = by * o.strides[k] * o.size
			}
			m = append(m, step)
		}
		return m
	}
	step := n
	for k := inner - 1; k >= 0; k-- {
		c.outer = append([]int{b.shape[k]}, c.outer...)
		c.moves = append([][]int{moves(k, 1)}, c.moves...)
		c.into = append([]int{step}, c.into...)
		step *= b.shape[k]
	}
	c.outer = append(c.outer, (n+width-1)/width)
	c.moves = append(c.moves, moves(inner, width))
	c.into = append(c.into, width)
}

// planStrips plans strips of some width.
func (b *planner) planStrips(roots []*node, kept, width int, st *stage) {
	c := st.fold.columns
	c.cut(b.shape[kept-1], width)
	last := c.strip[1].width
	c.strip[0] = b.planStrip(roots, st.fold, kept, width)
	c.strip[1] = c.strip[0]
	if last != width {
		c.strip[1] = b.planStrip(roots, st.fold, kept, last)
	}
}

// cut sets the width of strips of n columns.
func (c *columnsPlan) cut(n, width int) {
	c.strip[0].width, c.strip[1].width = width, n-(n-1)/width*width
}

// alongStrips returns the distance in bytes from row to row of an operand whose
// elements lie side by side in a row. It is not ok if there is none.
func alongStrips(o operand, kept int) (stride int, ok bool) {
	s := o.strides
	if len(s) > kept {
		stride = o.size * s[kept]
	}
	return stride, s[kept-1] == 1 && len(s) <= kept+1
}

// directColumns finds out whether strips can do without the program.
func (b *planner) directColumns(st *stage, kept int) {
	c := st.fold.columns
	if len(st.fold.parts) != 1 || !st.fold.parts[0].isSum() {
		return
	}
	code := c.strip[0].first.code
	c.pair = pairOf(code)
	if len(code) == 2 && code[0].Op == ops.Load {
		c.pair = pair{x: code[0].Slot, y: code[0].Slot}
	} else if c.pair.form != reduce.Diff {
		return
	}
	stride, ok := alongStrips(st.operands[c.pair.x], kept)
	if c.pair.form == reduce.Diff {
		rest, unit := alongStrips(st.operands[c.pair.y], kept)
		if ok && stride == 0 { // the square is the same the other way round
			c.pair.x, c.pair.y, stride, rest = c.pair.y, c.pair.x, rest, stride
		}
		c.pair.form = reduce.Dev
		ok = ok && unit && rest == 0
	}
	c.stride, c.near = stride, !st.fold.far
	if c.direct = ok; ok {
		c.lanewise, c.lanes = nil, reduce.ColumnRows
		c.cut(b.shape[kept-1], min(b.shape[kept-1], directWidth))
	}
}

// planStrip plans a strip of some width. The kept axes before that of the strip
// are walked outside.
func (b *planner) planStrip(roots []*node, fs *foldStage, kept, width int) stripPlan {
	shape := slices.Clone(b.shape)
	for k := range kept - 1 {
		shape[k] = 1
	}
	shape[kept-1] = width
	var perm []int
	for k := kept; k < len(shape); k++ {
		perm = append(perm, k)
	}
	perm = append(perm, kept-1)
	var values []*node
	var joins []ops.Op
	var give *dtype.Type
	for i := range fs.parts {
		p := &fs.parts[i]
		join := ops.Invalid
		if p.seq != nil {
			join = p.seq.join
			if fs.columns.scan && p.seq.acc != p.seq.out {
				give = p.seq.out
			}
		} else {
			join = p.kernel.Join
		}
		values, joins = append(values, roots[p.value]), append(joins, join)
	}
	first := stageBuilder{planner: b, shape: shape, self: true, axes: ^uint64(0), inOrder: true, perm: perm, give: give}
	if fs.columns.place {
		rows := first.values(values, nil)
		return stripPlan{width, rows, rows}
	}
	more := stageBuilder{planner: b, shape: shape, self: true, axes: ^uint64(0), inOrder: true, perm: perm, give: give}
	return stripPlan{width, first.values(values, nil), more.values(values, joins)}
}

// values makes a stage that computes expressions into slots that are not
// walked, the last ones; joined, if joins says how, to what is in the slots
// before those, in order. If s.give is not nil the first is stored once more,
// as of that type.
func (s *stageBuilder) values(roots []*node, joins []ops.Op) stage {
	s.place = map[*node]int{}
	at := make([]int, len(roots))
	for i, r := range roots {
		s.root = r
		at[i] = s.emit(r)
	}
	var types []*dtype.Type
	for i := range joins {
		t := roots[i].typ
		types = append(types, t)
		s.code = append(s.code, s.load(roots[i], operand{none: true}, nil))
		s.code = append(s.code, prog.Instr{Op: joins[i], Kind: t.Kind, Type: t, Args: [3]int{len(s.code) - 1, at[i], -1}})
		at[i] = len(s.code) - 1
	}
	written := len(s.operands)
	if s.give != nil {
		in := prog.Instr{Op: ops.Cast, Kind: roots[0].typ.Kind, Type: s.give, Args: [3]int{at[0], -1, -1}}
		s.code = append(s.code, in)
		roots, at = append(slices.Clone(roots), &node{typ: s.give}), append(at, len(s.code)-1)
	}
	for i, r := range roots {
		if s.stores != nil {
			s.walked = append(s.walked, loops.Operand{Type: r.typ, Strides: s.stores, Write: true})
		} else {
			types = append(types, r.typ)
		}
		s.code = append(s.code, prog.Instr{Op: ops.Store, Kind: r.typ.Kind, Type: r.typ, Args: [3]int{at[i], -1, -1}, Slot: len(s.operands)})
		s.operands = append(s.operands, operand{none: true})
	}
	nest := s.nest(0)
	slots := make([]prog.Slot, len(s.operands))
	for i := range slots {
		if i < len(s.walked) {
			slots[i] = prog.Slot{Type: s.walked[i].Type, Class: nest.Class(i), Write: i >= written}
		} else {
			slots[i] = prog.Slot{Type: types[i-len(s.walked)], Write: i >= written}
		}
	}
	program := kernels.Compile(s.code, slots)
	return stage{shape: s.shape, nest: nest, prog: program, rows: program, operands: s.operands, code: s.code}
}

// adopt takes over from a stage built for a pass what a stage has.
func (st *stage) adopt(s stage) { st.nest, st.prog, st.operands = s.nest, s.prog, s.operands }
