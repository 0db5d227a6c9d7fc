package nd

import (
	"github.com/ndgo/nd/lazy"
	"github.com/ndgo/nd/zip"
)

// An Operand is an array or a chain: what operations take. Neither side of an
// operator is privileged; for a scalar on the left write
// nd.Scalar(1.0).Sub(a).
type Operand[T any] interface{ Chain() Chain[T] }

// A Chain is a recorded expression with elements of type T. Its methods add
// steps and compute nothing; Eval and EvalInto run all steps as one pass over
// memory, with no temporaries. Chains are immutable and cheap to copy, and
// share what they have in common.
//
// A chain holds its operands by reference: their elements are read at
// evaluation, each time anew. Chains may be evaluated from several goroutines
// at once if nobody writes the operands, the destinations are distinct and the
// user's functions are safe for concurrent use.
//
// The first error of a chain sticks: later steps do nothing, and evaluation
// reports it as a *[StepError], which names the step. Errors found in the data,
// at evaluation, name the operation and the element instead.
type Chain[T any] struct{ c lazy.Chain }

// Chain returns c itself, so that a chain is an Operand.
func (c Chain[T]) Chain() Chain[T] { return c }

// Lazy returns the untyped recorder that c wraps.
func (c Chain[T]) Lazy() lazy.Chain { return c.c }

// FromLazy gives an untyped chain its element type. A chain of other elements
// becomes one with a *TypeError.
func FromLazy[T any](c lazy.Chain) Chain[T] { return Chain[T]{lazy.Expect[T](c)} }

// Chain starts an expression at a. The chain refers to a's elements and reads
// them when it is evaluated.
func (a *Array[T]) Chain() Chain[T] {
	if a == nil {
		return Chain[T]{}
	}
	return Chain[T]{lazy.From(a)}
}

// Eval evaluates the chain into a new array, C-contiguous, in one pass over
// memory.
func (c Chain[T]) Eval() (*Array[T], error) {
	if err := c.c.Err(); err != nil {
		return nil, err
	}
	var few [smallDims]int
	a, err := newResult[T](c.c.AppendShape(few[:0]))
	if err != nil {
		return nil, err
	}
	if err := lazy.EvalNew(c.c, &a.v); err != nil {
		return nil, err
	}
	return a, nil
}

// Must is Eval for expressions that cannot fail but by a mistake in the
// program: it panics with the error, as the methods of Array do.
func (c Chain[T]) Must() *Array[T] {
	a, err := c.Eval()
	must(err)
	return a
}

// EvalInto evaluates the chain into dst in one pass over memory. The chain
// broadcasts to the shape of dst, which never changes. The result is as if all
// operands were read before the first write: dst may be an operand, or any
// view of one.
//
// When the chain has been evaluated into a destination of this layout before,
// nothing is allocated. Errors of shape, type or data, and a read-only dst,
// leave dst as it was.
func (c Chain[T]) EvalInto(dst zip.Viewer[T]) error {
	if a, ok := dst.(*Array[T]); ok && a != nil {
		return lazy.EvalIntoView(c.c, &a.v)
	}
	if isNil(dst) {
		return nilDst()
	}
	return lazy.EvalInto(c.c, dst)
}

func isNil[T any](dst zip.Viewer[T]) bool {
	a, ok := dst.(*Array[T])
	return dst == nil || ok && a == nil
}

func nilDst() error { return &TypeError{Op: "eval into", Detail: "the destination is nil"} }

// Value evaluates a chain without axes.
func (c Chain[T]) Value() (T, error) { return lazy.Value[T](c.c) }

// Err returns the chain's first error, nil if there is none so far.
func (c Chain[T]) Err() error { return c.c.Err() }

// Shape returns the shape of the result, nil if the chain has an error or is
// being traced.
func (c Chain[T]) Shape() []int { return c.c.Shape() }

// Explain describes how the chain would be evaluated into a new array: what
// was simplified, the passes over memory, the loops and the programs they run,
// and what is buffered or copied. The text is for people; its form may change.
func (c Chain[T]) Explain() string { return c.c.Explain() }

// Graphviz returns the expression as a graph in the DOT language.
func (c Chain[T]) Graphviz() string { return c.c.Graphviz() }

// String describes the chain in one line.
func (c Chain[T]) String() string { return c.c.String() }

// Apply applies f to each element inside the fused loop. As for [Map], f must give
// equal results for equal arguments, and may be called any number of times for an
// element, in any order. A panic in f becomes an error of the evaluation.
func (c Chain[T]) Apply(f func(T) T) Chain[T] { return Chain[T]{lazy.Map(c.c, "apply", f)} }

// Slice is [Array.Slice] on the result: only the elements asked for are
// computed. What makes Array.Slice panic is an error of the chain.
func (c Chain[T]) Slice(selectors ...Selector) Chain[T] {
	return Chain[T]{c.c.Slice(specOf(selectors))}
}

