//go:build !purego

package pack

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

var hasRepeat = cpu.X86.HasAVX2

// repeatRows is RepeatRows for sizes of 32 bytes and more.
//
//go:noescape
func repeatRows(dst, src unsafe.Pointer, size, count, rows, dstStep, srcStep int)
