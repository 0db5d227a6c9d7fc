// Compile measures what nd adds to the time that it takes to compile a package
// that uses it. Go compiles the methods of a generic type again in every
// package that uses the type, for every element type, so that a library such as
// nd can make its users wait.
//
//	go run ./bench/compile [-rounds 5] [-check] [-slack 1]
//
// It compiles three packages in turn, with all that they import compiled
// before, and prints the user CPU time of the go command and the compiler: one
// that imports fmt, one that uses arrays of one element type, and one that uses
// three. With -check it fails if the difference is more than it should be, or than
// -slack times that, on machines that are slow or shared.
package main

import (
	"bytes"
	"embed"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

//go:embed testdata
var sources embed.FS

// A subject is a package to be compiled. Limit is how much more than the first
// subject it may take.
type subject struct {
	name, about string
	limit       time.Duration
	dir         string
	best        time.Duration
}

func main() {
	rounds := flag.Int("rounds", 5, "how often each package is compiled; the shortest time counts")
	check := flag.Bool("check", false, "fail if a package takes longer than it should")
	slack := flag.Float64("slack", 1, "`factor` by which it may take longer")
	flag.Parse()
	log.SetFlags(0)
	log.SetPrefix("compile: ")

	subjects := []*subject{
		{name: "fmt", about: "imports fmt"},
		{name: "one", about: "one element type", limit: 1200 * time.Millisecond},
		{name: "three", about: "three element types", limit: 2200 * time.Millisecond},
	}
	if err := measure(subjects, *rounds); err != nil {
		log.Fatal(err)
	}
	slow := false
	fmt.Printf("%-20s %9s %11s %9s\n", "package", "user CPU", "above fmt", "at most")
	for _, s := range subjects {
		above := s.best - subjects[0].best
		fmt.Printf("%-20s %7.2f s %9.2f s", s.about, s.best.Seconds(), above.Seconds())
		if s.limit > 0 {
			fmt.Printf(" %7.2f s", s.limit.Seconds())
			slow = slow || float64(above) > *slack*float64(s.limit)
		}
		fmt.Println()
	}
	if *check && slow {
		log.Fatal("a package that uses nd takes too long to compile")
	}
}

// measure compiles each subject as often as asked, by turns.
func measure(subjects []*subject, rounds int) error {
	temp, err := os.MkdirTemp("", "nd-compile-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	root, err := moduleRoot()
	if err != nil {
		return err
	}
	for _, s := range subjects {
		s.dir = filepath.Join(temp, s.name)
		if err := s.write(root); err != nil {
			return err
		}
	}
	for round := range rounds + 1 {
		for _, s := range subjects {
			took, err := s.compile(round)
			if err != nil {
				return err
			}
			// The first round compiles what is imported.
			if round == 1 || round > 1 && took < s.best {
				s.best = took
			}
		}
	}
	return nil
}

// write makes the subject's module, which takes nd from root.
func (s *subject) write(root string) error {
	if err := os.MkdirAll(s.dir, 0o777); err != nil {
		return err
	}
	mod := fmt.Sprintf("module use\n\ngo 1.26\n\nrequire github.com/ndgo/nd v0.0.0\n\nreplace github.com/ndgo/nd => %q\n", root)
	if err := os.WriteFile(filepath.Join(s.dir, "go.mod"), []byte(mod), 0o666); err != nil {
		return err
	}
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(s.dir, "go.sum"), sum, 0o666)
}

// compile compiles the subject, changed so that the build cache does not know
// it, and returns the user CPU time.
func (s *subject) compile(round int) (time.Duration, error) {
	text, err := sources.ReadFile("testdata/" + s.name + "/use.go")
	if err != nil {
		return 0, err
	}
	// The process and the time make the text new to the cache.
	text = fmt.Appendf(text, "\nconst round = %q\n", fmt.Sprint(os.Getpid(), time.Now().UnixNano(), round))
	if err := os.WriteFile(filepath.Join(s.dir, "use.go"), text, 0o666); err != nil {
		return 0, err
	}
	cmd := exec.Command("go", "build", "-mod=mod", ".")
	cmd.Dir = s.dir
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil {
		return 0, fmt.Errorf("%s: %v\n%s", s.name, err, out.Bytes())
	}
	return cmd.ProcessState.UserTime(), nil // of the compiler too: the go command has waited for it
}

// moduleRoot returns the directory of the module that this command is part of.
func moduleRoot() (string, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/ndgo/nd").Output()
	if err != nil {
		return "", fmt.Errorf("to be run in the module github.com/ndgo/nd: %v", err)
	}
	return strings.TrimSpace(string(out)), nil
}
