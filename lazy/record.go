package lazy

import (
	"fmt"
	"strings"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/errs"
	"github.com/ndgo/nd/internal/layout"
	"github.com/ndgo/nd/internal/ops"
)

// name is the operation's name in messages.
func (n *node) name() string {
	switch {
	case n.param != nil:
		return n.param.name
	case n.view != nil:
		return n.view.name
	case n.op == ops.User:
		return n.fn.Name
	case n.op == ops.Reduce:
		return n.fold.name
	case n.op == ops.Cast:
		return "as " + n.typ.String()
	}
	return n.op.String()
}

// settle finishes a new step: it takes over the first error of its arguments,
// else works out the shape.
func (n *node) settle() *node {
	known := true
	for i := range n.nargs {
		a := n.args[i]
		if a.err != nil {
			n.err = a.err
			return n
		}
		n.steps = max(n.steps, a.steps)
		known = known && !a.unknown()
	}
	n.steps++
	if !known {
		return n
	}
	var shape []int
	var err error
	switch n.nargs {
	case 1:
		shape = n.args[0].shape
	case 2:
		a, b := n.args[0].shape, n.args[1].shape
		switch {
		case len(b) == 0 || layout.EqualShape(a, b):
			shape = a
		case len(a) == 0:
			shape = b
		default:
			shape, err = layout.Broadcast(n.name(), a, b)
		}
	default:
		shape, err = layout.Broadcast(n.name(), n.args[0].shape, n.args[1].shape, n.args[2].shape)
	}
	if shape == nil {
		shape = scalar
	}
	n.shape = shape
	return n.fail(err)
}

// fail gives n an error, with the step that it arose at.
func (n *node) fail(err error) *node {
	if err != nil {
		n.err = &errs.StepError{Step: fmt.Sprintf("step %d: %s", n.steps, n.name()), Err: err}
	}
	return n
}

// record adds a step: row op of the op table applied to args.
func record(op ops.Op, args ...*node) *node {
	row := ops.Info(op)
	n := &node{op: op, nargs: len(args)}
	first := args[0]
	if op == ops.Where {
		first = args[1]
	}
	for i, a := range args {
		n.args[i] = a
		if a == nil {
			n.nargs, n.args, n.shape = 0, [3]*node{}, scalar
			for _, b := range args {
				if b != nil {
					n.steps = max(n.steps, b.steps)
				}
			}
			n.steps++
			return n.fail(&errs.TypeError{Op: row.Key, Detail: fmt.Sprintf("operand %d is nil", i+1)})
		}
		if a.err != nil {
			n.err = a.err
			n.shape, n.typ = scalar, a.typ
			return n
		}
	}
	n.typ, n.kind = first.typ, first.typ.Kind
	for i := range args {
		want := n.typ
		if op == ops.Where && i == 0 {
			if args[0].typ.Kind != dtype.Bool {
				return n.settle().fail(&errs.TypeError{Op: row.Key, Type: args[0].typ.String(), Detail: "the condition must be bool"})
			}
			continue
		}
		if args[i].typ != want {
			return n.settle().fail(&errs.TypeError{Op: row.Key, Type: want.String(),
				Detail: fmt.Sprintf("operand %d has elements of type %s; As converts", i+1, args[i].typ)})
		}
	}
	if n.kind == dtype.Other {
		return n.user(op, row)
	}
	if !row.In.Has(n.kind) {
		detail := "it is defined for " + kindList(row.In)
		if op == ops.Abs && dtype.Complex.Has(n.kind) {
			detail = "use the function Abs, whose result is real: the method is defined for integers and floats"
		}
		return n.settle().fail(&errs.TypeError{Op: row.Key, Type: n.typ.String(), Detail: detail})
	}
	if k := ops.ResultKind(op, n.kind); k != n.kind {
		n.typ = dtype.Basic(k)
	}
	return n.settle()
}

// kindList names the kinds of s as people do.
func kindList(s dtype.Set) string {
	var names []string
	for _, g := range []struct {
		set  dtype.Set
		name string
	}{
		{dtype.Integers, "integers"}, {dtype.Signed, "signed integers"}, {dtype.Unsigned, "unsigned integers"},
		{dtype.Floats, "floats"}, {dtype.Complex, "complex numbers"}, {dtype.Booleans, "bool"},
	} {
		if s&g.set == g.set {
			names = append(names, g.name)
			s &^= g.set
		}
	}
	for k := dtype.Bool; k < dtype.NumKinds; k++ {
		if s.Has(k) {
			names = append(names, k.String())
		}
	}
	if n := len(names) - 1; n > 0 {
		return strings.Join(names[:n], ", ") + " and " + names[n]
	}
	return strings.Join(names, "")
}

// recordCast adds a conversion to elements of type t.
func recordCast(a *node, t *dtype.Type) *node {
	n := &node{op: ops.Cast, typ: t, nargs: 1, args: [3]*node{a}}
	if a.err == nil {
		n.kind = a.typ.Kind
		if a.typ == t {
			return a
		}
		if n.kind == dtype.Other || t.Kind == dtype.Other {
			return n.settle().fail(&errs.TypeError{Op: "as", Type: a.typ.String(),
				Detail: "no conversion to " + t.String() + "; use Map"})
		}
	}
	return n.settle()
}

// maxUnmerged is the number of steps up to which a view operation takes an
// expression as it is. Each view is a copy of the expression, so that one that
// is made of views of itself, of views of themselves and so on would double at
// every step, were equal parts not made one.
const maxUnmerged = 64

// viewed applies a view operation to an expression: to its leaves, each first
// broadcast to the expression's shape. An expression whose shape is unknown
// keeps the operation until it is known.
func viewed(n *node, v *viewStep) *node {
	if n.err != nil {
		return n
	}
	if n.unknown() {
		return &node{typ: n.typ, nargs: 1, args: [3]*node{n}, view: v, steps: n.steps + 1}
	}
	loads, size := false, 0
	visit(n, map[*node]bool{}, func(m *node) {
		loads = loads || m.op == ops.Load
		size++
	})
	// The operation is tried on the expression's own shape first: it fails, if
	// at all, with that shape in its message and before anything is rebuilt.
	if _, err := v.do(layout.New(n.shape)); err != nil {
		m := &node{typ: n.typ, shape: n.shape, view: v, steps: n.steps + 1}
		return m.fail(err)
	}
	if v.copies {
		n = copied(n, v)
	}
	if size > maxUnmerged {
		n = merge(n)
	}
	r := rewriter{done: map[*node]*node{}, leaf: func(l *node) *node {
		if l.op == ops.Const {
			if loads {
				return l // it broadcasts to whatever the leaves give
			}
			l = spread(l)
		}
		lay, err := l.leaf.lay.BroadcastTo(v.name, n.shape)
		if err == nil {
			lay, err = v.do(lay)
		}
		if err != nil {
			return (&node{typ: l.typ, view: v, steps: n.steps + 1, shape: scalar}).fail(err)
		}
		return &node{op: ops.Load, typ: l.typ, shape: known(lay.Shape), leaf: &leaf{base: l.leaf.base, lay: lay, index: l.leaf.index, from: l.leaf.from}}
	}}
	return r.node(n)
}

// known makes sure that a 0-d shape is not mistaken for an unknown one.
func known(shape []int) []int {
	if shape == nil {
		return scalar
	}
	return shape
}
