package single

// The reduction of the exponentials. Of each pair the second number is the rest.
const (
	InvLn2o8    float32 = 0x1.715476p+3 // 8/ln2
	Ln2o8Hi     float32 = 0x1.62e43p-4  // ln2/8
	Ln2o8Lo     float32 = -0x1.05c61p-32
	InvLog10of2 float32 = 0x1.a934fp+1 // 1/log10(2)
)

// Exp is 2^(j/8) with j/8 taken off its exponent, as far as bits go: adding n
// shifted by 20 makes 2^(n/8) of the entry at the low bits of n.
var Exp = [8]float32{
	0x1p+0,
	0x1.f72b84p-1,
	0x1.f06fep-1,
	0x1.ebfdaep-1,
	0x1.ea09e6p-1,
	0x1.eace54p-1,
	0x1.ee89fap-1,
	0x1.f5818ep-1,
}

// ExpRest is what rounding took from 2^(j/8), relative to it.
var ExpRest = [8]float32{
	0x0p+0,
	-0x1.9c0c22p-27,
	0x1.125002p-25,
	-0x1.0a355p-25,
	0x1.26055cp-26,
	0x1.67a1cap-28,
	-0x1.f9c304p-27,
	-0x1.a5217cp-28,
}

// ExpQ: e^r = 1 + r + r²Q(r), |r| <= ln2/16, error 2^-32.4 relative to e^r.
var ExpQ = [3]float32{
	0x1p-1,
	0x1.555c76p-3,
	0x1.555668p-5,
}

// Expm1Q: e^r - 1 = r + r²Q(r), |r| <= ln2/16, error 2^-27.5 relative to e^r - 1.
var Expm1Q = [3]float32{
	0x1p-1,
	0x1.555c24p-3,
	0x1.5557f8p-5,
}

// Exp2Q: 2^f = 1 + fQ(f), |f| <= 1/16, error 2^-32.1.
var Exp2Q = [4]float32{
	0x1.62e43p-1,
	0x1.ebfbep-3,
	0x1.c6b8c8p-5,
	0x1.3b2a76p-7,
}

// Exp10Q: 10^f = 1 + fQ(f), |f| <= log10(2)/16, error 2^-31.4.
var Exp10Q = [4]float32{
	0x1.26bb1cp+1,
	0x1.53524ep+1,
	0x1.047202p+1,
	0x1.2bb27ap+0,
}
