package lazy

import (
	"cmp"
	"runtime/debug"
	"slices"
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/errs"
	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/layout"
	"github.com/ndgo/nd/internal/loops"
	"github.com/ndgo/nd/internal/ops"
)

// evalInto evaluates n into dst. The expression broadcasts to the shape of
// dst. Nothing is written unless every check has passed.
func (n *node) evalInto(dst *rawView, args []unsafe.Pointer) error {
	if n.err != nil {
		return n.err
	}
	if list := n.plans.Load(); list != nil && n.typ == dst.typ {
		for _, p := range list.plans {
			if p.fits(dst, args) {
				return p.run(dst, args)
			}
		}
	}
	if err := n.accepts(dst); err != nil {
		return err
	}
	if slices.Contains(dst.shape, 0) {
		return nil
	}
	return n.planFor(dst, args).run(dst, args)
}

// accepts checks what does not depend on a plan: element type, shape, and
// whether dst may be written.
func (n *node) accepts(dst *rawView) error {
	op := cmp.Or(dst.op, "eval into")
	if n.typ != dst.typ {
		return &errs.TypeError{Op: op, Type: dst.typ.String(), Detail: "the expression has elements of type " + n.typ.String()}
	}
	if n.unknown() {
		return &errs.ShapeError{Op: op, Axis: -1, Detail: "a traced expression has no value outside its function"}
	}
	if !layout.EqualShape(n.shape, dst.shape) {
		if s, err := layout.Broadcast(op, n.shape, dst.shape); err != nil || !layout.EqualShape(s, dst.shape) {
			return &errs.ShapeError{Op: op, Shapes: [][]int{n.shape, dst.shape}, Axis: -1,
				Detail: "do not fit: the expression does not broadcast to the destination, whose shape stays as it is"}
		}
	}
	if dst.readOnly {
		return &errs.ReadOnlyError{Op: op, Shape: dst.shape, Why: "its view says so"}
	}
	if err := dst.check(op); err != nil {
		return err
	}
	if !layout.IsC(dst.shape, dst.strides) && layout.SelfOverlap(layout.Layout{Shape: dst.shape, Strides: dst.strides, Offset: dst.offset}) {
		return &errs.ReadOnlyError{Op: op, Shape: dst.shape, Why: "its elements share memory"}
	}
	return nil
}

// maxPlans bounds the plans that an expression keeps.
const maxPlans = 4

type planList struct{ plans []*plan }

// planFor makes a plan for dst and keeps it with the expression.
func (n *node) planFor(dst *rawView, args []unsafe.Pointer) *plan {
	// The copies escape, so that dst and args themselves need not, call after
	// call.
	d, as := *dst, slices.Clone(args)
	p := newPlan(simplify(n), dst.shape, dst.strides, func(l *node) bool { return overlap(l, &d, as) })
	for {
		old := n.plans.Load()
		list := &planList{plans: []*plan{p}}
		if old != nil {
			list.plans = append(list.plans, old.plans[:min(len(old.plans), maxPlans-1)]...)
		}
		if n.plans.CompareAndSwap(old, list) {
			return p
		}
	}
}

// fits reports whether p was made for a destination like dst, overlapping the
// same operands in a way that matters. Shape and strides being those of a
// destination that was accepted, what is left to check is that dst may be
// written and lies within its data.
func (p *plan) fits(dst *rawView, args []unsafe.Pointer) bool {
	if dst.readOnly || !slices.Equal(p.shape, dst.shape) || !slices.Equal(p.strides, dst.strides) {
		return false
	}
	size := int(dst.typ.Size)
	if dst.offset < p.below || dst.offset > dst.len-p.above {
		return false
	}
	lo := uintptr(dst.base) + uintptr((dst.offset-p.below)*size)
	hi := uintptr(dst.base) + uintptr((dst.offset+p.above)*size)
	for i := range p.leaves {
		l := &p.leaves[i]
		var base uintptr
		if !l.fixed {
			base = uintptr(l.node.leaf.data(args))
		}
		conflict := base+l.lo < hi && lo < base+l.hi && overlap(l.node, dst, args)
		if conflict != l.conflict {
			return false
		}
	}
	return true
}

