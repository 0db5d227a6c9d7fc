package main

import (
	"fmt"
	"math"

	"github.com/ndgo/nd/internal/dtype"
)

// casts between numbers. A tile of a narrower kind takes fewer vectors, so that
// elements change registers. Emitters work as if the wider of the two kinds were
// the widest of the program; what they do to registers beyond the value's does
// no harm.
func casts(s *isa) (hs []handler) {
	ks := append(append(append([]dtype.Kind{}, signeds...), unsigneds...), floats...)
	seen := map[string]int{}
	for _, from := range ks {
		for _, to := range ks {
			// Wrapping is cutting off bits, whatever the signs; widening takes
			// its sign from the source.
			f, t := from, to
			if !isFloat(from) && !isFloat(to) {
				t = uintOf(int(to.Size()))
				if to.Size() <= from.Size() {
					f = uintOf(int(from.Size()))
				}
			}
			if f == t {
				continue
			}
			for _, h := range s.cast(f, t) {
				i, ok := seen[h.name]
				if !ok {
					i = len(hs)
					seen[h.name] = i
					hs = append(hs, h)
				}
				k := hs[i].keys[0]
				k.kind, k.to = from, to
				if k != hs[i].keys[0] {
					hs[i].keys = append(hs[i].keys, k)
				}
			}
		}
	}
	return hs
}

// cast returns the handlers of a conversion, or none.
func (s *isa) cast(from, to dtype.Kind) []handler {
	switch {
	case from.Size() < to.Size():
		if c := s.widening(from, to); c != nil {
			return widenings(from, to, c)
		}
	case from.Size() == to.Size():
		if c := s.converting(from, to); c != nil {
			return []handler{castHandler(from, to, func(g *gen) {
				c.prepare(g)
				g.each(func(i int) { c.vector(g, g.acc(i), g.acc(i)) })
			})}
		}
	default:
		if f := s.narrowing(from, to); f != nil {
			return []handler{castHandler(from, to, f)}
		}
	}
	return nil
}

func castName(from, to dtype.Kind) string { return fmt.Sprintf("cast_%s_%s", short(from), short(to)) }

func castHandler(from, to dtype.Kind, body func(g *gen)) handler {
	return handler{name: castName(from, to),
		keys: []key{{op: "opcode(ops.Cast)", kind: from, to: to, form: "formU"}},
		body: func(g *gen) {
			body(g)
			g.next()
		}}
}

// A conversion fills constants into temporaries from 0 on and then emits one
// vector after the other. The source is a register or in memory and has as many
// elements as the destination. Temporary 7 holds the source of a tail.
type conversion struct {
	setup  func(g *gen)
	vector func(g *gen, src, dst string)
}

func (c *conversion) prepare(g *gen) {
	if c.setup != nil {
		c.setup(g)
	}
}

// one is a conversion by one instruction.
func one(name string) *conversion {
	return &conversion{vector: func(g *gen, src, dst string) { g.op(name, src, dst) }}
}

// widenings convert the accumulator, and load what they convert.
func widenings(from, to dtype.Kind, c *conversion) []handler {
	// A vector of results comes from so many bytes.
	bytes := func(g *gen) int { return g.bytes * int(from.Size()) / int(to.Size()) }
	low := func(g *gen, no int) string { return g.part(no, bytes(g)) }
	return []handler{
		castHandler(from, to, func(g *gen) {
			c.prepare(g)
			if g.tail {
				c.vector(g, low(g, 0), g.acc(0))
				return
			}
			for i := range vectors * bytes(g) / g.bytes {
				g.storeAll(g.acc(i), g.temp(i))
			}
			g.each(func(i int) { c.vector(g, fmt.Sprintf("%d(R13)", scratchTemp+i*bytes(g)), g.acc(i)) })
		}),
		{name: castName(from, to) + "_s",
			keys: []key{{op: "opcode(ops.Cast)", kind: from, to: to, form: "formS", w: vectors}},
			body: func(g *gen) {
				g.stream(insP, int(from.Size()), "R8")
				if g.tail {
					g.load("R8", 0, int(from.Size()), g.tmp(7))
				}
				c.prepare(g)
				if g.tail {
					c.vector(g, low(g, g.tmpNo(7)), g.acc(0))
				} else {
					g.each(func(i int) { c.vector(g, fmt.Sprintf("%d(R8)", i*bytes(g)), g.acc(i)) })
				}
				g.next()
			}},
	}
}

