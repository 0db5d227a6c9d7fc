package nd_test

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/layout"
	"github.com/ndgo/nd/internal/ops"
	"github.com/ndgo/nd/lazy"
)

// A tree is an expression drawn at random, over leaves that are known by
// number. Trees may share sub-trees.
type tree struct {
	op    ops.Op     // Load, Const, Cast, User, or a row of the op table
	kind  dtype.Kind // of the result
	args  []*tree
	leaf  int // Load
	konst any // Const
	plain bool
	// plain: constants are scalars, arguments of the methods made for them,
	// not operands
}

func (t *tree) String() string {
	switch t.op {
	case ops.Load:
		return fmt.Sprintf("x%d", t.leaf)
	case ops.Const:
		return fmt.Sprintf("%v(%v)", t.kind, t.konst)
	}
	args := make([]string, len(t.args))
	for i, a := range t.args {
		args[i] = a.String()
	}
	name := t.op.String()
	if t.op == ops.Cast {
		name = "as " + t.kind.String()
	}
	if t.plain {
		name += "'"
	}
	return name + "(" + strings.Join(args, ", ") + ")"
}

// A leafShape is a leaf that a tree wants.
type leafShape struct {
	kind  dtype.Kind
	shape []int
}

// A grower draws trees.
type grower struct {
	roll   dice
	shape  []int      // what leaves broadcast to
	only   dtype.Kind // the kind of all leaves; Other: any
	leaves []leafShape
	made   []*tree // what may be shared
	budget int
}

// A production is an operation and the kind of its arguments.
type production struct {
	op ops.Op
	in dtype.Kind
}

// productions lists, by the kind of the result, what a tree may be made of.
var productions = func() (p [dtype.NumKinds][]production) {
	for op, e := range ops.All {
		for k := dtype.Bool; k < dtype.NumKinds; k++ {
			if e.In.Has(k) {
				r := ops.ResultKind(op, k)
				p[r] = append(p[r], production{op, k})
			}
		}
	}
	return p
}()

// grow draws a tree of kind k. A roll of 0 always gives the simplest tree.
func (g *grower) grow(k dtype.Kind, depth int) *tree {
	g.budget--
	choice := g.roll(16)
	if depth == 0 || g.budget < 0 || choice == 0 {
		return g.end(k)
	}
	if choice == 1 {
		var same []*tree
		for _, t := range g.made {
			if t.kind == k {
				same = append(same, t)
			}
		}
		if len(same) > 0 {
			return same[g.roll(len(same))]
		}
	}
	t := &tree{kind: k}
	switch {
	case choice == 2 || choice == 3:
		t.op = ops.Cast
		t.args = []*tree{g.grow(g.kind(), depth-1)}
	case choice == 4 && g.roll(3) == 1:
		t.op = ops.User // a function that changes nothing
		t.args = []*tree{g.grow(k, depth-1)}
		t.plain = g.roll(2) == 1
	default:
		p := productions[k][g.roll(len(productions[k]))]
		t.op = p.op
		for i := range ops.Info(p.op).Arity {
			in := p.in
			if p.op == ops.Where && i == 0 {
				in = dtype.Bool
			}
			t.args = append(t.args, g.grow(in, depth-1))
		}
		g.tame(t, p.in)
		t.plain = g.roll(2) == 1
	}
	g.made = append(g.made, t)
	return t
}

// kind draws a kind: often that of the leaves.
func (g *grower) kind() dtype.Kind {
	if g.only != dtype.Other && g.roll(2) == 0 {
		return g.only
	}
	return dtype.Bool + dtype.Kind(g.roll(int(dtype.NumKinds-dtype.Bool)))
}

// tame makes it likely that an operation that refuses some values gets others,
// and sees to it that none shows the sign of a NaN made by arithmetic, which is
// unspecified.
func (g *grower) tame(t *tree, k dtype.Kind) {
	if t.op == ops.Signbit || t.op == ops.Copysign {
		i := len(t.args) - 1
		if x := t.args[i]; x.op != ops.Load && x.op != ops.Const {
			nan := &tree{op: ops.IsNaN, kind: dtype.Bool, args: []*tree{x}}
			unit := &tree{op: ops.Const, kind: k, konst: one(k)}
			t.args[i] = &tree{op: ops.Where, kind: k, args: []*tree{nan, unit, x}}
		}
	}
	c := ops.Checked(t.op, k)
	if c == ops.NoCheck || g.roll(8) == 1 {
		return
	}
	i := ops.Info(t.op).On
	with := func(op ops.Op, v int8) {
		t.args[i] = &tree{op: op, kind: k, args: []*tree{t.args[i], {op: ops.Const, kind: k, konst: castOf(v, k)}}}
	}
	if c == ops.NonZero {
		with(ops.Or, 1)
	} else {
		with(ops.And, 15)
	}
}

