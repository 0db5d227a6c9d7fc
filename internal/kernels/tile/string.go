//go:build amd64 && !purego

package tile

import (
	"fmt"
	"strings"

	"github.com/ndgo/nd/internal/dtype"
)

// describe is an instruction in words, the accumulator being acc.
func (p *program) describe(k key, in *ins) string {
	var b strings.Builder
	b.WriteString(k.op.String())
	if k.kind != dtype.Other {
		b.WriteString(" " + k.kind.String())
	}
	if k.to != dtype.Other {
		b.WriteString(" to " + k.to.String())
	}
	first, second := "", ""
	if k.op < opMaskAnd || k.op > opMaskNot {
		first, second = p.entry(in.p), p.entry(in.q)
	}
	maskOf := func(offset uint32) string { return fmt.Sprintf("mask %d", (int(offset)-maskArea)/p.set.mask) }
	switch {
	case k.op >= opMaskAnd && k.op <= opMaskNot:
		fmt.Fprintf(&b, " %s, %s, %s", maskOf(in.p), maskOf(in.q), maskOf(in.r))
		return b.String()
	case k.op == opSpill, k.op == opSpill+1, k.op == opSpill+2, k.op == opFill:
		return b.String() + " " + first
	}
	switch k.form {
	case formT1, formT2:
		fmt.Fprintf(&b, " acc, tile %d", k.form-formT1+1)
	case formRT1, formRT2:
		fmt.Fprintf(&b, " tile %d, acc", k.form-formRT1+1)
	case formS, formB:
		b.WriteString(" acc, " + first)
	case formRS, formRB:
		b.WriteString(" " + first + ", acc")
	case formSS, formSB, formBS, formBB:
		b.WriteString(" " + first + ", " + second)
	case formV, formX:
		b.WriteString(" strided " + first)
	}
	if in.r != 0 {
		b.WriteString(", " + maskOf(in.r))
	}
	return b.String()
}

// entry names an entry of the operand table, given its offset.
func (p *program) entry(offset uint32) string {
	i := int(offset) / operandSize
	switch r := p.table[i]; r.what {
	case constant:
		return fmt.Sprintf("constant %#x", p.consts[r.at])
	case scratch:
		return fmt.Sprintf("scratch %d", r.at)
	case buffer:
		return fmt.Sprintf("buffer %d", i)
	}
	return fmt.Sprintf("slot %d", i)
}
