package conformance

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strconv"
)

// An Array is an array of the data. Values is a slice of the Go type that
// Dtype names, in C order: []bool, []int8, ... []complex128.
type Array struct {
	Dtype  string
	Shape  []int
	Values any
}

// UnmarshalJSON reads {"dtype", "shape", "v"}.
func (a *Array) UnmarshalJSON(b []byte) error {
	var r struct {
		Dtype string
		Shape []int
		V     json.RawMessage
	}
	err := json.Unmarshal(b, &r)
	if err == nil {
		a.Dtype, a.Shape = r.Dtype, r.Shape
		a.Values, err = values(r.Dtype, r.V)
	}
	return err
}

// An Input is an operand: a view of the memory Base, which is in C order. It is
// given twice, by Shape, Strides and Offset and by the Steps that lead to it.
type Input struct {
	Dtype          string
	BaseShape      []int
	Base           any // as Array.Values
	Steps          []Step
	Shape, Strides []int
	Offset         int
}

// UnmarshalJSON reads {"dtype", "base": {"shape", "v"}, "steps", "shape",
// "strides", "offset"}.
func (in *Input) UnmarshalJSON(b []byte) error {
	var r struct {
		Dtype string
		Base  struct {
			Shape []int
			V     json.RawMessage
		}
		Steps          []Step
		Shape, Strides []int
		Offset         int
	}
	err := json.Unmarshal(b, &r)
	if err == nil {
		*in = Input{r.Dtype, r.Base.Shape, nil, r.Steps, r.Shape, r.Strides, r.Offset}
		in.Base, err = values(r.Dtype, r.Base.V)
	}
	return err
}

// values reads elements: numbers, decimal strings for 64-bit integers, the bits
// of floats as hexadecimal strings, pairs of these for complex numbers.
func values(dtype string, b []byte) (any, error) {
	switch dtype {
	case "bool":
		return plain[bool](b)
	case "int8":
		return plain[int8](b)
	case "int16":
		return plain[int16](b)
	case "int32":
		return plain[int32](b)
	case "uint8":
		return plain[uint8](b)
	case "uint16":
		return plain[uint16](b)
	case "uint32":
		return plain[uint32](b)
	case "int64":
		return parsed(b, func(s string) (int64, error) { return strconv.ParseInt(s, 10, 64) })
	case "uint64":
		return parsed(b, func(s string) (uint64, error) { return strconv.ParseUint(s, 10, 64) })
	case "float32":
		return parsed(b, float32bits)
	case "float64":
		return parsed(b, float64bits)
	case "complex64":
		return parsed(b, func(s [2]string) (complex64, error) {
			re, err := float32bits(s[0])
			im, err2 := float32bits(s[1])
			if err == nil {
				err = err2
			}
			return complex(re, im), err
		})
	case "complex128":
		return parsed(b, func(s [2]string) (complex128, error) {
			re, err := float64bits(s[0])
			im, err2 := float64bits(s[1])
			if err == nil {
				err = err2
			}
			return complex(re, im), err
		})
	}
	return nil, fmt.Errorf("unknown dtype %q", dtype)
}

func plain[T any](b []byte) (any, error) {
	v := []T{}
	err := json.Unmarshal(b, &v)
	return v, err
}

func parsed[S, T any](b []byte, parse func(S) (T, error)) (any, error) {
	var s []S
	if err := json.Unmarshal(b, &s); err != nil {
		return nil, err
	}
	v := make([]T, len(s))
	for i := range s {
		var err error
		if v[i], err = parse(s[i]); err != nil {
			return nil, err
		}
	}
	return v, nil
}

func float32bits(s string) (float32, error) {
	u, err := strconv.ParseUint(s, 16, 32)
	return math.Float32frombits(uint32(u)), err
}

func float64bits(s string) (float64, error) {
	u, err := strconv.ParseUint(s, 16, 64)
	return math.Float64frombits(u), err
}

// Len returns the number of elements of a slice of any type.
func Len(values any) int { return reflect.ValueOf(values).Len() }

// At returns element i of a slice of any type.
func At(values any, i int) any { return reflect.ValueOf(values).Index(i).Interface() }

// Pick returns the elements of a slice of any type at the given places.
func Pick(values any, at []int) any {
	v := reflect.ValueOf(values)
	r := reflect.MakeSlice(v.Type(), len(at), len(at))
	for k, i := range at {
		r.Index(k).Set(v.Index(i))
	}
	return r.Interface()
}
