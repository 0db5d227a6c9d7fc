package lazy

import (
	"cmp"
	"math"
	"slices"
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/errs"
)

// A QuantileMethod says how a quantile lies between the elements: those of
// Hyndman and Fan (1996), and four simple ones, as NumPy names them.
type QuantileMethod uint8

// The methods. n elements in ascending order are numbered from 0, and q is the
// fraction asked for.
const (
	Linear                  QuantileMethod = iota // between the neighbours of q*(n-1)
	Lower                                         // the neighbour of q*(n-1) below
	Higher                                        // the neighbour of q*(n-1) above
	Nearest                                       // the nearest to q*(n-1), of two the even one
	Midpoint                                      // the mean of the neighbours of q*(n-1)
	InvertedCDF                                   // the first that at least q*n are not above
	AveragedInvertedCDF                           // the same, the mean of two where q*n is whole
	ClosestObservation                            // the nearest to q*n-1, of two the one of odd number
	InterpolatedInvertedCDF                       // between the neighbours of q*n-1
	Hazen                                         // between the neighbours of q*n-1/2
	Weibull                                       // between the neighbours of q*(n+1)-1
	MedianUnbiased                                // between the neighbours of q*(n+1/3)-2/3
	NormalUnbiased                                // between the neighbours of q*(n+1/4)-5/8
	numMethods
)

// Quantiles returns quantiles of the elements over the given axes (nil for
// all): as many as there are fractions q, each from 0 to 1, along a new first
// axis. They are NaN of no elements and where one is NaN.
func Quantiles(c Chain, q []float64, m QuantileMethod, axes []int) Chain {
	const name = "quantiles"
	q = slices.Clone(q)
	return recordSequence(c, name, axes, func(t *dtype.Type) (*sequence, error) {
		if !dtype.Floats.Has(t.Kind) {
			detail := "it is defined for floats"
			if dtype.Integers.Has(t.Kind) {
				detail = "use As[float64] first: the result is no integer"
			}
			return nil, &errs.TypeError{Op: name, Type: t.String(), Detail: detail}
		}
		for i, v := range q {
			if !(v >= 0 && v <= 1) {
				return nil, &errs.DomainError{Op: name, Arg: "q", Shape: []int{len(q)}, Index: []int{i}, Value: v}
			}
		}
		if m >= numMethods {
			return nil, &errs.DomainError{Op: name, Arg: "method", Value: m}
		}
		s := quantiles(t, name, q, m, false)
		s.form, s.many = seqMany, len(q)
		return s, nil
	})
}

// quantiles is the sequence that finds quantiles of floats of type t.
func quantiles(t *dtype.Type, name string, q []float64, m QuantileMethod, skip bool) *sequence {
	s := &sequence{out: t, whole: true}
	median := name == "median"
	if t.Kind == dtype.Float32 {
		s.make = func(int) sequencer { return &quantileSequence[float32]{q: q, m: m, skip: skip, median: median} }
	} else {
		s.make = func(int) sequencer { return &quantileSequence[float64]{q: q, m: m, skip: skip, median: median} }
	}
	return s
}

type quantileSequence[T float32 | float64] struct {
	q      []float64
	m      QuantileMethod
	skip   bool
	median bool
	x      []T // the elements, to be reordered
}

func (s *quantileSequence[T]) start() { s.x = nil }

func (s *quantileSequence[T]) take(_, p unsafe.Pointer, n int) { s.x = unsafe.Slice((*T)(p), n) }

func (s *quantileSequence[T]) end(out unsafe.Pointer) {
	d := unsafe.Slice((*T)(out), len(s.q))
	x := s.x
	s.x = nil
	// NaNs go to the end.
	n := len(x)
	for i := 0; i < n; {
		if x[i] != x[i] {
			n--
			x[i], x[n] = x[n], x[i]
		} else {
			i++
		}
	}
	if n == 0 || n < len(x) && !s.skip {
		for i := range d {
			d[i] = T(math.NaN())
		}
		return
	}
	x = x[:n]
	if len(s.q) > 4 {
		slices.Sort(x)
	}
	for i, q := range s.q {
		lo, hi, t := s.m.between(q, n)
		if len(s.q) <= 4 {
			selectAt(x, lo)
			if hi > lo {
				// What follows place lo is not below it: the next is the least.
				k := lo + 1
				for j := k + 1; j < n; j++ {
					if x[j] < x[k] {
						k = j
					}
				}
				x[lo+1], x[k] = x[k], x[lo+1]
			}
		}
		d[i] = T(between(float64(x[lo]), float64(x[hi]), t, s.median))
	}
}

