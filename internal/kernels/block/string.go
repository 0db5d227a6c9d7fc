package block

import (
	"fmt"
	"math"
	"strings"
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/ops"
)

var classNames = map[prog.Class]string{prog.Unit: "contiguous", prog.Zero: "broadcast", prog.Reverse: "reversed", prog.Strided: "strided"}

// String lists the steps: b0, b1, ... are buffers, s0, s1, ... the slots.
func (p *program) String() string {
	var b strings.Builder
	b.WriteString("blocks of ")
	if p.block == math.MaxInt {
		b.WriteString("any length")
	} else {
		fmt.Fprintf(&b, "%d elements", p.block)
	}
	fmt.Fprintf(&b, ", %d buffers\n", len(p.buffers))
	for _, c := range p.constants {
		fmt.Fprintf(&b, "%s = constant %s\n", p.placeName(c.at), constantName(c))
	}
	for _, c := range p.broadcasts {
		fmt.Fprintf(&b, "%s = load %v s%d, broadcast\n", p.placeName(c.at), c.typ, c.slot)
	}
	for _, s := range p.steps {
		switch s.do {
		case load:
			fmt.Fprintf(&b, "%s = load %v s%d, %s\n", p.placeName(s.dst), s.typ, s.slot, classNames[p.slots[s.slot].Class])
			continue
		case store:
			fmt.Fprintf(&b, "s%d = store %v %s, %s\n", s.slot, s.typ, p.placeName(s.a), classNames[p.slots[s.slot].Class])
			continue
		}
		in := p.code[s.from]
		fmt.Fprintf(&b, "%s = ", p.placeName(s.dst))
		if s.inner != ops.Invalid {
			fmt.Fprintf(&b, "%v, ", s.inner)
		}
		fmt.Fprintf(&b, "%v ", in.Op)
		switch in.Op {
		case ops.User:
			fmt.Fprintf(&b, "%s %v", in.Fn.Name, in.Type)
		case ops.Cast:
			fmt.Fprintf(&b, "%v to %v", in.Kind, in.Type)
		default:
			fmt.Fprintf(&b, "%v", in.Kind)
		}
		sep := " "
		for _, a := range []place{s.a, s.b, s.c} {
			if a != 0 {
				b.WriteString(sep + p.placeName(a))
				sep = ", "
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func (p *program) placeName(at place) string {
	if i := int(at) - 1 - len(p.slots); i >= 0 {
		return fmt.Sprintf("b%d", i)
	}
	return fmt.Sprintf("s%d", at-1)
}

// constantName writes a constant with its kind, as in "float64 1.5".
func constantName(c constant) string {
	v := unsafe.Pointer(&c.value)
	var x any
	switch c.kind {
	case dtype.Bool:
		x = *(*uint8)(v) != 0
	case dtype.Int8:
		x = *(*int8)(v)
	case dtype.Int16:
		x = *(*int16)(v)
	case dtype.Int32:
		x = *(*int32)(v)
	case dtype.Int64:
		x = *(*int64)(v)
	case dtype.Uint8:
		x = *(*uint8)(v)
	case dtype.Uint16:
		x = *(*uint16)(v)
	case dtype.Uint32:
		x = *(*uint32)(v)
	case dtype.Uint64:
		x = *(*uint64)(v)
	case dtype.Float32:
		x = *(*float32)(v)
	case dtype.Float64:
		x = *(*float64)(v)
	case dtype.Complex64:
		x = *(*complex64)(v)
	case dtype.Complex128:
		x = *(*complex128)(v)
	}
	return fmt.Sprintf("%v %v", c.kind, x)
}
