// Package hugepage asks the system to back large arrays with huge pages.
//
// A fresh result of many megabytes costs more in page faults than in
// arithmetic: copying into fresh memory runs at less than half the speed with
// pages of 4 KiB than with pages of 2 MiB. On Linux, where huge pages are
// commonly given on request only, a hint for the pages of an allocation brings
// them. The memory stays ordinary Go memory.
package hugepage

import "unsafe"

// Threshold is the size in bytes from which the hint is given: below, faults
// are few, and a huge page would waste memory.
const Threshold = 4 << 20

// Advise gives the hint for n bytes at p, which must be live memory. It is a
// hint only: where it is not understood, nothing happens.
func Advise(p unsafe.Pointer, n uintptr) {
	if n >= Threshold {
		advise(p, n)
	}
}
