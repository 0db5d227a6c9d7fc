//go:build !amd64 || purego

package pack

import "unsafe"

const hasRepeat = false

// repeatRows is not called.
func repeatRows(dst, src unsafe.Pointer, size, count, rows, dstStep, srcStep int) {}
