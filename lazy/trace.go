package lazy

import (
	"slices"
	"sync/atomic"
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/errs"
	"github.com/ndgo/nd/internal/layout"
	"github.com/ndgo/nd/internal/ops"
	"github.com/ndgo/nd/zip"
)

// A param is a parameter of a function that is being traced. It is told from
// those of other functions, one traced inside another say, by its address.
type param struct {
	name  string
	index int
}

// A Param declares a parameter of a traced function: its name, for messages,
// and its element type.
type Param struct {
	name string
	typ  *dtype.Type
}

// ParamOf returns a parameter with elements of type T.
func ParamOf[T any](name string) Param { return Param{name, typeFor[T]()} }

// A Func is an expression of parameters: traced once, evaluated on any
// operands. It is immutable and may be used by several goroutines at once.
type Func struct {
	root   *node
	params []Param
	own    []*param // what stands for the parameters in root
	bound  atomic.Pointer[boundList]
}

// Trace calls f once with a chain for each parameter and records what it does
// with them. Shapes are unknown meanwhile: errors of shape are found when the
// function is called. If f is nil, each call is a *TypeError.
func Trace(f func(args []Chain) Chain, params ...Param) *Func {
	if f == nil {
		f = func([]Chain) Chain { return noFunction("trace", dtype.Basic(dtype.Bool)) }
	}
	args := make([]Chain, len(params))
	own := make([]*param, len(params))
	for i, p := range params {
		own[i] = &param{p.name, i}
		args[i] = Chain{&node{op: ops.Load, typ: p.typ, param: own[i]}}
	}
	root := f(args)
	if root.n == nil {
		root = missing("trace")
	}
	return &Func{root: root.n, params: slices.Clone(params), own: own}
}

// owns reports whether p is a parameter of f and not one of another function,
// which stays what it is.
func (f *Func) owns(p *param) bool {
	return p != nil && p.index < len(f.own) && f.own[p.index] == p
}

// Call returns the expression with the arguments in place of the parameters.
func (f *Func) Call(args ...Chain) Chain {
	if f == nil {
		return missing("call")
	}
	if len(args) != len(f.params) {
		return failed("call", f.root.typ, &errs.ShapeError{Op: "call", Axis: -1, Detail: "wrong number of arguments"}, args...)
	}
	for i, a := range args {
		if a.n == nil {
			return failed("call", f.root.typ, &errs.TypeError{Op: "call", Detail: "argument " + f.params[i].name + " is nil"}, args...)
		}
		if a.n.err == nil && a.n.typ != f.params[i].typ {
			return failed("call", f.root.typ, &errs.TypeError{Op: "call", Type: a.n.typ.String(), Detail: "argument " + f.params[i].name + " is to be " + f.params[i].typ.String()}, args...)
		}
	}
	r := rewriter{done: map[*node]*node{}, leaf: func(n *node) *node {
		if f.owns(n.param) {
			return args[n.param.index].n
		}
		return n
	}}
	return Chain{r.node(f.root)}
}

// failed is a chain whose step after the given chains fails, if none of them has
// an error before.
func failed(name string, t *dtype.Type, err error, after ...Chain) Chain {
	n := &node{op: ops.Load, typ: t, shape: scalar, view: &viewStep{name: name}}
	for _, c := range after {
		if c.n != nil {
			if c.n.err != nil {
				return Chain{&node{op: ops.Load, typ: t, shape: scalar, steps: c.n.steps, err: c.n.err}}
			}
			n.steps = max(n.steps, c.n.steps)
		}
	}
	n.steps++
	return Chain{n.fail(err)}
}

// A bound function has parameters of known layout. Its leaves name arguments
// by number, so that it holds no operand and serves all calls alike.
type bound struct {
	lays []layout.Layout
	root *node
}

type boundList struct{ bounds []*bound }

// maxBound is how many layouts of arguments a function keeps plans for.
const maxBound = 8

// bind returns the function for arguments laid out like args.
func (f *Func) bind(args []Operand) *bound {
	list := f.bound.Load()
	if list != nil {
		for _, b := range list.bounds {
			if b.fits(args) {
				return b
			}
		}
	}
	b := &bound{}
	leaves := make([]*node, len(args))
	for i := range args {
		v := args[i].header()
		lay := layout.Layout{Shape: known(slices.Clone(v.Shape)), Strides: slices.Clone(v.Strides)}
		b.lays = append(b.lays, lay)
		leaves[i] = &node{op: ops.Load, typ: args[i].typ, shape: lay.Shape, leaf: &leaf{lay: lay, index: i}}
	}
	r := rewriter{done: map[*node]*node{}, leaf: func(n *node) *node {
		if f.owns(n.param) {
			return leaves[n.param.index]
		}
		return n
	}}
	b.root = r.node(f.root)
	for {
		old := f.bound.Load()
		next := &boundList{bounds: []*bound{b}}
		if old != nil {
			next.bounds = append(next.bounds, old.bounds[:min(len(old.bounds), maxBound-1)]...)
		}
		if f.bound.CompareAndSwap(old, next) {
			return b
		}
	}
}

func (b *bound) fits(args []Operand) bool {
	for i := range args {
		v := args[i].header()
		if !slices.Equal(b.lays[i].Shape, v.Shape) || !slices.Equal(b.lays[i].Strides, v.Strides) {
			return false
		}
	}
	return true
}

// maxArgs is how many arguments a call handles without allocating.
const maxArgs = 8

// Run evaluates f on args into dst, as Call followed by EvalInto. Called again
// with arguments and a destination of the same layouts, it allocates nothing.
func Run[T any](f *Func, dst zip.View[T], args ...Operand) error {
	v := rawOf(dst)
	return f.run(&v, args)
}

func (f *Func) run(dst *rawView, args []Operand) error {
	if f == nil {
		return missing("call").n.err
	}
	if f.root.err != nil {
		return f.root.err
	}
	simple := len(args) == len(f.params)
	for i := range args {
		o := &args[i]
		simple = simple && o.isArray() && o.typ == f.params[i].typ && o.header().Check("call") == nil
	}
	if !simple {
		chains := make([]Chain, len(args))
		for i := range args {
			chains[i] = Chain{args[i].node()}
		}
		d := *dst
		return f.Call(chains...).n.evalInto(&d, nil)
	}
	var few [maxArgs]unsafe.Pointer
	at := few[:0]
	for i := range args {
		v := args[i].raw()
		at = append(at, v.first())
	}
	return f.bind(args).root.evalInto(dst, at)
}

// Shape returns the shape of the result for arguments of the given operands.
func (f *Func) Shape(args ...Operand) ([]int, error) {
	chains := make([]Chain, len(args))
	for i := range args {
		chains[i] = Chain{args[i].node()}
	}
	c := f.Call(chains...)
	return c.Shape(), c.Err()
}
