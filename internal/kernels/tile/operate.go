//go:build amd64 && !purego

package tile

import (
	"slices"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/ops"
)

// operation computes a node.
func (e *emitter) operation(i int) {
	n := &e.nodes[i]
	switch {
	case n.op >= opMaskAnd && n.op <= opMaskNot:
		e.maskOperation(i)
	case n.op == opFromMask:
		m := e.mask(n.args[0])
		e.vacate()
		e.emit(key{op: opFromMask, kind: unsigned(n.kind), form: formB}, e.constantRef(bitsOf(n.kind, 1), n.kind), -1, m)
		e.tiles[0] = i
		e.done(n.args[0])
		e.done(n.args[1])
	case n.op == opcode(ops.FMA):
		e.fma(i)
	case n.op == opQuotient || n.op == opDivide:
		e.quotient(i)
	case n.args[1] < 0:
		e.unary(i)
	default:
		e.binary(i)
	}
}

func (e *emitter) unary(i int) {
	n := &e.nodes[i]
	x := n.args[0]
	k := key{op: n.op, kind: n.kind, form: formU}
	if n.op == opcode(ops.Cast) {
		k.to = n.out
		if p, ok := e.operand(x); ok && p.class == prog.Unit && e.w(n.out) == 8 && e.tiles[0] != x {
			f := k
			f.form, f.w = formS, 8
			if _, ok := e.set.find(f); ok {
				e.vacate()
				e.emit(f, p.entry, -1, -1)
				e.tiles[0] = i
				e.done(x)
				return
			}
		}
	}
	e.bring(x)
	if n.out == dtype.Bool { // the accumulator remains
		e.emit(k, -1, -1, e.newMask(i))
		e.done(x)
		return
	}
	e.done(x)
	e.before(k)
	e.emit(k, -1, -1, -1)
	e.tiles[0] = i
}

// binary computes a node of two operands, one of which is brought into the
// accumulator.
func (e *emitter) binary(i int) {
	n := &e.nodes[i]
	x, y := n.args[0], n.args[1]
	k := key{op: n.op, kind: n.kind}
	m := -1
	if n.op == opSelect {
		k.kind = unsigned(n.kind)
		m = e.mask(n.args[2])
	}
	if e.fresh(i, k) {
		return
	}
	first, other := x, y
	_, _, straight := e.second(y, k, false)
	if _, _, ok := e.second(x, k, true); ok && e.tiles[0] != x && (e.tiles[0] == y || !straight || n.out == dtype.Bool && e.wantedNext(i, y)) {
		first, other = y, x
	}
	first, other = e.expose(first, other, k, x)
	e.keep(other, k, first != x)
	e.bring(first)
	f, p, _ := e.second(other, k, first != x)
	k.form = f
	if f == formS || f == formRS {
		k.w = 8
	}

	// The accumulator is overwritten unless the result is a mask.
	e.done(first)
	if n.out == dtype.Bool {
		if first != x {
			k.op = mirror(k.op)
		}
		m = e.newMask(i)
	} else {
		if h, _ := e.set.find(k); h.keeps > 1 && !e.live(0) && e.worthKeeping(first) {
			e.copy()
		}
		e.before(k)
		e.tiles[0] = i
	}
	e.done(other)
	e.emit(k, p, -1, m)
	if n.op == opSelect {
		e.done(n.args[2])
	}
}

// wantedNext reports whether the operation after i begins with an operand of i:
// a comparison leaves the accumulator as it is.
func (e *emitter) wantedNext(i, operand int) bool {
	at := slices.Index(e.order, i) + 1
	return at < len(e.order) && e.nodes[e.order[at]].args[0] == operand
}

// fresh starts an expression from two operands in memory, if there is a handler
// for it and neither operand is worth keeping.
func (e *emitter) fresh(i int, k key) bool {
	n := &e.nodes[i]
	x, y := n.args[0], n.args[1]
	if n.out == dtype.Bool || e.held(x) || e.held(y) {
		return false
	}
	fx, px, okx := e.memory(x)
	fy, py, oky := e.memory(y)
	if !okx || !oky || fx == formB && fy == formB {
		return false
	}
	if e.free() > 0 && (fx == formS && e.values[x].left > 1 || fy == formS && e.values[y].left > 1) {
		return false
	}
	if fx == formB && commutes(k) {
		fx, fy, px, py = fy, fx, py, px
	}
	switch {
	case fx == formS && fy == formS:
		k.form = formSS
	case fx == formS:
		k.form = formSB
	default:
		k.form = formBS
	}
	k.w = 8
	if _, ok := e.set.find(k); !ok {
		return false
	}
	e.vacate()
	e.emit(k, px, py, -1)
	e.done(x)
	e.done(y)
	e.tiles[0] = i
	return true
}

