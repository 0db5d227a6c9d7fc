package main

import (
	"fmt"
	"math"
)

// A formula is an elementary function as straight-line code on float64 lanes,
// written in terms of values, of which each is assigned once. File place.go gives
// them registers.
//
// There are two formulas of a function. The wide one takes several vectors at a
// time and may require lanes to be ordinary; where one is not, the vectors go
// through the other formula, one at a time, which deals with every argument by
// selection. That one also serves the tail. What is rare and long can be left to
// the scalar function in Go, see special.
type formula struct {
	*isa
	wide   bool
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
	table    []uint64 // eight entries, or for AVX2 four
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
	doTable                // the entries of args[0] that the low bits of args[1] choose
	doChoose               // compares args[0] and args[1], and selects args[2] if so, else args[3]
	doBlend                // args[1] if the sign bit of args[0] is set, else args[2]
	doRequire              // lanes are ordinary if args[0] compares so with args[1]
	doCheck                // leave this formula unless all are
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
func (f *formula) num(x float64) value { return f.bits(math.Float64bits(x)) }

func (f *formula) isConst(v value) bool { return f.values[v].constant }

// Arithmetic.
func (f *formula) addf(x, y value) value    { return f.add(doBinary, "VADDPD", 0, x, y) }
func (f *formula) sub(x, y value) value     { return f.add(doBinary, "VSUBPD", 0, x, y) }
func (f *formula) mul(x, y value) value     { return f.add(doBinary, "VMULPD", 0, x, y) }
func (f *formula) div(x, y value) value     { return f.add(doBinary, "VDIVPD", 0, x, y) }
func (f *formula) sqrt(x value) value       { return f.add(doUnary, "VSQRTPD", 0, x) }
func (f *formula) fma(x, y, z value) value  { return f.add(doFMA, "VFMADD", 0, x, y, z) }  // x*y + z
func (f *formula) fms(x, y, z value) value  { return f.add(doFMA, "VFMSUB", 0, x, y, z) }  // x*y - z
func (f *formula) fnma(x, y, z value) value { return f.add(doFMA, "VFNMADD", 0, x, y, z) } // z - x*y

// min and max return y if an operand is a NaN.
func (f *formula) min(x, y value) value { return f.add(doBinary, "VMINPD", 0, x, y) }
func (f *formula) max(x, y value) value { return f.add(doBinary, "VMAXPD", 0, x, y) }

// Bits, and integers of 64 bits.
func (f *formula) and(x, y value) value     { return f.add(doBinary, f.pick("VPANDQ", "VPAND"), 0, x, y) }
func (f *formula) or(x, y value) value      { return f.add(doBinary, f.pick("VPORQ", "VPOR"), 0, x, y) }
func (f *formula) xor(x, y value) value     { return f.add(doBinary, f.pick("VPXORQ", "VPXOR"), 0, x, y) }
func (f *formula) addq(x, y value) value    { return f.add(doBinary, "VPADDQ", 0, x, y) }
func (f *formula) subq(x, y value) value    { return f.add(doBinary, "VPSUBQ", 0, x, y) }
func (f *formula) shl(x value, n int) value { return f.add(doShift, "VPSLLQ", n, x) }
func (f *formula) shr(x value, n int) value { return f.add(doShift, "VPSRLQ", n, x) }

func (f *formula) sign() value          { return f.bits(1 << 63) }
func (f *formula) abs(x value) value    { return f.and(x, f.bits(1<<63-1)) }
func (f *formula) neg(x value) value    { return f.xor(x, f.sign()) }
func (f *formula) signOf(x value) value { return f.and(x, f.sign()) }

// copysign is x with the sign of y.
func (f *formula) copysign(x, y value) value { return f.or(f.abs(x), f.signOf(y)) }

// choose is x where a compares with b as the predicate says, else y.
func (f *formula) choose(pred int, a, b, x, y value) value {
	if x == y {
		return x
	}
	if !f.z {
		return f.add(doBlend, "VBLENDVPD", 0, f.add(doBinary, "VCMPPD", pred, a, b), x, y)
	}
	return f.add(doChoose, "VCMPPD", pred, a, b, x, y)
}

// chooseEqual is x where the integers a and b are equal, else y.
func (f *formula) chooseEqual(a, b, x, y value) value {
	if !f.z {
		return f.add(doBlend, "VBLENDVPD", 0, f.add(doBinary, "VPCMPEQQ", 0, a, b), x, y)
	}
	return f.add(doChoose, "VPCMPEQQ", 0, a, b, x, y)
}

// chooseBit is x where bit n of t is set, else y.
func (f *formula) chooseBit(t value, n int, x, y value) value {
	if !f.z {
		s := t
		if n < 63 {
			s = f.shl(t, 63-n)
		}
		return f.add(doBlend, "VBLENDVPD", 0, s, x, y)
	}
	return f.add(doChoose, "VPTESTMQ", 0, t, f.bits(1<<n), x, y)
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
	// Permutations reach over four entries, as pairs of 32 bits.
	pair := f.or(f.add(doShift, "VPSHUFD", 0xa0, f.shl(at, 1)), f.bits(1<<32))
	lo := f.add(doTable, "VPERMD", 0, f.tableOf(u[:4]), pair)
	hi := f.add(doTable, "VPERMD", 0, f.tableOf(u[4:]), pair)
	return f.chooseBit(at, 2, hi, lo)
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
	m := f.add(doBinary, "VCMPPD", pred, a, b)
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
		f.effect(doCheck, 0, f.known[fmt.Sprint(doArg, "", 0, []value(nil))])
		return
	}
	f.effect(doCheck, 0, f.known["required"])
	delete(f.known, "required")
}

// special leaves the lanes of which a compares with b as the predicate says to
// the scalar function. It is for the general formula.
func (f *formula) special(pred int, a, b value) {
	if f.z {
		f.effect(doSpecial, pred, a, b)
		return
	}
	f.effect(doSpecial, pred, f.add(doBinary, "VCMPPD", pred, a, b))
}

// nan is the NaN of the elementary functions.
func (f *formula) nan() value { return f.bits(0x7ff8000000000001) }

// canonical is y, or that NaN where x is any NaN.
func (f *formula) canonical(x, y value) value { return f.choose(un, x, x, f.nan(), y) }

// magic is 1.5·2^52: see package elem.
const magic = 0x1.8p52

// pow2 is 2^n for an integer n from -1022 to 1023 as a float.
func (f *formula) pow2(n value) value { return f.shl(f.addf(n, f.num(magic+1023)), 52) }

// scale is y·2^n, rounded once, n being an integer as a float.
func (f *formula) scale(y, n value) value {
	if f.z {
		return f.add(doBinary, "VSCALEFPD", 0, y, n)
	}
	h := f.floor(f.mul(n, f.num(0.5)))
	return f.mul(f.mul(y, f.pow2(h)), f.pow2(f.sub(n, h)))
}

func (f *formula) floor(x value) value { return f.round(x, 1) }

// round rounds to an integer: 0 to even, 1 down.
func (f *formula) round(x value, mode int) value {
	const quiet = 8
	return f.add(doShift, f.pick("VRNDSCALEPD", "VROUNDPD"), mode|quiet, x)
}
