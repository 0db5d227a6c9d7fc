package main

// families lists everything that is emitted.
var families = []func(*isa) []handler{
	moves,
	strides,
	arithmetic,
	quotients,
	roots,
	fusions,
	signs,
	rounding,
	extremes,
	bitwise,
	comparisons,
	masks,
	casts,
	elementaries,
	rowLoops,
}
