//go:build !purego

#include "textflag.h"

DATA negzero<>+0(SB)/8, $0x8000000000000000
GLOBL negzero<>(SB), RODATA|NOPTR, $8

DATA nan<>+0(SB)/8, $0x7FF8000000000001
GLOBL nan<>(SB), RODATA|NOPTR, $8

// Sums of what two operands give: of x at SI and y at R10, or y in Z10. Each
// VALUE makes a vector of it; each MASKED one makes those elements that a mask
// has.

#define DIFF512(off, t) VMOVUPD off(SI), t; VSUBPD off(R10), t, t; VMULPD t, t, t
#define DIFF512M(off, k, t) VMOVUPD.Z off(SI), k, t; VSUBPD.Z off(R10), t, k, t; VMULPD t, t, t
#define DEV512(off, t) VMOVUPD off(SI), t; VSUBPD Z10, t, t; VMULPD t, t, t
#define DEV512M(off, k, t) VMOVUPD.Z off(SI), k, t; VSUBPD Z10, t, t; VMULPD t, t, t
#define DOT512(off, t) VMOVUPD off(SI), t; VMULPD off(R10), t, t
#define DOT512M(off, k, t) VMOVUPD.Z off(SI), k, t; VMULPD.Z off(R10), t, k, t

// Of float32 elements, which are made float64, a step is half as long.
#define WIDE512(off, t) VCVTPS2PD ((off)/2)(SI), t
#define WIDE512M(off, k, t) VCVTPS2PD.Z ((off)/2)(SI), k, t

// LEAF512 sums n elements, from lanes that start at -0 to the result.
#define LEAF512(VALUE, MASKED, STEP) \
	VBROADCASTSD (R10), Z10; \
	VBROADCASTSD negzero<>(SB), Z0; \
	VMOVAPD Z0, Z1; \
	VMOVAPD Z0, Z2; \
	VMOVAPD Z0, Z3; \
	MOVQ BX, CX; \
	SHRQ $5, CX; \
	JZ rest; \
loop: \
	VALUE(0, Z4); \
	VALUE(64, Z5); \
	VALUE(128, Z6); \
	VALUE(192, Z7); \
	VADDPD Z4, Z0, Z0; \
	VADDPD Z5, Z1, Z1; \
	VADDPD Z6, Z2, Z2; \
	VADDPD Z7, Z3, Z3; \
	ADDQ $STEP, SI; \
	ADDQ $256, R10; \
	DECQ CX; \
	JNZ loop; \
rest: \
	ANDQ $31, BX; \
	JZ end; \
	MOVQ BX, CX; \
	MOVL $1, AX; \
	SHLL CX, AX; \
	DECL AX; \
	KMOVW AX, K1; \
	MASKED(0, K1, Z4); \
	VADDPD Z4, Z0, K1, Z0; \
	CMPQ BX, $8; \
	JLE end; \
	SHRL $8, AX; \
	KMOVW AX, K1; \
	MASKED(64, K1, Z4); \
	VADDPD Z4, Z1, K1, Z1; \
	CMPQ BX, $16; \
	JLE end; \
	SHRL $8, AX; \
	KMOVW AX, K1; \
	MASKED(128, K1, Z4); \
	VADDPD Z4, Z2, K1, Z2; \
	CMPQ BX, $24; \
	JLE end; \
	SHRL $8, AX; \
	KMOVW AX, K1; \
	MASKED(192, K1, Z4); \
	VADDPD Z4, Z3, K1, Z3; \
end: \
	VADDPD Z2, Z0, Z0; \
	VADDPD Z3, Z1, Z1; \
	VADDPD Z1, Z0, Z0; \
	VEXTRACTF64X4 $1, Z0, Y1; \
	VADDPD Y1, Y0, Y0; \
	VEXTRACTF128 $1, Y0, X1; \
	VADDPD X1, X0, X0; \
	VPERMILPD $1, X0, X1; \
	VADDSD X1, X0, X0; \
	VUCOMISD X0, X0; \
	JPC store; \
	VMOVSD nan<>(SB), X0; \
store: \
	VMOVSD X0, (DI); \
	VZEROUPPER; \
	RET

