package loops

import (
	"sync"
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
)

// A Scratch is the working memory of a walk. It may serve many walks, one
// after the other.
type Scratch struct {
	walk   walk
	blocks []block
	raw    []uint64 // blocks of kinds without pointers, one after the other
}

// A block holds the elements of an operand for a segment.
type block struct {
	ptr unsafe.Pointer
	// Where its elements were read from and how many there are, so that
	// elements that are needed again need not be read again.
	from  unsafe.Pointer
	count int

	// For types that may hold pointers: the block itself, which is kept for
	// the next walk, and its length.
	typ  *dtype.Type
	own  unsafe.Pointer
	zero unsafe.Pointer // a zero element
	n    int
}

var pool = sync.Pool{New: func() any { return new(Scratch) }}

// GetScratch returns a Scratch from a pool.
func GetScratch() *Scratch { return pool.Get().(*Scratch) }

// Put clears s and gives it back to the pool.
func (s *Scratch) Put() {
	clear(s.walk.ptr[:cap(s.walk.ptr)])
	clear(s.walk.from[:cap(s.walk.from)])
	s.walk.n, s.walk.runner = nil, runner{}
	s.walk.g.Clear()
	for i := range s.blocks {
		b := &s.blocks[i]
		b.ptr, b.from = nil, nil
		if b.typ != nil {
			// What the elements point to shall not live on.
			b.typ.Move(b.own, 1, b.zero, 0, b.n)
		}
	}
	pool.Put(s)
}

// cacheLine is what blocks are aligned to.
const cacheLine = 64

// prepare makes the blocks that n needs.
func (s *Scratch) prepare(n *Nest) {
	if need := (n.block + cacheLine) / 8; len(s.raw) < need {
		s.raw = make([]uint64, need)
	}
	for len(s.blocks) < len(n.ops) {
		s.blocks = append(s.blocks, block{})
	}
	var raw unsafe.Pointer
	if n.block > 0 {
		raw = unsafe.Pointer(unsafe.SliceData(s.raw))
		raw = unsafe.Add(raw, -uintptr(raw)%cacheLine)
	}
	for k := range n.ops {
		o, b := &n.ops[k], &s.blocks[k]
		b.from = nil
		if !o.copied {
			continue
		}
		if o.typ.Kind != dtype.Other {
			b.ptr = unsafe.Add(raw, o.block)
			continue
		}
		if b.typ != o.typ || b.n < o.block {
			b.typ, b.n = o.typ, o.block
			b.own, b.zero = o.typ.New(o.block), o.typ.New(1)
		}
		b.ptr = b.own
	}
}
