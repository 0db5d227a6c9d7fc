//go:build amd64 && !purego

package tile

import (
	"fmt"
	"slices"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/ops"
)

// A step is an instruction before its handler and its operands have addresses.
type step struct {
	key     key
	p, q, r int // entries of the operand table, or -1
}

// An emitter writes the instructions of a stage. It walks the operations in an
// order that needs few tiles and keeps account of where each value is: in the
// accumulator, in another register tile, in a scratch tile, in memory as an
// operand, or, if it is a truth value, in a mask.
type emitter struct {
	*builder
	stage  int
	widest int // size of the widest kind, in bytes

	code []step

	tiles  []int   // the node in each register tile, or -1
	values []value // what is known of each node
	spare  []int   // entries of scratch tiles not in use
	blank  []int   // entries of masks not in use
	order  []int   // of the operations
}

// A value is what an emitter knows of a node.
type value struct {
	left  int // uses that are still to come
	depth int // tiles that it needs besides leaves
	spill int // the entry of the scratch tile that holds it, or -1
	mask  int // the entry of the mask that holds it, or -1
	seen  bool
}

func newEmitter(b *builder, s int) *emitter {
	e := &emitter{builder: b, stage: s, widest: 1, values: make([]value, len(b.nodes))}
	for range b.set.tiles {
		e.tiles = append(e.tiles, -1)
	}
	for i := range e.values {
		v := &e.values[i]
		v.spill, v.mask = -1, -1
		if e.inside(i) {
			v.depth = e.depth(i) // arguments come first
		}
	}
	for _, o := range e.outputs() {
		e.need(o)
		e.visit(o)
	}
	return e
}

// outputs lists the nodes that the stage must leave in memory: buffers, then
// stores.
func (e *emitter) outputs() (out []int) {
	for i := range e.nodes {
		n := &e.nodes[i]
		if n.buffer >= 0 && n.op != opCall && n.stage == e.stage {
			out = append(out, i)
		}
	}
	for _, s := range e.stores {
		if e.nodes[s].stage == e.stage {
			out = append(out, s)
		}
	}
	return out
}

// inside reports whether a node is computed in this stage.
func (e *emitter) inside(i int) bool {
	n := &e.nodes[i]
	return !n.leaf() && n.op != opCall && n.stage == e.stage
}

// lanes is the number of the widest elements in a vector.
func (e *emitter) lanes() int { return e.set.bytes / e.widest }

// w is the number of vectors that a tile has of elements of kind k.
func (e *emitter) w(k dtype.Kind) uint8 { return uint8(8 * int(k.Size()) / e.widest) }

// need counts the uses of what a node needs, and finds the widest kind.
func (e *emitter) need(i int) {
	e.values[i].left++
	if e.values[i].left > 1 {
		return
	}
	e.widest = max(e.widest, int(e.nodes[i].out.Size()))
	if !e.inside(i) {
		return
	}
	for _, a := range e.nodes[i].args {
		if a >= 0 {
			e.need(a)
		}
	}
}

// visit appends a node to the order, after what it needs. Masks come first, as
// they occupy no tile, then the operand that needs more tiles.
func (e *emitter) visit(i int) {
	if e.values[i].seen || !e.inside(i) {
		return
	}
	e.values[i].seen = true
	args := slices.DeleteFunc(slices.Clone(e.nodes[i].args[:]), func(a int) bool { return a < 0 })
	slices.SortStableFunc(args, func(a, b int) int {
		if x, y := e.nodes[a].out == dtype.Bool, e.nodes[b].out == dtype.Bool; x != y {
			if x {
				return -1
			}
			return 1
		}
		return e.values[b].depth - e.values[a].depth
	})
	for _, a := range args {
		e.visit(a)
	}
	e.order = append(e.order, i)
}

