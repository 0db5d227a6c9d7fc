package lazy

import (
	"unsafe"

	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/loops"
)

// A pastRows runs a program over rows that are to be stored past the cache and
// share lines with one another: a line can go past the cache only whole. A program
// left to itself does each such row in parts, and each part by a call. Here rows
// that lie alike against lines are run together: first their ends, which go through
// the cache, of all of them, and then what is between. The ends are as long as is
// handy, so that some elements are computed twice.
type pastRows struct {
	rows loops.RowRunner
	dst  int // the slot that is written
	size int // bytes of an element
}

const (
	// tileBytes is what a program computes at a time, or half of it. It is the
	// length of what goes through the cache at the end of a row.
	tileBytes = 512
	// pastSlots is how many slots a program may have.
	pastSlots = 8
	// pastGroups is how many ways to lie against lines there may be.
	pastGroups = lineBytes / 4
)

// newPastRows returns what runs the last stage of a block.
func newPastRows(st *stage, size int) loops.GroupRunner {
	if st.fold != nil || len(st.operands) > pastSlots {
		return st.prog
	}
	return &pastRows{st.prog, len(st.operands) - 1, size}
}

func (p *pastRows) Run(f *prog.Frame, n int) { p.rows.Run(f, n) }

// RunGroups runs groups one after the other.
func (p *pastRows) RunGroups(f *prog.Frame, g *prog.Groups) { g.Run(p, f) }

func (p *pastRows) RunRows(f *prog.Frame, n, rows int, steps []int) {
	groups := p.groups(f, n, rows, steps)
	if groups == 1 {
		p.rows.RunRows(f, n, rows, steps)
		return
	}
	var first, at [pastSlots]prog.Operand
	var moves [pastSlots]int
	slots := f.Slots
	copy(first[:], slots)
	for k, s := range steps {
		moves[k] = groups * s
	}
	// part runs elements from to to of each row of a group.
	part := func(group, from, to int, past bool) {
		copy(at[:], first[:len(slots)])
		for k := range slots {
			at[k].Ptr = unsafe.Add(at[k].Ptr, group*steps[k]+from*at[k].Stride)
		}
		copy(slots, at[:])
		f.Stream = past
		p.rows.RunRows(f, to-from, (rows-group+groups-1)/groups, moves[:len(steps)])
	}
	for g := range groups {
		start := uintptr(first[p.dst].Ptr) + uintptr(g*steps[p.dst])
		head := int(-start&(lineBytes-1)) / p.size
		end := head + (n-head)*p.size&^(tileBytes-1)/p.size
		if head > 0 {
			part(g, 0, lineBytes/p.size, false)
		}
		if end < n {
			part(g, n-tileBytes/p.size, n, false)
		}
		part(g, head, end, true)
	}
	f.Stream = true
}

// groups is the number of ways in which rows lie against lines, 1 if it is not
// worth it to do them apart, or not right.
func (p *pastRows) groups(f *prog.Frame, n, rows int, steps []int) int {
	d := f.Slots[p.dst]
	if !f.Stream || d.Stride != p.size || n*p.size < 4*tileBytes || uintptr(d.Ptr)%uintptr(p.size) != 0 {
		return 1
	}
	for k := range f.Slots {
		if k != p.dst && f.Slots[k].Ptr == d.Ptr {
			return 1 // an element may have been overwritten when it is computed again
		}
	}
	groups := 1
	for groups*steps[p.dst]%lineBytes != 0 {
		groups *= 2
	}
	if groups > pastGroups || rows < 4*groups {
		return 1
	}
	return groups
}
