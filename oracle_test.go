package nd_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/ndgo/nd"
	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/layout"
	"github.com/ndgo/nd/internal/ops"
)

// Random expressions of mixed types, over operands of any layout, broadcast and
// empty ones included, mean what a walk over the tree, element by element, says
// they mean; evaluated as one chain, with views pushed down, into any
// destination, traced, and step by step.

// rapidDice draws from rapid, which shrinks towards rolls of 0 and tells how to
// replay a failure. Rapid's own numbers are mostly small, which makes for small
// trees; these are even, made of bits.
func rapidDice(t *rapid.T) dice {
	return func(n int) int {
		if n == 1 {
			return 0
		}
		return rapid.Custom(func(t *rapid.T) int {
			v := 0
			for m := n - 1; m > 0; m >>= 1 {
				v *= 2
				if rapid.Bool().Draw(t, "") {
					v++
				}
			}
			return v % n
		}).Draw(t, "")
	}
}

func TestOracle(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		roll := rapidDice(rt)
		g := &grower{roll: roll, shape: drawShape(roll), budget: 32}
		root := g.grow(g.kind(), roll(8))
		leaves := make([]any, len(g.leaves))
		want := naive{values: make([]any, len(leaves)), shapes: make([][]int, len(leaves))}
		var about strings.Builder
		fmt.Fprintf(&about, "%v of kind %v", root, root.kind)
		for i, l := range g.leaves {
			want.shapes[i] = l.shape
			want.values[i] = drawValues(roll, l.kind, layout.Size(l.shape))
			leaves[i] = elementsOf[l.kind].place(roll, want.values[i], l.shape)
			fmt.Fprintf(&about, "\nx%d: %v, shape %v, strides %v: %.60v", i, l.kind, l.shape, fetch(leaves[i], "Strides"), want.values[i])
		}
		if err := agreeWithOracle(roll, root, leaves, &want); err != nil {
			rt.Fatalf("%v\n%v", err, &about)
		}
	})
}

