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
	b := &builder{graph: g, p: &program{set: g.set, slots: len(slots), streamed: -1}}
	b.compile()
	return b.p, true
}

// A builder turns a graph into a program.
type builder struct {
	*graph
	p *program
}

func (b *builder) compile() {
	stages := b.assign()
	b.p.table = make([]ref, b.p.slots)
	b.buffers()
	for k, s := range b.slots {
		if s.Write {
			b.p.written = append(b.p.written, k)
		}
	}
	for s := range stages {
		e := newEmitter(b, s)
		e.run()
		b.p.stages = append(b.p.stages, b.assemble(e))
	}
	b.p.init()
}

// buffers gives a buffer to each node that is needed in memory.
func (b *builder) buffers() {
	// A call whose result is only stored writes it to the destination itself.
	if len(b.stores) == 1 {
		s := &b.nodes[b.stores[0]]
		c := &b.nodes[s.args[0]]
		if c.op == opCall && b.slots[s.slot].Class == prog.Unit && b.usesOf(s.args[0]) == 1 {
			c.direct, s.stage = s.slot, -1
		}
	}
	keep := func(i int) {
		if n := &b.nodes[i]; n.buffer < 0 && n.direct < 0 {
			n.buffer = b.ref(ref{what: buffer, size: int(n.out.Size())})
		}
	}
	for i := range b.nodes {
		n := &b.nodes[i]
		if n.stage < 0 {
			continue
		}
		if n.op == opCall {
			keep(i)
		}
		for _, a := range n.args {
			if a < 0 {
				continue
			}
			m := &b.nodes[a]
			direct := m.op == opLoad && b.slots[m.slot].Class == prog.Unit
			if n.op == opCall && !direct || !m.leaf() && m.stage < n.stage {
				keep(a)
			}
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
		if c.dst = n.direct; c.dst < 0 {
			c.dst = n.buffer
		}
		cs = append(cs, c)
	}
	return cs
}

// where is the table entry of a node that is in memory for a call.
func (b *builder) where(i int) int {
	if n := &b.nodes[i]; n.buffer >= 0 {
		return n.buffer
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
			if entry < b.p.slots {
				s.moving = append(s.moving, move{at + uint32(offset), uint32(entry*operandSize) + ptrAt})
				return
			}
			still := b.p.table[entry].what == scratch && c.key.form != formU
			s.fixed = append(s.fixed, use{at + uint32(offset), still, entry})
		}
		field(c.p, unsafe.Offsetof(ins{}.p))
		field(c.q, unsafe.Offsetof(ins{}.q))
		field(c.r, unsafe.Offsetof(ins{}.r))
		if c.key.form == formV || c.key.form == formX {
			s.moving = append(s.moving, move{at + uint32(unsafe.Offsetof(ins{}.stride)), uint32(c.p*operandSize) + strideAt})
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
