package nd_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/ndgo/nd"
	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/layout"
	"github.com/ndgo/nd/lazy"
	"github.com/ndgo/nd/zip"
)

// Some tests choose element types and operations at run time, from data or at
// random. Arrays and chains of any element type are held as any; methods are
// called by name; what takes a type argument goes through an element.

// An element does for one element type what generic code does for all.
type element interface {
	kind() dtype.Kind
	// view returns the *nd.Array[T] over data, a []T.
	view(data any, shape, strides []int, offset int) any
	// place returns an *nd.Array[T] whose elements in order are those of
	// values, a []T, laid out in memory as roll decides.
	place(roll dice, values any, shape []int) any
	// contents returns the elements of an *nd.Array[T] in order.
	contents(a any) any
	// zeros returns n zeros as a []T.
	zeros(n int) any
	// cycle returns n elements as a []T, the given ones again and again.
	cycle(v []any, n int) any
	// at returns element i of values, a []T.
	at(values any, i int) any
	// slice returns v as a []T of one element, nil if it is no T.
	slice(v any) any
	// repeat returns the elements of values, a []T of that shape, broadcast to
	// another shape.
	repeat(values any, shape, to []int) any
	// scalar returns the nd.Scalar(v), v being a T.
	scalar(v any) any
	// konst returns the chain of the constant v.
	konst(v any) any
	// as returns nd.As of x, with elements of kind to.
	as(x any, to dtype.Kind) any
	where(cond, x, y any) any
	// same applies a function of the user that returns its argument, element by
	// element or block by block.
	same(x any, blocks bool) any
	// part returns one of nd.Real, nd.Imag, nd.Abs and nd.Arg, the elements
	// being of the type of the parts.
	part(function string, x any) any
	// lazy applies an operation through the recorder of package lazy.
	lazy(op lazy.Op, result dtype.Kind, args ...any) any
	// into returns the evaluation of a chain into an array, without the
	// allocations that calls by name make.
	into(chain, dst any) func() error
	// overlapping is told of in alias_test.go.
	overlapping(root *tree, start any, leaves, dsts []layout.Layout) error
	// trace calls f with a parameter for each of args and runs what it records
	// on them, into dst.
	trace(f func(params []any) any, dst any, args []any) error
}

var elementsOf = [dtype.NumKinds]element{
	dtype.Bool: elementOf[bool]{},
	dtype.Int8: elementOf[int8]{}, dtype.Int16: elementOf[int16]{}, dtype.Int32: elementOf[int32]{}, dtype.Int64: elementOf[int64]{},
	dtype.Uint8: elementOf[uint8]{}, dtype.Uint16: elementOf[uint16]{}, dtype.Uint32: elementOf[uint32]{}, dtype.Uint64: elementOf[uint64]{},
	dtype.Float32: elementOf[float32]{}, dtype.Float64: elementOf[float64]{},
	dtype.Complex64: elementOf[complex64]{}, dtype.Complex128: elementOf[complex128]{},
}

// kindNamed returns the kind of the name that NumPy and Go share.
func kindNamed(name string) dtype.Kind {
	for k := dtype.Bool; k < dtype.NumKinds; k++ {
		if k.String() == name {
			return k
		}
	}
	return dtype.Other
}

// elementOfSlice returns the element for the elements of a slice.
func elementOfSlice(values any) element {
	return elementsOf[kindNamed(reflect.TypeOf(values).Elem().Kind().String())]
}

