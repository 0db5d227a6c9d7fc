package main

import (
	"math"

	"github.com/ndgo/nd/internal/dtype"
)

// signs: negation, absolute value, sign, complement, and what is left of numbers
// when the negative ones are 0.
func signs(s *isa) (hs []handler) {
	add := func(op string, ks []dtype.Kind, setup func(g *gen), vector func(g *gen, x string)) {
		u := &unop{op: op, kinds: ks, setup: setup, vector: vector}
		hs = append(hs, u.handlers(s)...)
	}
	for _, k := range floats {
		size := int(k.Size())
		sign := func(g *gen) { g.fill(signBit(size), size, g.tmp(0)) }
		add("Neg", []dtype.Kind{k}, sign, func(g *gen, x string) { g.xor(g.tmp(0), x, x) })
		add("Abs", []dtype.Kind{k}, sign, func(g *gen, x string) { g.andNot(g.tmp(0), x, x) })
		// 1 with the sign of x, but x itself where it is 0 or a NaN.
		one := func(g *gen) {
			sign(g)
			g.fillFloat(1, size, g.tmp(1))
			g.zero(g.tmp(2))
		}
		add("Sign", []dtype.Kind{k}, one, func(g *gen, x string) {
			const differs = 0x0c // ordered and not equal
			t, m := g.tmp(3), g.tmp(4)
			if s.z {
				m = "K2"
			}
			g.op("VCMP"+fp(size), imm(differs), g.tmp(2), x, m)
			g.and(g.tmp(0), x, t)
			g.or(g.tmp(1), t, t)
			g.blend(size, m, t, x, x)
		})
	}
	for _, k := range floats {
		// The maximum instruction returns its second operand, 0, for a NaN as
		// well as for -0.
		size := int(k.Size())
		nan := map[int]uint64{8: 0x7ff8000000000001, 4: 0x7fc00000}[size]
		add("Relu", []dtype.Kind{k}, func(g *gen) { g.zero(g.tmp(0)); g.fill(nan, size, g.tmp(1)) }, func(g *gen, x string) {
			const unordered = 3
			m := s.pick("K2", g.tmp(2))
			g.op("VCMP"+fp(size), imm(unordered), x, x, m)
			g.op("VMAX"+fp(size), g.tmp(0), x, x)
			g.blend(size, m, g.tmp(1), x, x)
		})
	}
	for _, size := range sizes {
		l := letter(size)
		zero := func(g *gen) { g.zero(g.tmp(0)) }
		add("Neg", intsOf(size), zero, func(g *gen, x string) { g.op("VPSUB"+l, x, g.tmp(0), x) })
		add("Not", intsOf(size), func(g *gen) { g.fill(^uint64(0), 8, g.tmp(0)) },
			func(g *gen, x string) { g.xor(g.tmp(0), x, x) })
		signed, unsigned := []dtype.Kind{intsOf(size)[0]}, []dtype.Kind{intsOf(size)[1]}
		if size == 8 && !s.z {
			add("Abs", signed, zero, func(g *gen, x string) { // (x ^ m) - m, m being -1 below 0
				m := g.tmp(1)
				g.op("VPCMPGTQ", x, g.tmp(0), m)
				g.xor(m, x, x)
				g.op("VPSUBQ", m, x, x)
			})
		} else {
			add("Abs", signed, nil, func(g *gen, x string) { g.op("VPABS"+l, x, x) })
		}
		if s.z {
			ends := func(g *gen) { g.fill(1, size, g.tmp(0)); g.fill(^uint64(0), 8, g.tmp(1)) }
			add("Sign", signed, ends, func(g *gen, x string) {
				g.op("VPMINS"+l, g.tmp(0), x, x)
				g.op("VPMAXS"+l, g.tmp(1), x, x)
			})
			add("Sign", unsigned, ends, func(g *gen, x string) { g.op("VPMINU"+l, g.tmp(0), x, x) })
			continue
		}
		add("Sign", signed, zero, func(g *gen, x string) { // comparisons give -1
			g.op("VPCMPGT"+l, g.tmp(0), x, g.tmp(1))
			g.op("VPCMPGT"+l, x, g.tmp(0), x)
			g.op("VPSUB"+l, g.tmp(1), x, x)
		})
		add("Sign", unsigned, func(g *gen) { zero(g); g.fill(1, size, g.tmp(1)) }, func(g *gen, x string) {
			g.op("VPCMPEQ"+l, g.tmp(0), x, x)
			g.op("VPADD"+l, g.tmp(1), x, x)
		})
	}
	return hs
}

// signBit is the sign bit of an element of a size.
func signBit(size int) uint64 { return 1 << (8*size - 1) }

// blend emits d = mask ? x : y. The mask is a register K, or for AVX2 a vector
// of ones and zeros.
func (g *gen) blend(size int, mask, x, y, d string) {
	switch {
	case !g.z:
		g.op("VPBLENDVB", mask, x, y, d)
	case d == y && size >= 4:
		g.op(map[int]string{8: "VMOVDQA64", 4: "VMOVDQA32"}[size], x, mask, d)
	default:
		g.op("VPBLENDM"+letter(size), x, y, mask, d)
	}
}

// rounding to an integer of the same float kind.
func rounding(s *isa) (hs []handler) {
	const quiet = 8 // no exception for an inexact result
	for _, k := range floats {
		size := int(k.Size())
		round := func(g *gen, mode int, x string) {
			g.op(g.pick("VRNDSCALE", "VROUND")+fp(size), imm(mode|quiet), x, x)
		}
		for _, o := range []struct {
			op   string
			mode int
		}{{"RoundToEven", 0}, {"Floor", 1}, {"Ceil", 2}, {"Trunc", 3}} {
			u := &unop{op: o.op, kinds: []dtype.Kind{k}, vector: func(g *gen, x string) { round(g, o.mode, x) }}
			hs = append(hs, u.handlers(s)...)
		}
		// Halves go away from zero: the float below a half, with the sign of x,
		// is added before truncation. Where the fraction is less than a half the
		// sum stays below the next integer; where it is a half or more the sum
		// rounds up to it; from 2^52 (float32: 2^23) on it is less than half a
		// unit and changes nothing.
		half := math.Float64bits(math.Nextafter(0.5, 0))
		if size == 4 {
			half = uint64(math.Float32bits(math.Nextafter32(0.5, 0)))
		}
		u := &unop{op: "Round", kinds: []dtype.Kind{k},
			setup: func(g *gen) { g.fill(half, size, g.tmp(0)); g.fill(signBit(size), size, g.tmp(1)) },
			vector: func(g *gen, x string) {
				g.and(g.tmp(1), x, g.tmp(2))
				g.or(g.tmp(0), g.tmp(2), g.tmp(2))
				g.op("VADD"+fp(size), g.tmp(2), x, x)
				round(g, 3, x)
			}}
		hs = append(hs, u.handlers(s)...)
	}
	return hs
}
