package nd

import "github.com/ndgo/nd/lazy"

// Histogram counts elements in bins of equal width from lo to hi, whose edges
// are those of Linspace(lo, hi, bins+1), up to rounding. A bin has its lower
// edge, the last one both. Elements outside, and NaN, are not counted.
//
// Elements are converted to float64: integers beyond 2^53, which it may round,
// may fall into the bin next to theirs.
//
// It is a *[DomainError] if there is no bin, or lo is not less than hi, and a
// *[ShapeError] if there are more bins than memory can hold.
func Histogram[T RealNumber](x Operand[T], bins int, lo, hi float64) Chain[int] {
	return Chain[int]{lazy.Histogram(chainOf(x), bins, lo, hi)}
}

// HistogramEdges counts elements in the bins between neighbours of edges, which
// ascend; see [Histogram]. Fewer than two edges, or edges that do not ascend,
// are a *[DomainError].
func HistogramEdges[T RealNumber](x Operand[T], edges []float64) Chain[int] {
	return Chain[int]{lazy.HistogramEdges(chainOf(x), edges)}
}

// Bincount counts how often each integer from 0 on is among the elements. The
// result has a place for the greatest element, and n places at least. It looks
// at the elements twice. An element that is negative, or 1<<31-1 and more, is a
// *[DomainError].
func Bincount[T Integer](x Operand[T], n int) (*Array[int], error) {
	c := Chain[T]{chainOf(x)}
	if err := c.Err(); err != nil {
		return nil, err
	}
	counts := max(n, 0)
	if c.c.Size() > 0 {
		least, err := c.Min().Value()
		if err != nil {
			return nil, err
		}
		if least < 0 {
			return nil, &DomainError{Op: "bincount", Arg: "least element", Value: least}
		}
		greatest, err := c.Max().Value()
		if err != nil {
			return nil, err
		}
		if uint64(greatest) >= 1<<31-1 {
			return nil, &DomainError{Op: "bincount", Arg: "greatest element", Value: greatest}
		}
		counts = max(counts, int(greatest)+1)
	}
	return Chain[int]{lazy.Bincount(c.c, counts)}.Eval()
}
