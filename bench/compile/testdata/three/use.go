// Package use works on arrays of three element types, eagerly and lazily.
package use

import (
	"fmt"

	"github.com/ndgo/nd"
)

func Standardise(a, mean, deviation *nd.Array[float64]) (string, error) {
	b, err := a.Chain().Sub(mean).Div(deviation).Eval()
	if err != nil {
		return "", err
	}
	return fmt.Sprint(b.Abs().Greater(nd.Scalar(3.0))), nil
}

func Prepare(photo *nd.Array[uint8], mean *nd.Array[float32]) (*nd.Array[float32], error) {
	return nd.As[float32](photo.RemScalar(100)).DivScalar(255).Sub(mean).Eval()
}