// widening returns the conversion to a wider kind, or nil.
func (s *isa) widening(from, to dtype.Kind) *conversion {
	extend := func(g *gen, to int, src, dst string) {
		c := "ZX"
		if isSigned(from) {
			c = "SX"
		}
		g.op("VPMOV"+c+letter(int(from.Size()))+letter(to), src, dst)
	}
	half := func(g *gen, dst string) string { // the register of the low half
		var no int
		fmt.Sscanf(dst[1:], "%d", &no)
		return g.part(no, g.bytes/2)
	}
	switch {
	case isFloat(from) && isFloat(to):
		return one("VCVTPS2PD")
	case isFloat(from):
		c := s.saturating(dtype.Float64, to)
		if c == nil {
			return nil
		}
		return &conversion{setup: c.setup, vector: func(g *gen, src, dst string) {
			g.op("VCVTPS2PD", src, dst)
			c.vector(g, dst, dst)
		}}
	case !isFloat(to):
		return &conversion{vector: func(g *gen, src, dst string) { extend(g, int(to.Size()), src, dst) }}
	case from.Size() < 4 && to == dtype.Float32:
		return &conversion{vector: func(g *gen, src, dst string) {
			extend(g, 4, src, dst)
			g.op("VCVTDQ2PS", dst, dst)
		}}
	case from.Size() < 4:
		return &conversion{vector: func(g *gen, src, dst string) {
			extend(g, 4, src, half(g, dst))
			g.op("VCVTDQ2PD", half(g, dst), dst)
		}}
	case from == dtype.Int32:
		return one("VCVTDQ2PD")
	case s.z:
		return one("VCVTUDQ2PD")
	}
	return &conversion{ // uint32 to float64: as the mantissa of 2^52 + x
		setup: func(g *gen) { g.fillFloat(1<<52, 8, g.tmp(0)) },
		vector: func(g *gen, src, dst string) {
			extend(g, 8, src, dst)
			g.or(g.tmp(0), dst, dst)
			g.op("VSUBPD", g.tmp(0), dst, dst)
		},
	}
}

// converting returns the conversion between kinds of one size, or nil.
func (s *isa) converting(from, to dtype.Kind) *conversion {
	switch {
	case isFloat(from):
		return s.saturating(from, to)
	case from == dtype.Int32:
		return one("VCVTDQ2PS")
	case s.z:
		return one(map[dtype.Kind]string{dtype.Uint32: "VCVTUDQ2PS", dtype.Int64: "VCVTQQ2PD", dtype.Uint64: "VCVTUQQ2PD"}[from])
	case from == dtype.Uint32: // high half times 2^16, exact, plus low half
		return &conversion{
			setup: func(g *gen) {
				g.fill(0xffff, 4, g.tmp(0))
				g.fillFloat(1<<16, 4, g.tmp(1))
			},
			vector: func(g *gen, src, dst string) {
				t := g.tmp(2)
				g.op("VPSRLD", "$16", src, t)
				g.and(g.tmp(0), src, dst)
				g.op("VCVTDQ2PS", t, t)
				g.op("VCVTDQ2PS", dst, dst)
				g.op("VMULPS", g.tmp(1), t, t)
				g.op("VADDPS", t, dst, dst)
			},
		}
	}
	// The high part (of int64: 16 bits, of uint64: 32) is added to the mantissa
	// of a power of two as an integer, the low part becomes that of 2^52. Taking
	// both powers off the high part is exact; adding the low part rounds once.
	big := 0x1p84
	if from == dtype.Int64 {
		big = 3 * 0x1p67
	}
	return &conversion{
		setup: func(g *gen) {
			g.fillFloat(big, 8, g.tmp(0))
			g.fillFloat(1<<52, 8, g.tmp(1))
			g.fillFloat(big+1<<52, 8, g.tmp(2))
			g.zero(g.tmp(3))
		},
		vector: func(g *gen, src, dst string) {
			t := g.tmp(4)
			if from == dtype.Int64 {
				g.op("VPSRAD", "$16", src, t)
				g.op("VPBLENDW", "$0x33", g.tmp(3), t, t)
				g.op("VPADDQ", g.tmp(0), t, t)
				g.op("VPBLENDW", "$0x88", g.tmp(1), src, dst)
			} else {
				g.op("VPSRLQ", "$32", src, t)
				g.or(g.tmp(0), t, t)
				g.op("VPBLENDW", "$0xcc", g.tmp(1), src, dst)
			}
			g.op("VSUBPD", g.tmp(2), t, t)
			g.op("VADDPD", t, dst, dst)
		},
	}
}

