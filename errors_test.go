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
