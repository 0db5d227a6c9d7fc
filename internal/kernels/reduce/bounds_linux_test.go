package reduce

import (
	"syscall"
	"testing"
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/ops"
)

// An arena is memory between pages that cannot be touched, so that an access outside an
// operand is a fault, whatever it does to the result.
type arena []byte

func newArena(t *testing.T) arena {
	const size = 1 << 20
	page := syscall.Getpagesize()
	mem, err := syscall.Mmap(-1, 0, size+2*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { syscall.Munmap(mem) })
	for _, guard := range [][]byte{mem[:page], mem[page+size:]} {
		if err := syscall.Mprotect(guard, syscall.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	return arena(mem[page : page+size])
}

// at places an operand of n bytes at one end.
func (a arena) at(n int, high bool) unsafe.Pointer {
	if high {
		return unsafe.Pointer(&a[len(a)-n])
	}
	return unsafe.Pointer(&a[0])
}

// bounds runs f for all instruction sets and both ends of memory.
func bounds(t *testing.T, f func(a, b, c arena, high bool)) {
	a, b, c := newArena(t), newArena(t), newArena(t)
	sets(t, func(string) {
		for _, high := range []bool{false, true} {
			f(a, b, c, high)
		}
	})
}

// lengths are those around vectors and blocks.
func lengths() (ns []int) {
	for n := 1; n <= 140; n++ {
		ns = append(ns, n)
	}
	return append(ns, 255, 1000, LeafSize-1, LeafSize)
}

func TestSumBounds(t *testing.T) {
	add := For(ops.Add, dtype.Float64)
	bounds(t, func(a, b, c arena, high bool) {
		for _, n := range lengths() {
			for _, rows := range []int{1, 3} {
				for _, f := range []Form{None, Diff, Dev, Dot, Wide} {
					size, ys, ystep := f.Size(), n*rows*8, n*8
					if f == Dev {
						ys, ystep = rows*8, 8
					}
					SumRows(f, c.at(8*rows, high), a.at(n*rows*size, high), b.at(ys, high), n, rows, n*size, ystep)
				}
				add.Rows(c.at(8*rows, high), a.at(n*rows*8, high), n, rows)
			}
			state := c.at(8*Lanes, high)
			add.Start(state)
			add.Add(state, a.at(8*n, high), n)
			add.End(b.at(8, high), state)
		}
	})
}

func TestColumnBounds(t *testing.T) {
	bounds(t, func(a, b, c arena, high bool) {
		acc := newArena(t)
		for cols := 1; cols <= 70; cols++ {
			for _, rows := range []int{1, 2, 5, 31, 32, 33, 100} {
				for _, stride := range []int{8 * cols, 8*cols + 24} {
					for _, f := range []Form{None, Dev} {
						for _, near := range []bool{false, true} {
							SumColumns(f, c.at(8*cols, high), acc.at(8*cols*ColumnRows, high), a.at((rows-1)*stride+8*cols, high), b.at(8*cols, high), cols, rows, stride, near)
						}
						AddColumns(f, c.at(8*cols, high), a.at((rows-1)*stride+8*cols, high), b.at(8*cols, high), cols, rows, stride, rows%2)
					}
				}
			}
		}
	})
}

func TestExtremeBounds(t *testing.T) {
	bounds(t, func(a, b, c arena, high bool) {
		for k := dtype.Bool; k <= dtype.Float64; k++ {
			for _, join := range []ops.Op{ops.Minimum, ops.Maximum, ops.And, ops.Or} {
				kernel, size := For(join, k), int(k.Size())
				if kernel == nil {
					continue
				}
				for _, n := range lengths() {
					kernel.Rows(c.at(3*size, high), a.at(3*n*size, high), n, 3)
					state := b.at(8*StateWords, high)
					kernel.Start(state)
					kernel.Add(state, a.at(n*size, high), n)
					kernel.End(c.at(size, high), state)
				}
			}
		}
	})
}

func TestPlaceBounds(t *testing.T) {
	bounds(t, func(a, b, c arena, high bool) {
		for k := dtype.Bool; k <= dtype.Float64; k++ {
			for _, op := range []ops.Op{ops.Minimum, ops.Maximum} {
				size := int(k.Size())
				p := NewPlaces(op, k, 140)
				if p == nil {
					continue
				}
				for cols := 1; cols <= 140; cols++ {
					for _, stride := range []int{cols * size, (cols + 3) * size} {
						p.Start(c.at(8*cols, high), cols)
						p.Add(a.at(2*stride+cols*size, high), 3, stride)
						p.Add(b.at(cols*size, high), 1, stride)
						p.End()
					}
				}
			}
		}
	})
}

func TestViewBounds(t *testing.T) {
	bounds(t, func(a, b, c arena, high bool) {
		for _, size := range []int{4, 8} {
			// Quads: rows that follow one another, and the gap between them.
			for _, near := range []int{1, -1, 2, -3} {
				for rows := 4; rows <= 36; rows += 4 {
					for stripes := 1; stripes <= 3; stripes++ {
						width := (max(near, -near)*(8*stripes-1) + 1) * size
						table := make([]int, rows)
						for i := range table {
							table[i] = i * width
							if near < 0 {
								table[i] += width - size
							}
						}
						src, squares := a.at(rows*width, high), (rows+7)/8
						q := Quads{Size: size, Near: near * size, Column: 64, Stripe: squares * SquareBytes, Even: 32, Odd: SquareBytes - 32}
						if rows%8 == 0 {
							q.Put(b.at(stripes*q.Stripe, high), src, table, stripes)
						}
						q.Column, q.Stripe, q.Even, q.Odd = 8*rows, 64*rows, 32, 32
						q.Put(b.at(stripes*q.Stripe, high), src, table, stripes)
					}
				}
			}
			// Runs, and blocks of them.
			for stride := -4; stride <= 5; stride++ {
				for _, n := range lengths()[:140] {
					width := (max(stride, -stride)*(n-1) + 1) * size
					table := []int{0, width, 2 * width}
					first := 0
					if stride < 0 {
						first = width - size
					}
					src := unsafe.Add(a.at(3*width, high), first)
					TakeRuns(b.at(3*8*n, high), src, table, n, stride*size, size)
					if n%Lanes == 0 && Strided(stride, size) {
						lanes := c.at(8*Lanes, high)
						AddStrided(lanes, unsafe.Add(a.at(width, high), first), n, stride*size, size)
					}
				}
			}
		}
		for _, rows := range []int{1, 7, 8, 9, 31, 32, 33, 40, 63, 200, 4095, 4097, 9000} {
			l := NewLeaf(func(float64) {})
			l.AddColumns(a.at((rows+7)/8*SquareBytes, high), rows, 8)
			l.Flush()
			addSquares(c.at(16*Lanes, high), a.at((rows+7)/8*SquareBytes, high), Lanes-1, rows, 8)
		}
	})
}
