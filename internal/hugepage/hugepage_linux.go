package hugepage

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// pageSize is the smallest page of any Linux port, and a multiple of none
// other: where pages are larger, the system refuses the hint and none is given.
const pageSize = 4096

// advise marks the whole pages within the n bytes at p.
func advise(p unsafe.Pointer, n uintptr) {
	skip := -uintptr(p) % pageSize
	pages := (n - skip) &^ (pageSize - 1)
	_ = unix.Madvise(unsafe.Slice((*byte)(unsafe.Add(p, skip)), pages), unix.MADV_HUGEPAGE)
}
