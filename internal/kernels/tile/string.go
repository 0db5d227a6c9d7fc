//go:build amd64 && !purego

package tile

import (
	"fmt"
	"strings"

	"github.com/ndgo/nd/internal/dtype"
)

// describe is an instruction in words, the accumulator being acc.
func (p *program) describe(c step) string {
	var b strings.Builder
	k := c.key
	b.WriteString(k.op.String())
	if k.kind != dtype.Other {
		b.WriteString(" " + k.kind.String())
	}
	if k.to != dtype.Other {
		b.WriteString(" to " + k.to.String())
	}
	var operands []string
	add := func(s string) { operands = append(operands, s) }
	switch k.form {
	case formT1, formT2:
		add(fmt.Sprintf("acc, tile %d", k.form-formT1+1))
	case formRT1, formRT2:
		add(fmt.Sprintf("tile %d, acc", k.form-formRT1+1))
	case formS, formB:
		if k.op < opLoad {
			add("acc")
		}
	}
	for _, i := range []int{c.p, c.q, c.r} {
		if i >= 0 {
			add(p.entry(i))
		}
	}
	if k.form == formRS || k.form == formRB {
		add("acc")
	}
	if len(operands) > 0 {
		b.WriteString(" " + strings.Join(operands, ", "))
	}
	return b.String()
}

// entry names an entry of the operand table.
func (p *program) entry(i int) string {
	switch r := p.table[i]; r.what {
	case constant:
		return fmt.Sprintf("constant %#x", p.consts[r.at])
	case scratch:
		return fmt.Sprintf("scratch %d", r.at)
	case mask:
		return fmt.Sprintf("mask %d", r.at)
	case buffer:
		return fmt.Sprintf("buffer %d", i)
	}
	return fmt.Sprintf("slot %d", i)
}
