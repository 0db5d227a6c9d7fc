//go:build amd64 && !purego

package tile

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels/block"
	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/ops"
)

// randomCode writes a program of mixed kinds with shared values and up to three
// results.
func randomCode(r *rand.Rand) *code {
	c := &code{}
	ks := []dtype.Kind{kinds[r.IntN(len(kinds))], kinds[r.IntN(len(kinds))], dtype.Bool}
	values := map[dtype.Kind][]int{}
	add := func(v int) {
		k := c.instrs[v].Type.Kind
		values[k] = append(values[k], v)
	}
	classes := []prog.Class{prog.Unit, prog.Unit, prog.Unit, prog.Zero, prog.Reverse, prog.Strided}
	pick := func(k dtype.Kind) int {
		vs := values[k]
		switch {
		case len(vs) == 0 || r.IntN(6) == 0:
			if r.IntN(3) == 0 && k != dtype.Bool {
				add(c.number(k, float64(r.IntN(7))))
			} else {
				add(c.load(k, classes[r.IntN(len(classes))]))
			}
			vs = values[k]
			return vs[len(vs)-1]
		case r.IntN(2) == 0:
			return vs[len(vs)-1]
		}
		return vs[r.IntN(len(vs))]
	}
	var all []ops.Op
	for op, info := range ops.All {
		// The sign of a NaN that arithmetic made is not specified, and the
		// elementary functions are not the subject here.
		if info.ULP == 0 && op != ops.Signbit && op != ops.Copysign {
			all = append(all, op)
		}
	}
	for range 1 + r.IntN(25) {
		k := ks[r.IntN(len(ks))]
		if r.IntN(6) == 0 {
			add(c.cast(pick(ks[r.IntN(len(ks))]), k))
			continue
		}
		op := all[r.IntN(len(all))]
		if block.Lookup(op, k) == nil {
			continue
		}
		args := make([]int, ops.Info(op).Arity)
		for j := range args {
			args[j] = pick(k)
		}
		if op == ops.Where {
			args[0] = pick(dtype.Bool)
		}
		add(c.op(op, args...))
	}
	if len(c.instrs) == 0 {
		c.load(ks[0], prog.Unit)
	}
	for range 1 + r.IntN(3) {
		v := len(c.instrs) - 1 - r.IntN(min(4, len(c.instrs)))
		if c.instrs[v].Op != ops.Store {
			c.store(v, classes[[]int{0, 0, 0, 4, 5}[r.IntN(5)]])
		}
	}
	if c.instrs[len(c.instrs)-1].Op != ops.Store {
		c.store(len(c.instrs)-1, prog.Unit)
	}
	return c
}

// TestRandom compares random programs with the oracle. ND_SEED replays one of
// them, ND_COUNT sets how many there are.
func TestRandom(t *testing.T) {
	first, count := uint64(1), uint64(1500)
	if s := os.Getenv("ND_SEED"); s != "" {
		first, _ = strconv.ParseUint(s, 10, 64)
		count = 1
	} else if s := os.Getenv("ND_COUNT"); s != "" {
		count, _ = strconv.ParseUint(s, 10, 64)
	}
	if raceEnabled {
		count = min(count, 200)
	}
	isas(t, func(t *testing.T) {
		var last uint64
		defer func() {
			if t.Failed() {
				t.Logf("replay: ND_SEED=%d go test -run Random/%s", last, current.name)
			}
		}()
		for seed := first; seed < first+count; seed++ {
			r := rand.New(rand.NewPCG(seed, 0))
			c := randomCode(r)
			p, ok := Compile(c.instrs, c.slots)
			if !ok {
				continue
			}
			last = seed
			for range 3 {
				check(t, c, p, r.IntN(700), r.IntN(64), nil, nil, seed, r.IntN(4) == 0, true)
			}
			if seed%16 == 0 {
				check(t, c, p, 3*blockLen+r.IntN(700), 0, nil, nil, seed, false, true)
			}
		}
	})
}

// TestCalls mixes handlers with calls of kernels and of a user's function.
func TestCalls(t *testing.T) {
	f := &prog.Func{Name: "half", Call: func(dst unsafe.Pointer, args [3]unsafe.Pointer, n int) {
		d, x := unsafe.Slice((*float64)(dst), n), unsafe.Slice((*float64)(args[0]), n)
		for i := range d {
			d[i] = x[i] * 0.5
		}
	}}
	isas(t, func(t *testing.T) {
		k := dtype.Float64
		for _, class := range []prog.Class{prog.Unit, prog.Reverse, prog.Strided, prog.Zero} {
			c, want := &code{}, &code{}
			for i, c := range []*code{c, want} {
				a, b := c.load(k, class), c.load(k, prog.Unit)
				x := c.op(ops.Add, a, b)
				if i == 0 {
					x = c.add(prog.Instr{Op: ops.User, Kind: k, Type: dtype.Basic(k), Args: [3]int{x, -1, -1}, Fn: f})
				} else {
					x = c.op(ops.Mul, x, c.number(k, 0.5))
				}
				y := c.op(ops.Mod, a, c.op(ops.Add, x, c.number(k, 1)))
				c.store(c.op(ops.Sub, y, b), prog.Unit)
			}
			p, ok := Compile(c.instrs, c.slots)
			if !ok {
				t.Fatal("does not compile")
			}
			for _, n := range []int{0, 1, 7, 64, 1000, blockLen, 5*blockLen + 3} {
				check(t, want, p, n, 8, nil, nil, 9, false, true)
				check(t, want, p, n, 8, nil, map[int]int{2: 1}, 9, false, true)
			}
		}
	})
}
