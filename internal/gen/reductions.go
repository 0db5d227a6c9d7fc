package main

import (
	"fmt"
	"strings"

	"github.com/ndgo/nd/internal/ops"
)

// lazyReductions writes the names of the reductions and the untyped recorder's
// methods.
func lazyReductions() string {
	var b strings.Builder
	b.WriteString(header("lazy", "github.com/ndgo/nd/internal/ops"))
	b.WriteString("// The reductions.\nconst (\n")
	for _, e := range ops.Reductions[1:] {
		fmt.Fprintf(&b, "\tReduce%s = Reduction(ops.Reduce%s) // %s\n", e.Name, e.Name, e.Doc)
	}
	b.WriteString(")\n\n")
	for _, e := range ops.Reductions[1:] {
		param, arg := parameter(e)
		s := unlinked(reductionDoc(e))
		switch e.Result {
		case ops.Bool:
			s += comment("", "The elements of the result are bool.")
		}
		if e.Function {
			s += comment("", "The elements of the result are int.")
		}
		fmt.Fprintf(&b, "%sfunc (f Fold) %s(%s) Chain { return f.Reduce(Reduce%s, %s) }\n\n", s, e.Name, param, e.Name, arg)
		fmt.Fprintf(&b, "%sfunc (c Chain) %s(%s) Chain { return c.all().Reduce(Reduce%s, %s) }\n\n",
			comment("", e.Name+" is Fold."+e.Name+" over all axes."), e.Name, param, e.Name, arg)
	}
	return b.String()
}

// unlinked takes the brackets of links away, which lead to package nd.
func unlinked(doc string) string { return strings.NewReplacer("[", "", "]", "").Replace(doc) }

// parameter returns what a method takes, and how it is passed on as a float64.
func parameter(e *ops.ReductionEntry) (declared, passed string) {
	p := e.Param
	switch p.Type {
	case "":
		return "", "0"
	case "float64":
		return p.Name + " float64", p.Name
	}
	return p.Name + " " + p.Type, "float64(" + p.Name + ")"
}

func reductionDoc(e *ops.ReductionEntry) string {
	s := comment("", e.Name+" "+e.Doc) + comment("", "It is defined for "+kinds(e.In)+".")
	if len(e.Special) > 0 {
		s += "//\n// Special cases:\n"
	}
	for _, c := range e.Special {
		s += comment("  - ", c)
	}
	return s
}

// A reducer is a type that has the reductions as methods.
type reducer struct {
	recv         string
	self, test   string // results
	call, called string // helpers, for elements and for bool
	doc          func(e *ops.ReductionEntry) string
}

var reducers = []reducer{
	{"c Chain[T]", "Chain[T]", "Chain[bool]", "chainTotal", "testTotal", func(e *ops.ReductionEntry) string { return reductionDoc(e) }},
	{"r *Reduction[T]", "Chain[T]", "Chain[bool]", "chainReduce", "testReduce", func(e *ops.ReductionEntry) string {
		return comment("", fmt.Sprintf("%s is [Chain.%s] over the axes of r.", e.Name, e.Name))
	}},
	{"a *Array[T]", "T", "bool", "total", "totalTest", func(e *ops.ReductionEntry) string {
		return comment("", fmt.Sprintf("%s is [Chain.%s], at once. What is an error there panics.", e.Name, e.Name))
	}},
	{"r *ArrayReduction[T]", "*Array[T]", "*Array[bool]", "eagerReduce", "checkReduce", func(e *ops.ReductionEntry) string {
		return comment("", fmt.Sprintf("%s is [Chain.%s] over the axes of r, at once. What is an error there panics.", e.Name, e.Name))
	}},
}

// reductions writes the typed methods.
func reductions() string {
	var b strings.Builder
	b.WriteString(header("nd", "github.com/ndgo/nd/lazy"))
	for _, r := range reducers {
		recv, _, _ := strings.Cut(r.recv, " ")
		for _, e := range ops.Reductions[1:] {
			if e.Function {
				continue
			}
			result, call := r.self, r.call
			if e.Result == ops.Bool {
				result, call = r.test, r.called
			}
			param, arg := parameter(e)
			fmt.Fprintf(&b, "%s%sfunc (%s) %s(%s) %s { return %s(%s, lazy.Reduce%s, %s) }\n\n", r.doc(e), apart, r.recv, e.Name, param, result, call, recv, e.Name, arg)
		}
	}
	return b.String()
}
