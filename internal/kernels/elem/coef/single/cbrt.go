package single

// CbrtS is 2^(-(j-1)/3), CbrtR: m^(-1/3), 1 <= m < 2, error 2^-14.7.
var (
	CbrtS = [8]float32{0x1.428a3p+0, 0x1p+0, 0x1.965feap-1}
	CbrtR = [5]float32{0x1.ab85a2p+0, -0x1.2c4212p+0, 0x1.6416bp-1, -0x1.c5190ap-3, 0x1.d4705ap-6}
)
