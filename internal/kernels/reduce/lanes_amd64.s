//go:build !purego

#include "textflag.h"

// Sums of columns, several lanes at a time, which are folded as those of a leaf
// are.

DATA negzero<>+0(SB)/8, $0x8000000000000000
GLOBL negzero<>(SB), RODATA|NOPTR, $8

// LANES512 folds four lanes of a group of columns: each goes over its rows,
// which are R8 bytes apart. R10 is the address of the lanes. ROW adds a row, at
// R11, to accumulators.
#define LANE512(i, ROW, a, b, c, d, loop, done) \
	VMOVAPD Z31, a; \
	VMOVAPD Z31, b; \
	VMOVAPD Z31, c; \
	VMOVAPD Z31, d; \
	MOVQ 16*i+8(R10), CX; \
	TESTQ CX, CX; \
	JZ done; \
	MOVQ 16*i(R10), R11; \
	ADDQ SI, R11; \
loop: \
	ROW(a, b, c, d); \
	ADDQ R8, R11; \
	DECQ CX; \
	JNZ loop; \
done:

#define ADD512(a, b, c, d) \
	VADDPD (R11), a, a; \
	VADDPD 64(R11), b, b; \
	VADDPD 128(R11), c, c; \
	VADDPD 192(R11), d, d

#define DEV512(a, b, c, d) \
	VMOVUPD (R11), Z20; \
	VMOVUPD 64(R11), Z21; \
	VMOVUPD 128(R11), Z22; \
	VMOVUPD 192(R11), Z23; \
	VSUBPD Z16, Z20, Z20; \
	VSUBPD Z17, Z21, Z21; \
	VSUBPD Z18, Z22, Z22; \
	VSUBPD Z19, Z23, Z23; \
	VMULPD Z20, Z20, Z20; \
	VMULPD Z21, Z21, Z21; \
	VMULPD Z22, Z22, Z22; \
	VMULPD Z23, Z23, Z23; \
	VADDPD Z20, a, a; \
	VADDPD Z21, b, b; \
	VADDPD Z22, c, c; \
	VADDPD Z23, d, d

// The last columns, 8 at a time under the mask K1.
#define ADD8(a, b, c, d) VADDPD (R11), a, K1, a
#define DEV8(a, b, c, d) \
	VMOVUPD.Z (R11), K1, Z20; \
	VSUBPD Z16, Z20, Z20; \
	VMULPD Z20, Z20, Z20; \
	VADDPD Z20, a, K1, a

#define FOLD512(a, b, c, d, e, f, g, h) \
	VADDPD e, a, a; \
	VADDPD f, b, b; \
	VADDPD g, c, c; \
	VADDPD h, d, d

#define LANES512(ROW, ROW8, MEANS, MEAN8) \
	MOVQ acc+0(FP), DI; \
	MOVQ x+8(FP), SI; \
	MOVQ y+16(FP), R12; \
	MOVQ cols+24(FP), BX; \
	MOVQ stride+32(FP), R8; \
	MOVQ lane+40(FP), R10; \
	MOVQ join+48(FP), DX; \
	VBROADCASTSD negzero<>(SB), Z31; \
wide: \
	CMPQ BX, $32; \
	JLT narrow; \
	MEANS; \
	LANE512(0, ROW, Z0, Z1, Z2, Z3, loop0, done0) \
	LANE512(1, ROW, Z4, Z5, Z6, Z7, loop1, done1) \
	LANE512(2, ROW, Z8, Z9, Z10, Z11, loop2, done2) \
	LANE512(3, ROW, Z12, Z13, Z14, Z15, loop3, done3) \
	FOLD512(Z0, Z1, Z2, Z3, Z4, Z5, Z6, Z7); \
	FOLD512(Z8, Z9, Z10, Z11, Z12, Z13, Z14, Z15); \
	FOLD512(Z0, Z1, Z2, Z3, Z8, Z9, Z10, Z11); \
	TESTQ DX, DX; \
	JZ store; \
	VADDPD (DI), Z0, Z0; \
	VADDPD 64(DI), Z1, Z1; \
	VADDPD 128(DI), Z2, Z2; \
	VADDPD 192(DI), Z3, Z3; \
