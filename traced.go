package nd

import (
	"github.com/ndgo/nd/lazy"
	"github.com/ndgo/nd/zip"
)

// A Traced1 is a function of one array, traced once and run on any: see Func1.
type Traced1[T, U any] struct{ f *lazy.Func }

// Func1 calls f once and records what it does. The result can be evaluated on
// any operand; evaluated again on arrays of the same layout, it allocates
// nothing. While f runs, the shape of x is unknown, so that errors of shape
// are found when the traced function is called. A nil f is a panic with a
// *[TypeError].
func Func1[T, U any](f func(x Chain[T]) Chain[U]) Traced1[T, U] {
	if f == nil {
		panic(noFunction("func1"))
	}
	return Traced1[T, U]{lazy.Trace(func(args []lazy.Chain) lazy.Chain {
		return f(Chain[T]{args[0]}).c
	}, lazy.ParamOf[T]("x"))}
}

// Call returns the expression with x in place of the parameter.
func (t Traced1[T, U]) Call(x Operand[T]) Chain[U] { return Chain[U]{t.f.Call(chainOf(x))} }

// EvalInto evaluates the function on x into dst. See Chain.EvalInto.
func (t Traced1[T, U]) EvalInto(dst zip.Viewer[U], x Operand[T]) error {
	if isNil(dst) {
		return nilDst()
	}
	return lazy.Run(t.f, dst.View(), argOf(x))
}

// Eval evaluates the function on x into a new array.
func (t Traced1[T, U]) Eval(x Operand[T]) (*Array[U], error) { return t.Call(x).Eval() }

// A Traced2 is a function of two arrays, traced once and run on any.
type Traced2[T, S, U any] struct{ f *lazy.Func }

// Func2 is Func1 for functions of two operands.
func Func2[T, S, U any](f func(x Chain[T], y Chain[S]) Chain[U]) Traced2[T, S, U] {
	if f == nil {
		panic(noFunction("func2"))
	}
	return Traced2[T, S, U]{lazy.Trace(func(args []lazy.Chain) lazy.Chain {
		return f(Chain[T]{args[0]}, Chain[S]{args[1]}).c
	}, lazy.ParamOf[T]("x"), lazy.ParamOf[S]("y"))}
}

// Call returns the expression with x and y in place of the parameters.
func (t Traced2[T, S, U]) Call(x Operand[T], y Operand[S]) Chain[U] {
	return Chain[U]{t.f.Call(chainOf(x), chainOf(y))}
}

// EvalInto evaluates the function on x and y into dst. See Chain.EvalInto.
func (t Traced2[T, S, U]) EvalInto(dst zip.Viewer[U], x Operand[T], y Operand[S]) error {
	if isNil(dst) {
		return nilDst()
	}
	return lazy.Run(t.f, dst.View(), argOf(x), argOf(y))
}

// Eval evaluates the function on x and y into a new array.
func (t Traced2[T, S, U]) Eval(x Operand[T], y Operand[S]) (*Array[U], error) {
	return t.Call(x, y).Eval()
}

// A Traced3 is a function of three arrays, traced once and run on any.
type Traced3[T, S, R, U any] struct{ f *lazy.Func }

// Func3 is Func1 for functions of three operands.
func Func3[T, S, R, U any](f func(x Chain[T], y Chain[S], z Chain[R]) Chain[U]) Traced3[T, S, R, U] {
	if f == nil {
		panic(noFunction("func3"))
	}
	return Traced3[T, S, R, U]{lazy.Trace(func(args []lazy.Chain) lazy.Chain {
		return f(Chain[T]{args[0]}, Chain[S]{args[1]}, Chain[R]{args[2]}).c
	}, lazy.ParamOf[T]("x"), lazy.ParamOf[S]("y"), lazy.ParamOf[R]("z"))}
}

// Call returns the expression with x, y and z in place of the parameters.
func (t Traced3[T, S, R, U]) Call(x Operand[T], y Operand[S], z Operand[R]) Chain[U] {
	return Chain[U]{t.f.Call(chainOf(x), chainOf(y), chainOf(z))}
}

// EvalInto evaluates the function on x, y and z into dst. See Chain.EvalInto.
func (t Traced3[T, S, R, U]) EvalInto(dst zip.Viewer[U], x Operand[T], y Operand[S], z Operand[R]) error {
	if isNil(dst) {
		return nilDst()
	}
	return lazy.Run(t.f, dst.View(), argOf(x), argOf(y), argOf(z))
}

// Eval evaluates the function on x, y and z into a new array.
func (t Traced3[T, S, R, U]) Eval(x Operand[T], y Operand[S], z Operand[R]) (*Array[U], error) {
	return t.Call(x, y, z).Eval()
}

// argOf returns an operand as lazy takes it: an array as it is, a chain to be
// fused into the pass.
func argOf[T any](x Operand[T]) lazy.Operand {
	if a, ok := x.(*Array[T]); ok && a != nil {
		return lazy.Array(&a.v)
	}
	return lazy.Expr(chainOf(x))
}
