//go:build !purego

#include "textflag.h"

// Minima and maxima of rows. A row is at least a vector long, and its last
// vector may overlap the one before, as an element may count twice.
//
// SI is the place in a row, R9 that of its last vector, BX the bytes of a row.
// Accumulators are Z0 to Z3, or Y0 to Y3. JOIN(b, a) joins b to a, which are
// registers of any width. FOUR takes four vectors, ONE the vector at p.

DATA nan<>+0(SB)/8, $0x7FF8000000000001
GLOBL nan<>(SB), RODATA|NOPTR, $8

DATA nan32<>+0(SB)/4, $0x7FC00000
GLOBL nan32<>(SB), RODATA|NOPTR, $4

#define ROWS512(LOG, FOUR, ONE, JOIN, LAST) \
	MOVQ out+0(FP), DI; \
	MOVQ p+8(FP), SI; \
	MOVQ n+16(FP), BX; \
	MOVQ rows+24(FP), DX; \
	SHLQ $LOG, BX; \
row: \
	TESTQ DX, DX; \
	JZ done; \
	LEAQ -64(SI)(BX*1), R9; \
	KXORQ K1, K1, K1; \
	VMOVDQU64 (SI), Z0; \
	VMOVDQA64 Z0, Z1; \
	VMOVDQA64 Z0, Z2; \
	VMOVDQA64 Z0, Z3; \
	MOVQ BX, CX; \
	SHRQ $8, CX; \
	JZ rest; \
loop: \
	FOUR; \
	ADDQ $256, SI; \
	DECQ CX; \
	JNZ loop; \
rest: \
	CMPQ SI, R9; \
	JCC last; \
	ONE(SI); \
	ADDQ $64, SI; \
	JMP rest; \
last: \
	ONE(R9); \
	LEAQ 64(R9), SI; \
	JOIN(Z1, Z0); \
	JOIN(Z3, Z2); \
	JOIN(Z2, Z0); \
	VEXTRACTI64X4 $1, Z0, Y1; \
	JOIN(Y1, Y0); \
	VEXTRACTI128 $1, Y0, X1; \
	JOIN(X1, X0); \
	LAST; \
	DECQ DX; \
	JMP row; \
done: \
	VZEROUPPER; \
	RET

#define ROWS256(LOG, FOUR, ONE, JOIN, JOINX, LAST) \
	MOVQ out+0(FP), DI; \
	MOVQ p+8(FP), SI; \
	MOVQ n+16(FP), BX; \
	MOVQ rows+24(FP), DX; \
	SHLQ $LOG, BX; \
row: \
	TESTQ DX, DX; \
	JZ done; \
	LEAQ -32(SI)(BX*1), R9; \
	VPXOR Y9, Y9, Y9; \
	VMOVDQU (SI), Y0; \
	VMOVDQA Y0, Y1; \
	VMOVDQA Y0, Y2; \
	VMOVDQA Y0, Y3; \
	MOVQ BX, CX; \
	SHRQ $7, CX; \
	JZ rest; \
loop: \
	FOUR; \
	ADDQ $128, SI; \
	DECQ CX; \
	JNZ loop; \
rest: \
	CMPQ SI, R9; \
	JCC last; \
	ONE(SI); \
	ADDQ $32, SI; \
	JMP rest; \
last: \
	ONE(R9); \
	LEAQ 32(R9), SI; \
	JOIN(Y1, Y0); \
	JOIN(Y3, Y2); \
	JOIN(Y2, Y0); \
	VEXTRACTI128 $1, Y0, X1; \
	JOINX(X1, X0); \
	LAST; \
	DECQ DX; \
	JMP row; \
done: \
	VZEROUPPER; \
	RET

// Integers: one instruction joins. For those of 64 bits AVX2 has none.

#define FOUROP(OP, a, b, c, d, step) OP (SI), a, a; OP step(SI), b, b; OP 2*step(SI), c, c; OP 3*step(SI), d, d

