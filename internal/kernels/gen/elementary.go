package main

import (
	"fmt"
	"strings"

	"github.com/ndgo/nd/internal/dtype"
)

// An elementary function. Its handlers work a few vectors at a time with all
// registers, so no register tile but the accumulator survives them. In general
// they copy the accumulator to scratch memory first.
type elementary struct {
	op       string
	args     int
	wide     [2]int // vectors at a time, with AVX-512 and with AVX2
	f64, f32 func(f *formula, x, y value) value
	single   bool // f32 has float32 lanes
}

// A version is an elementary function of one kind.
type version struct {
	*elementary
	size   int  // of an element
	single bool // the formula has float32 lanes
	write  func(f *formula, x, y value) value
}

// lane is the size of a lane.
func (e *version) lane() int {
	if e.single {
		return 4
	}
	return 8
}

func (e *elementary) handlers(s *isa) (hs []handler) {
	for _, k := range floats {
		size := int(k.Size())
		v := version{e, size, size == 4 && e.single, e.f64}
		if size == 4 {
			v.write = e.f32
		}
		name := strings.ToLower(e.op) + "_" + short(k)
		if e.args == 1 {
			hs = append(hs, handler{name: name, alone: true, keys: []key{{op: "opcode(ops." + e.op + ")", kind: k, form: "formU"}},
				body: func(g *gen) {
					if g.z && size == v.lane() && !g.tail {
						v.inPlace(g)
						return
					}
					g.each(func(i int) { g.storeAll(g.acc(i), g.argument(0, i)) })
					v.core(g)
				}})
			continue
		}
		hs = append(hs, v.binaryHandlers(name, k)...)
	}
	return hs
}

// argument is vector i of an argument in scratch memory.
func (g *gen) argument(arg, i int) string {
	return fmt.Sprintf("%d(R13)", scratchArgs+arg*scratchTile+i*g.bytes)
}

// binaryHandlers copy their second operand as well, and share the rest, to which
// they jump. The first of them emits it.
func (e *version) binaryHandlers(name string, k dtype.Kind) (hs []handler) {
	size := e.size
	core := handler{name: name + "_core"}
	for _, form := range []string{"S", "B", "RS", "RB"} {
		acc, other := 0, 1
		if form[0] == 'R' {
			acc, other = 1, 0
		}
		w := 0
		if strings.HasSuffix(form, "S") {
			w = vectors
		}
		hs = append(hs, handler{name: name + "_" + strings.ToLower(form), alone: true,
			keys: []key{{op: "opcode(ops." + e.op + ")", kind: k, form: "form" + form, w: w}},
			body: func(g *gen) {
				g.each(func(i int) { g.storeAll(g.acc(i), g.argument(acc, i)) })
				if w > 0 {
					g.operand(insP, size, "R8")
					g.each(func(i int) {
						g.load("R8", i, size, g.acc(i))
						g.storeAll(g.acc(i), g.argument(other, i))
					})
				} else {
					g.address(insP, "R9")
					g.broadcast(size, "(R9)", g.acc(0))
					g.each(func(i int) { g.storeAll(g.acc(0), g.argument(other, i)) })
				}
				g.p("JMP ·%s(SB)", g.symbol(core))
				if form == "S" {
					g.text(g.symbol(core), "$0-0", "")
					e.core(g)
				}
			}})
	}
	return hs
}

// formula writes the function down.
func (e *version) formula(s *isa, wide bool) *formula {
	f := &formula{isa: s, wide: wide, single: e.single, known: map[string]value{}}
	x := f.add(doArg, "", 0)
	y := nothing
	if e.args == 2 {
		y = f.add(doArg, "", 1)
	}
	f.effect(doResult, 0, e.write(f, x, y))
	return f
}

func (f *formula) has(do doing) bool {
	for _, o := range f.ops {
		if o.do == do {
			return true
		}
	}
	return false
}

// core works on the arguments in scratch memory. R9 is the offset of the step
// and R10 that of the tile's end.
func (e *version) core(g *gen) {
	n := e.wide[0]
	if !g.z {
		n = e.wide[1]
	}
	step := g.bytes * e.size / e.lane()
	narrow := func() { g.place(e.formula(g.isa, false), 1, e.size, "").emit() }
	special := e.formula(g.isa, false).has(doSpecial)
	if special {
		g.p("XORL R12, R12")
	}
	g.p("XORL R9, R9")
	g.p("LEAQ (BX*%d), R10", e.size)
	loop, general, next, leave, reload := g.newLabel(), g.newLabel(), g.newLabel(), g.newLabel(), g.newLabel()
	wide := e.formula(g.isa, true)
	g.mark(loop)
	if g.tail {
		narrow()
		g.p("ADDQ $%d, R9", step)
	} else {
		g.place(wide, n, e.size, general).emit()
		g.p("ADDQ $%d, R9", n*step)
		g.mark(next)
	}
	g.p("CMPQ R9, R10")
	g.p("JLT %s", loop)
	if special {
		g.p("TESTL R12, R12")
		g.p("JNE %s", leave)
		g.mark(reload)
	}
	g.each(func(i int) { g.loadAll(g.resulting(i), g.acc(i)) })
	g.next()
	if !g.tail && (wide.has(doCheck) || wide.has(doBelow)) {
		g.mark(general)
		narrow()
		g.p("ADDQ $%d, R9", step)
		g.p("TESTQ $%d, R9", n*step-1)
		g.p("JNE %s", general)
		g.p("JMP %s", next)
	}
	if special {
		g.mark(leave)
		if g.tail { // lanes beyond the end do not count
			stay := g.newLabel()
			g.p("MOVQ %d(R13), R8", scratchLanesLeft)
			g.p("BZHIQ R14, R8, R8")
			g.p("TESTQ R8, R8")
			g.p("JEQ %s", stay)
			g.p("MOVQ R14, BX")
			g.leaveFor(2)
			g.mark(stay)
			g.p("MOVQ R8, %d(R13)", scratchLanesLeft)
			g.p("MOVQ R8, %d(R13)", scratchLanesLeft+8)
			g.p("JMP %s", reload)
			return
		}
		g.leaveFor(1)
	}
}

