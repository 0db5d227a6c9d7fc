/*
Package nd provides n-dimensional arrays of any element type, and arithmetic on
them that runs at once or as one pass over memory.

	a := nd.Arange(0.0, 12, 1).Reshape(3, 4)
	row := nd.Of(1.0, 10, 100, 1000)

	sum := a.Add(row)                        // runs at once
	c := a.Chain().Mul(row).AddScalar(1)     // is recorded
	d, err := c.Sqrt().Eval()                // runs: one pass, one allocation

# Arrays and views

An [Array] is a view of a slice: a shape, a stride for each axis, and an offset.
Slicing, transposing, reversing, broadcasting and the like change these numbers
and copy no elements, so that a view is cheap, whatever its size, and what is
written to it is seen in the array. [Array.Slice] takes typed selectors or
Python's notation:

	a.Slice(nd.Range(1, 3), nd.Step(-1))
	a.Slice(nd.Spec("1:3, ::-1"))

Elements are in order with the last axis fastest, as in C and in NumPy; this is
the order of iterators, of [Array.Reshape] and of printing, wherever the elements
lie. Negative axes, and negative bounds in Slice, count from the end. In
[Array.At] and [Array.Set], which are to arrays what brackets are to slices, they
are errors.

An array without axes holds one element. An array with an axis of length 0 holds
none, and every operation that makes sense on it works.

Views whose elements repeat, those of [Array.BroadcastTo] and
[Array.SlidingWindow], are read-only, and so are views of them. Writing to one
is refused.

# Eager and lazy

Methods of Array run at once and return a new array. Methods of [Chain] record
what is to be done, as an expression whose shapes are checked step by step;
[Chain.Eval] then runs all of it as a single pass in which every element is read
once and written once, and intermediate results never reach memory.
[Chain.EvalInto] writes to an array that exists.

Operations, reductions and views have the same names in both, but for
[Array.Ravel], [Array.Flatten] and [Array.ReshapeView], which are about memory.
What reads single elements, or writes to them, is for arrays alone. Both are
operands of either; the receiver decides. A chain given to a method of an array is
fused into that operation. An operand that is an array has been computed before
the chain sees it:

	x.Chain().Add(x.MulScalar(2))         // x*2 is made now, as an array of its own
	x.Chain().Add(x.Chain().MulScalar(2)) // x*2 is part of the pass

If x changes before they are evaluated, the first adds the old x*2 to the new x.

[Ops] is the set of operations that both have and whose results are of their own
kind, for functions that are to run either way. Free functions such as [Where],
[As] and [Map] return a Chain.

A chain refers to its operands and reads them when it is evaluated, each time
anew. If they have changed in between, so has the result. A chain never changes
itself: each step returns another.

There is no privileged side: nd.Scalar(1.0).Sub(a) is one minus a. And there is
no silent promotion: operands have one element type, and what mixes types says so
with [As].

# Broadcasting

Operands of different shapes are aligned at their last axes. On each axis lengths
must be equal, or 1, in which case the one place repeats; axes that an operand
does not have count as 1.

	a       8 x 1 x 6
	b           7 x 1
	a + b   8 x 7 x 6

Lengths 0 and 1 give 0, lengths 0 and 2 do not fit. A destination never changes
its shape: the right side of an assignment broadcasts to the left.

# Errors

What depends on the program (a shape that does not fit, an axis or an index that
is not there, a write to a read-only array) panics, as indexing a slice does,
when it happens in a method of Array or in a function that makes one. What
evaluates chains or reads data returns an error. The first error of a chain
sticks and is reported by its evaluation.

In both cases it is one of the types of this package, which say in their fields
what operation, which shapes and which axis are concerned: [ShapeError],
[IndexError], [TypeError], [DomainError] with its case [DivideError],
[ReadOnlyError]. What is found while a chain is recorded comes in a [StepError],
which names the step; a panic in a function of the user, as a [PanicError].
[Catch] turns panics with these types, and no others, into errors.

Errors are found before the first write: the destination is then as it was. Only
a panic in a function of the user may leave it partly written.

# Copying and allocation

Nothing is copied unless its name or its documentation says so.

  - Views copy nothing. [Array.Reshape] and [Array.Ravel] are views wherever
    strides can express it, and copy otherwise; [Array.ReshapeView] refuses to
    copy.
  - [FromSlice] and [FromView] share the memory that they are given.
    [Array.Data] shares the memory of the array. [Of] and [Of2] copy.
  - [Array.Copy], [Array.Flatten] and [Array.Elements] always copy.
  - An eager operation allocates its result, and [Chain.Eval] does so once for
    the whole chain. EvalInto allocates nothing when it is called again with the
    same layouts. The methods whose names end in Assign allocate nothing where
    all operands are contiguous and of one shape; elsewhere they plan anew, a
    hundred small allocations or so, and a chain that is kept does not.
  - The destination of an evaluation may be one of the operands, or overlap them
    in any way: the result is as if all operands had been read before the first
    write. Elements are buffered only where that needs it.

# Special values

Floats follow IEEE 754, and the elementary functions C99's Annex F. NaN passes
through all operations but those made to drop it (FMin, FMax). Integers wrap
around, as Go's do; dividing them by zero is a *DivideError, whatever the size of
the array. A conversion from float to integer truncates, saturates at the limits
of the type, and makes 0 of NaN. The table in docs/operations.md, and the comment
of each method, say what else there is to say.

Results do not depend on the machine: the same bits come out with and without
vector instructions, and whatever the layout of the operands. The one exception
is the sign and the payload of a NaN that comes out of arithmetic or of Minimum
and its like.

# Sums

The sum of floats depends on the order of additions, which is therefore fixed. It
goes by the numbers of the elements in order over the reduced axes, last axis
fastest, and by nothing else. Each 4096 elements make a leaf. In a leaf, element i
goes to lane i mod 32, and the elements of a lane are added one after the other.
Then lanes l and l+16 are added, l and l+8, l and l+4; of the four that are left 0
and 2, 1 and 3, and those two. The sums of m leaves are added by a tree: those of
the first 2^k, the greatest power of two below m, are one side of the last
addition, those of the others the other side, and each side is split likewise.

So there are few additions between an element and the result: the error is at most
133+log2(n/4096) half units in the last place of the sum of the absolute values,
and in practice about one. Float32 adds up in float64, complex64 in complex128,
and is rounded once. Products, means, variances, norms and [Dot] keep to the same
order. Running sums, as [Chain.CumSum], are added one after the other.

# Element types

Arrays hold elements of any type. Arithmetic works on all of Go's numbers, and on
types made from them such as time.Duration; also on types of your own that carry
it as methods, be it Add(T) T and the like or the convention of math/big.
*/
package nd
