package lazy

import (
	"unsafe"

	"github.com/ndgo/nd/internal/kernels/block"
	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/kernels/reduce"
	"github.com/ndgo/nd/internal/loops"
)

// A foldRun is the state of one pass of a reduction.
type foldRun struct {
	fs   *foldStage
	size int            // bytes of an element
	walk *prog.Frame    // where the nest puts the operands of a segment
	out  unsafe.Pointer // the first result
	done int            // results so far; an address of the next might be past the last
	tree tree

	// Stream.
	prog  prog.Program
	frame *prog.Frame
	buf   unsafe.Pointer // a leaf, or whole sequences
	cap   int            // elements that buf takes
	fill  int            // elements in buf
	pos   int            // elements of the sequence reduced before them
	left  int            // elements to come

	// Columns.
	strip       *stripPlan
	first, more [2]*prog.Frame // frames of the programs of strip[0] and strip[1]
	which       int
	acc         unsafe.Pointer // rows of accumulators
	row, col    int            // place of the next element
	idx         []int
	at          []unsafe.Pointer
}

// newFoldRun makes the state of a pass.
func (st *stage) newFoldRun() *foldRun {
	fs := st.fold
	r := &foldRun{fs: fs, size: int(fs.kernel.Kind.Size()), prog: st.prog}
	if st.prog == nil { // there is nothing to reduce
		return r
	}
	r.walk = &prog.Frame{Slots: make([]prog.Operand, len(st.operands))}
	r.tree.join, r.tree.cols = fs.join, 1
	if c := fs.columns; c != nil {
		width := c.strip[0].width
		r.acc = newWords(c.lanes * width * r.size)
		r.tree.mem = newWords(treeLevels(fs.count) * width * r.size)
		r.idx = make([]int, len(c.outer))
		r.at = make([]unsafe.Pointer, len(st.operands))
		for i := range c.strip {
			r.first[i], r.more[i] = c.strip[i].first.prog.Frame(), c.strip[i].more.prog.Frame()
		}
		return r
	}
	r.frame = st.prog.Frame()
	r.cap = reduce.LeafSize
	if fs.count < reduce.LeafSize {
		r.cap -= r.cap % fs.count
	}
	r.buf = newWords(r.cap * r.size)
	r.tree.mem = newWords(treeLevels(fs.count) * r.size)
	return r
}

// newWords returns memory for n bytes of numbers.
func newWords(n int) unsafe.Pointer {
	return unsafe.Pointer(unsafe.SliceData(make([]uint64, (n+7)/8)))
}

// run evaluates the pass into out, which has room for all results.
func (r *foldRun) run(st *stage, bases []unsafe.Pointer, out unsafe.Pointer, sc *loops.Scratch) {
	fs := r.fs
	switch {
	case st.prog == nil:
		for i := range fs.total {
			copyBytes(unsafe.Add(out, i*r.size), unsafe.Pointer(&fs.kernel.Empty), r.size)
		}
	case fs.columns != nil:
		r.strips(bases, out, sc)
	default:
		r.out, r.done, r.fill, r.pos, r.left = out, 0, 0, 0, fs.count*fs.total
		r.tree.width = r.size
		st.nest.Run((*stream)(r), r.walk, bases, sc)
		clear(r.frame.Slots)
	}
	r.out = nil
	if r.walk != nil {
		clear(r.walk.Slots)
	}
}

// shift sets a program's operands to those of the segment that the nest is at,
// done elements on, and the slots behind them to the result.
func (r *foldRun) shift(f *prog.Frame, done int, result unsafe.Pointer, results int) {
	n := len(f.Slots) - results
	for i := range n {
		o := r.walk.Slots[i]
		f.Slots[i] = prog.Operand{Ptr: unsafe.Add(o.Ptr, done*o.Stride), Stride: o.Stride}
	}
	for i := n; i < len(f.Slots); i++ {
		f.Slots[i] = prog.Operand{Ptr: result, Stride: r.size}
	}
}

// A stream takes the elements of a reduction one after the other.
type stream foldRun

// Run is called by the nest for each of its segments, in order.
func (s *stream) Run(_ *prog.Frame, n int) {
	r := (*foldRun)(s)
	long := r.fs.count >= reduce.LeafSize
	for done := 0; done < n; {
		m := min(n-done, r.cap-r.fill)
		if long {
			m = min(m, r.fs.count-r.pos-r.fill)
		}
		r.shift(r.frame, done, unsafe.Add(r.buf, r.fill*r.size), 1)
		r.prog.Run(r.frame, m)
		done += m
		r.fill += m
		r.left -= m
		if long {
			r.leaf()
		} else if r.fill == r.cap || r.left == 0 {
			r.sequences()
		}
	}
}

// next returns where the next result goes.
func (r *foldRun) next() unsafe.Pointer {
	r.done++
	return unsafe.Add(r.out, (r.done-1)*r.size)
}

// sequences reduces the sequences in the buffer, which holds whole ones.
func (r *foldRun) sequences() {
	n := r.fs.count
	for i := 0; i < r.fill; i += n {
		r.fs.kernel.Leaf(r.next(), unsafe.Add(r.buf, i*r.size), n)
	}
	r.fill = 0
}

