//go:build !purego

#include "textflag.h"

// The lanes of a leaf are Z0 to Z3, or Y0 to Y7, in order.

DATA negzero<>+0(SB)/8, $0x8000000000000000
GLOBL negzero<>(SB), RODATA|NOPTR, $8

DATA nan<>+0(SB)/8, $0x7FF8000000000001
GLOBL nan<>(SB), RODATA|NOPTR, $8

// 32 words of ones, then 32 of zeros: a vector from word 32-n+i on has ones
// for the elements i, i+1, ... that are below n.
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

// func addBlocks512(lane *[32]float64, p *float64, blocks int)
TEXT ·addBlocks512(SB), NOSPLIT, $0-24
	MOVQ lane+0(FP), DI
	MOVQ p+8(FP), SI
	MOVQ blocks+16(FP), CX
	VMOVUPD (DI), Z0
	VMOVUPD 64(DI), Z1
	VMOVUPD 128(DI), Z2
	VMOVUPD 192(DI), Z3
	TESTQ CX, CX
	JZ done
loop:
	VADDPD (SI), Z0, Z0
	VADDPD 64(SI), Z1, Z1
	VADDPD 128(SI), Z2, Z2
	VADDPD 192(SI), Z3, Z3
	ADDQ $256, SI
	DECQ CX
	JNZ loop
done:
	VMOVUPD Z0, (DI)
	VMOVUPD Z1, 64(DI)
	VMOVUPD Z2, 128(DI)
	VMOVUPD Z3, 192(DI)
	VZEROUPPER
	RET

// func sumRows512(out, p unsafe.Pointer, n, rows int)
TEXT ·sumRows512(SB), NOSPLIT, $0-32
	MOVQ out+0(FP), DI
	MOVQ p+8(FP), SI
	MOVQ n+16(FP), BX
	MOVQ rows+24(FP), DX
	MOVQ BX, R8
	SHRQ $5, R8 // whole blocks
	ANDQ $31, BX // elements after them
	MOVQ BX, CX
	MOVL $1, AX
	SHLL CX, AX
	DECL AX
	KMOVW AX, K1
	SHRL $8, AX
	KMOVW AX, K2
	SHRL $8, AX
	KMOVW AX, K3
	SHRL $8, AX
	KMOVW AX, K4
	VBROADCASTSD negzero<>(SB), Z8
	VMOVSD nan<>(SB), X9
row:
	TESTQ DX, DX
	JZ done
	VMOVAPD Z8, Z0
	VMOVAPD Z8, Z1
	VMOVAPD Z8, Z2
	VMOVAPD Z8, Z3
	MOVQ R8, CX
	TESTQ CX, CX
	JZ rest
loop:
	VADDPD (SI), Z0, Z0
	VADDPD 64(SI), Z1, Z1
	VADDPD 128(SI), Z2, Z2
	VADDPD 192(SI), Z3, Z3
	ADDQ $256, SI
	DECQ CX
	JNZ loop
rest:
	TESTQ BX, BX
	JZ end
	VADDPD (SI), Z0, K1, Z0
	CMPQ BX, $8
	JLE after
	VADDPD 64(SI), Z1, K2, Z1
	CMPQ BX, $16
	JLE after
	VADDPD 128(SI), Z2, K3, Z2
	CMPQ BX, $24
	JLE after
	VADDPD 192(SI), Z3, K4, Z3
after:
	LEAQ (SI)(BX*8), SI
end:
	VADDPD Z2, Z0, Z0
	VADDPD Z3, Z1, Z1
	VADDPD Z1, Z0, Z0
	VEXTRACTF64X4 $1, Z0, Y1
	VADDPD Y1, Y0, Y0
	VEXTRACTF128 $1, Y0, X1
	VADDPD X1, X0, X0
	VPERMILPD $1, X0, X1
	VADDSD X1, X0, X0
	VUCOMISD X0, X0
	JPS notnumber
store:
	VMOVSD X0, (DI)
	ADDQ $8, DI
	DECQ DX
	JMP row
notnumber:
	VMOVAPD X9, X0
	JMP store
done:
	VZEROUPPER
	RET

// func addBlocks256(lane *[32]float64, p *float64, blocks int)
TEXT ·addBlocks256(SB), NOSPLIT, $0-24
	MOVQ lane+0(FP), DI
	MOVQ p+8(FP), SI
	MOVQ blocks+16(FP), CX
	VMOVUPD (DI), Y0
	VMOVUPD 32(DI), Y1
	VMOVUPD 64(DI), Y2
	VMOVUPD 96(DI), Y3
	VMOVUPD 128(DI), Y4
	VMOVUPD 160(DI), Y5
	VMOVUPD 192(DI), Y6
	VMOVUPD 224(DI), Y7
	TESTQ CX, CX
	JZ done
