// Package reduce folds blocks of elements into one. It defines the order in
// which floating-point elements are added, which is the same for any
// instruction set, layout, block size and number of workers:
//
// The elements of a reduction are numbered i = 0, 1, ... in C order over the
// reduced axes. Elements 4096b to 4096b+4095 make leaf b. In a leaf, element i
// goes to lane i mod 32, and each lane is added up in the order of i, from a
// start that changes no element (-0 for sums, 1 for products). Then lanes l and
// l+16 are added, l and l+8, l and l+4, and last (0+2)+(1+3). Leaves are
// combined by the tree that splits m of them at the largest power of two below
// m. So the error of a sum is at most (128+5+log2(n/4096)) half ulps of the sum
// of magnitudes, and in practice about one.
//
// Integer sums wrap and minima and maxima are exact, so that their order does
// not matter.
package reduce

import (
	"math"
	"sync"
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/ops"
)

const (
	// LeafSize is the number of elements in a leaf.
	LeafSize = 4096
	// Lanes is the number of lanes in a leaf.
	Lanes = 32
	// StateWords is the length of the state that any kernel keeps, in words of
	// 8 bytes.
	StateWords = 2*Lanes + 1
)

// A Kernel is a reduction of elements of one kind.
type Kernel struct {
	Join ops.Op // the elementwise operation that it repeats
	Kind dtype.Kind
	// Ordered says that the order of elements shows in the result.
	Ordered bool
	// Empty is the memory image of the reduction of no elements, if there is
	// one.
	Empty    [2]uint64
	HasEmpty bool

	// Elements are reduced piece by piece: Start, Add for each piece, End. Of
	// an ordered reduction this makes one leaf, whose pieces all but the last
	// are multiples of Lanes.
	Start func(state unsafe.Pointer)
	Add   func(state, p unsafe.Pointer, n int)
	End   func(out, state unsafe.Pointer)
	// Rows sets rows elements from out on, each to the reduction of n elements,
	// 1 <= n <= LeafSize, those of the first from p on and the others' after it.
	Rows func(out, p unsafe.Pointer, n, rows int)
}

// For returns the kernel that repeats join over elements of kind k, nil if
// there is none. Sums and products are there for the kinds that they
// accumulate in: int64, uint64, float64 and complex128.
func For(join ops.Op, k dtype.Kind) *Kernel {
	made.Do(makeKernels)
	return kernels[join][k]
}

var kernels [ops.Limit][dtype.NumKinds]*Kernel

// add puts a kernel in the table. Rows are reduced one by one unless the
// kernel brings a better way.
func add(join ops.Op, k dtype.Kind, n Kernel) *Kernel {
	n.Join, n.Kind = join, k
	if n.Rows == nil {
		start, add, end, size := n.Start, n.Add, n.End, int(k.Size())
		n.Rows = func(out, p unsafe.Pointer, n, rows int) {
			var state [StateWords]uint64
			s := unsafe.Pointer(&state)
			for r := range rows {
				start(s)
				add(s, unsafe.Add(p, r*n*size), n)
				end(unsafe.Add(out, r*size), s)
			}
		}
	}
	kernels[join][k] = &n
	return &n
}

func (k *Kernel) empty(bits ...uint64) {
	k.HasEmpty = true
	copy(k.Empty[:], bits)
}

// made is for programs without reductions: the collector marks what is there.
var made sync.Once

func makeKernels() {
	one := math.Float64bits(1)
	add(ops.Add, dtype.Float64, sums).empty(0)
	add(ops.Mul, dtype.Float64, products).empty(one)
	add(ops.Add, dtype.Complex128, complexSums).empty(0, 0)
	add(ops.Mul, dtype.Complex128, complexProducts).empty(one, 0)
	for _, k := range []dtype.Kind{dtype.Int64, dtype.Uint64} {
		add(ops.Add, k, simple(0, addInts, same[uint64])).empty(0)
		add(ops.Mul, k, simple(1, mulInts, same[uint64])).empty(1)
	}
	extremes[int8](dtype.Int8, math.MinInt8, math.MaxInt8)
	extremes[int16](dtype.Int16, math.MinInt16, math.MaxInt16)
	extremes[int32](dtype.Int32, math.MinInt32, math.MaxInt32)
	extremes[int64](dtype.Int64, math.MinInt64, math.MaxInt64)
	extremes[uint8](dtype.Uint8, 0, math.MaxUint8)
	extremes[uint16](dtype.Uint16, 0, math.MaxUint16)
	extremes[uint32](dtype.Uint32, 0, math.MaxUint32)
	extremes[uint64](dtype.Uint64, 0, math.MaxUint64)
	extremes[uint8](dtype.Bool, 0, 1)
	floatExtremes[float32](dtype.Float32)
	floatExtremes[float64](dtype.Float64)
	or := simple(0, func(s uint8, x []uint8) uint8 {
		for _, v := range x {
			s |= v
		}
		return s
	}, truth)
	add(ops.Or, dtype.Bool, vectorised(or, ops.Maximum, dtype.Bool, truth)).empty(0)
	and := simple(1, func(s uint8, x []uint8) uint8 {
		zero := false
		for _, v := range x {
			zero = zero || v == 0
		}
		if zero {
			return 0
		}
		return s
	}, truth)
	add(ops.And, dtype.Bool, vectorised(and, ops.Minimum, dtype.Bool, truth)).empty(1)
}

