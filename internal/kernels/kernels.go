// Package kernels evaluates programs over elements. It stands in front of two
// evaluators and of the vector instructions that the machine may or may not
// have, so that the planner need know of neither: package tile keeps values in
// vector registers from operation to operation; package block, in pure Go, runs
// every program, and everything where there is no assembly.
package kernels

import (
	"github.com/ndgo/nd/internal/kernels/block"
	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/kernels/tile"
)

// Compile makes a program of code over the slots. The program depends on the
// slots' types and classes only, never on addresses, and gives the same bits
// whichever evaluator runs it.
func Compile(code []prog.Instr, slots []prog.Slot) prog.Program {
	if p, ok := tile.Compile(code, slots); ok {
		return p
	}
	return block.Compile(code, slots)
}

// MayBeQuick reports whether a program of code may turn out to be Quick, if its
// operands are of the classes Unit and Zero.
func MayBeQuick(code []prog.Instr) bool { return tile.MayBeQuick(code) }

// Quick reports whether a program goes from row to row at little cost, whatever their
// length.
func Quick(p prog.Program) bool { return tile.Quick(p) }

// ISA names the instructions that programs run with where they can: "avx512",
// "avx2", or "purego" for compiled Go.
func ISA() string { return tile.ISA() }

// Reciprocals reports whether programs gain by a third argument of Div.
func Reciprocals() bool { return tile.ISA() != "purego" }
