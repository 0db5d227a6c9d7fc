// Package prog defines the form in which the planner hands a fused expression
// to an evaluator: straight-line code over the elements of operands named by
// slots. A program holds no address, so that it can be cached, shared by
// goroutines and run on other arrays.
//
// The code means, for each i below n:
//
//	for k, in := range code { v[k] = in applied to v[in.Args[0]], ... }
//
// where Load reads element i of a slot and Store writes it.
package prog

import (
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/ops"
)

// An Instr computes one value for each element. Its arguments are earlier
// instructions, by index; unused ones are -1.
type Instr struct {
	Op    ops.Op
	Kind  dtype.Kind  // kind of the arguments: of the source for Cast, of the branches for Where
	Type  *dtype.Type // type of the value (of the value stored, for Store)
	Args  [3]int      // Div: perhaps with a third, the reciprocal of the second as DivisorRange says
	Slot  int         // Load and Store: the operand
	Const [2]uint64   // Const: the bytes of the value as they lie in memory
	Fn    *Func       // User: the function
}

// A Func is a user's function over blocks: it reads n elements from the start
// of each argument it has and writes n to dst. The blocks do not overlap,
// unless dst is one of the arguments. It is typed inside: the pointers point
// to real []T blocks.
type Func struct {
	Name string
	Call func(dst unsafe.Pointer, args [3]unsafe.Pointer, n int)
}

// DivisorRange returns the magnitudes between which divisors of a kind of float
// must lie for division by way of their reciprocals. A third argument of Div is 1 over
// the second if that is in range, else 0 over it: then it tells the quotients of 0.
// Evaluators that gain nothing by it ignore it.
func DivisorRange(k dtype.Kind) (least, most float64) {
	if k == dtype.Float32 {
		return 0x1p-30, 0x1p30
	}
	return 0x1p-400, 0x1p400
}

// A Class says how an operand's elements lie along a run.
type Class uint8

// The classes.
const (
	Unit    Class = iota // each beside the next
	Zero                 // one element for the whole run
	Reverse              // each before the last
	Strided              // any other stride
)

// A Slot describes an operand of a program.
type Slot struct {
	Type  *dtype.Type
	Class Class
	Write bool
}

// ClassOf returns the class of a stride in elements.
func ClassOf(stride int) Class {
	switch stride {
	case 1:
		return Unit
	case 0:
		return Zero
	case -1:
		return Reverse
	}
	return Strided
}

// A Program evaluates code. It is immutable and may be run by several
// goroutines at once, each with its own frame.
type Program interface {
	// Frame returns a frame from the program's pool. Its slots are to be set
	// before Run; Release clears them and gives the frame back.
	Frame() *Frame
	Release(*Frame)
	// Run evaluates n elements. Slot k's elements are at Ptr, Ptr+Stride, ...;
	// the caller warrants that they lie in live memory, that they agree with
	// the slot's class, and that a slot written overlaps no slot read, except
	// where both start at the same address with the same stride and size.
	Run(f *Frame, n int)
	// RunRows is Run, rows times; from one to the next, slot k moves by steps[k]
	// bytes. The elements of a slot written differ from row to row, and what Run
	// asks for holds for all rows together. The slots are left as they may be.
	RunRows(f *Frame, n, rows int, steps []int)
	// RunGroups is g.Run by the program, at once if it can.
	RunGroups(f *Frame, g *Groups)
	// String lists the program, one instruction a line.
	String() string
}

// An Operand is the place of a slot's elements in one run.
type Operand struct {
	Ptr    unsafe.Pointer
	Stride int // in bytes
}

// A Frame holds what a run of a program needs beside the code: where the
// operands are, and scratch memory.
type Frame struct {
	Slots []Operand
	// Stream says that the destinations are so large that stores had better
	// bypass the cache. It never changes a result.
	Stream bool
	// Scratch belongs to the evaluator.
	Scratch any
}

// Move moves the slots by a number of steps. Slots behind those that steps are
// given for stay.
func (f *Frame) Move(steps []int, count int) {
	for k, s := range steps {
		f.Slots[k].Ptr = unsafe.Add(f.Slots[k].Ptr, s*count)
	}
}

// Rows does what RunRows does, by Run alone, which leaves the slots as they are.
func Rows(p interface{ Run(*Frame, int) }, f *Frame, n, rows int, steps []int) {
	for r := range rows {
		if r > 0 {
			f.Move(steps, 1)
		}
		p.Run(f, n)
	}
}

// Groups are rows in groups, which some programs run at once. Slot k moves by Steps[k]
// bytes from row to row within a group, and by Jumps[k] from the first row of a group
// to the first row of the next one. Otherwise they are as in RunRows.
type Groups struct {
	N     int // elements of a row
	Last  int // elements of the last row of a group
	Rows  int // rows of a group
	Steps []int
	Count int // groups
	Jumps []int

	from []Operand
}

// Run runs the groups by p's Run and RunRows.
func (g *Groups) Run(p interface {
	Run(*Frame, int)
	RunRows(f *Frame, n, rows int, steps []int)
}, f *Frame) {
	g.from = append(g.from[:0], f.Slots...)
	for i := range g.Count {
		if g.Rows > 1 {
			copy(f.Slots, g.from)
			f.Move(g.Jumps, i)
			p.RunRows(f, g.N, g.Rows-1, g.Steps)
		}
		copy(f.Slots, g.from)
		f.Move(g.Jumps, i)
		f.Move(g.Steps, g.Rows-1)
		p.Run(f, g.Last)
	}
	clear(g.from)
}

// Clear makes g forget what it refers to.
func (g *Groups) Clear() { *g = Groups{from: g.from[:0]} }