// leaveFor leaves the handler: 1 in a whole tile, 2 in the tail.
func (g *gen) leaveFor(why int) {
	g.p("MOVQ $%d, R8", why)
	g.p("JMP ·%sLeave<>(SB)", g.name)
}

// inPlace works on the accumulator without scratch memory, as far as lanes are
// ordinary. With AVX-512 there are enough registers, and stores of whole vectors
// are what some machines do worst. One half of the accumulator is worked on at a
// time: the halves change places before and after the other one's turn, which
// costs next to nothing since no data moves. R9 is the offset of the half.
func (e *version) inPlace(g *gen) {
	n := e.wide[0]
	special := e.formula(g.isa, false).has(doSpecial)
	if special {
		g.p("XORL R12, R12")
	}
	g.p("XORL R9, R9")
	loop, general, next, done, leave := g.newLabel(), g.newLabel(), g.newLabel(), g.newLabel(), g.newLabel()
	g.mark(loop)
	p := g.place(e.formula(g.isa, true), n, e.size, general)
	p.reserve(n, vectors)
	for w := range n {
		p.arg = append(p.arg, g.acc(w))
	}
	p.emit()
	g.mark(next)
	if e.size == 4 { // beside float64 there is one half
		g.p("CMPQ BX, $%d", n*g.bytes/e.size)
		g.p("JEQ %s", done)
	}
	for w := range n {
		g.move(g.acc(w), g.reg(vectors))
		g.move(g.acc(n+w), g.acc(w))
		g.move(g.reg(vectors), g.acc(n+w))
	}
	g.p("XORQ $%d, R9", n*g.bytes)
	g.p("JNE %s", loop)
	if e.size == 4 {
		g.mark(done)
	}
	if special {
		g.p("TESTL R12, R12")
		g.p("JNE %s", leave)
	}
	g.next()
	if p.checked != nil {
		g.mark(general)
		at := func(area, w int) string { return fmt.Sprintf("%d(R13)(R9*1)", area+w*g.bytes) }
		for w, r := range p.checked {
			g.storeAll(r, at(scratchArgs, w))
		}
		again := g.newLabel()
		g.mark(again)
		narrow := g.place(e.formula(g.isa, false), 1, e.size, "")
		narrow.reserve(0, vectors)
		narrow.emit()
		g.p("ADDQ $%d, R9", g.bytes)
		g.p("TESTQ $%d, R9", n*g.bytes-1)
		g.p("JNE %s", again)
		g.p("SUBQ $%d, R9", n*g.bytes)
		for w := range n {
			g.loadAll(at(scratchResult, w), g.acc(w))
		}
		g.p("JMP %s", next)
	}
	if special {
		g.mark(leave)
		g.each(func(i int) { g.storeAll(g.acc(i), g.resulting(i)) })
		g.leaveFor(1)
	}
}

// resulting is vector i of the result in scratch memory.
func (g *gen) resulting(i int) string { return fmt.Sprintf("%d(R13)", scratchResult+i*g.bytes) }

// leave emits the functions by which a handler leaves lanes of its result to Go,
// and by which the program goes on with the instruction after it. In between, the
// registers that matter are in scratch memory, and there is no address among
// them.
func (g *gen) leave() {
	at := func(i int) string { return fmt.Sprintf("%d(R13)", scratchLeft+8*i) }
	g.text(g.name+"Leave<>", "$0-0", "")
	g.p("MOVQ DI, %d(R13)", scratchCode)
	g.p("SUBQ DI, SI")
	for i, r := range []string{"R8", "SI", "AX", "CX", "DX", "BX"} {
		g.p("MOVQ %s, %s", r, at(i))
	}
	g.p("VZEROUPPER")
	g.p("RET")

	name := g.name + "Resume"
	g.text(name, "$0-8", "func "+name+"(scratch unsafe.Pointer)")
	g.p("MOVQ scratch+0(FP), R13")
	g.p("MOVQ %d(R13), DI", scratchCode)
	for i, r := range []string{"R8", "SI", "AX", "CX", "DX", "R14"} {
		g.p("MOVQ %s, %s", at(i), r)
	}
	g.p("MOVQ $0, %s", at(0))
	g.p("LEAQ %d(DI)(SI*1), SI", insSize)
	g.p("CMPQ R8, $1")
	g.p("JNE tail")
	g.p("MOVQ R14, BX")
	g.tail = false
	g.each(func(i int) { g.loadAll(g.resulting(i), g.acc(i)) })
	g.jump("SI")
	g.mark("tail")
	g.tail = true
	g.p("MOVQ %d(R13), BX", scratchLanes)
	if g.z {
		g.p("MOVQ $-1, R8")
		g.p("BZHIQ R14, R8, R8")
		g.p("KMOVQ R8, K1")
	}
	g.loadAll(g.resulting(0), g.acc(0))
	g.jump("SI")
	g.tail = false
}

// elementaries: the elementary functions.
func elementaries(s *isa) (hs []handler) {
	for i := range functions {
		hs = append(hs, functions[i].handlers(s)...)
	}
	return hs
}
