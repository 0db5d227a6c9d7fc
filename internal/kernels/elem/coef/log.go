package coef

// Ln2Hi is ln 2 rounded to a multiple of 2^-42, Log10of2Hi likewise; ...Lo the rest.
// Log2eHi and Log10eHi are rounded to nearest.
const (
	Ln2Hi      = 0x1.62e42fefa38p-1 // ln 2
	Ln2Lo      = 0x1.ef35793c7673p-45
	Log10of2Hi = 0x1.34413509f8p-2 // log10 2
	Log10of2Lo = -0x1.80433b83b532ap-44
	Log2eHi    = 0x1.71547652b82fep+0 // 1/ln 2
	Log2eLo    = 0x1.777d0ffda0d24p-56
	Log10eHi   = 0x1.bcb7b1526e50ep-2 // 1/ln 10
	Log10eLo   = 0x1.95355baaafad3p-57
	ThirdHi    = 0x1.5555555555555p-2 // 1/3
	ThirdLo    = 0x1.5555555555555p-56
)

// LogR are short constants r near 1/m; m r - 1 is exact for every m of their cell.
var LogR = [8]float64{
	0x1.8p+0,
	0x1.6p+0,
	0x1.4p+0,
	0x1.2p+0,
	0x1.1p+0,
	0x1p+0,
	0x1.dp-1,
	0x1.ap-1,
}

// LogCHi is -ln r, rounded to a multiple of 2^-42.
var LogCHi = [8]float64{
	-0x1.9f323ecbfap-2,
	-0x1.4618bc21c6p-2,
	-0x1.c8ff7c79aap-3,
	-0x1.e27076e2bp-4,
	-0x1.f0a30c0118p-5,
	0x0p+0,
	0x1.9335e5d594p-4,
	0x1.a93ed3c8aep-3,
}

// LogCLo is the rest of LogCHi.
var LogCLo = [8]float64{
	0x1.ed03525ca2643p-44,
	0x1.3d82f484c84ccp-46,
	0x1.7794f689f8434p-45,
	0x1.a342c2af0003cp-45,
	0x1.d599e83368e91p-45,
	0x0p+0,
	0x1.3115c3abd47dap-45,
	-0x1.8724350562169p-45,
}

// LogRest: ln(1+z) = z - z²/2 + z³/3 + z⁴R(z), |z| <= 0.065, error 2^-76.0.
var LogRest = [12]float64{
	-0x1p-2,
	0x1.9999999999999p-3,
	-0x1.5555555555654p-3,
	0x1.2492492492a32p-3,
	-0x1.fffffffeecec4p-4,
	0x1.c71c71c45915fp-4,
	-0x1.99999d07005e7p-4,
	0x1.745d1d03f60ep-4,
	-0x1.555031cd18e73p-4,
	0x1.3b0d1c03447b7p-4,
	-0x1.283c98847a92ep-4,
	0x1.14fc8ab131624p-4,
}

// Pow32Q: ln(1+z) = z + z²Q(z) for float32 powers, error 2^-41.5.
var Pow32Q = [7]float64{
	-0x1.fffffffffd239p-2,
	0x1.5555556fefa7p-2,
	-0x1.000000302e606p-2,
	0x1.99986f4dee27fp-3,
	-0x1.5553ea16e31aap-3,
	0x1.266d4f0073dccp-3,
	-0x1.01df26c325b8ap-3,
}
