package main

import (
	"fmt"
	"slices"
)

// What sums of views need whose elements do not lie in order: quads take four rows
// at a time, of which they make columns; squares are where these have been put.

// quads emits the function for rows whose elements lie side by side: of four rows of
// four elements each it makes four columns. Elements are float64, or float32, of which
// it makes float64.
func quads(size int) func(g *gen) {
	return func(g *gen) {
		g.eachQuad(0, func() {
			var from []string
			for _, r := range quadRows {
				from = append(from, fmt.Sprintf("(SI)(%s*1)", r))
			}
			g.transpose(size, from, quadColumns, 0)
			g.p("ADDQ $%d, SI", 4*size)
		})
	}
}

// transpose makes four columns of four rows, of float64 or of float32, by way of eight
// registers.
func (g *gen) transpose(size int, rows, columns []string, first int) {
	y := func(i int) string { return g.part(first+i, 32) }
	for i, r := range rows {
		g.op(map[int]string{8: "VMOVUPD", 4: "VCVTPS2PD"}[size], r, y(i))
	}
	g.op("VUNPCKLPD", y(1), y(0), y(4))
	g.op("VUNPCKHPD", y(1), y(0), y(5))
	g.op("VUNPCKLPD", y(3), y(2), y(6))
	g.op("VUNPCKHPD", y(3), y(2), y(7))
	g.op("VPERM2F128", "$0x20", y(6), y(4), y(0))
	g.op("VPERM2F128", "$0x20", y(7), y(5), y(1))
	g.op("VPERM2F128", "$0x31", y(6), y(4), y(2))
	g.op("VPERM2F128", "$0x31", y(7), y(5), y(3))
	for i, c := range columns {
		g.op("VMOVUPD", y(i), c)
	}
}

// putSquares emits the function that does two quads at a time, whose columns are those
// of squares.
func putSquares(size int) func(g *gen) {
	return func(g *gen) {
		rows := []string{"AX", "BX", "DX", "R9", "R10", "R11", "R12", "R13"}
		square, loop := g.newLabel(), g.newLabel()
		g.arg("dst", "DI")
		g.arg("src", "SI")
		g.arg("table", "R8")
		g.mark(square)
		for i, r := range rows {
			g.p("MOVQ %d(R8), %s", 8*i, r)
		}
		g.p("ADDQ $64, R8")
		g.arg("stripes", "CX")
		g.mark(loop)
		for q := range 2 {
			for half := range 2 {
				var from, to []string
				for i, r := range rows[4*q:][:4] {
					from = append(from, fmt.Sprintf("%d(SI)(%s*1)", half*4*size, r))
					to = append(to, fmt.Sprintf("%d(DI)", 64*(4*half+i)+32*q))
				}
				g.transpose(size, from, to, 8*half)
			}
		}
		g.p("ADDQ $%d, SI", 8*size)
		g.p("ADDQ stripe+40(FP), DI")
		g.p("DECQ CX")
		g.p("JNZ %s", loop)
		g.arg("src", "SI")
		g.p("ADDQ back+48(FP), DI")
		g.p("DECQ squares+24(FP)")
		g.p("JNZ %s", square)
	}
}

// quadsApart is for rows whose elements do not lie side by side.
func quadsApart(size int) func(g *gen) {
	return func(g *gen) {
		g.eachQuad(4, func() {
			for i := range 8 {
				at := func(r int) string { return fmt.Sprintf("(SI)(%s*1)", quadRows[r]) }
				x, z := g.part(2*(i%4), 16), g.part(2*(i%4)+1, 16)
				if size == 4 {
					g.op("VMOVSS", at(0), x)
					for r := 1; r < 4; r++ {
						g.op("VINSERTPS", fmt.Sprintf("$%#02x", r<<4), at(r), x, x)
					}
					g.op("VCVTPS2PD", x, g.part(2*(i%4), 32))
				} else {
					g.op("VMOVSD", at(0), x)
					g.op("VMOVHPD", at(1), x, x)
					g.op("VMOVSD", at(2), z)
					g.op("VMOVHPD", at(3), z, z)
					g.op("VINSERTF128", "$1", z, g.part(2*(i%4), 32), g.part(2*(i%4), 32))
				}
				g.op("VMOVUPD", g.part(2*(i%4), 32), quadColumns[i%4])
				g.p("ADDQ DX, SI")
				if i == 3 {
					g.p("LEAQ (R13)(R9*4), R13")
				}
			}
		})
	}
}

var (
	quadRows    = []string{"AX", "R10", "R11", "R12"}
	quadColumns = []string{"(R13)", "(R13)(R9*1)", "(R13)(R9*2)", "(R13)(BX*1)"}
)

