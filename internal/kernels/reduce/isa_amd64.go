//go:build !purego

package reduce

import (
	"math"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels/tile"
	"github.com/ndgo/nd/internal/ops"
)

// A set is an instruction set.
type set uint8

const (
	purego set = iota
	avx2
	avx512
)

var setNames = [...]string{"purego", "avx2", "avx512"}

// vector is the instruction set in use, that of the tile evaluator.
var vector = named(tile.ISA())

func named(name string) (s set) {
	for i, n := range setNames {
		if n == name {
			s = set(i)
		}
	}
	return s
}

// Force makes reductions use another instruction set, for tests: avx512, avx2 or
// purego. It reports whether the machine has it.
func Force(name string) (restore func(), ok bool) {
	back, ok := tile.Force(name)
	defer back()
	old := vector
	if ok {
		vector = named(name)
	}
	return func() { vector = old }, ok
}

// hasVectors reports whether there are functions for several lanes of columns at
// once.
func hasVectors() bool { return vector != purego }

// wide reports whether vectors are those of AVX-512.
func wide() bool { return vector == avx512 }

// leafBytes is the size of leaves that are near for which it is best to do all
// lanes of some columns at once: of AVX2, which goes over them twice, what a
// first-level cache is sure to hold.
func leafBytes() int {
	if vector == avx512 {
		return math.MaxInt
	}
	return 24 << 10
}

// extremeRows returns the function for rows of n elements, nil if there is none
// but compiled Go.
func extremeRows(join ops.Op, k dtype.Kind, n int) extremeFunc {
	table := &avx512Extremes
	switch vector {
	case purego:
		return nil
	case avx2:
		table = &avx2Extremes
	}
	if n < vectorOf(k) {
		return nil
	}
	which := 0
	if join == ops.Maximum {
		which = 1
	}
	return table[k][which]
}

// placeColumns returns the function for columns, nil if there is none but
// compiled Go.
func placeColumns(k dtype.Kind, cols int) placeFunc {
	switch bytes := cols * int(k.Size()); {
	case vector == avx512 && bytes >= 64:
		return avx512Places[k]
	case vector != purego && bytes >= 32:
		return avx2Places[k]
	}
	return nil
}

// vectorOf is the number of elements of a kind in a vector.
func vectorOf(k dtype.Kind) int {
	if vector == avx512 {
		return 64 / int(k.Size())
	}
	return 32 / int(k.Size())
}
