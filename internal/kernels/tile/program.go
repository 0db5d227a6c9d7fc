//go:build amd64 && !purego

package tile

import (
	"fmt"
	"strings"
	"sync"
	"unsafe"

	"github.com/ndgo/nd/internal/kernels/prog"
)

const (
	operandSize = int(unsafe.Sizeof(prog.Operand{}))

	// chunk is how many elements a program of up to chunkCode instructions runs
	// between two points at which the collector can stop the goroutine, which it
	// cannot in assembly. That takes well under 0.1 ms. Longer programs run over
	// fewer elements. It is a multiple of every tile, as are its parts.
	chunk     = 1 << 15
	chunkCode = 16

	// blockLen is how many elements a stage of a program with calls runs over
	// before the next one. Its buffers fit the first-level cache.
	blockLen = 1 << 10

	// Scratch memory. The handlers know the first three offsets.
	stepAt   = 0    // elements of a tile
	lanesAt  = 8    // elements of a vector of the widest kind
	tempArea = 256  // a tile for use within a handler, after masks for the tail
	maskArea = 1024 // masks, then scratch tiles
	tileSize = 512  // of a scratch tile, in bytes
)

// A program is what Compile makes.
type program struct {
	set      *set
	slots    int   // operands of the caller
	table    []ref // the operand table: the slots first
	consts   []uint64
	masks    int
	spills   int
	stages   []stage
	chunk    int // elements between points where the goroutine can be stopped
	streamed int // the operand that the streaming code stores past the cache, or -1
	pool     sync.Pool
}

// A ref says what an entry of the operand table is.
type ref struct {
	what what
	at   int // constant, scratch: its number
	size int // buffer: of an element
}

type what uint8

const (
	slot what = iota
	constant
	scratch
	buffer
)

// A stage is straight-line code for the handlers, then calls.
type stage struct {
	code   []ins
	stream []ins // the same, the last store bypassing the cache
	keys   []key
	step   int // elements of a tile
	lanes  int // elements of a vector of the widest kind
	calls  []call
}

// A call is a function over blocks. Its operands are entries of the table.
type call struct {
	name string
	f    func(dst ptr, args [3]ptr, n int)
	dst  int
	args [3]int // -1 for none
}

// A state is what stands behind a frame.
type state struct {
	frame   prog.Frame
	table   []prog.Operand // for a program of one stage, frame.Slots is its beginning
	scratch ptr
}

func (p *program) init() {
	p.chunk = chunk
	for n := len(p.stages[0].code); n > chunkCode && p.chunk > blockLen; n /= 2 {
		p.chunk /= 2
	}
	p.pool.New = func() any { return p.newState() }
}

// blocked reports whether the program runs block by block.
func (p *program) blocked() bool { return len(p.stages) > 1 || len(p.stages[0].calls) > 0 }

func (p *program) newState() *state {
	s := &state{table: make([]prog.Operand, len(p.table))}
	spillArea := maskArea + (p.masks*p.set.mask+tileSize-1)/tileSize*tileSize
	s.scratch = aligned(spillArea + p.spills*tileSize)
	for i, r := range p.table {
		o := &s.table[i]
		switch r.what {
		case constant:
			o.Ptr = ptr(&p.consts[r.at])
		case scratch:
			o.Ptr = unsafe.Add(s.scratch, spillArea+r.at*tileSize)
		case buffer:
			*o = prog.Operand{Ptr: aligned(blockLen * r.size), Stride: r.size}
		}
	}
	if p.blocked() {
		s.frame.Slots = make([]prog.Operand, p.slots)
	} else {
		s.frame.Slots = s.table[:p.slots:p.slots]
		s.setStage(&p.stages[0])
	}
	s.frame.Scratch = s
	return s
}

// aligned returns n bytes that start on a cache line.
func aligned(n int) ptr {
	const line = 64
	p := ptr(unsafe.SliceData(make([]byte, n+line)))
	return unsafe.Add(p, -uintptr(p)&(line-1))
}

func (s *state) setStage(st *stage) {
	*(*int)(unsafe.Add(s.scratch, stepAt)) = st.step
	*(*int)(unsafe.Add(s.scratch, lanesAt)) = st.lanes
}

// Frame returns a frame from the program's pool.
func (p *program) Frame() *prog.Frame { return &p.pool.Get().(*state).frame }

// Release clears the frame's slots and gives it back to the pool.
func (p *program) Release(f *prog.Frame) {
	s := f.Scratch.(*state)
	clear(f.Slots)
	f.Stream = false
	if p.blocked() {
		clear(s.table[:p.slots])
	}
	p.pool.Put(s)
}

// Run evaluates n elements.
func (p *program) Run(f *prog.Frame, n int) {
	s := f.Scratch.(*state)
	if p.blocked() {
		p.runBlocks(s, n)
		return
	}
	st := &p.stages[0]
	if f.Stream && p.streamed >= 0 {
		p.runStream(s, st, n)
		return
	}
	for i := 0; i < n; i += p.chunk {
		p.set.runChunk(st.code, s, i, min(i+p.chunk, n))
	}
}

// runChunk runs code over the elements from i to n. Not being inlined and
// having a frame, it is where the collector can stop the goroutine.
//
//go:noinline
func (t *set) runChunk(code []ins, s *state, i, n int) {
	t.run(&code[0], &s.table[0], s.scratch, i, n)
}

// runStream is Run with stores that bypass the cache. These need a destination
// aligned to whole vectors, so the run starts plainly up to where it is.
func (p *program) runStream(s *state, st *stage, n int) {
	size := uintptr(p.set.bytes)
	d := s.table[p.streamed]
	i, code := 0, st.stream
	if off := -uintptr(d.Ptr) & (size - 1); d.Stride > 0 && off%uintptr(d.Stride) == 0 {
		i = min(n, int(off)/d.Stride)
	} else {
		code = st.code
	}
	if i > 0 {
		p.set.runChunk(st.code, s, 0, i)
	}
	for ; i < n; i += p.chunk {
		p.set.runChunk(code, s, i, min(i+p.chunk, n))
	}
	p.set.fence()
}

// runBlocks runs the stages one after the other over blocks.
func (p *program) runBlocks(s *state, n int) {
	for i := 0; i < n; i += blockLen {
		m := min(n-i, blockLen)
		for k, o := range s.frame.Slots {
			s.table[k] = prog.Operand{Ptr: unsafe.Add(o.Ptr, i*o.Stride), Stride: o.Stride}
		}
		for k := range p.stages {
			st := &p.stages[k]
			if len(st.code) > 0 {
				s.setStage(st)
				p.set.runChunk(st.code, s, 0, m)
			}
			for c := range st.calls {
				st.calls[c].run(s.table, m)
			}
		}
	}
}

func (c *call) run(table []prog.Operand, n int) {
	var args [3]ptr
	for j, a := range c.args {
		if a >= 0 {
			args[j] = table[a].Ptr
		}
	}
	c.f(table[c.dst].Ptr, args, n)
}

// String lists the program, one instruction a line.
func (p *program) String() string {
	var b strings.Builder
	for k := range p.stages {
		st := &p.stages[k]
		if len(p.stages) > 1 {
			fmt.Fprintf(&b, "stage %d\n", k+1)
		}
		for i := range st.code {
			fmt.Fprintf(&b, "%s\n", p.describe(st.keys[i], &st.code[i]))
		}
		for _, c := range st.calls {
			fmt.Fprintf(&b, "call %s\n", c.name)
		}
	}
	return b.String()
}
