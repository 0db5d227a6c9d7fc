package main

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/ndgo/nd"
)

// readGrid reads an elevation grid from NumPy's .npz form: a zip of .npy files.
func readGrid(data []byte) (grid, error) {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return grid{}, err
	}
	r := npz{zip: z}
	g := grid{dx: r.number("dx"), dy: r.number("dy")}
	// Which of the bounds is which depends on the sense of the rows; row 0 is
	// the northern edge all the same.
	y1, y2 := r.number("ymin"), r.number("ymax")
	g.north, g.south = max(y1, y2), min(y1, y2)
	shape, elevation := read[int16](&r, "elevation", "<i2")
	if r.err != nil {
		return grid{}, r.err
	}
	if len(shape) != 2 || shape[0] < 3 || shape[1] < 3 {
		return grid{}, fmt.Errorf("elevation has shape %v; a grid of at least 3 by 3 is needed", shape)
	}
	g.elevation = nd.FromSlice(elevation, shape...)
	return g, nil
}

// An npz reads arrays until the first error.
type npz struct {
	zip *zip.Reader
	err error
}

// number reads an array that holds one float64.
func (r *npz) number(name string) float64 {
	_, x := read[float64](r, name, "<f8")
	if r.err == nil && (len(x) != 1 || math.IsNaN(x[0]) || math.IsInf(x[0], 0)) {
		r.err = fmt.Errorf("%s is not a finite number", name)
	}
	if r.err != nil {
		return 0
	}
	return x[0]
}

// maxBytes is the size of the largest array that read accepts.
const maxBytes = 1 << 30

// read reads an array in C order of elements of type T, which a .npy file names
// by descr.
func read[T any](r *npz, name, descr string) (shape []int, elements []T) {
	if r.err != nil {
		return nil, nil
	}
	fail := func(err error) ([]int, []T) {
		r.err = fmt.Errorf("%s: %w", name, err)
		return nil, nil
	}
	f, err := r.zip.Open(name + ".npy")
	if err != nil {
		return fail(err)
	}
	defer f.Close()
	shape, err = header(f, descr)
	if err != nil {
		return fail(err)
	}
	n, size := 1, binary.Size(*new(T))
	for _, l := range shape {
		if l > maxBytes/size/n {
			return fail(fmt.Errorf("shape %v is too large", shape))
		}
		n *= l
	}
	elements = make([]T, n)
	if err := binary.Read(f, binary.LittleEndian, elements); err != nil {
		return fail(err)
	}
	return shape, elements
}

var fields = regexp.MustCompile(`^\{'descr': '([^']*)', 'fortran_order': (True|False), 'shape': \(([0-9, ]*)\), \}\s*$`)

// header reads what precedes the elements and returns the shape, in which no
// length is 0.
func header(r io.Reader, descr string) ([]int, error) {
	var start struct {
		Magic        [6]byte
		Major, Minor uint8
		Length       uint16
	}
	if err := binary.Read(r, binary.LittleEndian, &start); err != nil {
		return nil, err
	}
	if string(start.Magic[:]) != "\x93NUMPY" || start.Major != 1 {
		return nil, errors.New("not a .npy file of version 1")
	}
	text := make([]byte, start.Length)
	if _, err := io.ReadFull(r, text); err != nil {
		return nil, err
	}
	m := fields.FindSubmatch(text)
	if m == nil || string(m[1]) != descr || string(m[2]) != "False" {
		return nil, fmt.Errorf("header %q is not that of an array of %s in C order", text, descr)
	}
	var shape []int
	for s := range strings.FieldsFuncSeq(string(m[3]), func(c rune) bool { return c == ',' || c == ' ' }) {
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 {
			return nil, fmt.Errorf("length %s in the shape", s)
		}
		shape = append(shape, n)
	}
	return shape, nil
}
