package block

import (
	"math"
	"sync"
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels/pack"
	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/ops"
)

// An action is what a step does.
type action uint8

const (
	apply     action = iota // dst = fn(a, b, c)
	load                    // dst = the elements of a slot
	store                   // the elements of a slot = a
	call                    // dst = user(a, b, c)
	selection               // dst = where a: b, else c; for kind Other
)

// A step is an action on a block.
type step struct {
	do           action
	dst, a, b, c place
	fn           Func
	slot         int
	typ          *dtype.Type // of the elements written
	user         *prog.Func
	from         int    // the instruction it comes from
	inner        ops.Op // the operation computed with it, in a pair
}

// A unit is a slot whose elements lie side by side and are used in place.
type unit struct {
	at   place
	slot int
	size int
}

// A broadcast is a slot that has one element for the whole run; a buffer is
// filled with it when the run starts.
type broadcast struct {
	at   place
	slot int
	typ  *dtype.Type
}

// A constant fills a buffer for the life of a frame. The value is as it lies in
// memory.
type constant struct {
	at    place
	kind  dtype.Kind
	value [2]uint64
}

// A program is a prog.Program.
type program struct {
	code       []prog.Instr
	slots      []prog.Slot
	buffers    []buffer
	units      []unit
	broadcasts []broadcast
	constants  []constant
	steps      []step
	block      int // elements
	frames     sync.Pool
}

// The bounds of a block's length. Shorter ones would pay for the calls, longer
// ones win nothing.
const (
	minBlock = 64
	maxBlock = 1024
	// budget is the memory that a block may touch: a quarter of a first-level cache
	// of 32 KiB. Operands often start at the same place in a page and compete for
	// the same lines, and the processor brings in more of them ahead of time.
	budget = 8 << 10
)

// chooseBlock sets the length of a block from the bytes that all buffers and
// operands take for an element.
func (p *program) chooseBlock() {
	if len(p.buffers) == 0 && len(p.steps) == 1 && p.steps[0].do != call {
		p.block = math.MaxInt // nothing to keep in the cache
		return
	}
	bytes := 0
	for _, b := range p.buffers {
		bytes += int(b.size)
	}
	for _, u := range p.units {
		bytes += u.size
	}
	for _, s := range p.steps {
		if s.do == load || s.do == store {
			bytes += int(s.typ.Size)
		}
	}
	p.block = min(max(budget/max(bytes, 1)&^63, minBlock), maxBlock)
}

func (p *program) bufferPlace(i int) place { return place(1 + len(p.slots) + i) }

// A scratch is the memory of a frame.
type scratch struct {
	at   []unsafe.Pointer // by place
	size int              // elements that each buffer holds
	used int              // elements that may have been written since the last release
}

func (p *program) Frame() *prog.Frame {
	if f, ok := p.frames.Get().(*prog.Frame); ok {
		return f
	}
	return &prog.Frame{
		Slots:   make([]prog.Operand, len(p.slots)),
		Scratch: &scratch{at: make([]unsafe.Pointer, 1+len(p.slots)+len(p.buffers))},
	}
}

// Release forgets the operands, and what the buffers that may hold pointers
// point to, so that a frame in the pool keeps nothing alive.
func (p *program) Release(f *prog.Frame) {
	s := f.Scratch.(*scratch)
	clear(f.Slots)
	clear(s.at[:1+len(p.slots)])
	for i, b := range p.buffers {
		if b.typ != nil && s.used > 0 {
			b.typ.Move(s.at[p.bufferPlace(i)], 1, b.zero, 0, s.used)
		}
	}
	s.used = 0
	f.Stream = false
	p.frames.Put(f)
}

func (p *program) RunRows(f *prog.Frame, n, rows int, steps []int) {
	prog.Rows(p, f, n, rows, steps)
}

// RunGroups evaluates groups of rows, one after the other.
func (p *program) RunGroups(f *prog.Frame, g *prog.Groups) { g.Run(p, f) }

