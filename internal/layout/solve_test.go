package layout

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// sums lists all values of sum c*x.
func sums(terms []term) map[int64]bool {
	all := map[int64]bool{0: true}
	for _, t := range terms {
		next := map[int64]bool{}
		for s := range all {
			for x := range t.u + 1 {
				next[s+t.c*x] = true
			}
		}
		all = next
	}
	return all
}

func TestSolvableAgainstSums(t *testing.T) {
	gen := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) term {
		most := rapid.SampledFrom([]int64{3, 12, 60}).Draw(t, "most")
		return term{rapid.Int64Range(1, most).Draw(t, "c"), rapid.Int64Range(0, 5).Draw(t, "u")}
	}), 0, 5)
	seen := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		terms := gen.Draw(t, "terms")
		// A common factor leaves totals that only the divisors rule out.
		factor := rapid.SampledFrom([]int64{1, 1, 2, 6}).Draw(t, "factor")
		for i := range terms {
			terms[i].c *= factor
		}
		all := sums(terms)
		var most int64
		for s := range all {
			most = max(most, s)
		}
		for total := int64(-1); total <= most+1; total++ {
			got := solvable(slices.Clone(terms), total)
			if got != all[total] {
				t.Fatalf("total %d: %v", total, got)
			}
			seen[fmt.Sprint(got)]++
		}
	})
	if seen["true"] == 0 || seen["false"] == 0 {
		t.Errorf("answers seen: %v", seen)
	}
}

// All sets of numbers whose divisors have much in common, so that the search
// must step by their periods at every depth.
func TestSolvableWithDivisors(t *testing.T) {
	numbers := []int64{4, 6, 9, 10, 14, 15, 21, 25, 35}
	for set := range 1 << len(numbers) {
		var terms []term
		for i, c := range numbers {
			if set>>i&1 != 0 {
				terms = append(terms, term{c, int64(1 + (i+set)%3)})
			}
		}
		if len(terms) > 5 {
			continue
		}
		all := sums(terms)
		for total := range int64(300) {
			if got := solvable(slices.Clone(terms), total); got != all[total] {
				t.Fatalf("%v, total %d: %v", terms, total, got)
			}
		}
	}
}

// join must change no sum up to the total.
func TestJoinKeepsSums(t *testing.T) {
	joined := 0
	rapid.Check(t, func(t *rapid.T) {
		terms := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) term {
			return term{rapid.SampledFrom([]int64{1, 2, 3, 4, 6, 8, 12, 24}).Draw(t, "c"), rapid.Int64Range(0, 5).Draw(t, "u")}
		}), 0, 5).Draw(t, "terms")
		total := rapid.Int64Range(1, 60).Draw(t, "total")
		before := sums(terms)
		result := join(slices.Clone(terms), total)
		after := sums(result)
		for s := range total + 1 {
			if before[s] != after[s] {
				t.Fatalf("joined to %v: %d is a sum before: %v, after: %v", result, s, before[s], after[s])
			}
		}
		if !slices.IsSortedFunc(result, func(a, b term) int { return int(a.c - b.c) }) {
			t.Fatalf("joined to %v: not in order", result)
		}
		for _, r := range result {
			if r.c*r.u > total {
				t.Fatalf("joined to %v: a reach above the total", result)
			}
		}
		joined += len(terms) - len(result)
	})
	if joined == 0 {
		t.Error("nothing was joined")
	}
}

// Numbers at the limits of int64 must not wrap round.
func TestSolvableLimits(t *testing.T) {
	const most = math.MaxInt64
	for _, c := range []struct {
		terms []term
		total int64
		want  bool
	}{
		{nil, 0, true},
		{nil, 1, false},
		{[]term{{1, most}}, most, true},
		{[]term{{1, most}, {1, most}, {2, most}}, most, true},
		{[]term{{2, most}, {2, most}, {4, most}}, most, false},
		{[]term{{2, most}, {2, most}, {4, most}}, most - 1, true},
		{[]term{{most, 1}, {most - 1, 1}, {most - 2, 1}}, most, true},
		{[]term{{most, most}, {most - 1, most}, {most - 3, most}}, most - 2, false},
		{[]term{{1 << 62, 1}, {1<<62 - 1, 1}, {1<<62 - 2, 5}}, most, true},      // the sum of the first two
		{[]term{{1 << 62, 1}, {1<<62 - 1, 1}, {1<<62 - 2, 5}}, most - 4, false}, // less than any two
		{[]term{{3, most / 3}, {5, 1}}, most, false},                            // 2^63-1 is 1 modulo 3, as 10 is but not 5
		{[]term{{3, most / 3}, {5, 2}}, most, true},
	} {
		if got := solvable(slices.Clone(c.terms), c.total); got != c.want {
			t.Errorf("%v, total %d: %v", c.terms, c.total, got)
		}
	}
}

func TestInverse(t *testing.T) {
	for m := int64(1); m < 200; m++ {
		for a := range m {
			if gcd(a, m) != 1 {
				continue
			}
			if inv := inverse(a, m); inv < 0 || inv >= m || mulMod(a, inv, m) != 1%m {
				t.Fatalf("inverse(%d, %d) = %d", a, m, inv)
			}
		}
	}
	for _, m := range []int64{math.MaxInt64, math.MaxInt64 - 1} {
		for _, a := range []int64{1, 5, m - 1, m/2 + 12} {
			if gcd(a, m) == 1 && mulMod(a, inverse(a, m), m) != 1 {
				t.Errorf("inverse(%d, %d) = %d", a, m, inverse(a, m))
			}
		}
	}
}
