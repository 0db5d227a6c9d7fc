package docs

import (
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"github.com/ndgo/nd"
)

// explained is the code of ARCHITECTURE.md, under How to read Explain.
func explained() string {
	a := nd.Zeros[float64](1000, 800)
	row := nd.Linspace(1.0, 2, 800)
	b := nd.Zeros[float64](800, 1000)
	return a.Chain().Sub(row.Chain().Sqrt()).Div(b.T()).Explain()
}

// TestExplain compares what ARCHITECTURE.md says that Explain prints with what
// it does, on a machine without vector instructions.
func TestExplain(t *testing.T) {
	const pure = "ND_ISA=purego"
	if runtime.GOARCH == "amd64" && !strings.HasSuffix(pure, "="+os.Getenv("ND_ISA")) {
		// It is decided as a program starts.
		c := exec.Command(os.Args[0], "-test.run=^TestExplain$")
		c.Env = append(os.Environ(), pure)
		if out, err := c.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	text := read(t, "ARCHITECTURE.md")
	if got, want := block(text, "\nprints, on a machine without vector instructions,\n\n"), explained(); got != want {
		t.Errorf("ARCHITECTURE.md has\n%s\nand Explain prints\n%s", got, want)
	}
	source := read(t, "docs/explain_test.go")
	for line := range strings.Lines(block(text, "\n## How to read Explain\n\n")) {
		line = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(line), "fmt.Print("), "Explain())")
		if !strings.Contains(source, line) {
			t.Errorf("%q is not what is tested", line)
		}
	}
}

// block returns the indented lines that follow a text.
func block(text, before string) string {
	_, after, _ := strings.Cut(text, before)
	var b strings.Builder
	for line := range strings.Lines(after) {
		line, ok := strings.CutPrefix(line, "\t")
		if !ok {
			break
		}
		b.WriteString(line)
	}
	return b.String()
}
