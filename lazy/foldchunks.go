package lazy

import (
	"slices"
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels/pack"
	"github.com/ndgo/nd/internal/kernels/reduce"
	"github.com/ndgo/nd/internal/layout"
	"github.com/ndgo/nd/internal/loops"
	"github.com/ndgo/nd/internal/ops"
	"github.com/ndgo/nd/internal/prefetch"
)

// A chunksPlan says how a stream goes by chunks, where memory runs along another
// axis than the last: blocks of neighbours in order are computed, or copied, in
// whatever order is best for memory, and then reduced.
//
// A chunk has to have some places along the axis along which memory runs, the
// near one, for lines to be used up once they are loaded, and it should stay in
// the second-level cache. Where even some places with all that is inside of them
// are too much, the places, which are called columns, advance side by side: see
// tallRun.
type chunksPlan struct {
	// The stages that compute a chunk, or copies if nothing is to be computed:
	// number 1 for the last chunk along its axis, number 2 for the last strip of
	// columns, number 3 for both.
	step   [4]stage
	copies [4]*boxCopy
	size   [2]int // elements of a chunk, of a column if they are tall
	// The axes outside, then that of the chunks.
	outer []int
	moves [][]int // how many bytes each operand moves by

	tall *tallPlan

	// Where elements that follow one another along the near axis would be whole
	// pages apart in the block, and so compete for the same lines of the cache,
	// they are a little further apart. What is inside of one is reduced by itself.
	inside, pitch int // pitch is 0 if they follow one another without a gap
}

// A tallPlan is for chunks of columns that are not whole.
type tallPlan struct {
	axis  int    // of outer: that of the strips
	width [2]int // columns of a strip, and of the last
	count int    // elements in a column
}

const (
	// crossBytes is the length of steps from which elements are in lines of
	// their own.
	crossBytes = 64
	// chunkBytes is what a chunk may take, beside the memory that it comes from;
	// nearChunk if that is likely to be in a cache.
	chunkBytes = 256 << 10
	nearChunk  = 128 << 10
	// farBytes is what no cache holds.
	farBytes = 16 << 20
	// aheadLines is how many lines of a copy to ask memory for at a time, if they
	// are chunkLine long, and aheadStep how far apart they are at least: closer
	// ones processors see ahead.
	aheadLines = 12
	aheadStep  = 2 << 10
	// pageBytes is the length of steps whose lines compete for the same places in the
	// cache, and aheadSame how many of these to ask for.
	pageBytes = 4 << 10
	aheadSame = 16
	// chunkLine is what the near axis should run on for.
	chunkLine = 512
	// tallBytes is what a chunk of columns may take that are not whole.
	tallBytes = 192 << 10
	// wholeMost is the longest sequence wanted whole that goes by chunks.
	wholeMost = 256 << 10
)

// crosswise returns the axis along which memory runs if to go in order would be
// to jump, else -1.
func (b *planner) crosswise(roots []*node) int {
	inner := len(b.shape) - 1
	near, least := -1, 0
	seen := map[*node]bool{}
	for _, r := range roots {
		visit(r, seen, func(m *node) {
			if m.op != ops.Load || inner < 1 {
				return
			}
			own := max(m.leaf.lay.Strides[inner], -m.leaf.lay.Strides[inner])
			for k, s := range m.leaf.lay.Strides[:inner] {
				if s = max(s, -s); s != 0 && s < own && own*int(m.typ.Size) >= crossBytes && (near < 0 || s < least) {
					near, least = k, s
				}
			}
		})
	}
	return near
}

