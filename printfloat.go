package nd

import (
	"math"
	"strconv"
	"strings"
)

// floatCells returns the text of floats of a number of bits so that points
// stand below one another. Each has the fewest digits that identify it, at most
// precision after the point. plus gives positive numbers a sign, as the
// imaginary parts of complex numbers have.
//
// There are exponents if the largest number is 1e8 or more, the smallest that
// is not zero is below 1e-4, or the one is more than 1000 times the other and
// not all are whole.
func floatCells(x []float64, bits, precision int, plus bool) []string {
	parts := make([]floatText, len(x))
	exponents := wantExponents(x)
	before, after, special := 0, 0, 0 // the widths of what stands before and after the point, and of NaN and Inf
	expWidth := 0
	for i, v := range x {
		p := newFloatText(v, bits, precision, exponents, plus)
		parts[i] = p
		if p.special {
			special = max(special, len(p.whole))
			continue
		}
		before = max(before, len(p.whole))
		after = max(after, len(p.frac))
		expWidth = max(expWidth, len(p.exp))
	}
	cells := make([]string, len(x))
	for i, p := range parts {
		switch {
		case p.special:
			cells[i] = p.whole
		case exponents:
			// All have as many digits, or the exponents would not align.
			frac := p.frac + strings.Repeat("0", after-len(p.frac))
			exp := p.exp[:1] + strings.Repeat("0", expWidth-len(p.exp)) + p.exp[1:]
			cells[i] = p.whole + "." + frac + "e" + exp
		default:
			cells[i] = p.whole + "." + p.frac + strings.Repeat(" ", after-len(p.frac))
		}
	}
	return align(cells, 0, false)
}

// wantExponents reports whether numbers such as x are written with exponents.
func wantExponents(x []float64) bool {
	small, large, whole := math.Inf(1), 0.0, true
	for _, v := range x {
		if v = math.Abs(v); v > 0 && v <= math.MaxFloat64 {
			small, large = min(small, v), max(large, v)
			whole = whole && v == math.Trunc(v)
		}
	}
	return large >= 1e8 || small < 1e-4 || large/small > 1000 && !whole
}

// A floatText is the text of a float in its parts; whole holds the sign, and
// all of it for NaN and the infinities.
type floatText struct {
	whole, frac, exp string
	special          bool
}

func newFloatText(v float64, bits, precision int, exponent, plus bool) floatText {
	sign := ""
	if plus && !math.Signbit(v) {
		sign = "+"
	}
	switch {
	case v != v:
		return floatText{whole: sign + "NaN", special: true}
	case math.IsInf(v, 0):
		if v < 0 {
			sign = "-"
		}
		return floatText{whole: sign + "Inf", special: true}
	}
	verb := byte('f')
	if exponent {
		verb = 'e'
	}
	t := splitFloat(strconv.FormatFloat(v, verb, -1, bits))
	if len(t.frac) > precision {
		t = splitFloat(strconv.FormatFloat(v, verb, precision, bits))
		t.frac = strings.TrimRight(t.frac, "0")
	}
	t.whole = sign + t.whole
	return t
}

// splitFloat takes apart what strconv wrote.
func splitFloat(s string) (t floatText) {
	s, t.exp, _ = strings.Cut(s, "e")
	t.whole, t.frac, _ = strings.Cut(s, ".")
	return t
}
