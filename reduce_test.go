package nd_test

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ndgo/nd"
	"github.com/ndgo/nd/internal/kernels/reduce"
	"github.com/ndgo/nd/internal/kernels/tile"
)

func value[T any](t *testing.T, c nd.Chain[T]) T {
	t.Helper()
	v, err := c.Value()
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func holds[T any](t *testing.T, what string, c nd.Operand[T], want ...T) {
	t.Helper()
	a, err := c.Chain().Eval()
	if err != nil {
		t.Errorf("%s: %v", what, err)
		return
	}
	caseSame(t, what, a, want...)
}

func TestReduce(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	x := nd.Of2([]float64{3, -4, 0}, []float64{1, nan, 2})
	if x.Slice(nd.At(0)).Norm(2) != 5 || x.Slice(nd.At(0)).Norm(1) != 7 || x.Slice(nd.At(0)).Norm(inf) != 4 || x.Slice(nd.At(0)).Norm(-inf) != 0 || x.Slice(nd.At(0)).Norm(0) != 2 {
		t.Error("norms are wrong")
	}
	if n := x.Slice(nd.At(0)).Norm(3); math.Abs(n-math.Cbrt(91)) > 1e-15 {
		t.Errorf("3-norm %v", n)
	}
	holds(t, "sum", x.Over(1).Sum(), -1, nan)
	holds(t, "sum without NaN", x.SkipNaN().Over(1).Sum(), -1, 3)
	holds(t, "mean without NaN", x.SkipNaN().Over(1).Mean(), -1.0/3, 1.5)
	holds(t, "variance without NaN", x.SkipNaN().Over(1).Var(1), value(t, x.Slice(nd.At(0)).Chain().Var(1)), 0.5)
	holds(t, "median without NaN", x.SkipNaN().Over(1).Median(), 0, 1.5)
	holds(t, "max without NaN", x.SkipNaN().Over(0).Max(), 3, -4, 2)
	only := nd.Of(nan, nan)
	holds(t, "of NaN only", only.SkipNaN().Min(), nan)
	holds(t, "of NaN only", only.SkipNaN().Sum(), 0)
	holds(t, "of NaN only", only.SkipNaN().Mean(), nan)
	if !x.Any() || x.All() || !only.All() || only.SkipNaN().Any().Item() || !only.SkipNaN().All().Item() {
		t.Error("any or all are wrong")
	}
	holds(t, "count", nd.CountNonzero(x, 1), 2, 3)
	holds(t, "argmax", nd.ArgMax(x, 1), 0, 1)
	holds(t, "argmin", nd.ArgMin(x), 4)
	holds(t, "argmin of equals", nd.ArgMin(nd.Of(2, 1, 1)), 1)
	holds(t, "argmax of zeros", nd.ArgMax(nd.Of(math.Copysign(0, -1), 0)), 0)
	holds(t, "cummax", nd.Of(1.0, 3, nan, 5).CumMax(0), 1, 3, nan, nan)
	holds(t, "cumsum", nd.Of[int8](100, 100).CumSum(0), 100, -56)
	holds(t, "diff", nd.Of(1, 4, 9, 16).Diff(2, 0), 2, 2)
	holds(t, "diff of bool", nd.Of(true, true, false).Diff(1, 0), false, true)
	holds(t, "diff of few", nd.Of(1.0).Diff(3, 0))
	holds(t, "dot", nd.Dot(nd.Of(1.0, 2, 3), nd.Of(4.0, 5, 6)), 32)
	holds(t, "dot of int8", nd.Dot(nd.Of[int8](100), nd.Of[int8](2)), -56)
	holds(t, "weighted mean", nd.WeightedMean(nd.Of2([]float64{1, 2}, []float64{3, 4}), nd.Of(3.0, 1), 1), 1.25, 3.25)
	m := nd.Of2([]float64{1, 2, 3}, []float64{6, 5, 1})
	holds(t, "covariance", nd.Covariance(m, 1), 1, -2.5, -2.5, 7)
	r := nd.Correlation(m).Must()
	if math.Abs(r.At(0, 1)+2.5/math.Sqrt(7)) > 1e-15 || math.Abs(r.At(1, 1)-1) > 1e-15 {
		t.Errorf("correlation %v", r)
	}
	holds(t, "histogram", nd.Histogram(nd.Of(0.0, 0.5, 1, 1.5, 2, 2.5, nan), 2, 0, 2), 2, 3)
	holds(t, "histogram of bins too narrow for their number in a unit", nd.Histogram(nd.Of(0, 1e-320, 2e-320), 2, 0, 2e-320), 1, 2)
	holds(t, "histogram with edges", nd.HistogramEdges(nd.Of(1, 2, 3, 4, 9), []float64{1, 2, 4}), 1, 3)
	b, err := nd.Bincount(nd.Of[uint8](1, 3, 1), 6)
	if err != nil {
		t.Fatal(err)
	}
	holds(t, "bincount", b, 0, 2, 0, 1, 0, 0)
	var domain *nd.DomainError
	if _, err := nd.Bincount(nd.Of(1, -1), 0); !errors.As(err, &domain) {
		t.Errorf("bincount of a negative number: %v", err)
	}
	if err := nd.Histogram(nd.Of(1.0), 0, 0, 1).Err(); !errors.As(err, &domain) {
		t.Errorf("histogram without bins: %v", err)
	}
	var typ *nd.TypeError
	if err := nd.Of(1, 2).Chain().Mean().Err(); !errors.As(err, &typ) || !strings.Contains(typ.Detail, "As") {
		t.Errorf("mean of integers: %v", err)
	}
	if err := nd.Covariance(nd.Of(1.0), 0).Err(); err == nil {
		t.Error("covariance of a vector")
	}
}

func TestFold(t *testing.T) {
	x := nd.Of2([]string{"a", "b", "c"}, []string{"d", "e", "f"})
	join := func(s string, e string) string { return s + e }
	holds(t, "fold", nd.Fold(x, "", join), "abcdef")
	holds(t, "fold over axis 0", nd.Fold(x, ".", join, 0), ".ad", ".be", ".cf")
	holds(t, "fold of a transposed view", nd.Fold(x.T(), "", join), "adbecf")
	holds(t, "fold over none", nd.Fold(x, "-", join, []int{}...), "-a", "-b", "-c", "-d", "-e", "-f")
	rat := nd.Map(nd.Of(2, 3, 6), func(n int) *big.Rat { return big.NewRat(1, int64(n)) })
	sum := value(t, nd.Fold(rat, new(big.Rat), func(s, r *big.Rat) *big.Rat { return new(big.Rat).Add(s, r) }))
	if sum.Cmp(big.NewRat(1, 1)) != 0 {
		t.Errorf("1/2 + 1/3 + 1/6 = %v", sum)
	}
	calls := 0
	first := value(t, nd.FoldWhile(nd.Arange(0, 1000000, 1), -1, func(_, v int) (int, bool) { calls++; return v, v < 7 }))
	if first != 7 || calls != 8 {
		t.Errorf("the first from 7 on is %d, after %d calls", first, calls)
	}
	holds(t, "fold_while", nd.FoldWhile(nd.Of2([]int{1, 2, 3}, []int{4, 0, 5}), 1, func(p, v int) (int, bool) { return p * v, v != 0 }, 1), 6, 0)
	var p *nd.PanicError
	if _, err := nd.Fold(x, "", func(string, string) string { panic("no") }).Eval(); !errors.As(err, &p) {
		t.Errorf("a panic in the function: %v", err)
	}
}

func TestQuantiles(t *testing.T) {
	x := nd.Of(4.0, 1, 3, 2)
	q := []float64{0, 0.25, 0.4, 0.5, 1}
	for m, want := range map[nd.QuantileMethod][]float64{
		nd.Linear: {1, 1.75, 2.2, 2.5, 4}, nd.Lower: {1, 1, 2, 2, 4}, nd.Higher: {1, 2, 3, 3, 4}, nd.Nearest: {1, 2, 2, 3, 4}, nd.Midpoint: {1, 1.5, 2.5, 2.5, 4},
		nd.InvertedCDF: {1, 1, 2, 2, 4}, nd.AveragedInvertedCDF: {1, 1.5, 2, 2.5, 4}, nd.ClosestObservation: {1, 1, 2, 2, 4},
		nd.InterpolatedInvertedCDF: {1, 1, 1.6, 2, 4}, nd.Hazen: {1, 1.5, 2.1, 2.5, 4}, nd.Weibull: {1, 1.25, 2, 2.5, 4},
	} {
		got := nd.Quantiles(x, q, m).Must()
		for i, v := range got.Data() {
			if math.Abs(v-want[i]) > 1e-12 {
				t.Errorf("method %d, q = %v: %v, want %v", m, q[i], v, want[i])
			}
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for n := 1; n < 300; n++ {
		data := make([]float64, n)
		for i := range data {
			data[i] = float64(rng.IntN(1 + n/2))
		}
		sorted := slices.Sorted(slices.Values(data))
		if m, want := nd.FromSlice(data, n).Median(), (sorted[n/2]+sorted[(n-1)/2])/2; m != want {
			t.Fatalf("median of %d elements: %v, want %v", n, m, want)
		}
	}
	if max := math.MaxFloat64; nd.Of(max, max/2, max).Median() != max || math.IsInf(nd.Of(max, max*0.9).Median(), 0) {
		t.Error("a median overflows")
	}
	holds(t, "over an axis", nd.Quantiles(nd.Of2([]float64{1, 2, 3}, []float64{6, 5, 4}), []float64{0, 0.5}, nd.Linear, 1), 1, 4, 2, 5)
}

// passes returns the number of passes over whole operands.
func passes[T any](c nd.Chain[T]) int {
	text := c.Explain()
	return strings.Count(text, "\npass ") - strings.Count(text, "(of lower rank")
}

// Reductions of one operand that do not need each other share a pass.
func TestPassesAreShared(t *testing.T) {
	x, y := randArray(300, 70), randArray(300, 70)
	c, d := x.Chain(), y.Chain()
	for _, f := range []struct {
		what string
		c    nd.Chain[float64]
		want int
	}{
		{"sum", c.Sub(d).Square().Sum(), 1},
		{"ptp", c.Ptp(), 2},
		{"ptp over axis 0", c.Over(0).Ptp(), 2},
		{"mean without NaN", c.SkipNaN().Over(1).Mean(), 2},
		{"variance", c.Over(1).Var(0), 3},
		{"standardised", c.Sub(c.Over(0).KeepDims().Mean()).Div(c.Over(0).KeepDims().Std(0)), 3},
		{"softmax", softmax(c, 1), 4},
		{"cosine distance", nd.Scalar(1.0).Chain().Sub(c.Mul(d).Over(1).Sum().Div(c.Square().Over(1).Sum().Mul(d.Square().Over(1).Sum()).Sqrt())), 2},
	} {
		if n := passes(f.c); n > f.want {
			t.Errorf("%s takes %d passes, want %d\n%s", f.what, n, f.want, f.c.Explain())
		}
	}
}

func softmax(x nd.Chain[float64], axis int) nd.Chain[float64] {
	e := x.Sub(x.Over(axis).KeepDims().Max()).Exp()
	return e.Div(e.Over(axis).KeepDims().Sum())
}

func randArray(shape ...int) *nd.Array[float64] {
	a := nd.Zeros[float64](shape...)
	a.FillFunc(rand.New(rand.NewPCG(1, 2)).NormFloat64)
	return a
}

// The same bits come out with any instruction set and in any layout.
func TestReductionBits(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 60 {
		shape := make([]int, 1+rng.IntN(3))
		for k := range shape {
			shape[k] = 1 + rng.IntN([]int{10000, 120, 25}[len(shape)-1])
		}
		var over []int
		for k := range shape {
			if rng.IntN(2) == 0 {
				over = append(over, k)
			}
		}
		x, y := randArray(shape...), randArray(shape...)
		y.FillFunc(rng.NormFloat64)
		kinds := []func(x, y nd.Chain[float64]) nd.Chain[float64]{
			func(x, y nd.Chain[float64]) nd.Chain[float64] { return x.Over(over...).Sum() },
			func(x, y nd.Chain[float64]) nd.Chain[float64] { return x.Sub(y).Square().Over(over...).Sum() },
			func(x, y nd.Chain[float64]) nd.Chain[float64] { return x.Mul(y).Over(over...).Sum() },
			func(x, y nd.Chain[float64]) nd.Chain[float64] { return x.Over(over...).Var(1) },
			func(x, y nd.Chain[float64]) nd.Chain[float64] { return x.Add(y).Abs().Over(over...).Prod() },
			func(x, y nd.Chain[float64]) nd.Chain[float64] { return x.Div(y).Over(over...).Ptp() },
			func(x, y nd.Chain[float64]) nd.Chain[float64] {
				return nd.As[float64](nd.As[float32](x).Over(over...).Mean())
			},
		}
		f := kinds[rng.IntN(len(kinds))]
		var want []float64
		for _, name := range []string{"purego", "avx2", "avx512"} {
			back, ok := tile.Force(name)
			back2, ok2 := reduce.Force(name)
			for range 3 {
				if !ok || !ok2 {
					continue
				}
				e := elementOf[float64]{}
				p := e.place(rng.IntN, x.Elements(), shape).(*nd.Array[float64])
				q := e.place(rng.IntN, y.Elements(), shape).(*nd.Array[float64])
				got := f(p.Chain(), q.Chain()).Must().Data()
				if want == nil {
					want = got
				}
				for i := range got {
					if math.Float64bits(got[i]) != math.Float64bits(want[i]) && (got[i] == got[i] || want[i] == want[i]) {
						t.Fatalf("%s, shape %v over %v: %v, want %v\n%s", name, shape, over, got[i], want[i], f(p.Chain(), q.Chain()).Explain())
					}
				}
			}
			back2()
			back()
		}
	}
}

// exact is the sum of elements, without error.
func exact(x []float64) *big.Float {
	s := new(big.Float).SetPrec(2200)
	for _, v := range x {
		s.Add(s, new(big.Float).SetPrec(2200).SetFloat64(v))
	}
	return s
}

func TestSumAccuracy(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for name, draw := range map[string]func() float64{
		"uniform":         rng.Float64,
		"ill-conditioned": func() float64 { return rng.NormFloat64() * math.Exp(30*rng.NormFloat64()) },
	} {
		for _, n := range []int{10, 1000, 4096, 100000, 1000000} {
			x := make([]float64, n)
			size := 0.0
			for i := range x {
				x[i] = draw()
				size += math.Abs(x[i])
			}
			got := nd.FromSlice(x, n).Sum()
			d, _ := new(big.Float).Sub(exact(x), big.NewFloat(got)).Float64()
			u := math.Abs(d) / size / 0x1p-53
			if bound := 133 + math.Ceil(math.Log2(float64(n)/4096+1)); u > bound || u > 4 {
				t.Errorf("%s: the sum of %d elements is off by %v half units of the sum of magnitudes", name, n, u)
			}
		}
	}
}

// Sums, means and variances of float32 are within a unit in the last place.
func TestFloat32Accuracy(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, at := range []float64{0, 1000} {
		x := make([]float32, 300000)
		wide := make([]float64, len(x))
		for i := range x {
			x[i] = float32(rng.NormFloat64() + at)
			wide[i] = float64(x[i])
		}
		a := nd.FromSlice(x, len(x))
		sum, _ := exact(wide).Float64()
		mean := sum / float64(len(x))
		for i, v := range wide {
			wide[i] = (v - mean) * (v - mean)
		}
		sq, _ := exact(wide).Float64()
		variance := sq / float64(len(x))
		for what, v := range map[string][2]float64{"sum": {float64(a.Sum()), sum}, "mean": {float64(a.Mean()), mean}, "var": {float64(a.Var(0)), variance}} {
			w := float32(v[1])
			if ulp := float64(math.Nextafter32(w, math.MaxFloat32) - w); math.Abs(v[0]-v[1]) > math.Abs(ulp) {
				t.Errorf("%s around %v: %v, want %v", what, at, v[0], v[1])
			}
		}
	}
	// Numbers around 1e9 that differ by little.
	big := nd.Of(1e9+4, 1e9+7, 1e9+13, 1e9+16)
	if v := big.Var(1); v != 30 {
		t.Errorf("variance %v, want 30", v)
	}
}

func TestReductionsAllocateNothing(t *testing.T) {
	x, y := randArray(120, 90), randArray(120, 90)
	for what, c := range map[string]nd.Chain[float64]{
		"sum": x.Chain().Sub(y).Square().Sum(), "ptp": x.Chain().Over(0).Ptp(), "median": x.Chain().Over(1).Median(),
		"cumsum": x.Chain().CumSum(0), "argmax": nd.As[float64](nd.ArgMax(x, 0)), "argmin": nd.As[float64](nd.ArgMin(x.Chain().Sub(y), 0)), "softmax": softmax(x.T().Chain(), 0), "max": x.T().Chain().Over(1).Max(),
	} {
		d := c.Must()
		if n := testing.AllocsPerRun(50, func() {
			if err := c.EvalInto(d); err != nil {
				t.Fatal(err)
			}
		}); n > 0 && !raceEnabled {
			t.Errorf("%s: %v allocations", what, n)
		}
	}
}

// Places over any axes are those that looking at one element after the other
// finds, whatever the layout, the kind and the instruction set.
func TestPlaces(t *testing.T) {
	testPlaces[float64](t)
	testPlaces[float32](t)
	testPlaces[int8](t)
	testPlaces[uint16](t)
	testPlaces[int64](t)
}

func testPlaces[T interface {
	int8 | uint16 | int64 | float32 | float64
}](t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	for i := range 20 {
		shape := []int{1 + rng.IntN(4), 1 + rng.IntN(60), 1 + rng.IntN(90)}
		if i%10 == 0 {
			shape = []int{1 + rng.IntN(40), 2000 + rng.IntN(300)}
		}
		x := nd.Zeros[T](shape...)
		few := 1 + rng.IntN(100)
		x.FillFunc(func() T { return T(rng.IntN(few)) })
		if nan := math.NaN(); T(1)/2 != 0 && rng.IntN(2) == 0 {
			for range 1 + rng.IntN(len(x.Data())) {
				x.Data()[rng.IntN(len(x.Data()))] = T(nan)
			}
		}
		var over []int
		for k := range shape {
			if k == len(shape)-2 || rng.IntN(3) == 0 {
				over = append(over, k)
			}
		}
		for _, name := range []string{"purego", "avx2", "avx512"} {
			back, ok := reduce.Force(name)
			if !ok {
				continue
			}
			p := elementOf[T]{}.place(rng.IntN, x.Elements(), shape).(*nd.Array[T])
			y := x
			if rng.IntN(2) == 0 { // one that is like it, but is to be computed
				y = nd.Full(T(1), shape...)
			}
			for max, c := range []nd.Chain[int]{nd.ArgMin(p, over...), nd.ArgMax(p, over...), nd.ArgMin(p.Chain().Mul(y), over...), nd.ArgMax(p.Chain().Mul(y), over...)} {
				of := x
				if max >= 2 {
					of = x.Mul(y)
				}
				want := placesOf(of, over, max%2 == 1)
				if got := c.Must().Elements(); !slices.Equal(got, want) {
					t.Fatalf("%s: %T %v over %v, case %d: %v, want %v\n%s", name, x.Data()[0], shape, over, max, got, want, c.Explain())
				}
			}
			back()
		}
	}
}

// placesOf is ArgMin or ArgMax, element by element.
func placesOf[T int8 | uint16 | int64 | float32 | float64](x *nd.Array[T], over []int, max bool) []int {
	shape, kept := x.Shape(), 1
	for k, l := range shape {
		if !slices.Contains(over, k) {
			kept *= l
		}
	}
	at, seen, best := make([]int, kept), make([]bool, kept), make([]T, kept)
	for i, v := range x.Elements() {
		// The numbers among the kept and the reduced axes.
		a, b, na, nb := 0, 0, 1, 1
		for k, rest := len(shape)-1, i; k >= 0; k-- {
			j := rest % shape[k]
			rest /= shape[k]
			if slices.Contains(over, k) {
				b += j * nb
				nb *= shape[k]
			} else {
				a += j * na
				na *= shape[k]
			}
		}
		w := best[a]
		if !seen[a] || w == w && (v != v || max && v > w || !max && v < w) {
			at[a], best[a] = b, v
		}
		seen[a] = true
	}
	return at
}

// A sum of all elements, which needs no program, is that of one row of a matrix,
// bit for bit.
func TestWholeSums(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 32))
	dot := nd.Func2(func(x, y nd.Chain[float64]) nd.Chain[float64] { return x.Mul(y).Sum() })
	for _, n := range []int{1, 31, 4095, 4096, 4097, 3 * 4096, 16*4096 - 1, 16 * 4096, 17*4096 + 1, 37*4096 + 33} {
		x, y := randArray(2, n), randArray(2, n)
		x.FillFunc(rng.NormFloat64)
		y.FillFunc(rng.NormFloat64)
		row := func(a *nd.Array[float64]) nd.Chain[float64] { return a.Slice(nd.At(1)).Chain() }
		rows := func(c nd.Chain[float64]) float64 { return c.Over(1).Sum().Must().At(1) }
		narrow := nd.As[float32](x).Must()
		applied := nd.Zeros[float64]()
		if err := dot.EvalInto(applied, x.Slice(nd.At(1)), y.Slice(nd.At(1))); err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			what string
			got  nd.Chain[float64]
			want float64
		}{
			{"sum", row(x).Sum(), rows(x.Chain())},
			{"squared difference", row(x).Sub(row(y)).Square().Sum(), rows(x.Sub(y).Square().Chain())},
			{"squared distance", row(x).Sub(nd.Scalar(0.5)).Square().Sum(), rows(x.SubScalar(0.5).Square().Chain())},
			{"squared distance turned", nd.Scalar(0.5).Chain().Sub(row(x)).Square().Sum(), rows(x.SubScalar(0.5).Square().Chain())},
			{"product", row(x).Mul(row(y)).Sum(), rows(x.Mul(y).Chain())},
			{"product of a function", applied.Chain(), rows(x.Mul(y).Chain())},
			{"float32", nd.As[float64](narrow.Slice(nd.At(1))).Sum(), rows(nd.As[float64](narrow))},
			{"reversed", row(x).Slice(nd.Spec("::-1")).Sum(), rows(x.Flip(1).Chain())},
		} {
			for range 2 { // with a plan and without
				if got := value(t, c.got); math.Float64bits(got) != math.Float64bits(c.want) {
					t.Errorf("%s of %d elements: %v, want %v", c.what, n, got, c.want)
				}
			}
			if got := c.got.Must().At(); math.Float64bits(got) != math.Float64bits(c.want) {
				t.Errorf("%s of %d elements, evaluated: %v, want %v", c.what, n, got, c.want)
			}
		}
		c := row(x).Sub(row(y)).Square().Sum()
		value(t, c)
		if a := testing.AllocsPerRun(20, func() {
			if _, err := c.Value(); err != nil {
				t.Fatal(err)
			}
		}); a > 0 && !raceEnabled {
			t.Errorf("a sum of %d elements allocates %v times", n, a)
		}
	}
}
