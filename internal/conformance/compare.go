package conformance

import (
	"fmt"
	"math"
	"reflect"
)

// A Rule says when a result agrees with what is expected of it.
type Rule struct {
	Cmp   string       // "exact", "exact_any_zero", "ulp", "norm" or "tol"
	Steps uint64       // ulp: how many floating-point numbers away a result may be
	Norm  float64      // norm: the bound of abs(got-want)/abs(want), in units of the type's epsilon
	Tol   []float64    // tol: the bound of abs(got-want), element by element
	Skip  map[int]bool // elements not to compare
}

// Compare returns an error unless got agrees with want, which are slices of one
// type. For ulp and norm it also returns the largest deviation, in the rule's
// unit.
func (r Rule) Compare(got, want any) (worst float64, err error) {
	g, w := reflect.ValueOf(got), reflect.ValueOf(want)
	if g.Type() != w.Type() {
		return 0, fmt.Errorf("elements %v, want %v", g.Type().Elem(), w.Type().Elem())
	}
	if g.Len() != w.Len() {
		return 0, fmt.Errorf("%d elements, want %d", g.Len(), w.Len())
	}
	bad, first := 0, -1
	for i := range w.Len() {
		if r.Skip[i] {
			continue
		}
		off, ok := r.element(g.Index(i).Interface(), w.Index(i).Interface(), i)
		if ok {
			worst = max(worst, off)
			continue
		}
		if bad++; first < 0 {
			first = i
		}
	}
	if bad > 0 {
		return worst, fmt.Errorf("%d of %d elements differ (%s), the first at %d: %s, want %s",
			bad, w.Len(), r.Cmp, first, Text(At(got, first)), Text(At(want, first)))
	}
	return worst, nil
}

// Same returns an error unless a and b, slices of one type, hold the same bits.
// Any NaN equals any NaN.
func Same(a, b any) error {
	_, err := Rule{Cmp: "exact"}.Compare(a, b)
	return err
}

func (r Rule) element(got, want any, i int) (off float64, ok bool) {
	switch r.Cmp {
	case "exact":
		return 0, same(got, want)
	case "exact_any_zero":
		return 0, got == want || same(got, want)
	case "ulp":
		n := Steps(got, want)
		return float64(n), n <= r.Steps
	case "norm":
		if same(got, want) {
			return 0, true
		}
		off = distance(got, want)
		return off, off <= r.Norm
	case "tol":
		return 0, within(got, want, r.Tol[i])
	}
	panic("unknown comparison " + r.Cmp)
}

// same reports whether two values of one type hold the same bits, or are both
// NaN.
func same(a, b any) bool {
	switch x := a.(type) {
	case float32:
		return same32(x, b.(float32))
	case float64:
		return same64(x, b.(float64))
	case complex64:
		y := b.(complex64)
		return same32(real(x), real(y)) && same32(imag(x), imag(y))
	case complex128:
		y := b.(complex128)
		return same64(real(x), real(y)) && same64(imag(x), imag(y))
	}
	return a == b
}

func same32(x, y float32) bool {
	return math.Float32bits(x) == math.Float32bits(y) || x != x && y != y
}

func same64(x, y float64) bool {
	return math.Float64bits(x) == math.Float64bits(y) || x != x && y != y
}

// Steps returns how many floating-point numbers lie between got and want, plus
// one; 0 if they are the same. An infinity follows the largest number. If one
// is NaN and the other is not, or they are zeros of different sign, no number
// is large enough.
func Steps(got, want any) uint64 {
	if same(got, want) {
		return 0
	}
	var a, b int64
	switch x := got.(type) {
	case float32:
		y := want.(float32)
		if x == y || x != x || y != y {
			return math.MaxUint64
		}
		a, b = int64(order(int32(math.Float32bits(x)), math.MinInt32)), int64(order(int32(math.Float32bits(y)), math.MinInt32))
	case float64:
		y := want.(float64)
		if x == y || x != x || y != y {
			return math.MaxUint64
		}
		a, b = order(int64(math.Float64bits(x)), math.MinInt64), order(int64(math.Float64bits(y)), math.MinInt64)
	default:
		return math.MaxUint64
	}
	if a < b {
		a, b = b, a
	}
	return uint64(a) - uint64(b)
}

// order maps the bits of a float to integers in the order of the numbers.
func order[I int32 | int64](bits, least I) I {
	if bits < 0 {
		return least - bits
	}
	return bits
}

// distance returns abs(got-want)/abs(want) of complex numbers in units of their
// type's epsilon.
func distance(got, want any) float64 {
	switch x := got.(type) {
	case complex64:
		return distance128(complex128(x), complex128(want.(complex64)), 0x1p-23)
	case complex128:
		return distance128(x, want.(complex128), 0x1p-52)
	}
	return math.Inf(1)
}

func distance128(x, y complex128, epsilon float64) float64 {
	size := math.Hypot(real(y), imag(y))
	if size == 0 {
		if x == 0 {
			return 0
		}
		return math.Inf(1)
	}
	// Scaled by a power of two, so that neither very large nor subnormal
	// components are lost.
	_, e := math.Frexp(size)
	re := math.Ldexp(real(x), -e) - math.Ldexp(real(y), -e)
	im := math.Ldexp(imag(x), -e) - math.Ldexp(imag(y), -e)
	d := math.Hypot(re, im) / math.Ldexp(size, -e) / epsilon
	if d != d {
		return math.Inf(1)
	}
	return d
}

func within(got, want any, tol float64) bool {
	if same(got, want) {
		return true
	}
	switch x := got.(type) {
	case float32:
		return math.Abs(float64(x)-float64(want.(float32))) <= tol
	case float64:
		return math.Abs(x-want.(float64)) <= tol
	case complex64:
		y := want.(complex64)
		return within(real(x), real(y), tol) && within(imag(x), imag(y), tol)
	case complex128:
		y := want.(complex128)
		return within(real(x), real(y), tol) && within(imag(x), imag(y), tol)
	}
	return false
}

// Text writes a value so that its bits are known: floats as decimal and
// hexadecimal numbers.
func Text(v any) string {
	switch v.(type) {
	case float32, float64, complex64, complex128:
		return fmt.Sprintf("%v (%x)", v, v)
	}
	return fmt.Sprint(v)
}
