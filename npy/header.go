package npy

import (
	"encoding/binary"
	"io"
	"math"
	"math/bits"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Header is what a .npy file says of its array.
type Header struct {
	Version      [2]int // of the form: 1.0, 2.0 or 3.0
	Descr        string // the element type as NumPy writes it, such as "<f8"
	FortranOrder bool   // whether the first axis is the fastest in the data, not the last
	Shape        []int

	code string // the element type without its byte order
	big  bool   // whether the data are big-endian
}

const (
	magic     = "\x93NUMPY"
	maxHeader = 1<<16 - 1
	maxAxes   = 64
)

// ReadHeader reads the header of a .npy file from r, and nothing beyond it. The
// error is io.EOF if there is nothing to read at all, and a *[FormatError] if
// the header is not valid or describes an array that cannot be read.
func ReadHeader(r io.Reader) (Header, error) {
	var h Header
	var b [12]byte
	if n, err := io.ReadFull(r, b[:8]); err != nil {
		if n == 0 {
			return h, err
		}
		return h, readError(err, "in the magic string")
	}
	if string(b[:6]) != magic {
		return h, formatError("no .npy file: it begins with %q", b[:6])
	}
	h.Version = [2]int{int(b[6]), int(b[7])}
	field := b[8:12] // the length of the text that follows
	switch {
	case h.Version[1] != 0 || h.Version[0] < 1 || h.Version[0] > 3:
		return h, formatError("unknown version %d.%d", b[6], b[7])
	case h.Version[0] == 1:
		field = b[8:10]
	}
	if _, err := io.ReadFull(r, field); err != nil {
		return h, readError(err, "in the length of the header")
	}
	length := binary.LittleEndian.Uint32(b[8:12]) // version 1 leaves two zeros
	if length > maxHeader {
		return h, formatError("header of %d bytes", length)
	}
	text := make([]byte, length)
	if _, err := io.ReadFull(r, text); err != nil {
		return h, readError(err, "in the header")
	}
	if h.Version[0] == 3 && !utf8.Valid(text) {
		return h, formatError("the header is not UTF-8")
	}
	p := parser{rest: string(text)}
	if !p.dict(&h) {
		return h, formatError("header: %s", p.fault)
	}
	if err := h.setType(); err != nil {
		return h, err
	}
	return h, h.checkShape()
}

// setType takes apart Descr.
func (h *Header) setType() error {
	h.code = strings.TrimLeft(h.Descr, "<>=|")
	mark := h.Descr[:len(h.Descr)-len(h.code)]
	size, ok := sizes[h.code]
	if !ok || len(mark) > 1 {
		return formatError("element type %q is unknown or not supported", h.Descr)
	}
	switch mark {
	case ">":
		h.big = true
	case "|":
		if size > 1 {
			return formatError("element type %q lacks the byte order", h.Descr)
		}
	case "=", "":
		h.big = binary.NativeEndian.Uint16([]byte{0, 1}) == 1
	}
	return nil
}

// checkShape refuses arrays whose size overflows. As in package nd, lengths of
// 0 do not excuse the others.
func (h *Header) checkShape() error {
	if len(h.Shape) > maxAxes {
		return formatError("shape has %d axes, more than %d", len(h.Shape), maxAxes)
	}
	total := uint(sizes[h.code])
	for _, n := range h.Shape {
		hi, lo := bits.Mul(total, uint(max(n, 1)))
		if hi != 0 || lo > math.MaxInt {
			return formatError("size of shape %v overflows", h.Shape)
		}
		total = lo
	}
	return nil
}

// size returns the number of elements.
func (h *Header) size() int {
	n := 1
	for _, m := range h.Shape {
		n *= m
	}
	return n
}

// A parser reads the text of a header: a Python dictionary with three keys, as
// NumPy writes it or as other writers might, but no expressions.
type parser struct {
	rest  string
	fault string
}

// dict reads the whole text into h. It returns false, and sets p.fault, if it
// cannot.
func (p *parser) dict(h *Header) bool {
	if !p.token('{') {
		return p.fail("no dictionary")
	}
	seen := map[string]bool{}
	for !p.token('}') {
		key, ok := p.text()
		if !ok {
			return p.fail("no key")
		}
		if seen[key] {
			return p.fail("key " + strconv.Quote(key) + " comes twice")
		}
		seen[key] = true
		if !p.token(':') {
			return p.fail("no value for key " + strconv.Quote(key))
		}
		switch key {
		case "descr":
			if h.Descr, ok = p.text(); !ok {
				return p.fail("descr is not the name of a plain element type")
			}
		case "fortran_order":
			if h.FortranOrder, ok = p.bool(); !ok {
				return p.fail("fortran_order is not True or False")
			}
		case "shape":
			if h.Shape, ok = p.tuple(); !ok {
				return p.fail("shape is not a tuple of lengths")
			}
		default:
			return p.fail("unknown key " + strconv.Quote(key))
		}
		if !p.token(',') {
			if !p.token('}') {
				return p.fail("no comma or brace after the value of " + key)
			}
			break
		}
	}
	for _, key := range []string{"descr", "fortran_order", "shape"} {
		if !seen[key] {
			return p.fail("key " + key + " is missing")
		}
	}
	if p.space(); p.rest != "" {
		return p.fail("text after the dictionary")
	}
	return true
}

// fail notes the first fault.
func (p *parser) fail(fault string) bool {
	if p.fault == "" {
		p.fault = fault
	}
	return false
}

func (p *parser) space() { p.rest = strings.TrimLeft(p.rest, " \t\r\n\f") }

// token reads a character if it comes next.
func (p *parser) token(c byte) bool {
	p.space()
	if p.rest == "" || p.rest[0] != c {
		return false
	}
	p.rest = p.rest[1:]
	return true
}

// text reads a string in quotes of either kind, without escapes.
func (p *parser) text() (string, bool) {
	for _, quote := range []byte{'\'', '"'} {
		if !p.token(quote) {
			continue
		}
		s, rest, ok := strings.Cut(p.rest, string(quote))
		if !ok || strings.ContainsAny(s, "\\\n") {
			return "", false
		}
		p.rest = rest
		return s, true
	}
	return "", false
}

func (p *parser) bool() (value, ok bool) {
	p.space()
	for word, value := range map[string]bool{"True": true, "False": false} {
		if rest, found := strings.CutPrefix(p.rest, word); found {
			p.rest = rest
			return value, true
		}
	}
	return false, false
}

// tuple reads lengths in parentheses; a single one has a comma after it.
func (p *parser) tuple() ([]int, bool) {
	if !p.token('(') {
		return nil, false
	}
	shape := []int{}
	for comma := false; !p.token(')'); {
		if len(shape) > 0 && !comma {
			return nil, false
		}
		n, ok := p.length()
		if !ok {
			return nil, false
		}
		shape = append(shape, n)
		comma = p.token(',')
		if !comma && len(shape) == 1 {
			return nil, false // a number in parentheses
		}
	}
	return shape, true
}

// length reads a decimal number, after which Python 2 may have written an L.
func (p *parser) length() (int, bool) {
	p.space()
	digits := len(p.rest) - len(strings.TrimLeft(p.rest, "0123456789"))
	s := p.rest[:digits]
	p.rest = strings.TrimPrefix(p.rest[digits:], "L")
	n, err := strconv.Atoi(s)
	switch {
	case digits == 0:
		return 0, false // negative, among others
	case err != nil:
		return 0, p.fail("length " + s + " in the shape is too large")
	case s[0] == '0' && n != 0:
		return 0, false
	}
	return n, true
}
