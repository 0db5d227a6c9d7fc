package lazy

import (
	"math"
	"slices"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/errs"
	"github.com/ndgo/nd/internal/kernels/reduce"
	"github.com/ndgo/nd/internal/layout"
	"github.com/ndgo/nd/internal/ops"
)

// A reduction says what is reduced, and over which axes.
type reduction struct {
	kind foldKind
	name string
	axes []int // as given, nil for all
	keep bool  // reduced axes stay, with length 1
	ddof int   // of var and std

	// Of the primitive reductions, which repeat a kernel:
	kernel *reduce.Kernel
	over   []int // the reduced axes, ascending
}

// A foldKind is a reduction as users know it. The planner knows only
// foldKernel; all others are made of it and of elementwise steps once the
// shape is known.
type foldKind uint8

const (
	foldKernel foldKind = iota
	foldSum
	foldProd
	foldMean
	foldVar
	foldStd
	foldMin
	foldMax
	foldPtp
	foldAny
	foldAll
	foldCount
	foldLogSumExp
)

var foldNames = [...]string{"reduce", "sum", "prod", "mean", "var", "std", "min", "max", "ptp", "any", "all", "count_nonzero", "log_sum_exp"}

// A Fold gathers the options of a reduction: see Chain.Over.
type Fold struct {
	c    Chain
	axes []int
	keep bool
}

// Over names the axes to reduce; negative ones count from the end. Without
// arguments nothing is reduced; reductions called on a chain itself reduce all
// axes.
func (c Chain) Over(axes ...int) Fold { return Fold{c: c, axes: append([]int{}, axes...)} }

// KeepDims makes the reduced axes stay, with length 1, so that the result
// broadcasts against the operand.
func (f Fold) KeepDims() Fold { f.keep = true; return f }

func (f Fold) do(kind foldKind, ddof int) Chain {
	if f.c.n == nil {
		return missing(foldNames[kind])
	}
	return Chain{recordFold(f.c.n, &reduction{kind: kind, name: foldNames[kind], axes: f.axes, keep: f.keep, ddof: ddof})}
}

func (c Chain) all() Fold { return Fold{c: c} }

// Sum adds up the elements; those of no elements is 0. Integers wrap. Floats
// are added in float64, in an order that depends on their indices alone (see
// the documentation of package nd), and rounded once.
func (f Fold) Sum() Chain { return f.do(foldSum, 0) }

// Prod multiplies the elements; that of no elements is 1.
func (f Fold) Prod() Chain { return f.do(foldProd, 0) }

// Mean is the sum divided by the count; NaN of no elements. It is defined for
// floats and complex numbers.
func (f Fold) Mean() Chain { return f.do(foldMean, 0) }

// Var is the sum of squared distances from the mean, divided by the count less
// ddof, in two passes. It is defined for floats.
func (f Fold) Var(ddof int) Chain { return f.do(foldVar, ddof) }

// Std is the square root of Var.
func (f Fold) Std(ddof int) Chain { return f.do(foldStd, ddof) }

// Min is the least element. A NaN wins, -0 is below +0. That of no elements is
// an error.
func (f Fold) Min() Chain { return f.do(foldMin, 0) }

// Max is the greatest element. A NaN wins, +0 is above -0. That of no elements
// is an error.
func (f Fold) Max() Chain { return f.do(foldMax, 0) }

// Ptp is the greatest element less the least one.
func (f Fold) Ptp() Chain { return f.do(foldPtp, 0) }

// Any reports whether an element is not zero; NaN is not zero. The elements of
// the result are bool. That of no elements is false.
func (f Fold) Any() Chain { return f.do(foldAny, 0) }

// All reports whether no element is zero. That of no elements is true.
func (f Fold) All() Chain { return f.do(foldAll, 0) }

// CountNonzero counts the elements that are not zero. The elements of the
// result are int.
func (f Fold) CountNonzero() Chain { return f.do(foldCount, 0) }

