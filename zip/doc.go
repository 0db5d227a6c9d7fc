// Package zip walks several arrays together, element by element, whatever
// their layouts. It is the loop that arithmetic on arrays is made of, without
// the arithmetic: that is yours.
//
// # Operands
//
// An operand is anything that has a View: an array of package nd, a View made
// by hand (FromSlice sees a plain slice as an array), or a type of your own.
// The operands of one call may have different element types, and any layout:
// transposed, sliced, reversed, broadcast.
//
// Operands are broadcast to one shape: their shapes are aligned at the last
// axes, and an axis of length 1, or one that is missing, is repeated to the
// length that the other operands have there.
//
//	image   400 x 600 x 3
//	mean              x 3
//	mask    400 x 600 x 1
//	walked  400 x 600 x 3
//
// # Roles
//
// What happens to an operand is said where it is handed over.
//
//   - An operand as it stands, or In(a), is read. The function is given a
//     pointer to a copy of each element, so that nothing that it does there
//     reaches the array.
//   - Out(a) is written. The function is given a pointer to the element
//     itself, and so may read the old value as well: *x += *y is an Out. The
//     array has the full shape of the walk; it is never repeated.
//   - Acc(a) collects. It is written too, but it may be repeated as operands
//     that are read are, so that many steps of the walk meet at one element:
//     the sum over the rows of a table is an Acc with the length of a row. Each
//     step sees what the ones before have left.
//
// An array that is read-only, as the result of broadcasting is, cannot be Out
// or Acc, and neither can an array whose elements share memory be Out.
//
// # Order
//
// Each and Runs go through memory in the order that suits the operands, not in
// the order of the indices, and visit each place of the walk once. The order
// depends on nothing but shapes, strides and element types. EachIndexed and
// All go in C order, with the last index fastest: the order is part of what
// they are for.
//
// Operands may share memory. Where an element that is written is also an
// element of another operand at another place of the walk, as with a shifted
// view of one array, the result depends on the order, and so is unspecified
// with Each and Runs. The same view as operand twice is fine. (Package lazy and
// the arithmetic of nd have no such condition.)
//
// # Blocks
//
// RunsN is for loops written by hand: instead of single elements it hands over
// long runs of them as slices, as fast to go through as any slice. Operands
// whose elements do not lie side by side are copied to a block first, and
// copied back if they are written, which costs a fraction of a nanosecond an
// element; short rows are joined to long runs.
//
// # Errors
//
// Operands that do not fit are mistakes in the program, and panic: with a
// *ShapeError if shapes do not broadcast or a view leaves its data, with a
// *ReadOnlyError if an operand may not be written, with a *TypeError if an
// operand or the function is nil. nd.Catch turns these into errors. All this is found before
// the function is called for the first time. What the function itself panics
// with goes through as it is.
package zip
