package main

import (
	"bytes"
	"fmt"
	"go/format"
	"slices"
	"strings"

	"github.com/ndgo/nd/internal/dtype"
)

// reductions lists everything that is emitted for package reduce.
func reductions() (rs []reduction) {
	// Sums of rows that lie along memory, of each form: a leaf at most each.
	for _, v := range []summand{plain, wide, diff, dev, dot} {
		rs = append(rs, reduction{name: "sum_" + v.name, pointers: "out, x, y", ints: "n, rows, xstep, ystep", body: v.leaves})
	}
	rs = append(rs, reduction{name: "addBlocks", pointers: "lane, x", ints: "blocks", body: plain.blocks})
	// Sums of columns, where memory runs across.
	for _, v := range []summand{plain, dev} {
		rs = append(rs,
			reduction{name: "addColumns_" + v.name, pointers: "acc, x, y", ints: "cols, rows, stride, from", body: v.addColumns},
			reduction{name: "sumLanes_" + v.name, pointers: "acc, x, y, lane", ints: "cols, stride, join", body: v.sumLanes})
	}
	rs = append(rs, reduction{name: "sumColumns", pointers: "out, x", ints: "cols, rows, stride", stack: 512, body: sumColumns})
	// Sums of views across memory.
	const quadPointers, quadInts = "dst, src, table", "quads, stripes, stripe, column, even, odd"
	rs = append(rs,
		reduction{name: "quads", same: true, pointers: quadPointers, ints: quadInts, body: quads(8)},
		reduction{name: "quads_Wide", same: true, pointers: quadPointers, ints: quadInts, body: quads(4)},
		reduction{name: "putSquares", same: true, pointers: "dst, src, table", ints: "squares, stripes, stripe, back", body: putSquares(8)},
		reduction{name: "putSquares_Wide", same: true, pointers: "dst, src, table", ints: "squares, stripes, stripe, back", body: putSquares(4)},
		reduction{name: "quads_Apart", same: true, pointers: quadPointers, ints: quadInts + ", near", body: quadsApart(8)},
		reduction{name: "quads_ApartWide", same: true, pointers: quadPointers, ints: quadInts + ", near", body: quadsApart(4)},
		reduction{name: "takeRuns", pointers: "dst, src, table", ints: "n, runs, stride", body: takeRuns(8)},
		reduction{name: "takeRuns_Wide", pointers: "dst, src, table", ints: "n, runs, stride", body: takeRuns(4)},
		reduction{name: "takeAny", same: true, pointers: "dst, src, table", ints: "n, runs, stride", body: takeAny(8)},
		reduction{name: "takeAny_Wide", same: true, pointers: "dst, src, table", ints: "n, runs, stride", body: takeAny(4)},
		reduction{name: "addStrided", pointers: "lane, x", ints: "blocks, stride", body: addStrided(8)},
		reduction{name: "addStrided_Wide", only: "avx512", pointers: "lane, x", ints: "blocks, stride", body: addStrided(4)},
		reduction{name: "addSquares", pointers: "lanes, x", ints: "from, rows, columns", body: addSquares})
	// Minima and maxima of rows.
	for _, k := range append(append(append([]dtype.Kind{}, floats...), signeds...), unsigneds...) {
		for _, e := range []extreme{{k, false}, {k, true}} {
			rs = append(rs, reduction{name: e.name(), pointers: "out, x", ints: "n, rows",
				table: "Extreme", kinds: withBool(k), body: e.rows, shape: "rows", words: e.words})
		}
	}
	// Places of minima in columns; maxima are minima of what has the order reversed.
	for _, k := range append(append([]dtype.Kind{}, floats...), signeds...) {
		of := []dtype.Kind{k}
		if !isFloat(k) {
			of = nil
			for _, k := range intsOf(int(k.Size())) {
				of = append(of, withBool(k)...)
			}
		}
		rs = append(rs, reduction{name: "place_" + short(k), pointers: "best, place, x, flip", ints: "cols, rows, stride, from",
			table: "Place", kinds: of, body: place{k}.columns})
	}
	return rs
}

