package loops

import (
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels/pack"
)

// A box says how a block, whose elements lie side by side in C order, and the
// memory of an operand lie against each other.
type box struct {
	axes []boxAxis // in the order of the loops, outermost first
	vary int       // the axis whose length is per index of the split axis; -1 if that is left out
	rows bool      // the last axis is a row in memory, which the one before repeats
}

// A boxAxis is one loop of a copy.
type boxAxis struct{ n, block, mem int }

// plan sets up the copies of operand k over the axes of n from a on. The axis
// a is the split one; it is left out if the operand repeats along it.
func (b *box) plan(n *Nest, k, a int) {
	size := n.ops[k].size
	b.vary = -1
	place := size
	for i := len(n.dim) - 1; i >= a; i-- {
		l, s := n.dim[i], n.steps(i)[k]
		if i == a {
			if s == 0 && !n.ops[k].write {
				break
			}
			l = 1 // times the indices in the segment
		}
		// Axes that are one to this operand become one loop.
		if j := len(b.axes) - 1; j >= 0 && s == b.axes[j].mem*b.axes[j].n {
			b.axes[j].n *= l
		} else {
			b.axes = append(b.axes, boxAxis{n: l, block: place, mem: s})
		}
		if i == a {
			b.vary = len(b.axes) - 1
		}
		place *= l
	}
	// axes is innermost first now.
	b.rows = len(b.axes) > 1 && b.axes[0].mem == size && b.axes[1].mem == 0 && n.ops[k].typ.Kind != dtype.Other
	b.order()
}

// order puts the axes outermost first.
func (b *box) order() {
	// The axis next to the innermost one shall be that with the smallest step, so
	// that copy2 can choose between the two.
	for i := 2; i < len(b.axes) && !b.rows; i++ {
		if s := abs(b.axes[i].mem); s > 0 && s < abs(b.axes[1].mem) {
			b.swap(1, i)
		}
	}
	for i, j := 0, len(b.axes)-1; i < j; i, j = i+1, j-1 {
		b.swap(i, j)
	}
}

func (b *box) swap(i, j int) {
	b.axes[i], b.axes[j] = b.axes[j], b.axes[i]
	switch b.vary {
	case i:
		b.vary = j
	case j:
		b.vary = i
	}
}

// row reports whether a box is one row of neighbouring elements of some size.
func (b *box) row(size int) bool { return len(b.axes) == 1 && b.axes[0].mem == size }

// gather fills a block from m indices of the split axis, of inner elements
// each.
func (o *operand) gather(block, mem unsafe.Pointer, m, inner int) {
	switch {
	case o.period == 0:
		o.copyBox(block, mem, m, 0, false)
	case o.box.row(o.size) && o.typ.Kind != dtype.Other:
		pack.Repeat(block, mem, o.period, m)
	default:
		o.copyBox(block, mem, 1, 0, false)
		o.repeat(block, inner, m)
	}
}

// scatter writes a block back.
func (o *operand) scatter(mem, block unsafe.Pointer, m, inner int) {
	o.copyBox(block, mem, m, 0, true)
}

// repeat makes m copies of the first count elements of a block.
func (o *operand) repeat(block unsafe.Pointer, count, m int) {
	if o.typ.Kind != dtype.Other {
		pack.Repeat(unsafe.Add(block, count*o.size), block, count*o.size, m-1)
		return
	}
	for have := 1; have < m; {
		add := min(have, m-have)
		o.typ.Move(unsafe.Add(block, have*count*o.size), 1, block, 1, add*count)
		have += add
	}
}

// copyBox runs the loops of o's box from axis a on.
func (o *operand) copyBox(block, mem unsafe.Pointer, m, a int, back bool) {
	rest := o.box.axes[a:]
	n := func(i int) int {
		if a+i == o.box.vary {
			return rest[i].n * m
		}
		return rest[i].n
	}
	if o.box.rows && len(rest) <= 3 && !back {
		if len(rest) == 2 {
			pack.Repeat(block, mem, n(1)*o.size, n(0))
		} else {
			pack.RepeatRows(block, mem, n(2)*o.size, n(1), n(0), rest[0].block, rest[0].mem)
		}
		return
	}
	switch len(rest) {
	case 0:
		o.copy(block, 0, mem, 0, 1, 1, 0, 0, back)
	case 1:
		o.copy(block, 0, mem, 0, 1, n(0), rest[0].block, rest[0].mem, back)
	case 2:
		o.copy(block, rest[0].block, mem, rest[0].mem, n(0), n(1), rest[1].block, rest[1].mem, back)
	default:
		for i := range n(0) {
			o.copyBox(unsafe.Add(block, i*rest[0].block), unsafe.Add(mem, i*rest[0].mem), m, a+1, back)
		}
	}
}

func (o *operand) copy(block unsafe.Pointer, b0 int, mem unsafe.Pointer, m0, n0, n1, b1, m1 int, back bool) {
	if back {
		o.copy2(mem, m0, m1, block, b0, b1, n0, n1)
	} else {
		o.copy2(block, b0, b1, mem, m0, m1, n0, n1)
	}
}

// copy2 copies n0 rows of n1 elements; d0 and s0 lead from row to row, d1 and
// s1 from element to element.
func (o *operand) copy2(dst unsafe.Pointer, d0, d1 int, src unsafe.Pointer, s0, s1, n0, n1 int) {
	if o.typ.Kind != dtype.Other {
		pack.Copy2(dst, d0, d1, src, s0, s1, n0, n1, uintptr(o.size))
		return
	}
	if n1 < n0 {
		n0, n1 = n1, n0
		d0, d1 = d1, d0
		s0, s1 = s1, s0
	}
	for i := range n0 {
		o.typ.Move(unsafe.Add(dst, i*d0), d1/o.size, unsafe.Add(src, i*s0), s1/o.size, n1)
	}
}
