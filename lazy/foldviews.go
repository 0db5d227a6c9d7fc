package lazy

import (
	"unsafe"

	"github.com/ndgo/nd/internal/kernels/reduce"
	"github.com/ndgo/nd/internal/layout"
	"github.com/ndgo/nd/internal/prefetch"
)

// Sums of all elements of a view that is not in C order, without a program.

// A viewPlan is for the sum of a view. If its memory runs along another axis than the
// last, stripes of eight places along this axis, the near one, are read row by row and
// put into columns: what is inside of a place, in order. This is what package reduce has
// squares for. Else it goes run by run along the last axis.
type viewPlan struct {
	slot  int
	outer []viewAxis // before the near axis
	near  viewAxis   // the last one if it goes by runs
	quads reduce.Quads
	ahead bool // memory is asked for rows or runs ahead

	runs   bool // it goes by runs
	direct bool // which are added up where they are, for the most part

	rows    int   // elements of a column
	table   []int // where rows begin, in bytes, for each element of a column
	width   int   // stripes that are read side by side
	inOrder bool  // columns are short, and put one behind the other
	back    bool  // columns are in squares from the last of a stripe to the first

	inner []viewAxis // those inside of a place, if columns are tall: see tallView
}

// A viewAxis is an axis of an operand: its length, and its step in bytes.
type viewAxis struct{ n, step int }

const (
	// viewRows is how long columns may be that are not tall: so long that a stripe is in
	// a cache when its columns are added up.
	viewRows = 8 << 10
	// squaresNear is how many bytes squares should take that are read side by side, and
	// squaresMost how many they may.
	squaresNear = 256 << 10
	squaresMost = 1 << 20
	// shortRows is how long they are if the squares of a stripe are to stay in the
	// first-level cache.
	shortRows = 256
	// orderRows is from how many rows on columns are put into squares, and orderElems
	// how many elements are put in order at a time where there are fewer.
	orderRows  = 64
	orderElems = 1024
	// manyRuns is how many runs are put in order at a time, at most.
	manyRuns = 128
	// sameBytes is the length of steps whose lines compete for the same places in the
	// first-level cache, so that few of them stay there.
	sameBytes = 1 << 10
	// askRows is how many rows memory is asked for ahead.
	askRows = 32
)

// setWidth chooses how many stripes are read side by side, of an operand of so many
// bytes with step bytes from row to row. One has its squares in the first-level cache
// if columns are short. More make long pieces of memory, of which processors read ahead
// by themselves; their squares should stay in the second-level cache.
func (v *viewPlan) setWidth(bytes, step int) {
	same := step%sameBytes == 0
	near := max(1, squaresNear/(v.rows*lineBytes))
	switch {
	case bytes > farBytes/2:
		v.ahead = true
		v.width = max(2, near)
		if same {
			v.width = max(4, near)
		}
	case v.rows <= shortRows && step%pageBytes == 0:
		v.width = 8
	case v.rows <= shortRows && same:
		v.width = 2
	case v.rows <= shortRows:
		v.width = 1
	default:
		v.width = max(4, near)
	}
	v.width = max(1, min(v.width, 8, squaresMost/(v.rows*lineBytes)))
	if v.quads.Size == 4 && v.width > 1 {
		v.width *= 2
	}
}

