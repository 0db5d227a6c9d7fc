//go:build amd64 && !purego

package tile

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"unsafe"

	"github.com/ndgo/nd/internal/kernels/prog"
)

const (
	insSize     = int(unsafe.Sizeof(ins{}))
	operandSize = int(unsafe.Sizeof(prog.Operand{}))
	ptrAt       = uint32(unsafe.Offsetof(prog.Operand{}.Ptr))
	strideAt    = uint32(unsafe.Offsetof(prog.Operand{}.Stride))

	// chunk is how many elements a program of up to chunkCode instructions runs
	// between two points at which the collector can stop the goroutine, which it
	// cannot in assembly. That takes well under 0.1 ms. Longer programs run over
	// fewer elements. It is a multiple of every tile, as are its parts.
	chunk     = 1 << 15
	chunkCode = 16

	// rowCost is how many elements take as long as the step to another row.
	rowCost = 32

	// blockLen is how many elements a stage of a program with calls runs over
	// before the next one. Its buffers fit the first-level cache.
	blockLen = 1 << 10
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
	blocked  bool   // runs block by block, for the sake of calls
	chunk    int    // elements between points where the goroutine can be stopped
	streamed int    // the operand that can be stored past the cache, or -1
	again    int    // elements from which on a rest had better be done by a whole tile
	written  []int  // the slots that are stored
	loop     looped // a loop in place of the stages
	pool     sync.Pool
}

// A ref says what an entry of the operand table is.
type ref struct {
	what what
	at   int // constant, scratch, mask: its number
	size int // buffer: of an element
}

type what uint8

const (
	slot what = iota
	constant
	scratch
	mask
	buffer
)

// A stage is straight-line code for the handlers, then calls.
type stage struct {
	code   []ins // without the addresses of operands
	steps  []step
	moving []move  // where code has addresses and strides of slots
	fixed  []use   // where code has addresses that the frame settles
	stream handler // the last instruction's, if it bypasses the cache
	tile   int     // elements of a tile
	lanes  int     // elements of a vector of the widest kind
	calls  []call
}

// A move says which word of the slots a field of an instruction is, both by
// their offsets in bytes.
type move struct{ at, from uint32 }

// A use is a field of an instruction, and the entry of the operand table whose
// address it is.
type use struct {
	at    uint32 // offset in the code, in bytes
	still bool
	entry int
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
	frame   prog.Frame // first, so that the state is found by it
	scratch ptr
	code    [][]ins        // of each stage
	twin    []ins          // another copy of that of a single stage
	place   []ptr          // of each entry of the table but the slots
	block   []prog.Operand // the slots as the block in progress sees them
	moves   [2][]rowMove   // room for those from row to row, and from group to group
	turn    []int          // room for the steps from a group to the next
	steps   []int          // steps and strides that the moves are for, if from row to row alone
	on      int            // by how much the index runs on with them
	rows    rowLoop        // what the program's loop reads, if it has one
}

func (p *program) init() {
	p.blocked = len(p.stages) > 1 || len(p.stages[0].calls) > 0
	p.chunk = chunk
	for n := p.stages[0].weight(p.set); n > chunkCode && p.chunk > blockLen; n /= 2 {
		p.chunk /= 2
	}
	p.again = p.stages[0].again()
	p.findLoop()
	p.pool.New = func() any { return p.newState() }
}

func (p *program) newState() *state {
	s := &state{place: make([]ptr, len(p.table))}
	spillArea := maskArea + (p.masks*p.set.mask+tileSize-1)/tileSize*tileSize
	s.scratch = aligned(spillArea + p.spills*tileSize)
	for i, r := range p.table {
		switch r.what {
		case constant:
			s.place[i] = ptr(&p.consts[r.at])
		case scratch:
			s.place[i] = unsafe.Add(s.scratch, spillArea+r.at*tileSize)
		case mask:
			s.place[i] = unsafe.Add(s.scratch, maskArea+r.at*p.set.mask)
		case buffer:
			s.place[i] = aligned(blockLen * r.size)
		}
	}
	for i := range p.stages {
		s.code = append(s.code, s.newCode(&p.stages[i]))
	}
	s.frame.Slots = make([]prog.Operand, p.slots)
	s.block = make([]prog.Operand, p.slots)
	s.frame.Scratch = s
	*s.word(againAt) = math.MaxInt
	if p.loop.loop != 0 {
		s.setLoop(p)
	}
	if !p.blocked {
		s.setStage(&p.stages[0])
		for i, at := range [2]int{movesAt, groupMovesAt} {
			s.moves[i] = make([]rowMove, len(p.stages[0].moving))
			*(*ptr)(unsafe.Add(s.scratch, at)) = ptr(unsafe.SliceData(s.moves[i]))
		}
		s.twin = s.newCode(&p.stages[0])
		*(*uintptr)(unsafe.Add(s.scratch, twinAt)) = uintptr(ptr(unsafe.SliceData(s.code[0]))) ^ uintptr(ptr(unsafe.SliceData(s.twin)))
	}
	return s
}

