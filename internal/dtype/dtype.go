// Package dtype names the element kinds that kernels know and describes, for
// any Go type, how the evaluator may hold blocks of it.
package dtype

import (
	"reflect"
	"strconv"
	"sync"
	"sync/atomic"
	"unsafe"
)

// A Kind is the machine representation of an element type. Named types have
// the kind of their underlying type; int, uint and uintptr have the kind of
// their width on this machine.
type Kind uint8

// The kinds. Other stands for every type without a kind of its own.
const (
	Other Kind = iota
	Bool
	Int8
	Int16
	Int32
	Int64
	Uint8
	Uint16
	Uint32
	Uint64
	Float32
	Float64
	Complex64
	Complex128
	NumKinds
)

var kindNames = [NumKinds]string{"other", "bool", "int8", "int16", "int32", "int64",
	"uint8", "uint16", "uint32", "uint64", "float32", "float64", "complex64", "complex128"}

var kindSizes = [NumKinds]uintptr{0, 1, 1, 2, 4, 8, 1, 2, 4, 8, 4, 8, 8, 16}

func (k Kind) String() string { return kindNames[k] }

// Size is the number of bytes of an element of kind k, 0 for Other.
func (k Kind) Size() uintptr { return kindSizes[k] }

// A Set is a set of kinds.
type Set uint32

// The sets that operations are defined over.
const (
	Signed   Set = 1<<Int8 | 1<<Int16 | 1<<Int32 | 1<<Int64
	Unsigned Set = 1<<Uint8 | 1<<Uint16 | 1<<Uint32 | 1<<Uint64
	Integers     = Signed | Unsigned
	Floats   Set = 1<<Float32 | 1<<Float64
	Real         = Integers | Floats
	Complex  Set = 1<<Complex64 | 1<<Complex128
	Numbers      = Real | Complex
	Booleans Set = 1 << Bool
	All          = Numbers | Booleans
)

// Of returns the set that holds only k.
func Of(k Kind) Set { return 1 << k }

// Has reports whether k is in s.
func (s Set) Has(k Kind) bool { return s>>k&1 != 0 }

// A Type describes an element type to code that is not generic. Types are
// compared by pointer: there is one for each Go type.
type Type struct {
	Kind Kind
	Size uintptr
	Go   reflect.Type

	address uintptr // of Go

	// For kind Other only: such elements may hold pointers, so blocks of them
	// are real []T that the garbage collector knows.
	New func(n int) unsafe.Pointer // a block of n zero elements
	// Move copies n elements; the strides are in elements. It is an assignment
	// of each element, with its write barrier.
	Move func(dst unsafe.Pointer, dstStride int, src unsafe.Pointer, srcStride, n int)
}

func (t *Type) String() string { return t.Go.String() }

var types sync.Map // reflect.Type -> *Type

// basic holds the Types of the predeclared types, which need no map look-up.
var basic = [NumKinds]*Type{
	Bool: plain[bool](), Int8: plain[int8](), Int16: plain[int16](),
	Int32: plain[int32](), Int64: plain[int64](), Uint8: plain[uint8](),
	Uint16: plain[uint16](), Uint32: plain[uint32](), Uint64: plain[uint64](),
	Float32: plain[float32](), Float64: plain[float64](),
	Complex64: plain[complex64](), Complex128: plain[complex128](),
}

func plain[T any]() *Type { return describe(reflect.TypeFor[T]()) }

func describe(g reflect.Type) *Type {
	return &Type{Kind: KindOf(g), Size: g.Size(), Go: g, address: address(g)}
}

// Is reports whether t describes g.
func (t *Type) Is(g reflect.Type) bool { return t.address == address(g) }

// Basic returns the Type of the predeclared type of kind k (not Other).
func Basic(k Kind) *Type { return basic[k] }

// TypeFor returns the Type of T.
func TypeFor[T any]() *Type {
	g := reflect.TypeFor[T]()
	if t := lookup(g); t != nil {
		return t
	}
	t := describe(g)
	if t.Kind == Other {
		t.New, t.Move = newBlock[T], move[T]
	}
	return enter(t)
}

// lookup and enter are not part of TypeFor, lest every package that uses nd
// compile the map of types again.

//go:noinline
func lookup(g reflect.Type) *Type {
	p := address(g)
	recent := &recent[p>>5%uintptr(len(recent))]
	t := recent.Load()
	if t != nil && t.address == p {
		return t
	}
	if k := KindOf(g); k != Other && basic[k].Go == g {
		t = basic[k]
	} else if u, ok := types.Load(g); ok {
		t = u.(*Type)
	} else {
		return nil
	}
	recent.Store(t)
	return t
}

// recent holds types looked up, each at a place that its address gives:
// operations on small arrays feel every look-up.
var recent [64]atomic.Pointer[Type]

// address returns what tells types apart: the word of g that points to the
// type's description, which never moves.
func address(g reflect.Type) uintptr {
	return uintptr((*[2]unsafe.Pointer)(unsafe.Pointer(&g))[1])
}

//go:noinline
func enter(t *Type) *Type {
	u, _ := types.LoadOrStore(t.Go, t)
	return u.(*Type)
}

func newBlock[T any](n int) unsafe.Pointer {
	return unsafe.Pointer(unsafe.SliceData(make([]T, n)))
}

func move[T any](dst unsafe.Pointer, ds int, src unsafe.Pointer, ss, n int) {
	var z T
	size := int(unsafe.Sizeof(z))
	for i := range n {
		*(*T)(unsafe.Add(dst, i*ds*size)) = *(*T)(unsafe.Add(src, i*ss*size))
	}
}

// KindFor returns the kind of T.
func KindFor[T any]() Kind { return KindOf(reflect.TypeFor[T]()) }

// KindOf returns the kind of a type.
func KindOf(g reflect.Type) Kind { return kinds[g.Kind()] }

// kinds maps reflect's kinds to ours; those not named are Other.
var kinds = [reflect.UnsafePointer + 1]Kind{
	reflect.Bool: Bool,
	reflect.Int8: Int8, reflect.Int16: Int16, reflect.Int32: Int32, reflect.Int64: Int64,
	reflect.Uint8: Uint8, reflect.Uint16: Uint16, reflect.Uint32: Uint32, reflect.Uint64: Uint64,
	reflect.Int: Int32 + Kind(strconv.IntSize/64), reflect.Uint: Uint32 + Kind(strconv.IntSize/64),
	reflect.Uintptr: Uint32 + Kind(unsafe.Sizeof(uintptr(0))/8),
	reflect.Float32: Float32, reflect.Float64: Float64,
	reflect.Complex64: Complex64, reflect.Complex128: Complex128,
}
