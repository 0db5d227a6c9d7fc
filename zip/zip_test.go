package zip_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ndgo/nd/zip"
	"pgregory.net/rapid"
)

// drawView draws a view over fresh memory, with random layout, whose elements
// are numbered from first on in the order of memory.
func drawView(t *rapid.T, shape []int, distinct bool) zip.View[int] {
	v := zip.View[int]{Shape: slices.Clone(shape), Strides: make([]int, len(shape))}
	axes := make([]int, len(shape))
	for i := range axes {
		axes[i] = i
	}
	plain := rapid.Bool().Draw(t, "plain")
	if !plain {
		axes = rapid.Permutation(axes).Draw(t, "axes")
	}
	place := 1
	for i := len(axes) - 1; i >= 0; i-- {
		a := axes[i]
		step := 1
		if !plain {
			step = rapid.SampledFrom([]int{1, 1, 1, 2, -1, -3}).Draw(t, "step")
			if !distinct && rapid.IntRange(0, 4).Draw(t, "repeat") == 0 {
				v.ReadOnly = true
				continue
			}
		}
		v.Strides[a] = step * place
		if step < 0 {
			step = -step
			v.Offset += (shape[a] - 1) * step * place
		}
		place *= step*shape[a] + rapid.IntRange(0, 1).Draw(t, "pad")
	}
	v.Data = make([]int, place)
	for i := range v.Data {
		v.Data[i] = i + 1
	}
	return v
}

func drawShape(t *rapid.T) []int {
	var shape []int
	size := 1
	for range rapid.IntRange(0, 4).Draw(t, "ndim") {
		l := rapid.SampledFrom([]int{1, 2, 3, 4, 7, 30, 200, 900}).Draw(t, "length")
		for l > 1 && size*l > 20000 {
			l /= 2
		}
		shape = append(shape, l)
		size *= l
	}
	return shape
}

// narrow draws a shape that broadcasts to shape.
func narrow(t *rapid.T, shape []int) []int {
	s := slices.Clone(shape[rapid.IntRange(0, len(shape)).Draw(t, "fewer"):])
	for a := range s {
		if rapid.IntRange(0, 3).Draw(t, "one") == 0 {
			s[a] = 1
		}
	}
	return s
}

func indices(shape []int, f func(idx []int)) {
	if slices.Contains(shape, 0) {
		return
	}
	idx := make([]int, len(shape))
	for {
		f(slices.Clone(idx))
		a := len(shape) - 1
		for ; a >= 0; a-- {
			if idx[a]++; idx[a] < shape[a] {
				break
			}
			idx[a] = 0
		}
		if a < 0 {
			return
		}
	}
}

// place returns where in v.Data the element is that meets index idx of a
// larger shape.
func place[T any](v zip.View[T], idx []int) int {
	p := v.Offset
	idx = idx[len(idx)-len(v.Shape):]
	for a, i := range idx {
		if v.Shape[a] > 1 {
			p += i * v.Strides[a]
		}
	}
	return p
}

func clone[T any](v zip.View[T]) zip.View[T] {
	v.Data = slices.Clone(v.Data)
	return v
}

// A walk adds b and c to a and multiplies the sum into d, by one of the
// functions. What is multiplied is taken modulo a prime, so that neither order
// nor grouping matters.
type walk func(a zip.Viewer[int], b, c zip.Viewer[int], d zip.Viewer[int])

const prime = 9973

var walks = map[string]walk{
	"Each4": func(a, b, c, d zip.Viewer[int]) {
		zip.Each4(a, b, c, d, func(x, y, z, u *int) {
			*x += *y + *z
			*u = *u * (*x % 1000) % prime
		})
	},
	"EachIndexed4": func(a, b, c, d zip.Viewer[int]) {
		zip.EachIndexed4(a, b, c, d, func(idx []int, x, y, z, u *int) {
			*x += *y + *z
			*u = *u * (*x % 1000) % prime
		})
	},
	"Runs4": func(a, b, c, d zip.Viewer[int]) {
		zip.Runs4(a, b, c, d, func(x, y, z, u []int) {
			if len(x) != len(y) || len(x) != len(z) || len(u) != len(x) && len(u) != 1 {
				panic(fmt.Sprint("lengths ", len(x), len(y), len(z), len(u)))
			}
			for i := range x {
				x[i] += y[i] + z[i]
				j := min(i, len(u)-1)
				u[j] = u[j] * (x[i] % 1000) % prime
			}
		})
	},
}