// newCode copies the code of a stage, with the addresses that the frame settles.
func (s *state) newCode(st *stage) []ins {
	code := slices.Clone(st.code)
	for _, u := range st.fixed {
		a := uintptr(s.place[u.entry])
		if u.still {
			a |= still
		}
		*u.in(code) = a
	}
	return code
}

// in is the field in a copy of the code.
func (u *use) in(code []ins) *uintptr {
	return (*uintptr)(unsafe.Add(ptr(unsafe.SliceData(code)), u.at))
}

// aligned returns n bytes that start on a cache line.
func aligned(n int) ptr {
	const line = 64
	p := ptr(unsafe.SliceData(make([]byte, n+line)))
	return unsafe.Add(p, -uintptr(p)&(line-1))
}

func (s *state) setStage(st *stage) {
	*s.word(tileAt) = st.tile
	*s.word(lanesAt) = st.lanes
}

// word is a word of the scratch memory.
func (s *state) word(at int) *int { return (*int)(unsafe.Add(s.scratch, at)) }

// Frame returns a frame from the program's pool.
func (p *program) Frame() *prog.Frame { return &p.pool.Get().(*state).frame }

// Release clears the frame's slots and gives it back to the pool.
func (p *program) Release(f *prog.Frame) {
	s := (*state)(ptr(f))
	clear(f.Slots)
	f.Stream = false
	if p.blocked {
		clear(s.block)
	}
	p.pool.Put(s)
}

// Run evaluates n elements.
func (p *program) Run(f *prog.Frame, n int) {
	s := (*state)(ptr(f))
	if p.blocked {
		p.runBlocks(s, n)
		return
	}
	if p.loops(f, n, nil) {
		p.loopOnce(s, n)
		return
	}
	st := &p.stages[0]
	code := s.code[0]
	st.place(code, f.Slots)
	if p.streams(f) {
		p.runStream(s, n)
		p.set.fence()
		return
	}
	s.setAgain(p, n)
	for i := 0; i < n; i += p.chunk {
		p.set.runChunk(st, code, s, i, min(i+p.chunk, n))
	}
}

// place fills the addresses of the slots into a copy of the code. What is there
// already is left alone: a load of it then need not wait for a store.
func (st *stage) place(code []ins, slots []prog.Operand) {
	to, from := ptr(unsafe.SliceData(code)), ptr(unsafe.SliceData(slots))
	for _, m := range st.moving {
		if p, v := (*uintptr)(unsafe.Add(to, m.at)), *(*uintptr)(unsafe.Add(from, m.from)); *p != v {
			*p = v
		}
	}
}

// runChunk runs code over the elements from i to n. Not being inlined and
// having a frame, it is where the collector can stop the goroutine.
//
//go:noinline
func (t *set) runChunk(st *stage, code []ins, s *state, i, n int) {
	if t == avx512 {
		avx512Run(unsafe.SliceData(code), s.scratch, i, n)
	} else {
		avx2Run(unsafe.SliceData(code), s.scratch, i, n)
	}
	for s.left().why != 0 {
		t.mend(st, s)
	}
}

// runBlocks runs the stages one after the other over blocks.
func (p *program) runBlocks(s *state, n int) {
	for i := 0; i < n; i += blockLen {
		m := min(n-i, blockLen)
		for k, o := range s.frame.Slots {
			s.block[k] = prog.Operand{Ptr: unsafe.Add(o.Ptr, i*o.Stride), Stride: o.Stride}
		}
		for k := range p.stages {
			st := &p.stages[k]
			if code := s.code[k]; len(code) > 0 {
				st.place(code, s.block)
				s.setStage(st)
				p.set.runChunk(st, code, s, 0, m)
			}
			for c := range st.calls {
				st.calls[c].run(s, m)
			}
		}
	}
}

func (c *call) run(s *state, n int) {
	at := func(entry int) ptr {
		switch {
		case entry < 0:
			return nil
		case entry < len(s.block):
			return s.block[entry].Ptr
		}
		return s.place[entry]
	}
	c.f(at(c.dst), [3]ptr{at(c.args[0]), at(c.args[1]), at(c.args[2])}, n)
}

// String lists the program, one instruction a line.
func (p *program) String() string {
	var b strings.Builder
	for k := range p.stages {
		st := &p.stages[k]
		if len(p.stages) > 1 {
			fmt.Fprintf(&b, "stage %d\n", k+1)
		}
		for _, c := range st.steps {
			fmt.Fprintf(&b, "%s\n", p.describe(c))
		}
		for _, c := range st.calls {
			fmt.Fprintf(&b, "call %s\n", c.name)
		}
	}
	if p.loop.loop != 0 {
		b.WriteString("all of it one loop over rows\n")
	}
	return b.String()
}
