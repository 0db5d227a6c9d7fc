package main

// fusions: the accumulator times p plus q, rounded once. Either operand is in
// memory or one element for all.
func fusions(*isa) (hs []handler) {
	for _, k := range floats {
		size := int(k.Size())
		for _, form := range []string{"SS", "SB", "BS", "BB"} {
			w := vectors
			if form == "BB" {
				w = 0
			}
			hs = append(hs, handler{name: "fma_" + short(k) + "_" + form,
				keys: []key{{op: "opcode(ops.FMA)", kind: k, form: "form" + form, w: w}},
				body: func(g *gen) {
					operand := func(j, field int, base string) func(i int) {
						if form[j] == 'B' {
							g.address(field, base)
							g.broadcast(size, "("+base+")", g.tmp(j))
							return func(int) {}
						}
						g.operand(field, size, base)
						return func(i int) { g.load(base, i, size, g.tmp(j)) }
					}
					y, z := operand(0, insP, "R8"), operand(1, insQ, "R9")
					g.each(func(i int) {
						y(i)
						z(i)
						g.op("VFMADD213"+fp(size), g.tmp(1), g.tmp(0), g.acc(i))
					})
					g.next()
				}})
		}
	}
	return hs
}
