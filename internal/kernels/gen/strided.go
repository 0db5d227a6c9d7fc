package main

import (
	"fmt"
	"math/bits"
)

// strides: operands whose elements lie in reverse (form V) or at any stride
// (form X). Nothing is ever read beyond the operand's last element.
func strides(s *isa) (hs []handler) {
	for _, size := range sizes {
		for _, w := range widths(size) {
			hs = append(hs, handler{name: fmt.Sprintf("load_%d_v%d", 8*size, w),
				keys: []key{{op: "opLoad", kind: uintOf(size), form: "formV", w: w}},
				body: func(g *gen) {
					g.p("MOVQ AX, R8")
					g.p("NEGQ R8")
					g.p("SHLQ $%d, R8", bits.TrailingZeros(uint(size)))
					g.p("ADDQ %d(SI), R8", insP)
					g.reverse(size, w)
					g.next()
				}})
			hs = append(hs, handler{name: fmt.Sprintf("load_%d_x%d", 8*size, w),
				keys: []key{{op: "opLoad", kind: uintOf(size), form: "formX", w: w}},
				body: func(g *gen) {
					g.anyStride()
					g.strided(size, w)
				}})
		}
	}
	for _, size := range sizes {
		for _, w := range widths(size) {
			hs = append(hs, handler{name: fmt.Sprintf("store_%d_x%d", 8*size, w),
				keys: []key{{op: "opStore", kind: uintOf(size), form: "formX", w: w}},
				body: func(g *gen) {
					g.anyStride()
					for i := range g.of(w) {
						g.storeAll(g.acc(i), g.temp(i))
					}
					g.scatter(size)
					g.next()
				}})
		}
	}
	return hs
}

// anyStride sets R8 to the address of the tile's first element and R9 to the
// distance of elements, in bytes.
func (g *gen) anyStride() {
	g.address(insS, "R9")
	g.p("MOVQ AX, R8")
	g.p("IMULQ R9, R8")
	g.p("ADDQ %d(SI), R8", insP)
}

// reverse loads w vectors of the accumulator from elements that lie towards lower
// addresses from R8 on.
func (g *gen) reverse(size, w int) {
	if g.tail {
		g.p("MOVQ $%d, R9", -size)
		g.gather(size, 1)
		return
	}
	lanes := g.bytes / size
	down := func(n int) (v []int) {
		for i := range n {
			v = append(v, n-1-i)
		}
		return v
	}
	bytes := append(down(16), down(16)...)
	bytes = append(bytes, bytes...)
	switch {
	case g.z && size > 1:
		g.loadAll(g.vector(size, down(lanes)), g.tmp(0))
	case size == 4:
		g.loadAll(g.vector(4, down(lanes)), g.tmp(0))
	case size == 2:
		swap := make([]int, 0, 64) // pairs of bytes in reverse
		for i := range 64 {
			swap = append(swap, 14-i%16+i%2*2)
		}
		g.loadAll(g.vector(1, swap), g.tmp(0))
	case size == 1:
		g.loadAll(g.vector(1, bytes), g.tmp(0))
	}
	for i := range w {
		m, d := fmt.Sprintf("%d(R8)", -(i+1)*g.bytes+size), g.acc(i)
		switch {
		case g.z && size > 1:
			g.op("VPERM"+letter(size), m, g.tmp(0), d)
		case g.z:
			g.loadAll(m, d)
			g.op("VPSHUFB", g.tmp(0), d, d)
			g.op("VSHUFI64X2", "$0x1b", d, d, d)
		case size == 8:
			g.op("VPERMQ", "$0x1b", m, d)
		case size == 4:
			g.op("VPERMD", m, g.tmp(0), d)
		default:
			g.loadAll(m, d)
			g.op("VPSHUFB", g.tmp(0), d, d)
			g.op("VPERMQ", "$0x4e", d, d)
		}
	}
}

// strided loads w vectors of the accumulator from elements R9 bytes apart from R8 on, and
// ends the handler. Small strides are loaded whole and picked from.
func (g *gen) strided(size, w int) {
	if !g.tail {
		for stride := 2; stride <= 4; stride++ {
			if w < vectors || !g.canPick(size, stride) {
				continue
			}
			l := g.newLabel()
			g.p("CMPQ R9, $%d", stride*size)
			g.p("JNE %s", l)
			g.pickOut(size, w, stride)
			g.next()
			g.mark(l)
		}
		if size >= 4 {
			g.insert(size, w)
			g.next()
			return
		}
	}
	g.gather(size, w)
	g.next()
}

func (g *gen) canPick(size, stride int) bool {
	if g.z {
		return size > 1
	}
	return size >= 4 && stride == 2
}