// planChunks plans a stream by chunks. The first axes, kept of them, are not
// reduced; memory runs along axis near.
func (b *planner) planChunks(roots []*node, kept, near int, st *stage) {
	size := 1
	for _, r := range roots {
		size = max(size, int(r.typ.Size))
	}
	behind := layout.Size(b.shape[near+1:])
	line := chunkLine / size
	c := &chunksPlan{}
	st.fold.chunks = c
	most := chunkBytes
	if layout.Size(b.shape)*size <= farBytes {
		most = nearChunk
	}
	room, first := max(most/size, behind*min(line/4, b.shape[near])), 0
	simple := !slices.ContainsFunc(st.fold.parts, func(p foldPart) bool { return p.seq != nil })
	if simple && kept == 0 && behind >= reduce.LeafSize && behind*line > most/size && b.shape[near] >= line {
		strips := (b.shape[near] + line - 1) / line
		c.tall = &tallPlan{axis: near, width: [2]int{line, b.shape[near] - (strips-1)*line}, count: behind}
		room, first = tallBytes/size/line, near+1
	}
	// The axis of the chunks.
	axis, inside := len(b.shape)-1, 1 // inside are the elements of one of its steps
	for axis > first && inside*b.shape[axis] <= room {
		inside *= b.shape[axis]
		axis--
	}
	along := min(b.shape[axis], max(1, room/inside))
	if along >= 8 && along < b.shape[axis] {
		along -= along % 8
	}
	chunks := (b.shape[axis] + along - 1) / along
	last := b.shape[axis] - (chunks-1)*along
	c.size = [2]int{along * inside, last * inside}
	if simple && c.tall == nil && kept == 0 && axis == near && inside%reduce.Lanes == 0 && inside*size%pageBytes == 0 {
		c.inside, c.pitch = inside, inside+crossBytes/size
	}
	for i := range c.step {
		if i >= 2 && c.tall == nil {
			c.step[i], c.copies[i] = c.step[i-2], c.copies[i-2]
			continue
		}
		shape := slices.Clone(b.shape)
		for k := range axis {
			shape[k] = 1
		}
		shape[axis] = []int{along, last}[i%2]
		if c.tall != nil {
			shape[near] = c.tall.width[i/2]
		}
		sb := stageBuilder{planner: b, shape: shape, self: true, axes: ^uint64(0), stores: layout.CStrides(shape)}
		if c.pitch > 0 {
			sb.stores[axis] = c.pitch
		}
		c.step[i] = sb.values(roots, nil)
		c.copies[i] = sb.copyOf(&c.step[i])
		c.step[0].mustMatch(&c.step[i])
	}
	st.adopt(c.step[0])
	for k := range axis + 1 {
		by, n := 1, b.shape[k]
		switch {
		case k == axis:
			by, n = along, chunks
		case c.tall != nil && k == near:
			by = line
			n = (n + line - 1) / line
		}
		var m []int
		for _, o := range st.operands {
			step := 0
			if o.strides != nil && !o.none {
				step = by * o.strides[k] * o.size
			}
			m = append(m, step)
		}
		c.outer, c.moves = append(c.outer, n), append(c.moves, m)
	}
}

// A boxCopy copies the elements of an operand to a block, in C order.
type boxCopy struct {
	slot int
	size int
	far  bool       // there is more of the operand than a second-level cache holds
	axes []copyAxis // the last two are those of pack.Copy2

	ahead int // lines of the last axis to ask memory for at a time, 0 for none
}

// A copyAxis is an axis of a copy: its length and steps in bytes.
type copyAxis struct{ n, dst, src int }

