package nd

import (
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ndgo/nd/internal/layout"
)

// String returns the elements of a in brackets, as NumPy prints them: columns
// aligned, lines broken before column 75, and three places at each end of long
// axes if a has more than 1000 elements. Floats have the fewest digits that
// tell them apart, at most 8 after the point. They have exponents if some are
// 1e8 or more or below 1e-4, or if they differ by a factor of more than 1000
// and (here NumPy differs) not all of them are whole. Strings are quoted.
// Only elements that are shown are looked at. The form is for people and may
// change.
func (a *Array[T]) String() string { return fmt.Sprintf("%v", a) }

// Format implements [fmt.Formatter].
//
//	%v %s    as String
//	%+v      the same after a line with the element type and the shape
//	%.3v     at most 3 digits after the point
//	%10v     columns at least 10 wide
//	%8.3f    any other verb applies to each element
func (a *Array[T]) Format(f fmt.State, verb rune) {
	if a == nil {
		io.WriteString(f, "<nil>")
		return
	}
	p := newPrinter(a.layout(), reflect.TypeFor[T]())
	p.format(f, verb, func(pos int) any { return a.v.Data[pos] })
}

// What NumPy's printing takes as its default options.
const (
	printThreshold = 1000 // number of elements from which on axes are cut short
	printEdge      = 3    // places then shown at each end of an axis
	printWidth     = 75   // columns of a line
	printPrecision = 8    // digits after the point
)

// printLimit is the number of elements beyond which less is shown at each end
// of the axes. It takes six long axes, or fourteen of length 2, to get there.
const printLimit = 10000

// A printer makes the text of an array. It is not generic: elements come to it
// as interface values, only those that are shown.
type printer struct {
	layout.Layout
	elem  reflect.Type
	edges []edge
}

// An edge says which places of an axis are shown: the first lead, then dots if
// there are more, then the last trail.
type edge struct {
	lead, trail int
	dots        bool
}

func newPrinter(l layout.Layout, elem reflect.Type) *printer {
	return &printer{Layout: l, elem: elem, edges: edgesFor(l.Shape)}
}

// edgesFor chooses what to show of an array.
func edgesFor(shape []int) []edge {
	edges := make([]edge, len(shape))
	for axis, n := range shape {
		edges[axis] = edge{lead: n}
	}
	if layout.Size(shape) <= printThreshold {
		return edges
	}
	// With many axes even the ends are too much: show less at each, and as a
	// last resort only the first place of the outer axes.
	for k := printEdge; k > 0; k-- {
		for axis, n := range shape {
			if n > 2*k {
				edges[axis] = edge{lead: k, trail: k, dots: true}
			}
		}
		if shownOf(edges) <= printLimit {
			return edges
		}
	}
	for axis, n := range shape {
		if n > 1 {
			edges[axis] = edge{lead: 1, dots: true}
		}
		if shownOf(edges) <= printLimit {
			break
		}
	}
	return edges
}

// shownOf returns the number of elements shown, or a number above printLimit.
func shownOf(edges []edge) int {
	n := 1
	for _, e := range edges {
		n *= e.lead + e.trail
		if n > printLimit {
			return n
		}
	}
	return n
}

// format writes the text for a directive. at returns the element at a position.
func (p *printer) format(f fmt.State, verb rune, at func(pos int) any) {
	if verb == 's' {
		verb = 'v'
	}
	if verb == 'v' && (f.Flag('+') || f.Flag('#')) {
		fmt.Fprintf(f, "%v %v\n", p.elem, p.Shape)
	}
	if layout.Size(p.Shape) == 0 {
		io.WriteString(f, "[]")
		return
	}
	var values []any
	p.collect(0, p.Offset, func(pos int) { values = append(values, at(pos)) })
	cells := p.cells(values, f, verb)
	if len(p.Shape) == 0 {
		io.WriteString(f, cells[0])
		return
	}
	var b strings.Builder
	w := writer{out: &b, cells: cells, edges: p.edges}
	w.nested(0)
	io.WriteString(f, b.String())
}

// collect calls f for the positions of the elements shown, in order.
func (p *printer) collect(axis, pos int, f func(pos int)) {
	if axis == len(p.Shape) {
		f(pos)
		return
	}
	e, n, stride := p.edges[axis], p.Shape[axis], p.Strides[axis]
	for i := range e.lead {
		p.collect(axis+1, pos+i*stride, f)
	}
	for i := n - e.trail; i < n; i++ {
		p.collect(axis+1, pos+i*stride, f)
	}
}

// cells returns the text of the elements, all of one width.
func (p *printer) cells(values []any, f fmt.State, verb rune) []string {
	width, _ := f.Width()
	precision, ok := f.Precision()
	if !ok {
		precision = printPrecision
	}
	var cells []string
	switch {
	case verb != 'v':
		directive := fmt.FormatString(f, verb)
		cells = each(values, func(v any) string { return fmt.Sprintf(directive, v) })
	case len(p.Shape) == 0 && !ok && p.elem.Kind() != reflect.String:
		cells = each(values, func(v any) string { return fmt.Sprint(v) })
	case p.elem.Implements(formatterType) || p.elem.Implements(stringerType) || p.elem.Implements(errorType):
		cells = each(values, func(v any) string { return fmt.Sprint(v) })
	default:
		cells = kindCells(values, p.elem, precision)
	}
	return align(cells, width, f.Flag('-'))
}

