package single

// Ln2Hi is ln 2 rounded to a multiple of 2^-15, Log10of2Hi likewise; ...Lo the rest.
// Log2eHi and Log10eHi are rounded to nearest.
const (
	Ln2Hi      float32 = 0x1.62e4p-1 // ln 2
	Ln2Lo      float32 = 0x1.7f7d1cp-20
	Log10of2Hi float32 = 0x1.344p-2 // log10 2
	Log10of2Lo float32 = 0x1.3509f8p-18
	Log2eHi    float32 = 0x1.715476p+0 // 1/ln 2
	Log2eLo    float32 = 0x1.4ae0cp-26
	Log10eHi   float32 = 0x1.bcb7b2p-2 // 1/ln 10
	Log10eLo   float32 = -0x1.5b235ep-27
)

// LogR are the numbers of coef.LogR: with them m r - 1 is exact in float32 too.
var LogR = [8]float32{
	0x1.8p+0,
	0x1.6p+0,
	0x1.4p+0,
	0x1.2p+0,
	0x1.1p+0,
	0x1p+0,
	0x1.dp-1,
	0x1.ap-1,
}

// LogCHi is -ln r, rounded to a multiple of 2^-15.
var LogCHi = [8]float32{
	-0x1.9f3p-2,
	-0x1.4618p-2,
	-0x1.c9p-3,
	-0x1.e28p-4,
	-0x1.f0cp-5,
	0x0p+0,
	0x1.934p-4,
	0x1.a94p-3,
}

// LogCLo is the rest of LogCHi.
var LogCLo = [8]float32{
	-0x1.1f65fcp-17,
	-0x1.78438cp-19,
	0x1.070cacp-20,
	0x1.f123aap-17,
	0x1.cf3feep-17,
	0x0p+0,
	-0x1.43454ep-17,
	-0x1.2c3752p-19,
}

// Log2CHi is -log2 r, rounded to a multiple of 2^-15.
var Log2CHi = [8]float32{
	-0x1.2b8p-1,
	-0x1.d678p-2,
	-0x1.49a8p-2,
	-0x1.5cp-3,
	-0x1.664p-4,
	0x0p+0,
	0x1.22ep-3,
	0x1.32cp-2,
}

// Log2CLo is the rest of Log2CHi.
var Log2CLo = [8]float32{
	-0x1.a39fbep-20,
	0x1.60fe68p-17,
	0x1.ed0cbap-20,
	-0x1.a39fbep-19,
	0x1.20a6dep-21,
	0x0p+0,
	-0x1.48f554p-17,
	-0x1.1c8f12p-22,
}

// Log10CHi is -log10 r, rounded to a multiple of 2^-15.
var Log10CHi = [8]float32{
	-0x1.68ap-3,
	-0x1.1b4p-3,
	-0x1.8dp-4,
	-0x1.a3p-5,
	-0x1.af8p-6,
	0x0p+0,
	0x1.5e4p-5,
	0x1.716p-4,
}

// Log10CLo is the rest of Log10CHi.
var Log10CLo = [8]float32{
	-0x1.445b06p-18,
	0x1.8e136cp-19,
	0x1.cf8ef4p-17,
	-0x1.53ac14p-18,
	0x1.036a8p-17,
	0x0p+0,
	-0x1.a65206p-19,
	-0x1.798e4cp-19,
}

// LogQ: ln(1+z) = z + z²Q(z), |z| <= 0.065, error 2^-26.2.
var LogQ = [4]float32{
	-0x1.ffffc2p-2,
	0x1.555508p-2,
	-0x1.00e75cp-2,
	0x1.9b5b3ap-3,
}

// Log2Q: log2(1+z) = z/ln2 + z²Q(z), |z| <= 0.065, error 2^-26.2.
var Log2Q = [4]float32{
	-0x1.715448p-1,
	0x1.ec702ap-2,
	-0x1.72a5fp-2,
	0x1.28bf58p-2,
}

// Log10Q: log10(1+z) = z/ln10 + z²Q(z), |z| <= 0.065, error 2^-26.2.
var Log10Q = [4]float32{
	-0x1.bcb77ap-3,
	0x1.287a46p-3,
	-0x1.be4c76p-4,
	0x1.6529fp-4,
}

// PowP: log2(1+z) = (z - z²/2)/ln2 + z³P(z), |z| <= 0.065, error 2^-35.7.
var PowP = [5]float32{
	0x1.ec709ep-2,
	-0x1.715406p-2,
	0x1.2775bcp-2,
	-0x1.eec76ep-3,
	0x1.a8f99cp-3,
}
