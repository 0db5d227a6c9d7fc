package block

import (
	"fmt"
	"math"
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/ops"
)

// Compile makes a program of code. It panics if code is not well-formed or asks
// for an operation that the table does not define: that is the planner's fault,
// never the user's.
func Compile(code []prog.Instr, slots []prog.Slot) prog.Program {
	c := compiler{
		code:   code,
		values: make([]value, len(code)),
		p:      &program{code: code, slots: slots},
	}
	c.count()
	c.findPairs()
	c.findLast()
	c.findDirect()
	for k := range code {
		c.instr(k)
	}
	c.emitStores()
	c.p.chooseBlock()
	return c.p
}

// A place is where a value lies while a block is evaluated: an entry in the
// frame's table of pointers. Entry 0 is nil; the slots follow, whose elements
// are used where they are, and then the buffers.
type place int

// A buffer holds a block of one value after another.
type buffer struct {
	size uintptr // of an element
	busy bool
	typ  *dtype.Type    // for kind Other; else nil, and the memory is raw
	zero unsafe.Pointer // for kind Other: a zero element
}

// A value is what the compiler knows about the result of an instruction.
type value struct {
	at    place
	uses  int
	last  int // the last instruction that uses it, forever for a Store, -1 if none does
	dest  int // the Store whose slot it is computed in, or -1
	inner int // the argument that is computed together with it, or -1
	outer int // the instruction that it is computed together with, or -1
}

const forever = math.MaxInt

type compiler struct {
	code   []prog.Instr
	values []value
	stores []int // the Stores
	read   int   // the last instruction that uses an element as it is in a slot
	p      *program
}

// fromSlot reports whether value k is loaded from a slot block by block. (A
// broadcast element is read before the first block.)
func (c *compiler) fromSlot(k int) bool {
	return c.code[k].Op == ops.Load && c.p.slots[c.code[k].Slot].Class != prog.Zero
}

// inPlace reports whether value k is a slot's and can be used where it is.
func (c *compiler) inPlace(k int) bool {
	return c.code[k].Op == ops.Load && c.p.slots[c.code[k].Slot].Class == prog.Unit
}

// count counts the uses of each value, and finds the Stores.
func (c *compiler) count() {
	for k, in := range c.code {
		c.values[k] = value{last: -1, dest: -1, inner: -1, outer: -1}
		if in.Op == ops.Store {
			c.stores = append(c.stores, k)
		}
		for _, a := range in.Args {
			if a >= k {
				panic(fmt.Sprintf("nd: internal: instruction %d uses %d", k, a))
			}
			if a >= 0 {
				c.values[a].uses++
			}
		}
	}
}

// findPairs chooses the operations that are computed together.
func (c *compiler) findPairs() {
	for k, in := range c.code {
		if !pairable(in.Op, in.Kind) {
			continue
		}
		for _, a := range in.Args[:2] {
			if v := &c.values[a]; pairable(c.code[a].Op, in.Kind) && v.uses == 1 && v.inner < 0 {
				c.values[k].inner, v.outer = a, k
				break
			}
		}
	}
}

// operands returns the values that the step of instruction k takes: those of a
// pair are the inner operation's two and the outer one's other.
func (c *compiler) operands(k int) [3]int {
	args := c.code[k].Args
	if i := c.values[k].inner; i >= 0 {
		other := args[0]
		if other == i {
			other = args[1]
		}
		inner := c.code[i].Args
		return [3]int{inner[0], inner[1], other}
	}
	return args
}

// findLast finds the last instruction that each value, and each slot, is needed
// by.
func (c *compiler) findLast() {
	for k, in := range c.code {
		if c.values[k].outer >= 0 {
			continue
		}
		last := k
		if in.Op == ops.Store {
			last = forever
		}
		for _, a := range c.operands(k) {
			if a < 0 {
				continue
			}
			c.values[a].last = max(c.values[a].last, last)
			if c.fromSlot(a) {
				c.read = k
			}
		}
	}
}

// findDirect chooses the values that are computed right in the memory of a
// destination. That saves a copy, but writes before the end of the block, while
// a destination may coincide with a slot that is read. So it is done only by
// the last instruction to read a slot, which reads and writes the same element
// at a time, and by those after it.
func (c *compiler) findDirect() {
	for _, s := range c.stores {
		in := c.code[s]
		v := &c.values[in.Args[0]]
		if c.p.slots[in.Slot].Class != prog.Unit || v.dest >= 0 {
			continue
		}
		at := in.Args[0]
		switch {
		case c.fromSlot(at):
			if v.uses > 1 {
				continue
			}
			at = s // a load of its own, made when the store is met
		case c.code[at].Op == ops.Load || c.code[at].Op == ops.Const:
			continue // lies in a buffer already
		}
		if at >= c.read {
			v.dest = s
		}
	}
}

