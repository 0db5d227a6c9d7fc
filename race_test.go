//go:build race

package nd_test

// raceEnabled: under the race detector, pools forget on purpose, so that
// allocations cannot be counted.
const raceEnabled = true
