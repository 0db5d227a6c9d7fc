package main

import (
	"strings"

	"github.com/ndgo/nd/internal/dtype"
)

// A binop is an operation of two operands on elements of like kinds.
type binop struct {
	op      string // its name in package ops
	kinds   []dtype.Kind
	commute bool
	memory  bool                         // y may be a memory operand
	tiles   int                          // how many register tiles may be an operand
	reverse bool                         // emit the reversed forms, if it does not commute
	full    bool                         // emit the forms that begin an expression
	setup   func(g *gen)                 // fills temporaries from 1 on
	vector  func(g *gen, x, y, d string) // d = x op y; d may be x or y; temporary 0 may be y
}

// handlers are the forms of b:
//
//	T1 T2 S B      accumulator op (tile 1, tile 2, memory, one element)
//	RT1 RT2 RS RB  the same with the operands exchanged
//	SS SB BS       memory op memory, memory op one element, one element op memory
//
// The forms S and B are always there; package tile does without the others where
// they are not, as they are for operations that are not common.
func (b *binop) handlers(s *isa) (hs []handler) {
	add := func(form string, w int, body func(g *gen)) {
		h := handler{name: strings.ToLower(b.op + "_" + short(b.kinds[0]) + "_" + form)}
		for _, k := range b.kinds {
			h.keys = append(h.keys, key{op: "opcode(ops." + b.op + ")", kind: k, form: "form" + form, w: w})
		}
		h.body = func(g *gen) {
			if b.setup != nil {
				b.setup(g)
			}
			body(g)
			g.next()
		}
		hs = append(hs, h)
	}
	size := int(b.kinds[0].Size())
	reverse := b.reverse && !b.commute
	for k := 1; k <= b.tiles && k < s.tiles; k++ {
		t := string(rune('0' + k))
		add("T"+t, 0, func(g *gen) {
			g.each(func(i int) { b.vector(g, g.acc(i), g.tile(k, i), g.acc(i)) })
		})
		if reverse {
			add("RT"+t, 0, func(g *gen) {
				g.each(func(i int) { b.vector(g, g.tile(k, i), g.acc(i), g.acc(i)) })
			})
		}
	}
	add("S", vectors, func(g *gen) {
		g.operand(insP, size, "R8")
		g.each(func(i int) { b.withMemory(g, g.acc(i), "R8", i, size, g.acc(i)) })
	})
	if reverse {
		add("RS", vectors, func(g *gen) {
			g.operand(insP, size, "R8")
			g.each(func(i int) {
				g.load("R8", i, size, g.tmp(0))
				b.vector(g, g.tmp(0), g.acc(i), g.acc(i))
			})
		})
	}
	one := func(g *gen, field int) {
		g.address(field, "R9")
		g.broadcast(size, "(R9)", g.tmp(0))
	}
	add("B", 0, func(g *gen) {
		one(g, insP)
		g.each(func(i int) { b.vector(g, g.acc(i), g.tmp(0), g.acc(i)) })
	})
	if reverse {
		add("RB", 0, func(g *gen) {
			one(g, insP)
			g.each(func(i int) { b.vector(g, g.tmp(0), g.acc(i), g.acc(i)) })
		})
	}
	if !b.full {
		return hs
	}
	add("SS", vectors, func(g *gen) {
		g.operand(insP, size, "R8")
		g.operand(insQ, size, "R9")
		g.each(func(i int) {
			g.load("R8", i, size, g.acc(i))
			b.withMemory(g, g.acc(i), "R9", i, size, g.acc(i))
		})
	})
	add("SB", vectors, func(g *gen) {
		g.operand(insP, size, "R8")
		one(g, insQ)
		g.each(func(i int) {
			if b.commute {
				b.withMemory(g, g.tmp(0), "R8", i, size, g.acc(i))
				return
			}
			g.load("R8", i, size, g.acc(i))
			b.vector(g, g.acc(i), g.tmp(0), g.acc(i))
		})
	})
	if !b.commute {
		add("BS", vectors, func(g *gen) {
			one(g, insP)
			g.operand(insQ, size, "R8")
			g.each(func(i int) { b.withMemory(g, g.tmp(0), "R8", i, size, g.acc(i)) })
		})
	}
	return hs
}

// withMemory emits d = x op vector i at the address in base. Unless x is
// temporary 0, that is where the vector may be loaded.
func (b *binop) withMemory(g *gen, x, base string, i, size int, d string) {
	switch {
	case b.memory && !g.tail:
		b.vector(g, x, g.mem(base, i), d)
	case x == g.tmp(0):
		g.load(base, i, size, d)
		b.vector(g, x, d, d)
	default:
		g.load(base, i, size, g.tmp(0))
		b.vector(g, x, g.tmp(0), d)
	}
}

// simple is the emitter of an operation that one instruction does.
func simple(name string) func(g *gen, x, y, d string) {
	return func(g *gen, x, y, d string) { g.op(name, y, x, d) }
}

// A unop is an operation on the accumulator.
type unop struct {
	op     string
	kinds  []dtype.Kind
	high   bool
	setup  func(g *gen)
	vector func(g *gen, x string) // x = op x
}

func (u *unop) handlers(*isa) []handler {
	h := handler{name: strings.ToLower(u.op + "_" + short(u.kinds[0])), high: u.high}
	for _, k := range u.kinds {
		h.keys = append(h.keys, key{op: "opcode(ops." + u.op + ")", kind: k, form: "formU"})
	}
	h.body = func(g *gen) {
		if u.setup != nil {
			u.setup(g)
		}
		g.each(func(i int) { u.vector(g, g.acc(i)) })
		g.next()
	}
	return []handler{h}
}
