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
	for op, f := range map[ops.Op]func(float64) float64{
		ops.Cbrt: elem.Cbrt,
		ops.Exp:  elem.Exp, ops.Exp2: elem.Exp2, ops.Expm1: elem.Expm1,
		ops.Log: elem.Log, ops.Log2: elem.Log2, ops.Log10: elem.Log10, ops.Log1p: elem.Log1p,
		ops.Sin: elem.Sin, ops.Cos: elem.Cos, ops.Tan: elem.Tan, ops.Atan: elem.Atan,
		ops.Asin:     elem.Asin,
		ops.Acos:     elem.Acos,
		ops.Sinpi:    elem.Sinpi,
		ops.Cospi:    elem.Cospi,
		ops.Sinc:     elem.Sinc,
		ops.Deg2rad:  elem.Deg2rad,
		ops.Rad2deg:  elem.Rad2deg,
		ops.Sinh:     elem.Sinh,
		ops.Cosh:     elem.Cosh,
		ops.Tanh:     elem.Tanh,
		ops.Asinh:    elem.Asinh,
		ops.Acosh:    elem.Acosh,
		ops.Atanh:    elem.Atanh,
		ops.Exp10:    elem.Exp10,
		ops.Erf:      elem.Erf,
		ops.Erfc:     elem.Erfc,
		ops.Gamma:    elem.Gamma,
		ops.Lgamma:   elem.Lgamma,
		ops.Expit:    elem.Expit,
		ops.Logit:    elem.Logit,
		ops.Softplus: elem.Softplus,
		ops.Relu:     elem.Relu,
		ops.Gelu:     elem.Gelu,
		ops.Silu:     elem.Silu,
	} {
		t.op[dtype.Float64][op] = map1(f)
	}
	for op, f := range map[ops.Op]func(float32) float32{
		ops.Cbrt: elem.Cbrt32,
		ops.Exp:  elem.Exp32, ops.Exp2: elem.Exp232, ops.Expm1: elem.Expm132,
		ops.Log: elem.Log32, ops.Log2: elem.Log232, ops.Log10: elem.Log1032, ops.Log1p: elem.Log1p32,
		ops.Sin: elem.Sin32, ops.Cos: elem.Cos32, ops.Tan: elem.Tan32, ops.Atan: elem.Atan32,
		ops.Asin:     elem.Asin32,
		ops.Acos:     elem.Acos32,
		ops.Sinpi:    elem.Sinpi32,
		ops.Cospi:    elem.Cospi32,
		ops.Sinc:     elem.Sinc32,
		ops.Deg2rad:  elem.Deg2rad32,
		ops.Rad2deg:  elem.Rad2deg32,
		ops.Sinh:     elem.Sinh32,
		ops.Cosh:     elem.Cosh32,
		ops.Tanh:     elem.Tanh32,
		ops.Asinh:    elem.Asinh32,
		ops.Acosh:    elem.Acosh32,
		ops.Atanh:    elem.Atanh32,
		ops.Exp10:    elem.Exp1032,
		ops.Erf:      elem.Erf32,
		ops.Erfc:     elem.Erfc32,
		ops.Gamma:    elem.Gamma32,
		ops.Lgamma:   elem.Lgamma32,
		ops.Expit:    elem.Expit32,
		ops.Logit:    elem.Logit32,
		ops.Softplus: elem.Softplus32,
		ops.Relu:     elem.Relu32,
		ops.Gelu:     elem.Gelu32,
		ops.Silu:     elem.Silu32,
	} {
		t.op[dtype.Float32][op] = map1(f)
	}
	for op, f := range map[ops.Op]func(x, y float64) float64{
		ops.Rem: elem.Rem, ops.Mod: elem.Mod, ops.FloorDiv: elem.FloorDiv,
		ops.PowOf: elem.Pow, ops.Atan2: elem.Atan2, ops.Hypot: elem.Hypot, ops.Nextafter: elem.Nextafter,
	} {
		t.op[dtype.Float64][op] = map2(f)
	}
	for op, f := range map[ops.Op]func(x, y float32) float32{
		ops.Rem: elem.Rem32, ops.Mod: elem.Mod32, ops.FloorDiv: elem.FloorDiv32,
		ops.PowOf: elem.Pow32, ops.Atan2: elem.Atan232, ops.Hypot: elem.Hypot32, ops.Nextafter: elem.Nextafter32,
	} {
		t.op[dtype.Float32][op] = map2(f)
	}
	t.op[dtype.Float64][ops.FMA] = fma64
	t.op[dtype.Float32][ops.FMA] = fma32

	t.op[dtype.Complex64][ops.Magnitude] = ofParts(elem.Hypot32)
	t.op[dtype.Complex128][ops.Magnitude] = ofParts(elem.Hypot)
	t.op[dtype.Complex64][ops.Arg] = ofParts(func(re, im float32) float32 { return elem.Atan232(im, re) })
	t.op[dtype.Complex128][ops.Arg] = ofParts(func(re, im float64) float64 { return elem.Atan2(im, re) })
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

// ofParts is the kernel of a function of the parts of a complex number.
func ofParts[T float](f func(re, im T) T) Func {
	return func(dst, a, _, _ ptr, n int) {
		d, x := view[T](dst, n), view[[2]T](a, n)
		for i := range d {
			d[i] = f(x[i][0], x[i][1])
		}
	}
}
