package main

// quotients by a constant c of numbers that are integers: the product with r,
// the float next to 1/c, and a correction. With R for rounding,
//
//	q = R(x*r)
//	q' = R(q + (x - q*c)*r)
//
// Let the unit be the distance of floats about x/c, and take r with
// |1 - r*c| <= 2^-(p+1), p being the bits of a mantissa; about half of all c have
// such an r, and package tile asks for no others. Then
//
//	|x*r - x/c| = x/c * |1 - r*c| <= 1/2	as x/c < 2^p
//	|q - x/c| < 1				after rounding
//
// so the remainder x - q*c is a float and found exactly. Before it is rounded, q'
// is off the quotient by
//
//	|x/c - q| * |1 - r*c| < 2^-(p+1)
//
// The quotient of two floats is never half-way between two others, and is off any
// such point m by |x - m*c|/c where, c taken as an integer below 2^p and x as one
// on the same scale, the numerator is a multiple of 1/2 that is not 0: by more than
// 2^-(p+1). So no such point lies between q' before rounding and the quotient, and
// both are rounded to the same float.
//
// There is no under- or overflow, since x is 0 or between 1 and 2^64 in magnitude
// and package tile bounds c. If x is 0, so are q, with its sign, and q'.
//
// For integers of 8 bits package tile also takes a c without such an r if all 256
// quotients come out right.
func quotients(*isa) (hs []handler) {
	for _, k := range floats {
		size := int(k.Size())
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
	}
	return hs
}
