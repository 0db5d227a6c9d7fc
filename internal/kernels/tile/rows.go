//go:build amd64 && !purego

package tile

import (
	"math"
	"slices"

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
	if p.blocked || n >= p.chunk {
		prog.Rows(p, f, n, rows, steps)
		return
	}
	st := &p.stages[0]
	code := s.code[0]
	s.setAgain(p, n)
	if p.streams(f) {
		switch p.lines(f, n, steps) {
		case all:
			st.past(code, true)
			defer st.past(code, false)
			defer p.set.fence()
			*s.word(againAt) = math.MaxInt
		case many:
			for r := range rows {
				if r > 0 {
					f.Move(steps, 1)
				}
				st.place(code, f.Slots)
				p.runStream(s, n)
			}
			p.set.fence()
			return
		}
	}
	on := s.setMoves(p, steps)
	if over := p.beyond(s, n, rows, steps); over > 0 {
		s.runRows(p, st.tile, over, steps, on, false)
		rows -= over
	}
	s.runRows(p, n, rows, steps, on, true)
}

// setMoves lists what moves from row to row, and returns by how much the index
// runs on. It may start at 0 in each row, or run on along the first operand written:
// the addresses of operands whose rows follow one another as that one's do need not
// move then. An address that has just been stored takes some time to come by, so it
// is the way with fewer moves that is taken.
func (s *state) setMoves(p *program, steps []int) (on int) {
	if d, step := s.frame.Slots[p.written[0]], steps[p.written[0]]; d.Stride != 0 && step%d.Stride == 0 {
		on = step / d.Stride
	}
	if n := s.addMoves(p, steps, on); on != 0 && n > 0 {
		if s.addMoves(p, steps, 0) < n {
			return 0
		}
		s.addMoves(p, steps, on)
	}
	return on
}

// addMoves lists the moves for an index that runs on by a number of elements, and
// returns how many they are.
func (s *state) addMoves(p *program, steps []int, on int) (count int) {
	for _, m := range p.stages[0].moving {
		k := int(m.from) / operandSize
		if m.from%uint32(operandSize) != ptrAt {
			continue
		}
		if by := steps[k] - on*s.frame.Slots[k].Stride; by != 0 {
			s.moves[count] = rowMove{uintptr(m.at), by}
			count++
		}
	}
	*s.word(countAt) = count
	return count
}

// runRows runs rows whose moves are set, for an index that runs on. It leaves the slots at the row behind
// them, unless they are the last ones.
func (s *state) runRows(p *program, n, rows int, steps []int, on int, last bool) {
	// A row takes some time whatever its length.
	most := max(1, p.chunk/(n+rowCost))
	*s.word(onAt), *s.word(backAt), *s.word(wholeAt) = on, on-n, n&-p.stages[0].tile
	for {
		m := min(rows, most)
		p.stages[0].place(s.code[0], s.frame.Slots)
		*s.word(rowsAt) = m
		p.set.runChunk(&p.stages[0], s.code[0], s, 0, n)
		if rows -= m; rows == 0 && last {
			return
		}
		s.frame.Move(steps, m)
		if rows == 0 {
			return
		}
	}
}

// beyond returns how many rows may be run as whole tiles although they are
// shorter, which is fast: where the rows of an operand follow each other without
// a gap, what is computed beyond the end of a row are elements of later rows,
// which are computed again in their turn. Only the last rows have none behind
// them.
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
	return rows - (st.tile-1)/n
}