// HALVES folds the elements of X0 by way of X1, down to size bytes.
#define HALVES64(JOIN) VPSHUFD $0x4E, X0, X1; JOIN(X1, X0)
#define HALVES32(JOIN) HALVES64(JOIN); VPSHUFD $0xB1, X0, X1; JOIN(X1, X0)
#define HALVES16(JOIN) HALVES32(JOIN); VPSRLD $16, X0, X1; JOIN(X1, X0)
#define HALVES8(JOIN) HALVES16(JOIN); VPSRLW $8, X0, X1; JOIN(X1, X0)


#define JVPMINSB(b, a) VPMINSB b, a, a
#define ONEVPMINSB512(p) VPMINSB (p), Z0, Z0
#define ONEVPMINSB256(p) VPMINSB (p), Y0, Y0
#define ENDVPMINSB HALVES8(JVPMINSB); VPEXTRB $0, X0, (DI); ADDQ $1, DI
#define FVPMINSB512 FOUROP(VPMINSB, Z0, Z1, Z2, Z3, 64)
#define FVPMINSB256 FOUROP(VPMINSB, Y0, Y1, Y2, Y3, 32)

// func minInt8512(out, p unsafe.Pointer, n, rows int)
TEXT ·minInt8512(SB), NOSPLIT, $0-32
	ROWS512(0, FVPMINSB512, ONEVPMINSB512, JVPMINSB, ENDVPMINSB)

// func minInt8256(out, p unsafe.Pointer, n, rows int)
TEXT ·minInt8256(SB), NOSPLIT, $0-32
	ROWS256(0, FVPMINSB256, ONEVPMINSB256, JVPMINSB, JVPMINSB, ENDVPMINSB)

#define JVPMAXSB(b, a) VPMAXSB b, a, a
#define ONEVPMAXSB512(p) VPMAXSB (p), Z0, Z0
#define ONEVPMAXSB256(p) VPMAXSB (p), Y0, Y0
#define ENDVPMAXSB HALVES8(JVPMAXSB); VPEXTRB $0, X0, (DI); ADDQ $1, DI
#define FVPMAXSB512 FOUROP(VPMAXSB, Z0, Z1, Z2, Z3, 64)
#define FVPMAXSB256 FOUROP(VPMAXSB, Y0, Y1, Y2, Y3, 32)

// func maxInt8512(out, p unsafe.Pointer, n, rows int)
TEXT ·maxInt8512(SB), NOSPLIT, $0-32
	ROWS512(0, FVPMAXSB512, ONEVPMAXSB512, JVPMAXSB, ENDVPMAXSB)

// func maxInt8256(out, p unsafe.Pointer, n, rows int)
TEXT ·maxInt8256(SB), NOSPLIT, $0-32
	ROWS256(0, FVPMAXSB256, ONEVPMAXSB256, JVPMAXSB, JVPMAXSB, ENDVPMAXSB)

#define JVPMINSW(b, a) VPMINSW b, a, a
#define ONEVPMINSW512(p) VPMINSW (p), Z0, Z0
#define ONEVPMINSW256(p) VPMINSW (p), Y0, Y0
#define ENDVPMINSW HALVES16(JVPMINSW); VPEXTRW $0, X0, (DI); ADDQ $2, DI
#define FVPMINSW512 FOUROP(VPMINSW, Z0, Z1, Z2, Z3, 64)
#define FVPMINSW256 FOUROP(VPMINSW, Y0, Y1, Y2, Y3, 32)

// func minInt16512(out, p unsafe.Pointer, n, rows int)
TEXT ·minInt16512(SB), NOSPLIT, $0-32
	ROWS512(1, FVPMINSW512, ONEVPMINSW512, JVPMINSW, ENDVPMINSW)

// func minInt16256(out, p unsafe.Pointer, n, rows int)
TEXT ·minInt16256(SB), NOSPLIT, $0-32
	ROWS256(1, FVPMINSW256, ONEVPMINSW256, JVPMINSW, JVPMINSW, ENDVPMINSW)

#define JVPMAXSW(b, a) VPMAXSW b, a, a
#define ONEVPMAXSW512(p) VPMAXSW (p), Z0, Z0
#define ONEVPMAXSW256(p) VPMAXSW (p), Y0, Y0
#define ENDVPMAXSW HALVES16(JVPMAXSW); VPEXTRW $0, X0, (DI); ADDQ $2, DI
#define FVPMAXSW512 FOUROP(VPMAXSW, Z0, Z1, Z2, Z3, 64)
#define FVPMAXSW256 FOUROP(VPMAXSW, Y0, Y1, Y2, Y3, 32)

