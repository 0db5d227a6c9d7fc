package tile

import (
	"os/exec"
	"testing"
)

// TestGenerated regenerates the assembly, in memory, and compares.
func TestGenerated(t *testing.T) {
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("there is no go command")
	}
	if out, err := exec.Command(goTool, "-C", "../gen", "run", ".", "-check").CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
