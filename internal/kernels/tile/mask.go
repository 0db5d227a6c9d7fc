//go:build amd64 && !purego

package tile

import (
	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/ops"
)

// newMask returns the entry of a mask for a node.
func (e *emitter) newMask(i int) int {
	if len(e.blank) == 0 {
		e.blank = append(e.blank, e.ref(ref{what: mask, at: e.p.masks}))
		e.p.masks++
	}
	m := e.blank[len(e.blank)-1]
	e.blank = e.blank[:len(e.blank)-1]
	e.values[i].mask = m
	return m
}

// mask returns the entry of the mask that holds a node, which it loads if it is
// an operand.
func (e *emitter) mask(i int) int {
	if m := e.values[i].mask; m >= 0 {
		return m
	}
	p, _ := e.operand(i)
	m := e.newMask(i)
	switch p.class {
	case prog.Unit:
		e.emit(key{op: opMaskLoad, kind: dtype.Bool, form: formS, w: e.w(dtype.Bool)}, p.entry, -1, m)
	case prog.Zero:
		e.emit(key{op: opMaskFill, kind: dtype.Bool, form: formB}, p.entry, -1, m)
	default:
		e.vacate()
		e.load(0, i, p)
		zero := e.constantRef(0, dtype.Uint8)
		e.emit(key{op: opcode(ops.Equal), kind: dtype.Uint8, form: formB}, zero, -1, m)
		e.emit(key{op: opMaskNot, kind: dtype.Bool, w: e.w(dtype.Bool)}, m, -1, m)
		e.tiles[0] = -1
	}
	return m
}

// maskOperation computes a node from masks.
func (e *emitter) maskOperation(i int) {
	n := &e.nodes[i]
	p, q := e.mask(n.args[0]), -1
	if n.args[1] >= 0 {
		q = e.mask(n.args[1])
	}
	r := e.newMask(i)
	e.emit(key{op: n.op, kind: dtype.Bool, w: e.w(dtype.Bool)}, p, q, r)
	for _, a := range n.args {
		if a >= 0 {
			e.done(a)
		}
	}
}
