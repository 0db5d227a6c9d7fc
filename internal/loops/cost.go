package loops

// The cost of ways to walk, in nanoseconds an element as measured on current
// machines. Only comparisons between them matter.
const (
	costRun     = 16.0 // a run of the evaluator, whatever its length
	costNext    = 4.0  // from row to row within a run of rows
	costRest    = 4.0  // a vector that is left over by tiles
	costTile    = 10.0 // a tile that is used in part
	costCopy    = 0.25 // through a block
	costRow     = 4.0  // each stretch of memory that is gathered by itself
	costOdd     = 2.0  // an element on a line of its own, to be fetched again for the next element
	costStrided = 0.25 // an element that is not beside the last one, to the evaluator

	// Of an evaluator of QuickRows: from row to row, a vector of SlowVectors, and
	// what more it costs to have blocks instead, for an element, each run of the
	// evaluator, and the walk.
	quickNext  = 0.9
	quickSlow  = 2.5
	quickBlock = 0.06
	quickFill  = 14.0
	quickWalk  = 80.0
)

// rowsCost returns the cost of runs over the innermost axis, or inner elements
// of it. A function that wants slices is called for each of them.
func (n *Nest) rowsCost(inner int, opt Options) float64 {
	if opt&AllUnit != 0 {
		return costRun / float64(inner)
	}
	tile := n.tile()
	rest := costRest * float64(ceil(inner%tile, tile/8))
	if inner > tile || n.joined() {
		rest = min(rest, costTile) // another tile does as well
	}
	return (costNext + rest) / float64(inner)
}

// quickRows reports whether all operands are Unit or Zero along the innermost axis,
// as an evaluator of QuickRows likes them.
func (n *Nest) quickRows() bool {
	for k := range n.ops {
		if o, s := &n.ops[k], n.along(k); s != o.size && (s != 0 || o.write) {
			return false
		}
	}
	return true
}

// quickCost is rowsCost for an evaluator of QuickRows.
func (n *Nest) quickCost(inner int, opt Options) float64 {
	cost := quickNext
	if opt&SlowVectors != 0 {
		// What the last vector, or half of one, does in vain.
		bytes := inner * n.widest()
		vain := ceil(bytes, cacheLine/2)*(cacheLine/2) - bytes
		if bytes%cacheLine > cacheLine/2 {
			vain = ceil(bytes, cacheLine)*cacheLine - bytes
		}
		cost += quickSlow * float64(vain) / cacheLine
	}
	return cost / float64(inner)
}

// quickPackCost is what an evaluator of QuickRows adds to packCost.
func (n *Nest) quickPackCost(run int, opt Options) float64 {
	cost := quickFill/float64(run) + quickWalk/float64(n.size)
	if opt&SlowVectors == 0 { // they hide it
		cost += quickBlock
	}
	return cost
}

// joined reports whether each row of every operand ends where the next one
// begins, or is one element.
func (n *Nest) joined() bool {
	d := len(n.dim)
	if d < 2 {
		return false
	}
	for k := range n.ops {
		if s := n.along(k); s == 0 && !n.ops[k].write {
			continue
		}
		if !n.linear(k, d-2) {
			return false
		}
	}
	return true
}

// packCost returns the cost of runs over the axes from a on, in segments of
// run elements, where inner is the number of elements in an index of axis a.
func (n *Nest) packCost(a, inner, run, odd int) float64 {
	cost := costRun / float64(run)
	for k := range n.ops {
		o := &n.ops[k]
		switch {
		case n.linear(k, a):
			if s := n.along(k); s != 0 && s != o.size {
				cost += costStrided
			}
		case n.steps(a)[k] == 0: // repeats, and is laid out once
			cost += costCopy / 8
		case odd >= 0 && n.isOdd(k, odd):
			if odd < a || odd == a && run/inner*abs(n.steps(a)[k]) < cacheLine && run/inner < n.dim[a] {
				cost += costOdd // lines are left before they are used up
			}
			cost += 2 * costCopy
		default:
			// The longest stretch that is gathered at once.
			long := 1
			for i := len(n.dim) - 1; i >= a; i-- {
				l := n.dim[i]
				if i == a {
					l = run / inner
				}
				long = max(long, l)
			}
			cost += costCopy + costRow/float64(long)
		}
	}
	return cost
}
