package lazy

import (
	"reflect"
	"sync"
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/errs"
	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/ops"
)

// A check is a pass over the data before the first write: over the divisors,
// exponents or shift counts of one step, or over operands that may hold nil.
type check struct {
	op    string      // the step, for the error
	shape []int       // shape of the step's result
	what  ops.Check   // NoCheck: look for nil
	kind  dtype.Kind  // of the operand
	typ   *dtype.Type // of the operand
	arg   *node       // the operand
	pass  stage       // computes the operand; its last slot is the checker's block
}

// holds reports whether the one value at p passes the check.
func holds(c ops.Check, k dtype.Kind, p unsafe.Pointer) bool { return firstBad(c, k, p, 1) < 0 }

// firstBad returns the index of the first of n values that fails the check, -1
// if all pass.
func firstBad(c ops.Check, k dtype.Kind, p unsafe.Pointer, n int) int {
	switch k {
	case dtype.Int8:
		return scan(c, unsafe.Slice((*int8)(p), n))
	case dtype.Int16:
		return scan(c, unsafe.Slice((*int16)(p), n))
	case dtype.Int32:
		return scan(c, unsafe.Slice((*int32)(p), n))
	case dtype.Int64:
		return scan(c, unsafe.Slice((*int64)(p), n))
	case dtype.Uint8:
		return scan(c, unsafe.Slice((*uint8)(p), n))
	case dtype.Uint16:
		return scan(c, unsafe.Slice((*uint16)(p), n))
	case dtype.Uint32:
		return scan(c, unsafe.Slice((*uint32)(p), n))
	case dtype.Uint64:
		return scan(c, unsafe.Slice((*uint64)(p), n))
	}
	return -1
}

type integer interface {
	~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32 | ~uint64
}

func scan[T integer](c ops.Check, x []T) int {
	if c == ops.NonZero {
		for i, v := range x {
			if v == 0 {
				return i
			}
		}
		return -1
	}
	for i, v := range x {
		if v < 0 {
			return i
		}
	}
	return -1
}

// checkBlock is how many elements a checker looks at a time.
const checkBlock = 1024

// A checker runs a check's program into a block and scans it. It stops at the
// first bad value.
type checker struct {
	c     *check
	block [checkBlock]uint64
	bad   bool
}

// Run is called by the loop nest for each of its segments.
func (k *checker) Run(f *prog.Frame, n int) {
	last := len(f.Slots) - 1
	size := int(k.c.typ.Size)
	f.Slots[last] = prog.Operand{Ptr: unsafe.Pointer(&k.block), Stride: size}
	var starts [8]unsafe.Pointer
	saved := starts[:0]
	for i := range last {
		saved = append(saved, f.Slots[i].Ptr)
	}
	for done := 0; done < n && !k.bad; done += checkBlock {
		for i := range last {
			f.Slots[i].Ptr = unsafe.Add(saved[i], done*f.Slots[i].Stride)
		}
		m := min(checkBlock, n-done)
		k.c.pass.prog.Run(f, m)
		k.bad = firstBad(k.c.what, k.c.kind, unsafe.Pointer(&k.block), m) >= 0
	}
	for i := range last {
		f.Slots[i].Ptr = saved[i]
	}
}

// fault makes the error of the first bad value, with its place in the step's
// result. values holds the operand in C order over its own shape.
func (c *check) fault(values unsafe.Pointer, n int) error {
	i := firstBad(c.what, c.kind, values, n)
	e := errs.DomainError{Op: c.op, Shape: c.shape, Index: place(i, c.arg.shape, c.shape), Value: valueAt(c.kind, values, i)}
	if c.what == ops.NonZero {
		return &errs.DivideError{DomainError: e}
	}
	return &e
}

// place turns the flat index i of an operand of shape sub into the first index
// of the result that it broadcasts to.
func place(i int, sub, shape []int) []int {
	at := make([]int, len(shape))
	for k := len(sub) - 1; k >= 0; k-- {
		at[len(shape)-len(sub)+k] = i % sub[k]
		i /= sub[k]
	}
	return at
}

func valueAt(k dtype.Kind, p unsafe.Pointer, i int) any {
	p = unsafe.Add(p, i*int(k.Size()))
	switch k {
	case dtype.Int8:
		return int64(*(*int8)(p))
	case dtype.Int16:
		return int64(*(*int16)(p))
	case dtype.Int32:
		return int64(*(*int32)(p))
	case dtype.Int64:
		return *(*int64)(p)
	}
	return uint64(0) // an unsigned value fails only by being zero
}

// firstNil looks for a nil among the elements of a leaf of pointers, in C
// order.
func firstNil(n *node, base unsafe.Pointer) []int {
	lay := &n.leaf.lay
	at := make([]int, len(lay.Shape))
	for {
		off := lay.Offset
		for k, i := range at {
			off += i * lay.Strides[k]
		}
		if *(*unsafe.Pointer)(unsafe.Add(base, off*int(n.typ.Size))) == nil {
			return at
		}
		k := len(at) - 1
		for ; k >= 0; k-- {
			if at[k]++; at[k] < lay.Shape[k] {
				break
			}
			at[k] = 0
		}
		if k < 0 {
			return nil
		}
	}
}

// checkers are pooled, as each holds a block.
var checkers = sync.Pool{New: func() any { return new(checker) }}

// isPointer reports whether elements of type t can be nil where a method would
// be called on them.
func isPointer(t *dtype.Type) bool { return t.Go.Kind() == reflect.Pointer }
