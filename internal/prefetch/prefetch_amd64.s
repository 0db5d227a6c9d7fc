//go:build !purego

#include "textflag.h"

// func fetch(p unsafe.Pointer, n, rows, stride int)
//
// Line by line, and in each the rows one after the other.
TEXT ·fetch(SB), NOSPLIT, $0-32
	MOVQ p+0(FP), AX
	MOVQ n+8(FP), CX
	MOVQ rows+16(FP), BX
	MOVQ stride+24(FP), DX

line:
	MOVQ AX, SI
	MOVQ BX, DI

row:
	PREFETCHT1 (SI)
	ADDQ DX, SI
	DECQ DI
	JNZ  row
	ADDQ $64, AX
	SUBQ $64, CX
	JGT  line
	RET

// func fetchAt(p, table unsafe.Pointer, rows, n int)
TEXT ·fetchAt(SB), NOSPLIT, $0-32
	MOVQ p+0(FP), AX
	MOVQ table+8(FP), BX
	MOVQ rows+16(FP), CX
	MOVQ n+24(FP), DX

row:
	MOVQ (BX), SI
	ADDQ AX, SI
	MOVQ DX, DI

line:
	PREFETCHT1 (SI)
	ADDQ $64, SI
	SUBQ $64, DI
	JGT  line
	ADDQ $8, BX
	DECQ CX
	JNZ  row
	RET
