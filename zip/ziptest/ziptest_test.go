package ziptest_test

import (
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/ndgo/nd/zip"
	"github.com/ndgo/nd/zip/ziptest"
)

// A viewerFunc has the view that a function returns.
type viewerFunc func() zip.View[int]

func (f viewerFunc) View() zip.View[int] { return f() }

func TestGood(t *testing.T) {
	data := make([]int, 12)
	for _, v := range []zip.View[int]{
		zip.FromSlice(data[:1]),
		zip.FromSlice(data, 3, 4),
		zip.FromSlice(data[:0], 3, 0),
		{Data: data, Shape: []int{3, 4}, Strides: []int{-4, -1}, Offset: 11},
		{Data: data, Shape: []int{3, 1000, 100000}, Strides: []int{1, 0, 0}, ReadOnly: true},
		{Shape: []int{0, 5}, Strides: []int{7, 7}, Offset: 3},
	} {
		if err := ziptest.TestViewer(v); err != nil {
			t.Errorf("%v: %v", v.Shape, err)
		}
		if err := ziptest.TestViewer(zip.Out(v)); err != nil && !v.ReadOnly {
			t.Errorf("%v: %v", v.Shape, err)
		}
	}
}

func TestBad(t *testing.T) {
	data := make([]int, 12)
	good := zip.FromSlice(data, 3, 4)
	var calls atomic.Int32
	for name, x := range map[string]struct {
		v    zip.Viewer[int]
		want string
	}{
		"nil":      {nil, "viewer is nil"},
		"strides":  {zip.View[int]{Data: data, Shape: []int{3}}, "0 strides for 1 axis"},
		"negative": {zip.View[int]{Data: data, Shape: []int{-3}, Strides: []int{1}}, "not valid"},
		"outside":  {zip.View[int]{Data: data, Shape: []int{13}, Strides: []int{1}}, "not valid"},
		"before":   {zip.View[int]{Data: data, Shape: []int{3}, Strides: []int{-1}, Offset: 1}, "not valid"},
		"overflow": {zip.View[int]{Data: data, Shape: []int{1 << 30, 1 << 30, 1 << 30}, Strides: []int{0, 0, 0}, ReadOnly: true}, "not valid"},
		"shared":   {zip.View[int]{Data: data, Shape: []int{3, 4}, Strides: []int{1, 1}}, "share memory, but ReadOnly is not set"},
		"copies": {viewerFunc(func() zip.View[int] {
			v := good
			v.Data = slices.Clone(data)
			return v
		}), "has other data"},
		"changes": {viewerFunc(func() zip.View[int] {
			if calls.Add(1) == 1 {
				return good
			}
			return zip.View[int]{Data: data, Shape: []int{4, 2}, Strides: []int{1, 4}, Offset: 1, ReadOnly: true}
		}), "has shape [4 2], not [3 4]\nziptest: when called again, View has strides [1 4], not [4 1]\n" +
			"ziptest: when called again, View has offset 1, not 0\nziptest: when called again, View has ReadOnly true, not false"},
		"panics":       {viewerFunc(func() zip.View[int] { panic("no view") }), "panic: no view"},
		"panics later": {&later{}, "from another goroutine, View panics: too often"},
	} {
		err := ziptest.TestViewer(x.v)
		if err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: got %v, want %s", name, err, x.want)
		}
	}
}

// later panics from the third call of View on.
type later struct{ calls atomic.Int32 }

func (l *later) View() zip.View[int] {
	if l.calls.Add(1) > 2 {
		panic("too often")
	}
	return zip.View[int]{Data: one[:], Shape: []int{1}, Strides: []int{1}}
}

var one [1]int
