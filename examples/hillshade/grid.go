package main

import (
	"archive/zip"
	"bytes"
	"fmt"

	"github.com/ndgo/nd"
	"github.com/ndgo/nd/npy"
)

// A grid is a map of elevations in metres. Row 0 is the northern edge, column 0
// the western.
type grid struct {
	elevation    *nd.Array[int16]
	dx, dy       float64 // degrees between neighbours
	north, south float64 // latitudes of the edges
}

// readGrid reads an elevation grid from a .npz archive.
func readGrid(data []byte) (g grid, err error) {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return g, err
	}
	var y1, y2 float64
	for name, to := range map[string]*float64{"dx": &g.dx, "dy": &g.dy, "ymin": &y1, "ymax": &y2} {
		x, err := npy.ReadZip[float64](z, name)
		if err != nil {
			return g, fmt.Errorf("%s: %w", name, err)
		}
		if x.Size() != 1 {
			return g, fmt.Errorf("%s has shape %v; one number is wanted", name, x.Shape())
		}
		*to = x.Item()
	}
	// Which of the bounds is the larger depends on the sense of the rows; row 0
	// is the northern edge all the same.
	g.north, g.south = max(y1, y2), min(y1, y2)

	if g.elevation, err = npy.ReadZip[int16](z, "elevation"); err != nil {
		return g, fmt.Errorf("elevation: %w", err)
	}
	if g.elevation.NDim() != 2 || g.elevation.Len(0) < 3 || g.elevation.Len(1) < 3 {
		return g, fmt.Errorf("elevation has shape %v; a grid of at least 3 by 3 is wanted", g.elevation.Shape())
	}
	return g, nil
}
