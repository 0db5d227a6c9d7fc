//go:build race

package fresh

// Programs that are being tested for races have time to be tested for elements
// that are not set too.
const zeroed, poisoned = false, true
