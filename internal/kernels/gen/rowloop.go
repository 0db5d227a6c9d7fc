package main

import (
	"fmt"
	"strings"

	"github.com/ndgo/nd/internal/dtype"
)

// Loops over rows of programs that are one operation on two operands, or a second one
// on its result and a third. In rows of some ten elements the jumps between handlers,
// and what moves from row to row, take longer than the work; a loop of its own has none
// of it, and masks what whole vectors leave over. AVX-512 only: the masked stores of
// AVX2 take too long.

// Offsets in what package tile hands to a loop, a rowLoop.
const (
	loopX      = 0  // address of the first operand
	loopY      = 8  // of the second
	loopZ      = 16 // of the third
	loopD      = 24 // and of the result
	loopStepX  = 32 // in bytes, from row to row
	loopStepY  = 40
	loopStepZ  = 48
	loopStepD  = 56
	loopJumpX  = 64 // in bytes, from behind the last row of a group to the next group
	loopJumpY  = 72
	loopJumpZ  = 80
	loopJumpD  = 88
	loopBytes  = 96  // of a row
	loopRows   = 104 // rows of a group
	loopGroups = 112 // number of groups
	loopMask   = 120 // a bit for each element that whole vectors leave over
	loopPairs  = 128 // bytes of a row that are pairs of vectors
	loopCode   = 136 // address of the loop
)

// A rowLoop is a loop to be emitted. The letters of its form say of each operand
// whether it is a row in memory, S, or one element for the whole row, B.
type rowLoop struct {
	first  *binop // on the first and the second operand
	second *binop // on the result of that and the third, or nil
	form   string
}

// rowLoops lists them.
func rowLoops(s *isa) (hs []handler) {
	if !s.z {
		return nil
	}
	for _, k := range floats {
		add := func(op string, l rowLoop) {
			name := strings.ToLower("rows_" + l.first.op + "_")
			if l.second != nil {
				name += strings.ToLower(l.second.op + "_")
			}
			hs = append(hs, handler{name: name + short(k) + "_" + strings.ToLower(l.form), whole: true,
				keys: []key{{op: op, kind: k, form: "formRows" + l.form}}, body: l.emit})
		}
		for _, op := range []string{"Add", "Sub", "Mul", "Div"} {
			for _, form := range []string{"SS", "SB", "BS"} {
				if b := floatOp(op, k); form != "BS" || !b.commute {
					add("opcode(ops."+op+")", rowLoop{b, nil, form})
				}
			}
		}
		for _, ops := range [][2]string{{"Sub", "Div"}, {"Sub", "Mul"}, {"Mul", "Add"}} {
			for _, form := range []string{"SSS", "SSB", "SBS", "SBB"} {
				add("op"+ops[0]+ops[1], rowLoop{floatOp(ops[0], k), floatOp(ops[1], k), form})
			}
		}
	}
	return hs
}

func (l *rowLoop) kind() dtype.Kind { return l.first.kinds[0] }

// emit emits the loop. It begins with these registers:
//
//	BX           the rowLoop
//	SI R8 R14 DI where the row of each operand and of the result starts
//	R10 R11 R12  how far that of the first, the second and the result moves from row to row
//	CX           bytes of a row that are pairs of vectors
//	R9           bytes of a row
//	DX R13       rows and groups that are left
//	K1           the mask
//
// AX is how many bytes of the row are done.
func (l rowLoop) emit(g *gen) {
	size := int(l.kind().Size())
	g.mark("row")
	for i, base := range []string{"SI", "R8", "R14"}[:len(l.form)] {
		if l.form[i] == 'B' {
			g.broadcast(size, "("+base+")", l.one(g, i))
		}
	}
	g.p("PAIRS")
	l.step(g, 2)
	g.p("ONE")
	l.step(g, 1)
	g.p("PART")
	l.step(g, 0)
	g.p("NEXT_ROW")
}

