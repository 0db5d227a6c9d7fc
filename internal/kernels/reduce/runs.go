package reduce

import "unsafe"

// TakeRuns puts runs of n elements each one behind the other, as float64. They begin at
// src + table[i], and their elements, of size bytes, 8 or 4 if they are float32, are
// stride bytes apart.
func TakeRuns(dst, src unsafe.Pointer, table []int, n, stride, size int) {
	if len(table) == 0 || n == 0 {
		return
	}
	t := unsafe.Pointer(unsafe.SliceData(table))
	k := stride / size
	quick := n >= 8 && (k == 1 || k == -1 || k == 2) // what takeRuns does
	switch {
	case quick && size == 4:
		takeRunsWide(dst, src, t, n, len(table), stride)
	case quick:
		takeRuns(dst, src, t, n, len(table), stride)
	case size == 4:
		takeAnyWide(dst, src, t, n, len(table), stride)
	default:
		takeAny(dst, src, t, n, len(table), stride)
	}
}

func takeAnyGo(dst, src, table unsafe.Pointer, n, runs, stride int) {
	takeRunsOf[float64](dst, src, table, n, runs, stride)
}

func takeAnyWideGo(dst, src, table unsafe.Pointer, n, runs, stride int) {
	takeRunsOf[float32](dst, src, table, n, runs, stride)
}

func takeRunsGo(dst, src, table unsafe.Pointer, n, runs, stride int) {
	takeRunsOf[float64](dst, src, table, n, runs, stride)
}

func takeRunsWideGo(dst, src, table unsafe.Pointer, n, runs, stride int) {
	takeRunsOf[float32](dst, src, table, n, runs, stride)
}

func takeRunsOf[T float32 | float64](dst, src, table unsafe.Pointer, n, runs, stride int) {
	d := unsafe.Slice((*float64)(dst), n*runs)
	for _, at := range unsafe.Slice((*int)(table), runs) {
		for i := range n {
			d[i] = float64(*(*T)(unsafe.Add(src, at+i*stride)))
		}
		d = d[n:]
	}
}

// Strided reports whether AddStrided is there for a stride in elements of some size.
func Strided(stride, size int) bool {
	switch stride {
	case 2:
		return wide() || hasVectors() && size == 8
	case -1, -2, 3:
		return wide()
	}
	return false
}

// AddStrided adds n elements, a multiple of Lanes, to a state of the kernel of sums,
// as its Add does. They are stride bytes apart from p on, and as TakeRuns has them.
func AddStrided(state, p unsafe.Pointer, n, stride, size int) {
	switch {
	case n == 0:
	case size == 4:
		addStridedWide(state, p, n/Lanes, stride)
	default:
		addStrided(state, p, n/Lanes, stride)
	}
}

func addStridedGo(lane, x unsafe.Pointer, blocks, stride int) {
	addStridedOf[float64](lane, x, blocks, stride)
}

func addStridedWideGo(lane, x unsafe.Pointer, blocks, stride int) {
	addStridedOf[float32](lane, x, blocks, stride)
}

func addStridedOf[T float32 | float64](lane, x unsafe.Pointer, blocks, stride int) {
	sum := (*[Lanes]float64)(lane)
	for i := range blocks * Lanes {
		sum[i%Lanes] += float64(*(*T)(unsafe.Add(x, i*stride)))
	}
}
