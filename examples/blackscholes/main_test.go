package main

import "testing"

// The program checks itself: against published values and by parity.
func TestRun(t *testing.T) {
	if err := run(1001); err != nil {
		t.Fatal(err)
	}
	if run(1) == nil {
		t.Error("one strike is taken for a chain")
	}
}
