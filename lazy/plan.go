package lazy

import (
	"slices"
	"sync"
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels"
	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/layout"
	"github.com/ndgo/nd/internal/loops"
	"github.com/ndgo/nd/internal/ops"
)

// A plan is an expression made ready to run into destinations of one layout.
// It is immutable and may be run by several goroutines at once.
type plan struct {
	typ     *dtype.Type
	shape   []int // of the destination
	strides []int // of the destination

	below  int // elements of the destination before its first, in memory
	above  int // elements from its first on, in memory
	leaves []planLeaf

	buffered bool // the result goes to a buffer first, as it overlaps operands

	checks   []check
	nils     []check
	stages   []stage // in order; the last one writes the destination
	temps    []temp
	folded   map[*node]int     // reductions that have a pass: the temp of the result
	needed   map[*node][]*node // what needs lists
	folds    []*node           // all reductions, in an order in which they can be computed
	user     bool              // runs functions of the user, which may panic
	blocks   *blockPlan        // if not nil, in place of stages
	straight bool              // the last stage copies what the one before may put in its place
	plain    bool              // all types are numbers or bool, so memory may be reused
	bytes    int               // the destination's size, of the whole if this is a block
	block    bool              // a block of a whole, whose operands come from memory
	direct   bool              // all there is to do is one run of one program, or
	rows     *rowsPlan         // of rows
	groups   *prog.Groups      // or of groups of rows
	sum      *sumPlan          // if not nil, all there is to do is one sum

	pool sync.Pool // *run
}

// A planLeaf is an operand, with what the test of overlap needs.
type planLeaf struct {
	node     *node
	lo, hi   uintptr // the bytes it spans, from where its layout counts; from 0, if it is at a fixed place
	fixed    bool    // no argument of a function
	conflict bool    // it overlaps the destination
}

// A stage is one pass: a loop nest and the program it runs.
type stage struct {
	shape    []int
	nest     *loops.Nest
	prog     prog.Program
	rows     loops.GroupRunner // prog
	operands []operand         // slot by slot
	note     string
	fold     *foldStage   // the pass of reductions
	code     []prog.Instr // fold: of prog
}

// An operand says where a slot's elements are.
type operand struct {
	leaf   *node // an operand of the expression, or
	temp   int   // the result of an earlier stage, or
	dst    bool  // the destination, or
	none   bool  // memory that is not walked
	offset int   // bytes from the temp's start to the element at index (0, ..., 0)

	size    int
	strides []int // over the iteration shape
}

// A temp is the memory between two stages.
type temp struct {
	typ *dtype.Type
	n   int
}

// A planner builds the stages of a plan over one iteration shape.
type planner struct {
	*plan
	shape  []int
	copied map[*node]bool   // leaves to be copied because they overlap
	vary   map[*node]uint64 // the axes along which a step's values differ
	laid   map[*node]int    // steps computed by an earlier stage: its temp
	recips map[*node]*node  // the steps that compute the reciprocals of divisors
	weight map[*node]int    // tiles needed, for the order of evaluation
}

// maxAxes bounds the axes that vary counts one by one; the rest vary together.
const maxAxes = 63

// newPlan plans the evaluation of n, which is simplified and free of errors,
// into a destination of the given layout that is not empty.
func newPlan(n *node, shape, strides []int, conflict func(*node) bool) *plan {
	p := &plan{typ: n.typ, shape: slices.Clone(shape), strides: slices.Clone(strides)}
	p.bytes = layout.Size(shape) * int(n.typ.Size)
	p.plan(n, conflict)
	return p
}

