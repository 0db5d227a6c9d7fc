package main

import "fmt"

// A summand is what sums add up: of x, and of some y. A value of it is a vector
// of float64, which are the lanes of a leaf in order.
//
// Registers of sums: accumulators from 0 on, values, then registers with one
// meaning, the last ones.
type summand struct {
	name string
	size int  // bytes of an element of x
	pair bool // there is a y
	mean bool // which is one element, in a register
	// value returns the operand to be added: vector i of the elements at x,
	// either memory or what has been computed in d. If part is set only the
	// masked elements are read, or may be.
	value func(g *gen, x string, i int, mean string, part bool, d string) string
}

const (
	lanesOfLeaf = 32
	sumsBlock   = 8 * lanesOfLeaf // bytes of float64 for all lanes

	sumsValue = 8  // and the three after it
	sumsOther = 11 // the masked elements of y, when there is but one value
	sumsMask  = 12 // of AVX2; AVX-512 uses K1 to K4
	sumsRest  = 13 // of AVX2: the number of elements that are left
	sumsZero  = 14 // -0
	sumsMean  = 15
)

var plain = summand{name: "", size: 8, value: func(g *gen, x string, i int, _ string, part bool, d string) string {
	if !part || g.z {
		return g.mem(x, i)
	}
	g.loadPart(g.mem(x, i), d)
	return d
}}

var wide = summand{name: "Wide", size: 4, value: func(g *gen, x string, i int, _ string, part bool, d string) string {
	from := fmt.Sprintf("%d(%s)", i*g.bytes/2, x)
	switch {
	case !part:
		g.op("VCVTPS2PD", from, d)
	case g.z:
		g.op("VCVTPS2PD.Z", from, g.mask, d)
	default: // every other word of the mask
		t := g.part(sumsOther, 16)
		g.op("VEXTRACTF128", "$1", g.reg(sumsMask), t)
		g.op("VSHUFPS", "$0x88", t, g.part(sumsMask, 16), t)
		g.op("VMASKMOVPS", from, t, t)
		g.op("VCVTPS2PD", t, d)
	}
	return d
}}

// diff, dev and dot are the forms Diff, Dev and Dot of package reduce.
var diff = summand{name: "Diff", size: 8, pair: true, value: func(g *gen, x string, i int, _ string, part bool, d string) string {
	g.loadVector(g.mem(x, i), part, d)
	g.op("VSUBPD", g.second(i, part), d, d)
	g.op("VMULPD", d, d, d)
	return d
}}

var dev = summand{name: "Dev", size: 8, pair: true, mean: true, value: func(g *gen, x string, i int, mean string, part bool, d string) string {
	g.loadVector(g.mem(x, i), part, d)
	g.op("VSUBPD", mean, d, d)
	g.op("VMULPD", d, d, d)
	return d
}}

var dot = summand{name: "Dot", size: 8, pair: true, value: func(g *gen, x string, i int, _ string, part bool, d string) string {
	g.loadVector(g.mem(x, i), part, d)
	g.op("VMULPD", g.second(i, part), d, d)
	return d
}}

// second is vector i of y, at R10.
func (g *gen) second(i int, part bool) string {
	if !part {
		return g.mem("R10", i)
	}
	g.loadPart(g.mem("R10", i), g.reg(sumsOther))
	return g.reg(sumsOther)
}

func (g *gen) loadVector(src string, part bool, d string) {
	if part {
		g.loadPart(src, d)
	} else {
		g.op("VMOVUPD", src, d)
	}
}

// loadPart loads the masked elements; others become 0.
func (g *gen) loadPart(src, d string) {
	if g.z {
		g.op("VMOVUPD.Z", src, g.mask, d)
	} else {
		g.op("VMASKMOVPD", src, g.reg(sumsMask), d)
	}
}

// storePart stores the masked elements.
func (g *gen) storePart(src, dst string) {
	if g.z {
		g.op("VMOVUPD", src, g.mask, dst)
	} else {
		g.op("VMASKMOVPD", src, g.reg(sumsMask), dst)
	}
}

// setRest is done once before useRest, which provides the mask of those elements
// of vector i that are among the first BX, fewer than n vectors have. AX and CX
// are lost.
func (g *gen) setRest(n int) {
	if !g.z {
		g.op("MOVQ", "BX", g.part(sumsRest, 16))
		g.op("VPBROADCASTQ", g.part(sumsRest, 16), g.reg(sumsRest))
		return
	}
	g.p("MOVL $1, AX")
	g.p("MOVL BX, CX")
	g.p("SHLL CX, AX")
	g.p("DECL AX")
	for i := range n {
		if i > 0 {
			g.p("SHRL $%d, AX", g.bytes/8)
		}
		g.p("KMOVW AX, K%d", 1+i)
	}
}

func (g *gen) useRest(i int) {
	if g.z {
		g.mask = fmt.Sprintf("K%d", 1+i)
		return
	}
	lanes := g.bytes / 8
	var at []uint64
	for j := range lanes {
		at = append(at, uint64(i*lanes+j))
	}
	g.op("VPCMPGTQ", g.half(at), g.reg(sumsRest), g.reg(sumsMask))
}

// addPart adds the masked elements of a value to an accumulator.
func (g *gen) addPart(v, acc string) {
	if g.z {
		g.op("VADDPD", v, acc, g.mask, acc)
		return
	}
	g.op("VBLENDVPD", g.reg(sumsMask), v, g.reg(sumsZero), v) // -0 changes nothing
	g.op("VADDPD", v, acc, acc)
}

