package nd

import (
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// The expected texts of floats and integers are what NumPy 1.24 prints, but for
// NaN, Inf and i, which are written as Go writes them.
func TestString(t *testing.T) {
	type celsius float64
	for _, c := range []struct {
		a    fmt.Formatter
		want string
	}{
		{Of(1.5, 2, 3.25, math.NaN(), math.Inf(-1)), "[1.5  2.   3.25  NaN -Inf]"},
		{Of(1.0, 2, 3), "[1. 2. 3.]"},
		{Of(1.0/3, 2.0/3), "[0.33333333 0.66666667]"},
		{Of(1.0/3, 2.0/3, 1e-5), "[3.33333333e-01 6.66666667e-01 1.00000000e-05]"},
		{Of(1e8, 1), "[1.e+08 1.e+00]"},
		{Of(1e300, 1e-300), "[1.e+300 1.e-300]"},
		{Of(1e300, 5), "[1.e+300 5.e+000]"},
		{Of(0.5, 1000), "[5.e-01 1.e+03]"},
		{Of(0.0, 1, 10000), "[    0.     1. 10000.]"}, // NumPy: exponents
		{Of(0, math.Copysign(0, -1)), "[ 0. -0.]"},
		{Of(math.NaN(), math.NaN()), "[NaN NaN]"},
		{Of(math.Inf(1), 1), "[Inf  1.]"},
		{Of(float32(0.1), 2, 3), "[0.1 2.  3. ]"},
		{Of(celsius(20.5)), "[20.5]"},
		{Of(5e-324), "[5.e-324]"},
		{Of(0.999999999, 0.5), "[1.  0.5]"},
		{Of(complex(1, 2), complex(-3.5, 0.25)), "[ 1. +2.i   -3.5+0.25i]"},
		{Of(complex64(complex(1, math.Inf(-1)))), "[1.-Infi]"},
		{Of(1, -200, 3), "[   1 -200    3]"},
		{Of[uint8](1, 200), "[  1 200]"},
		{Of(true, false), "[ true false]"},
		{Of("a", "b c"), `[  "a" "b c"]`},
		{Of(time.Second, time.Minute), "[  1s 1m0s]"},
		{Of(big.NewRat(1, 3), big.NewRat(10, 3)), "[ 1/3 10/3]"},
		{Of(struct {
			X int
			S string
		}{1, "x"}), "[{1 x}]"},
		{Of[any](1, "a", nil), "[    1     a <nil>]"},
		{Of[error](nil, fmt.Errorf("bad")), "[<nil>   bad]"},
		{Scalar(2.0), "2"},
		{Scalar(0.1), "0.1"},
		{Scalar("a"), `"a"`},
		{Zeros[int](0, 3), "[]"},
		{(*Array[int])(nil), "<nil>"},
		{Of2([]int{1, 20}, []int{3, 4}), "[[ 1 20]\n [ 3  4]]"},
		{Arange(0, 8, 1).Reshape(2, 2, 2), "[[[0 1]\n  [2 3]]\n\n [[4 5]\n  [6 7]]]"},
		{Arange(0, 30, 1), "" +
			"[ 0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23\n" +
			" 24 25 26 27 28 29]"},
		{Linspace(0.0, 1, 15), "" +
			"[0.         0.07142857 0.14285714 0.21428571 0.28571429 0.35714286\n" +
			" 0.42857143 0.5        0.57142857 0.64285714 0.71428571 0.78571429\n" +
			" 0.85714286 0.92857143 1.        ]"},
		{Arange(0, 1001, 1), "[   0    1    2 ...  998  999 1000]"},
		{Arange(0, 3000, 1).Reshape(500, 6), "" +
			"[[   0    1    2    3    4    5]\n" +
			" [   6    7    8    9   10   11]\n" +
			" [  12   13   14   15   16   17]\n" +
			" ...\n" +
			" [2982 2983 2984 2985 2986 2987]\n" +
			" [2988 2989 2990 2991 2992 2993]\n" +
			" [2994 2995 2996 2997 2998 2999]]"},
	} {
		assert.Equal(t, c.want, fmt.Sprint(c.a))
	}
}

// A line may end with padding, which is left out; words of several lines are
// set below one another.
func TestStringLines(t *testing.T) {
	for _, line := range strings.Split(Of(append(Linspace(0.0, 1, 30).Data(), 0.5)...).String(), "\n") {
		assert.Equal(t, strings.TrimRight(line, " "), line)
		assert.LessOrEqual(t, len(line), 75)
	}
	assert.Equal(t, "[a\n bcd x\n     y zzz]", Of(lines("a\nbcd"), lines("x\ny"), lines("zzz")).String())
}

type lines string

func (l lines) String() string { return string(l) }

func TestFormat(t *testing.T) {
	a := Of2([]float64{1, 2.12345}, []float64{3, 4})
	for _, c := range []struct {
		format string
		a      any
		want   string
	}{
		{"%v", a, "[[1.      2.12345]\n [3.      4.     ]]"},
		{"%s", a, "[[1.      2.12345]\n [3.      4.     ]]"},
		{"%+v", a, "float64 [2 2]\n[[1.      2.12345]\n [3.      4.     ]]"},
		{"%#v", Zeros[int8](0, 2), "int8 [0 2]\n[]"},
		{"%.2v", a, "[[1.   2.12]\n [3.   4.  ]]"},
		{"%6.1v", a, "[[   1.     2.1]\n [   3.     4. ]]"},
		{"%8.3f", a, "[[   1.000    2.123]\n [   3.000    4.000]]"},
		{"%e", Of(1.0), "[1.000000e+00]"},
		{"%.0f", Of(1.0, 20), "[ 1 20]"},
		{"%x", Of(10, 200), "[ a c8]"},
		{"%04d", Of(10, 2), "[0010 0002]"},
		{"%-4v|", Of(10, 2), "[10   2   ]|"},
		{"%q", Of("a"), `["a"]`},
		{"%.3v", Scalar(1.23456), "1.235"},
		{"%d", Of("a"), "[%!d(string=a)]"},
	} {
		assert.Equal(t, c.want, fmt.Sprintf(c.format, c.a), c.format)
	}
}

// Only what is shown is looked at: a view of any size prints at once.
func TestStringIsBounded(t *testing.T) {
	many := func(n, axes int) []int {
		shape := make([]int, axes)
		for i := range shape {
			shape[i] = n
		}
		return shape
	}
	for _, shape := range [][]int{{math.MaxInt}, {1 << 15, 1 << 15}, many(2, 30), many(7, 10), many(1, 60)} {
		looked := 0
		p := newPrinter(Scalar(1).BroadcastTo(shape...).layout(), nil)
		p.collect(0, 0, func(int) { looked++ })
		assert.LessOrEqual(t, looked, printLimit, "%v", shape)
		s := Scalar(1).BroadcastTo(shape...).String()
		assert.Less(t, len(s), 1000000, "%v", shape)
	}
}
