// Package use works on arrays of one element type, eagerly and lazily.
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
