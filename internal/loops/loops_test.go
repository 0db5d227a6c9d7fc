package loops

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels/prog"
	"pgregory.net/rapid"
)

// A memory is the memory of an operand: typed elements that are read and
// written as numbers.
type memory struct {
	typ *dtype.Type
	ptr unsafe.Pointer
	n   int
	get func(p unsafe.Pointer) int
	set func(p unsafe.Pointer, v int)
}

func newMemory[T any](n int, to func(int) T, from func(T) int) *memory {
	t := dtype.TypeFor[T]()
	m := &memory{typ: t, n: n,
		get: func(p unsafe.Pointer) int { return from(*(*T)(p)) },
		set: func(p unsafe.Pointer, v int) { *(*T)(p) = to(v) },
	}
	m.ptr = unsafe.Pointer(unsafe.SliceData(make([]T, n)))
	return m
}

func (m *memory) at(i int) unsafe.Pointer { return unsafe.Add(m.ptr, i*int(m.typ.Size)) }

func (m *memory) holds(p unsafe.Pointer) bool {
	return uintptr(p) >= uintptr(m.ptr) && uintptr(p) < uintptr(m.ptr)+uintptr(m.n)*m.typ.Size
}

type pair struct {
	a int8
	b int
}

// memories makes memory of each element size and of types without a kind.
// Values are taken modulo 100, so that they fit everywhere.
var memories = []func(n int) *memory{
	func(n int) *memory {
		return newMemory(n, func(i int) uint8 { return uint8(i) }, func(v uint8) int { return int(v) })
	},
	func(n int) *memory {
		return newMemory(n, func(i int) int16 { return int16(i) }, func(v int16) int { return int(v) })
	},
	func(n int) *memory {
		return newMemory(n, func(i int) float32 { return float32(i) }, func(v float32) int { return int(v) })
	},
	func(n int) *memory {
		return newMemory(n, func(i int) float64 { return float64(i) }, func(v float64) int { return int(v) })
	},
	func(n int) *memory {
		return newMemory(n, func(i int) complex64 { return complex(float32(i), 0) }, func(v complex64) int { return int(real(v)) })
	},
	func(n int) *memory {
		return newMemory(n, func(i int) complex128 { return complex(0, float64(i)) }, func(v complex128) int { return int(imag(v)) })
	},
	func(n int) *memory {
		return newMemory(n, strconv.Itoa, func(s string) int { i, _ := strconv.Atoi(s); return i })
	},
	func(n int) *memory {
		return newMemory(n, func(i int) pair { return pair{int8(i), i} }, func(p pair) int { return p.b })
	},
}

// A subject is an operand under test.
type subject struct {
	*memory
	strides []int
	offset  int
	write   bool
	read    bool
	guard   bool
}

func (s *subject) base() unsafe.Pointer { return s.at(s.offset) }

func (s *subject) operand() Operand {
	return Operand{Type: s.typ, Strides: s.strides, Write: s.write, Read: s.read, Guard: s.guard}
}

// recorder is the evaluator of the tests: a written operand becomes the sum of
// the operands that are read, modulo 100; one that is read and written has the
// sum added to it.
type recorder struct {
	t        tester
	nest     *Nest
	subjects []*subject
	total    int
	runs     int
}

func (r *recorder) Run(f *prog.Frame, n int) {
	r.runs++
	r.total += n
	if n <= 0 {
		r.t.Fatalf("run of %d elements", n)
	}
	for k, s := range r.subjects {
		slot, size := f.Slots[k], int(s.typ.Size)
		if slot.Stride%size != 0 || prog.ClassOf(slot.Stride/size) != r.nest.Class(k) {
			r.t.Fatalf("operand %d: stride %d is not of class %d", k, slot.Stride, r.nest.Class(k))
		}
		if s.guard && s.holds(slot.Ptr) {
			r.t.Fatalf("operand %d: is not guarded", k)
		}
		if !r.nest.ops[k].copied && (!s.holds(slot.Ptr) || !s.holds(unsafe.Add(slot.Ptr, (n-1)*slot.Stride))) {
			r.t.Fatalf("operand %d: run of %d leaves the memory", k, n)
		}
	}
	for i := range n {
		sum := 0
		for k, s := range r.subjects {
			if !s.write {
				sum += s.get(unsafe.Add(f.Slots[k].Ptr, i*f.Slots[k].Stride))
			}
		}
		for k, s := range r.subjects {
			if s.write {
				p := unsafe.Add(f.Slots[k].Ptr, i*f.Slots[k].Stride)
				v := sum
				if s.read {
					v += s.get(p)
				}
				s.set(p, v%100)
			}
		}
	}
}