// func maxInt16512(out, p unsafe.Pointer, n, rows int)
TEXT ·maxInt16512(SB), NOSPLIT, $0-32
	ROWS512(1, FVPMAXSW512, ONEVPMAXSW512, JVPMAXSW, ENDVPMAXSW)

// func maxInt16256(out, p unsafe.Pointer, n, rows int)
TEXT ·maxInt16256(SB), NOSPLIT, $0-32
	ROWS256(1, FVPMAXSW256, ONEVPMAXSW256, JVPMAXSW, JVPMAXSW, ENDVPMAXSW)

#define JVPMINSD(b, a) VPMINSD b, a, a
#define ONEVPMINSD512(p) VPMINSD (p), Z0, Z0
#define ONEVPMINSD256(p) VPMINSD (p), Y0, Y0
#define ENDVPMINSD HALVES32(JVPMINSD); VMOVD X0, (DI); ADDQ $4, DI
#define FVPMINSD512 FOUROP(VPMINSD, Z0, Z1, Z2, Z3, 64)
#define FVPMINSD256 FOUROP(VPMINSD, Y0, Y1, Y2, Y3, 32)

// func minInt32512(out, p unsafe.Pointer, n, rows int)
TEXT ·minInt32512(SB), NOSPLIT, $0-32
	ROWS512(2, FVPMINSD512, ONEVPMINSD512, JVPMINSD, ENDVPMINSD)

// func minInt32256(out, p unsafe.Pointer, n, rows int)
TEXT ·minInt32256(SB), NOSPLIT, $0-32
	ROWS256(2, FVPMINSD256, ONEVPMINSD256, JVPMINSD, JVPMINSD, ENDVPMINSD)

#define JVPMAXSD(b, a) VPMAXSD b, a, a
#define ONEVPMAXSD512(p) VPMAXSD (p), Z0, Z0
#define ONEVPMAXSD256(p) VPMAXSD (p), Y0, Y0
#define ENDVPMAXSD HALVES32(JVPMAXSD); VMOVD X0, (DI); ADDQ $4, DI
#define FVPMAXSD512 FOUROP(VPMAXSD, Z0, Z1, Z2, Z3, 64)
#define FVPMAXSD256 FOUROP(VPMAXSD, Y0, Y1, Y2, Y3, 32)

// func maxInt32512(out, p unsafe.Pointer, n, rows int)
TEXT ·maxInt32512(SB), NOSPLIT, $0-32
	ROWS512(2, FVPMAXSD512, ONEVPMAXSD512, JVPMAXSD, ENDVPMAXSD)

// func maxInt32256(out, p unsafe.Pointer, n, rows int)
TEXT ·maxInt32256(SB), NOSPLIT, $0-32
	ROWS256(2, FVPMAXSD256, ONEVPMAXSD256, JVPMAXSD, JVPMAXSD, ENDVPMAXSD)

#define JVPMINSQ(b, a) VPMINSQ b, a, a
#define ONEVPMINSQ512(p) VPMINSQ (p), Z0, Z0
#define ENDVPMINSQ HALVES64(JVPMINSQ); VMOVQ X0, (DI); ADDQ $8, DI
#define FVPMINSQ512 FOUROP(VPMINSQ, Z0, Z1, Z2, Z3, 64)

// func minInt64512(out, p unsafe.Pointer, n, rows int)
TEXT ·minInt64512(SB), NOSPLIT, $0-32
	ROWS512(3, FVPMINSQ512, ONEVPMINSQ512, JVPMINSQ, ENDVPMINSQ)

#define JVPMAXSQ(b, a) VPMAXSQ b, a, a
#define ONEVPMAXSQ512(p) VPMAXSQ (p), Z0, Z0
#define ENDVPMAXSQ HALVES64(JVPMAXSQ); VMOVQ X0, (DI); ADDQ $8, DI
#define FVPMAXSQ512 FOUROP(VPMAXSQ, Z0, Z1, Z2, Z3, 64)

