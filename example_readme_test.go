package nd_test

import (
	"errors"
	"fmt"
	"math"
	"math/big"

	"github.com/ndgo/nd"
)

// The code of README.md.

func Example() {
	a := nd.Arange(0.0, 12, 1).Reshape(3, 4)
	scale := nd.Of(1.0, 10, 100, 1000)

	sum := a.Add(scale) // a method of an array runs at once
	fmt.Println(sum)

	c := a.Chain().Mul(scale).AddScalar(1).Log() // a method of a chain records
	d, err := c.Eval()                           // one pass over memory
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(d)
	// Output:
	// [[   1.   11.  102. 1003.]
	//  [   5.   15.  106. 1007.]
	//  [   9.   19.  110. 1011.]]
	// [[0.         2.39789527 5.30330491 8.00670085]
	//  [1.60943791 3.93182563 6.39859493 8.85380827]
	//  [2.19722458 4.51085951 6.90875478 9.30574146]]
}

func Example_views() {
	a := nd.Arange(0, 12, 1).Reshape(3, 4)
	b := a.Slice(nd.From(1), nd.Step(-1)) // typed, or
	c := a.Slice(nd.Spec("1:, ::-1"))     // in Python's notation
	fmt.Println(b)
	fmt.Println(c.T().Shape(), a.SharesMemory(c))

	c.Set(-1, 0, 0)
	fmt.Println(a.At(1, 3))
	// Output:
	// [[ 7  6  5  4]
	//  [11 10  9  8]]
	// [4 2] true
	// -1
}

func Example_into() {
	a := nd.Of(0.0, 0, 9, 0, 0, 3)

	// Each element becomes the mean of itself and its neighbours, in place. The
	// operands are shifted views of the destination; the result is as if all of
	// them had been read first.
	inner := a.Slice(nd.Range(1, -1))
	smooth := inner.Chain().Add(a.Slice(nd.To(-2))).Add(a.Slice(nd.From(2))).DivScalar(3)
	if err := smooth.EvalInto(inner); err != nil {
		fmt.Println(err)
	}
	fmt.Println(a)
	// Output:
	// [0. 3. 3. 3. 1. 3.]
}

func Example_types() {
	pixels := nd.Of[uint8](0, 51, 102, 255)
	x := nd.As[float32](pixels).DivScalar(255) // a cast costs a word and no pass
	bright := nd.Where(x.GreaterScalar(0.3), x, nd.Scalar[float32](0))
	fmt.Println(bright.Eval())

	// One free function serves arrays, at once, and chains, recorded.
	fmt.Println(logistic(nd.Of(-1.0, 0, 1)))
	fmt.Println(logistic(nd.Of(-1.0, 0, 1).Chain()))

	// Types that carry arithmetic as methods have it elementwise.
	thirds := nd.Of(big.NewRat(1, 3), big.NewRat(2, 3))
	fmt.Println(thirds.Add(thirds))
	// Output:
	// [0.  0.  0.4 1. ] <nil>
	// [0.26894142 0.5        0.73105858]
	// reciprocal(add(exp(neg(a)), 1))
	// [2/3 4/3]
}

func logistic[S nd.Ops[float64, S]](x S) S {
	return x.Neg().Exp().AddScalar(1).Reciprocal()
}

func Example_func() {
	distance := nd.Func2(func(x, y nd.Chain[float64]) nd.Chain[float64] {
		return x.Mul(x).Add(y.Mul(y)).Sqrt()
	})
	dst := nd.Zeros[float64](3)
	err := distance.EvalInto(dst, nd.Of(3.0, 5, 8), nd.Of(4.0, 12, 15))
	fmt.Println(dst, err)

	// Functions of the user run inside the same pass.
	degrees := nd.Map(dst, func(x float64) float64 { return math.Round(x * 180 / math.Pi) })
	fmt.Println(degrees.Eval())
	// Output:
	// [ 5. 13. 17.] <nil>
	// [286. 745. 974.] <nil>
}

func Example_errors() {
	a, b := nd.Zeros[float64](3, 4), nd.Zeros[float64](5)

	// A chain reports its first error when it is evaluated.
	_, err := a.Chain().MulScalar(2).Add(b).Sqrt().Eval()
	fmt.Println(err)
	var shape *nd.ShapeError
	fmt.Println(errors.As(err, &shape))

	// Misuse of what runs at once panics; Catch turns that into an error.
	add := func() (sum *nd.Array[float64], err error) {
		defer nd.Catch(&err)
		return a.Add(b), nil
	}
	_, err = add()
	fmt.Println(err)
	// Output:
	// nd: add: shapes [3 4] and [5] do not broadcast: axis 1 is 4 against 5 (step 2: add)
	// true
	// nd: add: shapes [3 4] and [5] do not broadcast: axis 1 is 4 against 5
}

func ExampleChain_String() {
	a := nd.Zeros[float32](344, 403)
	row := nd.Linspace[float32](1, 2, 403)
	c := a.Chain().Sub(row.Chain().Sqrt()).Clip(0, 1)
	fmt.Println(c)
	// Output:
	// clip(sub(a, sqrt(b)), 0, 1)
}
