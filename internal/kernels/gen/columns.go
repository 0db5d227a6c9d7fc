package main

import "fmt"

// Sums of columns go over the rows of some columns at a time: of several
// vectors, then of one, and last of the elements that are left, under a mask.
type group struct {
	n    int // vectors
	part bool
}

// columnGroups emits f for each group, as long as there are columns for it. BX
// holds the number of columns left, and regs the addresses that move. AVX-512
// uses the mask for single vectors, too.
func (g *gen) columnGroups(n int, regs []string, f func(c group)) {
	lanes := g.bytes / 8
	groups := []group{{1, true}}
	if !g.z {
		groups = []group{{1, false}, {1, true}}
	}
	if n > 1 {
		groups = append([]group{{n, false}}, groups...)
	}
	end := g.newLabel()
	for _, c := range groups {
		again, next := g.newLabel(), g.newLabel()
		g.mark(again)
		switch {
		case !c.part:
			g.p("CMPQ BX, $%d", c.n*lanes)
			g.p("JLT %s", next)
		case g.z:
			whole := g.newLabel()
			g.p("TESTQ BX, BX")
			g.p("JLE %s", end)
			g.p("MOVL $%d, AX", 1<<lanes-1)
			g.p("KMOVW AX, K1")
			g.p("CMPQ BX, $%d", lanes)
			g.p("JGE %s", whole)
			g.setRest(1)
			g.mark(whole)
			g.useRest(0)
		default:
			g.p("TESTQ BX, BX")
			g.p("JZ %s", end)
			g.setRest(1)
			g.useRest(0)
		}
		f(c)
		if c.part && !g.z {
			break
		}
		for _, r := range regs {
			g.p("ADDQ $%d, %s", c.n*g.bytes, r)
		}
		g.p("SUBQ $%d, BX", c.n*lanes)
		g.p("JMP %s", again)
		g.mark(next)
	}
	g.mark(end)
}

// each emits f for each vector of a group.
func (c group) each(f func(i int)) {
	for i := range c.n {
		f(i)
	}
}

// load and store move a vector of a group.
func (c group) load(g *gen, src, d string) { g.loadVector(src, c.part, d) }

func (c group) store(g *gen, src, dst string) {
	if c.part {
		g.storePart(src, dst)
	} else {
		g.op("VMOVUPD", src, dst)
	}
}

// add adds a vector, that of part of a group perhaps from memory.
func (c group) add(g *gen, v, acc string) {
	if c.part && g.z {
		g.op("VADDPD", v, acc, g.mask, acc)
	} else {
		g.op("VADDPD", v, acc, acc)
	}
}

// addRow adds the row at R11 to accumulators from acc on. The values take the
// registers from value on, the means of the columns are in those from mean on.
func (v *summand) addRow(g *gen, c group, acc, value, mean int) {
	from := make([]string, c.n)
	c.each(func(i int) { from[i] = v.value(g, "R11", i, g.reg(mean+i), c.part, g.reg(value+i)) })
	c.each(func(i int) { c.add(g, from[i], g.reg(acc+i)) })
}

// addColumns emits AddColumns of package reduce.
func (v *summand) addColumns(g *gen) {
	const acc, value, mean = 0, 4, 8
	g.arg("acc", "DI")
	g.arg("x", "SI")
	g.arg("y", "R10")
	g.arg("cols", "BX")
	g.arg("rows", "DX")
	g.arg("stride", "R8")
	g.arg("from", "R9")
	regs := []string{"DI", "SI"}
	if v.mean {
		regs = append(regs, "R10")
	}
	g.columnGroups(4, regs, func(c group) {
		first, loop, store := g.newLabel(), g.newLabel(), g.newLabel()
		if v.mean {
			c.each(func(i int) { c.load(g, g.mem("R10", i), g.reg(mean+i)) })
		}
		g.p("MOVQ SI, R11")
		g.p("MOVQ DX, CX")
		g.p("TESTQ R9, R9")
		g.p("JZ %s", first)
		c.each(func(i int) { c.load(g, g.mem("DI", i), g.reg(acc+i)) })
		g.p("JMP %s", loop)
		g.mark(first)
		c.each(func(i int) {
			if d := g.reg(acc + i); v.value(g, "R11", i, g.reg(mean+i), c.part, d) != d {
				c.load(g, g.mem("R11", i), d)
			}
		})
		g.p("ADDQ R8, R11")
		g.p("DECQ CX")
		g.p("JZ %s", store)
		g.mark(loop)
		v.addRow(g, c, acc, value, mean)
		g.p("ADDQ R8, R11")
		g.p("DECQ CX")
		g.p("JNZ %s", loop)
		g.mark(store)
		c.each(func(i int) { c.store(g, g.reg(acc+i), g.mem("DI", i)) })
	})
}

