//go:build amd64 && !purego

package tile

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels/block"
	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/ops"
)

// isas runs a test under each instruction set of the machine.
func isas(t *testing.T, f func(t *testing.T)) {
	for _, name := range []string{"avx512", "avx2"} {
		restore, ok := Force(name)
		if !ok {
			t.Logf("this machine has no %s", name)
			continue
		}
		t.Run(name, f)
		restore()
	}
}

// A code is a program being written.
type code struct {
	instrs []prog.Instr
	slots  []prog.Slot
}

func (c *code) add(in prog.Instr) int {
	c.instrs = append(c.instrs, in)
	return len(c.instrs) - 1
}

func (c *code) slot(k dtype.Kind, class prog.Class, write bool) int {
	c.slots = append(c.slots, prog.Slot{Type: dtype.Basic(k), Class: class, Write: write})
	return len(c.slots) - 1
}

func (c *code) load(k dtype.Kind, class prog.Class) int {
	return c.loadSlot(c.slot(k, class, false))
}

func (c *code) loadSlot(s int) int {
	t := c.slots[s].Type
	return c.add(prog.Instr{Op: ops.Load, Kind: t.Kind, Type: t, Args: [3]int{-1, -1, -1}, Slot: s})
}

func (c *code) number(k dtype.Kind, v float64) int {
	bits := uint64(int64(v))
	switch k {
	case dtype.Float64:
		bits = math.Float64bits(v)
	case dtype.Float32:
		bits = uint64(math.Float32bits(float32(v)))
	}
	return c.add(prog.Instr{Op: ops.Const, Kind: k, Type: dtype.Basic(k), Args: [3]int{-1, -1, -1}, Const: [2]uint64{bits}})
}

func (c *code) op(op ops.Op, args ...int) int {
	a := [3]int{-1, -1, -1}
	copy(a[:], args)
	kind := c.instrs[args[0]].Type.Kind
	if op == ops.Where {
		kind = c.instrs[args[1]].Type.Kind
	}
	return c.add(prog.Instr{Op: op, Kind: kind, Type: dtype.Basic(ops.ResultKind(op, kind)), Args: a})
}

func (c *code) cast(x int, to dtype.Kind) int {
	return c.add(prog.Instr{Op: ops.Cast, Kind: c.instrs[x].Type.Kind, Type: dtype.Basic(to), Args: [3]int{x, -1, -1}})
}

func (c *code) store(x int, class prog.Class) int {
	t := c.instrs[x].Type
	return c.storeSlot(x, c.slot(t.Kind, class, true))
}

func (c *code) storeSlot(x, s int) int {
	t := c.instrs[x].Type
	c.add(prog.Instr{Op: ops.Store, Kind: t.Kind, Type: t, Args: [3]int{x, -1, -1}, Slot: s})
	return s
}

func (c *code) String() string {
	var b bytes.Buffer
	for i, in := range c.instrs {
		fmt.Fprintf(&b, "v%d = %s kind %s type %s args %v slot %d const %#x\n", i, in.Op, in.Kind, in.Type.Kind, in.Args, in.Slot, in.Const[0])
	}
	for i, s := range c.slots {
		fmt.Fprintf(&b, "slot %d: %s class %d write %t\n", i, s.Type.Kind, s.Class, s.Write)
	}
	return b.String()
}

// oracle evaluates the code with the kernels of package block, an operation at
// a time over all elements.
func oracle(c *code, at []prog.Operand, n int) {
	vals := make([][]byte, len(c.instrs))
	p := func(i int) unsafe.Pointer {
		if i < 0 {
			return nil
		}
		return unsafe.Pointer(unsafe.SliceData(vals[i]))
	}
	for i, in := range c.instrs {
		size := int(in.Type.Size)
		vals[i] = make([]byte, n*size+16) // aligned, and room for the view of no element
		switch in.Op {
		case ops.Load:
			o := at[in.Slot]
			for j := range n {
				copy(vals[i][j*size:(j+1)*size], unsafe.Slice((*byte)(unsafe.Add(o.Ptr, j*o.Stride)), size))
			}
		case ops.Const:
			for j := range n {
				for k := range size {
					vals[i][j*size+k] = byte(in.Const[0] >> (8 * k))
				}
			}
		case ops.Store:
			o := at[in.Slot]
			for j := range n {
				copy(unsafe.Slice((*byte)(unsafe.Add(o.Ptr, j*o.Stride)), size), vals[in.Args[0]][j*size:(j+1)*size])
			}
		case ops.Cast:
			block.Cast(in.Kind, in.Type.Kind)(p(i), p(in.Args[0]), nil, nil, n)
		default:
			block.Lookup(in.Op, in.Kind)(p(i), p(in.Args[0]), p(in.Args[1]), p(in.Args[2]), n)
		}
	}
}