// func maxInt64512(out, p unsafe.Pointer, n, rows int)
TEXT ·maxInt64512(SB), NOSPLIT, $0-32
	ROWS512(3, FVPMAXSQ512, ONEVPMAXSQ512, JVPMAXSQ, ENDVPMAXSQ)

#define JVPMINUB(b, a) VPMINUB b, a, a
#define ONEVPMINUB512(p) VPMINUB (p), Z0, Z0
#define ONEVPMINUB256(p) VPMINUB (p), Y0, Y0
#define ENDVPMINUB HALVES8(JVPMINUB); VPEXTRB $0, X0, (DI); ADDQ $1, DI
#define FVPMINUB512 FOUROP(VPMINUB, Z0, Z1, Z2, Z3, 64)
#define FVPMINUB256 FOUROP(VPMINUB, Y0, Y1, Y2, Y3, 32)

// func minUint8512(out, p unsafe.Pointer, n, rows int)
TEXT ·minUint8512(SB), NOSPLIT, $0-32
	ROWS512(0, FVPMINUB512, ONEVPMINUB512, JVPMINUB, ENDVPMINUB)

// func minUint8256(out, p unsafe.Pointer, n, rows int)
TEXT ·minUint8256(SB), NOSPLIT, $0-32
	ROWS256(0, FVPMINUB256, ONEVPMINUB256, JVPMINUB, JVPMINUB, ENDVPMINUB)

#define JVPMAXUB(b, a) VPMAXUB b, a, a
#define ONEVPMAXUB512(p) VPMAXUB (p), Z0, Z0
#define ONEVPMAXUB256(p) VPMAXUB (p), Y0, Y0
#define ENDVPMAXUB HALVES8(JVPMAXUB); VPEXTRB $0, X0, (DI); ADDQ $1, DI
#define FVPMAXUB512 FOUROP(VPMAXUB, Z0, Z1, Z2, Z3, 64)
#define FVPMAXUB256 FOUROP(VPMAXUB, Y0, Y1, Y2, Y3, 32)

// func maxUint8512(out, p unsafe.Pointer, n, rows int)
TEXT ·maxUint8512(SB), NOSPLIT, $0-32
	ROWS512(0, FVPMAXUB512, ONEVPMAXUB512, JVPMAXUB, ENDVPMAXUB)

// func maxUint8256(out, p unsafe.Pointer, n, rows int)
TEXT ·maxUint8256(SB), NOSPLIT, $0-32
	ROWS256(0, FVPMAXUB256, ONEVPMAXUB256, JVPMAXUB, JVPMAXUB, ENDVPMAXUB)

#define JVPMINUW(b, a) VPMINUW b, a, a
#define ONEVPMINUW512(p) VPMINUW (p), Z0, Z0
#define ONEVPMINUW256(p) VPMINUW (p), Y0, Y0
#define ENDVPMINUW HALVES16(JVPMINUW); VPEXTRW $0, X0, (DI); ADDQ $2, DI
#define FVPMINUW512 FOUROP(VPMINUW, Z0, Z1, Z2, Z3, 64)
#define FVPMINUW256 FOUROP(VPMINUW, Y0, Y1, Y2, Y3, 32)

// func minUint16512(out, p unsafe.Pointer, n, rows int)
TEXT ·minUint16512(SB), NOSPLIT, $0-32
	ROWS512(1, FVPMINUW512, ONEVPMINUW512, JVPMINUW, ENDVPMINUW)

// func minUint16256(out, p unsafe.Pointer, n, rows int)
TEXT ·minUint16256(SB), NOSPLIT, $0-32
	ROWS256(1, FVPMINUW256, ONEVPMINUW256, JVPMINUW, JVPMINUW, ENDVPMINUW)

#define JVPMAXUW(b, a) VPMAXUW b, a, a
#define ONEVPMAXUW512(p) VPMAXUW (p), Z0, Z0
#define ONEVPMAXUW256(p) VPMAXUW (p), Y0, Y0
#define ENDVPMAXUW HALVES16(JVPMAXUW); VPEXTRW $0, X0, (DI); ADDQ $2, DI
#define FVPMAXUW512 FOUROP(VPMAXUW, Z0, Z1, Z2, Z3, 64)
#define FVPMAXUW256 FOUROP(VPMAXUW, Y0, Y1, Y2, Y3, 32)

