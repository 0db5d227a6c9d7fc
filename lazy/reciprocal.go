package lazy

import (
	"math"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels"
	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/ops"
)

// Division is by far the slowest of the cheap operations. Where a divisor serves
// for many quotients, its reciprocal is computed once and each quotient is found by
// products, with the same bits.

// From worthReciprocals quotients on, quotientsEach for each divisor, that is less
// work than the stage that computes the reciprocals.
const (
	worthReciprocals = 1 << 11
	quotientsEach    = 8
)

// Divisors that change from element to element are read again for each row, and so
// are their reciprocals: that pays up to maxDivisors bytes, which stay in the nearest
// cache together with the rest. For float32 it does not pay, as the unit for
// division takes twice as many of them. Divisors that change from row to row are
// worth it if rows are no shorter than wholeRow.
const (
	maxDivisors = 4 << 10
	wholeRow    = 64
)

// reciprocal returns the step that computes the reciprocals of n's divisors as
// package prog asks for them, or nil if n is no division or gains nothing by them. It
// goes by the planner's shape, not by the stage's: the programs of one pass, which may
// be for parts of it, must have the same operands.
func (s *stageBuilder) reciprocal(n *node) *node {
	if n.op != ops.Div || !dtype.Floats.Has(n.kind) || !kernels.Reciprocals() || n.args[1].op == ops.Const {
		return nil
	}
	by := n.args[1]
	axes := s.planner.axes(by)
	quotients, divisors := s.count(s.axes), s.count(axes)
	if quotients < worthReciprocals || divisors > quotients/quotientsEach {
		return nil
	}
	if inner := s.inner(); axes>>min(inner, maxAxes)&1 == 0 {
		if s.planner.shape[inner] < wholeRow {
			return nil
		}
	} else if n.kind == dtype.Float32 || divisors*int(by.typ.Size) > maxDivisors {
		return nil
	}
	if r, ok := s.recips[by]; ok {
		return r
	}
	least, most := prog.DivisorRange(n.kind)
	size := record(ops.Abs, by)
	in := record(ops.And, record(ops.GreaterEqual, size, floatConst(by.typ, least)), record(ops.LessEqual, size, floatConst(by.typ, most)))
	r := record(ops.Div, record(ops.Where, in, floatConst(by.typ, 1), floatConst(by.typ, 0)), by)
	s.recips[by] = r
	return r
}

// isReciprocal reports whether n comes from reciprocal.
func (b *planner) isReciprocal(n *node) bool {
	for _, r := range b.recips {
		if r == n {
			return true
		}
	}
	return false
}

// inner is the axis along which the loops most likely run innermost.
func (s *stageBuilder) inner() int {
	if s.perm != nil {
		return s.perm[len(s.perm)-1]
	}
	inner, least := len(s.shape)-1, math.MaxInt
	for k, d := range s.strides {
		if d = max(d, -d); s.shape[k] > 1 && 0 < d && d < least {
			inner, least = k, d
		}
	}
	return inner
}

// floatConst is the constant v as a float of type t.
func floatConst(t *dtype.Type, v float64) *node {
	n := &node{op: ops.Const, typ: t, kind: t.Kind, shape: scalar}
	n.konst[0] = math.Float64bits(v)
	if t.Kind == dtype.Float32 {
		n.konst[0] = uint64(math.Float32bits(float32(v)))
	}
	return n
}
