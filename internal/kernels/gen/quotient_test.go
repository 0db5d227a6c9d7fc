package main

import "testing"

// TestQuotientsOfFewBits tries all quotients of floats with few bits by the formula
// for which quotients argues.
func TestQuotientsOfFewBits(t *testing.T) {
	for p := uint(3); p <= 9; p++ {
		for c := int64(1) << (p - 1); c < 1<<p; c++ {
			r := round(1, c, p)
			for x := int64(1) << (p - 1); x < 1<<p; x++ {
				q := round(x*r.m, 1, p)
				q.e += r.e
				// In units of 2^q.e: x and q*c are integers, since q < 2^p.
				rem := roundInt(x<<-q.e-q.m*c, p)
				// In units of 2^(q.e+r.e).
				got := round(q.m<<-r.e+rem*r.m, 1, p)
				got.e += q.e + r.e
				if want := round(x, c, p); got != want {
					t.Fatalf("%d bits: %d / %d is %v, not %v", p, x, c, got, want)
				}
			}
		}
	}
}

// A rounded number is m*2^e.
type rounded struct {
	m int64
	e int
}

// round rounds num/den, which is positive, to p bits and to even.
func round(num, den int64, p uint) rounded {
	e := 0
	for ; num >= den<<p; e++ {
		den <<= 1
	}
	for ; num < den<<(p-1); e-- {
		num <<= 1
	}
	m, rest := num/den, num%den
	if 2*rest > den || 2*rest == den && m&1 == 1 {
		m++
	}
	if m == 1<<p {
		m, e = m/2, e+1
	}
	return rounded{m, e}
}

// roundInt rounds an integer to p bits.
func roundInt(v int64, p uint) int64 {
	switch {
	case v < 0:
		return -roundInt(-v, p)
	case v < 1<<p:
		return v
	}
	b := round(v, 1, p)
	return b.m << b.e
}
