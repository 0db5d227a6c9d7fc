// Package prefetch tells memory ahead of time what is going to be read. Processors
// find out by themselves while addresses go up without a gap; where a walk jumps
// from row to row they do not, and each jump takes as long as memory takes to
// answer.
package prefetch

import "unsafe"

// Rows asks for rows rows of n bytes, the first of them from p on, which are
// stride bytes apart, to be brought into the second-level cache. It does not wait
// for them. Some lines may be left out if there are many: some hundred are few
// enough. Addresses need not be those of any memory.
func Rows(p unsafe.Pointer, n, rows, stride int) {
	if n > 0 && rows > 0 {
		fetch(p, n, rows, stride)
	}
}

// At asks for rows of n bytes each, as Rows does, which begin at p + table[i].
func At(p unsafe.Pointer, table []int, n int) {
	if n > 0 && len(table) > 0 {
		fetchAt(p, unsafe.Pointer(unsafe.SliceData(table)), len(table), n)
	}
}
