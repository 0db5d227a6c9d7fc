package main

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/ops"
)

// A surface is a set of generated methods: who has them and what their bodies
// call. The operands are x, y and z, as in the table, so x is the receiver.
type surface struct {
	typ  string // receiver's type, in links
	recv string // receiver's type, in code
	self string // what operations closed over T return
	test string // what comparisons return
	// helper names by what the method takes
	one, two, three, scalar, scalars string
	test1, test2, testScalar         string
}

var arraySurface = surface{"Array", "*Array[T]", "*Array[T]", "*Array[bool]",
	"eager1", "eager2", "eager3", "eagerScalar", "eagerScalars", "check1", "check2", "checkScalar"}

var chainSurface = surface{"Chain", "Chain[T]", "Chain[T]", "Chain[bool]",
	"chain1", "chain2", "chain3", "chainScalar", "chainScalars", "test1", "test2", "testScalar"}

// A method is one generated method of a surface.
type method struct {
	doc    string
	name   string
	params string
	result string // "self" or "test"
	call   string // helper, to be followed by its arguments
	args   string
	op     string
}

// methods lists the methods of one row.
func (s *surface) methods(e *ops.Entry) []method {
	test := e.Result == ops.Bool
	pick := func(plain, t string) string {
		if test {
			return t
		}
		return plain
	}
	result := pick("self", "test")
	switch e.Form {
	case ops.Function:
		return nil
	case ops.Power:
		return []method{
			{s.scalarDoc(e, "Pow"), "Pow", "y T", result, s.scalar, "y", e.Name},
			{doc(e), e.Name, "y Operand[T]", result, s.two, "y", e.Name},
		}
	case ops.Bounds:
		return []method{{doc(e), e.Name, "lo, hi T", result, s.scalars, "lo, hi", e.Name}}
	}
	switch e.Arity {
	case 1:
		return []method{{doc(e), e.Name, "", result, pick(s.one, s.test1), "", e.Name}}
	case 2:
		return []method{
			{doc(e), e.Name, "y Operand[T]", result, pick(s.two, s.test2), "y", e.Name},
			{s.scalarDoc(e, e.Name+"Scalar"), e.Name + "Scalar", "y T", result, pick(s.scalar, s.testScalar), "y", e.Name},
		}
	}
	return []method{{doc(e), e.Name, "y, z Operand[T]", result, s.three, "y, z", e.Name}}
}

// apart keeps the compiler from inlining a method. Methods of generic types are
// compiled again in each package that uses them, for each element type, with
// wrappers that would get a copy of the body each: a quarter of the time that nd
// costs its users' compiler. A call more is nothing beside what they do.
const apart = "//\n//go:noinline\n"

func (s *surface) write(b *strings.Builder, m method) {
	result := map[string]string{"self": s.self, "test": s.test}[m.result]
	args := "x, lazy.Op" + m.op
	if m.args != "" {
		args += ", " + m.args
	}
	fmt.Fprintf(b, "%s%sfunc (x %s) %s(%s) %s { return %s(%s) }\n\n", m.doc, apart, s.recv, m.name, m.params, result, m.call, args)
}

func (s *surface) scalarDoc(e *ops.Entry, name string) string {
	return comment("", fmt.Sprintf("%s is [%s.%s] with y for every element of the other operand.", name, s.typ, e.Name))
}

// doc is the comment of a method: the row's sentence, the kinds it is defined
// for, its special cases and its error.
func doc(e *ops.Entry) string {
	where := "It is defined for " + kinds(e.In)
	if e.Method != "" {
		where += ", and for types with a method " + e.Method
	}
	s := comment("", e.Name+" "+e.Doc) + comment("", where+".")
	if len(e.Special) > 0 {
		s += "//\n// Special cases:\n"
	}
	for _, c := range e.Special {
		s += comment("  - ", c)
	}
	if e.ULP != 0 {
		s += fmt.Sprintf("//\n// The error is at most %g ULP.\n", e.ULP)
	}
	return s
}

// comment sets text as a Go comment, in lines of a readable length. The first
// line starts with the given mark, the others are indented as far.
func comment(mark, text string) string {
	const width = 80
	var b strings.Builder
	line := "// " + mark
	start := len(line)
	for _, w := range units(text) {
		if len(line) > start && utf8.RuneCountInString(line+" "+w) > width {
			b.WriteString(line + "\n")
			line = "// " + strings.Repeat(" ", len(mark))
		}
		if len(line) > start {
			line += " "
		}
		line += w
	}
	b.WriteString(line + "\n")
	return b.String()
}

