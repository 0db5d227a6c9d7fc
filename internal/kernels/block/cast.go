package block

import (
	"github.com/ndgo/nd/internal/dtype"
)

// The conversions. An integer becomes another by wrapping and a float by
// rounding to nearest; a float is truncated and saturates, and a NaN becomes 0;
// to bool means "is not zero"; a complex number loses its imaginary part, but
// for bool, where both parts count.

func (t *table) casts() {
	fromInteger[int8](t, dtype.Int8)
	fromInteger[int16](t, dtype.Int16)
	fromInteger[int32](t, dtype.Int32)
	fromInteger[int64](t, dtype.Int64)
	fromInteger[uint8](t, dtype.Uint8)
	fromInteger[uint16](t, dtype.Uint16)
	fromInteger[uint32](t, dtype.Uint32)
	fromInteger[uint64](t, dtype.Uint64)

	fromFloat[float32, [1]float32](t, dtype.Float32)
	fromFloat[float64, [1]float64](t, dtype.Float64)
	fromFloat[float32, [2]float32](t, dtype.Complex64)
	fromFloat[float64, [2]float64](t, dtype.Complex128)
	t.cast[dtype.Float32][dtype.Bool] = truth[float32]
	t.cast[dtype.Float64][dtype.Bool] = truth[float64]
	t.cast[dtype.Complex64][dtype.Bool] = complexTruth[float32]
	t.cast[dtype.Complex128][dtype.Bool] = complexTruth[float64]

	b := &t.cast[dtype.Bool]
	b[dtype.Bool] = truth[uint8]
	b[dtype.Int8], b[dtype.Uint8] = truth[uint8], truth[uint8]
	b[dtype.Int16], b[dtype.Uint16] = boolTo[uint16], boolTo[uint16]
	b[dtype.Int32], b[dtype.Uint32] = boolTo[uint32], boolTo[uint32]
	b[dtype.Int64], b[dtype.Uint64] = boolTo[uint64], boolTo[uint64]
	b[dtype.Float32], b[dtype.Float64] = boolTo[float32], boolTo[float64]
	b[dtype.Complex64], b[dtype.Complex128] = boolToComplex[float32], boolToComplex[float64]
}

// fromInteger enters the conversions of an integer kind. Signed and unsigned
// targets of one size are the same: wrapping is cutting off bits.
func fromInteger[A integer](t *table, k dtype.Kind) {
	c := &t.cast[k]
	c[dtype.Bool] = truth[A]
	for to := dtype.Int8; to <= dtype.Uint64; to++ {
		switch {
		case to.Size() == k.Size():
			c[to] = same[A]
		case to.Size() == 1:
			c[to] = convert[A, uint8]
		case to.Size() == 2:
			c[to] = convert[A, uint16]
		case to.Size() == 4:
			c[to] = convert[A, uint32]
		case to.Size() == 8:
			c[to] = convert[A, uint64]
		}
	}
	c[dtype.Float32], c[dtype.Float64] = convert[A, float32], convert[A, float64]
	c[dtype.Complex64], c[dtype.Complex128] = toComplex[A, float32], toComplex[A, float64]
}

// A cell is a float, or a complex number, as an array of its parts, the real
// one first: the conversions of both are those of cell[0].
type cell[F float] interface{ [1]F | [2]F }

func fromFloat[F float, E cell[F]](t *table, k dtype.Kind) {
	c := &t.cast[k]
	c[dtype.Int8] = truncate[F, E, int8]
	c[dtype.Int16] = truncate[F, E, int16]
	c[dtype.Int32] = truncate[F, E, int32]
	c[dtype.Int64] = truncate[F, E, int64]
	c[dtype.Uint8] = truncate[F, E, uint8]
	c[dtype.Uint16] = truncate[F, E, uint16]
	c[dtype.Uint32] = truncate[F, E, uint32]
	c[dtype.Uint64] = truncate[F, E, uint64]
	c[dtype.Float32], c[dtype.Float64] = realTo[F, E, float32], realTo[F, E, float64]
	c[dtype.Complex64], c[dtype.Complex128] = partsTo[F, E, float32], partsTo[F, E, float64]
	c[k] = same[E]
}

// convert is Go's own conversion, for pairs of kinds where that is total.
func convert[A integer, B number](dst, a, _, _ ptr, n int) {
	d, x := view[B](dst, n), view[A](a, n)
	for i := range d {
		d[i] = B(x[i])
	}
}

func toComplex[A integer, F float](dst, a, _, _ ptr, n int) {
	d, x := view[[2]F](dst, n), view[A](a, n)
	for i := range d {
		d[i] = [2]F{F(x[i])}
	}
}

func realTo[F float, E cell[F], B float](dst, a, _, _ ptr, n int) {
	d, x := view[B](dst, n), view[E](a, n)
	for i := range d {
		d[i] = B(x[i][0])
	}
}

func partsTo[F float, E cell[F], B float](dst, a, _, _ ptr, n int) {
	d, x := view[[2]B](dst, n), view[E](a, n)
	for i := range d {
		v := x[i]
		im := B(0)
		if len(v) == 2 {
			im = B(v[len(v)-1])
		}
		d[i] = [2]B{B(v[0]), im}
	}
}

// truncate converts only what the integer holds: what Go's conversion makes of
// the rest depends on the machine.
func truncate[F float, E cell[F], I integer](dst, a, _, _ ptr, n int) {
	d, x := view[I](dst, n), view[E](a, n)
	least, most := limits[I]()
	low, beyond := F(least), F(F(most/2+1)*2) // both are powers of two, or 0
	for i := range d {
		r := I(0)
		switch v := x[i][0]; {
		case v >= beyond:
			r = most
		case v < low:
			r = least
		case v == v:
			r = I(v)
		}
		d[i] = r
	}
}

// limits returns the least and the greatest value of I.
func limits[I integer]() (least, most I) {
	if most = ^I(0); most > 0 {
		return 0, most
	}
	for most = 1; most<<1+1 > most; {
		most = most<<1 + 1
	}
	return ^most, most
}

func truth[A number](dst, a, _, _ ptr, n int) {
	d, x := view[bool](dst, n), view[A](a, n)
	for i := range d {
		d[i] = x[i] != 0
	}
}

func complexTruth[F float](dst, a, _, _ ptr, n int) {
	d, x := view[uint8](dst, n), view[[2]F](a, n)
	for i := range d {
		d[i] = notZero(x[i])
	}
}

func boolTo[B number](dst, a, _, _ ptr, n int) {
	d, x := view[B](dst, n), view[uint8](a, n)
	for i := range d {
		d[i] = B(one[uint8](x[i] != 0))
	}
}

func boolToComplex[F float](dst, a, _, _ ptr, n int) {
	d, x := view[[2]F](dst, n), view[uint8](a, n)
	for i := range d {
		d[i] = [2]F{F(one[uint8](x[i] != 0))}
	}
}
