//go:build amd64 && !purego

package tile

import (
	"fmt"
	"slices"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels/prog"
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
	e.evict(h.keeps)
	e.code = append(e.code, step{k, p, q, r})
}

// evict saves the register tiles from k on, which are about to be overwritten.
func (e *emitter) evict(k int) {
	for t := k; t < len(e.tiles); t++ {
		if e.live(t) {
			e.spill(t)
		}
		e.tiles[t] = -1
	}
}

// before prepares for an instruction that overwrites the accumulator, whose
// value may be needed again, and perhaps other tiles.
func (e *emitter) before(k key) {
	h, _ := e.set.find(k)
	e.evict(h.keeps)
	switch {
	case !e.live(0):
	case h.keeps > 1:
		e.copy()
	default:
		e.spill(0)
	}
}
