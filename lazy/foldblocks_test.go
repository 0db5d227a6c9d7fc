package lazy

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ndgo/nd/internal/layout"
	"github.com/ndgo/nd/zip"
)

// Blocks never show in a result, whatever the axes, the layouts of operands and
// destination, and how the destination lies against the operands.
func TestBlocks(t *testing.T) {
	defer func(b, p, m, l, f, w int) {
		blockBytes, pieceBytes, pieceMost, pieceLeast, farMost, farLeast = b, p, m, l, f, w
	}(blockBytes, pieceBytes, pieceMost, pieceLeast, farMost, farLeast)
	farLeast = 0
	rng := rand.New(rand.NewPCG(1, 2))
	blocked := 0
	for range 3000 {
		d := 1 + rng.IntN(4)
		shape := make([]int, d)
		for k := range shape {
			shape[k] = 1 + rng.IntN(9)
		}
		n := layout.Size(shape)
		data := make([]float64, 2*n)
		for i := range data {
			data[i] = rng.NormFloat64()
		}
		perm := rng.Perm(d)
		view := func(data []float64) zip.View[float64] {
			// An array of the shape whose axes lie in memory in the order of perm.
			strides := make([]int, d)
			step := 1
			for i := d - 1; i >= 0; i-- {
				strides[perm[i]] = step
				step *= shape[perm[i]]
			}
			return zip.View[float64]{Data: data, Shape: shape, Strides: strides}
		}
		operand := func(data []float64) Chain {
			c := From(view(data[:n]))
			if rng.IntN(4) == 0 {
				c = c.Flip(rng.IntN(d))
			}
			return c
		}
		over := rng.Perm(d)[:rng.IntN(d+1)]
		seed := rng.Uint64()
		pieces := 1 << rng.IntN(10)
		expression := func(data []float64) Chain {
			r := rand.New(rand.NewPCG(seed, 3))
			save := rng
			rng = r
			defer func() { rng = save }()
			x, y := operand(data), operand(data[n:])
			o := func(c Chain) Fold { return c.Over(over...).KeepDims() }
			switch r.IntN(9) {
			case 8: // the first operand is in reductions alone
				return y.Sub(o(x).Mean()).Mul(o(x.Exp()).Sum())
			case 0:
				e := x.Sub(o(x).Max()).Exp()
				return e.Div(o(e).Sum())
			case 1:
				return x.Sub(o(x).Mean()).Div(o(x).Std(0)).Mul(y)
			case 2:
				return x.Over(over...).Var(0)
			case 3:
				return y.Sub(o(x.Sub(o(y).Mean()).Exp()).Sum()).Add(x)
			case 4:
				return o(x.Exp()).Sum().Add(o(x.Exp().Mul(y)).Max())
			case 5: // a view of the reduction with its axes elsewhere
				p := r.Perm(d)
				if s := o(x).Sum().Transpose(p...); s.Err() == nil {
					if c := x.Sub(s); c.Err() == nil && slices.Equal(c.Shape(), shape) {
						return c.Mul(y)
					}
				}
				return x
			case 6:
				return x.Sub(x.Mean()).Div(o(x).Norm(2))
			}
			return x.LogSumExp().Add(o(x).Sum()).Sub(x.Exp())
		}
		evaluate := func(bytes int, inPlace bool) ([]float64, bool) {
			blockBytes, pieceBytes, pieceMost = bytes, pieces, 2*bytes
			pieceLeast, farMost = pieces/2, 8*bytes
			mine := slices.Clone(data)
			c := expression(mine)
			s := c.Shape()
			into := zip.View[float64]{Data: make([]float64, layout.Size(s)), Shape: s, Strides: layout.CStrides(s)}
			if inPlace && slices.Equal(s, shape) {
				into = view(mine[:n])
			}
			if err := EvalInto(c, zip.Viewer[float64](fixed{into})); err != nil {
				t.Fatal(err)
			}
			return into.Data, c.n.plans.Load().plans[0].blocks != nil
		}
		inPlace := rng.IntN(2) == 0
		want, _ := evaluate(math.MaxInt/4, inPlace)
		got, by := evaluate(8*(1+rng.IntN(2*n)), inPlace)
		if by {
			blocked++
		}
		for i := range want {
			if math.Float64bits(got[i]) != math.Float64bits(want[i]) {
				t.Fatalf("shape %v, axes in memory %v, over %v: element %d: %v, want %v\n%s", shape, perm, over, i, got[i], want[i], expression(data).Explain())
			}
		}
	}
	if blocked < 300 {
		t.Errorf("%d evaluations went by blocks", blocked)
	}
}

type fixed struct{ v zip.View[float64] }

func (f fixed) View() zip.View[float64] { return f.v }

// A traced function goes by blocks of whatever it is called with.
func TestBlocksAreTraced(t *testing.T) {
	f := Trace(func(a []Chain) Chain {
		return a[0].Sub(a[0].Over(-1).KeepDims().Mean()).Div(a[0].Over(-1).KeepDims().Std(0))
	}, ParamOf[float64]("x"))
	for _, rows := range []int{1, 100, 2000, 4001} {
		x := make([]float64, rows*50)
		for i := range x {
			x[i] = float64(i*i%17) - 3
		}
		in := zip.View[float64]{Data: x, Shape: []int{rows, 50}, Strides: []int{50, 1}}
		want := make([]float64, len(x))
		for r := range rows {
			row := zip.View[float64]{Data: x[r*50:][:50], Shape: []int{50}, Strides: []int{1}}
			if err := Run(f, zip.View[float64]{Data: want[r*50:][:50], Shape: []int{50}, Strides: []int{1}}, Array(&row)); err != nil {
				t.Fatal(err)
			}
		}
		got := make([]float64, len(x))
		dst := zip.View[float64]{Data: got, Shape: in.Shape, Strides: in.Strides}
		if err := Run(f, dst, Array(&in)); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d rows differ", rows)
		}
	}
}

// An operand that is the destination itself, but for the stride of an axis of
// length 1, is the destination all the same: blocks along another axis than that
// of the destination would read what they have overwritten.
func TestBlocksInPlaceStrides(t *testing.T) {
	defer func(b int) { blockBytes = b }(blockBytes)
	blockBytes = 256
	const n = 20
	shape := []int{n, 1, n}
	data, other := make([]float64, n*n), make([]float64, n*n)
	for i := range data {
		data[i], other[i] = float64(i*i%17), float64(i%5)
	}
	evaluate := func(into zip.View[float64]) []float64 {
		x := From(zip.View[float64]{Data: data, Shape: shape, Strides: []int{n, 0, 1}})
		y := From(zip.View[float64]{Data: other, Shape: shape, Strides: []int{n, n, 1}})
		c := y.Sub(x.Over(0).KeepDims().Mean().Transpose(2, 1, 0))
		if err := EvalInto(c, zip.Viewer[float64](fixed{into})); err != nil {
			t.Fatal(err)
		}
		return into.Data
	}
	want := evaluate(zip.View[float64]{Data: make([]float64, n*n), Shape: shape, Strides: []int{n, n, 1}})
	got := evaluate(zip.View[float64]{Data: data, Shape: shape, Strides: []int{n, n, 1}})
	if !slices.Equal(got, want) {
		t.Errorf("in place %v, want %v", got, want)
	}
}
