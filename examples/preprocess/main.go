// Preprocess prepares a photograph for a neural network: bytes of shape height
// by width by 3 become float32 from 0 to 1, each channel is standardised by its
// mean and deviation over a large collection of photographs, and the channels
// move to the front, where most networks expect them.
//
// All of that is one expression, evaluated in one pass from the decoder's pixels
// to the network's input, with no temporary. The program prints how, checks the
// result against the loop that one would write by hand, and writes each channel
// as a picture.
//
//	go run ./examples/preprocess [-in photo.jpg] [-out preprocess]
package main

import (
	"bytes"
	_ "embed"
	"flag"
	"fmt"
	"image"
	"image/draw"
	"image/jpeg"
	"image/png"
	"io"
	"log"
	"math"
	"os"
	"time"

	"github.com/ndgo/nd"
)

//go:embed testdata/grace_hopper.jpg
var hopper []byte

// Mean and standard deviation of the channels of ImageNet's photographs, as
// models trained on them expect.
var (
	mean      = nd.Of[float32](0.485, 0.456, 0.406)
	deviation = nd.Of[float32](0.229, 0.224, 0.225)
)

func main() {
	in := flag.String("in", "", "`photograph` to read, a JPEG (default a portrait of Grace Hopper)")
	out := flag.String("out", "preprocess", "`prefix` of the names of the pictures to write")
	flag.Parse()
	log.SetFlags(0)
	log.SetPrefix("preprocess: ")

	data := hopper
	if *in != "" {
		var err error
		if data, err = os.ReadFile(*in); err != nil {
			log.Fatal(err)
		}
	}
	input, err := run(os.Stdout, data)
	if err != nil {
		log.Fatal(err)
	}
	for k, channel := range input.Along(0) {
		name := fmt.Sprintf("%s-%s.png", *out, [...]string{"red", "green", "blue"}[k])
		if err := write(name, channel); err != nil {
			log.Fatal(err)
		}
		fmt.Println("wrote", name)
	}
}

// run prepares the photograph, tells w about it and returns the network's input.
func run(w io.Writer, data []byte) (*nd.Array[float32], error) {
	photo, err := decode(data)
	if err != nil {
		return nil, err
	}
	prepared := prepare(photo)
	fmt.Fprintf(w, "How a photograph of shape %v is prepared:\n\n%s\n", photo.Shape(), prepared.Explain())

	input := nd.Zeros[float32](prepared.Shape()...)
	fused, err := fastest(func() error { return prepared.EvalInto(input) })
	if err != nil {
		return nil, err
	}
	var want []float32
	byHand, _ := fastest(func() error { want = loop(photo); return nil })
	n := float64(input.Size())
	fmt.Fprintf(w, "expression      %.2f ns an element\n", float64(fused)/n)
	fmt.Fprintf(w, "loop by hand    %.2f ns an element\n", float64(byHand)/n)

	for i, x := range input.Data() {
		if math.Float32bits(x) != math.Float32bits(want[i]) {
			return nil, fmt.Errorf("element %d is %v, by hand %v", i, x, want[i])
		}
	}
	fmt.Fprintf(w, "all %d elements equal those of the loop, bit for bit\n", input.Size())
	return input, nil
}

// decode reads a JPEG and returns its pixels, of shape height by width by 3.
func decode(data []byte) (*nd.Array[uint8], error) {
	img, err := jpeg.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	b := img.Bounds()
	rgba := image.NewRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
	draw.Draw(rgba, rgba.Bounds(), img, b.Min, draw.Src)
	// A view of the decoder's own memory, without the fourth channel.
	return nd.FromSlice(rgba.Pix, b.Dy(), b.Dx(), 4).Slice(nd.Ellipsis, nd.To(3)), nil
}

// prepare records what is to be done to a photograph. The three numbers of mean
// and deviation broadcast along the rows and columns. The transpose is carried
// down to the operands, so that it costs no pass either.
func prepare(photo *nd.Array[uint8]) nd.Chain[float32] {
	return nd.As[float32](photo).DivScalar(255).Sub(mean).Div(deviation).Transpose(2, 0, 1)
}

// loop is prepare as written by hand.
func loop(photo *nd.Array[uint8]) []float32 {
	v := photo.View()
	height, width := v.Shape[0], v.Shape[1]
	out := make([]float32, 3*height*width)
	for c := range 3 {
		m, d := mean.At(c), deviation.At(c)
		plane := out[c*height*width:][:height*width]
		for y := range height {
			row := v.Data[v.Offset+y*v.Strides[0]:]
			for x := range width {
				plane[y*width+x] = (float32(row[x*v.Strides[1]+c])/255 - m) / d
			}
		}
	}
	return out
}

// write encodes a channel as a picture in grey: black and white are the least
// and the greatest value that it holds.
func write(name string, channel *nd.Array[float32]) error {
	low, high := channel.At(0, 0), channel.At(0, 0)
	for x := range channel.Values() {
		low, high = min(low, x), max(high, x)
	}
	grey := image.NewGray(image.Rect(0, 0, channel.Len(1), channel.Len(0)))
	scaled := channel.Chain().SubScalar(low).MulScalar(255 / max(high-low, 1e-6)).RoundToEven()
	if err := nd.As[uint8](scaled).EvalInto(nd.FromSlice(grey.Pix, channel.Shape()...)); err != nil {
		return err
	}
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := png.Encode(f, grey); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// fastest returns the shortest time that f took in some calls.
func fastest(f func() error) (time.Duration, error) {
	best := time.Duration(math.MaxInt64)
	for range 10 {
		start := time.Now()
		if err := f(); err != nil {
			return 0, err
		}
		best = min(best, time.Since(start))
	}
	return best, nil
}
