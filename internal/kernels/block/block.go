// Package block is the evaluator in pure Go: it runs a program a block of
// elements at a time, one kernel after the other over buffers that stay in the
// first-level cache. Its kernels are the executable definition of every
// operation; assembly elsewhere must give the same bits.
//
// A fused expression means one loop over its elements:
//
//	for i := range n { d[i] = (a[i]+1)*b[i] }
//
// The evaluator runs it as
//
//	for each block { add(t, a, one); mul(d, t, b) }
//
// which costs one call for each operation and block and an intermediate result
// that never leaves the cache.
//
// Kernels are total: whatever the data, they neither fault nor read or write
// outside the n elements they are given. Where an operation refuses some data,
// as a zero divisor, the planner looks for it before; a kernel that meets it
// nevertheless gives zero.
//
// Products that feed a sum are written float64(x*y) throughout: without the
// conversion the compiler may contract them on some machines, and results would
// differ between them.
package block

import (
	"sync"
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/ops"
)

// A Func is a kernel: it applies one operation to n elements. The arguments
// that the operation does not have are ignored. A bool is a byte, 0 or 1 when
// written, and true unless 0 when read. The destination may be one of the
// arguments, of the same element size; other overlap is not allowed.
type Func func(dst, a, b, c unsafe.Pointer, n int)

// Lookup returns the kernel of op over operands of kind k, or nil where the
// table does not define op for k. The condition of Where is a bool whatever k.
func Lookup(op ops.Op, k dtype.Kind) Func {
	if !ops.IsRow(op) || k >= dtype.NumKinds {
		return nil
	}
	return kernels().op[k][op]
}

// Cast returns the kernel that converts elements, or nil if one of the kinds
// is Other.
func Cast(from, to dtype.Kind) Func {
	if from >= dtype.NumKinds || to >= dtype.NumKinds {
		return nil
	}
	return kernels().cast[from][to]
}

// A row holds the kernels of one kind.
type row [ops.Limit]Func

// A table holds every kernel.
type table struct {
	op   [dtype.NumKinds]row
	cast [dtype.NumKinds][dtype.NumKinds]Func
	pair [dtype.NumKinds]pairTable
}

// kernels makes the table when it is first asked for, so that programs which
// only import the library do not pay for it.
var kernels = sync.OnceValue(func() *table {
	t := new(table)
	t.ordered()
	t.floats()
	t.complexes()
	t.bools()
	t.elementary()
	t.casts()
	t.pair[dtype.Float32], t.pair[dtype.Float64] = pairs[float32](), pairs[float64]()
	return t
})

// view is the block of n elements at p.
func view[T any](p unsafe.Pointer, n int) []T { return unsafe.Slice((*T)(p), n) }
