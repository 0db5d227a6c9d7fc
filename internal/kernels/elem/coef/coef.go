// Package coef holds the numbers of the elementary functions: polynomial
// coefficients, lowest order first, tables and split constants. The scalar
// twins in package elem and the generator of the assembly read the same
// variables, so a number has one home.
//
// The polynomials are minimax fits by Remez's exchange, weighted for the
// relative error of the function named; a coefficient is rounded to float64
// and the ones above it are fitted again. The error given is that of the
// rounded polynomial, without the rounding of its evaluation.
//
// Changing any number changes results for users.
package coef
