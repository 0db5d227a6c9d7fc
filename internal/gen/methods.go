package main

import (
	"fmt"
	"strings"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/ops"
)

// A surface is a set of generated methods: who has them and what their bodies
// call.
type surface struct {
	recv string // receiver, as in "a *Array[T]"
	self string // what operations closed over T return
	test string // what comparisons return
	// helper names by what the method takes
	one, two, three, scalar, scalars string
	test1, test2, testScalar         string
}

var arraySurface = surface{"a *Array[T]", "*Array[T]", "*Array[bool]",
	"eager1", "eager2", "eager3", "eagerScalar", "eagerScalars", "check1", "check2", "checkScalar"}

var chainSurface = surface{"c Chain[T]", "Chain[T]", "Chain[bool]",
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
			{scalarDoc(e, "Pow", "the exponent v"), "Pow", "v T", result, s.scalar, "v", e.Name},
			{doc(e, e.Name), e.Name, "b Operand[T]", result, s.two, "b", e.Name},
		}
	case ops.Bounds:
		return []method{{doc(e, e.Name), e.Name, "lo, hi T", result, s.scalars, "lo, hi", e.Name}}
	}
	switch e.Arity {
	case 1:
		return []method{{doc(e, e.Name), e.Name, "", result, pick(s.one, s.test1), "", e.Name}}
	case 2:
		return []method{
			{doc(e, e.Name), e.Name, "b Operand[T]", result, pick(s.two, s.test2), "b", e.Name},
			{scalarDoc(e, e.Name+"Scalar", "the scalar v"), e.Name + "Scalar", "v T", result, pick(s.scalar, s.testScalar), "v", e.Name},
		}
	}
	return []method{{doc(e, e.Name), e.Name, "x, y Operand[T]", result, s.three, "x, y", e.Name}}
}

func (s *surface) write(b *strings.Builder, m method) {
	recv := strings.Fields(s.recv)[0]
	result := map[string]string{"self": s.self, "test": s.test}[m.result]
	args := recv + ", lazy.Op" + m.op
	if m.args != "" {
		args += ", " + m.args
	}
	fmt.Fprintf(b, "%sfunc (%s) %s(%s) %s { return %s(%s) }\n\n", m.doc, s.recv, m.name, m.params, result, m.call, args)
}

// doc is the comment of a method: the row's sentence, the kinds it is defined
// for and its special cases.
func doc(e *ops.Entry, name string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "// %s %s\n// It is defined for %s.\n", name, e.Doc, kinds(e.In))
	if len(e.Special) > 0 {
		b.WriteString("//\n// Special cases:\n")
		for _, s := range e.Special {
			fmt.Fprintf(&b, "//   - %s\n", s)
		}
	}
	if e.ULP != 0 {
		fmt.Fprintf(&b, "//\n// The error is at most %g ULP.\n", e.ULP)
	}
	return b.String()
}

func scalarDoc(e *ops.Entry, name, what string) string {
	if name == "Pow" {
		return fmt.Sprintf("// Pow is [PowOf] with %s for all elements.\n", what)
	}
	return fmt.Sprintf("// %s is %s with %s as the other operand.\n", name, e.Name, what)
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
			fmt.Fprintf(&b, "// %s sets a to the result of %s of a and b, in place. b broadcasts to a's shape,\n// which never changes. It panics with a typed error, a being as it was, if b does not\n// fit or a is read-only.\n", name, e.Name)
			fmt.Fprintf(&b, "func (a *Array[T]) %s(b Operand[T]) { assign2(a, lazy.Op%s, b) }\n\n", name, e.Name)
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
	return strings.ReplaceAll(b.String(), "[PowOf]", "[Chain.PowOf]")
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
		case e.Arity == 2:
			params, args = "b Chain", ", b"
		case e.Arity == 3:
			params, args = "x, y Chain", ", x, y"
		}
		fmt.Fprintf(&b, "// %s %s\nfunc (c Chain) %s(%s) Chain { return c.Apply(Op%s%s) }\n\n", e.Name, e.Doc, e.Name, params, e.Name, args)
	}
	return b.String()
}
