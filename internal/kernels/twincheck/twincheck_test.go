package twincheck

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"testing"
)

// src has a line for each rule; the lines that must be reported end in "// BAD".
const src = `package p

import (
	"math"
	"math/cmplx"
)

type float interface{ ~float32 | ~float64 }

type number interface{ ~int | float }

func f(x, y, z float64, w float32, c complex128, p *float64) (float64, float64) {
	_ = x*y + z             // BAD
	_ = float64(x*y) + z    // ok
	_ = float64(x*y*z) + z  // ok
	t := x * y              // BAD
	t = float64(x * y)      // ok
	*p = (x * y)            // BAD
	t *= x                  // BAD
	t += x * y              // BAD
	t = -(x * y) + z        // BAD
	t = x * y / z           // ok
	t = math.FMA(x*x, y, z) // ok
	_ = float32(w*w) + w    // ok
	_ = w*w - w             // BAD
	_ = c * c               // BAD
	_ = c / c               // BAD
	_ = c + c               // ok
	_ = math.Exp(x)         // BAD
	_ = math.Sqrt(x)        // ok
	_ = cmplx.Exp(c)        // BAD
	if x*y < z {            // ok
		t = f1(x * y)   // BAD
	}
	const k = 2.0 * 3.0     // ok
	n := 2
	n = n*n + n             // ok
	return x * y, t         // BAD
}

func f1(x float64) float64 { return x }

func g[T number](x, y T) T {
	return x*y + x          // BAD
}

func h[T float](x, y T) T {
	return T(x*y) + x       // ok
}
`

func TestCheck(t *testing.T) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "src.go", src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var want []int
	for _, g := range f.Comments {
		if g.Text() == "BAD\n" {
			want = append(want, fset.Position(g.Pos()).Line)
		}
	}
	found, err := check(fset, []*ast.File{f})
	if err != nil {
		t.Fatal(err)
	}
	var got []int
	for _, s := range found {
		var line int
		for _, c := range s[len("src.go:"):] {
			if c == ':' {
				break
			}
			line = 10*line + int(c-'0')
		}
		got = append(got, line)
	}
	if !slices.Equal(got, want) {
		t.Fatalf("reported lines %v, want %v:\n%s", got, want, Format(found))
	}
}
