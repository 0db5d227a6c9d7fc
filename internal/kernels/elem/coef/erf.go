package coef

// ErfP: erf x = x + xP(u), u = x², |x| < 0.84375, error 2^-56.3.
var ErfP = [12]float64{
	0x1.06eba8214db69p-3,
	-0x1.812746b037a31p-2,
	0x1.ce2f21a046bb5p-4,
	-0x1.b82ce313dfdb7p-6,
	0x1.565bcd499f76ap-8,
	-0x1.c02dbfec831e6p-11,
	0x1.f9a4a5dbe08cdp-14,
	-0x1.f4f1218b4c8fbp-17,
	0x1.bb7b3adf99a18p-20,
	-0x1.6c2ef9d174b61p-23,
	0x1.3641b93b53f86p-26,
	-0x1.0093f8c3dc54ap-29,
}

// ErfG: erf x = 1 - exp(-G(v)), v = x - 0.84375, 0.84375 <= x <= 6, error 2^-55.8 relative to erf x.
var ErfG = [19]float64{
	0x1.752ae57da8eb9p+0,
	0x1.30793aeac1989p+1,
	0x1.a4e76e80e0752p-1,
	0x1.8bf0a97555f5ap-5,
	-0x1.7e1d5b67e138ap-7,
	0x1.1dc8c1bfc0823p-9,
	-0x1.878f75b1f800fp-13,
	-0x1.23bfdfa76b5d2p-14,
	0x1.679fee7fd347p-15,
	-0x1.ac9184ecc8ce3p-17,
	0x1.066f38c4d5283p-19,
	0x1.0c14977e21f8ap-22,
	-0x1.34f6d6d396851p-22,
	0x1.dcf7c15ef089p-24,
	-0x1.e301387e7c1dap-26,
	0x1.5789a5d0ce3bfp-28,
	-0x1.4d1f3a195523ap-31,
	0x1.8cc4bb3ef87dp-35,
	-0x1.b5edf765f28b2p-40,
}