// func sumDiff512(out, x, y unsafe.Pointer, n int)
TEXT ·sumDiff512(SB), NOSPLIT, $0-32
	MOVQ out+0(FP), DI
	MOVQ x+8(FP), SI
	MOVQ y+16(FP), R10
	MOVQ n+24(FP), BX
	LEAF512(DIFF512, DIFF512M, 256)

// func sumDev512(out, x, y unsafe.Pointer, n int)
TEXT ·sumDev512(SB), NOSPLIT, $0-32
	MOVQ out+0(FP), DI
	MOVQ x+8(FP), SI
	MOVQ y+16(FP), R10
	MOVQ n+24(FP), BX
	LEAF512(DEV512, DEV512M, 256)

// func sumDot512(out, x, y unsafe.Pointer, n int)
TEXT ·sumDot512(SB), NOSPLIT, $0-32
	MOVQ out+0(FP), DI
	MOVQ x+8(FP), SI
	MOVQ y+16(FP), R10
	MOVQ n+24(FP), BX
	LEAF512(DOT512, DOT512M, 256)

// func sumWide512(out, x unsafe.Pointer, n int)
TEXT ·sumWide512(SB), NOSPLIT, $0-24
	MOVQ out+0(FP), DI
	MOVQ x+8(FP), SI
	LEAQ negzero<>(SB), R10
	MOVQ n+16(FP), BX
	LEAF512(WIDE512, WIDE512M, 128)

#define DIFF256(off, t) VMOVUPD off(SI), t; VSUBPD off(R10), t, t; VMULPD t, t, t
#define DEV256(off, t) VMOVUPD off(SI), t; VSUBPD Y10, t, t; VMULPD t, t, t
#define DOT256(off, t) VMOVUPD off(SI), t; VMULPD off(R10), t, t

#define FOUR256(VALUE, off, a, b, c, d) \
	VALUE(off+0, Y8); \
	VALUE(off+32, Y9); \
	VALUE(off+64, Y11); \
	VALUE(off+96, Y12); \
	VADDPD Y8, a, a; \
	VADDPD Y9, b, b; \
	VADDPD Y11, c, c; \
	VADDPD Y12, d, d

// 32 words of ones, then 32 of zeros, as in sum_amd64.s.
DATA ones<>+0(SB)/8, $-1
DATA ones<>+8(SB)/8, $-1
DATA ones<>+16(SB)/8, $-1
DATA ones<>+24(SB)/8, $-1
DATA ones<>+32(SB)/8, $-1
DATA ones<>+40(SB)/8, $-1
DATA ones<>+48(SB)/8, $-1
DATA ones<>+56(SB)/8, $-1
DATA ones<>+64(SB)/8, $-1
DATA ones<>+72(SB)/8, $-1
DATA ones<>+80(SB)/8, $-1
DATA ones<>+88(SB)/8, $-1
DATA ones<>+96(SB)/8, $-1
DATA ones<>+104(SB)/8, $-1
DATA ones<>+112(SB)/8, $-1
DATA ones<>+120(SB)/8, $-1
DATA ones<>+128(SB)/8, $-1
DATA ones<>+136(SB)/8, $-1
DATA ones<>+144(SB)/8, $-1
DATA ones<>+152(SB)/8, $-1
DATA ones<>+160(SB)/8, $-1
DATA ones<>+168(SB)/8, $-1
DATA ones<>+176(SB)/8, $-1
DATA ones<>+184(SB)/8, $-1
DATA ones<>+192(SB)/8, $-1
DATA ones<>+200(SB)/8, $-1
DATA ones<>+208(SB)/8, $-1
DATA ones<>+216(SB)/8, $-1
DATA ones<>+224(SB)/8, $-1
DATA ones<>+232(SB)/8, $-1
DATA ones<>+240(SB)/8, $-1
DATA ones<>+248(SB)/8, $-1
GLOBL ones<>(SB), RODATA|NOPTR, $512

#define WIDE256(off, t) VCVTPS2PD ((off)/2)(SI), t

