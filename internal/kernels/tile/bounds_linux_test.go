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
	page := syscall.Getpagesize()
	arena := func() []byte {
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
	src, dst := arena(), arena()
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
