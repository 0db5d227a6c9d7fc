package elem

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/big"
	"os"
	"slices"
	"strings"
	"testing"
)

// bound returns the error that a function must stay below, in ULP.
func bound(op string) float64 {
	switch op {
	case "erfc":
		return 1.5
	case "softplus", "gelu", "silu", "expit", "logit", "sinc":
		return 2
	}
	return 1
}

// A measured maximum: the error in ULP and the arguments that have it, for
// results that are normal numbers and for subnormal ones.
type measured struct {
	n           int
	normal, sub float64
	at          []float64
}

func (m *measured) note(e float64, subnormal bool, args ...float64) {
	m.n++
	switch {
	case subnormal:
		m.sub = max(m.sub, e)
	case e > m.normal:
		m.normal, m.at = e, args
	}
}

// measurable reports whether the reference serves the arguments: they are finite
// and in the domain, and the function has no exact or infinite value there.
func measurable(op string, x, y float64) bool {
	if x-x != 0 || y-y != 0 || x == 0 {
		return false
	}
	switch op {
	case "log", "log2", "log10":
		return x > 0
	case "log1p":
		return x > -1
	case "logit":
		return x > 0 && x < 1
	case "arcsin", "arccos":
		return math.Abs(x) <= 1
	case "arctanh":
		return math.Abs(x) < 1
	case "arccosh":
		return x >= 1
	case "exp", "exp2", "exp10", "expm1", "sinh", "cosh", "softplus", "expit", "silu", "gelu":
		return math.Abs(x) < 1100
	case "tanh", "erf":
		return math.Abs(x) < 30
	case "erfc":
		return math.Abs(x) < 40
	case "gamma":
		return x > 0x1p-100 && x < 180
	case "lgamma":
		return x > 0x1p-100 && x < 1e100 && x != 1 && x != 2
	case "power":
		return y != 0 && (x > 0 || y == math.Trunc(y)) && math.Abs(y)*math.Abs(math.Log(math.Abs(x))) < 1100
	case "arctan2":
		return y != 0
	}
	return true
}

// measure returns the errors of a function over the conformance data, every
// stride-th record, and over n arguments of our own.
func measure(t *testing.T, op string, stride, n int) (m64, m32 measured) {
	for family, files := range accuracyFiles(t) {
		for _, f := range files {
			switch {
			case f.Op != op:
			case f.Dtype == "float64":
				v := records64(t, family, f)
				for i := 0; i < len(v); i += stride * (f.Args + 1) {
					measure64(&m64, op, v[i:i+f.Args])
				}
			default:
				v := records32(t, family, f)
				for i := 0; i < len(v); i += stride * (f.Args + 1) {
					measure32(&m32, op, v[i:i+f.Args])
				}
			}
		}
	}
	if _, ok := binary64[op]; ok {
		y, y32 := arguments("arctan", n), arguments32("arctan", n)
		for i, x := range arguments(op, n) {
			measure64(&m64, op, []float64{x, y[len(y)-1-i]})
		}
		for i, x := range arguments32(op, n) {
			measure32(&m32, op, []float32{x, y32[len(y)-1-i]})
		}
		return m64, m32
	}
	if _, ok := unary64[op]; ok {
		for _, x := range arguments(op, n) {
			measure64(&m64, op, []float64{x})
		}
		for _, x := range arguments32(op, n) {
			measure32(&m32, op, []float32{x})
		}
	}
	return m64, m32
}

func measure64(m *measured, op string, a []float64) {
	if !measurable(op, a[0], a[len(a)-1]) {
		return
	}
	var want *big.Float
	var got float64
	if len(a) == 1 {
		want, got = unaryRef[op](a[0]), unary64[op](a[0])
	} else {
		want, got = binaryRef[op](a[0], a[1]), binary64[op](a[0], a[1])
	}
	m.note(ulps64(got, want), want.MantExp(nil) < -1021, a...)
}

