package block

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
)

// same reports whether two memories hold the same bits, any NaN being any NaN.
func (m memory) same(o memory) bool {
	if bytes.Equal(m.raw, o.raw) {
		return true
	}
	for i := range m.n {
		if !agree(m.at(i), o.at(i), 0) {
			return false
		}
	}
	return bytes.Equal(m.raw[:guard], o.raw[:guard]) && bytes.Equal(m.raw[len(m.raw)-guard:], o.raw[len(o.raw)-guard:])
}

// A memory is a block of elements of a kind between two guard bands.
type memory struct {
	kind dtype.Kind
	n    int
	raw  []byte
}

const guard = 64

func newMemory(k dtype.Kind, n int) memory {
	words := make([][2]uint64, (n*int(k.Size())+2*guard)/16+1)
	m := memory{k, n, unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), n*int(k.Size())+2*guard)}
	for i := range m.raw {
		m.raw[i] = 0xa5
	}
	return m
}

func (m memory) ptr() unsafe.Pointer { return unsafe.Pointer(&m.raw[guard]) }

func (m memory) bytes() []byte { return m.raw[guard : len(m.raw)-guard] }

// intact reports whether nothing but the first n elements has been written to
// since newMemory.
func (m memory) intact(n int) bool {
	for i, b := range m.raw {
		if (i < guard || i >= guard+n*int(m.kind.Size())) && b != 0xa5 {
			return false
		}
	}
	return true
}

func (m memory) clone() memory {
	c := newMemory(m.kind, m.n)
	copy(c.raw, m.raw)
	return c
}

func (m memory) at(i int) any { return load1(m.kind, unsafe.Add(m.ptr(), i*int(m.kind.Size()))) }

func (m memory) set(i int, v any) { store1(m.kind, unsafe.Add(m.ptr(), i*int(m.kind.Size())), v) }

func load1(k dtype.Kind, p unsafe.Pointer) any {
	switch k {
	case dtype.Bool:
		return *(*uint8)(p) != 0
	case dtype.Int8:
		return *(*int8)(p)
	case dtype.Int16:
		return *(*int16)(p)
	case dtype.Int32:
		return *(*int32)(p)
	case dtype.Int64:
		return *(*int64)(p)
	case dtype.Uint8:
		return *(*uint8)(p)
	case dtype.Uint16:
		return *(*uint16)(p)
	case dtype.Uint32:
		return *(*uint32)(p)
	case dtype.Uint64:
		return *(*uint64)(p)
	case dtype.Float32:
		return *(*float32)(p)
	case dtype.Float64:
		return *(*float64)(p)
	case dtype.Complex64:
		return *(*complex64)(p)
	case dtype.Complex128:
		return *(*complex128)(p)
	}
	panic(fmt.Sprint("no kind ", k))
}

func store1(k dtype.Kind, p unsafe.Pointer, v any) {
	switch v := v.(type) {
	case bool:
		*(*bool)(p) = v
	case int8:
		*(*int8)(p) = v
	case int16:
		*(*int16)(p) = v
	case int32:
		*(*int32)(p) = v
	case int64:
		*(*int64)(p) = v
	case uint8:
		*(*uint8)(p) = v
	case uint16:
		*(*uint16)(p) = v
	case uint32:
		*(*uint32)(p) = v
	case uint64:
		*(*uint64)(p) = v
	case float32:
		*(*float32)(p) = v
	case float64:
		*(*float64)(p) = v
	case complex64:
		*(*complex64)(p) = v
	case complex128:
		*(*complex128)(p) = v
	default:
		panic(fmt.Sprintf("no kind %v for %T", k, v))
	}
}

var specialInts = []int64{0, 1, -1, 2, -2, 3, 7, -7, 8, 10, 31, 32, 33, 63, 64, 65, 100, 127, -127, -128, 128, 255, 256,
	math.MaxInt16, math.MinInt16, math.MaxUint16, math.MaxInt32, math.MinInt32, math.MinInt32 + 1, math.MaxUint32,
	1<<53 + 1, math.MaxInt64, math.MinInt64, math.MinInt64 + 1}

var specialFloats = []float64{0, math.Copysign(0, -1), 1, -1, 2, -2, 3, 0.1, 0.5, -0.5, 1.5, -2.5, 0.49999999999999994,
	1e10, 255.5, -128.9, 1 << 31, 1<<32 - 1, 1 << 52, 1<<52 + 0.5, 1<<53 - 1, 1 << 63, -1 << 63, 1 << 64, 1<<24 + 1,
	math.Inf(1), math.Inf(-1), math.NaN(), math.MaxFloat64, -math.MaxFloat64, math.MaxFloat32,
	math.SmallestNonzeroFloat64, -math.SmallestNonzeroFloat64, math.SmallestNonzeroFloat32, 0x1p-1022, 0x1p-126, 5e-310}

// specials holds the special values of each kind.
var specials = func() (s [dtype.NumKinds][]any) {
	for k := dtype.Bool; k < dtype.NumKinds; k++ {
		s[k] = specialsOf(k)
	}
	return s
}()

func specialsOf(k dtype.Kind) []any {
	var s []any
	switch {
	case k == dtype.Bool:
		return []any{false, true}
	case dtype.Integers.Has(k):
		seen := map[any]bool{}
		for _, v := range specialInts {
			if x := castReference(v, k); !seen[x] {
				seen[x] = true
				s = append(s, x)
			}
		}
	case dtype.Floats.Has(k):
		for _, v := range specialFloats {
			s = append(s, ofFloat(k, v))
		}
	default:
		// Every second special number, in pairs.
		for i, re := range specialFloats {
			for j, im := range specialFloats {
				if (i+j)%5 == 0 {
					s = append(s, castReference(complex(re, im), k))
				}
			}
		}
	}
	return s
}

// draw returns a special value, or one of random bits, or an ordinary one.
func draw(r *rand.Rand, k dtype.Kind) any {
	switch r.IntN(3) {
	case 0:
		return specials[k][r.IntN(len(specials[k]))]
	case 1:
		var p [2]uint64
		for i := range p {
			p[i] = r.Uint64()
		}
		return load1(k, unsafe.Pointer(&p))
	}
	if dtype.Complex.Has(k) {
		return castReference(complex(r.NormFloat64()*10, r.NormFloat64()*10), k)
	}
	return castReference(r.NormFloat64()*10, k)
}

func random(r *rand.Rand, k dtype.Kind, n int) memory {
	m := newMemory(k, n)
	for i := range n {
		m.set(i, draw(r, k))
	}
	return m
}

// agree reports whether got is want, a NaN being any NaN, or within a tolerance
// of it: relative, of complex numbers to the larger part, but absolute where
// want is small.
func agree(got, want any, tolerance float64) bool {
	switch w := want.(type) {
	case float32, float64:
		return agreeFloat(toFloat(got), toFloat(w), tolerance, math.Abs(toFloat(w)))
	case complex64, complex128:
		g, c := toComplex128(got), toComplex128(w)
		norm := max(math.Abs(real(c)), math.Abs(imag(c)))
		return agreeFloat(real(g), real(c), tolerance, norm) && agreeFloat(imag(g), imag(c), tolerance, norm)
	}
	return got == want
}

func agreeFloat(got, want, tolerance, norm float64) bool {
	switch {
	case math.IsNaN(want):
		return math.IsNaN(got)
	case got == want:
		return tolerance > 0 || math.Signbit(got) == math.Signbit(want)
	case tolerance == 0:
		return false
	}
	return math.Abs(got-want) <= tolerance*max(norm, 1e-3)
}
