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
