// Package single holds the numbers of the elementary functions that work in
// float32: what package coef is for float64. Coefficients are rounded to float32
// one after the other, lowest order first.
//
// Changing any number changes results for users.
package single
