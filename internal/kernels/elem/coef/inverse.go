package coef

// AtanC are the centres of the cells of atan; the last stands for infinity.
var AtanC = [8]float64{
	0x0p+0,
	0x1.ap-2,
	0x1.28p-1,
	0x1.ap-1,
	0x1.28p+0,
	0x1.a4p+0,
	0x1.24p+1,
	0x0p+0,
}

// AtanHi and AtanLo are the arc tangents of AtanC, as a pair.
var AtanHi = [8]float64{
	0x0p+0,
	0x1.8b24d394a1b25p-2,
	0x1.0c6145b5b43dap-1,
	0x1.5d58987169b18p-1,
	0x1.b7291b4e25bdap-1,
	0x1.05fdc48c884c5p+0,
	0x1.285ce59c9732p+0,
	0x1.921fb54442d18p+0,
}

// AtanLo is the low part of AtanHi.
var AtanLo = [8]float64{
	0x0p+0,
	0x1.b6d0ba3748fa8p-56,
	0x1.974fa13b5404fp-58,
	0x1.0028e4bc5e7cap-57,
	-0x1.c49cc26e6366p-56,
	0x1.1c07d0e3c54p-54,
	-0x1.75b26f6f4d78fp-54,
	0x1.1a62633145c07p-54,
}

// AtanP: atan t = t + tuP(u), u = t², |t| <= 0.354, error 2^-64.1.
var AtanP = [11]float64{
	-0x1.5555555555554p-2,
	0x1.99999999994e3p-3,
	-0x1.2492492463e5cp-3,
	0x1.c71c71aa9b672p-4,
	-0x1.745d122c6fa1ep-4,
	0x1.3b131decfa7dap-4,
	-0x1.11061fd047d45p-4,
	0x1.e0caef729f74ap-5,
	-0x1.a5e04345d27d7p-5,
	0x1.52a02071af2d7p-5,
	-0x1.6a1c7e01870a5p-6,
}

// AsinP: asin x = x + xuP(u), u = x² <= 1/4, error 2^-59.9.
var AsinP = [13]float64{
	0x1.5555555555577p-3,
	0x1.333333332e131p-4,
	0x1.6db6db7212659p-5,
	0x1.f1c71a94f4a63p-6,
	0x1.6e8bdedfe1456p-6,
	0x1.1c49f068c3295p-6,
	0x1.ca1f8baafbf69p-7,
	0x1.75859e6fd225ap-7,
	0x1.613bf1c5a4e5bp-7,
	0x1.e600f973e1909p-9,
	0x1.63984539dc5c4p-6,
	-0x1.57f6a0e2ad44ep-6,
	0x1.0b44512073ae4p-5,
}

// Atan32P: AtanP for float32 results, |t| <= 1, error 2^-33.9.
var Atan32P = [11]float64{
	-0x1.555554874cac3p-2,
	0x1.999937f6d9d68p-3,
	-0x1.248a2cf794c82p-3,
	0x1.c66e515554d9dp-4,
	-0x1.700b3996fc971p-4,
	0x1.2958e98dcdaap-4,
	-0x1.be98ed540cdcep-5,
	0x1.1a6de4199b705p-5,
	-0x1.0b0ddfd24ef0dp-6,
	0x1.42dc231e66ae1p-8,
	-0x1.6df0577373892p-11,
}

// Asin32P: AsinP for float32 results, error 2^-35.9.
var Asin32P = [7]float64{
	0x1.55555605aee3p-3,
	0x1.3332aa176977ap-4,
	0x1.6ddabcc806512p-5,
	0x1.ed5d5a1c4a103p-6,
	0x1.931e38b17a08dp-6,
	0x1.ec32d522dff9fp-8,
	0x1.1bd0c21d6254bp-5,
}
