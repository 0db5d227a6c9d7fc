package lazy

import (
	"slices"

	"github.com/ndgo/nd/internal/layout"
	"github.com/ndgo/nd/internal/ops"
)

// walkOrder is the order of axes in which a pass goes: the kept ones, from that
// with the longest steps in memory to that with the shortest, then the reduced
// ones as they are, or from the longest steps to the shortest, too, if the order of
// elements does not matter. Where results of a sequence have axes of their own the
// kept axes are left as they are.
func walkOrder(folds []*node, over []int) []int {
	shape := folds[0].args[0].shape
	steps := make([]int, len(shape))
	free := true
	for _, f := range folds {
		free = free && (f.fold.seq == nil || f.fold.seq.form == seqOne)
		visit(f.args[0], map[*node]bool{}, func(m *node) {
			if m.op != ops.Load {
				return
			}
			for k, s := range m.leaf.lay.Strides {
				if m.shape[k] > 1 {
					at := len(shape) - len(m.shape) + k
					steps[at] = max(steps[at], s, -s)
				}
			}
		})
	}
	var order []int
	for k := range shape {
		if !slices.Contains(over, k) {
			order = append(order, k)
		}
	}
	if free {
		slices.SortStableFunc(order, func(i, j int) int { return steps[j] - steps[i] })
	}
	if unordered(folds) {
		over = slices.Clone(over)
		slices.SortStableFunc(over, func(i, j int) int { return steps[j] - steps[i] })
	}
	return append(order, over...)
}

// unordered reports whether the order of elements shows in no result.
func unordered(folds []*node) bool {
	return !slices.ContainsFunc(folds, func(f *node) bool { return f.fold.kernel == nil || f.fold.kernel.Ordered })
}

// straighten gives expressions their axes in the order of a pass, the kept ones
// first, and joins neighbours that are one axis in the memory of all operands.
// Reduced axes along which all memory runs backwards are turned, if they may be. It
// returns the expressions, their shape, and how many axes are kept.
func straighten(roots []*node, shape, order []int, kept int, turn bool) ([]*node, []int, int) {
	ordered := make([]int, len(order))
	for i, k := range order {
		ordered[i] = shape[k]
	}
	lays := map[*node]layout.Layout{}
	seen := map[*node]bool{}
	for _, r := range roots {
		visit(r, seen, func(m *node) {
			if m.op != ops.Load {
				return
			}
			l := layout.Layout{Shape: ordered, Strides: make([]int, len(order)), Offset: m.leaf.lay.Offset}
			skip := len(shape) - len(m.shape)
			for i, k := range order {
				if k >= skip && m.shape[k-skip] > 1 {
					l.Strides[i] = m.leaf.lay.Strides[k-skip]
				}
			}
			lays[m] = l
		})
	}
	for i := kept; i < len(order) && turn; i++ {
		forwards := false
		for _, l := range lays {
			forwards = forwards || l.Strides[i] > 0
		}
		for m, l := range lays {
			if !forwards {
				l.Offset += (ordered[i] - 1) * l.Strides[i]
				l.Strides[i] = -l.Strides[i]
				lays[m] = l
			}
		}
	}
	// last[i] is the last of the axes that become axis i.
	var last []int
	var joined []int
	n := 0
	for i, length := range ordered {
		if length == 1 {
			continue
		}
		one := len(last) > 0 && (last[len(last)-1] < kept) == (i < kept)
		for _, l := range lays {
			one = one && l.Strides[last[len(last)-1]] == length*l.Strides[i]
		}
		if one {
			last[len(last)-1] = i
			joined[len(joined)-1] *= length
			continue
		}
		last, joined = append(last, i), append(joined, length)
		if i < kept {
			n++
		}
	}
	r := rewriter{done: map[*node]*node{}, leaf: func(m *node) *node {
		if m.op != ops.Load {
			return m
		}
		l := layout.Layout{Shape: joined, Strides: make([]int, len(joined)), Offset: lays[m].Offset}
		if l.Shape == nil {
			l.Shape = scalar
		}
		for k, i := range last {
			l.Strides[k] = lays[m].Strides[i]
		}
		return &node{op: ops.Load, typ: m.typ, shape: l.Shape, steps: m.steps, leaf: &leaf{base: m.leaf.base, lay: l, index: m.leaf.index, from: m.leaf.from}}
	}}
	out := make([]*node, len(roots))
	for i, root := range roots {
		out[i] = r.node(root)
	}
	if joined == nil {
		joined = scalar
	}
	return out, joined, n
}

// putInOrder adds stages that put results, which lie in the order of the pass,
// in the order of their axes.
func (p *plan) putInOrder(folds []*node, shape, kept []int) {
	long := slices.DeleteFunc(slices.Clone(kept), func(k int) bool { return shape[k] == 1 })
	if slices.IsSorted(long) {
		return
	}
	for _, f := range folds {
		l := layout.Layout{Shape: f.shape, Strides: make([]int, len(f.shape))}
		step := 1
		for i := len(kept) - 1; i >= 0; i-- {
			l.Strides[kept[i]] = step
			step *= shape[kept[i]]
		}
		raw := &node{op: ops.Load, typ: f.typ, shape: f.shape, leaf: &leaf{lay: l, index: -1, from: f}}
		p.folded[f] = p.planner(f.shape).intoTemp(raw, f.shape, ^uint64(0), "results put in the order of their axes")
	}
}
