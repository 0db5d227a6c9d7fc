package main

import (
	"fmt"

	"github.com/ndgo/nd/internal/dtype"
)

// Registers with one meaning in every handler. R8 to R12 are free.
//
//	AX   index of the first element of the tile
//	BX   elements of a step: of a tile, or of one vector in the tail
//	CX   where whole tiles end
//	DX   where the run ends
//	SI   the current instruction
//	DI   the first instruction
//	R13  scratch memory
//	R14  in the tail: elements of this step, 1 to BX
//	K1   in the tail of AVX-512: a bit for each of these elements
//
// A tile is eight vectors of the widest kind of a program. Tile 0 is the
// accumulator; it and the other register tiles are consecutive vector registers
// from 0 on, and the registers above are free within a handler. In the tail one
// vector stands for a tile: the first register of each.
const (
	vectors = 8 // of a tile

	// Offsets in scratch memory, as package tile lays it out.
	scratchStep      = 0  // elements of a tile
	scratchLanes     = 8  // elements of a vector of the widest kind
	scratchRows      = 16 // rows that are left, the one in progress included
	scratchMoves     = 24 // where the moves from row to row are: offset in the code, distance
	scratchMoveCount = 32 // how many they are, and those from group to group
	scratchAgain     = 40 // elements from which on a rest of a row is done by a whole tile
	scratchBack      = 48 // elements from the end of a row to the start of the next one
	scratchLen       = 56 // elements of a row

	scratchMask8      = 64  // AVX2: mask of the tail for elements of 8 bytes
	scratchMask4      = 96  // and of 4 bytes
	scratchWhole      = 128 // elements of a row in whole tiles
	scratchLastLen    = 136 // elements of the last row of a group
	scratchLastWhole  = 144 // and in whole tiles
	scratchGroups     = 152 // groups that are left, the one in progress included
	scratchGroupRows  = 160 // rows of a group
	scratchGroupBack  = 168 // elements from the end of a group to the start of the next one
	scratchGroupMoves = 176 // where the moves from the last row of a group to the next group are
	scratchTwin       = 184 // what makes the address of one copy of the code that of the other
	scratchCode       = 192 // the copy in use, while Go sees to lanes of the result
	scratchTemp       = 256 // a tile, for use within one handler

	// For the elementary functions.
	scratchArgs      = 1024 // the tiles of two arguments
	scratchResult    = 2048 // the tile of the result
	scratchLeft      = 2560 // registers, while Go sees to lanes of the result
	scratchLanesLeft = 2624 // which lanes these are
	scratchSlots     = 3072 // values within a function
	scratchSlotsEnd  = 8192
	scratchTile      = 512

	// Offsets in an instruction, as package tile lays it out.
	insSize = 48
	insTail = 8
	insP    = 16 // first operand
	insQ    = 24 // second operand
	insS    = 32 // stride of the first one
	insR    = 40 // mask
)

// An isa is an instruction set for which handlers are emitted.
type isa struct {
	name  string
	z     bool // AVX-512, else AVX2
	bytes int  // of a vector
	tiles int  // kept in registers
	regs  int
}

var isas = []*isa{
	{name: "avx512", z: true, bytes: 64, tiles: 3, regs: 32},
	{name: "avx2", bytes: 32, tiles: 1, regs: 16},
}

// reg is the full vector register i.
func (s *isa) reg(i int) string { return s.part(i, s.bytes) }

// part is the register that holds the low n bytes of vector register i.
func (s *isa) part(i, n int) string {
	switch {
	case n > 32:
		return fmt.Sprintf("Z%d", i)
	case n > 16:
		return fmt.Sprintf("Y%d", i)
	}
	return fmt.Sprintf("X%d", i)
}

// pick chooses between the names that an instruction has in the two sets.
func (s *isa) pick(avx512, avx2 string) string {
	if s.z {
		return avx512
	}
	return avx2
}

// The kinds by family, and the letters that instructions name sizes by.
var (
	floats    = []dtype.Kind{dtype.Float64, dtype.Float32}
	signeds   = []dtype.Kind{dtype.Int64, dtype.Int32, dtype.Int16, dtype.Int8}
	unsigneds = []dtype.Kind{dtype.Uint64, dtype.Uint32, dtype.Uint16, dtype.Uint8}
	sizes     = []int{8, 4, 2, 1}
)

func isFloat(k dtype.Kind) bool  { return dtype.Floats.Has(k) }
func isSigned(k dtype.Kind) bool { return dtype.Signed.Has(k) }

// uintOf is the unsigned kind of a size: it stands for all kinds of that size
// where an operation only moves bits.
func uintOf(size int) dtype.Kind {
	for _, k := range unsigneds {
		if int(k.Size()) == size {
			return k
		}
	}
	panic("no such size")
}

// ofSize lists the kinds of a size.
func ofSize(size int) (ks []dtype.Kind) {
	for k := dtype.Int8; k <= dtype.Float64; k++ {
		if int(k.Size()) == size {
			ks = append(ks, k)
		}
	}
	return ks
}

// intsOf lists the signed and the unsigned kind of a size.
func intsOf(size int) (ks []dtype.Kind) {
	for _, k := range ofSize(size) {
		if !isFloat(k) {
			ks = append(ks, k)
		}
	}
	return ks
}

// letter is the suffix of integer instructions for elements of a size.
func letter(size int) string { return map[int]string{8: "Q", 4: "D", 2: "W", 1: "B"}[size] }

// fp is the suffix of float instructions for elements of a size.
func fp(size int) string { return map[int]string{8: "PD", 4: "PS"}[size] }

// short is the name of a kind in the names of handlers.
func short(k dtype.Kind) string {
	c := "u"
	switch {
	case isFloat(k):
		c = "f"
	case isSigned(k):
		c = "i"
	}
	return fmt.Sprintf("%s%d", c, 8*k.Size())
}