// kindOf returns the kind of the elements of an array or chain.
func kindOf(x any) dtype.Kind {
	switch x.(type) {
	case *nd.Array[bool], nd.Chain[bool]:
		return dtype.Bool
	case *nd.Array[int8], nd.Chain[int8]:
		return dtype.Int8
	case *nd.Array[int16], nd.Chain[int16]:
		return dtype.Int16
	case *nd.Array[int32], nd.Chain[int32]:
		return dtype.Int32
	case *nd.Array[int64], nd.Chain[int64]:
		return dtype.Int64
	case *nd.Array[uint8], nd.Chain[uint8]:
		return dtype.Uint8
	case *nd.Array[uint16], nd.Chain[uint16]:
		return dtype.Uint16
	case *nd.Array[uint32], nd.Chain[uint32]:
		return dtype.Uint32
	case *nd.Array[uint64], nd.Chain[uint64]:
		return dtype.Uint64
	case *nd.Array[float32], nd.Chain[float32]:
		return dtype.Float32
	case *nd.Array[float64], nd.Chain[float64]:
		return dtype.Float64
	case *nd.Array[complex64], nd.Chain[complex64]:
		return dtype.Complex64
	case *nd.Array[complex128], nd.Chain[complex128]:
		return dtype.Complex128
	}
	panic(fmt.Sprintf("neither array nor chain: %T", x))
}

type elementOf[T any] struct{}

func (elementOf[T]) kind() dtype.Kind { return dtype.KindFor[T]() }

func (elementOf[T]) view(data any, shape, strides []int, offset int) any {
	a, err := nd.FromView(zip.View[T]{Data: data.([]T), Shape: shape, Strides: strides, Offset: offset})
	if err != nil {
		panic(err)
	}
	return a
}

func (e elementOf[T]) place(roll dice, values any, shape []int) any {
	l, n := drawLayout(roll, shape)
	data := make([]T, n)
	v := values.([]T)
	for i := range data { // what lies between the elements is not to be seen
		if len(v) > 0 {
			data[i] = v[i%len(v)]
		}
	}
	for i, p := range places(l) {
		data[p] = v[i]
	}
	return e.view(data, l.Shape, l.Strides, l.Offset)
}

func (elementOf[T]) contents(a any) any {
	v := a.(*nd.Array[T]).View()
	return gather(v.Data, layout.Layout{Shape: v.Shape, Strides: v.Strides, Offset: v.Offset})
}

func (elementOf[T]) zeros(n int) any { return make([]T, n) }

func (elementOf[T]) cycle(v []any, n int) any {
	s := make([]T, n)
	for i := range s {
		s[i] = v[i%len(v)].(T)
	}
	return s
}

func (elementOf[T]) at(values any, i int) any { return values.([]T)[i] }

func (elementOf[T]) slice(v any) any {
	if x, ok := v.(T); ok {
		return []T{x}
	}
	return nil
}

func (elementOf[T]) repeat(values any, shape, to []int) any {
	l, err := layout.New(shape).BroadcastTo("repeat", to)
	if err != nil {
		panic(err)
	}
	return gather(values.([]T), l)
}

func (elementOf[T]) scalar(v any) any { return nd.Scalar(v.(T)) }

func (elementOf[T]) konst(v any) any { return nd.FromLazy[T](lazy.Const(v.(T))) }

func (elementOf[T]) as(x any, to dtype.Kind) any {
	o := x.(nd.Operand[T])
	switch to {
	case dtype.Bool:
		return nd.As[bool](o)
	case dtype.Int8:
		return nd.As[int8](o)
	case dtype.Int16:
		return nd.As[int16](o)
	case dtype.Int32:
		return nd.As[int32](o)
	case dtype.Int64:
		return nd.As[int64](o)
	case dtype.Uint8:
		return nd.As[uint8](o)
	case dtype.Uint16:
		return nd.As[uint16](o)
	case dtype.Uint32:
		return nd.As[uint32](o)
	case dtype.Uint64:
		return nd.As[uint64](o)
	case dtype.Float32:
		return nd.As[float32](o)
	case dtype.Float64:
		return nd.As[float64](o)
	case dtype.Complex64:
		return nd.As[complex64](o)
	case dtype.Complex128:
		return nd.As[complex128](o)
	}
	panic("no such kind")
}