// Each M makes those elements of a vector that the mask Y13 has.
#define DIFF256M(off, t) VMASKMOVPD off(SI), Y13, t; VMASKMOVPD off(R10), Y13, Y14; VSUBPD Y14, t, t; VMULPD t, t, t
#define DEV256M(off, t) VMASKMOVPD off(SI), Y13, t; VSUBPD Y10, t, t; VMULPD t, t, t
#define DOT256M(off, t) VMASKMOVPD off(SI), Y13, t; VMASKMOVPD off(R10), Y13, Y14; VMULPD Y14, t, t
#define WIDE256M(off, t) VEXTRACTF128 $1, Y13, X14; VSHUFPS $0x88, X14, X13, X14; VMASKMOVPS ((off)/2)(SI), X14, X14; VCVTPS2PD X14, t

#define REST256(MASKED, off, a) \
	VMOVDQU off(R9), Y13; \
	MASKED(off, Y12); \
	VBLENDVPD Y13, Y12, Y15, Y12; \
	VADDPD Y12, a, a

// LEAF256 sums n elements, from lanes that start at -0 to the result.
#define LEAF256(VALUE, MASKED, STEP) \
	VBROADCASTSD (R10), Y10; \
	VBROADCASTSD negzero<>(SB), Y15; \
	VMOVAPD Y15, Y0; \
	VMOVAPD Y15, Y1; \
	VMOVAPD Y15, Y2; \
	VMOVAPD Y15, Y3; \
	VMOVAPD Y15, Y4; \
	VMOVAPD Y15, Y5; \
	VMOVAPD Y15, Y6; \
	VMOVAPD Y15, Y7; \
	MOVQ BX, CX; \
	SHRQ $5, CX; \
	JZ rest; \
loop: \
	FOUR256(VALUE, 0, Y0, Y1, Y2, Y3); \
	FOUR256(VALUE, 128, Y4, Y5, Y6, Y7); \
	ADDQ $STEP, SI; \
	ADDQ $256, R10; \
	DECQ CX; \
	JNZ loop; \
rest: \
	ANDQ $31, BX; \
	JZ end; \
	LEAQ ones<>+256(SB), R9; \
	MOVQ BX, AX; \
	SHLQ $3, AX; \
	SUBQ AX, R9; \
	REST256(MASKED, 0, Y0); \
	CMPQ BX, $4; \
	JLE end; \
	REST256(MASKED, 32, Y1); \
	CMPQ BX, $8; \
	JLE end; \
	REST256(MASKED, 64, Y2); \
	CMPQ BX, $12; \
	JLE end; \
	REST256(MASKED, 96, Y3); \
	CMPQ BX, $16; \
	JLE end; \
	REST256(MASKED, 128, Y4); \
	CMPQ BX, $20; \
	JLE end; \
	REST256(MASKED, 160, Y5); \
	CMPQ BX, $24; \
	JLE end; \
	REST256(MASKED, 192, Y6); \
	CMPQ BX, $28; \
	JLE end; \
	REST256(MASKED, 224, Y7); \
end: \
	VADDPD Y4, Y0, Y0; \
	VADDPD Y5, Y1, Y1; \
	VADDPD Y6, Y2, Y2; \
	VADDPD Y7, Y3, Y3; \
	VADDPD Y2, Y0, Y0; \
	VADDPD Y3, Y1, Y1; \
	VADDPD Y1, Y0, Y0; \
	VEXTRACTF128 $1, Y0, X1; \
	VADDPD X1, X0, X0; \
	VPERMILPD $1, X0, X1; \
	VADDSD X1, X0, X0; \
	VUCOMISD X0, X0; \
	JPC store; \
	VMOVSD nan<>(SB), X0; \
store: \
	VMOVSD X0, (DI); \
	VZEROUPPER; \
	RET

// func sumDiff256(out, x, y unsafe.Pointer, n int)
TEXT ·sumDiff256(SB), NOSPLIT, $0-32
	MOVQ out+0(FP), DI
	MOVQ x+8(FP), SI
	MOVQ y+16(FP), R10
	MOVQ n+24(FP), BX
	LEAF256(DIFF256, DIFF256M, 256)

