package nd_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ndgo/nd"
	"github.com/stretchr/testify/require"
)

// A chain is reshaped whatever its operands are: in a pass of its own where
// their strides allow no view.
func TestChainReshapeCopies(t *testing.T) {
	a := nd.Arange(0.0, 24, 1).Reshape(2, 3, 4)
	row := nd.Of(10.0, 20, 30, 40)
	for name, c := range map[string]nd.Chain[float64]{
		"view":       a.Chain().Neg(),
		"transposed": a.Chain().T().Neg(),
		"broadcast":  a.Chain().Add(row),
		"sliced":     a.Chain().Slice(nd.Spec(":, ::-1, ::2")).MulScalar(3),
		"reduced":    a.Chain().Sub(a.Chain().Over(0, 2).KeepDims().Mean()),
		"windows":    a.Chain().SlidingWindow([]int{2}, 2).Square(),
		"constant":   nd.Scalar(2.0).Chain().Sqrt().BroadcastTo(4, 6),
	} {
		t.Run(name, func(t *testing.T) {
			whole := c.Must()
			for _, shape := range [][]int{{-1}, {2, -1}, {whole.Size(), 1}, {1, 2, -1, 2}} {
				want := whole.Reshape(shape...)
				got, err := c.Reshape(shape...).Eval()
				require.NoError(t, err)
				require.Equal(t, want.Shape(), got.Shape())
				require.Equal(t, want.Elements(), got.Elements())
				// More steps after it, and into a destination of any layout.
				dst := nd.Zeros[float64](slices.Clone(want.T().Shape())...)
				require.NoError(t, c.Reshape(shape...).AddScalar(1).T().EvalInto(dst))
				require.Equal(t, want.AddScalar(1).T().Elements(), dst.Elements())
			}
			_, err := c.Reshape(7, -1).Eval()
			var wrong *nd.ShapeError
			require.ErrorAs(t, err, &wrong)
		})
	}

	f := nd.Func1(func(x nd.Chain[float64]) nd.Chain[float64] { return x.T().Reshape(-1).MulScalar(2) })
	got, err := f.Eval(a)
	require.NoError(t, err)
	require.Equal(t, a.T().Flatten().MulScalar(2).Elements(), got.Elements())

	words := nd.Of2([]string{"a", "b", "c"}, []string{"d", "e", "f"})
	upper, err := words.Chain().T().Apply(strings.ToUpper).Reshape(2, 3).Eval()
	require.NoError(t, err)
	require.Equal(t, []string{"A", "D", "B", "E", "C", "F"}, upper.Elements())

	// Overlap: the destination is the operand.
	m := nd.Arange(0.0, 6, 1).Reshape(2, 3)
	want := m.T().Flatten().Reshape(2, 3)
	require.NoError(t, m.Chain().T().Reshape(2, 3).EvalInto(m))
	require.Equal(t, want.Elements(), m.Elements())

	// A division by zero is found before the first write.
	d := nd.Of2([]int{1, 2}, []int{0, 4})
	dst := nd.Full(-1, 4)
	err = nd.Scalar(8).Chain().Div(d.T()).Reshape(4).EvalInto(dst)
	var zero *nd.DivideError
	require.ErrorAs(t, err, &zero)
	require.Equal(t, []int{-1, -1, -1, -1}, dst.Elements())
}

// The views of a chain are those of its result.
func TestChainViews(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	a := nd.Zeros[float64](3, 4, 5)
	a.FillFunc(r.NormFloat64)
	row := nd.Arange(0.0, 5, 1)
	chain := a.Chain().Add(row)
	array := a.Add(row)
	for name, pair := range map[string]struct {
		got  nd.Chain[float64]
		want *nd.Array[float64]
	}{
		"MoveAxes":      {chain.MoveAxes([]int{0, 1}, []int{2, 0}), array.MoveAxes([]int{0, 1}, []int{2, 0})},
		"Rot90":         {chain.Rot90(1, 0, 2), array.Rot90(1, 0, 2)},
		"Rot90 back":    {chain.Rot90(-1, 1, 2), array.Rot90(-1, 1, 2)},
		"SlidingWindow": {chain.SlidingWindow([]int{2, 3}, 1, 2), array.SlidingWindow([]int{2, 3}, 1, 2)},
		"all windows":   {chain.SlidingWindow([]int{3, 1, 2}), array.SlidingWindow([]int{3, 1, 2})},
	} {
		got, err := pair.got.Eval()
		require.NoError(t, err, name)
		require.Equal(t, pair.want.Shape(), got.Shape(), name)
		require.Equal(t, pair.want.Elements(), got.Elements(), name)
	}
	for _, c := range []nd.Chain[float64]{chain.MoveAxes([]int{0}, []int{3}), chain.Rot90(1, 0, 0), chain.SlidingWindow([]int{6}, 1)} {
		var wrong *nd.ShapeError
		if err := c.Err(); !errors.As(err, &wrong) {
			t.Errorf("got %v", err)
		}
	}
}

func ExampleChain_SlidingWindow() {
	prices := nd.Of(10.0, 11, 15, 14, 18, 17)
	average := prices.Chain().SlidingWindow([]int{3}).Over(-1).Mean()
	fmt.Println(average.Must())
	// Output: [12.         13.33333333 15.66666667 16.33333333]
}

func ExampleChain_Reshape() {
	a := nd.Of2([]float64{1, 2, 3}, []float64{4, 5, 6})
	fmt.Println(a.Chain().T().MulScalar(10).Reshape(2, -1).Must())
	// Output:
	// [[10. 40. 20.]
	//  [50. 30. 60.]]
}

func ExampleChain_Rot90() {
	a := nd.Of2([]int{1, 2, 3}, []int{4, 5, 6})
	fmt.Println(a.Chain().Rot90(1, 0, 1).Neg().Must())
	// Output:
	// [[-3 -6]
	//  [-2 -5]
	//  [-1 -4]]
}

func ExampleChain_MoveAxes() {
	image := nd.Zeros[uint8](480, 640, 3)
	fmt.Println(nd.As[float32](image).MoveAxes([]int{2}, []int{0}).Shape())
	// Output: [3 480 640]
}