// A reduction is a function of package reduce. A Go function that chooses
// between instruction sets has its name; the one in compiled Go, which defines
// what it does, is called by this name and Go. Those of a table have neither:
// package reduce looks for them by kind.
type reduction struct {
	name           string
	pointers, ints string // its parameters
	stack          int    // bytes, of AVX2, which has too few registers
	same           bool   // it is the same for all instruction sets: there is that of AVX2
	only           string // the name of the only instruction set that it is there for
	table          string
	kinds          []dtype.Kind // its places in the table
	body           func(g *gen)

	// Functions that differ in words only share a macro. Its name is the shape
	// and the first of these kinds, and the words stand for its parameters, P and Q.
	shape string
	words func(g *gen) (p, q string)
}

// isIn reports whether there is a function of its own for an instruction set.
func (r *reduction) isIn(s *isa) bool {
	return !(r.same && s.z) && (r.only == "" || r.only == s.name)
}

// withBool adds bool to the kind by which it is reduced.
func withBool(k dtype.Kind) []dtype.Kind {
	if k == dtype.Uint8 {
		return []dtype.Kind{k, dtype.Bool}
	}
	return []dtype.Kind{k}
}

// reducers returns the files of package reduce, by name.
func reducers() map[string][]byte {
	out := map[string][]byte{}
	rs := reductions()
	for _, s := range isas {
		g := &gen{isa: s}
		for i := range rs {
			if rs[i].isIn(s) {
				g.function(&rs[i])
			}
		}
		g.b.WriteString("\n")
		g.constants()
		// Macros come before the first function: go vet takes them for a part of
		// the one that they follow.
		head := warning + "//go:build !purego\n\n#include \"textflag.h\"\n" + g.macroText
		out["z"+s.name+"_amd64.s"] = append([]byte(head), g.b.Bytes()...)
		out["z"+s.name+"_amd64.go"] = declarations(s, rs)
	}
	out["zdispatch_amd64.go"] = dispatch(rs, true)
	out["zdispatch_none.go"] = dispatch(rs, false)
	return out
}

// function emits a reduction.
func (g *gen) function(r *reduction) {
	g.fn = r
	flags, stack := "NOSPLIT", 0
	if r.stack > 0 && !g.z {
		flags, stack = "0", r.stack
	}
	g.label = 0 // labels belong to a function
	start := g.b.Len()
	r.body(g)
	g.p("VZEROUPPER")
	g.p("RET")
	body := string(g.b.Bytes()[start:])
	g.b.Truncate(start)
	if r.words != nil {
		body = g.macro(r, body)
	}
	fmt.Fprintf(&g.b, "\n// func %s\n", r.signature(g.isa))
	fmt.Fprintf(&g.b, "TEXT ·%s(SB), %s, $%d-%d\n", r.in(g.isa), flags, stack, 8*len(r.names()))
	g.b.WriteString(body)
}

// macro returns the use of the macro that the body of a reduction makes, and
// emits the macro if it is the first.
func (g *gen) macro(r *reduction, body string) string {
	i := slices.Index(g.macroBodies, body)
	if i < 0 {
		i = len(g.macroBodies)
		g.macroBodies = append(g.macroBodies, body)
		lines := strings.Split(strings.TrimRight(body, "\n"), "\n")
		for i, l := range lines[:len(lines)-1] {
			if !strings.HasSuffix(l, ":") {
				l += ";"
			}
			lines[i] = l + " \\"
		}
		g.macroNames = append(g.macroNames, r.shape+"_"+short(r.kinds[0]))
		g.macroText += fmt.Sprintf("\n#define %s(P, Q) \\\n%s\n", g.macroNames[i], strings.Join(lines, "\n"))
	}
	p, q := r.words(g)
	return fmt.Sprintf("\t%s(%s, %s)\n", g.macroNames[i], p, q)
}