// loopMacros are what all loops have in common: what stands before the pairs of vectors
// of a row, behind them and before a single vector, behind that and before what whole
// vectors leave over, and what goes on to the next row.
func (g *gen) loopMacros() {
	fmt.Fprintf(&g.b, `
#define PAIRS XORL AX, AX; TESTQ CX, CX; JZ one; pair:
#define ONE ADDQ $%d, AX; CMPQ AX, CX; JLT pair; one: TESTQ $%d, R9; JZ part
#define PART ADDQ $%[2]d, AX; part: TESTQ $%d, R9; JZ next
#define NEXT_ROW next: ADDQ R10, SI; ADDQ R11, R8; ADDQ %d(BX), R14; ADDQ R12, DI; DECQ DX; JNZ row; JMP ·%sGroup<>(SB)
`, 2*g.bytes, g.bytes, g.bytes-1, loopStepZ, g.name)
}

// one is the register of operand i, if that is one element.
func (l *rowLoop) one(g *gen, i int) string { return g.reg(6 + i) }

// step emits the work on n vectors, or for 0 on the elements that the mask has.
func (l *rowLoop) step(g *gen, n int) {
	size := int(l.kind().Size())
	at := func(base string, i int) string { return fmt.Sprintf("%d(%s)(AX*1)", i*g.bytes, base) }
	load := func(base string, i int, d string) {
		if n == 0 {
			g.op(masked(size)+".Z", at(base, i), "K1", d)
		} else {
			g.loadAll(at(base, i), d)
		}
	}
	for i := range max(1, n) {
		d := g.reg(i)
		// other is vector i of operand k, in memory if need be.
		other := func(k int, base string) string {
			switch {
			case l.form[k] == 'B':
				return l.one(g, k)
			case n > 0:
				return at(base, i)
			}
			r := g.reg(2*k + i)
			load(base, i, r)
			return r
		}
		// Operands stand as in the handlers, for the sake of NaNs.
		switch {
		case l.form[0] == 'B':
			load("R8", i, d)
			l.first.vector(g, l.one(g, 0), d, d)
		case l.form[1] == 'B' && l.first.commute:
			load("SI", i, d)
			l.first.vector(g, l.one(g, 1), d, d)
		default:
			load("SI", i, d)
			l.first.vector(g, d, other(1, "R8"), d)
		}
		if l.second != nil {
			l.second.vector(g, d, other(2, "R14"), d)
		}
	}
	for i := range max(1, n) {
		if n == 0 {
			g.op(masked(size), g.reg(i), "K1", at("DI", i))
		} else {
			g.storeAll(g.reg(i), at("DI", i))
		}
	}
}

// rowEntry emits the function that jumps to a loop, with its registers set, and what
// goes on to the next group.
func (g *gen) rowEntry() {
	g.text(g.name+"Rows", "$0-8", "func "+g.name+"Rows(rows *rowLoop)")
	g.p("MOVQ rows+0(FP), BX")
	for _, l := range []struct {
		at  int
		reg string
	}{{loopMask, "AX"}, {loopX, "SI"}, {loopY, "R8"}, {loopZ, "R14"}, {loopD, "DI"}, {loopStepX, "R10"}, {loopStepY, "R11"},
		{loopStepD, "R12"}, {loopBytes, "R9"}, {loopPairs, "CX"}, {loopRows, "DX"}, {loopGroups, "R13"}} {
		g.p("MOVQ %d(BX), %s", l.at, l.reg)
	}
	g.p("KMOVQ AX, K1")
	g.p("JMP %d(BX)", loopCode)

	g.text(g.name+"Group<>", "$0-0", "")
	g.p("DECQ R13")
	g.p("JZ done")
	for _, l := range []struct {
		at  int
		reg string
	}{{loopJumpX, "SI"}, {loopJumpY, "R8"}, {loopJumpZ, "R14"}, {loopJumpD, "DI"}} {
		g.p("ADDQ %d(BX), %s", l.at, l.reg)
	}
	g.p("MOVQ %d(BX), DX", loopRows)
	g.p("JMP %d(BX)", loopCode)
	g.mark("done")
	g.p("VZEROUPPER")
	g.p("RET")
}