func TestWalks(t *testing.T) {
	for name, walk := range walks {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				shape := drawShape(t)
				a := drawView(t, shape, true)
				b := drawView(t, narrow(t, shape), false)
				c := drawView(t, narrow(t, shape), false)
				d := drawView(t, narrow(t, shape), true)
				wantA, wantD := clone(a), clone(d)
				indices(shape, func(idx []int) {
					x := &wantA.Data[place(a, idx)]
					*x += b.Data[place(b, idx)] + c.Data[place(c, idx)]
					u := &wantD.Data[place(d, idx)]
					*u = *u * (*x % 1000) % prime
				})
				wantB, wantC := clone(b), clone(c)
				walk(zip.Out(a), b, zip.In(c), zip.Acc(d))
				for i, pair := range [][2]zip.View[int]{{a, wantA}, {b, wantB}, {c, wantC}, {d, wantD}} {
					if !slices.Equal(pair[0].Data, pair[1].Data) {
						t.Errorf("operand %d: got %v, want %v", i, pair[0].Data, pair[1].Data)
					}
				}
			})
		})
	}
}

func TestOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shape := drawShape(t)
		a, b := drawView(t, narrow(t, shape), false), drawView(t, shape, false)
		var want, got []string
		indices(shape, func(idx []int) {
			want = append(want, fmt.Sprint(idx, a.Data[place(a, idx)], b.Data[place(b, idx)]))
		})
		zip.EachIndexed2(a, b, func(idx []int, x, y *int) {
			got = append(got, fmt.Sprint(idx, *x, *y))
			if len(idx) > 0 {
				idx[0] = 99 // not allowed, and of no effect
			}
		})
		if !slices.Equal(got, want) {
			t.Errorf("EachIndexed2: got %v, want %v", got, want)
		}
		seq := zip.All2(a, b)
		for range 2 {
			i := 0
			for x, y := range seq {
				if !strings.HasSuffix(want[i], fmt.Sprintf("] %d %d", x, y)) {
					t.Fatalf("All2: element %d is %d and %d, not %s", i, x, y, want[i])
				}
				i++
			}
			if i != len(want) {
				t.Errorf("All2: %d elements, not %d", i, len(want))
			}
		}
	})
}

// TestMemoryOrder checks that Each goes through memory, whatever the layout.
func TestMemoryOrder(t *testing.T) {
	data := make([]int, 4*5*6)
	for i := range data {
		data[i] = i
	}
	for _, v := range []zip.View[int]{
		zip.FromSlice(data, 4, 5, 6),
		{Data: data, Shape: []int{6, 5, 4}, Strides: []int{1, 6, 30}},
		{Data: data, Shape: []int{6, 4, 5}, Strides: []int{-1, -30, -6}, Offset: 119},
	} {
		next := 0
		zip.Each1(v, func(x *int) {
			if *x != next {
				t.Fatalf("%v: element %d is visited when it is the turn of %d", v.Shape, *x, next)
			}
			next++
		})
		zip.Runs1(v, func(x []int) {
			if len(x) != len(data) {
				t.Errorf("%v: run of %d", v.Shape, len(x))
			}
		})
	}
}

