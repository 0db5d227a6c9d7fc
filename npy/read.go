package npy

import (
	"archive/zip"
	"fmt"
	"io"
	"os"
	"reflect"
	"slices"

	"github.com/ndgo/nd"
)

// Read reads an array with elements of type T from r, which holds a .npy file.
// It reads to the end of the array and not beyond, so that further arrays may
// follow in the same stream.
//
// The error is io.EOF if there is nothing to read, a *[FormatError] if the data
// are not valid or end too early, and a *[nd.TypeError] if the elements are not
// of type T.
func Read[T any](r io.Reader) (*nd.Array[T], error) {
	if _, err := codeFor[T]("npy.read"); err != nil {
		return nil, err
	}
	h, err := ReadHeader(r)
	if err != nil {
		return nil, err
	}
	return ReadData[T](r, h)
}

// ReadData reads what follows the header h that [ReadHeader] has read from r.
// Errors are those of [Read].
func ReadData[T any](r io.Reader, h Header) (*nd.Array[T], error) {
	code, err := codeFor[T]("npy.read")
	if err != nil {
		return nil, err
	}
	if code != h.code {
		return nil, &nd.TypeError{Op: "npy.read", Type: reflect.TypeFor[T]().String(), Detail: fmt.Sprintf("the elements in the file are %q, which is %s", h.Descr, goName(h.code))}
	}
	elements, err := readElements[T](r, h.size(), sizes[code], h.big)
	if err != nil {
		return nil, err
	}
	if !h.FortranOrder {
		return nd.FromSlice(elements, h.Shape...), nil
	}
	shape := slices.Clone(h.Shape)
	slices.Reverse(shape)
	return nd.FromSlice(elements, shape...).T(), nil
}

// chunkBytes is how much is read or written at a time.
const chunkBytes = 1 << 16

// readElements reads n elements of size bytes. Memory grows with what has been
// read, since n may be a lie.
func readElements[T any](r io.Reader, n, size int, big bool) ([]T, error) {
	chunk := min(n, chunkBytes/size)
	buf := make([]byte, chunk*size)
	elements := make([]T, 0, chunk)
	for len(elements) < n {
		have, more := len(elements), min(chunk, n-len(elements))
		b := buf[:more*size]
		if _, err := io.ReadFull(r, b); err != nil {
			return nil, readError(err, fmt.Sprintf("after %d of %d elements", have, n))
		}
		if have+more > cap(elements) {
			elements = append(make([]T, 0, min(max(2*cap(elements), have+more), n)), elements...)
		}
		elements = elements[:have+more]
		decode(elements[have:], b, big)
	}
	return elements, nil
}

// ReadFile reads an array from the .npy file of the given name. Bytes after the
// array are not looked at. Errors are those of [Read] and of os.Open.
func ReadFile[T any](name string) (*nd.Array[T], error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	a, err := Read[T](f)
	if err != nil {
		return nil, inFile(name, err)
	}
	return a, nil
}

// ReadZip reads the array of the given name, to which ".npy" is added, from a
// .npz archive. Use zip.OpenReader of archive/zip to open one.
//
// The error is one for which errors.Is finds fs.ErrNotExist if there is no such
// array, one of archive/zip if the archive is damaged, or one of [Read].
func ReadZip[T any](z *zip.Reader, name string) (*nd.Array[T], error) {
	f, err := z.Open(name + ".npy")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	a, err := Read[T](f)
	if err == nil {
		_, err = io.Copy(io.Discard, f) // the checksum is that of the whole file
	}
	if err != nil {
		return nil, inFile(name, err)
	}
	return a, nil
}

// inFile adds a name to an error. Nothing at all is no array where there is a
// file.
func inFile(name string, err error) error {
	if err == io.EOF {
		err = readError(err, "before the magic string")
	}
	return fmt.Errorf("%s: %w", name, err)
}
