//go:build !purego

#include "textflag.h"

// func repeatRows(dst, src unsafe.Pointer, size, count, rows, dstStep, srcStep int)
//
// A copy is stored vector by vector; the last vector ends where the copy ends, and
// covers a part of the one before. Vectors of 32 bytes take no longer than wider ones,
// and cross fewer cache lines.
//
//	DI, SI	row of the destination, and of the source
//	DX	size
//	R8	count
//	R9	copies left
//	R10	rows left
//	BX	copy
//	CX	offset of the vector
//	R11	offset of the last vector
//	Y1	the last vector
TEXT ·repeatRows(SB), NOSPLIT, $0-56
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ size+16(FP), DX
	MOVQ count+24(FP), R8
	MOVQ rows+32(FP), R10
	LEAQ -32(DX), R11

row:
	MOVQ DI, BX
	MOVQ R8, R9
	VMOVDQU (SI)(R11*1), Y1
	CMPQ DX, $64
	JLE  two
	CMPQ DX, $96
	JLE  three

many:
	XORQ CX, CX

vector:
	VMOVDQU (SI)(CX*1), Y0
	VMOVDQU Y0, (BX)(CX*1)
	ADDQ $32, CX
	CMPQ CX, R11
	JLT  vector
	VMOVDQU Y1, (BX)(R11*1)
	ADDQ DX, BX
	DECQ R9
	JNZ  many
	JMP  next

two:
	VMOVDQU (SI), Y0

copy2:
	VMOVDQU Y0, (BX)
	VMOVDQU Y1, (BX)(R11*1)
	ADDQ DX, BX
	DECQ R9
	JNZ  copy2
	JMP  next

three:
	VMOVDQU (SI), Y0
	VMOVDQU 32(SI), Y2

copy3:
	VMOVDQU Y0, (BX)
	VMOVDQU Y2, 32(BX)
	VMOVDQU Y1, (BX)(R11*1)
	ADDQ DX, BX
	DECQ R9
	JNZ  copy3

next:
	ADDQ dstStep+40(FP), DI
	ADDQ srcStep+48(FP), SI
	DECQ R10
	JNZ  row
	VZEROUPPER
	RET
