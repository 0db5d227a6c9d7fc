package main

import (
	"fmt"
	"math"
)

// A formula is an elementary function as straight-line code on float64 lanes, or
// on float32 lanes if it is single, written in terms of values, of which each is
// assigned once. File place.go gives them registers. A function of float32 whose
// formula has float64 lanes is converted to them and back.
//
// There are two formulas of a function. The wide one takes several vectors at a
// time and may require lanes to be ordinary; where one is not, the vectors go
// through the other formula, one at a time, which deals with every argument by
// selection. That one also serves the tail. What is rare and long can be left to
// the scalar function in Go, see special.
type formula struct {
	*isa
	wide   bool
	single bool // float32 lanes
	values []info
	ops    []operation
	known  map[string]value // what has been computed
}

type value int

const nothing value = -1

// An info says what a value is, if it is no result of an operation.
type info struct {
	constant bool
	bits     uint64
	table    []uint64 // a vector of them
}

// An operation is about one instruction.
type operation struct {
	do   doing
	name string // of the instruction
	imm  int
	args []value
	dst  value
}

type doing uint8

const (
	doArg     doing = iota // argument imm
	doBinary               // args[0] name args[1]
	doFMA                  // ±args[0]*args[1] ± args[2]
	doUnary                // name args[0]
	doShift                // args[0] name imm
	doLogic                // the bits that table imm gives for args[0], args[1] and args[2], with AVX-512
	doTable                // the entries of args[0] that the low bits of args[1] choose
	doTable16              // the entries of args[0] and args[1], tables of eight each, that the low bits of args[2] choose
	doChoose               // compares args[0] and args[1], and selects args[2] if so, else args[3]
	doBlend                // args[1] if the sign bit of args[0] is set, else args[2]
	doRequire              // lanes are ordinary if args[0] compares so with args[1]
	doCheck                // leave this formula unless all are
	doBelow                // leave it as well unless args[0] < args[1], as signed integers
	doSpecial              // leave the lanes that compare so to Go
	doResult               // the result is args[0]
)

// Predicates of comparisons. Those that begin with n say not, which a NaN makes
// true.
const (
	eq  = 0x00
	lt  = 0x11
	le  = 0x12
	gt  = 0x1e
	ge  = 0x1d
	un  = 0x03 // unordered: one is a NaN
	nlt = 0x15
	nle = 0x16
	ngt = 0x1a
	nge = 0x19
)

func (f *formula) newValue(i info) value {
	f.values = append(f.values, i)
	return value(len(f.values) - 1)
}

// add appends an operation with a result, or returns that of one that is the same.
func (f *formula) add(do doing, name string, imm int, args ...value) value {
	k := fmt.Sprint(do, name, imm, args)
	if v, ok := f.known[k]; ok {
		return v
	}
	v := f.newValue(info{})
	f.known[k] = v
	f.ops = append(f.ops, operation{do, name, imm, args, v})
	return v
}

// effect appends an operation without a result.
func (f *formula) effect(do doing, imm int, args ...value) {
	f.ops = append(f.ops, operation{do, "", imm, args, nothing})
}

// bits is a constant.
func (f *formula) bits(u uint64) value {
	k := fmt.Sprint("bits", u)
	v, ok := f.known[k]
	if !ok {
		v = f.newValue(info{constant: true, bits: u})
		f.known[k] = v
	}
	return v
}

// num is a float constant.
func (f *formula) num(x float64) value {
	if f.single && float64(float32(x)) != x {
		panic("no float32")
	}
	return f.bits(floatBits(x, f.size()))
}

func (f *formula) isConst(v value) bool { return f.values[v].constant }

// fp and whole complete the names of instructions on floats and integers.
func (f *formula) fp(name string) string    { return name + fp(f.size()) }
func (f *formula) whole(name string) string { return name + letter(f.size()) }

// size is that of a lane.
func (f *formula) size() int {
	if f.single {
		return 4
	}
	return 8
}

