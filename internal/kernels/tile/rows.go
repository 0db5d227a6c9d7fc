//go:build amd64 && !purego

package tile

import (
	"math"
	"slices"
	"unsafe"

	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/ops"
)

// Rows. A program runs rows of equal length within one call of the assembly, which
// moves the index or the operands' addresses from row to row. What whole tiles leave
// over of a row is done in one of three ways: vector by vector; by one more tile from
// the end of the row; or, in a row shorter than a tile, by a tile that reaches into
// the next row.

// A rowMove is how far, in bytes, a field of an instruction moves from row to
// row. The field is named by its offset in the code.
type rowMove struct {
	at uintptr
	by int
}

// setAgain settles when the rest of a row of n elements is done by a whole tile.
// That computes some elements twice, which must not have changed in between.
func (s *state) setAgain(p *program, n int) {
	again := math.MaxInt
	if n >= p.stages[0].tile && !s.overwrites(p) {
		again = p.again
	}
	*s.word(againAt) = again
}

// overwrites reports whether an operand is read where results are written.
func (s *state) overwrites(p *program) bool {
	for _, k := range p.written {
		if inPlace(s.frame.Slots, k) {
			return true
		}
	}
	return false
}

// again is the number of elements from which on the rest of a row takes longer
// vector by vector than in a whole tile. A vector takes the jumps of a tile, and
// nothing hides them; but a tile takes eight divisions, and hides nothing of
// these.
func (st *stage) again() int {
	n := 3
	for _, c := range st.steps {
		switch ops.Op(c.key.op) {
		case ops.Div, ops.Sqrt:
			n = 6
		}
	}
	return (n-1)*st.lanes + 1
}

// RunRows evaluates rows of n elements.
func (p *program) RunRows(f *prog.Frame, n, rows int, steps []int) {
	s := (*state)(ptr(f))
	if p.loops(f, n, steps) {
		p.runLoop(s, n, rows, steps, 1, nil)
		return
	}
	if p.blocked || n >= p.chunk {
		prog.Rows(p, f, n, rows, steps)
		return
	}
	st := &p.stages[0]
	s.setAgain(p, n)
	if p.streams(f) {
		switch p.lines(f, n, steps) {
		case all:
			s.past(st, true)
			defer s.past(st, false)
			defer p.set.fence()
			*s.word(againAt) = math.MaxInt
		case many:
			for r := range rows {
				if r > 0 {
					f.Move(steps, 1)
				}
				st.place(s.code[0], f.Slots)
				p.runStream(s, n)
			}
			p.set.fence()
			return
		}
	}
	if !s.same(steps) {
		s.on = s.runsOn(p, steps)
		s.setMoves(p, steps, s.on, nil, 0)
	}
	on := s.on
	switch left := p.beyond(s, n, rows, steps); {
	case left == 1:
		s.runRows(p, st.tile, n, rows, steps, on)
		return
	case left > 1:
		f.Move(steps, s.runRows(p, st.tile, st.tile, rows-left, steps, on))
		rows = left
	}
	s.runRows(p, n, n, rows, steps, on)
}

// runRows runs rows of n elements, the last one of another number, whose moves are
// set, for an index that runs on. The slots are left some rows before the end; it
// returns how many.
func (s *state) runRows(p *program, n, last, rows int, steps []int, on int) int {
	// A row takes some time whatever its length.
	most := max(1, p.chunk/(n+rowCost))
	s.setLengths(p, n, n, on)
	*s.word(groupsAt) = 1
	for ; rows > most; rows -= most {
		*s.word(rowsAt) = most
		s.start(p, n, 0)
		s.frame.Move(steps, most)
	}
	s.setLengths(p, n, last, on)
	*s.word(rowsAt) = rows
	if rows == 1 {
		n = last
	}
	s.start(p, n, 0)
	return rows
}

// RunGroups evaluates groups of rows, as g.Run would.
func (p *program) RunGroups(f *prog.Frame, g *prog.Groups) {
	s := (*state)(ptr(f))
	if g.N == g.Last && p.loops(f, g.N, g.Steps) {
		p.runLoop(s, g.N, g.Rows, g.Steps, g.Count, g.Jumps)
		return
	}
	size := (g.Rows-1)*(g.N+rowCost) + g.Last + rowCost
	if p.blocked || min(g.N, g.Last) < p.stages[0].tile || size > p.chunk || p.streams(f) {
		g.Run(p, f)
		return
	}
	s.setAgain(p, g.N)
	s.steps = s.steps[:0]
	// From the last row of a group to the next group.
	s.turn = s.turn[:0]
	for k, jump := range g.Jumps {
		s.turn = append(s.turn, jump-(g.Rows-1)*g.Steps[k])
	}
	on, ahead := s.runsOn(p, g.Steps), 0
	if on != 0 || g.Rows == 1 {
		ahead = s.along(p, s.turn)
	}
	s.setMoves(p, g.Steps, on, s.turn, ahead)
	s.setLengths(p, g.N, g.Last, on)
	*s.word(groupRowsAt), *s.word(groupBackAt) = g.Rows, ahead-g.Last
	first, which := g.N, 0
	if g.Rows == 1 {
		first, which = g.Last, 1
	}
	for left := g.Count; ; {
		m := min(left, p.chunk/size)
		*s.word(rowsAt), *s.word(groupsAt) = g.Rows, m
		s.start(p, first, which)
		if left -= m; left == 0 {
			return
		}
		f.Move(g.Jumps, m)
	}
}

