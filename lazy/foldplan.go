package lazy

import (
	"slices"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels"
	"github.com/ndgo/nd/internal/kernels/block"
	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/kernels/reduce"
	"github.com/ndgo/nd/internal/layout"
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

	columns *columnsPlan // nil for a stream
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

	// Sums of float64 whose operands lie side by side along the strips, and at
	// one distance from row to row, need no program:
	direct bool
	pair   pair
	stride int // bytes from row to row of x
}

// A stripPlan is for strips of one width: all but the last, and the last.
type stripPlan struct {
	width int
	first stage // sets rows of accumulators
	more  stage // joins to rows of accumulators
}

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
	for _, f := range foldsOf(r.args[0]) {
		p.foldInto(f)
	}
	a, over := r.args[0], r.fold.over
	b := p.planner(a.shape)
	byColumns := r.fold.seq == nil && b.columnwise(a, over)
	shared := p.together(r, byColumns)

	fs := &foldStage{count: 1}
	for _, k := range over {
		fs.count *= a.shape[k]
	}
	fs.total = layout.Size(foldShape(a.shape, over, true))
	st := stage{fold: fs, shape: a.shape}
	var roots []*node
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
			p.findChecks(v)
			visit(v, map[*node]bool{}, func(m *node) {
				p.user = p.user || m.op == ops.User
				p.plain = p.plain && m.typ.Kind != dtype.Other
			})
		}
		fs.parts = append(fs.parts, part)
	}
	switch {
	case fs.count == 0 || fs.total == 0:
	case byColumns:
		b.planColumns(shared, over, &st)
	default:
		b.planStream(roots, over, &st)
	}
	p.stages = append(p.stages, st)
	return p.folded[r]
}

// endWithFold drops the last stage if all that it does is to copy the one
// result of the stage before, which then goes to the destination at once: it is
// written when all operands have been read.
func (p *plan) endWithFold(n *node) {
	k := len(p.stages) - 2
	if n.op != ops.Load || n.leaf.from == nil || k < 0 || layout.Size(p.shape) != 1 {
		return
	}
	fs := p.stages[k].fold
	if fs != nil && fs.total == 1 && len(fs.parts) == 1 && p.folded[n.leaf.from] == fs.parts[0].into && fs.parts[0].size == int(n.typ.Size) {
		p.stages = p.stages[:k+1]
	}
}

