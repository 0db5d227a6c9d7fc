// Kmeans reduces a photograph to a few colours: it finds, by Lloyd's method, the
// colours that are nearest on the whole to those of the pixels, and paints each
// pixel with the nearest.
//
// Distances are never stored: they are computed inside the pass that looks for
// the least of each pixel. Nor are the masks that pick the pixels of a colour:
// they are computed inside the pass that averages.
//
//	go run ./examples/kmeans [-in photo.jpg] [-k 8] [-out kmeans.png]
package main

import (
	"bytes"
	_ "embed"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"io"
	"log"
	"os"

	"github.com/ndgo/nd"
)

//go:embed testdata/grace_hopper.jpg
var hopper []byte

func main() {
	in := flag.String("in", "", "`photograph` to read, a JPEG (default a portrait of Grace Hopper)")
	out := flag.String("out", "kmeans.png", "`picture` to write")
	k := flag.Int("k", 8, "`number` of colours, at most 256")
	flag.Parse()
	log.SetFlags(0)
	log.SetPrefix("kmeans: ")

	data := hopper
	if *in != "" {
		var err error
		if data, err = os.ReadFile(*in); err != nil {
			log.Fatal(err)
		}
	}
	if *k < 1 || *k > 256 {
		log.Fatal("the number of colours must be from 1 to 256")
	}
	picture, err := run(os.Stdout, data, *k)
	if err != nil {
		log.Fatal(err)
	}
	f, err := os.Create(*out)
	if err != nil {
		log.Fatal(err)
	}
	if err := png.Encode(f, picture); err != nil {
		log.Fatal(err)
	}
	if err := f.Close(); err != nil {
		log.Fatal(err)
	}
	fmt.Println("wrote", *out)
}

// maxRounds bounds the rounds; most photographs need fewer.
const maxRounds = 40

// run reduces the photograph to k colours and tells w about it.
func run(w io.Writer, data []byte, k int) (*image.Paletted, error) {
	photo, err := jpeg.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	size := photo.Bounds().Size()
	pixels, err := colours(photo)
	if err != nil {
		return nil, err
	}
	centres, err := start(pixels, k)
	if err != nil {
		return nil, err
	}
	labels := nd.Zeros[int](pixels.Len(0))
	// The expressions are made once: they read the centres anew each time.
	d := distances(pixels, centres)
	nearest := nd.ArgMin(d, 1)
	error2 := d.Over(1).Min().Mean()
	average := averages(pixels, labels, centres)
	fmt.Fprintf(w, "How the nearest of %d colours are found for %d pixels:\n\n%s\n", k, pixels.Len(0), nearest.Explain())
	last := -1.0
	for round := 1; round <= maxRounds; round++ {
		if err := nearest.EvalInto(labels); err != nil {
			return nil, err
		}
		e, err := error2.Value()
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(w, "round %2d: mean squared distance %.3f\n", round, e)
		if e == last {
			break
		}
		last = e
		if err := average.EvalInto(centres); err != nil {
			return nil, err
		}
	}
	return paint(size, labels, centres), nil
}

// colours returns the photograph's pixels, an array of shape n by 3.
func colours(photo image.Image) (*nd.Array[float64], error) {
	b := photo.Bounds()
	rgba := image.NewRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
	draw.Draw(rgba, rgba.Bounds(), photo, b.Min, draw.Src)
	bytes := nd.FromSlice(rgba.Pix, b.Dx()*b.Dy(), 4)
	return nd.As[float64](bytes.Slice(nd.All, nd.To(3))).Eval()
}

// distances is the squared distance of each of n colours from each of k
// centres, of shape n by k.
func distances(pixels, centres *nd.Array[float64]) nd.Chain[float64] {
	square := func(channel int) nd.Chain[float64] {
		x := pixels.Slice(nd.All, nd.At(channel), nd.NewAxis)
		return x.Chain().Sub(centres.Slice(nd.All, nd.At(channel))).Square()
	}
	return square(0).Add(square(1)).Add(square(2))
}

// averages is the mean colour of the pixels with each label; of a label that no
// pixel has, the centre as it is.
func averages(pixels *nd.Array[float64], labels *nd.Array[int], centres *nd.Array[float64]) nd.Chain[float64] {
	k := centres.Len(0)
	has := labels.Chain().ExpandDims(1).Equal(nd.Arange(0, k, 1)) // n by k
	weight := nd.As[float64](has.ExpandDims(2))
	count := weight.Over(0).Sum() // k by 1
	mean := pixels.Chain().ExpandDims(1).Mul(weight).Over(0).Sum().Div(count)
	return nd.Where(count.GreaterScalar(0), mean, centres)
}

// start chooses k centres: a pixel far from the mean, then one after the other
// that which is farthest from those chosen.
func start(pixels *nd.Array[float64], k int) (*nd.Array[float64], error) {
	centres := nd.Zeros[float64](k, 3)
	mean := pixels.Over(0).KeepDims().Mean()
	nearest := distances(pixels, mean).Squeeze(1).Must()
	for i := range k {
		far, err := nd.ArgMax(nearest).Value()
		if err != nil {
			return nil, err
		}
		chosen := centres.Slice(nd.Range(i, i+1))
		chosen.Assign(pixels.Slice(nd.Range(far, far+1)))
		d := distances(pixels, chosen).Squeeze(1)
		if i == 0 {
			nearest.Assign(d)
		} else {
			nearest.MinimumAssign(d)
		}
	}
	return centres, nil
}

// paint makes a picture of the labels.
func paint(size image.Point, labels *nd.Array[int], centres *nd.Array[float64]) *image.Paletted {
	var palette color.Palette
	for _, c := range centres.Along(0) {
		v := nd.As[uint8](c.RoundToEven()).Must().Data()
		palette = append(palette, color.RGBA{v[0], v[1], v[2], 255})
	}
	p := image.NewPaletted(image.Rectangle{Max: size}, palette)
	copy(p.Pix, nd.As[uint8](labels).Must().Data())
	return p
}
