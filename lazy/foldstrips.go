package lazy

import (
	"slices"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels/reduce"
	"github.com/ndgo/nd/internal/ops"
)

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

// fewBytes is what the accumulators of minima and the like take about, if a row of
// them takes less.
const fewBytes = 8 << 10

// stripBytes is what the accumulators of a strip may take: they are to stay in
// the second-level cache.
const stripBytes = 128 << 10

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
		c.strip[0].first.mustMatch(&c.strip[1].first)
		c.strip[0].more.mustMatch(&c.strip[1].more)
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
