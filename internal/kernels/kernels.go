// Package kernels evaluates programs over elements. It stands in front of two
// evaluators, and of the vector instructions that the machine may or may not
// have, so that the planner need know of neither.
package kernels

import (
	"github.com/ndgo/nd/internal/kernels/block"
	"github.com/ndgo/nd/internal/kernels/prog"
)

// Compile makes a program of code over the slots. The program depends on the
// slots' types and classes only, never on addresses.
func Compile(code []prog.Instr, slots []prog.Slot) prog.Program {
	return block.Compile(code, slots)
}

// ISA names the instructions that programs are run with: "go" is compiled Go.
func ISA() string { return "go" }
