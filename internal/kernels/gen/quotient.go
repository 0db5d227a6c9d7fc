package main

// quotients by a divisor whose reciprocal is known, because it is a constant or
// serves for many dividends: the product with the reciprocal r, rounded, and a
// correction. With R for rounding,
//
//	r  = R(1/c)
//	q  = R(x*r)
//	q' = R(q + R(x - q*c)*r)
//
// q' is R(x/c) (Markstein 1990; Brisebarre, Muller and Raina, "Accelerating
// correctly rounded floating-point division when the divisor is known in advance",
// 2004). The argument, for the bits p of a mantissa and 1 <= x, c < 2, since powers
// of two change nothing while no result is subnormal or infinite:
//
// Let w = x/c, u the distance of floats about w, d = (w-q)/u and e = 1 - r*c. Then
// |e| <= c*2^-(p+1), the remainder x - q*c is d*u*c, and q' before it is rounded is
// q + d*u*(1-e), if the remainder is a float. So q' is wrong only if a point
// half-way between two floats lies between d and d*(1-e), or is the second one. As
// the quotient of two floats w itself is not such a point, and is off any by at
// least half a unit of the last place of c, over c: by 2^-p/c, in units u.
//
// If x >= c, w is in [1, 2) and u = 2^(1-p), so |x*r - w| <= x*u/4 < u/2 and |d| < 1.
// The remainder is a float. The points at issue are d = ±1/2, where the step d*e is
// at most c*2^-(p+2)/(1-|e|): less than 2^-p/c, as c² < 4*(1-|e|) for every c up to
// 2-u. (Only if x = c may q be less than 1, where floats are denser: then it is 1-u/2,
// and q' is 1.)
//
// If x < c, w is in (1/2, 1) and u = 2^-p, so |x*r - w| <= x*u/2 and |d| <= (1+x)/2.
// About d = ±1/2 the argument is the same. About ±3/2 there is nothing to cross:
// x is at most 2-6u, or it is 2-4u and c is 2-2u, for which |r - 1/c| < u/2 - 0.49u²;
// in both cases |d| < 3/2 - 2.9u. The step d*e is at most 3/4*c*u, and the remainder,
// which may have p+1 bits if |d|*c > 2, is rounded by at most 2u² and moves q' by at
// most 2u/c: together 2.5u and little more, since 4/3 < c < 2.
//
// (All x and c were tried for every p up to 13, and the test tries those up to 9.)
//
// A quotient may be computed so if q is between about the root of the least float
// and that of the largest one: the divisors are in prog.DivisorRange, so x is not so
// small that the remainder, a multiple of x*2^-2p, could not be a float, nor is
// anything infinite. For other divisors there is no reciprocal, or 0/c in its place,
// and q is not between these roots. If x is 0, q is the quotient, for them too, and q'
// may have the other sign.
func quotients(*isa) (hs []handler) {
	for _, k := range floats {
		size := int(k.Size())
		// Of integers: none is out of range, nor is there a -0.
		hs = append(hs, handler{name: "quotient_" + short(k),
			keys: []key{{op: "opQuotient", kind: k, form: "formBB"}},
			body: func(g *gen) {
				c, r, q := g.tmp(0), g.tmp(1), g.tmp(2)
				g.address(insP, "R8")
				g.address(insQ, "R9")
				g.broadcast(size, "(R8)", c)
				g.broadcast(size, "(R9)", r)
				g.each(func(i int) {
					x := g.acc(i)
					g.op("VMUL"+fp(size), r, x, q)
					g.op("VFNMADD231"+fp(size), c, q, x)
					g.op("VFMADD213"+fp(size), q, r, x) // x*r + q
				})
				g.next()
			}})
		for _, form := range []string{"SS", "BB"} {
			w := vectors
			if form == "BB" {
				w = 0
			}
			hs = append(hs, handler{name: "divide_" + short(k) + "_" + form,
				keys: []key{{op: "opDivide", kind: k, form: "form" + form, w: w}},
				body: func(g *gen) { g.divide(size, form == "BB") }})
		}
	}
	return hs
}

