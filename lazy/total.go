package lazy

import (
	"sync/atomic"
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels/reduce"
	"github.com/ndgo/nd/internal/layout"
	"github.com/ndgo/nd/internal/ops"
	"github.com/ndgo/nd/zip"
)

// Total evaluates reduction r of all elements of v at once. The result has
// elements of type R: that of the operand, or bool, or int, as r has it.
//
// It is Reduce followed by Value, but little is recorded: nothing for what one
// kernel does to contiguous elements, and for others only layouts that have not
// been seen before.
func Total[T, R any](v *zip.View[T], r Reduction, arg float64) (R, error) {
	var out [1]R
	if total(ops.Reduction(r), arg, typeFor[T](), headerOf(v), typeFor[R](), unsafe.Pointer(&out)) {
		return out[0], nil
	}
	return Value[R](From(*v).Reduce(r, arg))
}

// total sets the element at out, of type to. It reports false, having done
// nothing that counts, where it cannot, or where there is an error to report.
func total(r ops.Reduction, arg float64, t *dtype.Type, h *header, to *dtype.Type, out unsafe.Pointer) bool {
	if t.Kind == dtype.Other || to.Kind == dtype.Other {
		return false
	}
	if k := totalKernel(r, t, to); k != nil && layout.IsC(h.Shape, h.Strides) && len(h.Shape) == len(h.Strides) {
		n := layout.Size(h.Shape)
		if (n <= reduce.LeafSize || !k.Ordered) && n > 0 && h.Offset >= 0 && h.Offset <= len(h.Data)-n {
			v := rawHeader(t, h)
			k.Rows(out, v.at(), n, 1)
			return true
		}
	}
	if t != dtype.Basic(t.Kind) {
		return false
	}
	p := &totals[r][t.Kind]
	f := p.Load()
	if f == nil || f.arg != arg {
		f = &totalFunc{arg: arg}
		f.Func = Trace(func(x []Chain) Chain { return x[0].Reduce(Reduction(r), arg) }, Param{"x", t})
		p.Store(f)
	}
	dst := rawView{typ: to, base: out, len: 1, shape: scalar, strides: scalar}
	return f.run(&dst, []Operand{{typ: t, at: unsafe.Pointer(h)}}) == nil
}

// totalKernel returns the kernel that does reduction r and nothing else is
// needed for, nil if there is none.
func totalKernel(r ops.Reduction, t, to *dtype.Type) *reduce.Kernel {
	join, result := ops.Invalid, t
	switch r {
	case ops.ReduceSum:
		join = ops.Add
	case ops.ReduceProd:
		join = ops.Mul
	case ops.ReduceMin:
		join = ops.Minimum
	case ops.ReduceMax:
		join = ops.Maximum
	case ops.ReduceAny:
		join, result = ops.Or, dtype.Basic(dtype.Bool)
	case ops.ReduceAll:
		join, result = ops.And, dtype.Basic(dtype.Bool)
	}
	if join == ops.Invalid || to != result || !ops.Reductions[r].In.Has(t.Kind) {
		return nil
	}
	return reduce.For(join, t.Kind)
}

// totals are reductions of all elements of a predeclared type, traced once, so
// that layouts seen before need no new plan.
var totals [len(ops.Reductions)][dtype.NumKinds]atomic.Pointer[totalFunc]

type totalFunc struct {
	*Func
	arg float64
}
