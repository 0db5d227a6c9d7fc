//go:build amd64 && !purego

package tile

import (
	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels/block"
	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/ops"
)

// A node is a value of the program in terms of handlers: the operations that
// have none are taken apart into ones that do, or are calls.
type node struct {
	op   opcode
	kind dtype.Kind // of the operands
	out  dtype.Kind // of the value; Bool is a mask
	args [3]int     // nodes; -1 beyond the last
	slot int        // opLoad, opStore
	bits uint64     // opConst
	call func(dst ptr, args [3]ptr, n int)
	name string // of the call

	stage  int
	buffer int // the entry of the buffer that holds it, or -1
	direct int // opCall: the slot that it writes itself, or -1
}

// A graph is a program's nodes. Arguments come before what uses them.
type graph struct {
	set    *set
	slots  []prog.Slot
	nodes  []node
	stores []int // the nodes that are stores
	work   int   // operations done by handlers
	calls  int
}

var none = [3]int{-1, -1, -1}

// build makes the graph of code. It reports false if the program has kinds
// that no handler knows.
func (g *graph) build(code []prog.Instr) bool {
	for _, s := range g.slots {
		if !known(s.Type.Kind) {
			return false
		}
	}
	value := make([]int, len(code)) // the node of each instruction
	for k := range code {
		in := &code[k]
		if !known(in.Kind) && in.Op != ops.User || !known(in.Type.Kind) {
			return false
		}
		var args [3]int
		for j, a := range in.Args {
			args[j] = -1
			if a >= 0 {
				args[j] = value[a]
			}
		}
		value[k] = g.lower(in, args)
	}
	return true
}

func known(k dtype.Kind) bool { return (dtype.Real | dtype.Booleans).Has(k) }

// add appends a node, or returns one that is the same. The planner has seen to
// common sub-expressions, but not to those that arise here: in long programs it
// is enough to look for leaves.
func (g *graph) add(n node) int {
	const short = 64
	if n.op != opStore && (n.leaf() || len(g.nodes) < short) {
		for i := range g.nodes {
			m := &g.nodes[i]
			if m.op == n.op && m.kind == n.kind && m.out == n.out && m.args == n.args &&
				m.slot == n.slot && m.bits == n.bits && n.op != opCall {
				return i
			}
		}
	}
	n.buffer, n.direct = -1, -1
	g.nodes = append(g.nodes, n)
	return len(g.nodes) - 1
}

func (g *graph) constant(k dtype.Kind, bits uint64) int {
	return g.add(node{op: opConst, kind: k, out: k, args: none, bits: bits})
}

// number is a constant of kind k.
func (g *graph) number(k dtype.Kind, v int) int { return g.constant(k, bitsOf(k, float64(v))) }

// row adds an operation of the table on operands of kind k.
func (g *graph) row(op ops.Op, k dtype.Kind, args ...int) int {
	if c, ok := complement[op]; ok && dtype.Integers.Has(k) {
		return g.mask(opMaskNot, g.row(c, k, args...))
	}
	n := node{op: opcode(op), kind: k, out: ops.ResultKind(op, k), args: none}
	copy(n.args[:], args)
	if !g.has(n.op, k, k) {
		return g.kernel(op.String(), block.Lookup(op, k), n)
	}
	g.work++
	return g.add(n)
}

// complement names, for the comparisons that have no handlers over integers, the
// one that holds where they do not.
var complement = map[ops.Op]ops.Op{ops.NotEqual: ops.Equal, ops.LessEqual: ops.Greater, ops.GreaterEqual: ops.Less}

// has reports whether there are handlers for an operation in the register
// forms, from which every other follows.
func (g *graph) has(op opcode, k, to dtype.Kind) bool {
	if to == k {
		to = dtype.Other
	}
	for _, f := range []form{formU, formS, formBB} {
		for _, w := range []uint8{0, 8} {
			if _, ok := g.set.find(key{op, k, to, f, w}); ok {
				return true
			}
		}
	}
	return false
}

// kernel adds a call of a block kernel.
func (g *graph) kernel(name string, f block.Func, n node) int {
	n.op, n.name = opCall, name
	n.call = func(dst ptr, args [3]ptr, m int) { f(dst, args[0], args[1], args[2], m) }
	g.calls++
	return g.add(n)
}

// mask adds an operation on masks.
func (g *graph) mask(op opcode, args ...int) int {
	n := node{op: op, kind: dtype.Bool, out: dtype.Bool, args: none}
	copy(n.args[:], args)
	g.work++
	return g.add(n)
}

// lower adds what an instruction does, given the nodes of its arguments.
func (g *graph) lower(in *prog.Instr, args [3]int) int {
	k, to := in.Kind, in.Type.Kind
	switch in.Op {
	case ops.Load:
		return g.add(node{op: opLoad, kind: to, out: to, args: none, slot: in.Slot})
	case ops.Const:
		return g.constant(to, in.Const[0])
	case ops.Cast:
		return g.cast(args[0], k, to)
	case ops.Store:
		n := g.add(node{op: opStore, kind: to, out: to, args: args, slot: in.Slot})
		g.stores = append(g.stores, n)
		return n
	case ops.User:
		g.calls++
		return g.add(node{op: opCall, kind: k, out: to, args: args, name: in.Fn.Name, call: in.Fn.Call})
	}
	if k == dtype.Bool {
		return g.bools(in.Op, args)
	}
	return g.numbers(in.Op, k, args)
}

