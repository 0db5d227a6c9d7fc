package main

import (
	"fmt"
	"slices"
)

// A placing gives registers to the values of a formula and emits it, for n vectors
// side by side, so that instructions do not wait for the ones just before them.
// A value has n registers, its place. Constants are memory operands. Where places
// run out, the value that is needed last goes to scratch memory.
type placing struct {
	*gen
	f        *formula
	n        int
	at       []int   // the place of each value, or -1
	saved    []int   // its slot in scratch memory, or -1
	holder   []value // what each place holds
	uses     [][]int // where each value is used
	tables   map[value]string
	slots    int
	pinned   []int
	general  string   // label of the general formula
	first    bool     // the next requirement is the first
	size     int      // of the elements
	compared string   // the comparison whose result is in the mask registers
	arg      []string // where the argument is, if it is not in scratch memory
	checked  []string // where it is when the formula is left
}

// reserved marks a place that the formula does not have.
const reserved value = -2

// place prepares to emit a formula that may be left for a label.
func (g *gen) place(f *formula, n, size int, general string) *placing {
	f.prune()
	p := &placing{gen: g, f: f, n: n, general: general, size: size, first: true, tables: map[value]string{}}
	p.at, p.saved, p.uses = make([]int, len(f.values)), make([]int, len(f.values)), make([][]int, len(f.values))
	for i := range f.values {
		p.at[i], p.saved[i] = -1, -1
	}
	regs, upper := g.regs, false
	for i, o := range f.ops {
		for _, a := range o.args {
			p.uses[a] = append(p.uses[a], i)
			if o.name == "VPSHUFB" { // for which memory will do
				continue
			}
			if o.name == "VPERMD.Z" && !upper {
				upper = true
				g.p("MOVL $0xaaaa, R8")
				g.p("KMOVW R8, %s", upperHalves)
			}
			if t := f.values[a].table; 8*len(t) == 64 && p.tables[a] == "" {
				regs--
				p.tables[a] = g.reg(regs)
				g.loadAll(g.tableAt(t), p.tables[a])
			}
		}
	}
	p.holder = make([]value, regs/n)
	for i := range p.holder {
		p.holder[i] = nothing
	}
	return p
}

// reserve takes some registers away from the formula.
func (p *placing) reserve(from, to int) {
	for r := from; r < to; r++ {
		p.holder[r/p.n] = reserved
	}
}

func (p *placing) emit() {
	for i := range p.f.ops {
		p.pinned = p.pinned[:0]
		p.operation(i, &p.f.ops[i])
	}
}

// prune removes operations of which the results are not used.
func (f *formula) prune() {
	used := make([]bool, len(f.values))
	var ops []operation
	for _, o := range slices.Backward(f.ops) {
		if o.dst != nothing && !used[o.dst] {
			continue
		}
		for _, a := range o.args {
			used[a] = true
		}
		ops = append(ops, o)
	}
	slices.Reverse(ops)
	f.ops = ops
}

// tableAt is the address of a table.
func (g *gen) tableAt(u []uint64) string {
	var v []int
	for _, x := range u {
		v = append(v, int(x))
	}
	return g.vector(8, v)
}

// name is register w of a place.
func (p *placing) name(place, w int) string { return p.reg(place*p.n + w) }

// next is where a value is used after operation i.
func (p *placing) next(v value, i int) int {
	for _, u := range p.uses[v] {
		if u > i {
			return u
		}
	}
	return len(p.f.ops)
}

func (p *placing) dies(v value, i int) bool { return p.next(v, i) == len(p.f.ops) }

// free returns a place that holds nothing, after saving what is needed last.
func (p *placing) free(i int) int {
	best, far := -1, -1
	for k, v := range p.holder {
		if v == reserved || slices.Contains(p.pinned, k) {
			continue
		}
		if v == nothing {
			p.pinned = append(p.pinned, k)
			return k
		}
		if n := p.next(v, i-1); n > far {
			best, far = k, n
		}
	}
	if best < 0 {
		panic("no place")
	}
	v := p.holder[best]
	if !p.f.isConst(v) && p.saved[v] < 0 && far < len(p.f.ops) {
		p.saved[v] = p.slots
		p.slots++
		for w := range p.n {
			p.storeAll(p.name(best, w), p.slot(v, w))
		}
	}
	p.at[v] = -1
	p.holder[best] = nothing
	p.pinned = append(p.pinned, best)
	return best
}

