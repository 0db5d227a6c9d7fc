package conformance

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

// A Case is a small input with an expected result, from a public report of a
// fault in some library; see testdata/cases/README.md.
type Case struct {
	ID, Kind  string
	Setup     []CaseArray
	Operation []string
	Expected  []CaseArray
}

// A CaseArray is an input or an expected result of a case. Where its elements
// are listed, Values holds them, in order.
type CaseArray struct {
	Name, Dtype string
	Of          string // the input that holds the result
	Shape       []int
	Values      any
	Compare     string
}

// UnmarshalJSON reads an entry of setup or expected. Entries that say in words
// what they are have no Values, nor have those whose shape is a word.
func (a *CaseArray) UnmarshalJSON(b []byte) error {
	var r struct {
		Name, Dtype, Of, Compare string
		Shape, Data              json.RawMessage
	}
	if err := json.Unmarshal(b, &r); err != nil {
		return err
	}
	*a = CaseArray{Name: r.Name, Dtype: r.Dtype, Of: r.Of, Compare: r.Compare}
	if json.Unmarshal(r.Shape, &a.Shape) != nil || r.Data == nil || r.Dtype == "" {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(r.Data))
	d.UseNumber()
	var data []any
	err := d.Decode(&data)
	if err == nil {
		a.Values, err = caseValues(a.Dtype, data)
	}
	return err
}

// Cases reads all cases, by their ids.
func Cases(t testing.TB) map[string]*Case {
	t.Helper()
	f, err := os.Open(filepath.Join(Testdata(t, "cases"), "bug-cases.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	cases := map[string]*Case{}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		c := new(Case)
		if err := json.Unmarshal(lines.Bytes(), c); err != nil {
			t.Fatalf("%.40s...: %v", lines.Text(), err)
		}
		cases[c.ID] = c
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return cases
}

// In returns the input of the given name.
func (c *Case) In(name string) *CaseArray {
	for i := range c.Setup {
		if c.Setup[i].Name == name {
			return &c.Setup[i]
		}
	}
	panic("case " + c.ID + " has no input " + name)
}

// caseValues reads numbers, strings that stand for numbers, pairs that stand
// for complex numbers, and bools.
func caseValues(dtype string, data []any) (any, error) {
	switch dtype {
	case "bool":
		return caseSlice(data, func(v any) (bool, error) { return v.(bool), nil })
	case "int8":
		return caseInts[int8](data)
	case "int16":
		return caseInts[int16](data)
	case "int32":
		return caseInts[int32](data)
	case "int64":
		return caseInts[int64](data)
	case "uint8":
		return caseInts[uint8](data)
	case "uint16":
		return caseInts[uint16](data)
	case "float32":
		return caseSlice(data, func(v any) (float32, error) { x, err := caseFloat(v); return float32(x), err })
	case "float64":
		return caseSlice(data, caseFloat)
	case "complex128":
		return caseSlice(data, func(v any) (complex128, error) {
			pair := v.([]any)
			re, err := caseFloat(pair[0])
			im, err2 := caseFloat(pair[1])
			if err == nil {
				err = err2
			}
			return complex(re, im), err
		})
	}
	return nil, fmt.Errorf("unknown dtype %q", dtype)
}

func caseSlice[T any](data []any, parse func(any) (T, error)) (any, error) {
	v := make([]T, len(data))
	for i := range v {
		var err error
		if v[i], err = parse(data[i]); err != nil {
			return nil, err
		}
	}
	return v, nil
}

func caseInts[T int8 | int16 | int32 | int64 | uint8 | uint16](data []any) (any, error) {
	return caseSlice(data, func(v any) (T, error) {
		n, err := strconv.ParseInt(fmt.Sprint(v), 10, 64)
		if int64(T(n)) != n {
			err = fmt.Errorf("%d does not fit", n)
		}
		return T(n), err
	})
}

func caseFloat(v any) (float64, error) { return strconv.ParseFloat(fmt.Sprint(v), 64) }

// Check returns an error unless got, a slice, holds the values of a as a says
// that they are to be compared.
func (a *CaseArray) Check(got any) error {
	switch {
	case a.Values == nil:
		return fmt.Errorf("the case lists no values")
	case a.Compare == "bits":
		return Same(got, a.Values)
	case a.Compare == "exact" || a.Compare == "":
		_, err := Rule{Cmp: "exact_any_zero"}.Compare(got, a.Values)
		return err
	}
	rel, err := strconv.ParseFloat(strings.TrimPrefix(a.Compare, "rel "), 64)
	if err != nil {
		return err
	}
	// A relative tolerance; infinities, NaN and the sign of zero count.
	tol := make([]float64, Len(a.Values))
	want := reflect.ValueOf(a.Values)
	for i := range tol {
		switch x := want.Index(i).Interface().(type) {
		case float64:
			tol[i] = tolerance(x, rel)
		case complex128:
			tol[i] = max(tolerance(real(x), rel), tolerance(imag(x), rel))
		default:
			return fmt.Errorf("%s of %s", a.Compare, a.Dtype)
		}
	}
	_, err = Rule{Cmp: "tol", Tol: tol}.Compare(got, a.Values)
	return err
}

func tolerance(x, rel float64) float64 {
	if x-x != 0 || x == 0 {
		return 0
	}
	return math.Abs(x) * rel
}