// runsOn returns by how many elements the index runs on from row to row. It may
// start at 0 in each row, or run on along the first operand written: the addresses
// of operands whose rows follow one another as that one's do need not move then. It
// is the way with fewer moves that is taken.
func (s *state) runsOn(p *program, steps []int) int {
	on := s.along(p, steps)
	fewer := 0
	for k, step := range steps {
		if step != 0 {
			fewer++
		}
		if step != on*s.frame.Slots[k].Stride {
			fewer--
		}
	}
	if fewer < 0 {
		return 0
	}
	return on
}

// same reports whether rows move as they did last time, and takes note of how.
func (s *state) same(steps []int) bool {
	same := len(s.steps) == 2*len(steps)
	if !same {
		s.steps = append(append(s.steps[:0], steps...), steps...)
	}
	last := s.steps[len(steps):]
	for k, step := range steps {
		if stride := s.frame.Slots[k].Stride; s.steps[k] != step || last[k] != stride {
			s.steps[k], last[k] = step, stride
			same = false
		}
	}
	return same
}

// along returns how many elements along the first operand written a step is, 0 if it
// is no number of elements.
func (s *state) along(p *program, steps []int) int {
	k := p.written[0]
	if stride := s.frame.Slots[k].Stride; stride != 0 && steps[k]%stride == 0 {
		return steps[k] / stride
	}
	return 0
}

// setMoves lists what moves from row to row, for an index that runs on, and from the
// last row of a group to the next group, by which the index goes ahead.
func (s *state) setMoves(p *program, steps []int, on int, turn []int, ahead int) {
	count := 0
	for _, m := range p.stages[0].moving {
		if m.from%uint32(operandSize) != ptrAt {
			continue
		}
		k := int(m.from) / operandSize
		stride := s.frame.Slots[k].Stride
		row, group := steps[k]-on*stride, 0
		if turn != nil {
			group = turn[k] - ahead*stride
		}
		// What moves must be copied even where it does not: it is in one of the
		// copies of the code alone.
		if row != 0 || group != 0 {
			s.moves[0][count] = rowMove{uintptr(m.at), row}
			s.moves[1][count] = rowMove{uintptr(m.at), group}
			count++
		}
	}
	*s.word(countAt) = count
}

// setLengths settles the lengths of rows, for an index that runs on.
func (s *state) setLengths(p *program, n, last, on int) {
	whole := -p.stages[0].tile
	*s.word(backAt), *s.word(lenAt), *s.word(wholeAt) = on-n, n, n&whole
	*s.word(lastLenAt), *s.word(lastWholeAt) = last, last&whole
}

// start runs rows, the first of which has n elements and is followed by the move of
// a kind.
func (s *state) start(p *program, n, which int) {
	st := &p.stages[0]
	st.place(s.code[0], s.frame.Slots)
	st.place(s.twin, s.frame.Slots)
	for _, m := range s.moves[which][:*s.word(countAt)] {
		*(*uintptr)(unsafe.Add(ptr(unsafe.SliceData(s.twin)), m.at)) += uintptr(m.by)
	}
	p.set.runChunk(st, s.code[0], s, 0, n)
}

// beyond returns how many rows are left if the others are run as whole tiles although
// they are shorter, which is fast: where the rows of an operand follow each other
// without a gap, what is computed beyond the end of a row are elements of later rows,
// which are computed again in their turn. Only the last rows have none behind them. It
// returns 0 if that is not possible.
func (p *program) beyond(s *state, n, rows int, steps []int) int {
	st := &p.stages[0]
	if n >= st.tile || n <= 2*st.lanes || rows*n < 2*st.tile || s.overwrites(p) {
		return 0
	}
	for k, step := range steps {
		d := &s.frame.Slots[k]
		if step != n*d.Stride && (d.Stride != 0 || slices.Contains(p.written, k)) {
			return 0
		}
	}
	return (st.tile - 1) / n
}
