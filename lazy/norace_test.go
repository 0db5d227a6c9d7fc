//go:build !race

package lazy_test

// raceEnabled: under the race detector, pools forget on purpose.
const raceEnabled = false