store: \
	VMOVUPD Z0, (DI); \
	VMOVUPD Z1, 64(DI); \
	VMOVUPD Z2, 128(DI); \
	VMOVUPD Z3, 192(DI); \
	ADDQ $256, DI; \
	ADDQ $256, SI; \
	ADDQ $256, R12; \
	SUBQ $32, BX; \
	JMP wide; \
narrow: \
	TESTQ BX, BX; \
	JLE end; \
	MOVL $255, AX; \
	CMPQ BX, $8; \
	JGE whole; \
	MOVQ BX, CX; \
	MOVL $1, AX; \
	SHLL CX, AX; \
	DECL AX; \
whole: \
	KMOVW AX, K1; \
	MEAN8; \
	LANE512(0, ROW8, Z0, Z1, Z2, Z3, loop4, done4) \
	LANE512(1, ROW8, Z4, Z5, Z6, Z7, loop5, done5) \
	LANE512(2, ROW8, Z8, Z9, Z10, Z11, loop6, done6) \
	LANE512(3, ROW8, Z12, Z13, Z14, Z15, loop7, done7) \
	VADDPD Z4, Z0, Z0; \
	VADDPD Z12, Z8, Z8; \
	VADDPD Z8, Z0, Z0; \
	TESTQ DX, DX; \
	JZ store8; \
	VADDPD (DI), Z0, K1, Z0; \
store8: \
	VMOVUPD Z0, K1, (DI); \
	ADDQ $64, DI; \
	ADDQ $64, SI; \
	ADDQ $64, R12; \
	SUBQ $8, BX; \
	JMP narrow; \
end: \
	VZEROUPPER; \
	RET

#define NONE512
#define MEANS512 \
	VMOVUPD (R12), Z16; \
	VMOVUPD 64(R12), Z17; \
	VMOVUPD 128(R12), Z18; \
	VMOVUPD 192(R12), Z19
#define MEANS8 VMOVUPD.Z (R12), K1, Z16

// func addLanes512(acc, x, y unsafe.Pointer, cols, stride int, lane *[4]laneRows, join int)
TEXT ·addLanes512(SB), NOSPLIT, $0-56
	LANES512(ADD512, ADD8, NONE512, NONE512)

// func addDevLanes512(acc, x, y unsafe.Pointer, cols, stride int, lane *[4]laneRows, join int)
TEXT ·addDevLanes512(SB), NOSPLIT, $0-56
	LANES512(DEV512, DEV8, MEANS512, MEANS8)

// A leaf at once: each lane of 8 columns has a register.

#define ROWS32 \
	VADDPD (R11), Z0, K1, Z0; \
	ADDQ R8, R11; \
	VADDPD (R11), Z1, K1, Z1; \
	ADDQ R8, R11; \
	VADDPD (R11), Z2, K1, Z2; \
	ADDQ R8, R11; \
	VADDPD (R11), Z3, K1, Z3; \
	ADDQ R8, R11; \
	VADDPD (R11), Z4, K1, Z4; \
	ADDQ R8, R11; \
	VADDPD (R11), Z5, K1, Z5; \
	ADDQ R8, R11; \
	VADDPD (R11), Z6, K1, Z6; \
	ADDQ R8, R11; \
	VADDPD (R11), Z7, K1, Z7; \
	ADDQ R8, R11; \
	VADDPD (R11), Z8, K1, Z8; \
	ADDQ R8, R11; \
	VADDPD (R11), Z9, K1, Z9; \
	ADDQ R8, R11; \
	VADDPD (R11), Z10, K1, Z10; \
	ADDQ R8, R11; \
	VADDPD (R11), Z11, K1, Z11; \
	ADDQ R8, R11; \
	VADDPD (R11), Z12, K1, Z12; \
	ADDQ R8, R11; \
	VADDPD (R11), Z13, K1, Z13; \
	ADDQ R8, R11; \
	VADDPD (R11), Z14, K1, Z14; \
	ADDQ R8, R11; \
	VADDPD (R11), Z15, K1, Z15; \
	ADDQ R8, R11; \
	VADDPD (R11), Z16, K1, Z16; \
	ADDQ R8, R11; \
	VADDPD (R11), Z17, K1, Z17; \
	ADDQ R8, R11; \
	VADDPD (R11), Z18, K1, Z18; \
	ADDQ R8, R11; \
	VADDPD (R11), Z19, K1, Z19; \
	ADDQ R8, R11; \
	VADDPD (R11), Z20, K1, Z20; \
	ADDQ R8, R11; \
	VADDPD (R11), Z21, K1, Z21; \
	ADDQ R8, R11; \
	VADDPD (R11), Z22, K1, Z22; \
	ADDQ R8, R11; \
	VADDPD (R11), Z23, K1, Z23; \
	ADDQ R8, R11; \
	VADDPD (R11), Z24, K1, Z24; \
	ADDQ R8, R11; \
	VADDPD (R11), Z25, K1, Z25; \
	ADDQ R8, R11; \
	VADDPD (R11), Z26, K1, Z26; \
	ADDQ R8, R11; \
	VADDPD (R11), Z27, K1, Z27; \
	ADDQ R8, R11; \
	VADDPD (R11), Z28, K1, Z28; \
	ADDQ R8, R11; \
	VADDPD (R11), Z29, K1, Z29; \
	ADDQ R8, R11; \
	VADDPD (R11), Z30, K1, Z30; \
	ADDQ R8, R11; \
	VADDPD (R11), Z31, K1, Z31; \
	ADDQ R8, R11

