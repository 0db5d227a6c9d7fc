package lazy

import (
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/kernels/reduce"
	"github.com/ndgo/nd/internal/prefetch"
)

// Streams: passes of reductions that take the elements one after the other.

// A stream takes the elements of reductions one after the other.
type stream foldRun

// shortRun is the number of elements from which a run that is part of a sequence
// is reduced where it is.
const shortRun = 512

// RunRows is called by the nest for segments that are steps apart. Those that
// are likely to come from memory are asked for ahead, since memory is slow to
// follow when it comes to the next segment only after this one.
func (s *stream) RunRows(f *prog.Frame, n, rows int, steps []int) {
	v := &s.fs.values[0]
	if n == s.fs.count && n <= reduce.LeafSize && s.fill == 0 && v.pair.form != reduce.None {
		if form, x, y, ok := (*foldRun)(s).pairSlots(); ok {
			reduce.SumRows(form, unsafe.Add(s.parts[0].out, s.done*8), s.walk.Slots[x].Ptr, s.walk.Slots[y].Ptr, n, rows, steps[x], steps[y])
			s.done += rows
			return
		}
	}
	if k := v.load; k >= 0 && s.fs.far && s.walk.Slots[k].Stride == v.size && v.typ.Kind != dtype.Other &&
		n*v.size >= 64 && n*v.size <= pieceSize*8 && steps[k] != n*v.size && s.stop == nil {
		ahead, bytes, step := max(1, aheadBytes/(n*v.size)), n*v.size, steps[k]
		prefetch.Rows(s.walk.Slots[k].Ptr, bytes, min(ahead, rows), step)
		for r := range rows {
			if r > 0 {
				f.Move(steps, 1)
			}
			if r+ahead < rows {
				prefetch.Rows(unsafe.Add(s.walk.Slots[k].Ptr, ahead*step), bytes, 1, 0)
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
	p := r.fs.values[0].pair
	p, ok = p.along(r.walk.Slots[p.x].Stride, r.walk.Slots[p.y].Stride)
	return p.form, p.x, p.y, ok
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
		reduce.SumRows(form, unsafe.Add(p.out, r.done*8), px, py, room, rows, room*size, room*y.Stride)
		r.done += rows
		return rows * room
	}
	reduce.SumRows(form, p.leaf, px, py, room, 1, 0, 0)
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
