package lazy

import (
	"math/bits"
	"unsafe"

	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/kernels/reduce"
	"github.com/ndgo/nd/internal/prefetch"
)

// Columns lane by lane: where rows are long, the rows of one lane of a leaf are
// added up one after the other, though they do not follow one another in memory,
// and then those of the next lane. So one row of accumulators is in use and not
// one for each lane, and stays in the first-level cache; and the strips are wide,
// which is what memory is best at.

// A laneOperand says where the rows of an operand are, in bytes.
type laneOperand struct {
	row, stride int // from row to row, and along a row
}

const (
	// laneLeast is how many columns make rows long.
	laneLeast = 256
	// laneBytes is what a row of accumulators may take.
	laneBytes = 16 << 10
	// laneRows is the number of rows of accumulators: the lanes of a leaf are
	// folded by a tree, and one row is kept at each of its levels.
	laneRows = 6
)

// laneWidth is the width of strips of n columns with size bytes of accumulators
// each.
func laneWidth(n, size int) int {
	most := max(laneLeast, laneBytes/size)
	strips := (n + most - 1) / most
	const tile = 64 // a multiple of what an evaluator takes at a time
	return min(n, ((n+strips-1)/strips+tile-1)/tile*tile)
}

// byLanes returns how strips go lane by lane, nil if they cannot.
func (c *columnsPlan) byLanes(kept int) []laneOperand {
	for i := range c.strip {
		s := &c.strip[i]
		if s.width < 2 || !s.first.nest.InRows(s.width) || !s.more.nest.InRows(s.width) {
			return nil
		}
	}
	list := []laneOperand{}
	for _, o := range c.strip[0].more.operands {
		if o.none {
			break
		}
		l := laneOperand{row: o.strides[kept] * o.size, stride: o.strides[kept-1] * o.size}
		list = append(list, l)
	}
	return list
}

// laneStrip reduces a strip lane by lane.
func (r *foldRun) laneStrip() {
	count, cols := r.fs.count, r.strip.width
	for r.row = 0; r.row < count; r.row += reduce.LeafSize {
		r.laneNode(0, 1, 0, false)
		for i := range r.parts {
			p := &r.parts[i]
			if count > reduce.LeafSize {
				p.tree.add(p.acc)
			} else {
				copyBytes(unsafe.Add(p.out, r.off*p.elem), p.acc, cols*p.elem)
			}
		}
	}
	if count > reduce.LeafSize {
		for i := range r.parts {
			p := &r.parts[i]
			p.tree.result(unsafe.Add(p.out, r.off*p.elem))
		}
	}
}

// laneNode sets row k of the accumulators to node (l, s) of the leaf at r.row, or
// joins it to it. The node (l, s) is what the lanes l, l+s, l+2s, ... come to, and
// joins its children (l, 2s) and (l+s, 2s), in the order that package reduce
// defines.
func (r *foldRun) laneNode(l, s, k int, join bool) {
	switch {
	case l+s >= min(reduce.Lanes, r.fs.count-r.row) && s < reduce.Lanes: // the other child is empty
		r.laneNode(l, 2*s, k, join)
	case join:
		r.laneNode(l, s, k+1, false)
		for i := range r.parts {
			p := &r.parts[i]
			row := r.strip.width * p.elem
			to, from := unsafe.Add(p.acc, k*row), unsafe.Add(p.acc, (k+1)*row)
			if p.isSum() {
				reduce.AddColumns(reduce.None, to, from, from, r.strip.width, 1, 0, 1)
			} else {
				p.join(to, to, from, nil, r.strip.width)
			}
		}
	case s == reduce.Lanes:
		r.lane(l, k)
	default:
		r.laneNode(l, 2*s, k, false)
		r.laneNode(l+s, 2*s, k, true)
	}
}

// lane sets row k of the accumulators to lane l of the leaf at r.row.
func (r *foldRun) lane(l, k int) {
	c, cols := r.fs.columns, r.strip.width
	end := min(r.fs.count, r.row+reduce.LeafSize)
	for i := range r.parts {
		p := &r.parts[i]
		r.acc[i] = unsafe.Add(p.acc, k*cols*p.elem)
	}
	f, program := r.first[r.which], r.strip.first.prog
	for row := r.row + l; row < end; row += reduce.Lanes {
		next := row + reduce.Lanes
		if next >= end {
			next = r.row + nextLane(l, end-r.row)
		}
		for i := range c.lanewise {
			o := &c.lanewise[i]
			f.Slots[i] = prog.Operand{Ptr: unsafe.Add(r.at[i], row*o.row), Stride: o.stride}
			if size := c.ahead[i]; size > 0 && r.fs.far {
				prefetch.Rows(unsafe.Add(r.at[i], next*o.row), cols*size, 1, 0)
			}
		}
		rest := f.Slots[len(c.lanewise):]
		for i := range rest {
			a := i % len(r.acc)
			rest[i] = prog.Operand{Ptr: r.acc[a], Stride: r.step[a]}
		}
		program.Run(f, cols)
		f, program = r.more[r.which], r.strip.more.prog
	}
}

// nextLane is the lane that laneNode comes to after lane l in a leaf of rows rows,
// its first after its last.
func nextLane(l, rows int) int {
	// They come in the order of their numbers with the bits reversed.
	for {
		l = int(bits.Reverse8(bits.Reverse8(uint8(l)<<3)+1) >> 3)
		if l < rows {
			return l
		}
	}
}
