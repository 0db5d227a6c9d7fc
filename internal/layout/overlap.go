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
	if a.Offset == b.Offset {
		return true
	}
	var buf [16]term
	terms := appendTerms(buf[:0], a, 1)
	terms = appendTerms(terms, b, 1)
	return solvable(terms, int64(bhi)-int64(alo))
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
	alo64, ahi64 := int64(alo)*as, int64(ahi)*as+as-1
	blo64, bhi64 := shift+int64(blo)*bs, shift+int64(bhi)*bs+bs-1
	if ahi64 < blo64 || bhi64 < alo64 {
		return false
	}
	var buf [16]term
	if as == bs && shift%as == 0 { // whole elements coincide or do not touch
		terms := appendTerms(buf[:0], a, 1)
		terms = appendTerms(terms, b, 1)
		return solvable(terms, shift/as+int64(bhi)-int64(alo))
	}
	terms := append(buf[:0], term{1, as - 1}, term{1, bs - 1})
	terms = appendTerms(terms, a, as)
	terms = appendTerms(terms, b, bs)
	return solvable(terms, bhi64-alo64)
}

// SelfOverlap reports whether two elements of l have one position, as in
// broadcast and window views. It is as exact as Overlap: false is certain.
func SelfOverlap(l Layout) bool {
	if l.IsC() {
		return false
	}
	var buf [16]term
	terms := buf[:0]
	for i, n := range l.Shape {
		switch {
		case n == 0:
			return false
		case n > 1 && l.Strides[i] == 0:
			return true
		}
	}
	terms = appendTerms(terms, l, 1)
	// Two elements have one position if the differences of their indices,
	// each in -u..u and not all 0, give a sum of d*c of 0. Let the largest
	// stride with a difference be the first term; its difference may be taken
	// to be positive, 1+z, since the negated differences solve it as well.
	// Put y = u+d for the smaller strides: the equation becomes
	//     c0*z + sum c*y = sum c*u - c0,   0 <= z <= u0-1, 0 <= y <= 2u
	sortTerms(terms)
	var reach int64 // sum of c*u over the strides below the present one
	var buf2 [16]term
	for k, first := range terms {
		if first.c <= reach {
			t := append(buf2[:0], term{first.c, first.u - 1})
			for _, lower := range terms[:k] {
				t = append(t, term{lower.c, 2 * lower.u})
			}
			if solvable(t, reach-first.c) {
				return true
			}
		}
		reach += first.c * first.u
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
