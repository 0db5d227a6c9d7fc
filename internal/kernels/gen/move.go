package main

import "fmt"

// moves of whole tiles between registers, scratch memory and operands.
func moves(s *isa) (hs []handler) {
	for k := 1; k < s.tiles; k++ {
		hs = append(hs,
			between(fmt.Sprintf("save%d", k), fmt.Sprintf("opSave+%d", k), func(g *gen, i int) { g.move(g.acc(i), g.tile(k, i)) }),
			between(fmt.Sprintf("take%d", k), fmt.Sprintf("opTake+%d", k), func(g *gen, i int) { g.move(g.tile(k, i), g.acc(i)) }),
			between(fmt.Sprintf("swap%d", k), fmt.Sprintf("opSwap+%d", k), func(g *gen, i int) {
				t := g.tmp(i)
				g.move(g.acc(i), t)
				g.move(g.tile(k, i), g.acc(i))
				g.move(t, g.tile(k, i))
			}))
	}
	for k := range s.tiles {
		// Scratch tiles are moved whole, so that the tail needs no masks.
		hs = append(hs,
			handler{name: fmt.Sprintf("spill%d", k), keys: []key{{op: fmt.Sprintf("opSpill+%d", k), form: "formU"}}, body: func(g *gen) {
				g.address(insP, "R8")
				g.each(func(i int) { g.storeAll(g.tile(k, i), g.mem("R8", i)) })
				g.next()
			}},
			handler{name: fmt.Sprintf("fill%d", k), keys: []key{{op: fmt.Sprintf("opFill+%d", k), form: "formU"}}, body: func(g *gen) {
				g.address(insP, "R8")
				g.each(func(i int) { g.loadAll(g.mem("R8", i), g.tile(k, i)) })
				g.next()
			}})
		for _, size := range sizes {
			hs = append(hs, loads(k, size)...)
		}
	}
	return append(hs, stores(s)...)
}

func between(name, op string, f func(g *gen, i int)) handler {
	return handler{name: name, keys: []key{{op: op, form: "formU"}}, body: func(g *gen) {
		g.each(func(i int) { f(g, i) })
		g.next()
	}}
}

// widths lists the vectors that a tile of elements of a size may have: eight if
// it is the widest kind of the program.
func widths(size int) (ws []int) {
	for w := vectors; w*8 >= size*vectors; w /= 2 {
		ws = append(ws, w)
	}
	return ws
}

// loads into tile k, of elements beside each other and of one element.
func loads(k, size int) (hs []handler) {
	op := fmt.Sprintf("opLoad+%d", k)
	for _, w := range widths(size) {
		hs = append(hs, handler{name: fmt.Sprintf("load%d_%d_s%d", k, 8*size, w),
			keys: []key{{op: op, kind: uintOf(size), form: "formS", w: w}},
			body: func(g *gen) {
				g.stream(insP, size, "R8")
				for i := range g.of(w) {
					g.load("R8", i, size, g.tile(k, i))
				}
				g.next()
			}})
	}
	return append(hs, handler{name: fmt.Sprintf("load%d_%d_b", k, 8*size),
		keys: []key{{op: op, kind: uintOf(size), form: "formB"}},
		body: func(g *gen) {
			g.address(insP, "R8")
			g.broadcast(size, "(R8)", g.tile(k, 0))
			for i := 1; i < g.n(); i++ {
				g.move(g.tile(k, 0), g.tile(k, i))
			}
			g.next()
		}})
}

// stores of the accumulator. The ones named end start the program over for the
// next tile, and so does the one that bypasses the cache.
func stores(s *isa) (hs []handler) {
	for _, size := range sizes {
		for _, w := range widths(size) {
			for _, o := range []struct {
				name, op    string
				stream, end bool
			}{{"store", "opStore", false, false}, {"storeend", "opStoreEnd", false, true},
				{"streamend", "opStreamEnd", true, true}} {
				hs = append(hs, handler{name: fmt.Sprintf("%s_%d_%d", o.name, 8*size, w),
					keys: []key{{op: o.op, kind: uintOf(size), form: "formS", w: w}},
					body: func(g *gen) {
						g.stream(insP, size, "R8")
						for i := range g.of(w) {
							if o.stream && !g.tail {
								g.op("VMOVNTDQ", g.acc(i), g.mem("R8", i))
							} else {
								g.store(g.acc(i), "R8", i, size)
							}
						}
						if o.end {
							g.end()
						} else {
							g.next()
						}
					}})
			}
		}
	}
	return append(hs, handler{name: "end", keys: []key{{op: "opEnd", form: "formU"}}, body: func(g *gen) { g.end() }})
}

// end moves on to the next tile.
func (g *gen) end() {
	g.p("ADDQ BX, AX")
	if !g.tail {
		l := g.newLabel()
		g.p("CMPQ AX, CX")
		g.p("JGE %s", l)
		g.p("MOVQ DI, SI")
		g.jump("DI")
		g.mark(l)
	}
	g.p("JMP ·%sTail<>(SB)", g.name)
}

// entry emits the function that starts a program, and the code that runs the
// elements left over by whole tiles, one vector at a time.
func (g *gen) entry() {
	name := g.name
	g.text(name+"Run", "$0-32", "func "+name+"Run(code *ins, scratch unsafe.Pointer, from, to int)")
	g.p("MOVQ code+0(FP), DI")
	g.p("MOVQ scratch+8(FP), R13")
	g.p("MOVQ from+16(FP), AX")
	g.p("MOVQ to+24(FP), DX")
	g.p("MOVQ %d(R13), BX", scratchStep)
	g.p("MOVQ DX, CX")
	g.p("SUBQ AX, CX")
	g.p("MOVQ BX, R8")
	g.p("NEGQ R8")
	g.p("ANDQ R8, CX") // a tile's elements are a power of two
	g.p("ADDQ AX, CX")
	g.p("MOVQ DI, SI")
	g.p("CMPQ AX, CX")
	g.p("JGE rest")
	g.p("JMP (DI)")
	g.mark("rest")
	g.p("JMP ·%sTail<>(SB)", name)

	g.text(name+"Tail<>", "$0-0", "")
	g.p("MOVQ DX, R14")
	g.p("SUBQ AX, R14")
	g.p("JLE done")
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
	g.mark("done")
	g.p("VZEROUPPER")
	g.p("RET")

	g.text(name+"Fence", "$0-0", "func "+name+"Fence()")
	g.p("SFENCE")
	g.p("RET")
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
