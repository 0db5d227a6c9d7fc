//go:build amd64 && !purego

package tile

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/ops"
)

// speedFile is where TestElementarySpeed writes figures, from which the test of
// accuracy in package elem takes them: a function, a kind, and nanoseconds an
// element with AVX-512, with AVX2 and in NumPy, or a dash.
const speedFile = "../elem/testdata/speed.txt"

// TestElementarySpeed prints nanoseconds an element, the least of many runs. With
// ND_SPEED=write it writes speedFile; then it runs NumPy as well, by python3 or
// what ND_PYTHON names.
func TestElementarySpeed(t *testing.T) {
	only := os.Getenv("ND_SPEED")
	if only == "" {
		t.Skip("for measurements: ND_SPEED=all or names of functions, or ND_SPEED=write")
	}
	figures := map[elementaryRow][]string{}
	var rows []elementaryRow
	isas(t, func(t *testing.T) {
		for _, row := range elementaryRows() {
			if only != "all" && only != "write" && !strings.Contains(","+only+",", ","+row.op.String()+",") {
				continue
			}
			figures[row] = append(figures[row], fmt.Sprintf("%.2f", row.time(t, 16384)))
			if len(figures[row]) == 1 {
				rows = append(rows, row)
			}
			t.Logf("%-20s %.3f %.3f %.3f", row, row.time(t, 1000), row.time(t, 1024), row.time(t, 16384))
		}
	})
	if only != "write" {
		return
	}
	numPy := numPyTimes(t, rows)
	slices.SortFunc(rows, func(a, b elementaryRow) int {
		return cmp.Or(strings.Compare(a.name(), b.name()), int(b.kind)-int(a.kind))
	})
	var b strings.Builder
	for _, row := range rows {
		if len(figures[row]) != 2 {
			t.Fatal("this machine lacks instructions")
		}
		v, ok := numPy[row.name()+" "+row.kind.String()]
		other := "-"
		if ok {
			other = fmt.Sprintf("%.2f", v)
		}
		fmt.Fprintln(&b, row.name(), row.kind, strings.Join(figures[row], " "), other)
	}
	if err := os.WriteFile(speedFile, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}

// name is NumPy's name of the function, or ours where it has none.
func (r elementaryRow) name() string {
	if n := ops.Info(r.op).NumPy; n != "" {
		return n
	}
	return r.op.String()
}

// time is the time for one of n elements, in nanoseconds.
func (r elementaryRow) time(t *testing.T, n int) float64 {
	_, p := r.compile(t, prog.Unit)
	x, y, d := aligned(n*8), aligned(n*8), aligned(n*8)
	random := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		v := 0.01 + 0.98*random.Float64()
		if r.op == ops.Acosh {
			v++
		}
		put(x, r.kind, i, bitsOf(r.kind, v))
		put(y, r.kind, i, bitsOf(r.kind, 3*random.Float64()))
	}
	best := math.Inf(1)
	for range 300 {
		at := time.Now()
		for range 20000 / n {
			run(p, n, r.kind, x, y, d)
		}
		best = min(best, float64(time.Since(at).Nanoseconds())/float64(20000/n*n))
	}
	return best
}

// numPyScript times ufuncs on such arguments, and prints the figures as JSON.
const numPyScript = `
import json, sys, time
import numpy as np
n, r, out = 16384, np.random.default_rng(1), {}
for name in sys.argv[1:]:
    f = getattr(np, name, None)
    for kind in ("float64", "float32") if isinstance(f, np.ufunc) else ():
        x = (0.01 + 0.98 * r.random(n) + (name == "arccosh")).astype(kind)
        a = (x, (3 * r.random(n)).astype(kind))[:f.nin]
        z, best = np.empty_like(x), 1e9
        for i in range(300):
            t = time.perf_counter()
            f(*a, out=z)
            best = min(best, time.perf_counter() - t)
        out[name + " " + kind] = best / n * 1e9
print(json.dumps(out))
`

func numPyTimes(t *testing.T, rows []elementaryRow) (times map[string]float64) {
	python := cmp.Or(os.Getenv("ND_PYTHON"), "python3")
	args := []string{"-c", numPyScript}
	for _, r := range rows {
		if r.kind == dtype.Float64 {
			args = append(args, r.name())
		}
	}
	out, err := exec.Command(python, args...).Output()
	if err != nil {
		t.Fatal("NumPy: ", err)
	}
	if err := json.Unmarshal(out, &times); err != nil {
		t.Fatal("NumPy: ", err)
	}
	return times
}
