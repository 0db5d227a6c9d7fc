package coef

// The reduction of sin: x = k·pi/2 + r. pi/2 is A + B + C, A a multiple of 2^-50.
// It is A + B1 + C1 too, B1 having 33 bits. pi is PiHi + PiLo.
const (
	TwoOverPi = 0x1.45f306dc9c883p-1
	Pio2A     = 0x1.921fb54442d18p+0
	Pio2B     = 0x1.1a62633145c07p-54
	Pio2C     = -0x1.f1976b7ed8fbcp-110
	Pio2B1    = 0x1.1a626331p-54
	Pio2C1    = 0x1.1701b839a252p-88
	PiHi      = 0x1.921fb54442d18p+1
	PiLo      = 0x1.1a62633145c07p-53
)

// The factors of Deg2rad and Rad2deg, rounded down, and the rest.
const (
	Deg2radHi = 0x1.1df46a2529d39p-6
	Deg2radLo = 0x1.5c1d8becdd291p-62
	Rad2degHi = 0x1.ca5dc1a63c1f7p+5
	Rad2degLo = 0x1.70c2a5d4dfd03p-48
)

// TwoOverPiBits is 2/pi in binary: the integer part, then 1280 bits after the
// binary point.
var TwoOverPiBits = [21]uint64{
	0x0000000000000000,
	0xa2f9836e4e441529,
	0xfc2757d1f534ddc0,
	0xdb6295993c439041,
	0xfe5163abdebbc561,
	0xb7246e3a424dd2e0,
	0x06492eea09d1921c,
	0xfe1deb1cb129a73e,
	0xe88235f52ebb4484,
	0xe99c7026b45f7e41,
	0x3991d639835339f4,
	0x9c845f8bbdf9283b,
	0x1ff897ffde05980f,
	0xef2f118b5a0a6d1f,
	0x6d367ecf27cb09b7,
	0x4f463f669e5fea2d,
	0x7527bac7ebe5f17b,
	0x3d0739f78a5292ea,
	0x6bfb5fb11f8d5d08,
	0x56033046fc7b6bab,
	0xf0cfbc209af4361d,
}

// SinS: sin r = r + ruS(u), u = r², |r| <= pi/4, error 2^-57.9.
var SinS = [6]float64{
	-0x1.5555555555548p-3,
	0x1.111111110f73p-7,
	-0x1.a01a019be9182p-13,
	0x1.71de35551a67p-19,
	-0x1.ae5e4b70480c3p-26,
	0x1.5d8b4e44a27ebp-33,
}

// CosC: cos r = 1 - u/2 + u²C(u), u = r², |r| <= pi/4, error 2^-63.9.
var CosC = [6]float64{
	0x1.555555555554bp-5,
	-0x1.6c16c16c1500dp-10,
	0x1.a01a019c8dd33p-16,
	-0x1.27e4f7f052216p-22,
	0x1.1ee9dacd802f1p-29,
	-0x1.8fa5edc760c27p-37,
}

// Sin32S: SinS for float32 results, error 2^-37.5.
var Sin32S = [4]float64{
	-0x1.5555554c68d45p-3,
	0x1.11110863d6507p-7,
	-0x1.a00f79de5d41cp-13,
	0x1.6cd0adfc6ccadp-19,
}

// Cos32C: CosC for float32 results, error 2^-33.0.
var Cos32C = [3]float64{
	0x1.55554a08b90ebp-5,
	-0x1.6c0c2e3fe03d6p-10,
	0x1.99ea0705402c4p-16,
}

// TanP and TanQ: tan r = (r + ruP(u))/(1 + uQ(u)), u = r², |r| <= pi/4, error 2^-60.5.
var TanP = [3]float64{
	-0x1.1127d4156ce19p-3,
	0x1.c0ccab9497b7ep-9,
	-0x1.2b7074a91eb64p-16,
}

// TanQ is the denominator's.
var TanQ = [4]float64{
	-0x1.dde93f600bc62p-2,
	0x1.a46d0994f3e56p-6,
	-0x1.46d18e99a2dd4p-12,
	0x1.0b1cb8283de3fp-21,
}
