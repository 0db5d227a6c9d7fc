//go:build amd64 && !purego

package tile

import (
	mathbits "math/bits"
	"unsafe"

	"github.com/ndgo/nd/internal/kernels/block"
	"github.com/ndgo/nd/internal/ops"
)

// Elementary functions of rare arguments are found in Go: a handler that meets
// such arguments leaves the assembly with the lanes that have them. Arguments and
// results of the tile are in scratch memory then; the registers that go on
// afterwards are as well, and hold no address. No other register tile is in use.
const (
	argsAt      = 1024 // two tiles of arguments
	resultAt    = 2048
	leftAt      = 2560 // a left
	lanesLeftAt = 2624 // a bit for each lane of the tile that is to be mended
)

// A left is what a handler leaves behind.
type left struct {
	why   uint64 // 0: nothing; 1: in a whole tile; 2: in the tail
	code  uint64 // offset of the instruction
	index [3]uint64
	count uint64 // elements of this step
}

// left returns what the handlers left behind, if they left.
func (s *state) left() *left { return (*left)(unsafe.Add(s.scratch, leftAt)) }

// mend computes the lanes that a handler left, and goes on with the program.
func (t *set) mend(st *stage, s *state) {
	k := st.steps[s.left().code/uint64(insSize)].key
	f := block.Lookup(ops.Op(k.op), k.kind)
	size := int(k.kind.Size())
	at := func(area, lane int) ptr { return unsafe.Add(s.scratch, area+lane*size) }
	for w := range 2 {
		left := (*uint64)(unsafe.Add(s.scratch, lanesLeftAt+8*w))
		word := *left
		*left = 0
		for word != 0 { // runs of ones
			i := mathbits.TrailingZeros64(word)
			n := mathbits.TrailingZeros64(^(word >> i))
			word &^= (1<<n - 1) << i
			i += 64 * w
			f(at(resultAt, i), at(argsAt, i), at(argsAt+tileSize, i), nil, n)
		}
	}
	if t == avx512 {
		avx512Resume(s.scratch)
	} else {
		avx2Resume(s.scratch)
	}
}

// weight is the length of the code if all handlers took as long as the simple
// ones.
func (st *stage) weight(t *set) (n int) {
	for _, c := range st.steps {
		n++
		if h, _ := t.find(c.key); h.keeps == 1 {
			n += 15
		}
	}
	return n
}
