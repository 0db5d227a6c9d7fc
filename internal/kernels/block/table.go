package block

import (
	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/ops"
)

type (
	signed   interface{ int8 | int16 | int32 | int64 }
	unsigned interface {
		uint8 | uint16 | uint32 | uint64
	}
	integer interface{ signed | unsigned }
	float   interface{ float32 | float64 }
	number  interface{ integer | float } // the real numbers
)

func (t *table) ordered() {
	signeds[int8](t, dtype.Int8)
	signeds[int16](t, dtype.Int16)
	signeds[int32](t, dtype.Int32)
	signeds[int64](t, dtype.Int64)
	unsigneds[uint8](t, dtype.Uint8)
	unsigneds[uint16](t, dtype.Uint16)
	unsigneds[uint32](t, dtype.Uint32)
	unsigneds[uint64](t, dtype.Uint64)
}

func (t *table) floats() {
	floats[float32, uint32](t, dtype.Float32)
	floats[float64, uint64](t, dtype.Float64)
}

func (t *table) complexes() {
	complexes[float32, uint32](t, dtype.Complex64)
	complexes[float64, uint64](t, dtype.Complex128)
	t.op[dtype.Complex64][ops.Where] = where[uint64]
	t.op[dtype.Complex128][ops.Where] = where2
}

// numbers enters what is written once for all real kinds.
func numbers[T number](m *row) {
	m[ops.Add] = add[T]
	m[ops.Sub] = sub[T]
	m[ops.Mul] = mul[T]
	m[ops.Square] = square[T]
	m[ops.Minimum] = minimum[T]
	m[ops.Maximum] = maximum[T]
	m[ops.Clip] = clip[T]
	m[ops.Conj] = same[T]
	m[ops.Equal] = equal[T]
	m[ops.NotEqual] = notEqual[T]
	m[ops.Less] = less[T]
	m[ops.LessEqual] = lessEqual[T]
	m[ops.Greater] = greater[T]
	m[ops.GreaterEqual] = greaterEqual[T]
	m[ops.LogicalNot] = logicalNot[T]
	m[ops.LogicalAnd] = logicalAnd[T]
	m[ops.LogicalOr] = logicalOr[T]
	m[ops.LogicalXor] = logicalXor[T]
}

func integers[T integer](m *row) {
	numbers[T](m)
	m[ops.Neg] = neg[T]
	m[ops.Sign] = sign[T]
	m[ops.Reciprocal] = intReciprocal[T]
	m[ops.Div] = intDiv[T]
	m[ops.Rem] = intRem[T]
	m[ops.PowOf] = intPow[T]
	m[ops.FMin] = minimum[T]
	m[ops.FMax] = maximum[T]
	m[ops.Not] = not[T]
	m[ops.And] = and[T]
	m[ops.Or] = or[T]
	m[ops.Xor] = xor[T]
	m[ops.AndNot] = andNot[T]
	m[ops.Shl] = shl[T]
	m[ops.Shr] = shr[T]
}

func signeds[T signed](t *table, k dtype.Kind) {
	m := &t.op[k]
	integers[T](m)
	m[ops.Abs] = intAbs[T]
	m[ops.FloorDiv] = intFloorDiv[T]
	m[ops.Mod] = intMod[T]
	m[ops.Where] = whereOfSize(k.Size())
}

func unsigneds[T unsigned](t *table, k dtype.Kind) {
	m := &t.op[k]
	integers[T](m)
	m[ops.Abs] = same[T]
	m[ops.FloorDiv] = intDiv[T]
	m[ops.Mod] = intRem[T]
	m[ops.Where] = whereOfSize(k.Size())
}

// floats enters the kernels of a float kind; U is the unsigned integer of the
// same size, through which they reach the bits.
func floats[T float, U uint32 | uint64](t *table, k dtype.Kind) {
	m := &t.op[k]
	numbers[T](m)
	m[ops.Neg] = floatNeg[U]
	m[ops.Abs] = floatAbs[U]
	m[ops.Sign] = floatSign[T, U]
	m[ops.Reciprocal] = floatReciprocal[T]
	m[ops.Sqrt] = sqrt[T]
	m[ops.Floor] = floor[T]
	m[ops.Ceil] = ceil[T]
	m[ops.Trunc] = trunc[T]
	m[ops.Round] = round[T]
	m[ops.RoundToEven] = roundToEven[T]
	m[ops.IsNaN] = isNaN[T]
	m[ops.IsInf] = isInf[T]
	m[ops.IsFinite] = isFinite[T]
	m[ops.Signbit] = signbit[U]
	m[ops.Div] = floatDiv[T]
	m[ops.Copysign] = copysign[U]
	m[ops.FMin] = fmin[T]
	m[ops.FMax] = fmax[T]
	m[ops.Lerp] = lerp[T]
	m[ops.Where] = where[U]
}

// complexes enters the kernels of a complex kind with parts of kind T.
func complexes[T float, U uint32 | uint64](t *table, k dtype.Kind) {
	m := &t.op[k]
	m[ops.Add] = func(d, a, b, _ ptr, n int) { add[T](d, a, b, nil, 2*n) }
	m[ops.Sub] = func(d, a, b, _ ptr, n int) { sub[T](d, a, b, nil, 2*n) }
	m[ops.Neg] = func(d, a, _, _ ptr, n int) { floatNeg[U](d, a, nil, nil, 2*n) }
	m[ops.Mul] = complexMul[T]
	m[ops.Square] = func(d, a, _, _ ptr, n int) { complexMul[T](d, a, a, nil, n) }
	m[ops.Conj] = conj[U]
	m[ops.Real] = func(d, a, _, _ ptr, n int) { part[U](d, a, 0, n) }
	m[ops.Imag] = func(d, a, _, _ ptr, n int) { part[U](d, a, 1, n) }
	m[ops.IsNaN] = complexIsNaN[T]
	m[ops.IsInf] = complexIsInf[T]
	m[ops.IsFinite] = complexIsFinite[T]
	m[ops.Equal] = complexEqual[T]
	m[ops.NotEqual] = complexNotEqual[T]
	m[ops.LogicalNot] = complexLogicalNot[T]
	m[ops.LogicalAnd] = complexLogicalAnd[T]
	m[ops.LogicalOr] = complexLogicalOr[T]
	m[ops.LogicalXor] = complexLogicalXor[T]
}

func (t *table) bools() {
	m := &t.op[dtype.Bool]
	m[ops.Not] = logicalNot[uint8]
	m[ops.LogicalNot] = logicalNot[uint8]
	for _, op := range []ops.Op{ops.And, ops.LogicalAnd, ops.Minimum, ops.FMin} {
		m[op] = logicalAnd[uint8]
	}
	for _, op := range []ops.Op{ops.Or, ops.LogicalOr, ops.Maximum, ops.FMax} {
		m[op] = logicalOr[uint8]
	}
	for _, op := range []ops.Op{ops.Xor, ops.LogicalXor, ops.NotEqual} {
		m[op] = logicalXor[uint8]
	}
	m[ops.AndNot] = boolGreater // x and not y is x > y
	m[ops.Equal] = boolEqual
	m[ops.Less] = boolLess
	m[ops.LessEqual] = boolLessEqual
	m[ops.Greater] = boolGreater
	m[ops.GreaterEqual] = boolGreaterEqual
	m[ops.Where] = boolWhere
}