// instr emits the steps of instruction k. Loads and constants are emitted when
// first used, so that buffers are held no longer than needed.
func (c *compiler) instr(k int) {
	in := c.code[k]
	switch in.Op {
	case ops.Load, ops.Const:
		return
	case ops.Store:
		a := in.Args[0]
		switch v := &c.values[a]; {
		case v.dest == k && c.fromSlot(a):
			v.at = c.slotPlace(in.Slot)
			c.load(a)
		case !c.inPlace(a):
			c.place(a)
		case len(c.stores) > 1 && c.buffer(a) < 0:
			// Another store could come first and change it.
			v.at = c.alloc(c.code[a].Type)
			c.load(a)
		}
		return
	}
	if c.values[k].last < 0 || c.values[k].outer >= 0 {
		return
	}
	s := step{from: k, typ: in.Type}
	args := c.operands(k)
	var at [3]place
	for i, a := range args {
		if a >= 0 {
			at[i] = c.place(a)
		}
	}
	s.a, s.b, s.c = at[0], at[1], at[2]
	switch {
	case in.Op == ops.User:
		s.do, s.user = call, in.Fn
	case in.Op == ops.Where && in.Kind == dtype.Other:
		s.do = selection
	case in.Op == ops.Cast:
		s.fn = Cast(in.Kind, in.Type.Kind)
	case c.values[k].inner >= 0:
		position := 0
		if in.Args[0] != c.values[k].inner {
			position = 1
		}
		s.inner = c.code[c.values[k].inner].Op
		s.fn = pairFunc(in.Op, s.inner, position, in.Kind)
	default:
		s.fn = Lookup(in.Op, in.Kind)
	}
	if s.do == apply && s.fn == nil {
		panic(fmt.Sprintf("nd: internal: no kernel for %v of %v", in.Op, in.Kind))
	}
	// The result may take the buffer of an argument that dies here, if their
	// elements are of one size.
	for _, a := range args {
		if a >= 0 && c.values[a].last == k && c.code[a].Type.Size == in.Type.Size {
			c.free(a)
		}
	}
	if d := c.values[k].dest; d >= 0 {
		c.values[k].at = c.slotPlace(c.code[d].Slot)
	} else {
		c.values[k].at = c.alloc(in.Type)
	}
	for _, a := range args {
		if a >= 0 && c.values[a].last == k && c.code[a].Type.Size != in.Type.Size {
			c.free(a)
		}
	}
	s.dst = c.values[k].at
	c.p.steps = append(c.p.steps, s)
}

// emitStores moves the results that were not computed in place. It comes last,
// so that everything is read before anything is written.
func (c *compiler) emitStores() {
	for _, s := range c.stores {
		in := c.code[s]
		if c.values[in.Args[0]].dest == s {
			continue
		}
		c.p.steps = append(c.p.steps, step{do: store, a: c.place(in.Args[0]), slot: in.Slot, typ: in.Type, from: s})
	}
}

// place returns the place of value k, and sees to it that it will be there.
func (c *compiler) place(k int) place {
	in, v := c.code[k], &c.values[k]
	switch {
	case v.at != 0:
	case c.inPlace(k):
		v.at = c.slotPlace(in.Slot)
	case c.fromSlot(k):
		v.at = c.alloc(in.Type)
		c.load(k)
	case in.Op == ops.Load:
		v.at = c.broadcast(in)
	case in.Op == ops.Const:
		v.at = c.constant(in)
	default:
		panic(fmt.Sprintf("nd: internal: value %d has no place", k))
	}
	return v.at
}

func (c *compiler) load(k int) {
	c.p.steps = append(c.p.steps, step{do: load, dst: c.values[k].at, slot: c.code[k].Slot, typ: c.code[k].Type, from: k})
}

func (c *compiler) slotPlace(slot int) place {
	at := place(1 + slot)
	for _, u := range c.p.units {
		if u.at == at {
			return at
		}
	}
	c.p.units = append(c.p.units, unit{at, slot, int(c.p.slots[slot].Type.Size)})
	return at
}

func (c *compiler) broadcast(in prog.Instr) place {
	for _, b := range c.p.broadcasts {
		if b.slot == in.Slot {
			return b.at
		}
	}
	at := c.newBuffer(in.Type)
	c.p.broadcasts = append(c.p.broadcasts, broadcast{at, in.Slot, in.Type})
	return at
}

func (c *compiler) constant(in prog.Instr) place {
	for _, d := range c.p.constants {
		if d.kind == in.Type.Kind && d.value == in.Const {
			return d.at
		}
	}
	at := c.newBuffer(in.Type)
	c.p.constants = append(c.p.constants, constant{at, in.Type.Kind, in.Const})
	return at
}

// alloc returns a buffer that is free: one whose elements have the right size,
// or else one where they are larger, or else a new one.
func (c *compiler) alloc(t *dtype.Type) place {
	best := -1
	for i, b := range c.p.buffers {
		if b.busy || b.typ != bufferType(t) || b.size < t.Size {
			continue
		}
		if best < 0 || b.size < c.p.buffers[best].size {
			best = i
		}
	}
	if best < 0 {
		return c.newBuffer(t)
	}
	c.p.buffers[best].busy = true
	return c.p.bufferPlace(best)
}

func (c *compiler) newBuffer(t *dtype.Type) place {
	b := buffer{size: t.Size, busy: true, typ: bufferType(t)}
	if b.typ != nil {
		b.zero = t.New(1)
	}
	c.p.buffers = append(c.p.buffers, b)
	return c.p.bufferPlace(len(c.p.buffers) - 1)
}

func bufferType(t *dtype.Type) *dtype.Type {
	if t.Kind == dtype.Other {
		return t
	}
	return nil
}

// free gives back the buffer of value k, unless it is filled for good.
func (c *compiler) free(k int) {
	op := c.code[k].Op
	if i := c.buffer(k); i >= 0 && op != ops.Const && (op != ops.Load || c.fromSlot(k)) {
		c.p.buffers[i].busy = false
	}
}

// buffer returns the number of the buffer that value k is in, negative if it is
// in none.
func (c *compiler) buffer(k int) int { return int(c.values[k].at) - 1 - len(c.p.slots) }