// simple makes a kernel whose state is one element: it starts at a neutral
// value, fold joins elements to it, and finish makes the result of it.
func simple[T any](neutral T, fold func(s T, x []T) T, finish func(T) T) Kernel {
	return Kernel{
		Start: func(state unsafe.Pointer) { *(*T)(state) = neutral },
		Add: func(state, p unsafe.Pointer, n int) {
			*(*T)(state) = fold(*(*T)(state), unsafe.Slice((*T)(p), n))
		},
		End: func(out, state unsafe.Pointer) { *(*T)(out) = finish(*(*T)(state)) },
		Rows: func(out, p unsafe.Pointer, n, rows int) {
			x := unsafe.Slice((*T)(p), n*rows)
			for r := range unsafe.Slice((*T)(out), rows) {
				unsafe.Slice((*T)(out), rows)[r] = finish(fold(neutral, x[:n]))
				x = x[n:]
			}
		},
	}
}

// An extremeFunc is Kernel.Rows for minima or maxima of rows of at least a
// vector, in assembly.
type extremeFunc func(out, p unsafe.Pointer, n, rows int)

// vectorised makes a simple kernel go by vectors where there are instructions
// for it: the minimum of bools is whether all are true. finish, if not nil, is
// still to be applied then.
func vectorised[T any](k Kernel, join ops.Op, kind dtype.Kind, finish func(T) T) Kernel {
	add, rows, size := k.Add, k.Rows, int(kind.Size())
	k.Add = func(state, p unsafe.Pointer, n int) {
		if f := extremeRows(join, kind, n); f != nil {
			m := unsafe.Add(state, 8) // is free
			f(m, p, n, 1)
			p, n = m, 1
		}
		add(state, p, n)
	}
	k.Rows = func(out, p unsafe.Pointer, n, m int) {
		f := extremeRows(join, kind, n)
		if f == nil {
			rows(out, p, n, m)
			return
		}
		f(out, p, n, m)
		if finish != nil {
			for r := range m {
				at := (*T)(unsafe.Add(out, r*size))
				*at = finish(*at)
			}
		}
	}
	return k
}

// A placeFunc is what Places does to columns, of at least a vector, in assembly.
type placeFunc func(best, place, x, flip unsafe.Pointer, cols, rows, stride, from int)

func same[T any](v T) T { return v }

func truth(v uint8) uint8 {
	if v != 0 {
		return 1
	}
	return 0
}

func addInts(s uint64, x []uint64) uint64 {
	var a, b, c uint64
	for ; len(x) >= 4; x = x[4:] {
		s += x[0]
		a += x[1]
		b += x[2]
		c += x[3]
	}
	for _, v := range x {
		s += v
	}
	return s + a + b + c
}

func mulInts(s uint64, x []uint64) uint64 {
	for _, v := range x {
		s *= v
	}
	return s
}

type integer interface {
	int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64
}

func extremes[T integer](k dtype.Kind, least, greatest T) {
	add(ops.Minimum, k, vectorised[T](simple(greatest, minOf[T], same[T]), ops.Minimum, k, nil))
	add(ops.Maximum, k, vectorised[T](simple(least, maxOf[T], same[T]), ops.Maximum, k, nil))
}

// floatExtremes uses Go's min and max, which order -0 before +0 and give NaN
// if either operand is one.
func floatExtremes[T float32 | float64](k dtype.Kind) {
	add(ops.Minimum, k, vectorised[T](simple(T(math.Inf(1)), minOf[T], canonical[T]), ops.Minimum, k, nil))
	add(ops.Maximum, k, vectorised[T](simple(T(math.Inf(-1)), maxOf[T], canonical[T]), ops.Maximum, k, nil))
}

// minOf keeps four minima, so that one comparison need not wait for another.
func minOf[T integer | float32 | float64](s T, x []T) T {
	a, b, c := s, s, s
	for ; len(x) >= 4; x = x[4:] {
		s = min(s, x[0])
		a = min(a, x[1])
		b = min(b, x[2])
		c = min(c, x[3])
	}
	for _, v := range x {
		s = min(s, v)
	}
	return min(s, a, b, c)
}

func maxOf[T integer | float32 | float64](s T, x []T) T {
	a, b, c := s, s, s
	for ; len(x) >= 4; x = x[4:] {
		s = max(s, x[0])
		a = max(a, x[1])
		b = max(b, x[2])
		c = max(c, x[3])
	}
	for _, v := range x {
		s = max(s, v)
	}
	return max(s, a, b, c)
}

func canonical[T float32 | float64](x T) T {
	if x != x {
		return T(math.NaN())
	}
	return x
}