// plan does what newPlan says, for a plan that knows its type and destination.
func (p *plan) plan(n *node, conflict func(*node) bool) {
	shape, strides := p.shape, p.strides
	lo, hi := extent(&layout.Layout{Shape: shape, Strides: strides}, 1)
	p.below, p.above = -lo, hi
	p.plain = true
	overlapping, any := 0, false
	seen := map[*node]bool{}
	visit(n, seen, func(m *node) {
		p.plain = p.plain && m.typ.Kind != dtype.Other
		p.user = p.user || m.op == ops.User
		if m.op == ops.Load && m.leaf.from == nil && p.addLeaf(m, conflict(m)) {
			overlapping += layout.Size(m.shape)
			any = true
		}
	})
	// Operands of reductions are read before the first write, unless they are
	// read in turn with it.
	p.folds = foldsOf(n)
	for _, f := range p.folds {
		visit(f.args[0], seen, func(m *node) {
			any = m.op == ops.Load && m.leaf.from == nil && p.addLeaf(m, conflict(m)) || any
		})
	}
	if !any && len(p.folds) > 0 {
		if p.blocks = p.byBlocks(n); p.blocks != nil {
			return
		}
	}
	if overlapping == 0 && len(p.folds) > 0 {
		n = keepShared(n, p.folds)
		p.folds = foldsOf(n)
	}
	b := p.planner(shape)
	p.buffered = overlapping > layout.Size(shape)
	for _, l := range p.leaves {
		if l.conflict && !p.buffered {
			b.copied[l.node] = true
		}
	}
	p.findChecks(n)
	note := ""
	if p.buffered {
		b.compute(n, "the result, buffered because it overlaps operands")
		note = "copy of the buffer"
	}
	final := stageBuilder{planner: b, shape: shape, root: n, axes: ^uint64(0)}
	final.build(operand{dst: true}, strides, n.typ, note)
	p.endWithFold(n)
	p.findSum()
	p.findDirect()
}

// A rowsPlan is rows that are one run: their elements, their number, and the step of
// each operand from one to the next.
type rowsPlan struct {
	n, count int
	steps    []int
}

// findDirect finds out whether all there is to do is one run of one program.
func (p *plan) findDirect() {
	if !p.plain || p.user || len(p.stages) > 1 || p.stages[0].fold != nil || len(p.checks)+len(p.nils) > 0 {
		return
	}
	nest := p.stages[0].nest
	if n, count, steps, ok := nest.Rows(); ok {
		p.rows = &rowsPlan{n, count, steps}
	}
	if g := new(prog.Groups); nest.Groups(g) {
		p.groups = g
	}
	p.direct = nest.One() || p.rows != nil || p.groups != nil
}

// addLeaf adds an operand and returns conflict.
func (p *plan) addLeaf(m *node, conflict bool) bool {
	lo, hi := extent(&m.leaf.lay, int(m.typ.Size))
	l := planLeaf{node: m, lo: uintptr(lo), hi: uintptr(hi), fixed: m.leaf.index < 0, conflict: conflict}
	if l.fixed {
		l.lo += uintptr(m.leaf.base)
		l.hi += uintptr(m.leaf.base)
	}
	p.leaves = append(p.leaves, l)
	return conflict
}

func (p *plan) planner(shape []int) *planner {
	return &planner{plan: p, shape: shape, copied: map[*node]bool{}, vary: map[*node]uint64{}, laid: map[*node]int{}, recips: map[*node]*node{}, weight: map[*node]int{}}
}

// axes returns the axes of the iteration shape along which n's values differ.
func (b *planner) axes(n *node) uint64 {
	if v, ok := b.vary[n]; ok {
		return v
	}
	var v uint64
	if n.op == ops.Load {
		for k, s := range n.leaf.lay.Strides {
			if s != 0 && n.shape[k] > 1 {
				v |= 1 << min(len(b.shape)-len(n.shape)+k, maxAxes)
			}
		}
	}
	for i := range n.nargs {
		v |= b.axes(n.args[i])
	}
	b.vary[n] = v
	return v
}

// count is the number of distinct values over a set of axes.
func (b *planner) count(axes uint64) int {
	n := 1
	for k, l := range b.shape {
		if axes>>min(k, maxAxes)&1 != 0 {
			n *= l
		}
	}
	return n
}

// need is the number of tiles that n takes to evaluate when the argument that
// needs most goes first (Sethi and Ullman, 1970).
func (b *planner) need(n *node) int {
	if w, ok := b.weight[n]; ok {
		return w
	}
	var w [3]int
	for i := range n.nargs {
		w[i] = b.need(n.args[i])
	}
	s := w[:n.nargs]
	slices.SortFunc(s, func(x, y int) int { return y - x })
	m := 1
	for i, x := range s {
		m = max(m, x+i)
	}
	b.weight[n] = m
	return m
}

// worthHoisting is the least number of elements for which a stage of its own
// costs less than computing a sub-expression of lower rank again and again, but for
// functions of the user.
const worthHoisting = 64

// apart reports whether n is to be computed by a stage of its own before the
// stage that runs over the given axes.
func (b *planner) apart(n *node, axes uint64) bool {
	if n.op == ops.Load {
		return b.copied[n]
	}
	if n.nargs == 0 {
		return false
	}
	total, own := b.count(axes), b.count(b.axes(n))
	return own <= total/2 && (total >= worthHoisting || n.op == ops.User)
}