// end returns a leaf or a constant.
func (g *grower) end(k dtype.Kind) *tree {
	if g.roll(4) == 1 {
		return &tree{op: ops.Const, kind: k, konst: drawElement(g.roll, k)}
	}
	if g.only != dtype.Other && k != g.only {
		return &tree{op: ops.Cast, kind: k, args: []*tree{g.end(g.only)}}
	}
	var same []int
	for i, l := range g.leaves {
		if l.kind == k {
			same = append(same, i)
		}
	}
	if len(same) > 0 && g.roll(3) != 1 {
		return &tree{op: ops.Load, kind: k, leaf: same[g.roll(len(same))]}
	}
	g.leaves = append(g.leaves, leafShape{k, drawShapeBelow(g.roll, g.shape)})
	return &tree{op: ops.Load, kind: k, leaf: len(g.leaves) - 1}
}

// drawShape draws the shape of a result: up to four axes, few elements as a
// rule, now and then enough to fill several blocks, and now and then none.
func drawShape(roll dice) []int {
	shape := make([]int, [...]int{1, 2, 2, 3, 3, 4, 0}[roll(7)])
	size := 1
	for i := range shape {
		n := 1 + roll(6)
		if roll(12) == 1 {
			n = []int{0, 17, 64, 70, 300, 1100}[roll(6)]
		}
		if size*n > 4000 {
			n = 1 + roll(3)
		}
		shape[i] = n
		size *= max(n, 1)
	}
	return shape
}

// drawShapeBelow draws a shape that broadcasts to another.
func drawShapeBelow(roll dice, shape []int) []int {
	if roll(4) > 0 {
		return slices.Clone(shape)
	}
	below := slices.Clone(shape[roll(len(shape)+1):])
	for i := range below {
		if roll(4) == 1 {
			below[i] = 1
		}
	}
	return below
}

// drawElement draws an element, special values as often as others.
func drawElement(roll dice, k dtype.Kind) any {
	switch {
	case k == dtype.Bool:
		return roll(2) == 1
	case dtype.Integers.Has(k):
		if roll(3) > 0 {
			return castOf(int8(roll(20)-6), k)
		}
		bits := int64(1)<<(8*k.Size()-1) - int64(roll(3)) // about the limits
		return castOf(bits, k)
	case dtype.Complex.Has(k):
		return castOf(complex(drawFloat(roll), drawFloat(roll)), k)
	}
	return castOf(drawFloat(roll), k)
}

func drawFloat(roll dice) float64 {
	special := [...]float64{0, math.Copysign(0, -1), 1, -1, math.Inf(1), math.Inf(-1), math.NaN(), 0.5, 1.5, 2.5,
		math.MaxFloat64, 5e-324, math.MaxFloat32, 1e-45, 0x1p31, -0x1p31, 0x1p63, 0x1p64, math.Pi, 710, 89, 3, -8}
	if roll(3) == 0 {
		return special[roll(len(special))]
	}
	return float64(roll(4000)-2000) / 128
}

// drawValues draws the elements of a leaf.
func drawValues(roll dice, k dtype.Kind, n int) any {
	e := elementsOf[k]
	// Some are drawn, the others repeat them: long operands are not to be long
	// sequences of choices.
	drawn := make([]any, min(n, 24))
	for i := range drawn {
		drawn[i] = drawElement(roll, k)
	}
	return e.cycle(drawn, n)
}

// build applies the tree to leaves. Constants are chains or, where the leaves
// are arrays, arrays. Then each step is evaluated.
func (t *tree) build(leaves []any, eager bool, done map[*tree]any) (any, error) {
	if x, ok := done[t]; ok {
		return x, nil
	}
	x, err := t.step(leaves, eager, done)
	if err == nil && eager && isChain(x) {
		x, err = call(x, "Eval")
	}
	done[t] = x
	return x, err
}