// fma computes x*y + z: the accumulator is x, the others are in memory.
func (e *emitter) fma(i int) {
	n := &e.nodes[i]
	x, y, z := n.args[0], n.args[1], n.args[2]
	if e.tiles[0] == y || e.tiles[0] != x && slices.Contains(e.tiles, y) {
		x, y = y, x
	}
	fy, py := e.inMemory(y)
	fz, pz := e.inMemory(z)
	e.bring(x)
	k := key{op: n.op, kind: n.kind, form: formSS, w: 8}
	switch {
	case fy == formB && fz == formB:
		k.form, k.w = formBB, 0
	case fy == formB:
		k.form = formBS
	case fz == formB:
		k.form = formSB
	}
	e.done(x)
	if e.live(0) {
		e.copy()
	}
	e.emit(k, py, pz, -1)
	e.done(y)
	e.done(z)
	e.tiles[0] = i
}

// quotient divides by an operand in memory, given the reciprocal.
func (e *emitter) quotient(i int) {
	n := &e.nodes[i]
	x, c, r := n.args[0], n.args[1], n.args[2]
	fc, pc := e.inMemory(c)
	fr, pr := e.inMemory(r)
	switch { // one element for all goes with another
	case fc == formB && fr == formS:
		fc, pc = e.inScratch(c)
	case fc == formS && fr == formB:
		_, pr = e.inScratch(r)
	}
	e.bring(x)
	k := key{op: n.op, kind: n.kind, form: formBB}
	if fc == formS {
		k.form, k.w = formSS, 8
	}
	e.done(x)
	if e.live(0) {
		e.copy()
	}
	e.emit(k, pc, pr, -1)
	e.done(c)
	e.done(r)
	e.tiles[0] = i
}

// commutes reports whether the handlers of k take their operands in any order:
// then there are no reversed ones. Comparisons change their name instead.
func commutes(k key) bool {
	if k.op >= opLoad {
		return false
	}
	op := ops.Op(k.op)
	switch op {
	case ops.Minimum, ops.Maximum, ops.FMin, ops.FMax:
		return true
	}
	return ops.IsRow(op) && (ops.Info(op).Commute || mirror(k.op) != k.op)
}

// mirror is the comparison with its operands exchanged.
func mirror(op opcode) opcode {
	switch ops.Op(op) {
	case ops.Less:
		return opcode(ops.Greater)
	case ops.LessEqual:
		return opcode(ops.GreaterEqual)
	case ops.Greater:
		return opcode(ops.Less)
	case ops.GreaterEqual:
		return opcode(ops.LessEqual)
	}
	return op
}

// store writes a node to memory.
func (e *emitter) store(i, entry int, class prog.Class) {
	n := &e.nodes[i]
	w := e.w(n.out)
	k := key{op: opStore, kind: unsigned(n.out), form: formS, w: w}
	switch {
	case n.out == dtype.Bool && class == prog.Unit:
		m := e.mask(i)
		e.emit(key{op: opMaskStore, kind: dtype.Bool, form: formS, w: w}, entry, -1, m)
	case class == prog.Unit:
		e.bring(i)
		e.emit(k, entry, -1, -1)
	default:
		if n.out == dtype.Bool {
			e.mask(i) // which bring turns into bytes
		}
		e.bring(i)
		k.form = formX
		e.emit(k, entry, -1, -1)
	}
	e.done(i)
}

// end closes the loop over tiles, in the last instruction if that is a plain
// store.
func (e *emitter) end() {
	last := &e.code[len(e.code)-1]
	switch {
	case last.key.op == opStore && last.key.form == formS:
		last.key.op = opStoreEnd
	case last.key.op == opMaskStore:
		last.key.op = opMaskStoreEnd
	default:
		e.emit(key{op: opEnd}, -1, -1, -1)
	}
}
