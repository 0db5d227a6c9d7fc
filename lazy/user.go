package lazy

import (
	"reflect"
	"sync"
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/errs"
	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/ops"
)

// A userType says how operations work on a type that is no number: by its
// methods. Two conventions are known, Add(T) T and math/big's Add(x, y T) T;
// with the second, each result element gets a fresh receiver, so that what an
// operand points to is never written.
type userType struct {
	unary   func(m reflect.Method) func(dst unsafe.Pointer, a [3]unsafe.Pointer, n int)
	binary  func(m reflect.Method) func(dst unsafe.Pointer, a [3]unsafe.Pointer, n int)
	compare func(m reflect.Method, accept func(int) bool) func(dst unsafe.Pointer, a [3]unsafe.Pointer, n int)
	choose  func(dst unsafe.Pointer, a [3]unsafe.Pointer, n int)
}

var userTypes sync.Map // *dtype.Type -> *userType

// typeFor is dtype.TypeFor, which also learns a user type's methods.
func typeFor[T any]() *dtype.Type {
	t := dtype.TypeFor[T]()
	if t.Kind == dtype.Other && !learned(t) {
		learn(t, &userType{unaryOf[T], binaryOf[T], compareOf[T], choose[T]})
	}
	return t
}

// learned and learn are not part of typeFor, lest every package that uses nd
// compile the map again.

//go:noinline
func learned(t *dtype.Type) bool {
	_, ok := userTypes.Load(t)
	return ok
}

//go:noinline
func learn(t *dtype.Type, u *userType) { userTypes.Store(t, u) }

// user turns a new step on a user type into a call of the type's method.
func (n *node) user(op ops.Op, row *ops.Entry) *node {
	u, _ := userTypes.Load(n.typ)
	t := u.(*userType)
	n.op = ops.User
	n.fn = &prog.Func{Name: row.Key}
	if op == ops.Where {
		n.fn.Call, n.nilOK = t.choose, true
		return n.settle()
	}
	for _, name := range methodNames(op, row) {
		m, ok := method(n.typ.Go, name)
		if !ok {
			continue
		}
		switch {
		case row.Arity == 1:
			n.fn.Call = t.unary(m)
		case row.Arity == 2 && row.Result == ops.Bool:
			n.fn.Call = t.compare(m, accepts[op])
		case row.Arity == 2:
			n.fn.Call = t.binary(m)
		}
		if n.fn.Call != nil {
			if row.Result == ops.Bool {
				n.typ = dtype.Basic(dtype.Bool)
			}
			return n.settle()
		}
	}
	detail := "a type that is no number has no such operation"
	if names := methodNames(op, row); len(names) > 0 {
		detail = "it has no method " + names[0] + " of a form that is known"
	}
	return n.settle().fail(&errs.TypeError{Op: row.Key, Type: n.typ.String(), Detail: detail})
}

// methodNames lists the methods that may carry op, the preferred one first.
// Comparisons ask for Equal(T) bool, Less(T) bool or Cmp(T) int.
func methodNames(op ops.Op, row *ops.Entry) []string {
	switch op {
	case ops.Equal, ops.NotEqual:
		return []string{"Equal", "Cmp"}
	case ops.Less, ops.LessEqual, ops.Greater, ops.GreaterEqual:
		return []string{"Cmp", "Less"}
	case ops.Div:
		return []string{"Quo", "Div"} // math/big's Div of integers is Euclidean, Quo is Go's /
	}
	if row.Method == "" {
		return nil
	}
	return []string{row.Method}
}

// accepts says which results of Cmp make a comparison true.
var accepts = map[ops.Op]func(int) bool{
	ops.Equal:        func(c int) bool { return c == 0 },
	ops.NotEqual:     func(c int) bool { return c != 0 },
	ops.Less:         func(c int) bool { return c < 0 },
	ops.LessEqual:    func(c int) bool { return c <= 0 },
	ops.Greater:      func(c int) bool { return c > 0 },
	ops.GreaterEqual: func(c int) bool { return c >= 0 },
}