// overlap reports whether writing dst could change an element of l before it
// is read. An operand that is element for element the destination does not
// count: each element is read before it is written.
func overlap(l *node, dst *rawView, args []unsafe.Pointer) bool {
	ls, ds := int(l.typ.Size), int(dst.typ.Size)
	base := l.leaf.data(args)
	if base == nil || ls == 0 || ds == 0 {
		return false
	}
	// Addresses are compared as numbers: relative to the destination's data.
	lo, hi := extent(&l.leaf.lay, ls)
	dlo, dhi := extent(&layout.Layout{Shape: dst.shape, Strides: dst.strides, Offset: dst.offset}, ds)
	la, da := uintptr(base), uintptr(dst.base)
	if la+uintptr(hi) <= da+uintptr(dlo) || da+uintptr(dhi) <= la+uintptr(lo) {
		return false
	}
	// Here the two lie in one allocation, so that the distance is an int.
	delta := int(la - da)
	same := layout.Layout{Shape: dst.shape, Strides: dst.strides, Offset: dst.offset}
	if ls != ds || delta%ds != 0 {
		return true
	}
	mine := layout.Layout{Shape: l.leaf.lay.Shape, Strides: l.leaf.lay.Strides, Offset: l.leaf.lay.Offset + delta/ds}
	if mine.Offset == same.Offset && layout.EqualShape(mine.Shape, same.Shape) && equalStrides(mine.Shape, mine.Strides, same.Strides) {
		return false
	}
	return layout.Overlap(mine, same)
}

// extent returns the bytes that a layout that is not empty spans, from its
// first to behind its last, relative to element 0 of the data.
func extent(l *layout.Layout, size int) (lo, hi int) {
	lo, hi = l.Offset, l.Offset
	for k, s := range l.Strides {
		if d := (l.Shape[k] - 1) * s; d < 0 {
			lo += d
		} else {
			hi += d
		}
	}
	return lo * size, (hi + 1) * size
}

// equalStrides compares strides where they matter, on axes longer than 1.
func equalStrides(shape, a, b []int) bool {
	for k, n := range shape {
		if n > 1 && a[k] != b[k] {
			return false
		}
	}
	return true
}

// A run is what one evaluation needs beside the plan: frames, addresses and
// the memory between stages.
type run struct {
	frames  []*prog.Frame
	bases   [][]unsafe.Pointer
	temps   []unsafe.Pointer
	folds   []*foldRun // stage by stage, nil where there is no reduction
	scratch *loops.Scratch
	first   []prog.Operand // of a direct plan of rows: the slots of operands that stay, in the first row
	groups  prog.Groups    // of a direct plan
}

func (p *plan) newRun() *run {
	r := &run{scratch: loops.GetScratch()}
	for i := range p.stages {
		st := &p.stages[i]
		var f *prog.Frame
		var fold *foldRun
		if st.fold != nil {
			fold = st.newFoldRun()
		} else {
			f = st.prog.Frame()
		}
		r.frames = append(r.frames, f)
		r.folds = append(r.folds, fold)
		r.bases = append(r.bases, make([]unsafe.Pointer, len(st.operands)))
	}
	for _, t := range p.temps {
		r.temps = append(r.temps, newBlock(t.typ, t.n))
	}
	if p.direct {
		st := &p.stages[0]
		for k := range st.operands {
			// Those of other operands come with each run.
			if o := &st.operands[k]; o.leaf != nil && o.leaf.leaf.index < 0 {
				r.frames[0].Slots[k] = st.nest.Slot(k, r.address(o, nil, nil))
			}
		}
		if p.rows != nil || p.groups != nil {
			r.first = slices.Clone(r.frames[0].Slots)
		}
		if p.groups != nil {
			r.groups = *p.groups
		}
	}
	return r
}

