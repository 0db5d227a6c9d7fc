package main

import (
	"bytes"
	"testing"
)

func TestCurrent(t *testing.T) {
	if err := run(true); err != nil {
		t.Error(err)
	}
}

// What is generated is capped: beyond it, something should be shared instead.
func TestBudget(t *testing.T) {
	const most = 100_000
	n := 0
	for _, files := range packages {
		for _, b := range files() {
			n += bytes.Count(b, []byte("\n"))
		}
	}
	t.Logf("%d lines", n)
	if n > most {
		t.Errorf("%d lines are generated, more than %d", n, most)
	}
}