// eachQuad emits the loops over quads, and in each over stripes. What does a stripe
// finds rows at SI and quadRows, and moves SI to the next stripe. It puts columns at
// quadColumns, and may have moved R13 by some columns.
func (g *gen) eachQuad(moved int, stripe func()) {
	quad, loop := g.newLabel(), g.newLabel()
	g.arg("dst", "DI")
	g.arg("table", "R8")
	g.arg("column", "R9")
	g.p("LEAQ (R9)(R9*2), BX")
	if moved > 0 {
		g.p("LEAQ (R9*%d), AX", moved)
		g.p("SUBQ AX, stripe+40(FP)")
	}
	if slices.Contains(g.fn.names(), "near") {
		g.arg("near", "DX")
	}
	g.mark(quad)
	g.arg("src", "SI")
	for i, r := range quadRows {
		g.p("MOVQ %d(R8), %s", 8*i, r)
	}
	g.p("ADDQ $32, R8")
	g.p("MOVQ DI, R13")
	g.arg("stripes", "CX")
	g.mark(loop)
	stripe()
	g.p("ADDQ stripe+40(FP), R13")
	g.p("DECQ CX")
	g.p("JNZ %s", loop)
	// The steps to the next quad take turns.
	g.p("MOVQ even+56(FP), AX")
	g.p("ADDQ AX, DI")
	g.p("MOVQ odd+64(FP), CX")
	g.p("MOVQ CX, even+56(FP)")
	g.p("MOVQ AX, odd+64(FP)")
	g.p("DECQ quads+24(FP)")
	g.p("JNZ %s", quad)
}

// addSquares emits the addition of columns of squares to lanes.
func addSquares(g *gen) {
	n, each := sumsBlock/g.bytes, 64/g.bytes // vectors of lanes, and of a column of a square
	column, loop, rest, end, last := g.newLabel(), g.newLabel(), g.newLabel(), g.newLabel(), g.newLabel()
	g.arg("lanes", "DI")
	g.arg("x", "SI")
	g.arg("from", "R10")
	g.arg("rows", "BX")
	g.arg("columns", "DX")
	g.p("MOVQ BX, R8")
	g.p("MOVQ BX, R11")
	g.p("SHRQ $3, R11") // whole squares
	g.p("ANDQ $31, R8") // where the lanes begin for the next column
	g.p("ANDQ $7, BX")
	g.setRest(each)
	g.negZero(g.reg(sumsZero))
	at := func(i int) string { return fmt.Sprintf("%d(R9)", i/each*squareBytes+i%each*g.bytes) }
	load := func(from string) {
		for i := range n {
			g.op("VMOVUPD", fmt.Sprintf("%d(DI)(%s*8)", i*g.bytes, from), g.reg(i))
		}
	}
	load("R10")
	if g.z {
		// Lanes are moved within registers: by some registers, R8, and by elements.
		const by, index = 16, 17
		g.p("MOVQ R8, AX")
		g.p("ANDQ $7, AX")
		g.p("SHRQ $3, R8")
		g.op("VPBROADCASTQ", "AX", g.reg(by))
		g.op("VPADDQ", g.vector(8, []int{0, 1, 2, 3, 4, 5, 6, 7}), g.reg(by), g.reg(index))
	}
	g.mark(column)
	g.p("MOVQ SI, R9")
	g.p("MOVQ R11, CX")
	g.p("SUBQ $4, CX")
	g.p("JLT %s", rest)
	g.mark(loop)
	for i := range n {
		g.op("VADDPD", at(i), g.reg(i), g.reg(i))
	}
	g.p("ADDQ $%d, R9", 4*squareBytes)
	g.p("SUBQ $4, CX")
	g.p("JGE %s", loop)
	g.mark(rest)
	for i := 0; i < n; i += each {
		next := g.newLabel()
		g.p("CMPQ CX, $%d", i/each-4)
		g.p("JNE %s", next)
		g.p("TESTQ BX, BX")
		g.p("JZ %s", end)
		for j := range each {
			g.useRest(j)
			part := fmt.Sprintf("%d(R9)", i/each*squareBytes+j*g.bytes)
			if g.z {
				g.addPart(part, g.reg(i+j))
			} else {
				g.loadPart(part, g.reg(sumsValue))
				g.addPart(g.reg(sumsValue), g.reg(i+j))
			}
		}
		g.p("JMP %s", end)
		g.mark(next)
		if i < n-each {
			for j := i; j < i+each; j++ {
				g.op("VADDPD", at(j), g.reg(j), g.reg(j))
			}
		}
	}
	g.mark(end)
	g.p("DECQ DX")
	g.p("JZ %s", last)
	g.p("ADDQ $64, SI")
	if g.z {
		g.turnLanes()
	} else {
		g.storeLanes(n)
		load("R8")
	}
	g.p("JMP %s", column)
	g.mark(last)
	g.storeLanes(n)
}

// squareBytes is the size of a square of 8 by 8 float64.
const squareBytes = 8 * 8 * 8

// storeLanes stores the lanes twice.
func (g *gen) storeLanes(n int) {
	for i := range 2 * n {
		g.op("VMOVUPD", g.reg(i%n), g.mem("DI", i))
	}
}

// turnLanes moves the lanes by R8 registers, and by as many elements as register 17
// says.
func (g *gen) turnLanes() {
	const spare, index = 4, 17
	again, done := g.newLabel(), g.newLabel()
	turn := func() {
		g.move(g.reg(0), g.reg(spare))
		for i := range 3 {
			g.move(g.reg(i+1), g.reg(i))
		}
		g.move(g.reg(spare), g.reg(3))
	}
	g.p("MOVQ R8, AX")
	g.p("TESTQ AX, AX")
	g.p("JZ %s", done)
	g.mark(again)
	turn()
	g.p("DECQ AX")
	g.p("JNZ %s", again)
	g.mark(done)
	g.move(g.reg(0), g.reg(spare))
	for i := range 4 {
		// what is in this register and the next one
		next := i + 1
		if i == 3 {
			next = spare
		}
		g.op("VPERMT2PD", g.reg(next), g.reg(index), g.reg(i))
	}
}