loop:
	VADDPD (SI), Y0, Y0
	VADDPD 32(SI), Y1, Y1
	VADDPD 64(SI), Y2, Y2
	VADDPD 96(SI), Y3, Y3
	VADDPD 128(SI), Y4, Y4
	VADDPD 160(SI), Y5, Y5
	VADDPD 192(SI), Y6, Y6
	VADDPD 224(SI), Y7, Y7
	ADDQ $256, SI
	DECQ CX
	JNZ loop
done:
	VMOVUPD Y0, (DI)
	VMOVUPD Y1, 32(DI)
	VMOVUPD Y2, 64(DI)
	VMOVUPD Y3, 96(DI)
	VMOVUPD Y4, 128(DI)
	VMOVUPD Y5, 160(DI)
	VMOVUPD Y6, 192(DI)
	VMOVUPD Y7, 224(DI)
	VZEROUPPER
	RET

// REST adds the elements of a vector that are below n; others add -0. R9 is the
// address of ones for element 0.
#define REST(off, y) \
	VMOVDQU off(R9), Y9; \
	VMASKMOVPD off(SI), Y9, Y10; \
	VBLENDVPD Y9, Y10, Y8, Y10; \
	VADDPD Y10, y, y

// func sumRows256(out, p unsafe.Pointer, n, rows int)
TEXT ·sumRows256(SB), NOSPLIT, $0-32
	MOVQ out+0(FP), DI
	MOVQ p+8(FP), SI
	MOVQ n+16(FP), BX
	MOVQ rows+24(FP), DX
	MOVQ BX, R8
	SHRQ $5, R8
	ANDQ $31, BX
	LEAQ ones<>+256(SB), R9
	MOVQ BX, AX
	SHLQ $3, AX
	SUBQ AX, R9
	VBROADCASTSD negzero<>(SB), Y8
	VMOVSD nan<>(SB), X11
row:
	TESTQ DX, DX
	JZ done
	VMOVAPD Y8, Y0
	VMOVAPD Y8, Y1
	VMOVAPD Y8, Y2
	VMOVAPD Y8, Y3
	VMOVAPD Y8, Y4
	VMOVAPD Y8, Y5
	VMOVAPD Y8, Y6
	VMOVAPD Y8, Y7
	MOVQ R8, CX
	TESTQ CX, CX
	JZ rest
loop:
	VADDPD (SI), Y0, Y0
	VADDPD 32(SI), Y1, Y1
	VADDPD 64(SI), Y2, Y2
	VADDPD 96(SI), Y3, Y3
	VADDPD 128(SI), Y4, Y4
	VADDPD 160(SI), Y5, Y5
	VADDPD 192(SI), Y6, Y6
	VADDPD 224(SI), Y7, Y7
	ADDQ $256, SI
	DECQ CX
	JNZ loop
rest:
	TESTQ BX, BX
	JZ end
	REST(0, Y0)
	CMPQ BX, $4
	JLE after
	REST(32, Y1)
	CMPQ BX, $8
	JLE after
	REST(64, Y2)
	CMPQ BX, $12
	JLE after
	REST(96, Y3)
	CMPQ BX, $16
	JLE after
	REST(128, Y4)
	CMPQ BX, $20
	JLE after
	REST(160, Y5)
	CMPQ BX, $24
	JLE after
	REST(192, Y6)
	CMPQ BX, $28
	JLE after
	REST(224, Y7)
after:
	LEAQ (SI)(BX*8), SI
end:
	VADDPD Y4, Y0, Y0
	VADDPD Y5, Y1, Y1
	VADDPD Y6, Y2, Y2
	VADDPD Y7, Y3, Y3
	VADDPD Y2, Y0, Y0
	VADDPD Y3, Y1, Y1
	VADDPD Y1, Y0, Y0
	VEXTRACTF128 $1, Y0, X1
	VADDPD X1, X0, X0
	VPERMILPD $1, X0, X1
	VADDSD X1, X0, X0
	VUCOMISD X0, X0
	JPS notnumber
store:
	VMOVSD X0, (DI)
	ADDQ $8, DI
	DECQ DX
	JMP row
notnumber:
	VMOVAPD X11, X0
	JMP store
done:
	VZEROUPPER
	RET
