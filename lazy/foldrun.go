package lazy

import (
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels/block"
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

	// Columns.
	strip       *stripPlan
	first, more [2]*prog.Frame // frames of the programs of strip[0] and strip[1]
	which       int
	off         int // the place of the strip among the results
	row, col    int // the place of the next element

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
			if c.direct {
				rows++ // that of the leaf's result
			}
			p.acc = newWords(rows * width * p.elem)
			p.tree = newTree(p.join, fs.count, width*p.elem)
			r.acc, r.step = append(r.acc, nil), append(r.step, p.elem)
		}
		r.idx = make([]int, len(c.outer))
		r.at = make([]unsafe.Pointer, len(st.operands))
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
	case fs.chunks != nil && fs.chunks.tall != nil:
		r.cap = fs.chunks.tall.width[0] * fs.chunks.size[0]
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
		if fs.chunks != nil {
			r.chunks(bases, sc)
		} else {
			st.nest.Run((*stream)(r), r.walk, bases, sc)
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

// A stream takes the elements of reductions one after the other.
type stream foldRun

// shortRun is the number of elements from which a run that is part of a sequence
// is reduced where it is.
const shortRun = 512

// RunRows is called by the nest for segments that are steps apart. Those that
// are likely to come from memory are touched some at a time, since memory is
// slow to follow when it comes to the next segment only after this one.
func (s *stream) RunRows(f *prog.Frame, n, rows int, steps []int) {
	v := &s.fs.values[0]
	if n == s.fs.count && n <= reduce.LeafSize && s.fill == 0 && v.pair.form != reduce.None {
		if form, x, y, ok := (*foldRun)(s).pairSlots(); ok {
			px, py, out := s.walk.Slots[x].Ptr, s.walk.Slots[y].Ptr, s.parts[0].out
			for r := range rows {
				reduce.SumPairs(form, unsafe.Add(out, (s.done+r)*8), unsafe.Add(px, r*steps[x]), unsafe.Add(py, r*steps[y]), n)
			}
			s.done += rows
			return
		}
	}
	if k := v.load; k >= 0 && s.fs.far && s.walk.Slots[k].Stride == v.size && v.typ.Kind != dtype.Other &&
		n*v.size >= 64 && n*v.size <= pieceSize*8 && steps[k] != n*v.size && s.stop == nil {
		const some = 16
		for r := range rows {
			if r > 0 {
				f.Move(steps, 1)
			}
			if r%some == 0 {
				reduce.TouchRows(s.walk.Slots[k].Ptr, n*v.size, min(some, rows-r), steps[k])
			}
			s.Run(f, n)
		}
		return
	}
	prog.Rows(s, f, n, rows, steps)
}

// Run is called by the nest for each of its segments, in order.
func (s *stream) Run(_ *prog.Frame, n int) {
	r := (*foldRun)(s)
	if r.stop != nil && r.pos > 0 && r.stop.stopped() {
		r.pos += n
		if r.pos == r.fs.count {
			r.finish()
		}
		return
	}
	short := r.fs.count <= r.cap
	for done := 0; done < n; {
		if m := r.direct(done, n-done, short); m > 0 {
			done += m
			continue
		}
		m := min(n-done, r.cap-r.fill)
		if !short {
			m = min(m, r.room()-r.fill)
		}
		if v := &r.fs.values[0]; v.load >= 0 && r.walk.Slots[v.load].Stride == v.size && v.typ.Kind != dtype.Other {
			if !short && n > shortRun { // to the end of a block: what follows need not be copied
				m = min(m, reduce.Lanes-r.fill%reduce.Lanes)
			}
			copyBytes(unsafe.Add(r.buf[0], r.fill*v.size), unsafe.Add(r.walk.Slots[v.load].Ptr, done*v.size), m*v.size)
		} else {
			for i, b := range r.buf {
				r.acc[i] = unsafe.Add(b, r.fill*r.step[i])
			}
			r.shift(r.frame, done)
			r.prog.Run(r.frame, m)
		}
		done += m
		r.fill += m
		switch {
		case short:
			if r.fill == r.cap || r.done+r.fill/r.fs.count == r.fs.total && r.fill%r.fs.count == 0 {
				copy(r.acc, r.buf)
				r.sequences(r.fill / r.fs.count)
				r.fill = 0
			}
		case r.fill == r.cap || r.fill == r.room() || r.fs.values[0].load >= 0 && n > shortRun && r.fill%reduce.Lanes == 0:
			copy(r.acc, r.buf)
			m, r.fill = r.fill, 0
			r.piece(m)
		}
	}
}

// consume reduces the n elements in the buffers, but for the rest of a block,
// which it moves to the front.
func (r *foldRun) consume(n int) {
	done := 0
	for done < n {
		for i, b := range r.buf {
			r.acc[i] = unsafe.Add(b, done*r.step[i])
		}
		if r.pos == 0 && (r.whole || r.fs.count <= reduce.LeafSize) {
			rows := (n - done) / r.fs.count
			if r.whole {
				rows = min(rows, 1)
			}
			if rows > 0 {
				r.sequences(rows)
				done += rows * r.fs.count
				continue
			}
			if r.whole {
				break
			}
		}
		m := n - done
		if room := r.room(); m >= room {
			m = room
		} else if m -= m % reduce.Lanes; m == 0 {
			break
		}
		r.piece(m)
		done += m
	}
	r.fill = n - done
	for i, b := range r.buf {
		t := r.fs.values[i].typ
		from := unsafe.Add(b, done*r.step[i])
		if t.Kind == dtype.Other {
			t.Move(b, 1, from, 1, r.fill)
		} else {
			copyBytes(b, from, r.fill*r.step[i])
		}
	}
}

// room is how many elements are left of the leaf, or of the sequence.
func (r *foldRun) room() int {
	left := r.fs.count - r.pos
	if r.fs.ordered {
		left = min(left, reduce.LeafSize-r.pos%reduce.LeafSize)
	}
	return left
}

// direct reduces elements where they are, if they lie side by side and nothing
// is to be computed, and returns how many. They are n, done elements into the
// segment.
func (r *foldRun) direct(done, n int, short bool) int {
	v := &r.fs.values[0]
	if v.pair.form != reduce.None && r.fill == 0 {
		return r.pairs(done, n)
	}
	if v.load < 0 || r.fill > 0 || r.walk.Slots[v.load].Stride != v.size || r.whole || !short && n <= shortRun {
		return 0
	}
	r.acc[0] = unsafe.Add(r.walk.Slots[v.load].Ptr, done*v.size)
	if short {
		rows := n / r.fs.count
		if rows > 0 {
			r.sequences(rows)
		}
		return rows * r.fs.count
	}
	m := n
	if room := r.room(); m >= room {
		m = room
	} else {
		m -= m % reduce.Lanes
	}
	if m > 0 {
		r.piece(m)
	}
	return m
}

// pairSlots returns the form of a sum of pairs for the segment that the nest is
// at, with the slots of x and y. It is not ok if they do not lie side by side.
func (r *foldRun) pairSlots() (form reduce.Form, x, y int, ok bool) {
	v := &r.fs.values[0]
	form, x, y = v.pair.form, v.pair.x, v.pair.y
	if form == reduce.Diff && r.walk.Slots[x].Stride == 0 {
		x, y = y, x // the square is the same
	}
	size := form.Size()
	other := r.walk.Slots[y].Stride
	if form == reduce.Diff && other == 0 {
		form = reduce.Dev
	}
	return form, x, y, r.walk.Slots[x].Stride == size && (other == size || form == reduce.Dev)
}

// pairs is direct for sums of pairs, by whole leaves.
func (r *foldRun) pairs(done, n int) int {
	room := r.room()
	form, sx, sy, ok := r.pairSlots()
	if !ok || r.pos%reduce.LeafSize != 0 || n < room {
		return 0
	}
	x, y := r.walk.Slots[sx], r.walk.Slots[sy]
	size := x.Stride
	p := &r.parts[0]
	px, py := unsafe.Add(x.Ptr, done*size), unsafe.Add(y.Ptr, done*y.Stride)
	if room == r.fs.count { // a leaf is all there is
		rows := n / room
		for k := range rows {
			reduce.SumPairs(form, unsafe.Add(p.out, (r.done+k)*8), unsafe.Add(px, k*room*size), unsafe.Add(py, k*room*y.Stride), room)
		}
		r.done += rows
		return rows * room
	}
	reduce.SumPairs(form, p.leaf, px, py, room)
	p.tree.add(p.leaf)
	if r.pos += room; r.pos == r.fs.count {
		r.finish()
	}
	return room
}

// sequences reduces whole sequences, rows of them, at r.acc.
func (r *foldRun) sequences(rows int) {
	n := r.fs.count
	for i := range r.parts {
		p := &r.parts[i]
		x := r.acc[p.value]
		out := unsafe.Add(p.out, r.done*p.size)
		switch {
		case p.seq == nil && n <= reduce.LeafSize:
			p.kernel.Rows(out, x, n, rows)
			continue
		case p.seq == nil: // a sequence in one piece because another part wants it so
			p.pieces(out, x, n)
			continue
		}
		scan := p.foldPart.seq.form == seqScan
		for k := range rows {
			y := unsafe.Add(out, k*p.size)
			p.seq.start()
			if scan {
				p.seq.take(y, unsafe.Add(x, k*n*p.elem), n)
			} else {
				p.seq.take(nil, unsafe.Add(x, k*n*p.elem), n)
			}
			p.seq.end(y)
		}
	}
	r.done += rows
}

// pieces reduces a long sequence that lies in one piece.
func (p *partRun) pieces(out, x unsafe.Pointer, n int) {
	for i := 0; i < n; i += reduce.LeafSize {
		m := min(n-i, reduce.LeafSize)
		p.kernel.Start(p.state)
		p.kernel.Add(p.state, unsafe.Add(x, i*p.elem), m)
		p.kernel.End(p.leaf, p.state)
		p.tree.add(p.leaf)
	}
	p.tree.result(out)
}

// piece takes n elements of the sequence, at r.acc.
func (r *foldRun) piece(n int) {
	start := r.pos == 0
	leaf := start || r.fs.ordered && r.pos%reduce.LeafSize == 0
	r.pos += n
	end := r.pos == r.fs.count
	for i := range r.parts {
		p := &r.parts[i]
		x := r.acc[p.value]
		if p.seq != nil {
			if start {
				p.seq.start()
			}
			var out unsafe.Pointer
			if s := p.foldPart.seq; s.form == seqScan {
				out = unsafe.Add(p.out, r.done*p.size+(r.pos-n)*int(s.out.Size))
			}
			p.seq.take(out, x, n)
			continue
		}
		if leaf {
			p.kernel.Start(p.state)
		}
		p.kernel.Add(p.state, x, n)
		if r.fs.ordered && (r.pos%reduce.LeafSize == 0 || end) {
			p.kernel.End(p.leaf, p.state)
			p.tree.add(p.leaf)
		}
	}
	if end {
		r.finish()
	}
}

// finish sets the results of a sequence that is complete.
func (r *foldRun) finish() {
	for i := range r.parts {
		p := &r.parts[i]
		out := unsafe.Add(p.out, r.done*p.size)
		switch {
		case p.seq != nil:
			p.seq.end(out)
		case r.fs.ordered:
			p.tree.result(out)
		default:
			p.kernel.End(out, p.state)
		}
	}
	r.pos = 0
	r.done++
}

// strips evaluates reductions strip by strip of columns.
func (r *foldRun) strips(bases []unsafe.Pointer, sc *loops.Scratch) {
	c := r.fs.columns
	clear(r.idx)
	strips := len(r.idx) - 1
	for {
		r.off = 0
		copy(r.at, bases)
		for a, i := range r.idx {
			r.off += i * c.into[a]
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
		r.row, r.col = 0, 0
		for i := range r.parts {
			p := &r.parts[i]
			p.tree.cols, p.tree.width = r.strip.width, r.strip.width*p.elem
		}
		if c.direct {
			r.directStrip()
		} else {
			r.strip.more.nest.Run((*columns)(r), r.walk, r.at, sc)
		}
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
	clear(r.acc)
	for i := range r.first {
		clear(r.first[i].Slots)
		clear(r.more[i].Slots)
	}
}

// directStrip adds up a strip from memory.
func (r *foldRun) directStrip() {
	c, p, cols := r.fs.columns, &r.parts[0], r.strip.width
	x, y := r.at[c.pair.x], r.at[c.pair.y]
	out := unsafe.Add(p.out, r.off*8)
	if r.fs.count <= reduce.LeafSize {
		reduce.SumColumns(c.pair.form, out, p.acc, x, y, cols, r.fs.count, c.stride, c.near)
		return
	}
	for row := 0; row < r.fs.count; row += reduce.LeafSize {
		rest := unsafe.Add(p.acc, cols*8)
		reduce.SumColumns(c.pair.form, p.acc, rest, unsafe.Add(x, row*c.stride), y, cols, min(r.fs.count-row, reduce.LeafSize), c.stride, c.near)
		p.tree.add(p.acc)
	}
	p.tree.result(out)
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
		if r.fs.columns.scan {
			r.scanRow(done, m)
			done += m
			r.col += m
			r.row += r.col / cols
			r.col %= cols
			continue
		}
		for i := range r.parts {
			p := &r.parts[i]
			r.acc[i] = unsafe.Add(p.acc, (lane*cols+r.col)*p.elem)
		}
		if r.leafRow() < lanes {
			f := r.first[r.which]
			r.shift(f, done)
			r.strip.first.prog.Run(f, m)
		} else {
			f := r.more[r.which]
			r.shift(f, done)
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

// scanRow scans m elements of a row, done elements into the segment.
func (r *foldRun) scanRow(done, m int) {
	p := &r.parts[0]
	size := int(p.foldPart.seq.out.Size)
	out := unsafe.Add(p.out, (r.row*r.fs.total+r.off+r.col)*size)
	acc := unsafe.Add(p.acc, r.col*p.elem)
	before, after := acc, acc // what is joined to, and where the result goes
	if r.fs.columns.own {
		after = out
		if r.row > 0 {
			before = unsafe.Add(out, -r.fs.total*size)
		}
	}
	f, program := r.first[r.which], r.strip.first.prog
	walked := len(r.walk.Slots) - 2
	if !r.fs.columns.own {
		walked--
	}
	if r.row > 0 {
		f, program = r.more[r.which], r.strip.more.prog
	}
	for i := range walked {
		o := r.walk.Slots[i]
		f.Slots[i] = prog.Operand{Ptr: unsafe.Add(o.Ptr, done*o.Stride), Stride: o.Stride}
	}
	rest := f.Slots[walked:]
	if r.row > 0 {
		rest[0] = prog.Operand{Ptr: before, Stride: p.elem}
		rest = rest[1:]
	}
	rest[0] = prog.Operand{Ptr: after, Stride: p.elem}
	if len(rest) > 1 {
		rest[1] = prog.Operand{Ptr: out, Stride: size}
	}
	program.Run(f, m)
}

// leafRow is the number of the row in its leaf. What needs no order has no
// leaves.
func (r *foldRun) leafRow() int {
	if r.fs.ordered {
		return r.row % reduce.LeafSize
	}
	return r.row
}

// fold joins the rows of accumulators at the end of a leaf.
func (r *foldRun) fold() {
	cols := r.strip.width
	lanes := r.fs.columns.lanes
	if in := r.leafRow(); in != 0 {
		lanes = min(lanes, in)
	}
	for i := range r.parts {
		p := &r.parts[i]
		out := unsafe.Add(p.out, r.off*p.elem)
		rows := lanes
		for half := reduce.Lanes / 2; half >= 1; half /= 2 {
			if rows > half {
				p.joinRows(unsafe.Add(p.acc, half*cols*p.elem), (rows-half)*cols)
				rows = half
			}
		}
		if !r.fs.ordered || r.fs.count <= reduce.LeafSize {
			copyBytes(out, p.acc, cols*p.elem)
			continue
		}
		p.tree.add(p.acc)
		if r.row == r.fs.count {
			p.tree.result(out)
		}
	}
}

// joinRows joins n elements to the first accumulators.
func (p *partRun) joinRows(b unsafe.Pointer, n int) {
	if p.isSum() {
		reduce.AddColumns(reduce.None, p.acc, b, b, n, 1, 0, 1)
	} else {
		p.join(p.acc, p.acc, b, nil, n)
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

// newTree makes a tree for sequences of count elements whose levels take at
// most width bytes.
func newTree(join block.Func, count, width int) tree {
	return tree{join: join, mem: newWords(treeLevels(count) * width)}
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