// func maxUint16512(out, p unsafe.Pointer, n, rows int)
TEXT ·maxUint16512(SB), NOSPLIT, $0-32
	ROWS512(1, FVPMAXUW512, ONEVPMAXUW512, JVPMAXUW, ENDVPMAXUW)

// func maxUint16256(out, p unsafe.Pointer, n, rows int)
TEXT ·maxUint16256(SB), NOSPLIT, $0-32
	ROWS256(1, FVPMAXUW256, ONEVPMAXUW256, JVPMAXUW, JVPMAXUW, ENDVPMAXUW)

#define JVPMINUD(b, a) VPMINUD b, a, a
#define ONEVPMINUD512(p) VPMINUD (p), Z0, Z0
#define ONEVPMINUD256(p) VPMINUD (p), Y0, Y0
#define ENDVPMINUD HALVES32(JVPMINUD); VMOVD X0, (DI); ADDQ $4, DI
#define FVPMINUD512 FOUROP(VPMINUD, Z0, Z1, Z2, Z3, 64)
#define FVPMINUD256 FOUROP(VPMINUD, Y0, Y1, Y2, Y3, 32)

// func minUint32512(out, p unsafe.Pointer, n, rows int)
TEXT ·minUint32512(SB), NOSPLIT, $0-32
	ROWS512(2, FVPMINUD512, ONEVPMINUD512, JVPMINUD, ENDVPMINUD)

// func minUint32256(out, p unsafe.Pointer, n, rows int)
TEXT ·minUint32256(SB), NOSPLIT, $0-32
	ROWS256(2, FVPMINUD256, ONEVPMINUD256, JVPMINUD, JVPMINUD, ENDVPMINUD)

#define JVPMAXUD(b, a) VPMAXUD b, a, a
#define ONEVPMAXUD512(p) VPMAXUD (p), Z0, Z0
#define ONEVPMAXUD256(p) VPMAXUD (p), Y0, Y0
#define ENDVPMAXUD HALVES32(JVPMAXUD); VMOVD X0, (DI); ADDQ $4, DI
#define FVPMAXUD512 FOUROP(VPMAXUD, Z0, Z1, Z2, Z3, 64)
#define FVPMAXUD256 FOUROP(VPMAXUD, Y0, Y1, Y2, Y3, 32)

// func maxUint32512(out, p unsafe.Pointer, n, rows int)
TEXT ·maxUint32512(SB), NOSPLIT, $0-32
	ROWS512(2, FVPMAXUD512, ONEVPMAXUD512, JVPMAXUD, ENDVPMAXUD)

// func maxUint32256(out, p unsafe.Pointer, n, rows int)
TEXT ·maxUint32256(SB), NOSPLIT, $0-32
	ROWS256(2, FVPMAXUD256, ONEVPMAXUD256, JVPMAXUD, JVPMAXUD, ENDVPMAXUD)

#define JVPMINUQ(b, a) VPMINUQ b, a, a
#define ONEVPMINUQ512(p) VPMINUQ (p), Z0, Z0
#define ENDVPMINUQ HALVES64(JVPMINUQ); VMOVQ X0, (DI); ADDQ $8, DI
#define FVPMINUQ512 FOUROP(VPMINUQ, Z0, Z1, Z2, Z3, 64)

// func minUint64512(out, p unsafe.Pointer, n, rows int)
TEXT ·minUint64512(SB), NOSPLIT, $0-32
	ROWS512(3, FVPMINUQ512, ONEVPMINUQ512, JVPMINUQ, ENDVPMINUQ)

#define JVPMAXUQ(b, a) VPMAXUQ b, a, a
#define ONEVPMAXUQ512(p) VPMAXUQ (p), Z0, Z0
#define ENDVPMAXUQ HALVES64(JVPMAXUQ); VMOVQ X0, (DI); ADDQ $8, DI
#define FVPMAXUQ512 FOUROP(VPMAXUQ, Z0, Z1, Z2, Z3, 64)

