package block

import (
	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels/elem"
	"github.com/ndgo/nd/internal/ops"
)

// elementary enters the kernels that apply a scalar function to each element:
// the elementary functions of package elem, and the operations like fmod that
// are exact but take a long way to it.
func (t *table) elementary() {
	for _, r := range []struct {
		op  ops.Op
		f64 func(float64) float64
		f32 func(float32) float32
	}{
		{ops.Cbrt, elem.Cbrt, elem.Cbrt32},
		{ops.Exp, elem.Exp, elem.Exp32},
		{ops.Exp2, elem.Exp2, elem.Exp232},
		{ops.Exp10, elem.Exp10, elem.Exp1032},
		{ops.Expm1, elem.Expm1, elem.Expm132},
		{ops.Log, elem.Log, elem.Log32},
		{ops.Log2, elem.Log2, elem.Log232},
		{ops.Log10, elem.Log10, elem.Log1032},
		{ops.Log1p, elem.Log1p, elem.Log1p32},
		{ops.Sin, elem.Sin, elem.Sin32},
		{ops.Cos, elem.Cos, elem.Cos32},
		{ops.Tan, elem.Tan, elem.Tan32},
		{ops.Asin, elem.Asin, elem.Asin32},
		{ops.Acos, elem.Acos, elem.Acos32},
		{ops.Atan, elem.Atan, elem.Atan32},
		{ops.Sinpi, elem.Sinpi, elem.Sinpi32},
		{ops.Cospi, elem.Cospi, elem.Cospi32},
		{ops.Sinc, elem.Sinc, elem.Sinc32},
		{ops.Deg2rad, elem.Deg2rad, elem.Deg2rad32},
		{ops.Rad2deg, elem.Rad2deg, elem.Rad2deg32},
		{ops.Sinh, elem.Sinh, elem.Sinh32},
		{ops.Cosh, elem.Cosh, elem.Cosh32},
		{ops.Tanh, elem.Tanh, elem.Tanh32},
		{ops.Asinh, elem.Asinh, elem.Asinh32},
		{ops.Acosh, elem.Acosh, elem.Acosh32},
		{ops.Atanh, elem.Atanh, elem.Atanh32},
		{ops.Erf, elem.Erf, elem.Erf32},
		{ops.Erfc, elem.Erfc, elem.Erfc32},
		{ops.Gamma, elem.Gamma, elem.Gamma32},
		{ops.Lgamma, elem.Lgamma, elem.Lgamma32},
		{ops.Expit, elem.Expit, elem.Expit32},
		{ops.Logit, elem.Logit, elem.Logit32},
		{ops.Softplus, elem.Softplus, elem.Softplus32},
		{ops.Relu, elem.Relu, elem.Relu32},
		{ops.Gelu, elem.Gelu, elem.Gelu32},
		{ops.Silu, elem.Silu, elem.Silu32},
	} {
		t.op[dtype.Float64][r.op] = map1(r.f64)
		t.op[dtype.Float32][r.op] = map1(r.f32)
	}
	for _, r := range []struct {
		op  ops.Op
		f64 func(x, y float64) float64
		f32 func(x, y float32) float32
	}{
		{ops.Rem, elem.Rem, elem.Rem32},
		{ops.Mod, elem.Mod, elem.Mod32},
		{ops.FloorDiv, elem.FloorDiv, elem.FloorDiv32},
		{ops.PowOf, elem.Pow, elem.Pow32},
		{ops.Atan2, elem.Atan2, elem.Atan232},
		{ops.Hypot, elem.Hypot, elem.Hypot32},
		{ops.Nextafter, elem.Nextafter, elem.Nextafter32},
	} {
		t.op[dtype.Float64][r.op] = map2(r.f64)
		t.op[dtype.Float32][r.op] = map2(r.f32)
	}
	for _, r := range []struct {
		op   ops.Op
		c128 func(complex128) complex128
		c64  func(complex64) complex64
	}{
		{ops.Reciprocal, elem.CReciprocal, elem.CReciprocal64},
		{ops.Sqrt, elem.CSqrt, elem.CSqrt64},
		{ops.Exp, elem.CExp, elem.CExp64},
		{ops.Exp2, elem.CExp2, elem.CExp264},
		{ops.Expm1, elem.CExpm1, elem.CExpm164},
		{ops.Log, elem.CLog, elem.CLog64},
		{ops.Log2, elem.CLog2, elem.CLog264},
		{ops.Log10, elem.CLog10, elem.CLog1064},
		{ops.Log1p, elem.CLog1p, elem.CLog1p64},
		{ops.Sin, elem.CSin, elem.CSin64},
		{ops.Cos, elem.CCos, elem.CCos64},
		{ops.Tan, elem.CTan, elem.CTan64},
		{ops.Asin, elem.CAsin, elem.CAsin64},
		{ops.Acos, elem.CAcos, elem.CAcos64},
		{ops.Atan, elem.CAtan, elem.CAtan64},
		{ops.Sinh, elem.CSinh, elem.CSinh64},
		{ops.Cosh, elem.CCosh, elem.CCosh64},
		{ops.Tanh, elem.CTanh, elem.CTanh64},
		{ops.Asinh, elem.CAsinh, elem.CAsinh64},
		{ops.Acosh, elem.CAcosh, elem.CAcosh64},
		{ops.Atanh, elem.CAtanh, elem.CAtanh64},
	} {
		t.op[dtype.Complex128][r.op] = map1(r.c128)
		t.op[dtype.Complex64][r.op] = map1(r.c64)
	}
	t.op[dtype.Complex128][ops.Div], t.op[dtype.Complex64][ops.Div] = map2(elem.CDiv), map2(elem.CDiv64)
	t.op[dtype.Complex128][ops.PowOf], t.op[dtype.Complex64][ops.PowOf] = map2(elem.CPow), map2(elem.CPow64)
	t.op[dtype.Complex128][ops.Magnitude], t.op[dtype.Complex64][ops.Magnitude] = mapPart(elem.CAbs), mapPart(elem.CAbs64)
	t.op[dtype.Complex128][ops.Arg], t.op[dtype.Complex64][ops.Arg] = mapPart(elem.CArg), mapPart(elem.CArg64)
	t.op[dtype.Float64][ops.FMA], t.op[dtype.Float32][ops.FMA] = fma64, fma32
}

func map1[T any](f func(T) T) Func {
	return func(dst, a, _, _ ptr, n int) {
		d, x := view[T](dst, n), view[T](a, n)
		for i := range d {
			d[i] = f(x[i])
		}
	}
}

func map2[T any](f func(x, y T) T) Func {
	return func(dst, a, b, _ ptr, n int) {
		d, x, y := view[T](dst, n), view[T](a, n), view[T](b, n)
		for i := range d {
			d[i] = f(x[i], y[i])
		}
	}
}

// mapPart is map1 for functions of complex numbers whose result is real.
func mapPart[C complex64 | complex128, T float](f func(C) T) Func {
	return func(dst, a, _, _ ptr, n int) {
		d, x := view[T](dst, n), view[C](a, n)
		for i := range d {
			d[i] = f(x[i])
		}
	}
}
