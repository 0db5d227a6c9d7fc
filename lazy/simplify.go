package lazy

import (
	"slices"
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels"
	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/ops"
)

// A rule rewrites one step. It may only be here if it gives the same bits for
// every input: NaN, signed zeros, infinities and subnormals included.
type rule struct {
	name  string
	why   string // why it is exact
	apply func(n *node) *node
}

var rules = []rule{
	{"pow(x, 2) = x*x", "the kernel of pow itself multiplies when the exponent is 2",
		func(n *node) *node {
			if n.op == ops.PowOf && dtype.Real.Has(n.kind) && isConst(n.args[1], 2) {
				return remake(n, ops.Mul, n.args[0], n.args[0])
			}
			return nil
		}},
	{"neg(neg(x)) = x", "neg flips the sign bit, or is two's complement; both undo themselves", undoes(ops.Neg)},
	{"not(not(x)) = x", "each bit is flipped twice", undoes(ops.Not)},
	{"conj(conj(x)) = x", "conj flips the sign bit of the imaginary part", undoes(ops.Conj)},
	{"abs(abs(x)) = abs(x)", "a cleared sign bit stays clear; abs(MinInt) is MinInt", repeats(ops.Abs)},
	{"floor(floor(x)) = floor(x)", "an integer is its own floor", repeats(ops.Floor)},
	{"ceil(ceil(x)) = ceil(x)", "an integer is its own ceiling", repeats(ops.Ceil)},
	{"trunc(trunc(x)) = trunc(x)", "an integer is its own truncation", repeats(ops.Trunc)},
	{"constants are folded", "by the kernel that would have run", fold},
}

func undoes(op ops.Op) func(*node) *node {
	return func(n *node) *node {
		if n.op == op && n.args[0].op == op {
			return n.args[0].args[0]
		}
		return nil
	}
}

func repeats(op ops.Op) func(*node) *node {
	return func(n *node) *node {
		if n.op == op && n.args[0].op == op {
			return n.args[0]
		}
		return nil
	}
}

// remake is a step like n with another operation.
func remake(n *node, op ops.Op, args ...*node) *node {
	m := &node{op: op, typ: n.typ, kind: n.kind, nargs: len(args), shape: n.shape, steps: n.steps}
	copy(m.args[:], args)
	return m
}

// isConst reports whether n is the constant v.
func isConst(n *node, v int) bool {
	if n.op != ops.Const {
		return false
	}
	var k [2]uint64
	p := unsafe.Pointer(&k)
	switch n.typ.Kind {
	case dtype.Float64:
		*(*float64)(p) = float64(v)
	case dtype.Float32:
		*(*float32)(p) = float32(v)
	case dtype.Int8, dtype.Uint8:
		*(*int8)(p) = int8(v)
	case dtype.Int16, dtype.Uint16:
		*(*int16)(p) = int16(v)
	case dtype.Int32, dtype.Uint32:
		*(*int32)(p) = int32(v)
	case dtype.Int64, dtype.Uint64:
		*(*int64)(p) = int64(v)
	default:
		return false
	}
	return k == n.konst
}

// fold computes a step on constants alone. A step that refuses its constants
// is left for the check that reports it.
func fold(n *node) *node {
	if n.nargs == 0 || n.op == ops.User || n.op == ops.Reduce || n.typ.Kind == dtype.Other {
		return nil
	}
	for i := range n.nargs {
		if n.args[i].op != ops.Const {
			return nil
		}
	}
	if c := ops.Checked(n.op, n.kind); c != ops.NoCheck {
		arg := n.args[ops.Info(n.op).On]
		if !holds(c, arg.typ.Kind, unsafe.Pointer(&arg.konst)) {
			return nil
		}
	}
	var code []prog.Instr
	in := prog.Instr{Op: n.op, Kind: n.kind, Type: n.typ, Args: [3]int{-1, -1, -1}}
	for i := range n.nargs {
		a := n.args[i]
		code = append(code, prog.Instr{Op: ops.Const, Kind: a.typ.Kind, Type: a.typ, Args: [3]int{-1, -1, -1}, Const: a.konst})
		in.Args[i] = i
	}
	code = append(code, in, prog.Instr{Op: ops.Store, Kind: n.typ.Kind, Type: n.typ, Args: [3]int{n.nargs, -1, -1}})
	p := kernels.Compile(code, []prog.Slot{{Type: n.typ, Write: true}})
	m := &node{op: ops.Const, typ: n.typ, kind: n.typ.Kind, shape: scalar}
	f := p.Frame()
	f.Slots[0] = prog.Operand{Ptr: unsafe.Pointer(&m.konst), Stride: int(n.typ.Size)}
	p.Run(f, 1)
	p.Release(f)
	return m
}

// simplify applies the rules until none fits and merges equal steps.
func simplify(n *node) *node {
	s := simplifier{rules: rules, done: map[*node]*node{}, made: map[identity][]*node{}}
	return s.node(n)
}

// merge merges equal steps and does no more.
func merge(n *node) *node {
	s := simplifier{done: map[*node]*node{}, made: map[identity][]*node{}}
	return s.node(n)
}

type simplifier struct {
	rules []rule
	done  map[*node]*node
	made  map[identity][]*node
}

// An identity is what two steps must share to be one; leaves must have equal
// strides and shapes as well.
type identity struct {
	op     ops.Op
	kind   dtype.Kind
	typ    *dtype.Type
	args   [3]*node
	konst  [2]uint64
	base   unsafe.Pointer
	offset int
	index  int
	from   *node
	join   ops.Op // of a reduction, whose axes must be equal as well
}

func (s *simplifier) node(n *node) *node {
	if m, ok := s.done[n]; ok {
		return m
	}
	m := n
	args := n.args
	for i := range n.nargs {
		args[i] = s.node(args[i])
	}
	if n.leaf != nil && n.leaf.from != nil {
		if f := s.node(n.leaf.from); f != n.leaf.from {
			l := *n.leaf
			l.from = f
			m = &node{op: n.op, typ: n.typ, shape: n.shape, leaf: &l, steps: n.steps}
		}
	}
	if args != n.args {
		c := &node{op: n.op, typ: n.typ, kind: n.kind, nargs: n.nargs, args: args, shape: n.shape, fn: n.fn, nilOK: n.nilOK, steps: n.steps, fold: n.fold}
		m = c
	}
	for i := 0; i < len(s.rules); i++ {
		if r := s.rules[i].apply(m); r != nil {
			m, i = r, -1
		}
	}
	m = s.unique(m)
	s.done[n] = m
	return m
}

func (s *simplifier) unique(n *node) *node {
	if n.op == ops.User {
		return n // a function may answer differently each time, or count its calls
	}
	id := identity{op: n.op, kind: n.kind, typ: n.typ, args: n.args, konst: n.konst}
	if n.leaf != nil {
		id.base, id.offset, id.index = n.leaf.base, n.leaf.lay.Offset, n.leaf.index
		id.from = n.leaf.from
	}
	if n.fold != nil && n.fold.seq != nil {
		return n // its work may be a function of the user
	}
	if n.fold != nil {
		id.join = n.fold.kernel.Join
	}
	for _, m := range s.made[id] {
		if n.fold != nil && !slices.Equal(m.fold.over, n.fold.over) {
			continue
		}
		if slices.Equal(m.shape, n.shape) && (n.leaf == nil || slices.Equal(m.leaf.lay.Strides, n.leaf.lay.Strides)) {
			return m
		}
	}
	s.made[id] = append(s.made[id], n)
	return n
}
