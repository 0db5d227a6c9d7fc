// Package docs tests that the documents keep to the code.
package docs

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var documents = []string{"README.md", "ARCHITECTURE.md", "RATIONALE.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/numpy.md", "docs/operations.md"}

// code matches what is written as code: indented or fenced blocks, and spans.
var code = regexp.MustCompile("(?ms)^```.*?^```|^\t.*?$|`[^`\n]+`")

// selector matches x.Name with an exported name, where x may be a call.
var selector = regexp.MustCompile(`(?:\b([A-Za-z_]\w*)|[)\]])\.([A-Z]\w*)`)

// foreign are the packages that the documents mention beside those of the
// module.
var foreign = map[string]bool{"big": true, "elem": true, "errors": true, "fmt": true, "layout": true, "kernels": true,
	"math": true, "Nest": true, "Program": true, "r": true, "np": true, "slices": true}

// TestNames looks for names that do not exist.
func TestNames(t *testing.T) {
	packages := map[string]map[string]bool{}
	methods := map[string]bool{}
	for name, dir := range map[string]string{"nd": "..", "zip": "../zip", "lazy": "../lazy", "npy": "../npy"} {
		packages[name] = exported(t, dir, methods)
	}
	for _, d := range documents {
		for _, c := range code.FindAllString(read(t, d), -1) {
			for _, m := range selector.FindAllStringSubmatch(c, -1) {
				x, name := m[1], m[2]
				names, ok := packages[x]
				switch {
				case foreign[x]:
				case ok && !names[name]:
					t.Errorf("%s: package %s has no %s: %s", d, x, name, c)
				case !ok && !methods[name]:
					t.Errorf("%s: nothing has a method %s: %s", d, name, c)
				}
			}
		}
	}
}

// operation matches the names in the first column of the table of operations,
// which stand without the array.
var operation = regexp.MustCompile("(?m)^\\| `(\\w+)`(?:, `(\\w+)`)? ")

// TestOperations looks for operations that are no methods.
func TestOperations(t *testing.T) {
	methods := map[string]bool{}
	exported(t, "..", methods)
	rows := operation.FindAllStringSubmatch(read(t, "docs/operations.md"), -1)
	if len(rows) < 50 {
		t.Errorf("only %d rows", len(rows))
	}
	for _, m := range rows {
		for _, name := range m[1:] {
			if name != "" && !methods[name] {
				t.Errorf("nothing has a method %s", name)
			}
		}
	}
}

// broken matches a line that ends within a sentence, and a next one that begins
// as an item of a list does.
var broken = regexp.MustCompile(`(?m)^// .*[^.:]\n//\s+([-+*•]\s|[0-9]+[.)](\s|$)).*$`)

// TestComments looks for lines of generated comments that were broken before a
// sign: what follows would be an item.
func TestComments(t *testing.T) {
	for _, name := range []string{"zarray.go", "zchain.go", "zreduce.go", "lazy/zchain.go", "lazy/zreduce.go"} {
		for _, lines := range broken.FindAllString(read(t, name), -1) {
			t.Errorf("%s:\n%s", name, lines)
		}
	}
}

var link = regexp.MustCompile(`\]\(([^)]+)\)`)

// TestLinks looks for links to files that do not exist.
func TestLinks(t *testing.T) {
	for _, d := range append(documents, "bench/RESULTS.md") {
		for _, m := range link.FindAllStringSubmatch(code.ReplaceAllString(read(t, d), ""), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			path, _, _ := strings.Cut(m[1], "#")
			if _, err := os.Stat(filepath.Join("..", filepath.Dir(d), path)); err != nil {
				t.Errorf("%s: %v", d, err)
			}
		}
	}
}

func read(t *testing.T, document string) string {
	text, err := os.ReadFile(filepath.Join("..", document))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// exported returns the names that the package in dir exports, and adds those of
// its methods and fields to methods.
func exported(t *testing.T, dir string, methods map[string]bool) map[string]bool {
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				if n.Recv == nil {
					names[n.Name.Name] = true
				} else {
					methods[n.Name.Name] = true
				}
				return false
			case *ast.TypeSpec:
				names[n.Name.Name] = true
			case *ast.ValueSpec:
				for _, id := range n.Names {
					names[id.Name] = true
				}
			case *ast.Field:
				for _, id := range n.Names {
					methods[id.Name] = true
				}
			}
			return true
		})
	}
	if len(names) == 0 {
		t.Fatalf("no Go files in %s", dir)
	}
	return names
}
