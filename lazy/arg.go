package lazy

import (
	"slices"
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/errs"
	"github.com/ndgo/nd/internal/kernels/reduce"
	"github.com/ndgo/nd/internal/ops"
)

// ArgMin returns the place of the least element over the given axes (nil for
// all), the first of equal ones: its number in C order over these axes. The
// first NaN, if there is one, is the least. -0 and +0 are equal. The elements
// of the result are int. Of no elements it is an error.
func (c Chain) ArgMin(axes []int) Chain { return c.place("arg_min", ops.Minimum, axes) }

// ArgMax is ArgMin for the greatest element.
func (c Chain) ArgMax(axes []int) Chain { return c.place("arg_max", ops.Maximum, axes) }

func (c Chain) place(name string, join ops.Op, axes []int) Chain {
	const in = dtype.Real | dtype.Booleans
	return recordSequence(c, name, axes, func(t *dtype.Type) (*sequence, error) {
		if !in.Has(t.Kind) {
			return nil, &errs.TypeError{Op: name, Type: t.String(), Detail: "it is defined for " + kindList(in)}
		}
		return &sequence{out: typeFor[int](), needsElement: true, place: join, make: places[t.Kind](join, t.Kind)}, nil
	})
}

var places = [dtype.NumKinds]func(ops.Op, dtype.Kind) func(int) sequencer{
	dtype.Bool: placer[uint8],
	dtype.Int8: placer[int8], dtype.Int16: placer[int16], dtype.Int32: placer[int32], dtype.Int64: placer[int64],
	dtype.Uint8: placer[uint8], dtype.Uint16: placer[uint16], dtype.Uint32: placer[uint32], dtype.Uint64: placer[uint64],
	dtype.Float32: placer[float32], dtype.Float64: placer[float64],
}

func placer[T signedOrNot | float32 | float64](join ops.Op, k dtype.Kind) func(int) sequencer {
	kernel := reduce.For(join, k)
	better := func(a, b T) bool { return a < b }
	if join == ops.Maximum {
		better = func(a, b T) bool { return a > b }
	}
	return func(int) sequencer { return &argSequence[T]{better: better, max: join == ops.Maximum, kernel: kernel} }
}

// An argSequence looks for the first extreme element.
type argSequence[T signedOrNot | float32 | float64] struct {
	kernel *reduce.Kernel
	max    bool
	better func(a, b T) bool
	state  [reduce.StateWords]uint64

	n    int // elements so far
	at   int
	best T
	nan  bool // one has been found, which nothing is better than
}

func (s *argSequence[T]) start() { s.n, s.at, s.nan = 0, 0, false }

// scanBlock is the number of elements whose extreme is found first: only if it
// is better than all before is its place looked for.
const scanBlock = 512

func (s *argSequence[T]) take(_, p unsafe.Pointer, n int) {
	x := unsafe.Slice((*T)(p), n)
	for len(x) > 0 && !s.nan {
		m := min(len(x), scanBlock)
		s.block(x[:m])
		s.n += m
		x = x[m:]
	}
}

func (s *argSequence[T]) block(x []T) {
	if s.n == 0 {
		s.set(0, x[0])
	}
	st := unsafe.Pointer(&s.state)
	s.kernel.Start(st)
	s.kernel.Add(st, unsafe.Pointer(unsafe.SliceData(x)), len(x))
	s.kernel.End(st, st)
	m := *(*T)(st)
	if m == m && !s.better(m, s.best) || s.nan {
		return
	}
	if m != m {
		s.set(s.n+slices.IndexFunc(x, func(v T) bool { return v != v }), m)
	} else {
		s.set(s.n+slices.Index(x, m), m) // zeros of either sign are equal
	}
}

func (s *argSequence[T]) set(at int, v T) { s.at, s.best, s.nan = at, v, v != v }

func (s *argSequence[T]) end(out unsafe.Pointer) { *(*int)(out) = s.at }
