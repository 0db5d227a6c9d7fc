package main

import (
	"fmt"
	"strings"

	"github.com/ndgo/nd/internal/dtype"
)

// A predicate is an operation whose result is a mask. The accumulator remains.
type predicate struct {
	op     string
	kinds  []dtype.Kind
	single bool // of one operand
	setup  func(g *gen)
	// vector emits d = x op y; d is a register K, or for AVX2 a vector of ones
	// and zeros. If memory is set, y may be in memory.
	vector func(g *gen, x, y, d string)
	memory bool
}

func (p *predicate) handlers(s *isa) (hs []handler) {
	size := int(p.kinds[0].Size())
	add := func(form string, w int, prepare func(g *gen), y func(g *gen, i int) string) {
		h := handler{name: strings.ToLower(p.op + "_" + short(p.kinds[0]) + "_" + form)}
		for _, k := range p.kinds {
			h.keys = append(h.keys, key{op: "opcode(ops." + p.op + ")", kind: k, form: "form" + form, w: w})
		}
		h.body = func(g *gen) {
			if p.setup != nil {
				p.setup(g)
			}
			prepare(g)
			g.address(insR, "R9")
			g.pack(size, func(i int, d string) { p.vector(g, g.acc(i), y(g, i), d) })
			g.next()
		}
		hs = append(hs, h)
	}
	nothing := func(g *gen) {}
	if p.single {
		add("U", 0, nothing, func(g *gen, i int) string { return g.acc(i) })
		return hs
	}
	if s.tiles > 1 && size >= 4 {
		const k = 1
		add("T1", 0, nothing, func(g *gen, i int) string { return g.tile(k, i) })
	}
	add("S", vectors, func(g *gen) { g.operand(insP, size, "R8") }, func(g *gen, i int) string {
		if p.memory && !g.tail {
			return g.mem("R8", i)
		}
		g.load("R8", i, size, g.tmp(0))
		return g.tmp(0)
	})
	add("B", 0, func(g *gen) {
		g.address(insP, "R8")
		g.broadcast(size, "(R8)", g.tmp(0))
	}, func(g *gen, i int) string { return g.tmp(0) })
	return hs
}

// pack writes the mask of a tile of elements of a size, whose vectors f yields.
func (g *gen) pack(size int, f func(i int, d string)) {
	if g.z {
		g.packBits(size, f)
	} else {
		g.packBytes(size, f)
	}
}

// packBits writes a bit an element, in words of 64.
func (g *gen) packBits(size int, f func(i int, d string)) {
	if g.tail {
		f(0, "K2")
		g.p("KMOVQ K2, (R9)")
		return
	}
	lanes := g.bytes / size
	join := map[int]string{8: "KUNPCKBW", 16: "KUNPCKWD", 32: "KUNPCKDQ"}
	var collect func(i, n, k int)
	collect = func(i, n, k int) {
		d := fmt.Sprintf("K%d", k)
		if n == 1 {
			f(i, d)
			return
		}
		collect(i, n/2, k)
		collect(i+n/2, n/2, k+1)
		g.op(join[n/2*lanes], d, fmt.Sprintf("K%d", k+1), d)
	}
	for word := range vectors * lanes / 64 {
		collect(word*64/lanes, 64/lanes, 2)
		g.p("KMOVQ K2, %d(R9)", 8*word)
	}
}

// packBytes writes a byte of ones or zeros an element. The instructions that
// narrow work within halves of a register, so the order is put right after them.
func (g *gen) packBytes(size int, f func(i int, d string)) {
	t, u, v, order := g.tmp(1), g.tmp(2), g.tmp(3), g.tmp(4)
	n, last := vectors/size, g.n()-1 // vectors of bytes
	if g.tail {
		n = 1
	}
	take := func(i int, d string) { f(min(i, last), d) }
	pair := func(narrow func(a, b, d string), i int, first, second string) {
		take(i, first)
		if g.tail {
			narrow(first, first, first)
			return
		}
		take(i+1, second)
		narrow(first, second, first)
	}
	words := func(a, b, d string) { g.op("VPACKSSDW", b, a, d) }
	bytes := func(a, b, d string) { g.op("VPACKSSWB", b, a, d) }
	halfs := func(a, b, d string) { g.op("VSHUFPS", "$0x88", b, a, d) }
	join := func(narrow func(a, b, d string), a, b string) {
		if g.tail {
			b = a
		}
		narrow(a, b, a)
	}
	if size >= 4 {
		g.loadAll(g.vector(4, []int{0, 4, 1, 5, 2, 6, 3, 7}), order)
	}
	for j := range n {
		switch size {
		case 1:
			take(j, t)
		case 2:
			pair(bytes, 2*j, t, u)
			g.op("VPERMQ", "$0xd8", t, t)
		case 4:
			pair(words, 4*j, t, u)
			if !g.tail {
				pair(words, 4*j+2, u, v)
			}
			join(bytes, t, u)
			g.op("VPERMD", t, order, t)
		case 8:
			half := func(i int, a, b, c string) {
				pair(halfs, i, a, b)
				if !g.tail {
					pair(halfs, i+2, b, c)
				}
				join(words, a, b)
				g.op("VPERMD", a, order, a)
			}
			half(0, t, u, v)
			if !g.tail {
				half(4, u, v, g.tmp(5))
			}
			join(bytes, t, u)
			g.op("VPERMQ", "$0xd8", t, t)
		}
		g.storeAll(t, g.mem("R9", j))
	}
}

