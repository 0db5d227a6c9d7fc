package main

import (
	"fmt"
	"strings"

	"github.com/ndgo/nd/internal/dtype"
)

// roots: square roots. The unit that finds them is slow but works beside the
// others, so with AVX-512 it is given some of a tile's vectors, and the roots of
// the rest are found by multiplication in the time that it takes:
//
//	y  an approximation of 1/√x, to 14 bits
//	s  x*y, and h  y/2
//	d = 1/2 - s*h; s += s*d; h += h*d	once for float32, twice for float64
//	s += (x - s*s)*h
//
// The relative error of s is squared each time but for rounding: in the end it is
// little above half a unit in the last place, and rarely is s not the correctly
// rounded root. To make it so always, let u and v be the floats below and above
// s and e the distance from s to v. The root is nearer to v if and only if
//
//	x > ((s+v)/2)² = s*v + e²/4
//
// Now s*v is a multiple of e², and so is x, being a float about the size of s².
// So the condition is x - s*v > 0. Likewise the root is nearer to u if and only
// if x - s*u <= 0; if s is a power of two, where u is nearer than v, both sides are
// multiples of more than that smaller distance squared. (This is Tuckerman's
// test.) A fused multiplication and addition rounds the differences once, which
// keeps their signs.
//
// All this holds if no intermediate result is subnormal or infinite. Where an x
// is not well within the range that ensures this, the unit does the whole tile.
func roots(s *isa) (hs []handler) {
	for _, k := range floats {
		size := int(k.Size())
		plain := &unop{op: "Sqrt", kinds: []dtype.Kind{k},
			vector: func(g *gen, x string) { g.op("VSQRT"+fp(size), x, x) }}
		h := plain.handlers(s)[0]
		if slow := h.body; s.z {
			h.body = func(g *gen) {
				if g.tail {
					slow(g)
					return
				}
				l := g.newLabel()
				g.rootsInRange(size, l)
				for i := byProduct(size); i < vectors; i++ {
					g.op("VSQRT"+fp(size), g.acc(i), g.acc(i))
				}
				g.rootsByProduct(size)
				g.next()
				g.mark(l)
				slow(g)
			}
		}
		hs = append(hs, h)
	}
	return hs
}

// byProduct is how many vectors of a tile do without the unit for roots.
func byProduct(size int) int { return map[int]int{8: 3, 4: 2}[size] }

// rootsInRange goes to a label if an element of these vectors is out of range. As
// integers, the floats in range are an interval.
func (g *gen) rootsInRange(size int, label string) {
	low, high := 0x1p-800, 0x1p800
	if size == 4 {
		low, high = 0x1p-60, 0x1p60
	}
	const above = 6
	from, to := floatBits(low, size), floatBits(high, size)
	g.fill(from, size, g.tmp(0))
	g.fill(to-from, size, g.tmp(1))
	for i := range byProduct(size) {
		g.op("VPSUB"+letter(size), g.tmp(0), g.acc(i), g.tmp(2))
		if i == 0 {
			g.op("VPCMPU"+letter(size), imm(above), g.tmp(1), g.tmp(2), "K2")
			continue
		}
		g.op("VPCMPU"+letter(size), imm(above), g.tmp(1), g.tmp(2), "K3")
		g.op("KORW", "K3", "K2", "K2")
	}
	g.op("KORTESTW", "K2", "K2")
	g.p("JNE %s", label)
}

// rootsByProduct replaces the elements of these vectors by their roots, two
// vectors at a time so that neither waits for its own results.
func (g *gen) rootsByProduct(size int) {
	g.fillFloat(0.5, size, g.tmp(0))
	g.fill(1, size, g.tmp(1))
	n := byProduct(size)
	for i := 0; i < n; i += 2 {
		var lines [][]string
		for j := i; j < min(n, i+2); j++ {
			lines = append(lines, g.root(size, j, 2+3*(j-i), 2+2*(j-i)))
		}
		g.interleave(lines)
	}
}

// root lists the instructions for vector i. It uses three temporaries from t on
// and two registers K from k on.
func (g *gen) root(size, i, t, k int) (out []string) {
	p, l := fp(size), letter(size)
	x, half, one, s, h, d := g.acc(i), g.tmp(0), g.tmp(1), g.tmp(t), g.tmp(t+1), g.tmp(t+2)
	above, atLeast := fmt.Sprintf("K%d", k), fmt.Sprintf("K%d", k+1)
	op := func(name string, operands ...string) { out = append(out, name+" "+strings.Join(operands, ", ")) }

	op("VRSQRT14"+p, x, h)
	op("VMUL"+p, h, x, s)
	op("VMUL"+p, half, h, h)
	for range size / 4 {
		op("VMOVDQA64", half, d)
		op("VFNMADD231"+p, h, s, d) // d - s*h
		op("VFMADD231"+p, d, s, s)
		op("VFMADD231"+p, d, h, h)
	}
	op("VMOVDQA64", x, d)
	op("VFNMADD231"+p, s, s, d)
	op("VFMADD231"+p, h, d, s)

	// The signs of s*v - x and s*u - x tell how far to go up from u.
	u, v := d, h
	op("VPSUB"+l, one, s, u)
	op("VPADD"+l, one, s, v)
	op("VFMSUB213"+p, x, s, v)
	op("VFMSUB213"+p, x, s, u)
	op("VPMOV"+l+"2M", v, above)
	op("VPMOV"+l+"2M", u, atLeast)
	op("VPSUB"+l, one, s, x)
	op("VPADD"+l, one, x, atLeast, x)
	op("VPADD"+l, one, x, above, x)
	return out
}

// interleave emits several lists of instructions, one from each in turn.
func (g *gen) interleave(lists [][]string) {
	for i := range lists[0] {
		for _, l := range lists {
			g.p("%s", l[i])
		}
	}
}
