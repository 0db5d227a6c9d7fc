package npy

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ndgo/nd"
	"github.com/ndgo/nd/internal/conformance"
)

// readAny reads the data after a header of any type.
func readAny(r io.Reader, h Header) (any, error) {
	switch h.code {
	case "b1":
		return orNil(ReadData[bool](r, h))
	case "i1":
		return orNil(ReadData[int8](r, h))
	case "i2":
		return orNil(ReadData[int16](r, h))
	case "i4":
		return orNil(ReadData[int32](r, h))
	case "i8":
		return orNil(ReadData[int64](r, h))
	case "u1":
		return orNil(ReadData[uint8](r, h))
	case "u2":
		return orNil(ReadData[uint16](r, h))
	case "u4":
		return orNil(ReadData[uint32](r, h))
	case "u8":
		return orNil(ReadData[uint64](r, h))
	case "f4":
		return orNil(ReadData[float32](r, h))
	case "f8":
		return orNil(ReadData[float64](r, h))
	case "c8":
		return orNil(ReadData[complex64](r, h))
	case "c16":
		return orNil(ReadData[complex128](r, h))
	}
	panic("unknown code " + h.code)
}

func orNil[T any](a *nd.Array[T], err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return a, nil
}

// text returns the elements of an array as the index of the data writes them:
// floats by their bits, integers of 64 bits as strings. It also returns what
// Write makes of the array.
func text(t *testing.T, a any) (shape []int, v []any, written []byte) {
	switch a := a.(type) {
	case *nd.Array[bool]:
		return texts(t, a, func(x bool) any { return x })
	case *nd.Array[int8]:
		return texts(t, a, number[int8])
	case *nd.Array[int16]:
		return texts(t, a, number[int16])
	case *nd.Array[int32]:
		return texts(t, a, number[int32])
	case *nd.Array[int64]:
		return texts(t, a, func(x int64) any { return strconv.FormatInt(x, 10) })
	case *nd.Array[uint8]:
		return texts(t, a, number[uint8])
	case *nd.Array[uint16]:
		return texts(t, a, number[uint16])
	case *nd.Array[uint32]:
		return texts(t, a, number[uint32])
	case *nd.Array[uint64]:
		return texts(t, a, func(x uint64) any { return strconv.FormatUint(x, 10) })
	case *nd.Array[float32]:
		return texts(t, a, func(x float32) any { return bits32(x) })
	case *nd.Array[float64]:
		return texts(t, a, func(x float64) any { return bits64(x) })
	case *nd.Array[complex64]:
		return texts(t, a, func(x complex64) any { return []any{bits32(real(x)), bits32(imag(x))} })
	case *nd.Array[complex128]:
		return texts(t, a, func(x complex128) any { return []any{bits64(real(x)), bits64(imag(x))} })
	}
	panic(fmt.Sprintf("array of type %T", a))
}

func texts[T any](t *testing.T, a *nd.Array[T], text func(T) any) (shape []int, v []any, written []byte) {
	var b bytes.Buffer
	require.NoError(t, Write(&b, a))
	v = []any{}
	for x := range a.Values() {
		v = append(v, text(x))
	}
	return a.Shape(), v, b.Bytes()
}

func number[T nd.Integer](x T) any { return json.Number(fmt.Sprint(x)) }

func bits32(x float32) any {
	if x != x {
		return "7fc00000"
	}
	return fmt.Sprintf("%08x", math.Float32bits(x))
}

func bits64(x float64) any {
	if x != x {
		return "7ff8000000000000"
	}
	return fmt.Sprintf("%016x", math.Float64bits(x))
}

// Every file of the reference data is read as it should be, or refused; what
// NumPy wrote, Write writes in the same bytes.
func TestConformance(t *testing.T) {
	dir := filepath.Join(conformance.Dir(t), "npy")
	index := conformance.Open(t, filepath.Join("npy", "index.json"))
	var files []struct {
		File, Status, Writer, Descr string
		Version                     [2]int
		FortranOrder                bool `json:"fortran_order"`
		Array                       *struct {
			Dtype string
			Shape []int
			V     []any
		}
	}
	d := json.NewDecoder(index)
	d.UseNumber()
	require.NoError(t, d.Decode(&files))
	counts := map[string]int{}
	for _, f := range files {
		b, err := os.ReadFile(filepath.Join(dir, f.File))
		require.NoError(t, err)
		r := bytes.NewReader(b)
		var a any
		h, err := ReadHeader(r)
		if err == nil {
			a, err = readAny(r, h)
		}
		if f.Status == "invalid" || f.Status == "optional" && err != nil {
			assert.Error(t, err, f.File)
			counts["refused, "+f.Status]++
			continue
		}
		if !assert.NoError(t, err, f.File) {
			continue
		}
		counts["read, "+f.Status]++
		if f.Status == "valid" && f.Version[0] != 0 {
			assert.Equal(t, f.Version, h.Version, f.File)
		}
		if f.Descr != "" {
			assert.Equal(t, f.Descr, h.Descr, f.File)
			assert.Equal(t, f.FortranOrder, h.FortranOrder, f.File)
		}
		shape, v, written := text(t, a)
		if f.Array != nil {
			assert.Equal(t, f.Array.Shape, shape, f.File)
			assert.Equal(t, f.Array.V, v, f.File)
		}
		if f.Writer == "numpy.save" {
			assert.Equal(t, b, written, f.File)
			counts["written as NumPy does"]++
		}
	}
	t.Log(counts)
}
