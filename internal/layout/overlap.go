package layout

// Overlap reports whether a and b have an element in common. Both are layouts
// over one memory, and their elements have one size. (OverlapBytes compares any
// two pieces of memory.)
//
// The answer is exact unless the search for a common element runs too long;
// then it is true. False is always certain. Overlap does not allocate for up
// to 16 axes in both together.
func Overlap(a, b Layout) bool {
	alo, ahi, aok := Extent(a)
	blo, bhi, bok := Extent(b)
	if !aok || !bok || ahi < blo || bhi < alo {
		return false
	}
	return a.Offset == b.Offset || meet(a, b, int64(bhi)-int64(alo))
}

// meet reports whether a and b share a position, given how far the highest of b
// lies above the lowest of a.
func meet(a, b Layout, above int64) bool {
	var buf [16]term
	terms := appendTerms(buf[:0], a, 1)
	terms = appendTerms(terms, b, 1)
	return solvable(terms, above)
}

// OverlapBytes reports whether a byte belongs to an element of a as well as to
// one of b. Element position 0 of a is at address aBase and its elements have
// aSize bytes; likewise for b. Both addresses must be taken while neither
// memory can move: Go moves stacks.
//
// It is as exact as Overlap.
func OverlapBytes(a Layout, aBase, aSize uintptr, b Layout, bBase, bSize uintptr) bool {
	alo, ahi, aok := Extent(a)
	blo, bhi, bok := Extent(b)
	if !aok || !bok || aSize == 0 || bSize == 0 {
		return false
	}
	// Positions relative to aBase, in bytes.
	shift, as, bs := int64(bBase)-int64(aBase), int64(aSize), int64(bSize)
	first, last := int64(alo)*as, int64(ahi)*as+as-1
	bFirst, bLast := shift+int64(blo)*bs, shift+int64(bhi)*bs+bs-1
	if last < bFirst || bLast < first {
		return false
	}
	if as == bs && shift%as == 0 { // whole elements coincide or do not touch
		return meet(a, b, shift/as+int64(bhi)-int64(alo))
	}
	return meetBytes(a, as, b, bs, bLast-first)
}

// meetBytes is meet for bytes: those of one element are one more axis.
func meetBytes(a Layout, as int64, b Layout, bs int64, above int64) bool {
	var buf [16]term
	terms := append(buf[:0], term{1, as - 1}, term{1, bs - 1})
	terms = appendTerms(terms, a, as)
	terms = appendTerms(terms, b, bs)
	return solvable(terms, above)
}

// SelfOverlap reports whether two elements of l have one position, as in
// broadcast and window views. It is as exact as Overlap: false is certain.
func SelfOverlap(l Layout) bool {
	if l.IsC() { // which is so too if there are no elements
		return false
	}
	for i, n := range l.Shape {
		if n > 1 && l.Strides[i] == 0 {
			return true
		}
	}
	return folds(l)
}

// folds is SelfOverlap for a layout with elements and without stride 0.
//
// Two elements have one position if the differences d of their indices, each in
// -u..u and not all 0, give a sum of c*d of 0. Take the largest stride with a
// difference, c0; that difference may be taken to be positive, 1+z, since all
// differences negated are a solution as well. With y = u+d for the smaller
// strides the equation becomes
//
//	c0*z + sum c*y = sum c*u - c0,   0 <= z <= u0-1, 0 <= y <= 2u
//
// and any stride may be c0. Where strides are nested, as in most arrays, the
// right side is negative for each: larger than all that the smaller ones reach.
func folds(l Layout) bool {
	var buf, buf2 [16]term
	terms := appendTerms(buf[:0], l, 1)
	sortTerms(terms)
	var reach int64 // sum of c*u over the strides before the present one
	for k, t := range terms {
		if t.c <= reach {
			eq := append(buf2[:0], term{t.c, t.u - 1})
			for _, lower := range terms[:k] {
				eq = append(eq, term{lower.c, 2 * lower.u})
			}
			if solvable(eq, reach-t.c) {
				return true
			}
		}
		reach += t.c * t.u
	}
	return false
}

// appendTerms appends what the axes of l contribute to the sum of positions:
// one term for each axis that moves.
func appendTerms(terms []term, l Layout, size int64) []term {
	for i, n := range l.Shape {
		if s := int64(l.Strides[i]) * size; n > 1 && s != 0 {
			terms = append(terms, term{max(s, -s), int64(n - 1)})
		}
	}
	return terms
}