// leaf reduces the buffer if it holds a leaf, or the last of the sequence.
func (r *foldRun) leaf() {
	if r.fill < r.cap && r.pos+r.fill < r.fs.count {
		return
	}
	r.fs.kernel.Leaf(r.buf, r.buf, r.fill)
	r.tree.add(r.buf)
	r.pos += r.fill
	r.fill = 0
	if r.pos == r.fs.count {
		r.tree.result(r.next())
		r.pos = 0
	}
}

// strips evaluates a reduction strip by strip of columns.
func (r *foldRun) strips(bases []unsafe.Pointer, out unsafe.Pointer, sc *loops.Scratch) {
	c := r.fs.columns
	clear(r.idx)
	strips := len(r.idx) - 1
	for {
		off := 0
		copy(r.at, bases)
		for a, i := range r.idx {
			off += i * c.into[a]
			for k := range r.at {
				if r.at[k] != nil {
					r.at[k] = unsafe.Add(r.at[k], i*c.moves[a][k])
				}
			}
		}
		r.which = 0
		if r.idx[strips] == c.outer[strips]-1 {
			r.which = 1
		}
		r.strip = &c.strip[r.which]
		r.out = unsafe.Add(out, off*r.size)
		r.row, r.col = 0, 0
		r.tree.cols, r.tree.width = r.strip.width, r.strip.width*r.size
		r.strip.more.nest.Run((*columns)(r), r.walk, r.at, sc)
		a := strips
		for ; a >= 0; a-- {
			if r.idx[a]++; r.idx[a] < c.outer[a] {
				break
			}
			r.idx[a] = 0
		}
		if a < 0 {
			break
		}
	}
	clear(r.at)
	for i := range r.first {
		clear(r.first[i].Slots)
		clear(r.more[i].Slots)
	}
}

// columns takes the rows of a strip one after the other.
type columns foldRun

// Run is called by the nest for each of its segments, in order. Rows follow
// each other in the accumulators as they do in a segment, so that many short
// ones are one run.
func (c *columns) Run(_ *prog.Frame, n int) {
	r := (*foldRun)(c)
	lanes, cols := r.fs.columns.lanes, r.strip.width
	for done := 0; done < n; {
		lane := r.row % lanes
		m := min(n-done, (lanes-lane)*cols-r.col)
		acc := unsafe.Add(r.acc, (lane*cols+r.col)*r.size)
		if r.leafRow() < lanes {
			f := r.first[r.which]
			r.shift(f, done, acc, 1)
			r.strip.first.prog.Run(f, m)
		} else {
			f := r.more[r.which]
			r.shift(f, done, acc, 2)
			r.strip.more.prog.Run(f, m)
		}
		done += m
		r.col += m
		r.row += r.col / cols
		r.col %= cols
		if r.col == 0 && (r.row == r.fs.count || r.leafRow() == 0) {
			r.fold()
		}
	}
}

// leafRow is the number of the row in its leaf. What needs no order has no
// leaves.
func (r *foldRun) leafRow() int {
	if r.fs.kernel.Ordered {
		return r.row % reduce.LeafSize
	}
	return r.row
}

// fold joins the rows of accumulators at the end of a leaf.
func (r *foldRun) fold() {
	cols := r.strip.width
	rows := r.fs.columns.lanes
	if in := r.leafRow(); in != 0 {
		rows = min(rows, in)
	}
	for half := reduce.Lanes / 2; half >= 1; half /= 2 {
		if rows > half {
			r.fs.join(r.acc, r.acc, unsafe.Add(r.acc, half*cols*r.size), nil, (rows-half)*cols)
			rows = half
		}
	}
	if !r.fs.kernel.Ordered || r.fs.count <= reduce.LeafSize {
		copyBytes(r.out, r.acc, cols*r.size)
		return
	}
	r.tree.add(r.acc)
	if r.row == r.fs.count {
		r.tree.result(r.out)
	}
}

// A tree combines leaves in the order of package reduce. It is a binary
// counter: level k holds what 2^k leaves have come to, if bit k of their number
// is set. A level is a row of columns.
type tree struct {
	mem   unsafe.Pointer
	width int // bytes in a level
	cols  int // elements in a level
	n     int // leaves so far
	join  block.Func
}

// treeLevels is the number of levels for count elements.
func treeLevels(count int) int {
	k := 1
	for leaves := count / reduce.LeafSize; leaves > 0; leaves /= 2 {
		k++
	}
	return k
}

func (t *tree) level(k int) unsafe.Pointer { return unsafe.Add(t.mem, k*t.width) }

// add combines one more leaf, which is at p and may be overwritten.
func (t *tree) add(p unsafe.Pointer) {
	k := 0
	for ; t.n>>k&1 != 0; k++ {
		t.join(p, t.level(k), p, nil, t.cols)
	}
	copyBytes(t.level(k), p, t.width)
	t.n++
}

// result combines what is left, the fewest leaves first, and starts anew.
func (t *tree) result(p unsafe.Pointer) {
	started := false
	for k := 0; t.n>>k != 0; k++ {
		switch {
		case t.n>>k&1 == 0:
		case started:
			t.join(p, t.level(k), p, nil, t.cols)
		default:
			copyBytes(p, t.level(k), t.width)
			started = true
		}
	}
	t.n = 0
}

func copyBytes(dst, src unsafe.Pointer, n int) {
	copy(unsafe.Slice((*byte)(dst), n), unsafe.Slice((*byte)(src), n))
}