// func sumColumns512(out, x unsafe.Pointer, cols, rows, stride int)
TEXT ·sumColumns512(SB), NOSPLIT, $0-40
	MOVQ out+0(FP), DI
	MOVQ x+8(FP), SI
	MOVQ cols+16(FP), BX
	MOVQ rows+24(FP), DX
	MOVQ stride+32(FP), R8
columns:
	TESTQ BX, BX
	JLE end
	MOVL $255, AX
	CMPQ BX, $8
	JGE whole
	MOVQ BX, CX
	MOVL $1, AX
	SHLL CX, AX
	DECL AX
whole:
	KMOVW AX, K1
	VBROADCASTSD negzero<>(SB), Z0
	VMOVAPD Z0, Z1
	VMOVAPD Z0, Z2
	VMOVAPD Z0, Z3
	VMOVAPD Z0, Z4
	VMOVAPD Z0, Z5
	VMOVAPD Z0, Z6
	VMOVAPD Z0, Z7
	VMOVAPD Z0, Z8
	VMOVAPD Z0, Z9
	VMOVAPD Z0, Z10
	VMOVAPD Z0, Z11
	VMOVAPD Z0, Z12
	VMOVAPD Z0, Z13
	VMOVAPD Z0, Z14
	VMOVAPD Z0, Z15
	VMOVAPD Z0, Z16
	VMOVAPD Z0, Z17
	VMOVAPD Z0, Z18
	VMOVAPD Z0, Z19
	VMOVAPD Z0, Z20
	VMOVAPD Z0, Z21
	VMOVAPD Z0, Z22
	VMOVAPD Z0, Z23
	VMOVAPD Z0, Z24
	VMOVAPD Z0, Z25
	VMOVAPD Z0, Z26
	VMOVAPD Z0, Z27
	VMOVAPD Z0, Z28
	VMOVAPD Z0, Z29
	VMOVAPD Z0, Z30
	VMOVAPD Z0, Z31
	MOVQ SI, R11
	MOVQ DX, CX
loop:
	SUBQ $32, CX
	JLT rest
	ROWS32
	JMP loop
