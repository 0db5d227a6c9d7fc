package conformance

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// A Step is a view operation. Which fields count depends on Op; see the
// README of the data.
type Step struct {
	Op           string
	Items        []Item
	Perm         []int
	A, B         int
	Src, Dst     []int
	Shape        []int
	View         bool
	Axes         []int
	Offset       int
	Axis1, Axis2 int
	K            int
	Window       []int
	ShapeAfter   []int `json:"shape_after"`
}

// An Item is one part of an index: a range, an index, a new axis or an
// ellipsis.
type Item struct {
	New, Ellipsis     bool
	Index             *int
	Start, Stop, Step *int // of a range, where given
}

// UnmarshalJSON reads {"s":[start,stop,step]}, {"i":k}, "new" or "...".
func (it *Item) UnmarshalJSON(b []byte) error {
	*it = Item{}
	switch string(b) {
	case `"new"`:
		it.New = true
		return nil
	case `"..."`:
		it.Ellipsis = true
		return nil
	}
	var v struct {
		S *[3]*int
		I *int
	}
	err := json.Unmarshal(b, &v)
	switch {
	case err != nil:
	case v.I != nil:
		it.Index = v.I
	case v.S != nil:
		it.Start, it.Stop, it.Step = v.S[0], v.S[1], v.S[2]
	default:
		err = fmt.Errorf("unknown item %s", b)
	}
	return err
}

// String writes the item as Python does.
func (it Item) String() string {
	switch {
	case it.New:
		return "newaxis"
	case it.Ellipsis:
		return "..."
	case it.Index != nil:
		return strconv.Itoa(*it.Index)
	}
	s := number(it.Start) + ":" + number(it.Stop)
	if it.Step != nil {
		s += ":" + number(it.Step)
	}
	return s
}

func number(p *int) string {
	if p == nil {
		return ""
	}
	return strconv.Itoa(*p)
}
