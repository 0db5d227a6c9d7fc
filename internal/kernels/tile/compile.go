//go:build amd64 && !purego

package tile

import (
	"unsafe"

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

// assemble resolves the handlers of a stage, and lists the fields of its
// instructions that are addresses.
func (b *builder) assemble(e *emitter) stage {
	s := stage{steps: e.code, tile: e.lanes() * 8, lanes: e.lanes(), calls: b.callsOf(e.stage)}
	for i, c := range e.code {
		h, _ := b.set.find(c.key)
		s.code = append(s.code, ins{h: h.h, tail: h.tail})
		at := uint32(i * insSize)
		field := func(entry int, offset uintptr) {
			if entry < 0 {
				return
			}
			u := use{at: at + uint32(offset), entry: entry}
			if entry < b.p.slots {
				s.moving = append(s.moving, u)
			} else {
				u.still = b.p.table[entry].what == scratch && c.key.form != formU
				s.fixed = append(s.fixed, u)
			}
		}
		field(c.p, unsafe.Offsetof(ins{}.p))
		field(c.q, unsafe.Offsetof(ins{}.q))
		field(c.r, unsafe.Offsetof(ins{}.r))
		if c.key.form == formV || c.key.form == formX {
			s.strides = append(s.strides, use{at: at + uint32(unsafe.Offsetof(ins{}.stride)), entry: c.p})
		}
	}
	if n := len(e.code); n > 0 && e.code[n-1].key.op == opStoreEnd {
		k := e.code[n-1].key
		k.op = opStreamEnd
		s.stream, _ = b.set.find(k)
		b.p.streamed = e.code[n-1].p
	}
	return s
}
