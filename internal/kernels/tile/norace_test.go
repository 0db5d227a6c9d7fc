//go:build amd64 && !purego && !race

package tile

const raceEnabled = false
