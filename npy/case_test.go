package npy

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ndgo/nd"
)

// The tests of this file are named after faults reported against other readers.

const cases = "../testdata/cases/npy"

func readCase[T any](t *testing.T, name string) (*nd.Array[T], error) {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(cases, name))
	require.NoError(t, err)
	return Read[T](bytes.NewReader(b))
}

// holds checks what a file holds.
func holds[T any](t *testing.T, name string, shape []int, want ...T) {
	t.Helper()
	a, err := readCase[T](t, name)
	if assert.NoError(t, err, name) {
		assert.Equal(t, shape, a.Shape(), name)
		assert.Equal(t, want, a.Elements(), name)
	}
}

func refused[T any](t *testing.T, name string) {
	t.Helper()
	a, err := readCase[T](t, name)
	assert.Error(t, err, name)
	assert.Nil(t, a, name)
}

// Column-major order.
func TestCaseNpy01(t *testing.T) {
	holds[int32](t, "f_2x3_i4.npy", []int{2, 3}, 0, 1, 2, 3, 4, 5)
	holds[float64](t, "f_2x3x4_f8.npy", []int{2, 3, 4},
		0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23, 100, 101, 102, 103, 110, 111, 112, 113, 120, 121, 122, 123)
	holds[float32](t, "f_1d_true.npy", []int{5}, 0, 1, 2, 3, 4)
	holds[uint16](t, "f_sq_3x3_u2.npy", []int{3, 3}, 0, 1, 2, 3, 4, 5, 6, 7, 8)

	a, err := readCase[int32](t, "f_2x3_i4.npy")
	require.NoError(t, err)
	for _, v := range []*nd.Array[int32]{a, a.T(), a.Slice(nd.Step(-1), nd.Step(2))} {
		var b bytes.Buffer
		require.NoError(t, Write(&b, v))
		again, err := Read[int32](&b)
		require.NoError(t, err)
		assert.Equal(t, v.Shape(), again.Shape())
		assert.Equal(t, v.Elements(), again.Elements())
	}
}

// Versions, and headers in other hands.
func TestCaseNpy03(t *testing.T) {
	for _, name := range []string{"v2_f4", "v3_f4", "v1_pad16", "v1_keys_reordered", "v1_double_quotes", "v1_no_newline", "v2_long_header", "v1_python2_long"} {
		holds[float32](t, name+".npy", []int{3}, 1.5, 2.5, -3.5)
	}
	refused[float32](t, "v4_unknown.npy")
}

// Bool data, and bytes that are neither 0 nor 1.
func TestCaseNpy05(t *testing.T) {
	for _, name := range []string{"bool_2x3.npy", "bool_f_2x3.npy"} {
		holds(t, name, []int{2, 3}, true, false, true, false, false, true)
	}
	holds(t, "bool_bad_bytes.npy", []int{4}, false, true, true, true)
	x, err := readCase[bool](t, "bool_bad_bytes.npy")
	require.NoError(t, err)
	n := 0
	for v := range x.Values() {
		if v == true {
			n++
		}
	}
	assert.Equal(t, 3, n)
	assert.Equal(t, []bool{true, false, false, false}, x.Not().Elements())
	assert.Equal(t, []uint8{0, 1, 1, 1}, nd.As[uint8](x).Must().Elements())

	_, err = readCase[int64](t, "bool_2x3.npy")
	assert.ErrorAs(t, err, new(*nd.TypeError))
	assert.ErrorContains(t, err, "int64")
}

// Files cut short, damaged, joined.
func TestCaseNpy07(t *testing.T) {
	for _, name := range []string{"trunc_last_element", "trunc_mid_element", "trunc_no_data", "trunc_header", "trunc_magic_only", "empty_file", "wrong_magic"} {
		refused[float64](t, name+".npy")
	}
	want := []float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}
	holds(t, "trailing_5_bytes.npy", []int{3, 4}, want...)

	b, err := os.ReadFile(filepath.Join(cases, "two_arrays.npy"))
	require.NoError(t, err)
	r := bytes.NewReader(b)
	first, err := Read[float64](r)
	require.NoError(t, err)
	assert.Equal(t, want, first.Elements())
	second, err := Read[int32](r)
	require.NoError(t, err)
	assert.Equal(t, []int32{7, 8}, second.Elements())
	assert.Zero(t, r.Len())
}