func (elementOf[T]) where(cond, x, y any) any {
	return nd.Where(cond.(nd.Operand[bool]), x.(nd.Operand[T]), y.(nd.Operand[T]))
}

func (elementOf[T]) same(x any, blocks bool) any {
	if blocks {
		return nd.MapBlocks(x.(nd.Operand[T]), func(dst, src []T) { copy(dst, src) })
	}
	return nd.Map(x.(nd.Operand[T]), func(v T) T { return v })
}

func (e elementOf[T]) part(function string, x any) any {
	if k := e.kind(); k == dtype.Complex64 || k == dtype.Float32 {
		return part[float32](function, x.(nd.Operand[T]))
	}
	return part[float64](function, x.(nd.Operand[T]))
}

func part[U, T any](function string, x nd.Operand[T]) any {
	switch function {
	case "nd.Real":
		return nd.Real[U](x)
	case "nd.Imag":
		return nd.Imag[U](x)
	case "nd.Abs":
		return nd.Abs[U](x)
	case "nd.Arg":
		return nd.Arg[U](x)
	}
	panic("no function " + function)
}

func (elementOf[T]) lazy(op lazy.Op, result dtype.Kind, args ...any) any {
	c := make([]lazy.Chain, len(args))
	for i, a := range args {
		c[i] = untyped(a)
	}
	r := c[0].Apply(op, c[1:]...)
	switch result {
	case dtype.Bool:
		return nd.FromLazy[bool](r)
	case dtype.Float32:
		return nd.FromLazy[float32](r)
	case dtype.Float64:
		return nd.FromLazy[float64](r)
	}
	return nd.FromLazy[T](r)
}

func (elementOf[T]) into(chain, dst any) func() error {
	c, d := chain.(nd.Chain[T]), dst.(*nd.Array[T])
	return func() error { return c.EvalInto(d) }
}

func (elementOf[T]) trace(f func(params []any) any, dst any, args []any) error {
	params := make([]lazy.Param, len(args))
	operands := make([]lazy.Operand, len(args))
	for i, a := range args {
		params[i], operands[i] = elementsOf[kindOf(a)].(tracer).param(a)
	}
	fn := lazy.Trace(func(cs []lazy.Chain) lazy.Chain {
		typed := make([]any, len(cs))
		for i, c := range cs {
			typed[i] = elementsOf[kindOf(args[i])].(tracer).typed(c)
		}
		return untyped(f(typed))
	}, params...)
	return lazy.Run(fn, dst.(zip.Viewer[T]).View(), operands...)
}

// A tracer is the part of an element that trace needs of each argument's type.
type tracer interface {
	param(a any) (lazy.Param, lazy.Operand)
	typed(c lazy.Chain) any
}

func (elementOf[T]) param(a any) (lazy.Param, lazy.Operand) {
	v := a.(*nd.Array[T]).View()
	return lazy.ParamOf[T]("x"), lazy.Array(&v)
}

func (elementOf[T]) typed(c lazy.Chain) any { return nd.FromLazy[T](c) }

// untyped returns the recorder of an array or chain.
func untyped(x any) lazy.Chain {
	return fetch(x, "Chain").(interface{ Lazy() lazy.Chain }).Lazy()
}

func isChain(x any) bool {
	_, ok := x.(interface{ Lazy() lazy.Chain })
	return ok
}

// call calls a method by its name and returns the result, or the error that it
// returns or panics with.
func call(x any, method string, args ...any) (result any, err error) {
	defer nd.Catch(&err)
	m := reflect.ValueOf(x).MethodByName(method)
	if !m.IsValid() {
		return nil, fmt.Errorf("%T has no method %s", x, method)
	}
	in := make([]reflect.Value, len(args))
	for i, a := range args {
		in[i] = reflect.ValueOf(a)
	}
	out := m.Call(in)
	if k := len(out) - 1; k >= 0 && m.Type().Out(k) == reflect.TypeFor[error]() {
		if e := out[k].Interface(); e != nil {
			return nil, e.(error)
		}
		out = out[:k]
	}
	if len(out) == 0 {
		return nil, nil
	}
	return out[0].Interface(), nil
}