// slot is the address of a value in scratch memory.
func (p *placing) slot(v value, w int) string {
	o := (p.saved[v]*p.n + w) * p.bytes
	if o+p.bytes > scratchSlotsEnd-scratchSlots {
		panic("no slot")
	}
	return fmt.Sprintf("%d(R13)", scratchSlots+o)
}

// in makes sure that a value is in registers, and returns them. A constant
// has one register.
func (p *placing) in(v value, i int) []string {
	k := p.at[v]
	if k < 0 {
		k = p.free(i)
		p.hold(v, k)
		for w := range p.n {
			if p.f.isConst(v) {
				p.loadConst(v, p.name(k, 0))
				break
			}
			p.loadAll(p.slot(v, w), p.name(k, w))
		}
	}
	p.pinned = append(p.pinned, k)
	out := make([]string, p.n)
	for w := range out {
		out[w] = p.name(k, w)
		if p.f.isConst(v) {
			out[w] = p.name(k, 0)
		}
	}
	return out
}

func (p *placing) hold(v value, k int) {
	p.at[v] = k
	p.holder[k] = v
}

func (p *placing) loadConst(v value, dst string) {
	switch {
	case p.f.values[v].bits == 0:
		p.zero(dst)
	case p.z:
		p.broadcast(8, p.constantMem(v), dst)
	default:
		p.loadAll(p.constantMem(v), dst)
	}
}

func (p *placing) constantMem(v value) string {
	u := splat(p.f.values[v].bits, p.f.size())
	if p.z {
		return p.constant(u)
	}
	return p.quad(u)
}

// operand is a value as an operand that may be in memory, and the suffix of the
// instruction.
func (p *placing) operand(v value, i int) (suffix string, at []string) {
	if p.f.isConst(v) && p.at[v] < 0 {
		at = make([]string, p.n)
		for w := range at {
			at[w] = p.constantMem(v)
		}
		return p.pick(".BCST", ""), at
	}
	return "", p.in(v, i)
}

// start returns registers that hold a value and may be overwritten.
func (p *placing) start(v value, i int) (place int, regs []string) {
	if !p.f.isConst(v) && p.dies(v, i) {
		regs = p.in(v, i)
		return p.at[v], regs
	}
	if p.f.isConst(v) {
		k := p.free(i)
		for w := range p.n {
			p.loadConst(v, p.name(k, w))
		}
		return k, p.names(k)
	}
	src := p.in(v, i)
	k := p.free(i)
	for w := range p.n {
		p.move(src[w], p.name(k, w))
	}
	return k, p.names(k)
}

// placeOf is the place whose registers these are.
func (p *placing) placeOf(regs []string) int {
	for k := range p.holder {
		if slices.Equal(p.names(k), regs) {
			return k
		}
	}
	panic("no such place")
}

func (p *placing) names(k int) (out []string) {
	for w := range p.n {
		out = append(out, p.name(k, w))
	}
	return out
}

// dest returns a place for the result of operation i: that of an operand not
// needed any more if there is one.
func (p *placing) dest(o *operation, i int) int {
	for _, a := range o.args {
		if k := p.at[a]; k >= 0 && !p.f.isConst(a) && p.dies(a, i) {
			return k
		}
	}
	return p.free(i)
}

// finish notes that the result of an operation is in a place, and that operands
// are not needed any more.
func (p *placing) finish(o *operation, i, place int) {
	for _, a := range o.args {
		if k := p.at[a]; k >= 0 && p.dies(a, i) {
			p.at[a] = -1
			p.holder[k] = nothing
		}
	}
	if o.dst != nothing {
		p.hold(o.dst, place)
	}
}

