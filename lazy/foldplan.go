package lazy

import (
	"slices"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels/block"
	"github.com/ndgo/nd/internal/kernels/reduce"
	"github.com/ndgo/nd/internal/layout"
	"github.com/ndgo/nd/internal/ops"
)

// A foldStage is the pass of a reduction. Where memory runs along the reduced
// axes, the elements of the operand come as a stream: in C order over the kept
// axes, then the reduced ones. Where it runs along kept axes, they come by
// columns: for a strip of neighbours along the innermost kept axis, in C order
// over the reduced axes, so that each row of the strip is added to a row of
// accumulators. Both add in the order that package reduce defines.
type foldStage struct {
	kernel *reduce.Kernel
	join   block.Func
	count  int // elements that become one
	total  int // results

	columns *columnsPlan // nil for a stream
}

// A columnsPlan says how a reduction goes by strips of columns.
type columnsPlan struct {
	lanes int // rows of accumulators
	strip [2]stripPlan
	// The axes outside: kept ones, then the strips.
	outer []int   // lengths
	moves [][]int // how many bytes each operand moves by
	into  []int   // how many elements the result moves by
}

// A stripPlan is for strips of one width: all but the last, and the last.
type stripPlan struct {
	width int
	first stage // sets a row of accumulators
	more  stage // joins to a row of accumulators
}

// stripBytes is what the accumulators of a strip may take: they are to stay in
// the second-level cache.
const stripBytes = 128 << 10

// foldInto plans the pass of reduction r, unless there is one, and returns the
// temp with its result.
func (p *plan) foldInto(r *node) int {
	if t, ok := p.folded[r]; ok {
		return t
	}
	a, f := r.args[0], r.fold
	fs := &foldStage{kernel: f.kernel, join: block.Lookup(f.kernel.Join, f.kernel.Kind), total: layout.Size(r.shape), count: 1}
	for _, k := range f.over {
		fs.count *= a.shape[k]
	}
	p.findChecks(a)
	visit(a, map[*node]bool{}, func(m *node) {
		p.user = p.user || m.op == ops.User
		p.plain = p.plain && m.typ.Kind != dtype.Other
	})
	st := stage{fold: fs, shape: a.shape, note: f.name}
	if fs.count > 0 && fs.total > 0 {
		b := p.planner(a.shape)
		if b.columnwise(a, f.over) {
			b.planColumns(a, f.over, &st)
		} else {
			b.planStream(a, f.over, &st)
		}
	}
	st.into = len(p.temps)
	p.temps = append(p.temps, temp{r.typ, fs.total})
	p.stages = append(p.stages, st)
	if p.folded == nil {
		p.folded = map[*node]int{}
	}
	p.folded[r] = st.into
	return st.into
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
func (b *planner) planStream(a *node, over []int, st *stage) {
	var perm []int
	for k := range b.shape {
		if !slices.Contains(over, k) {
			perm = append(perm, k)
		}
	}
	perm = append(perm, over...)
	st.adopt(b.pass(a, b.shape, perm, ops.Invalid))
}

// pass builds a stage that computes a, in the order of axes perm, into a slot
// that is not walked; joined to what is there if join says so.
func (b *planner) pass(a *node, shape, perm []int, join ops.Op) stage {
	sb := stageBuilder{planner: b, shape: shape, root: a, self: true, perm: perm, join: join}
	return sb.make(operand{none: true}, nil, a.typ, "")
}

// planColumns plans strips of columns.
func (b *planner) planColumns(a *node, over []int, st *stage) {
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
	if st.fold.kernel.Ordered {
		c.lanes = min(reduce.Lanes, st.fold.count)
	}
	n := b.shape[inner]
	width := min(n, max(64, stripBytes/(int(a.typ.Size)*c.lanes)))
	strips := (n + width - 1) / width
	c.strip[0] = b.planStrip(a, over, kept, inner, width, st.fold.kernel.Join)
	c.strip[1] = c.strip[0]
	if last := n - (strips-1)*width; last != width {
		c.strip[1] = b.planStrip(a, over, kept, inner, last, st.fold.kernel.Join)
	}
	st.adopt(c.strip[0].more)

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

// planStrip plans a strip of some width along axis inner. The kept axes are
// walked outside.
func (b *planner) planStrip(a *node, over, kept []int, inner, width int, join ops.Op) stripPlan {
	shape := slices.Clone(b.shape)
	for _, k := range kept {
		shape[k] = 1
	}
	shape[inner] = width
	perm := append(slices.Clone(over), inner)
	return stripPlan{width, b.pass(a, shape, perm, ops.Invalid), b.pass(a, shape, perm, join)}
}

// adopt takes over from a stage built for a pass what a stage has.
func (st *stage) adopt(s stage) { st.nest, st.prog, st.operands = s.nest, s.prog, s.operands }
