//go:build amd64 && !purego

package tile

import (
	"testing"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/ops"
)

func TestFirst(t *testing.T) {
	isas(t, func(t *testing.T) {
		k := dtype.Float64
		c := &code{}
		a, b, d := c.load(k, prog.Unit), c.load(k, prog.Unit), c.load(k, prog.Unit)
		x := c.op(ops.Sub, c.op(ops.Mul, c.op(ops.Add, a, c.number(k, 1)), b), d)
		c.store(c.op(ops.Mul, x, c.op(ops.Sub, a, b)), prog.Unit)
		p, ok := Compile(c.instrs, c.slots)
		if !ok {
			t.Fatal("does not compile")
		}
		t.Log(p)
		for n := range 300 {
			check(t, c, p, n, n%64, nil, nil, 1, false, true)
		}
	})
}
