//go:build amd64 && !purego

package tile

import (
	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/ops"
)

// maskOffset is where mask m is in scratch memory.
func (e *emitter) maskOffset(m int) int { return maskArea + m*e.set.mask }

// newMaskNumber takes a mask for a node.
func (e *emitter) newMaskNumber(i int) int {
	for m, u := range e.used {
		if !u {
			e.used[m] = true
			e.masks[i] = m
			return m
		}
	}
	e.used = append(e.used, true)
	e.masks[i] = len(e.used) - 1
	e.p.masks = max(e.p.masks, len(e.used))
	return e.masks[i]
}

func (e *emitter) newMask(i int) int { return e.maskOffset(e.newMaskNumber(i)) }

// mask returns the mask that holds a node, which it loads if it is an operand.
func (e *emitter) mask(i int) int {
	if m, ok := e.masks[i]; ok {
		return m
	}
	p, _ := e.operand(i)
	m := e.newMaskNumber(i)
	switch p.class {
	case prog.Unit:
		e.emit(key{op: opMaskLoad, kind: dtype.Bool, form: formS, w: e.w(dtype.Bool)}, p.entry, 0, e.maskOffset(m))
	case prog.Zero:
		e.emit(key{op: opMaskFill, kind: dtype.Bool, form: formB}, p.entry, 0, e.maskOffset(m))
	default:
		e.vacate()
		e.load(0, i, p)
		zero := e.constantRef(0, dtype.Uint8)
		at := e.maskOffset(m)
		e.emit(key{op: opcode(ops.Equal), kind: dtype.Uint8, form: formB}, zero, 0, at)
		e.put(key{op: opMaskNot, kind: dtype.Bool, w: e.w(dtype.Bool)}, ins{p: uint32(at), q: uint32(at), r: uint32(at)})
		e.tiles[0] = -1
	}
	return m
}

// maskOperation computes a node from masks.
func (e *emitter) maskOperation(i int) {
	n := &e.nodes[i]
	p := e.maskOffset(e.mask(n.args[0]))
	q := p
	if n.args[1] >= 0 {
		q = e.maskOffset(e.mask(n.args[1]))
	}
	r := e.newMask(i)
	e.put(key{op: n.op, kind: dtype.Bool, w: e.w(dtype.Bool)}, ins{p: uint32(p), q: uint32(q), r: uint32(r)})
	for _, a := range n.args {
		if a >= 0 {
			e.done(a)
		}
	}
}