// copyOf returns the copy that a stage amounts to, nil if it computes anything.
func (s *stageBuilder) copyOf(st *stage) *boxCopy {
	if len(st.code) != 2 || st.code[0].Op != ops.Load || st.code[0].Type.Kind == dtype.Other {
		return nil
	}
	o := &st.operands[st.code[0].Slot]
	c := &boxCopy{slot: st.code[0].Slot, size: o.size, far: layout.Size(s.planner.shape)*o.size > nearBytes}
	for k, n := range s.shape {
		if n > 1 || k == len(s.shape)-1 {
			c.axes = append(c.axes, copyAxis{n, s.stores[k] * o.size, o.strides[k] * o.size})
		}
	}
	// The axis along which memory runs becomes the last but one.
	last := len(c.axes) - 1
	for i := range last {
		x, y := &c.axes[i], &c.axes[last-1]
		if a, b := max(x.src, -x.src), max(y.src, -y.src); a != 0 && (b == 0 || a < b) {
			*x, *y = *y, *x
		}
	}
	if last == 0 {
		c.axes = append([]copyAxis{{n: 1}}, c.axes...)
		last++
	}
	x, y := &c.axes[last-1], &c.axes[last]
	if (layout.Size(s.planner.shape)*o.size > farBytes || c.far && y.src%pageBytes == 0) && max(x.src, -x.src) < crossBytes && max(y.src, -y.src) >= aheadStep {
		c.ahead = max(aheadLines, aheadLines*chunkLine/c.line()) &^ 3 // whole squares
		if y.src%pageBytes == 0 {
			c.ahead = min(c.ahead, aheadSame)
		}
	}
	return c
}

func (c *boxCopy) run(dst, src unsafe.Pointer) { c.axis(0, dst, src, nil) }

// axis copies the axes from k on. next is what is copied next, nil if that is not
// known.
func (c *boxCopy) axis(k int, dst, src, next unsafe.Pointer) {
	x := &c.axes[k]
	if k < len(c.axes)-2 {
		for i := range x.n {
			after := next
			if i+1 < x.n {
				after = unsafe.Add(src, (i+1)*x.src)
			}
			c.axis(k+1, unsafe.Add(dst, i*x.dst), unsafe.Add(src, i*x.src), after)
		}
		return
	}
	y := &c.axes[k+1]
	if c.ahead == 0 {
		if c.far {
			pack.Copy2Far(dst, x.dst, y.dst, src, x.src, y.src, x.n, y.n, uintptr(c.size))
		} else {
			pack.Copy2(dst, x.dst, y.dst, src, x.src, y.src, x.n, y.n, uintptr(c.size))
		}
		return
	}
	for i := 0; i < y.n; i += c.ahead {
		from := unsafe.Add(src, i*y.src)
		if rest := y.n - i - c.ahead; rest > 0 {
			c.askFor(unsafe.Add(from, c.ahead*y.src), rest)
		} else if next != nil {
			c.ask(next)
		}
		pack.Copy2(unsafe.Add(dst, i*y.dst), x.dst, y.dst, from, x.src, y.src, x.n, min(c.ahead, y.n-i), uintptr(c.size))
	}
}

// ask asks memory for what comes first of a source.
func (c *boxCopy) ask(src unsafe.Pointer) {
	if c.ahead > 0 {
		c.askFor(src, c.axes[len(c.axes)-1].n)
	}
}

// line is how many bytes of memory a line of a copy takes.
func (c *boxCopy) line() int {
	x := &c.axes[len(c.axes)-2]
	return (x.n-1)*max(x.src, -x.src) + c.size
}

// askFor asks memory for as many lines as it is asked for at a time, n at most.
func (c *boxCopy) askFor(src unsafe.Pointer, n int) {
	x, y := &c.axes[len(c.axes)-2], &c.axes[len(c.axes)-1]
	prefetch.Rows(unsafe.Add(src, min(0, (x.n-1)*x.src)), c.line(), min(c.ahead, n), y.src)
}

