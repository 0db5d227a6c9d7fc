package npy

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ndgo/nd"
)

// file returns a file made by hand.
func file(version byte, header string, data string) string {
	b := []byte(magic + string([]byte{version, 0}))
	if version == 1 {
		b = binary.LittleEndian.AppendUint16(b, uint16(len(header)))
	} else {
		b = binary.LittleEndian.AppendUint32(b, uint32(len(header)))
	}
	return string(b) + header + data
}

func dict(descr, fortran, shape string) string {
	return fmt.Sprintf("{'descr': '%s', 'fortran_order': %s, 'shape': %s, }\n", descr, fortran, shape)
}

func readString[T any](s string) (*nd.Array[T], error) { return Read[T](strings.NewReader(s)) }

func TestHeaders(t *testing.T) {
	for header, want := range map[string]Header{
		dict("<f8", "False", "(2, 3)"):                                 {Descr: "<f8", Shape: []int{2, 3}},
		dict(">i4", "True", "(7,)"):                                    {Descr: ">i4", FortranOrder: true, Shape: []int{7}},
		dict("|b1", "False", "()"):                                     {Descr: "|b1", Shape: []int{}},
		dict("=u2", "False", "(0, 5)"):                                 {Descr: "=u2", Shape: []int{0, 5}},
		dict("i8", "False", "(2L,)"):                                   {Descr: "i8", Shape: []int{2}},
		"{\"shape\":(1,\t2,\n),'fortran_order':False,'descr':\"|u1\"}": {Descr: "|u1", Shape: []int{1, 2}},
	} {
		for version := 1; version <= 3; version++ {
			h, err := ReadHeader(strings.NewReader(file(byte(version), header, "")))
			assert.NoError(t, err, header)
			want.Version = [2]int{version, 0}
			want.code, want.big = h.code, h.big
			assert.Equal(t, want, h, header)
		}
	}
	for _, header := range []string{
		"", "{", "{}", "()", "1", "{'descr': '<f8', 'fortran_order': False}", dict("<f8", "False", "(2, 3)") + "x",
		dict("<f8", "False", "(2, 3)")[1:], dict("<f8", "0", "(2,)"), dict("<f8", "None", "(2,)"), dict("<f8", "false", "(2,)"),
		dict("<f8", "False", "(2)"), dict("<f8", "False", "2"), dict("<f8", "False", "[2, 3]"), dict("<f8", "False", "(,)"),
		dict("<f8", "False", "(2 3)"), dict("<f8", "False", "(2,,3)"), dict("<f8", "False", "(-2,)"), dict("<f8", "False", "(+2,)"),
		dict("<f8", "False", "(2.0,)"), dict("<f8", "False", "(2*3,)"), dict("<f8", "False", "(02,)"), dict("<f8", "False", "(0x2,)"),
		dict("<f8", "False", "(99999999999999999999,)"), dict("<f8", "False", "(0, 9223372036854775807, 2)"),
		dict("<f8", "False", "(4294967296, 4294967296)"), dict("<f8", "False", "(1, 1152921504606846976)"),
		dict("<f8", "False", "("+strings.Repeat("1,", 65)+")"),
		dict("<f2", "False", "(2,)"), dict("f", "False", "(2,)"), dict("", "False", "(2,)"), dict("|f8", "False", "(2,)"),
		dict("<<f8", "False", "(2,)"), dict("O", "False", "(2,)"), dict("float64", "False", "(2,)"), dict("<f8\\n", "False", "(2,)"),
		"{'descr': '<f8', 'descr': '<f8', 'fortran_order': False, 'shape': (2,)}",
		"{'descr': '<f8', 'fortran_order': False, 'shape': (2,), 'more': 1}",
		"{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (2,)}",
		"{'descr': '<f8' 'fortran_order': False, 'shape': (2,)}", "{'descr': '<f8, 'fortran_order': False, 'shape': (2,)}",
		"{'descr' '<f8', 'fortran_order': False, 'shape': (2,)}", "{descr: '<f8', 'fortran_order': False, 'shape': (2,)}",
	} {
		_, err := ReadHeader(strings.NewReader(file(1, header, strings.Repeat("x", 100))))
		assert.ErrorAs(t, err, new(*FormatError), header)
	}
	_, err := ReadHeader(strings.NewReader(file(3, dict("<f8\xff", "False", "()"), "")))
	assert.EqualError(t, err, "npy: the header is not UTF-8")
	_, err = ReadHeader(strings.NewReader(file(2, strings.Repeat(" ", maxHeader+1), "")))
	assert.EqualError(t, err, "npy: header of 65536 bytes")
}

// Every file, cut anywhere, is an error and no array.
func TestCutShort(t *testing.T) {
	whole := file(2, dict("<i4", "True", "(2, 3)"), strings.Repeat("\x01\x02\x03\x04", 6))
	for n := range len(whole) {
		_, err := readString[int32](whole[:n])
		if n == 0 {
			assert.Equal(t, io.EOF, err)
			continue
		}
		assert.ErrorAs(t, err, new(*FormatError), n)
		assert.ErrorIs(t, err, io.ErrUnexpectedEOF, n)
	}
	_, err := readString[int32](whole)
	assert.NoError(t, err)
	broken := errors.New("broken")
	_, err = Read[int32](io.MultiReader(strings.NewReader(whole[:len(whole)-3]), iotest.ErrReader(broken)))
	assert.ErrorIs(t, err, broken)
}

