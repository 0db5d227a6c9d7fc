package coef

// Stirling: ln Gamma(x) = (x-1/2)ln x - x + ln(2pi)/2 + S(1/x²)/x, x >= 10,
// absolute error of S 2^-57.6.
var Stirling = [7]float64{
	0x1.5555555555555p-4,
	-0x1.6c16c16c16989p-9,
	0x1.a01a019c1444fp-11,
	-0x1.381377b18db6ap-11,
	0x1.b9471aa08b5ddp-11,
	-0x1.f382bde0acb33p-10,
	0x1.682f27e921b31p-8,
}

// StirlingC is (ln(2pi) - 1)/2; Lgamma0 is the first coefficient of LgammaP,
// 1 minus Euler's constant. Both are pairs.
const (
	StirlingC  = 0x1.acfe390c97d69p-2
	StirlingLo = 0x1.3494bc9001442p-56
	Lgamma0    = 0x1.b0ee6072093cep-2
	Lgamma0Lo  = 0x1.6cb90701fbfabp-58
)

// LgammaP: ln Gamma(2+t) = t(Lgamma0 + tP(t)), |t| <= 1/4, error 2^-60.4.
var LgammaP = [15]float64{
	0x1.4a34cc4a60fa6p-2,
	-0x1.13e001a557607p-4,
	0x1.51322ac7d8e8ap-6,
	-0x1.e404fc218d752p-8,
	0x1.7add6eaa63017p-9,
	-0x1.38ac5c30b39b7p-10,
	0x1.0b36b368ae41fp-11,
	-0x1.d3fd4324701c2p-13,
	0x1.a1230adaa6b21p-14,
	-0x1.78e2cf670f9ffp-15,
	0x1.598afb7a47f5ap-16,
	-0x1.3bac6b611e764p-17,
	0x1.ceb9f73e657ebp-19,
	-0x1.2f1ebf8140811p-19,
	0x1.458b8550a22b3p-18,
}