// chunks computes chunk by chunk and reduces each.
func (r *foldRun) chunks(bases []unsafe.Pointer, sc *loops.Scratch) {
	c := r.fs.chunks
	clear(r.idx)
	last := len(r.idx) - 1
	stores := len(r.at) - len(r.buf)
	for {
		copy(r.at, bases)
		for a, i := range r.idx {
			for k := range r.at {
				if r.at[k] != nil {
					r.at[k] = unsafe.Add(r.at[k], i*c.moves[a][k])
				}
			}
		}
		for i, b := range r.buf {
			r.at[stores+i] = unsafe.Add(b, r.fill*r.step[i])
		}
		short, narrow := 0, 0
		if r.idx[last] == c.outer[last]-1 {
			short = 1
		}
		if c.tall != nil && r.idx[c.tall.axis] == c.outer[c.tall.axis]-1 {
			narrow = 1
		}
		which := 2*narrow + short
		if k := c.copies[which]; k != nil {
			k.run(r.at[stores], r.at[k.slot])
		} else {
			c.step[which].nest.RunGroups(c.step[which].rows, r.block[which], r.at, sc)
		}
		a := last
		for ; a >= 0; a-- {
			if r.idx[a]++; r.idx[a] < c.outer[a] {
				break
			}
			r.idx[a] = 0
		}
		if k := c.copies[which]; k != nil && a >= 0 {
			k.ask(r.place(bases, k.slot))
		}
		switch {
		case r.tall != nil:
			r.tall.chunk(r, c.tall.width[narrow], c.size[short])
		case c.pitch > 0:
			r.apart(c.size[short] / c.inside)
		default:
			r.consume(r.fill + c.size[short])
		}
		if a < 0 {
			break
		}
	}
	if r.tall != nil {
		r.tall.finish(r)
	}
	clear(r.at)
	for _, f := range r.block {
		if f != nil {
			clear(f.Slots)
		}
	}
}

// apart reduces what is inside of places, which are apart in the buffers.
func (r *foldRun) apart(places int) {
	c := r.fs.chunks
	for w := range places {
		for done := 0; done < c.inside; {
			for i, b := range r.buf {
				r.acc[i] = unsafe.Add(b, (w*c.pitch+done)*r.step[i])
			}
			m := min(c.inside-done, r.room()) // a multiple of the lanes, as room is
			r.piece(m)
			done += m
		}
	}
}

// place is where the chunk that r.idx says begins in an operand.
func (r *foldRun) place(bases []unsafe.Pointer, slot int) unsafe.Pointer {
	at := 0
	for a, i := range r.idx {
		at += i * r.fs.chunks.moves[a][slot]
	}
	return unsafe.Add(bases[slot], at)
}

// A tallRun reduces columns that follow one another in order, but come side by
// side, some columns of a strip a piece at a time. Leaves do not begin where
// columns do. What a column has before its first leaf, its head, belongs to the
// leaf that the column before ends with, and is kept until that is there.
type tallRun struct {
	col    int // the number of the first column of the strip
	pos    int // elements of each column that have come
	parts  []tallPart
	leaves int // most that a column has
}

// A tallPart is the state for one of the reductions.
type tallPart struct {
	columns []leafRun // one a column
	heads   unsafe.Pointer
	sums    unsafe.Pointer // of the leaves of each column
	carry   leafRun        // the leaf that the last column ends with
}

// A leafRun is a leaf in the making.
type leafRun struct {
	state   unsafe.Pointer
	pending unsafe.Pointer // the last elements, if they do not fill the lanes
	n       int            // elements, those pending included
	leaf    int            // the number of the leaf in its column
}

func newTallRun(r *foldRun) *tallRun {
	c := r.fs.chunks
	width := c.tall.width[0]
	t := &tallRun{leaves: c.tall.count/reduce.LeafSize + 1}
	for i := range r.parts {
		elem := r.parts[i].elem
		p := tallPart{heads: newWords(width * reduce.LeafSize * elem), sums: newWords(width * t.leaves * elem), carry: newLeafRun(elem)}
		for range width {
			p.columns = append(p.columns, newLeafRun(elem))
		}
		t.parts = append(t.parts, p)
	}
	return t
}

func newLeafRun(elem int) leafRun {
	return leafRun{state: newWords(8 * reduce.StateWords), pending: newWords(reduce.Lanes * elem)}
}

