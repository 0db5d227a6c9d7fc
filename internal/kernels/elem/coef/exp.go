package coef

// The reduction of exp: x = k·ln2/8 + r. Each constant is rounded to nearest,
// and the one after it is the rest.
const (
	InvLn2o8 = 0x1.71547652b82fep+3 // 8/ln2
	Ln2o8Hi  = 0x1.62e42fefa39efp-4 // ln2/8
	Ln2o8Lo  = 0x1.abc9e3b39803fp-59
	Ln2      = 0x1.62e42fefa39efp-1
	Ln2Rest  = 0x1.abc9e3b39803fp-56

	// For Exp10.
	InvLog10of2o8 = 0x1.a934f0979a371p+4 // 8/log10(2)
	Log10of2o8Hi  = 0x1.34413509f79ffp-5 // log10(2)/8
	Log10of2o8Lo  = -0x1.9dc1da994fd21p-62
	Ln10          = 0x1.26bb1bbb55516p+1
	Ln10Rest      = -0x1.f48ad494ea3e9p-53
)

// ExpHi and ExpLo are 2^(j/8) as a pair.
var ExpHi = [8]float64{
	0x1p+0,
	0x1.172b83c7d517bp+0,
	0x1.306fe0a31b715p+0,
	0x1.4bfdad5362a27p+0,
	0x1.6a09e667f3bcdp+0,
	0x1.8ace5422aa0dbp+0,
	0x1.ae89f995ad3adp+0,
	0x1.d5818dcfba487p+0,
}

// ExpLo is the low part of ExpHi.
var ExpLo = [8]float64{
	0x0p+0,
	-0x1.19041b9d78a76p-55,
	0x1.6f46ad23182e4p-55,
	0x1.d4397afec42e2p-56,
	-0x1.bdd3413b26456p-54,
	0x1.6e9f156864b27p-54,
	0x1.7a1cd345dcc81p-54,
	0x1.2ed02d75b3707p-55,
}

// ExpQ: e^r = 1 + r + r²Q(r), |r| <= ln2/16, error 2^-58.3 relative to e^r.
var ExpQ = [6]float64{
	0x1.000000000010cp-1,
	0x1.555555555512ap-3,
	0x1.5555554803c2p-5,
	0x1.11111125f21ffp-7,
	0x1.6c1cc00c4834ep-10,
	0x1.a0163638367cfp-13,
}

// Expm1Q: e^r - 1 = r + r²Q(r), |r| <= ln2/16, error 2^-61.5 relative to e^r - 1.
var Expm1Q = [7]float64{
	0x1p-1,
	0x1.55555555555cep-3,
	0x1.55555555554ebp-5,
	0x1.1111110b1d744p-7,
	0x1.6c16c16f188ecp-10,
	0x1.a01f5861eb2abp-13,
	0x1.a01b76e1cfab7p-16,
}

// ExpEven: cosh r = 1 + uP(u), u = r², |r| <= ln2/16, error 2^-58.3.
var ExpEven = [3]float64{
	0x1.0000000000111p-1,
	0x1.55555547e57fp-5,
	0x1.6c1cc56c06288p-10,
}

// ExpOdd: sinh r = r + ruP(u), u = r², |r| <= ln2/16, error 2^-61.5.
var ExpOdd = [3]float64{
	0x1.55555555555cep-3,
	0x1.1111110b1caa5p-7,
	0x1.a01f58d1c945cp-13,
}

// Exp32Q: ExpQ for float32 results, error 2^-32.5.
var Exp32Q = [3]float64{
	0x1.0000006f49443p-1,
	0x1.555c796bfb57ap-3,
	0x1.5548104d04e18p-5,
}

// ExpEven32: ExpEven for float32 results, error 2^-41.4.
var ExpEven32 = [2]float64{
	0x1.ffffffdba7e13p-2,
	0x1.555cf5956736dp-5,
}

// ExpOdd32: ExpOdd for float32 results, error 2^-44.2.
var ExpOdd32 = [2]float64{
	0x1.5555554af2b55p-3,
	0x1.11156cae6cb64p-7,
}
