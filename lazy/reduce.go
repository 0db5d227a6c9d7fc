package lazy

import (
	"fmt"
	"math"
	"slices"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/errs"
	"github.com/ndgo/nd/internal/kernels/reduce"
	"github.com/ndgo/nd/internal/layout"
	"github.com/ndgo/nd/internal/ops"
)

// A Reduction names a reduction of the table in package ops, see the methods of
// Fold.
type Reduction uint8

// String returns the reduction's name as messages and Explain give it.
func (r Reduction) String() string { return ops.Reductions[r].Key }

// A reduction says what is reduced, and over which axes.
type reduction struct {
	kind ops.Reduction // ReduceNone for a sequence
	name string
	axes []int   // as given, nil for all
	keep bool    // reduced axes stay, with length 1
	skip bool    // elements that are NaN do not count
	arg  float64 // ddof, p or q

	// Steps that take the elements of each result one after the other, and
	// are no repeated operation:
	seq *sequence

	// Of the primitive reductions, which repeat a kernel or are a sequence:
	kernel *reduce.Kernel
	over   []int // the reduced axes, ascending
}

// A Fold gathers the options of a reduction: see Chain.Over.
type Fold struct {
	c    Chain
	axes []int
	keep bool
	skip bool
}

// Over names the axes to reduce; negative ones count from the end. Without
// arguments nothing is reduced; reductions called on a chain itself reduce all
// axes.
func (c Chain) Over(axes ...int) Fold { return Fold{c: c}.Over(axes...) }

// SkipNaN makes reductions pass over elements that are NaN, as if they were not
// there.
func (c Chain) SkipNaN() Fold { return Fold{c: c}.SkipNaN() }

// Everywhere goes over all axes, as the reductions among Chain's methods do.
func (c Chain) Everywhere() Fold { return Fold{c: c} }

func (c Chain) all() Fold { return Fold{c: c} }

// Reduce adds reduction r over all axes. See Fold.Reduce.
func (c Chain) Reduce(r Reduction, arg float64) Chain { return c.all().Reduce(r, arg) }

// Over names the axes to reduce in place of those named before.
func (f Fold) Over(axes ...int) Fold {
	f.axes = append([]int{}, axes...)
	return f
}

// KeepDims makes the reduced axes stay, with length 1, so that the result
// broadcasts against the operand.
func (f Fold) KeepDims() Fold {
	f.keep = true
	return f
}

// SkipNaN makes the reduction pass over elements that are NaN, as if they were
// not there. Where nothing is left, sums are 0 and products 1, as of no
// elements, and minima, maxima, means and what is made of them NaN.
func (f Fold) SkipNaN() Fold {
	f.skip = true
	return f
}

// Reduce adds reduction r. arg is what its method takes, if it takes anything.
func (f Fold) Reduce(r Reduction, arg float64) Chain {
	if f.c.n == nil {
		return missing(r.String())
	}
	return Chain{recordFold(f.c.n, &reduction{kind: ops.Reduction(r), name: r.String(), axes: f.axes, keep: f.keep, skip: f.skip, arg: arg})}
}

// result gives the type of the elements of the result, of type t before.
func (f *reduction) result(t *dtype.Type) *dtype.Type {
	switch {
	case f.seq != nil:
		return f.seq.out
	case ops.Reductions[f.kind].Result == ops.Bool:
		return dtype.Basic(dtype.Bool)
	case f.kind == ops.ReduceCountNonzero:
		return dtype.TypeFor[int]()
	}
	return t
}

// refuses says why the reduction is not defined for elements of type t.
func (f *reduction) refuses(t *dtype.Type) error {
	k := t.Kind
	if f.seq != nil {
		return nil // whoever made it has looked
	}
	in := ops.Reductions[f.kind].In
	var detail string
	switch {
	case f.skip && !(dtype.Real | dtype.Booleans).Has(k):
		detail = "NaN is passed over among real numbers only"
	case in.Has(k):
		return nil
	case dtype.Integers.Has(k):
		detail = "use As[float64] first: the result is no integer"
	case dtype.Complex.Has(k):
		detail = "use Abs, Real or Imag first: it is defined for real numbers"
	case k == dtype.Other:
		detail = "a type that is no number has no such reduction"
	default:
		detail = "it is defined for " + kindList(in)
	}
	return &errs.TypeError{Op: f.name, Type: t.String(), Detail: detail}
}

