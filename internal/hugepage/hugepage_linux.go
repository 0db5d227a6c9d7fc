package hugepage

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// size is that of a huge page where pages have 4 KiB, and elsewhere a multiple
// of the page's.
const size = 2 << 20

// advise marks the n bytes at p, and what else is in their first and in their
// last huge page: this is Go's heap too, which is mapped in larger parts, and
// half a huge page cannot be had.
func advise(p unsafe.Pointer, n uintptr) {
	lo, hi := uintptr(p)&^(size-1), (uintptr(p)+n+size-1)&^(size-1)
	_, _, _ = unix.Syscall(unix.SYS_MADVISE, lo, hi-lo, unix.MADV_HUGEPAGE)
}
