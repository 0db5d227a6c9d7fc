// Package errs holds the error types of the whole library. It stands below
// every other package, so that a message carries the same facts wherever the
// fault is found; package nd re-exports the types under the same names.
package errs

import (
	"errors"
	"fmt"
	"strings"
)

// ErrReadOnly reports a write to an array that may not be written: a broadcast
// or sliding-window view, or any array whose elements share memory.
var ErrReadOnly = errors.New("nd: read-only array")

// Error marks the types of this package; Catch recovers these and no others.
type Error interface {
	error
	ndError()
}

// A ShapeError reports shapes, or axes, that do not fit an operation.
type ShapeError struct {
	Op     string  // the operation, as in "add"
	Shapes [][]int // the shapes of the operands concerned
	Axis   int     // the axis at fault, or -1 when the fault is not that of one axis
	Detail string  // what is wrong, as in "axis 1 is 4 against 5"
}

func (e *ShapeError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "nd: %s: ", e.Op)
	switch len(e.Shapes) {
	case 0:
	case 1:
		fmt.Fprintf(&b, "shape %v: ", e.Shapes[0])
	default:
		b.WriteString("shapes ")
		for i, s := range e.Shapes {
			switch {
			case i > 0 && i == len(e.Shapes)-1:
				b.WriteString(" and ")
			case i > 0:
				b.WriteString(", ")
			}
			fmt.Fprintf(&b, "%v", s)
		}
		b.WriteByte(' ')
	}
	b.WriteString(e.Detail)
	return b.String()
}

// An IndexError reports an index outside an array, or too many of them.
type IndexError struct {
	Op     string
	Shape  []int // nil if there is no array yet
	Axis   int   // the axis at fault, or -1
	Index  int   // the index at fault, when Axis is not -1
	Detail string
}

func (e *IndexError) Error() string {
	if e.Axis < 0 && e.Shape == nil {
		return fmt.Sprintf("nd: %s: %s", e.Op, e.Detail)
	}
	if e.Axis < 0 {
		return fmt.Sprintf("nd: %s: shape %v: %s", e.Op, e.Shape, e.Detail)
	}
	return fmt.Sprintf("nd: %s: index %d out of range for axis %d of shape %v", e.Op, e.Index, e.Axis, e.Shape)
}

// A TypeError reports an element type for which an operation has no meaning,
// or a nil operand.
type TypeError struct {
	Op     string
	Type   string // the element type, as Go writes it
	Index  []int  // the element at fault, for faults found in the data; else nil
	Detail string
}

func (e *TypeError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "nd: %s: ", e.Op)
	if e.Type != "" {
		fmt.Fprintf(&b, "element type %s: ", e.Type)
	}
	if e.Index != nil {
		fmt.Fprintf(&b, "at index %v: ", e.Index)
	}
	b.WriteString(e.Detail)
	return b.String()
}

// A DomainError reports a value for which an operation is not defined: an
// element, such as a negative exponent or shift count, or an argument.
type DomainError struct {
	Op    string
	Arg   string // the argument, as in "step"; "" for an element of an operand
	Shape []int  // shape of the operation's result, or of an argument that is a list
	Index []int  // place in it of the first such value; nil if there is none, or it is not known
	Value any    // the value, of an element as an int64 or uint64; nil if it is not known
}

func (e *DomainError) Error() string {
	switch {
	case e.Index != nil && e.Arg != "":
		return fmt.Sprintf("nd: %s: %s: value %v at index %v is outside the domain", e.Op, e.Arg, e.Value, e.Index)
	case e.Index != nil:
		return fmt.Sprintf("nd: %s: value %v at index %v of shape %v is outside the domain", e.Op, e.Value, e.Index, e.Shape)
	case e.Arg != "":
		return fmt.Sprintf("nd: %s: %s %v is outside the domain", e.Op, e.Arg, e.Value)
	}
	return fmt.Sprintf("nd: %s: a value at an unknown index of shape %v is outside the domain: the operand changed during evaluation", e.Op, e.Shape)
}

// A DivideError is the DomainError of an integer division by zero.
// errors.As finds it as a *DomainError too.
type DivideError struct{ DomainError }

func (e *DivideError) Error() string {
	if e.Index == nil {
		return fmt.Sprintf("nd: %s: integer division by zero at an unknown index of shape %v: the operand changed during evaluation", e.Op, e.Shape)
	}
	return fmt.Sprintf("nd: %s: integer division by zero at index %v of shape %v", e.Op, e.Index, e.Shape)
}

// Unwrap makes errors.As find the *DomainError.
func (e *DivideError) Unwrap() error { return &e.DomainError }

// A ReadOnlyError reports a refused write; it is ErrReadOnly to errors.Is.
type ReadOnlyError struct {
	Op    string
	Shape []int
	Why   string // as in "broadcast view"
}

func (e *ReadOnlyError) Error() string {
	return fmt.Sprintf("nd: %s: destination of shape %v is read-only: %s", e.Op, e.Shape, e.Why)
}

func (e *ReadOnlyError) Unwrap() error { return ErrReadOnly }

// A StepError says at which step of a chain an error arose.
type StepError struct {
	Step string // the step, as in "step 3: log"
	Err  error
}

func (e *StepError) Error() string { return e.Err.Error() + " (" + e.Step + ")" }
func (e *StepError) Unwrap() error { return e.Err }

// A PanicError reports a panic in a function of the user during an evaluation.
// The destination may be partly written, in whole elements.
type PanicError struct {
	Value any    // what was passed to panic
	Stack []byte // where
}

func (e *PanicError) Error() string {
	return fmt.Sprintf("nd: a user function panicked, the destination may be partly written: %v", e.Value)
}

// Unwrap returns the value passed to panic if it is an error.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

func (*ShapeError) ndError()    {}
func (*IndexError) ndError()    {}
func (*TypeError) ndError()     {}
func (*DomainError) ndError()   {}
func (*DivideError) ndError()   {}
func (*ReadOnlyError) ndError() {}
func (*StepError) ndError()     {}
func (*PanicError) ndError()    {}
