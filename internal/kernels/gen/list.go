package main

// families lists everything that is emitted.
var families = []func(*isa) []handler{
	moves,
	arithmetic,
}
