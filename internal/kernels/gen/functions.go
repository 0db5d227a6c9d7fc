package main

// functions lists the elementary functions that are emitted.
var functions = []elementary{
	{op: "Exp", args: 1, wide: [2]int{4, 2}, f64: exp64, f32: exp32},
	{op: "Exp2", args: 1, wide: [2]int{4, 2}, f64: exp2of64, f32: exp2of32},
	{op: "Exp10", args: 1, wide: [2]int{4, 2}, f64: exp10of64, f32: exp10of32},
	{op: "Expm1", args: 1, wide: [2]int{4, 2}, f64: expm1of64, f32: expm1of32},
	{op: "Log", args: 1, wide: [2]int{4, 2}, f64: log64, f32: log32},
	{op: "Log2", args: 1, wide: [2]int{4, 2}, f64: log2of64, f32: log2of32},
	{op: "Log10", args: 1, wide: [2]int{4, 2}, f64: log10of64, f32: log10of32},
	{op: "Log1p", args: 1, wide: [2]int{4, 2}, f64: log1pOf64, f32: log1p32},
	{op: "Sin", args: 1, wide: [2]int{4, 2}, f64: sin64, f32: sin32},
	{op: "Cos", args: 1, wide: [2]int{4, 2}, f64: cos64, f32: cos32},
	{op: "Tan", args: 1, wide: [2]int{4, 2}, f64: tan64, f32: tan32},
	{op: "Sinpi", args: 1, wide: [2]int{4, 2}, f64: sinpi64, f32: sinpi32},
	{op: "Cospi", args: 1, wide: [2]int{4, 2}, f64: cospi64, f32: cospi32},
	{op: "Sinc", args: 1, wide: [2]int{4, 2}, f64: sinc64, f32: sinc32},
	{op: "Deg2rad", args: 1, wide: [2]int{4, 2}, f64: deg2rad64, f32: deg2rad32},
	{op: "Rad2deg", args: 1, wide: [2]int{4, 2}, f64: rad2deg64, f32: rad2deg32},
	{op: "Sinh", args: 1, wide: [2]int{4, 2}, f64: sinh64, f32: sinh32},
	{op: "Cosh", args: 1, wide: [2]int{4, 2}, f64: cosh64, f32: cosh32},
	{op: "Tanh", args: 1, wide: [2]int{4, 2}, f64: tanh64, f32: tanh32},
	{op: "Asinh", args: 1, wide: [2]int{4, 2}, f64: asinh64, f32: asinh32},
	{op: "Acosh", args: 1, wide: [2]int{4, 2}, f64: acosh64, f32: acosh32},
	{op: "Atanh", args: 1, wide: [2]int{4, 2}, f64: atanh64, f32: atanh32},
}