rest:
	ADDQ $32, CX
	JZ fold
	VADDPD (R11), Z0, K1, Z0
	ADDQ R8, R11
	DECQ CX
	JZ fold
	VADDPD (R11), Z1, K1, Z1
	ADDQ R8, R11
	DECQ CX
	JZ fold
	VADDPD (R11), Z2, K1, Z2
	ADDQ R8, R11
	DECQ CX
	JZ fold
	VADDPD (R11), Z3, K1, Z3
	ADDQ R8, R11
	DECQ CX
	JZ fold
	VADDPD (R11), Z4, K1, Z4
	ADDQ R8, R11
	DECQ CX
	JZ fold
	VADDPD (R11), Z5, K1, Z5
	ADDQ R8, R11
	DECQ CX
	JZ fold
	VADDPD (R11), Z6, K1, Z6
	ADDQ R8, R11
	DECQ CX
	JZ fold
	VADDPD (R11), Z7, K1, Z7
	ADDQ R8, R11
	DECQ CX
	JZ fold
	VADDPD (R11), Z8, K1, Z8
	ADDQ R8, R11
	DECQ CX
	JZ fold
	VADDPD (R11), Z9, K1, Z9
	ADDQ R8, R11
	DECQ CX
	JZ fold
	VADDPD (R11), Z10, K1, Z10
	ADDQ R8, R11
	DECQ CX
	JZ fold
	VADDPD (R11), Z11, K1, Z11
	ADDQ R8, R11
	DECQ CX
	JZ fold
	VADDPD (R11), Z12, K1, Z12
	ADDQ R8, R11
	DECQ CX
	JZ fold
	VADDPD (R11), Z13, K1, Z13
	ADDQ R8, R11
	DECQ CX
	JZ fold
	VADDPD (R11), Z14, K1, Z14
	ADDQ R8, R11
	DECQ CX
	JZ fold
	VADDPD (R11), Z15, K1, Z15
	ADDQ R8, R11
	DECQ CX
	JZ fold
	VADDPD (R11), Z16, K1, Z16
	ADDQ R8, R11
	DECQ CX
	JZ fold
	VADDPD (R11), Z17, K1, Z17
	ADDQ R8, R11
	DECQ CX
	JZ fold
	VADDPD (R11), Z18, K1, Z18
	ADDQ R8, R11
	DECQ CX
	JZ fold
	VADDPD (R11), Z19, K1, Z19
	ADDQ R8, R11
	DECQ CX
	JZ fold
	VADDPD (R11), Z20, K1, Z20
	ADDQ R8, R11
	DECQ CX
	JZ fold
	VADDPD (R11), Z21, K1, Z21
	ADDQ R8, R11
	DECQ CX
	JZ fold
	VADDPD (R11), Z22, K1, Z22
	ADDQ R8, R11
	DECQ CX
	JZ fold
	VADDPD (R11), Z23, K1, Z23
	ADDQ R8, R11
	DECQ CX
	JZ fold
	VADDPD (R11), Z24, K1, Z24
	ADDQ R8, R11
	DECQ CX
	JZ fold
	VADDPD (R11), Z25, K1, Z25
	ADDQ R8, R11
	DECQ CX
	JZ fold
	VADDPD (R11), Z26, K1, Z26
	ADDQ R8, R11
	DECQ CX
	JZ fold
	VADDPD (R11), Z27, K1, Z27
	ADDQ R8, R11
	DECQ CX
	JZ fold
	VADDPD (R11), Z28, K1, Z28
	ADDQ R8, R11
	DECQ CX
	JZ fold
	VADDPD (R11), Z29, K1, Z29
	ADDQ R8, R11
	DECQ CX
	JZ fold
	VADDPD (R11), Z30, K1, Z30
	ADDQ R8, R11
	DECQ CX
	JZ fold
fold:
	VADDPD Z16, Z0, Z0
	VADDPD Z17, Z1, Z1
	VADDPD Z18, Z2, Z2
	VADDPD Z19, Z3, Z3
	VADDPD Z20, Z4, Z4
	VADDPD Z21, Z5, Z5
	VADDPD Z22, Z6, Z6
	VADDPD Z23, Z7, Z7
	VADDPD Z24, Z8, Z8
	VADDPD Z25, Z9, Z9
	VADDPD Z26, Z10, Z10
	VADDPD Z27, Z11, Z11
	VADDPD Z28, Z12, Z12
	VADDPD Z29, Z13, Z13
	VADDPD Z30, Z14, Z14
	VADDPD Z31, Z15, Z15
	VADDPD Z8, Z0, Z0
	VADDPD Z9, Z1, Z1
	VADDPD Z10, Z2, Z2
	VADDPD Z11, Z3, Z3
	VADDPD Z12, Z4, Z4
	VADDPD Z13, Z5, Z5
	VADDPD Z14, Z6, Z6
	VADDPD Z15, Z7, Z7
	VADDPD Z4, Z0, Z0
	VADDPD Z5, Z1, Z1
	VADDPD Z6, Z2, Z2
	VADDPD Z7, Z3, Z3
	VADDPD Z2, Z0, Z0
	VADDPD Z3, Z1, Z1
	VADDPD Z1, Z0, Z0
	VMOVUPD Z0, K1, (DI)
	ADDQ $64, DI
	ADDQ $64, SI
	SUBQ $8, BX
	JMP columns