func (p *placing) operation(i int, o *operation) {
	k := -1
	switch o.do {
	case doArg:
		if p.arg != nil {
			k = p.placeOf(p.arg)
			break
		}
		k = p.free(i)
		for w := range p.n {
			p.loadLane(o.imm, w, p.name(k, w))
		}
	case doBinary:
		k = p.binary(i, o)
	case doFMA:
		k = p.fma(i, o)
	case doUnary:
		x := p.in(o.args[0], i)
		k = p.dest(o, i)
		for w := range p.n {
			p.op(o.name, x[w], p.name(k, w))
		}
	case doShift:
		x := p.in(o.args[0], i)
		k = p.dest(o, i)
		for w := range p.n {
			p.op(o.name, imm(o.imm), x[w], p.name(k, w))
		}
	case doLogic:
		s3, r3 := p.operand(o.args[2], i)
		r2 := p.in(o.args[1], i)
		k, _ = p.start(o.args[0], i)
		for w := range p.n {
			p.op(o.name+s3, imm(o.imm), r3[w], r2[w], p.name(k, w))
		}
	case doTable:
		x := p.in(o.args[1], i)
		k = p.dest(o, i)
		t, ok := p.tables[o.args[0]]
		if u := p.f.values[o.args[0]].table; !ok && len(u) == 4 {
			t = p.half(u)
		} else if !ok {
			t = p.tableAt(u)
		}
		for w := range p.n {
			if o.name == "VPERMD.Z" {
				p.op(o.name, t, x[w], upperHalves, p.name(k, w))
				continue
			}
			p.op(o.name, t, x[w], p.name(k, w))
		}
	case doTable16:
		k, _ = p.start(o.args[2], i)
		for w := range p.n {
			p.op(o.name, p.tables[o.args[1]], p.tables[o.args[0]], p.name(k, w))
		}
	case doChoose:
		a := p.in(o.args[0], i)
		bs, b := p.operand(o.args[1], i)
		y := p.in(o.args[3], i)
		xs, x := p.operand(o.args[2], i)
		k = p.dest(o, i)
		if c := fmt.Sprint(o.name, o.imm, o.args[:2]); c != p.compared {
			p.compared = c
			for w := range p.n {
				p.compare(o, bs, a[w], b[w], kreg(w))
			}
		}
		for w := range p.n {
			p.op(p.f.fp("VBLENDM")+xs, x[w], y[w], kreg(w), p.name(k, w))
		}
	case doBlend:
		m := p.in(o.args[0], i)
		y := p.in(o.args[2], i)
		xs, x := p.operand(o.args[1], i)
		k = p.dest(o, i)
		for w := range p.n {
			p.op(o.name+xs, m[w], x[w], y[w], p.name(k, w))
		}
	case doRequire:
		a := p.in(o.args[0], i)
		bs, b := p.operand(o.args[1], i)
		for w := range p.n {
			if p.first {
				p.op(p.f.fp("VCMP")+bs, imm(o.imm), b[w], a[w], "K2")
			} else {
				p.op(p.f.fp("VCMP")+bs, imm(o.imm), b[w], a[w], "K2", "K2")
			}
			p.first = false
		}
	case doCheck:
		p.check(i, o)
	case doBelow:
		p.below(i, o)
	case doSpecial:
		p.special(i, o)
	case doResult:
		v := p.in(o.args[0], i)
		if p.arg == nil {
			p.storeLanes(v)
			break
		}
		for w := range p.n {
			if v[w] != p.arg[w] {
				p.move(v[w], p.arg[w])
			}
		}
	}
	p.finish(o, i, k)
}

// upperHalves is the mask register that says upper halves of lanes of 64 bits.
const upperHalves = "K7"

// kreg is the mask register for vector w of a selection.
func kreg(w int) string { return fmt.Sprintf("K%d", 3+w) }

func (p *placing) compare(o *operation, suffix, a, b, k string) {
	if immediate(o.name) {
		p.op(o.name+suffix, imm(o.imm), b, a, k)
		return
	}
	p.op(o.name+suffix, b, a, k)
}