// numbers lowers a row of the table over numbers.
func (g *graph) numbers(op ops.Op, k dtype.Kind, a [3]int) int {
	switch op {
	case ops.Abs:
		if dtype.Unsigned.Has(k) {
			return a[0]
		}
	case ops.Conj:
		return a[0]
	case ops.Mul:
		if a[0] == a[1] {
			return g.row(ops.Square, k, a[0])
		}
	case ops.Div:
		if q, ok := g.quotient(k, a[0], a[1], a[2]); ok {
			return q
		}
	case ops.FMin, ops.FMax:
		if dtype.Integers.Has(k) {
			return g.row(map[ops.Op]ops.Op{ops.FMin: ops.Minimum, ops.FMax: ops.Maximum}[op], k, a[0], a[1])
		}
	case ops.Clip:
		return g.row(ops.Minimum, k, g.row(ops.Maximum, k, a[0], a[1]), a[2])
	case ops.Lerp:
		by := g.row(ops.Sub, k, a[1], a[0])
		low := g.row(ops.Add, k, a[0], g.row(ops.Mul, k, a[2], by))
		rest := g.row(ops.Sub, k, g.number(k, 1), a[2])
		high := g.row(ops.Sub, k, a[1], g.row(ops.Mul, k, rest, by))
		near := g.row(ops.Less, k, a[2], g.constant(k, bitsOf(k, 0.5)))
		return g.choose(k, near, low, high)
	case ops.Where:
		return g.choose(k, a[0], a[1], a[2])
	case ops.LogicalNot:
		return g.row(ops.Equal, k, a[0], g.number(k, 0))
	case ops.LogicalAnd, ops.LogicalOr, ops.LogicalXor:
		return g.bools(op, [3]int{g.truth(a[0], k), g.truth(a[1], k), -1})
	}
	n := ops.Info(op).Arity
	return g.row(op, k, a[:n]...)
}

// truth is the mask of the elements that are not zero.
func (g *graph) truth(a int, k dtype.Kind) int {
	return g.row(ops.NotEqual, k, a, g.number(k, 0))
}

// choose is x where the mask holds, else y. The accumulator starts as y.
func (g *graph) choose(k dtype.Kind, mask, x, y int) int {
	g.work++
	return g.add(node{op: opSelect, kind: k, out: k, args: [3]int{y, x, mask}})
}

// bools lowers a row of the table over bools.
func (g *graph) bools(op ops.Op, a [3]int) int {
	switch op {
	case ops.Not, ops.LogicalNot:
		return g.mask(opMaskNot, a[0])
	case ops.And, ops.LogicalAnd, ops.Minimum, ops.FMin:
		return g.mask(opMaskAnd, a[0], a[1])
	case ops.Or, ops.LogicalOr, ops.Maximum, ops.FMax:
		return g.mask(opMaskOr, a[0], a[1])
	case ops.Xor, ops.LogicalXor, ops.NotEqual:
		return g.mask(opMaskXor, a[0], a[1])
	case ops.Equal:
		return g.mask(opMaskSame, a[0], a[1])
	case ops.AndNot, ops.Greater:
		return g.mask(opMaskAndNot, a[0], a[1])
	case ops.Less:
		return g.mask(opMaskAndNot, a[1], a[0])
	case ops.GreaterEqual:
		return g.mask(opMaskOrNot, a[0], a[1])
	case ops.LessEqual:
		return g.mask(opMaskOrNot, a[1], a[0])
	case ops.Where:
		return g.mask(opMaskOr, g.mask(opMaskAnd, a[0], a[1]), g.mask(opMaskAndNot, a[2], a[0]))
	}
	n := node{kind: dtype.Bool, out: ops.ResultKind(op, dtype.Bool), args: a}
	return g.kernel(op.String(), block.Lookup(op, dtype.Bool), n)
}

// cast lowers a conversion.
func (g *graph) cast(a int, from, to dtype.Kind) int {
	same := from == to || dtype.Integers.Has(from) && dtype.Integers.Has(to) && from.Size() == to.Size()
	switch {
	case same:
		return a
	case to == dtype.Bool:
		return g.truth(a, from)
	case from == dtype.Bool:
		g.work++
		return g.add(node{op: opFromMask, kind: to, out: to, args: [3]int{a, g.number(to, 1), -1}})
	}
	n := node{op: opcode(ops.Cast), kind: from, out: to, args: [3]int{a, -1, -1}}
	if !g.has(n.op, from, to) {
		return g.kernel("cast to "+to.String(), block.Cast(from, to), n)
	}
	g.work++
	return g.add(n)
}
