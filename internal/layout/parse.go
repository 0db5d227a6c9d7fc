package layout

import (
	"fmt"
	"math"
	"strings"

	"github.com/ndgo/nd/internal/errs"
)

// ParseItems reads an index in text form, as in "1:, ::-1, ..., 2, newaxis":
// items as in Python, separated by commas, with spaces between any two parts.
// The empty text has no items. One comma may follow the last item.
//
// Numbers beyond the limits of int are read as those limits. That is exact:
// no axis is longer, so the bounds are clipped alike, the steps are alike too
// long for a second place, and the indices are alike out of range.
//
// The error is an *IndexError that quotes the item that cannot be read.
func ParseItems(op, text string) ([]Item, error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	parts := strings.Split(text, ",")
	if last := len(parts) - 1; last > 0 && strings.TrimSpace(parts[last]) == "" {
		parts = parts[:last]
	}
	items := make([]Item, len(parts))
	for k, part := range parts {
		item, detail := parseItem(strings.TrimSpace(part))
		if detail != "" {
			return nil, &errs.IndexError{Op: op, Axis: -1,
				Detail: fmt.Sprintf("cannot read item %d of %q: %s", k, text, detail)}
		}
		items[k] = item
	}
	return items, nil
}

// parseItem reads one item. detail says why it cannot.
func parseItem(s string) (item Item, detail string) {
	switch s {
	case "":
		return item, "it is empty"
	case "...":
		return Item{Kind: Ellipsis}, ""
	case "newaxis":
		return Item{Kind: NewAxis}, ""
	}
	if !strings.Contains(s, ":") {
		i, ok := parseInt(s)
		if !ok {
			return item, fmt.Sprintf("%q is no integer, range, ... or newaxis", s)
		}
		return Item{Kind: Index, Index: i}, ""
	}
	fields := strings.Split(s, ":")
	if len(fields) > 3 {
		return item, fmt.Sprintf("%q has more than two colons", s)
	}
	item = Item{Kind: Range, Step: 1}
	for i, f := range fields {
		f = strings.TrimSpace(f)
		if f == "" {
			continue
		}
		v, ok := parseInt(f)
		if !ok {
			return Item{}, fmt.Sprintf("%q is no integer", f)
		}
		switch i {
		case 0:
			item.Start, item.HasStart = v, true
		case 1:
			item.Stop, item.HasStop = v, true
		case 2:
			item.Step = v
		}
	}
	return item, ""
}

// parseInt reads a decimal integer with an optional sign; beyond the limits of
// int it returns the limit.
func parseInt(s string) (int, bool) {
	digits := strings.TrimPrefix(s, "-")
	negative := len(digits) < len(s)
	if !negative {
		digits = strings.TrimPrefix(s, "+")
	}
	if digits == "" {
		return 0, false
	}
	v := 0 // the negated number: the negative limit is the larger one
	for _, c := range []byte(digits) {
		if c < '0' || c > '9' {
			return 0, false
		}
		d := int(c - '0')
		if v < (math.MinInt+d)/10 {
			v = math.MinInt // and stays there: any further digit comes this way
		} else {
			v = v*10 - d
		}
	}
	if negative {
		return v, true
	}
	return -max(v, -math.MaxInt), true
}
