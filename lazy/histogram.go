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
	for _, n := range []int{bins, bins + 1} { // the edges are one more, if there is such a number
		if _, err := layout.CheckMemory(name, []int{n}, 8); err != nil {
			return failed(name, typeFor[int](), err, c)
		}
	}
	if !(lo < hi) || hi-lo > maxFloat {
		return failed(name, typeFor[int](), &errs.DomainError{Op: name, Arg: "range", Value: [2]float64{lo, hi}}, c)
	}
	edges := make([]float64, bins+1)
	step := (hi - lo) / float64(bins)
	for i := range edges {
		edges[i] = lo + float64(float64(i)*step)
	}
	edges[bins] = hi
	return histogram(c, name, edges, float64(bins)/(hi-lo))
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
	return histogram(c, name, slices.Clone(edges), 0)
}

func histogram(c Chain, name string, edges []float64, perUnit float64) Chain {
	if c.n != nil && c.n.err == nil {
		if !(dtype.Real | dtype.Booleans).Has(c.n.typ.Kind) {
			return failed(name, typeFor[int](), &errs.TypeError{Op: name, Type: c.n.typ.String(), Detail: "it is defined for real numbers"}, c)
		}
		c = Chain{recordCast(c.n, dtype.Basic(dtype.Float64))}
	}
	return recordSequence(c, name, nil, func(*dtype.Type) (*sequence, error) {
		return &sequence{out: typeFor[int](), form: seqMany, many: len(edges) - 1, make: func(int) sequencer {
			return &histogramSequence{edges: edges, perUnit: perUnit, counts: make([]int, len(edges)-1)}
		}}, nil
	})
}

type histogramSequence struct {
	edges   []float64
	perUnit float64 // bins in a unit of length, 0 if they differ
	counts  []int
}

func (s *histogramSequence) start() { clear(s.counts) }

func (s *histogramSequence) take(_, p unsafe.Pointer, n int) {
	e, last := s.edges, len(s.counts)-1
	for _, v := range unsafe.Slice((*float64)(p), n) {
		if !(v >= e[0] && v <= e[last+1]) {
			continue
		}
		var k int
		if s.perUnit != 0 {
			// The quotient may be off by one bin; the edges decide.
			k = min(int((v-e[0])*s.perUnit), last)
			if v < e[k] {
				k--
			} else if k < last && v >= e[k+1] {
				k++
			}
		} else {
			k = min(sort.Search(len(e), func(i int) bool { return e[i] > v }), last+1) - 1
		}
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
