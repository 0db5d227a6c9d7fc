//go:build !race

package nd_test

// raceDetector says that pools drop what they are given at random.
const raceDetector = false