func measure32(m *measured, op string, a []float32) {
	x, y := float64(a[0]), float64(a[len(a)-1])
	if !measurable(op, x, y) {
		return
	}
	var want *big.Float
	var got float32
	if len(a) == 1 {
		want, got = unaryRef[op](x), unary32[op](a[0])
	} else {
		want, got = binaryRef[op](x, y), binary32[op](a[0], a[1])
	}
	m.note(ulps32(got, want), want.MantExp(nil) < -125, x, y)
}

// TestConformanceAccuracyULP measures every function against the reference on
// the arguments of the accuracy data and on others, and writes the table in
// docs/accuracy.md with -update.
func TestConformanceAccuracyULP(t *testing.T) {
	stride, n := 1, 2000
	if testing.Short() {
		stride, n = 16, 300
	}
	if *update {
		n = 20000
	}
	ops := append(slices.Sorted(maps.Keys(unaryRef)), slices.Sorted(maps.Keys(binaryRef))...)
	table := map[string][2]measured{}
	for _, op := range ops {
		m64, m32 := measure(t, op, stride, n)
		table[op] = [2]measured{m64, m32}
		t.Logf("%-9s float64 %.4f (subnormal %.4f) of %d at %v; float32 %.4f (%.4f) of %d", op, m64.normal, m64.sub, m64.n, m64.at, m32.normal, m32.sub, m32.n)
		for _, m := range []measured{m64, m32} {
			if e := max(m.normal, m.sub); !(e < bound(op)) {
				t.Errorf("%s: error %v ULP at %v", op, e, m.at)
			}
		}
	}
	if *update {
		writeAccuracy(t, table)
	}
}

// peers are the errors of other libraries, in ULP, for float64 and float32:
// NumPy 1.24.2 with SVML, glibc 2.36, SLEEF 3.5.1 (u10, erfc u15, hypot u05),
// Go 1.26.8's math (float64 only). See the text of docs/accuracy.md.
var peers = map[string][2]string{
	"exp":     {"1.47 | 0.503 | 0.81 | 1.63 ¹", "2.26 | 0.501 | 0.95"},
	"exp2":    {"1.00 | 0.503 | 0.87 | 1.03", "2.34 | 0.501 | 0.83"},
	"expm1":   {"1.80 | 0.812 | 0.98 | 0.78", "2.36 | 0.765 | 1.00"},
	"log":     {"1.66 | 0.513 | 0.72 | 0.79 ²", "2.85 | 0.795 | 0.59"},
	"log2":    {"1.70 | 0.538 | 0.77 | 3e14 ³", "1.94 | 0.734 | 0.60"},
	"log10":   {"1.71 | 1.58 | 0.71 | 1.79 ²", "2.11 | 1.86 | 0.59"},
	"log1p":   {"1.82 | 0.744 | 1.00 ⁴ | 0.74", "1.70 | 0.749 | 1.00 ⁴"},
	"sin":     {"2.89 | 0.514 | 0.68 | 8e7 ⁵", "1.37 | 0.557 | 0.79"},
	"cos":     {"2.89 | 0.511 | 0.69 | 1e6 ⁵", "1.38 | 0.558 | 0.80"},
	"tan":     {"2.88 | 0.682 | 1.00 | 8e7 ⁵", "2.88 | 1.36 | 0.91"},
	"arcsin":  {"2.51 | 0.509 | 0.86 | 1e3 ⁶", "2.80 | 0.848 | 0.72"},
	"arccos":  {"1.63 | 0.517 | 0.72 | 3e7 ⁶", "1.89 | 0.870 | 0.64"},
	"arctan":  {"1.51 | 0.510 | 0.81 | 1.04", "1.27 | 0.821 | 0.79"},
	"arctan2": {"1.99 | 0.508 | 0.79 | 1e16 ⁷", "3.01 | 1.28 | 0.83"},
	"sinh":    {"1.73 | 1.65 | 0.50 ⁴ | 2.55 ¹", "1.29 | 1.62 | 0.51 ⁴"},
	"cosh":    {"1.82 | 1.64 | 0.50 ⁴ | 1.63 ¹", "2.05 | 1.48 | 0.50 ⁴"},
	"tanh":    {"1.17 | 1.98 | 1.00 | 1.23", "1.37 | 1.95 | 1.00"},
	"arcsinh": {"0.97 | 1.58 | 1.00 ⁴ | 1.58", "0.78 | 1.37 | 1.00 ⁴"},
	"arccosh": {"1.43 | 1.97 | 0.50 ⁴ | 1.97", "1.07 | 1.83 | 0.51 ⁴"},
	"arctanh": {"1.16 | 1.48 | 1.00 | 1.48", "1.07 | 1.50 | 1.00"},
	"power":   {"1.04 | 0.503 | 0.78 | 1e23 ⁸", "1.02 | 0.673 | 0.77"},
	"cbrt":    {"1.73 | 3.09 | 0.52 | 0.67", "1.88 | 0.913 | 0.50"},
	"hypot":   {"0.58 | 0.582 | 0.67 | 1.95", "0.50 | 0.50 | 0.50"},
	"erf":     {"– | 1.05 | 0.81 | 0.82", "– | 0.777 | 0.90"},
	"erfc":    {"– | 2.90 | 1.04 | 3.41", "– | 2.32 | 1.34"},
}

