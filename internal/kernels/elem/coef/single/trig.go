package single

// π/2 in three parts.
const (
	TwoOverPi float32 = 0x1.45f306p-1
	Pio2A     float32 = 0x1.921fb6p+0
	Pio2B     float32 = -0x1.777a5cp-25
	Pio2C     float32 = -0x1.ee59dap-50
)

// SinS: sin r = r + ruS(u), u = r², |r| <= π/4, error 2^-27.8.
var SinS = [3]float32{
	-0x1.555544p-3,
	0x1.1106c6p-7,
	-0x1.991c28p-13,
}

// CosC: cos r = 1 - u/2 + u²C(u), u = r², |r| <= π/4, error 2^-32.9.
var CosC = [3]float32{
	0x1.55554ap-5,
	-0x1.6c0c26p-10,
	0x1.99e718p-16,
}

// The arc tangent of 3/2, and what it is less than π, as pairs.
const (
	AtanHi     float32 = 0x1.f730bep-1
	AtanLo     float32 = -0x1.afc12cp-26
	AtanPiHi   float32 = 0x1.145386p+1
	AtanPiLo   float32 = -0x1.71423ap-29
	AtanCenter float32 = 1.5
)

// AtanP: atan t = t + tuP(u), u = t², |t| <= 0.668, error 2^-30.2.
var AtanP = [7]float32{
	-0x1.55554cp-2,
	0x1.999554p-3,
	-0x1.243ccp-3,
	0x1.c0a766p-4,
	-0x1.51e7aap-4,
	0x1.9e9a76p-5,
	-0x1.18368cp-6,
}

// AsinP: asin x = x + xuP(u), u = x² <= 1/4, error 2^-27.6.
var AsinP = [5]float32{
	0x1.5555c8p-3,
	0x1.330204p-4,
	0x1.747b8p-5,
	0x1.8c425p-6,
	0x1.5957dap-5,
}
