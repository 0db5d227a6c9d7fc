//go:build amd64 && !purego

package tile

import (
	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/ops"
)

// Programs of one operation on two operands, such as the product of a matrix and a
// column, need no handlers: there are loops for the most common ones that take whole
// rows, and groups of rows, with next to nothing between one row and the next.

// A rowLoop is what such a loop reads. Its fields stand as the generator knows them.
type rowLoop struct {
	x, y, d    uintptr // where the operands and the result start
	bytes      int     // of a row
	rows       int     // of a group
	dx, dy, dd int     // from row to row, in bytes
	groups     int
	jx, jy, jd int    // from behind the last row of a group to the next group
	mask       uint64 // a bit for each element that whole vectors leave over
}

// rowForms are the forms of operations that have loops, and those of the loops.
var rowForms = map[form]form{formSS: formRowsSS, formSB: formRowsSB, formBS: formRowsBS}

// A looped says which loop a program has, if it has one.
type looped struct {
	loop    uintptr // its address, or 0
	x, y, d int     // entries of the operand table
	size    int     // bytes of an element
}

// findLoop finds the loop of a program.
func (p *program) findLoop() {
	steps := p.stages[0].steps
	if p.blocked || len(steps) != 2 || steps[1].key.op != opStoreEnd {
		return
	}
	k := steps[0].key
	k.form, k.w = rowForms[k.form], 0
	if h, ok := p.set.find(k); ok && k.form != formU {
		p.loop = looped{h.h, steps[0].p, steps[0].q, steps[1].p, int(k.kind.Size())}
	}
}

// loops reports whether rows of n elements, or one, are a matter for the program's loop,
// which does not store past the cache.
func (p *program) loops(f *prog.Frame, n int, steps []int) bool {
	return p.loop.loop != 0 && n < p.chunk && (!p.streams(f) || steps != nil && p.lines(f, n, steps) == few)
}

// runLoop runs groups of rows of n elements by the program's loop. Operands that are
// constants stay where they are. The slots are left as they are.
func (p *program) runLoop(s *state, n, rows int, steps []int, groups int, jumps []int) {
	l, r := &p.loop, &s.rows
	at := func(entry int) (a uintptr, step, jump int) {
		if entry >= p.slots {
			return uintptr(s.place[entry]), 0, 0
		}
		a = uintptr(s.frame.Slots[entry].Ptr)
		if rows > 1 {
			step = steps[entry]
		}
		if groups > 1 {
			jump = jumps[entry]
		}
		return a, step, jump
	}
	var gx, gy, gd int
	r.x, r.dx, gx = at(l.x)
	r.y, r.dy, gy = at(l.y)
	r.d, r.dd, gd = at(l.d)
	r.bytes = n * l.size
	r.mask = 1<<(n&(p.set.bytes/l.size-1)) - 1
	// As much as the collector can wait for goes into one call.
	most := max(1, p.chunk/(n+loopCost))
	if groups == 1 || rows > most {
		x, y, d := r.x, r.y, r.d
		r.groups = 1
		for g := range groups {
			r.x, r.y, r.d = x+uintptr(g*gx), y+uintptr(g*gy), d+uintptr(g*gd)
			for left := rows; left > 0; left -= r.rows {
				r.rows = min(left, most)
				p.set.runRows(l.loop, r)
				r.x += uintptr(r.rows * r.dx)
				r.y += uintptr(r.rows * r.dy)
				r.d += uintptr(r.rows * r.dd)
			}
		}
		return
	}
	r.rows = rows
	r.jx, r.jy, r.jd = gx-rows*r.dx, gy-rows*r.dy, gd-rows*r.dd
	for left := groups; left > 0; left -= r.groups {
		r.groups = min(left, max(1, most/rows))
		p.set.runRows(l.loop, r)
		r.x += uintptr(r.groups * gx)
		r.y += uintptr(r.groups * gy)
		r.d += uintptr(r.groups * gd)
	}
}

// loopCost is how many elements take as long as the step to another row of a loop.
const loopCost = 16

// runRows runs a loop. Not being inlined and having a frame, it is where the collector
// can stop the goroutine.
//
//go:noinline
func (t *set) runRows(loop uintptr, r *rowLoop) { avx512Rows(loop, r) }

// QuickRows reports whether a program of code has a loop of its own, if its operands
// are of the classes Unit and Zero.
func QuickRows(code []prog.Instr) bool {
	if current == nil || len(code) != 4 || code[3].Op != ops.Store {
		return false
	}
	for _, in := range code[:2] {
		if in.Op != ops.Load && in.Op != ops.Const {
			return false
		}
	}
	in := &code[2]
	if in.Args[0]+in.Args[1] != 1 || in.Type.Kind != in.Kind || in.Kind == dtype.Other {
		return false
	}
	_, ok := current.find(key{op: opcode(in.Op), kind: in.Kind, form: formRowsSS})
	return ok
}
