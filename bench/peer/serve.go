package main

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"time"
)

// The inputs: element i of input s is made from a hash of both, with a period
// of 2^20, the same in every program that speaks the protocol.

const period = 1 << 20

// hash is splitmix64.
func hash(seed, i uint64) uint64 {
	z := seed<<32 + i + 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func fill[T any](seed uint64, n int, from func(uint64) T) []T {
	x := make([]T, n)
	for i := range x[:min(n, period)] {
		x[i] = from(hash(seed, uint64(i)))
	}
	for o := period; o < n; o += period {
		copy(x[o:], x[:min(period, n-o)])
	}
	return x
}

func unit(h uint64) float64            { return 0.5 + 1.5*(float64(h>>11)*0x1p-53) }
func unit32(h uint64) float32          { return float32(unit(h)) }
func thousand(h uint64) int32          { return int32(h % 1000) }
func pixel(h uint64) uint8             { return uint8(h) }
func floats(s uint64, n int) []float64 { return fill(s, n, unit) }

// checksum adds up about a thousand samples of a result.
func checksum[T ~float64 | ~float32 | ~int32](y []T) float64 {
	n := len(y)
	s := 0.0
	for j := range 997 {
		s += float64(y[(7919*j+13)%n])
	}
	return s + float64(y[n-1]) + float64(y[0])
}

// A workload is set up for a shape and gives what to time, and what to check
// it by.
type workload struct {
	name, variant string
	setup         func(shape []int) (call func(), check func() float64)
}

var workloads []workload

func register(name, variant string, setup func(shape []int) (func(), func() float64)) {
	workloads = append(workloads, workload{name, variant, setup})
}

// serve answers requests on standard input until "quit".
func serve() {
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		f := strings.Fields(in.Text())
		switch {
		case len(f) == 0:
		case f[0] == "list":
			for _, w := range workloads {
				fmt.Println(w.name, w.variant)
			}
			fmt.Println(".")
		case f[0] == "run" && len(f) == 6:
			answer, err := measure(f[1], f[2], f[3], f[4], f[5])
			if err != nil {
				answer = "err " + strings.ReplaceAll(err.Error(), "\n", " ")
			}
			fmt.Println(answer)
			giveBack()
		case f[0] == "quit":
			return
		default:
			fmt.Println("err bad request")
		}
	}
}

// giveBack returns a large heap to the system, as the other programs need it.
func giveBack() {
	var m runtime.MemStats
	if runtime.ReadMemStats(&m); m.HeapSys-m.HeapReleased > 256<<20 {
		debug.FreeOSMemory()
	}
}

func measure(name, variant, shapeText, msText, batchesText string) (answer string, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("%v", v)
		}
	}()
	var shape []int
	n := 1
	for _, s := range strings.Split(shapeText, "x") {
		d, err := strconv.Atoi(s)
		if err != nil {
			return "", err
		}
		shape = append(shape, d)
		n *= d
	}
	ms, err := strconv.ParseFloat(msText, 64)
	if err != nil {
		return "", err
	}
	batches, err := strconv.Atoi(batchesText)
	if err != nil {
		return "", err
	}
	for _, w := range workloads {
		if w.name == name && w.variant == variant {
			call, check := w.setup(shape)
			answer = fmt.Sprintf("ok %.17g", check())
			for _, t := range batch(call, ms*1e6, batches) {
				answer += fmt.Sprintf(" %.6g", t/float64(n))
			}
			return answer, nil
		}
	}
	return "", fmt.Errorf("no workload %s %s", name, variant)
}

// batch times call in batches of about target nanoseconds and returns the
// nanoseconds of one call in each.
func batch(call func(), target float64, batches int) []float64 {
	repeat := func(r int) float64 {
		start := time.Now()
		for range r {
			call()
		}
		return float64(time.Since(start))
	}
	reps, t := 1, 0.0
	for {
		if t = repeat(reps); t >= target/5 {
			break
		}
		reps = min(10*reps, max(reps+1, int(float64(reps)*target/4/max(t, 1))+1))
	}
	var times []float64
	if reps == 1 && t >= target {
		times = append(times, t)
	} else {
		reps = max(1, int(float64(reps)*target/t))
	}
	for len(times) < batches {
		times = append(times, repeat(reps)/float64(reps))
	}
	return times
}