// saturating returns the conversion of a float to an integer of its size, or,
// from float64, to an int32 or less in the low half of the vector: truncated,
// kept within the kind's limits, and 0 for a NaN. It is nil where there is none.
func (s *isa) saturating(from, to dtype.Kind) *conversion {
	size := int(from.Size())
	p := fp(size)
	const ordered, atLeast = 7, 0x1d
	// number emits d = x, but 0 for a NaN.
	number := func(g *gen, x, d string) {
		if g.z {
			g.op("VCMP"+p, imm(ordered), x, x, "K2")
			g.op("VMOVAP"+p[1:]+".Z", x, "K2", d)
			return
		}
		g.op("VCMP"+p, imm(ordered), x, x, g.tmp(4))
		g.and(g.tmp(4), x, d)
	}
	switch {
	case to.Size() == 8 && !s.z:
		return nil // AVX2 has no such conversions: the kernel does them
	case to == dtype.Int64: // beyond the kind, the instruction gives the sign bit
		return &conversion{
			setup: func(g *gen) {
				g.fillFloat(0x1p63, 8, g.tmp(0))
				g.fill(math.MaxInt64, 8, g.tmp(1))
			},
			vector: func(g *gen, src, dst string) {
				g.op("VCMPPD", imm(atLeast), g.tmp(0), src, "K3")
				number(g, src, dst)
				g.op("VCVTTPD2QQ", dst, dst)
				g.op("VMOVDQA64", g.tmp(1), "K3", dst)
			},
		}
	case s.z && (to == dtype.Uint64 || to == dtype.Uint32 && size == 4): // it gives all ones
		return &conversion{
			setup: func(g *gen) { g.zero(g.tmp(0)) },
			vector: func(g *gen, src, dst string) {
				number(g, src, dst)
				g.op("VMAX"+p, g.tmp(0), dst, dst)
				g.op(map[int]string{8: "VCVTTPD2UQQ", 4: "VCVTTPS2UDQ"}[size], dst, dst)
			},
		}
	case size == 4 && to == dtype.Int32:
		return &conversion{
			setup: func(g *gen) {
				g.fillFloat(0x1p31, 4, g.tmp(0))
				g.fill(math.MaxInt32, 4, g.tmp(1))
			},
			vector: func(g *gen, src, dst string) {
				m := g.pick("K3", g.tmp(2))
				g.op("VCMPPS", imm(atLeast), g.tmp(0), src, m)
				number(g, src, dst)
				g.op("VCVTTPS2DQ", dst, dst)
				g.blend(4, m, g.tmp(1), dst, dst)
			},
		}
	case size == 4 && to == dtype.Uint32:
		return &conversion{
			setup: func(g *gen) {
				g.fillFloat(0x1p31, 4, g.tmp(0))
				g.fillFloat(0x1p32, 4, g.tmp(1))
				g.zero(g.tmp(2))
			},
			vector: func(g *gen, src, dst string) {
				m, t := g.tmp(3), g.tmp(5)
				number(g, src, dst)
				g.op("VMAXPS", g.tmp(2), dst, dst)
				// From 2^31 on, convert what is above it. From 2^32 on that gives
				// the sign bit, and that bit flipped 0: make it all ones.
				g.op("VCMPPS", imm(atLeast), g.tmp(0), dst, m)
				g.op("VCMPPS", imm(atLeast), g.tmp(1), dst, t)
				g.and(m, g.tmp(0), g.tmp(4))
				g.op("VSUBPS", g.tmp(4), dst, dst)
				g.op("VCVTTPS2DQ", dst, dst)
				g.op("VPSLLD", "$31", m, m)
				g.xor(m, dst, dst)
				g.or(t, dst, dst)
			},
		}
	}
	least, most := limits(to)
	return &conversion{
		setup: func(g *gen) {
			g.fillFloat(least, size, g.tmp(0))
			g.fillFloat(most, size, g.tmp(1))
			if to == dtype.Uint32 && !s.z {
				g.fillFloat(0x1p31, 8, g.tmp(2))
				g.fill(1<<31, 4, g.tmp(3))
			}
		},
		vector: func(g *gen, src, dst string) { // from float64, dst is half a register
			t := dst
			if size == 8 {
				t = g.tmp(5)
			}
			number(g, src, t)
			g.op("VMAX"+p, g.tmp(0), t, t)
			g.op("VMIN"+p, g.tmp(1), t, t)
			switch {
			case size == 4:
				g.op("VCVTTPS2DQ", t, dst)
			case to != dtype.Uint32:
				g.op(g.pick("VCVTTPD2DQ", "VCVTTPD2DQY"), t, dst)
			case g.z:
				g.op("VCVTTPD2UDQ", t, dst)
			default: // around 0 instead of 2^31
				g.op("VROUNDPD", "$11", t, t)
				g.op("VSUBPD", g.tmp(2), t, t)
				g.op("VCVTTPD2DQY", t, dst)
				g.xor(g.part(g.tmpNo(3), 16), dst, dst)
			}
		},
	}
}

