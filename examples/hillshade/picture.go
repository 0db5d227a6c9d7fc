package main

import (
	"image"
	"image/color"
	"math"

	"github.com/ndgo/nd"
)

// A picture is an array of colours, which package image can encode.
type picture struct{ pixels *nd.Array[color.NRGBA] }

func (p picture) ColorModel() color.Model { return color.NRGBAModel }
func (p picture) Bounds() image.Rectangle {
	return image.Rect(0, 0, p.pixels.Len(1), p.pixels.Len(0))
}
func (p picture) At(x, y int) color.Color { return p.pixels.At(y, x) }

// A ramp is a list of colours, as 0xRRGGBB, evenly spaced from 0 to 1.
type ramp []uint32

var (
	// lowland to summit
	tints = ramp{0x4f7f5b, 0x86a86b, 0xc3c582, 0xe6d9a0, 0xd9b680, 0xb98a5e, 0x9c7358, 0xb8a79c, 0xf4f1ee}
	// level to steep
	heat = ramp{0x0b0724, 0x2f0f5c, 0x651a80, 0x9b2a7b, 0xd2426f, 0xf2705c, 0xfcab6c, 0xfcebac}
	// south, by way of west, north and east to south again
	compass = ramp{0x6b4a73, 0xb0708a, 0xdfa790, 0xf4e3c4, 0xbccbd6, 0x7f9cbd, 0x55689a, 0x433f6e, 0x6b4a73}
)

// at returns the colour at t, times a brightness. Five bits a channel are
// plenty for the eye and make a file of half the size.
func (r ramp) at(t, light float32) color.NRGBA {
	t = min(max(t, 0), 1) * float32(len(r)-1)
	i := min(int(t), len(r)-2)
	t -= float32(i)
	channel := func(shift int) uint8 {
		from, to := float32(r[i]>>shift&0xff), float32(r[i+1]>>shift&0xff)
		return uint8(min((from+(to-from)*t)*light, 255)) &^ 7
	}
	return color.NRGBA{channel(16), channel(8), channel(0), 255}
}

// paint draws elevation, slope, aspect and tinted relief, two by two. Each panel
// is one expression that ends in a colour, evaluated into its part of the
// picture.
func paint(elevation *nd.Array[int16], slope, aspect, relief *nd.Array[float32]) (picture, error) {
	const gap = 10
	rows, cols := slope.Len(0), slope.Len(1)
	pixels := nd.Zeros[color.NRGBA](2*rows+gap, 2*cols+gap)
	top, bottom := nd.To(rows), nd.From(rows+gap)
	left, right := nd.To(cols), nd.From(cols+gap)

	low, high := bounds(elevation)
	height := nd.As[float32](elevation).Slice(nd.Spec("1:-1, 1:-1")).SubScalar(float32(low)).DivScalar(float32(high) - float32(low))
	steep := slope.Chain().DivScalar(40 * math.Pi / 180)
	turn := aspect.Chain().DivScalar(2 * math.Pi).AddScalar(0.5)

	panels := []struct {
		row, col nd.Selector
		colours  nd.Chain[color.NRGBA]
	}{
		{top, left, nd.Map(height, func(h float32) color.NRGBA { return tints.at(h, 1) })},
		{top, right, nd.Map(steep, func(s float32) color.NRGBA { return heat.at(s, 1) })},
		{bottom, left, nd.Map(turn, func(a float32) color.NRGBA { return compass.at(a, 1) })},
		{bottom, right, nd.Map2(height, relief, func(h, light float32) color.NRGBA {
			return tints.at(h, 0.15+1.2*light)
		})},
	}
	for _, p := range panels {
		if err := p.colours.EvalInto(pixels.Slice(p.row, p.col)); err != nil {
			return picture{}, err
		}
	}
	return picture{pixels}, nil
}

// bounds returns the least and the greatest element of a.
func bounds[T int16 | float32](a *nd.Array[T]) (low, high T) {
	low = a.At(make([]int, a.NDim())...)
	high = low
	for v := range a.Values() {
		low, high = min(low, v), max(high, v)
	}
	return low, high
}
