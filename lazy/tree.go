package lazy

import (
	"unsafe"

	"github.com/ndgo/nd/internal/kernels/block"
	"github.com/ndgo/nd/internal/kernels/reduce"
)

// A tree combines leaves in the order of package reduce. It is a binary
// counter: level k holds what 2^k leaves have come to, if bit k of their number
// is set. A level is a row of columns.
type tree struct {
	mem   unsafe.Pointer
	width int // bytes in a level
	cols  int // elements in a level
	n     int // leaves so far
	join  block.Func
}

// newTree makes a tree for sequences of count elements whose levels take at
// most width bytes.
func newTree(join block.Func, count, width int) tree {
	return tree{join: join, mem: newWords(treeLevels(count) * width)}
}

// treeLevels is the number of levels for count elements.
func treeLevels(count int) int {
	k := 1
	for leaves := count / reduce.LeafSize; leaves > 0; leaves /= 2 {
		k++
	}
	return k
}

func (t *tree) level(k int) unsafe.Pointer { return unsafe.Add(t.mem, k*t.width) }

// add combines one more leaf, which is at p and may be overwritten.
func (t *tree) add(p unsafe.Pointer) {
	k := 0
	for ; t.n>>k&1 != 0; k++ {
		t.join(p, t.level(k), p, nil, t.cols)
	}
	copyBytes(t.level(k), p, t.width)
	t.n++
}

// result combines what is left, the fewest leaves first, and starts anew.
func (t *tree) result(p unsafe.Pointer) {
	started := false
	for k := 0; t.n>>k != 0; k++ {
		switch {
		case t.n>>k&1 == 0:
		case started:
			t.join(p, t.level(k), p, nil, t.cols)
		default:
			copyBytes(p, t.level(k), t.width)
			started = true
		}
	}
	t.n = 0
}
