package elem

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestRem compares Rem with exact arithmetic, Mod and FloorDiv with what follows
// from it, over operands far apart and close together.
func TestRem(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	draw := func(like float64) float64 {
		switch x := math.Float64frombits(r.Uint64()); {
		case x-x != 0:
			return 1.5
		case r.IntN(2) == 0:
			return math.Ldexp(x, int(math.Float64bits(like)>>52&0x7ff)-int(math.Float64bits(x)>>52&0x7ff)+r.IntN(130)-65)
		default:
			return x
		}
	}
	for range 20000 {
		x := draw(1)
		y := draw(x)
		if x-x != 0 || y-y != 0 || y == 0 {
			continue
		}
		got := Rem(x, y)
		a, b := exactInt(x), exactInt(y)
		want := new(big.Int).Rem(a, b)
		if exactInt(got).Cmp(want) != 0 || math.Signbit(got) != math.Signbit(x) {
			t.Fatalf("Rem(%v, %v) = %v", x, y, got)
		}
		m := Mod(x, y)
		if got != 0 && (got < 0) != (y < 0) {
			if m != got+y {
				t.Fatalf("Mod(%v, %v) = %v", x, y, m)
			}
		} else if m != got || m == 0 && math.Signbit(m) != math.Signbit(y) {
			t.Fatalf("Mod(%v, %v) = %v", x, y, m)
		}
		f := FloorDiv(x, y)
		if b.Sign() < 0 {
			a.Neg(a)
			b.Neg(b)
		}
		q := new(big.Int).Div(a, b) // floors, for b > 0
		if w, _ := new(big.Float).SetInt(q).Float64(); q.BitLen() <= 50 && f != w {
			t.Fatalf("FloorDiv(%v, %v) = %v, want %v", x, y, f, w)
		}
	}
}

// exactInt returns x in units of the smallest float64.
func exactInt(x float64) *big.Int {
	f := new(big.Float).SetFloat64(x)
	n, _ := f.SetMantExp(f, 1074).Int(nil)
	return n
}
