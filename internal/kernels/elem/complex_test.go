package elem

import (
	"encoding/json"
	"math"
	"testing"
)

var cunary = map[string]func(complex128) complex128{
	"exp": CExp, "exp2": CExp2, "expm1": CExpm1, "log": CLog, "log2": CLog2, "log10": CLog10, "log1p": CLog1p,
	"sqrt": CSqrt,
	"sin":  CSin, "cos": CCos, "tan": CTan, "sinh": CSinh, "cosh": CCosh, "tanh": CTanh,
	"arcsin": CAsin, "arccos": CAcos, "arctan": CAtan,
	"arcsinh": CAsinh, "arccosh": CAcosh, "arctanh": CAtanh,
}

var cunary64 = map[string]func(complex64) complex64{
	"exp": CExp64, "exp2": CExp264, "expm1": CExpm164, "log": CLog64, "log2": CLog264, "log10": CLog1064, "log1p": CLog1p64,
	"sqrt": CSqrt64,
	"sin":  CSin64, "cos": CCos64, "tan": CTan64, "sinh": CSinh64, "cosh": CCosh64, "tanh": CTanh64,
	"arcsin": CAsin64, "arccos": CAcos64, "arctan": CAtan64,
	"arcsinh": CAsinh64, "arccosh": CAcosh64, "arctanh": CAtanh64,
}

var cbinary = map[string]func(a, b complex128) complex128{
	"multiply": CMul, "divide": CDiv, "power": CPow,
}

var cbinary64 = map[string]func(a, b complex64) complex64{
	"multiply": CMul64, "divide": CDiv64, "power": CPow64,
}

func hexComplex(t testing.TB, raw json.RawMessage) []complex128 {
	var s [][2]string
	if err := json.Unmarshal(raw, &s); err != nil {
		t.Fatal(err)
	}
	v := make([]complex128, len(s))
	for i := range s {
		v[i] = complex(hexFloat(t, s[i][0]), hexFloat(t, s[i][1]))
	}
	return v
}

// normError returns |got - want| / |want| in units of eps; 0 if both are NaN or
// the same infinities.
func normError(got, want complex128, eps float64) float64 {
	same := func(a, b float64) bool { return a == b || a != a && b != b }
	if same(real(got), real(want)) && same(imag(got), imag(want)) {
		return 0
	}
	w := math.Hypot(real(want), imag(want))
	d := math.Hypot(real(got)-real(want), imag(got)-imag(want))
	if w == 0 || w-w != 0 || d != d {
		return math.Inf(1)
	}
	return d / w / eps
}

// TestConformanceComplex runs the rows of complex128 and complex64.
func TestConformanceComplex(t *testing.T) {
	var n int
	worst := map[string]float64{}
	for _, r := range rows(t, func(r *row) bool { return r.Dtype == "complex128" || r.Dtype == "complex64" }) {
		var f func(a []complex128) complex128
		wide := r.Dtype == "complex128"
		eps, bound := 0x1p-53, 4.0
		if !wide {
			eps, bound = 0x1p-24, 2.0
		}
		if g, ok := cunary[r.Op]; ok && wide {
			f = func(a []complex128) complex128 { return g(a[0]) }
		} else if g, ok := cbinary[r.Op]; ok && wide {
			f = func(a []complex128) complex128 { return g(a[0], a[1]) }
		} else if g, ok := cunary64[r.Op]; ok && !wide {
			f = func(a []complex128) complex128 { return complex128(g(complex64(a[0]))) }
		} else if g, ok := cbinary64[r.Op]; ok && !wide {
			f = func(a []complex128) complex128 { return complex128(g(complex64(a[0]), complex64(a[1]))) }
			bound = 4
		} else if r.Op == "absolute" {
			testAbs(t, r)
			continue
		} else {
			continue
		}
		n++
		var in [][]complex128
		for _, a := range r.In {
			in = append(in, hexComplex(t, a.raw()))
		}
		open := r.open()
		for i, want := range hexComplex(t, r.Out.raw()) {
			args := make([]complex128, len(in))
			for k := range in {
				args[k] = in[k][i]
			}
			got := f(args)
			if open[i] {
				continue
			}
			e := normError(got, want, eps)
			if e > bound {
				t.Errorf("row %d: %s/%s(%v) = %v, want %v: error %.3g", r.ID, r.Op, r.Dtype, args, got, want, e)
			}
			if k := r.Op + "/" + r.Dtype; e > worst[k] {
				worst[k] = e
			}
		}
	}
	if n == 0 {
		t.Fatal("no rows")
	}
	for k, e := range worst {
		t.Logf("%s: %.2f", k, e)
	}
}

// testAbs runs a row of absolute.
func testAbs(t *testing.T, r row) {
	in := hexComplex(t, r.In[0].raw())
	open := r.open()
	for i, want := range hexFloats(t, r.Out.raw()) {
		if open[i] {
			continue
		}
		var steps uint64
		if r.Dtype == "complex128" {
			steps = steps64(CAbs(in[i]), want)
		} else {
			steps = steps32(CAbs64(complex64(in[i])), float32(want))
		}
		if steps > 1 || steps == 1 && special(real(in[i]), imag(in[i])) && special(want) {
			t.Errorf("row %d: absolute(%v), want %v: %d steps off", r.ID, in[i], want, steps)
		}
	}
}