// T reverses the axes of the result.
func (c Chain[T]) T() Chain[T] { return Chain[T]{c.c.Transpose()} }

// Transpose reorders the axes of the result: axis j is axis perm[j].
func (c Chain[T]) Transpose(perm ...int) Chain[T] { return Chain[T]{c.c.Transpose(perm...)} }

// SwapAxes exchanges two axes of the result.
func (c Chain[T]) SwapAxes(a, b int) Chain[T] { return Chain[T]{c.c.SwapAxes(a, b)} }

// MoveAxis moves an axis of the result to another place.
func (c Chain[T]) MoveAxis(from, to int) Chain[T] { return Chain[T]{c.c.MoveAxis(from, to)} }

// Squeeze drops axes of length 1 of the result: those given, or all.
func (c Chain[T]) Squeeze(axes ...int) Chain[T] { return Chain[T]{c.c.Squeeze(axes...)} }

// ExpandDims adds axes of length 1 at the given places of the result.
func (c Chain[T]) ExpandDims(axes ...int) Chain[T] { return Chain[T]{c.c.ExpandDims(axes...)} }

// BroadcastTo repeats the result to the given shape, at no cost.
func (c Chain[T]) BroadcastTo(shape ...int) Chain[T] { return Chain[T]{c.c.BroadcastTo(shape...)} }

// Flip reverses axes of the result: those given, or all.
func (c Chain[T]) Flip(axes ...int) Chain[T] { return Chain[T]{c.c.Flip(axes...)} }

// Diagonal takes the elements (k, k+offset) of two axes of the result; they
// become its last axis.
func (c Chain[T]) Diagonal(offset, axis1, axis2 int) Chain[T] {
	return Chain[T]{c.c.Diagonal(offset, axis1, axis2)}
}

// Reshape gives the elements of the result, in order (last axis fastest),
// another shape; one length may be -1 and is worked out. It costs nothing where
// the strides of the operands allow it, as they do if these are contiguous and
// of the shape of the result. Otherwise the chain so far is evaluated into a
// buffer first, in a pass that Explain shows.
func (c Chain[T]) Reshape(shape ...int) Chain[T] { return Chain[T]{c.c.Reshape(shape...)} }

// MoveAxes moves axis from[k] of the result to place to[k] for every k; the
// others keep their order.
func (c Chain[T]) MoveAxes(from, to []int) Chain[T] { return Chain[T]{c.c.MoveAxes(from, to)} }

// Rot90 turns the result by k quarters in the plane of two axes, as
// [Array.Rot90] does.
func (c Chain[T]) Rot90(k, axis1, axis2 int) Chain[T] {
	return Chain[T]{c.c.Rot90(k, axis1, axis2)}
}

// SlidingWindow gives all windows of the result, as [Array.SlidingWindow] does:
// the axes of the windows are the last ones. What windows share is computed in
// each of them anew, so steps that cost much are better evaluated before.
func (c Chain[T]) SlidingWindow(window []int, axes ...int) Chain[T] {
	return Chain[T]{c.c.SlidingWindow(window, axes...)}
}

// The bodies of the generated methods. Each method is one call, which is not
// inlined, so that a package that uses nd compiles quickly.

//go:noinline
func chain1[T any](c Chain[T], op lazy.Op) Chain[T] { return Chain[T]{c.c.Apply(op)} }

//go:noinline
func chain2[T any](c Chain[T], op lazy.Op, b Operand[T]) Chain[T] {
	return Chain[T]{c.c.Apply(op, chainOf(b))}
}

//go:noinline
func chain3[T any](c Chain[T], op lazy.Op, x, y Operand[T]) Chain[T] {
	return Chain[T]{c.c.Apply(op, chainOf(x), chainOf(y))}
}

//go:noinline
func chainScalar[T any](c Chain[T], op lazy.Op, v T) Chain[T] {
	return Chain[T]{c.c.Apply(op, lazy.Const(v))}
}

//go:noinline
func chainScalars[T any](c Chain[T], op lazy.Op, v, w T) Chain[T] {
	return Chain[T]{c.c.Apply(op, lazy.Const(v), lazy.Const(w))}
}

//go:noinline
func test1[T any](c Chain[T], op lazy.Op) Chain[bool] { return Chain[bool]{c.c.Apply(op)} }

//go:noinline
func test2[T any](c Chain[T], op lazy.Op, b Operand[T]) Chain[bool] {
	return Chain[bool]{c.c.Apply(op, chainOf(b))}
}

//go:noinline
func testScalar[T any](c Chain[T], op lazy.Op, v T) Chain[bool] {
	return Chain[bool]{c.c.Apply(op, lazy.Const(v))}
}

// chainOf returns the recorder of an operand; that of a nil operand is empty,
// which the next step reports.
func chainOf[T any](b Operand[T]) lazy.Chain {
	if b == nil {
		return lazy.Chain{}
	}
	return b.Chain().c
}
