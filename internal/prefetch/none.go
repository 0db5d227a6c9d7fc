//go:build !(amd64 || arm64) || purego

package prefetch

import "unsafe"

func fetch(unsafe.Pointer, int, int, int) {}

func fetchAt(_, _ unsafe.Pointer, _, _ int) {}
