// Package fresh allocates memory for results.
//
// A result is written whole before anybody sees it, so that clearing its memory
// first is work for nothing; for a cheap operation it is a third of all work.
// Package fresh allocates without it. The memory is ordinary Go memory, which
// the collector manages; there is no pool.
package fresh

import (
	"reflect"
	"strings"
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/hugepage"
)

// least is the size in bytes from which memory is not cleared: below, clearing
// costs less than finding out that it need not be.
const least = 1 << 10

// Make returns a slice of n elements that hold anything. The caller sets every
// one of them before the slice gets out, and drops it if that fails. Elements
// that may hold pointers are zero.
func Make[T any](n int) []T {
	var z T
	if p := uncleared(reflect.TypeFor[T](), uintptr(n)*unsafe.Sizeof(z)); p != nil {
		return unsafe.Slice((*T)(p), n)
	}
	return make([]T, n)
}

// uncleared returns size bytes for elements of type t, or nil if they are to be
// made in the usual way.
//
//go:noinline
func uncleared(t reflect.Type, size uintptr) unsafe.Pointer {
	if size < least || zeroed || dtype.KindOf(t) == dtype.Other {
		return nil
	}
	// The memory of strings.Builder is what Go offers without clearing it. It
	// holds no pointers, has exactly the capacity asked for or a little more, and
	// is aligned as any allocation of its size is: at least to words. Were it
	// cleared one day, this would be slower and as right.
	var b strings.Builder
	b.Grow(int(size))
	b.WriteByte(0) // the address of an empty string is not specified
	p := unsafe.Pointer(unsafe.StringData(b.String()))
	hugepage.Advise(p, size)
	if poisoned {
		poison(unsafe.Slice((*byte)(p), size))
	}
	return p
}

// poison fills memory with what is unlikely to be a result, so that tests find
// elements that were not set.
func poison(b []byte) {
	for i := range b {
		b[i] = 0xa5
	}
}
