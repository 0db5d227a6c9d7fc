package lazy

import (
	"math"
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/errs"
	"github.com/ndgo/nd/internal/layout"
	"github.com/ndgo/nd/internal/ops"
)

// CumSum returns the running sums along an axis: each element is the sum of
// those up to and including its place. Sums are taken one after the other:
// integers wrap, floats are added in float64 and each result is rounded.
func (c Chain) CumSum(axis int) Chain { return c.scan("cum_sum", axis, dtype.Numbers, &cumSums) }

// CumProd returns the running products along an axis, as CumSum does sums.
func (c Chain) CumProd(axis int) Chain { return c.scan("cum_prod", axis, dtype.Numbers, &cumProds) }

// CumMin returns the running minima along an axis. Once a NaN has come, all
// are NaN.
func (c Chain) CumMin(axis int) Chain { return c.scan("cum_min", axis, dtype.Real, &cumMins) }

// CumMax returns the running maxima along an axis. Once a NaN has come, all
// are NaN.
func (c Chain) CumMax(axis int) Chain { return c.scan("cum_max", axis, dtype.Real, &cumMaxs) }

type scanTable [dtype.NumKinds]func(int) sequencer

func (c Chain) scan(name string, axis int, in dtype.Set, table *scanTable) Chain {
	return recordSequence(c, name, []int{axis}, func(t *dtype.Type) (*sequence, error) {
		if !in.Has(t.Kind) {
			return nil, &errs.TypeError{Op: name, Type: t.String(), Detail: "it is defined for " + kindList(in)}
		}
		return &sequence{out: t, form: seqScan, make: table[t.Kind]}, nil
	})
}

// A scanner keeps a running value of type A over elements of type T.
type scanner[T, A any] struct {
	acc   A
	first bool
	take1 func(T) A // the value of the first element
	join  func(A, T) A
	give  func(A) T
}

func (s *scanner[T, A]) start() { s.first = true }

func (s *scanner[T, A]) take(out, p unsafe.Pointer, n int) {
	d, x := unsafe.Slice((*T)(out), n), unsafe.Slice((*T)(p), n)
	acc := s.acc
	for i, v := range x {
		if s.first {
			acc, s.first = s.take1(v), false
		} else {
			acc = s.join(acc, v)
		}
		d[i] = s.give(acc)
	}
	s.acc = acc
}

func (s *scanner[T, A]) end(unsafe.Pointer) {}

func scanOf[T, A any](first func(T) A, join func(A, T) A, give func(A) T) func(int) sequencer {
	return func(int) sequencer { return &scanner[T, A]{take1: first, join: join, give: give} }
}

// plainScan accumulates in the type of the elements.
func plainScan[T any](join func(T, T) T) func(int) sequencer {
	same := func(v T) T { return v }
	return scanOf(same, join, same)
}

func wideScan(join func(a, b float64) float64) func(int) sequencer {
	return scanOf(func(v float32) float64 { return float64(v) },
		func(a float64, v float32) float64 { return join(a, float64(v)) },
		func(a float64) float32 { return float32(a) })
}

func wideComplexScan(join func(a, b complex128) complex128) func(int) sequencer {
	return scanOf(func(v complex64) complex128 { return complex128(v) },
		func(a complex128, v complex64) complex128 { return join(a, complex128(v)) },
		func(a complex128) complex64 { return complex64(a) })
}

type signedOrNot interface {
	int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64
}

func plus[T signedOrNot | float64 | complex128](a, b T) T { return a + b }
func times[T signedOrNot | float64](a, b T) T             { return a * b }

// timesComplex is the product without contraction, which the built-in one may
// be compiled with.
func timesComplex(x, y complex128) complex128 {
	a, b, c, d := real(x), imag(x), real(y), imag(y)
	return complex(float64(a*c)-float64(b*d), float64(a*d)+float64(b*c))
}

func less[T signedOrNot | float32 | float64](a, b T) T { return quiet(min(a, b)) }
func more[T signedOrNot | float32 | float64](a, b T) T { return quiet(max(a, b)) }

// quiet makes the canonical NaN of any NaN.
func quiet[T signedOrNot | float32 | float64](v T) T {
	if v != v {
		nan := math.NaN()
		return T(nan)
	}
	return v
}

func minScan[T signedOrNot | float32 | float64]() func(int) sequencer {
	return scanOf(quiet[T], less[T], func(v T) T { return v })
}

func maxScan[T signedOrNot | float32 | float64]() func(int) sequencer {
	return scanOf(quiet[T], more[T], func(v T) T { return v })
}

