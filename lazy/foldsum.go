package lazy

import (
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/kernels/reduce"
	"github.com/ndgo/nd/internal/layout"
)

// A sumPlan is a plan whose only pass is one sum of float64 that needs no
// program, of operands that lie side by side in memory. It needs no state either:
// small arrays feel each step that can be left out. It reads all operands before
// there is a result, so that it may go anywhere.
type sumPlan struct {
	pair  // of operands of the stage
	st    *stage
	bound bool // no operand is an argument of a function
}

// findSum looks whether all of p is one sum.
func (p *plan) findSum() {
	if len(p.stages) != 1 || p.user || len(p.checks)+len(p.nils) > 0 || layout.Size(p.shape) != 1 {
		return
	}
	st := &p.stages[0]
	fs := st.fold
	if fs == nil || fs.total != 1 || fs.count == 0 || fs.columns != nil || fs.chunks != nil || fs.view != nil || len(fs.parts) != 1 || !fs.parts[0].isSum() || !st.nest.One() {
		return
	}
	v := &fs.values[0]
	s := &sumPlan{pair: v.pair, st: st, bound: true}
	if v.load >= 0 {
		s.pair = pair{reduce.None, v.load, v.load}
	} else if s.form == reduce.None {
		return
	}
	stride := func(k int) int {
		switch st.nest.Class(k) {
		case prog.Unit:
			return st.operands[k].size
		case prog.Zero:
			return 0
		}
		return -1
	}
	ok := false
	if s.pair, ok = s.along(stride(s.x), stride(s.y)); !ok {
		return
	}
	for _, k := range []int{s.x, s.y} {
		l := st.operands[k].leaf
		if l == nil {
			return
		}
		s.bound = s.bound && l.leaf.index < 0
	}
	p.sum = s
}

// along returns the pair for operands of some strides, in bytes: which of them is
// one element. It is not ok if they do not lie side by side.
func (p pair) along(x, y int) (_ pair, ok bool) {
	size := p.form.Size()
	if p.form == reduce.Diff && x == 0 { // the square is the same
		p.x, p.y, x, y = p.y, p.x, y, x
	}
	if p.form == reduce.Diff && y == 0 {
		p.form = reduce.Dev
	}
	return p, x == size && (y == size || p.form == reduce.Dev)
}

// run returns the sum.
func (s *sumPlan) run(args []unsafe.Pointer) float64 {
	at := func(k int) unsafe.Pointer {
		l := s.st.operands[k].leaf
		return s.st.nest.Slot(k, l.leaf.at(l.typ.Size, args)).Ptr
	}
	x, y, n := at(s.x), at(s.y), s.st.fold.count
	if n <= reduce.LeafSize {
		var sum float64
		reduce.SumRows(s.form, unsafe.Pointer(&sum), x, y, n, 1, 0, 0)
		return sum
	}
	// The tree of leaves, as type tree has it.
	var level [52]float64
	var leaf [16]float64
	leaves := 0
	step := reduce.LeafSize * s.form.Size()
	ystep := step
	if s.form == reduce.Dev {
		ystep = 0
	}
	for n > 0 {
		rows, m := min(n/reduce.LeafSize, len(leaf)), reduce.LeafSize
		if rows == 0 {
			rows, m = 1, n
		}
		reduce.SumRows(s.form, unsafe.Pointer(&leaf), x, y, m, rows, step, ystep)
		for _, v := range leaf[:rows] {
			k := 0
			for ; leaves>>k&1 != 0; k++ {
				v = level[k] + v
			}
			level[k] = v
			leaves++
		}
		if n -= rows * m; n > 0 {
			x, y = unsafe.Add(x, rows*step), unsafe.Add(y, rows*ystep)
		}
	}
	k := 0
	for ; leaves>>k&1 == 0; k++ {
	}
	sum := level[k]
	for k++; leaves>>k != 0; k++ {
		if leaves>>k&1 != 0 {
			sum = level[k] + sum
		}
	}
	return sum
}

// sum returns the value of n, of type t and of no axes, if a plan that it has is
// one sum.
func (n *node) sum(t *dtype.Type) (sum float64, ok bool) {
	if list := n.plans.Load(); list != nil && n.typ == t && len(n.shape) == 0 {
		for _, p := range list.plans {
			if p.sum != nil && p.sum.bound {
				return p.sum.run(nil), true
			}
		}
	}
	return 0, false
}
