package main

import "github.com/ndgo/nd/internal/dtype"

// extremes: minimum and maximum.
func extremes(s *isa) (hs []handler) {
	for _, k := range floats {
		size := int(k.Size())
		ks := []dtype.Kind{k}
		minimum := &binop{op: "Minimum", kinds: ks, commute: true, tiles: 1, vector: func(g *gen, x, y, d string) {
			g.leastBits(size, x, y, d)
		}}
		maximum := &binop{op: "Maximum", kinds: ks, commute: true, tiles: 1, vector: func(g *gen, x, y, d string) {
			g.greatestBits(size, x, y, d)
		}}
		fmin := &binop{op: "FMin", kinds: ks, commute: true, tiles: 1, vector: func(g *gen, x, y, d string) {
			x, y = g.losing(size, x, y)
			g.leastBits(size, x, y, d)
		}}
		fmax := &binop{op: "FMax", kinds: ks, commute: true, tiles: 1, vector: func(g *gen, x, y, d string) {
			x, y = g.losing(size, x, y)
			g.greatestBits(size, x, y, d)
		}}
		for _, b := range []*binop{minimum, maximum, fmin, fmax} {
			hs = append(hs, b.handlers(s)...)
		}
	}
	for _, k := range append(append([]dtype.Kind{}, signeds...), unsigneds...) {
		for _, o := range []struct{ op, ins string }{{"Minimum", "MIN"}, {"Maximum", "MAX"}} {
			b := &binop{op: o.op, kinds: []dtype.Kind{k}, commute: true, tiles: tilesFor(int(k.Size()))}
			size, c := int(k.Size()), "U"
			if isSigned(k) {
				c = "S"
			}
			if size == 8 && !s.z {
				b.setup = func(g *gen) { g.fill(signBit(8), 8, g.tmp(1)) }
				b.vector = func(g *gen, x, y, d string) {
					m := g.tmp(2)
					g.greater(k, x, y, m, g.tmp(1), g.tmp(3))
					if o.ins == "MIN" {
						g.blend(size, m, y, x, d)
					} else {
						g.blend(size, m, x, y, d)
					}
				}
			} else {
				b.memory = true
				b.vector = simple("VP" + o.ins + c + letter(size))
			}
			hs = append(hs, b.handlers(s)...)
		}
	}
	return hs
}

// The instructions for the minimum and maximum of floats return their second
// operand if one operand is a NaN or both are zeros. Doing them in both orders
// leaves two results that differ in these cases only.

// leastBits emits the minimum, where -0 < +0 and a NaN wins: of zeros, the union
// of the bits is -0 if one of them is; and the union of a NaN's bits with any
// others is a NaN.
func (g *gen) leastBits(size int, x, y, d string) {
	g.op("VMIN"+fp(size), y, x, g.tmp(1))
	g.op("VMIN"+fp(size), x, y, g.tmp(2))
	g.or(g.tmp(1), g.tmp(2), d)
}

// greatestBits emits the maximum: of zeros, the intersection of the bits is +0
// if one of them is. Where an operand is a NaN it becomes all ones, a NaN.
func (g *gen) greatestBits(size int, x, y, d string) {
	const unordered = 3
	g.op("VMAX"+fp(size), y, x, g.tmp(1))
	g.op("VMAX"+fp(size), x, y, g.tmp(2))
	if g.z {
		g.op("VCMP"+fp(size), imm(unordered), y, x, "K2")
		g.and(g.tmp(1), g.tmp(2), d)
		// 255 is the truth table of true.
		g.op(map[int]string{8: "VPTERNLOGQ", 4: "VPTERNLOGD"}[size], "$255", d, d, "K2", d)
		return
	}
	g.op("VCMP"+fp(size), imm(unordered), y, x, g.tmp(3))
	g.and(g.tmp(1), g.tmp(2), d)
	g.or(g.tmp(3), d, d)
}

// losing replaces an operand that is a NaN by the other one.
func (g *gen) losing(size int, x, y string) (u, v string) {
	const unordered = 3
	u, v = g.tmp(3), g.tmp(4)
	kx, ky := "K2", "K3"
	if !g.z {
		kx, ky = u, v
	}
	g.op("VCMP"+fp(size), imm(unordered), x, x, kx)
	g.op("VCMP"+fp(size), imm(unordered), y, y, ky)
	if g.z {
		g.op("VPBLENDM"+letter(size), y, x, kx, u)
		g.op("VPBLENDM"+letter(size), x, y, ky, v)
	} else {
		g.blend(size, kx, y, x, u)
		g.blend(size, ky, x, y, v)
	}
	return u, v
}

// greater emits the mask of x > y for AVX2. Unsigned integers are compared as
// signed ones after their sign bits, given in a register, are flipped; t is free.
func (g *gen) greater(k dtype.Kind, x, y, d, sign, t string) {
	if !isSigned(k) {
		g.xor(sign, y, d)
		g.xor(sign, x, t)
		x, y = t, d
	}
	g.op("VPCMPGT"+letter(int(k.Size())), y, x, d)
}
