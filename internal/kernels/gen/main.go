// Gen writes the assembly of two packages, for each instruction set, with the Go
// code by which they find it. For package tile it is one handler for each
// operation, kind of element and form of operands; list.go says which. Some whole
// programs are loops of their own; rowloop.go says why. For package
// reduce it is one function for each loop, form and kind; reduce.go lists them.
//
//	go run .          writes the files
//	go run . -check   fails if they are not what it would write
//
// It is a module of its own so that nothing of it reaches users of the library.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// packages are what is written, by directory.
var packages = map[string]func() map[string][]byte{
	"../tile":   handlers,
	"../reduce": reducers,
}

func main() {
	check := flag.Bool("check", false, "compare instead of writing")
	flag.Parse()
	if err := run(*check); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(check bool) error {
	for dir, files := range packages {
		if err := update(dir, files(), check); err != nil {
			return err
		}
	}
	return nil
}

// update makes the generated files of a directory those of out, by name.
func update(dir string, out map[string][]byte, check bool) error {
	old, err := filepath.Glob(filepath.Join(dir, "z*"))
	if err != nil {
		return err
	}
	for _, path := range old {
		if _, ok := out[filepath.Base(path)]; ok {
			continue
		}
		if check {
			return fmt.Errorf("%s is no longer generated", path)
		}
		if err := os.Remove(path); err != nil {
			return err
		}
	}
	var names []string
	for name := range out {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		path := filepath.Join(dir, name)
		have, err := os.ReadFile(path)
		if err == nil && bytes.Equal(have, out[name]) {
			continue
		}
		if check {
			return fmt.Errorf("%s is stale: run go generate ./internal/kernels/tile", path)
		}
		if err := os.WriteFile(path, out[name], 0o644); err != nil {
			return err
		}
	}
	return nil
}