func agreeWithOracle(roll dice, root *tree, leaves []any, want *naive) error {
	values, shape := want.all(root)
	e := elementsOf[root.kind]
	bad := slices.ContainsFunc(values, isRefused)
	var typed any
	if !bad {
		typed = e.cycle(values, len(values))
	}

	x, err := root.build(leaves, true, map[*tree]any{})
	if onEmpty := slices.Contains(shape, 0); !onEmpty || !isDomain(err) {
		// Else a step has refused elements that the result lacks.
		if err := outcome("at once", x, err, typed, shape); err != nil {
			return err
		}
	}
	chain, err := root.build(chains(leaves), false, map[*tree]any{})
	if err != nil {
		return err
	}
	if err := outcome("chain", chain, nil, typed, shape); err != nil {
		return err
	}

	// Into a destination that is wider than the expression.
	to := shape
	if roll(3) == 0 {
		to = append([]int{1 + roll(3)}, shape...)
	}
	mark := e.cycle([]any{one(root.kind)}, layout.Size(to))
	dst := e.place(roll, mark, to)
	for range 2 { // the second time by the plan of the first
		_, err := call(chain, "EvalInto", dst)
		if bad {
			err = outcome("refused, into a view", nil, err, nil, nil)
			if err == nil {
				err = expect("the destination of a failed evaluation", dst, nil, mark, to)
			}
		} else {
			err = expect("chain, into a view", dst, err, e.repeat(typed, shape, to), to)
		}
		if err != nil {
			return err
		}
	}

	// A view of the expression: only its elements count.
	v, err := nd.FromSlice(values, shape...), error(nil)
	viewed := chain
	var steps []string
	for range roll(4) {
		method, args := drawView(roll, v.Shape())
		steps = append(steps, fmt.Sprint(method, args))
		a, err := viewOf(v, method, args)
		if err != nil {
			return fmt.Errorf("%v: %w", steps, err)
		}
		v = a.(*nd.Array[any])
		if viewed, err = viewOf(viewed, method, args); err != nil {
			return fmt.Errorf("%v: %w", steps, err)
		}
	}
	some := v.Elements()
	var typedSome any
	if !slices.ContainsFunc(some, isRefused) {
		typedSome = e.cycle(some, len(some))
	}
	if err := outcome(fmt.Sprint("chain, viewed ", steps), viewed, nil, typedSome, v.Shape()); err != nil {
		return err
	}

	// Traced, and run on the leaves.
	dst = e.place(roll, e.zeros(layout.Size(to)), to)
	if len(leaves) == 0 {
		return nil
	}
	for range 2 {
		err := e.trace(func(params []any) any {
			x, err := root.build(params, false, map[*tree]any{})
			if err != nil {
				panic(err)
			}
			return x
		}, dst, leaves)
		if bad {
			err = outcome("traced", nil, err, nil, nil)
		} else {
			err = expect("traced", dst, err, e.repeat(typed, shape, to), to)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func isRefused(v any) bool {
	_, ok := v.(refused)
	return ok
}

// outcome compares what came of an evaluation with values, or with the refusal
// that nil stands for.
func outcome(way string, x any, err error, values any, shape []int) error {
	if values != nil {
		return expect(way, x, err, values, shape)
	}
	if err == nil {
		_, _, err = evaluated(x)
	}
	if !isDomain(err) {
		return fmt.Errorf("%s: error %v, want a *DomainError", way, err)
	}
	return nil
}

// drawView draws a view operation that a chain has too.
func drawView(roll dice, shape []int) (method string, args []any) {
	d := len(shape)
	if d == 0 {
		return "ExpandDims", []any{[]int{0}}
	}
	switch roll(6) {
	case 0:
		return "Transpose", []any{[]int(nil)}
	case 1:
		return "Flip", []any{[]int{roll(d)}}
	case 2:
		return "SwapAxes", []any{roll(d), roll(d)}
	case 3:
		return "ExpandDims", []any{[]int{roll(d + 1)}}
	case 4:
		return "BroadcastTo", []any{append([]int{1 + roll(2)}, shape...)}
	}
	items := make([]string, d)
	for k, n := range shape {
		step := 1 + roll(3)
		if roll(2) == 1 {
			step = -step
		}
		items[k] = fmt.Sprintf("::%d", step)
		if n > 0 && roll(4) == 1 {
			items[k] = fmt.Sprint(roll(n))
		} else if roll(3) == 1 {
			items[k] = fmt.Sprintf("%d:%d", roll(n+1), roll(n+1))
		}
	}
	return "Slice", []any{nd.Spec(strings.Join(items, ", "))}
}

// viewOf takes a view operation on an array or chain.
func viewOf(x any, method string, args []any) (any, error) {
	if _, list := args[0].([]int); list {
		return callList(x, method, args[0])
	}
	return call(x, method, args...)
}

// A chain may be evaluated from several goroutines at once.
func TestConcurrentEvaluation(t *testing.T) {
	for id := range 30 {
		roll := rowDice(id)
		g := &grower{roll: roll, shape: drawShape(roll), budget: 16}
		root := g.grow(g.kind(), 5)
		leaves := make([]any, len(g.leaves))
		for i, l := range g.leaves {
			leaves[i] = elementsOf[l.kind].place(roll, drawValues(roll, l.kind, layout.Size(l.shape)), l.shape)
		}
		chain, err := root.build(chains(leaves), false, map[*tree]any{})
		if err != nil {
			t.Fatal(err)
		}
		want, shape, err := evaluated(chain)
		if err != nil {
			continue // refused
		}
		e := elementsOf[root.kind]
		var wg sync.WaitGroup
		for range 4 {
			dst := e.place(roll, e.zeros(layout.Size(shape)), shape)
			eval := e.into(chain, dst)
			wg.Go(func() {
				for range 20 {
					if err := expect("", dst, eval(), want, shape); err != nil {
						t.Errorf("%v: %v", root, err)
						return
					}
				}
			})
		}
		wg.Wait()
	}
}

// TestOracleKnows checks that every operation whose result is exact or
// correctly rounded has a definition of its own in the tests, at all real kinds.
func TestOracleKnows(t *testing.T) {
	for op, e := range ops.All {
		for k := dtype.Bool; k < dtype.NumKinds; k++ {
			if e.In.Has(k) && e.ULP == 0 && !dtype.Complex.Has(k) && !defined(op, k) {
				t.Errorf("%s of %v: scalar_test.go does not define it", e.Name, k)
			}
		}
	}
}

// TestOperations tries each operation of the table by itself, over all kinds,
// so that none depends on being drawn.
func TestOperations(t *testing.T) {
	for op, e := range ops.All {
		t.Run(e.Name, func(t *testing.T) {
			for k := dtype.Bool; k < dtype.NumKinds; k++ {
				if !e.In.Has(k) {
					continue
				}
				roll := rowDice(int(op)*int(dtype.NumKinds) + int(k))
				for range 4 {
					g := &grower{roll: roll, shape: drawShape(roll)}
					root := &tree{op: op, kind: ops.ResultKind(op, k), plain: roll(2) == 1}
					for i := range e.Arity {
						in := k
						if op == ops.Where && i == 0 {
							in = dtype.Bool
						}
						root.args = append(root.args, g.end(in))
					}
					g.tame(root, k)
					want := naive{}
					var leaves []any
					for _, l := range g.leaves {
						v := drawValues(roll, l.kind, layout.Size(l.shape))
						want.shapes, want.values = append(want.shapes, l.shape), append(want.values, v)
						leaves = append(leaves, elementsOf[l.kind].place(roll, v, l.shape))
					}
					if err := agreeWithOracle(roll, root, leaves, &want); err != nil {
						t.Errorf("%v of %v: %v", root, k, err)
					}
				}
			}
		})
	}
}