// A header that promises what the data do not hold costs little.
func TestLyingHeader(t *testing.T) {
	s := file(1, dict("|u1", "False", fmt.Sprintf("(%d,)", math.MaxInt)), strings.Repeat("x", 1000))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := readString[uint8](s)
	runtime.ReadMemStats(&after)
	assert.EqualError(t, err, fmt.Sprintf("npy: the data end after 0 of %d elements", math.MaxInt))
	assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(1<<20))
}

func TestWrongType(t *testing.T) {
	s := file(1, dict("|b1", "False", "(2, 3)"), "\x00\x01\x00\x01\x00\x01")
	for _, err := range []error{second(readString[int64](s)), second(readString[uint8](s)), second(readString[string](s)), second(readString[struct{}](s))} {
		assert.ErrorAs(t, err, new(*nd.TypeError))
	}
	assert.EqualError(t, second(readString[int64](s)), `nd: npy.read: element type int64: the elements in the file are "|b1", which is bool`)
	assert.ErrorAs(t, Write(io.Discard, nd.Of("a")), new(*nd.TypeError))
	assert.ErrorAs(t, Write[int](io.Discard, nil), new(*nd.TypeError))
}

func second[A, B any](_ A, b B) B { return b }

type (
	named   interface{ comparable }
	celsius float64
	level   float32
	flag    bool
	count   uint16
	phasor  complex64
	wave    complex128
	word16  int16
)

// What is written reads back, in any layout, also as it would be by NumPy.
func roundTrip[T named](t *rapid.T, draw *rapid.Generator[T]) {
	shape := rapid.SliceOfN(rapid.IntRange(0, 4), 0, 3).Draw(t, "shape")
	a := nd.FromFunc(func([]int) T { return draw.Draw(t, "x") }, shape...)
	if len(shape) > 0 && rapid.Bool().Draw(t, "sliced") {
		a = a.Slice(nd.Step(rapid.SampledFrom([]int{-1, 2, -2}).Draw(t, "step")))
	}
	if rapid.Bool().Draw(t, "transposed") {
		a = a.T()
	}
	if rapid.Bool().Draw(t, "repeated") {
		a = a.BroadcastTo(append([]int{2}, a.Shape()...)...)
	}
	var buf bytes.Buffer
	require.NoError(t, Write(&buf, a))
	require.NoError(t, Write(&buf, nd.Scalar(true)))
	b, err := Read[T](iotest.OneByteReader(&buf))
	require.NoError(t, err)
	require.Equal(t, a.Shape(), b.Shape())
	for idx, x := range a.Indexed() {
		if y := b.At(idx...); x != y && (x == x || y == y) {
			t.Fatalf("%v became %v", x, y)
		}
	}
	next, err := Read[bool](&buf) // the first read took no more than its own
	require.NoError(t, err)
	require.True(t, next.Item())
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := rapid.Float64()
		switch rapid.IntRange(0, 19).Draw(t, "type") {
		case 0:
			roundTrip(t, rapid.Bool())
		case 1:
			roundTrip(t, rapid.Int8())
		case 2:
			roundTrip(t, rapid.Int16())
		case 3:
			roundTrip(t, rapid.Int32())
		case 4:
			roundTrip(t, rapid.Int64())
		case 5:
			roundTrip(t, rapid.Int())
		case 6:
			roundTrip(t, rapid.Uint8())
		case 7:
			roundTrip(t, rapid.Uint16())
		case 8:
			roundTrip(t, rapid.Uint32())
		case 9:
			roundTrip(t, rapid.Uint64())
		case 10:
			roundTrip(t, rapid.Uint())
		case 11:
			roundTrip(t, rapid.Uintptr())
		case 12:
			roundTrip(t, rapid.Float32())
		case 13:
			roundTrip(t, f)
		case 14:
			roundTrip(t, rapid.Map(f, func(x float64) complex64 { return complex(float32(x), 1) }))
		case 15:
			roundTrip(t, rapid.Map(f, func(x float64) complex128 { return complex(1, x) }))
		case 16:
			roundTrip(t, rapid.Map(f, func(x float64) celsius { return celsius(x) }))
		case 17:
			roundTrip(t, rapid.Map(rapid.Int64(), func(x int64) time.Duration { return time.Duration(x) }))
		case 18:
			roundTrip(t, rapid.Map(f, func(x float64) level { return level(x) }))
		case 19:
			roundTrip(t, rapid.Map(rapid.Bool(), func(x bool) flag { return flag(x) }))
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		f := rapid.Float64()
		roundTrip(t, rapid.Map(rapid.Uint16(), func(x uint16) count { return count(x) }))
		roundTrip(t, rapid.Map(rapid.Int16(), func(x int16) word16 { return word16(x) }))
		roundTrip(t, rapid.Map(f, func(x float64) phasor { return phasor(complex(x, -1)) }))
		roundTrip(t, rapid.Map(f, func(x float64) wave { return wave(complex(x, -1)) }))
	})
}

