//go:build amd64 && !purego

package tile

import (
	"syscall"
	"testing"
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/ops"
)

// TestBounds puts operands right before and right behind pages that cannot be
// touched, so that an access outside an operand is a fault, whatever it does to
// the result.
func TestBounds(t *testing.T) {
	const size = 1 << 16
	src, dst := arena(t, size), arena(t, size)
	isas(t, func(t *testing.T) {
		for _, k := range kinds {
			for _, stride := range []int{1, -1, 2, 3, 4, 5, -2} {
				for _, high := range []bool{false, true} {
					c := &code{}
					x := c.load(k, prog.ClassOf(stride))
					if k != dtype.Bool {
						x = c.op(ops.Add, x, c.load(k, prog.Unit))
					}
					c.store(x, prog.ClassOf(stride))
					p, ok := Compile(c.instrs, c.slots)
					if !ok {
						t.Fatal("does not compile")
					}
					w := int(k.Size())
					place := func(mem []byte, stride, n int) prog.Operand {
						span := (max(stride, -stride)*(n-1) + 1) * w
						first := 0
						if high {
							first = len(mem) - span
						}
						if stride < 0 {
							first += span - w
						}
						return prog.Operand{Ptr: unsafe.Pointer(&mem[first]), Stride: stride * w}
					}
					for _, n := range lengths(k) {
						if n == 0 {
							continue
						}
						f := p.Frame()
						for i := range f.Slots {
							switch {
							case c.slots[i].Write:
								f.Slots[i] = place(dst, stride, n)
							case i == 0:
								f.Slots[i] = place(src, stride, n)
							default:
								f.Slots[i] = place(src, 1, n)
							}
						}
						p.Run(f, n)
						p.Release(f)
					}
				}
			}
		}
	})
}

// arena returns memory between pages that cannot be touched.
func arena(t *testing.T, size int) []byte {
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
	return mem[page : page+size]
}

// TestRowBounds does the same for rows and groups of them: an operand whose rows
// follow one another, one that is the same in each row, and one with an element a row.
func TestRowBounds(t *testing.T) {
	const size = 1 << 17
	a, b, u, dst := arena(t, size), arena(t, size), arena(t, size), arena(t, size)
	isas(t, func(t *testing.T) {
		rowBounds(t, a, b, u, dst, "abu", func(c *code, x ...int) int { return c.op(ops.Add, c.op(ops.Mul, x[0], x[1]), x[2]) })
		// Programs with loops of their own.
		rowBounds(t, a, b, u, dst, "ab", func(c *code, x ...int) int { return c.op(ops.Mul, x...) })
		rowBounds(t, a, b, u, dst, "ba", func(c *code, x ...int) int { return c.op(ops.Div, x...) })
		rowBounds(t, a, b, u, dst, "au", func(c *code, x ...int) int { return c.op(ops.Sub, x...) })
		rowBounds(t, a, b, u, dst, "ua", func(c *code, x ...int) int { return c.op(ops.Sub, x...) })
		for _, operands := range []string{"abb", "aub", "abu", "auu"} {
			rowBounds(t, a, b, u, dst, operands, func(c *code, x ...int) int { return c.op(ops.Div, c.op(ops.Sub, x[0], x[1]), x[2]) })
		}
	})
}

// rowBounds runs an expression over operands that are named as the memory they are in:
// a has rows that follow one another, b is the same in each row, u has an element a row.
func rowBounds(t *testing.T, a, b, u, dst []byte, operands string, expr func(c *code, x ...int) int) {
	const w = 8
	c := &code{}
	var x []int
	for _, name := range operands {
		class := prog.Unit
		if name == 'u' {
			class = prog.Zero
		}
		x = append(x, c.load(dtype.Float64, class))
	}
	c.store(expr(c, x...), prog.Unit)
	p, ok := Compile(c.instrs, c.slots)
	if !ok {
		t.Fatal("does not compile")
	}
	// frame places operands of so many elements at one end of their memory.
	frame := func(high bool, long, row, rows int) *prog.Frame {
		f := p.Frame()
		for k, name := range operands + "d" {
			mem, n, stride := dst, long, w
			switch name {
			case 'a':
				mem = a
			case 'b':
				mem, n = b, row
			case 'u':
				mem, n, stride = u, rows, 0
			}
			first := 0
			if high {
				first = len(mem) - n*w
			}
			f.Slots[k] = prog.Operand{Ptr: unsafe.Pointer(&mem[first]), Stride: stride}
		}
		return f
	}
	// moves are how far the operands move where those whose rows follow one another
	// move by long elements, and those with an element a row by rows.
	moves := func(long, rows int) (m []int) {
		for _, name := range operands + "d" {
			m = append(m, map[rune]int{'a': long, 'b': 0, 'u': rows, 'd': long}[name]*w)
		}
		return m
	}
	for _, high := range []bool{false, true} {
		for n := 1; n <= 140; n++ {
			for _, rows := range []int{1, 2, 3, 9} {
				f := frame(high, n*rows, n, rows)
				p.RunRows(f, n, rows, moves(n, 1))
				p.Release(f)
				for _, rest := range []int{0, 1, 64} {
					group := n*rows + rest
					g := &prog.Groups{N: n, Last: n + rest, Rows: rows, Count: 4, Steps: moves(n, 1), Jumps: moves(group, rows)}
					f := frame(high, 4*group, n+rest, 4*rows)
					p.(*program).RunGroups(f, g)
					p.Release(f)
				}
			}
		}
	}
}

// TestLongStrides has strides that do not fit what gathers take.
func TestLongStrides(t *testing.T) {
	const n = 9
	for _, stride := range []int{1<<26 - 8, 1 << 26, 1<<26 + 8, 1<<27 + 64} {
		mem, err := syscall.Mmap(-1, 0, stride*n, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE|syscall.MAP_NORESERVE)
		if err != nil {
			t.Skipf("the system lends no such address space: %v", err)
		}
		isas(t, func(t *testing.T) {
			for _, sign := range []int{1, -1} {
				c := &code{}
				c.store(c.load(dtype.Float32, prog.Strided), prog.Unit)
				p, _ := Compile(c.instrs, c.slots)
				first := 0
				if sign < 0 {
					first = (n - 1) * stride
				}
				var y [n]float32
				for i := range n {
					*(*float32)(unsafe.Pointer(&mem[first+i*sign*stride])) = float32(i)
				}
				f := p.Frame()
				f.Slots[0] = prog.Operand{Ptr: unsafe.Pointer(&mem[first]), Stride: sign * stride}
				f.Slots[1] = prog.Operand{Ptr: unsafe.Pointer(&y), Stride: 4}
				p.Run(f, n)
				p.Release(f)
				for i, v := range y {
					if v != float32(i) {
						t.Fatalf("stride %d: element %d is %v", sign*stride, i, v)
					}
				}
			}
		})
		syscall.Munmap(mem)
	}
}
