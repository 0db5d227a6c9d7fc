//go:build amd64 && !purego

package tile

import (
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/ndgo/nd/internal/kernels/prog"
)

// TestRows compares runs of rows with the same rows run one by one. The rows of
// an operand that is read may overlap and go in any direction.
func TestRows(t *testing.T) {
	count := uint64(600)
	if raceEnabled || testing.Short() {
		count = 100
	}
	isas(t, func(t *testing.T) {
		for seed := uint64(1); seed <= count; seed++ {
			r := rand.New(rand.NewPCG(seed, 1))
			c := randomCode(r)
			p, ok := Compile(c.instrs, c.slots)
			if !ok {
				continue
			}
			n, rows := 1+r.IntN(200), 1+r.IntN(12)
			if seed%32 == 0 {
				n, rows = 1+r.IntN(5), chunk/8 // more than one call of assembly
			}
			// Operands without gaps between their rows, which may be run beyond
			// their ends.
			joined := seed%4 == 1
			if joined {
				n, rows = 1+r.IntN(130), 1+r.IntN(40)
				if seed%64 == 1 {
					rows = chunk / 16
				}
			}
			one, all := p.Frame(), p.Frame()
			steps := make([]int, len(c.slots))
			bases := make([]int, len(c.slots)) // offset of element 0 in data
			mems := make([][2][]byte, len(c.slots))
			for k, s := range c.slots {
				size := int(s.Type.Size)
				stride := map[prog.Class]int{prog.Unit: 1, prog.Zero: 0, prog.Reverse: -1, prog.Strided: 3}[s.Class]
				span := max(stride, -stride)*(n-1) + 1
				step := span + r.IntN(9)
				switch {
				case joined && (stride != 0 || s.Write):
					step = n * stride
				case !s.Write:
					step = r.IntN(2*span+3) - span
				}
				first := max(0, -step)*(rows-1) + max(0, -stride)*(n-1)
				data := alignedBytes((max(step, -step)*(rows-1) + span) * size)
				fill := anyBits(r)
				for i := 0; i < len(data); i += size {
					v := fill(s.Type.Kind)
					for b := range size {
						data[i+b] = byte(v >> (8 * b))
					}
				}
				again := alignedBytes(len(data))
				copy(again, data)
				steps[k], bases[k], mems[k] = step*size, first*size, [2][]byte{data, again}
				one.Slots[k].Stride, all.Slots[k].Stride = stride*size, stride*size
			}
			for row := range rows {
				for k := range c.slots {
					one.Slots[k].Ptr = unsafe.Pointer(&mems[k][0][bases[k]+row*steps[k]])
				}
				p.Run(one, n)
			}
			for k := range c.slots {
				all.Slots[k].Ptr = unsafe.Pointer(&mems[k][1][bases[k]])
			}
			all.Stream = seed%5 == 0
			p.RunRows(all, n, rows, steps)
			p.Release(one)
			p.Release(all)
			for k := range c.slots {
				if string(mems[k][0]) != string(mems[k][1]) {
					t.Fatalf("seed %d: %d rows of %d, slot %d differs\n%s\n%s", seed, rows, n, k, c, p)
				}
			}
		}
	})
}