// callList is call for variadic methods, whose last arguments are given as a
// list. A list that is nil is no arguments; to some methods that means something
// else than a list of length 0.
func callList(x any, method string, args ...any) (result any, err error) {
	defer nd.Catch(&err)
	in := make([]reflect.Value, len(args))
	for i, a := range args {
		in[i] = reflect.ValueOf(a)
	}
	return reflect.ValueOf(x).MethodByName(method).CallSlice(in)[0].Interface(), nil
}

// isDomain reports whether an error says that an operation refuses an element.
func isDomain(err error) bool {
	var e *nd.DomainError
	return errors.As(err, &e)
}

// fetch is call for what cannot fail.
func fetch(x any, method string, args ...any) any {
	r, err := call(x, method, args...)
	if err != nil {
		panic(err)
	}
	return r
}

// contents returns the elements of an array in order, read by way of its shape,
// strides and offset alone.
func contents(a any) any {
	if _, ok := a.(*nd.Array[int]); ok { // no kind of its own
		return elementOf[int]{}.contents(a)
	}
	return elementsOf[kindOf(a)].contents(a)
}

// evaluated evaluates a chain and returns its elements; of an array it returns
// the elements.
func evaluated(x any) (values any, shape []int, err error) {
	if isChain(x) {
		if x, err = call(x, "Eval"); err != nil {
			return nil, nil, err
		}
		if !fetch(x, "IsContiguous").(bool) {
			return nil, nil, fmt.Errorf("the result of Eval is not contiguous")
		}
	}
	return contents(x), shapeOf(x), nil
}

func shapeOf(x any) []int { return x.(interface{ Shape() []int }).Shape() }

// places returns the positions in memory of the elements of l in order.
func places(l layout.Layout) []int {
	if layout.Size(l.Shape) == 0 {
		return nil
	}
	at := []int{l.Offset}
	for k, n := range l.Shape {
		next := make([]int, 0, len(at)*n)
		for _, p := range at {
			for i := range n {
				next = append(next, p+i*l.Strides[k])
			}
		}
		at = next
	}
	return at
}

// gather returns the elements of l in order.
func gather[T any](data []T, l layout.Layout) []T {
	at := places(l)
	v := make([]T, len(at))
	for i, p := range at {
		v[i] = data[p]
	}
	return v
}

// A dice returns a number from 0 up to, not including, n.
type dice func(n int) int

// drawLayout draws a layout of the given shape, in which every element has a
// place of its own: axes in any order of memory, forwards and backwards, with
// steps of one to three elements, from any offset. It returns also the length
// of the memory.
func drawLayout(roll dice, shape []int) (l layout.Layout, n int) {
	l = layout.Layout{Shape: slices.Clone(shape), Strides: make([]int, len(shape))}
	if l.Shape == nil {
		l.Shape = []int{}
	}
	order := make([]int, len(shape))
	for k := range order {
		order[k] = k
	}
	if roll(3) > 0 { // else C order
		for k := len(order) - 1; k > 0; k-- {
			j := roll(k + 1)
			order[k], order[j] = order[j], order[k]
		}
	}
	plain := roll(3) == 0
	last, extent := 0, 1
	for _, k := range slices.Backward(order) {
		step := extent
		if !plain {
			step += [...]int{0, 0, 0, 1, extent, 2 * extent}[roll(6)]
		}
		l.Strides[k] = step
		if len := shape[k]; len > 0 {
			last += (len - 1) * step
			extent = max(extent, step*len)
		}
		if !plain && roll(4) == 0 {
			l.Strides[k] = -step
			l.Offset += max(shape[k]-1, 0) * step
		}
	}
	pad := 0
	if !plain {
		pad = roll(4)
	}
	l.Offset += pad
	return l, last + 1 + 2*pad
}
