package lazy

import (
	"fmt"
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

// nearBytes is what a second-level cache is sure to hold.
const nearBytes = 512 << 10

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
			p.findTypes(v)
		}
		fs.parts = append(fs.parts, part)
	}
	return roots
}

// findTypes finds out whether functions of the user or types with pointers are below n.
func (p *plan) findTypes(n *node) {
	visit(n, map[*node]bool{}, func(m *node) {
		p.user = p.user || m.op == ops.User
		p.plain = p.plain && m.typ.Kind != dtype.Other
	})
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

// mustMatch panics unless another program of the same pass has the same operands: the
// addresses of its slots are found for the first one. Whatever decides on operands
// must not depend on the part of the pass that a program is for.
func (st *stage) mustMatch(o *stage) {
	if !slices.EqualFunc(st.operands, o.operands, func(a, b operand) bool {
		return a.leaf == b.leaf && a.temp == b.temp && a.dst == b.dst && a.none == b.none && a.size == b.size
	}) {
		panic(fmt.Sprintf("lazy: programs of one pass differ in their operands: %d and %d", len(st.operands), len(o.operands)))
	}
}

// adopt takes over from a stage built for a pass what a stage has.
func (st *stage) adopt(s stage) { st.nest, st.prog, st.operands = s.nest, s.prog, s.operands }
