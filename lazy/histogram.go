package lazy

import (
	"slices"
	"sort"
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/errs"
	"github.com/ndgo/nd/internal/layout"
)

// Histogram counts the elements of c, which are real numbers, in bins of equal
// width from lo to hi: a bin has its lower edge, the last one both. Elements
// outside, and NaN, are not counted. The elements of the result are int.
func Histogram(c Chain, bins int, lo, hi float64) Chain {
	const name = "histogram"
	if bins < 1 {
		return failed(name, typeFor[int](), &errs.DomainError{Op: name, Arg: "bins", Value: bins}, c)
	}
	if !(lo < hi) || hi-lo > maxFloat {
		return failed(name, typeFor[int](), &errs.DomainError{Op: name, Arg: "range", Value: [2]float64{lo, hi}}, c)
	}
	if _, err := layout.CheckMemory(name, []int{bins}, unsafe.Sizeof(bins)); err != nil {
		return failed(name, typeFor[int](), err, c)
	}
	n := float64(bins)
	l := line{lo: lo, hi: hi, bins: n, step: (hi - lo) / n, perUnit: n / (hi - lo)}
	return histogram(c, name, bins, func() sequencer { return &evenHistogram{line: l, counts: make([]int, bins)} })
}

// A line is cut into bins of equal width.
type line struct {
	lo, hi, bins float64
	step         float64 // the width of a bin
	perUnit      float64 // bins in a unit of length, +Inf if they are so narrow
}

// edge returns the lower edge of bin i.
func (l *line) edge(i int) float64 { return l.lo + float64(float64(i)*l.step) }

// bin returns the bin of v, between lo and hi, as the quotient has it: it may be
// off by one.
func (l *line) bin(v float64) int {
	if l.perUnit > maxFloat {
		return int((v - l.lo) / (l.hi - l.lo) * l.bins)
	}
	return int((v - l.lo) * l.perUnit)
}

const maxFloat = 0x1p1023 * (1 + (1 - 0x1p-52))

// HistogramEdges is Histogram with bins between neighbours of edges, which
// ascend.
func HistogramEdges(c Chain, edges []float64) Chain {
	const name = "histogram"
	if len(edges) < 2 {
		return failed(name, typeFor[int](), &errs.DomainError{Op: name, Arg: "number of edges", Value: len(edges)}, c)
	}
	for i, v := range edges {
		if !(v >= edges[max(i-1, 0)]) {
			return failed(name, typeFor[int](), &errs.DomainError{Op: name, Arg: "edges", Shape: []int{len(edges)}, Index: []int{i}, Value: v}, c)
		}
	}
	edges = slices.Clone(edges)
	return histogram(c, name, len(edges)-1, func() sequencer {
		return &histogramSequence{edges: edges, counts: make([]int, len(edges)-1)}
	})
}

func histogram(c Chain, name string, bins int, make func() sequencer) Chain {
	if c.n != nil && c.n.err == nil {
		if !(dtype.Real | dtype.Booleans).Has(c.n.typ.Kind) {
			return failed(name, typeFor[int](), &errs.TypeError{Op: name, Type: c.n.typ.String(), Detail: "it is defined for real numbers"}, c)
		}
		c = Chain{recordCast(c.n, dtype.Basic(dtype.Float64))}
	}
	return recordSequence(c, name, nil, func(*dtype.Type) (*sequence, error) {
		return &sequence{out: typeFor[int](), form: seqMany, many: bins, make: func(int) sequencer { return make() }}, nil
	})
}

type evenHistogram struct {
	line
	counts []int
}

func (s *evenHistogram) start() { clear(s.counts) }

func (s *evenHistogram) take(_, p unsafe.Pointer, n int) {
	last := len(s.counts) - 1
	for _, v := range unsafe.Slice((*float64)(p), n) {
		if !(v >= s.lo && v <= s.hi) {
			continue
		}
		k := min(s.bin(v), last)
		if v < s.edge(k) {
			k--
		} else if k < last && v >= s.edge(k+1) {
			k++
		}
		s.counts[k]++
	}
}

func (s *evenHistogram) end(out unsafe.Pointer) {
	copy(unsafe.Slice((*int)(out), len(s.counts)), s.counts)
}

type histogramSequence struct {
	edges  []float64
	counts []int
}

func (s *histogramSequence) start() { clear(s.counts) }

func (s *histogramSequence) take(_, p unsafe.Pointer, n int) {
	e, last := s.edges, len(s.counts)-1
	for _, v := range unsafe.Slice((*float64)(p), n) {
		if !(v >= e[0] && v <= e[last+1]) {
			continue
		}
		k := min(sort.Search(len(e), func(i int) bool { return e[i] > v }), last+1) - 1
		s.counts[k]++
	}
}

func (s *histogramSequence) end(out unsafe.Pointer) {
	copy(unsafe.Slice((*int)(out), len(s.counts)), s.counts)
}

// Bincount counts how often each of the integers 0 to n-1 is among the elements
// of c, which are integers; others are not counted. The elements of the result
// are int.
func Bincount(c Chain, n int) Chain {
	const name = "bincount"
	if c.n != nil && c.n.err == nil {
		if !dtype.Integers.Has(c.n.typ.Kind) {
			return failed(name, typeFor[int](), &errs.TypeError{Op: name, Type: c.n.typ.String(), Detail: "it is defined for integers"}, c)
		}
		c = Chain{recordCast(c.n, dtype.Basic(dtype.Int64))}
	}
	return recordSequence(c, name, nil, func(*dtype.Type) (*sequence, error) {
		return &sequence{out: typeFor[int](), form: seqMany, many: n, make: func(int) sequencer {
			return &bincountSequence{make([]int, n)}
		}}, nil
	})
}

type bincountSequence struct{ counts []int }

func (s *bincountSequence) start() { clear(s.counts) }

func (s *bincountSequence) take(_, p unsafe.Pointer, n int) {
	for _, v := range unsafe.Slice((*int64)(p), n) {
		if v >= 0 && v < int64(len(s.counts)) {
			s.counts[v]++
		}
	}
}

func (s *bincountSequence) end(out unsafe.Pointer) {
	copy(unsafe.Slice((*int)(out), len(s.counts)), s.counts)
}
