package main

import (
	"fmt"

	"github.com/ndgo/nd/internal/dtype"
)

// masks: loads and stores of bools, logic, and selection. AVX-512 has a bit an
// element, in words of 64; AVX2 a byte of ones or zeros.
func masks(s *isa) (hs []handler) {
	for _, w := range widths(1) {
		hs = append(hs, handler{name: fmt.Sprintf("maskload_%d", w),
			keys: []key{{op: "opMaskLoad", kind: dtype.Bool, form: "formS", w: w}},
			body: func(g *gen) {
				g.stream(insP, 1, "R8")
				g.address(insR, "R9")
				g.zero(g.tmp(1))
				for i := range g.of(w) {
					g.load("R8", i, 1, g.tmp(0))
					g.storeMask(g.tmp(0), "R9", i)
				}
				g.next()
			}})
		for _, end := range []bool{false, true} {
			name, op := "maskstore", "opMaskStore"
			if end {
				name, op = "maskstoreend", "opMaskStoreEnd"
			}
			hs = append(hs, handler{name: fmt.Sprintf("%s_%d", name, w),
				keys: []key{{op: op, kind: dtype.Bool, form: "formS", w: w}},
				body: func(g *gen) {
					g.stream(insP, 1, "R8")
					g.address(insR, "R9")
					g.fill(1, 1, g.tmp(1))
					for i := range g.of(w) {
						if g.z {
							g.p("KMOVQ %d(R9), K2", 8*i)
							g.op("VMOVDQU8.Z", g.tmp(1), "K2", g.tmp(0))
						} else {
							g.op("VPAND", g.mem("R9", i), g.tmp(1), g.tmp(0))
						}
						g.store(g.tmp(0), "R8", i, 1)
					}
					if end {
						g.end()
					} else {
						g.next()
					}
				}})
		}
		hs = append(hs, logic(w)...)
	}
	hs = append(hs, handler{name: "maskfill", keys: []key{{op: "opMaskFill", kind: dtype.Bool, form: "formB"}}, body: func(g *gen) {
		g.address(insP, "R8")
		g.address(insR, "R9")
		g.broadcast(1, "(R8)", g.tmp(0))
		g.zero(g.tmp(1))
		g.each(func(i int) { g.storeMask(g.tmp(0), "R9", i) })
		g.next()
	}})
	for _, size := range sizes {
		hs = append(hs, selects(s, size)...)
	}
	return hs
}

// storeMask writes the mask of the bytes of x that are not 0; temporary 1 is 0.
func (g *gen) storeMask(x, base string, i int) {
	if g.z {
		g.op("VPTESTMB", x, x, "K2")
		g.p("KMOVQ K2, %d(%s)", 8*i, base)
		return
	}
	g.op("VPCMPEQB", g.tmp(1), x, g.tmp(2))
	g.op("VPCMPEQB", g.tmp(1), g.tmp(2), g.tmp(2))
	g.storeAll(g.tmp(2), g.mem(base, i))
}

// logic on masks p and q, into r.
func logic(w int) (hs []handler) {
	for _, o := range []struct {
		op, name     string
		word         string // on words; empty for none
		notQ, notAll bool
	}{
		{op: "opMaskAnd", name: "and", word: "AND"},
		{op: "opMaskOr", name: "or", word: "OR"},
		{op: "opMaskXor", name: "xor", word: "XOR"},
		{op: "opMaskSame", name: "same", word: "XOR", notAll: true},
		{op: "opMaskAndNot", name: "andnot", word: "AND", notQ: true},
		{op: "opMaskOrNot", name: "ornot", word: "OR", notQ: true},
		{op: "opMaskNot", name: "not", notAll: true},
	} {
		hs = append(hs, handler{name: fmt.Sprintf("mask%s_%d", o.name, w),
			keys: []key{{op: o.op, kind: dtype.Bool, form: "formU", w: w}},
			body: func(g *gen) {
				g.address(insP, "R8")
				if o.word != "" {
					g.address(insQ, "R9")
				}
				g.address(insR, "R10")
				if !g.z {
					g.op("VPCMPEQD", g.tmp(1), g.tmp(1), g.tmp(1))
				}
				for i := range g.of(w) {
					if g.z {
						x, y := "R11", fmt.Sprintf("%d(R9)", 8*i)
						if o.notQ {
							g.p("MOVQ %s, %s", y, x)
							g.p("NOTQ %s", x)
							y = fmt.Sprintf("%d(R8)", 8*i)
						} else {
							g.p("MOVQ %d(R8), %s", 8*i, x)
						}
						if o.word != "" {
							g.p("%sQ %s, %s", o.word, y, x)
						}
						if o.notAll {
							g.p("NOTQ %s", x)
						}
						g.p("MOVQ %s, %d(R10)", x, 8*i)
						continue
					}
					x, y := g.tmp(0), g.mem("R9", i)
					if o.notQ {
						g.op("VPXOR", y, g.tmp(1), x)
						y = g.mem("R8", i)
					} else {
						g.loadAll(g.mem("R8", i), x)
					}
					if o.word != "" {
						g.op("VP"+o.word, y, x, x)
					}
					if o.notAll {
						g.op("VPXOR", g.tmp(1), x, x)
					}
					g.storeAll(x, g.mem("R10", i))
				}
				g.next()
			}})
	}
	return hs
}