// indices calls f with every index of a shape, in C order.
func indices(shape []int, f func(idx []int)) {
	idx := make([]int, len(shape))
	for {
		f(idx)
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

func (s *subject) elem(idx []int) int {
	e := s.offset
	for a, i := range idx {
		e += i * s.strides[a]
	}
	return e
}

// drawShape draws shapes that lead to all ways of walking.
func drawShape(t *rapid.T) []int {
	var shape []int
	size := 1
	for range rapid.IntRange(0, 5).Draw(t, "ndim") {
		most := max(1, min(500, 15000/size))
		var l int
		switch rapid.IntRange(0, 5).Draw(t, "kind of length") {
		case 0:
			l = 1
		case 1, 2:
			l = rapid.IntRange(2, 5).Draw(t, "length")
		case 3:
			l = rapid.IntRange(2, 70).Draw(t, "length")
		default:
			l = rapid.IntRange(60, 500).Draw(t, "length")
		}
		l = min(l, most)
		shape = append(shape, l)
		size *= l
	}
	return shape
}

func drawSubject(t *rapid.T, shape []int, write, acc bool) *subject {
	s := &subject{strides: make([]int, len(shape)), write: write}
	if write {
		s.read = acc || rapid.Bool().Draw(t, "read")
	}
	axes := make([]int, len(shape))
	for i := range axes {
		axes[i] = len(axes) - 1 - i // innermost first
	}
	switch rapid.IntRange(0, 3).Draw(t, "order") {
	case 0:
		slices.Reverse(axes)
	case 1:
		axes = rapid.Permutation(axes).Draw(t, "axes")
	}
	plain := rapid.Bool().Draw(t, "plain")
	place := 1
	for _, a := range axes {
		step, pad, sign := 1, 0, 1
		if !plain {
			step = rapid.SampledFrom([]int{1, 1, 1, 1, 2, 3, 7}).Draw(t, "step")
			pad = rapid.SampledFrom([]int{0, 0, 0, 1, 5}).Draw(t, "pad")
			if rapid.IntRange(0, 3).Draw(t, "sign") == 0 {
				sign = -1
			}
			if (!write || acc) && rapid.IntRange(0, 3).Draw(t, "broadcast") == 0 {
				continue
			}
		}
		s.strides[a] = sign * place * step
		place *= shape[a]*step + pad
		if shape[a] == 1 && rapid.Bool().Draw(t, "wild") {
			s.strides[a] = 12345 // never to be used
		}
	}
	lo, hi := 0, 0
	for a, l := range shape {
		if d := (l - 1) * s.strides[a]; d < 0 {
			lo += d
		} else {
			hi += d
		}
	}
	const guard = 3
	s.memory = rapid.SampledFrom(memories).Draw(t, "type")(hi - lo + 1 + 2*guard)
	s.offset = guard - lo
	for i := range s.n {
		s.set(s.at(i), (i*7+3)%100)
	}
	return s
}

// lay makes a subject from a text with a letter for each axis of the shape, the
// outermost first, in order of their strides from the largest to the smallest:
// "abc" is C order, "ca" is broadcast along b, a capital runs backwards, and
// "ab2" takes every second element, "ab+" has wider rows than it shows.
func lay(shape []int, text string, write bool, typ int) *subject {
	s := &subject{strides: make([]int, len(shape)), write: write}
	place, lo := 1, 0
	for i := len(text) - 1; i >= 0; i-- {
		switch c := text[i]; {
		case c == '2':
			place = 2
		case c == '+': // see below
		case c >= 'a':
			s.strides[c-'a'] = place
			place *= shape[c-'a']
		default:
			s.strides[c-'A'] = -place
			lo += place * (shape[c-'A'] - 1)
			place *= shape[c-'A']
		}
		if i == len(text)-2 && text[len(text)-1] == '+' {
			place += 5
		}
	}
	s.memory = memories[typ](place)
	s.offset = lo
	for i := range s.n {
		s.set(s.at(i), (i*7+3)%100)
	}
	return s
}

// ways counts what the plans of a test came to.
type ways map[string]int

func (w ways) count(n *Nest) {
	w[[...]string{rows: "rows", packed: "packed", grouped: "grouped", tiled: "tiled"}[n.mode]]++
	if n.chunks > 1 {
		w["chunks"]++
	}
	for k := range n.ops {
		o := &n.ops[k]
		if o.copied {
			w[n.Describe(k)]++
			if o.typ.Kind == dtype.Other {
				w["block of pointers"]++
			}
			if n.mode == packed && len(o.box.axes) > 2 {
				w["deep box"]++
			}
		} else {
			w[classNames[o.class]]++
			if n.mode == tiled && n.isOdd(k, n.odd()) {
				w["odd in place"]++
			}
		}
	}
}

// A tester is a *testing.T or *rapid.T.
type tester interface {
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// checkNest runs a nest and compares with plain loops. pick decides whether to
// split the work, and where.
func checkNest(t tester, shape []int, subjects []*subject, opt Options, w ways, pick func() bool) {
	ops := make([]Operand, len(subjects))
	for k, s := range subjects {
		ops[k] = s.operand()
	}
	n := new(Nest)
	n.Init(shape, ops, opt)
	w.count(n)

	// What is expected, by plain loops.
	want := make([][]int, len(subjects))
	for k, s := range subjects {
		want[k] = make([]int, s.n)
		for i := range want[k] {
			want[k][i] = s.get(s.at(i))
		}
	}
	size := 0
	indices(shape, func(idx []int) {
		size++
		sum := 0
		for _, s := range subjects {
			if !s.write {
				sum += s.get(s.at(s.elem(idx)))
			}
		}
		for k, s := range subjects {
			if s.write {
				v := sum
				if s.read {
					v += want[k][s.elem(idx)]
				}
				want[k][s.elem(idx)] = v % 100
			}
		}
	})
	if n.Size() != size {
		t.Fatalf("Size is %d, not %d", n.Size(), size)
	}

	bases := make([]unsafe.Pointer, len(subjects))
	for k, s := range subjects {
		bases[k] = s.base()
	}
	r := &recorder{t: t, nest: n, subjects: subjects}
	f := &prog.Frame{Slots: make([]prog.Operand, len(subjects)), Stream: true}
	if pick() {
		var cuts []int
		for u := range n.Units() + 1 {
			if u == 0 || u == n.Units() || pick() {
				cuts = append(cuts, u)
			}
		}
		sc := GetScratch()
		for i := len(cuts) - 2; i >= 0; i-- { // any order does
			n.RunUnits(r, f, bases, sc, cuts[i], cuts[i+1])
		}
		sc.Put()
	} else if pick() {
		n.RunRows(rowRecorder{r}, f, bases, nil)
	} else if pick() {
		n.RunGroups(rowRecorder{r}, f, bases, nil)
	} else {
		n.Run(r, f, bases, nil)
	}
	if !f.Stream {
		t.Errorf("Stream is not as before")
	}
	if r.total != size {
		t.Errorf("%v\n%d elements in runs, not %d", n, r.total, size)
	}
	for k, s := range subjects {
		for i := range want[k] {
			if got := s.get(s.at(i)); got != want[k][i] {
				t.Fatalf("%v\noperand %d, place %d: got %d, want %d", n, k, i, got, want[k][i])
			}
		}
	}
}

// A rowRecorder takes several runs at once.
type rowRecorder struct{ *recorder }

func (r rowRecorder) RunRows(f *prog.Frame, n, rows int, steps []int) {
	prog.Rows(r, f, n, rows, steps)
}

func (r rowRecorder) RunGroups(f *prog.Frame, g *prog.Groups) { g.Run(r, f) }

// expect fails unless every way was taken.
func (w ways) expect(t *testing.T, names ...string) {
	t.Helper()
	for _, name := range names {
		if w[name] == 0 {
			t.Errorf("no plan had: %s", name)
		}
	}
}

func TestNest(t *testing.T) {
	w := ways{}
	rapid.Check(t, func(t *rapid.T) {
		shape := drawShape(t)
		var subjects []*subject
		for range rapid.IntRange(1, 2).Draw(t, "outputs") {
			subjects = append(subjects, drawSubject(t, shape, true, false))
		}
		for range rapid.IntRange(0, 3).Draw(t, "inputs") {
			subjects = append(subjects, drawSubject(t, shape, false, false))
		}
		opt := Options(0)
		if rapid.Bool().Draw(t, "quick") {
			opt = QuickRows
			if rapid.Bool().Draw(t, "slow") {
				opt |= SlowVectors
			}
		}
		checkNest(t, shape, subjects, opt, w, func() bool { return rapid.Bool().Draw(t, "pick") })
	})
	t.Log(w)
}

func TestAllUnit(t *testing.T) {
	w := ways{}
	rapid.Check(t, func(t *rapid.T) {
		shape := drawShape(t)
		var subjects []*subject
		subjects = append(subjects, drawSubject(t, shape, true, rapid.Bool().Draw(t, "acc")))
		for range rapid.IntRange(0, 3).Draw(t, "inputs") {
			s := drawSubject(t, shape, false, false)
			s.guard = rapid.Bool().Draw(t, "guard")
			subjects = append(subjects, s)
		}
		checkNest(t, shape, subjects, AllUnit, w, func() bool { return rapid.Bool().Draw(t, "pick") })
	})
	if w["strided"]+w["reversed"] > 0 {
		t.Errorf("operands that are not unit: %v", w)
	}
	t.Log(w)
}

func TestInPlace(t *testing.T) {
	w := ways{}
	rapid.Check(t, func(t *rapid.T) {
		shape := drawShape(t)
		var subjects []*subject
		subjects = append(subjects, drawSubject(t, shape, true, rapid.Bool().Draw(t, "acc")))
		for range rapid.IntRange(0, 3).Draw(t, "inputs") {
			subjects = append(subjects, drawSubject(t, shape, false, false))
		}
		checkNest(t, shape, subjects, InPlace, w, func() bool { return rapid.Bool().Draw(t, "pick") })
	})
	if w["packed"] > 0 {
		t.Errorf("operands were copied: %v", w)
	}
	t.Log(w)
}

// TestWays takes every way to walk, with every type of element.
func TestWays(t *testing.T) {
	w := map[Options]ways{0: {}, AllUnit: {}, InPlace: {}}
	for _, x := range []struct {
		shape []int
		lays  string // of the operands, the one written first
	}{
		{nil, " "},
		{[]int{7}, "a a"},
		{[]int{1500}, "a A"},
		{[]int{1500}, "a2 a"},
		{[]int{70_000}, "a a"},
		{[]int{70, 260}, "ab ab+ a b"},
		{[]int{70, 260}, "ab AB a2"},
		{[]int{300, 40}, "ab b a ab ba"},
		{[]int{400, 3}, "ab+ b ba ab+"},
		{[]int{3, 3}, "ab ba"},
		{[]int{100, 300}, "ab ba"},
		{[]int{300, 100}, "ba ab ab ab"},
		{[]int{100, 300}, "ab ba ba2 ab b"},
		{[]int{3, 50, 200}, "abc bca"},
		{[]int{50, 200, 3}, "abc cab c"},
		{[]int{10, 20, 600}, "abc cba bac"},
		{[]int{9, 5, 4, 7}, "abcd dcba bd cadb"},
		{[]int{9, 5, 4, 7}, "abcd+ ba dbac"},
		{[]int{9, 5, 4, 3}, "abcd dcba"},
		{[]int{20, 30, 40}, "b abc"},
		{[]int{20, 30, 40}, "ac cab"},
		{[]int{20, 600}, "b2 ab"},
		{[]int{30, 50, 20}, "abc ac bc"},
		{[]int{30, 50, 20}, "abc ca abc b"},
		{[]int{4, 30, 7, 10}, "abcd abd cd"},
		{[]int{40, 6, 3}, "abc ac bc"},
		{[]int{25, 40}, "ab ab b"},
		{[]int{30, 600}, "a ba"},
	} {
		for opt, w := range w {
			for _, typ := range []int{0, 3, 6} {
				if typ > 0 && len(x.shape) == 1 {
					continue
				}
				for split := range 2 {
					var subjects []*subject
					for k, l := range strings.Split(x.lays, " ") {
						s := lay(x.shape, l, k == 0, (typ+k)%len(memories))
						s.read = k == 0 && len(strings.TrimRight(l, "+2")) < len(x.shape)
						if s.read && opt == 0 {
							continue // accumulators are for zip
						}
						s.guard = opt == AllUnit && k > 0 && typ == 3
						subjects = append(subjects, s)
					}
					checkNest(t, x.shape, subjects, opt, w, func() bool { return split == 1 })
				}
			}
		}
	}
	w[0].expect(t, "rows", "packed", "grouped", "tiled", "unit", "strided", "reversed", "one element", "repeated",
		"gathered into a block", "scattered from a block", "transposed into a block", "transposed out of a block",
		"block of pointers", "deep box", "chunks")
	w[AllUnit].expect(t, "rows", "packed", "tiled", "unit", "one element", "repeated",
		"gathered into a block", "scattered from a block", "transposed into a block", "transposed out of a block",
		"block of pointers")
	w[InPlace].expect(t, "rows", "tiled", "unit", "strided", "reversed", "one element", "odd in place", "chunks")
}

// TestInOrder checks the order of the elements that an evaluator sees.
func TestInOrder(t *testing.T) {
	w := ways{}
	for _, x := range []struct {
		shape []int
		lays  string
	}{
		{nil, " "},
		{[]int{500}, "a A"},
		{[]int{70, 300}, "ab ab+ ba AB"},
		{[]int{600, 500}, "ba ab"},
		{[]int{600, 500}, "ba"},
		{[]int{30, 20, 500}, "acb cba bca abc"},
		{[]int{20, 500, 3}, "abc cba bac"},
		{[]int{9, 5, 4, 7}, "abcd dcba acd"},
		{[]int{3, 40_000}, "ba"},
		{[]int{700, 3}, "ab b"},
	} {
		var ops []Operand
		var subjects []*subject
		var bases []unsafe.Pointer
		for _, l := range strings.Split(x.lays, " ") {
			s := lay(x.shape, l, false, 3)
			i := 0
			indices(x.shape, func(idx []int) {
				if len(strings.Trim(l, "+ ")) == len(idx) {
					s.set(s.at(s.elem(idx)), i)
				}
				i++
			})
			ops, subjects, bases = append(ops, s.operand()), append(subjects, s), append(bases, s.base())
		}
		n := PlanWith(x.shape, ops, InOrder)
		w.count(n)
		next := 0
		run := runnerFunc(func(f *prog.Frame, m int) {
			for i := range m {
				for k, l := range strings.Split(x.lays, " ") {
					if got := subjects[k].get(unsafe.Add(f.Slots[k].Ptr, i*f.Slots[k].Stride)); got != next && len(strings.Trim(l, "+ ")) == len(x.shape) {
						t.Fatalf("%v\noperand %d: element %d when it is the turn of %d", n, k, got, next)
					}
				}
				next++
			}
		})
		f := &prog.Frame{Slots: make([]prog.Operand, len(ops))}
		for u := range n.Units() {
			n.RunUnits(run, f, bases, nil, u, u+1)
		}
		if next != n.Size() {
			t.Errorf("%v\n%d elements of %d", n, next, n.Size())
		}
	}
	if w["tiled"] > 0 {
		t.Error("tiles are out of order")
	}
	w.expect(t, "rows", "packed", "gathered into a block", "repeated", "reversed", "strided")
	// Segments are long enough to use up the lines of a transposed operand.
	n := PlanWith([]int{60, 700}, []Operand{lay([]int{60, 700}, "ba", false, 3).operand()}, InOrder)
	if n.mode != packed || n.rows*n.inner < 8*700 {
		t.Errorf("lines are not used up: %v", n)
	}
}

// TestLong splits long rows, which random shapes do not reach.
func TestLong(t *testing.T) {
	w := ways{}
	for _, shape := range [][]int{{200_001}, {3, 100_003}} {
		for _, part := range []bool{false, true} {
			t.Run(fmt.Sprint(shape, part), func(t *testing.T) {
				x := make([]float64, 2*3*100_003)
				y := make([]float64, 3*100_003)
				for i := range x {
					x[i] = float64(i % 97)
				}
				strides := []int{2}
				dst := []int{1}
				if len(shape) == 2 {
					strides = []int{2 * shape[1], -2}
					dst = []int{shape[1] - 1, 1} // overlaps by one, lest the axes become one
				}
				f64 := dtype.TypeFor[float64]()
				n := Plan(shape, []Operand{{Type: f64, Strides: dst, Write: true}, {Type: f64, Strides: strides}})
				w.count(n)
				start := 0
				if len(shape) == 2 {
					start = 2 * (shape[1] - 1)
				}
				bases := []unsafe.Pointer{unsafe.Pointer(&y[0]), unsafe.Pointer(&x[start])}
				f := &prog.Frame{Slots: make([]prog.Operand, 2)}
				runs := &copier{}
				if part {
					for u := range n.Units() {
						n.RunUnits(runs, f, bases, nil, u, u+1)
					}
					if n.Units() < n.Size()/(2*unitSize) || runs.n != n.Units() {
						t.Errorf("%d units, %d runs", n.Units(), runs.n)
					}
				} else {
					n.Run(runs, f, bases, nil)
					if rows := n.Size() / shape[len(shape)-1]; runs.n != rows {
						t.Errorf("%d runs for %d rows", runs.n, rows)
					}
				}
				indices(shape, func(idx []int) {
					from, to := start, 0
					for a, i := range idx {
						from += i * strides[a]
						to += i * dst[a]
					}
					last := len(idx) == 2 && idx[1] == shape[1]-1 && idx[0] < shape[0]-1
					if y[to] != x[from] && !last {
						t.Fatalf("at %v: got %v, want %v", idx, y[to], x[from])
					}
				})
			})
		}
	}
	w.expect(t, "chunks")
}

// A copier copies slot 1 to slot 0, float64.
type copier struct{ n int }

func (c *copier) Run(f *prog.Frame, n int) {
	c.n++
	d, s := f.Slots[0], f.Slots[1]
	for i := range n {
		*(*float64)(unsafe.Add(d.Ptr, i*d.Stride)) = *(*float64)(unsafe.Add(s.Ptr, i*s.Stride))
	}
}

func strides(shape []int) []int {
	s := make([]int, len(shape))
	n := 1
	for i := len(shape) - 1; i >= 0; i-- {
		s[i] = n
		n *= shape[i]
	}
	return s
}

func TestString(t *testing.T) {
	f64, u8 := dtype.TypeFor[float64](), dtype.TypeFor[uint8]()
	for _, x := range []struct {
		shape []int
		ops   []Operand
		want  string
	}{
		{nil, []Operand{{Type: f64, Write: true}, {Type: f64}},
			"one run of 1: #0 unit, #1 unit"},
		{[]int{1000, 1, 50}, []Operand{{Type: f64, Strides: []int{50, 50, 1}, Write: true}, {Type: f64, Strides: []int{-100, 7, -2}}, {Type: f64, Strides: []int{0, 0, 0}}},
			"one run of 50000: #0 unit, #1 strided by -2, #2 one element"},
		{[]int{344, 403}, []Operand{{Type: f64, Strides: []int{403, 1}, Write: true}, {Type: f64, Strides: []int{500, 1}}},
			"rows 344 x 403: #0 unit, #1 unit"},
		{[]int{400, 600, 3}, []Operand{{Type: f64, Strides: []int{1800, 3, 1}, Write: true}, {Type: u8, Strides: []int{1800, 3, 1}}, {Type: f64, Strides: []int{0, 0, 1}}},
			"packed 240000 x 3 in runs of 384: #0 unit, #1 unit, #2 repeated"},
		{[]int{50, 50, 20}, []Operand{{Type: f64, Strides: []int{1000, 20, 1}, Write: true}, {Type: f64, Strides: []int{20, 0, 1}}, {Type: f64, Strides: []int{0, 20, 1}}},
			"packed 50 x 50 x 20 in laps of 200, in groups of 7: #0 unit, #1 repeated, #2 unit"},
		{[]int{2048, 2048}, []Operand{{Type: f64, Strides: []int{2048, 1}, Write: true}, {Type: f64, Strides: []int{2048, 1}}, {Type: f64, Strides: []int{1, 2048}}},
			"tiles of 32 x 256 in 2048 x 2048: #0 unit, #1 unit, #2 transposed into a block"},
		{[]int{2048, 2048}, []Operand{{Type: f64, Strides: []int{1, 2048}, Write: true}, {Type: f64, Strides: []int{2048, 1}}, {Type: f64, Strides: []int{2048, 1}}},
			"tiles of 64 x 128 in 2048 x 2048: #0 transposed out of a block, #1 unit, #2 unit"},
		{[]int{3, 400, 600}, []Operand{{Type: f64, Strides: []int{240000, 600, 1}, Write: true}, {Type: u8, Strides: []int{1, 1800, 3}}},
			"tiles of 3 x 4096 in 3 x 240000: #0 unit, #1 strided by 3"},
		{[]int{400, 600, 3}, []Operand{{Type: u8, Strides: []int{1800, 3, 1}, Write: true}, {Type: u8, Strides: []int{600, 1, 240000}}},
			"packed 240000 x 3 in runs of 3072: #0 unit, #1 gathered into a block"},
		{[]int{3, 3}, []Operand{{Type: f64, Strides: []int{3, 1}, Write: true}, {Type: f64, Strides: []int{1, 3}}},
			"rows 3 x 3: #0 unit, #1 strided by 3"},
		{[]int{30, 3}, []Operand{{Type: f64, Strides: []int{3, 1}, Write: true}, {Type: f64, Strides: []int{1, 30}}},
			"packed 30 x 3 in runs of 90: #0 unit, #1 gathered into a block"},
		{[]int{500, 4}, []Operand{{Type: f64, Strides: []int{10, 1}, Write: true}, {Type: f64, Strides: []int{4, 1}}},
			"packed 500 x 4 in runs of 1024: #0 scattered from a block, #1 unit"},
	} {
		if got := Plan(x.shape, x.ops).String(); got != x.want {
			t.Errorf("got  %s\nwant %s", got, x.want)
		}
	}
}

// TestQuickRows checks what an evaluator that likes rows is given.
func TestQuickRows(t *testing.T) {
	f64 := dtype.TypeFor[float64]()
	for _, x := range []struct {
		shape []int
		a, b  []int // strides
		want  string
	}{
		{[]int{50, 50, 20}, []int{20, 0, 1}, []int{0, 20, 1}, "rows 50 x 50 x 20: #0 unit, #1 unit, #2 unit"},
		{[]int{50, 50, 2}, []int{2, 0, 1}, []int{0, 2, 1}, "packed 50 x 50 x 2 in laps of 64, in groups of 15: #0 unit, #1 repeated, #2 unit"},
		{[]int{1000, 8}, []int{8, 1}, []int{1, 0}, "rows 1000 x 8: #0 unit, #1 unit, #2 one element"},
		{[]int{30, 3}, []int{3, 1}, []int{1, 30}, "packed 30 x 3 in runs of 90: #0 unit, #1 unit, #2 gathered into a block"},
		{[]int{300, 1000}, []int{1000, 1}, []int{1, 300}, "tiles of 32 x 256 in 300 x 1000: #0 unit, #1 unit, #2 transposed into a block"},
		{[]int{100, 24}, []int{24, 1}, []int{0, 1}, "rows 100 x 24: #0 unit, #1 unit, #2 unit"},
		{[]int{100, 5}, []int{5, 1}, []int{0, 1}, "packed 100 x 5 in laps of 320: #0 unit, #1 unit, #2 repeated"},
		{[]int{10, 5}, []int{5, 1}, []int{0, 1}, "rows 10 x 5: #0 unit, #1 unit, #2 unit"},
	} {
		opt := QuickRows
		if len(x.shape) == 2 && x.shape[0] == 100 {
			opt |= SlowVectors
		}
		n := PlanWith(x.shape, []Operand{{Type: f64, Strides: strides(x.shape), Write: true}, {Type: f64, Strides: x.a}, {Type: f64, Strides: x.b}}, opt)
		if got := n.String(); got != x.want {
			t.Errorf("got  %s\nwant %s", got, x.want)
		}
		if got := n.Groups(new(prog.Groups)); got != (len(x.shape) == 3 && n.mode == rows) {
			t.Errorf("%v: groups %t", n, got)
		}
	}
}

// TestAllocs runs nests of every kind with everything in place.
func TestAllocs(t *testing.T) {
	f64, str := dtype.TypeFor[float64](), dtype.TypeFor[string]()
	shape := []int{64, 700}
	c, tr, row := strides(shape), []int{1, 64}, []int{0, 1}
	x, y := make([]float64, 64*700), make([]float64, 64*700)
	s, u := make([]string, 64*700), make([]string, 64*700)
	for name, ops := range map[string][]Operand{
		"one run":    {{Type: f64, Strides: c, Write: true}, {Type: f64, Strides: c}},
		"rows":       {{Type: f64, Strides: c, Write: true}, {Type: f64, Strides: []int{700, 0}}},
		"repeated":   {{Type: f64, Strides: c, Write: true}, {Type: f64, Strides: row}},
		"tiles":      {{Type: f64, Strides: c, Write: true}, {Type: f64, Strides: tr}},
		"of strings": {{Type: str, Strides: c, Write: true}, {Type: str, Strides: tr}},
	} {
		n := Plan(shape, ops)
		f := &prog.Frame{Slots: make([]prog.Operand, 2)}
		bases := []unsafe.Pointer{unsafe.Pointer(&x[0]), unsafe.Pointer(&y[0])}
		if ops[0].Type == str {
			bases = []unsafe.Pointer{unsafe.Pointer(&s[0]), unsafe.Pointer(&u[0])}
		}
		sc := GetScratch()
		if got := testing.AllocsPerRun(100, func() {
			n.Run(nothing{}, f, bases, sc)
			n.RunUnits(nothing{}, f, bases, sc, 0, n.Units())
		}); got > 0 {
			t.Errorf("%s: %v allocations", name, got)
		}
		again := new(Nest)
		again.Init(shape, ops, 0)
		if got := testing.AllocsPerRun(100, func() { again.Init(shape, ops, 0) }); got > 0 {
			t.Errorf("%s: %v allocations to plan again", name, got)
		}
		sc.Put()
	}
}

type nothingInRows struct{ nothing }

func (nothingInRows) RunRows(*prog.Frame, int, int, []int) {}
func (nothingInRows) RunGroups(*prog.Frame, *prog.Groups)  {}

var raceDetector bool

// TestGroupAllocs runs a nest of groups with everything in place.
func TestGroupAllocs(t *testing.T) {
	if raceDetector {
		t.Skip("pools forget under the race detector")
	}
	f64 := dtype.TypeFor[float64]()
	x, y := make([]float64, 30*50*20), make([]float64, 30*20)
	shape := []int{30, 50, 20}
	ops := []Operand{{Type: f64, Strides: strides(shape), Write: true}, {Type: f64, Strides: []int{20, 0, 1}}}
	n := Plan(shape, ops)
	if n.mode != grouped {
		t.Fatalf("no groups: %v", n)
	}
	f := &prog.Frame{Slots: make([]prog.Operand, 2)}
	bases := []unsafe.Pointer{unsafe.Pointer(&x[0]), unsafe.Pointer(&y[0])}
	sc := GetScratch()
	defer sc.Put()
	run := func() {
		n.Run(nothing{}, f, bases, sc)
		n.RunRows(nothingInRows{}, f, bases, sc)
		n.RunGroups(nothingInRows{}, f, bases, sc)
		n.Init(shape, ops, 0)
	}
	run()
	// Not by testing.AllocsPerRun, which warms up and rounds down: what is to be seen
	// as well is the look-up of an interface, which allocates once in a thousand. The
	// run time itself allocates now and then, hence the tries.
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	var got uint64
	for range 5 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range 10000 {
			run()
		}
		runtime.ReadMemStats(&after)
		if got = after.Mallocs - before.Mallocs; got == 0 {
			return
		}
	}
	t.Errorf("%v allocations in 10,000 runs", got)
}

// TestScratchForgets checks that a scratch that is given back holds on to
// nothing.
func TestScratchForgets(t *testing.T) {
	typ := dtype.TypeFor[*int]()
	ptrs := make([]*int, 90)
	for i := range ptrs {
		ptrs[i] = new(int)
	}
	dst := make([]*int, 90)
	n := Plan([]int{30, 3}, []Operand{{Type: typ, Strides: []int{3, 1}, Write: true}, {Type: typ, Strides: []int{1, 30}}})
	if !n.ops[1].copied {
		t.Fatalf("no block: %v", n)
	}
	sc := new(Scratch)
	var block []*int
	run := runnerFunc(func(f *prog.Frame, m int) {
		block = unsafe.Slice((**int)(f.Slots[1].Ptr), m)
		copy(unsafe.Slice((**int)(f.Slots[0].Ptr), m), block)
	})
	f := &prog.Frame{Slots: make([]prog.Operand, 2)}
	n.Run(run, f, []unsafe.Pointer{unsafe.Pointer(&dst[0]), unsafe.Pointer(&ptrs[0])}, sc)
	for i := range dst {
		if dst[i] != ptrs[i%3*30+i/3] {
			t.Errorf("element %d is not the one of the transpose", i)
		}
	}
	sc.Put()
	for i, p := range block {
		if p != nil {
			t.Errorf("element %d of the block is kept", i)
		}
	}
	for _, p := range sc.walk.ptr[:cap(sc.walk.ptr)] {
		if p != nil {
			t.Error("an address is kept")
		}
	}
}

type runnerFunc func(f *prog.Frame, n int)

func (r runnerFunc) Run(f *prog.Frame, n int) { r(f, n) }

// TestConcurrent shares a nest.
func TestConcurrent(t *testing.T) {
	f64 := dtype.TypeFor[float64]()
	shape := []int{300, 1000}
	n := Plan(shape, []Operand{{Type: f64, Strides: strides(shape), Write: true}, {Type: f64, Strides: []int{1, 300}}})
	x, y := make([]float64, 300*1000), make([]float64, 300*1000)
	for i := range x {
		x[i] = float64(i)
	}
	var wg sync.WaitGroup
	for u := range n.Units() {
		wg.Go(func() {
			f := &prog.Frame{Slots: make([]prog.Operand, 2)}
			n.RunUnits(new(copier), f, []unsafe.Pointer{unsafe.Pointer(&y[0]), unsafe.Pointer(&x[0])}, nil, u, u+1)
		})
	}
	wg.Wait()
	if n.Units() < 4 {
		t.Errorf("%d units", n.Units())
	}
	indices(shape, func(idx []int) {
		if got, want := y[idx[0]*1000+idx[1]], x[idx[1]*300+idx[0]]; got != want {
			t.Fatalf("at %v: %v, want %v", idx, got, want)
		}
	})
}
