//go:build !amd64 || purego

package tile

import "github.com/ndgo/nd/internal/kernels/prog"

// Compile reports that there is no tile evaluator for this machine.
func Compile([]prog.Instr, []prog.Slot) (prog.Program, bool) { return nil, false }

// MayBeQuick reports that no program has a loop of its own.
func MayBeQuick([]prog.Instr) bool { return false }

// Quick reports that no program has a loop of its own.
func Quick(prog.Program) bool { return false }

// ISA returns "purego".
func ISA() string { return "purego" }

// Force reports whether name is purego, which is all there is.
func Force(name string) (restore func(), ok bool) { return func() {}, name == "purego" }
