package lazy

import (
	"fmt"
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
func (c Chain) CumSum(axis int) Chain {
	return c.scan("cum_sum", axis, dtype.Numbers, ops.Add, &cumSums)
}

// CumProd returns the running products along an axis, as CumSum does sums.
func (c Chain) CumProd(axis int) Chain {
	return c.scan("cum_prod", axis, dtype.Numbers, ops.Mul, &cumProds)
}

// CumMin returns the running minima along an axis. Once a NaN has come, all
// are NaN.
func (c Chain) CumMin(axis int) Chain {
	return c.scan("cum_min", axis, dtype.Real, ops.Minimum, &cumMins)
}

// CumMax returns the running maxima along an axis. Once a NaN has come, all
// are NaN.
func (c Chain) CumMax(axis int) Chain {
	return c.scan("cum_max", axis, dtype.Real, ops.Maximum, &cumMaxs)
}

type scanTable [dtype.NumKinds]func(int) sequencer

func (c Chain) scan(name string, axis int, in dtype.Set, join ops.Op, table *scanTable) Chain {
	return recordSequence(c, name, []int{axis}, func(t *dtype.Type) (*sequence, error) {
		if !in.Has(t.Kind) {
			return nil, &errs.TypeError{Op: name, Type: t.String(), Detail: "it is defined for " + kindList(in)}
		}
		acc := t
		if k := scanWide[t.Kind]; k != dtype.Other && (join == ops.Add || join == ops.Mul) {
			acc = dtype.Basic(k)
		}
		return &sequence{out: t, form: seqScan, make: table[t.Kind], join: join, acc: acc}, nil
	})
}

// scanWide are the kinds in which sums and products are accumulated, if not in
// that of the elements.
var scanWide = [dtype.NumKinds]dtype.Kind{dtype.Float32: dtype.Float64, dtype.Complex64: dtype.Complex128}

// A scanner keeps a running value of type A over elements of type T.
type scanner[T, A any] struct {
	acc   A
	begun bool
	first func(T) A // the value of the first element
	give  func(A) T
	run   func(acc A, d, x []T) A // sets d to the values after each of x
}

func (s *scanner[T, A]) start() { s.begun = false }

func (s *scanner[T, A]) take(out, p unsafe.Pointer, n int) {
	d, x := unsafe.Slice((*T)(out), n), unsafe.Slice((*T)(p), n)
	if !s.begun {
		s.acc, s.begun = s.first(x[0]), true
		d[0] = s.give(s.acc)
		d, x = d[1:], x[1:]
	}
	s.acc = s.run(s.acc, d, x)
}

func (s *scanner[T, A]) end(unsafe.Pointer) {}

// plainScan accumulates in the type of the elements.
func plainScan[T any](run func(acc T, d, x []T) T) func(int) sequencer {
	same := func(v T) T { return v }
	return func(int) sequencer { return &scanner[T, T]{first: same, give: same, run: run} }
}

func wideScan(run func(acc float64, d, x []float32) float64) func(int) sequencer {
	return func(int) sequencer {
		return &scanner[float32, float64]{
			first: func(v float32) float64 { return float64(v) },
			give:  func(a float64) float32 { return float32(a) },
			run:   run,
		}
	}
}

func wideComplexScan(run func(acc complex128, d, x []complex64) complex128) func(int) sequencer {
	return func(int) sequencer {
		return &scanner[complex64, complex128]{
			first: func(v complex64) complex128 { return complex128(v) },
			give:  func(a complex128) complex64 { return complex64(a) },
			run:   run,
		}
	}
}

type signedOrNot interface {
	int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64
}

func plus[T signedOrNot | float64 | complex128](acc T, d, x []T) T {
	d = d[:len(x)]
	for i, v := range x {
		acc += v
		d[i] = acc
	}
	return acc
}

func times[T signedOrNot | float64](acc T, d, x []T) T {
	d = d[:len(x)]
	for i, v := range x {
		acc *= v
		d[i] = acc
	}
	return acc
}

func widePlus(acc float64, d, x []float32) float64 {
	d = d[:len(x)]
	for i, v := range x {
		acc += float64(v)
		d[i] = float32(acc)
	}
	return acc
}

func wideTimes(acc float64, d, x []float32) float64 {
	d = d[:len(x)]
	for i, v := range x {
		acc *= float64(v)
		d[i] = float32(acc)
	}
	return acc
}

func wideComplexPlus(acc complex128, d, x []complex64) complex128 {
	for i, v := range x {
		acc += complex128(v)
		d[i] = complex64(acc)
	}
	return acc
}

func timesComplex(acc complex128, d, x []complex128) complex128 {
	for i, v := range x {
		acc = product(acc, v)
		d[i] = acc
	}
	return acc
}

func wideComplexTimes(acc complex128, d, x []complex64) complex128 {
	for i, v := range x {
		acc = product(acc, complex128(v))
		d[i] = complex64(acc)
	}
	return acc
}

// product is the product without contraction, which the built-in one may be
// compiled with.
func product(x, y complex128) complex128 {
	a, b, c, d := real(x), imag(x), real(y), imag(y)
	return complex(float64(a*c)-float64(b*d), float64(a*d)+float64(b*c))
}

// less and more go by comparisons, which are quick as their answers seldom
// change; what is neither below nor above is equal or NaN.
func less[T signedOrNot | float32 | float64](acc T, d, x []T) T {
	d = d[:len(x)]
	for i, v := range x {
		if !(v > acc) {
			acc = quiet(min(acc, v))
		}
		d[i] = acc
	}
	return acc
}

func more[T signedOrNot | float32 | float64](acc T, d, x []T) T {
	d = d[:len(x)]
	for i, v := range x {
		if !(v < acc) {
			acc = quiet(max(acc, v))
		}
		d[i] = acc
	}
	return acc
}

// quiet makes the canonical NaN of any NaN.
func quiet[T signedOrNot | float32 | float64](v T) T {
	if v != v {
		nan := math.NaN()
		return T(nan)
	}
	return v
}

func extremeScan[T signedOrNot | float32 | float64](run func(acc T, d, x []T) T) func(int) sequencer {
	return func(int) sequencer {
		return &scanner[T, T]{first: quiet[T], give: func(v T) T { return v }, run: run}
	}
}

var (
	cumSums = scanTable{
		dtype.Int8: plainScan(plus[int8]), dtype.Int16: plainScan(plus[int16]), dtype.Int32: plainScan(plus[int32]), dtype.Int64: plainScan(plus[int64]),
		dtype.Uint8: plainScan(plus[uint8]), dtype.Uint16: plainScan(plus[uint16]), dtype.Uint32: plainScan(plus[uint32]), dtype.Uint64: plainScan(plus[uint64]),
		dtype.Float32: wideScan(widePlus), dtype.Float64: plainScan(plus[float64]),
		dtype.Complex64: wideComplexScan(wideComplexPlus), dtype.Complex128: plainScan(plus[complex128]),
	}
	cumProds = scanTable{
		dtype.Int8: plainScan(times[int8]), dtype.Int16: plainScan(times[int16]), dtype.Int32: plainScan(times[int32]), dtype.Int64: plainScan(times[int64]),
		dtype.Uint8: plainScan(times[uint8]), dtype.Uint16: plainScan(times[uint16]), dtype.Uint32: plainScan(times[uint32]), dtype.Uint64: plainScan(times[uint64]),
		dtype.Float32: wideScan(wideTimes), dtype.Float64: plainScan(times[float64]),
		dtype.Complex64: wideComplexScan(wideComplexTimes), dtype.Complex128: plainScan(timesComplex),
	}
	cumMins = scanTable{
		dtype.Int8: extremeScan(less[int8]), dtype.Int16: extremeScan(less[int16]), dtype.Int32: extremeScan(less[int32]), dtype.Int64: extremeScan(less[int64]),
		dtype.Uint8: extremeScan(less[uint8]), dtype.Uint16: extremeScan(less[uint16]), dtype.Uint32: extremeScan(less[uint32]), dtype.Uint64: extremeScan(less[uint64]),
		dtype.Float32: extremeScan(less[float32]), dtype.Float64: extremeScan(less[float64]),
	}
	cumMaxs = scanTable{
		dtype.Int8: extremeScan(more[int8]), dtype.Int16: extremeScan(more[int16]), dtype.Int32: extremeScan(more[int32]), dtype.Int64: extremeScan(more[int64]),
		dtype.Uint8: extremeScan(more[uint8]), dtype.Uint16: extremeScan(more[uint16]), dtype.Uint32: extremeScan(more[uint32]), dtype.Uint64: extremeScan(more[uint64]),
		dtype.Float32: extremeScan(more[float32]), dtype.Float64: extremeScan(more[float64]),
	}
)

// Diff returns the differences of neighbours along an axis, n times over: each
// element less the one before it; of bools, whether they differ. The axis gets
// shorter by n, down to 0. It is made of views, and fused like any step; more
// than 1000 times over, where that leaves elements, is a *ShapeError.
func (c Chain) Diff(n, axis int) Chain {
	if n < 0 {
		t := dtype.Basic(dtype.Bool)
		if c.n != nil && c.n.typ != nil {
			t = c.n.typ
		}
		return failed("diff", t, &errs.ShapeError{Op: "diff", Axis: -1, Detail: "it is taken a negative number of times"}, c)
	}
	if c.n == nil {
		return missing("diff")
	}
	if n == 0 || c.n.err != nil {
		return c
	}
	op := Op(ops.Sub)
	if c.n.typ.Kind == dtype.Bool {
		op = Op(ops.Xor)
	}
	if !c.n.unknown() {
		k, err := layout.NormAxis("diff", axis, len(c.n.shape), c.n.shape)
		if err != nil {
			return failed("diff", c.n.typ, err, c)
		}
		if n >= c.n.shape[k] { // then none are left
			none := c.part("diff", axis, 0, c.n.shape[k])
			return none.Apply(op, none)
		}
	}
	if n > maxDiff {
		return failed("diff", c.n.typ, &errs.ShapeError{Op: "diff", Axis: -1, Detail: fmt.Sprintf("it is taken %d times, more than %d", n, maxDiff)}, c)
	}
	// Round by round, with d[i] what i places along the axis are seen from, so
	// that it takes n*n steps and not 2^n.
	d := make([]Chain, n+1)
	for i := range d {
		d[i] = c.part("diff", axis, i, n)
	}
	for ; n > 0; n-- {
		for i := range n {
			d[i] = d[i+1].Apply(op, d[i])
		}
	}
	return d[0]
}

// maxDiff bounds the steps of a Diff, which are as many as its square.
const maxDiff = 1000

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
