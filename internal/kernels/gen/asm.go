package main

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/ndgo/nd/internal/dtype"
)

// A handler is one operation on a tile, in one form of operands.
type handler struct {
	name  string
	keys  []key
	high  bool // uses the registers above tile 1: tile 2 does not survive it
	alone bool // uses all registers: no tile but the accumulator survives it
	whole bool // a whole program, not an operation on a tile: there is no tail form
	body  func(g *gen)
}

// keeps is how many register tiles survive a handler.
func (h *handler) keeps() int {
	switch {
	case h.alone:
		return 1
	case h.high:
		return 2
	}
	return 3
}

// A key is what package tile finds a handler by. Handlers have several keys
// where kinds differ in nothing that concerns them.
type key struct {
	op       string // a Go expression of type opcode
	kind, to dtype.Kind
	form     string // a Go constant of type form
	w        int    // vectors that the handler reads or writes in memory; 0: that does not depend on it
}

// A gen emits the handlers of one instruction set.
type gen struct {
	*isa
	b       bytes.Buffer
	tail    bool // emitting the tail form
	label   int
	consts  []uint64
	vectors [][]byte    // constant vectors of 64 bytes
	quads   [][4]uint64 // constant vectors of 32 bytes

	// Of package reduce: what is being emitted, and the macros so far.
	fn          *reduction
	mask        string // of AVX-512
	macroBodies []string
	macroNames  []string
	macroText   string
}

// p emits an instruction.
func (g *gen) p(format string, args ...any) { fmt.Fprintf(&g.b, "\t"+format+"\n", args...) }

// op emits an instruction on the operands, the destination last.
func (g *gen) op(name string, operands ...string) {
	g.p("%s %s", name, strings.Join(operands, ", "))
}

// newLabel returns a label that is unique in the file.
func (g *gen) newLabel() string { g.label++; return fmt.Sprintf("l%d", g.label) }

func (g *gen) mark(label string) { fmt.Fprintf(&g.b, "%s:\n", label) }

// n is the number of vectors that stand for a tile.
func (g *gen) n() int { return g.of(vectors) }

// of is the number of vectors that stand for w vectors of a tile.
func (g *gen) of(w int) int {
	if g.tail {
		return 1
	}
	return w
}

// each emits f for each vector of a tile.
func (g *gen) each(f func(i int)) {
	for i := range g.n() {
		f(i)
	}
}

// tile is vector i of register tile k.
func (g *gen) tile(k, i int) string { return g.reg(k*vectors + i) }

// acc is vector i of the accumulator.
func (g *gen) acc(i int) string { return g.tile(0, i) }

// tmp is a register that is free within a handler: tmp(0) to tmp(7).
func (g *gen) tmp(i int) string { return g.reg(g.tmpNo(i)) }

func (g *gen) tmpNo(i int) int { return g.tiles*vectors + i }

// mem is vector i at the address in a register.
func (g *gen) mem(base string, i int) string { return fmt.Sprintf("%d(%s)", i*g.bytes, base) }

// temp is vector i of the scratch tile.
func (g *gen) temp(i int) string { return g.mem("R13", scratchTemp/g.bytes+i) }

// macros abbreviate what most handlers begin and end with.
//
// STREAM sets r to the address of the tile's elements of the operand in a field
// of the instruction. OPERAND does so too, but the operand may be a scratch tile
// as well, which does not move: then bit 63 of the field is set. ADDRESS sets r to
// what is in the field: the address of a scratch tile, a mask, or an operand of
// one element. NEXT and NEXT_TAIL go on to the next instruction.
//
// Loads count here: a handler of eight vectors waits for little else, and one
// load of an address is hardly noticed where three are.
func (g *gen) macros() {
	fmt.Fprintf(&g.b, `
#define STREAM(field, size, r) MOVQ field(SI), r; LEAQ (r)(AX*size), r
#define OPERAND(field, size, r) MOVQ field(SI), r; LEAQ (r)(AX*size), R11; BTRQ $63, r; CMOVQCC R11, r
#define ADDRESS(field, r) MOVQ field(SI), r
#define NEXT ADDQ $%d, SI; JMP (SI)
#define NEXT_TAIL ADDQ $%[1]d, SI; JMP %d(SI)
`, insSize, insTail)
}

func (g *gen) stream(field, size int, dst string)  { g.p("STREAM(%d, %d, %s)", field, size, dst) }
func (g *gen) operand(field, size int, dst string) { g.p("OPERAND(%d, %d, %s)", field, size, dst) }
func (g *gen) address(field int, dst string)       { g.p("ADDRESS(%d, %s)", field, dst) }

// next ends a handler.
func (g *gen) next() {
	if g.tail {
		g.p("NEXT_TAIL")
	} else {
		g.p("NEXT")
	}
}

// jump continues with the instruction at the address in a register.
func (g *gen) jump(reg string) {
	if g.tail {
		g.p("JMP %d(%s)", insTail, reg)
	} else {
		g.p("JMP (%s)", reg)
	}
}

// move copies a whole register.
func (g *gen) move(src, dst string) { g.op(g.pick("VMOVDQA64", "VMOVDQA"), src, dst) }

// loadAll loads a whole vector, whatever the tail.
func (g *gen) loadAll(src, dst string) { g.op(g.pick("VMOVDQU64", "VMOVDQU"), src, dst) }

// storeAll stores a whole vector, whatever the tail.
func (g *gen) storeAll(src, dst string) { g.op(g.pick("VMOVDQU64", "VMOVDQU"), src, dst) }

