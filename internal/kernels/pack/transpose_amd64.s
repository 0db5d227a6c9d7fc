//go:build !purego

#include "textflag.h"

// Each function does a square of the elements at a time: it loads a vector from
// each of as many source lines as a vector has elements, interleaves vectors in
// pairs until each holds a part of one destination line, and stores them. The
// caller says how far it is from square to square, and how many there are.
//
//	SI, DI	first square of the inner loop
//	AX, BX	square
//	DX	second half of the lines of a square of 8
//	R8, R9	once and three times the step between source lines
//	R10, R11	the same between destination lines
//	CX	squares left in the inner loop
//	R12	turns left of the outer loop

#define START \
	MOVQ dst+0(FP), DI       \
	MOVQ src+8(FP), SI       \
	MOVQ dstLine+16(FP), R10 \
	MOVQ srcLine+24(FP), R8  \
	LEAQ (R8)(R8*2), R9      \
	LEAQ (R10)(R10*2), R11   \
	MOVQ outer+40(FP), R12

#define INNER \
	MOVQ SI, AX              \
	MOVQ DI, BX              \
	MOVQ inner+32(FP), CX

#define NEXT(square, group) \
	ADDQ dstIn+48(FP), BX    \
	ADDQ srcIn+56(FP), AX    \
	DECQ CX                  \
	JNZ  square              \
	ADDQ dstOut+64(FP), DI   \
	ADDQ srcOut+72(FP), SI   \
	DECQ R12                 \
	JNZ  group               \
	VZEROUPPER               \
	RET

// func transpose8(dst, src unsafe.Pointer, dstLine, srcLine, inner, outer, dstIn, srcIn, dstOut, srcOut int)
TEXT ·transpose8(SB), NOSPLIT, $0-80
	START
group:
	INNER
square:
	VMOVUPD (AX), Y0
	VMOVUPD (AX)(R8*1), Y1
	VMOVUPD (AX)(R8*2), Y2
	VMOVUPD (AX)(R9*1), Y3
	VUNPCKLPD Y1, Y0, Y4
	VUNPCKHPD Y1, Y0, Y5
	VUNPCKLPD Y3, Y2, Y6
	VUNPCKHPD Y3, Y2, Y7
	VPERM2F128 $0x20, Y6, Y4, Y0
	VPERM2F128 $0x20, Y7, Y5, Y1
	VPERM2F128 $0x31, Y6, Y4, Y2
	VPERM2F128 $0x31, Y7, Y5, Y3
	VMOVUPD Y0, (BX)
	VMOVUPD Y1, (BX)(R10*1)
	VMOVUPD Y2, (BX)(R10*2)
	VMOVUPD Y3, (BX)(R11*1)
	NEXT(square, group)

// transpose8Far asks for the lines of the turn after next, as memory that is far
// away takes that long.
// func transpose8Far(dst, src unsafe.Pointer, dstLine, srcLine, inner, outer, dstIn, srcIn, dstOut, srcOut int)
TEXT ·transpose8Far(SB), NOSPLIT, $0-80
	START
	MOVQ srcOut+72(FP), R13
	ADDQ R13, R13
group:
	INNER
square:
	LEAQ (AX)(R13*1), DX
	PREFETCHT0 (DX)
	PREFETCHT0 (DX)(R8*1)
	PREFETCHT0 (DX)(R8*2)
	PREFETCHT0 (DX)(R9*1)
	VMOVUPD (AX), Y0
	VMOVUPD (AX)(R8*1), Y1
	VMOVUPD (AX)(R8*2), Y2
	VMOVUPD (AX)(R9*1), Y3
	VUNPCKLPD Y1, Y0, Y4
	VUNPCKHPD Y1, Y0, Y5
	VUNPCKLPD Y3, Y2, Y6
	VUNPCKHPD Y3, Y2, Y7
	VPERM2F128 $0x20, Y6, Y4, Y0
	VPERM2F128 $0x20, Y7, Y5, Y1
	VPERM2F128 $0x31, Y6, Y4, Y2
	VPERM2F128 $0x31, Y7, Y5, Y3
	VMOVUPD Y0, (BX)
	VMOVUPD Y1, (BX)(R10*1)
	VMOVUPD Y2, (BX)(R10*2)
	VMOVUPD Y3, (BX)(R11*1)
	NEXT(square, group)

// func transpose4(dst, src unsafe.Pointer, dstLine, srcLine, inner, outer, dstIn, srcIn, dstOut, srcOut int)
TEXT ·transpose4(SB), NOSPLIT, $0-80
	START
group:
	INNER