var (
	cumSums = scanTable{
		dtype.Int8: plainScan(plus[int8]), dtype.Int16: plainScan(plus[int16]), dtype.Int32: plainScan(plus[int32]), dtype.Int64: plainScan(plus[int64]),
		dtype.Uint8: plainScan(plus[uint8]), dtype.Uint16: plainScan(plus[uint16]), dtype.Uint32: plainScan(plus[uint32]), dtype.Uint64: plainScan(plus[uint64]),
		dtype.Float32: wideScan(plus[float64]), dtype.Float64: plainScan(plus[float64]),
		dtype.Complex64: wideComplexScan(plus[complex128]), dtype.Complex128: plainScan(plus[complex128]),
	}
	cumProds = scanTable{
		dtype.Int8: plainScan(times[int8]), dtype.Int16: plainScan(times[int16]), dtype.Int32: plainScan(times[int32]), dtype.Int64: plainScan(times[int64]),
		dtype.Uint8: plainScan(times[uint8]), dtype.Uint16: plainScan(times[uint16]), dtype.Uint32: plainScan(times[uint32]), dtype.Uint64: plainScan(times[uint64]),
		dtype.Float32: wideScan(times[float64]), dtype.Float64: plainScan(times[float64]),
		dtype.Complex64: wideComplexScan(timesComplex), dtype.Complex128: plainScan(timesComplex),
	}
	cumMins = scanTable{
		dtype.Int8: minScan[int8](), dtype.Int16: minScan[int16](), dtype.Int32: minScan[int32](), dtype.Int64: minScan[int64](),
		dtype.Uint8: minScan[uint8](), dtype.Uint16: minScan[uint16](), dtype.Uint32: minScan[uint32](), dtype.Uint64: minScan[uint64](),
		dtype.Float32: minScan[float32](), dtype.Float64: minScan[float64](),
	}
	cumMaxs = scanTable{
		dtype.Int8: maxScan[int8](), dtype.Int16: maxScan[int16](), dtype.Int32: maxScan[int32](), dtype.Int64: maxScan[int64](),
		dtype.Uint8: maxScan[uint8](), dtype.Uint16: maxScan[uint16](), dtype.Uint32: maxScan[uint32](), dtype.Uint64: maxScan[uint64](),
		dtype.Float32: maxScan[float32](), dtype.Float64: maxScan[float64](),
	}
)

// Diff returns the differences of neighbours along an axis, n times over: each
// element less the one before it; of bools, whether they differ. The axis gets
// shorter by n, down to 0. It is made of views, and fused like any step.
func (c Chain) Diff(n, axis int) Chain {
	if n < 0 {
		t := dtype.Basic(dtype.Bool)
		if c.n != nil && c.n.typ != nil {
			t = c.n.typ
		}
		return failed("diff", t, &errs.ShapeError{Op: "diff", Axis: -1, Detail: "it is taken a negative number of times"})
	}
	if c.n != nil && c.n.err == nil && !c.n.unknown() {
		if k, err := layout.NormAxis("diff", axis, len(c.n.shape), c.n.shape); err == nil {
			n = min(n, max(c.n.shape[k], 1)) // then none are left
		}
	}
	if n == 0 {
		return c
	}
	// Round by round, with d[i] what i places along the axis are seen from, so
	// that it takes n*n steps and not 2^n.
	d := make([]Chain, n+1)
	for i := range d {
		d[i] = c.part("diff", axis, i, n)
	}
	op := ops.Sub
	if c.n != nil && c.n.typ != nil && c.n.typ.Kind == dtype.Bool {
		op = ops.Xor
	}
	for ; n > 0; n-- {
		for i := range n {
			d[i] = d[i+1].Apply(Op(op), d[i])
		}
	}
	return d[0]
}

// part takes all places of an axis but n: from start on, n less than there
// are.
func (c Chain) part(name string, axis, start, n int) Chain {
	return c.view(name, func(l layout.Layout) (layout.Layout, error) {
		k, err := layout.NormAxis(name, axis, len(l.Shape), l.Shape)
		if err != nil {
			return l, err
		}
		items := make([]layout.Item, len(l.Shape))
		for i := range items {
			items[i] = layout.All()
		}
		items[k] = layout.Item{Kind: layout.Range, Start: start, HasStart: true, Stop: max(l.Shape[k]-n, 0) + start, HasStop: true, Step: 1}
		return l.Slice(name, items)
	})
}