// together returns r and the reductions that can share its pass: over the same
// axes, ready, and linked by common operands.
func (p *plan) together(r *node, byColumns bool) []*node {
	var ready []*node
	for _, f := range p.folds {
		if _, done := p.folded[f]; done || f == r || byColumns && f.fold.seq != nil ||
			!slices.Equal(f.args[0].shape, r.args[0].shape) || !slices.Equal(f.fold.over, r.fold.over) {
			continue
		}
		waits := slices.ContainsFunc(foldsOf(f.args[0]), func(g *node) bool {
			_, done := p.folded[g]
			return !done
		})
		if !waits {
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

// planStream plans a stream: one nest, in order, over kept and reduced axes.
func (b *planner) planStream(roots []*node, over []int, st *stage) {
	var perm []int
	for k := range b.shape {
		if !slices.Contains(over, k) {
			perm = append(perm, k)
		}
	}
	perm = append(perm, over...)
	sb := stageBuilder{planner: b, shape: b.shape, self: true, axes: ^uint64(0), perm: perm}
	st.adopt(sb.values(roots, nil))
	if len(roots) == 1 && sb.code[0].Op == ops.Load && len(sb.code) == 2 {
		st.fold.values[0].load = 0
	}
	if len(st.fold.parts) == 1 && st.fold.parts[0].isSum() {
		st.fold.values[0].pair = pairOf(sb.code)
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

// planColumns plans strips of columns.
func (b *planner) planColumns(folds []*node, over []int, st *stage) {
	c := &columnsPlan{lanes: 1}
	st.fold.columns = c
	var kept []int
	for k, l := range b.shape {
		if !slices.Contains(over, k) && l > 1 {
			kept = append(kept, k)
		}
	}
	inner := kept[len(kept)-1]
	kept = kept[:len(kept)-1]
	if st.fold.ordered {
		c.lanes = min(reduce.Lanes, st.fold.count)
	}
	size := 0
	for _, f := range folds {
		size += int(f.typ.Size)
	}
	n := b.shape[inner]
	width := min(n, max(64, stripBytes/(size*c.lanes)))
	strips := (n + width - 1) / width
	c.strip[0] = b.planStrip(folds, over, kept, inner, width)
	c.strip[1] = c.strip[0]
	if last := n - (strips-1)*width; last != width {
		c.strip[1] = b.planStrip(folds, over, kept, inner, last)
	}
	st.adopt(c.strip[0].more)
	b.directColumns(st, over, inner)

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
	result := layout.CStrides(foldShape(b.shape, over, true))
	for _, k := range kept {
		c.outer = append(c.outer, b.shape[k])
		c.moves = append(c.moves, moves(k, 1))
		c.into = append(c.into, result[k])
	}
	c.outer = append(c.outer, strips)
	c.moves = append(c.moves, moves(inner, width))
	c.into = append(c.into, width)
}

// directColumns finds out whether strips can do without the program.
func (b *planner) directColumns(st *stage, over []int, inner int) {
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
	// along returns the stride from row to row, if there is one.
	along := func(slot int) (int, bool) {
		s := st.operands[slot].strides
		stride, n := 0, 1
		for i := len(over) - 1; i >= 0; i-- {
			k := over[i]
			switch {
			case b.shape[k] == 1:
				continue
			case n == 1:
				stride = s[k]
			case s[k] != n*stride:
				return 0, false
			}
			n *= b.shape[k]
		}
		return 8 * stride, s[inner] == 1
	}
	stride, ok := along(c.pair.x)
	if c.pair.form == reduce.Diff {
		rest, unit := along(c.pair.y)
		if ok && stride == 0 { // the square is the same the other way round
			c.pair.x, c.pair.y, stride, rest = c.pair.y, c.pair.x, rest, stride
		}
		c.pair.form = reduce.Dev
		ok = ok && unit && rest == 0
	}
	c.direct, c.stride = ok, stride
}

// planStrip plans a strip of some width along axis inner. The kept axes are
// walked outside.
func (b *planner) planStrip(folds []*node, over, kept []int, inner, width int) stripPlan {
	shape := slices.Clone(b.shape)
	for _, k := range kept {
		shape[k] = 1
	}
	shape[inner] = width
	perm := append(slices.Clone(over), inner)
	var roots []*node
	var joins []ops.Op
	for _, f := range folds {
		roots, joins = append(roots, f.args[0]), append(joins, f.fold.kernel.Join)
	}
	first := stageBuilder{planner: b, shape: shape, self: true, axes: ^uint64(0), perm: perm}
	more := stageBuilder{planner: b, shape: shape, self: true, axes: ^uint64(0), perm: perm}
	return stripPlan{width, first.values(roots, nil), more.values(roots, joins)}
}

// values makes a stage that computes expressions into slots that are not
// walked, the last ones; joined, if joins says how, to what is in the slots
// before those, in order.
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
	for i, r := range roots {
		types = append(types, r.typ)
		s.code = append(s.code, prog.Instr{Op: ops.Store, Kind: r.typ.Kind, Type: r.typ, Args: [3]int{at[i], -1, -1}, Slot: len(s.operands)})
		s.operands = append(s.operands, operand{none: true})
	}
	nest := s.nest()
	slots := make([]prog.Slot, len(s.operands))
	for i := range slots {
		if i < len(s.walked) {
			slots[i] = prog.Slot{Type: s.walked[i].Type, Class: nest.Class(i)}
		} else {
			slots[i] = prog.Slot{Type: types[i-len(s.walked)], Write: i >= written}
		}
	}
	return stage{shape: s.shape, nest: nest, prog: kernels.Compile(s.code, slots), operands: s.operands, code: s.code}
}

// adopt takes over from a stage built for a pass what a stage has.
func (st *stage) adopt(s stage) { st.nest, st.prog, st.operands = s.nest, s.prog, s.operands }