// Arithmetic.
func (f *formula) addf(x, y value) value    { return f.add(doBinary, f.fp("VADD"), 0, x, y) }
func (f *formula) sub(x, y value) value     { return f.add(doBinary, f.fp("VSUB"), 0, x, y) }
func (f *formula) mul(x, y value) value     { return f.add(doBinary, f.fp("VMUL"), 0, x, y) }
func (f *formula) div(x, y value) value     { return f.add(doBinary, f.fp("VDIV"), 0, x, y) }
func (f *formula) sqrt(x value) value       { return f.add(doUnary, f.fp("VSQRT"), 0, x) }
func (f *formula) fma(x, y, z value) value  { return f.add(doFMA, "VFMADD", 0, x, y, z) }  // x*y + z
func (f *formula) fms(x, y, z value) value  { return f.add(doFMA, "VFMSUB", 0, x, y, z) }  // x*y - z
func (f *formula) fnma(x, y, z value) value { return f.add(doFMA, "VFNMADD", 0, x, y, z) } // z - x*y

// min and max return y if an operand is a NaN.
func (f *formula) min(x, y value) value { return f.add(doBinary, f.fp("VMIN"), 0, x, y) }
func (f *formula) max(x, y value) value { return f.add(doBinary, f.fp("VMAX"), 0, x, y) }

// Bits, and integers of the size of a lane.
func (f *formula) and(x, y value) value     { return f.add(doBinary, f.pick("VPANDQ", "VPAND"), 0, x, y) }
func (f *formula) or(x, y value) value      { return f.add(doBinary, f.pick("VPORQ", "VPOR"), 0, x, y) }
func (f *formula) xor(x, y value) value     { return f.add(doBinary, f.pick("VPXORQ", "VPXOR"), 0, x, y) }
func (f *formula) addi(x, y value) value    { return f.add(doBinary, f.whole("VPADD"), 0, x, y) }
func (f *formula) subi(x, y value) value    { return f.add(doBinary, f.whole("VPSUB"), 0, x, y) }
func (f *formula) shl(x value, n int) value { return f.add(doShift, f.whole("VPSLL"), n, x) }
func (f *formula) shr(x value, n int) value { return f.add(doShift, f.whole("VPSRL"), n, x) }

func (f *formula) sign() value          { return f.bits(signBit(f.size())) }
func (f *formula) abs(x value) value    { return f.and(x, f.bits(signBit(f.size())-1)) }
func (f *formula) neg(x value) value    { return f.xor(x, f.sign()) }
func (f *formula) signOf(x value) value { return f.and(x, f.sign()) }

// copysign is x with the sign of y.
func (f *formula) copysign(x, y value) value {
	if f.z {
		const choose = 0xd8 // the second where the third is set, else the first
		return f.add(doLogic, f.whole("VPTERNLOG"), choose, x, y, f.sign())
	}
	return f.or(f.abs(x), f.signOf(y))
}

// choose is x where a compares with b as the predicate says, else y.
func (f *formula) choose(pred int, a, b, x, y value) value {
	if x == y {
		return x
	}
	if !f.z {
		return f.add(doBlend, f.fp("VBLENDV"), 0, f.add(doBinary, f.fp("VCMP"), pred, a, b), x, y)
	}
	return f.add(doChoose, f.fp("VCMP"), pred, a, b, x, y)
}

// chooseEqual is x where the integers a and b are equal, else y.
func (f *formula) chooseEqual(a, b, x, y value) value {
	if !f.z {
		return f.add(doBlend, f.fp("VBLENDV"), 0, f.add(doBinary, f.whole("VPCMPEQ"), 0, a, b), x, y)
	}
	return f.add(doChoose, f.whole("VPCMPEQ"), 0, a, b, x, y)
}

// chooseBit is x where bit n of t is set, else y.
func (f *formula) chooseBit(t value, n int, x, y value) value {
	if !f.z {
		s := t
		if top := 8*f.size() - 1; n < top {
			s = f.shl(t, top-n)
		}
		return f.add(doBlend, f.fp("VBLENDV"), 0, s, x, y)
	}
	return f.add(doChoose, f.whole("VPTESTM"), 0, t, f.bits(1<<n), x, y)
}

// table reads a table at the low three bits of t.
func (f *formula) table(t *[8]float64, at value) value {
	var u [8]uint64
	for i, x := range t {
		u[i] = math.Float64bits(x)
	}
	if f.z {
		return f.add(doTable, "VPERMPD", 0, f.tableOf(u[:]), at)
	}
	// Permutations reach over eight entries of 32 bits.
	var lo, hi [4]uint64
	for i, v := range u {
		lo[i/2] |= v & math.MaxUint32 << (i % 2 * 32)
		hi[i/2] |= v >> 32 << (i % 2 * 32)
	}
	both := f.add(doShift, "VPSHUFD", 0xa0, at)
	h := f.add(doTable, "VPERMD", 0, f.tableOf(hi[:]), both)
	if lo == [4]uint64{} {
		return f.shl(h, 32)
	}
	return f.add(doBinary, "VPBLENDD", 0xaa, f.add(doTable, "VPERMD", 0, f.tableOf(lo[:]), both), h)
}

