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

// TestGroups compares groups of rows with the same rows run one by one.
func TestGroups(t *testing.T) {
	count := uint64(600)
	if raceEnabled || testing.Short() {
		count = 100
	}
	isas(t, func(t *testing.T) {
		for seed := uint64(1); seed <= count; seed++ {
			r := rand.New(rand.NewPCG(seed, 2))
			c := randomCode(r)
			p, ok := Compile(c.instrs, c.slots)
			if !ok {
				continue
			}
			g := &prog.Groups{N: 1 + r.IntN(300), Last: 1 + r.IntN(300), Rows: 1 + r.IntN(5), Count: 1 + r.IntN(5)}
			if seed%32 == 0 {
				g.Count = chunk / 128 // more than one call of assembly
			}
			joined := r.IntN(2) == 0
			most := max(g.N, g.Last)
			one, all := p.Frame(), p.Frame()
			bases := make([]int, len(c.slots)) // offset of the first element in data
			mems := make([][2][]byte, len(c.slots))
			for k, s := range c.slots {
				size := int(s.Type.Size)
				stride := map[prog.Class]int{prog.Unit: 1, prog.Zero: 0, prog.Reverse: -1, prog.Strided: 3}[s.Class]
				span := max(stride, -stride)*(most-1) + 1
				step := span + r.IntN(9)
				jump := g.Rows*step + r.IntN(9)
				switch {
				case joined && (stride != 0 || s.Write) && g.N == most:
					step = g.N * stride
					jump = (g.Rows-1)*step + g.Last*stride
				case !s.Write:
					step, jump = r.IntN(2*span+3)-span, r.IntN(2*span+3)-span
					switch r.IntN(3) {
					case 0:
						step = 0
					case 1:
						jump = 0
					}
				}
				first := max(0, -step)*(g.Rows-1) + max(0, -jump)*(g.Count-1) + max(0, -stride)*(most-1)
				data := alignedBytes((first + max(0, step)*(g.Rows-1) + max(0, jump)*(g.Count-1) + span) * size)
				fill := anyBits(r)
				for i := 0; i < len(data); i += size {
					v := fill(s.Type.Kind)
					for b := range size {
						data[i+b] = byte(v >> (8 * b))
					}
				}
				again := alignedBytes(len(data))
				copy(again, data)
				g.Steps, g.Jumps = append(g.Steps, step*size), append(g.Jumps, jump*size)
				bases[k], mems[k] = first*size, [2][]byte{data, again}
				one.Slots[k].Stride, all.Slots[k].Stride = stride*size, stride*size
			}
			for i := range g.Count {
				for row := range g.Rows {
					for k := range c.slots {
						one.Slots[k].Ptr = unsafe.Pointer(&mems[k][0][bases[k]+i*g.Jumps[k]+row*g.Steps[k]])
					}
					if row == g.Rows-1 {
						p.Run(one, g.Last)
					} else {
						p.Run(one, g.N)
					}
				}
			}
			for k := range c.slots {
				all.Slots[k].Ptr = unsafe.Pointer(&mems[k][1][bases[k]])
			}
			all.Stream = seed%5 == 0
			p.(*program).RunGroups(all, g)
			p.Release(one)
			p.Release(all)
			for k := range c.slots {
				if string(mems[k][0]) != string(mems[k][1]) {
					t.Fatalf("seed %d: %d groups of %d rows of %d, last %d, slot %d differs\n%s\n%s", seed, g.Count, g.Rows, g.N, g.Last, k, c, p)
				}
			}
		}
	})
}