// func maxUint64512(out, p unsafe.Pointer, n, rows int)
TEXT ·maxUint64512(SB), NOSPLIT, $0-32
	ROWS512(3, FVPMAXUQ512, ONEVPMAXUQ512, JVPMAXUQ, ENDVPMAXUQ)

// Floats: NaN elements are looked for beside, in K1 or Y9. VRANGE passes over
// them and knows -0 from +0. VMIN and VMAX give the second of two zeros, so they
// are asked both ways round.

#define FLOAT512(CMP, JOIN) \
	VMOVUPD (SI), Z4; \
	VMOVUPD 64(SI), Z5; \
	VMOVUPD 128(SI), Z6; \
	VMOVUPD 192(SI), Z7; \
	CMP $3, Z5, Z4, K2; \
	CMP $3, Z7, Z6, K3; \
	KORW K2, K1, K1; \
	KORW K3, K1, K1; \
	JOIN(Z4, Z0); \
	JOIN(Z5, Z1); \
	JOIN(Z6, Z2); \
	JOIN(Z7, Z3)

#define FLOAT256(CMP, JOIN) \
	VMOVUPD (SI), Y4; \
	VMOVUPD 32(SI), Y5; \
	CMP $3, Y5, Y4, Y6; \
	VPOR Y6, Y9, Y9; \
	JOIN(Y4, Y0); \
	JOIN(Y5, Y1); \
	VMOVUPD 64(SI), Y4; \
	VMOVUPD 96(SI), Y5; \
	CMP $3, Y5, Y4, Y6; \
	VPOR Y6, Y9, Y9; \
	JOIN(Y4, Y2); \
	JOIN(Y5, Y3)

#define END64(JOIN, TEST) \
	HALVES64(JOIN); \
	TEST; \
	JEQ store; \
	VMOVSD nan<>(SB), X0; \
store: \
	VMOVSD X0, (DI); \
	ADDQ $8, DI

#define END32(JOIN, TEST) \
	HALVES32(JOIN); \
	TEST; \
	JEQ store; \
	VMOVSS nan32<>(SB), X0; \
store: \
	VMOVSS X0, (DI); \
	ADDQ $4, DI

#define TEST512 KORTESTW K1, K1
#define TEST256 VPTEST Y9, Y9

#define RMINPD(b, a) VRANGEPD $4, b, a, a
#define JMINPD(b, a) VMINPD b, a, Y7; VMINPD a, b, a; VORPD Y7, a, a
#define JXMINPD(b, a) VMINPD b, a, X7; VMINPD a, b, a; VORPD X7, a, a
#define FMINPD512 FLOAT512(VCMPPD, RMINPD)
#define FMINPD256 FLOAT256(VCMPPD, JMINPD)
#define ONEMINPD512(p) VMOVUPD (p), Z4; VCMPPD $3, Z4, Z4, K2; KORW K2, K1, K1; RMINPD(Z4, Z0)
#define ONEMINPD256(p) VMOVUPD (p), Y4; VCMPPD $3, Y4, Y4, Y6; VPOR Y6, Y9, Y9; JMINPD(Y4, Y0)
#define EMINPD512 END64(RMINPD, TEST512)
#define EMINPD256 END64(JXMINPD, TEST256)

// func minFloat64512(out, p unsafe.Pointer, n, rows int)
TEXT ·minFloat64512(SB), NOSPLIT, $0-32
	ROWS512(3, FMINPD512, ONEMINPD512, RMINPD, EMINPD512)

// func minFloat64256(out, p unsafe.Pointer, n, rows int)
TEXT ·minFloat64256(SB), NOSPLIT, $0-32
	ROWS256(3, FMINPD256, ONEMINPD256, JMINPD, JXMINPD, EMINPD256)

