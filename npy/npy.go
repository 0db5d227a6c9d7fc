// Package npy reads and writes arrays in NumPy's .npy form, and in .npz, which
// is a zip archive of such files.
//
//	a, err := npy.ReadFile[float32]("weights.npy")
//	err = npy.WriteFile("result.npy", a)
//
// The element type asked for must be the one in the file; there is no silent
// conversion. To learn what a file holds, use [ReadHeader], and then [ReadData]
// with the type that it names. Types made from Go's own, such as time.Duration,
// count as those; int, uint and uintptr count as the types of their size.
//
// All versions of the form (1.0, 2.0 and 3.0), both byte orders and both memory
// orders are read. An array in Fortran order becomes a view with such strides,
// without a pass to reorder it. Bytes of a bool array other than 0 and 1 are
// true. Not supported are element types that Go does not have (half and extended
// precision, text, dates, records, and objects, which hold code).
//
// Files are not trusted: a header that lies about the data costs no more memory
// than a few times what the data take, headers are limited to 65535 bytes, and
// arrays to 64 axes, as in NumPy itself.
package npy

import (
	"fmt"
	"io"
	"reflect"
	"strconv"

	"github.com/ndgo/nd"
)

// A FormatError reports data that are no valid .npy file, or one of a kind that
// this package does not read.
type FormatError struct {
	Detail string // what is wrong
	Err    error  // io.ErrUnexpectedEOF if the data end too early, or nil
}

func (e *FormatError) Error() string { return "npy: " + e.Detail }

// Unwrap returns e.Err.
func (e *FormatError) Unwrap() error { return e.Err }

func formatError(format string, args ...any) error {
	return &FormatError{Detail: fmt.Sprintf(format, args...)}
}

// readError turns the end of the data into a FormatError, and leaves the errors
// of the reader itself as they are.
func readError(err error, where string) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return &FormatError{Detail: "the data end " + where, Err: io.ErrUnexpectedEOF}
	}
	return err
}

// codes holds the element types of .npy files, without their byte order, by the
// kinds of Go types.
var codes = map[reflect.Kind]string{
	reflect.Bool: "b1",
	reflect.Int8: "i1", reflect.Int16: "i2", reflect.Int32: "i4", reflect.Int64: "i8",
	reflect.Uint8: "u1", reflect.Uint16: "u2", reflect.Uint32: "u4", reflect.Uint64: "u8",
	reflect.Float32: "f4", reflect.Float64: "f8", reflect.Complex64: "c8", reflect.Complex128: "c16",
	reflect.Int: "i" + wordSize, reflect.Uint: "u" + wordSize, reflect.Uintptr: "u" + strconv.Itoa(int(reflect.TypeFor[uintptr]().Size())),
}

var wordSize = strconv.Itoa(strconv.IntSize / 8)

// sizes holds the element types that are read, and their sizes in bytes.
var sizes = map[string]int{
	"b1": 1, "i1": 1, "i2": 2, "i4": 4, "i8": 8, "u1": 1, "u2": 2, "u4": 4, "u8": 8,
	"f4": 4, "f8": 8, "c8": 8, "c16": 16,
}

// codeFor returns the element type of files for T.
func codeFor[T any](op string) (string, error) {
	t := reflect.TypeFor[T]()
	if code, ok := codes[t.Kind()]; ok {
		return code, nil
	}
	return "", &nd.TypeError{Op: op, Type: t.String(), Detail: "there is no such type in .npy files"}
}

// goName returns the Go type for elements of type code, the one with its size
// in its name.
func goName(code string) string {
	found := reflect.Invalid
	for kind, c := range codes {
		if c == code && kind > found && kind != reflect.Uintptr { // Int64 is above Int
			found = kind
		}
	}
	return found.String()
}
