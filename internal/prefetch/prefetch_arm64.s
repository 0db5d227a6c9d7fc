//go:build !purego

#include "textflag.h"

// func fetch(p unsafe.Pointer, n, rows, stride int)
//
// Line by line, and in each the rows one after the other.
TEXT ·fetch(SB), NOSPLIT, $0-32
	MOVD p+0(FP), R0
	MOVD n+8(FP), R1
	MOVD rows+16(FP), R2
	MOVD stride+24(FP), R3

line:
	MOVD R0, R4
	MOVD R2, R5

row:
	PRFM (R4), PLDL2KEEP
	ADD  R3, R4
	SUBS $1, R5
	BNE  row
	ADD  $64, R0
	SUBS $64, R1
	BGT  line
	RET

// func fetchAt(p, table unsafe.Pointer, rows, n int)
TEXT ·fetchAt(SB), NOSPLIT, $0-32
	MOVD p+0(FP), R0
	MOVD table+8(FP), R1
	MOVD rows+16(FP), R2
	MOVD n+24(FP), R3

row:
	MOVD.P 8(R1), R4
	ADD    R0, R4
	MOVD   R3, R5

line:
	PRFM (R4), PLDL2KEEP
	ADD  $64, R4
	SUBS $64, R5
	BGT  line
	SUBS $1, R2
	BNE  row
	RET
