package nd

import (
	"errors"
	"fmt"
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

func ExampleCatch() {
	rows := func(a *Array[int], text string) (b *Array[int], err error) {
		defer Catch(&err)
		return a.Slice(Spec(text)), nil
	}
	a := Arange(0, 6, 1).Reshape(3, 2)
	fmt.Println(rows(a, "1:"))
	fmt.Println(rows(a, "7"))
	// Output:
	// [[2 3]
	//  [4 5]] <nil>
	// <nil> nd: slice: index 7 out of range for axis 0 of shape [3 2]
}

func ExampleShapeError() {
	defer func() {
		var e *ShapeError
		if errors.As(recover().(error), &e) {
			fmt.Println(e.Op, e.Shapes, e.Axis)
		}
	}()
	Zeros[float64](2, 3).BroadcastTo(2, 4)
	// Output: broadcast_to [[2 3] [2 4]] 1
}