// A cell16 says which entry of a table of sixteen a lane reads.
type cell16 struct {
	at     value // the number of the entry, in both halves of the lane
	second value // with AVX2, the sign bit is set for one of the last eight
}

// cell16 takes the entry from bits 48 to 51 of t.
func (f *formula) cell16(t value) (c cell16) {
	// Bytes 0 and 4 become byte 6, of which the upper half does not count.
	const low, high = 0x8080800680808006, 0x8080800e8080800e
	bytes := []uint64{low, high, low, high, low, high, low, high}
	c.at = f.add(doTable, "VPSHUFB", 0, f.tableOf(bytes[:f.bytes/8]), t)
	if !f.z {
		c.second = f.shl(t, 12)
	}
	return c
}

// table16 reads a table of sixteen. Of numbers whose halves are alike, or whose lower
// half is 0, one half is read.
func (f *formula) table16(t *[16]float64, c cell16) value {
	var all, hi, lo [16]uint64
	short, alike := true, true
	for i, x := range t {
		all[i] = math.Float64bits(x)
		hi[i], lo[i] = all[i]>>32, all[i]&math.MaxUint32
		short = short && lo[i] == 0
		alike = alike && lo[i] == hi[i]
	}
	pack := func(u []uint64) value {
		var v []uint64
		for i := 0; i < len(u); i += 2 {
			v = append(v, u[i]|u[i+1]<<32)
		}
		return f.tableOf(v)
	}
	if f.z {
		switch {
		case alike:
			return f.add(doTable, "VPERMD", 0, pack(hi[:]), c.at)
		case short:
			return f.add(doTable, "VPERMD.Z", 0, pack(hi[:]), c.at)
		}
		return f.add(doTable16, "VPERMI2PD", 0, f.tableOf(all[:8]), f.tableOf(all[8:]), c.at)
	}
	eight := func(u []uint64) value { return f.add(doTable, "VPERMD", 0, pack(u), c.at) }
	if alike || short {
		v := f.add(doBlend, f.fp("VBLENDV"), 0, c.second, eight(hi[8:]), eight(hi[:8]))
		if alike {
			return v
		}
		return f.and(v, f.bits(math.MaxUint32<<32))
	}
	first := f.add(doBinary, "VPBLENDD", 0xaa, eight(lo[:8]), eight(hi[:8]))
	return f.add(doBlend, f.fp("VBLENDV"), 0, c.second, f.add(doBinary, "VPBLENDD", 0xaa, eight(lo[8:]), eight(hi[8:])), first)
}

// table32 is table on float32 lanes.
func (f *formula) table32(t *[8]float32, at value) value {
	var u []uint64
	for i := range f.bytes / 8 {
		lo, hi := math.Float32bits(t[2*i%8]), math.Float32bits(t[2*i%8+1])
		u = append(u, uint64(hi)<<32|uint64(lo))
	}
	return f.add(doTable, "VPERMPS", 0, f.tableOf(u), at)
}

func (f *formula) tableOf(u []uint64) value {
	k := fmt.Sprint("table", u)
	v, ok := f.known[k]
	if !ok {
		v = f.newValue(info{table: u})
		f.known[k] = v
	}
	return v
}

// horner evaluates a polynomial, coefficients lowest first.
func (f *formula) horner(x value, c []float64) value {
	return f.hornerOn(f.num(c[len(c)-1]), x, c[:len(c)-1])
}

// apart is horner for the even and the odd coefficients apart: half as many steps
// wait for one another.
func (f *formula) apart(x value, c []float64) value {
	var even, odd []float64
	for i, v := range c {
		if i%2 == 0 {
			even = append(even, v)
		} else {
			odd = append(odd, v)
		}
	}
	x2 := f.mul(x, x)
	return f.fma(f.horner(x2, odd), x, f.horner(x2, even))
}

