//go:build amd64 && !purego

package tile

import (
	"fmt"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/ops"
)

// An ins is an instruction of a threaded program, as the handlers read it. Each
// frame has its own copy of the code, in which the fields are addresses: they
// are no pointers to the collector, which finds the operands in the frame's
// slots.
type ins struct {
	h, tail uintptr // the handler for whole tiles and the one for the tail
	p, q    uintptr // operands
	stride  uintptr // of the first operand, for the forms V and X
	r       uintptr // a mask
}

// still marks, in a field of an instruction, the address of a tile that does not
// move with the index.
const still = 1 << 63

// An opcode is what a handler does: a row of the op table, or one of the
// operations below, which move tiles about.
type opcode uint16

// The opcodes that are no rows of the op table. The ones with a number after
// them stand for three, one for each register tile.
const (
	opLoad      opcode = 260 + 10*iota // tile k = operand
	opSave                             // tile k = tile 0
	opTake                             // tile 0 = tile k
	opSwap                             // exchanges tile 0 and tile k
	opSpill                            // scratch tile = tile k
	opFill                             // tile k = scratch tile
	opStore                            // operand = tile 0
	opStoreEnd                         // the same, and on to the next tile
	opStreamEnd                        // the same, past the cache
	opEnd                              // on to the next tile

	// Masks: a truth value for each element of a tile, in scratch memory.
	opMaskLoad     // mask = operand of bools
	opMaskFill     // mask = one bool
	opMaskStore    // operand of bools = mask
	opMaskStoreEnd // the same, and on to the next tile
	opMaskAnd      // mask r = mask p and mask q
	opMaskOr       // p or q
	opMaskXor      // p differs from q
	opMaskSame     // p equals q
	opMaskAndNot   // p and not q
	opMaskOrNot    // p or not q
	opMaskNot      // not p
	opSelect       // tile 0 = mask r ? operand : tile 0
	opFromMask     // tile 0 = mask r ? one element : 0

	opQuotient // tile 0 / p, q being next to 1/p: no tile is out of range or -0
	opDivide   // the same for any tile

	// Programs that have loops of their own.
	opSubDiv // (x - y) / z
	opSubMul // (x - y) * z
	opMulAdd // x*y + z, rounded twice

	// Nodes that become instructions of other kinds.
	opConst
	opCall
)

var opNames = map[opcode]string{opLoad: "load", opSave: "save", opTake: "take", opSwap: "swap", opSpill: "spill",
	opFill: "fill", opStore: "store", opStoreEnd: "store, end", opStreamEnd: "stream, end",
	opEnd: "end", opMaskLoad: "mask load", opMaskFill: "mask fill", opMaskStore: "mask store",
	opMaskStoreEnd: "mask store, end", opMaskAnd: "mask and", opMaskOr: "mask or", opMaskXor: "mask xor",
	opMaskSame: "mask same", opMaskAndNot: "mask and not", opMaskOrNot: "mask or not", opMaskNot: "mask not",
	opSelect: "select", opFromMask: "from mask", opQuotient: "quotient", opDivide: "divide", opConst: "const", opCall: "call"}

func (op opcode) String() string {
	if op < opLoad {
		return ops.Op(op).String()
	}
	base := opLoad + (op-opLoad)/10*10
	if base <= opFill {
		return fmt.Sprintf("%s tile %d", opNames[base], op-base)
	}
	return opNames[base]
}

// A form says where the operands of a handler are.
type form uint8

const (
	formU   form = iota // tile 0 alone, or what the opcode says
	formT1              // tile 0 and tile 1
	formT2              // tile 0 and tile 2
	formS               // tile 0 and elements in memory
	formB               // tile 0 and one element for all
	formRT1             // as above, the operands exchanged
	formRT2
	formRS
	formRB
	formSS // both in memory
	formSB // the second is one element
	formBS // the first is one element
	formBB // both are one element
	formV  // elements in memory, one before the last
	formX  // elements in memory at any stride

	// Loops over rows, with operands as above.
	formRowsSS
	formRowsSB
	formRowsBS
	formRowsSSS
	formRowsSSB
	formRowsSBS
	formRowsSBB
)

// A key names a handler.
type key struct {
	op       opcode
	kind, to dtype.Kind // of the operands, and of the result where it differs
	form     form
	w        uint8 // vectors that a tile has in memory, 0 where that does not matter
}

// An entry of a set's index. Its fields stand in the order in which the
// generator writes them.
type entry struct {
	op       opcode
	kind, to dtype.Kind
	form     form
	w        uint8
	keeps    uint8 // register tiles that survive the handler
	handler  uint16
}
