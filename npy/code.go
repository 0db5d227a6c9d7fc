package npy

import (
	"encoding/binary"
	"math"
	"reflect"
	"slices"
	"strconv"
)

// decode sets the elements of dst, a slice of one of the types in codes, from
// bytes, which it may change.
func decode(dst any, b []byte, big bool) {
	if size := partSize(dst); big && size > 1 {
		swap(b, size)
	}
	le := binary.LittleEndian
	switch d := dst.(type) {
	case []bool:
		for i := range d {
			d[i] = b[i] != 0
		}
	case []int8:
		for i := range d {
			d[i] = int8(b[i])
		}
	case []uint8:
		copy(d, b)
	case []int16:
		for i := range d {
			d[i] = int16(le.Uint16(b[2*i:]))
		}
	case []uint16:
		for i := range d {
			d[i] = le.Uint16(b[2*i:])
		}
	case []int32:
		for i := range d {
			d[i] = int32(le.Uint32(b[4*i:]))
		}
	case []uint32:
		for i := range d {
			d[i] = le.Uint32(b[4*i:])
		}
	case []int64:
		for i := range d {
			d[i] = int64(le.Uint64(b[8*i:]))
		}
	case []uint64:
		for i := range d {
			d[i] = le.Uint64(b[8*i:])
		}
	case []float32:
		for i := range d {
			d[i] = math.Float32frombits(le.Uint32(b[4*i:]))
		}
	case []float64:
		for i := range d {
			d[i] = math.Float64frombits(le.Uint64(b[8*i:]))
		}
	case []complex64:
		for i := range d {
			d[i] = complex(math.Float32frombits(le.Uint32(b[8*i:])), math.Float32frombits(le.Uint32(b[8*i+4:])))
		}
	case []complex128:
		for i := range d {
			d[i] = complex(math.Float64frombits(le.Uint64(b[16*i:])), math.Float64frombits(le.Uint64(b[16*i+8:])))
		}
	case []int:
		for i := range d {
			d[i] = int(word(b, i))
		}
	case []uint:
		for i := range d {
			d[i] = uint(word(b, i))
		}
	default:
		decodeNamed(reflect.ValueOf(dst), b)
	}
}

// word returns word i of b, whose words are as large as an int.
func word(b []byte, i int) uint64 {
	if strconv.IntSize == 32 {
		return uint64(binary.LittleEndian.Uint32(b[4*i:]))
	}
	return binary.LittleEndian.Uint64(b[8*i:])
}

// decodeNamed is decode for a type made from one of Go's own, and for uintptr.
func decodeNamed(d reflect.Value, b []byte) {
	size := int(d.Type().Elem().Size())
	for i := range d.Len() {
		x, e := b[i*size:(i+1)*size], d.Index(i)
		switch e.Kind() {
		case reflect.Bool:
			e.SetBool(x[0] != 0)
		case reflect.Float32:
			// Not through float64, which would quiet a signalling NaN.
			e.Set(reflect.ValueOf(math.Float32frombits(uint32(bitsOf(x)))).Convert(e.Type()))
		case reflect.Float64:
			e.SetFloat(math.Float64frombits(bitsOf(x)))
		case reflect.Complex64:
			e.SetComplex(complex(float64(math.Float32frombits(uint32(bitsOf(x[:4])))), float64(math.Float32frombits(uint32(bitsOf(x[4:]))))))
		case reflect.Complex128:
			e.SetComplex(complex(math.Float64frombits(bitsOf(x[:8])), math.Float64frombits(bitsOf(x[8:]))))
		case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
			shift := 64 - 8*size
			e.SetInt(int64(bitsOf(x)<<shift) >> shift)
		default:
			e.SetUint(bitsOf(x))
		}
	}
}

// bitsOf returns the number that up to eight bytes make, the first the lowest.
func bitsOf(b []byte) (x uint64) {
	for i, c := range b {
		x |= uint64(c) << (8 * i)
	}
	return x
}

