package main

import (
	"fmt"

	"github.com/ndgo/nd/internal/dtype"
)

// A place is the row of the least element of a column, the first of equal ones.
// -0 and +0 are equal, and a NaN is the least. Elements are first flipped, by
// exclusive or, which reverses their order if it is the greatest that is wanted,
// and gives unsigned integers that of signed ones.
type place struct{ kind dtype.Kind }

// columns emits the comparison of rows, stride bytes apart, with what is in best
// and place; the first of them sets these if from is 0. The rows are numbered
// from on, in integers of the elements' size. There is at least a vector of
// columns; the last one may overlap the one before, as to compare an element
// again with what has come of it changes nothing.
func (p place) columns(g *gen) {
	done := g.newLabel()
	g.arg("best", "DI")
	g.arg("place", "R10")
	g.arg("x", "SI")
	g.arg("cols", "BX")
	g.arg("rows", "DX")
	g.arg("stride", "R8")
	g.arg("from", "R9")
	size := int(p.kind.Size())
	lanes := g.bytes / size
	g.fill(1, size, g.reg(placeOne))
	g.arg("flip", "AX")
	g.broadcast(size, "(AX)", g.reg(placeFlip))
	wide, narrow, two := g.newLabel(), g.newLabel(), g.newLabel()
	advance := func(n int, again string) {
		for _, r := range []string{"DI", "R10", "SI"} {
			g.p("ADDQ $%d, %s", n*g.bytes, r)
		}
		g.p("SUBQ $%d, BX", n*lanes)
		g.p("JMP %s", again)
	}
	g.mark(wide)
	g.p("CMPQ BX, $%d", 4*lanes)
	g.p("JLT %s", narrow)
	p.vectors(g, 4, func(base string, i int) string { return g.mem(base, i) })
	advance(4, wide)
	// Two vectors at a time, the second one AX bytes after the first.
	g.mark(narrow)
	g.p("TESTQ BX, BX")
	g.p("JLE %s", done)
	g.p("MOVQ $%d, AX", g.bytes)
	g.p("CMPQ BX, $%d", 2*lanes)
	g.p("JGE %s", two)
	g.p("LEAQ %d(BX*%d), AX", -g.bytes, size)
	g.p("TESTQ AX, AX")
	g.p("JGE %s", two)
	for _, r := range []string{"DI", "R10", "SI"} { // go back
		g.p("ADDQ AX, %s", r)
	}
	g.p("XORL AX, AX")
	g.mark(two)
	p.vectors(g, 2, func(base string, i int) string {
		if i == 0 {
			return "(" + base + ")"
		}
		return "(" + base + ")(AX*1)"
	})
	advance(2, narrow)
	g.mark(done)
}

// Registers, beside what is best from 0 on, and its places.
const (
	placePlace = 4
	placeElem  = 8
	placeMask  = 9
	placeTmp   = 10
	placeRow   = 11 // the number of the row, and
	placeOne   = 12 // what it grows by
	placeFlip  = 13
)

// vectors emits what is done to n vectors of columns; mem is the address of one.
func (p place) vectors(g *gen, n int, mem func(base string, i int) string) {
	size := int(p.kind.Size())
	loop, first, store := g.newLabel(), g.newLabel(), g.newLabel()
	row := g.reg(placeRow)
	g.p("MOVQ SI, R11")
	g.p("MOVQ DX, CX")
	g.p("VMOVQ R9, %s", g.part(placeRow, 16))
	g.broadcast(size, g.part(placeRow, 16), row)
	g.p("TESTQ R9, R9")
	g.p("JZ %s", first)
	for i := range n {
		g.loadAll(mem("DI", i), g.reg(i))
		g.loadAll(mem("R10", i), g.reg(placePlace+i))
	}
	g.p("JMP %s", loop)
	g.mark(first)
	for i := range n {
		g.xor(mem("R11", i), g.reg(placeFlip), g.reg(i))
		g.move(row, g.reg(placePlace+i))
	}
	g.op("VPADD"+letter(size), g.reg(placeOne), row, row)
	g.p("ADDQ R8, R11")
	g.p("DECQ CX")
	g.p("JZ %s", store)
	g.mark(loop)
	for i := range n {
		best, place, x := g.reg(i), g.reg(placePlace+i), g.reg(placeElem)
		g.xor(mem("R11", i), g.reg(placeFlip), x)
		m := p.better(g, x, best, i, n)
		if g.z {
			g.op(fmt.Sprintf("VMOVDQU%d", 8*size), x, m, best)
			g.op(fmt.Sprintf("VMOVDQU%d", 8*size), row, m, place)
		} else {
			g.blend(size, m, x, best, best)
			g.blend(size, m, row, place, place)
		}
	}
	g.op("VPADD"+letter(size), g.reg(placeOne), row, row)
	g.p("ADDQ R8, R11")
	g.p("DECQ CX")
	g.p("JNZ %s", loop)
	g.mark(store)
	for i := range n {
		g.storeAll(g.reg(i), mem("DI", i))
		g.storeAll(g.reg(placePlace+i), mem("R10", i))
	}
}

// better emits the mask of where x is less than best, of the vectors i of both.
func (p place) better(g *gen, x, best string, i, n int) string {
	size := int(p.kind.Size())
	m, t := g.reg(placeMask), g.reg(placeTmp)
	if g.z {
		m = fmt.Sprintf("K%d", 1+i)
	}
	const less, ordered, notAtLeast = 1, 7, 9
	switch {
	case isFloat(p.kind) && g.z && n < 4: // each row waits for the one before
		g.op("VCMP"+fp(size), imm(ordered), best, best, "K5")
		g.op("VCMP"+fp(size), imm(notAtLeast), best, x, m)
		g.op("KANDW", "K5", m, m)
	case isFloat(p.kind) && g.z: // a NaN is less, too, but nothing is less than a NaN
		g.op("VCMP"+fp(size), imm(ordered), best, best, m)
		g.op("VCMP"+fp(size), imm(notAtLeast), best, x, m, m)
	case isFloat(p.kind):
		g.op("VCMP"+fp(size), imm(ordered), best, best, t)
		g.op("VCMP"+fp(size), imm(notAtLeast), best, x, m)
		g.op("VPAND", t, m, m)
	case g.z:
		g.op("VPCMP"+letter(size), imm(less), best, x, m)
	default:
		g.op("VPCMPGT"+letter(size), x, best, m)
	}
	return m
}