// newBlock returns memory for n elements. Numbers get words, which the
// collector need not look into; other elements a real slice of their type.
func newBlock(t *dtype.Type, n int) unsafe.Pointer {
	if t.Kind == dtype.Other {
		return t.New(n)
	}
	words := make([]uint64, (uintptr(n)*t.Size+7)/8)
	return unsafe.Pointer(unsafe.SliceData(words))
}

// Destinations of this many bytes and more are written past the cache, new ones
// from coldBytes on: memory that the collector has freed is cold by the time it
// is given out again, and a store that goes through the cache first fetches what
// it overwrites. It even pays when the result is read next.
const (
	streamBytes = 16 << 20
	coldBytes   = 2 << 20
)

// streams reports whether a destination had better be written past the cache.
func streams(bytes int, isNew bool) bool {
	return bytes >= streamBytes || isNew && bytes >= coldBytes
}

// run evaluates the plan into dst, which has been accepted and fits.
func (p *plan) run(dst *rawView, args []unsafe.Pointer) error {
	switch {
	case p.direct:
		p.runDirect(dst, args)
		return nil
	case p.sum != nil:
		*(*float64)(dst.at()) = p.sum.run(args)
		return nil
	case p.blocks != nil:
		return p.blocks.run(dst, args)
	}
	return p.runStages(dst, args)
}

// runDirect is run for plans that are one run of one program, of rows or not. Small
// arrays feel each step that it can leave out. The frame keeps the operands' places;
// those of the destination and of arguments are its for the time of the run alone.
func (p *plan) runDirect(dst *rawView, args []unsafe.Pointer) {
	r, _ := p.pool.Get().(*run)
	if r == nil {
		r = p.newRun()
	}
	st := &p.stages[0]
	f := r.frames[0]
	if r.first != nil {
		copy(f.Slots, r.first) // rows move them
	}
	to := len(st.operands) - 1 // the destination
	f.Slots[to] = st.nest.Slot(to, dst.at())
	if len(args) > 0 {
		for k := range st.operands[:to] {
			if l := st.operands[k].leaf; l.leaf.index >= 0 {
				f.Slots[k] = st.nest.Slot(k, l.leaf.at(l.typ.Size, args))
			}
		}
	}
	f.Stream = streams(p.bytes, dst.isNew)
	switch {
	case p.rows != nil:
		st.prog.RunRows(f, p.rows.n, p.rows.count, p.rows.steps)
	case p.groups != nil:
		st.prog.RunGroups(f, &r.groups)
	default:
		st.prog.Run(f, st.nest.Size())
	}
	f.Slots[to].Ptr = nil
	if len(args) > 0 {
		for k := range st.operands[:to] {
			if st.operands[k].leaf.leaf.index >= 0 {
				f.Slots[k].Ptr = nil
			}
		}
	}
	p.pool.Put(r)
}

// at is the address of the element at index (0, ..., 0) of a view that has one.
func (v *rawView) at() unsafe.Pointer { return unsafe.Add(v.base, v.offset*int(v.typ.Size)) }

func (p *plan) runStages(dst *rawView, args []unsafe.Pointer) (err error) {
	if p.user {
		defer caught(&err)
	}
	r, _ := p.pool.Get().(*run)
	if r == nil {
		r = p.newRun()
	}
	// Only the last stage writes the destination, so that the checks, which
	// may need the results of earlier stages, come before that one.
	last := len(p.stages) - 1
	if p.straight && p.clearOf(dst, args) {
		last--
	}
	for i := range last {
		r.stage(p, i, nil, args)
	}
	if len(p.checks)+len(p.nils) > 0 {
		err = p.check(r, args)
	}
	if err == nil {
		if f := r.frames[last]; f != nil {
			f.Stream = streams(p.bytes, dst.isNew)
		}
		r.stage(p, last, dst.at(), args)
	}
	if p.plain {
		p.pool.Put(r)
	} else {
		// Blocks of other types may hold pointers, which would live on.
		r.release(p)
	}
	return err
}

