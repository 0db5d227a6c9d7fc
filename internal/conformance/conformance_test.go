package conformance

import (
	"encoding/json"
	"math"
	"testing"
)

func TestCompare(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	negNaN := math.Float64frombits(0xfff8000000000001)
	for _, c := range []struct {
		rule      Rule
		got, want any
		worst     float64
		ok        bool
	}{
		{Rule{Cmp: "exact"}, []float64{nan, 1}, []float64{negNaN, 1}, 0, true},
		{Rule{Cmp: "exact"}, []float64{0}, []float64{math.Copysign(0, -1)}, 0, false},
		{Rule{Cmp: "exact_any_zero"}, []float64{0}, []float64{math.Copysign(0, -1)}, 0, true},
		{Rule{Cmp: "exact"}, []int8{1}, []uint8{1}, 0, false},
		{Rule{Cmp: "exact"}, []int8{1}, []int8{1, 2}, 0, false},
		{Rule{Cmp: "exact", Skip: map[int]bool{1: true}}, []int8{1, 3}, []int8{1, 2}, 0, true},
		{Rule{Cmp: "exact"}, []complex64{complex(1, float32(nan))}, []complex64{complex(1, float32(negNaN))}, 0, true},
		{Rule{Cmp: "ulp", Steps: 1}, []float64{1}, []float64{math.Nextafter(1, 0)}, 1, true},
		{Rule{Cmp: "ulp", Steps: 1}, []float64{math.MaxFloat64}, []float64{inf}, 1, true},
		{Rule{Cmp: "ulp", Steps: 1}, []float32{-0x1p-149}, []float32{0x1p-149}, 0, false},
		{Rule{Cmp: "ulp", Steps: 9}, []float32{-0x1p-149}, []float32{0x1p-149}, 2, true},
		{Rule{Cmp: "ulp", Steps: 9}, []float64{nan}, []float64{1}, 0, false},
		{Rule{Cmp: "ulp", Steps: 9}, []float64{0}, []float64{math.Copysign(0, -1)}, 0, false},
		{Rule{Cmp: "norm", Norm: 2}, []complex128{complex(0x1p1023, 0x1p1023)}, []complex128{complex(0x1p1023*(1+0x1p-52), 0x1p1023)}, 0.7071067811865475, true},
		{Rule{Cmp: "norm", Norm: 2}, []complex64{complex(1, 0x1p-20)}, []complex64{1}, 8, false},
		{Rule{Cmp: "norm", Norm: 2}, []complex64{1}, []complex64{0}, 0, false},
		{Rule{Cmp: "tol", Tol: []float64{0.5, 0}}, []float64{1.5, inf}, []float64{2, inf}, 0, true},
		{Rule{Cmp: "tol", Tol: []float64{0.5}}, []complex64{complex(0, 1)}, []complex64{complex(0, 2)}, 0, false},
	} {
		worst, err := c.rule.Compare(c.got, c.want)
		if (err == nil) != c.ok || c.ok && worst != c.worst {
			t.Errorf("%v: %v against %v: %v, %v; want %v, %v", c.rule, c.got, c.want, worst, err, c.worst, c.ok)
		}
	}
}

func TestInput(t *testing.T) {
	var in Input
	err := json.Unmarshal([]byte(`{"dtype":"complex64","base":{"shape":[2],"v":[["3f800000","ff800000"],["7fc00000","80000000"]]},
		"steps":[{"op":"slice","items":[{"s":[null,-1,2]},{"i":3},"new","..."]}],"shape":[1],"strides":[2],"offset":0}`), &in)
	if err != nil {
		t.Fatal(err)
	}
	inf, negZero := float32(math.Inf(-1)), float32(math.Copysign(0, -1))
	if err := Same(in.Base, []complex64{complex(1, inf), complex(float32(math.NaN()), negZero)}); err != nil {
		t.Error(err)
	}
	text := ""
	for _, it := range in.Steps[0].Items {
		text += it.String() + ", "
	}
	if text != ":-1:2, 3, newaxis, ..., " {
		t.Errorf("items %q", text)
	}
	var a Array
	if json.Unmarshal([]byte(`{"dtype":"float16","shape":[],"v":[1]}`), &a) == nil {
		t.Error("an unknown dtype is accepted")
	}
	if err := json.Unmarshal([]byte(`{"dtype":"uint8","shape":[2],"v":[1,255]}`), &a); err != nil || Same(a.Values, []uint8{1, 255}) != nil {
		t.Errorf("%v, %v", a.Values, err)
	}
}