// load loads vector i at the address in base, in the tail only the elements of
// the step; the others become 0 or remain undefined. In the tail of AVX2 it
// uses R10, R11 and the last temporary.
func (g *gen) load(base string, i, size int, dst string) {
	switch {
	case !g.tail:
		g.loadAll(g.mem(base, i), dst)
	case g.z:
		g.op(masked(size)+".Z", g.mem(base, i), "K1", dst)
	case size >= 4:
		g.loadAll(g.tailMask(size), g.tmp(7))
		g.op("VMASKMOV"+fp(size), g.mem(base, i), g.tmp(7), dst)
	default:
		g.copyTail(size, func(r string) (from, to string) {
			return fmt.Sprintf("(%s)(R10*%d)", base, size), fmt.Sprintf("%d(R13)(R10*%d)", scratchTemp, size)
		})
		g.loadAll(g.temp(0), dst)
	}
}

// store stores vector i at the address in base, in the tail only the elements
// of the step. It uses what load uses.
func (g *gen) store(src, base string, i, size int) {
	switch {
	case !g.tail:
		g.storeAll(src, g.mem(base, i))
	case g.z:
		g.op(masked(size), src, "K1", g.mem(base, i))
	case size >= 4:
		g.loadAll(g.tailMask(size), g.tmp(7))
		g.op("VMASKMOV"+fp(size), src, g.tmp(7), g.mem(base, i))
	default:
		g.storeAll(src, g.temp(0))
		g.copyTail(size, func(r string) (from, to string) {
			return fmt.Sprintf("%d(R13)(R10*%d)", scratchTemp, size), fmt.Sprintf("(%s)(R10*%d)", base, size)
		})
	}
}

// copyTail copies the elements of a tail step one by one, since AVX2 has no
// masked moves of elements of one or two bytes. R10 counts down the elements.
func (g *gen) copyTail(size int, at func(r string) (from, to string)) {
	l := g.newLabel()
	from, to := at("R10")
	g.p("LEAQ -1(R14), R10")
	g.mark(l)
	g.p("%s %s, R11", scalarLoad(size), from)
	g.p("%s R11, %s", scalarStore(size), to)
	g.p("DECQ R10")
	g.p("JGE %s", l)
}

func scalarLoad(size int) string {
	return map[int]string{8: "MOVQ", 4: "MOVL", 2: "MOVWLZX", 1: "MOVBLZX"}[size]
}

func scalarStore(size int) string {
	return map[int]string{8: "MOVQ", 4: "MOVL", 2: "MOVW", 1: "MOVB"}[size]
}

func (g *gen) tailMask(size int) string {
	if size == 8 {
		return fmt.Sprintf("%d(R13)", scratchMask8)
	}
	return fmt.Sprintf("%d(R13)", scratchMask4)
}

// masked is the move that takes a mask for elements of a size.
func masked(size int) string { return fmt.Sprintf("VMOVDQU%d", 8*size) }

// broadcast fills dst with the element at src.
func (g *gen) broadcast(size int, src, dst string) {
	g.op("VPBROADCAST"+letter(size), src, dst)
}

// constant is the address of a constant of 8 bytes.
func (g *gen) constant(bits uint64) string {
	i := slices.Index(g.consts, bits)
	if i < 0 {
		i = len(g.consts)
		g.consts = append(g.consts, bits)
	}
	return fmt.Sprintf("%sConst<>+%d(SB)", g.name, 8*i)
}

// splat repeats the low size bytes of bits.
func splat(bits uint64, size int) uint64 {
	for ; size < 8; size *= 2 {
		bits &= 1<<(8*size) - 1
		bits |= bits << (8 * size)
	}
	return bits
}

// fill fills dst with an element.
func (g *gen) fill(bits uint64, size int, dst string) {
	g.broadcast(8, g.constant(splat(bits, size)), dst)
}

// floatBits is v in a float kind of a size.
func floatBits(v float64, size int) uint64 {
	if size == 4 {
		return uint64(math.Float32bits(float32(v)))
	}
	return math.Float64bits(v)
}

// fillFloat fills dst with a float.
func (g *gen) fillFloat(v float64, size int, dst string) { g.fill(floatBits(v, size), size, dst) }

// vector is the address of a constant vector of 64 bytes, elements of a size.
func (g *gen) vector(size int, elems []int) string {
	v := make([]byte, 64)
	for i, e := range elems {
		for j := range size {
			v[i*size+j] = byte(e >> (8 * j))
		}
	}
	i := slices.IndexFunc(g.vectors, func(u []byte) bool { return bytes.Equal(u, v) })
	if i < 0 {
		i = len(g.vectors)
		g.vectors = append(g.vectors, v)
	}
	return fmt.Sprintf("%sVector<>+%d(SB)", g.name, 64*i)
}

// quad is the address of a constant that fills a vector of 32 bytes.
func (g *gen) quad(bits uint64) string { return g.half([]uint64{bits, bits, bits, bits}) }

// half is the address of a constant vector of 32 bytes.
func (g *gen) half(u []uint64) string {
	v := [4]uint64(u)
	i := slices.Index(g.quads, v)
	if i < 0 {
		i = len(g.quads)
		g.quads = append(g.quads, v)
	}
	return fmt.Sprintf("%sQuad<>+%d(SB)", g.name, 32*i)
}

// Bitwise operations, of any size.
func (g *gen) and(y, x, d string)    { g.op(g.pick("VPANDQ", "VPAND"), y, x, d) }
func (g *gen) or(y, x, d string)     { g.op(g.pick("VPORQ", "VPOR"), y, x, d) }
func (g *gen) xor(y, x, d string)    { g.op(g.pick("VPXORQ", "VPXOR"), y, x, d) }
func (g *gen) andNot(y, x, d string) { g.op(g.pick("VPANDNQ", "VPANDN"), x, y, d) } // x &^ y; x may be memory
func (g *gen) zero(d string)         { g.xor(d, d, d) }
