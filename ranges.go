package nd

import (
	"math"

	"github.com/ndgo/nd/internal/errs"
	"github.com/ndgo/nd/internal/kernels/elem"
)

// Arange returns the numbers start, start+step, start+2*step, ... before stop:
// below it if step is positive, above it if step is negative. There are none if
// stop lies on the other side.
//
// Integers are exact, also at the limits of their type. For floats the number
// of elements is (stop-start)/step rounded up, so that rounding may let the
// last element reach stop, and element i is start+i*d for d = (start+step)-start,
// worked out in float64. [Linspace] takes a number of elements instead.
//
// It panics with a *[DomainError] if step is 0 or if an argument is NaN or
// infinite, and with a *[ShapeError] if there are too many elements.
func Arange[T RealNumber](start, stop, step T) *Array[T] {
	if step == 0 {
		panic(domainError("arange", "step", step))
	}
	if !isFloat[T]() {
		a := newArray[T]("arange", []int{intSteps(start < stop, step > 0, uint64(start), uint64(stop), uint64(step))})
		for i := range a.v.Data {
			a.v.Data[i] = start + T(i)*step // wraps on the way, not in the end
		}
		return a
	}
	n, l := newSteps(float64(start), float64(stop), float64(step))
	a := newArray[T]("arange", []int{n})
	for i := range a.v.Data {
		a.v.Data[i] = T(l.at(i))
	}
	return a
}

// isFloat reports whether T is a floating-point type.
func isFloat[T RealNumber]() bool {
	half := T(1)
	half /= 2
	return half != 0
}

// intSteps returns the number of steps of an integer Arange, whose arguments
// are given with their signs extended.
func intSteps(up, positive bool, start, stop, step uint64) int {
	if start == stop || up != positive {
		return 0
	}
	distance := stop - start
	if !up {
		distance, step = -distance, -step
	}
	n := (distance-1)/step + 1
	return int(min(n, math.MaxInt)) // that many are refused with the shape
}

// newSteps returns the number of elements of a float Arange and the line on
// which they lie.
func newSteps(start, stop, step float64) (int, line) {
	for i, x := range [...]float64{start, stop, step} {
		if x-x != 0 {
			panic(domainError("arange", [...]string{"start", "stop", "step"}[i], x))
		}
	}
	n := (stop - start) / step
	l := line{start: start, step: (start + step) - start, scale: 1}
	if math.IsInf(stop-start, 0) { // see newLine
		n = stop/step - start/step
		l = line{start: start / 2, step: (start/2 + step/2) - start/2, scale: 2}
	}
	n = math.Ceil(n)
	if n >= math.MaxInt {
		return math.MaxInt, l // refused with the shape
	}
	return max(int(n), 0), l
}

// Linspace returns n evenly spaced numbers from start to stop. The first is
// start and the last is stop, bit for bit; the others are rounded once more
// than once, but never leave the order. One number is start; none, an empty
// array.
//
// If an end point is NaN or infinite, the numbers between are NaN or infinite.
// Linspace panics with a *[ShapeError] if n is negative.
func Linspace[T Float](start, stop T, n int) *Array[T] {
	a := linspace("linspace", start, stop, n, n-1)
	if n > 1 {
		a.v.Data[n-1] = stop
	}
	return a
}

// LinspaceOpen returns n evenly spaced numbers from start up to but without
// stop, which would be the next. It panics with a *[ShapeError] if n is
// negative.
func LinspaceOpen[T Float](start, stop T, n int) *Array[T] {
	return linspace("linspace_open", start, stop, n, n)
}

// linspace returns n numbers from start on, which reach stop after div steps.
func linspace[T Float](op string, start, stop T, n, div int) *Array[T] {
	a := newArray[T](op, []int{n})
	l := newLine(float64(start), float64(stop), div)
	for i := range a.v.Data {
		a.v.Data[i] = T(l.at(i))
	}
	if n > 0 {
		a.v.Data[0] = start // also if it is -0 or infinite
	}
	return a
}

// A line is a linear function that goes from start on by a step at a time.
type line struct {
	start, step float64
	scale       float64 // what the values must be multiplied with
	delta, div  float64 // if div is not 0, the step is delta/div, too small to be exact
}

