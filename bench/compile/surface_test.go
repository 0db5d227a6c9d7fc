package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestTypesMentioned guards what the methods of Array and Chain mention: of the
// generic types of this module no instantiation but those with T and bool.
// Every other one, an Array[int] say, would be compiled, with all its methods,
// in every package that uses an array of anything. Functions that the methods
// call count too; functions that they do not call are compiled only when used
// and may mention what they like.
func TestTypesMentioned(t *testing.T) {
	p := load(t, "github.com/ndgo/nd")
	elem := types.NewTypeParam(types.NewTypeName(token.NoPos, p.pkg, "T", nil), types.Universe.Lookup("any").Type().Underlying())
	methods := 0
	for _, d := range p.decls {
		recv := d.fn.Signature().Recv()
		if recv == nil {
			continue
		}
		named := namedOf(recv.Type())
		if named == nil || named.TypeParams().Len() == 0 {
			continue
		}
		if name := named.Obj().Name(); name == "Array" || name == "Chain" {
			methods++
			env := map[*types.TypeParam]types.Type{}
			for tp := range d.fn.Signature().RecvTypeParams().TypeParams() {
				env[tp] = elem
			}
			p.follow(t, d, env, name+"."+d.fn.Name(), elem)
		}
	}
	if methods < 200 {
		t.Errorf("found %d methods of Array and Chain; are there not more?", methods)
	}
}

// A source is a package with its syntax.
type source struct {
	pkg   *types.Package
	info  types.Info
	decls map[*types.Func]*decl
	seen  map[string]bool
}

type decl struct {
	fn     *types.Func
	syntax *ast.FuncDecl
}

// follow looks at the instantiations in d, whose type parameters stand for what
// env says, and in the functions of the package that it calls.
func (p *source) follow(t *testing.T, d *decl, env map[*types.TypeParam]types.Type, from string, elem *types.TypeParam) {
	ast.Inspect(d.syntax, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		inst, ok := p.info.Instances[id]
		if !ok {
			return true
		}
		var args []types.Type
		for a := range inst.TypeArgs.Types() {
			args = append(args, substitute(a, env))
		}
		switch obj := p.info.Uses[id].(type) {
		case *types.TypeName:
			if obj.Pkg() != p.pkg && !inModule(obj.Pkg()) {
				return true // such as iter.Seq, which has no methods
			}
			for _, a := range args {
				if a != elem && a != types.Typ[types.Bool] {
					t.Errorf("%s mentions %s[%v] (%v)", from, obj.Name(), a, p.position(id))
				}
			}
		case *types.Func:
			callee := p.decls[obj.Origin()]
			key := fmt.Sprint(obj.Origin(), args)
			if callee == nil || p.seen[key] {
				return true
			}
			p.seen[key] = true
			inner := map[*types.TypeParam]types.Type{}
			for i := range args {
				inner[obj.Origin().Signature().TypeParams().At(i)] = args[i]
			}
			p.follow(t, callee, inner, from+" by way of "+obj.Name(), elem)
		}
		return true
	})
}

// substitute replaces type parameters that are a type, or its element, its
// pointee or its arguments.
func substitute(t types.Type, env map[*types.TypeParam]types.Type) types.Type {
	switch t := t.(type) {
	case *types.TypeParam:
		if s, ok := env[t]; ok {
			return s
		}
	case *types.Pointer:
		return types.NewPointer(substitute(t.Elem(), env))
	case *types.Slice:
		return types.NewSlice(substitute(t.Elem(), env))
	case *types.Named:
		if t.TypeArgs().Len() > 0 {
			var args []types.Type
			for a := range t.TypeArgs().Types() {
				args = append(args, substitute(a, env))
			}
			if s, err := types.Instantiate(nil, t.Origin(), args, false); err == nil {
				return s
			}
		}
	}
	return t
}

func namedOf(t types.Type) *types.Named {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	n, _ := t.(*types.Named)
	return n
}

func inModule(pkg *types.Package) bool {
	const module = "github.com/ndgo/nd"
	return pkg != nil && (pkg.Path() == module || len(pkg.Path()) > len(module) && pkg.Path()[:len(module)+1] == module+"/")
}

var files = token.NewFileSet()

func (p *source) position(n ast.Node) string {
	at := files.Position(n.Pos())
	return fmt.Sprintf("%s:%d", filepath.Base(at.Filename), at.Line)
}

// load checks the types of a package, with what it imports as the compiler has
// left it in the build cache.
func load(t *testing.T, path string) *source {
	list := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Dir,Export,GoFiles", path)
	var problems bytes.Buffer
	list.Stderr = &problems
	out, err := list.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, problems.Bytes())
	}
	type listed struct {
		ImportPath, Dir, Export string
		GoFiles                 []string
	}
	var root listed
	exports := map[string]string{}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var l listed
		if err := dec.Decode(&l); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		exports[l.ImportPath] = l.Export
		if l.ImportPath == path {
			root = l
		}
	}
	var syntax []*ast.File
	for _, name := range root.GoFiles {
		f, err := parser.ParseFile(files, filepath.Join(root.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		syntax = append(syntax, f)
	}
	p := &source{decls: map[*types.Func]*decl{}, seen: map[string]bool{},
		info: types.Info{Instances: map[*ast.Ident]types.Instance{}, Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}}}
	config := types.Config{Importer: importer.ForCompiler(files, "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(exports[path])
	})}
	if p.pkg, err = config.Check(path, files, syntax, &p.info); err != nil {
		t.Fatal(err)
	}
	for _, f := range syntax {
		for _, d := range f.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok {
				if fn, ok := p.info.Defs[fd.Name].(*types.Func); ok {
					p.decls[fn] = &decl{fn, fd}
				}
			}
		}
	}
	return p
}