// limits are the least and the greatest value of an integer kind up to 4 bytes.
func limits(k dtype.Kind) (least, most float64) {
	b := float64(uint64(1) << (8*k.Size() - 1))
	if isSigned(k) {
		return -b, b - 1
	}
	return 0, 2*b - 1
}

// narrowing returns the emitter of a conversion to a narrower kind, or nil.
func (s *isa) narrowing(from, to dtype.Kind) func(g *gen) {
	// pairs converts each vector to half a vector and joins the halves.
	pairs := func(g *gen, c *conversion) {
		half := func(no int) string { return g.part(no, g.bytes/2) }
		c.prepare(g)
		if g.tail {
			c.vector(g, g.acc(0), half(0))
			return
		}
		for j := range vectors / 2 {
			c.vector(g, g.acc(2*j), half(g.tmpNo(6)))
			c.vector(g, g.acc(2*j+1), half(g.tmpNo(7)))
			g.op(g.pick("VINSERTI64X4", "VINSERTI128"), "$1", half(g.tmpNo(7)), g.tmp(6), g.acc(j))
		}
	}
	wrap := func(g *gen, n, from, to int) {
		for size := from; size > to; size /= 2 {
			g.halve(size, n)
			n /= 2
		}
	}
	toSize := int(to.Size())
	switch {
	case isFloat(from) && isFloat(to):
		return func(g *gen) { pairs(g, one(g.pick("VCVTPD2PS", "VCVTPD2PSY"))) }
	case isFloat(to) && !s.z:
		return nil
	case isFloat(to): // from an integer of 8 bytes
		return func(g *gen) { pairs(g, one(map[bool]string{true: "VCVTQQ2PS", false: "VCVTUQQ2PS"}[isSigned(from)])) }
	case from == dtype.Float64:
		c := s.saturating(from, to)
		return func(g *gen) {
			pairs(g, c)
			wrap(g, vectors/2, 4, toSize)
		}
	case from == dtype.Float32:
		c := s.saturating(from, to)
		return func(g *gen) {
			c.prepare(g)
			g.each(func(i int) { c.vector(g, g.acc(i), g.acc(i)) })
			wrap(g, vectors, 4, toSize)
		}
	}
	return func(g *gen) { wrap(g, vectors, int(from.Size()), toSize) }
}

// halve cuts the elements in the first n vectors of the accumulator to half
// their size.
func (g *gen) halve(size, n int) {
	evens := func(n int) (v []int) {
		for i := range n {
			v = append(v, 2*i)
		}
		return v
	}
	if g.z && size > 2 {
		g.loadAll(g.vector(size/2, evens(128/size)), g.tmp(0))
	}
	if !g.z && size < 8 {
		g.fill(lowHalf(size), size, g.tmp(0))
	}
	if g.tail {
		n = 2
	}
	for j := range n / 2 {
		a, b, d := g.acc(2*j), g.acc(2*j+1), g.acc(j)
		if g.tail {
			b = a
		}
		switch {
		case g.z && size > 2:
			g.op("VPERMT2"+letter(size/2), b, g.tmp(0), a)
			if a != d {
				g.move(a, d)
			}
		case g.z:
			g.op("VPMOVWB", a, g.part(g.tmpNo(1), 32))
			g.op("VPMOVWB", b, g.part(g.tmpNo(2), 32))
			g.op("VINSERTI64X4", "$1", g.part(g.tmpNo(2), 32), g.tmp(1), d)
		case size == 8:
			g.op("VSHUFPS", "$0x88", b, a, d)
			g.op("VPERMQ", "$0xd8", d, d)
		default:
			g.and(g.tmp(0), a, g.tmp(1))
			g.and(g.tmp(0), b, g.tmp(2))
			g.op(map[int]string{4: "VPACKUSDW", 2: "VPACKUSWB"}[size], g.tmp(2), g.tmp(1), d)
			g.op("VPERMQ", "$0xd8", d, d)
		}
	}
}