// viewOf returns the plan of a pass that is the sum of a view, nil if it is not, or if
// another way is as good.
func (b *planner) viewOf(st *stage, roots []*node, kept int) *viewPlan {
	fs := st.fold
	if kept > 0 || len(fs.parts) != 1 || !fs.parts[0].isSum() || !reduce.Views() {
		return nil
	}
	v := &fs.values[0]
	p := &viewPlan{slot: v.load}
	if v.pair.form == reduce.Wide {
		p.slot = v.pair.x
	}
	if p.slot < 0 {
		return nil
	}
	o := &st.operands[p.slot]
	axis := func(k int) viewAxis { return viewAxis{b.shape[k], o.strides[k] * o.size} }
	near := b.crosswise(roots)
	if near < 0 {
		return p.byRuns(b, o)
	}
	p.rows = layout.Size(b.shape[near+1:])
	p.near = axis(near)
	step := o.strides[len(b.shape)-1] * o.size
	few := p.near.n < chunkLine/8 && p.rows > 4*shortRows && p.rows <= viewRows && step%sameBytes != 0
	if p.near.n < 8 || few {
		return nil
	}
	for k := range near {
		p.outer = append(p.outer, axis(k))
	}
	p.quads = reduce.Quads{Size: o.size, Near: p.near.step}
	if p.rows > viewRows {
		if o.size == 8 && p.near.step == 8 && p.near.n >= chunkLine/8 {
			return nil
		}
		for k := near + 1; k < len(b.shape); k++ {
			p.inner = append(p.inner, axis(k))
		}
		p.setTall(layout.Size(b.shape) * o.size)
		return p
	}
	p.table = []int{0}
	for k := near + 1; k < len(b.shape); k++ {
		a := axis(k)
		var longer []int
		for _, at := range p.table {
			for i := range a.n {
				longer = append(longer, at+i*a.step)
			}
		}
		p.table = longer
	}
	p.inOrder = p.rows < orderRows
	for len(p.table)%4 != 0 || !p.inOrder && len(p.table)%8 != 0 {
		p.table = append(p.table, p.table[p.rows-1])
	}
	if p.inOrder {
		// From the last quad to the first: what a column has too much the next one
		// overwrites.
		last := len(p.table) - 4
		for i := 0; i < last-i; i += 4 {
			for k := range 4 {
				p.table[i+k], p.table[last-i+k] = p.table[last-i+k], p.table[i+k]
			}
		}
		p.quads.Column, p.quads.Stripe = 8*p.rows, 64*p.rows
		p.quads.Even, p.quads.Odd = -32, -32
		p.width = max(1, orderElems/(8*p.rows))
		return p
	}
	if p.back = p.near.step == -o.size; p.back {
		p.quads.Near = o.size
	}
	squares := (p.rows + 7) / 8
	p.quads.Column, p.quads.Stripe = 64, squares*reduce.SquareBytes+lineBytes
	p.quads.Even, p.quads.Odd = 32, reduce.SquareBytes-32
	p.setWidth(layout.Size(b.shape)*o.size, step)
	return p
}

// byRuns completes the plan of a sum run by run, nil if there is no need for one.
func (p *viewPlan) byRuns(b *planner, o *operand) *viewPlan {
	last := len(b.shape) - 1
	if last < 0 || o.strides[last] == 0 {
		return nil
	}
	bytes := layout.Size(b.shape) * o.size
	most := shortRun // elements of runs that had better be copied
	if bytes > nearBytes && o.size == 8 {
		most /= 2
	}
	if o.strides[last] == 1 && (last == 0 || b.shape[last] > most) {
		return nil
	}
	for k, n := range b.shape {
		p.outer = append(p.outer, viewAxis{n, o.strides[k] * o.size})
	}
	p.near, p.outer = p.outer[last], p.outer[:last]
	p.quads.Size = o.size
	p.runs, p.inOrder = true, true
	p.direct = p.near.n >= shortRun && reduce.Strided(o.strides[last], o.size)
	p.ahead = bytes > nearBytes && p.near.n <= orderElems && last > 0
	return p
}

// A viewRun is the state of a sum of a view.
type viewRun struct {
	*viewPlan
	buf  unsafe.Pointer // aligned to lines
	leaf *reduce.Leaf

	walk   viewWalk  // over the axes outside
	begins []int     // where two batches of runs begin, in bytes
	tall   *tallView // nil if columns are not tall
}

func newViewRun(r *foldRun) *viewRun {
	v := &viewRun{viewPlan: r.fs.view, walk: newViewWalk(r.fs.view.outer)}
	if v.inOrder {
		v.begins = make([]int, 2*manyRuns)
		return v
	}
	if v.inner != nil {
		v.tall = newTallView(v, r)
		return v
	}
	part := &r.parts[0]
	v.leaf = reduce.NewLeaf(func(sum float64) {
		*(*float64)(part.leaf) = sum
		part.tree.add(part.leaf)
	})
	v.buf = newLines((v.width + 1) * v.quads.Stripe)
	return v
}