// LogSumExp is the logarithm of the sum of exponentials, with the greatest
// element taken out so that nothing overflows on the way; -Inf of no elements.
func (f Fold) LogSumExp() Chain { return f.do(foldLogSumExp, 0) }

// Sum is Fold.Sum over all axes, as are the methods below.
func (c Chain) Sum() Chain { return c.all().Sum() }

// Prod is Fold.Prod over all axes.
func (c Chain) Prod() Chain { return c.all().Prod() }

// Mean is Fold.Mean over all axes.
func (c Chain) Mean() Chain { return c.all().Mean() }

// Var is Fold.Var over all axes.
func (c Chain) Var(ddof int) Chain { return c.all().Var(ddof) }

// Std is Fold.Std over all axes.
func (c Chain) Std(ddof int) Chain { return c.all().Std(ddof) }

// Min is Fold.Min over all axes.
func (c Chain) Min() Chain { return c.all().Min() }

// Max is Fold.Max over all axes.
func (c Chain) Max() Chain { return c.all().Max() }

// Ptp is Fold.Ptp over all axes.
func (c Chain) Ptp() Chain { return c.all().Ptp() }

// Any is Fold.Any over all axes.
func (c Chain) Any() Chain { return c.all().Any() }

// All is Fold.All over all axes.
func (c Chain) All() Chain { return c.all().All() }

// CountNonzero is Fold.CountNonzero over all axes.
func (c Chain) CountNonzero() Chain { return c.all().CountNonzero() }

// LogSumExp is Fold.LogSumExp over all axes.
func (c Chain) LogSumExp() Chain { return c.all().LogSumExp() }

// foldKinds says what a reduction is defined for, foldResult what it gives
// (nil: elements of the operand's type).
var foldKinds = [...]dtype.Set{
	foldSum: dtype.Numbers, foldProd: dtype.Numbers, foldMean: dtype.Floats | dtype.Complex,
	foldVar: dtype.Floats, foldStd: dtype.Floats, foldMin: dtype.Real | dtype.Booleans, foldMax: dtype.Real | dtype.Booleans,
	foldPtp: dtype.Real, foldAny: dtype.All, foldAll: dtype.All, foldCount: dtype.All, foldLogSumExp: dtype.Floats,
}

func foldResult(kind foldKind, t *dtype.Type) *dtype.Type {
	switch kind {
	case foldAny, foldAll:
		return dtype.Basic(dtype.Bool)
	case foldCount:
		return dtype.TypeFor[int]()
	}
	return t
}

