//go:build !amd64 || purego

package reduce

import (
	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/ops"
)

// Force makes reductions use another instruction set, for tests: there is none
// but compiled Go.
func Force(name string) (restore func(), ok bool) { return func() {}, name == "purego" }

func hasVectors() bool { return false }

func wide() bool     { return false }
func leafBytes() int { return 0 }

func extremeRows(ops.Op, dtype.Kind, int) extremeFunc { return nil }
func placeColumns(dtype.Kind, int) placeFunc          { return nil }