// comparisons and the predicates of floats.
func comparisons(s *isa) (hs []handler) {
	names := []string{"Equal", "NotEqual", "Less", "LessEqual", "Greater", "GreaterEqual"}
	for _, k := range floats {
		size := int(k.Size())
		// Quiet comparisons: false if an operand is a NaN, but for not equal.
		modes := []int{0x00, 0x04, 0x11, 0x12, 0x1e, 0x1d}
		for i, name := range names {
			p := &predicate{op: name, kinds: []dtype.Kind{k}, memory: true, vector: func(g *gen, x, y, d string) {
				g.op("VCMP"+fp(size), imm(modes[i]), y, x, d)
			}}
			hs = append(hs, p.handlers(s)...)
		}
		hs = append(hs, classes(s, k)...)
	}
	for _, size := range sizes {
		// The others are complements, which package tile takes of these.
		signed, unsigned := []dtype.Kind{intsOf(size)[0]}, []dtype.Kind{intsOf(size)[1]}
		hs = append(hs, integerComparison(s, "Equal", 0, intsOf(size)).handlers(s)...)
		for _, ks := range [][]dtype.Kind{signed, unsigned} {
			hs = append(hs, integerComparison(s, "Less", 1, ks).handlers(s)...)
			hs = append(hs, integerComparison(s, "Greater", 6, ks).handlers(s)...)
		}
	}
	return hs
}

// integerComparison compares; mode is what VPCMP calls the comparison.
func integerComparison(s *isa, name string, mode int, ks []dtype.Kind) *predicate {
	p := &predicate{op: name, kinds: ks}
	size := int(ks[0].Size())
	unsigned := len(ks) == 1 && !isSigned(ks[0])
	if s.z {
		ins := "VPCMP"
		if unsigned {
			ins = "VPCMPU"
		}
		p.memory = true
		p.vector = func(g *gen, x, y, d string) { g.op(ins+letter(size), imm(mode), y, x, d) }
		return p
	}
	if unsigned {
		p.setup = func(g *gen) { g.fill(signBit(size), size, g.tmp(6)) }
	}
	greater := func(g *gen, x, y, d string) {
		if unsigned {
			g.xor(g.tmp(6), y, g.tmp(7))
			g.xor(g.tmp(6), x, d)
			x, y = d, g.tmp(7)
		}
		g.op("VPCMPGT"+letter(size), y, x, d)
	}
	switch name {
	case "Equal":
		p.memory = true
		p.vector = func(g *gen, x, y, d string) { g.op("VPCMPEQ"+letter(size), y, x, d) }
	case "Less":
		p.vector = func(g *gen, x, y, d string) { greater(g, y, x, d) }
	case "Greater":
		p.vector = greater
	}
	return p
}

// classes are the predicates of one float.
func classes(s *isa, k dtype.Kind) (hs []handler) {
	size := int(k.Size())
	cmp := "VCMP" + fp(size)
	inf := func(g *gen) {
		g.fill(signBit(size), size, g.tmp(0))
		g.fill(map[int]uint64{8: 0x7ff << 52, 4: 0xff << 23}[size], size, g.tmp(6))
	}
	magnitude := func(mode int) func(g *gen, x, y, d string) {
		return func(g *gen, x, y, d string) {
			g.andNot(g.tmp(0), x, g.tmp(7))
			g.op(cmp, imm(mode), g.tmp(6), g.tmp(7), d)
		}
	}
	ps := []*predicate{
		{op: "IsNaN", vector: func(g *gen, x, y, d string) { g.op(cmp, "$3", x, x, d) }},
		{op: "IsInf", setup: inf, vector: magnitude(0x00)},
		{op: "IsFinite", setup: inf, vector: magnitude(0x11)},
		{op: "Signbit", setup: func(g *gen) { g.zero(g.tmp(0)) }, vector: func(g *gen, x, y, d string) {
			if g.z {
				g.op("VPMOV"+letter(size)+"2M", x, d)
			} else {
				g.op("VPCMPGT"+letter(size), x, g.tmp(0), d)
			}
		}},
	}
	for _, p := range ps {
		p.kinds, p.single = []dtype.Kind{k}, true
		hs = append(hs, p.handlers(s)...)
	}
	return hs
}

func imm(i int) string { return fmt.Sprintf("$%d", i) }
