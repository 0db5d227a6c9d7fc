package coef

// The logarithms of numbers that are no pairs, but for those within powers, have
// sixteen cells. What LogR and LogCHi are to eight, LnR and LnHi are to them.

// LnR are short constants r near 1/m; m r - 1 is exact for every m of their cell.
var LnR = [16]float64{
	0x1.7p+0,
	0x1.6p+0,
	0x1.58p+0,
	0x1.48p+0,
	0x1.38p+0,
	0x1.3p+0,
	0x1.28p+0,
	0x1.18p+0,
	0x1.1p+0,
	0x1.08p+0,
	0x1p+0,
	0x1.ep-1,
	0x1.c8p-1,
	0x1.bp-1,
	0x1.98p-1,
	0x1.88p-1,
}

// LnHi is -ln r, rounded to a multiple of 2^-42.
var LnHi = [16]float64{
	-0x1.739d7f6bbdp-2,
	-0x1.4618bc21c6p-2,
	-0x1.2e8e2bae12p-2,
	-0x1.fb9186d5e4p-3,
	-0x1.9525a9cf46p-3,
	-0x1.5ff3070a7ap-3,
	-0x1.29552f82p-3,
	-0x1.6f0d28ae58p-4,
	-0x1.f0a30c0118p-5,
	-0x1.f829b0e78p-6,
	0x0p+0,
	0x1.08598b59e4p-4,
	0x1.da72763844p-4,
	0x1.5bf406b544p-3,
	0x1.d1037f2656p-3,
	0x1.1178e8227ep-2,
}

// LnLo is the rest of LnHi, rounded so that the upper and the lower half of
// its bits are alike: one look-up of 32 bits gives both. The sum is off by less than
// 2^-65.
var LnLo = [16]float64{
	-0x1.a7388bcba7388p-52,
	0x1.3d82f3d13d82fp-46,
	0x1.67b1e3d267b1ep-45,
	0x1.d572a3d0d572ap-47,
	0x1.297133d329713p-44,
	0x1.8586f3d38586fp-44,
	0x1.5b9683d35b968p-44,
	0x1.4b4643d34b464p-44,
	0x1.d599e3d2d599ep-45,
	-0x1.98026bd298026p-45,
	0x0p+0,
	-0x1.7e5ddbd17e5ddp-46,
	0x1.a89403d1a894p-46,
	-0x1.27023bd127023p-46,
	-0x1.84a7ebd084a7ep-47,
	0x1.1ef793d31ef79p-44,
}

// Log2Hi is -log2 r, rounded to a multiple of 2^-42.
var Log2Hi = [16]float64{
	-0x1.0c10500d638p-1,
	-0x1.d6753e032fp-2,
	-0x1.b47ebf7388p-2,
	-0x1.6e221cd9d1p-2,
	-0x1.24407ab0ep-2,
	-0x1.fbc16b9026p-3,
	-0x1.acf5e2db4ep-3,
	-0x1.08c588cda8p-3,
	-0x1.663f6fac9p-4,
	-0x1.6bad3758fp-5,
	0x0p+0,
	0x1.7d60496cfcp-4,
	0x1.563dc29ffap-3,
	0x1.f5fd8a9064p-3,
	0x1.4f6fbb2cecp-2,
	0x1.8a8980abfcp-2,
}

// Log2Lo is the rest of Log2Hi, rounded so that the upper and the lower half of
// its bits are alike: one look-up of 32 bits gives both. The sum is off by less than
// 2^-65.
var Log2Lo = [16]float64{
	-0x1.532c3bd3532c3p-44,
	0x1.7c4073d37c407p-44,
	-0x1.50520bd25052p-45,
	0x1.90d433d290d43p-45,
	-0x1.ce608bd3ce608p-44,
	-0x1.01447bd301447p-44,
	-0x1.927dfbd3927dfp-44,
	0x1.871a73d2871a7p-45,
	-0x1.3167cbd33167cp-44,
	0x1.3c6763cf3c676p-48,
	0x0p+0,
	-0x1.2ce62bd12ce62p-46,
	0x1.964193d396419p-44,
	-0x1.cb6f6bd0cb6f6p-47,
	0x1.661e33d3661e3p-44,
	-0x1.66cccbd266cccp-45,
}

// Log10Hi is -log10 r, rounded to a multiple of 2^-42.
var Log10Hi = [16]float64{
	-0x1.42c7e7fe4p-3,
	-0x1.1b3e71ec94p-3,
	-0x1.06cbd67a6cp-3,
	-0x1.b8de4d3ab4p-4,
	-0x1.5fe80488bp-4,
	-0x1.31b3055c48p-4,
	-0x1.02428c1f08p-4,
	-0x1.3ed1199a6p-5,
	-0x1.af5f92b01p-6,
	-0x1.b5e908eb2p-7,
	0x0p+0,
	0x1.cb38fccd9p-6,
	0x1.9c197abfp-5,
	0x1.2e3a740b78p-4,
	0x1.93e7de0fc4p-4,
	0x1.db11ed766cp-4,
}

// Log10Lo is the rest of Log10Hi, rounded so that the upper and the lower half of
// its bits are alike: one look-up of 32 bits gives both. The sum is off by less than
// 2^-65.
var Log10Lo = [16]float64{
	0x1.ff1d23d1ff1d2p-46,
	-0x1.ef577bd3ef577p-44,
	-0x1.db2a2bd1db2a2p-46,
	0x1.340513d034051p-47,
	0x1.606ad3d2606adp-45,
	0x1.dcffc3d2dcffcp-45,
	-0x1.5ea6bbcb5ea6bp-52,
	0x1.bdafc3d2bdafcp-45,
	0x1.9f0593d19f059p-46,
	0x1.90dfe3d390dfep-44,
	0x0p+0,
	-0x1.00925bd300925p-44,
	0x1.badcf3d1badcfp-46,
	0x1.d28853cad2885p-53,
	-0x1.80743bcf80743p-48,
	-0x1.40bccbd340bccp-44,
}

// LnQ: ln(1+z) = z + z²Q(z), -0.0335 <= z <= 0.0323, error 2^-55.9 relative to
// ln(1+z) - ln r in each cell.
var LnQ = [8]float64{
	-0x1.fffffffffffbcp-2,
	0x1.555555555571p-2,
	-0x1.00000000de30ep-2,
	0x1.999999955ff59p-3,
	-0x1.55553d3c7a5a9p-3,
	0x1.2492550ad668dp-3,
	-0x1.007a2841dee09p-3,
	0x1.c78787af5809ap-4,
}

// Log2Q is LnQ for log2(1+z) = z/ln 2 + z²Q(z).
var Log2Q = [8]float64{
	-0x1.71547652b82cdp-1,
	0x1.ec709dc3a0683p-2,
	-0x1.71547653f8e93p-2,
	0x1.2776c50be7db1p-2,
	-0x1.ec707afd38c7ap-3,
	0x1.a61773fea92ccp-3,
	-0x1.7204b84b88d34p-3,
	0x1.48981ea36a56dp-3,
}

// Log10Q is LnQ for log10(1+z) = z/ln 10 + z²Q(z).
var Log10Q = [8]float64{
	-0x1.bcb7b1526e4d3p-3,
	0x1.287a7636f44e4p-3,
	-0x1.bcb7b153f0be5p-4,
	0x1.63c6277171768p-4,
	-0x1.287a6145abeb6p-4,
	0x1.fc3fbb05e94fp-5,
	-0x1.bd8bf35aa174cp-5,
	0x1.8baa991711fbdp-5,
}