// newLines returns memory for n bytes that begins with a line.
func newLines(n int) unsafe.Pointer {
	p := newWords(n + lineBytes)
	return unsafe.Add(p, -uintptr(p)&(lineBytes-1))
}

// byRuns adds up the view at base, run by run: several at a time if they are short.
func (v *viewRun) byRuns(r *foldRun, base unsafe.Pointer) {
	v.walk.start()
	n, step, size := v.near.n, v.near.step, v.quads.Size
	most := min(manyRuns, max(1, orderElems/n))
	if v.direct {
		most = 1
	}
	mine, other := v.begins[:most], v.begins[most:2*most]
	for some := v.walk.batch(mine); len(some) > 0; {
		next := v.walk.batch(other)
		if v.ahead {
			prefetch.At(unsafe.Add(base, min(0, (n-1)*step)), next, max(step, -step)*(n-1)+size)
		}
		if n > orderElems || v.direct {
			v.long(r, unsafe.Add(base, some[0]))
		} else {
			reduce.TakeRuns(unsafe.Add(r.buf[0], 8*r.fill), base, some, n, step, size)
			r.consume(r.fill + n*len(some))
		}
		some, mine, other = next, other, mine
	}
}

// long adds up a long run: where it is, as far as whole blocks go, if that is possible.
func (v *viewRun) long(r *foldRun, p unsafe.Pointer) {
	for n := v.near.n; n > 0; {
		m := 0
		switch {
		case !v.direct:
			m = min(n, orderElems)
		case r.fill > 0:
			m = min(n, reduce.Lanes-r.fill%reduce.Lanes)
		default:
			if m = min(n, r.room()) &^ (reduce.Lanes - 1); m > 0 {
				v.strided(r, p, m)
			} else {
				m = n
			}
		}
		if r.fill > 0 || !v.direct || m < reduce.Lanes {
			reduce.TakeRuns(unsafe.Add(r.buf[0], 8*r.fill), p, oneRun[:], m, v.near.step, v.quads.Size)
			r.consume(r.fill + m)
		}
		if n -= m; n > 0 {
			p = unsafe.Add(p, m*v.near.step)
		}
	}
}

// oneRun is the table of a run that begins where it is said to.
var oneRun [1]int

// strided adds blocks of a leaf where they are.
func (v *viewRun) strided(r *foldRun, x unsafe.Pointer, n int) {
	p := &r.parts[0]
	if r.pos%reduce.LeafSize == 0 {
		p.kernel.Start(p.state)
	}
	reduce.AddStrided(p.state, x, n, v.near.step, v.quads.Size)
	if r.pos += n; r.pos%reduce.LeafSize == 0 || r.pos == r.fs.count {
		p.kernel.End(p.leaf, p.state)
		p.tree.add(p.leaf)
	}
	if r.pos == r.fs.count {
		r.finish()
	}
}

// A viewWalk goes over some axes in order.
type viewWalk struct {
	axes []viewAxis
	idx  []int
	at   int  // of the next place, in bytes
	more bool // there is one
}

func newViewWalk(axes []viewAxis) viewWalk { return viewWalk{axes: axes, idx: make([]int, len(axes))} }

// start goes to the first place.
func (w *viewWalk) start() {
	clear(w.idx)
	w.at, w.more = 0, true
}

// batch returns where the next places are, in bytes.
func (w *viewWalk) batch(into []int) []int {
	n := 0
	for n < len(into) && w.more {
		last := len(w.axes) - 1
		if last < 0 {
			into[n], w.more = w.at, false
			return into[:1]
		}
		// As many as there are along the last axis.
		a := w.axes[last]
		m := min(len(into)-n, a.n-w.idx[last])
		for k := range into[n : n+m] {
			into[n+k] = w.at + k*a.step
		}
		n += m
		w.idx[last] += m - 1
		w.at += (m - 1) * a.step
		w.next()
	}
	return into[:n]
}

