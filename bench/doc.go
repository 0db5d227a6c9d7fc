// Package bench measures nd against loops written by hand. What it measured,
// and where, is in RESULTS.md; CONTRIBUTING.md says how to add to that.
package bench
