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
	"github.com/ndgo/nd/internal/ops"
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

	// Scratch memory. The handlers know the first offsets, and where what they
	// use within themselves ends.
	tileAt   = 0    // elements of a tile
	lanesAt  = 8    // elements of a vector of the widest kind
	rowsAt   = 16   // rows that are left, the one in progress included; 1 or less is one
	movesAt  = 24   // the address of row moves
	countAt  = 32   // their number
	againAt  = 40   // elements from which on a rest of a row is done by a whole tile
	maskArea = 8192 // masks, then scratch tiles
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
	blocked  bool  // runs block by block, for the sake of calls
	chunk    int   // elements between points where the goroutine can be stopped
	streamed int   // the operand that can be stored past the cache, or -1
	again    int   // elements from which on a rest had better be done by a whole tile
	written  []int // the slots that are stored
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

// A rowMove is how far, in bytes, a field of an instruction moves from row to
// row. The field is named by its offset in the code.
type rowMove struct {
	at uintptr
	by int
}

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
	place   []ptr          // of each entry of the table but the slots
	block   []prog.Operand // the slots as the block in progress sees them
	moves   []rowMove      // room for those of a run
}

func (p *program) init() {
	p.blocked = len(p.stages) > 1 || len(p.stages[0].calls) > 0
	p.chunk = chunk
	for n := p.stages[0].weight(p.set); n > chunkCode && p.chunk > blockLen; n /= 2 {
		p.chunk /= 2
	}
	p.again = p.stages[0].again()
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
		st := &p.stages[i]
		code := append([]ins(nil), st.code...)
		for _, u := range st.fixed {
			a := uintptr(s.place[u.entry])
			if u.still {
				a |= still
			}
			*u.in(code) = a
		}
		s.code = append(s.code, code)
	}
	s.frame.Slots = make([]prog.Operand, p.slots)
	s.block = make([]prog.Operand, p.slots)
	s.frame.Scratch = s
	*s.word(againAt) = math.MaxInt
	if !p.blocked {
		s.setStage(&p.stages[0])
		s.moves = make([]rowMove, len(p.stages[0].moving)+1)
		*(*ptr)(unsafe.Add(s.scratch, movesAt)) = ptr(unsafe.SliceData(s.moves))
	}
	return s
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

// setAgain settles when the rest of a row of n elements is done by a whole tile.
// That computes some elements twice, which must not have changed in between.
func (s *state) setAgain(p *program, n int) {
	again := math.MaxInt
	if n >= p.stages[0].tile && !s.overwrites(p) {
		again = p.again
	}
	*s.word(againAt) = again
}

// overwrites reports whether an operand is read where results are written.
func (s *state) overwrites(p *program) bool {
	for _, k := range p.written {
		if inPlace(s.frame.Slots, k) {
			return true
		}
	}
	return false
}

// again is the number of elements from which on the rest of a row takes longer
// vector by vector than in a whole tile. A vector takes the jumps of a tile, and
// nothing hides them; but a tile takes eight divisions, and hides nothing of
// these. In an elementary function each step waits for the one before it, unless
// there are other vectors.
func (st *stage) again() int {
	n := 3
	for _, c := range st.steps {
		switch ops.Op(c.key.op) {
		case ops.Div, ops.Sqrt:
			n = 6
		}
	}
	return (n-1)*st.lanes + 1
}

// RunRows evaluates rows of n elements.
func (p *program) RunRows(f *prog.Frame, n, rows int, steps []int) {
	s := (*state)(ptr(f))
	if p.blocked || n >= p.chunk {
		prog.Rows(p, f, n, rows, steps)
		return
	}
	st := &p.stages[0]
	code := s.code[0]
	s.setAgain(p, n)
	if p.streams(f) {
		switch p.lines(f, n, steps) {
		case all:
			st.past(code, true)
			defer st.past(code, false)
			defer p.set.fence()
			*s.word(againAt) = math.MaxInt
		case many:
			for r := range rows {
				if r > 0 {
					f.Move(steps, 1)
				}
				st.place(code, f.Slots)
				p.runStream(s, n)
			}
			p.set.fence()
			return
		}
	}
	count := 0
	for _, m := range st.moving {
		if k := int(m.from) / operandSize; m.from%uint32(operandSize) == ptrAt && steps[k] != 0 {
			s.moves[count] = rowMove{uintptr(m.at), steps[k]}
			count++
		}
	}
	*s.word(countAt) = count
	if over := p.beyond(s, n, rows, steps); over > 0 {
		s.runRows(p, st.tile, over, steps, false)
		rows -= over
	}
	s.runRows(p, n, rows, steps, true)
}