square:
	LEAQ (AX)(R8*4), DX
	VMOVUPS (AX), Y0
	VMOVUPS (AX)(R8*1), Y1
	VMOVUPS (AX)(R8*2), Y2
	VMOVUPS (AX)(R9*1), Y3
	VMOVUPS (DX), Y4
	VMOVUPS (DX)(R8*1), Y5
	VMOVUPS (DX)(R8*2), Y6
	VMOVUPS (DX)(R9*1), Y7
	VUNPCKLPS Y1, Y0, Y8
	VUNPCKHPS Y1, Y0, Y9
	VUNPCKLPS Y3, Y2, Y10
	VUNPCKHPS Y3, Y2, Y11
	VUNPCKLPS Y5, Y4, Y12
	VUNPCKHPS Y5, Y4, Y13
	VUNPCKLPS Y7, Y6, Y14
	VUNPCKHPS Y7, Y6, Y15
	VUNPCKLPD Y10, Y8, Y0
	VUNPCKHPD Y10, Y8, Y1
	VUNPCKLPD Y11, Y9, Y2
	VUNPCKHPD Y11, Y9, Y3
	VUNPCKLPD Y14, Y12, Y4
	VUNPCKHPD Y14, Y12, Y5
	VUNPCKLPD Y15, Y13, Y6
	VUNPCKHPD Y15, Y13, Y7
	VPERM2F128 $0x20, Y4, Y0, Y8
	VPERM2F128 $0x20, Y5, Y1, Y9
	VPERM2F128 $0x20, Y6, Y2, Y10
	VPERM2F128 $0x20, Y7, Y3, Y11
	VPERM2F128 $0x31, Y4, Y0, Y12
	VPERM2F128 $0x31, Y5, Y1, Y13
	VPERM2F128 $0x31, Y6, Y2, Y14
	VPERM2F128 $0x31, Y7, Y3, Y15
	LEAQ (BX)(R10*4), DX
	VMOVUPS Y8, (BX)
	VMOVUPS Y9, (BX)(R10*1)
	VMOVUPS Y10, (BX)(R10*2)
	VMOVUPS Y11, (BX)(R11*1)
	VMOVUPS Y12, (DX)
	VMOVUPS Y13, (DX)(R10*1)
	VMOVUPS Y14, (DX)(R10*2)
	VMOVUPS Y15, (DX)(R11*1)
	NEXT(square, group)

// func transpose2(dst, src unsafe.Pointer, dstLine, srcLine, inner, outer, dstIn, srcIn, dstOut, srcOut int)
TEXT ·transpose2(SB), NOSPLIT, $0-80
	START
group:
	INNER
square:
	LEAQ (AX)(R8*4), DX
	VMOVDQU (AX), X0
	VMOVDQU (AX)(R8*1), X1
	VMOVDQU (AX)(R8*2), X2
	VMOVDQU (AX)(R9*1), X3
	VMOVDQU (DX), X4
	VMOVDQU (DX)(R8*1), X5
	VMOVDQU (DX)(R8*2), X6
	VMOVDQU (DX)(R9*1), X7
	VPUNPCKLWD X1, X0, X8
	VPUNPCKHWD X1, X0, X9
	VPUNPCKLWD X3, X2, X10
	VPUNPCKHWD X3, X2, X11
	VPUNPCKLWD X5, X4, X12
	VPUNPCKHWD X5, X4, X13
	VPUNPCKLWD X7, X6, X14
	VPUNPCKHWD X7, X6, X15
	VPUNPCKLDQ X10, X8, X0
	VPUNPCKHDQ X10, X8, X1
	VPUNPCKLDQ X11, X9, X2
	VPUNPCKHDQ X11, X9, X3
	VPUNPCKLDQ X14, X12, X4
	VPUNPCKHDQ X14, X12, X5
	VPUNPCKLDQ X15, X13, X6
	VPUNPCKHDQ X15, X13, X7
	VPUNPCKLQDQ X4, X0, X8
	VPUNPCKHQDQ X4, X0, X9
	VPUNPCKLQDQ X5, X1, X10
	VPUNPCKHQDQ X5, X1, X11
	VPUNPCKLQDQ X6, X2, X12
	VPUNPCKHQDQ X6, X2, X13
	VPUNPCKLQDQ X7, X3, X14
	VPUNPCKHQDQ X7, X3, X15
	LEAQ (BX)(R10*4), DX
	VMOVDQU X8, (BX)
	VMOVDQU X9, (BX)(R10*1)
	VMOVDQU X10, (BX)(R10*2)
	VMOVDQU X11, (BX)(R11*1)
	VMOVDQU X12, (DX)
	VMOVDQU X13, (DX)(R10*1)
	VMOVDQU X14, (DX)(R10*2)
	VMOVDQU X15, (DX)(R11*1)
	NEXT(square, group)

// func transpose1(dst, src unsafe.Pointer, dstLine, srcLine, inner, outer, dstIn, srcIn, dstOut, srcOut int)
TEXT ·transpose1(SB), NOSPLIT, $0-80
	START
group:
	INNER
square:
	LEAQ (AX)(R8*4), DX
	VMOVQ (AX), X0
	VMOVQ (AX)(R8*1), X1
	VMOVQ (AX)(R8*2), X2
	VMOVQ (AX)(R9*1), X3
	VMOVQ (DX), X4
	VMOVQ (DX)(R8*1), X5
	VMOVQ (DX)(R8*2), X6
	VMOVQ (DX)(R9*1), X7
	VPUNPCKLBW X1, X0, X8
	VPUNPCKLBW X3, X2, X9
	VPUNPCKLBW X5, X4, X10
	VPUNPCKLBW X7, X6, X11
	VPUNPCKLWD X9, X8, X12
	VPUNPCKHWD X9, X8, X13
	VPUNPCKLWD X11, X10, X14
	VPUNPCKHWD X11, X10, X15
	VPUNPCKLDQ X14, X12, X0
	VPUNPCKHDQ X14, X12, X1
	VPUNPCKLDQ X15, X13, X2
	VPUNPCKHDQ X15, X13, X3
	LEAQ (BX)(R10*4), DX
	VMOVQ X0, (BX)
	VMOVHPS X0, (BX)(R10*1)
	VMOVQ X1, (BX)(R10*2)
	VMOVHPS X1, (BX)(R11*1)
	VMOVQ X2, (DX)
	VMOVHPS X2, (DX)(R10*1)
	VMOVQ X3, (DX)(R10*2)
	VMOVHPS X3, (DX)(R11*1)
	NEXT(square, group)