// encode appends the elements of src, a slice of one of the types in codes, to b.
func encode(b []byte, src any) []byte {
	le := binary.LittleEndian
	switch s := src.(type) {
	case []bool:
		for _, x := range s {
			c := byte(0)
			if x {
				c = 1
			}
			b = append(b, c)
		}
	case []int8:
		for _, x := range s {
			b = append(b, byte(x))
		}
	case []uint8:
		b = append(b, s...)
	case []int16:
		for _, x := range s {
			b = le.AppendUint16(b, uint16(x))
		}
	case []uint16:
		for _, x := range s {
			b = le.AppendUint16(b, x)
		}
	case []int32:
		for _, x := range s {
			b = le.AppendUint32(b, uint32(x))
		}
	case []uint32:
		for _, x := range s {
			b = le.AppendUint32(b, x)
		}
	case []int64:
		for _, x := range s {
			b = le.AppendUint64(b, uint64(x))
		}
	case []uint64:
		for _, x := range s {
			b = le.AppendUint64(b, x)
		}
	case []float32:
		for _, x := range s {
			b = le.AppendUint32(b, math.Float32bits(x))
		}
	case []float64:
		for _, x := range s {
			b = le.AppendUint64(b, math.Float64bits(x))
		}
	case []complex64:
		for _, x := range s {
			b = le.AppendUint32(le.AppendUint32(b, math.Float32bits(real(x))), math.Float32bits(imag(x)))
		}
	case []complex128:
		for _, x := range s {
			b = le.AppendUint64(le.AppendUint64(b, math.Float64bits(real(x))), math.Float64bits(imag(x)))
		}
	case []int:
		for _, x := range s {
			b = appendWord(b, uint64(x))
		}
	case []uint:
		for _, x := range s {
			b = appendWord(b, uint64(x))
		}
	default:
		b = encodeNamed(b, reflect.ValueOf(src))
	}
	return b
}

// appendWord appends x as a word as large as an int.
func appendWord(b []byte, x uint64) []byte {
	if strconv.IntSize == 32 {
		return binary.LittleEndian.AppendUint32(b, uint32(x))
	}
	return binary.LittleEndian.AppendUint64(b, x)
}

// encodeNamed is encode for the other types.
func encodeNamed(b []byte, s reflect.Value) []byte {
	size := int(s.Type().Elem().Size())
	put := func(x uint64, size int) {
		for i := range size {
			b = append(b, byte(x>>(8*i)))
		}
	}
	for i := range s.Len() {
		switch e := s.Index(i); e.Kind() {
		case reflect.Bool:
			b = append(b, 0)
			if e.Bool() {
				b[len(b)-1] = 1
			}
		case reflect.Float32:
			put(uint64(math.Float32bits(e.Convert(reflect.TypeFor[float32]()).Interface().(float32))), size)
		case reflect.Float64:
			put(math.Float64bits(e.Float()), size)
		case reflect.Complex64:
			z := e.Complex()
			put(uint64(math.Float32bits(float32(real(z)))), 4)
			put(uint64(math.Float32bits(float32(imag(z)))), 4)
		case reflect.Complex128:
			z := e.Complex()
			put(math.Float64bits(real(z)), 8)
			put(math.Float64bits(imag(z)), 8)
		case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
			put(uint64(e.Int()), size)
		default:
			put(e.Uint(), size)
		}
	}
	return b
}

// partSize returns the size of what has a byte order in the elements of a
// slice: of half an element if that is complex.
func partSize(slice any) int {
	e := reflect.TypeOf(slice).Elem()
	size := int(e.Size())
	if k := e.Kind(); k == reflect.Complex64 || k == reflect.Complex128 {
		size /= 2
	}
	return size
}

// swap reverses the bytes of each group of size bytes.
func swap(b []byte, size int) {
	for ; len(b) >= size; b = b[size:] {
		slices.Reverse(b[:size])
	}
}
