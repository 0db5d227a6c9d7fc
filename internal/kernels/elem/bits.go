package elem

import "math"

const (
	signBit  = 1 << 63
	expShift = 52

	// magic is 1.5·2^52. Adding it rounds to an integer, which then stands in
	// the low bits of the sum, as two's complement; subtracting it again gives
	// the integer as a float64.
	magic = 0x1.8p52

	minNormal = 0x0010000000000000 // bits of the smallest normal number
	infBits   = 0x7ff0000000000000 // bits of +Inf
)

// nan32 returns the float32 NaN that the functions give.
func nan32() float32 { return math.Float32frombits(0x7fc00000) }

// clamp returns x, or the bound that it is beyond; x is not NaN.
func clamp(x, lo, hi float64) float64 {
	if x < lo {
		return lo
	}
	if x > hi {
		return hi
	}
	return x
}

// xorSign returns x, negated where the sign bit of s is set.
func xorSign(x float64, s uint64) float64 {
	return math.Float64frombits(math.Float64bits(x) ^ s&signBit)
}

// scale2 returns y·2^n, rounded once, for y of moderate size and -1500 <= n <= 1500:
// it multiplies by 2^(n/2), which is exact, and then by the rest.
func scale2(y float64, n int) float64 {
	h := n >> 1
	return float64(y * pow2(h) * pow2(n-h))
}

// pow2 returns 2^n for -1022 <= n <= 1023.
func pow2(n int) float64 { return math.Float64frombits(uint64(1023+n) << expShift) }

// The horner functions evaluate a polynomial with coefficients c, lowest order
// first, by Horner's rule with fused steps. They are written out so that the
// compiler inlines them.

func horner3(x float64, c *[3]float64) float64 {
	return math.FMA(math.FMA(c[2], x, c[1]), x, c[0])
}

func horner4(x float64, c *[4]float64) float64 {
	return math.FMA(math.FMA(math.FMA(c[3], x, c[2]), x, c[1]), x, c[0])
}

func horner5(x float64, c *[5]float64) float64 {
	return math.FMA(math.FMA(math.FMA(math.FMA(c[4], x, c[3]), x, c[2]), x, c[1]), x, c[0])
}

func horner6(x float64, c *[6]float64) float64 {
	return math.FMA(math.FMA(math.FMA(math.FMA(math.FMA(c[5], x, c[4]), x, c[3]), x, c[2]), x, c[1]), x, c[0])
}

func horner7(x float64, c *[7]float64) float64 {
	return math.FMA(math.FMA(math.FMA(math.FMA(math.FMA(math.FMA(c[6], x, c[5]), x, c[4]), x, c[3]), x, c[2]), x, c[1]), x, c[0])
}

func horner10(x float64, c *[10]float64) float64 {
	p := math.FMA(math.FMA(math.FMA(math.FMA(c[9], x, c[8]), x, c[7]), x, c[6]), x, c[5])
	return math.FMA(math.FMA(math.FMA(math.FMA(math.FMA(p, x, c[4]), x, c[3]), x, c[2]), x, c[1]), x, c[0])
}

func horner11(x float64, c *[11]float64) float64 {
	p := math.FMA(math.FMA(math.FMA(math.FMA(math.FMA(c[10], x, c[9]), x, c[8]), x, c[7]), x, c[6]), x, c[5])
	return math.FMA(math.FMA(math.FMA(math.FMA(math.FMA(p, x, c[4]), x, c[3]), x, c[2]), x, c[1]), x, c[0])
}

func horner13(x float64, c *[13]float64) float64 {
	p := math.FMA(math.FMA(math.FMA(math.FMA(math.FMA(math.FMA(c[12], x, c[11]), x, c[10]), x, c[9]), x, c[8]), x, c[7]), x, c[6])
	return math.FMA(math.FMA(math.FMA(math.FMA(math.FMA(math.FMA(p, x, c[5]), x, c[4]), x, c[3]), x, c[2]), x, c[1]), x, c[0])
}

func horner15(x float64, c *[15]float64) float64 {
	p := horner5(x, (*[5]float64)(c[10:15]))
	p = hornerOn5(p, x, (*[5]float64)(c[5:10]))
	return hornerOn5(p, x, (*[5]float64)(c[0:5]))
}

// The apart functions do as well, but for the even and the odd coefficients apart,
// with x2 = x²: half as many steps wait for one another.

func apart6(x, x2 float64, c *[6]float64) float64 {
	return math.FMA(math.FMA(math.FMA(c[5], x2, c[3]), x2, c[1]), x, math.FMA(math.FMA(c[4], x2, c[2]), x2, c[0]))
}

func apart7(x, x2 float64, c *[7]float64) float64 {
	even := math.FMA(math.FMA(math.FMA(c[6], x2, c[4]), x2, c[2]), x2, c[0])
	return math.FMA(math.FMA(math.FMA(c[5], x2, c[3]), x2, c[1]), x, even)
}

func apart8(x, x2 float64, c *[8]float64) float64 {
	even := math.FMA(math.FMA(math.FMA(c[6], x2, c[4]), x2, c[2]), x2, c[0])
	return math.FMA(math.FMA(math.FMA(math.FMA(c[7], x2, c[5]), x2, c[3]), x2, c[1]), x, even)
}

func apart12(x, x2 float64, c *[12]float64) float64 {
	even := math.FMA(math.FMA(math.FMA(math.FMA(math.FMA(c[10], x2, c[8]), x2, c[6]), x2, c[4]), x2, c[2]), x2, c[0])
	odd := math.FMA(math.FMA(math.FMA(math.FMA(math.FMA(c[11], x2, c[9]), x2, c[7]), x2, c[5]), x2, c[3]), x2, c[1])
	return math.FMA(odd, x, even)
}

func apart18(x float64, c *[18]float64) float64 {
	x2 := float64(x * x)
	even, odd := c[16], c[17]
	for i := 14; i >= 0; i -= 2 {
		even, odd = math.FMA(even, x2, c[i]), math.FMA(odd, x2, c[i+1])
	}
	return math.FMA(odd, x, even)
}

func apart21(x float64, c *[21]float64) float64 {
	x2 := float64(x * x)
	even, odd := math.FMA(c[20], x2, c[18]), c[19]
	for i := 16; i >= 0; i -= 2 {
		even, odd = math.FMA(even, x2, c[i]), math.FMA(odd, x2, c[i+1])
	}
	return math.FMA(odd, x, even)
}

// hornerOn5 continues with p, the value of the higher terms.
func hornerOn5(p, x float64, c *[5]float64) float64 {
	return math.FMA(math.FMA(math.FMA(math.FMA(math.FMA(p, x, c[4]), x, c[3]), x, c[2]), x, c[1]), x, c[0])
}

// to32 rounds x to float32; a NaN becomes the NaN that the functions give.
func to32(x float64) float32 {
	if x != x {
		return nan32()
	}
	return float32(x)
}
