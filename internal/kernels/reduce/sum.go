package reduce

import (
	"math"
	"unsafe"
)

// sums is the definition of sums of floats, but for the tree of leaves.
var sums = Kernel{
	Ordered: true,
	Start:   func(state unsafe.Pointer) { fill((*[Lanes]float64)(state), negZero) },
	Add: func(state, p unsafe.Pointer, n int) {
		blocks := n / Lanes
		if blocks > 0 {
			addBlocks(state, p, blocks)
		}
		lane := (*[Lanes]float64)(state)
		for l, v := range unsafe.Slice((*float64)(p), n)[blocks*Lanes:] {
			lane[l] += v
		}
	},
	End: func(out, state unsafe.Pointer) {
		*(*float64)(out) = endLanes((*[Lanes]float64)(state))
	},
	Rows: func(out, p unsafe.Pointer, n, rows int) { sum(out, p, nil, n, rows, 8*n, 0) },
}

// negZero changes no number that it is added to, and no zero either.
var negZero = math.Copysign(0, -1)

// addBlocksGo adds blocks of 32 elements, 1 or more.
func addBlocksGo(lane, x unsafe.Pointer, blocks int) {
	sum := (*[Lanes]float64)(lane)
	for b := range blocks {
		block := (*[Lanes]float64)(unsafe.Add(x, b*Lanes*8))
		for l := range sum {
			sum[l] += block[l]
		}
	}
}

// endLanes adds up the lanes, which it changes.
func endLanes(lane *[Lanes]float64) float64 {
	for half := Lanes / 2; half >= 4; half /= 2 {
		for l := range half {
			lane[l] += lane[l+half]
		}
	}
	return canonical((lane[0] + lane[2]) + (lane[1] + lane[3]))
}

// sumFew is the sum of one to four elements: there is one in each lane.
func sumFew(x []float64) float64 {
	switch len(x) {
	case 1:
		return canonical(x[0])
	case 2:
		return canonical(x[0] + x[1])
	case 3:
		return canonical((x[0] + x[2]) + x[1])
	}
	return canonical((x[0] + x[2]) + (x[1] + x[3]))
}

var products = Kernel{
	Ordered: true,
	Start:   func(state unsafe.Pointer) { fill((*[Lanes]float64)(state), 1) },
	Add: func(state, p unsafe.Pointer, n int) {
		lane, x := (*[Lanes]float64)(state), unsafe.Slice((*float64)(p), n)
		for ; len(x) >= Lanes; x = x[Lanes:] {
			block := (*[Lanes]float64)(x)
			for l := range lane {
				lane[l] *= block[l]
			}
		}
		for l, v := range x {
			lane[l] *= v
		}
	},
	End: func(out, state unsafe.Pointer) {
		lane := (*[Lanes]float64)(state)
		for half := Lanes / 2; half >= 4; half /= 2 {
			for l := range half {
				lane[l] *= lane[l+half]
			}
		}
		*(*float64)(out) = canonical((lane[0] * lane[2]) * (lane[1] * lane[3]))
	},
}

func fill[T any](lane *[Lanes]T, v T) {
	for l := range lane {
		lane[l] = v
	}
}

// complexSums adds real and imaginary parts each as sums does.
var complexSums = Kernel{
	Ordered: true,
	Start:   func(state unsafe.Pointer) { fill((*[Lanes][2]float64)(state), [2]float64{negZero, negZero}) },
	Add: func(state, p unsafe.Pointer, n int) {
		lane := (*[Lanes][2]float64)(state)
		for i, v := range unsafe.Slice((*[2]float64)(p), n) {
			l := &lane[i%Lanes]
			l[0] += v[0]
			l[1] += v[1]
		}
	},
	End: func(out, state unsafe.Pointer) {
		lane := (*[Lanes][2]float64)(state)
		for half := Lanes / 2; half >= 4; half /= 2 {
			for l := range half {
				lane[l][0] += lane[l+half][0]
				lane[l][1] += lane[l+half][1]
			}
		}
		for i := range 2 {
			(*[2]float64)(out)[i] = canonical((lane[0][i] + lane[2][i]) + (lane[1][i] + lane[3][i]))
		}
	},
}

// complexProducts multiplies in the order of sums. Lanes take over their first
// element, as a product with 1 may change the sign of a zero part.
var complexProducts = Kernel{
	Ordered: true,
	Start:   func(state unsafe.Pointer) { (*complexLanes)(state).used = 0 },
	Add: func(state, p unsafe.Pointer, n int) {
		s := (*complexLanes)(state)
		for i, v := range unsafe.Slice((*complex128)(p), n) {
			if l := i % Lanes; l < s.used {
				s.lane[l] = mul(s.lane[l], v)
			} else {
				s.lane[l] = v
				s.used++
			}
		}
	},
	End: func(out, state unsafe.Pointer) {
		s := (*complexLanes)(state)
		m := s.used
		for half := Lanes / 2; half >= 1; half /= 2 {
			for l := half; l < min(2*half, m); l++ {
				s.lane[l-half] = mul(s.lane[l-half], s.lane[l])
			}
			m = min(m, half)
		}
		*(*complex128)(out) = s.lane[0]
	},
}

type complexLanes struct {
	lane [Lanes]complex128
	used int
}

// mul is the complex product without contraction, which the built-in one may
// be compiled with.
func mul(x, y complex128) complex128 {
	a, b, c, d := real(x), imag(x), real(y), imag(y)
	return complex(float64(a*c)-float64(b*d), float64(a*d)+float64(b*c))
}
