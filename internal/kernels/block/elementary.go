package block

import (
	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/ops"
)

// elementary enters the kernels of the elementary functions, whose scalar forms
// are in package elem.
func (t *table) elementary() {
	t.op[dtype.Float32][ops.FMA] = fma32
	t.op[dtype.Float64][ops.FMA] = fma64
}
