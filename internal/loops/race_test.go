//go:build race

package loops

// Under the race detector a sync.Pool drops what it is given now and then.
func init() { raceDetector = true }
