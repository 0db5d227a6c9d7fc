package lazy

import (
	"unsafe"

	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/kernels/reduce"
	"github.com/ndgo/nd/internal/loops"
)

// A foldRun is the state of one pass of reductions.
type foldRun struct {
	fs    *foldStage
	walk  *prog.Frame // where the nest puts the operands of a segment
	parts []partRun
	acc   []unsafe.Pointer // what the slots behind the operands are set to, and
	step  []int            // their strides

	// Stream.
	prog  prog.Program
	frame *prog.Frame
	buf   []unsafe.Pointer // for each value: whole sequences, or a piece of one
	cap   int              // elements that a buffer takes
	fill  int              // elements in the buffers
	pos   int              // elements of the sequence taken before them
	done  int              // sequences that have a result
	whole bool             // a part changes the elements it is given
	stop  stopper          // a lone part that may want no more

	// Chunks of a stream.
	block [4]*prog.Frame // frames of the programs of the chunks
	tall  *tallRun       // nil if chunks are whole columns
	view  *viewRun       // nil if it goes another way

	// Columns.
	strip       *stripPlan
	first, more [2]*prog.Frame // frames of the programs of strip[0] and strip[1]
	which       int
	off         int   // the place of the strip among the results
	row, col    int   // the place of the next element
	moves       []int // of the slots of a program from row to row

	// Chunks and columns.
	idx []int
	at  []unsafe.Pointer
}

// A partRun is the state of one reduction of a pass.
type partRun struct {
	*foldPart
	out   unsafe.Pointer // the results
	seq   sequencer
	state unsafe.Pointer // of the kernel
	leaf  unsafe.Pointer // what it came to
	acc   unsafe.Pointer // rows of accumulators
	elem  int            // bytes of an element
	tree  tree

	places *reduce.Places // by columns
}

// pieceSize is how many elements of a long sequence are computed at a time: a
// part of a leaf, so that they are in the first-level cache when they are
// reduced.
const pieceSize = 1024

// newFoldRun makes the state of a pass.
func (st *stage) newFoldRun() *foldRun {
	fs := st.fold
	r := &foldRun{fs: fs, prog: st.prog, parts: make([]partRun, len(fs.parts))}
	for i := range r.parts {
		p := &r.parts[i]
		p.foldPart = &fs.parts[i]
		p.elem = fs.values[p.value].size
		if s := p.foldPart.seq; s != nil {
			p.seq = s.make(fs.count)
			r.whole = r.whole || s.whole
		}
	}
	if st.prog == nil { // there is nothing to reduce
		return r
	}
	if s, ok := r.parts[0].seq.(stopper); ok && len(r.parts) == 1 && fs.total == 1 {
		r.stop = s
	}
	r.walk = &prog.Frame{Slots: make([]prog.Operand, len(st.operands))}
	if c := fs.columns; c != nil {
		width := c.strip[0].width
		for i := range r.parts {
			p := &r.parts[i]
			rows := c.lanes
			switch {
			case c.place:
				p.places = reduce.NewPlaces(p.foldPart.seq.place, fs.values[p.value].typ.Kind, width)
			case c.direct:
				rows++ // that of the leaf's result
			case c.lanewise != nil:
				rows = laneRows
			}
			p.acc = newWords(rows * width * p.elem)
			p.tree = newTree(p.join, fs.count, width*p.elem)
			r.acc, r.step = append(r.acc, nil), append(r.step, p.elem)
		}
		r.idx = make([]int, len(c.outer))
		r.at = make([]unsafe.Pointer, len(st.operands))
		r.moves = make([]int, 0, len(st.operands))
		for i := range c.strip {
			r.first[i], r.more[i] = c.strip[i].first.prog.Frame(), c.strip[i].more.prog.Frame()
		}
		return r
	}
	if c := fs.chunks; c != nil {
		r.idx = make([]int, len(c.outer))
		r.at = make([]unsafe.Pointer, len(st.operands))
		for i := range c.step {
			if c.step[i].prog != nil {
				r.block[i] = c.step[i].prog.Frame()
			}
		}
	} else {
		r.frame = st.prog.Frame()
	}
	switch {
	case fs.view != nil && fs.view.runs:
		r.cap = orderElems + reduce.Lanes
	case fs.view != nil && fs.view.inOrder:
		r.cap = 8*fs.view.rows*fs.view.width + reduce.Lanes + 4
	case fs.view != nil:
		r.cap = 1
	case fs.chunks != nil && fs.chunks.tall != nil:
		r.cap = fs.chunks.tall.width[0] * fs.chunks.size[0]
	case fs.chunks != nil && fs.chunks.pitch > 0:
		r.cap = fs.chunks.size[0] / fs.chunks.inside * fs.chunks.pitch
	case fs.chunks != nil:
		// Less than a block may be left over from the chunk before; a sequence
		// that is wanted whole, all of it.
		r.cap = fs.chunks.size[0] + reduce.Lanes
		if r.whole {
			r.cap = fs.chunks.size[0] + fs.count
		}
	case r.whole:
		r.cap = fs.count
	case fs.count < pieceSize:
		r.cap = pieceSize - pieceSize%fs.count
	default:
		r.cap = pieceSize
	}
	for i := range fs.values {
		v := &fs.values[i]
		r.buf = append(r.buf, newBlock(v.typ, r.cap))
		r.acc, r.step = append(r.acc, nil), append(r.step, v.size)
	}
	for i := range r.parts {
		if p := &r.parts[i]; p.kernel != nil {
			p.state = newWords(8 * reduce.StateWords)
			p.leaf = newWords(p.elem)
			p.tree = newTree(p.join, fs.count, p.elem)
			p.tree.cols, p.tree.width = 1, p.elem
		}
	}
	if fs.chunks != nil && fs.chunks.tall != nil {
		r.tall = newTallRun(r)
	}
	if fs.view != nil {
		r.view = newViewRun(r)
	}
	return r
}