// marker matches a word that makes an item of a list of the line that it begins.
var marker = regexp.MustCompile(`^([-+*•]|[0-9]+[.)]$)`)

// units splits text where a line may end: before any word but a marker.
func units(text string) []string {
	var u []string
	for i, w := range strings.Fields(text) {
		if i > 0 && marker.MatchString(w) {
			u[len(u)-1] += " " + w
		} else {
			u = append(u, w)
		}
	}
	return u
}

// kinds names a set of kinds as people do.
func kinds(s dtype.Set) string {
	var parts []string
	for _, g := range []struct {
		set  dtype.Set
		name string
	}{
		{dtype.Integers, "integers"}, {dtype.Signed, "signed integers"}, {dtype.Floats, "floats"},
		{dtype.Complex, "complex numbers"}, {dtype.Booleans, "bool"},
	} {
		if s&g.set == g.set {
			parts = append(parts, g.name)
			s &^= g.set
		}
	}
	if len(parts) > 1 {
		return strings.Join(parts[:len(parts)-1], ", ") + " and " + parts[len(parts)-1]
	}
	return strings.Join(parts, "")
}

func arrayMethods() string {
	var b strings.Builder
	b.WriteString(header("nd", "github.com/ndgo/nd/lazy"))
	for _, e := range ops.All {
		for _, m := range arraySurface.methods(e) {
			arraySurface.write(&b, m)
		}
		if e.Arity == 2 && e.Result == ops.Same {
			name := strings.TrimSuffix(e.Name, "Of") + "Assign"
			b.WriteString(comment("", fmt.Sprintf("%s sets x to the result of [Array.%s], in place. y broadcasts to the shape of x, which never changes. "+
				"It panics with a typed error, and leaves x as it was, if y does not fit or x is read-only.", name, e.Name)))
			fmt.Fprintf(&b, "%sfunc (x *Array[T]) %s(y Operand[T]) { assign2(x, lazy.Op%s, y) }\n\n", apart, name, e.Name)
		}
	}
	return b.String()
}

func chainMethods() string {
	var b strings.Builder
	b.WriteString(header("nd", "github.com/ndgo/nd/lazy"))
	for _, e := range ops.All {
		for _, m := range chainSurface.methods(e) {
			chainSurface.write(&b, m)
		}
	}
	return b.String()
}

// opsInterface writes the operations that arrays and chains have in common.
func opsInterface() string {
	var b strings.Builder
	b.WriteString(header("nd"))
	b.WriteString(`// Ops is the set of operations closed over T that arrays and chains share: with
// Self = *Array[T] they run at once, with Self = Chain[T] they are recorded.
// A function written for it runs either way:
//
//	func f[S nd.Ops[float64, S]](x S) S { return x.Mul(x).Log() }
type Ops[T, Self any] interface {
	Operand[T]
	Apply(f func(T) T) Self
`)
	for _, e := range ops.All {
		for _, m := range chainSurface.methods(e) {
			if m.result == "self" {
				fmt.Fprintf(&b, "\t%s(%s) Self\n", m.name, m.params)
			}
		}
	}
	b.WriteString("}\n\nvar (\n\t_ Ops[float64, *Array[float64]] = (*Array[float64])(nil)\n\t_ Ops[float64, Chain[float64]] = Chain[float64]{}\n)\n")
	return b.String()
}

// lazyMethods writes the untyped recorder's methods.
func lazyMethods() string {
	var b strings.Builder
	b.WriteString(header("lazy"))
	for _, e := range ops.All {
		params, args := "", ""
		switch {
		case e.Name == "Where": // a function: its first operand is the condition
			continue
		case e.Form == ops.Bounds:
			params, args = "lo, hi Chain", ", lo, hi"
		case e.Arity == 2:
			params, args = "y Chain", ", y"
		case e.Arity == 3:
			params, args = "y, z Chain", ", y, z"
		}
		fmt.Fprintf(&b, "%sfunc (x Chain) %s(%s) Chain { return x.Apply(Op%s%s) }\n\n", comment("", e.Name+" "+e.Doc), e.Name, params, e.Name, args)
	}
	return b.String()
}
