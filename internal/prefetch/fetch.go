//go:build (amd64 || arm64) && !purego

package prefetch

import "unsafe"

//go:noescape
func fetch(p unsafe.Pointer, n, rows, stride int)

//go:noescape
func fetchAt(p, table unsafe.Pointer, rows, n int)