// depth is the number of tiles that a node needs besides its leaves, given those
// of its arguments.
func (e *emitter) depth(i int) int {
	most, times := 0, 0
	for _, a := range e.nodes[i].args {
		if a < 0 {
			continue
		}
		switch d := e.values[a].depth; {
		case d > most:
			most, times = d, 1
		case d == most && d > 0:
			times++
		}
	}
	return max(1, most+max(0, times-1))
}

func (e *emitter) run() {
	var stores []int
	for _, i := range e.order {
		n := &e.nodes[i]
		if n.op == opStore {
			stores = append(stores, i)
			continue
		}
		e.operation(i)
		if n.buffer >= 0 {
			e.store(i, n.buffer, prog.Unit)
		}
	}
	// Leaves that a call needs in memory.
	for _, o := range e.outputs() {
		if e.nodes[o].leaf() {
			e.store(o, e.nodes[o].buffer, prog.Unit)
		}
	}
	for _, i := range stores {
		n := &e.nodes[i]
		e.store(n.args[0], n.slot, e.slots[n.slot].Class)
	}
	if len(e.code) > 0 {
		e.end()
	}
}

// emit appends an instruction, given the entries of its operands, or -1.
func (e *emitter) emit(k key, p, q, r int) {
	h, ok := e.set.find(k)
	if !ok {
		panic(fmt.Sprintf("tile: no handler for %s %s %s form %d width %d", k.op, k.kind, k.to, k.form, k.w))
	}
	if h.high && len(e.tiles) > 2 {
		if e.live(2) {
			e.spill(2)
		}
		e.tiles[2] = -1
	}
	e.code = append(e.code, step{k, p, q, r})
}

// live reports whether register tile t holds a value that would be lost if the
// tile were overwritten.
func (e *emitter) live(t int) bool {
	i := e.tiles[t]
	if i < 0 || e.values[i].left <= 0 {
		return false
	}
	if e.values[i].spill >= 0 {
		return false
	}
	for k, j := range e.tiles {
		if k != t && j == i {
			return false
		}
	}
	_, _, ok := e.memory(i)
	return !ok
}

// operand returns the leaf's place, as seen by this stage.
func (e *emitter) operand(i int) (place, bool) {
	n := &e.nodes[i]
	if n.buffer >= 0 && (n.op == opCall || n.stage < e.stage) {
		return place{n.buffer, prog.Unit}, true
	}
	switch n.op {
	case opLoad:
		return place{n.slot, e.slots[n.slot].Class}, true
	case opConst:
		return place{e.constantRef(n.bits, n.out), prog.Zero}, true
	}
	return place{}, false
}

// memory returns the form in which a handler can take a node from memory.
func (e *emitter) memory(i int) (form, int, bool) {
	if t := e.values[i].spill; t >= 0 {
		return formS, t, true
	}
	if p, ok := e.operand(i); ok {
		switch {
		case p.class == prog.Zero:
			return formB, p.entry, true
		case p.class == prog.Unit && e.w(e.nodes[i].out) == 8:
			return formS, p.entry, true
		}
	}
	return 0, 0, false
}

// second returns the form in which the handlers of k take a node as their second
// operand, or, if reversed, as their first one.
func (e *emitter) second(i int, k key, reversed bool) (form, int, bool) {
	fit := func(f form) (form, bool) {
		if reversed && !commutes(k) {
			f += formRT1 - formT1
		}
		k.form, k.w = f, 0
		if f == formS || f == formRS {
			k.w = 8
		}
		_, ok := e.set.find(k)
		return f, ok
	}
	for t := 1; t < len(e.tiles); t++ {
		if e.tiles[t] == i {
			if f, ok := fit(formT1 + form(t-1)); ok {
				return f, -1, true
			}
		}
	}
	f, p, ok := e.memory(i)
	if ok {
		f, ok = fit(f)
	}
	return f, p, ok
}