// runRows runs rows whose moves are set. It leaves the slots at the row behind
// them, unless they are the last ones.
func (s *state) runRows(p *program, n, rows int, steps []int, last bool) {
	// A row takes some time whatever its length.
	most := max(1, p.chunk/(n+rowCost))
	for {
		m := min(rows, most)
		p.stages[0].place(s.code[0], s.frame.Slots)
		*s.word(rowsAt) = m
		p.set.runChunk(&p.stages[0], s.code[0], s, 0, n)
		if rows -= m; rows == 0 && last {
			return
		}
		s.frame.Move(steps, m)
		if rows == 0 {
			return
		}
	}
}

// beyond returns how many rows may be run as whole tiles although they are
// shorter, which is fast: where the rows of an operand follow each other without
// a gap, what is computed beyond the end of a row are elements of later rows,
// which are computed again in their turn. Only the last rows have none behind
// them.
func (p *program) beyond(s *state, n, rows int, steps []int) int {
	st := &p.stages[0]
	if n >= st.tile || n <= 2*st.lanes || rows*n < 2*st.tile || s.overwrites(p) {
		return 0
	}
	for k, step := range steps {
		d := &s.frame.Slots[k]
		if step != n*d.Stride && (d.Stride != 0 || slices.Contains(p.written, k)) {
			return 0
		}
	}
	return rows - (st.tile-1)/n
}

// streams reports whether a run is to bypass the cache and can.
func (p *program) streams(f *prog.Frame) bool {
	return f.Stream && p.streamed >= 0 && !inPlace(f.Slots, p.streamed)
}

// lines says how many of the cache lines of the rows to be stored can bypass the
// cache: those that a row fills.
func (p *program) lines(f *prog.Frame, n int, steps []int) int {
	const line = 64
	d := f.Slots[p.streamed]
	switch row := n * d.Stride; {
	case uintptr(d.Ptr)%line == 0 && steps[p.streamed]%line == 0 && row%line == 0:
		return all
	case row >= 32*line:
		return many
	}
	return few
}

const (
	few = iota
	many
	all
)

// past makes the stage's stores bypass the cache, or not.
func (st *stage) past(code []ins, on bool) {
	i := len(code) - 1
	code[i].h, code[i].tail = st.code[i].h, st.code[i].tail
	if on {
		code[i].h, code[i].tail = st.stream.h, st.stream.tail
	}
}

// inPlace reports whether a slot's memory is that of another one: then it comes
// into the cache anyway, and a store past the cache only drives it out.
func inPlace(slots []prog.Operand, k int) bool {
	for i := range slots {
		if i != k && slots[i].Ptr == slots[k].Ptr {
			return true
		}
	}
	return false
}

// place fills the addresses of the slots into a copy of the code.
func (st *stage) place(code []ins, slots []prog.Operand) {
	to, from := ptr(unsafe.SliceData(code)), ptr(unsafe.SliceData(slots))
	for _, m := range st.moving {
		*(*uintptr)(unsafe.Add(to, m.at)) = *(*uintptr)(unsafe.Add(from, m.from))
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
		t.mend(st, code, s)
	}
}

// runStream is Run with stores that bypass the cache, but for the fence. These need a destination
// aligned to whole vectors, so the run starts plainly up to where it is.
func (p *program) runStream(s *state, n int) {
	st := &p.stages[0]
	code := s.code[0]
	size := uintptr(p.set.bytes)
	d := s.frame.Slots[p.streamed]
	*s.word(againAt) = math.MaxInt // whole tiles must start on a vector
	i := 0
	if off := -uintptr(d.Ptr) & (size - 1); d.Stride > 0 && off%uintptr(d.Stride) == 0 {
		if i = min(n, int(off)/d.Stride); i > 0 {
			p.set.runChunk(st, code, s, 0, i)
		}
		st.past(code, true)
	}
	for ; i < n; i += p.chunk {
		p.set.runChunk(st, code, s, i, min(i+p.chunk, n))
	}
	st.past(code, false)
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
	return b.String()
}