// method finds a method by name. The names are constants in the calls, so that
// the linker keeps the methods of these names and may drop all others.
func method(t reflect.Type, name string) (reflect.Method, bool) {
	if t.Kind() == reflect.Interface {
		return reflect.Method{}, false
	}
	switch name {
	case "Neg":
		return t.MethodByName("Neg")
	case "Abs":
		return t.MethodByName("Abs")
	case "Sqrt":
		return t.MethodByName("Sqrt")
	case "Add":
		return t.MethodByName("Add")
	case "Sub":
		return t.MethodByName("Sub")
	case "Mul":
		return t.MethodByName("Mul")
	case "Quo":
		return t.MethodByName("Quo")
	case "Div":
		return t.MethodByName("Div")
	case "Rem":
		return t.MethodByName("Rem")
	case "Mod":
		return t.MethodByName("Mod")
	case "And":
		return t.MethodByName("And")
	case "Or":
		return t.MethodByName("Or")
	case "Xor":
		return t.MethodByName("Xor")
	case "AndNot":
		return t.MethodByName("AndNot")
	case "Not":
		return t.MethodByName("Not")
	case "Exp":
		return t.MethodByName("Exp")
	case "Log":
		return t.MethodByName("Log")
	case "Sin":
		return t.MethodByName("Sin")
	case "Cos":
		return t.MethodByName("Cos")
	case "Conj":
		return t.MethodByName("Conj")
	case "Minimum":
		return t.MethodByName("Minimum")
	case "Maximum":
		return t.MethodByName("Maximum")
	case "Equal":
		return t.MethodByName("Equal")
	case "Less":
		return t.MethodByName("Less")
	case "Cmp":
		return t.MethodByName("Cmp")
	}
	return reflect.Method{}, false
}

func unaryOf[T any](m reflect.Method) func(unsafe.Pointer, [3]unsafe.Pointer, int) {
	switch f := m.Func.Interface().(type) {
	case func(T) T:
		return func(dst unsafe.Pointer, a [3]unsafe.Pointer, n int) {
			d, x := unsafe.Slice((*T)(dst), n), unsafe.Slice((*T)(a[0]), n)
			for i := range d {
				d[i] = f(x[i])
			}
		}
	case func(T, T) T:
		fresh := freshOf[T](m)
		if fresh == nil {
			return nil
		}
		return func(dst unsafe.Pointer, a [3]unsafe.Pointer, n int) {
			d, x := unsafe.Slice((*T)(dst), n), unsafe.Slice((*T)(a[0]), n)
			for i := range d {
				d[i] = f(fresh(), x[i])
			}
		}
	}
	return nil
}

func binaryOf[T any](m reflect.Method) func(unsafe.Pointer, [3]unsafe.Pointer, int) {
	switch f := m.Func.Interface().(type) {
	case func(T, T) T:
		return func(dst unsafe.Pointer, a [3]unsafe.Pointer, n int) {
			d, x, y := unsafe.Slice((*T)(dst), n), unsafe.Slice((*T)(a[0]), n), unsafe.Slice((*T)(a[1]), n)
			for i := range d {
				d[i] = f(x[i], y[i])
			}
		}
	case func(T, T, T) T:
		fresh := freshOf[T](m)
		if fresh == nil {
			return nil
		}
		return func(dst unsafe.Pointer, a [3]unsafe.Pointer, n int) {
			d, x, y := unsafe.Slice((*T)(dst), n), unsafe.Slice((*T)(a[0]), n), unsafe.Slice((*T)(a[1]), n)
			for i := range d {
				d[i] = f(fresh(), x[i], y[i])
			}
		}
	}
	return nil
}

func compareOf[T any](m reflect.Method, accept func(int) bool) func(unsafe.Pointer, [3]unsafe.Pointer, int) {
	var holds func(x, y T) bool
	switch f := m.Func.Interface().(type) {
	case func(T, T) int:
		holds = func(x, y T) bool { return accept(f(x, y)) }
	case func(T, T) bool:
		// Equal, or Less with its operands in either order.
		switch {
		case m.Name == "Equal":
			holds = func(x, y T) bool { return f(x, y) == accept(0) }
		case accept(-1) && !accept(0):
			holds = f
		case accept(1) && !accept(0):
			holds = func(x, y T) bool { return f(y, x) }
		case accept(-1):
			holds = func(x, y T) bool { return !f(y, x) }
		default:
			holds = func(x, y T) bool { return !f(x, y) }
		}
	default:
		return nil
	}
	return func(dst unsafe.Pointer, a [3]unsafe.Pointer, n int) {
		d, x, y := unsafe.Slice((*bool)(dst), n), unsafe.Slice((*T)(a[0]), n), unsafe.Slice((*T)(a[1]), n)
		for i := range d {
			d[i] = holds(x[i], y[i])
		}
	}
}

func choose[T any](dst unsafe.Pointer, a [3]unsafe.Pointer, n int) {
	d, m := unsafe.Slice((*T)(dst), n), unsafe.Slice((*bool)(a[0]), n)
	x, y := unsafe.Slice((*T)(a[1]), n), unsafe.Slice((*T)(a[2]), n)
	for i := range d {
		if m[i] {
			d[i] = x[i]
		} else {
			d[i] = y[i]
		}
	}
}

// freshOf returns a maker of receivers for math/big's convention, nil where T
// is no pointer and the convention makes no sense.
func freshOf[T any](m reflect.Method) func() T {
	t := m.Type.In(0)
	if t.Kind() != reflect.Pointer {
		return nil
	}
	e := t.Elem()
	return func() T { return reflect.New(e).Interface().(T) }
}
