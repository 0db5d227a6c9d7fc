//go:build amd64 && !purego

package tile

import (
	"os"
	"sync"

	"golang.org/x/sys/cpu"
)

// A set is the handlers of an instruction set.
type set struct {
	name  string
	bytes int // of a vector
	tiles int // kept in registers
	mask  int // bytes that a mask takes in scratch memory
	index func() map[key]handler
	fence func()
}

// A handler is a pair of addresses.
type handler struct {
	h, tail uintptr
	keeps   int // register tiles that survive it
}

var avx512 = &set{
	name: "avx512", bytes: 64, tiles: 3, mask: 64, fence: avx512Fence,
	index: sync.OnceValue(func() map[key]handler { return makeIndex(avx512Index[:], avx512Table()[:]) }),
}

var avx2 = &set{
	name: "avx2", bytes: 32, tiles: 1, mask: 256, fence: avx2Fence,
	index: sync.OnceValue(func() map[key]handler { return makeIndex(avx2Index[:], avx2Table()[:]) }),
}

func makeIndex(entries []entry, table []uintptr) map[key]handler {
	m := make(map[key]handler, len(entries))
	for _, e := range entries {
		m[key{e.op, e.kind, e.to, e.form, e.w}] = handler{table[2*e.handler], table[2*e.handler+1], int(e.keeps)}
	}
	return m
}

// current is the set in use; nil is none.
var current = choose(os.Getenv("ND_ISA"))

// choose returns the set asked for if the machine has it, else the best one it
// has. It is nil for purego.
func choose(name string) *set {
	x := &cpu.X86
	has2 := x.HasAVX2 && x.HasFMA && x.HasBMI2
	has512 := has2 && x.HasAVX512F && x.HasAVX512BW && x.HasAVX512DQ && x.HasAVX512VL
	switch {
	case name == "purego" || !has2:
		return nil
	case name == "avx2" || !has512:
		return avx2
	}
	return avx512
}

// ISA returns the name of the instruction set in use: avx512, avx2 or purego.
// It is the best that the machine has, unless the environment variable ND_ISA
// names a lesser one.
func ISA() string {
	if current == nil {
		return "purego"
	}
	return current.name
}

// Force makes Compile use another instruction set, for tests. It reports
// whether the machine has it. Programs made before keep theirs.
func Force(name string) (restore func(), ok bool) {
	old := current
	s := choose(name)
	if s != nil && s.name != name || s == nil && name != "purego" {
		return func() {}, false
	}
	current = s
	return func() { current = old }, true
}

func (s *set) find(k key) (handler, bool) {
	h, ok := s.index()[k]
	return h, ok
}
