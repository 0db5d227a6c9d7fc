//go:build amd64 && !purego

package tile

import (
	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/ops"
)

// Programs of one operation on two operands, such as the product of a matrix and a
// column, or of a second one on its result and a third, such as (a - mean) / deviation,
// need no handlers: there are loops for the most common ones that take whole rows, and
// groups of rows, with next to nothing between one row and the next.

// A rowLoop is what such a loop reads. Its fields stand as the generator knows them:
// zoffsets_amd64.go compares.
type rowLoop struct {
	at     [4]uintptr // where the operands and the result start
	steps  [4]int     // from row to row, in bytes
	jumps  [4]int     // from behind the last row of a group to the next group
	bytes  int        // of a row, and loopMore
	rows   int        // of a group
	groups int
	mask   uint64  // a bit for each element that whole vectors leave over
	pairs  int     // bytes of a row that are pairs of vectors
	loop   uintptr // the address of the loop
}

// A looped says which loop a program has, if it has one.
type looped struct {
	loop    uintptr // its address, or 0
	entries [4]int  // of the operand table: of the operands, -1 for none, and the result
	size    int     // bytes of an element
	part    uint    // elements of a vector, less one
}

// pairs are the programs of two operations that have loops.
var pairs = map[[2]opcode]opcode{
	{opcode(ops.Sub), opcode(ops.Div)}: opSubDiv,
	{opcode(ops.Sub), opcode(ops.Mul)}: opSubMul,
	{opcode(ops.Mul), opcode(ops.Add)}: opMulAdd,
}

// rowForms are the forms of loops, by those of the operations.
var rowForms = map[[2]form]form{
	{formSS}: formRowsSS, {formSB}: formRowsSB, {formBS}: formRowsBS,
	{formSS, formS}: formRowsSSS, {formSS, formB}: formRowsSSB,
	{formSB, formS}: formRowsSBS, {formSB, formB}: formRowsSBB,
}

// findLoop finds the loop of a program.
func (p *program) findLoop() {
	steps := p.stages[0].steps
	last := len(steps) - 1
	if p.blocked || last < 1 || last > 2 || steps[last].key.op != opStoreEnd {
		return
	}
	k := key{op: steps[0].key.op, kind: steps[0].key.kind}
	forms, z := [2]form{steps[0].key.form}, -1
	if last == 2 {
		op, ok := pairs[[2]opcode{k.op, steps[1].key.op}]
		if !ok || steps[1].key.kind != k.kind {
			return
		}
		k.op, forms[1], z = op, steps[1].key.form, steps[1].p
	}
	var ok bool
	if k.form, ok = rowForms[forms]; !ok {
		return
	}
	if h, ok := p.set.find(k); ok {
		size := int(k.kind.Size())
		p.loop = looped{h.h, [4]int{steps[0].p, steps[0].q, z, steps[last].p}, size, uint(p.set.bytes/size) - 1}
	}
}

// loops reports whether rows of n elements, or one, are a matter for the program's loop,
// which does not store past the cache.
func (p *program) loops(f *prog.Frame, n int, steps []int) bool {
	return p.loop.loop != 0 && n < p.chunk && (!p.streams(f) || steps != nil && p.lines(f, n, steps) == few)
}

// setLoop puts what the loop reads, and no run changes, where it reads it.
func (s *state) setLoop(p *program) {
	s.rows.loop = p.loop.loop
	for i, entry := range p.loop.entries {
		if entry >= p.slots {
			s.rows.at[i] = uintptr(s.place[entry])
		}
	}
}

// loopOnce runs n elements by the program's loop.
func (p *program) loopOnce(s *state, n int) {
	r := &s.rows
	p.startLoop(s, n)
	r.rows, r.groups = 1, 1
	r.run()
}

// startLoop sets all but the ways of the operands and the number of rows, which are of
// n elements.
func (p *program) startLoop(s *state, n int) {
	l, r, slots := &p.loop, &s.rows, s.frame.Slots
	for i, entry := range l.entries {
		if uint(entry) < uint(len(slots)) {
			r.at[i] = uintptr(slots[entry].Ptr)
		}
	}
	r.bytes = n * l.size
	r.pairs = r.bytes & -loopPair
	r.mask = 1<<(uint(n)&l.part) - 1
	if uint(n)&l.part > l.part>>1+1 {
		r.bytes |= loopMore
	}
}

// runLoop runs groups of rows of n elements by the program's loop. The slots are left
// as they are.
func (p *program) runLoop(s *state, n, rows int, steps []int, groups int, jumps []int) {
	l, r := &p.loop, &s.rows
	p.startLoop(s, n)
	for i, entry := range l.entries {
		r.steps[i], r.jumps[i] = 0, 0
		if uint(entry) < uint(p.slots) {
			if rows > 1 {
				r.steps[i] = steps[entry]
			}
			if groups > 1 {
				r.jumps[i] = jumps[entry] - rows*r.steps[i]
			}
		}
	}
	// As much as the collector can wait for goes into one call.
	most := max(1, p.chunk/(n+loopCost))
	if rows <= most {
		r.rows = rows
		for left := groups; left > 0; left -= r.groups {
			r.groups = min(left, most/rows)
			r.run()
			r.move(r.groups, r.groups*rows)
		}
		return
	}
	r.groups = 1
	for range groups {
		for left := rows; left > 0; left -= r.rows {
			r.rows = min(left, most)
			r.run()
			r.move(0, r.rows)
		}
		r.move(1, 0)
	}
}

// move moves the operands by a number of jumps and one of steps.
func (r *rowLoop) move(jumps, steps int) {
	for i := range r.at {
		r.at[i] += uintptr(jumps*r.jumps[i] + steps*r.steps[i])
	}
}

const (
	// loopPair is the bytes of a pair of vectors.
	loopPair = 2 * 64
	// loopCost is how many elements take as long as the step to another row of a loop.
	loopCost = 16
)

// run runs the loop. Not being inlined and having a frame, it is where the collector
// can stop the goroutine.
//
//go:noinline
func (r *rowLoop) run() { avx512Rows(r) }

// MayBeQuick reports whether a program of code has a loop of its own if its operands
// are of suitable classes. Some that it is true of have none.
func MayBeQuick(code []prog.Instr) bool {
	if current == nil || len(code) == 0 || code[len(code)-1].Op != ops.Store {
		return false
	}
	var found [2]opcode
	count := 0
	k := key{form: formRowsSS}
	for _, in := range code[:len(code)-1] {
		if in.Op == ops.Load || in.Op == ops.Const {
			continue
		}
		if count == 2 || in.Args[2] >= 0 {
			return false
		}
		found[count], k.kind = opcode(in.Op), in.Kind
		count++
	}
	k.op = found[0]
	if count == 2 {
		k.op, k.form = pairs[found], formRowsSSS
	}
	_, ok := current.find(k)
	return ok
}

// Quick reports whether a program has a loop of its own.
func Quick(p prog.Program) bool {
	t, ok := p.(*program)
	return ok && t.loop.loop != 0
}
