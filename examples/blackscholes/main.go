// Command blackscholes prices an option chain: calls and puts on one share for
// a million strikes, with the model of Black and Scholes (1973), and the Greeks,
// each in one pass over the strikes.
//
//	go run ./examples/blackscholes [-n strikes]
//
// It prints the plan of a pass, a few rows of the chain, and how the formulas
// compare with published values.
package main

import (
	"flag"
	"fmt"
	"log"
	"math"
	"os"
	"text/tabwriter"
	"time"

	"github.com/ndgo/nd"
)

func main() {
	log.SetFlags(0)
	n := flag.Int("n", 1_000_000, "number of strikes")
	flag.Parse()
	if err := run(*n); err != nil {
		log.Fatal(err)
	}
}

func run(n int) (err error) {
	defer nd.Catch(&err)
	if n < 2 {
		return fmt.Errorf("%d strikes are no chain", n)
	}
	if err := compare(); err != nil {
		return err
	}
	strikes := nd.Linspace(50.0, 150, n)
	market := market{spot: 100, rate: 0.03, volatility: 0.2, years: 0.5}
	o := price(market, strikes.Chain())

	fmt.Printf("\nThe plan of the calls:\n\n%s\n", o.call.Explain())
	table := nd.Zeros[float64](len(o.all()), n)
	start := time.Now()
	for i, c := range o.all() {
		if err := c.EvalInto(table.Slice(nd.At(i))); err != nil {
			return err
		}
	}
	each := time.Since(start) / time.Duration(len(o.all()))
	fmt.Printf("%d strikes, %d passes of %v on average, %.2f ns an option\n\n",
		n, len(o.all()), each.Round(10*time.Microsecond), float64(each.Nanoseconds())/float64(n))

	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "strike\tcall\tput\tdelta\tgamma\tvega\ttheta\trho\t")
	for i := 0; i <= 10; i++ {
		k := i * (n - 1) / 10
		fmt.Fprintf(w, "%.2f\t", strikes.At(k))
		for row := range len(o.all()) {
			fmt.Fprintf(w, "%.4f\t", table.At(row, k))
		}
		fmt.Fprintln(w)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return parity(market, strikes, table)
}

// A market is what all options of a chain share. The share pays no dividend.
type market struct{ spot, rate, volatility, years float64 }

// A chain of options, as expressions of the strikes. The Greeks are those of
// the calls: derivatives by spot (delta, and gamma of second order), volatility
// (vega), time that passes (theta, a year) and rate (rho).
type options struct{ call, put, delta, gamma, vega, theta, rho nd.Chain[float64] }

func (o *options) all() []nd.Chain[float64] {
	return []nd.Chain[float64]{o.call, o.put, o.delta, o.gamma, o.vega, o.theta, o.rho}
}

// price writes the formulas down; nothing is computed here. What the
// expressions share is recorded once.
func price(m market, strike nd.Chain[float64]) options {
	root := m.volatility * math.Sqrt(m.years)
	discount := math.Exp(-m.rate * m.years)
	spot := nd.Scalar(m.spot).Chain()

	d1 := spot.Div(strike).Log().AddScalar((m.rate + m.volatility*m.volatility/2) * m.years).DivScalar(root)
	d2 := d1.SubScalar(root)
	owed := strike.MulScalar(discount) // the strike's present value
	n1, n2 := normal(d1), normal(d2)
	density := d1.Square().MulScalar(-0.5).Exp().DivScalar(math.Sqrt(2 * math.Pi))
	return options{
		call:  n1.MulScalar(m.spot).Sub(owed.Mul(n2)),
		put:   owed.Mul(normal(d2.Neg())).Sub(normal(d1.Neg()).MulScalar(m.spot)),
		delta: n1,
		gamma: density.DivScalar(m.spot * root),
		vega:  density.MulScalar(m.spot * math.Sqrt(m.years)),
		theta: density.MulScalar(-m.spot * m.volatility / (2 * math.Sqrt(m.years))).Sub(owed.Mul(n2).MulScalar(m.rate)),
		rho:   owed.Mul(n2).MulScalar(m.years),
	}
}

// normal is the distribution function of the standard normal: erfc keeps the
// digits of the far tail, where 1+erf has none left.
func normal(x nd.Chain[float64]) nd.Chain[float64] {
	return x.MulScalar(-math.Sqrt2 / 2).Erfc().MulScalar(0.5)
}

// published are values from J. C. Hull, Options, Futures, and Other
// Derivatives, in the chapters on the Black-Scholes-Merton model and on the
// Greek letters, as printed there.
var published = []struct {
	name   string
	market market
	strike float64
	of     func(*options) nd.Chain[float64]
	value  float64
	half   float64 // half a unit of the last digit printed
}{
	{"call", market{42, 0.1, 0.2, 0.5}, 40, func(o *options) nd.Chain[float64] { return o.call }, 4.76, 0.005},
	{"put", market{42, 0.1, 0.2, 0.5}, 40, func(o *options) nd.Chain[float64] { return o.put }, 0.81, 0.005},
	{"delta", market{49, 0.05, 0.2, 0.3846}, 50, func(o *options) nd.Chain[float64] { return o.delta }, 0.522, 0.0005},
	{"gamma", market{49, 0.05, 0.2, 0.3846}, 50, func(o *options) nd.Chain[float64] { return o.gamma }, 0.066, 0.0005},
	{"vega", market{49, 0.05, 0.2, 0.3846}, 50, func(o *options) nd.Chain[float64] { return o.vega }, 12.1, 0.05},
	{"theta", market{49, 0.05, 0.2, 0.3846}, 50, func(o *options) nd.Chain[float64] { return o.theta }, -4.31, 0.005},
	{"rho", market{49, 0.05, 0.2, 0.3846}, 50, func(o *options) nd.Chain[float64] { return o.rho }, 8.91, 0.005},
}

// compare checks the formulas against published values.
func compare() error {
	fmt.Println("Against published values (Hull):")
	for _, p := range published {
		o := price(p.market, nd.Scalar(p.strike).Chain())
		v, err := p.of(&o).Value()
		if err != nil {
			return err
		}
		fmt.Printf("  %-6s %9.5f  published %g\n", p.name, v, p.value)
		if math.Abs(v-p.value) > p.half {
			return fmt.Errorf("%s is %g, and published as %g", p.name, v, p.value)
		}
	}
	return nil
}

// parity checks that a call less a put is the spot less the strike's present
// value, whatever the strike.
func parity(m market, strikes, table *nd.Array[float64]) error {
	call, put := table.Slice(nd.At(0)), table.Slice(nd.At(1))
	forward := nd.Scalar(m.spot).Chain().Sub(strikes.Chain().MulScalar(math.Exp(-m.rate * m.years)))
	worst, err := call.Chain().Sub(put).Sub(forward).Abs().Max().Value()
	if err != nil {
		return err
	}
	fmt.Printf("\ncall - put differs from spot - present value of the strike by at most %.1e\n", worst)
	if !(worst < 1e-12) {
		return fmt.Errorf("put-call parity is off by %g", worst)
	}
	return nil
}