// horner32 is horner with coefficients of float32.
func (f *formula) horner32(x value, c []float32) value {
	p := f.num(float64(c[len(c)-1]))
	for i := len(c) - 2; i >= 0; i-- {
		p = f.fma(p, x, f.num(float64(c[i])))
	}
	return p
}

// hornerOn continues with p, the value of the higher terms.
func (f *formula) hornerOn(p, x value, c []float64) value {
	for i := len(c) - 1; i >= 0; i-- {
		p = f.fma(p, x, f.num(c[i]))
	}
	return p
}

// require says that lanes are ordinary if a compares with b as the predicate
// says. It does nothing in the general formula.
func (f *formula) require(pred int, a, b value) {
	if !f.wide {
		return
	}
	if f.z {
		f.effect(doRequire, pred, a, b)
		return
	}
	m := f.add(doBinary, f.fp("VCMP"), pred, a, b)
	if o, ok := f.known["required"]; ok {
		m = f.and(o, m)
	}
	f.known["required"] = m
}

// check goes over to the general formula unless what was required holds.
func (f *formula) check() {
	if !f.wide {
		return
	}
	if f.z {
		f.effect(doCheck, 0, f.argument())
		return
	}
	f.effect(doCheck, 0, f.known["required"])
	delete(f.known, "required")
}

// below goes over to the general formula unless all lanes of x are below a limit, as
// signed integers, of which the lower halves do not count. It joins vectors before it
// compares them, and costs less than require and check.
func (f *formula) below(x value, limit uint64) {
	if f.size() == 8 {
		limit &^= math.MaxUint32
	}
	if f.wide {
		f.effect(doBelow, 0, x, f.bits(limit), f.argument())
	}
}

// between requires the number x to be from lo to less than hi, both positive, or
// somewhat less than hi.
func (f *formula) between(x value, lo, hi float64) {
	top, least := signBit(f.size()), floatBits(lo, f.size())
	f.below(f.subi(x, f.bits(least|top)), (floatBits(hi, f.size())-least)^top)
}

// positive requires lanes to be positive, normal and finite.
func (f *formula) positive(x value) {
	least := minNormal
	if f.single {
		least = minNormal32
	}
	f.between(x, least, math.Inf(1))
}

// less requires the magnitude a to be less than a limit, or somewhat less.
func (f *formula) less(a value, limit float64) { f.below(a, floatBits(limit, f.size())) }

// argument is the first one, which the general formula begins with.
func (f *formula) argument() value { return f.known[fmt.Sprint(doArg, "", 0, []value(nil))] }

// special leaves the lanes of which a compares with b as the predicate says to
// the scalar function. It is for the general formula.
func (f *formula) special(pred int, a, b value) {
	if f.z {
		f.effect(doSpecial, pred, a, b)
		return
	}
	f.effect(doSpecial, pred, f.add(doBinary, f.fp("VCMP"), pred, a, b))
}

// nan is the NaN of the elementary functions.
func (f *formula) nan() value {
	if f.single {
		return f.bits(0x7fc00000)
	}
	return f.bits(0x7ff8000000000001)
}

// canonical is y, or that NaN where x is any NaN.
func (f *formula) canonical(x, y value) value { return f.choose(un, x, x, f.nan(), y) }

// magic is 1.5·2^52, magic32 its like for float32: see package elem.
const (
	magic   = 0x1.8p52
	magic32 = 0x1.8p23
)

// pow2 is 2^n, a normal number, for an integer n as a float.
func (f *formula) pow2(n value) value {
	if f.single {
		return f.shl(f.addf(n, f.num(magic32+127)), 23)
	}
	return f.shl(f.addf(n, f.num(magic+1023)), 52)
}

// scale is y·2^n, rounded once, n being an integer as a float.
func (f *formula) scale(y, n value) value {
	if f.z {
		return f.add(doBinary, f.fp("VSCALEF"), 0, y, n)
	}
	h := f.floor(f.mul(n, f.num(0.5)))
	return f.mul(f.mul(y, f.pow2(h)), f.pow2(f.sub(n, h)))
}

func (f *formula) floor(x value) value { return f.round(x, 1) }

// round rounds to an integer: 0 to even, 1 down.
func (f *formula) round(x value, mode int) value {
	const quiet = 8
	return f.add(doShift, f.fp(f.pick("VRNDSCALE", "VROUND")), mode|quiet, x)
}
