//go:build amd64 && !purego

package tile

import (
	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels/prog"
)

// Compile makes a program of code over operands as slots describe them. It
// reports false where that is not worth it or not possible: for kinds without
// handlers, for code of which handlers would do nothing, and if the machine has
// no instruction set that they need.
func Compile(code []prog.Instr, slots []prog.Slot) (prog.Program, bool) {
	if current == nil {
		return nil, false
	}
	g := &graph{set: current, slots: slots}
	if !g.build(code) || g.calls > 0 && g.work == 0 {
		return nil, false
	}
	b := &builder{graph: g, p: &program{set: g.set, slots: len(slots), streamed: -1}, place: map[int]place{}, direct: map[int]int{}}
	b.compile()
	return b.p, true
}

// A builder turns a graph into a program.
type builder struct {
	*graph
	p      *program
	place  map[int]place // of nodes in buffers, and of leaves
	direct map[int]int   // the operand that a call writes itself
}

func (b *builder) compile() {
	stages := b.assign()
	b.p.table = make([]ref, b.p.slots)
	b.buffers(stages)
	for s := range stages {
		e := newEmitter(b, s)
		e.run()
		b.p.stages = append(b.p.stages, b.assemble(e))
	}
	b.p.init()
}

// buffers gives a buffer to each node that is needed in memory.
func (b *builder) buffers(stages int) {
	need := map[int]bool{}
	for i := range b.nodes {
		n := &b.nodes[i]
		if n.stage < 0 {
			continue
		}
		if n.op == opCall {
			need[i] = true
		}
		for _, a := range n.args {
			if a < 0 {
				continue
			}
			m := &b.nodes[a]
			switch {
			case n.op == opCall && m.op == opLoad && b.slots[m.slot].Class == prog.Unit:
			case n.op == opCall, !m.leaf() && m.stage < n.stage:
				need[a] = true
			}
		}
	}
	// A call whose result is only stored writes it to the destination itself.
	if len(b.stores) == 1 {
		s := &b.nodes[b.stores[0]]
		c := s.args[0]
		if b.nodes[c].op == opCall && b.slots[s.slot].Class == prog.Unit && b.usesOf(c) == 1 {
			b.direct[c] = s.slot
			s.stage = -1
			delete(need, c)
		}
	}
	for i := range b.nodes {
		n := &b.nodes[i]
		switch {
		case n.stage < 0:
		case need[i]:
			b.place[i] = place{b.ref(ref{what: buffer, size: int(n.out.Size())}), prog.Unit}
		}
	}
}

func (b *builder) usesOf(i int) (uses int) {
	for k := range b.nodes {
		if b.nodes[k].stage < 0 {
			continue
		}
		for _, a := range b.nodes[k].args {
			if a == i {
				uses++
			}
		}
	}
	return uses
}

// ref adds an entry to the operand table.
func (b *builder) ref(r ref) int {
	b.p.table = append(b.p.table, r)
	return len(b.p.table) - 1
}

// constant returns the entry of a constant of a size.
func (b *builder) constantRef(bits uint64, k dtype.Kind) int {
	if s := k.Size(); s < 8 {
		bits &= 1<<(8*s) - 1
	}
	for i, r := range b.p.table {
		if r.what == constant && b.p.consts[r.at] == bits {
			return i
		}
	}
	b.p.consts = append(b.p.consts, bits)
	return b.ref(ref{what: constant, at: len(b.p.consts) - 1})
}

func (b *builder) callsOf(s int) (cs []call) {
	for i := range b.nodes {
		n := &b.nodes[i]
		if n.op != opCall || n.stage != s {
			continue
		}
		c := call{name: n.name, f: n.call, args: [3]int{-1, -1, -1}}
		for j, a := range n.args {
			if a >= 0 {
				c.args[j] = b.where(a)
			}
		}
		if d, ok := b.direct[i]; ok {
			c.dst = d
		} else {
			c.dst = b.where(i)
		}
		cs = append(cs, c)
	}
	return cs
}

// where is the table entry of a node that is in memory for a call.
func (b *builder) where(i int) int {
	if p, ok := b.place[i]; ok {
		return p.entry
	}
	return b.nodes[i].slot
}

// assemble resolves the handlers of a stage.
func (b *builder) assemble(e *emitter) stage {
	s := stage{step: e.lanes() * 8, lanes: e.lanes(), calls: b.callsOf(e.stage)}
	for _, c := range e.code {
		s.keys = append(s.keys, c.key)
		h, _ := b.set.find(c.key)
		c.ins.h, c.ins.tail = h.h, h.tail
		s.code = append(s.code, c.ins)
		if c.key.op == opStoreEnd {
			c.key.op = opStreamEnd
			h, _ := b.set.find(c.key)
			c.ins.h, c.ins.tail = h.h, h.tail
			b.p.streamed = int(c.ins.p) / operandSize
		}
		s.stream = append(s.stream, c.ins)
	}
	return s
}
