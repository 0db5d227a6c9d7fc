//go:build msan || asan

package fresh

// The sanitizers do not see what assembly writes.
const zeroed, poisoned = true, false
