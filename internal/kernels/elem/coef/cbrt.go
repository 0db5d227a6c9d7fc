package coef

// CbrtS is 2^(-(j-1)/3).
var CbrtS = [3]float64{
	0x1.428a2f98d728bp+0,
	0x1p+0,
	0x1.965fea53d6e3dp-1,
}

// CbrtR: m^(-1/3), 1 <= m < 2, error 2^-14.7.
var CbrtR = [5]float64{
	0x1.ab85a1197baecp+0,
	-0x1.2c4210d0a78a5p+0,
	0x1.6416af1e9458cp-1,
	-0x1.c519098597697p-3,
	0x1.d4705a2f02175p-6,
}