// lanesOf loads the part of the mask in R9 that concerns vector i: into a
// register K, or for AVX2 into a vector of ones and zeros.
func (g *gen) lanesOf(size, i int) string {
	if g.z {
		k := fmt.Sprintf("K%d", 2+i%4)
		g.p("KMOV%s %d(R9), %s", map[int]string{8: "B", 4: "W", 2: "D", 1: "Q"}[size], i*8/size, k)
		return k
	}
	m := g.tmp(1 + i%4)
	if size == 1 {
		g.loadAll(g.mem("R9", i), m)
	} else {
		g.op("VPMOVSXB"+letter(size), fmt.Sprintf("%d(R9)", i*32/size), m)
	}
	return m
}

// selects: the accumulator where the mask does not hold, the other operand where
// it does, and the reverse; and a number where the mask holds, 0 elsewhere.
func selects(s *isa, size int) (hs []handler) {
	add := func(form string, w int, body func(g *gen)) {
		hs = append(hs, handler{name: fmt.Sprintf("select_%d_%s", 8*size, form),
			keys: []key{{op: "opSelect", kind: uintOf(size), form: "form" + form, w: w}},
			body: func(g *gen) {
				g.address(insR, "R9")
				body(g)
				g.next()
			}})
	}
	for _, reverse := range []bool{false, true} {
		prefix := ""
		if reverse {
			prefix = "R"
		}
		choose := func(g *gen, i int, y string) {
			m := g.lanesOf(size, i)
			if reverse {
				g.blend(size, m, g.acc(i), y, g.acc(i))
			} else {
				g.blend(size, m, y, g.acc(i), g.acc(i))
			}
		}
		for k := 1; k < s.tiles && size >= 4; k++ {
			add(fmt.Sprintf("%sT%d", prefix, k), 0, func(g *gen) { g.each(func(i int) { choose(g, i, g.tile(k, i)) }) })
		}
		add(prefix+"S", vectors, func(g *gen) {
			g.operand(insP, size, "R8")
			g.each(func(i int) {
				if !reverse && !g.tail {
					m := g.lanesOf(size, i)
					if g.z {
						g.op(masked(size), g.mem("R8", i), m, g.acc(i))
					} else {
						g.blend(size, m, g.mem("R8", i), g.acc(i), g.acc(i))
					}
					return
				}
				g.load("R8", i, size, g.tmp(0))
				choose(g, i, g.tmp(0))
			})
		})
		add(prefix+"B", 0, func(g *gen) {
			g.address(insP, "R8")
			g.broadcast(size, "(R8)", g.tmp(0))
			g.each(func(i int) { choose(g, i, g.tmp(0)) })
		})
	}
	hs = append(hs, handler{name: fmt.Sprintf("frommask_%d", 8*size),
		keys: []key{{op: "opFromMask", kind: uintOf(size), form: "formB"}},
		body: func(g *gen) {
			g.address(insR, "R9")
			g.address(insP, "R8")
			g.broadcast(size, "(R8)", g.tmp(0))
			g.each(func(i int) {
				m := g.lanesOf(size, i)
				if g.z {
					g.op(masked(size)+".Z", g.tmp(0), m, g.acc(i))
				} else {
					g.op("VPAND", g.tmp(0), m, g.acc(i))
				}
			})
			g.next()
		}})
	return hs
}