// stage evaluates stage i.
func (r *run) stage(p *plan, i int, dst unsafe.Pointer, args []unsafe.Pointer) {
	st := &p.stages[i]
	bases := r.bases[i]
	for k := range st.operands {
		bases[k] = r.address(&st.operands[k], dst, args)
	}
	if st.fold != nil {
		r.folds[i].run(st, bases, r.temps, dst, r.scratch)
	} else {
		f := r.frames[i]
		st.nest.RunGroups(st.rows, f, bases, r.scratch)
		clear(f.Slots)
	}
	clear(bases)
}

// address returns where an operand's element at index (0, ..., 0) is.
func (r *run) address(o *operand, dst unsafe.Pointer, args []unsafe.Pointer) unsafe.Pointer {
	switch {
	case o.dst:
		return dst
	case o.leaf != nil:
		return o.leaf.leaf.at(o.leaf.typ.Size, args)
	case o.none:
		return nil
	}
	return unsafe.Add(r.temps[o.temp], o.offset)
}

func (r *run) release(p *plan) {
	for i, f := range r.frames {
		if f != nil {
			p.stages[i].prog.Release(f)
		}
	}
	r.scratch.Put()
}

// caught turns the panic of a user's function into an error.
func caught(err *error) {
	if v := recover(); v != nil {
		*err = &errs.PanicError{Value: v, Stack: debug.Stack()}
	}
}

// check runs the passes that come before the first write.
func (p *plan) check(r *run, args []unsafe.Pointer) error {
	for i := range p.nils {
		c := &p.nils[i]
		if at := firstNil(c.arg, c.arg.leaf.data(args)); at != nil {
			return &errs.TypeError{Op: c.op, Type: c.typ.String(), Index: at, Detail: "the element is nil"}
		}
	}
	for i := range p.checks {
		if err := p.checks[i].run(r, args); err != nil {
			return err
		}
	}
	return nil
}

// run looks at all values of the operand. Only when one is bad is its place
// worked out, from a copy in C order.
func (c *check) run(r *run, args []unsafe.Pointer) error {
	k := checkers.Get().(*checker)
	k.c, k.bad = c, false
	c.walk(k, r, args)
	bad := k.bad
	k.c = nil
	checkers.Put(k)
	if !bad {
		return nil
	}
	n := layout.Size(c.arg.shape)
	values := newBlock(c.typ, n)
	copied := rawView{typ: c.typ, base: values, len: n, shape: c.arg.shape, strides: layout.CStrides(c.arg.shape)}
	p := newPlan(c.arg, copied.shape, copied.strides, func(*node) bool { return false })
	p.checks = nil // a nested step has passed its own check before
	if err := p.run(&copied, args); err != nil {
		return err
	}
	if firstBad(c.what, c.kind, values, n) < 0 {
		return c.changed()
	}
	return c.fault(values, n)
}

// changed is the error of a bad value that is not there when looked for again,
// as the operand has changed meanwhile.
func (c *check) changed() error {
	e := errs.DomainError{Op: c.op, Shape: c.shape}
	if c.what == ops.NonZero {
		return &errs.DivideError{DomainError: e}
	}
	return &e
}

// walk runs the check's pass.
func (c *check) walk(k *checker, r *run, args []unsafe.Pointer) {
	f := c.pass.prog.Frame()
	sc := loops.GetScratch()
	var few [8]unsafe.Pointer
	bases := few[:0]
	for i := range len(c.pass.operands) - 1 {
		bases = append(bases, r.address(&c.pass.operands[i], nil, args))
	}
	c.pass.nest.Run(k, f, bases, sc)
	sc.Put()
	c.pass.prog.Release(f)
}
