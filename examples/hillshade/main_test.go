package main

import (
	"bytes"
	"image/png"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/ndgo/nd"
)

// TestTerrain compares the expressions with the loop that they stand for.
func TestTerrain(t *testing.T) {
	g, err := readGrid(jacksboro)
	if err != nil {
		t.Fatal(err)
	}
	if testing.Short() { // a corner
		g.elevation = g.elevation.Slice(nd.To(60), nd.To(80))
		g.south = g.north - 60*g.dy
	}
	const light, height = 315 * math.Pi / 180, 45 * math.Pi / 180
	ground := newTerrain(g)
	slope, relief := ground.slope.Must(), ground.relief(light, height).Must()

	z := func(i, j int) float64 { return float64(g.elevation.At(i, j)) }
	worstSlope, worstRelief := 0.0, 0.0
	for idx, s := range slope.Indexed() {
		i, j := idx[0]+1, idx[1]+1
		latitude := g.north - (float64(i)+0.5)*g.dy
		width := metresPerDegree * g.dx * math.Cos(latitude*math.Pi/180)
		east := (z(i-1, j+1) + 2*z(i, j+1) + z(i+1, j+1) - z(i-1, j-1) - 2*z(i, j-1) - z(i+1, j-1)) / (8 * width)
		north := (z(i-1, j-1) + 2*z(i-1, j) + z(i-1, j+1) - z(i+1, j-1) - 2*z(i+1, j) - z(i+1, j+1)) / (8 * metresPerDegree * g.dy)
		// The normal of the ground against the direction of the light.
		bright := math.Sin(height) - math.Cos(height)*(east*math.Sin(light)+north*math.Cos(light))
		bright /= math.Sqrt(1 + east*east + north*north)
		worstSlope = max(worstSlope, math.Abs(float64(s)-math.Atan(math.Hypot(east, north))))
		worstRelief = max(worstRelief, math.Abs(float64(relief.At(idx...))-min(max(bright, 0), 1)))
	}
	if worstSlope > 1e-6 || worstRelief > 1e-6 {
		t.Errorf("largest difference from the loop: slope %g, relief %g", worstSlope, worstRelief)
	}
}

// TestAspect looks at planes that fall in known directions.
func TestAspect(t *testing.T) {
	for _, c := range []struct {
		name        string
		down, right int16 // elevation gained from row to row, from column to column
		want        float64
	}{
		{"north", 10, 0, 0}, {"east", 0, -10, math.Pi / 2}, {"south", -10, 0, math.Pi}, {"west", 0, 10, -math.Pi / 2},
	} {
		plane := nd.FromFunc(func(i []int) int16 { return int16(i[0])*c.down + int16(i[1])*c.right }, 3, 3)
		aspect := newTerrain(grid{elevation: plane, dx: 1, dy: 1, north: 1.5, south: -1.5}).aspect.Must().Item()
		if turn := math.Remainder(float64(aspect)-c.want, 2*math.Pi); math.Abs(turn) > 1e-6 {
			t.Errorf("a plane that falls to the %s has aspect %v, want %v", c.name, aspect, c.want)
		}
	}
}

func TestRun(t *testing.T) {
	var text strings.Builder
	p, err := run(&text, jacksboro, 315*math.Pi/180, 45*math.Pi/180)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{"of lower rank", "[344 403] cells, 236 to 1076 m"} {
		if !strings.Contains(text.String(), s) {
			t.Errorf("output does not contain %q:\n%s", s, text.String())
		}
	}
	var file bytes.Buffer
	if err := png.Encode(&file, p); err != nil {
		t.Fatal(err)
	}
	if c, err := png.DecodeConfig(&file); err != nil || c.Width != 2*401+10 || c.Height != 2*342+10 {
		t.Errorf("picture: %+v, %v", c, err)
	}
}

func TestBadInput(t *testing.T) {
	for _, data := range []string{"", "PK", string(jacksboro[:len(jacksboro)/2])} {
		if _, err := run(io.Discard, []byte(data), 0, 0); err == nil {
			t.Errorf("no error for %d bytes of input", len(data))
		}
	}
}
