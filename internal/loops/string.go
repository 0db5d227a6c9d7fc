package loops

import (
	"fmt"
	"strings"

	"github.com/ndgo/nd/internal/kernels/prog"
)

var classNames = [...]string{prog.Unit: "unit", prog.Zero: "one element", prog.Reverse: "reversed", prog.Strided: "strided"}

// String describes the walk, as in
//
//	rows 344 x 403: #0 unit, #1 strided by 2
//	packed 500 x 4 in runs of 1024: #0 scattered from a block, #1 unit
//	packed 50 x 50 x 20 in laps of 200, in groups of 7: #0 unit, #1 repeated, #2 unit
//	tiles of 32 x 256 in 2048 x 2048: #0 unit, #1 transposed into a block
func (n *Nest) String() string {
	var b strings.Builder
	b.WriteString(n.Loop())
	for k := range n.ops {
		sep := ", "
		if k == 0 {
			sep = ": "
		}
		fmt.Fprintf(&b, "%s#%d %s", sep, k, n.Describe(k))
	}
	return b.String()
}

// Loop describes the loops alone, as in "rows 344 x 403".
func (n *Nest) Loop() string {
	dims := "1"
	if len(n.dim) > 0 {
		s := make([]string, len(n.dim))
		for i, l := range n.dim {
			s[i] = fmt.Sprint(l)
		}
		dims = strings.Join(s, " x ")
	}
	switch {
	case n.mode == packed:
		run := n.rows
		if n.lap > 0 {
			run = min(run, n.lap)
		}
		return fmt.Sprintf("packed %s in runs of %d", dims, run*n.inner)
	case n.mode == grouped:
		if n.rows == 1 {
			return fmt.Sprintf("packed %s in laps of %d", dims, n.lap*n.inner)
		}
		return fmt.Sprintf("packed %s in laps of %d, in groups of %d", dims, n.lap*n.inner, n.rows)
	case n.mode == tiled:
		return fmt.Sprintf("tiles of %d x %d in %s", n.rows, n.cols, dims)
	case len(n.dim) > 1:
		return "rows " + dims
	}
	return "one run of " + dims
}

// Describe says how operand k is read or written.
func (n *Nest) Describe(k int) string {
	o := &n.ops[k]
	switch {
	case !o.copied:
		s := classNames[o.class]
		if o.class == prog.Strided {
			s += fmt.Sprintf(" by %d", o.stride/o.size)
		}
		return s
	case o.period != 0:
		return "repeated"
	case n.mode == tiled && o.write:
		return "transposed out of a block"
	case n.mode == tiled:
		return "transposed into a block"
	case o.write:
		return "scattered from a block"
	}
	return "gathered into a block"
}
