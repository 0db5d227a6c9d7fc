package block

import (
	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/ops"
)

// Sums, differences and products of floats are so cheap that storing the result
// is what they cost. So one of them whose result only another one needs is
// computed together with it, by a kernel of three operands; each operation
// rounds as it does alone.

// An outer operation has the inner one as its first operand, or its second; for
// sums and products that is the same.
type outer uint8

const (
	outerAdd  outer = iota
	outerSub        // inner - c
	outerRsub       // c - inner
	outerMul
	numOuter
)

// A pairTable holds the kernels by outer and inner operation, the latter in the
// order add, sub, mul.
type pairTable [numOuter][3]Func

func pairs[T float]() pairTable {
	return pairTable{
		outerAdd:  {addAdd[T], addSub[T], addMul[T]},
		outerSub:  {subAdd[T], subSub[T], subMul[T]},
		outerRsub: {rsubAdd[T], rsubSub[T], rsubMul[T]},
		outerMul:  {mulAdd[T], mulSub[T], mulMul[T]},
	}
}

// pairable reports whether op of kind k can be part of a pair.
func pairable(op ops.Op, k dtype.Kind) bool {
	return dtype.Floats.Has(k) && (op == ops.Add || op == ops.Sub || op == ops.Mul)
}

// pairFunc returns the kernel of two pairable operations; position says which
// operand of the outer one the inner one is.
func pairFunc(out, in ops.Op, position int, k dtype.Kind) Func {
	o := map[ops.Op]outer{ops.Add: outerAdd, ops.Sub: outerSub, ops.Mul: outerMul}[out]
	if o == outerSub && position == 1 {
		o = outerRsub
	}
	i := map[ops.Op]int{ops.Add: 0, ops.Sub: 1, ops.Mul: 2}[in]
	return kernels().pair[k][o][i]
}

func addAdd[T float](dst, a, b, c ptr, n int) {
	d, x, y, z := view[T](dst, n), view[T](a, n), view[T](b, n), view[T](c, n)
	for i := range d {
		d[i] = x[i] + y[i] + z[i]
	}
}

func addSub[T float](dst, a, b, c ptr, n int) {
	d, x, y, z := view[T](dst, n), view[T](a, n), view[T](b, n), view[T](c, n)
	for i := range d {
		d[i] = x[i] - y[i] + z[i]
	}
}

func addMul[T float](dst, a, b, c ptr, n int) {
	d, x, y, z := view[T](dst, n), view[T](a, n), view[T](b, n), view[T](c, n)
	for i := range d {
		d[i] = T(x[i]*y[i]) + z[i]
	}
}

func subAdd[T float](dst, a, b, c ptr, n int) {
	d, x, y, z := view[T](dst, n), view[T](a, n), view[T](b, n), view[T](c, n)
	for i := range d {
		d[i] = x[i] + y[i] - z[i]
	}
}

func subSub[T float](dst, a, b, c ptr, n int) {
	d, x, y, z := view[T](dst, n), view[T](a, n), view[T](b, n), view[T](c, n)
	for i := range d {
		d[i] = x[i] - y[i] - z[i]
	}
}

func subMul[T float](dst, a, b, c ptr, n int) {
	d, x, y, z := view[T](dst, n), view[T](a, n), view[T](b, n), view[T](c, n)
	for i := range d {
		d[i] = T(x[i]*y[i]) - z[i]
	}
}

func rsubAdd[T float](dst, a, b, c ptr, n int) {
	d, x, y, z := view[T](dst, n), view[T](a, n), view[T](b, n), view[T](c, n)
	for i := range d {
		d[i] = z[i] - (x[i] + y[i])
	}
}

func rsubSub[T float](dst, a, b, c ptr, n int) {
	d, x, y, z := view[T](dst, n), view[T](a, n), view[T](b, n), view[T](c, n)
	for i := range d {
		d[i] = z[i] - (x[i] - y[i])
	}
}

func rsubMul[T float](dst, a, b, c ptr, n int) {
	d, x, y, z := view[T](dst, n), view[T](a, n), view[T](b, n), view[T](c, n)
	for i := range d {
		d[i] = z[i] - T(x[i]*y[i])
	}
}

func mulAdd[T float](dst, a, b, c ptr, n int) {
	d, x, y, z := view[T](dst, n), view[T](a, n), view[T](b, n), view[T](c, n)
	for i := range d {
		d[i] = T((x[i] + y[i]) * z[i])
	}
}

func mulSub[T float](dst, a, b, c ptr, n int) {
	d, x, y, z := view[T](dst, n), view[T](a, n), view[T](b, n), view[T](c, n)
	for i := range d {
		d[i] = T((x[i] - y[i]) * z[i])
	}
}

func mulMul[T float](dst, a, b, c ptr, n int) {
	d, x, y, z := view[T](dst, n), view[T](a, n), view[T](b, n), view[T](c, n)
	for i := range d {
		d[i] = T(x[i] * y[i] * z[i])
	}
}
