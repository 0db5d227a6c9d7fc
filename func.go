package nd

import (
	"github.com/ndgo/nd/lazy"
)

// Where selects, element by element, from x where cond is true and from y
// elsewhere. All three operands are evaluated and broadcast together. It works
// on elements of any type.
func Where[T any](cond Operand[bool], x, y Operand[T]) Chain[T] {
	return Chain[T]{lazy.Where(chainOf(cond), chainOf(x), chainOf(y))}
}

// As converts elements to type U, inside the fused pass: the cast costs no
// pass of its own. There is no silent promotion in nd, so operands of
// different types meet by As.
//
// Float to integer truncates and saturates, with NaN giving 0, on every
// machine. Integer to integer wraps, float64 to float32 rounds to nearest,
// complex to real drops the imaginary part, to bool means "is not zero", and
// from bool gives 0 or 1. Types that are no numbers convert to nothing: that
// is a *TypeError.
func As[U, T any](x Operand[T]) Chain[U] { return Chain[U]{lazy.As[U](chainOf(x))} }

// Map applies f to each element, inside the fused loop. f must give equal results
// for equal arguments: during an evaluation it may be called for an element any
// number of times, at any time and in any order. (For random numbers and the like,
// evaluate first and go on with the array, or use [Array.FillFunc].) It must be safe
// for concurrent use if the chain is evaluated from several goroutines. A panic in f
// becomes an error of the evaluation, a *[PanicError]; a nil f is a *[TypeError].
func Map[T, U any](x Operand[T], f func(T) U) Chain[U] {
	return Chain[U]{lazy.Map(chainOf(x), "map", f)}
}

// Map2 is [Map] for a function of two operands, which broadcast. It too may be
// called any number of times for an element, in any order.
func Map2[T, S, U any](x Operand[T], y Operand[S], f func(T, S) U) Chain[U] {
	return Chain[U]{lazy.Map2(chainOf(x), chainOf(y), "map2", f)}
}

// MapBlocks applies f to whole blocks of elements: f sets each dst[i] from
// src[i], each of them, since dst is not cleared first. The slices have equal
// lengths and are valid during the call only; dst and src may be the same memory
// when their types are equal. f must not write to src otherwise: it may be the
// operand's own memory, read-only or not.
// How elements are grouped into blocks is not specified. As for [Map], f must give
// equal results for equal arguments, and may see an element any number of times.
func MapBlocks[T, U any](x Operand[T], f func(dst []U, src []T)) Chain[U] {
	return Chain[U]{lazy.MapBlocks(chainOf(x), "map_blocks", f)}
}

// MapBlocks2 is [MapBlocks] for a function of two operands, which broadcast.
func MapBlocks2[T, S, U any](x Operand[T], y Operand[S], f func(dst []U, x []T, y []S)) Chain[U] {
	return Chain[U]{lazy.MapBlocks2(chainOf(x), chainOf(y), "map_blocks2", f)}
}

// Real returns the real parts of complex elements; U is the type of the parts,
// or any type that they convert to by As.
func Real[U, T any](z Operand[T]) Chain[U] { return part[U](lazy.OpReal, z) }

// Imag returns the imaginary parts of complex elements.
func Imag[U, T any](z Operand[T]) Chain[U] { return part[U](lazy.OpImag, z) }

// Abs returns the absolute values of real or complex elements. For complex
// elements U is the type of the parts, or any type that they convert to by As.
// The method Abs serves real elements alone.
func Abs[U, T any](z Operand[T]) Chain[U] { return part[U](lazy.OpMagnitude, z) }

// Arg returns the phases of complex elements, in [-Pi, Pi], with the branch
// cut along the negative real axis.
func Arg[U, T any](z Operand[T]) Chain[U] { return part[U](lazy.OpArg, z) }

func part[U, T any](op lazy.Op, z Operand[T]) Chain[U] {
	return Chain[U]{lazy.As[U](lazy.PartOf(chainOf(z), op))}
}