// sumLanes emits the sums of four lanes of some columns: each goes over its
// rows, which are stride bytes apart, and they are folded in the order in which
// they are given.
func (v *summand) sumLanes(g *gen) {
	n := 4 // vectors of columns
	if !g.z {
		n = 2
	}
	mean, value := 4*n, 5*n
	zero := g.reg(sumsZero)
	if g.z {
		zero = g.reg(31)
	}
	g.arg("acc", "DI")
	g.arg("x", "SI")
	g.arg("y", "R10")
	g.arg("lane", "R9")
	g.arg("cols", "BX")
	g.arg("stride", "R8")
	g.arg("join", "DX")
	g.negZero(zero)
	regs := []string{"DI", "SI"}
	if v.mean {
		regs = append(regs, "R10")
	}
	g.columnGroups(n, regs, func(c group) {
		if v.mean {
			c.each(func(i int) { c.load(g, g.mem("R10", i), g.reg(mean+i)) })
		}
		for l := range 4 {
			loop, done := g.newLabel(), g.newLabel()
			c.each(func(i int) { g.move(zero, g.reg(l*n+i)) })
			g.p("MOVQ %d(R9), CX", 16*l+8)
			g.p("TESTQ CX, CX")
			g.p("JZ %s", done)
			g.p("MOVQ %d(R9), R11", 16*l)
			g.p("ADDQ SI, R11")
			g.mark(loop)
			v.addRow(g, c, l*n, value, mean)
			g.p("ADDQ R8, R11")
			g.p("DECQ CX")
			g.p("JNZ %s", loop)
			g.mark(done)
		}
		fold := func(a, b int) {
			c.each(func(i int) { g.op("VADDPD", g.reg(b*n+i), g.reg(a*n+i), g.reg(a*n+i)) })
		}
		fold(0, 1)
		fold(2, 3)
		fold(0, 2)
		store := g.newLabel()
		g.p("TESTQ DX, DX")
		g.p("JZ %s", store)
		c.each(func(i int) {
			c.add(g, plain.value(g, "DI", i, "", c.part, g.reg(value)), g.reg(i))
		})
		g.mark(store)
		c.each(func(i int) { c.store(g, g.reg(i), g.mem("DI", i)) })
	})
}

// sumColumns emits the sums of leaves, all lanes of a vector of columns in
// registers at once; or where these are too few, in turns.
func sumColumns(g *gen) {
	g.arg("out", "DI")
	g.arg("x", "SI")
	g.arg("cols", "BX")
	g.arg("rows", "DX")
	g.arg("stride", "R8")
	g.columnGroups(1, []string{"DI", "SI"}, func(c group) {
		lanes := min(g.regs, lanesOfLeaf) // in a turn
		if c.part && !g.z {
			lanes = 8 // one register is the mask, another one for what it lets through
		}
		turns := lanesOfLeaf / lanes
		// Those of the node (t, s) are t, t+s, t+2s, ...: as the lanes of a leaf
		// are folded.
		var node func(t, s, depth int)
		node = func(t, s, depth int) {
			if s == turns {
				laneTurn(g, c, t*lanes, lanes)
				return
			}
			node(t+s, 2*s, depth+1)
			for l := range lanes {
				g.op("VMOVUPD", g.reg(l), stackSlot(g, depth*lanes+l))
			}
			node(t, 2*s, depth+1)
			for l := range lanes {
				g.op("VADDPD", stackSlot(g, depth*lanes+l), g.reg(l), g.reg(l))
			}
		}
		node(0, 1, 0)
		for half := lanes / 2; half >= 1; half /= 2 {
			for l := range half {
				g.op("VADDPD", g.reg(l+half), g.reg(l), g.reg(l))
			}
		}
		c.store(g, g.reg(0), "(DI)")
	})
}

func stackSlot(g *gen, i int) string { return fmt.Sprintf("%d(SP)", i*g.bytes) }

// laneTurn adds up some lanes, from one on.
func laneTurn(g *gen, c group, from, lanes int) {
	loop, rest, done := g.newLabel(), g.newLabel(), g.newLabel()
	g.negZero(g.reg(0))
	for l := 1; l < lanes; l++ {
		g.move(g.reg(0), g.reg(l))
	}
	g.p("MOVQ SI, R11")
	g.p("MOVQ DX, CX")
	if from > 0 {
		g.p("SUBQ $%d, CX", from)
		g.p("JLE %s", done)
		g.p("IMUL3Q $%d, R8, AX", from)
		g.p("ADDQ AX, R11")
	}
	if lanes < lanesOfLeaf {
		g.p("IMUL3Q $%d, R8, R9", lanesOfLeaf-lanes)
	}
	add := func(l int) {
		c.add(g, plain.value(g, "R11", 0, "", c.part, g.reg(sumsValue)), g.reg(l))
		g.p("ADDQ R8, R11")
	}
	g.mark(loop)
	g.p("CMPQ CX, $%d", lanes)
	g.p("JLT %s", rest)
	for l := range lanes {
		add(l)
	}
	if lanes < lanesOfLeaf {
		g.p("ADDQ R9, R11")
	}
	g.p("SUBQ $%d, CX", lanesOfLeaf)
	g.p("JG %s", loop)
	g.p("JMP %s", done)
	g.mark(rest)
	g.p("TESTQ CX, CX")
	for l := range lanes - 1 {
		g.p("JZ %s", done)
		add(l)
		g.p("DECQ CX")
	}
	g.mark(done)
}