// newWords returns memory for n bytes of numbers.
func newWords(n int) unsafe.Pointer {
	return unsafe.Pointer(unsafe.SliceData(make([]uint64, (n+7)/8)))
}

// run evaluates the pass into the temps of its parts, which have room for all
// results; into dst, if that is not nil.
func (r *foldRun) run(st *stage, bases, temps []unsafe.Pointer, dst unsafe.Pointer, sc *loops.Scratch) {
	fs := r.fs
	for i := range r.parts {
		r.parts[i].out = temps[r.parts[i].into]
	}
	if dst != nil {
		r.parts[0].out = dst
	}
	switch {
	case st.prog == nil:
		r.nothing()
	case fs.columns != nil:
		r.strips(bases, sc)
	default:
		r.done, r.fill, r.pos = 0, 0, 0
		switch {
		case r.view != nil:
			r.view.run(r, bases[fs.view.slot])
		case fs.chunks != nil:
			r.chunks(bases, sc)
		default:
			st.nest.RunRows((*stream)(r), r.walk, bases, sc)
			clear(r.frame.Slots)
		}
		clear(r.acc)
	}
	for i := range r.parts {
		r.parts[i].out = nil
	}
	if r.walk != nil {
		clear(r.walk.Slots)
	}
}

// nothing sets the results of sequences of no elements.
func (r *foldRun) nothing() {
	for i := range r.parts {
		p := &r.parts[i]
		for k := range r.fs.total {
			out := unsafe.Add(p.out, k*p.size)
			if p.seq == nil {
				copyBytes(out, unsafe.Pointer(&p.kernel.Empty), p.size)
			} else if p.foldPart.seq.form != seqScan {
				p.seq.start()
				p.seq.end(out)
			}
		}
	}
}

// shift sets a program's operands to those of the segment that the nest is at,
// done elements on, and the slots behind them, read or written, to r.acc.
func (r *foldRun) shift(f *prog.Frame, done int) {
	k := len(r.acc)
	n := len(f.Slots) - k
	if f != r.frame && len(f.Slots) == len(r.walk.Slots) { // they are read first
		n -= k
	}
	for i := range n {
		o := r.walk.Slots[i]
		f.Slots[i] = prog.Operand{Ptr: unsafe.Add(o.Ptr, done*o.Stride), Stride: o.Stride}
	}
	for i := n; i < len(f.Slots); i++ {
		f.Slots[i] = prog.Operand{Ptr: r.acc[(i-n)%k], Stride: r.step[(i-n)%k]}
	}
}

func copyBytes(dst, src unsafe.Pointer, n int) {
	copy(unsafe.Slice((*byte)(dst), n), unsafe.Slice((*byte)(src), n))
}
