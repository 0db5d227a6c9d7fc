package elem

import "math"

// The sigmoid functions take t = e^-|x| as a pair and divide by 1+t with one
// reciprocal and the residual. Below -700, where t has no pair, 1+t is 1.

// sigmoidEdge bounds |x| for the sigmoid functions' main form.
const sigmoidEdge = 700

// expNeg returns e^-a as a pair, for 0 <= a <= sigmoidEdge.
func expNeg(a float64) (t, tl float64) {
	t, tl, n := expSplit(-a, 0)
	s := pow2(n)
	return float64(t * s), float64(tl * s)
}

// Expit returns the logistic function 1/(1+e^-x): 1/(1+t), or t/(1+t) for x < 0.
//
// Error: 0.6 ULP, 0.77 where the result is subnormal.
//
//	Expit(+Inf) = 1, Expit(-Inf) = +0, Expit(NaN) = NaN
func Expit(x float64) float64 {
	a := math.Abs(x)
	if !(a < sigmoidEdge) {
		if x > 0 {
			return 1
		}
		return Exp(x)
	}
	t, tl := expNeg(a)
	d := 1 + t
	dl := ((1 - d) + t) + tl
	if x >= 0 {
		t, tl = 1, 0
	}
	q, ql := quotient(t, tl, d, dl)
	return q + ql
}

// Logit returns ln(x/(1-x)), the inverse of Expit, the quotient a pair.
//
// Error: 0.66 ULP.
//
//	Logit(±0) = -Inf, Logit(1) = +Inf
//	Logit(x) = NaN for x < 0 and x > 1, Logit(NaN) = NaN
func Logit(x float64) float64 {
	if !(x >= 0x1p-900 && x < 1) {
		switch {
		case x == 1:
			return math.Inf(1)
		case x < 1:
			return Log(x)
		}
		return math.NaN()
	}
	d := 1 - x
	q, ql := quotient(x, 0, d, (1-d)-x)
	return logSum(q, ql, 0)
}

// Softplus returns ln(1+e^x), as max(x, 0) + ln(1+e^-|x|).
//
// Error: 1.3 ULP.
//
//	Softplus(+Inf) = +Inf, Softplus(-Inf) = +0, Softplus(NaN) = NaN
func Softplus(x float64) float64 {
	l := Log1p(Exp(-math.Abs(x)))
	if x > 0 {
		return x + l
	}
	return l
}

// Silu returns x·Expit(x), the sigmoid linear unit: x/(1+t), or x·t/(1+t) for
// x < 0.
//
// Error: 0.6 ULP, 0.77 where the result is subnormal.
//
//	Silu(±0) = ±0, Silu(+Inf) = +Inf, Silu(-Inf) = -0, Silu(NaN) = NaN
func Silu(x float64) float64 {
	a := math.Abs(x)
	if !(a < sigmoidEdge) {
		if !(x < 0) {
			return canonical(x)
		}
		// The product comes before the scale: e^x may be subnormal.
		x = max(x, -760)
		e, el, n := expSplit(x, 0)
		p := float64(x * e)
		return scale2(p+math.FMA(x, el, math.FMA(x, e, -p)), n)
	}
	t, tl := expNeg(a)
	d := 1 + t
	dl := ((1 - d) + t) + tl
	n, nl := x, 0.0
	if x < 0 {
		n = float64(x * t)
		nl = math.FMA(x, tl, math.FMA(x, t, -n))
	}
	q, ql := quotient(n, nl, d, dl)
	return math.Copysign(q+ql, x) // the sum loses the sign of -0
}

// Relu returns x if it is positive, else +0.
//
//	Relu(NaN) = NaN
func Relu(x float64) float64 {
	switch {
	case x > 0:
		return x
	case x != x:
		return math.NaN()
	}
	return 0
}

// Expit32 returns the logistic function, as Expit. Error: 0.78 ULP. Special
// values as for Expit.
func Expit32(x float32) float32 {
	if !(abs32(x) < sigmoidEdge32) {
		if x > 0 {
			return 1
		}
		return Exp32(x)
	}
	t, tl := expNeg32(abs32(x))
	n, nl := float32(1), float32(0)
	if !(x >= 0) {
		n, nl = t, tl
	}
	return overOnePlus32(n, nl, t, tl)
}

// sigmoidEdge32 is sigmoidEdge for float32: the low part of e^-|x| must not become
// subnormal.
const sigmoidEdge32 = 64

// expNeg32 returns e^-a as a pair, for 0 <= a < sigmoidEdge32.
func expNeg32(a float32) (t, tl float32) {
	n, r := expReduce32(-a)
	h := expTable32(n)
	p := expPart32(r, n)
	t = fma32(h, p, h)
	return t, fma32(h, p, h-t)
}

// overOnePlus32 returns (n+nl)/(1+t+tl), for 0 <= t <= 1.
func overOnePlus32(n, nl, t, tl float32) float32 {
	d := 1 + t
	dl := ((1 - d) + t) + tl
	c := 1 / d
	q := float32(n * c)
	e := fma32(-q, dl, fma32(-q, d, n)) + nl
	return fma32(e, c, q)
}

// Logit32 returns ln(x/(1-x)), the quotient as a pair. Error: 0.8 ULP. Special values
// as for Logit.
func Logit32(x float32) float32 {
	if !(x >= 0x1p-60 && x < 1) {
		if x == 1 {
			return float32(math.Inf(1))
		}
		if x > 1 {
			return nan32()
		}
		return Log32(x)
	}
	d := 1 - x
	c := 1 / d
	q := float32(x * c)
	ql := float32(fma32(-q, (1-d)-x, fma32(-q, d, x)) * c)
	return logSumOf32(q, ql, 0)
}

// Softplus32 returns ln(1+e^x), as Softplus. Error: 1.04 ULP. Special values
// as for Softplus.
func Softplus32(x float32) float32 {
	if x != x {
		return nan32()
	}
	var l float32
	if a := abs32(x); a < sigmoidEdge32 {
		l = log1pSum32(expNeg32(a))
	} else {
		l = Exp32(-a) // whose logarithm of 1 + it is
	}
	if x > 0 {
		l += x
	}
	return l
}

// Silu32 returns x·Expit32(x), as Silu. Error: 0.78 ULP. Special values as for
// Silu.
func Silu32(x float32) float32 {
	if !(abs32(x) < sigmoidEdge32) {
		if !(x < 0) {
			if x != x {
				return nan32()
			}
			return x
		}
		x = max(x, -110)
		n, r := expReduce32(x)
		h := expTable32(n & 7)
		p := expPart32(r, n)
		v := fma32(h, p, h)
		y := float32(x * v)
		y += fma32(x, fma32(h, p, h-v), fma32(x, v, -y))
		return scale32(y, int(int32(n<<10)>>13))
	}
	t, tl := expNeg32(abs32(x))
	n, nl := x, float32(0)
	if x < 0 {
		n = float32(x * t)
		nl = fma32(x, tl, fma32(x, t, -n))
	}
	return copysign32(overOnePlus32(n, nl, t, tl), x)
}

// Relu32 returns x if it is positive, else +0.
//
//	Relu32(NaN) = NaN
func Relu32(x float32) float32 {
	switch {
	case x > 0:
		return x
	case x != x:
		return nan32()
	}
	return 0
}