// Arrays of more than one chunk, in either order, keep their elements.
func TestLarge(t *testing.T) {
	a := nd.Arange(0, 3*chunkBytes/8+5, 1).Reshape(-1, 1).BroadcastTo(3*chunkBytes/8+5, 2)
	for _, x := range []*nd.Array[int]{a, a.Copy(), a.Copy().T()} {
		var buf bytes.Buffer
		require.NoError(t, Write(&buf, x))
		y, err := Read[int](&buf)
		require.NoError(t, err)
		assert.Equal(t, x.Shape(), y.Shape())
		assert.Equal(t, x.Elements(), y.Elements())
		assert.Equal(t, y.Size(), cap(y.View().Data))
	}
}

// NaNs keep their payloads, signalling ones too.
func TestBits(t *testing.T) {
	in := file(1, dict("<f4", "False", "(2,)"), "\x01\x00\xa0\x7f\xff\xff\xff\xff")
	for _, again := range []func() (*bytes.Buffer, error){
		func() (*bytes.Buffer, error) { return copyFile[float32](in) },
		func() (*bytes.Buffer, error) { return copyFile[level](in) },
	} {
		b, err := again()
		require.NoError(t, err)
		assert.Equal(t, in[len(in)-8:], b.String()[b.Len()-8:])
	}
}

func copyFile[T any](s string) (*bytes.Buffer, error) {
	a, err := readString[T](s)
	if err != nil {
		return nil, err
	}
	b := new(bytes.Buffer)
	return b, Write(b, a)
}

func TestFiles(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.npy")
	a := nd.Arange(0.0, 6, 1).Reshape(2, 3)
	require.NoError(t, WriteFile(name, a))
	b, err := ReadFile[float64](name)
	require.NoError(t, err)
	assert.Equal(t, a.Elements(), b.Elements())
	_, err = ReadFile[float64](name + "x")
	assert.ErrorIs(t, err, fs.ErrNotExist)
	_, err = ReadFile[float32](name)
	assert.ErrorAs(t, err, new(*nd.TypeError))
	assert.ErrorContains(t, err, name)
	require.NoError(t, os.WriteFile(name, nil, 0o666))
	_, err = ReadFile[float64](name)
	assert.ErrorAs(t, err, new(*FormatError))
	assert.ErrorIs(t, WriteFile(filepath.Join(name, "x"), a), err2(os.Create(filepath.Join(name, "x"))).(*fs.PathError).Err)
}

func err2(_ any, err error) error { return err }

func TestZip(t *testing.T) {
	var buf bytes.Buffer
	w := zip.NewWriter(&buf)
	require.NoError(t, WriteZip(w, "x", nd.Of(1, 2, 3)))
	require.NoError(t, WriteZip(w, "dir/y", nd.Scalar(0.5)))
	assert.ErrorAs(t, WriteZip(w, "z", nd.Of("")), new(*nd.TypeError))
	require.NoError(t, w.Close())
	r, err := zip.NewReader(bytes.NewReader(buf.Bytes()), int64(buf.Len()))
	require.NoError(t, err)
	assert.Len(t, r.File, 2)
	x, err := ReadZip[int](r, "x")
	require.NoError(t, err)
	assert.Equal(t, []int{1, 2, 3}, x.Elements())
	y, err := ReadZip[float64](r, "dir/y")
	require.NoError(t, err)
	assert.Equal(t, 0.5, y.Item())
	_, err = ReadZip[int](r, "none")
	assert.ErrorIs(t, err, fs.ErrNotExist)
	_, err = ReadZip[int](r, "dir/y")
	assert.ErrorAs(t, err, new(*nd.TypeError))

	// Damage to the elements is found by the checksum.
	buf.Reset()
	w = zip.NewWriter(&buf)
	f, err := w.CreateHeader(&zip.FileHeader{Name: "x.npy", Method: zip.Store})
	require.NoError(t, err)
	require.NoError(t, Write(f, nd.Of[int32](0x12345678)))
	require.NoError(t, w.Close())
	b := bytes.Replace(buf.Bytes(), []byte("\x78\x56\x34\x12"), []byte("\x78\x56\x34\x13"), 1)
	r, err = zip.NewReader(bytes.NewReader(b), int64(len(b)))
	require.NoError(t, err)
	_, err = ReadZip[int32](r, "x")
	assert.ErrorIs(t, err, zip.ErrChecksum)
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(file(1, dict("<f8", "True", "(1, 2)"), strings.Repeat("x", 16))))
	f.Add([]byte(file(2, dict(">c16", "False", "()"), strings.Repeat("x", 16))))
	f.Add([]byte(file(3, dict("|b1", "False", "(3,)"), "xxx")))
	f.Fuzz(func(t *testing.T, b []byte) {
		r := bytes.NewReader(b)
		h, err := ReadHeader(r)
		if err != nil {
			return
		}
		if a, err := readAny(r, h); err == nil {
			_ = fmt.Sprintf("%+v", a)
		}
	})
}