#define RMAXPD(b, a) VRANGEPD $5, b, a, a
#define JMAXPD(b, a) VMAXPD b, a, Y7; VMAXPD a, b, a; VANDPD Y7, a, a
#define JXMAXPD(b, a) VMAXPD b, a, X7; VMAXPD a, b, a; VANDPD X7, a, a
#define FMAXPD512 FLOAT512(VCMPPD, RMAXPD)
#define FMAXPD256 FLOAT256(VCMPPD, JMAXPD)
#define ONEMAXPD512(p) VMOVUPD (p), Z4; VCMPPD $3, Z4, Z4, K2; KORW K2, K1, K1; RMAXPD(Z4, Z0)
#define ONEMAXPD256(p) VMOVUPD (p), Y4; VCMPPD $3, Y4, Y4, Y6; VPOR Y6, Y9, Y9; JMAXPD(Y4, Y0)
#define EMAXPD512 END64(RMAXPD, TEST512)
#define EMAXPD256 END64(JXMAXPD, TEST256)

// func maxFloat64512(out, p unsafe.Pointer, n, rows int)
TEXT ·maxFloat64512(SB), NOSPLIT, $0-32
	ROWS512(3, FMAXPD512, ONEMAXPD512, RMAXPD, EMAXPD512)

// func maxFloat64256(out, p unsafe.Pointer, n, rows int)
TEXT ·maxFloat64256(SB), NOSPLIT, $0-32
	ROWS256(3, FMAXPD256, ONEMAXPD256, JMAXPD, JXMAXPD, EMAXPD256)

#define RMINPS(b, a) VRANGEPS $4, b, a, a
#define JMINPS(b, a) VMINPS b, a, Y7; VMINPS a, b, a; VORPD Y7, a, a
#define JXMINPS(b, a) VMINPS b, a, X7; VMINPS a, b, a; VORPD X7, a, a
#define FMINPS512 FLOAT512(VCMPPS, RMINPS)
#define FMINPS256 FLOAT256(VCMPPS, JMINPS)
#define ONEMINPS512(p) VMOVUPD (p), Z4; VCMPPS $3, Z4, Z4, K2; KORW K2, K1, K1; RMINPS(Z4, Z0)
#define ONEMINPS256(p) VMOVUPD (p), Y4; VCMPPS $3, Y4, Y4, Y6; VPOR Y6, Y9, Y9; JMINPS(Y4, Y0)
#define EMINPS512 END32(RMINPS, TEST512)
#define EMINPS256 END32(JXMINPS, TEST256)

// func minFloat32512(out, p unsafe.Pointer, n, rows int)
TEXT ·minFloat32512(SB), NOSPLIT, $0-32
	ROWS512(2, FMINPS512, ONEMINPS512, RMINPS, EMINPS512)

// func minFloat32256(out, p unsafe.Pointer, n, rows int)
TEXT ·minFloat32256(SB), NOSPLIT, $0-32
	ROWS256(2, FMINPS256, ONEMINPS256, JMINPS, JXMINPS, EMINPS256)

#define RMAXPS(b, a) VRANGEPS $5, b, a, a
#define JMAXPS(b, a) VMAXPS b, a, Y7; VMAXPS a, b, a; VANDPD Y7, a, a
#define JXMAXPS(b, a) VMAXPS b, a, X7; VMAXPS a, b, a; VANDPD X7, a, a
#define FMAXPS512 FLOAT512(VCMPPS, RMAXPS)
#define FMAXPS256 FLOAT256(VCMPPS, JMAXPS)
#define ONEMAXPS512(p) VMOVUPD (p), Z4; VCMPPS $3, Z4, Z4, K2; KORW K2, K1, K1; RMAXPS(Z4, Z0)
#define ONEMAXPS256(p) VMOVUPD (p), Y4; VCMPPS $3, Y4, Y4, Y6; VPOR Y6, Y9, Y9; JMAXPS(Y4, Y0)
#define EMAXPS512 END32(RMAXPS, TEST512)
#define EMAXPS256 END32(JXMAXPS, TEST256)

// func maxFloat32512(out, p unsafe.Pointer, n, rows int)
TEXT ·maxFloat32512(SB), NOSPLIT, $0-32
	ROWS512(2, FMAXPS512, ONEMAXPS512, RMAXPS, EMAXPS512)

// func maxFloat32256(out, p unsafe.Pointer, n, rows int)
TEXT ·maxFloat32256(SB), NOSPLIT, $0-32
	ROWS256(2, FMAXPS256, ONEMAXPS256, JMAXPS, JXMAXPS, EMAXPS256)
