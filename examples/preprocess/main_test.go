package main

import (
	"image/png"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	var text strings.Builder
	input, err := run(&text, hopper) // compares with the loop, bit for bit
	if err != nil {
		t.Fatal(err)
	}
	if want := []int{3, 600, 512}; !slices.Equal(input.Shape(), want) {
		t.Errorf("shape %v, want %v", input.Shape(), want)
	}
	if s := "x 307200:"; strings.Count(text.String(), s) != 1 { // a loop over the pixels
		t.Errorf("output does not contain %q once:\n%s", s, text.String())
	}

	name := filepath.Join(t.TempDir(), "channel.png")
	_, channel := first(input.Along(0))
	if err := write(name, channel); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if c, err := png.DecodeConfig(f); err != nil || c.Width != 512 || c.Height != 600 {
		t.Errorf("picture: %+v, %v", c, err)
	}
}

func TestBadInput(t *testing.T) {
	if _, err := run(io.Discard, hopper[:100]); err == nil {
		t.Error("no error for half a photograph")
	}
}

func first[K, V any](seq func(func(K, V) bool)) (k K, v V) {
	for k, v = range seq {
		break
	}
	return k, v
}
