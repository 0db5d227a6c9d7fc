package main

import "github.com/ndgo/nd/internal/dtype"

// An extreme is the least or the greatest element of some kind. Of floats, -0 is
// less than +0, and a NaN is both the least and the greatest.
type extreme struct {
	kind dtype.Kind
	max  bool
}

func (e extreme) name() string {
	if e.max {
		return "greatest_" + short(e.kind)
	}
	return "least_" + short(e.kind)
}

func (e extreme) size() int { return int(e.kind.Size()) }

// Registers, beside four accumulators from 0 on and four vectors of elements.
const (
	extremeElems = 4
	extremeTmp   = 8
	extremeNaN   = 12
	extremeFlip  = 13
)

// words are those in which functions for elements of one size differ: an
// instruction and its operand, or what combines the results of two.
func (e extreme) words(g *gen) (p, q string) {
	least := func(min, max string) string {
		if e.max {
			return max
		}
		return min
	}
	size := e.size()
	switch {
	case isFloat(e.kind) && g.z:
		return "VRANGE" + fp(size), least("$4", "$5")
	case isFloat(e.kind):
		return least("VMIN", "VMAX") + fp(size), least("VPOR", "VPAND")
	case !e.fromMemory(g):
		return g.constant(e.flip()), ""
	case isSigned(e.kind):
		return least("VPMINS", "VPMAXS") + letter(size), ""
	}
	return least("VPMINU", "VPMAXU") + letter(size), ""
}

// flip is what makes the order of integers that of the least signed ones when it
// is joined by exclusive or: the bits of the sign, of those below, of both.
func (e extreme) flip() (bits uint64) {
	if !isSigned(e.kind) {
		bits = signBit(e.size())
	}
	if e.max {
		bits = ^bits
	}
	return bits
}

// fromMemory reports whether elements may be joined from where they are. AVX2 has
// no minimum of 64 bits.
func (e extreme) fromMemory(g *gen) bool { return !isFloat(e.kind) && (e.size() < 8 || g.z) }

// join joins vector b to vector a, of some bytes. It passes over NaN.
func (e extreme) join(g *gen, bytes, b, a int) {
	x, y, t := g.part(b, bytes), g.part(a, bytes), g.part(extremeTmp, bytes)
	switch {
	case e.fromMemory(g):
		g.op("P", x, y, y)
	case !isFloat(e.kind):
		g.op("VPCMPGTQ", x, y, t)
		g.blend(8, t, x, y, y)
	case g.z: // knows -0 from +0
		g.op("P", "Q", x, y, y)
	default: // gives the second of two zeros, so it is asked both ways round
		g.op("P", x, y, t)
		g.op("P", y, x, y)
		g.op("Q", t, y, y)
	}
}

// load loads a vector, its order as it is to be.
func (e extreme) load(g *gen, src string, i int) {
	if isFloat(e.kind) || e.fromMemory(g) {
		g.loadAll(src, g.reg(i))
	} else {
		g.op("VPXOR", src, g.reg(extremeFlip), g.reg(i))
	}
}

// take joins n vectors at base to the accumulators, and notes whether there is a
// NaN among them.
func (e extreme) take(g *gen, base string, n int) {
	if e.fromMemory(g) {
		for i := range n {
			g.op("P", g.mem(base, i), g.reg(i), g.reg(i))
		}
		return
	}
	for i := range n {
		e.load(g, g.mem(base, i), extremeElems+i)
	}
	for i := 0; i < n && isFloat(e.kind); i += 2 {
		x, y := g.reg(extremeElems+i), g.reg(extremeElems+min(i+1, n-1))
		const unordered = 3
		if g.z {
			g.op("VCMP"+fp(e.size()), imm(unordered), x, y, "K2")
			g.op("KORW", "K2", "K1", "K1")
		} else {
			g.op("VCMP"+fp(e.size()), imm(unordered), x, y, g.reg(extremeTmp))
			g.op("VPOR", g.reg(extremeTmp), g.reg(extremeNaN), g.reg(extremeNaN))
		}
	}
	for i := range n {
		e.join(g, g.bytes, extremeElems+i, i)
	}
}

