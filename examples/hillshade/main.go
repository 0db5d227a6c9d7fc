// Hillshade draws a map of the ground around the Jacksboro fault in Tennessee.
//
// It reads a grid of elevations and works out slope, aspect and a shaded relief
// from views of the grid that are shifted against each other. Each of the three
// is one expression, evaluated in one pass over memory with no temporary of the
// size of the map. It prints how the relief is evaluated and a summary, and
// writes a picture.
//
//	go run ./examples/hillshade [-in grid.npz] [-out hillshade.png] [-light 315] [-height 45]
package main

import (
	_ "embed"
	"flag"
	"fmt"
	"image/png"
	"io"
	"log"
	"math"
	"os"
	"time"

	"github.com/ndgo/nd"
)

//go:embed testdata/jacksboro_fault_dem.npz
var jacksboro []byte

func main() {
	in := flag.String("in", "", "`grid` of elevations to read (default the Jacksboro fault)")
	out := flag.String("out", "hillshade.png", "`picture` to write")
	light := flag.Float64("light", 315, "direction of the light, in `degrees` clockwise from north")
	height := flag.Float64("height", 45, "height of the light above the horizon, in `degrees`")
	flag.Parse()
	log.SetFlags(0)
	log.SetPrefix("hillshade: ")

	data := jacksboro
	if *in != "" {
		var err error
		if data, err = os.ReadFile(*in); err != nil {
			log.Fatal(err)
		}
	}
	p, err := run(os.Stdout, data, *light*math.Pi/180, *height*math.Pi/180)
	if err != nil {
		log.Fatal(err)
	}
	f, err := os.Create(*out)
	if err != nil {
		log.Fatal(err)
	}
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(f, p); err != nil {
		log.Fatal(err)
	}
	if err := f.Close(); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("\nelevation, slope, aspect and relief are in %s\n", *out)
}

// run reads a grid, works out what there is to see, tells w about it and
// returns the picture.
func run(w io.Writer, data []byte, light, height float64) (picture, error) {
	g, err := readGrid(data)
	if err != nil {
		return picture{}, err
	}
	t := newTerrain(g)
	relief := t.relief(light, height)
	fmt.Fprintf(w, "How the relief is evaluated:\n\n%s\n", relief.Explain())

	start := time.Now()
	slopes, err := t.slope.Eval()
	if err != nil {
		return picture{}, err
	}
	aspects, err := t.aspect.Eval()
	if err != nil {
		return picture{}, err
	}
	shades, err := relief.Eval()
	if err != nil {
		return picture{}, err
	}
	took := time.Since(start)

	low, high := bounds(g.elevation)
	gentlest, steepest := bounds(slopes)
	fmt.Fprintf(w, "elevation  %v cells, %d to %d m\n", g.elevation.Shape(), low, high)
	fmt.Fprintf(w, "slope      %.1f to %.1f degrees, %.1f in the mean\n", degrees(gentlest), degrees(steepest), degrees(mean(slopes)))
	fmt.Fprintf(w, "relief     %.2f bright in the mean, %.2f where level\n", mean(shades), math.Sin(height))
	fmt.Fprintf(w, "time       %v for slope, aspect and relief\n", took.Round(10*time.Microsecond))
	return paint(g.elevation, slopes, aspects, shades)
}

func mean(a *nd.Array[float32]) float32 {
	sum := 0.0
	for v := range a.Values() {
		sum += float64(v)
	}
	return float32(sum / float64(a.Size()))
}

func degrees(radians float32) float32 { return radians * 180 / math.Pi }
