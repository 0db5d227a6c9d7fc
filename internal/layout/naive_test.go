package layout

import (
	"fmt"
	"strings"
)

// The definitions that the tests hold the package to: short, slow and obvious.

// each calls f with every index of a shape, in C order. The slice is f's own.
func each(shape []int, f func(index []int)) {
	var walk func(prefix []int)
	walk = func(prefix []int) {
		k := len(prefix)
		if k == len(shape) {
			f(append([]int{}, prefix...))
			return
		}
		for i := range shape[k] {
			walk(append(prefix[:k:k], i))
		}
	}
	walk(nil)
}

// at returns the position of one element.
func at(l Layout, index []int) int {
	p := l.Offset
	for k, i := range index {
		if i != 0 { // a stride that is not used may be anything
			p += i * l.Strides[k]
		}
	}
	return p
}

// positions returns the positions of all elements in C order.
func positions(l Layout) []int {
	p := []int{}
	each(l.Shape, func(index []int) { p = append(p, at(l, index)) })
	return p
}

// gather returns the elements of l over mem in C order.
func gather(l Layout, mem []int) []int {
	v := positions(l)
	for i, p := range v {
		v[i] = mem[p]
	}
	return v
}

// itemsText writes items in the text form.
func itemsText(items []Item) string {
	var parts []string
	for _, it := range items {
		switch it.Kind {
		case Ellipsis:
			parts = append(parts, "...")
		case NewAxis:
			parts = append(parts, "newaxis")
		case Index:
			parts = append(parts, fmt.Sprint(it.Index))
		case Range:
			s := ""
			if it.HasStart {
				s += fmt.Sprint(it.Start)
			}
			s += ":"
			if it.HasStop {
				s += fmt.Sprint(it.Stop)
			}
			if it.Step != 1 {
				s += fmt.Sprintf(":%d", it.Step)
			}
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, ", ")
}