// compute adds the stage that evaluates n over the axes along which it varies,
// and returns the temp that holds the result.
func (b *planner) compute(n *node, note string) int {
	if t, ok := b.laid[n]; ok {
		return t
	}
	axes := b.axes(n)
	shape := slices.Clone(b.shape)
	for k := range shape {
		if axes>>min(k, maxAxes)&1 == 0 {
			shape[k] = 1
		}
	}
	b.laid[n] = b.intoTemp(n, shape, axes, note)
	return b.laid[n]
}

// intoTemp adds the stage that evaluates n over axes, of which shape are the lengths,
// into a new temp.
func (b *planner) intoTemp(n *node, shape []int, axes uint64, note string) int {
	t := len(b.temps)
	b.temps = append(b.temps, temp{n.typ, layout.Size(shape)})
	sb := stageBuilder{planner: b, shape: shape, root: n, axes: axes, self: true}
	sb.build(operand{temp: t}, layout.CStrides(shape), n.typ, note)
	return t
}

// A stageBuilder turns an expression into the program of one stage.
type stageBuilder struct {
	*planner
	shape    []int
	root     *node
	axes     uint64 // of the iteration shape, as far as the stage runs over them
	self     bool   // root is computed here, whether or not it could stand apart
	inOrder  bool   // elements come in order: that of the axes, or of
	perm     []int  // these axes
	strides  []int  // of the result, if it is walked
	give     *dtype.Type
	stores   []int // strides of what values computes, nil if that is not walked
	code     []prog.Instr
	operands []operand
	walked   []loops.Operand
	place    map[*node]int
}

func (s *stageBuilder) build(out operand, strides []int, typ *dtype.Type, note string) {
	s.plan.stages = append(s.plan.stages, s.make(out, strides, typ, note))
}

func (s *stageBuilder) make(out operand, strides []int, typ *dtype.Type, note string) stage {
	s.place, s.strides = map[*node]int{}, strides
	root := s.emit(s.root)
	k := len(s.operands)
	s.operands = append(s.operands, out)
	s.code = append(s.code, prog.Instr{Op: ops.Store, Kind: typ.Kind, Type: typ, Args: [3]int{root, -1, -1}, Slot: k})
	if strides != nil { // else nothing is walked for the result
		s.walked = append(s.walked, loops.Operand{Type: typ, Strides: strides, Write: true})
	}
	nest, program := s.quick()
	if program == nil {
		nest, program = s.compile(0)
	}
	return stage{shape: s.shape, nest: nest, prog: program, rows: program, operands: s.operands, note: note}
}

// compile plans the walk and makes the program for it. The last operand is written.
func (s *stageBuilder) compile(opt loops.Options) (*loops.Nest, prog.Program) {
	nest := s.nest(opt)
	slots := make([]prog.Slot, len(s.operands))
	for i := range slots {
		slots[i] = prog.Slot{Type: s.code[len(s.code)-1].Type, Write: i == len(slots)-1}
		if i < len(s.walked) {
			slots[i].Type, slots[i].Class = s.walked[i].Type, nest.Class(i)
		}
	}
	return nest, kernels.Compile(s.code, slots)
}

// quick is compile for programs that are quick from row to row, where that matters:
// past the cache, rows had better be long. The program is nil if it is no such one.
func (s *stageBuilder) quick() (*loops.Nest, prog.Program) {
	if s.inOrder || s.plan.bytes >= streamBytes || !kernels.MayBeQuick(s.code) {
		return nil, nil
	}
	opt := loops.QuickRows
	if slices.ContainsFunc(s.code, func(in prog.Instr) bool { return in.Op == ops.Div }) {
		opt |= loops.SlowVectors
	}
	if nest, program := s.compile(opt); kernels.Quick(program) {
		return nest, program
	}
	return nil, nil
}

// nest plans the loops, in the order of axes that is asked for, or with options.
func (s *stageBuilder) nest(opt loops.Options) *loops.Nest {
	switch {
	case !s.inOrder:
		return loops.PlanWith(s.shape, s.walked, opt)
	case s.perm == nil:
		return loops.PlanWith(s.shape, s.walked, loops.InOrder)
	}
	shape := make([]int, len(s.perm))
	walked := slices.Clone(s.walked)
	for i, k := range s.perm {
		shape[i] = s.shape[k]
	}
	for j := range walked {
		walked[j].Strides = make([]int, len(s.perm))
		for i, k := range s.perm {
			walked[j].Strides[i] = s.walked[j].Strides[k]
		}
	}
	return loops.PlanWith(shape, walked, loops.InOrder)
}