// negZero fills a register with -0, which changes no number that it is added to.
func (g *gen) negZero(d string) { g.fill(signBit(8), 8, d) }

// block adds a block to the lanes, or sets them to it, and goes on to the next.
func (v *summand) block(g *gen, set bool) {
	n := sumsBlock / g.bytes
	for i := 0; i < n; i += 4 {
		var from [4]string
		for j := range from {
			acc, d := g.reg(i+j), g.reg(sumsValue+j)
			if set {
				d = acc
			}
			from[j] = v.value(g, "SI", i+j, g.reg(sumsMean), false, d)
			if set && from[j] != acc {
				g.op("VMOVUPD", from[j], acc)
			}
		}
		for j := range from {
			if !set {
				g.op("VADDPD", from[j], g.reg(i+j), g.reg(i+j))
			}
		}
	}
	g.p("ADDQ $%d, SI", lanesOfLeaf*v.size)
	if v.pair && !v.mean {
		g.p("ADDQ $%d, R10", sumsBlock)
	}
}

// leaves emits the sums of rows: of n elements each, xstep and ystep bytes
// apart.
func (v *summand) leaves(g *gen) {
	n, lanes := sumsBlock/g.bytes, g.bytes/8
	row, loop, rest, end, nan, store := g.newLabel(), g.newLabel(), g.newLabel(), g.newLabel(), g.newLabel(), g.newLabel()
	g.arg("out", "DI")
	g.arg("x", "SI")
	g.arg("xstep", "R8")
	g.arg("n", "BX")
	g.arg("rows", "DX")
	g.p("MOVQ BX, R11")
	g.p("SHRQ $5, R11")
	// From the end of the blocks of a row to the next row.
	g.p("IMUL3Q $%d, R11, AX", lanesOfLeaf*v.size)
	g.p("SUBQ AX, R8")
	if v.pair {
		g.arg("y", "R10")
		g.arg("ystep", "R9")
		if !v.mean {
			g.p("SUBQ AX, R9")
		}
	}
	g.p("ANDQ $31, BX")
	g.setRest(n)
	g.negZero(g.reg(sumsZero))
	g.p("JMP %s", row)
	g.mark(nan) // is rare
	g.op("VMOVSD", g.constant(nanBits(8)), "X0")
	g.p("JMP %s", store)
	g.mark(row)
	if v.mean {
		g.broadcast(8, "(R10)", g.reg(sumsMean))
	}
	for i := range n {
		g.move(g.reg(sumsZero), g.reg(i))
	}
	g.p("MOVQ R11, CX")
	g.p("SUBQ $1, CX")
	g.p("JLT %s", rest)
	v.block(g, true) // to add -0 would change nothing
	g.p("TESTQ CX, CX")
	g.p("JZ %s", rest)
	g.mark(loop)
	v.block(g, false)
	g.p("DECQ CX")
	g.p("JNZ %s", loop)
	g.mark(rest)
	g.p("TESTQ BX, BX")
	g.p("JZ %s", end)
	for i := range n {
		g.useRest(i)
		g.addPart(v.value(g, "SI", i, g.reg(sumsMean), true, g.reg(sumsValue)), g.reg(i))
		if i < n-1 {
			g.p("CMPQ BX, $%d", (i+1)*lanes)
			g.p("JLE %s", end)
		}
	}
	g.mark(end)
	add := func(bytes, b, a int) { g.op("VADDPD", g.part(b, bytes), g.part(a, bytes), g.part(a, bytes)) }
	for half := n / 2; half >= 1; half /= 2 {
		for i := range half {
			add(g.bytes, i+half, i)
		}
	}
	g.foldHalves(1, add)
	g.p("VPERMILPD $1, X0, X1")
	g.p("VADDSD X1, X0, X0")
	g.p("VUCOMISD X0, X0")
	g.p("JPS %s", nan)
	g.mark(store)
	g.p("VMOVSD X0, (DI)")
	g.p("ADDQ $8, DI")
	g.p("ADDQ R8, SI")
	if v.pair {
		g.p("ADDQ R9, R10")
	}
	g.p("DECQ DX")
	g.p("JNZ %s", row)
}

// foldHalves joins the halves of register 0, down to 16 bytes, by way of another.
func (g *gen) foldHalves(other int, join func(bytes, b, a int)) {
	for n := g.bytes / 2; n >= 16; n /= 2 {
		if n == 32 {
			g.op("VEXTRACTF64X4", "$1", g.part(0, 64), g.part(other, 32))
		} else {
			g.op("VEXTRACTF128", "$1", g.part(0, 32), g.part(other, 16))
		}
		join(n, other, 0)
	}
}

// blocks emits the addition of whole blocks to lanes in memory.
func (v *summand) blocks(g *gen) {
	loop, n := g.newLabel(), sumsBlock/g.bytes
	g.arg("lane", "DI")
	g.arg("x", "SI")
	g.arg("blocks", "CX")
	for i := range n {
		g.op("VMOVUPD", g.mem("DI", i), g.reg(i))
	}
	g.mark(loop)
	v.block(g, false)
	g.p("DECQ CX")
	g.p("JNZ %s", loop)
	for i := range n {
		g.op("VMOVUPD", g.reg(i), g.mem("DI", i))
	}
}
