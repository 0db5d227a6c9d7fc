// Package elem holds the elementary functions as scalar Go: exp, log, the
// trigonometric and hyperbolic functions, powers and their like, for float64,
// float32 and the complex kinds.
//
// The functions here are the specification that the vector code must match bit
// for bit, on every machine. Each is a fixed sequence of IEEE operations, and
// the order of every operation is part of the definition:
//
//   - Only operations with one right answer are used: + - * / and square root,
//     fused multiply-add, conversions in range, integer and bit operations,
//     comparisons and selection.
//   - A product that is added to something is either fused by math.FMA or
//     converted, float64(a*b) + c; otherwise the compiler may fuse it on some
//     machines. No complex product or quotient is written with * or /.
//   - Tables have at most eight entries, so that one register permutation reads
//     them. A table index and a scale by a power of two come from the low bits
//     of a sum with 1.5·2^52, which rounds to an integer.
//   - Every argument that a function treats apart (an "edge") can be found by
//     one comparison with the ordinary range. Within that range the edge
//     statements change nothing, so vector code may run either form.
//
// Of the float32 functions (Exp32, ...) those that are used most, the exponentials,
// logarithms, powers, Sin32, Cos32 and Tanh32, work in float32, with numbers of
// package coef/single; the others work on float64 values with shorter polynomials
// and round once. The complex functions begin with C; those for
// complex64 end with 64.
//
// A NaN result is math.NaN() or its float32 conversion, whatever NaN came in.
// Special values follow C99, Annexes F and G.
//
// Error bounds in comments are in units in the last place (ULP), measured on
// the conformance data and on some millions of random arguments; they are not
// proved. The polynomials and tables are in package coef. Pairs of numbers,
// xh and xl or x and xe, stand for their unrounded sum.
package elem