end:
	VZEROUPPER
	RET

// The same for 4 columns at a time, in two turns: lanes 16 to 31 first, which
// wait on the stack. The columns left over are not done.

#define TURN256(o, loop, rest, done) \
	VBROADCASTSD negzero<>(SB), Y0; \
	VMOVAPD Y0, Y1; \
	VMOVAPD Y0, Y2; \
	VMOVAPD Y0, Y3; \
	VMOVAPD Y0, Y4; \
	VMOVAPD Y0, Y5; \
	VMOVAPD Y0, Y6; \
	VMOVAPD Y0, Y7; \
	VMOVAPD Y0, Y8; \
	VMOVAPD Y0, Y9; \
	VMOVAPD Y0, Y10; \
	VMOVAPD Y0, Y11; \
	VMOVAPD Y0, Y12; \
	VMOVAPD Y0, Y13; \
	VMOVAPD Y0, Y14; \
	VMOVAPD Y0, Y15; \
	MOVQ SI, R11; \
	MOVQ DX, CX; \
	SUBQ $o, CX; \
	JLE done; \
	MOVQ R8, AX; \
	IMULQ $o, AX; \
	ADDQ AX, R11; \
loop: \
	CMPQ CX, $16; \
	JLT rest; \
	VADDPD (R11), Y0, Y0; \
	ADDQ R8, R11; \
	VADDPD (R11), Y1, Y1; \
	ADDQ R8, R11; \
	VADDPD (R11), Y2, Y2; \
	ADDQ R8, R11; \
	VADDPD (R11), Y3, Y3; \
	ADDQ R8, R11; \
	VADDPD (R11), Y4, Y4; \
	ADDQ R8, R11; \
	VADDPD (R11), Y5, Y5; \
	ADDQ R8, R11; \
	VADDPD (R11), Y6, Y6; \
	ADDQ R8, R11; \
	VADDPD (R11), Y7, Y7; \
	ADDQ R8, R11; \
	VADDPD (R11), Y8, Y8; \
	ADDQ R8, R11; \
	VADDPD (R11), Y9, Y9; \
	ADDQ R8, R11; \
	VADDPD (R11), Y10, Y10; \
	ADDQ R8, R11; \
	VADDPD (R11), Y11, Y11; \
	ADDQ R8, R11; \
	VADDPD (R11), Y12, Y12; \
	ADDQ R8, R11; \
	VADDPD (R11), Y13, Y13; \
	ADDQ R8, R11; \
	VADDPD (R11), Y14, Y14; \
	ADDQ R8, R11; \
	VADDPD (R11), Y15, Y15; \
	ADDQ R8, R11; \
	ADDQ R9, R11; \
	SUBQ $32, CX; \
	JLE done; \
	JMP loop; \
