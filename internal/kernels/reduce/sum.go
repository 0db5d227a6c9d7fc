package reduce

import (
	"math"
	"unsafe"
)

// sumLeaf is the definition of a leaf's sum.
func sumLeaf(out, p unsafe.Pointer, n int) {
	x := unsafe.Slice((*float64)(p), n)
	var lane [Lanes]float64
	fill(&lane, math.Copysign(0, -1))
	for ; len(x) >= Lanes; x = x[Lanes:] {
		block := (*[Lanes]float64)(x)
		for l := range lane {
			lane[l] += block[l]
		}
	}
	for l, v := range x {
		lane[l] += v
	}
	for half := Lanes / 2; half >= 4; half /= 2 {
		for l := range half {
			lane[l] += lane[l+half]
		}
	}
	*(*float64)(out) = canonical((lane[0] + lane[2]) + (lane[1] + lane[3]))
}

func prodLeaf(out, p unsafe.Pointer, n int) {
	x := unsafe.Slice((*float64)(p), n)
	var lane [Lanes]float64
	fill(&lane, 1)
	for ; len(x) >= Lanes; x = x[Lanes:] {
		block := (*[Lanes]float64)(x)
		for l := range lane {
			lane[l] *= block[l]
		}
	}
	for l, v := range x {
		lane[l] *= v
	}
	for half := Lanes / 2; half >= 4; half /= 2 {
		for l := range half {
			lane[l] *= lane[l+half]
		}
	}
	*(*float64)(out) = canonical((lane[0] * lane[2]) * (lane[1] * lane[3]))
}

func fill[T any](lane *[Lanes]T, v T) {
	for l := range lane {
		lane[l] = v
	}
}

// complexSumLeaf adds real and imaginary parts each as sumLeaf does.
func complexSumLeaf(out, p unsafe.Pointer, n int) {
	x := unsafe.Slice((*[2]float64)(p), n)
	var lane [Lanes][2]float64
	fill(&lane, [2]float64{math.Copysign(0, -1), math.Copysign(0, -1)})
	for i, v := range x {
		l := &lane[i%Lanes]
		l[0] += v[0]
		l[1] += v[1]
	}
	for half := Lanes / 2; half >= 4; half /= 2 {
		for l := range half {
			lane[l][0] += lane[l+half][0]
			lane[l][1] += lane[l+half][1]
		}
	}
	var s [2]float64
	for i := range s {
		s[i] = canonical((lane[0][i] + lane[2][i]) + (lane[1][i] + lane[3][i]))
	}
	*(*[2]float64)(out) = s
}

// complexProdLeaf multiplies in the order of sumLeaf. Lanes take over their
// first element, as a product with 1 may change the sign of a zero part.
func complexProdLeaf(out, p unsafe.Pointer, n int) {
	x := unsafe.Slice((*complex128)(p), n)
	var lane [Lanes]complex128
	for i, v := range x {
		if i < Lanes {
			lane[i] = v
		} else {
			lane[i%Lanes] = mul(lane[i%Lanes], v)
		}
	}
	m := min(n, Lanes)
	for half := Lanes / 2; half >= 1; half /= 2 {
		for l := half; l < min(2*half, m); l++ {
			lane[l-half] = mul(lane[l-half], lane[l])
		}
		m = min(m, half)
	}
	*(*complex128)(out) = lane[0]
}

// mul is the complex product without contraction, which the built-in one may
// be compiled with.
func mul(x, y complex128) complex128 {
	a, b, c, d := real(x), imag(x), real(y), imag(y)
	return complex(float64(a*c)-float64(b*d), float64(a*d)+float64(b*c))
}
