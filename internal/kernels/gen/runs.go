package main

import "fmt"

// takeRuns emits the function that puts runs of elements side by side, as float64.
// Those of a run have one of the strides that shuffles can do, and take a vector at
// least.
func takeRuns(size int) func(g *gen) {
	return func(g *gen) {
		lanes := g.bytes / 8
		end := g.newLabel()
		g.runArgs()
		for _, s := range runStrides {
			run, loop, next, other := g.newLabel(), g.newLabel(), g.newLabel(), g.newLabel()
			g.p("CMPQ R9, $%d", s*size)
			g.p("JNE %s", other)
			g.takeIndex(size, s)
			g.mark(run)
			g.startRun()
			g.p("SUBQ $%d, CX", lanes)
			g.mark(loop)
			g.takeVector(size, s, 0, 0)
			g.op("VMOVUPD", g.reg(0), "(DI)")
			g.p("ADDQ $%d, SI", s*size*lanes)
			g.p("ADDQ $%d, DI", g.bytes)
			g.p("SUBQ $%d, CX", lanes)
			g.p("JGE %s", loop)
			// What is left over is done with some of the elements before it.
			g.p("CMPQ CX, $%d", -lanes)
			g.p("JEQ %s", next)
			g.p("IMUL3Q $%d, CX, AX", s*size)
			g.p("ADDQ AX, SI")
			g.takeVector(size, s, 0, 0)
			g.op("VMOVUPD", g.reg(0), "(DI)(CX*8)")
			g.p("LEAQ %d(DI)(CX*8), DI", g.bytes)
			g.mark(next)
			g.p("DECQ DX")
			g.p("JNZ %s", run)
			g.p("JMP %s", end)
			g.mark(other)
		}
		g.mark(end)
	}
}

// takeAny is for any stride and length.
func takeAny(size int) func(g *gen) {
	return func(g *gen) {
		run, pair, rest, next := g.newLabel(), g.newLabel(), g.newLabel(), g.newLabel()
		g.runArgs()
		g.mark(run)
		g.startRun()
		g.p("SUBQ $2, CX")
		g.p("JLT %s", rest)
		g.mark(pair)
		if size == 4 {
			g.op("VMOVSS", "(SI)", "X0")
			g.op("VINSERTPS", "$0x10", "(SI)(R9*1)", "X0", "X0")
			g.op("VCVTPS2PD", "X0", "X0")
		} else {
			g.op("VMOVSD", "(SI)", "X0")
			g.op("VMOVHPD", "(SI)(R9*1)", "X0", "X0")
		}
		g.op("VMOVUPD", "X0", "(DI)")
		g.p("LEAQ (SI)(R9*2), SI")
		g.p("ADDQ $16, DI")
		g.p("SUBQ $2, CX")
		g.p("JGE %s", pair)
		g.mark(rest)
		g.p("INCQ CX") // -1 if one is left
		g.p("JNZ %s", next)
		if size == 4 {
			g.op("VMOVSS", "(SI)", "X0")
			g.op("VCVTSS2SD", "X0", "X0", "X0")
		} else {
			g.op("VMOVSD", "(SI)", "X0")
		}
		g.op("VMOVSD", "X0", "(DI)")
		g.p("ADDQ $8, DI")
		g.mark(next)
		g.p("DECQ DX")
		g.p("JNZ %s", run)
	}
}

func (g *gen) runArgs() {
	g.arg("dst", "DI")
	g.arg("table", "R8")
	g.arg("n", "BX")
	g.arg("runs", "DX")
	g.arg("stride", "R9")
}

// startRun sets SI to where the next run begins, and CX to its length.
func (g *gen) startRun() {
	g.p("MOVQ (R8), SI")
	g.p("ADDQ src+8(FP), SI")
	g.p("ADDQ $8, R8")
	g.p("MOVQ BX, CX")
}

// runStrides are those that takeRuns does.
var runStrides = []int{1, -1, 2}

// strides are those that addStrided does.
func (g *gen) strides() []int {
	if g.z {
		return []int{-1, 2, -2, 3}
	}
	return []int{2}
}

