package npy

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"os"

	"github.com/ndgo/nd"
)

// Write writes a to w as a .npy file, in version 1.0 and little-endian, in the
// same bytes as NumPy's save. Elements are in C order, or in Fortran order if
// they lie in memory so; in either case an array without gaps is written as it
// lies.
//
// The error is that of w, or a *[nd.TypeError] if a is nil or there is no
// element type for T.
func Write[T any](w io.Writer, a *nd.Array[T]) error {
	code, err := codeFor[T]("npy.write")
	if err != nil {
		return err
	}
	if a == nil {
		return &nd.TypeError{Op: "npy.write", Detail: "the array is nil"}
	}
	shape := a.Shape()
	fortran := !a.IsContiguous() && a.T().IsContiguous()
	if fortran {
		a = a.T()
	}
	if _, err := w.Write(header(code, fortran, shape)); err != nil {
		return err
	}
	return writeElements(w, a, sizes[code])
}

// header returns the header of a file.
func header(code string, fortran bool, shape []int) []byte {
	mark, order := "<", "False"
	if sizes[code] == 1 {
		mark = "|"
	}
	if fortran {
		order = "True"
	}
	var b bytes.Buffer
	b.WriteString(magic + "\x01\x00\x00\x00")
	fmt.Fprintf(&b, "{'descr': '%s%s', 'fortran_order': %s, 'shape': (", mark, code, order)
	for i, n := range shape {
		if i > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "%d,", n)
	}
	if len(shape) > 1 {
		b.Truncate(b.Len() - 1) // only a single length needs the comma
	}
	b.WriteString("), }")
	for b.Len()%64 != 63 { // the data are to be aligned
		b.WriteByte(' ')
	}
	b.WriteByte('\n')
	h := b.Bytes()
	h[8], h[9] = byte((len(h)-10)&0xFF), byte((len(h)-10)>>8)
	return h
}

// writeElements writes the elements of a in order, size bytes each.
func writeElements[T any](w io.Writer, a *nd.Array[T], size int) error {
	chunk := min(a.Size(), chunkBytes/size)
	buf := make([]byte, 0, chunk*size)
	if a.IsContiguous() {
		v := a.View()
		for rest := v.Data[min(v.Offset, len(v.Data)):][:a.Size()]; len(rest) > 0; {
			n := min(chunk, len(rest))
			if _, err := w.Write(encode(buf, rest[:n])); err != nil {
				return err
			}
			rest = rest[n:]
		}
		return nil
	}
	elements := make([]T, 0, chunk)
	for x := range a.Values() {
		elements = append(elements, x)
		if len(elements) == chunk {
			if _, err := w.Write(encode(buf, elements)); err != nil {
				return err
			}
			elements = elements[:0]
		}
	}
	_, err := w.Write(encode(buf, elements))
	return err
}

// WriteFile writes a to the file of the given name, as [Write] does. What the
// file held before is lost.
func WriteFile[T any](name string, a *nd.Array[T]) (err error) {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer func() {
		if e := f.Close(); err == nil {
			err = e
		}
	}()
	return Write(f, a)
}

// WriteZip adds a to a .npz archive under the given name, to which ".npy" is
// added. Use zip.NewWriter of archive/zip to begin one, and close it at the end.
func WriteZip[T any](z *zip.Writer, name string, a *nd.Array[T]) error {
	if _, err := codeFor[T]("npy.write"); err != nil {
		return err // before the archive has an entry for it
	}
	w, err := z.Create(name + ".npy")
	if err != nil {
		return err
	}
	return Write(w, a)
}
