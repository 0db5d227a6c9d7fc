package nd

// CumSum returns the running sums along an axis: each element is the sum of
// those up to and including its place. They are added one after the other:
// integers wrap, floats are added in float64 and each result is rounded.
// Negative axes count from the end.
func (c Chain[T]) CumSum(axis int) Chain[T] { return Chain[T]{c.c.CumSum(axis)} }

// CumProd returns the running products along an axis, as [Chain.CumSum] does
// sums.
func (c Chain[T]) CumProd(axis int) Chain[T] { return Chain[T]{c.c.CumProd(axis)} }

// CumMin returns the running minima along an axis. Once a NaN has come, all
// that follow are NaN.
func (c Chain[T]) CumMin(axis int) Chain[T] { return Chain[T]{c.c.CumMin(axis)} }

// CumMax returns the running maxima along an axis. Once a NaN has come, all
// that follow are NaN.
func (c Chain[T]) CumMax(axis int) Chain[T] { return Chain[T]{c.c.CumMax(axis)} }

// Diff returns the differences of neighbours along an axis, taken n times over:
// each element less the one before it; of bools, whether they differ. The axis
// gets shorter by n, down to 0. No pass is taken for it: it is made of views. More
// than 1000 times over, where that leaves elements, is a *[ShapeError].
func (c Chain[T]) Diff(n, axis int) Chain[T] { return Chain[T]{c.c.Diff(n, axis)} }

// CumSum is [Chain.CumSum], at once.
func (a *Array[T]) CumSum(axis int) *Array[T] { return a.Chain().CumSum(axis).Must() }

// CumProd is [Chain.CumProd], at once.
func (a *Array[T]) CumProd(axis int) *Array[T] { return a.Chain().CumProd(axis).Must() }

// CumMin is [Chain.CumMin], at once.
func (a *Array[T]) CumMin(axis int) *Array[T] { return a.Chain().CumMin(axis).Must() }

// CumMax is [Chain.CumMax], at once.
func (a *Array[T]) CumMax(axis int) *Array[T] { return a.Chain().CumMax(axis).Must() }

// Diff is [Chain.Diff], at once.
func (a *Array[T]) Diff(n, axis int) *Array[T] { return a.Chain().Diff(n, axis).Must() }