// byUnit is how many vectors of a tile the unit for division takes. It works beside
// the others, and as long as these take for the rest.
func byUnit(size int) int { return map[int]int{8: 4, 4: 5}[size] }

// divide divides the accumulator by the first operand, of which the second is the
// reciprocal. A vector of which an element is out of range goes to the unit too.
func (g *gen) divide(size int, one bool) {
	c, r, q := g.tmp(0), g.tmp(1), g.tmp(2)
	if one {
		g.address(insP, "R8")
		g.broadcast(size, "(R8)", c)
	} else {
		g.operand(insP, size, "R8")
	}
	divide := func(i int) {
		if !one {
			g.load("R8", i, size, c)
		}
		g.op("VDIV"+fp(size), c, g.acc(i), g.acc(i))
	}
	if g.tail {
		divide(0)
		g.next()
		return
	}
	if one {
		g.address(insQ, "R9")
		g.broadcast(size, "(R9)", r)
	} else {
		g.operand(insQ, size, "R9")
	}
	in := g.rangeOf(size)
	for i := range byUnit(size) {
		divide(i)
	}
	slow, back := map[int]string{}, map[int]string{}
	for i := byUnit(size); i < vectors; i++ {
		x := g.acc(i)
		slow[i], back[i] = g.newLabel(), g.newLabel()
		if !one {
			g.load("R9", i, size, r)
			g.load("R8", i, size, c)
		}
		g.op("VMUL"+fp(size), r, x, q)
		in.check(x, q, slow[i])
		g.op("VFNMADD231"+fp(size), c, q, x)
		in.correct(r, x, q)
		g.mark(back[i])
	}
	g.next()
	for i := byUnit(size); i < vectors; i++ {
		g.mark(slow[i])
		divide(i)
		g.p("JMP %s", back[i])
	}
}

// A quotientRange finds out which elements are in range: the two highest bits of
// the exponent of q differ, or x is 0. It has the temporaries from 3 on.
type quotientRange struct {
	*gen
	size             int
	next, high, work string
}

func (g *gen) rangeOf(size int) quotientRange {
	in := quotientRange{g, size, g.tmp(3), g.tmp(4), g.tmp(5)}
	g.fill(1<<(8*size-3), size, in.next)
	if g.z {
		g.fill(1<<(8*size-2), size, in.high)
	}
	return in
}

// check jumps if an element is out of range. Adding the lower of the two bits
// leaves the higher one set if they differ.
func (in quotientRange) check(x, q, slow string) {
	in.op("VPADD"+letter(in.size), in.next, q, in.work)
	if in.z {
		in.op("VPTESTM"+letter(in.size), in.high, in.work, "K2")
		in.op("VFPCLASS"+fp(in.size)+"Z", "$6", x, "K3") // zeros
		in.op(map[int]string{8: "KORTESTB", 4: "KORTESTW"}[in.size], "K2", "K3")
		in.p("JCC %s", slow)
		return
	}
	in.op("VPADD"+letter(in.size), in.work, in.work, in.work)
	in.zero(in.high)
	in.op("VCMP"+fp(in.size), "$0", in.high, x, in.high)
	in.or(in.high, in.work, in.work)
	in.op("VMOVMSK"+fp(in.size), in.work, "R10")
	in.p("CMPL R10, $%d", 1<<(in.bytes/in.size)-1)
	in.p("JNE %s", slow)
}

// correct sets x to q plus the remainder x times r, but for the elements that
// were 0.
func (in quotientRange) correct(r, x, q string) {
	if in.z {
		in.op("VFMADD231"+fp(in.size), r, x, "K2", q)
		in.move(q, x)
		return
	}
	in.op("VFMADD213"+fp(in.size), q, r, x)
	in.op("VBLENDV"+fp(in.size), in.high, q, x, x)
}
