//go:build amd64 && !purego

package tile

import (
	"slices"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels/prog"
)

// Where values are, and how they come to where an operation takes them. The
// accumulator, tile 0, is the first operand and the result of every operation. The
// second operand may be another register tile or in memory: a scratch tile, an
// operand whose elements fill as many vectors as a tile has, or one element.

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
	return e.inScratch(i)
}

// inScratch does so by a scratch tile.
func (e *emitter) inScratch(i int) (form, int) {
	if t := slices.Index(e.tiles, i); t >= 0 {
		e.spill(t)
	} else {
		e.bring(i)
		e.spill(0)
	}
	return formS, e.values[i].spill
}
