//go:build !purego

package reduce

import (
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/ops"
)

//go:noescape
func minInt8512(out, p unsafe.Pointer, n, rows int)

//go:noescape
func minInt8256(out, p unsafe.Pointer, n, rows int)

//go:noescape
func maxInt8512(out, p unsafe.Pointer, n, rows int)

//go:noescape
func maxInt8256(out, p unsafe.Pointer, n, rows int)

//go:noescape
func minInt16512(out, p unsafe.Pointer, n, rows int)

//go:noescape
func minInt16256(out, p unsafe.Pointer, n, rows int)

//go:noescape
func maxInt16512(out, p unsafe.Pointer, n, rows int)

//go:noescape
func maxInt16256(out, p unsafe.Pointer, n, rows int)

//go:noescape
func minInt32512(out, p unsafe.Pointer, n, rows int)

//go:noescape
func minInt32256(out, p unsafe.Pointer, n, rows int)

//go:noescape
func maxInt32512(out, p unsafe.Pointer, n, rows int)

//go:noescape
func maxInt32256(out, p unsafe.Pointer, n, rows int)

//go:noescape
func minInt64512(out, p unsafe.Pointer, n, rows int)

//go:noescape
func maxInt64512(out, p unsafe.Pointer, n, rows int)

//go:noescape
func minUint8512(out, p unsafe.Pointer, n, rows int)

//go:noescape
func minUint8256(out, p unsafe.Pointer, n, rows int)

//go:noescape
func maxUint8512(out, p unsafe.Pointer, n, rows int)

//go:noescape
func maxUint8256(out, p unsafe.Pointer, n, rows int)

//go:noescape
func minUint16512(out, p unsafe.Pointer, n, rows int)

//go:noescape
func minUint16256(out, p unsafe.Pointer, n, rows int)

//go:noescape
func maxUint16512(out, p unsafe.Pointer, n, rows int)

//go:noescape
func maxUint16256(out, p unsafe.Pointer, n, rows int)

//go:noescape
func minUint32512(out, p unsafe.Pointer, n, rows int)

//go:noescape
func minUint32256(out, p unsafe.Pointer, n, rows int)

//go:noescape
func maxUint32512(out, p unsafe.Pointer, n, rows int)

//go:noescape
func maxUint32256(out, p unsafe.Pointer, n, rows int)

//go:noescape
func minUint64512(out, p unsafe.Pointer, n, rows int)

//go:noescape
func maxUint64512(out, p unsafe.Pointer, n, rows int)

//go:noescape
func minFloat32512(out, p unsafe.Pointer, n, rows int)

//go:noescape
func minFloat32256(out, p unsafe.Pointer, n, rows int)

//go:noescape
func maxFloat32512(out, p unsafe.Pointer, n, rows int)

//go:noescape
func maxFloat32256(out, p unsafe.Pointer, n, rows int)

//go:noescape
func minFloat64512(out, p unsafe.Pointer, n, rows int)

//go:noescape
func minFloat64256(out, p unsafe.Pointer, n, rows int)

//go:noescape
func maxFloat64512(out, p unsafe.Pointer, n, rows int)

//go:noescape
func maxFloat64256(out, p unsafe.Pointer, n, rows int)

// extremes512 and extremes256 are indexed by whether it is maxima that are
// wanted.
var (
	extremes512 = [dtype.NumKinds][2]extremeFunc{
		dtype.Int8:    {minInt8512, maxInt8512},
		dtype.Int16:   {minInt16512, maxInt16512},
		dtype.Int32:   {minInt32512, maxInt32512},
		dtype.Int64:   {minInt64512, maxInt64512},
		dtype.Uint8:   {minUint8512, maxUint8512},
		dtype.Uint16:  {minUint16512, maxUint16512},
		dtype.Uint32:  {minUint32512, maxUint32512},
		dtype.Uint64:  {minUint64512, maxUint64512},
		dtype.Float32: {minFloat32512, maxFloat32512},
		dtype.Float64: {minFloat64512, maxFloat64512},
		dtype.Bool:    {minUint8512, maxUint8512},
	}
	extremes256 = [dtype.NumKinds][2]extremeFunc{
		dtype.Int8:    {minInt8256, maxInt8256},
		dtype.Int16:   {minInt16256, maxInt16256},
		dtype.Int32:   {minInt32256, maxInt32256},
		dtype.Uint8:   {minUint8256, maxUint8256},
		dtype.Uint16:  {minUint16256, maxUint16256},
		dtype.Uint32:  {minUint32256, maxUint32256},
		dtype.Float32: {minFloat32256, maxFloat32256},
		dtype.Float64: {minFloat64256, maxFloat64256},
		dtype.Bool:    {minUint8256, maxUint8256},
	}
)

// extremeRows returns the function for rows of n elements, nil if there is none
// but compiled Go.
func extremeRows(join ops.Op, k dtype.Kind, n int) extremeFunc {
	table, width := &extremes512, 64
	switch vector {
	case "avx512":
	case "avx2":
		table, width = &extremes256, 32
	default:
		return nil
	}
	if n*int(k.Size()) < width {
		return nil
	}
	which := 0
	if join == ops.Maximum {
		which = 1
	}
	return table[k][which]
}