// func sumDev256(out, x, y unsafe.Pointer, n int)
TEXT ·sumDev256(SB), NOSPLIT, $0-32
	MOVQ out+0(FP), DI
	MOVQ x+8(FP), SI
	MOVQ y+16(FP), R10
	MOVQ n+24(FP), BX
	LEAF256(DEV256, DEV256M, 256)

// func sumDot256(out, x, y unsafe.Pointer, n int)
TEXT ·sumDot256(SB), NOSPLIT, $0-32
	MOVQ out+0(FP), DI
	MOVQ x+8(FP), SI
	MOVQ y+16(FP), R10
	MOVQ n+24(FP), BX
	LEAF256(DOT256, DOT256M, 256)

// func sumWide256(out, x unsafe.Pointer, n int)
TEXT ·sumWide256(SB), NOSPLIT, $0-24
	MOVQ out+0(FP), DI
	MOVQ x+8(FP), SI
	LEAQ negzero<>(SB), R10
	MOVQ n+16(FP), BX
	LEAF256(WIDE256, WIDE256M, 128)

// Columns: acc[c] = acc[c] + v(0, c) + v(1, c) + ... over rows of x that are
// stride bytes apart; without acc[c] if from is 0. They do 32 columns at a time,
// then 8, the last of them under a mask.

#define SQUARE512(off, k, t, m) VMOVUPD.Z off(R11), k, t; VSUBPD m, t, t; VMULPD t, t, t

// func addColumns512(acc, x, y unsafe.Pointer, cols, rows, stride, from int)
TEXT ·addColumns512(SB), NOSPLIT, $0-56
	MOVQ acc+0(FP), DI
	MOVQ x+8(FP), SI
	MOVQ y+16(FP), R10
	MOVQ cols+24(FP), BX
	MOVQ rows+32(FP), DX
	MOVQ stride+40(FP), R8
	MOVQ from+48(FP), R9
wide:
	CMPQ BX, $32
	JLT narrow
	MOVQ SI, R11
	MOVQ DX, CX
	TESTQ R9, R9
	JZ first
	VMOVUPD (DI), Z0
	VMOVUPD 64(DI), Z1
	VMOVUPD 128(DI), Z2
	VMOVUPD 192(DI), Z3
	JMP loop
first:
	VMOVUPD (R11), Z0
	VMOVUPD 64(R11), Z1
	VMOVUPD 128(R11), Z2
	VMOVUPD 192(R11), Z3
	ADDQ R8, R11
	DECQ CX
	JZ store
loop:
	VADDPD (R11), Z0, Z0
	VADDPD 64(R11), Z1, Z1
	VADDPD 128(R11), Z2, Z2
	VADDPD 192(R11), Z3, Z3
	ADDQ R8, R11
	DECQ CX
	JNZ loop
store:
	VMOVUPD Z0, (DI)
	VMOVUPD Z1, 64(DI)
	VMOVUPD Z2, 128(DI)
	VMOVUPD Z3, 192(DI)
	ADDQ $256, DI
	ADDQ $256, SI
	SUBQ $32, BX
	JMP wide
narrow:
	TESTQ BX, BX
	JLE done
	MOVL $255, AX
	CMPQ BX, $8
	JGE whole
	MOVQ BX, CX
	MOVL $1, AX
	SHLL CX, AX
	DECL AX
whole:
	KMOVW AX, K1
	MOVQ SI, R11
	MOVQ DX, CX
	TESTQ R9, R9
	JZ first8
	VMOVUPD.Z (DI), K1, Z0
	JMP loop8
first8:
	VMOVUPD.Z (R11), K1, Z0
	ADDQ R8, R11
	DECQ CX
	JZ store8
loop8:
	VADDPD.Z (R11), Z0, K1, Z0
	ADDQ R8, R11
	DECQ CX
	JNZ loop8
store8:
	VMOVUPD Z0, K1, (DI)
	ADDQ $64, DI
	ADDQ $64, SI
	SUBQ $8, BX
	JMP narrow
done:
	VZEROUPPER
	RET

#define DEVROW(off, m, t) VMOVUPD off(R11), t; VSUBPD m, t, t; VMULPD t, t, t

