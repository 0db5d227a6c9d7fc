package elem

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"math"
	"strconv"
	"testing"

	"github.com/ndgo/nd/internal/conformance"
)

// A row is a line of the elementwise family, for the float and complex kinds.
type row struct {
	ID          int
	Op, Dtype   string
	Kind, Cmp   string
	In          []array
	Out         array
	Unspecified map[string][]int
}

type array struct {
	Dtype string
	V     json.RawMessage
	Base  struct{ V json.RawMessage }
}

// raw returns the elements as JSON.
func (a array) raw() json.RawMessage {
	if a.V != nil {
		return a.V
	}
	return a.Base.V
}

// rows returns the rows of the elementwise family that pick selects.
func rows(t testing.TB, pick func(*row) bool) []row {
	z, err := gzip.NewReader(conformance.Open(t, "elementwise.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	var list []row
	s := bufio.NewScanner(z)
	s.Buffer(nil, 1<<26)
	for s.Scan() {
		var r row
		if err := json.Unmarshal(s.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		if pick(&r) {
			list = append(list, r)
		}
	}
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
	return list
}

// open marks the elements of the result that the data leaves open.
func (r *row) open() map[int]bool {
	m := map[int]bool{}
	for _, list := range r.Unspecified {
		for _, i := range list {
			m[i] = true
		}
	}
	return m
}

func hexFloats(t testing.TB, raw json.RawMessage) []float64 {
	var s []string
	if err := json.Unmarshal(raw, &s); err != nil {
		t.Fatal(err)
	}
	v := make([]float64, len(s))
	for i := range s {
		v[i] = hexFloat(t, s[i])
	}
	return v
}

// hexFloat decodes 16 hex digits, or the 8 of a float32, whose value it returns.
func hexFloat(t testing.TB, s string) float64 {
	b, err := strconv.ParseUint(s, 16, 64)
	if err != nil {
		t.Fatal(err)
	}
	if len(s) == 8 {
		return float64(math.Float32frombits(uint32(b)))
	}
	return math.Float64frombits(b)
}

// special reports whether an argument is one whose result must match exactly.
func special(args ...float64) bool {
	for _, x := range args {
		if x == 0 || x-x != 0 {
			return true
		}
	}
	return false
}

var exact64 = map[string]func(x, y float64) float64{
	"fmod": Rem, "remainder": Mod, "floor_divide": FloorDiv, "nextafter": Nextafter,
}

var exact32 = map[string]func(x, y float32) float32{
	"fmod": Rem32, "remainder": Mod32, "floor_divide": FloorDiv32, "nextafter": Nextafter32,
}

// TestConformanceElementwise runs the rows of float64 and float32: functions may
// be one step off the correctly rounded value where no argument is special and
// no value is NaN, infinite or zero.
func TestConformanceElementwise(t *testing.T) {
	var n int
	for _, r := range rows(t, func(r *row) bool { return r.Dtype == "float64" || r.Dtype == "float32" }) {
		var f func(a []float64) float64
		wide := r.Dtype == "float64"
		if g, ok := unary64[r.Op]; ok && wide {
			f = func(a []float64) float64 { return g(a[0]) }
		} else if g, ok := binary64[r.Op]; ok && wide {
			f = func(a []float64) float64 { return g(a[0], a[1]) }
		} else if g, ok := exact64[r.Op]; ok && wide {
			f = func(a []float64) float64 { return g(a[0], a[1]) }
		} else if g, ok := unary32[r.Op]; ok && !wide {
			f = func(a []float64) float64 { return float64(g(float32(a[0]))) }
		} else if g, ok := binary32[r.Op]; ok && !wide {
			f = func(a []float64) float64 { return float64(g(float32(a[0]), float32(a[1]))) }
		} else if g, ok := exact32[r.Op]; ok && !wide {
			f = func(a []float64) float64 { return float64(g(float32(a[0]), float32(a[1]))) }
		} else {
			continue
		}
		n++
		var in [][]float64
		for _, a := range r.In {
			in = append(in, hexFloats(t, a.raw()))
		}
		open := r.open()
		for i, want := range hexFloats(t, r.Out.raw()) {
			if open[i] {
				continue
			}
			args := make([]float64, len(in))
			for k := range in {
				args[k] = in[k][i]
			}
			got := f(args)
			steps := steps64(got, want)
			if !wide {
				steps = steps32(float32(got), float32(want))
			}
			if steps > 1 || steps == 1 && (r.Cmp == "exact" || special(args...) && special(want)) {
				t.Errorf("row %d: %s/%s(%v) = %v, want %v: %d steps off", r.ID, r.Op, r.Dtype, args, got, want, steps)
			}
		}
	}
	if n == 0 {
		t.Fatal("no rows")
	}
	t.Logf("%d rows", n)
}
