package nd

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestCatch(t *testing.T) {
	catch := func(f func()) (err error) {
		defer Catch(&err)
		f()
		return errors.New("its own")
	}
	assert.EqualError(t, catch(func() {}), "its own")
	assert.ErrorAs(t, catch(func() { Zeros[int](-1) }), new(*ShapeError))
	assert.ErrorAs(t, catch(func() { Zeros[int](1).At(1) }), new(*IndexError))
	assert.ErrorIs(t, catch(func() { Scalar(1).BroadcastTo(2).Fill(0) }), ErrReadOnly)

	// Other panics go on, errors among them.
	assert.PanicsWithValue(t, "boo", func() { catch(func() { panic("boo") }) })
	other := errors.New("other")
	assert.PanicsWithValue(t, other, func() { catch(func() { panic(other) }) })
	assert.Panics(t, func() { catch(func() { _ = []int{}[len("x")] }) })
	assert.PanicsWithValue(t, "of the user", func() {
		catch(func() { FromFunc(func([]int) int { panic("of the user") }, 2) })
	})
}

// Whatever is nil is named in a *TypeError.
func TestNil(t *testing.T) {
	var a *Array[float64]
	b := Zeros[float64](3)
	for want, f := range map[string]func(){
		"nd: add: operand 1 is nil":             func() { a.Add(b) },
		"nd: add: operand 2 is nil":             func() { b.Add(a) },
		"nd: fma: operand 3 is nil":             func() { b.FMA(b, nil) },
		"nd: assign: operand 1 is nil":          func() { a.Assign(b) },
		"nd: assign: operand 2 is nil":          func() { b.Assign(a) },
		"nd: transpose: operand 1 is nil":       func() { a.T() },
		"nd: slice: operand 1 is nil":           func() { a.Slice(All) },
		"nd: reshape: operand 1 is nil":         func() { a.Reshape(3) },
		"nd: broadcast_to: operand 1 is nil":    func() { a.BroadcastTo(3) },
		"nd: shape: operand 1 is nil":           func() { a.Shape() },
		"nd: at: operand 1 is nil":              func() { a.At(0) },
		"nd: set: operand 1 is nil":             func() { a.Set(0, 0) },
		"nd: item: operand 1 is nil":            func() { a.Item() },
		"nd: copy: operand 1 is nil":            func() { a.Copy() },
		"nd: data: operand 1 is nil":            func() { a.Data() },
		"nd: elements: operand 1 is nil":        func() { a.Elements() },
		"nd: fill: operand 1 is nil":            func() { a.Fill(1) },
		"nd: view: operand 1 is nil":            func() { a.View() },
		"nd: values: operand 1 is nil":          func() { a.Values() },
		"nd: items: operand 1 is nil":           func() { a.Items() },
		"nd: indexed: operand 1 is nil":         func() { a.Indexed() },
		"nd: lanes: operand 1 is nil":           func() { a.Lanes(0) },
		"nd: chunks: operand 1 is nil":          func() { a.Chunks(1) },
		"nd: shares_memory: operand 1 is nil":   func() { a.SharesMemory(b) },
		"nd: shares_memory: operand 2 is nil":   func() { b.SharesMemory(a) },
		"nd: sum: operand 1 is nil":             func() { a.Sum() },
		"nd: meshgrid: operand 2 is nil":        func() { Meshgrid(b, a) },
		"nd: fill_func: the function is nil":    func() { b.FillFunc(nil) },
		"nd: from_func: the function is nil":    func() { FromFunc[float64](nil, 3) },
		"nd: func1: the function is nil":        func() { Func1[float64, float64](nil) },
		"nd: func2: the function is nil":        func() { Func2[float64, float64, float64](nil) },
		"nd: func3: the function is nil":        func() { Func3[float64, float64, float64, float64](nil) },
		"nd: eval into: the destination is nil": func() { must(b.Chain().EvalInto(a)) },
	} {
		err := func() (err error) {
			defer Catch(&err)
			f()
			return nil
		}()
		assert.ErrorAs(t, err, new(*TypeError), want)
		assert.ErrorContains(t, err, want)
	}
}

// Errors of writing to an array name what was called.
func TestAssignErrors(t *testing.T) {
	a, b := Zeros[float64](3), Zeros[float64](2, 3)
	for want, f := range map[string]func(){
		"nd: assign: shapes":      func() { a.Assign(b) },
		"nd: add_assign: shapes":  func() { a.AddAssign(b) },
		"nd: assign: destination": func() { b.BroadcastTo(4, 2, 3).Assign(a) },
		"nd: mul_assign: dest":    func() { b.BroadcastTo(4, 2, 3).MulAssign(a) },
	} {
		err := func() (err error) {
			defer Catch(&err)
			f()
			return nil
		}()
		assert.ErrorContains(t, err, want)
	}
	// Kinds are named as people do.
	assert.EqualError(t, b.Chain().And(b).Err(), "nd: and: element type float64: it is defined for integers and bool (step 1: and)")
}