// func addDevColumns512(acc, x, y unsafe.Pointer, cols, rows, stride, from int)
TEXT ·addDevColumns512(SB), NOSPLIT, $0-56
	MOVQ acc+0(FP), DI
	MOVQ x+8(FP), SI
	MOVQ y+16(FP), R10
	MOVQ cols+24(FP), BX
	MOVQ rows+32(FP), DX
	MOVQ stride+40(FP), R8
	MOVQ from+48(FP), R9
wide:
	CMPQ BX, $32
	JLT narrow
	VMOVUPD (R10), Z8
	VMOVUPD 64(R10), Z9
	VMOVUPD 128(R10), Z10
	VMOVUPD 192(R10), Z11
	MOVQ SI, R11
	MOVQ DX, CX
	TESTQ R9, R9
	JZ first
	VMOVUPD (DI), Z0
	VMOVUPD 64(DI), Z1
	VMOVUPD 128(DI), Z2
	VMOVUPD 192(DI), Z3
	JMP loop
first:
	DEVROW(0, Z8, Z0)
	DEVROW(64, Z9, Z1)
	DEVROW(128, Z10, Z2)
	DEVROW(192, Z11, Z3)
	ADDQ R8, R11
	DECQ CX
	JZ store
loop:
	DEVROW(0, Z8, Z4)
	DEVROW(64, Z9, Z5)
	DEVROW(128, Z10, Z6)
	DEVROW(192, Z11, Z7)
	VADDPD Z4, Z0, Z0
	VADDPD Z5, Z1, Z1
	VADDPD Z6, Z2, Z2
	VADDPD Z7, Z3, Z3
	ADDQ R8, R11
	DECQ CX
	JNZ loop
store:
	VMOVUPD Z0, (DI)
	VMOVUPD Z1, 64(DI)
	VMOVUPD Z2, 128(DI)
	VMOVUPD Z3, 192(DI)
	ADDQ $256, DI
	ADDQ $256, SI
	ADDQ $256, R10
	SUBQ $32, BX
	JMP wide
narrow:
	TESTQ BX, BX
	JLE done
	MOVL $255, AX
	CMPQ BX, $8
	JGE whole
	MOVQ BX, CX
	MOVL $1, AX
	SHLL CX, AX
	DECL AX
whole:
	KMOVW AX, K1
	VMOVUPD.Z (R10), K1, Z8
	MOVQ SI, R11
	MOVQ DX, CX
	TESTQ R9, R9
	JZ first8
	VMOVUPD.Z (DI), K1, Z0
	JMP loop8
first8:
	SQUARE512(0, K1, Z0, Z8)
	ADDQ R8, R11
	DECQ CX
	JZ store8
loop8:
	SQUARE512(0, K1, Z4, Z8)
	VADDPD Z4, Z0, Z0
	ADDQ R8, R11
	DECQ CX
	JNZ loop8
store8:
	VMOVUPD Z0, K1, (DI)
	ADDQ $64, DI
	ADDQ $64, SI
	ADDQ $64, R10
	SUBQ $8, BX
	JMP narrow
done:
	VZEROUPPER
	RET

// The same for 16 columns at a time, then 4. The columns left over are not
// done.

// func addColumns256(acc, x, y unsafe.Pointer, cols, rows, stride, from int)
TEXT ·addColumns256(SB), NOSPLIT, $0-56
	MOVQ acc+0(FP), DI
	MOVQ x+8(FP), SI
	MOVQ y+16(FP), R10
	MOVQ cols+24(FP), BX
	MOVQ rows+32(FP), DX
	MOVQ stride+40(FP), R8
	MOVQ from+48(FP), R9
wide:
	CMPQ BX, $16
	JLT narrow
	MOVQ SI, R11
	MOVQ DX, CX
	TESTQ R9, R9
	JZ first
	VMOVUPD (DI), Y0
	VMOVUPD 32(DI), Y1
	VMOVUPD 64(DI), Y2
	VMOVUPD 96(DI), Y3
	JMP loop
first:
	VMOVUPD (R11), Y0
	VMOVUPD 32(R11), Y1
	VMOVUPD 64(R11), Y2
	VMOVUPD 96(R11), Y3
	ADDQ R8, R11
	DECQ CX
	JZ store