// emit adds the instructions that compute n and returns the last one's index.
func (s *stageBuilder) emit(n *node) int {
	if i, ok := s.place[n]; ok {
		return i
	}
	in := prog.Instr{Op: n.op, Kind: n.kind, Type: n.typ, Args: [3]int{-1, -1, -1}, Const: n.konst, Fn: n.fn}
	t, done := s.laid[n]
	switch {
	case done:
		in = s.load(n, operand{temp: t}, s.tempStrides(n))
	case (n != s.root || !s.self) && s.apart(n, s.axes):
		note := "of lower rank, computed once"
		switch {
		case n.op == ops.Load:
			note = "copy of an operand that the destination overlaps"
		case s.isReciprocal(n):
			note = "of lower rank, computed once: reciprocals of divisors"
		}
		in = s.load(n, operand{temp: s.compute(n, note)}, s.tempStrides(n))
	case n.op == ops.Load && n.leaf.from != nil:
		in = s.load(n, operand{temp: s.foldInto(n.leaf.from), offset: n.leaf.lay.Offset * int(n.typ.Size)}, s.leafStrides(n))
	case n.op == ops.Load:
		in = s.load(n, operand{leaf: n}, s.leafStrides(n))
	default:
		order := [3]int{0, 1, 2}
		slices.SortStableFunc(order[:n.nargs], func(i, j int) int { return s.need(n.args[j]) - s.need(n.args[i]) })
		for _, i := range order[:n.nargs] {
			in.Args[i] = s.emit(n.args[i])
		}
		if r := s.reciprocal(n); r != nil {
			in.Args[2] = s.emit(r)
		}
	}
	s.code = append(s.code, in)
	s.place[n] = len(s.code) - 1
	return len(s.code) - 1
}

func (s *stageBuilder) load(n *node, from operand, strides []int) prog.Instr {
	k := len(s.operands)
	from.size, from.strides = int(n.typ.Size), strides
	s.operands = append(s.operands, from)
	if strides != nil {
		s.walked = append(s.walked, loops.Operand{Type: n.typ, Strides: strides})
	}
	return prog.Instr{Op: ops.Load, Kind: n.typ.Kind, Type: n.typ, Args: [3]int{-1, -1, -1}, Slot: k}
}

// leafStrides gives a leaf's strides over the iteration shape.
func (s *stageBuilder) leafStrides(n *node) []int {
	strides := make([]int, len(s.shape))
	skip := len(s.shape) - len(n.shape)
	for k, l := range n.shape {
		if l != 1 {
			strides[skip+k] = n.leaf.lay.Strides[k]
		}
	}
	return strides
}

// tempStrides gives the strides of the temp that holds n.
func (s *stageBuilder) tempStrides(n *node) []int {
	axes := s.planner.axes(n)
	strides := make([]int, len(s.shape))
	step := 1
	for k := len(s.shape) - 1; k >= 0; k-- {
		if axes>>min(k, maxAxes)&1 != 0 && s.planner.shape[k] > 1 {
			strides[k] = step
			step *= s.planner.shape[k]
		}
	}
	return strides
}

// findChecks lists the passes that look at data before the first write.
func (p *plan) findChecks(n *node) {
	visit(n, map[*node]bool{}, func(m *node) {
		if m.op == ops.User && !m.nilOK {
			for i := range m.nargs {
				if a := m.args[i]; a.op == ops.Load && isPointer(a.typ) {
					p.nils = append(p.nils, check{op: m.name(), typ: a.typ, arg: a, shape: m.shape})
				}
			}
		}
		what := ops.Checked(m.op, m.kind)
		if what == ops.NoCheck {
			return
		}
		arg := m.args[ops.Info(m.op).On]
		if slices.ContainsFunc(p.checks, func(c check) bool { return c.what == what && c.arg == arg }) {
			return
		}
		if arg.op == ops.Const && holds(what, arg.typ.Kind, unsafe.Pointer(&arg.konst)) {
			return
		}
		c := check{op: m.op.String(), shape: m.shape, what: what, kind: arg.typ.Kind, typ: arg.typ, arg: arg}
		b := p.planner(arg.shape)
		sb := stageBuilder{planner: b, shape: arg.shape, root: arg, self: true}
		c.pass = sb.make(operand{none: true}, nil, arg.typ, "")
		p.checks = append(p.checks, c)
	})
}
