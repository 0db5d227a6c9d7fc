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
