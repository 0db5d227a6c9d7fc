package npy_test

import (
	"archive/zip"
	"bytes"
	"fmt"

	"github.com/ndgo/nd"
	"github.com/ndgo/nd/npy"
)

func ExampleRead() {
	var file bytes.Buffer
	if err := npy.Write(&file, nd.Of2([]float32{1, 2}, []float32{3, 4}).T()); err != nil {
		fmt.Println(err)
	}
	a, err := npy.Read[float32](&file)
	fmt.Println(a, err)
	// Output:
	// [[1. 3.]
	//  [2. 4.]] <nil>
}

func ExampleReadHeader() {
	var file bytes.Buffer
	if err := npy.Write(&file, nd.Zeros[int16](640, 480, 3)); err != nil {
		fmt.Println(err)
	}
	h, err := npy.ReadHeader(&file)
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(h.Descr, h.Shape)
	switch h.Descr {
	case "<i2", ">i2":
		a, err := npy.ReadData[int16](&file, h)
		fmt.Println(a.Size(), err)
	}
	// Output:
	// <i2 [640 480 3]
	// 921600 <nil>
}

func ExampleReadZip() {
	var file bytes.Buffer
	w := zip.NewWriter(&file)
	npy.WriteZip(w, "weights", nd.Of(0.5, 0.25, 0.25))
	npy.WriteZip(w, "bias", nd.Scalar(1.5))
	w.Close()

	r, err := zip.NewReader(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(npy.ReadZip[float64](r, "weights"))
	fmt.Println(npy.ReadZip[float64](r, "bias"))
	// Output:
	// [0.5  0.25 0.25] <nil>
	// 1.5 <nil>
}
