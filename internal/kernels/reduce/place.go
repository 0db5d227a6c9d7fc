package reduce

import (
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/ops"
)

// Places finds, for each of some columns, the row of the least or the greatest
// element, the first of equal ones. -0 and +0 are equal, and the first NaN is
// both the least and the greatest.
//
// Elements are flipped, by exclusive or, so that it is always the least one that
// is looked for, of floats or of signed integers. Rows are numbered in integers of
// the size of an element, block by block as far as these go.
type Places struct {
	placer
	kind dtype.Kind
	flip uint64
	most int // rows in a block

	out, all    unsafe.Pointer // the places, and what is there
	best, place unsafe.Pointer // of the block
	cols        int
	row, in     int // rows before the block, and in it
}

// A placer is what Places does to elements of some kind.
type placer struct {
	// columns goes over rows of a block, 1 or more, that are stride bytes apart;
	// from is the number of the first.
	columns placeFunc
	// join joins a block, in which the rows are numbered from row on.
	join func(out, all, best, place unsafe.Pointer, cols, row int)
}

// NewPlaces returns what finds the places of what join, Minimum or Maximum,
// gives, in cols columns at most.
func NewPlaces(join ops.Op, k dtype.Kind, cols int) *Places {
	size := int(k.Size())
	p := &Places{placer: placers[k], kind: k, most: 1 << min(8*size, 30)}
	if sign := uint64(1) << (8*size - 1); dtype.Floats.Has(k) {
		if join == ops.Maximum {
			p.flip = sign
		}
	} else {
		if !dtype.Signed.Has(k) {
			p.flip = sign
		}
		if join == ops.Maximum {
			p.flip = ^p.flip
		}
	}
	block := func() unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(make([]uint64, (cols*size+7)/8))) }
	p.all, p.best, p.place = block(), block(), block()
	return p
}

// PlacesPay reports whether columns are many enough for vectors.
func PlacesPay(k dtype.Kind, cols int) bool { return placeColumns(k, cols) != nil }

// Start begins columns anew. The places, of type int, will be at out.
func (p *Places) Start(out unsafe.Pointer, cols int) { p.out, p.cols, p.row, p.in = out, cols, 0, 0 }

// Add takes the next rows, which are stride bytes apart.
func (p *Places) Add(x unsafe.Pointer, rows, stride int) {
	f := placeColumns(p.kind, p.cols)
	if f == nil {
		f = p.columns
	}
	for done := 0; done < rows; {
		if p.in == p.most {
			p.block()
		}
		n := min(rows-done, p.most-p.in)
		f(p.best, p.place, unsafe.Add(x, done*stride), unsafe.Pointer(&p.flip), p.cols, n, stride, p.in)
		p.in += n
		done += n
	}
}

// End sets the places. There has been a row.
func (p *Places) End() {
	p.block()
	p.out = nil
}

func (p *Places) block() {
	p.join(p.out, p.all, p.best, p.place, p.cols, p.row)
	p.row += p.in
	p.in = 0
}

var placers = [dtype.NumKinds]placer{
	dtype.Bool: placerOf[int8, uint8](),
	dtype.Int8: placerOf[int8, uint8](), dtype.Int16: placerOf[int16, uint16](),
	dtype.Int32: placerOf[int32, uint32](), dtype.Int64: placerOf[int64, uint64](),
	dtype.Uint8: placerOf[int8, uint8](), dtype.Uint16: placerOf[int16, uint16](),
	dtype.Uint32: placerOf[int32, uint32](), dtype.Uint64: placerOf[int64, uint64](),
	dtype.Float32: placerOf[float32, uint32](), dtype.Float64: placerOf[float64, uint64](),
}

// placerOf is for elements that are ordered as type T, and have the size of U.
func placerOf[T integer | float32 | float64, U integer]() placer {
	return placer{placesGo[T, U], joinPlaces[T, U]}
}

// placesGo is columns in compiled Go.
func placesGo[T integer | float32 | float64, U integer](best, place, x, flip unsafe.Pointer, cols, rows, stride, from int) {
	b, p := unsafe.Slice((*T)(best), cols), unsafe.Slice((*U)(place), cols)
	bits := U(*(*uint64)(flip))
	for r := range rows {
		for c, u := range unsafe.Slice((*U)(unsafe.Add(x, r*stride)), cols) {
			u ^= bits
			if v := *(*T)(unsafe.Pointer(&u)); from+r == 0 || less(v, b[c]) {
				b[c], p[c] = v, U(from+r)
			}
		}
	}
}

func joinPlaces[T integer | float32 | float64, U integer](out, all, best, place unsafe.Pointer, cols, row int) {
	o, a := unsafe.Slice((*int)(out), cols), unsafe.Slice((*T)(all), cols)
	p := unsafe.Slice((*U)(place), cols)
	for c, v := range unsafe.Slice((*T)(best), cols) {
		if row == 0 || less(v, a[c]) {
			a[c], o[c] = v, row+int(p[c])
		}
	}
}

// less reports whether x is less than y, or is a NaN where y is none.
func less[T integer | float32 | float64](x, y T) bool { return !(x >= y) && y == y }
