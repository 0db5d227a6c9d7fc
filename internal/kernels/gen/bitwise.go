package main

import "github.com/ndgo/nd/internal/dtype"

// bitwise: the operations on bits, shifts, and the exchange of signs.
func bitwise(s *isa) (hs []handler) {
	for _, size := range sizes {
		ks := intsOf(size)
		for _, o := range []struct{ op, z, y string }{{"And", "VPANDQ", "VPAND"}, {"Or", "VPORQ", "VPOR"}, {"Xor", "VPXORQ", "VPXOR"}} {
			b := &binop{op: o.op, kinds: ks, commute: true, memory: true, tiles: tilesFor(size), vector: simple(s.pick(o.z, o.y))}
			hs = append(hs, b.handlers(s)...)
		}
		b := &binop{op: "AndNot", kinds: ks, vector: func(g *gen, x, y, d string) { g.andNot(y, x, d) }}
		hs = append(hs, b.handlers(s)...)
		hs = append(hs, shifts(s, size)...)
	}
	for _, k := range floats {
		size := int(k.Size())
		b := &binop{op: "Copysign", kinds: []dtype.Kind{k},
			setup: func(g *gen) { g.fill(signBit(size), size, g.tmp(1)) },
			vector: func(g *gen, x, y, d string) {
				g.and(g.tmp(1), y, g.tmp(2))
				g.andNot(g.tmp(1), x, d)
				g.or(g.tmp(2), d, d)
			}}
		hs = append(hs, b.handlers(s)...)
	}
	return hs
}

// shifts by counts of the same kind. The instructions take counts as unsigned
// and give 0, or the sign, for counts beyond the width, as the definition has it.
func shifts(s *isa, size int) (hs []handler) {
	signed, unsigned := []dtype.Kind{intsOf(size)[0]}, []dtype.Kind{intsOf(size)[1]}
	add := func(op string, ks []dtype.Kind, ins string) {
		b := &binop{op: op, kinds: ks}
		switch {
		case size == 8 && !s.z && ins == "VPSRAV":
			b.setup = func(g *gen) { g.zero(g.tmp(1)) }
			b.vector = arithmeticShift
		case size >= 4 || size == 2 && s.z:
			b.memory = true
			b.vector = simple(ins + letter(size))
		case size == 2 || s.z:
			b.setup = func(g *gen) { g.fill(lowHalf(2*size), 2*size, g.tmp(1)) }
			b.vector = func(g *gen, x, y, d string) { g.halves(ins, size, x, y, d) }
		default:
			return // bytes on AVX2: the kernel does them
		}
		hs = append(hs, b.handlers(s)...)
	}
	add("Shl", append(signed[:1:1], unsigned...), "VPSLLV")
	add("Shr", signed, "VPSRAV")
	add("Shr", unsigned, "VPSRLV")
	return hs
}

// arithmeticShift shifts right with the sign: the complement of the complement
// shifted where that is negative. Temporary 1 is 0.
func arithmeticShift(g *gen, x, y, d string) {
	m, t := g.tmp(2), g.tmp(3)
	g.op("VPCMPGTQ", x, g.tmp(1), m)
	g.xor(m, x, t)
	g.op("VPSRLVQ", y, t, t)
	g.xor(m, t, d)
}

// lowHalf is a mask of the low half of an element of a size.
func lowHalf(size int) uint64 { return 1<<(4*size) - 1 }

// halves shifts elements of a size by the shift of elements twice as wide, first
// the low ones, then the high ones. Temporary 1 is the mask of the low halves.
func (g *gen) halves(ins string, size int, x, y, d string) {
	bits := imm(8 * size)
	shift := ins + letter(2*size)
	left, right := "VPSLL"+letter(2*size), "VPSRL"+letter(2*size)
	low, high, count := g.tmp(2), g.tmp(3), g.tmp(4)
	g.and(g.tmp(1), y, count)
	switch ins {
	case "VPSRAV": // in the high half, where it has a sign
		g.op(left, bits, x, low)
		g.op(shift, count, low, low)
		g.op(right, bits, low, low)
	default:
		g.and(g.tmp(1), x, low)
		g.op(shift, count, low, low)
		g.and(g.tmp(1), low, low)
	}
	g.op(right, bits, y, count)
	if ins == "VPSLLV" {
		g.andNot(g.tmp(1), x, high)
		g.op(shift, count, high, high)
	} else {
		g.op(shift, count, x, high)
		g.andNot(g.tmp(1), high, high)
	}
	g.or(low, high, d)
}