// next goes on to the next place.
func (w *viewWalk) next() {
	for k := len(w.axes) - 1; k >= 0; k-- {
		a := &w.axes[k]
		w.at += a.step
		if w.idx[k]++; w.idx[k] < a.n {
			return
		}
		w.idx[k] = 0
		w.at -= a.n * a.step
	}
	w.more = false
}

// run adds up the view at base.
func (v *viewRun) run(r *foldRun, base unsafe.Pointer) {
	if v.runs {
		v.byRuns(r, base)
		return
	}
	for v.walk.start(); v.walk.more; v.walk.next() {
		at := unsafe.Add(base, v.walk.at)
		for c := 0; c < v.near.n; {
			width, rest := min(v.width, (v.near.n-c)/8), 0
			if left := v.near.n - c - 8*width; left < 8 {
				rest = left
			}
			v.stripes(r, unsafe.Add(at, c*v.near.step), width, rest)
			c += 8*width + rest
		}
	}
	if v.tall != nil {
		v.tall.finish(r)
	}
	if v.leaf != nil {
		v.leaf.Flush()
		r.parts[0].tree.result(r.parts[0].out)
	}
}

// stripes adds up some stripes, and the first columns of another one, which is read
// with the last of those before them.
func (v *viewRun) stripes(r *foldRun, at unsafe.Pointer, width, rest int) {
	skip, last := 0, at
	if rest > 0 {
		skip = 8 - rest
		last = unsafe.Add(at, (8*width-skip)*v.near.step) // of that one
	}
	if v.inOrder || v.tall != nil {
		some := v.inTurn
		if v.tall != nil {
			some = v.tall.stripes
		}
		if width > 0 {
			some(r, at, width, 0)
		}
		if rest > 0 {
			some(r, last, 1, skip)
		}
		return
	}
	half := unsafe.Add(v.buf, width*v.quads.Stripe)
	first := at
	if v.back && width > 0 {
		first = unsafe.Add(at, (8*width-1)*v.near.step)
	}
	if v.back && rest > 0 {
		last = unsafe.Add(last, 7*v.near.step)
	}
	some := len(v.table)
	if v.ahead || rest > 0 {
		some = askRows
	}
	for i := 0; i < len(v.table); i += some {
		rows := v.table[i:min(len(v.table), i+some)]
		if v.ahead {
			next := v.table[i+len(rows):]
			v.ask(at, next[:min(len(next), some)], 8*width+rest)
		}
		v.quads.Put(unsafe.Add(v.buf, i*lineBytes), first, rows, width)
		if rest > 0 {
			v.quads.Put(unsafe.Add(half, i*lineBytes), last, rows, 1)
		}
	}
	for w := range width {
		if v.back {
			w = width - 1 - w
		}
		v.columns(unsafe.Add(v.buf, w*v.quads.Stripe), 0)
	}
	if rest > 0 {
		v.columns(half, skip)
	}
}

// ask asks memory for n elements of each of some rows.
func (v *viewPlan) ask(at unsafe.Pointer, rows []int, n int) {
	step := v.near.step
	prefetch.At(unsafe.Add(at, min(0, (n-1)*step)), rows, (n-1)*max(step, -step)+v.quads.Size)
}

// columns adds up the columns of a stripe, but for the first.
func (v *viewRun) columns(squares unsafe.Pointer, skip int) {
	if !v.back {
		v.leaf.AddColumns(unsafe.Add(squares, skip*lineBytes), v.rows, 8-skip)
		return
	}
	for c := 7 - skip; c >= 0; c-- {
		v.leaf.AddColumns(unsafe.Add(squares, c*lineBytes), v.rows, 1)
	}
}

// inTurn puts the columns of stripes, but for the first, one behind the other, and adds
// them up.
func (v *viewRun) inTurn(r *foldRun, at unsafe.Pointer, width, skip int) {
	dst := unsafe.Add(r.buf[0], 8*r.fill)
	v.quads.Put(unsafe.Add(dst, 8*(len(v.table)-4)), at, v.table, width)
	n := (8*width - skip) * v.rows
	if skip > 0 {
		copyBytes(dst, unsafe.Add(dst, 8*skip*v.rows), 8*n)
	}
	r.consume(r.fill + n)
}