rest: \
	VADDPD (R11), Y0, Y0; \
	ADDQ R8, R11; \
	DECQ CX; \
	JZ done; \
	VADDPD (R11), Y1, Y1; \
	ADDQ R8, R11; \
	DECQ CX; \
	JZ done; \
	VADDPD (R11), Y2, Y2; \
	ADDQ R8, R11; \
	DECQ CX; \
	JZ done; \
	VADDPD (R11), Y3, Y3; \
	ADDQ R8, R11; \
	DECQ CX; \
	JZ done; \
	VADDPD (R11), Y4, Y4; \
	ADDQ R8, R11; \
	DECQ CX; \
	JZ done; \
	VADDPD (R11), Y5, Y5; \
	ADDQ R8, R11; \
	DECQ CX; \
	JZ done; \
	VADDPD (R11), Y6, Y6; \
	ADDQ R8, R11; \
	DECQ CX; \
	JZ done; \
	VADDPD (R11), Y7, Y7; \
	ADDQ R8, R11; \
	DECQ CX; \
	JZ done; \
	VADDPD (R11), Y8, Y8; \
	ADDQ R8, R11; \
	DECQ CX; \
	JZ done; \
	VADDPD (R11), Y9, Y9; \
	ADDQ R8, R11; \
	DECQ CX; \
	JZ done; \
	VADDPD (R11), Y10, Y10; \
	ADDQ R8, R11; \
	DECQ CX; \
	JZ done; \
	VADDPD (R11), Y11, Y11; \
	ADDQ R8, R11; \
	DECQ CX; \
	JZ done; \
	VADDPD (R11), Y12, Y12; \
	ADDQ R8, R11; \
	DECQ CX; \
	JZ done; \
	VADDPD (R11), Y13, Y13; \
	ADDQ R8, R11; \
	DECQ CX; \
	JZ done; \
	VADDPD (R11), Y14, Y14; \
	ADDQ R8, R11; \
	DECQ CX; \
	JZ done; \
done:

// func sumColumns256(out, x unsafe.Pointer, cols, rows, stride int)
TEXT ·sumColumns256(SB), 0, $512-40
	MOVQ out+0(FP), DI
	MOVQ x+8(FP), SI
	MOVQ cols+16(FP), BX
	MOVQ rows+24(FP), DX
	MOVQ stride+32(FP), R8
	MOVQ R8, R9
	SHLQ $4, R9
columns:
	SUBQ $4, BX
	JLT end
	TURN256(16, loop0, rest0, done0)
	VMOVUPD Y0, 0(SP)
	VMOVUPD Y1, 32(SP)
	VMOVUPD Y2, 64(SP)
	VMOVUPD Y3, 96(SP)
	VMOVUPD Y4, 128(SP)
	VMOVUPD Y5, 160(SP)
	VMOVUPD Y6, 192(SP)
	VMOVUPD Y7, 224(SP)
	VMOVUPD Y8, 256(SP)
	VMOVUPD Y9, 288(SP)
	VMOVUPD Y10, 320(SP)
	VMOVUPD Y11, 352(SP)
	VMOVUPD Y12, 384(SP)
	VMOVUPD Y13, 416(SP)
	VMOVUPD Y14, 448(SP)
	VMOVUPD Y15, 480(SP)
	TURN256(0, loop1, rest1, done1)
	VADDPD 0(SP), Y0, Y0
	VADDPD 32(SP), Y1, Y1
	VADDPD 64(SP), Y2, Y2
	VADDPD 96(SP), Y3, Y3
	VADDPD 128(SP), Y4, Y4
	VADDPD 160(SP), Y5, Y5
	VADDPD 192(SP), Y6, Y6
	VADDPD 224(SP), Y7, Y7
	VADDPD 256(SP), Y8, Y8
	VADDPD 288(SP), Y9, Y9
	VADDPD 320(SP), Y10, Y10
	VADDPD 352(SP), Y11, Y11
	VADDPD 384(SP), Y12, Y12
	VADDPD 416(SP), Y13, Y13
	VADDPD 448(SP), Y14, Y14
	VADDPD 480(SP), Y15, Y15
	VADDPD Y8, Y0, Y0
	VADDPD Y9, Y1, Y1
	VADDPD Y10, Y2, Y2
	VADDPD Y11, Y3, Y3
	VADDPD Y12, Y4, Y4
	VADDPD Y13, Y5, Y5
	VADDPD Y14, Y6, Y6
	VADDPD Y15, Y7, Y7
	VADDPD Y4, Y0, Y0
	VADDPD Y5, Y1, Y1
	VADDPD Y6, Y2, Y2
	VADDPD Y7, Y3, Y3
	VADDPD Y2, Y0, Y0
	VADDPD Y3, Y1, Y1
	VADDPD Y1, Y0, Y0
	VMOVUPD Y0, (DI)
	ADDQ $32, DI
	ADDQ $32, SI
	JMP columns
end:
	VZEROUPPER
	RET
