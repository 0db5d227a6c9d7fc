package main

import (
	"fmt"
	"strings"

	"github.com/ndgo/nd/internal/dtype"
)

// Loops over rows of programs that are one operation on two operands, or a second one
// on its result and a third. In rows of some ten elements the jumps between handlers,
// and what moves from row to row, take longer than the work; a loop of its own has none
// of it, and masks what whole vectors leave over, in half a vector if that does: it takes
// less time to store. AVX-512 only: the masked stores of AVX2 take too long.

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
	loopBytes  = 96  // of a row, and loopMore
	loopRows   = 104 // rows of a group
	loopGroups = 112 // number of groups
	loopMask   = 120 // a bit for each element that whole vectors leave over
	loopPairs  = 128 // bytes of a row that are pairs of vectors
	loopCode   = 136 // address of the loop
)

// loopMore is set in the bytes of a row if whole vectors leave over more than half of one.
const loopMore = 1

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
//	R9           bytes of a row, and loopMore
//	DX R13       rows and groups that are left
//	K1           the mask
//
// AX is how many bytes of the row are done.
func (l rowLoop) emit(g *gen) {
	size := int(l.kind().Size())
	g.mark("row")
	for i, base := range []string{"SI", "R8", "R14"}[:len(l.form)] {
		if l.form[i] == 'B' {
			g.broadcast(size, "("+base+")", g.reg(l.one(i)))
		}
	}
	g.p("ROW")
	l.work(g, loopStep{1, g.bytes, false})
	g.p("REST")
	l.work(g, loopStep{1, g.bytes / 2, true})
	g.p("MORE")
	l.work(g, loopStep{1, g.bytes, true})
	g.p("PAIRS")
	l.work(g, loopStep{2, g.bytes, false})
	g.p("END")
}

// loopMacros are what stands between the steps of all loops. Short rows feel each jump
// that is taken, so pairs of vectors, and rests of more than half a vector, are out of
// their way.
func (g *gen) loopMacros() {
	fmt.Fprintf(&g.b, `
#define ROW XORL AX, AX; TESTQ CX, CX; JNZ pair; one: TESTQ $%d, R9; JZ rest
#define REST ADDQ $%[1]d, AX; rest: TESTQ $%d, R9; JZ next; TESTQ $%d, R9; JNZ more
#define NEXT_ROW ADDQ R10, SI; ADDQ R11, R8; ADDQ %d(BX), R14; ADDQ R12, DI; DECQ DX; JNZ row; JMP ·%sGroup<>(SB)
#define MORE next: NEXT_ROW; more:
#define PAIRS NEXT_ROW; pair:
#define END ADDQ $%d, AX; CMPQ AX, CX; JLT pair; JMP one
`, g.bytes, g.bytes-1, loopMore, loopStepZ, g.name, 2*g.bytes)
}

// A loopStep is work on n vectors of so many bytes, of which a mask selects elements
// if partial.
type loopStep struct {
	n, bytes int
	partial  bool
}

// work emits a step.
func (l *rowLoop) work(g *gen, s loopStep) {
	size := int(l.kind().Size())
	reg := func(i int) string { return g.part(i, s.bytes) }
	at := func(base string, i int) string { return fmt.Sprintf("%d(%s)(AX*1)", i*s.bytes, base) }
	load := func(base string, i int, d string) {
		if s.partial {
			g.op(masked(size)+".Z", at(base, i), "K1", d)
		} else {
			g.loadAll(at(base, i), d)
		}
	}
	for i := range s.n {
		d := reg(i)
		// other is vector i of operand k, in memory if need be.
		other := func(k int, base string) string {
			switch {
			case l.form[k] == 'B':
				return reg(l.one(k))
			case !s.partial:
				return at(base, i)
			}
			r := reg(2*k + i)
			load(base, i, r)
			return r
		}
		// Operands stand as in the handlers, for the sake of NaNs.
		switch {
		case l.form[0] == 'B':
			load("R8", i, d)
			l.first.vector(g, reg(l.one(0)), d, d)
		case l.form[1] == 'B' && l.first.commute:
			load("SI", i, d)
			l.first.vector(g, reg(l.one(1)), d, d)
		default:
			load("SI", i, d)
			l.first.vector(g, d, other(1, "R8"), d)
		}
		if l.second != nil {
			l.second.vector(g, d, other(2, "R14"), d)
		}
	}
	for i := range s.n {
		if s.partial {
			g.op(masked(size), reg(i), "K1", at("DI", i))
		} else {
			g.storeAll(reg(i), at("DI", i))
		}
	}
}

// one is the number of the register of operand i, if that is one element.
func (l *rowLoop) one(i int) int { return 6 + i }

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
