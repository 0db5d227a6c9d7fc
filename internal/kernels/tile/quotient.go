//go:build amd64 && !purego

package tile

import (
	"math"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/ops"
)

// quotient adds x/c as a product with the reciprocal of c and a correction, which the
// generator proves right: for a constant c that prog.DivisorRange admits, or any c if
// there is a node r that is as package prog has it. It reports false for others.
func (g *graph) quotient(k dtype.Kind, x, c, r int) (int, bool) {
	if !dtype.Floats.Has(k) {
		return 0, false
	}
	op := opDivide
	if r < 0 {
		d := &g.nodes[c]
		if d.op != opConst {
			return 0, false
		}
		v := floatOf(k, d.bits)
		if least, most := prog.DivisorRange(k); !(math.Abs(v) >= least && math.Abs(v) <= most) {
			return 0, false
		}
		r = g.constant(k, bitsOf(k, 1/v))
		if n := &g.nodes[x]; n.op == opcode(ops.Cast) && dtype.Integers.Has(n.kind) {
			op = opQuotient
		}
	}
	g.work++
	return g.add(node{op: op, kind: k, out: k, args: [3]int{x, c, r}}), true
}

func floatOf(k dtype.Kind, bits uint64) float64 {
	if k == dtype.Float32 {
		return float64(math.Float32frombits(uint32(bits)))
	}
	return math.Float64frombits(bits)
}
