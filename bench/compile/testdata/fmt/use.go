// Package use is what the others are compared with: it imports fmt.
package use

import "fmt"

func Mean(x []float64) string {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return fmt.Sprint(sum / float64(len(x)))
}