// A memory is an operand's elements amid guard bytes that must survive.
type memory struct {
	kind   dtype.Kind
	class  prog.Class
	stride int // in elements
	data   []byte
	first  int // offset of element 0 in data
}

const guard = 192

// newMemory returns memory for n elements that starts off bytes beyond a cache
// line, filled by fill.
func newMemory(k dtype.Kind, class prog.Class, stride, n, off int, fill func(k dtype.Kind) uint64) *memory {
	size := int(k.Size())
	m := &memory{kind: k, class: class, stride: stride}
	span := size
	if n > 0 {
		span = (max(stride, -stride)*(n-1) + 1) * size
	}
	m.data = alignedBytes(guard + off + span + guard)
	for i := range m.data {
		m.data[i] = 0xa5
	}
	m.first = guard + off
	if stride < 0 {
		m.first += span - size
	}
	for j := range n {
		v := fill(k)
		for b := range size {
			m.data[m.first+j*stride*size+b] = byte(v >> (8 * b))
		}
	}
	return m
}

func alignedBytes(n int) []byte {
	b := make([]byte, n+64)
	o := int(-uintptr(unsafe.Pointer(&b[0])) & 63)
	return b[o : o+n : o+n]
}

func (m *memory) operand() prog.Operand {
	return prog.Operand{Ptr: unsafe.Pointer(&m.data[m.first]), Stride: m.stride * int(m.kind.Size())}
}

func (m *memory) clone() *memory {
	c := *m
	c.data = alignedBytes(len(m.data))
	copy(c.data, m.data)
	return &c
}

// diff describes the first difference between the n elements of two memories,
// any NaN being equal to any NaN if loose, or a guard byte that changed.
func (m *memory) diff(w *memory, n int, loose bool) string {
	size := int(m.kind.Size())
	elem := map[int]int{}
	for j := range n {
		elem[m.first+j*m.stride*size] = j
	}
	for i := 0; i < len(m.data); {
		j, ok := elem[i]
		if !ok {
			if m.data[i] != w.data[i] {
				return fmt.Sprintf("guard byte at %d from element 0 is %#x, not %#x", i-m.first, m.data[i], w.data[i])
			}
			i++
			continue
		}
		a, b := m.data[i:i+size], w.data[i:i+size]
		if !bytes.Equal(a, b) && !(loose && isNaN(m.kind, a) && isNaN(m.kind, b)) {
			return fmt.Sprintf("element %d is %s, not %s", j, show(m.kind, a), show(m.kind, b))
		}
		i += size
	}
	return ""
}

func bits(b []byte) (u uint64) {
	for i, x := range b {
		u |= uint64(x) << (8 * i)
	}
	return u
}

func isNaN(k dtype.Kind, b []byte) bool {
	switch k {
	case dtype.Float64:
		return math.IsNaN(math.Float64frombits(bits(b)))
	case dtype.Float32:
		return math.IsNaN(float64(math.Float32frombits(uint32(bits(b)))))
	}
	return false
}

func show(k dtype.Kind, b []byte) string {
	u := bits(b)
	switch k {
	case dtype.Float64:
		return fmt.Sprintf("%v (%#x)", math.Float64frombits(u), u)
	case dtype.Float32:
		return fmt.Sprintf("%v (%#x)", math.Float32frombits(uint32(u)), u)
	}
	return fmt.Sprintf("%d (%#x)", u, u)
}

