//go:build !race && !msan && !asan

package fresh

const zeroed, poisoned = false, false
