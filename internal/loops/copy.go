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
	// axes is innermost first now. The axis next to the innermost one shall be
	// that with the smallest step, so that copy2 can choose between the two.
	for i := 2; i < len(b.axes); i++ {
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

// gather fills a block from m indices of the split axis, of inner elements
// each.
func (o *operand) gather(block, mem unsafe.Pointer, m, inner int) {
	if o.period == 0 {
		o.copyBox(block, mem, m, 0, false)
		return
	}
	o.copyBox(block, mem, 1, 0, false)
	o.repeat(block, inner, m)
}

// scatter writes a block back.
func (o *operand) scatter(mem, block unsafe.Pointer, m, inner int) {
	o.copyBox(block, mem, m, 0, true)
}

// repeat makes m copies of the first count elements of a block.
func (o *operand) repeat(block unsafe.Pointer, count, m int) {
	for have := 1; have < m; {
		add := min(have, m-have)
		to := unsafe.Add(block, have*count*o.size)
		if o.typ.Kind == dtype.Other {
			o.typ.Move(to, 1, block, 1, add*count)
		} else {
			move(to, block, add*count*o.size)
		}
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
	if n0 == 1 {
		n0, n1 = n1, 1
		d0, d1 = d1, d0
		s0, s1 = s1, s0
	}
	if n1 == 1 && o.typ.Kind != dtype.Other {
		switch o.size {
		case d0:
			pack.Gather(dst, src, s0, n0, uintptr(o.size))
			return
		case s0:
			pack.Scatter(dst, d0, src, n0, uintptr(o.size))
			return
		}
	}
	// The loop that runs inside is the one with the smaller steps, unless it
	// is very short.
	if n1 > 1 && (n0 <= 4 && n1 > 4 || (n1 > 4 || n0 <= 4) && (s0 == 0 || d0 == 0 || abs(s0)+abs(d0) > abs(s1)+abs(d1))) {
		n0, n1 = n1, n0
		d0, d1 = d1, d0
		s0, s1 = s1, s0
	}
	if o.typ.Kind == dtype.Other {
		for j := range n1 {
			o.typ.Move(unsafe.Add(dst, j*d1), d0/o.size, unsafe.Add(src, j*s1), s0/o.size, n0)
		}
		return
	}
	if d0 == o.size && s0 == o.size && n0*o.size >= 32 {
		for j := range n1 {
			move(unsafe.Add(dst, j*d1), unsafe.Add(src, j*s1), n0*o.size)
		}
		return
	}
	switch o.size {
	case 1:
		copy2[uint8](dst, d0, d1, src, s0, s1, n0, n1)
	case 2:
		copy2[uint16](dst, d0, d1, src, s0, s1, n0, n1)
	case 4:
		copy2[uint32](dst, d0, d1, src, s0, s1, n0, n1)
	case 8:
		copy2[uint64](dst, d0, d1, src, s0, s1, n0, n1)
	case 16:
		copy2[[2]uint64](dst, d0, d1, src, s0, s1, n0, n1)
	}
}

func move(dst, src unsafe.Pointer, bytes int) {
	copy(unsafe.Slice((*byte)(dst), bytes), unsafe.Slice((*byte)(src), bytes))
}

type word interface {
	uint8 | uint16 | uint32 | uint64 | [2]uint64
}

// copy2 copies n1 lines of n0 elements, four lines at a time: where the
// elements of a line lie far apart on one side, those of four lines lie beside
// each other.
func copy2[T word](dst unsafe.Pointer, d0, d1 int, src unsafe.Pointer, s0, s1, n0, n1 int) {
	j := 0
	for ; j+4 <= n1; j += 4 {
		d, s := j*d1, j*s1
		for range n0 {
			*(*T)(unsafe.Add(dst, d)) = *(*T)(unsafe.Add(src, s))
			*(*T)(unsafe.Add(dst, d+d1)) = *(*T)(unsafe.Add(src, s+s1))
			*(*T)(unsafe.Add(dst, d+2*d1)) = *(*T)(unsafe.Add(src, s+2*s1))
			*(*T)(unsafe.Add(dst, d+3*d1)) = *(*T)(unsafe.Add(src, s+3*s1))
			d += d0
			s += s0
		}
	}
	d, s := j*d1, j*s1
	switch n1 - j {
	case 3:
		for range n0 {
			*(*T)(unsafe.Add(dst, d)) = *(*T)(unsafe.Add(src, s))
			*(*T)(unsafe.Add(dst, d+d1)) = *(*T)(unsafe.Add(src, s+s1))
			*(*T)(unsafe.Add(dst, d+2*d1)) = *(*T)(unsafe.Add(src, s+2*s1))
			d += d0
			s += s0
		}
	case 2:
		for range n0 {
			*(*T)(unsafe.Add(dst, d)) = *(*T)(unsafe.Add(src, s))
			*(*T)(unsafe.Add(dst, d+d1)) = *(*T)(unsafe.Add(src, s+s1))
			d += d0
			s += s0
		}
	case 1:
		for range n0 {
			*(*T)(unsafe.Add(dst, d)) = *(*T)(unsafe.Add(src, s))
			d += d0
			s += s0
		}
	}
}