// recordFold adds a reduction. While the shape is unknown it waits; then it is
// written out as steps that the planner knows.
func recordFold(a *node, f *reduction) *node {
	n := &node{op: ops.Reduce, kind: a.typ.Kind, typ: foldResult(f.kind, a.typ), fold: f, nargs: 1, args: [3]*node{a}, steps: a.steps + 1}
	if a.err != nil {
		n.err = a.err
		return n
	}
	if !foldKinds[f.kind].Has(a.typ.Kind) {
		detail := "it is defined for " + kindList(foldKinds[f.kind])
		switch {
		case dtype.Integers.Has(a.typ.Kind):
			detail = "use As[float64] first: the result is no integer"
		case dtype.Complex.Has(a.typ.Kind):
			detail = "use Abs, Real or Imag first: it is defined for real numbers"
		case a.typ.Kind == dtype.Other:
			detail = "a type that is no number has no such reduction"
		}
		n.shape = scalar
		return n.fail(&errs.TypeError{Op: f.name, Type: a.typ.String(), Detail: detail})
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
	if x.count == 0 && (f.kind == foldMin || f.kind == foldMax || f.kind == foldPtp) && layout.Size(foldShape(a.shape, over, true)) > 0 {
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
	if !f.keep {
		r = viewed(r, &viewStep{f.name, func(l layout.Layout) (layout.Layout, error) {
			if len(over) == 0 {
				return l, nil
			}
			return l.Squeeze(f.name, over)
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
			return nil, &errs.ShapeError{Op: f.name, Shapes: [][]int{shape}, Axis: k, Detail: "the axis is named twice"}
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

func (x *folder) expand(kind foldKind) *node {
	switch kind {
	case foldSum:
		return x.accumulate(ops.Add, x.a)
	case foldProd:
		return x.accumulate(ops.Mul, x.a)
	case foldMean:
		return x.mean(x.wide(x.a))
	case foldVar, foldStd:
		w := x.wide(x.a)
		d := record(ops.Sub, w, x.mean(w))
		v := record(ops.Div, x.primitive(ops.Add, record(ops.Mul, d, d)), float64Const(float64(max(0, x.count-x.f.ddof))))
		if kind == foldStd {
			v = record(ops.Sqrt, v)
		}
		return v
	case foldMin:
		return x.primitive(ops.Minimum, x.a)
	case foldMax:
		return x.primitive(ops.Maximum, x.a)
	case foldPtp:
		return record(ops.Sub, x.primitive(ops.Maximum, x.a), x.primitive(ops.Minimum, x.a))
	case foldAny:
		return x.primitive(ops.Or, truth(x.a))
	case foldAll:
		return x.primitive(ops.And, truth(x.a))
	case foldCount:
		return x.primitive(ops.Add, recordCast(truth(x.a), dtype.Basic(dtype.Int64)))
	}
	// log(sum(exp(x))) = m + log(sum(exp(x-m))) for the greatest element m, or
	// for 0 where that is infinite: the exponentials then are right as they are.
	w := x.wide(x.a)
	if x.count == 0 {
		return record(ops.Log, x.primitive(ops.Add, w))
	}
	m := x.primitive(ops.Maximum, w)
	m = record(ops.Where, record(ops.IsFinite, m), m, float64Const(0))
	return record(ops.Add, record(ops.Log, x.primitive(ops.Add, record(ops.Exp, record(ops.Sub, w, m)))), m)
}

// truth is the step that makes bool of any number.
func truth(a *node) *node { return recordCast(a, dtype.Basic(dtype.Bool)) }

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

func (x *folder) accumulate(join ops.Op, a *node) *node { return x.primitive(join, x.wide(a)) }

func (x *folder) mean(wide *node) *node {
	s := x.primitive(ops.Add, wide)
	if wide.typ.Kind == dtype.Complex128 {
		// Each part by itself: a complex quotient would do more than divide.
		return recordFunc(wide.typ, divideParts(float64(x.count)), []argument{{s, wide.typ}})
	}
	return record(ops.Div, s, float64Const(float64(x.count)))
}

// primitive adds the reduction that repeats an operation, axes kept, as a leaf
// whose memory a pass of its own will fill.
func (x *folder) primitive(join ops.Op, a *node) *node {
	f := &reduction{kind: foldKernel, name: x.f.name, keep: true, over: x.over, kernel: reduce.For(join, a.typ.Kind)}
	r := &node{op: ops.Reduce, kind: a.typ.Kind, typ: a.typ, fold: f, nargs: 1, args: [3]*node{a},
		shape: foldShape(a.shape, x.over, true), steps: a.steps + 1}
	if a.err != nil {
		r.err = a.err
		return r
	}
	return resultOf(r)
}

// resultOf is the leaf that stands for the result of a pass.
func resultOf(n *node) *node {
	return &node{op: ops.Load, typ: n.typ, shape: n.shape, steps: n.steps, leaf: &leaf{lay: layout.New(n.shape), index: -1, from: n}}
}

func float64Const(v float64) *node {
	return &node{op: ops.Const, typ: dtype.Basic(dtype.Float64), kind: dtype.Float64, shape: scalar, konst: [2]uint64{math.Float64bits(v)}}
}