// immediate reports whether an instruction on two operands has a number besides:
// the predicate of a comparison of floats, or which parts to take of either.
func immediate(name string) bool { return name == "VCMPPD" || name == "VCMPPS" || name == "VPBLENDD" }

func commutative(name string) bool {
	switch name {
	case "VADDPD", "VMULPD", "VPANDQ", "VPAND", "VPORQ", "VPOR", "VPXORQ", "VPXOR", "VPADDQ", "VPCMPEQQ",
		"VADDPS", "VMULPS", "VPADDD", "VPCMPEQD":
		return true
	}
	return false
}

func (p *placing) binary(i int, o *operation) int {
	x, y := o.args[0], o.args[1]
	if p.f.isConst(x) && commutative(o.name) {
		x, y = y, x
	}
	emit := func(suffix, x, y, d string) {
		if immediate(o.name) {
			p.op(o.name, imm(o.imm), y, x, d)
			return
		}
		p.op(o.name+suffix, y, x, d)
	}
	if p.f.isConst(x) { // in the registers of the result
		ys, yr := p.operand(y, i)
		k, xr := p.start(x, i)
		for w := range p.n {
			emit(ys, xr[w], yr[w], p.name(k, w))
		}
		return k
	}
	xr := p.in(x, i)
	ys, yr := p.operand(y, i)
	k := p.dest(o, i)
	for w := range p.n {
		emit(ys, xr[w], yr[w], p.name(k, w))
	}
	return k
}

// fma emits d = ±x*y ± z. The instruction overwrites one operand, and another
// may be in memory; which, is in the digits of its name.
func (p *placing) fma(i int, o *operation) int {
	x, y, z := o.args[0], o.args[1], o.args[2]
	c := p.f.isConst
	dying := func(v value) bool { return !c(v) && p.dies(v, i) }
	emit := func(digits string, d, second, third value) int {
		s3, r3 := p.operand(third, i)
		r2 := p.in(second, i)
		k, _ := p.start(d, i)
		if d == second && !(p.at[d] == k) {
			r2 = p.in(second, i)
		}
		for w := range p.n {
			p.op(p.f.fp(o.name+digits)+s3, r3[w], r2[w], p.name(k, w))
		}
		return k
	}
	if c(x) {
		x, y = y, x
	}
	switch {
	case c(y) && c(z):
		return emit("213", y, x, z)
	case c(z):
		if dying(y) && !dying(x) {
			x, y = y, x
		}
		return emit("213", x, y, z)
	case c(y):
		if dying(x) && !dying(z) {
			return emit("132", x, z, y)
		}
		return emit("231", z, x, y)
	case dying(z):
		return emit("231", z, x, y)
	case dying(x):
		return emit("213", x, y, z)
	case dying(y):
		return emit("213", y, x, z)
	}
	return emit("231", z, x, y)
}

// check goes to the general formula unless all lanes are ordinary.
func (p *placing) check(i int, o *operation) {
	p.first = true
	p.keepArgument(i)
	if p.z {
		p.op(p.mask("KORTEST"), "K2", "K2")
		p.p("JCC %s", p.general)
		return
	}
	m := p.in(o.args[0], i)
	for w := 1; w < p.n; w++ {
		p.and(m[w], m[0], m[0])
	}
	p.op(p.f.fp("VMOVMSK"), m[0], "R8")
	p.op("CMPL", "R8", imm(1<<(p.bytes/p.f.size())-1))
	p.p("JNE %s", p.general)
}

// keepArgument notes where the argument is at the point where the formula is left.
func (p *placing) keepArgument(i int) {
	if p.arg == nil {
		return
	}
	if p.checked != nil {
		panic("a formula is left at two points")
	}
	p.checked = p.in(p.f.ops[0].dst, i)
}