// done counts a use of a node.
func (e *emitter) done(i int) {
	v := &e.values[i]
	if v.left--; v.left > 0 {
		return
	}
	if v.spill >= 0 {
		e.spare = append(e.spare, v.spill)
	}
	if v.mask >= 0 {
		e.blank = append(e.blank, v.mask)
	}
	v.spill, v.mask = -1, -1
}

// free returns a register tile that may be overwritten, or 0.
func (e *emitter) free() int {
	for k := 1; k < len(e.tiles); k++ {
		if e.tiles[k] < 0 || e.values[e.tiles[k]].left <= 0 {
			return k
		}
	}
	return 0
}

// spill copies register tile k to scratch memory.
func (e *emitter) spill(k int) {
	if n := len(e.spare); n == 0 {
		e.spare = append(e.spare, e.ref(ref{what: scratch, at: e.p.spills}))
		e.p.spills++
	}
	t := e.spare[len(e.spare)-1]
	e.spare = e.spare[:len(e.spare)-1]
	e.values[e.tiles[k]].spill = t
	e.emit(key{op: opSpill + opcode(k)}, t, -1, -1)
}

// copy makes another copy of the accumulator's value.
func (e *emitter) copy() {
	if k := e.free(); k > 0 {
		e.emit(key{op: opSave + opcode(k)}, -1, -1, -1)
		e.tiles[k] = e.tiles[0]
		return
	}
	e.spill(0)
}

// vacate makes sure that overwriting the accumulator loses nothing.
func (e *emitter) vacate() {
	if e.live(0) {
		e.copy()
	}
	e.tiles[0] = -1
}

// bring makes the accumulator hold a node.
func (e *emitter) bring(i int) {
	if e.tiles[0] == i {
		return
	}
	for k := 1; k < len(e.tiles); k++ {
		if e.tiles[k] != i {
			continue
		}
		if e.live(0) && e.values[i].left == 1 {
			e.emit(key{op: opSwap + opcode(k)}, -1, -1, -1)
			e.tiles[0], e.tiles[k] = i, e.tiles[0]
			return
		}
		e.vacate()
		e.emit(key{op: opTake + opcode(k)}, -1, -1, -1)
		e.tiles[0] = i
		return
	}
	if m := e.values[i].mask; m >= 0 { // as bytes
		e.vacate()
		e.emit(key{op: opFromMask, kind: dtype.Uint8, form: formB}, e.constantRef(1, dtype.Uint8), -1, m)
		e.tiles[0] = i
		return
	}
	e.vacate()
	if t := e.values[i].spill; t >= 0 {
		e.emit(key{op: opFill}, t, -1, -1)
	} else {
		p, _ := e.operand(i)
		e.load(0, i, p)
	}
	e.tiles[0] = i
}

// load loads a leaf into register tile k.
func (e *emitter) load(k, i int, p place) {
	kind := e.nodes[i].out
	l := key{op: opLoad + opcode(k), kind: unsigned(kind), w: e.w(kind)}
	switch p.class {
	case prog.Unit:
		l.form = formS
	case prog.Zero:
		l.form, l.w = formB, 0
	case prog.Reverse:
		l.form = formV
	default:
		l.form = formX
	}
	e.emit(l, p.entry, -1, -1)
	e.tiles[k] = i
}

// unsigned is the kind by which handlers that only move bits are found.
func unsigned(k dtype.Kind) dtype.Kind {
	switch k.Size() {
	case 1:
		return dtype.Uint8
	case 2:
		return dtype.Uint16
	case 4:
		return dtype.Uint32
	}
	return dtype.Uint64
}

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
	case n.op == opQuotient:
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
	if e.live(0) {
		e.copy()
	}
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
	if _, _, ok := e.second(x, k, true); ok && e.tiles[0] != x && (e.tiles[0] == y || !straight) {
		first, other = y, x
	}
	first, other = e.expose(first, other, k, x)
	e.keep(other, k, first != x)
	e.bring(first)
	f, p, _ := e.second(other, k, first != x)

	// The accumulator is overwritten unless the result is a mask.
	e.done(first)
	if n.out == dtype.Bool {
		if first != x {
			k.op = mirror(k.op)
		}
		m = e.newMask(i)
	} else {
		if e.live(0) || e.worthKeeping(first) {
			e.copy()
		}
		e.tiles[0] = i
	}
	e.done(other)
	k.form = f
	if f == formS || f == formRS {
		k.w = 8
	}
	e.emit(k, p, -1, m)
	if n.op == opSelect {
		e.done(n.args[2])
	}
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

