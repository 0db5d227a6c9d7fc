//go:build race

package zip_test

// Under the race detector a sync.Pool drops what it is given now and then.
func init() { raceDetector = true }