// needsElement reports whether there is no result of no elements.
func (f *reduction) needsElement() bool {
	switch f.kind {
	case ops.ReduceMin, ops.ReduceMax, ops.ReducePtp:
		return true
	case ops.ReduceNorm:
		return math.IsInf(f.arg, 0)
	}
	return f.seq != nil && f.seq.needsElement
}

// recordFold adds a reduction. While the shape is unknown it waits; then it is
// written out as steps that the planner knows.
func recordFold(a *node, f *reduction) *node {
	n := &node{op: ops.Reduce, kind: a.typ.Kind, typ: f.result(a.typ), fold: f, nargs: 1, args: [3]*node{a}, steps: a.steps + 1}
	if a.err != nil {
		n.err = a.err
		return n
	}
	if err := f.refuses(a.typ); err != nil {
		n.shape = scalar
		return n.fail(err)
	}
	if f.kind == ops.ReduceQuantile && !(f.arg >= 0 && f.arg <= 1) {
		n.shape = scalar
		return n.fail(&errs.DomainError{Op: f.name, Arg: "q", Value: f.arg})
	}
	if a.unknown() {
		return n
	}
	over, err := foldAxes(f, a.shape)
	if err != nil {
		n.shape = scalar
		return n.fail(err)
	}
	x := folder{f: f, a: a, over: over, count: 1}
	for _, k := range over {
		x.count *= a.shape[k]
	}
	if x.count == 0 && f.needsElement() && layout.Size(foldShape(a.shape, over, true)) > 0 {
		n.shape = scalar
		return n.fail(&errs.ShapeError{Op: f.name, Shapes: [][]int{a.shape}, Axis: emptyAxis(a.shape, over), Detail: "there is no such element among none"})
	}
	r := x.expand(f.kind)
	if r.err != nil {
		return r
	}
	if r.typ != n.typ {
		r = recordCast(r, n.typ)
	}
	if !f.keep && (f.seq == nil || f.seq.form != seqScan) {
		gone := over
		if f.seq != nil && f.seq.form == seqMany { // results of a sequence have an axis of their own, the first
			gone = nil
			for _, k := range over {
				gone = append(gone, k+1)
			}
		}
		r = viewed(r, &viewStep{name: f.name, do: func(l layout.Layout) (layout.Layout, error) {
			if len(gone) == 0 {
				return l, nil
			}
			return l.Squeeze(f.name, gone)
		}})
	}
	return r
}

// foldAxes returns the axes that a reduction goes over, ascending.
func foldAxes(f *reduction, shape []int) ([]int, error) {
	over := []int{}
	if f.axes == nil {
		for k := range shape {
			over = append(over, k)
		}
		return over, nil
	}
	for _, a := range f.axes {
		k, err := layout.NormAxis(f.name, a, len(shape), shape)
		if err != nil {
			return nil, err
		}
		if slices.Contains(over, k) {
			return nil, &errs.ShapeError{Op: f.name, Shapes: [][]int{shape}, Axis: k, Detail: fmt.Sprintf("axis %d comes twice in %v", k, f.axes)}
		}
		over = append(over, k)
	}
	slices.Sort(over)
	return over, nil
}

// foldShape returns the shape with the given axes made 1, or left out.
func foldShape(shape, over []int, keep bool) []int {
	out := scalar
	for k, l := range shape {
		switch {
		case !slices.Contains(over, k):
			out = append(out, l)
		case keep:
			out = append(out, 1)
		}
	}
	return out
}

func emptyAxis(shape, over []int) int {
	for _, k := range over {
		if shape[k] == 0 {
			return k
		}
	}
	return -1
}

// A folder writes reductions out.
type folder struct {
	f     *reduction
	a     *node
	over  []int
	count int // elements that become one
}