// writeAccuracy replaces the tables in docs/accuracy.md, which stand between
// marks.
func writeAccuracy(t *testing.T, table map[string][2]measured) {
	const file = "../../../docs/accuracy.md"
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := string(b)
	speed := cells(t, "testdata/speed.txt", 2)
	every := cells(t, "testdata/every.txt", 1)
	names := func(yield func(string) bool) {
		for _, op := range order {
			if !yield(op) {
				return
			}
		}
	}
	for i, title := range []string{"float64", "float32"} {
		var s strings.Builder
		head := "| function | max ULP | subnormal results | arguments | all arguments | NumPy | glibc | SLEEF | ns | ns AVX2 | ns NumPy |\n"
		if i == 0 {
			head = strings.Replace(head, " all arguments |", "", 1)
			head = strings.Replace(head, "SLEEF |", "SLEEF | Go |", 1)
		}
		s.WriteString(head + strings.Repeat("|---", 11) + "|\n")
		for op := range names {
			m := table[op][i]
			sub, p := "–", "– | – | –"
			if m.sub > 0 {
				sub = fmt.Sprintf("%.3f", m.sub)
			}
			if i == 0 {
				p += " | –"
			}
			if q, ok := peers[op]; ok {
				p = q[i]
			}
			n := fmt.Sprint(m.n)
			if i == 1 {
				n += " | " + cmp.Or(every[op], "–")
			}
			fmt.Fprintf(&s, "| %s | %.3f | %s | %s | %s | %s |\n", op, m.normal, sub, n, p, cmp.Or(speed[op+" "+title], "– | – | –"))
		}
		from, to := "<!-- "+title+" -->\n", "<!-- end "+title+" -->\n"
		a, z := strings.Index(text, from), strings.Index(text, to)
		if a < 0 || z < a {
			t.Fatalf("%s: no place for the table of %s", file, title)
		}
		text = text[:a+len(from)] + s.String() + text[z:]
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// cells reads figures that tests of package tile have written, as cells of the
// table by what the first fields of a line say.
func cells(t *testing.T, file string, fields int) map[string]string {
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	m := map[string]string{}
	for line := range strings.Lines(string(b)) {
		f := strings.Fields(line)
		m[strings.Join(f[:fields], " ")] = strings.ReplaceAll(strings.Join(f[fields:], " | "), "-", "–")
	}
	return m
}

// order is the order of the functions in the tables.
var order = []string{
	"exp", "exp2", "exp10", "expm1", "log", "log2", "log10", "log1p", "power", "cbrt", "hypot",
	"sin", "cos", "tan", "sinpi", "cospi", "sinc", "arcsin", "arccos", "arctan", "arctan2",
	"sinh", "cosh", "tanh", "arcsinh", "arccosh", "arctanh",
	"erf", "erfc", "gelu", "expit", "logit", "softplus", "silu", "gamma", "lgamma", "deg2rad", "rad2deg",
}