// rows emits the extremes of rows of n elements, one after the other. A row is
// at least a vector long, and its last vector may overlap the one before, as an
// element may count twice. SI is the place in a row, R9 that of its last vector.
func (e extreme) rows(g *gen) {
	row, loop, rest, last := g.newLabel(), g.newLabel(), g.newLabel(), g.newLabel()
	g.arg("out", "DI")
	g.arg("x", "SI")
	g.arg("n", "BX")
	g.arg("rows", "DX")
	if shift := map[int]int{1: 0, 2: 1, 4: 2, 8: 3}[e.size()]; shift > 0 {
		g.p("SHLQ $%d, BX", shift)
	}
	if !isFloat(e.kind) && !e.fromMemory(g) {
		g.broadcast(8, "P", g.reg(extremeFlip))
	}
	g.mark(row)
	g.p("LEAQ %d(SI)(BX*1), R9", -g.bytes)
	if isFloat(e.kind) {
		if g.z {
			g.p("KXORQ K1, K1, K1")
		} else {
			g.zero(g.reg(extremeNaN))
		}
	}
	e.load(g, "(SI)", 0)
	for i := 1; i < 4; i++ {
		g.move(g.reg(0), g.reg(i))
	}
	g.p("MOVQ BX, CX")
	g.p("SHRQ $%d, CX", map[int]int{64: 8, 32: 7}[g.bytes])
	g.p("JZ %s", rest)
	g.mark(loop)
	e.take(g, "SI", 4)
	g.p("ADDQ $%d, SI", 4*g.bytes)
	g.p("DECQ CX")
	g.p("JNZ %s", loop)
	g.mark(rest)
	g.p("CMPQ SI, R9")
	g.p("JCC %s", last)
	e.take(g, "SI", 1)
	g.p("ADDQ $%d, SI", g.bytes)
	g.p("JMP %s", rest)
	g.mark(last)
	e.take(g, "R9", 1)
	g.p("LEAQ %d(R9), SI", g.bytes)
	join := func(bytes, b, a int) { e.join(g, bytes, b, a) }
	join(g.bytes, 1, 0)
	join(g.bytes, 3, 2)
	join(g.bytes, 2, 0)
	g.foldHalves(1, join)
	// Then the elements of 16 bytes.
	for n, move := range []string{"VPSHUFD $0x4E", "VPSHUFD $0xB1", "VPSRLD $16", "VPSRLW $8"} {
		if 8>>n >= e.size() {
			g.p("%s, X0, X1", move)
			join(16, 1, 0)
		}
	}
	if isFloat(e.kind) {
		store := g.newLabel()
		if g.z {
			g.p("KORTESTW K1, K1")
		} else {
			g.op("VPTEST", g.reg(extremeNaN), g.reg(extremeNaN))
		}
		g.p("JEQ %s", store)
		g.op(map[int]string{8: "VMOVSD", 4: "VMOVSS"}[e.size()], g.constant(nanBits(e.size())), "X0")
		g.mark(store)
	} else if !e.fromMemory(g) {
		g.op("VPXOR", g.part(extremeFlip, 16), "X0", "X0")
	}
	g.p("%s X0, (DI)", map[int]string{8: "VMOVQ", 4: "VMOVD", 2: "VPEXTRW $0,", 1: "VPEXTRB $0,"}[e.size()])
	g.p("ADDQ $%d, DI", e.size())
	g.p("DECQ DX")
	g.p("JNZ %s", row)
}

// nanBits is the NaN of reductions, that of math.NaN.
func nanBits(size int) uint64 {
	if size == 4 {
		return 0x7FC00000
	}
	return 0x7FF8000000000001
}