// newLine returns the line that goes from start to stop in div steps.
func newLine(start, stop float64, div int) line {
	l := line{start: start, scale: 1}
	delta := stop - start
	if math.IsInf(delta, 0) && start-start == 0 && stop-stop == 0 {
		// The ends are finite but too far apart. They are also so large that
		// halving them is exact.
		l.start, l.scale = start/2, 2
		delta = stop/2 - start/2
	}
	l.step = delta / float64(div)
	if math.Abs(l.step) < minNormal {
		l.delta, l.div = delta, float64(div)
	}
	return l
}

// minNormal is the smallest float64 with full precision.
const minNormal = 0x1p-1022

func (l *line) at(i int) float64 {
	if l.div != 0 {
		return float64(float64(i)/l.div*l.delta) + l.start
	}
	return (float64(float64(i)*l.step) + l.start) * l.scale
}

// Logspace returns n powers of base whose exponents are evenly spaced from start
// to stop, as [Linspace] spaces them. (The base that NumPy takes if none is
// named is 10.) Exponents are worked out in float64.
// It panics with a *[ShapeError] if n is negative.
func Logspace[T Float](start, stop T, n int, base T) *Array[T] {
	a := newArray[T]("logspace", []int{n})
	l := newLine(float64(start), float64(stop), n-1)
	for i := range a.v.Data {
		x := l.at(i)
		switch i {
		case 0:
			x = float64(start)
		case n - 1:
			x = float64(stop)
		}
		a.v.Data[i] = T(elem.Pow(float64(base), x))
	}
	return a
}

// Geomspace returns n numbers from start to stop with a constant ratio between
// neighbours. The first is start and the last is stop, bit for bit. Both may
// be negative.
//
// It panics with a *[DomainError] if an end point is 0 or if the two differ in
// sign, and with a *[ShapeError] if n is negative.
func Geomspace[T Float](start, stop T, n int) *Array[T] {
	if start == 0 {
		panic(domainError("geomspace", "start", start))
	}
	if stop == 0 || (start < 0) != (stop < 0) {
		panic(domainError("geomspace", "stop", stop))
	}
	a := newArray[T]("geomspace", []int{n})
	c := newCurve(float64(start), float64(stop), n-1)
	for i := range a.v.Data {
		a.v.Data[i] = T(c.at(i))
	}
	if n > 0 {
		a.v.Data[0] = start
	}
	if n > 1 {
		a.v.Data[n-1] = stop
	}
	return a
}

// A curve is an exponential function that goes from start to stop in div steps.
type curve struct {
	start, div float64
	ratio      float64 // what start grows by in all, or its square root
	log        float64 // of ratio
	square     bool    // the ratio itself is not a normal number
}

func newCurve(start, stop float64, div int) curve {
	c := curve{start: start, div: float64(div), ratio: stop / start}
	if c.ratio < minNormal || c.ratio > math.MaxFloat64 {
		c.ratio, c.square = math.Sqrt(math.Abs(stop))/math.Sqrt(math.Abs(start)), true
	}
	c.log = elem.Log(c.ratio)
	return c
}

func (c *curve) at(i int) float64 {
	// The power magnifies the rounding error of t, so that few round numbers
	// would come out round; what t lacks is made good to first order.
	t := float64(i) / c.div
	lack := math.FMA(-t, c.div, float64(i)) / c.div
	p := elem.Pow(c.ratio, t)
	p += float64(p * float64(lack*c.log))
	if c.square {
		return c.start * p * p
	}
	return c.start * p
}

// A Rander is a source of random numbers, as the distributions of gonum's
// stat/distuv are.
type Rander interface{ Rand() float64 }

// FillRand sets the elements of a, in order with the last axis fastest, to
// numbers drawn from src. (For the sources of math/rand/v2 and for other
// element types, see [Array.FillFunc].) It panics with a *[ReadOnlyError] if a
// is read-only, and with a *[TypeError] if src is nil.
func FillRand[T Float](a *Array[T], src Rander) {
	a.writable("fill_rand")
	if src == nil {
		panic(&errs.TypeError{Op: "fill_rand", Detail: "the source is nil"})
	}
	a.FillFunc(func() T { return T(src.Rand()) })
}

func domainError(op, arg string, value any) error {
	return &errs.DomainError{Op: op, Arg: arg, Value: value}
}
