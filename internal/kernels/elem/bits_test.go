package elem

import (
	"bytes"
	"encoding/binary"
	"flag"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
)

var update = flag.Bool("update", false, "write testdata and docs from what is measured")

// ranges are where a function is interesting beyond the whole line: arguments
// are drawn from them evenly.
var ranges = map[string][][2]float64{
	"exp": {{-746, 710}, {-1, 1}}, "exp2": {{-1076, 1025}, {-1, 1}}, "exp10": {{-325, 310}, {-1, 1}},
	"expm1": {{-45, 710}, {-1, 1}}, "log": {{0, 4}, {0.9, 1.1}}, "log2": {{0, 4}, {0.9, 1.1}},
	"log10": {{0, 4}, {0.9, 1.1}}, "log1p": {{-1, 4}, {-0.1, 0.1}},
	"sin": {{-10, 10}, {-1e9, 1e9}}, "cos": {{-10, 10}, {-1e9, 1e9}}, "tan": {{-10, 10}, {-1e9, 1e9}},
	"sinpi": {{-3, 3}, {-1e5, 1e5}}, "cospi": {{-3, 3}, {-1e5, 1e5}}, "sinc": {{-3, 3}, {-1e5, 1e5}},
	"arcsin": {{-1, 1}}, "arccos": {{-1, 1}}, "arctan": {{-4, 4}},
	"sinh": {{-711, 711}, {-1, 1}}, "cosh": {{-711, 711}, {-1, 1}}, "tanh": {{-20, 20}, {-1, 1}},
	"arcsinh": {{-4, 4}, {-0.1, 0.1}}, "arccosh": {{1, 4}, {1, 1.01}}, "arctanh": {{-1, 1}, {-0.01, 0.01}},
	"cbrt": {{-8, 8}}, "erf": {{-6, 6}, {-1, 1}}, "erfc": {{-6, 28}, {-1, 2}},
	"gelu": {{-39, 9}, {-2, 2}}, "expit": {{-746, 40}, {-4, 4}}, "silu": {{-752, 40}, {-4, 4}},
	"softplus": {{-746, 40}, {-4, 4}}, "logit": {{0, 1}, {0.49, 0.51}},
	"gamma": {{-185, 172}, {-3, 4}}, "lgamma": {{-20, 100}, {0, 4}},
	"power": {{0, 4}, {0.99, 1.01}, {0, 1e4}}, "arctan2": {{-4, 4}}, "hypot": {{-4, 4}},
	"deg2rad": {{-360, 360}}, "rad2deg": {{-7, 7}}, "relu": {{-1, 1}},
}

// arguments returns n arguments for a function, the same on every machine: half
// of them of all bit patterns, the others from its ranges.
func arguments(name string, n int) []float64 {
	r := rand.New(rand.NewPCG(20260101, uint64(len(name))))
	v := append([]float64{}, specials...)
	list := ranges[name]
	for len(v) < n {
		k := r.IntN(2 * max(len(list), 1))
		if k >= len(list) {
			v = append(v, math.Float64frombits(r.Uint64()))
			continue
		}
		lo, hi := list[k][0], list[k][1]
		v = append(v, lo+float64((hi-lo)*r.Float64()))
	}
	return v
}

// arguments32 is arguments for float32.
func arguments32(name string, n int) []float32 {
	r := rand.New(rand.NewPCG(20260102, 1))
	v := make([]float32, n)
	for i, x := range arguments(name, n) {
		v[i] = float32(x)
		if r.IntN(4) == 0 {
			v[i] = math.Float32frombits(r.Uint32())
		}
	}
	return v
}

// digest folds results into a hash, all NaN alike.
type digest struct{ b []byte }

func (d *digest) add(v ...float64) {
	for _, x := range v {
		d.b = binary.LittleEndian.AppendUint64(d.b, math.Float64bits(canonical(x)))
	}
}

func (d *digest) add32(v ...float32) {
	for _, x := range v {
		if x != x {
			x = nan32()
		}
		d.b = binary.LittleEndian.AppendUint32(d.b, math.Float32bits(x))
	}
}

func (d *digest) sum() uint64 {
	h := fnv.New64a()
	h.Write(d.b)
	return h.Sum64()
}

// TestBits compares a hash of the results of every function with the recorded
// one: the bits are the same whatever the processor, its instructions and the
// compiler's fusing of operations, and change only on purpose (-update).
func TestBits(t *testing.T) {
	const n = 3000
	var out bytes.Buffer
	record := func(name string, d digest) { fmt.Fprintf(&out, "%s %016x\n", name, d.sum()) }
	for _, name := range slices.Sorted(maps.Keys(unary64)) {
		var d digest
		for _, x := range arguments(name, n) {
			d.add(unary64[name](x))
		}
		record(name, d)
		d = digest{}
		for _, x := range arguments32(name, n) {
			d.add32(unary32[name](x))
		}
		record(name+"/float32", d)
	}
	pairs := func(name string) (x, y []float64) {
		x, y = arguments("cbrt", n), arguments("cbrt", n)
		r := rand.New(rand.NewPCG(1, uint64(len(name))))
		r.Shuffle(n, func(i, j int) { y[i], y[j] = y[j], y[i] })
		return x, y
	}
	all64, all32 := maps.Clone(binary64), maps.Clone(binary32)
	maps.Copy(all64, exact64)
	maps.Copy(all32, exact32)
	for _, name := range slices.Sorted(maps.Keys(all64)) {
		var d, d32 digest
		x, y := pairs(name)
		for i := range x {
			d.add(all64[name](x[i], y[i]))
			d32.add32(all32[name](float32(x[i]), float32(y[i])))
		}
		record(name, d)
		record(name+"/float32", d32)
	}
	for _, name := range slices.Sorted(maps.Keys(cunary)) {
		var d, d64 digest
		x, y := pairs(name)
		for i := range x {
			w := cunary[name](complex(x[i], y[i]))
			d.add(real(w), imag(w))
			w64 := cunary64[name](complex64(complex(x[i], y[i])))
			d64.add32(real(w64), imag(w64))
		}
		record(name+"/complex128", d)
		record(name+"/complex64", d64)
	}
	for _, name := range slices.Sorted(maps.Keys(cbinary)) {
		var d, d64 digest
		x, y := pairs(name)
		for i := range n - 1 {
			a, b := complex(x[i], y[i]), complex(y[i+1], x[i+1])
			w := cbinary[name](a, b)
			d.add(real(w), imag(w))
			w64 := cbinary64[name](complex64(a), complex64(b))
			d64.add32(real(w64), imag(w64))
		}
		record(name+"/complex128", d)
		record(name+"/complex64", d64)
	}
	const file = "testdata/bits.txt"
	if *update {
		if err := os.WriteFile(file, out.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	got, exp := bytes.Split(out.Bytes(), []byte("\n")), bytes.Split(want, []byte("\n"))
	if len(got) != len(exp) {
		t.Fatalf("%d functions, %d recorded", len(got)-1, len(exp)-1)
	}
	for i := range got {
		if !bytes.Equal(got[i], exp[i]) {
			t.Errorf("bits differ: %s, recorded %s", got[i], exp[i])
		}
	}
}
