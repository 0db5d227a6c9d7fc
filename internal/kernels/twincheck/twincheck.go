// Package twincheck finds Go code whose floating-point results may differ from
// machine to machine. The pure Go kernels are the specification of the assembly,
// so their tests run it over their own source.
//
// It reports
//
//   - a float product that is not rounded at once. Go may fuse x*y + z, even
//     across assignments, calls and memory, and does on some machines; only an
//     explicit conversion forbids it. A product must be the operand of a
//     conversion, of another product, of a quotient or comparison, or an
//     argument of a function of package math;
//   - a complex product or quotient, which the compiler fuses as well;
//   - functions of package math beyond those with only one right answer, and
//     all of math/cmplx.
package twincheck

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"
)

// exact names the functions of package math that have one right answer on every
// machine.
var exact = map[string]bool{
	"Abs": true, "Ceil": true, "Copysign": true, "FMA": true, "Float32bits": true,
	"Float32frombits": true, "Float64bits": true, "Float64frombits": true,
	"Floor": true, "Inf": true, "IsInf": true, "IsNaN": true, "NaN": true,
	"RoundToEven": true, "Signbit": true, "Sqrt": true, "Trunc": true,
}

// Check returns what is wrong with the Go files of the package in dir, tests
// excepted, one "file:line: message" for each finding.
func Check(dir string) ([]string, error) {
	p, err := build.ImportDir(dir, 0)
	if err != nil {
		return nil, err
	}
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(fset, filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return check(fset, files)
}

// check reports on the files of one package.
func check(fset *token.FileSet, files []*ast.File) ([]string, error) {
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{},
		Uses:  map[*ast.Ident]types.Object{},
	}
	// The source importer reads the module's own packages too.
	conf := types.Config{Importer: importer.ForCompiler(fset, "source", nil), FakeImportC: true}
	if _, err := conf.Check("p", fset, files, info); err != nil {
		return nil, err
	}
	c := checker{fset: fset, info: info}
	for _, f := range files {
		c.file(f)
	}
	return c.found, nil
}

type checker struct {
	fset  *token.FileSet
	info  *types.Info
	found []string
}

func (c *checker) report(n ast.Node, format string, args ...any) {
	p := c.fset.Position(n.Pos())
	c.found = append(c.found, fmt.Sprintf("%s:%d: %s", filepath.Base(p.Filename), p.Line, fmt.Sprintf(format, args...)))
}

func (c *checker) file(f *ast.File) {
	var stack []ast.Node
	ast.Inspect(f, func(n ast.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		switch n := n.(type) {
		case *ast.BinaryExpr:
			c.binary(n, stack)
		case *ast.AssignStmt:
			c.assign(n)
		case *ast.SelectorExpr:
			c.selector(n)
		}
		stack = append(stack, n)
		return true
	})
}

// binary checks a product or quotient inside the nodes of the stack.
func (c *checker) binary(n *ast.BinaryExpr, stack []ast.Node) {
	if n.Op != token.MUL && n.Op != token.QUO || c.info.Types[n].Value != nil {
		return
	}
	float, cplx := classify(c.info.Types[n].Type)
	if cplx {
		c.report(n, "complex %s: write out the parts", n.Op)
	}
	if float && n.Op == token.MUL && !c.rounded(n, stack) {
		c.report(n, "product may be fused: convert it, as in float64(x*y), or use math.FMA")
	}
}

// assign checks the forms x *= y and x /= y.
func (c *checker) assign(n *ast.AssignStmt) {
	if n.Tok != token.MUL_ASSIGN && n.Tok != token.QUO_ASSIGN {
		return
	}
	float, cplx := classify(c.info.Types[n.Lhs[0]].Type)
	if cplx {
		c.report(n, "complex %s: write out the parts", n.Tok)
	}
	if float && n.Tok == token.MUL_ASSIGN {
		c.report(n, "product may be fused: write x = float64(x*y)")
	}
}

// selector checks what is used of math and math/cmplx.
func (c *checker) selector(n *ast.SelectorExpr) {
	obj := c.info.Uses[n.Sel]
	if obj == nil || obj.Pkg() == nil {
		return
	}
	if _, ok := obj.(*types.Func); !ok {
		return
	}
	switch obj.Pkg().Path() {
	case "math":
		if !exact[obj.Name()] {
			c.report(n, "math.%s may differ between machines", obj.Name())
		}
	case "math/cmplx":
		c.report(n, "cmplx.%s may differ between machines", obj.Name())
	}
}

// rounded reports whether the innermost node of the stack around the product n
// rounds it, or does not add it to anything.
func (c *checker) rounded(n ast.Expr, stack []ast.Node) bool {
	for i := len(stack) - 1; i >= 0; i-- {
		switch p := stack[i].(type) {
		case *ast.ParenExpr:
			continue
		case *ast.UnaryExpr:
			if p.Op == token.SUB || p.Op == token.ADD {
				continue
			}
		case *ast.BinaryExpr:
			switch p.Op {
			case token.MUL, token.QUO, token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
				return true
			}
		case *ast.CallExpr:
			if c.info.Types[p.Fun].IsType() {
				return true
			}
			if s, ok := ast.Unparen(p.Fun).(*ast.SelectorExpr); ok {
				if o := c.info.Uses[s.Sel]; o != nil && o.Pkg() != nil && o.Pkg().Path() == "math" {
					return true
				}
			}
		}
		return false
	}
	return false
}

// classify reports whether t is a floating-point or complex type, or a type
// parameter that may stand for one.
func classify(t types.Type) (float, cplx bool) {
	if p, ok := types.Unalias(t).(*types.TypeParam); ok {
		return typeSet(p.Constraint())
	}
	b, ok := t.Underlying().(*types.Basic)
	if !ok {
		return false, false
	}
	return b.Info()&types.IsFloat != 0, b.Info()&types.IsComplex != 0
}

// typeSet classifies what a constraint allows.
func typeSet(t types.Type) (float, cplx bool) {
	switch u := t.Underlying().(type) {
	case *types.Interface:
		for i := range u.NumEmbeddeds() {
			f, c := typeSet(u.EmbeddedType(i))
			float, cplx = float || f, cplx || c
		}
		return float, cplx
	case *types.Union:
		for i := range u.Len() {
			f, c := typeSet(u.Term(i).Type())
			float, cplx = float || f, cplx || c
		}
		return float, cplx
	}
	return classify(t)
}

// Format joins findings for a test's message.
func Format(found []string) string { return strings.Join(found, "\n") }