// arg loads a parameter.
func (g *gen) arg(name, reg string) {
	for i, n := range g.fn.names() {
		if n == name {
			g.p("MOVQ %s+%d(FP), %s", name, 8*i, reg)
			return
		}
	}
	panic(g.fn.name + " has no parameter " + name)
}

func (r *reduction) names() []string {
	return append(strings.Split(r.pointers, ", "), strings.Split(r.ints, ", ")...)
}

// in is the name of the function of an instruction set, or without one that of
// the function that chooses.
func (r *reduction) in(s *isa) string {
	var parts []string
	if s != nil {
		parts = append(parts, s.name)
	}
	for _, p := range strings.Split(r.name, "_") {
		if p != "" && len(parts) > 0 {
			p = strings.ToUpper(p[:1]) + p[1:]
		}
		parts = append(parts, p)
	}
	return strings.Join(parts, "")
}

func (r *reduction) signature(s *isa) string {
	return fmt.Sprintf("%s(%s unsafe.Pointer, %s int)", r.in(s), r.pointers, r.ints)
}

// declarations is the Go file of an instruction set.
func declarations(s *isa, rs []reduction) []byte {
	var b bytes.Buffer
	b.WriteString(warning + "//go:build !purego\n\npackage reduce\n\n")
	b.WriteString("import (\n\"unsafe\"\n\n\"github.com/ndgo/nd/internal/dtype\"\n)\n\n")
	tables := map[string]map[dtype.Kind][]string{"Extreme": {}, "Place": {}}
	for _, r := range rs {
		if !r.isIn(s) {
			continue
		}
		fmt.Fprintf(&b, "//go:noescape\nfunc %s\n\n", r.signature(s))
		for _, k := range r.kinds {
			tables[r.table][k] = append(tables[r.table][k], r.in(s))
		}
	}
	for _, t := range []struct{ name, of string }{{"Extreme", "[2]"}, {"Place", ""}} {
		fmt.Fprintf(&b, "var %s%ss = [dtype.NumKinds]%s%sFunc{\n", s.name, t.name, t.of, strings.ToLower(t.name))
		for k := range dtype.Float64 + 1 {
			if f := strings.Join(tables[t.name][k], ", "); f != "" && t.of != "" {
				fmt.Fprintf(&b, "%s: {%s},\n", kindName(k), f)
			} else if f != "" {
				fmt.Fprintf(&b, "%s: %s,\n", kindName(k), f)
			}
		}
		b.WriteString("}\n\n")
	}
	return source(&b)
}

// dispatch is the Go file of functions that choose between instruction sets, or,
// where there is none, of compiled Go.
func dispatch(rs []reduction, vectors bool) []byte {
	var b bytes.Buffer
	tag := "!purego"
	if !vectors {
		tag = "!amd64 || purego"
	}
	b.WriteString(warning + "//go:build " + tag + "\n\npackage reduce\n\nimport \"unsafe\"\n\n")
	for _, r := range rs {
		if r.table != "" {
			continue
		}
		call := fmt.Sprintf("(%s, %s)\n", r.pointers, r.ints)
		fmt.Fprintf(&b, "func %s {\n", r.signature(nil))
		if vectors {
			b.WriteString("switch vector {\n")
			for i, s := range isas {
				switch {
				case r.same:
					s = isas[1]
				case !r.isIn(s):
					continue
				}
				fmt.Fprintf(&b, "case %s:\n%s%s", isas[i].name, r.in(s), call)
			}
			fmt.Fprintf(&b, "default:\n%sGo%s}\n", r.in(nil), call)
		} else {
			fmt.Fprintf(&b, "%sGo%s", r.in(nil), call)
		}
		b.WriteString("}\n\n")
	}
	return source(&b)
}

// source formats a Go file.
func source(b *bytes.Buffer) []byte {
	src, err := format.Source(b.Bytes())
	if err != nil {
		panic(err)
	}
	return src
}
