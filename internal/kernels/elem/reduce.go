package elem

import (
	"math"
	"math/bits"

	"github.com/ndgo/nd/internal/kernels/elem/coef"
)

// reduceLarge is reduce for a > 2^28, by the method of Payne and Hanek: a is an
// integer M times a power of two, and of the product M·(2/pi) only the bits
// around the binary point matter, which 192 bits of 2/pi decide. It gives k
// modulo 4 in the low bits of t. For an infinity or NaN it gives NaN.
//
//  1. P = M·W modulo 2^192 in units of 2^-190, W being the 192 bits of 2/pi
//     that begin where M's product is worth less than 4. The bits cut off
//     change P by less than 2^-137.
//  2. k is P rounded to an integer, f = P - k, |f| <= 1/2. The closest that a
//     float64 comes to a multiple of pi/2 leaves |f| > 2^-62, so f has 75 bits.
//  3. f is cut into 53 bits and the next 64, both exact, fh + fl (fl rounded),
//     and r + lo = (fh + fl)·(pi/2), pi/2 being a pair.
func reduceLarge(a float64) (t uint64, r, lo float64) {
	b := math.Float64bits(a)
	if b >= infBits {
		return 0, math.NaN(), 0
	}
	m := b&(1<<expShift-1) | 1<<expShift
	// a = m·2^e. Bit i of 2/pi, worth 2^-i, is bit i+63 of the table; W begins
	// with bit e-1.
	e := int(b>>expShift) - 1075
	p := uint(e - 1 + 63)
	w := coef.TwoOverPiBits[p/64 : p/64+4]
	s := p % 64
	w0 := w[0]<<s | w[1]>>(64-s)
	w1 := w[1]<<s | w[2]>>(64-s)
	w2 := w[2]<<s | w[3]>>(64-s)
	h2, p2 := bits.Mul64(m, w2)
	h1, p1 := bits.Mul64(m, w1)
	p1, carry := bits.Add64(p1, h2, 0)
	p0 := m*w0 + h1 + carry
	// Round: the integer part is in the two top bits of p0.
	t = (p0>>61 + 1) >> 1
	p0 <<= 2
	p0 |= p1 >> 62
	p1 = p1<<2 | p2>>62
	p2 <<= 2
	neg := p0>>63 != 0
	if neg { // f is P - k < 0: take its magnitude
		var c uint64
		p2, c = bits.Sub64(0, p2, 0)
		p1, c = bits.Sub64(0, p1, c)
		p0, _ = bits.Sub64(0, p0, c)
	}
	// f = p0 p1 p2 in units of 2^-192. Shift the leading bit to the top.
	z := bits.LeadingZeros64(p0)
	if z == 64 {
		// Only beyond the bound of step 2: cannot be, but costs nothing.
		p0, p1, p2 = p1, p2, 0
		z += bits.LeadingZeros64(p0)
	}
	n := uint(z % 64)
	p0, p1 = p0<<n|p1>>(64-n), p1<<n|p2>>(64-n)
	fh := float64(float64(int64(p0>>11)) * pow2(-53-z))
	fl := float64(float64(int64((p0<<53|p1>>11)>>1)) * pow2(-116-z))
	r = float64(fh * coef.Pio2A)
	lo = math.FMA(fl, coef.Pio2A, math.FMA(fh, coef.Pio2B, math.FMA(fh, coef.Pio2A, -r)))
	s0 := r + lo
	lo = (r - s0) + lo
	r = s0
	if neg {
		r, lo = -r, -lo
	}
	return t & 3, r, lo
}
