package elem

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/ndgo/nd/internal/conformance"
)

// A recordFile is an entry of an accuracy index: Count records of Args arguments
// and the correctly rounded result.
type recordFile struct {
	File, Op, Dtype string
	Args, Count     int
	Sections        []struct {
		Name         string
		Start, Count int
	}
}

// conformanceDir returns the directory of the conformance data: the project's
// copy, or ND_CONFORMANCE.
func conformanceDir(t testing.TB) string { return conformance.Dir(t) }

// accuracyFiles returns the entries of the accuracy families. Another directory
// than the project's may lack one of them.
func accuracyFiles(t testing.TB) map[string][]recordFile {
	files := map[string][]recordFile{}
	for _, family := range []string{"accuracy", "accuracy_more"} {
		b, err := os.ReadFile(filepath.Join(conformanceDir(t), family, "index.json"))
		if errors.Is(err, os.ErrNotExist) && os.Getenv(conformance.Variable) != "" {
			t.Logf("%s has no %s", conformanceDir(t), family)
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		var list []recordFile
		if err := json.Unmarshal(b, &list); err != nil {
			t.Fatal(err)
		}
		files[family] = list
	}
	return files
}

// records64 reads the numbers of a float64 file.
func records64(t testing.TB, family string, f recordFile) []float64 {
	b := recordBytes(t, family, f, 8)
	v := make([]float64, len(b)/8)
	for i := range v {
		v[i] = math.Float64frombits(binary.LittleEndian.Uint64(b[8*i:]))
	}
	return v
}

// records32 reads the numbers of a float32 file.
func records32(t testing.TB, family string, f recordFile) []float32 {
	b := recordBytes(t, family, f, 4)
	v := make([]float32, len(b)/4)
	for i := range v {
		v[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
	}
	return v
}

func recordBytes(t testing.TB, family string, f recordFile, size int) []byte {
	b, err := os.ReadFile(filepath.Join(conformanceDir(t), family, f.File))
	if err != nil {
		t.Fatal(err)
	}
	if len(b) != f.Count*(f.Args+1)*size {
		t.Fatalf("%s: %d bytes for %d records", f.File, len(b), f.Count)
	}
	return b
}

// steps64 returns how many numbers got is away from want: 0 for the same bits
// or two NaNs, a very large number if only one is NaN or zero has the wrong sign.
func steps64(got, want float64) uint64 {
	if math.IsNaN(got) || math.IsNaN(want) {
		if math.IsNaN(got) && math.IsNaN(want) {
			return 0
		}
		return math.MaxUint64
	}
	if got == 0 && want == 0 && math.Signbit(got) != math.Signbit(want) {
		return math.MaxUint64
	}
	a, b := order64(got), order64(want)
	if a < b {
		a, b = b, a
	}
	return uint64(a - b)
}

func order64(x float64) int64 {
	b := int64(math.Float64bits(x))
	if b < 0 {
		return math.MinInt64 - b
	}
	return b
}

func steps32(got, want float32) uint64 {
	g, w := float64(got), float64(want)
	if g != g || w != w || g == 0 && w == 0 {
		return steps64(g, w)
	}
	a, b := order32(got), order32(want)
	if a < b {
		a, b = b, a
	}
	return uint64(a - b)
}

func order32(x float32) int64 {
	b := int32(math.Float32bits(x))
	if b < 0 {
		return int64(math.MinInt32) - int64(b)
	}
	return int64(b)
}

var unary64 = map[string]func(float64) float64{
	"exp": Exp, "exp2": Exp2, "expm1": Expm1,
	"log": Log, "log2": Log2, "log10": Log10, "log1p": Log1p,
	"sin": Sin, "cos": Cos, "tan": Tan, "arctan": Atan, "cbrt": Cbrt,
	"arcsin": Asin, "arccos": Acos, "sinh": Sinh, "cosh": Cosh, "tanh": Tanh,
	"arcsinh": Asinh, "arccosh": Acosh, "arctanh": Atanh,
	"exp10": Exp10, "sinpi": Sinpi, "cospi": Cospi, "sinc": Sinc,
	"erf": Erf, "erfc": Erfc, "gelu": Gelu,
	"expit": Expit, "logit": Logit, "softplus": Softplus, "silu": Silu,
	"gamma": Gamma, "lgamma": Lgamma,
	"deg2rad": Deg2rad, "rad2deg": Rad2deg, "relu": Relu,
}

var binary64 = map[string]func(x, y float64) float64{
	"power": Pow, "arctan2": Atan2, "hypot": Hypot,
}

var unary32 = map[string]func(float32) float32{
	"exp": Exp32, "exp2": Exp232, "expm1": Expm132,
	"log": Log32, "log2": Log232, "log10": Log1032, "log1p": Log1p32,
	"sin": Sin32, "cos": Cos32, "tan": Tan32, "arctan": Atan32, "cbrt": Cbrt32,
	"arcsin": Asin32, "arccos": Acos32, "sinh": Sinh32, "cosh": Cosh32, "tanh": Tanh32,
	"arcsinh": Asinh32, "arccosh": Acosh32, "arctanh": Atanh32,
	"exp10": Exp1032, "sinpi": Sinpi32, "cospi": Cospi32, "sinc": Sinc32,
	"erf": Erf32, "erfc": Erfc32, "gelu": Gelu32,
	"expit": Expit32, "logit": Logit32, "softplus": Softplus32, "silu": Silu32,
	"gamma": Gamma32, "lgamma": Lgamma32,
	"deg2rad": Deg2rad32, "rad2deg": Rad2deg32, "relu": Relu32,
}

var binary32 = map[string]func(x, y float32) float32{
	"power": Pow32, "arctan2": Atan232, "hypot": Hypot32,
}

// TestConformanceAccuracy holds every result to at most one step from the
// correctly rounded one, which is what an error below 1 ULP leaves.
func TestConformanceAccuracy(t *testing.T) {
	for family, files := range accuracyFiles(t) {
		for _, f := range files {
			t.Run(f.Op+"/"+f.Dtype, func(t *testing.T) {
				var max, off uint64
				note := func(s uint64, args ...any) {
					if s > 0 {
						off++
					}
					if s > max {
						max = s
						if s > 1 {
							t.Errorf("%d steps off: %v", s, args)
						}
					}
				}
				if f.Dtype == "float64" {
					v := records64(t, family, f)
					if g := unary64[f.Op]; g != nil {
						for i := 0; i < len(v); i += 2 {
							got := g(v[i])
							if f.Op == "sinpi" && got == 0 && v[i+1] == 0 {
								continue
							}
							note(steps64(got, v[i+1]), v[i], got, v[i+1])
						}
					} else if g := binary64[f.Op]; g != nil {
						for i := 0; i < len(v); i += 3 {
							got := g(v[i], v[i+1])
							note(steps64(got, v[i+2]), v[i], v[i+1], got, v[i+2])
						}
					}
				} else {
					v := records32(t, family, f)
					if g := unary32[f.Op]; g != nil {
						for i := 0; i < len(v); i += 2 {
							got := g(v[i])
							if f.Op == "sinpi" && got == 0 && v[i+1] == 0 {
								continue // IEEE 754 has -0 at negative integers, the data +0
							}
							note(steps32(got, v[i+1]), v[i], got, v[i+1])
						}
					} else if g := binary32[f.Op]; g != nil {
						for i := 0; i < len(v); i += 3 {
							got := g(v[i], v[i+1])
							note(steps32(got, v[i+2]), v[i], v[i+1], got, v[i+2])
						}
					}
				}
				t.Logf("%d of %d results not correctly rounded, at most %d steps off", off, f.Count, max)
			})
		}
	}
}