func (t *tree) step(leaves []any, eager bool, done map[*tree]any) (any, error) {
	switch {
	case t.op == ops.Load:
		return leaves[t.leaf], nil
	case t.op == ops.Const && eager:
		return elementsOf[t.kind].scalar(t.konst), nil
	case t.op == ops.Const:
		return elementsOf[t.kind].konst(t.konst), nil
	}
	args := make([]any, len(t.args))
	scalars := true // all arguments after the first are constants
	for i, a := range t.args {
		var err error
		if args[i], err = a.build(leaves, eager, done); err != nil {
			return nil, err
		}
		scalars = scalars && (i == 0 || a.op == ops.Const)
	}
	e := elementsOf[t.args[len(args)-1].kind]
	name := t.op.String()
	if ops.IsRow(t.op) {
		name = ops.Info(t.op).Name
	}
	if scalars && t.plain && len(args) > 1 {
		for i := 1; i < len(args); i++ {
			args[i] = t.args[i].konst
		}
		switch {
		case t.op == ops.PowOf:
			return call(args[0], "Pow", args[1])
		case len(args) == 2:
			return call(args[0], name+"Scalar", args[1])
		case t.op == ops.Clip:
			return call(args[0], name, args[1], args[2])
		}
		for i := 1; i < len(args); i++ { // there is no such method
			args[i] = done[t.args[i]]
		}
	}
	switch {
	case t.op == ops.Cast:
		return e.as(args[0], t.kind), nil
	case t.op == ops.User:
		return e.same(args[0], t.plain), nil
	case t.op == ops.Where:
		return e.where(args[0], args[1], args[2]), nil
	case ops.Info(t.op).Form == ops.Function:
		return e.part(map[ops.Op]string{ops.Real: "nd.Real", ops.Imag: "nd.Imag", ops.Magnitude: "nd.Abs", ops.Arg: "nd.Arg"}[t.op], args[0]), nil
	case t.op == ops.Clip:
		return e.lazy(lazy.OpClip, t.kind, args...), nil
	}
	return call(args[0], name, args[1:]...)
}

// A naive evaluates a tree element by element, from the elements of the leaves
// in order.
type naive struct {
	shapes [][]int
	values []any
}

// at returns the tree's element at an index of the result's shape, refused{} if
// some operation in it is refused.
func (n *naive) at(t *tree, idx []int) any {
	switch t.op {
	case ops.Load:
		return elementAt(n.values[t.leaf], n.shapes[t.leaf], idx)
	case ops.Const:
		return t.konst
	}
	args := make([]any, len(t.args))
	for i, a := range t.args {
		args[i] = n.at(a, idx)
		if _, ok := args[i].(refused); ok {
			return args[i]
		}
	}
	switch t.op {
	case ops.Cast:
		return castOf(args[0], t.kind)
	case ops.User:
		return args[0]
	}
	return scalarOf(t.op, args...)
}

// elementAt returns the element at an index of a shape that the operand's shape
// broadcasts to.
func elementAt(values any, shape, idx []int) any {
	flat := 0
	for axis, n := range shape {
		i := idx[len(idx)-len(shape)+axis]
		if n == 1 {
			i = 0
		}
		flat = flat*n + i
	}
	return elementOfSlice(values).at(values, flat)
}

// all returns the tree's elements over its own shape.
func (n *naive) all(t *tree) (values []any, shape []int) {
	shape = n.shapeOf(t)
	idx := make([]int, len(shape))
	for range layout.Size(shape) {
		values = append(values, n.at(t, idx))
		for k := len(idx) - 1; k >= 0; k-- {
			if idx[k]++; idx[k] < shape[k] {
				break
			}
			idx[k] = 0
		}
	}
	return values, shape
}

func (n *naive) shapeOf(t *tree) []int {
	switch t.op {
	case ops.Load:
		return n.shapes[t.leaf]
	case ops.Const:
		return []int{}
	}
	shape := []int{}
	for _, a := range t.args {
		s, err := layout.Broadcast("naive", shape, n.shapeOf(a))
		if err != nil {
			panic(err)
		}
		shape = s
	}
	return shape
}
