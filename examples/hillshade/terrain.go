package main

import (
	"math"

	"github.com/ndgo/nd"
)

// metresPerDegree is the length of a degree of latitude, and of longitude at
// the equator, on a sphere as large as the Earth.
const metresPerDegree = 2 * math.Pi * 6371008.8 / 360

// A terrain holds expressions over the inner cells of a grid: those that have
// all eight neighbours. Nothing is computed until one of them is evaluated.
type terrain struct {
	slope  nd.Chain[float32] // angle with the horizontal, in radians
	aspect nd.Chain[float32] // where the ground falls to, clockwise from north, from -Pi to Pi
}

// newTerrain works out slope and aspect by Horn's formula, in which the
// gradient is a weighted mean of the differences across the neighbourhood:
//
//	a b c     to the east:   ((c + 2f + i) - (a + 2d + g)) / (8 width)
//	d   f
//	g h i     to the north:  ((a + 2b + c) - (g + 2h + i)) / (8 height)
//
// The neighbours are eight views of one array, shifted against each other. The
// width of a cell shrinks with the cosine of the latitude. That is one number a
// row: a column, which broadcasts, and is worked out once a row by a stage of
// its own.
func newTerrain(g grid) terrain {
	// As is a cast without a pass: a neighbour is loaded as an int16 and goes
	// on as a float32.
	z := nd.As[float32](g.elevation)
	a, b, c := z.Slice(nd.Spec(":-2, :-2")), z.Slice(nd.Spec(":-2, 1:-1")), z.Slice(nd.Spec(":-2, 2:"))
	d, f := z.Slice(nd.Spec("1:-1, :-2")), z.Slice(nd.Spec("1:-1, 2:"))
	gg, h, i := z.Slice(nd.Spec("2:, :-2")), z.Slice(nd.Spec("2:, 1:-1")), z.Slice(nd.Spec("2:, 2:"))

	height := float32(metresPerDegree * g.dy)
	latitude := nd.Linspace(g.north-g.dy/2, g.south+g.dy/2, g.elevation.Len(0)).Slice(nd.Range(1, -1), nd.NewAxis)
	width := nd.As[float32](latitude.Chain().MulScalar(math.Pi / 180).Cos().MulScalar(metresPerDegree * g.dx))

	east := c.Add(f.MulScalar(2)).Add(i).Sub(a.Add(d.MulScalar(2)).Add(gg)).Div(width.MulScalar(8))
	north := a.Add(b.MulScalar(2)).Add(c).Sub(gg.Add(h.MulScalar(2)).Add(i)).DivScalar(8 * height)
	return terrain{
		slope:  east.Hypot(north).Atan(),
		aspect: east.Neg().Atan2(north.Neg()),
	}
}

// relief returns how bright the terrain is, from 0 to 1, under a light from a
// direction (clockwise from north) and a height above the horizon, in radians:
// the cosine of the angle between the light and the normal of the ground, and 0
// where the ground is turned away.
func (t terrain) relief(direction, height float64) nd.Chain[float32] {
	sin, cos := float32(math.Sin(height)), float32(math.Cos(height))
	level := t.slope.Cos().MulScalar(sin)
	turned := t.slope.Sin().Mul(t.aspect.SubScalar(float32(direction)).Cos()).MulScalar(cos)
	return level.Add(turned).Clip(0, 1)
}
