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
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/ops"
)

const (
	// LeafSize is the number of elements in a leaf.
	LeafSize = 4096
	// Lanes is the number of lanes in a leaf.
	Lanes = 32
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
	// Leaf sets *out to the reduction of n >= 1 elements at p, n <= LeafSize.
	Leaf func(out, p unsafe.Pointer, n int)
}

// For returns the kernel that repeats join over elements of kind k, nil if
// there is none. Sums and products are there for the kinds that they
// accumulate in: int64, uint64, float64 and complex128.
func For(join ops.Op, k dtype.Kind) *Kernel { return kernels[join][k] }

var kernels [ops.Limit][dtype.NumKinds]*Kernel

func add(join ops.Op, k dtype.Kind, ordered bool, leaf func(out, p unsafe.Pointer, n int)) *Kernel {
	n := &Kernel{Join: join, Kind: k, Ordered: ordered, Leaf: leaf}
	kernels[join][k] = n
	return n
}

func (k *Kernel) empty(bits ...uint64) {
	k.HasEmpty = true
	copy(k.Empty[:], bits)
}

func init() {
	one := math.Float64bits(1)
	add(ops.Add, dtype.Float64, true, sumLeaf).empty(0)
	add(ops.Mul, dtype.Float64, true, prodLeaf).empty(one)
	add(ops.Add, dtype.Complex128, true, complexSumLeaf).empty(0, 0)
	add(ops.Mul, dtype.Complex128, true, complexProdLeaf).empty(one, 0)
	for _, k := range []dtype.Kind{dtype.Int64, dtype.Uint64} {
		add(ops.Add, k, false, func(out, p unsafe.Pointer, n int) {
			var s uint64
			for _, x := range unsafe.Slice((*uint64)(p), n) {
				s += x
			}
			*(*uint64)(out) = s
		}).empty(0)
		add(ops.Mul, k, false, func(out, p unsafe.Pointer, n int) {
			s := uint64(1)
			for _, x := range unsafe.Slice((*uint64)(p), n) {
				s *= x
			}
			*(*uint64)(out) = s
		}).empty(1)
	}
	extremes[int8](dtype.Int8)
	extremes[int16](dtype.Int16)
	extremes[int32](dtype.Int32)
	extremes[int64](dtype.Int64)
	extremes[uint8](dtype.Uint8)
	extremes[uint16](dtype.Uint16)
	extremes[uint32](dtype.Uint32)
	extremes[uint64](dtype.Uint64)
	extremes[uint8](dtype.Bool)
	floatExtremes[float32](dtype.Float32)
	floatExtremes[float64](dtype.Float64)
	add(ops.Or, dtype.Bool, false, func(out, p unsafe.Pointer, n int) {
		var s uint8
		for _, x := range unsafe.Slice((*uint8)(p), n) {
			s |= x
		}
		*(*bool)(out) = s != 0
	}).empty(0)
	add(ops.And, dtype.Bool, false, func(out, p unsafe.Pointer, n int) {
		all := true
		for _, x := range unsafe.Slice((*uint8)(p), n) {
			all = all && x != 0
		}
		*(*bool)(out) = all
	}).empty(1)
}

type integer interface {
	int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64
}

func extremes[T integer](k dtype.Kind) {
	add(ops.Minimum, k, false, func(out, p unsafe.Pointer, n int) {
		x := unsafe.Slice((*T)(p), n)
		m := x[0]
		for _, v := range x {
			m = min(m, v)
		}
		*(*T)(out) = m
	})
	add(ops.Maximum, k, false, func(out, p unsafe.Pointer, n int) {
		x := unsafe.Slice((*T)(p), n)
		m := x[0]
		for _, v := range x {
			m = max(m, v)
		}
		*(*T)(out) = m
	})
}

// floatExtremes uses Go's min and max, which order -0 before +0 and give NaN
// if either operand is one.
func floatExtremes[T float32 | float64](k dtype.Kind) {
	add(ops.Minimum, k, false, func(out, p unsafe.Pointer, n int) {
		x := unsafe.Slice((*T)(p), n)
		m := x[0]
		for _, v := range x {
			m = min(m, v)
		}
		*(*T)(out) = canonical(m)
	})
	add(ops.Maximum, k, false, func(out, p unsafe.Pointer, n int) {
		x := unsafe.Slice((*T)(p), n)
		m := x[0]
		for _, v := range x {
			m = max(m, v)
		}
		*(*T)(out) = canonical(m)
	})
}

func canonical[T float32 | float64](x T) T {
	if x != x {
		return T(math.NaN())
	}
	return x
}
