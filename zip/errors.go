package zip

import "github.com/ndgo/nd/internal/errs"

// The values that functions of this package panic with. They are the types of
// the same names in package nd.
type (
	ShapeError    = errs.ShapeError
	ReadOnlyError = errs.ReadOnlyError
	TypeError     = errs.TypeError
)

// ErrReadOnly is what errors.Is finds in a *ReadOnlyError.
var ErrReadOnly = errs.ErrReadOnly