var (
	formatterType = reflect.TypeFor[fmt.Formatter]()
	stringerType  = reflect.TypeFor[fmt.Stringer]()
	errorType     = reflect.TypeFor[error]()
)

// kindCells returns the text of elements of a type without methods for that.
func kindCells(values []any, elem reflect.Type, precision int) []string {
	switch elem.Kind() {
	case reflect.Float32, reflect.Float64:
		x := make([]float64, len(values))
		for i, v := range values {
			x[i] = reflect.ValueOf(v).Float()
		}
		return floatCells(x, elem.Bits(), precision, false)
	case reflect.Complex64, reflect.Complex128:
		re, im := make([]float64, len(values)), make([]float64, len(values))
		for i, v := range values {
			z := reflect.ValueOf(v).Complex()
			re[i], im[i] = real(z), imag(z)
		}
		cells := floatCells(re, elem.Bits()/2, precision, false)
		for i, s := range floatCells(im, elem.Bits()/2, precision, true) {
			digits := strings.TrimRight(s, " ")
			cells[i] += digits + "i" + s[len(digits):]
		}
		return cells
	case reflect.String:
		return each(values, func(v any) string { return strconv.Quote(reflect.ValueOf(v).String()) })
	default:
		return each(values, func(v any) string { return fmt.Sprint(v) })
	}
}

func each(values []any, text func(any) string) []string {
	cells := make([]string, len(values))
	for i, v := range values {
		cells[i] = text(v)
	}
	return cells
}

// align pads cells to one width, which is at least width. Cells of several
// lines are left as they are.
func align(cells []string, width int, left bool) []string {
	for _, c := range cells {
		if !strings.Contains(c, "\n") {
			width = max(width, utf8.RuneCountInString(c))
		}
	}
	for i, c := range cells {
		pad := width - utf8.RuneCountInString(c)
		switch {
		case pad <= 0 || strings.Contains(c, "\n"):
		case left:
			cells[i] = c + strings.Repeat(" ", pad)
		default:
			cells[i] = strings.Repeat(" ", pad) + c
		}
	}
	return cells
}

// A writer sets cells into nested brackets.
type writer struct {
	out   *strings.Builder
	cells []string // those still to be written
	edges []edge
}

// next returns the next cell.
func (w *writer) next() string {
	c := w.cells[0]
	w.cells = w.cells[1:]
	return c
}

// nested writes what is inside the brackets of an axis, and the brackets.
// The first line stands after what has been written; further ones are indented.
func (w *writer) nested(axis int) {
	e := w.edges[axis]
	indent := strings.Repeat(" ", axis+1)
	w.out.WriteByte('[')
	if axis == len(w.edges)-1 {
		w.row(indent, e)
	} else {
		between := strings.Repeat("\n", len(w.edges)-1-axis) + indent
		n := e.lead + e.trail
		for i := range n {
			if i > 0 {
				w.out.WriteString(between)
			}
			if e.dots && i == e.lead {
				w.out.WriteString("..." + between)
			}
			w.nested(axis + 1)
		}
		if e.dots && e.trail == 0 {
			w.out.WriteString(between + "...")
		}
	}
	w.out.WriteByte(']')
}

// row writes the words of the last axis, in lines that leave room for all the
// brackets that may close after them.
func (w *writer) row(indent string, e edge) {
	l := liner{out: w.out, indent: indent, column: len(indent), limit: printWidth - len(indent)}
	for i := range e.lead + e.trail {
		if e.dots && i == e.lead {
			l.word("...")
		}
		l.word(w.next())
	}
	if e.dots && e.trail == 0 {
		l.word("...")
	}
	l.flush()
}

// A liner sets words into lines.
type liner struct {
	out    *strings.Builder
	indent string
	column int // where the line has come to
	limit  int // where it must end
	spaces int // at the end of the line, still to be written
	begun  bool
}

// word adds a word to the line, or to the next if it does not fit. The lines
// of a word of several are set below one another.
func (l *liner) word(s string) {
	lines := strings.Split(strings.TrimSuffix(s, "\n"), "\n")
	width := 0
	for _, line := range lines {
		width = max(width, utf8.RuneCountInString(line))
	}
	switch {
	case !l.begun:
		l.begun = true
	case l.column+1+width > l.limit:
		l.column = len(l.indent)
		l.newLine()
	default:
		l.spaces++
		l.column++
	}
	for i, line := range lines {
		if i > 0 {
			l.newLine()
		}
		l.write(line)
	}
	l.spaces += width - utf8.RuneCountInString(lines[len(lines)-1])
	l.column += width
}

// write adds text to the line, but for the spaces at its end.
func (l *liner) write(s string) {
	l.flush()
	text := strings.TrimRight(s, " ")
	l.out.WriteString(text)
	l.spaces = len(s) - len(text)
}

// flush writes the spaces at the end of the line.
func (l *liner) flush() {
	l.out.WriteString(strings.Repeat(" ", l.spaces))
	l.spaces = 0
}

// newLine goes to l.column of the next line.
func (l *liner) newLine() {
	l.out.WriteByte('\n')
	l.spaces = l.column
}
