package main

import (
	"fmt"
	"strings"
)

// Loops over rows of programs that are one operation on two operands. In rows of some
// ten elements the jumps between handlers, and what moves from row to row, take longer
// than the work; a loop of its own has none of it, and masks what whole vectors leave
// over. AVX-512 only: the masked stores of AVX2 take too long.

// Offsets in what package tile hands to a loop, a rowLoop.
const (
	loopX      = 0  // address of the first operand
	loopY      = 8  // and of the second
	loopD      = 16 // and of the result
	loopBytes  = 24 // of a row
	loopRows   = 32 // rows of a group
	loopStepX  = 40 // in bytes, from row to row
	loopStepY  = 48
	loopStepD  = 56
	loopGroups = 64 // number of groups
	loopJumpX  = 72 // in bytes, from behind the last row of a group to the next group
	loopJumpY  = 80
	loopJumpD  = 88
	loopMask   = 96 // a bit for each element that whole vectors leave over
)

// loopVectors is how many vectors a turn of the inner loop takes; a power of two.
const loopVectors = 4

// rowLoops of an operation: on two operands in memory, and on one in memory and one
// element that is the same for the whole row.
func (b *binop) rowLoops(s *isa) (hs []handler) {
	if !s.z {
		return nil
	}
	forms := []string{"SS", "SB"}
	if !b.commute {
		forms = append(forms, "BS")
	}
	for _, form := range forms {
		h := handler{name: strings.ToLower(b.op + "_" + short(b.kinds[0]) + "_rows_" + form), whole: true}
		for _, k := range b.kinds {
			h.keys = append(h.keys, key{op: "opcode(ops." + b.op + ")", kind: k, form: "formRows" + form})
		}
		h.body = func(g *gen) { b.rowLoop(g, form) }
		hs = append(hs, h)
	}
	return hs
}

// rowLoop emits a loop. It begins with these registers, and AX is how many bytes of the
// row are done.
//
//	BX         the rowLoop
//	SI R8 DI   where the row of the first operand, of the second, of the result starts
//	R10 to R12 how far they move from row to row
//	CX         bytes of it that the inner loop does
//	R9         bytes of it
//	DX R13     rows and groups that are left
//	K1         the mask
func (b *binop) rowLoop(g *gen, form string) {
	size := int(b.kinds[0].Size())
	turn := loopVectors * g.bytes
	g.mark("row")
	one := g.reg(2 * loopVectors)
	switch form {
	case "SB":
		g.broadcast(size, "(R8)", one)
	case "BS":
		g.broadcast(size, "(SI)", one)
	}
	g.p("XORL AX, AX")
	g.p("TESTQ CX, CX")
	g.p("JZ rest")
	g.mark("turn")
	b.loopStep(g, form, one, loopVectors)
	g.p("ADDQ $%d, AX", turn)
	g.p("CMPQ AX, CX")
	g.p("JLT turn")
	g.mark("rest")
	for n := loopVectors / 2; n > 0; n /= 2 {
		l := fmt.Sprintf("rest%d", n)
		g.p("TESTQ $%d, R9", n*g.bytes)
		g.p("JZ %s", l)
		b.loopStep(g, form, one, n)
		g.p("ADDQ $%d, AX", n*g.bytes)
		g.mark(l)
	}
	g.p("TESTQ $%d, R9", g.bytes-1)
	g.p("JZ next")
	b.loopStep(g, form, one, 0)
	g.mark("next")
	g.p("ADDQ R10, SI")
	g.p("ADDQ R11, R8")
	g.p("ADDQ R12, DI")
	g.p("DECQ DX")
	g.p("JNZ row")
	g.p("DECQ R13")
	g.p("JZ done")
	g.p("ADDQ %d(BX), SI", loopJumpX)
	g.p("ADDQ %d(BX), R8", loopJumpY)
	g.p("ADDQ %d(BX), DI", loopJumpD)
	g.p("MOVQ %d(BX), DX", loopRows)
	g.p("JMP row")
	g.mark("done")
	g.p("VZEROUPPER")
	g.p("RET")
}

// loopStep emits the work on n vectors, or for 0 on the elements that the mask has.
func (b *binop) loopStep(g *gen, form, one string, n int) {
	size := int(b.kinds[0].Size())
	load := func(base string, i int, dst string) {
		at := fmt.Sprintf("%d(%s)(AX*1)", i*g.bytes, base)
		if n == 0 {
			g.op(masked(size)+".Z", at, "K1", dst)
		} else {
			g.loadAll(at, dst)
		}
	}
	for i := range max(1, n) {
		d := g.reg(i)
		switch {
		case form == "SS":
			load("SI", i, d)
			y := fmt.Sprintf("%d(R8)(AX*1)", i*g.bytes)
			if n == 0 || !b.memory {
				y = g.reg(loopVectors + i)
				load("R8", i, y)
			}
			b.vector(g, d, y, d)
		case form == "BS":
			load("R8", i, d)
			b.vector(g, one, d, d)
		case b.commute:
			load("SI", i, d)
			b.vector(g, one, d, d)
		default:
			load("SI", i, d)
			b.vector(g, d, one, d)
		}
	}
	for i := range max(1, n) {
		at := fmt.Sprintf("%d(DI)(AX*1)", i*g.bytes)
		if n == 0 {
			g.op(masked(size), g.reg(i), "K1", at)
		} else {
			g.storeAll(g.reg(i), at)
		}
	}
}

// rowEntry emits the function that jumps to a loop, with its registers set.
func (g *gen) rowEntry() {
	g.text(g.name+"Rows", "$0-16", "func "+g.name+"Rows(loop uintptr, rows *rowLoop)")
	g.p("MOVQ loop+0(FP), AX")
	g.p("MOVQ rows+8(FP), BX")
	for _, l := range []struct {
		at  int
		reg string
	}{{loopMask, "CX"}, {loopX, "SI"}, {loopY, "R8"}, {loopD, "DI"}, {loopBytes, "R9"}, {loopRows, "DX"},
		{loopStepX, "R10"}, {loopStepY, "R11"}, {loopStepD, "R12"}, {loopGroups, "R13"}} {
		g.p("MOVQ %d(BX), %s", l.at, l.reg)
	}
	g.p("KMOVQ CX, K1")
	g.p("MOVQ R9, CX")
	g.p("ANDQ $%d, CX", -loopVectors*g.bytes)
	g.p("JMP AX")
}
