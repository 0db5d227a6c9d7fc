package lazy

import (
	"sync/atomic"
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/layout"
	"github.com/ndgo/nd/internal/ops"
)

// A node is one step of a recorded expression. Nodes are immutable once they
// are made, shared between chains, and form a directed graph without cycles.
// The plan cache is the one field that changes; it only ever saves work.
type node struct {
	op    ops.Op      // a row of the op table, or Load, Const, Cast, User
	typ   *dtype.Type // type of the elements
	kind  dtype.Kind  // kind of the arguments; of the branches for Where
	nargs int
	args  [3]*node
	shape []int // nil for a traced expression whose shape is not known yet

	leaf  *leaf      // Load
	konst [2]uint64  // Const: the memory image of the value
	fn    *prog.Func // User
	nilOK bool       // User: nil arguments are the function's business
	fold  *reduction // Reduce: what to reduce, and how
	param *param     // a parameter of a traced function
	view  *viewStep  // a view operation on an expression of unknown shape

	steps int   // how many steps lead here, for error messages
	err   error // the first error; no later step is looked at

	plans atomic.Pointer[planList]
}

// A leaf is a view of an operand, held by address. The address keeps the
// operand's memory alive.
type leaf struct {
	base  unsafe.Pointer // element 0 of the operand's data; nil if it has none
	lay   layout.Layout
	index int // which argument of a traced function the memory is, or -1: base says

	// from, if not nil, is the step whose result the memory is, in C order: a
	// pass of its own computes it at evaluation.
	from *node
}

// data returns the address that the layout counts from. args are the addresses
// of a traced function's arguments.
func (l *leaf) data(args []unsafe.Pointer) unsafe.Pointer {
	if l.index >= 0 {
		return args[l.index]
	}
	return l.base
}

// at returns the address of the element at index (0, ..., 0).
func (l *leaf) at(size uintptr, args []unsafe.Pointer) unsafe.Pointer {
	return unsafe.Add(l.data(args), l.lay.Offset*int(size))
}

// A viewStep is a view operation kept until the shape is known.
type viewStep struct {
	name string
	do   func(layout.Layout) (layout.Layout, error)
	// copies: where there is no such view of an operand, the expression is first
	// evaluated into memory of its own.
	copies bool
}

// unknown reports whether n's shape waits for the arguments of a traced
// function.
func (n *node) unknown() bool { return n.shape == nil && n.err == nil }

// scalar is the shape of 0-d nodes; it is not nil.
var scalar = []int{}

// rewrite rebuilds the expression below n with each leaf, constant and
// parameter replaced by what f returns; shared nodes stay shared. It returns n
// itself where nothing changes.
type rewriter struct {
	leaf func(*node) *node
	done map[*node]*node
}

func (r *rewriter) node(n *node) *node {
	if n.err != nil {
		return n
	}
	if m, ok := r.done[n]; ok {
		return m
	}
	var m *node
	switch {
	case n.nargs == 0:
		m = r.leaf(n)
	case n.view != nil:
		m = viewed(r.node(n.args[0]), n.view)
	default:
		m = n
		args := n.args
		for i := range n.nargs {
			args[i] = r.node(args[i])
		}
		if args != n.args {
			m = n.with(args)
		}
	}
	r.done[n] = m
	return m
}

// with records n's step again on other arguments.
func (n *node) with(args [3]*node) *node {
	if n.op == ops.Reduce {
		return recordFold(args[0], n.fold)
	}
	m := &node{op: n.op, typ: n.typ, kind: n.kind, nargs: n.nargs, args: args, fn: n.fn, nilOK: n.nilOK}
	return m.settle()
}

// visit calls f once for each node below n and n itself, arguments first.
func visit(n *node, seen map[*node]bool, f func(*node)) {
	if seen[n] {
		return
	}
	seen[n] = true
	for i := range n.nargs {
		visit(n.args[i], seen, f)
	}
	f(n)
}
