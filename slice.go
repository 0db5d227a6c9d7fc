package nd

import (
	"strconv"
	"strings"

	"github.com/ndgo/nd/internal/layout"
)

// A Selector is one part of an index for [Array.Slice]: a range of places on an
// axis, one place, a new axis, or all the axes that the others leave over. The
// functions and variables below make them. The zero Selector is an error.
type Selector struct {
	item layout.Item
	text string // of a Spec
	kind selectorKind
}

type selectorKind uint8

const (
	noSelector selectorKind = iota
	itemSelector
	specSelector
)

var (
	// All selects a whole axis, as ":" does.
	All = Selector{item: layout.All(), kind: itemSelector}
	// NewAxis puts in an axis of length 1.
	NewAxis = Selector{item: layout.Item{Kind: layout.NewAxis}, kind: itemSelector}
	// Ellipsis selects, in full, as many axes as the other selectors leave over.
	Ellipsis = Selector{item: layout.Item{Kind: layout.Ellipsis}, kind: itemSelector}
)

// Range selects the places start, start+1, ..., stop-1 of an axis.
//
// Here and in the other ranges bounds count as Python's do: negative ones
// count from the end of the axis, and those that lie outside it are then moved
// to its ends, so that a range may come out empty but never out of bounds.
func Range(start, stop int) Selector { return RangeStep(start, stop, 1) }

// RangeStep selects every step-th place of an axis from start on, up to but
// not including stop. A negative step runs backwards and wants start > stop;
// to run down to place 0 leave the stop out, with [FromStep]. A step of 0 makes
// Slice panic.
func RangeStep(start, stop, step int) Selector {
	return Selector{kind: itemSelector, item: layout.Item{Kind: layout.Range, Start: start, HasStart: true, Stop: stop, HasStop: true, Step: step}}
}

// From selects the places of an axis from start to the end.
func From(start int) Selector { return FromStep(start, 1) }

// FromStep selects every step-th place of an axis from start to its end, which
// is place 0 if step is negative.
func FromStep(start, step int) Selector {
	return Selector{kind: itemSelector, item: layout.Item{Kind: layout.Range, Start: start, HasStart: true, Step: step}}
}

// To selects the places of an axis before stop.
func To(stop int) Selector { return ToStep(stop, 1) }

// ToStep selects every step-th place of an axis from its beginning, which is
// the last place if step is negative, up to but not including stop.
func ToStep(stop, step int) Selector {
	return Selector{kind: itemSelector, item: layout.Item{Kind: layout.Range, Stop: stop, HasStop: true, Step: step}}
}

// Step selects every step-th place of an axis; Step(-1) reverses it.
func Step(step int) Selector {
	return Selector{kind: itemSelector, item: layout.Item{Kind: layout.Range, Step: step}}
}

// At selects place i of an axis, and drops the axis. A negative i counts from
// the end.
func At(i int) Selector {
	return Selector{kind: itemSelector, item: layout.Item{Kind: layout.Index, Index: i}}
}

// Spec selects what a text says that is written as indices are in Python:
// parts separated by commas, each of them a range start:stop or
// start:stop:step, from which any number may be left out, an index, "..." or
// "newaxis".
//
//	a.Slice(nd.Spec("1:, ::-1, ..., 2"))
//
// A Spec may stand among other selectors; its parts count from its place on.
// A text that cannot be read makes Slice panic with an *[IndexError].
func Spec(text string) Selector { return Selector{kind: specSelector, text: text} }

// String returns the selector as Spec would read it.
func (s Selector) String() string {
	switch it := s.item; {
	case s.kind == specSelector:
		return s.text
	case s.kind == noSelector:
		return "zero Selector"
	case it.Kind == layout.Index:
		return strconv.Itoa(it.Index)
	case it.Kind == layout.NewAxis:
		return "newaxis"
	case it.Kind == layout.Ellipsis:
		return "..."
	default:
		var b []byte
		if it.HasStart {
			b = strconv.AppendInt(b, int64(it.Start), 10)
		}
		b = append(b, ':')
		if it.HasStop {
			b = strconv.AppendInt(b, int64(it.Stop), 10)
		}
		if it.Step != 1 {
			b = strconv.AppendInt(append(b, ':'), int64(it.Step), 10)
		}
		return string(b)
	}
}

// Slice returns the part of a that the selectors name, as a view: nothing is
// copied. Selectors stand for the axes from the first on; axes left over at
// the end are kept in full. An index on every axis gives an array without axes
// over that one element.
//
// It panics with an *[IndexError] for an index outside its axis, more
// selectors than axes, two ellipses, a step of 0, or a Spec that cannot be
// read.
func (a *Array[T]) Slice(selectors ...Selector) *Array[T] {
	return arrayOf[T](slice(a.head(), selectors))
}

//go:noinline
func slice(h *head, selectors []Selector) *head {
	return h.with(trySlice(h.layout("slice"), selectors))
}

func trySlice(l layout.Layout, selectors []Selector) (layout.Layout, error) {
	var buf [8]layout.Item
	items := buf[:0]
	for _, s := range selectors {
		switch s.kind {
		case itemSelector:
			items = append(items, s.item)
		case specSelector:
			parsed, err := layout.ParseItems("slice", s.text)
			if err != nil {
				return l, err
			}
			items = append(items, parsed...)
		default:
			return l, &IndexError{Op: "slice", Shape: copyInts(l.Shape), Axis: -1, Detail: "zero Selector"}
		}
	}
	return l.Slice("slice", items)
}

// specOf returns the text that Spec would read as the selectors.
func specOf(selectors []Selector) string {
	parts := make([]string, 0, len(selectors))
	for _, s := range selectors {
		if text := s.String(); text != "" {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, ", ")
}
