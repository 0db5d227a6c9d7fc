package tile

import (
	"os"
	"os/exec"
	"testing"
)

// TestGenerated regenerates the assembly, in memory, and compares.
func TestGenerated(t *testing.T) {
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("there is no go command")
	}
	cmd := exec.Command(goTool, "-C", "../gen", "run", ".", "-check")
	// The generator runs on this machine, whatever the test was built for.
	cmd.Env = append(os.Environ(), "GOOS=", "GOARCH=", "GOFLAGS=", "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
