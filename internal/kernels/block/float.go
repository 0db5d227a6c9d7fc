package block

import (
	"math"
	"unsafe"
)

// The kernels over floats that are exact or correctly rounded. What must keep
// or make certain bits works on the integer U of the same size: a kernel may
// see the same block as both.

// signOf is the sign bit of a float with bits of type U.
func signOf[U uint32 | uint64]() U { return ^U(0)>>1 + 1 }

func floatNeg[U uint32 | uint64](dst, a, _, _ ptr, n int) {
	d, x := view[U](dst, n), view[U](a, n)
	for i := range d {
		d[i] = x[i] ^ signOf[U]()
	}
}

func floatAbs[U uint32 | uint64](dst, a, _, _ ptr, n int) {
	d, x := view[U](dst, n), view[U](a, n)
	for i := range d {
		d[i] = x[i] &^ signOf[U]()
	}
}

func copysign[U uint32 | uint64](dst, a, b, _ ptr, n int) {
	d, x, y := view[U](dst, n), view[U](a, n), view[U](b, n)
	for i := range d {
		d[i] = x[i]&^signOf[U]() | y[i]&signOf[U]()
	}
}

func signbit[U uint32 | uint64](dst, a, _, _ ptr, n int) {
	d, x := view[bool](dst, n), view[U](a, n)
	for i := range d {
		d[i] = x[i]&signOf[U]() != 0
	}
}

func floatSign[T float, U uint32 | uint64](dst, a, _, _ ptr, n int) {
	d, x, u := view[U](dst, n), view[T](a, n), view[U](a, n)
	o := T(1)
	unit := *(*U)(unsafe.Pointer(&o))
	for i := range d {
		v := u[i]
		m := -(one[U](x[i] > 0) | one[U](x[i] < 0)) // neither: a zero or a NaN stays
		d[i] = v ^ (v^(unit|v&signOf[U]()))&m
	}
}

func floatReciprocal[T float](dst, a, _, _ ptr, n int) {
	d, x := view[T](dst, n), view[T](a, n)
	for i := range d {
		d[i] = 1 / x[i]
	}
}

func floatDiv[T float](dst, a, b, _ ptr, n int) {
	d, x, y := view[T](dst, n), view[T](a, n), view[T](b, n)
	for i := range d {
		d[i] = x[i] / y[i]
	}
}

// Going through float64 changes no float32 result below: the root of a float32
// rounds the same way twice as once, and rounding to an integer is exact.

func sqrt[T float](dst, a, _, _ ptr, n int) {
	d, x := view[T](dst, n), view[T](a, n)
	for i := range d {
		d[i] = T(math.Sqrt(float64(x[i])))
	}
}

func floor[T float](dst, a, _, _ ptr, n int) {
	d, x := view[T](dst, n), view[T](a, n)
	for i := range d {
		d[i] = T(math.Floor(float64(x[i])))
	}
}

func ceil[T float](dst, a, _, _ ptr, n int) {
	d, x := view[T](dst, n), view[T](a, n)
	for i := range d {
		d[i] = T(math.Ceil(float64(x[i])))
	}
}

func trunc[T float](dst, a, _, _ ptr, n int) {
	d, x := view[T](dst, n), view[T](a, n)
	for i := range d {
		d[i] = T(math.Trunc(float64(x[i])))
	}
}

func roundToEven[T float](dst, a, _, _ ptr, n int) {
	d, x := view[T](dst, n), view[T](a, n)
	for i := range d {
		d[i] = T(math.RoundToEven(float64(x[i])))
	}
}

// round adds one, away from zero, to the truncated value where at least a half
// was cut off; the part cut off is exact. An infinity leaves NaN there, which
// is not a half.
func round[T float](dst, a, _, _ ptr, n int) {
	d, x := view[T](dst, n), view[T](a, n)
	const unit = 0x3ff << 52 // the bits of 1
	for i := range d {
		v := float64(x[i])
		t := math.Trunc(v)
		up := unit & -uint64(one[uint8](math.Abs(v-t) >= 0.5))
		d[i] = T(t + math.Float64frombits(up|math.Float64bits(v)&(1<<63)))
	}
}

func isNaN[T float](dst, a, _, _ ptr, n int) {
	d, x := view[bool](dst, n), view[T](a, n)
	for i := range d {
		d[i] = x[i] != x[i]
	}
}

func isInf[T float](dst, a, _, _ ptr, n int) {
	d, x := view[bool](dst, n), view[T](a, n)
	inf := T(math.Inf(1))
	for i := range d {
		d[i] = max(x[i], -x[i]) == inf
	}
}

func isFinite[T float](dst, a, _, _ ptr, n int) {
	d, x := view[bool](dst, n), view[T](a, n)
	for i := range d {
		d[i] = x[i]-x[i] == 0
	}
}

// The minimum is NaN only where an operand is, which is rare enough to branch.

func fmin[T float](dst, a, b, _ ptr, n int) {
	d, x, y := view[T](dst, n), view[T](a, n), view[T](b, n)
	for i := range d {
		s, t := x[i], y[i]
		v := min(s, t)
		if v != v {
			v = notNaN(s, t)
		}
		d[i] = v
	}
}

func fmax[T float](dst, a, b, _ ptr, n int) {
	d, x, y := view[T](dst, n), view[T](a, n), view[T](b, n)
	for i := range d {
		s, t := x[i], y[i]
		v := max(s, t)
		if v != v {
			v = notNaN(s, t)
		}
		d[i] = v
	}
}

// notNaN returns s, or t if s is a NaN.
func notNaN[T float](s, t T) T {
	if s != s {
		return t
	}
	return s
}

// lerp starts from the nearer end, so that it meets both exactly.
func lerp[T float](dst, a, b, c ptr, n int) {
	d, x, y, t := view[T](dst, n), view[T](a, n), view[T](b, n), view[T](c, n)
	for i := range d {
		u, v, w := x[i], y[i], t[i]
		by := v - u
		if w < 0.5 {
			d[i] = u + T(w*by)
		} else {
			d[i] = v - T((1-w)*by)
		}
	}
}

func fma64(dst, a, b, c ptr, n int) {
	d, x, y, z := view[float64](dst, n), view[float64](a, n), view[float64](b, n), view[float64](c, n)
	for i := range d {
		d[i] = math.FMA(x[i], y[i], z[i])
	}
}

func fma32(dst, a, b, c ptr, n int) {
	d, x, y, z := view[float32](dst, n), view[float32](a, n), view[float32](b, n), view[float32](c, n)
	for i := range d {
		d[i] = fusedMulAdd32(x[i], y[i], z[i])
	}
}

// fusedMulAdd32 is x*y + z rounded once. The product is exact in float64; the
// sum is rounded there, and rounding it again to float32 is wrong only where it
// lies half-way between two float32 values, or where float32 is subnormal and
// keeps fewer bits. There the float64 sum is first rounded to odd, which keeps
// a mark of what was cut off.
func fusedMulAdd32(x, y, z float32) float32 {
	p, c := float64(float64(x)*float64(y)), float64(z)
	s := p + c
	u := math.Float64bits(s)
	if u&(1<<29-1) != 1<<28 && u>>52&0x7ff >= 0x381 {
		return float32(s)
	}
	b := s - p
	e := (p - (s - b)) + (c - b) // what the sum lost, exactly
	if e != 0 && e == e && u&1 == 0 {
		if e > 0 == (s > 0) {
			u++
		} else {
			u--
		}
	}
	return float32(math.Float64frombits(u))
}
