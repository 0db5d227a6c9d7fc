package loops

import (
	"math"

	"github.com/ndgo/nd/internal/dtype"
)

// Laps. An operand that repeats from index to index of the split axis, such as a row
// under the rows of a matrix, goes by way of a block that holds it some times over.
// The block is used again and again for one run of the evaluator, a lap each.

// The cost of laps, in elements.
const (
	restLap = 150.0 // a run of its own for what whole laps leave over
	fillLap = 0.25  // an element of a block

	// Of laps that start within a cache line, for an element.
	crossing = 0.05
)

// shortLap returns the number of indices of axis a that a block had better hold,
// where it repeats from index to index. Whole tiles are good, and so are whole
// laps of short axes.
func (n *Nest) shortLap(a int) (best int) {
	tile := n.tile()
	least := math.Inf(1)
	for i := ceil(minLap, n.inner); i <= maxLap/n.inner; i++ {
		size := i * n.inner
		cost := float64(ceil(size, tile)*tile-size) / float64(size)
		rest := n.outer % i
		if rest > 0 {
			cost += restLap / float64(n.outer*n.inner)
		}
		if size*n.widest()%cacheLine != 0 {
			cost += crossing
		}
		// A new block for each segment, at least for each walk.
		cost += fillLap * float64(i) / float64(n.outer)
		if cost < least {
			best, least = i, cost
		}
	}
	return best
}

// repeats reports whether every operand that goes by way of a block in a run over
// the axes from a on is the same for each index of a.
func (n *Nest) repeats(a int, allUnit bool) bool {
	if allUnit || len(n.dim) == 0 {
		return false
	}
	for k := range n.ops {
		if !n.linear(k, a) && (n.steps(a)[k] != 0 || n.ops[k].write || n.ops[k].typ.Kind == dtype.Other) {
			return false
		}
	}
	return true
}
