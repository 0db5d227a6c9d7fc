package coef

// The first coefficients of ErfP, ErfG, ErfcF and PhiP, and 1/√2, as pairs.
const (
	PhiP0      = 0x1.9884533d43651p-2
	PhiP0Lo    = -0x1.cbc0d30ebfd15p-56
	InvSqrt2   = 0x1.6a09e667f3bcdp-1
	InvSqrt2Lo = -0x1.bdd3413b26456p-55
	ErfP0      = 0x1.06eba8214db69p-3
	ErfP0Lo    = -0x1.ca38add6025p-57
	ErfG0      = 0x1.752ae57da8eb9p+0
	ErfG0Lo    = -0x1.e815f156aa54fp-55
	ErfcF0     = 0x1.40c522d7e4987p+0
	ErfcF0Lo   = 0x1.a19969d5cf11fp-55
)

// ErfP: erf x = x + x(ErfP0 + uP(u)), u = x², |x| < 0.84375, error 2^-62.5.
var ErfP = [11]float64{
	-0x1.812746b0379e6p-2,
	0x1.ce2f21a042aeep-4,
	-0x1.b82ce312820bdp-6,
	0x1.565bcd0cf5928p-8,
	-0x1.c02db3a15b04fp-11,
	0x1.f9a317bf3bcc7p-14,
	-0x1.f4d0c130165f7p-17,
	0x1.b9c9d8e5b432bp-20,
	-0x1.5e1a1c61797bdp-23,
	0x1.e80bb7d135166p-27,
	-0x1.e7e48fe9bfeb7p-31,
}

// ErfG: erf x = 1 - exp(-(ErfG0 + vG(v))), v = x - 0.84375, 0.84375 <= x <= 6,
// error 2^-57.1 relative to erf x.
var ErfG = [18]float64{
	0x1.30793aeac198ep+1,
	0x1.a4e76e80e0499p-1,
	0x1.8bf0a975872dap-5,
	-0x1.7e1d5b701d066p-7,
	0x1.1dc8c2a057f2dp-9,
	-0x1.878fb505b1fd1p-13,
	-0x1.23be592358042p-14,
	0x1.67994f926cef5p-15,
	-0x1.ac6816b3debedp-17,
	0x1.05b10f0b8bce8p-19,
	0x1.1122560caf47bp-22,
	-0x1.3828b375600fap-22,
	0x1.e2f127206f1b1p-24,
	-0x1.eb23c47a7a20dp-26,
	0x1.5f5ce3d90151ap-28,
	-0x1.572df07e09662p-31,
	0x1.9c3bfda47d955p-35,
	-0x1.cb677d7ad85cbp-40,
}

// ErfcF: exp(x²)erfc(x)(1+2x) = ErfcF0 + tF(t), t = (x-3)/(x+3), 0.75 <= x <= 27.3,
// error 2^-61.5.
var ErfcF = [21]float64{
	-0x1.15c084bb9e8f3p-3,
	-0x1.85a15c58aa61cp-5,
	0x1.098366a5b46e4p-3,
	-0x1.e88b803a4872fp-4,
	0x1.17ca2877efe85p-4,
	-0x1.8574c40c27888p-6,
	0x1.4b884e4842f4bp-9,
	0x1.ef1bdd9a7652bp-10,
	-0x1.98db521868e5ap-11,
	-0x1.b912a0040be93p-14,
	0x1.065a5d33b0fbap-13,
	0x1.4c325175c8c6p-18,
	-0x1.51422d40d1afp-16,
	-0x1.89895854784p-21,
	0x1.d2ce0a979ec9ap-19,
	0x1.8029184a75c34p-22,
	-0x1.51689597047bbp-21,
	-0x1.26ea7c1924b72p-23,
	0x1.f0fa351b1f5e8p-24,
	0x1.0a1e5703b66d9p-25,
	-0x1.502075be50497p-26,
}

// Erf32G: ErfG with its first coefficient, for float32 results, x <= 4, error
// 2^-36.0.
var Erf32G = [10]float64{
	0x1.752ae57d72711p+0,
	0x1.30793afd8e798p+1,
	0x1.a4e766787e2ebp-1,
	0x1.8bf5b543a2a25p-5,
	-0x1.7e7fe93020c7p-7,
	0x1.21f4e7a9d4dd2p-9,
	-0x1.f3413f2ef8e9cp-13,
	-0x1.371ca35f2605p-16,
	0x1.8348e99623154p-17,
	-0x1.6dd7eb911d37ap-20,
}

// Erfc32F: ErfcF with its first coefficient, for float32 results, x <= 10.2, error
// 2^-32.4.
var Erfc32F = [11]float64{
	0x1.40c522d84920cp+0,
	-0x1.15c084356562ep-3,
	-0x1.85a165999be65p-5,
	0x1.0983464b8fc07p-3,
	-0x1.e88afa03e5ce1p-4,
	0x1.17ce945ad8ccbp-4,
	-0x1.858970dfc55b1p-6,
	0x1.47869e319f0f3p-9,
	0x1.f426caaf1732ep-10,
	-0x1.64d0b2dc32153p-11,
	-0x1.0fbe06f7448ep-13,
}

// PhiP: erf(x/√2)/2 = x(PhiP0 + uP(u)), u = x², |x| < 1.0607, error 2^-63.2.
var PhiP = [11]float64{
	-0x1.1058377e2ceep-4,
	0x1.46d0429769158p-7,
	-0x1.37403f6b9d298p-10,
	0x1.e42b0d503a475p-14,
	-0x1.3ce8fa7f88e33p-17,
	0x1.658a161b35db8p-21,
	-0x1.62212460d6117p-25,
	0x1.3860b90c4f9b9p-29,
	-0x1.eebcfe168270fp-34,
	0x1.56584b1dd30b7p-38,
	-0x1.488940537d93ap-43,
}

// Erf32P: ErfP with its first coefficient, for float32 results, error 2^-32.9.
var Erf32P = [7]float64{
	0x1.06eba81c8fc1dp-3,
	-0x1.8127456fcd417p-2,
	0x1.ce2eb23765b33p-4,
	-0x1.b81e40800bbc2p-6,
	0x1.556f66d42882bp-8,
	-0x1.b0a799f9c902p-11,
	0x1.744b7e35362cp-14,
}

// Phi32P: PhiP with its first coefficient, for float32 results, error 2^-35.2.
var Phi32P = [7]float64{
	0x1.9884533d18497p-2,
	-0x1.105837445f83dp-4,
	0x1.46d0291cc528p-7,
	-0x1.373c02ce2d474p-10,
	0x1.e37e1aadd50e3p-14,
	-0x1.35c1681ede2bep-17,
	0x1.1899531e3f077p-21,
}
