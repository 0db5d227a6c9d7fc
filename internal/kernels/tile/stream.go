//go:build amd64 && !purego

package tile

import (
	"math"

	"github.com/ndgo/nd/internal/kernels/prog"
)

// Stores past the cache, of large results: they save the processor from fetching
// what is overwritten. They take whole vectors at addresses that are multiples of
// one.

// streams reports whether a run is to bypass the cache and can.
func (p *program) streams(f *prog.Frame) bool {
	return f.Stream && p.streamed >= 0 && !inPlace(f.Slots, p.streamed)
}

// lines says how many of the cache lines of the rows to be stored can bypass the
// cache: those that a row fills.
func (p *program) lines(f *prog.Frame, n int, steps []int) int {
	const line = 64
	d := f.Slots[p.streamed]
	switch row := n * d.Stride; {
	case uintptr(d.Ptr)%line == 0 && steps[p.streamed]%line == 0 && row%line == 0:
		return all
	case row >= 32*line:
		return many
	}
	return few
}

const (
	few = iota
	many
	all
)

// past makes the stores of a single stage bypass the cache, or not.
func (s *state) past(st *stage, on bool) {
	for _, code := range [2][]ins{s.code[0], s.twin} {
		i := len(code) - 1
		code[i].h, code[i].tail = st.code[i].h, st.code[i].tail
		if on {
			code[i].h, code[i].tail = st.stream.h, st.stream.tail
		}
	}
}

// inPlace reports whether a slot's memory is that of another one: then it comes
// into the cache anyway, and a store past the cache only drives it out.
func inPlace(slots []prog.Operand, k int) bool {
	for i := range slots {
		if i != k && slots[i].Ptr == slots[k].Ptr {
			return true
		}
	}
	return false
}

// runStream is Run with stores that bypass the cache, but for the fence. These need
// a destination aligned to whole vectors, so the run starts plainly up to where it
// is.
func (p *program) runStream(s *state, n int) {
	st := &p.stages[0]
	code := s.code[0]
	size := uintptr(p.set.bytes)
	d := s.frame.Slots[p.streamed]
	*s.word(againAt) = math.MaxInt // whole tiles must start on a vector
	i := 0
	if off := -uintptr(d.Ptr) & (size - 1); d.Stride > 0 && off%uintptr(d.Stride) == 0 {
		if i = min(n, int(off)/d.Stride); i > 0 {
			p.set.runChunk(st, code, s, 0, i)
		}
		s.past(st, true)
	}
	for ; i < n; i += p.chunk {
		p.set.runChunk(st, code, s, i, min(i+p.chunk, n))
	}
	s.past(st, false)
}
