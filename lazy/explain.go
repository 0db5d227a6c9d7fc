package lazy

import (
	"fmt"
	"strings"

	"github.com/ndgo/nd/internal/layout"
	"github.com/ndgo/nd/internal/ops"
)

// String describes the expression in one line, with operands named a, b, ...
// in the order in which they are met. A step that is used twice is named the
// second time.
func (c Chain) String() string {
	if c.n == nil {
		return "<nil>"
	}
	if c.n.err != nil {
		return "error: " + c.n.err.Error()
	}
	p := printer{names: map[*node]string{}, uses: map[*node]int{}}
	p.count(c.n)
	return p.text(c.n)
}

// A printer writes expressions; it visits each node once, however often it is
// used.
type printer struct {
	names  map[*node]string
	uses   map[*node]int
	leaves int
	shared int
}

func (p *printer) count(n *node) {
	if p.uses[n]++; p.uses[n] > 1 {
		return
	}
	if n.leaf != nil && n.leaf.from != nil {
		p.count(n.leaf.from)
	}
	for i := range n.nargs {
		p.count(n.args[i])
	}
}

func (p *printer) text(n *node) string {
	if s, ok := p.names[n]; ok {
		return s
	}
	var b strings.Builder
	switch {
	case n.nargs == 0 && n.op == ops.Const:
		return constText(n)
	case n.leaf != nil && n.leaf.from != nil:
		return p.text(n.leaf.from)
	case n.nargs == 0 && n.op == ops.Load:
		s := leafName(p.leaves)
		p.leaves++
		p.names[n] = s
		return s
	}
	name := n.name()
	if n.op == ops.Cast {
		name = n.typ.String()
	}
	b.WriteString(name + "(")
	for i := range n.nargs {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(p.text(n.args[i]))
	}
	b.WriteString(")")
	if p.uses[n] > 1 {
		p.shared++
		p.names[n] = fmt.Sprintf("t%d", p.shared)
		return p.names[n] + "=" + b.String()
	}
	return b.String()
}

// leafName gives operand k a name: a to z, then a1 to z1 and so on.
func leafName(k int) string {
	s := string(rune('a' + k%26))
	if k >= 26 {
		s += fmt.Sprint(k / 26)
	}
	return s
}

// Explain describes how c is evaluated into a new, C-contiguous destination:
// the expression before and after simplification, the checks that come first,
// then each pass over memory with its loops and program.
func (c Chain) Explain() string {
	if err := c.Err(); err != nil {
		return "error: " + err.Error() + "\n"
	}
	if c.n.unknown() {
		return "traced: " + c.String() + "\n"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "expression  %s\n", c)
	n := simplify(c.n)
	if s := (Chain{n}).String(); s != c.String() {
		fmt.Fprintf(&b, "simplified  %s\n", s)
	}
	fmt.Fprintf(&b, "result      %s %v\n", n.typ, n.shape)
	if layout.Size(n.shape) == 0 {
		b.WriteString("nothing to evaluate\n")
		return b.String()
	}
	p := newPlan(n, n.shape, layout.CStrides(n.shape), func(*node) bool { return false })
	p.explain(&b)
	return b.String()
}

func (p *plan) explain(b *strings.Builder) {
	if bp := p.blocks; bp != nil {
		fmt.Fprintf(b, "blocks      %d, of %d along axis %d; in each, so that it is read from memory once:\n", bp.blocks, bp.rows, bp.axis)
		bp.step[0].explain(b)
		return
	}
	for _, c := range p.nils {
		fmt.Fprintf(b, "check       %s: no element of its operand is nil\n", c.op)
	}
	for _, c := range p.checks {
		what := "no divisor is zero"
		if c.what == ops.NonNegative {
			what = "no operand is negative"
		}
		fmt.Fprintf(b, "check       %s: %s, one more pass over that operand: %s\n", c.op, what, c.pass.nest)
	}
	fmt.Fprintf(b, "passes      %d\n", len(p.stages))
	for i := range p.stages {
		st := &p.stages[i]
		fmt.Fprintf(b, "pass %d", i+1)
		if st.fold != nil {
			st.fold.explain(b)
			if st.fold.view != nil {
				b.WriteString("\n")
			}
			if st.prog == nil || st.fold.view != nil {
				continue
			}
		}
		if st.note != "" {
			fmt.Fprintf(b, " (%s)", st.note)
		}
		fmt.Fprintf(b, "\n  loop      %s\n  program\n", st.nest)
		for _, line := range strings.Split(strings.TrimRight(st.prog.String(), "\n"), "\n") {
			fmt.Fprintf(b, "    %s\n", line)
		}
	}
}

// Graphviz returns the expression as a graph in the DOT language: operands as
// boxes with their shapes, steps as ellipses, arrows in the direction in which
// data flow.
func (c Chain) Graphviz() string {
	var b strings.Builder
	b.WriteString("digraph expression {\n\trankdir=LR;\n")
	if err := c.Err(); err != nil {
		fmt.Fprintf(&b, "\terror [label=%q];\n}\n", err.Error())
		return b.String()
	}
	ids := map[*node]int{}
	leaves := 0
	visit(c.n, map[*node]bool{}, func(n *node) {
		ids[n] = len(ids)
		label, shape := n.name(), "ellipse"
		switch {
		case n.op == ops.Const:
			label, shape = constText(n), "plaintext"
		case n.op == ops.Load && n.view == nil:
			label, shape = fmt.Sprintf("%s: %s %v", leafName(leaves), n.typ, n.shape), "box"
			leaves++
		}
		fmt.Fprintf(&b, "\tn%d [label=%q, shape=%s];\n", ids[n], label, shape)
		for i := range n.nargs {
			fmt.Fprintf(&b, "\tn%d -> n%d;\n", ids[n.args[i]], ids[n])
		}
	})
	b.WriteString("}\n")
	return b.String()
}

// explain says how the pass of reductions goes.
func (fs *foldStage) explain(b *strings.Builder) {
	var names []string
	for i := range fs.parts {
		names = append(names, fs.parts[i].name)
	}
	way := "as a stream"
	if c := fs.chunks; c != nil {
		way = fmt.Sprintf("as a stream by chunks of %d", c.size[0])
		if c.tall != nil {
			way += fmt.Sprintf(" from each of %d columns", c.tall.width[0])
		}
	}
	if v := fs.view; v != nil {
		way = fmt.Sprintf("as a stream, read by %d columns of %d side by side", 8*v.width, v.rows)
		if v.runs {
			way = fmt.Sprintf("as a stream by runs of %d, %d bytes from element to element", v.near.n, v.near.step)
		}
	}
	if c := fs.columns; c != nil {
		rows := c.lanes
		if c.lanewise != nil {
			rows = laneRows
		}
		way = fmt.Sprintf("by strips of %d columns, %d rows of accumulators", c.strip[0].width, rows)
		switch {
		case c.place:
			way = fmt.Sprintf("by strips of %d columns", c.strip[0].width)
		case c.lanewise != nil:
			way += ", lane by lane"
		}
	}
	fmt.Fprintf(b, " -> %s over %d elements, %d times, %s", strings.Join(names, ", "), fs.count, fs.total, way)
}