func (x *folder) expand(kind ops.Reduction) *node {
	switch kind {
	case ops.ReduceNone:
		return x.sequence(x.a, x.f.seq)
	case ops.ReduceSum:
		return x.primitive(ops.Add, x.filled(x.wide(x.a), 0))
	case ops.ReduceProd:
		return x.primitive(ops.Mul, x.filled(x.wide(x.a), 1))
	case ops.ReduceMean:
		return x.mean(x.wide(x.a))
	case ops.ReduceVar:
		return x.variance()
	case ops.ReduceStd:
		return record(ops.Sqrt, x.variance())
	case ops.ReduceMin:
		return x.extreme(ops.Minimum, x.a, math.Inf(1))
	case ops.ReduceMax:
		return x.extreme(ops.Maximum, x.a, math.Inf(-1))
	case ops.ReducePtp:
		return record(ops.Sub, x.extreme(ops.Maximum, x.a, math.Inf(-1)), x.extreme(ops.Minimum, x.a, math.Inf(1)))
	case ops.ReduceNorm:
		return x.norm(x.f.arg)
	case ops.ReduceMedian:
		return x.sequence(x.a, quantiles(x.a.typ, x.f.name, []float64{0.5}, Linear, x.f.skip))
	case ops.ReduceQuantile:
		return x.sequence(x.a, quantiles(x.a.typ, x.f.name, []float64{x.f.arg}, Linear, x.f.skip))
	case ops.ReduceAny:
		return x.primitive(ops.Or, x.truth())
	case ops.ReduceAll:
		return x.primitive(ops.And, record(ops.Or, x.truth(), x.nan()))
	case ops.ReduceCountNonzero:
		return x.primitive(ops.Add, recordCast(x.truth(), dtype.Basic(dtype.Int64)))
	}
	return x.logSumExp()
}

// skips reports whether there may be elements that do not count.
func (x *folder) skips() bool { return x.f.skip && dtype.Floats.Has(x.a.typ.Kind) }

// nan is the step that finds elements that do not count.
func (x *folder) nan() *node {
	if !x.skips() {
		return &node{op: ops.Const, typ: dtype.Basic(dtype.Bool), kind: dtype.Bool, shape: scalar}
	}
	return record(ops.IsNaN, x.a)
}

// filled is a with v for elements that do not count.
func (x *folder) filled(a *node, v float64) *node {
	if !x.skips() {
		return a
	}
	return record(ops.Where, x.nan(), recordCast(float64Const(v), a.typ), a)
}

// number is how many elements count, as a float64.
func (x *folder) number() *node {
	if !x.skips() {
		return float64Const(float64(x.count))
	}
	return x.primitive(ops.Add, recordCast(record(ops.Not, x.nan()), dtype.Basic(dtype.Float64)))
}

func (x *folder) variance() *node {
	w := x.wide(x.a)
	d := x.filled(record(ops.Sub, w, x.mean(w)), 0)
	n := record(ops.Maximum, record(ops.Sub, x.number(), float64Const(x.f.arg)), float64Const(0))
	return record(ops.Div, x.primitive(ops.Add, record(ops.Mul, d, d)), n)
}

// extreme is the least or greatest of the elements that count, NaN where there
// is none; all others are filled with the other end.
func (x *folder) extreme(join ops.Op, a *node, end float64) *node {
	m := x.primitive(join, x.filled(a, end))
	if !x.skips() {
		return m
	}
	none := record(ops.Equal, x.number(), float64Const(0))
	return record(ops.Where, none, recordCast(float64Const(math.NaN()), m.typ), m)
}

func (x *folder) norm(p float64) *node {
	w := x.wide(x.a)
	size := func() *node { return x.filled(record(ops.Abs, w), 0) }
	switch {
	case p == 0:
		return recordCast(x.primitive(ops.Add, recordCast(x.truth(), dtype.Basic(dtype.Int64))), w.typ)
	case p == 1:
		return x.primitive(ops.Add, size())
	case p == 2:
		w = x.filled(w, 0)
		return record(ops.Sqrt, x.primitive(ops.Add, record(ops.Mul, w, w)))
	case math.IsInf(p, 1):
		return x.extreme(ops.Maximum, record(ops.Abs, x.a), math.Inf(-1))
	case math.IsInf(p, -1):
		return x.extreme(ops.Minimum, record(ops.Abs, x.a), math.Inf(1))
	}
	powers := x.filled(record(ops.PowOf, record(ops.Abs, w), float64Const(p)), 0)
	return record(ops.PowOf, x.primitive(ops.Add, powers), float64Const(1/p))
}

// logSumExp is log(sum(exp(x))) = m + log(sum(exp(x-m))) for the greatest
// element m, or for 0 where that is infinite: the exponentials then are right
// as they are.
func (x *folder) logSumExp() *node {
	w := x.filled(x.wide(x.a), math.Inf(-1))
	if x.count == 0 {
		return record(ops.Log, x.primitive(ops.Add, w))
	}
	m := x.primitive(ops.Maximum, w)
	m = record(ops.Where, record(ops.IsFinite, m), m, float64Const(0))
	return record(ops.Add, record(ops.Log, x.primitive(ops.Add, record(ops.Exp, record(ops.Sub, w, m)))), m)
}

// truth is whether an element counts and is not zero.
func (x *folder) truth() *node {
	t := recordCast(x.a, dtype.Basic(dtype.Bool))
	if x.skips() {
		t = record(ops.AndNot, t, x.nan())
	}
	return t
}