// Run evaluates n elements.
func (p *program) Run(f *prog.Frame, n int) {
	if n <= 0 {
		return
	}
	s := f.Scratch.(*scratch)
	m := min(n, p.block)
	if m > s.size && len(p.buffers) > 0 {
		p.grow(s, m)
	}
	s.used = max(s.used, m)
	for i := range p.broadcasts {
		b := &p.broadcasts[i]
		broadcastFill(s.at[b.at], f.Slots[b.slot].Ptr, m, b.typ)
	}
	for i := 0; ; {
		for k := range p.units {
			u := &p.units[k]
			s.at[u.at] = unsafe.Add(f.Slots[u.slot].Ptr, i*u.size)
		}
		p.evaluate(f, s.at, i, m)
		if i += m; i >= n {
			return
		}
		m = min(n-i, p.block)
	}
}

// evaluate runs the steps on elements i to i+n-1.
func (p *program) evaluate(f *prog.Frame, at []unsafe.Pointer, i, n int) {
	for k := range p.steps {
		s := &p.steps[k]
		switch s.do {
		case apply:
			s.fn(at[s.dst], at[s.a], at[s.b], at[s.c], n)
		case load:
			o := &f.Slots[s.slot]
			src := unsafe.Add(o.Ptr, i*o.Stride)
			if s.typ.Kind == dtype.Other {
				s.typ.Move(at[s.dst], 1, src, elements(o.Stride, s.typ), n)
			} else {
				pack.Gather(at[s.dst], src, o.Stride, n, s.typ.Size)
			}
		case store:
			o := &f.Slots[s.slot]
			dst := unsafe.Add(o.Ptr, i*o.Stride)
			if s.typ.Kind == dtype.Other {
				s.typ.Move(dst, elements(o.Stride, s.typ), at[s.a], 1, n)
			} else {
				pack.Scatter(dst, o.Stride, at[s.a], n, s.typ.Size)
			}
		case call:
			s.user.Call(at[s.dst], [3]unsafe.Pointer{at[s.a], at[s.b], at[s.c]}, n)
		case selection:
			choose(at[s.dst], at[s.a], at[s.b], at[s.c], n, s.typ)
		}
	}
}

// elements converts a stride in bytes to one in elements.
func elements(stride int, t *dtype.Type) int {
	if t.Size == 0 {
		return 0
	}
	return stride / int(t.Size)
}

// broadcastFill sets n elements at dst to the one at src.
func broadcastFill(dst, src unsafe.Pointer, n int, t *dtype.Type) {
	if t.Kind == dtype.Other {
		t.Move(dst, 1, src, 0, n)
	} else {
		pack.Fill(dst, src, n, t.Size)
	}
}

// choose is Where for elements that may hold pointers: it moves each run of
// elements that come from the same side at once.
func choose(dst, mask, x, y unsafe.Pointer, n int, t *dtype.Type) {
	m := view[uint8](mask, n)
	for i := 0; i < n; {
		j := i + 1
		for j < n && (m[j] != 0) == (m[i] != 0) {
			j++
		}
		src := y
		if m[i] != 0 {
			src = x
		}
		at := i * int(t.Size)
		t.Move(unsafe.Add(dst, at), 1, unsafe.Add(src, at), 1, j-i)
		i = j
	}
}

// grow gives a frame new buffers of n elements or some more.
func (p *program) grow(s *scratch, n int) {
	const line = 64
	n = min((n+line-1)&^(line-1), p.block)
	bytes := 0
	for _, b := range p.buffers {
		if b.typ == nil {
			bytes += (n*int(b.size)+line-1)&^(line-1) + line
		}
	}
	var raw unsafe.Pointer
	if bytes > 0 {
		raw = unsafe.Pointer(unsafe.SliceData(make([]byte, bytes+line)))
		raw = unsafe.Add(raw, -uintptr(raw)%line)
	}
	off := 0
	for i, b := range p.buffers {
		at := p.bufferPlace(i)
		if b.typ != nil {
			s.at[at] = b.typ.New(n)
			continue
		}
		s.at[at] = unsafe.Add(raw, off)
		// A line between buffers keeps them from starting at the same place in
		// a page, where a load would seem to depend on the store before it.
		off += (n*int(b.size)+line-1)&^(line-1) + line
	}
	for i := range p.constants {
		c := &p.constants[i]
		pack.Fill(s.at[c.at], unsafe.Pointer(&c.value), n, c.kind.Size())
	}
	s.size = n
}
