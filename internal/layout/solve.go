package layout

import "math/bits"

// Two layouts share a position if
//
//	lowA + sum cA*x = lowB + sum cB*y,  0 <= x <= uA, 0 <= y <= uB
//
// with c the absolute strides, u the lengths less one and low the lowest
// positions. With u-y in place of y it is one sum of non-negative terms:
//
//	sum cA*x + sum cB*y' = highB - lowA
//
// Whether such an equation has a solution is hard in general (it contains the
// knapsack problem), but the strides of arrays are not general. What follows is
// a depth-first search over the terms, largest first, with these departures:
//
//  1. Terms that join into one are joined, exactly: equal c add their u; a c2
//     that is a multiple of c1, no larger than c1's reach plus c1, continues it
//     without a gap. A contiguous array becomes one term that way.
//  2. The value of a term is bounded from both sides by what the later terms
//     can reach, and must leave a rest that the greatest common divisor of the
//     later terms divides. Values that do are a fixed period apart.
//  3. For the last but one term 2 is not only necessary but sufficient, so the
//     search ends there: equations of two terms are solved at once.
//  4. The search gives up after maxWork values, and then answers yes.

// A term contributes c*x, for some x in 0..u, to a sum. c > 0, u >= 0.
type term struct{ c, u int64 }

// maxWork bounds the values tried in one search, for a worst case of a tenth
// of a millisecond. Views of one array take a handful.
const maxWork = 1 << 13

// solvable reports whether sum c*x = total has a solution; when the search runs
// too long, it returns true. It changes terms.
func solvable(terms []term, total int64) bool {
	if total <= 0 {
		return total == 0
	}
	terms = join(terms, total)
	n := len(terms)
	if n == 0 {
		return false
	}
	var buf [16]level
	levels := buf[:0]
	if n > len(buf) {
		levels = make([]level, 0, n)
	}
	levels = levels[:n]
	// terms ascend, so the search goes from the last one down; level k tells
	// of term k and all that are smaller.
	var g, reach int64
	for k, t := range terms {
		lv := &levels[k]
		lv.term = t
		lv.rest = reach
		below := g
		g = gcd(t.c, g)
		lv.g = g
		if k > 0 {
			lv.period = below / g
			lv.inverse = inverse(t.c/g%lv.period, lv.period)
		}
		// No rest is larger than total, so reach need not be either; this
		// keeps the sum from overflowing.
		reach = min(reach, total-t.c*t.u) + t.c*t.u
	}
	if total%g != 0 || total > reach {
		return false
	}
	work := maxWork
	return search(levels, total, &work)
}

// A level is a term in the search together with facts about the smaller ones.
type level struct {
	term
	g       int64 // greatest common divisor of this c and all smaller ones
	rest    int64 // what the smaller terms can reach, at most
	period  int64 // x and x+period leave the same rest modulo the smaller terms' divisor
	inverse int64 // of c/g modulo period
}

// search solves sum c*x = total over the levels. total is a multiple of the
// last level's g and no more than all can reach.
func search(levels []level, total int64, work *int) bool {
	k := len(levels) - 1
	lv := &levels[k]
	if k == 0 {
		return total <= lv.c*lv.u
	}
	low, high := int64(0), min(lv.u, total/lv.c)
	if total > lv.rest {
		low = (total-lv.rest-1)/lv.c + 1
	}
	x := low
	if lv.period > 1 {
		// The first x from low on with c*x = total modulo the divisor of the
		// smaller terms, that is (c/g)*x = total/g modulo period.
		ahead := mulMod(total/lv.g%lv.period, lv.inverse, lv.period) - low%lv.period
		if ahead < 0 {
			ahead += lv.period
		}
		if ahead > high-low {
			return false
		}
		x += ahead
	}
	if x > high {
		return false
	}
	if k == 1 {
		return true
	}
	for {
		if *work--; *work < 0 || search(levels[:k], total-lv.c*x, work) {
			return true
		}
		if lv.period > high-x {
			return false
		}
		x += lv.period
	}
}

// join sorts the terms by ascending c, leaves out those that cannot take part in
// a sum of total, and joins others where that is exact. No c*u of the result is
// above total.
func join(terms []term, total int64) []term {
	sortTerms(terms)
	n := 0
next:
	for _, t := range terms {
		if t.c > total {
			break
		}
		t.u = min(t.u, total/t.c)
		if t.u == 0 {
			continue
		}
		for k := range terms[:n] {
			// x of p and y of t give every multiple of p.c up to the end
			// if t's steps are no longer than p's reach and one.
			p := &terms[k]
			if f := t.c / p.c; t.c%p.c == 0 && f-1 <= p.u {
				most := total / p.c
				p.u = min(p.u, most-f*t.u) + f*t.u
				continue next
			}
		}
		terms[n] = t
		n++
	}
	return terms[:n]
}

// sortTerms sorts by ascending c: by insertion, for there are few.
func sortTerms(terms []term) {
	for i, t := range terms {
		for ; i > 0 && terms[i-1].c > t.c; i-- {
			terms[i] = terms[i-1]
		}
		terms[i] = t
	}
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// inverse returns the inverse of a modulo m, for a in 0..m-1 without a common
// divisor with m; 0 if m is 1.
func inverse(a, m int64) int64 {
	// Invariant: r = s*a modulo m, likewise for the next pair.
	r, s, r1, s1 := m, int64(0), a, int64(1)
	for r1 != 0 {
		q := r / r1
		r, s, r1, s1 = r1, s1, r-q*r1, s-q*s1
	}
	if s < 0 {
		s += m
	}
	return s % m
}

// mulMod returns a*b modulo m, for a and b in 0..m-1.
func mulMod(a, b, m int64) int64 {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	return int64(bits.Rem64(hi, lo, uint64(m)))
}
