package main

// entry emits the function that starts a program, and what stands between its
// passes over a tile: the elements left over by whole tiles, and the step from
// one row of a run to the next.
//
// A run is groups of rows. The rows have one length, but for the last one of a
// group. What whole tiles leave over of a row goes through the tail handlers, one
// vector at a time; if it is many vectors, and no operand is overwritten, the last
// tile is taken from the end of the row instead, and some elements are computed
// twice. From row to row the index runs on, or starts again, and the addresses of
// operands that this does not suit move, each by its own distance; so they do from
// group to group.
//
// There are two copies of the code, which take turns, row by row. When a row starts,
// the addresses for the next one are put into the copy that rests. Where handlers load
// addresses that have only just been stored, all tiles take longer, as measured, and
// not only the first of a row; perhaps the processor comes to expect such loads to
// depend on a store.
func (g *gen) entry() {
	name := g.name
	g.text(name+"Run", "$0-32", "func "+name+"Run(code *ins, scratch unsafe.Pointer, from, to int)")
	g.p("MOVQ code+0(FP), DI")
	g.p("MOVQ scratch+8(FP), R13")
	g.p("MOVQ from+16(FP), AX")
	g.p("MOVQ to+24(FP), DX")
	g.start("rest")
	g.mark("rest")
	g.p("JMP ·%sTail<>(SB)", name)

	g.text(name+"Tail<>", "$0-0", "")
	g.mark("rest")
	g.p("MOVQ DX, R14")
	g.p("SUBQ AX, R14")
	g.p("JLE row")
	g.p("CMPQ R14, %d(R13)", scratchAgain)
	g.p("JGE again")
	g.p("MOVQ %d(R13), BX", scratchLanes)
	g.p("CMPQ R14, BX")
	g.p("CMOVQGT BX, R14")
	if g.z {
		g.p("MOVQ $-1, R8")
		g.p("BZHIQ R14, R8, R8")
		g.p("KMOVQ R8, K1")
	} else {
		g.tailMasks()
	}
	g.p("MOVQ DI, SI")
	g.p("JMP %d(DI)", insTail)
	g.mark("again")
	g.p("MOVQ DX, AX")
	g.p("SUBQ BX, AX")
	g.p("MOVQ DX, CX")
	g.p("MOVQ DI, SI")
	g.p("JMP (DI)")
	g.mark("row")
	g.p("MOVQ %d(R13), R8", scratchRows)
	g.p("MOVQ %d(R13), AX", scratchBack)
	g.p("DECQ R8")
	g.p("JLE group")
	g.mark("step")
	g.p("MOVQ R8, %d(R13)", scratchRows)
	g.p("ADDQ DX, AX")
	g.p("MOVQ %d(R13), DX", scratchLen)
	g.p("MOVQ %d(R13), CX", scratchWhole)
	g.p("MOVQ %d(R13), R9", scratchMoves)
	g.p("CMPQ R8, $1")
	g.p("CMOVQEQ %d(R13), DX", scratchLastLen)
	g.p("CMOVQEQ %d(R13), CX", scratchLastWhole)
	g.p("CMOVQEQ %d(R13), R9", scratchGroupMoves)
	g.p("ADDQ AX, DX")
	g.p("ADDQ AX, CX")
	g.p("MOVQ %d(R13), BX", scratchStep)
	g.p("MOVQ DI, R14")
	g.p("XORQ %d(R13), DI", scratchTwin)
	g.p("MOVQ %d(R13), R10", scratchMoveCount)
	g.p("TESTQ R10, R10")
	g.p("JZ moved")
	g.mark("move")
	g.p("MOVQ (R9), R11")
	g.p("MOVQ (DI)(R11*1), R12")
	g.p("ADDQ 8(R9), R12")
	g.p("MOVQ R12, (R14)(R11*1)")
	g.p("ADDQ $16, R9")
	g.p("DECQ R10")
	g.p("JNZ move")
	g.mark("moved")
	g.p("CMPQ AX, CX")
	g.p("JGE rest")
	// A jump to a function that leads back here would be taken for recursion.
	g.p("MOVQ DI, SI")
	g.p("JMP (DI)")
	g.mark("group")
	g.p("DECQ %d(R13)", scratchGroups)
	g.p("JLE done")
	g.p("MOVQ %d(R13), R8", scratchGroupRows)
	g.p("MOVQ %d(R13), AX", scratchGroupBack)
	g.p("JMP step")
	g.mark("done")
	g.p("VZEROUPPER")
	g.p("RET")

	g.text(name+"Fence", "$0-0", "func "+name+"Fence()")
	g.p("SFENCE")
	g.p("RET")
}

// start begins a row with its whole tiles, or jumps to a label if it has none.
func (g *gen) start(none string) {
	g.p("MOVQ %d(R13), BX", scratchStep)
	g.p("MOVQ DX, CX")
	g.p("SUBQ AX, CX")
	g.p("MOVQ BX, R8")
	g.p("NEGQ R8")
	g.p("ANDQ R8, CX") // a tile's elements are a power of two
	g.p("ADDQ AX, CX")
	g.p("MOVQ DI, SI")
	g.p("CMPQ AX, CX")
	g.p("JGE %s", none)
	g.p("JMP (DI)")
}

// tailMasks puts the masks of the step where handlers find them. A window slides
// over a row of ones and zeros, for elements of 8 bytes and of 4.
func (g *gen) tailMasks() {
	ones := func(size int) []int {
		v := make([]int, 64/size)
		for i := range 32 / size {
			v[i] = -1
		}
		return v
	}
	for _, m := range []struct{ size, lanes, at int }{{8, 4, scratchMask8}, {4, 8, scratchMask4}} {
		g.p("MOVQ $%d, R9", m.lanes)
		g.p("MOVQ R14, R10")
		g.p("CMPQ R10, R9")
		g.p("CMOVQGT R9, R10")
		g.p("SUBQ R10, R9")
		g.p("LEAQ %s, R8", g.vector(m.size, ones(m.size)))
		g.p("VMOVDQU (R8)(R9*%d), %s", m.size, g.tmp(0))
		g.p("VMOVDQU %s, %d(R13)", g.tmp(0), m.at)
	}
}