// between interpolates from a, at t = 0, to b, at t = 1.
func between(a, b, t float64, median bool) float64 {
	switch {
	case t == 0 || a == b:
		return a
	case t == 1:
		return b
	case median:
		if m := (a + b) / 2; m-m == 0 || math.IsInf(a, 0) || math.IsInf(b, 0) {
			return m
		}
		return a/2 + b/2
	}
	d := b - a
	if math.IsInf(d, 0) && !math.IsInf(a, 0) && !math.IsInf(b, 0) {
		return float64(a*(1-t)) + float64(b*t)
	}
	if t < 0.5 {
		return a + float64(d*t)
	}
	return b - float64(d*(1-t))
}

// between returns the places of the neighbours of the quantile q of n elements,
// hi being lo or lo+1, and how far from the one to the other it is.
func (m QuantileMethod) between(q float64, n int) (lo, hi int, t float64) {
	N := float64(n)
	var v float64 // the virtual place
	switch m {
	case Linear, Lower, Higher, Nearest, Midpoint:
		v = q * (N - 1)
	case InvertedCDF, AveragedInvertedCDF, ClosestObservation:
		v = float64(q*N) - 1
		if m == ClosestObservation {
			v -= 0.5
		}
	case InterpolatedInvertedCDF:
		v = float64(q*N) - 1
	case Hazen:
		v = float64(q*N) - 0.5
	case Weibull:
		v = float64(q*(N+1)) - 1
	case MedianUnbiased:
		v = float64(q*(N+1.0/3)) - 2.0/3
	case NormalUnbiased:
		v = float64(q*(N+0.25)) - 0.625
	}
	f := math.Floor(v)
	t = v - f
	switch m {
	case Lower:
		t = 0
	case Higher:
		if t > 0 {
			t = 1
		}
	case Nearest:
		v = math.RoundToEven(v)
		f, t = v, 0
	case Midpoint:
		if t > 0 {
			t = 0.5
		}
	case InvertedCDF:
		if t > 0 {
			t = 1
		}
	case AveragedInvertedCDF:
		if t > 0 {
			t = 1
		} else {
			t = 0.5
		}
	case ClosestObservation:
		if t > 0 || math.Mod(f, 2) == 0 {
			t = 1
		}
	}
	switch {
	case f < 0:
		return 0, 0, 0
	case f >= N-1:
		return n - 1, n - 1, 0
	case t == 0:
		return int(f), int(f), 0
	}
	return int(f), int(f) + 1, t
}

// selectAt reorders x so that place k holds what it would hold were x sorted,
// with nothing above it before and nothing below it after: Hoare's selection,
// from the middle of three, and by sorting where that makes little headway.
func selectAt[T cmp.Ordered](x []T, k int) {
	lo, hi := 0, len(x)-1
	for tries := 2 * bitsOf(len(x)); hi > lo; tries-- {
		if tries == 0 || hi-lo < 16 {
			slices.Sort(x[lo : hi+1])
			return
		}
		mid := lo + (hi-lo)/2
		if x[mid] < x[lo] {
			x[mid], x[lo] = x[lo], x[mid]
		}
		if x[hi] < x[lo] {
			x[hi], x[lo] = x[lo], x[hi]
		}
		if x[hi] < x[mid] {
			x[hi], x[mid] = x[mid], x[hi]
		}
		pivot := x[mid]
		i, j := lo, hi
		for i <= j {
			for x[i] < pivot {
				i++
			}
			for pivot < x[j] {
				j--
			}
			if i <= j {
				x[i], x[j] = x[j], x[i]
				i++
				j--
			}
		}
		switch {
		case k <= j:
			hi = j
		case k >= i:
			lo = i
		default:
			return
		}
	}
}

func bitsOf(n int) int {
	b := 0
	for ; n > 0; n /= 2 {
		b++
	}
	return b
}
