package zip

// A role says what a walk does with an operand.
type role uint8

const (
	in role = iota
	out
	acc
)

// An Arg is an operand with its role, made by In, Out or Acc.
type Arg[T any] struct {
	a    Viewer[T]
	role role
}

// View returns the view of the operand.
func (a Arg[T]) View() View[T] { return a.a.View() }

// In says that a is read, which is what a alone means too.
func In[T any](a Viewer[T]) Arg[T] { return withRole(a, in) }

// Out says that a is written. Its shape must be the full shape of the walk: it
// is not repeated as other operands are. An array that is read-only, or whose
// elements share memory, is refused with a *ReadOnlyError.
func Out[T any](a Viewer[T]) Arg[T] { return withRole(a, out) }

// Acc says that the elements of a collect something: they are read and
// written, and a is repeated like an operand that is read. A read-only array
// is refused with a *ReadOnlyError.
func Acc[T any](a Viewer[T]) Arg[T] { return withRole(a, acc) }

// withRole gives a the role r instead of what it had.
func withRole[T any](a Viewer[T], r role) Arg[T] {
	if b, ok := a.(Arg[T]); ok {
		a = b.a
	}
	return Arg[T]{a, r}
}