// take adds n elements.
func (l *leafRun) take(k *reduce.Kernel, elem int, p unsafe.Pointer, n int) {
	if n == 0 {
		return
	}
	if l.n == 0 {
		k.Start(l.state)
	}
	if at := l.n % reduce.Lanes; at > 0 {
		m := min(n, reduce.Lanes-at)
		copyBytes(unsafe.Add(l.pending, at*elem), p, m*elem)
		l.n += m
		if at+m < reduce.Lanes {
			return
		}
		k.Add(l.state, l.pending, reduce.Lanes)
		if n -= m; n == 0 {
			return
		}
		p = unsafe.Add(p, m*elem)
	}
	m := n - n%reduce.Lanes
	if m > 0 {
		k.Add(l.state, p, m)
	}
	l.n += n
	if m < n {
		copyBytes(l.pending, unsafe.Add(p, m*elem), (n-m)*elem)
	}
}

// end sets out to what the leaf has come to.
func (l *leafRun) end(k *reduce.Kernel, out unsafe.Pointer) {
	if at := l.n % reduce.Lanes; at > 0 {
		k.Add(l.state, l.pending, at)
	}
	k.End(out, l.state)
	l.n = 0
}

// head is how many elements column c has before its first leaf.
func (t *tallRun) head(c, count int) int {
	return (reduce.LeafSize - c%reduce.LeafSize*(count%reduce.LeafSize)%reduce.LeafSize) % reduce.LeafSize
}

// chunk takes n elements of each of the columns of a strip from the buffers.
func (t *tallRun) chunk(r *foldRun, columns, n int) {
	count := r.fs.chunks.tall.count
	for i := range t.parts {
		p, q := &t.parts[i], &r.parts[i]
		buf := r.buf[q.value]
		for w := range columns {
			x, m := unsafe.Add(buf, w*n*q.elem), n
			if rest := t.head(t.col+w, count) - t.pos; rest > 0 {
				k := min(rest, m)
				copyBytes(unsafe.Add(p.heads, (w*reduce.LeafSize+t.pos)*q.elem), x, k*q.elem)
				if m -= k; m > 0 { // an address behind the buffer may be another's
					x = unsafe.Add(x, k*q.elem)
				}
			}
			l := &p.columns[w]
			for m > 0 {
				k := min(m, reduce.LeafSize-l.n)
				l.take(q.kernel, q.elem, x, k)
				if l.n == reduce.LeafSize {
					l.end(q.kernel, unsafe.Add(p.sums, (w*t.leaves+l.leaf)*q.elem))
					l.leaf++
				}
				if m -= k; m > 0 {
					x = unsafe.Add(x, k*q.elem)
				}
			}
		}
	}
	if t.pos += n; t.pos == count {
		t.strip(r, columns, count)
		t.pos = 0
		t.col += columns
	}
}

// strip puts what the columns of a strip have come to in order.
func (t *tallRun) strip(r *foldRun, columns, count int) {
	for i := range t.parts {
		p, q := &t.parts[i], &r.parts[i]
		for w := range columns {
			if h := t.head(t.col+w, count); h > 0 {
				p.carry.take(q.kernel, q.elem, unsafe.Add(p.heads, w*reduce.LeafSize*q.elem), h)
				p.carry.end(q.kernel, q.leaf)
				q.tree.add(q.leaf)
			}
			l := &p.columns[w]
			for k := range l.leaf {
				copyBytes(q.leaf, unsafe.Add(p.sums, (w*t.leaves+k)*q.elem), q.elem)
				q.tree.add(q.leaf)
			}
			l.leaf = 0
			// Its last leaf is to be continued.
			p.carry, *l = *l, p.carry
		}
	}
}

// finish sets the results.
func (t *tallRun) finish(r *foldRun) {
	for i := range t.parts {
		p, q := &t.parts[i], &r.parts[i]
		if p.carry.n > 0 {
			p.carry.end(q.kernel, q.leaf)
			q.tree.add(q.leaf)
		}
		q.tree.result(q.out)
	}
	t.col = 0
}
