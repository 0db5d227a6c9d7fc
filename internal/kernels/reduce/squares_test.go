package reduce

import (
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/ops"
)

// Quads put rows into columns, whatever lies between their elements and between the
// columns.
func TestQuads(t *testing.T) {
	sets(t, func(name string) {
		rng := rand.New(rand.NewPCG(1, 2))
		for range 300 {
			size := 4 + 4*rng.IntN(2)
			stripes, count := 1+rng.IntN(4), 1+rng.IntN(9)
			near := []int{1, 1, -1, 2, -3}[rng.IntN(5)]
			cols := 8 * stripes
			width := max(near, -near) * cols
			src := make([]byte, 4*count*width*size)
			for i := range len(src) / size {
				if size == 8 {
					*(*float64)(unsafe.Pointer(&src[8*i])) = rng.NormFloat64()
				} else {
					*(*float32)(unsafe.Pointer(&src[4*i])) = float32(rng.NormFloat64())
				}
			}
			table := make([]int, 4*count)
			for i, r := range rng.Perm(4 * count) {
				table[i] = r * width * size
				if near < 0 {
					table[i] += (width - 1) * size
				}
			}
			// By squares, or column by column.
			q := Quads{Size: size, Near: near * size, Column: 64, Stripe: (count + 1) / 2 * SquareBytes, Even: 32, Odd: SquareBytes - 32}
			if rng.IntN(2) == 0 {
				q.Column, q.Stripe, q.Even, q.Odd = 32*count, 8*32*count, 32, 32
			}
			const guard = 8
			dst := make([]float64, guard+cols*4*(count+1)+guard)
			for i := range dst {
				dst[i] = 7
			}
			want := append([]float64(nil), dst...)
			for c := range cols {
				for r, at := range table {
					p := unsafe.Pointer(&src[at+c*near*size])
					v := 0.0
					if size == 8 {
						v = *(*float64)(p)
					} else {
						v = float64(*(*float32)(p))
					}
					to := c/8*q.Stripe + c%8*q.Column + r/4/2*(q.Even+q.Odd) + r/4%2*q.Even + r%4*8
					want[guard+to/8] = v
				}
			}
			q.Put(unsafe.Pointer(&dst[guard]), unsafe.Pointer(&src[0]), table, stripes)
			for i, v := range want {
				if dst[i] != v {
					t.Fatalf("%s: %d quads, %d stripes, near %d of size %d: element %d is %v, want %v", name, count, stripes, near, size, i-guard, dst[i], v)
				}
			}
		}
	})
}

// Leaves of columns of squares are those of the columns one after the other.
func TestLeaf(t *testing.T) {
	sets(t, func(name string) {
		rng := rand.New(rand.NewPCG(3, 4))
		for range 200 {
			rows, columns := 1+rng.IntN(300), 8*(1+rng.IntN(10))
			if rng.IntN(8) == 0 {
				rows = 3000 + rng.IntN(9000)
			}
			x := values(rng, rows*columns)
			var got, want []float64
			for i := 0; i < len(x); i += LeafSize {
				want = append(want, plainSum(x[i:min(len(x), i+LeafSize)]))
			}
			squares := (rows + 7) / 8
			stripe := make([]float64, squares*64)
			l := NewLeaf(func(sum float64) { got = append(got, sum) })
			for c := 0; c < columns; c += 8 {
				for i := range stripe {
					stripe[i] = math.NaN()
				}
				for k := range 8 {
					for r := range rows {
						stripe[r/8*64+8*k+r%8] = x[(c+k)*rows+r]
					}
				}
				first := rng.IntN(9)
				l.AddColumns(unsafe.Pointer(&stripe[0]), rows, first)
				if first < 8 {
					l.AddColumns(unsafe.Pointer(&stripe[8*first]), rows, 8-first)
				}
			}
			l.Flush()
			if len(got) != len(want) {
				t.Fatalf("%s: %d leaves, want %d", name, len(got), len(want))
			}
			for i, v := range got {
				if math.Float64bits(v) != math.Float64bits(want[i]) {
					t.Fatalf("%s: %d rows, %d columns: leaf %d is %v, want %v", name, rows, columns, i, v, want[i])
				}
			}
		}
	})
}

// Runs are taken one after the other, at any stride.
func TestTakeRuns(t *testing.T) {
	sets(t, func(name string) {
		rng := rand.New(rand.NewPCG(5, 6))
		for stride := -5; stride <= 6; stride++ {
			for _, size := range []int{4, 8} {
				for n := 1; n <= 70; n++ {
					runs := 1 + rng.IntN(4)
					span := (max(stride, -stride)*(n-1) + 1) * size
					src := make([]byte, runs*span)
					for i := range src {
						src[i] = byte(rng.Uint32()) & 0x3f
					}
					table := make([]int, runs)
					for i, r := range rng.Perm(runs) {
						table[i] = r * span
						if stride < 0 {
							table[i] += span - size
						}
					}
					got := make([]float64, runs*n+1)
					got[runs*n] = 7
					TakeRuns(unsafe.Pointer(&got[0]), unsafe.Pointer(&src[0]), table, n, stride*size, size)
					for r := range runs {
						for i := range n {
							p := unsafe.Pointer(&src[table[r]+i*stride*size])
							want := 0.0
							if size == 4 {
								want = float64(*(*float32)(p))
							} else {
								want = *(*float64)(p)
							}
							if got[r*n+i] != want {
								t.Fatalf("%s: stride %d of size %d, %d elements: element %d of run %d is %v, want %v", name, stride, size, n, i, r, got[r*n+i], want)
							}
						}
					}
					if got[runs*n] != 7 {
						t.Fatalf("%s: written past the end", name)
					}
				}
			}
		}
	})
}

// Elements at a stride are added as those side by side.
func TestAddStrided(t *testing.T) {
	add := For(ops.Add, dtype.Float64)
	sets(t, func(name string) {
		rng := rand.New(rand.NewPCG(7, 8))
		for stride := -3; stride <= 4; stride++ {
			for blocks := 1; blocks < 20; blocks++ {
				n := blocks * Lanes
				span := max(stride, -stride)*(n-1) + 1
				x, y := values(rng, span), make([]float32, span)
				wide, some := make([]float64, n), make([]float64, n)
				first := 0
				if stride < 0 {
					first = span - 1
				}
				for i := range y {
					y[i] = float32(x[i])
				}
				for i := range n {
					some[i], wide[i] = x[first+i*stride], float64(y[first+i*stride])
				}
				for size, want := range map[int][]float64{8: some, 4: wide} {
					if !Strided(stride, size) {
						continue
					}
					p := unsafe.Pointer(&x[first])
					if size == 4 {
						p = unsafe.Pointer(&y[first])
					}
					var a, b [StateWords]uint64
					var got, ref float64
					add.Start(unsafe.Pointer(&a))
					add.Start(unsafe.Pointer(&b))
					for range 2 {
						AddStrided(unsafe.Pointer(&a), p, n, stride*size, size)
						add.Add(unsafe.Pointer(&b), unsafe.Pointer(&want[0]), n)
					}
					add.End(unsafe.Pointer(&got), unsafe.Pointer(&a))
					add.End(unsafe.Pointer(&ref), unsafe.Pointer(&b))
					if math.Float64bits(got) != math.Float64bits(ref) {
						t.Fatalf("%s: stride %d of size %d, %d elements: %v, want %v", name, stride, size, n, got, ref)
					}
				}
			}
		}
	})
}
