package loops

// load takes over the axes that are longer than 1.
func (n *Nest) load(shape []int, ops []Operand) {
	n.size, n.acc = 1, false
	n.dim, n.str = n.dim[:0], n.str[:0]
	n.ops = n.ops[:0]
	for k := range ops {
		o := &ops[k]
		n.ops = append(n.ops, operand{typ: o.Type, size: int(o.Type.Size), write: o.Write, read: !o.Write || o.Read, guard: o.Guard && o.Type.Size > 0})
	}
	for a, l := range shape {
		if l == 1 {
			continue
		}
		n.size *= l
		n.dim = append(n.dim, l)
		for k := range ops {
			s := ops[k].Strides[a] * int(ops[k].Type.Size)
			if s == 0 && ops[k].Write {
				n.acc = true
			}
			n.str = append(n.str, s)
		}
	}
}

// steps returns the step of each operand along an axis.
func (n *Nest) steps(axis int) []int { return n.str[axis*len(n.ops):][:len(n.ops)] }

// flip reverses the axes along which the operands run backwards. A written
// operand decides alone, the operands that are only read by majority.
func (n *Nest) flip() {
	for a := range n.dim {
		votes := 0
		s := n.steps(a)
		for k := range s {
			weight := 1
			if n.ops[k].write {
				weight = len(s)
			}
			switch {
			case s[k] > 0:
				votes += weight
			case s[k] < 0:
				votes -= weight
			}
		}
		if votes >= 0 {
			continue
		}
		for k := range s {
			n.ops[k].start += (n.dim[a] - 1) * s[k]
			s[k] = -s[k]
		}
	}
}

// inward says, by the sign, whether axis a had better lie inside axis b: each
// operand votes for its smaller step, a written one with half as much weight
// again as one that is read, and with the sum of both if it is read as well.
// Operands that are broadcast along one of the axes do not vote.
func (n *Nest) inward(a, b int) int {
	votes := 0
	sa, sb := n.steps(a), n.steps(b)
	for k := range sa {
		x, y := abs(sa[k]), abs(sb[k])
		if x == 0 || y == 0 || x == y {
			continue
		}
		v := 2
		if o := &n.ops[k]; o.write && o.read {
			v = 5
		} else if o.write {
			v = 3
		}
		if x > y {
			v = -v
		}
		votes += v
	}
	return votes
}

// sort orders the axes so that the smallest steps are innermost. It is an
// insertion sort that goes past axes with which an axis cannot be compared.
// Axes that nothing speaks for moving stay in their order.
func (n *Nest) sort() {
	nops := len(n.ops)
	for i := 1; i < len(n.dim); i++ {
		to := i
		for j := i - 1; j >= 0; j-- {
			v := n.inward(j, i)
			if v > 0 {
				to = j
			} else if v < 0 {
				break
			}
		}
		for j := i; j > to; j-- {
			n.dim[j], n.dim[j-1] = n.dim[j-1], n.dim[j]
			a, b := n.str[j*nops:][:nops], n.str[(j-1)*nops:][:nops]
			for k := range a {
				a[k], b[k] = b[k], a[k]
			}
		}
	}
}

// coalesce makes one axis of neighbours that are one to every operand.
func (n *Nest) coalesce() {
	out := 0
	for a := 1; a < len(n.dim); a++ {
		p, s := n.steps(out), n.steps(a)
		one := true
		for k := range s {
			if p[k] != s[k]*n.dim[a] {
				one = false
				break
			}
		}
		if one {
			n.dim[out] *= n.dim[a]
			copy(p, s)
			continue
		}
		out++
		n.dim[out] = n.dim[a]
		copy(n.steps(out), s)
	}
	n.dim = n.dim[:out+1]
	n.str = n.str[:(out+1)*len(n.ops)]
}

// linear reports whether operand k has one stride over the axes from a on.
func (n *Nest) linear(k, a int) bool {
	nops := len(n.ops)
	for ; a < len(n.dim)-1; a++ {
		if n.str[a*nops+k] != n.str[(a+1)*nops+k]*n.dim[a+1] {
			return false
		}
	}
	return true
}