// pickOut loads the windows that the elements of a vector lie in, and takes them
// from there. The last window ends with the last element.
func (g *gen) pickOut(size, w, stride int) {
	lanes := g.bytes / size
	span := (lanes-1)*stride + 1
	start := make([]int, stride) // of each window
	for j := range start {
		start[j] = min(j*lanes, span-lanes)
	}
	if !g.z {
		for i := range w {
			at := func(j int) string { return fmt.Sprintf("%d(R8)", (i*lanes*stride+start[j])*size) }
			d := g.acc(i)
			g.loadAll(at(0), d)
			if size == 8 { // even elements of the first window, odd ones of the second
				g.op("VSHUFPD", "$0x0a", at(1), d, d)
			} else {
				g.op("VSHUFPS", "$0xd8", at(1), d, d)
			}
			g.op("VPERMQ", "$0xd8", d, d)
		}
		return
	}
	// Step j joins window j to what the steps before have gathered.
	for j := 1; j < stride; j++ {
		index := make([]int, lanes)
		for e := range lanes {
			at := e * stride
			switch {
			case at >= start[j-1]+lanes && at < start[j]+lanes:
				index[e] = lanes + at - start[j]
			case j == 1:
				index[e] = min(at, lanes-1)
			default:
				index[e] = e
			}
		}
		g.loadAll(g.vector(size, index), g.tmp(j))
	}
	for i := range w {
		d := g.acc(i)
		for j := range stride {
			m := fmt.Sprintf("%d(R8)", (i*lanes*stride+start[j])*size)
			if j == 0 {
				g.loadAll(m, d)
			} else {
				g.op("VPERMT2"+letter(size), m, g.tmp(j), d)
			}
		}
	}
}

// insert loads elements of 4 or 8 bytes one by one. It is as fast as the gather
// instructions of one maker, and much faster than those of the other.
func (g *gen) insert(size, w int) {
	g.p("LEAQ (R9)(R9*2), R10")
	at := []string{"(R8)", "(R8)(R9*1)", "(R8)(R9*2)", "(R8)(R10*1)"}
	lane := func(no int) { // 16 bytes
		x := g.part(no, 16)
		g.op(map[int]string{8: "VMOVQ", 4: "VMOVD"}[size], at[0], x)
		for j := 1; j < 16/size; j++ {
			g.op("VPINSR"+letter(size), imm(j), at[j], x, x)
		}
		if size == 8 {
			g.p("LEAQ (R8)(R9*2), R8")
		} else {
			g.p("LEAQ (R8)(R9*4), R8")
		}
	}
	for i := range w {
		d := i
		lane(d)
		for j := 1; j < g.bytes/16; j++ {
			lane(g.tmpNo(j))
		}
		if g.z {
			g.op("VINSERTI64X2", "$1", g.part(g.tmpNo(1), 16), g.part(d, 32), g.part(d, 32))
			g.op("VINSERTI64X2", "$1", g.part(g.tmpNo(3), 16), g.part(g.tmpNo(2), 32), g.part(g.tmpNo(2), 32))
			g.op("VINSERTI64X4", "$1", g.part(g.tmpNo(2), 32), g.reg(d), g.reg(d))
		} else {
			g.op("VINSERTI128", "$1", g.part(g.tmpNo(1), 16), g.reg(d), g.reg(d))
		}
	}
}

// gather loads a tile, or the elements of a tail step. AVX-512 has instructions
// for the few of a tail step, if the stride fits their indices; otherwise they go
// through scratch memory.
func (g *gen) gather(size, w int) {
	n := "BX"
	if g.tail {
		n = "R14"
	}
	if g.tail && g.z && size >= 4 {
		defer g.gatherFew(size)()
	}
	l := g.newLabel()
	g.p("XORL R10, R10")
	g.mark(l)
	g.p("%s (R8), R11", scalarLoad(size))
	g.p("%s R11, %d(R13)(R10*%d)", scalarStore(size), scratchTemp, size)
	g.p("ADDQ R9, R8")
	g.p("INCQ R10")
	g.p("CMPQ R10, %s", n)
	g.p("JLT %s", l)
	for i := range g.of(w) {
		g.loadAll(g.temp(i), g.acc(i))
	}
}

// gatherFew gathers the elements of a tail step by one instruction, and goes to
// where the function that it returns is called. Elsewhere the stride is too long:
// 16 elements may not be 2^31 bytes apart.
func (g *gen) gatherFew(size int) (done func()) {
	slow, end := g.newLabel(), g.newLabel()
	lanes := g.bytes / size
	first := make([]int, lanes)
	for i := range first {
		first[i] = i
	}
	g.p("LEAQ (1<<26)(R9), R10")
	g.p("CMPQ R10, $(1<<27)")
	g.p("JHI %s", slow)
	index := g.part(g.tmpNo(0), 4*lanes)
	g.op("VPBROADCASTD", "R9", index)
	g.op("VPMULLD", g.vector(4, first), index, index)
	g.p("KMOVQ K1, K2")
	g.zero(g.acc(0))
	g.op(map[int]string{8: "VPGATHERDQ", 4: "VPGATHERDD"}[size], "(R8)("+index+"*1)", "K2", g.acc(0))
	g.p("JMP %s", end)
	g.mark(slow)
	return func() { g.mark(end) }
}

// scatter stores a tile, or the elements of a tail step, from scratch memory.
func (g *gen) scatter(size int) {
	n := "BX"
	if g.tail {
		n = "R14"
	}
	l := g.newLabel()
	g.p("XORL R10, R10")
	g.mark(l)
	g.p("%s %d(R13)(R10*%d), R11", scalarLoad(size), scratchTemp, size)
	g.p("%s R11, (R8)", scalarStore(size))
	g.p("ADDQ R9, R8")
	g.p("INCQ R10")
	g.p("CMPQ R10, %s", n)
	g.p("JLT %s", l)
}
