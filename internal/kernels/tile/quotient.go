//go:build amd64 && !purego

package tile

import (
	"math"
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels/block"
	"github.com/ndgo/nd/internal/ops"
)

// quotient adds x/c where x was an integer and c is a constant, as a product
// with the reciprocal of c and a correction, which the generator proves right
// for the constants admitted here. It reports false for others.
func (g *graph) quotient(k dtype.Kind, x, c int) (int, bool) {
	n, d := &g.nodes[x], &g.nodes[c]
	if n.op != opcode(ops.Cast) || !dtype.Integers.Has(n.kind) || d.op != opConst {
		return 0, false
	}
	v := floatOf(k, d.bits)
	if a := math.Abs(v); !(a >= 0x1p-30 && a <= 0x1p30) {
		return 0, false
	}
	// The product of two floats and 1 are so near each other that their
	// difference is a float64: in float32 the product is one by itself.
	r, off := 1/v, 0x1p-54
	if k == dtype.Float32 {
		r, off = float64(1/float32(v)), 0x1p-25
	}
	if math.Abs(math.FMA(r, v, -1)) > off && !(n.kind.Size() == 1 && allRight(n.kind, k, d.bits, bitsOf(k, r))) {
		return 0, false
	}
	g.work++
	return g.add(node{op: opQuotient, kind: k, out: k, args: [3]int{x, c, g.constant(k, bitsOf(k, r))}}), true
}

func floatOf(k dtype.Kind, bits uint64) float64 {
	if k == dtype.Float32 {
		return float64(math.Float32frombits(uint32(bits)))
	}
	return math.Float64frombits(bits)
}

// allRight tries the quotients of all integers of a kind of 8 bits.
func allRight(from, k dtype.Kind, c, r uint64) bool {
	const n = 256
	type block8 [8 * n]byte
	var ints [n]byte
	var x, cs, rs, q, rem, want, neg block8
	size := int(k.Size())
	fill := func(b *block8, v uint64) {
		for i := range n {
			for j := range size {
				b[i*size+j] = byte(v >> (8 * j))
			}
		}
	}
	for i := range ints {
		ints[i] = byte(i)
	}
	fill(&cs, c)
	fill(&rs, r)
	do := func(op ops.Op, d *block8, args ...*block8) {
		var p [3]unsafe.Pointer
		for i, a := range args {
			p[i] = unsafe.Pointer(a)
		}
		block.Lookup(op, k)(unsafe.Pointer(d), p[0], p[1], p[2], n)
	}
	block.Cast(from, k)(unsafe.Pointer(&x), unsafe.Pointer(&ints), nil, nil, n)
	do(ops.Div, &want, &x, &cs)
	do(ops.Mul, &q, &x, &rs)
	do(ops.Neg, &neg, &q)
	do(ops.FMA, &rem, &neg, &cs, &x)
	do(ops.FMA, &q, &rem, &rs, &q)
	return string(q[:n*size]) == string(want[:n*size])
}
