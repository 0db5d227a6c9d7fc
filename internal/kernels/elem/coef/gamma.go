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