// accumulators are the kinds in which sums and products are accumulated.
var accumulators = [dtype.NumKinds]dtype.Kind{
	dtype.Int8: dtype.Int64, dtype.Int16: dtype.Int64, dtype.Int32: dtype.Int64, dtype.Int64: dtype.Int64,
	dtype.Uint8: dtype.Uint64, dtype.Uint16: dtype.Uint64, dtype.Uint32: dtype.Uint64, dtype.Uint64: dtype.Uint64,
	dtype.Float32: dtype.Float64, dtype.Float64: dtype.Float64,
	dtype.Complex64: dtype.Complex128, dtype.Complex128: dtype.Complex128,
}

// wide converts to the kind in which a accumulates.
func (x *folder) wide(a *node) *node {
	return recordCast(a, dtype.Basic(accumulators[a.typ.Kind]))
}

func (x *folder) mean(wide *node) *node {
	s := x.primitive(ops.Add, x.filled(wide, 0))
	if wide.typ.Kind == dtype.Complex128 {
		// Each part by itself: a complex quotient would do more than divide.
		return recordFunc(wide.typ, divideParts(float64(x.count)), []argument{{s, wide.typ}})
	}
	return record(ops.Div, s, x.number())
}

// primitive adds the reduction that repeats an operation, axes kept, as a leaf
// whose memory a pass of its own will fill.
func (x *folder) primitive(join ops.Op, a *node) *node {
	f := &reduction{name: x.f.name, keep: true, over: x.over, kernel: reduce.For(join, a.typ.Kind)}
	r := &node{op: ops.Reduce, kind: a.typ.Kind, typ: a.typ, fold: f, nargs: 1, args: [3]*node{a},
		shape: foldShape(a.shape, x.over, true), steps: a.steps + 1}
	if a.err != nil {
		r.err = a.err
		return r
	}
	return resultOf(r)
}

// resultOf is the leaf that stands for the result of a pass. Its memory must be
// possible: views that repeat may have more elements than that.
func resultOf(n *node) *node {
	if _, err := layout.CheckMemory(n.name(), n.shape, n.typ.Size); err != nil {
		return n.fail(err)
	}
	return &node{op: ops.Load, typ: n.typ, shape: n.shape, steps: n.steps, leaf: &leaf{lay: layout.New(n.shape), index: -1, from: n}}
}

func float64Const(v float64) *node {
	return floatConst(dtype.Basic(dtype.Float64), v)
}

// Dot returns the sum of the products of two expressions of one axis and equal
// length. Products and sums of floats are taken in float64 and rounded once to
// the type of the elements; integers wrap.
func Dot(a, b Chain) Chain {
	const name = "dot"
	for i, c := range []Chain{a, b} {
		if c.n == nil {
			return failed(name, dtype.Basic(dtype.Bool), &errs.TypeError{Op: name, Detail: "operand " + string(rune('1'+i)) + " is nil"}, a, b)
		}
		if c.n.err != nil {
			return c
		}
	}
	t := a.n.typ
	if !dtype.Numbers.Has(t.Kind) || t != b.n.typ {
		detail := "operand 2 has elements of type " + b.n.typ.String()
		if t == b.n.typ {
			detail = "it is defined for numbers"
		}
		return failed(name, t, &errs.TypeError{Op: name, Type: t.String(), Detail: detail}, a, b)
	}
	if !a.n.unknown() && !b.n.unknown() && (len(a.n.shape) != 1 || !layout.EqualShape(a.n.shape, b.n.shape)) {
		return failed(name, t, &errs.ShapeError{Op: name, Shapes: [][]int{a.n.shape, b.n.shape}, Axis: -1, Detail: "are not two vectors of equal length"}, a, b)
	}
	wide := dtype.Basic(accumulators[t.Kind])
	p := record(ops.Mul, recordCast(a.n, wide), recordCast(b.n, wide))
	return Chain{recordCast(Chain{p}.Sum().n, t)}
}

// Size returns the number of elements of the result, 0 if its shape is not
// known.
func (c Chain) Size() int {
	if c.n == nil || c.n.err != nil || c.n.unknown() {
		return 0
	}
	return layout.Size(c.n.shape)
}

// Fail returns c with an error at the step of the given name in place of a
// result, unless it has an error.
func Fail(c Chain, step string, err error) Chain {
	if c.n == nil || c.n.err != nil {
		return c
	}
	return failed(step, c.n.typ, err, c)
}