func TestArities(t *testing.T) {
	a, b, c, d := zip.FromSlice([]int{1, 2}, 2), zip.FromSlice([]string{"x"}), zip.FromSlice([]float32{3, 4}, 2), zip.FromSlice([]bool{true}, 1)
	var got []string
	add := func(x ...any) { got = append(got, fmt.Sprint(x...)) }
	zip.Each1(a, func(x *int) { add(*x) })
	zip.Each2(a, b, func(x *int, y *string) { add(*x, *y) })
	zip.Each3(a, b, c, func(x *int, y *string, z *float32) { add(*x, *y, *z) })
	zip.Each4(a, b, c, d, func(x *int, y *string, z *float32, u *bool) { add(*x, *y, *z, *u) })
	zip.EachIndexed1(a, func(i []int, x *int) { add(i, *x) })
	zip.EachIndexed2(a, b, func(i []int, x *int, y *string) { add(i, *x, *y) })
	zip.EachIndexed3(a, b, c, func(i []int, x *int, y *string, z *float32) { add(i, *x, *y, *z) })
	zip.EachIndexed4(a, b, c, d, func(i []int, x *int, y *string, z *float32, u *bool) { add(i, *x, *y, *z, *u) })
	zip.Runs1(a, func(x []int) { add(x) })
	zip.Runs2(a, b, func(x []int, y []string) { add(x, y) })
	zip.Runs3(a, b, c, func(x []int, y []string, z []float32) { add(x, y, z) })
	zip.Runs4(a, b, c, d, func(x []int, y []string, z []float32, u []bool) { add(x, y, z, u) })
	for x := range zip.All1(a) {
		add(x)
	}
	for x, y := range zip.All2(a, b) {
		add(x, y)
	}
	want := []string{
		"1", "2", "1x", "2x", "1x3", "2x4", "1x3 true", "2x4 true",
		"[0] 1", "[1] 2", "[0] 1x", "[1] 2x", "[0] 1x3", "[1] 2x4", "[0] 1x3 true", "[1] 2x4 true",
		"[1 2]", "[1 2] [x x]", "[1 2] [x x] [3 4]", "[1 2] [x x] [3 4] [true true]",
		"1", "2", "1x", "2x",
	}
	for i := range got {
		got[i] = strings.ReplaceAll(got[i], "  ", " ")
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// TestStop leaves iterators early.
func TestStop(t *testing.T) {
	a := zip.FromSlice([]int{0, 1, 2, 3, 4, 5}, 3, 2)
	for stop := range 7 {
		n := 0
		for x := range zip.All1(a) {
			if x == stop {
				break
			}
			n++
		}
		for x, y := range zip.All2(a, a) {
			if x == stop {
				break
			}
			n += y - x + 1
		}
		if want := 2 * min(stop, 6); n != want {
			t.Errorf("stop at %d: %d elements, not %d", stop, n, want)
		}
	}
}

// TestReadOnly tries to write to what is only read.
func TestReadOnly(t *testing.T) {
	v := zip.FromSlice([]int{1, 2, 3, 4}, 2, 2)
	scribble := func(x *int) { *x = 99 }
	zip.Each1(v, scribble)
	zip.Each1(zip.In(v), scribble)
	zip.Each1(zip.In(zip.Out(v)), scribble)
	zip.EachIndexed1(v, func(_ []int, x *int) { *x = 99 })
	v.ReadOnly = true
	zip.Runs1(v, func(x []int) { clear(x) })
	zip.Runs2(v, zip.Out(zip.FromSlice(make([]int, 4), 2, 2)), func(x, y []int) { clear(x) })
	if !slices.Equal(v.Data, []int{1, 2, 3, 4}) {
		t.Errorf("written to: %v", v.Data)
	}
}

func TestEmpty(t *testing.T) {
	v := zip.FromSlice([]int{}, 3, 0)
	u := zip.FromSlice([]int{1, 2, 3}, 3, 1)
	fail := func(_, _ *int) { t.Error("called for no element") }
	zip.Each2(v, u, fail)
	zip.Each2(zip.Out(v), u, fail)
	zip.Each2(v, zip.Acc(u), fail)
	zip.EachIndexed2(v, u, func([]int, *int, *int) { t.Error("called for no element") })
	zip.Runs2(v, u, func(_, _ []int) { t.Error("called for no element") })
	for range zip.All2(v, u) {
		t.Error("iterates over no element")
	}
	for range zip.All1(v) {
		t.Error("iterates over no element")
	}
}

// TestNoSize walks elements that take no memory.
func TestNoSize(t *testing.T) {
	a, b := zip.FromSlice(make([]struct{}, 6), 2, 3), zip.FromSlice([]int{1, 2, 3, 4, 5, 6}, 2, 3)
	b.ReadOnly, a.ReadOnly = true, true
	n := 0
	zip.Each2(a, b, func(*struct{}, *int) { n++ })
	zip.Runs2(a, b, func(x []struct{}, y []int) {
		if len(x) != len(y) {
			t.Errorf("runs of %d and %d", len(x), len(y))
		}
		n += len(x)
	})
	a.ReadOnly = false
	zip.Runs2(zip.Out(a), b, func(x []struct{}, y []int) { n += len(x) })
	zip.Each1(zip.Acc(a), func(*struct{}) { n++ })
	if n != 24 {
		t.Errorf("%d visits", n)
	}
}

type viewer struct{ v zip.View[int] }

func (v viewer) View() zip.View[int] { return v.v }

func TestErrors(t *testing.T) {
	v, w := zip.FromSlice(make([]int, 6), 2, 3), zip.FromSlice(make([]int, 4), 4)
	row := zip.FromSlice(make([]int, 3), 3)
	readOnly := v
	readOnly.ReadOnly = true
	shared := zip.View[int]{Data: make([]int, 4), Shape: []int{2, 3}, Strides: []int{1, 1}}
	outside := zip.View[int]{Data: make([]int, 4), Shape: []int{2, 3}, Strides: []int{3, 1}}
	var none zip.Viewer[int]
	nop := func(_, _ *int) { t.Error("called in spite of an error") }
	for _, x := range []struct {
		name string
		f    func()
		want string
	}{
		{"shapes", func() { zip.Each2(v, w, nop) },
			"nd: zip.Each2: shapes [2 3] and [4] do not broadcast: axis 1 is 3 against 4"},
		{"out", func() { zip.Each2(zip.Out(row), v, nop) },
			"nd: zip.Each2: shapes [3] and [2 3] differ, and an Out operand is not repeated: axis 0 is missing"},
		{"out of one", func() { zip.Each2(v, zip.Out(zip.FromSlice(make([]int, 2), 2, 1)), nop) },
			"nd: zip.Each2: shapes [2 1] and [2 3] differ, and an Out operand is not repeated: axis 1 is 1 against 3"},
		{"missing axis", func() { zip.Each2(zip.FromSlice(make([]int, 3), 1, 3), zip.Out(row), nop) },
			"nd: zip.Each2: shapes [3] and [1 3] differ, and an Out operand is not repeated: axis 0 is missing"},
		{"read-only out", func() { zip.Each2(zip.Out(readOnly), v, nop) },
			"nd: zip.Each2: destination of shape [2 3] is read-only: its view is read-only"},
		{"read-only acc", func() { zip.Runs2(v, zip.Acc(readOnly), func(_, _ []int) {}) },
			"nd: zip.Runs2: destination of shape [2 3] is read-only: its view is read-only"},
		{"shared out", func() { zip.EachIndexed2(v, zip.Out(shared), func([]int, *int, *int) {}) },
			"nd: zip.EachIndexed2: destination of shape [2 3] is read-only: its elements share memory"},
		{"outside", func() { zip.All1(outside) },
			"nd: zip.All1: shape [2 3]: "},
		{"strides", func() { zip.All2(v, zip.View[int]{Data: w.Data, Shape: w.Shape}) },
			"nd: zip.All2: shape [4]: view has 0 strides for 1 axis"},
		{"nil", func() { zip.Each2(v, none, nop) },
			"nd: zip.Each2: element type int: operand 1 is nil"},
		{"nil pointer", func() { zip.Each2((*viewer)(nil), v, nop) },
			"nd: zip.Each2: element type int: operand 0 is nil"},
		{"nil out", func() { zip.Each2(v, zip.Out(none), nop) },
			"nd: zip.Each2: element type int: operand 1 is nil"},
		{"no function", func() { zip.Each2(v, v, (func(_, _ *int))(nil)) }, "nd: zip.Each2: the function is nil"},
		{"no indexed function", func() { zip.EachIndexed1(v, nil) }, "nd: zip.EachIndexed1: the function is nil"},
		{"no function of runs", func() { zip.Runs3(v, v, v, (func(_, _, _ []int))(nil)) }, "nd: zip.Runs3: the function is nil"},
		{"slice", func() { zip.FromSlice(w.Data, 3, -1) },
			"nd: zip.FromSlice: "},
	} {
		t.Run(x.name, func(t *testing.T) {
			defer func() {
				err, ok := recover().(error)
				if !ok || !strings.HasPrefix(err.Error(), x.want) {
					t.Fatalf("got  %v\nwant %s", err, x.want)
				}
				var shape *zip.ShapeError
				var typ *zip.TypeError
				if !errors.As(err, &shape) && !errors.As(err, &typ) && !errors.Is(err, zip.ErrReadOnly) {
					t.Errorf("error of type %T", err)
				}
			}()
			x.f()
		})
	}
	// A shared array may collect.
	zip.Each2(zip.Acc(shared), v, func(x, y *int) { *x++ })
	if want := []int{1, 2, 2, 1}; !slices.Equal(shared.Data, want) {
		t.Errorf("collected %v, want %v", shared.Data, want)
	}
	// Viewers of other types are fine.
	zip.Each2(zip.Acc(viewer{shared}), v, func(x, y *int) { *x-- })
}

// TestNested walks inside a walk, and panics out of one.
func TestNested(t *testing.T) {
	a, b := zip.FromSlice([]int{1, 2, 3}, 3), zip.FromSlice([]int{10, 20}, 2)
	sum := 0
	zip.Each1(a, func(x *int) {
		func() {
			defer func() { recover() }()
			zip.Each1(b, func(y *int) { panic("out") })
		}()
		zip.Each1(b, func(y *int) { sum += *x * *y })
		zip.EachIndexed1(b, func(idx []int, y *int) { sum += *x * *y })
	})
	if sum != 2*6*30 {
		t.Errorf("sum is %d", sum)
	}
}

var raceDetector bool

func TestAllocs(t *testing.T) {
	if raceDetector {
		t.Skip("pools allocate under the race detector")
	}
	a := zip.FromSlice(make([]float64, 50*60), 50, 60)
	b := zip.View[float64]{Data: make([]float64, 50*60), Shape: []int{50, 60}, Strides: []int{1, 50}}
	// Passing a view makes an interface of it, which allocates; arrays are
	// pointers.
	var x, y zip.Viewer[float64] = &a, &b
	for name, f := range map[string]func(){
		"Each2":        func() { zip.Each2(x, y, func(x, y *float64) {}) },
		"EachIndexed2": func() { zip.EachIndexed2(x, y, func(_ []int, x, y *float64) {}) },
		"Runs2":        func() { zip.Runs2(x, y, func(x, y []float64) {}) },
	} {
		if got := testing.AllocsPerRun(100, f); got > 1 {
			t.Errorf("%s: %v allocations", name, got)
		}
	}
}