func (e *emitter) held(i int) bool { return slices.Contains(e.tiles, i) }

// worthKeeping reports whether a node that is in the accumulator should be kept
// in another register tile although it could be read again.
func (e *emitter) worthKeeping(i int) bool {
	f, _, ok := e.memory(i)
	return ok && f == formS && e.values[i].left > 0 && e.free() > 0 && !slices.Contains(e.tiles[1:], i)
}

// keep loads an operand that is used again into a register tile, if one is free
// that the handlers of k can take it from.
func (e *emitter) keep(i int, k key, reversed bool) {
	p, ok := e.operand(i)
	t := e.free()
	if e.values[i].left < 2 || e.held(i) || !ok || p.class != prog.Unit || t == 0 {
		return
	}
	k.form = formT1 + form(t-1)
	if reversed && !commutes(k) {
		k.form += formRT1 - formT1
	}
	if _, ok := e.set.find(k); ok {
		e.load(t, i, p)
	}
}

// expose sees to it that one of two operands of k can be the second one, and
// returns the two with that one last. x is the one that k takes first.
func (e *emitter) expose(first, other int, k key, x int) (int, int) {
	if _, _, ok := e.second(other, k, first != x); ok && first != other {
		return first, other
	}
	_, leaf := e.operand(other)
	k.form, k.w = formRS, 8
	if _, ok := e.set.find(k); leaf && !e.held(other) && first != other && (ok || commutes(k)) {
		// It has to be loaded into the accumulator anyway: let it be the first.
		if _, _, ok := e.second(first, k, other != x); !ok {
			e.tileOrMemory(first, k, other != x)
		}
		return other, first
	}
	e.tileOrMemory(other, k, first != x)
	return first, other
}

// tileOrMemory makes another copy of a node, from which the handlers of k can
// take it as second operand.
func (e *emitter) tileOrMemory(i int, k key, reversed bool) {
	if e.values[i].spill >= 0 {
		return
	}
	if _, _, ok := e.memory(i); !ok || e.held(i) {
		e.bring(i) // which may take the last free tile
		t := e.free()
		k.form, k.w = formT1+form(t-1), 0
		if reversed && !commutes(k) {
			k.form += formRT1 - formT1
		}
		if _, ok := e.set.find(k); ok && t > 0 {
			e.copy()
			return
		}
	}
	e.inMemory(i)
}

// inMemory makes sure that a node can be read from memory.
func (e *emitter) inMemory(i int) (form, int) {
	if f, p, ok := e.memory(i); ok {
		return f, p
	}
	if t := slices.Index(e.tiles, i); t >= 0 {
		e.spill(t)
	} else {
		e.bring(i)
		e.spill(0)
	}
	return formS, e.values[i].spill
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

// quotient divides by a constant.
func (e *emitter) quotient(i int) {
	n := &e.nodes[i]
	e.bring(n.args[0])
	e.done(n.args[0])
	if e.live(0) {
		e.copy()
	}
	c, r := e.constantRef(e.nodes[n.args[1]].bits, n.kind), e.constantRef(e.nodes[n.args[2]].bits, n.kind)
	e.emit(key{op: opQuotient, kind: n.kind, form: formBB}, c, r, -1)
	e.done(n.args[1])
	e.done(n.args[2])
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
