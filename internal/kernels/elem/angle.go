package elem

import (
	"math"

	"github.com/ndgo/nd/internal/kernels/elem/coef"
)

// Deg2rad returns x degrees in radians: x·Pi/180, the factor a pair, of which
// both parts are positive so that an infinity stays one.
//
// Error: 0.51 ULP.
//
//	Deg2rad(±0) = ±0, Deg2rad(±Inf) = ±Inf, Deg2rad(NaN) = NaN
func Deg2rad(x float64) float64 {
	return canonical(math.FMA(x, coef.Deg2radHi, x*coef.Deg2radLo))
}

// Rad2deg returns x radians in degrees: x·180/Pi, as Deg2rad.
//
// Error: 0.51 ULP.
//
//	Rad2deg(±0) = ±0, Rad2deg(±Inf) = ±Inf, Rad2deg(NaN) = NaN
//	Rad2deg(x) = ±Inf for |x| above 3.1e306
func Rad2deg(x float64) float64 {
	return canonical(math.FMA(x, coef.Rad2degHi, x*coef.Rad2degLo))
}

// Deg2rad32 returns x degrees in radians. Error: 0.501 ULP. Special values as
// for Deg2rad.
func Deg2rad32(x float32) float32 { return to32(float64(float64(x) * coef.Deg2radHi)) }

// Rad2deg32 returns x radians in degrees. Error: 0.501 ULP. Special values as
// for Rad2deg.
func Rad2deg32(x float32) float32 { return to32(float64(float64(x) * coef.Rad2degHi)) }
