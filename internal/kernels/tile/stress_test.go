//go:build amd64 && !purego

package tile

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/kernels/prog"
	"github.com/ndgo/nd/internal/ops"
)

// slow writes a program that takes long for its operands' size.
func slow(c *code, depth int) {
	k := dtype.Float64
	x := c.load(k, prog.Unit)
	for range depth {
		x = c.op(ops.Div, c.op(ops.Sqrt, x), c.number(k, 3))
	}
	c.store(x, prog.Unit)
}

// TestPreempt stops the world while a long program runs: it must not wait for
// the program's end.
func TestPreempt(t *testing.T) {
	if runtime.GOMAXPROCS(0) < 2 {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	}
	isas(t, func(t *testing.T) {
		c := &code{}
		slow(c, 50)
		p, _ := Compile(c.instrs, c.slots)
		const n = 1 << 20
		f := p.Frame()
		for i, s := range c.slots {
			f.Slots[i] = benchOperand(s, n)
		}
		p.Run(f, n)
		// A machine with other work may keep the stop itself waiting. That passes;
		// a program that cannot be stopped stays one.
		for try := range 5 {
			waits, shortest := stops(p, f, n)
			t.Logf("a run takes %v, stopping the world %v", shortest, waits)
			if waits[len(waits)/2] <= shortest/4 {
				break
			}
			if try == 4 {
				t.Errorf("stopping the world waits for assembly: %v of a run of %v", waits, shortest)
			}
		}
	})
}

// stops returns how long it took to stop the world during each of several runs,
// sorted, and how long the shortest run took.
func stops(p prog.Program, f *prog.Frame, n int) (waits []time.Duration, shortest time.Duration) {
	for range 7 {
		started := make(chan bool)
		ended := make(chan time.Duration)
		go func() {
			close(started)
			t0 := time.Now()
			p.Run(f, n)
			ended <- time.Since(t0)
		}()
		<-started
		time.Sleep(2 * time.Millisecond)
		t0 := time.Now()
		var m runtime.MemStats
		runtime.ReadMemStats(&m) // stops the world
		waits = append(waits, time.Since(t0))
		d := <-ended
		if shortest == 0 || d < shortest {
			shortest = d
		}
	}
	slices.Sort(waits)
	return waits, shortest
}

// TestStress runs programs from many goroutines whose stacks grow, with the
// collector and the profiler always at work.
func TestStress(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(1))
	out, err := os.Create(filepath.Join(t.TempDir(), "cpu"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	if err := pprof.StartCPUProfile(out); err == nil {
		defer pprof.StopCPUProfile()
	}
	isas(t, func(t *testing.T) {
		type program struct {
			c *code
			p prog.Program
		}
		var ps []program
		for seed := uint64(1); len(ps) < 24; seed++ {
			c := randomCode(rand.New(rand.NewPCG(seed, 1)))
			if p, ok := Compile(c.instrs, c.slots); ok {
				ps = append(ps, program{c, p})
			}
		}
		var stop atomic.Bool
		var wg sync.WaitGroup
		for g := range 16 {
			wg.Go(func() {
				r := rand.New(rand.NewPCG(uint64(g), 2))
				for !stop.Load() && !t.Failed() {
					x := ps[r.IntN(len(ps))]
					deep(r.IntN(60), func() { check(t, x.c, x.p, r.IntN(2000), 8*r.IntN(8), nil, nil, 1, false, true) })
				}
			})
		}
		wg.Go(func() {
			buf := make([]byte, 1<<16)
			for !stop.Load() {
				runtime.GC()
				runtime.Stack(buf, true)
			}
		})
		time.Sleep(time.Second)
		stop.Store(true)
		wg.Wait()
	})
}

// deep calls f from the end of a chain of n frames.
func deep(n int, f func()) (sum byte) {
	var x [512]byte
	if n == 0 {
		f()
		return
	}
	x[n] = deep(n-1, f)
	return x[n] + x[n/2]
}

// TestRelease looks for operands that a frame still holds after its release.
func TestRelease(t *testing.T) {
	isas(t, func(t *testing.T) {
		for _, op := range []ops.Op{ops.Add, ops.Mod} { // with a handler and by a call
			c := &code{}
			x := c.load(dtype.Float64, prog.Unit)
			c.store(c.op(op, c.op(ops.Add, x, x), x), prog.Unit)
			p, ok := Compile(c.instrs, c.slots)
			if !ok {
				t.Fatal("does not compile")
			}
			f := p.Frame()
			s := f.Scratch.(*state)
			data := make([]float64, 100)
			for i := range f.Slots {
				f.Slots[i] = prog.Operand{Ptr: unsafe.Pointer(&data[0]), Stride: 8}
			}
			f.Stream = true
			p.Run(f, len(data))
			p.Release(f)
			for i, o := range s.block {
				if o.Ptr != nil || f.Slots[i].Ptr != nil {
					t.Errorf("slot %d is held", i)
				}
			}
			if f.Stream {
				t.Error("Stream is still set")
			}
		}
	})
}

// TestAllocs runs a program again and again: nothing must be allocated.
func TestAllocs(t *testing.T) {
	if raceEnabled {
		t.Skip("under the race detector sync.Pool drops what it is given")
	}
	isas(t, func(t *testing.T) {
		for _, op := range []ops.Op{ops.Add, ops.Mod} {
			c := &code{}
			x := c.load(dtype.Float64, prog.Unit)
			c.store(c.op(op, c.op(ops.Add, x, x), x), prog.Unit)
			p, _ := Compile(c.instrs, c.slots)
			data := make([]float64, 5000)
			defer debug.SetGCPercent(debug.SetGCPercent(-1))
			n := testing.AllocsPerRun(100, func() {
				f := p.Frame()
				for i := range f.Slots {
					f.Slots[i] = prog.Operand{Ptr: unsafe.Pointer(&data[0]), Stride: 8}
				}
				p.Run(f, len(data))
				p.Release(f)
			})
			if n != 0 {
				t.Errorf("%s: %v allocations a run", op, n)
			}
		}
	})
}
