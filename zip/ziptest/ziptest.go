// Package ziptest checks types that implement zip.Viewer.
package ziptest

import (
	"errors"
	"fmt"
	"slices"
	"unsafe"

	"github.com/ndgo/nd/internal/layout"
	"github.com/ndgo/nd/zip"
)

// TestViewer checks that v can be relied upon as an operand, and returns all
// that it finds wrong, or nil. Call it in a test of your own, for views of
// several kinds: without axes, with an axis of length 0, with negative strides.
//
//	if err := ziptest.TestViewer(v); err != nil {
//		t.Error(err)
//	}
//
// It checks that
//
//   - the view has as many strides as axes, no negative length, a number of
//     elements that an int can hold, and all its elements within its data;
//   - a view whose elements share memory is marked read-only;
//   - View returns the same whenever it is called: the same memory, not a copy
//     of it, the same shape and the same strides, also when it is called from
//     several goroutines at once (which only the race detector can see);
//   - walking over v visits as many elements as the shape promises.
//
// TestViewer reads elements and writes none.
func TestViewer[T any](v zip.Viewer[T]) (err error) {
	if v == nil {
		return errors.New("ziptest: viewer is nil")
	}
	var errs []error
	fail := func(format string, args ...any) { errs = append(errs, fmt.Errorf("ziptest: "+format, args...)) }
	defer func() {
		if p := recover(); p != nil {
			fail("panic: %v", p)
		}
		err = errors.Join(errs...)
	}()

	first := v.View()
	shape, strides := slices.Clone(first.Shape), slices.Clone(first.Strides)
	same := func(when string, u zip.View[T]) {
		if unsafe.SliceData(u.Data) != unsafe.SliceData(first.Data) || len(u.Data) != len(first.Data) {
			fail("%s, View has other data", when)
		}
		if !slices.Equal(u.Shape, shape) {
			fail("%s, View has shape %v, not %v", when, u.Shape, shape)
		}
		if !slices.Equal(u.Strides, strides) {
			fail("%s, View has strides %v, not %v", when, u.Strides, strides)
		}
		if u.Offset != first.Offset {
			fail("%s, View has offset %d, not %d", when, u.Offset, first.Offset)
		}
		if u.ReadOnly != first.ReadOnly {
			fail("%s, View has ReadOnly %v, not %v", when, u.ReadOnly, first.ReadOnly)
		}
	}
	same("when called again", v.View())
	type result struct {
		view  zip.View[T]
		panic any
	}
	results := make(chan result)
	for range 2 {
		go func() {
			var r result
			defer func() {
				r.panic = recover()
				results <- r
			}()
			r.view = v.View()
		}()
	}
	for range 2 {
		if r := <-results; r.panic != nil {
			fail("when called from another goroutine, View panics: %v", r.panic)
		} else {
			same("when called from another goroutine", r.view)
		}
	}

	if invalid := first.Check("view"); invalid != nil {
		fail("view is not valid: %w", invalid)
		return nil // the rest would leave the memory
	}
	if !first.ReadOnly && layout.SelfOverlap(layout.Layout{Shape: shape, Strides: strides, Offset: first.Offset}) {
		fail("elements of shape %v, strides %v share memory, but ReadOnly is not set", shape, strides)
	}

	// More elements than fit in memory are easily promised by strides of 0.
	const most = 1 << 20
	size, visited := layout.Size(shape), 0
	if size <= most {
		zip.Each1(v, func(*T) { visited++ })
		if visited != size {
			fail("a walk visits %d elements of %d", visited, size)
		}
		same("after a walk", v.View())
	}
	return nil
}
