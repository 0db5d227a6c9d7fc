package main

import (
	"strings"

	"github.com/ndgo/nd/internal/dtype"
)

// arithmetic: sums, differences, products, quotients and squares.
func arithmetic(s *isa) (hs []handler) {
	for _, k := range floats {
		size := int(k.Size())
		ks := []dtype.Kind{k}
		for _, op := range []string{"Add", "Sub", "Mul", "Div"} {
			hs = append(hs, floatOp(op, k).handlers(s)...)
		}
		hs = append(hs, (&unop{op: "Square", kinds: ks, vector: func(g *gen, x string) { g.op("VMUL"+fp(size), x, x, x) }}).handlers(s)...)
		hs = append(hs, (&unop{op: "Reciprocal", kinds: ks,
			setup:  func(g *gen) { g.fillFloat(1, size, g.tmp(0)) },
			vector: func(g *gen, x string) { g.op("VDIV"+fp(size), x, g.tmp(0), x) }}).handlers(s)...)
	}
	for _, size := range sizes {
		ks := intsOf(size)
		add := &binop{op: "Add", kinds: ks, commute: true, memory: true, tiles: tilesFor(size), full: size >= 4, vector: simple("VPADD" + letter(size))}
		sub := &binop{op: "Sub", kinds: ks, memory: true, tiles: tilesFor(size), reverse: true, full: size >= 4, vector: simple("VPSUB" + letter(size))}
		mul := product(s, size)
		hs = append(hs, add.handlers(s)...)
		hs = append(hs, sub.handlers(s)...)
		hs = append(hs, mul.handlers(s)...)
		hs = append(hs, (&unop{op: "Square", kinds: ks, setup: mul.setup,
			vector: func(g *gen, x string) { mul.vector(g, x, x, x) }}).handlers(s)...)
	}
	return hs
}

// floatOp is an operation that one instruction does on floats.
func floatOp(op string, k dtype.Kind) *binop {
	return &binop{op: op, kinds: []dtype.Kind{k}, commute: op == "Add" || op == "Mul", memory: true, tiles: 2, reverse: true, full: true,
		vector: simple("V" + strings.ToUpper(op) + fp(int(k.Size())))}
}

// tilesFor is how many register tiles operations on integers of a size take as
// operands: small integers are less common.
func tilesFor(size int) int {
	if size >= 4 {
		return 1
	}
	return 0
}

// product multiplies integers. For 1 byte, and for 8 without AVX-512, it is put
// together from products of other sizes.
func product(s *isa, size int) *binop {
	b := &binop{op: "Mul", kinds: intsOf(size), commute: true, tiles: tilesFor(size)}
	switch {
	case size == 8 && !s.z:
		// x*y = xl*yl + (xh*yl + xl*yh)<<32
		b.vector = func(g *gen, x, y, d string) {
			t, u := g.tmp(1), g.tmp(2)
			g.op("VPSRLQ", "$32", x, t)
			g.op("VPMULUDQ", y, t, t)
			g.op("VPSRLQ", "$32", y, u)
			g.op("VPMULUDQ", x, u, u)
			g.op("VPADDQ", u, t, t)
			g.op("VPSLLQ", "$32", t, t)
			g.op("VPMULUDQ", y, x, u)
			g.op("VPADDQ", u, t, d)
		}
	case size == 1:
		// The low bytes of words: xl*yl; the high ones: (xh * yh<<8) mod 2^16.
		b.setup = func(g *gen) { g.fill(0x00ff, 2, g.tmp(3)) }
		b.vector = func(g *gen, x, y, d string) {
			t, u := g.tmp(1), g.tmp(2)
			g.op("VPSRLW", "$8", x, t)
			g.andNot(g.tmp(3), y, u)
			g.op("VPMULLW", u, t, t)
			g.op("VPMULLW", y, x, u)
			g.and(g.tmp(3), u, u)
			g.or(u, t, d)
		}
	default:
		b.memory, b.full = true, size >= 4
		b.vector = simple("VPMULL" + letter(size))
	}
	return b
}