var specials = []float64{0, math.Copysign(0, -1), 1, -1, 0.5, -0.5, 1.5, 2.5, -2.5, 0.49999999999999994, -0.49999999999999994,
	math.Inf(1), math.Inf(-1), math.NaN(), math.SmallestNonzeroFloat64, 1e-310, 0x1p-1022, math.MaxFloat64, -math.MaxFloat64,
	126.9, 127, 127.5, 128, 128.5, -128, -128.5, -129, 255, 255.5, 256, 32767, 32767.9, 32768, -32768.9, -32769, 65535, 65535.9, 65536,
	2147483647, 2147483647.9, 2147483648, -2147483648, -2147483648.9, -2147483649, 4294967295, 4294967295.9, 4294967296,
	9223372036854774784, 9223372036854775808, -9223372036854775808, -9223372036854777856, 18446744073709549568, 18446744073709551616,
	4503599627370495.5, 4503599627370497, 9007199254740993, 8388607.5, 0x1p24, math.MaxFloat32, math.SmallestNonzeroFloat32, 1e-40, 3, 7, -7}

// anyBits returns a filler with many special values.
func anyBits(r *rand.Rand) func(k dtype.Kind) uint64 {
	return func(k dtype.Kind) uint64 {
		u := r.Uint64()
		switch {
		case k == dtype.Bool:
			return u & 1
		case dtype.Floats.Has(k):
			v := specials[u%uint64(len(specials))]
			switch u >> 60 {
			case 0, 1:
				v = (float64(u>>11)/(1<<53) - 0.5) * 1000
			case 2:
				v = math.Float64frombits(r.Uint64())
			case 3:
				if k == dtype.Float32 {
					return uint64(r.Uint32())
				}
				return r.Uint64() | 0x7ff<<52 // NaN with a payload
			}
			if k == dtype.Float32 {
				return uint64(math.Float32bits(float32(v)))
			}
			return math.Float64bits(v)
		}
		w := 8 * k.Size()
		switch u >> 60 {
		case 0, 1, 2, 3: // small
			return uint64(int64(u<<8) >> 60)
		case 4: // about the extremes
			return 1<<(w-1) + u&3 - 1
		case 5:
			return u >> 5 & (1<<(w-1) - 1)
		case 6: // about halves of the digits of floats
			return 1<<53 + u&7
		}
		return r.Uint64() >> (u & 63)
	}
}

// check compiles the code, runs it on n elements with operands at the given
// byte offset from a cache line, and compares with the oracle. alias names, for
// a slot written, the slot read whose memory it shares.
func check(t *testing.T, c *code, p prog.Program, n, off int, strides map[int]int, alias map[int]int, seed uint64, stream, loose bool) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, uint64(n)))
	mems := make([]*memory, len(c.slots))
	for i, s := range c.slots {
		stride := map[prog.Class]int{prog.Unit: 1, prog.Zero: 0, prog.Reverse: -1, prog.Strided: 2}[s.Class]
		if d, ok := strides[i]; ok {
			stride = d
		}
		mems[i] = newMemory(s.Type.Kind, s.Class, stride, n, off/int(s.Type.Size)*int(s.Type.Size)%64, anyBits(r))
	}
	for w, s := range alias {
		mems[w] = mems[s]
	}
	want := make([]*memory, len(mems))
	for i := range mems {
		want[i] = mems[i].clone()
	}
	for w, s := range alias {
		want[w] = want[s]
	}
	at := make([]prog.Operand, len(mems))
	for i := range want {
		at[i] = want[i].operand()
	}
	oracle(c, at, n)
	f := p.Frame()
	for i := range mems {
		f.Slots[i] = mems[i].operand()
	}
	f.Stream = stream
	// The same elements as rows, if they are as many.
	if rows := 2 + int(seed%6); n > 0 && n%rows == 0 {
		steps := make([]int, len(mems))
		for i := range mems {
			steps[i] = n / rows * f.Slots[i].Stride
		}
		p.RunRows(f, n/rows, rows, steps)
	} else {
		p.Run(f, n)
	}
	p.Release(f)
	for i := range mems {
		if d := mems[i].diff(want[i], n, loose); d != "" {
			t.Fatalf("n %d offset %d stride %d alias %v stream %t slot %d: %s\n%s\n%s", n, off, mems[i].stride, alias, stream, i, d, c, p)
		}
	}
}
