//go:build amd64 && !purego

package tile

import (
	"math"
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
)

// ptr shortens signatures.
type ptr = unsafe.Pointer

// bitsOf is v, which kind k holds exactly, in that kind.
func bitsOf(k dtype.Kind, v float64) uint64 {
	switch k {
	case dtype.Float64:
		return math.Float64bits(v)
	case dtype.Float32:
		return uint64(math.Float32bits(float32(v)))
	}
	return uint64(int64(v))
}
