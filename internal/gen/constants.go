package main

import (
	"fmt"
	"strings"

	"github.com/ndgo/nd/internal/ops"
)

// opConstants writes the numbers of the table's rows.
func opConstants() string {
	var b strings.Builder
	b.WriteString(header("ops"))
	b.WriteString("// The rows of the table.\nconst (\n")
	first := " Op = firstRow + iota"
	for _, e := range ops.All {
		fmt.Fprintf(&b, "\t%s%s\n", e.Name, first)
		first = ""
	}
	b.WriteString(")\n")
	return b.String()
}

// lazyOps writes the public names of the rows.
func lazyOps() string {
	var b strings.Builder
	b.WriteString(header("lazy", "github.com/ndgo/nd/internal/ops"))
	b.WriteString("// The elementwise operations.\nconst (\n")
	for _, e := range ops.All {
		fmt.Fprintf(&b, "\tOp%s = Op(ops.%s) // %s\n", e.Name, e.Name, e.Doc)
	}
	b.WriteString(")\n")
	return b.String()
}
