package zip_test

import (
	"testing"

	"github.com/ndgo/nd/zip"
)

// The benchmarks add two operands and are named by the layouts of destination
// and operands: c is C order, f its transpose, b a broadcast row.

const rows, cols = 500, 800

func benchViews(layouts string) []zip.Viewer[float64] {
	var views []zip.Viewer[float64]
	for _, l := range layouts {
		v := zip.View[float64]{Data: make([]float64, rows*cols), Shape: []int{rows, cols}, Strides: []int{cols, 1}}
		switch l {
		case 'f':
			v.Strides = []int{1, rows}
		case 'b':
			v = zip.FromSlice(make([]float64, cols), cols)
		}
		views = append(views, &v)
	}
	return views
}

func perElement(b *testing.B) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/(rows*cols), "ns/elem")
}

func BenchmarkEach3(b *testing.B) {
	for _, layouts := range []string{"ccc", "ccf", "cff", "ccb"} {
		v := benchViews(layouts)
		b.Run(layouts, func(b *testing.B) {
			for b.Loop() {
				zip.Each3(zip.Out(v[0]), v[1], v[2], func(x, y, z *float64) { *x = *y + *z })
			}
			perElement(b)
		})
	}
}

func BenchmarkRuns3(b *testing.B) {
	for _, layouts := range []string{"ccc", "ccf", "cff", "ccb"} {
		v := benchViews(layouts)
		b.Run(layouts, func(b *testing.B) {
			for b.Loop() {
				zip.Runs3(zip.Out(v[0]), v[1], v[2], func(x, y, z []float64) {
					for i := range x {
						x[i] = y[i] + z[i]
					}
				})
			}
			perElement(b)
		})
	}
}

func BenchmarkEachIndexed3(b *testing.B) {
	for _, layouts := range []string{"ccc", "ccf"} {
		v := benchViews(layouts)
		b.Run(layouts, func(b *testing.B) {
			for b.Loop() {
				zip.EachIndexed3(zip.Out(v[0]), v[1], v[2], func(_ []int, x, y, z *float64) { *x = *y + *z })
			}
			perElement(b)
		})
	}
}

func BenchmarkAll2(b *testing.B) {
	v := benchViews("cc")
	for b.Loop() {
		sum := 0.0
		for x, y := range zip.All2(v[0], v[1]) {
			sum += x * y
		}
		_ = sum
	}
	perElement(b)
}

// BenchmarkLoop is the loop that one would write for slices.
func BenchmarkLoop(b *testing.B) {
	x, y, z := make([]float64, rows*cols), make([]float64, rows*cols), make([]float64, rows*cols)
	for b.Loop() {
		for i := range x {
			x[i] = y[i] + z[i]
		}
	}
	perElement(b)
}

// BenchmarkTiny shows what a walk costs by itself.
func BenchmarkTiny(b *testing.B) {
	x := zip.FromSlice(make([]float64, 9), 3, 3)
	var v zip.Viewer[float64] = &x
	b.ReportAllocs()
	for b.Loop() {
		zip.Each2(zip.Out(v), v, func(x, y *float64) { *x = *y })
	}
}