loop:
	VADDPD (R11), Y0, Y0
	VADDPD 32(R11), Y1, Y1
	VADDPD 64(R11), Y2, Y2
	VADDPD 96(R11), Y3, Y3
	ADDQ R8, R11
	DECQ CX
	JNZ loop
store:
	VMOVUPD Y0, (DI)
	VMOVUPD Y1, 32(DI)
	VMOVUPD Y2, 64(DI)
	VMOVUPD Y3, 96(DI)
	ADDQ $128, DI
	ADDQ $128, SI
	SUBQ $16, BX
	JMP wide
narrow:
	CMPQ BX, $4
	JLT done
	MOVQ SI, R11
	MOVQ DX, CX
	TESTQ R9, R9
	JZ first4
	VMOVUPD (DI), Y0
	JMP loop4
first4:
	VMOVUPD (R11), Y0
	ADDQ R8, R11
	DECQ CX
	JZ store4
loop4:
	VADDPD (R11), Y0, Y0
	ADDQ R8, R11
	DECQ CX
	JNZ loop4
store4:
	VMOVUPD Y0, (DI)
	ADDQ $32, DI
	ADDQ $32, SI
	SUBQ $4, BX
	JMP narrow
done:
	VZEROUPPER
	RET

// func addDevColumns256(acc, x, y unsafe.Pointer, cols, rows, stride, from int)
TEXT ·addDevColumns256(SB), NOSPLIT, $0-56
	MOVQ acc+0(FP), DI
	MOVQ x+8(FP), SI
	MOVQ y+16(FP), R10
	MOVQ cols+24(FP), BX
	MOVQ rows+32(FP), DX
	MOVQ stride+40(FP), R8
	MOVQ from+48(FP), R9
wide:
	CMPQ BX, $16
	JLT narrow
	VMOVUPD (R10), Y8
	VMOVUPD 32(R10), Y9
	VMOVUPD 64(R10), Y10
	VMOVUPD 96(R10), Y11
	MOVQ SI, R11
	MOVQ DX, CX
	TESTQ R9, R9
	JZ first
	VMOVUPD (DI), Y0
	VMOVUPD 32(DI), Y1
	VMOVUPD 64(DI), Y2
	VMOVUPD 96(DI), Y3
	JMP loop
first:
	DEVROW(0, Y8, Y0)
	DEVROW(32, Y9, Y1)
	DEVROW(64, Y10, Y2)
	DEVROW(96, Y11, Y3)
	ADDQ R8, R11
	DECQ CX
	JZ store
loop:
	DEVROW(0, Y8, Y4)
	DEVROW(32, Y9, Y5)
	DEVROW(64, Y10, Y6)
	DEVROW(96, Y11, Y7)
	VADDPD Y4, Y0, Y0
	VADDPD Y5, Y1, Y1
	VADDPD Y6, Y2, Y2
	VADDPD Y7, Y3, Y3
	ADDQ R8, R11
	DECQ CX
	JNZ loop
store:
	VMOVUPD Y0, (DI)
	VMOVUPD Y1, 32(DI)
	VMOVUPD Y2, 64(DI)
	VMOVUPD Y3, 96(DI)
	ADDQ $128, DI
	ADDQ $128, SI
	ADDQ $128, R10
	SUBQ $16, BX
	JMP wide
narrow:
	CMPQ BX, $4
	JLT done
	VMOVUPD (R10), Y8
	MOVQ SI, R11
	MOVQ DX, CX
	TESTQ R9, R9
	JZ first4
	VMOVUPD (DI), Y0
	JMP loop4
first4:
	DEVROW(0, Y8, Y0)
	ADDQ R8, R11
	DECQ CX
	JZ store4
loop4:
	DEVROW(0, Y8, Y4)
	VADDPD Y4, Y0, Y0
	ADDQ R8, R11
	DECQ CX
	JNZ loop4
store4:
	VMOVUPD Y0, (DI)
	ADDQ $32, DI
	ADDQ $32, SI
	ADDQ $32, R10
	SUBQ $4, BX
	JMP narrow
done:
	VZEROUPPER
	RET