// takeVector loads vector i of float64 from elements at SI, at a stride, into a
// register. It reads what lies between the first and the last of them.
func (g *gen) takeVector(size, stride, i, reg int) {
	lanes, d := g.bytes/8, g.reg(reg)
	half := g.part(reg, g.bytes*size/8) // the elements as they are
	span := max(stride, -stride)*(lanes-1) + 1
	first := 0 // of what is read, in elements
	if stride < 0 {
		first = 1 - span
	}
	first += i * stride * lanes
	window := func(i int) string { return fmt.Sprintf("%d(SI)", (first+i)*size) }
	convert := func() {
		if size == 4 {
			g.op("VCVTPS2PD", half, d)
		}
	}
	switch {
	case stride == 1 && size == 4:
		g.op("VCVTPS2PD", window(0), d)
	case stride == 1:
		g.op("VMOVUPD", window(0), d)
	case !g.z && stride == -1 && size == 4:
		g.op("VPERMILPS", "$0x1b", window(0), half)
		convert()
	case !g.z && stride == -1:
		g.op("VPERMPD", "$0x1b", window(0), d)
	case !g.z && size == 4:
		g.op("VMOVUPS", window(0), half)
		g.op("VSHUFPS", "$0xd8", window(span-lanes), half, half)
		convert()
	case !g.z:
		g.op("VMOVUPD", window(0), d)
		g.op("VSHUFPD", "$0x0a", window(span-lanes), d, d)
		g.op("VPERMPD", "$0xd8", d, d)
	default:
		g.takeWindows(size, stride, half, window)
		convert()
	}
}

// takeFirst is the register with the first of the vectors that takeIndex loads.
const takeFirst = 8

// takeIndex loads what picks elements out of windows, of AVX-512: each vector but the
// first joins those of a window to those that have been found before.
func (g *gen) takeIndex(size, stride int) {
	const lanes = 8
	if !g.z || stride == 1 {
		return
	}
	by := max(stride, -stride)
	span := by*(lanes-1) + 1
	for j := min(1, by-1); j < by; j++ {
		before, start := min((j-1)*lanes, span-lanes), min(j*lanes, span-lanes)
		index := make([]int, lanes)
		for e := range index {
			at := e * by
			if stride < 0 {
				at = span - 1 - at
			}
			switch {
			case j > 0 && at >= before+lanes && at < start+lanes:
				index[e] = lanes + at - start
			case j <= 1:
				index[e] = min(at, lanes-1)
			default:
				index[e] = e
			}
		}
		g.op("VMOVUPD", g.vector(size, index), g.part(takeFirst+j, lanes*size))
	}
}

// takeWindows picks elements out of windows.
func (g *gen) takeWindows(size, stride int, d string, window func(i int) string) {
	const lanes = 8
	by := max(stride, -stride)
	index := func(j int) string { return g.part(takeFirst+j, lanes*size) }
	if by == 1 {
		g.op("VPERM"+fp(size), window(0), index(0), d)
		return
	}
	g.op("VMOVUPD", window(0), d)
	for j := 1; j < by; j++ {
		g.op("VPERMT2"+fp(size), window(min(j*lanes, by*(lanes-1)+1-lanes)), index(j), d)
	}
}

// addStrided emits the addition of blocks of elements at a stride to lanes in memory.
func addStrided(size int) func(g *gen) {
	return func(g *gen) {
		n, lanes := sumsBlock/g.bytes, g.bytes/8
		first := g.regs - n // of the lanes
		end := g.newLabel()
		g.arg("lane", "DI")
		g.arg("x", "SI")
		g.arg("blocks", "CX")
		g.arg("stride", "R9")
		for i := range n {
			g.op("VMOVUPD", g.mem("DI", i), g.reg(first+i))
		}
		for _, s := range g.strides() {
			loop, other := g.newLabel(), g.newLabel()
			g.p("CMPQ R9, $%d", s*size)
			g.p("JNE %s", other)
			g.takeIndex(size, s)
			g.mark(loop)
			for i := range n {
				g.takeVector(size, s, i, i%4)
				g.op("VADDPD", g.reg(i%4), g.reg(first+i), g.reg(first+i))
			}
			g.p("ADDQ $%d, SI", s*size*lanes*n)
			g.p("DECQ CX")
			g.p("JNZ %s", loop)
			g.p("JMP %s", end)
			g.mark(other)
		}
		g.mark(end)
		for i := range n {
			g.op("VMOVUPD", g.reg(first+i), g.mem("DI", i))
		}
	}
}
