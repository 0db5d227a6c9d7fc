package nd

import "github.com/ndgo/nd/internal/errs"

// ErrReadOnly reports a write to an array that may not be written. What is
// panicked with or returned is a *[ReadOnlyError]; errors.Is finds ErrReadOnly
// in it.
var ErrReadOnly = errs.ErrReadOnly

// A ShapeError reports shapes, or axes, that do not fit an operation.
//
//	Op     string  // the operation, as in "add"
//	Shapes [][]int // the shapes of the operands concerned
//	Axis   int     // the axis at fault, or -1 when the fault is not that of one axis
//	Detail string  // what is wrong, as in "axis 1 is 4 against 5"
type ShapeError = errs.ShapeError

// An IndexError reports an index outside an array, too many of them, or an
// index in text form that cannot be read.
//
//	Op     string
//	Shape  []int  // the shape of the array
//	Axis   int    // the axis at fault, or -1
//	Index  int    // the index at fault, when Axis is not -1
//	Detail string // what is wrong, when Axis is -1
type IndexError = errs.IndexError

// A TypeError reports an element type for which an operation has no meaning,
// or a nil operand.
//
//	Op     string
//	Type   string // the element type, as Go writes it
//	Index  []int  // the element at fault, for faults found in the data; else nil
//	Detail string
type TypeError = errs.TypeError

// A DomainError reports a value for which an operation is not defined: an
// element, such as a negative exponent of an integer power, or an argument, such
// as the step of [Arange].
//
//	Op    string
//	Arg   string // the argument, as in "step"; "" for an element of an operand
//	Shape []int  // the shape of the operation's result, or of an argument that is a list
//	Index []int  // the place in it of the first such value
//	Value any    // the value
//
// Index and Value of an element are nil if it was gone when they were looked for,
// as the operand had changed during the evaluation.
type DomainError = errs.DomainError

// A DivideError is the [DomainError] of an integer division by zero, with the
// same fields. errors.As finds it as a *DomainError too.
type DivideError = errs.DivideError

// A ReadOnlyError reports a refused write. errors.Is finds [ErrReadOnly] in it.
//
//	Op    string
//	Shape []int  // the shape of the destination
//	Why   string // why it is read-only, as in "broadcast view"
type ReadOnlyError = errs.ReadOnlyError

// A StepError says at which step of a chain an error arose; errors.As finds
// the error itself.
//
//	Step string // the step, as in "step 3: log"
//	Err  error
type StepError = errs.StepError

// A PanicError reports a panic in a function of the user during an evaluation.
// The destination may be partly written, in whole elements. If what was passed
// to panic is an error, errors.As finds it.
//
//	Value any    // what was passed to panic
//	Stack []byte // where
type PanicError = errs.PanicError

// Catch turns a panic of this library into an error. It is called in a defer
// statement, before the calls that may panic:
//
//	func rows(a *nd.Array[float64], text string) (b *nd.Array[float64], err error) {
//		defer nd.Catch(&err)
//		return a.Slice(nd.Spec(text)), nil
//	}
//
// Only panics with one of the error types of this package are caught; anything
// else, be it of the run time or of a function of the user, goes on. Without a
// panic *err stays as it is.
func Catch(err *error) {
	switch r := recover().(type) {
	case nil:
	case errs.Error:
		*err = r
	default:
		panic(r)
	}
}

// must panics with err if it is an error: this is where misuse, reported as an
// error by the packages below, becomes a panic.
func must(err error) {
	if s, ok := err.(*errs.StepError); ok {
		err = s.Err // the step of an operation of one step says nothing new
	}
	if err != nil {
		panic(err)
	}
}
