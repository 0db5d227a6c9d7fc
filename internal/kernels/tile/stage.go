//go:build amd64 && !purego

package tile

import (
	"github.com/ndgo/nd/internal/kernels/prog"
)

// Stages. Handlers run tile by tile, calls run block by block, so a program
// with calls falls into stages: the handlers of a stage run over a block, then
// its calls, and their results are operands of the stages after it. A value
// needed beyond its stage, or by a call, is kept in a buffer. All stores happen
// in the last stage: a destination may be an operand as well, which earlier
// stages or later loads still have to read.

// A place says where the elements of a node are in memory, if they are.
type place struct {
	entry int // in the operand table
	class prog.Class
}

// assign sets the stage of each node that the stores need, and returns the
// number of stages.
func (g *graph) assign() int {
	last := 0
	needed := make([]bool, len(g.nodes))
	for _, s := range g.stores {
		needed[s] = true
	}
	for i := len(g.nodes) - 1; i >= 0; i-- {
		if !needed[i] {
			g.nodes[i].stage = -1
			continue
		}
		for _, a := range g.nodes[i].args {
			if a >= 0 {
				needed[a] = true
			}
		}
	}
	for i := range g.nodes {
		n := &g.nodes[i]
		if n.stage < 0 {
			continue
		}
		for _, a := range n.args {
			if a < 0 {
				continue
			}
			s := g.nodes[a].stage
			if g.nodes[a].op == opCall && n.op != opCall {
				s++
			}
			n.stage = max(n.stage, s)
		}
		last = max(last, n.stage)
	}
	for _, s := range g.stores {
		g.nodes[s].stage = last
	}
	return last + 1
}

// leaf reports whether a node is no operation: an operand or a constant.
func (n *node) leaf() bool { return n.op == opLoad || n.op == opConst }