// below goes to the general formula unless all lanes are below a limit. Of lanes of
// 64 bits the upper halves decide.
func (p *placing) below(i int, o *operation) {
	p.keepArgument(i)
	x := p.in(o.args[0], i)
	most := x[0]
	if p.n > 1 {
		most = p.name(p.free(i), 0)
		p.op("VPMAXSD", x[1], x[0], most)
		for _, r := range x[2:] {
			p.op("VPMAXSD", r, most, most)
		}
	}
	limit := p.f.values[o.args[1]].bits
	if p.z {
		const less = 1
		p.op("VPCMP"+letter(p.f.size())+".BCST", imm(less), p.constant(splat(limit, p.f.size())), most, "K2")
		p.op(p.mask("KORTEST"), "K2", "K2")
		p.p("JCC %s", p.general)
		return
	}
	above := p.name(p.free(i), 0)
	p.op("VPCMPGTD", p.quad(splat(limit-1, p.f.size())), most, above)
	p.op(p.f.fp("VMOVMSK"), above, "R8")
	p.op("TESTL", "R8", "R8")
	p.p("JNE %s", p.general)
}

// special notes lanes that are left to Go: a bit for each of a tile. R12 says
// that there are some.
func (p *placing) special(i int, o *operation) {
	if p.n != 1 {
		panic("special lanes of more than one vector")
	}
	l := p.newLabel()
	a := p.in(o.args[0], i)
	if p.z {
		bs, b := p.operand(o.args[1], i)
		p.op(p.f.fp("VCMP")+bs, imm(o.imm), b[0], a[0], "K2")
		p.op(p.mask("KORTEST"), "K2", "K2")
		p.p("JEQ %s", l)
		p.op(p.mask("KMOV"), "K2", "R8")
	} else {
		p.op(p.f.fp("VMOVMSK"), a[0], "R8")
		p.op("TESTL", "R8", "R8")
		p.p("JEQ %s", l)
	}
	p.op("MOVQ", "R9", "R11")
	p.op("SHRQ", imm(log2(p.size)), "R11")
	if !p.z && !p.f.single {
		even := p.newLabel()
		p.op("TESTL", "$4", "R11")
		p.p("JEQ %s", even)
		p.op("SHLL", "$4", "R8")
		p.mark(even)
	}
	p.op("SHRQ", "$3", "R11")
	or := "ORB"
	if p.z && p.f.single {
		or = "ORW"
	}
	p.op(or, "R8", fmt.Sprintf("%d(R13)(R11*1)", scratchLanesLeft))
	p.op("MOVL", "$1", "R12")
	p.mark(l)
}

// mask completes the name of an instruction on the mask of a vector of AVX-512.
func (p *placing) mask(name string) string {
	if p.f.single {
		return name + "W"
	}
	return name + "B"
}

func log2(n int) (k int) {
	for ; n > 1; n /= 2 {
		k++
	}
	return k
}

// lane is the address of vector w of the step at R9, in an area of scratch
// memory.
func (p *placing) lane(area, w int) string {
	return fmt.Sprintf("%d(R13)(R9*1)", area+w*p.bytes*p.size/p.f.size())
}

// converts reports whether the elements are not of the lanes' size.
func (p *placing) converts() bool { return p.size != p.f.size() }

// loadLane loads vector w of an argument.
func (p *placing) loadLane(arg, w int, dst string) {
	at := p.lane(scratchArgs+arg*scratchTile, w)
	if p.converts() {
		p.op("VCVTPS2PD", at, dst)
	} else {
		p.loadAll(at, dst)
	}
}

// storeLanes stores the vectors of the result, which must not be needed again.
func (p *placing) storeLanes(v []string) {
	for w, r := range v {
		at := p.lane(scratchResult, w)
		if !p.converts() {
			p.storeAll(r, at)
			continue
		}
		half := p.halfOf(r)
		p.op("VCVTPD2PS"+p.pick("", "Y"), r, half)
		switch {
		case p.n == 1:
			p.op("VMOVUPS", half, at)
		case w%2 == 1: // whole vectors, so that they can be loaded at once
			p.op(p.pick("VINSERTF64X4", "VINSERTF128"), "$1", half, v[w-1], v[w-1])
			p.storeAll(v[w-1], p.lane(scratchResult, w-1))
		}
	}
}

// halfOf is the lower half of a register.
func (p *placing) halfOf(r string) string { return p.pick("Y", "X") + r[1:] }
