package block

import (
	"testing"

	"github.com/ndgo/nd/internal/kernels/twincheck"
)

// TestSameOnEveryMachine checks that the source uses no operation that a machine
// may round in its own way.
func TestSameOnEveryMachine(t *testing.T) {
	found, err := twincheck.Check(".")
	if err != nil {
		t.Fatal(err)
	}
	if len(found) > 0 {
		t.Fatal(twincheck.Format(found))
	}
}
