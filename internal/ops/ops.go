// Package ops holds THE op table: one row for each elementwise operation. The
// methods of Array, Chain and lazy.Chain, the docs table, the dispatch to
// kernels and the conformance runner are generated from it or read it.
//
//go:generate go -C ../gen run .
package ops

import "github.com/ndgo/nd/internal/dtype"

// An Op names an operation: a row of the table, or one of the structural
// operations below, of which programs are made but which no user calls.
type Op uint8

// The structural operations.
const (
	Invalid  Op = iota
	Load        // an element of an operand
	Const       // a constant
	Cast        // a conversion between kinds
	User        // a function given by the user
	Store       // the end of a program: an element of a destination
	Reduce      // a reduction over axes, which ends a pass; in no program
	firstRow    // the first row of the table; the others follow in its order
)

// Limit is above every Op: the size of tables that are indexed by one.
const Limit = 160

// A Result says how the kind of an operation's result follows from the kind of
// its operands.
type Result uint8

// The result rules.
const (
	Same Result = iota // the operands' kind
	Bool               // bool
	Part               // the float kind of a complex kind's parts, else the kind itself
)

// A Check names the data that an operation refuses.
type Check uint8

// The checks; all of them concern integers, and the operand CheckArg.
const (
	NoCheck     Check = iota
	NonZero           // a zero is a *DivideError
	NonNegative       // a negative value is a *DomainError
)

// A Form says under which Go names the methods of an operation are generated.
type Form uint8

// The forms.
const (
	Method   Form = iota // Name(), Name(Operand) and NameScalar(T), Name(Operand, Operand)
	Power                // Pow(T) and PowOf(Operand)
	Bounds               // Clip(lo, hi T)
	Function             // no methods: a free function of package nd, written by hand
)

// An Entry is a row of the table: the definition of an operation.
type Entry struct {
	Name    string    // Go name, as in "FloorDiv"
	Key     string    // the name in errors and in Explain, as in "floor_div"
	NumPy   string    // NumPy's name, "" where it has none
	Arity   int       // number of operands
	In      dtype.Set // the kinds it is defined for
	Result  Result
	Form    Form
	Commute bool // the first two operands may change places, bit for bit
	Check   Check
	On      int     // the operand that Check concerns
	ULP     float64 // bound of the error; 0 for operations that are exact or correctly rounded
	Method  string  // the method by which a user type carries it: Add(T) T or math/big's Add(x, y T) T

	Doc     string   // one sentence that follows the name: "returns the sum of the operands."
	Special []string // what it does at special values, on overflow, on division by zero
	Differs string   // where the meaning differs from NumPy's
}

// Info returns the row of op.
func Info(op Op) *Entry { return &table[op-firstRow] }

// IsRow reports whether op is a row of the table, not a structural operation.
func IsRow(op Op) bool { return op >= firstRow && int(op-firstRow) < len(table) }

// All calls yield for each row in order.
func All(yield func(Op, *Entry) bool) {
	for i := range table {
		if !yield(firstRow+Op(i), &table[i]) {
			return
		}
	}
}

// ByKey returns the row with the given key.
func ByKey(key string) (Op, bool) {
	for i := range table {
		if table[i].Key == key {
			return firstRow + Op(i), true
		}
	}
	return Invalid, false
}

// String returns the key of op, or the name of a structural operation.
func (op Op) String() string {
	if IsRow(op) {
		return Info(op).Key
	}
	if op < firstRow {
		return [...]string{"invalid", "load", "const", "cast", "user", "store", "reduce"}[op]
	}
	return "invalid"
}

// ResultKind returns the kind of op's result for operands of kind k.
func ResultKind(op Op, k dtype.Kind) dtype.Kind {
	switch Info(op).Result {
	case Bool:
		return dtype.Bool
	case Part:
		switch k {
		case dtype.Complex64:
			return dtype.Float32
		case dtype.Complex128:
			return dtype.Float64
		}
	}
	return k
}

// Checked reports whether op refuses some data of kind k.
func Checked(op Op, k dtype.Kind) Check {
	if !IsRow(op) {
		return NoCheck
	}
	c := Info(op).Check
	switch {
	case c == NonZero && dtype.Integers.Has(k), c == NonNegative && dtype.Signed.Has(k):
		return c
	}
	return NoCheck
}
