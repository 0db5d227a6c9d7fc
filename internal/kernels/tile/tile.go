// Package tile is the evaluator for amd64: it runs a program a tile at a time,
// a tile being a few hundred elements that stay in vector registers from one
// operation to the next.
//
// The plain form of what it does is
//
//	for each tile { for each instruction { switch on it ... } }
//
// It departs from that in these ways:
//
//  1. Instructions are threaded: each holds the address of the code that
//     carries it out, its handler, and every handler ends with a jump to the
//     next one. That jump costs about two cycles, which the eight vectors of
//     work in each handler hide.
//  2. The handlers are written by a generator, package gen beside this one, for
//     each instruction set.
//  3. A tile is eight vectors of the widest kind in the program. Values of
//     narrower kinds take fewer vectors.
//  4. One tile is the accumulator, in which every result arises. Others are in
//     registers, if there are enough, or in scratch memory; which, is settled
//     when the program is made.
//  5. Truth values are kept as masks in scratch memory, where a comparison
//     leaves its result and a selection takes it up.
//  6. What is left over by whole tiles runs through the same program a vector
//     at a time, by a second set of handlers that mask loads and stores.
//  7. Elementary functions are compiled into handlers by the generator, from
//     formulas that repeat those of package elem step by step. A handler that
//     meets arguments too rare to deal with leaves the assembly with these lanes
//     marked; they are found in Go, and the program goes on after it.
//  8. Operations without a handler are calls of their kernel in package block.
//     The program falls into stages, before and after these calls, which run
//     over blocks small enough for the first-level cache.
//  9. Programs of one or two common operations are loops of their own over rows, as
//     in short rows the jumps would take longer than the work.
//
// A program holds no address of data, so goroutines may share it. Each frame has
// its own copy of the code, into which a run puts the addresses of the operands: a
// handler then finds them with one load, which counts where eight vectors of work
// take as long as sixteen loads.
//
//go:generate go -C ../gen run .
package tile
