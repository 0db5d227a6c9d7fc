package main

import (
	"io"
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	var text strings.Builder
	p, err := run(&text, hopper, 6)
	if err != nil {
		t.Fatal(err)
	}
	if s := p.Bounds().Size(); s.X != 512 || s.Y != 600 || len(p.Palette) != 6 {
		t.Errorf("a picture of %v with %d colours", s, len(p.Palette))
	}
	used := map[uint8]bool{}
	for _, i := range p.Pix {
		used[i] = true
	}
	if len(used) != 6 {
		t.Errorf("%d colours are used, want 6", len(used))
	}
	// Distances are computed in the pass that looks for the least.
	if s := "pass 1 -> arg_min over 6 elements, 307200 times"; !strings.Contains(text.String(), s) {
		t.Errorf("output does not contain %q:\n%s", s, text.String())
	}
	rounds := strings.Count(text.String(), "round ")
	if rounds < 3 {
		t.Errorf("%d rounds", rounds)
	}
}

func BenchmarkRun(b *testing.B) {
	for b.Loop() {
		if _, err := run(io.Discard, hopper, 8); err != nil {
			b.Fatal(err)
		}
	}
}
