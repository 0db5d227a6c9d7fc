package lazy

import (
	"unsafe"

	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/errs"
	"github.com/ndgo/nd/internal/layout"
	"github.com/ndgo/nd/internal/ops"
)

// A sequence is a step that takes elements one after the other: those along the
// reduced axes, in C order, for each place of the kept axes anew.
type sequence struct {
	out          *dtype.Type // of the results
	form         seqForm
	many         int  // seqMany: results of each sequence
	whole        bool // the elements of a sequence come in one piece, to be changed at will
	user         bool // it calls functions of the user
	needsElement bool // there is no result of no elements
	make         func(count int) sequencer

	// Of the place of an extreme: what gives the extreme.
	place ops.Op

	// Of a scan that repeats an elementwise operation:
	join ops.Op      // the operation
	acc  *dtype.Type // what it is done in
	rows bool        // whole rows are joined, as memory runs across
}

// A seqForm says what results a sequence has.
type seqForm uint8

const (
	seqOne  seqForm = iota // one
	seqMany                // a number of them, along a new first axis
	seqScan                // one for each element, in its place
)

// per returns the number of results of a sequence of count elements.
func (s *sequence) per(count int) int {
	switch s.form {
	case seqMany:
		return s.many
	case seqScan:
		return count
	}
	return 1
}

// A sequencer is the state of a sequence. It is used by one goroutine at a
// time.
type sequencer interface {
	// start begins a sequence.
	start()
	// take takes the next n elements, which are at p. A scan sets the n results
	// at out; out is nil for others.
	take(out, p unsafe.Pointer, n int)
	// end sets the results at out. A scan has none left.
	end(out unsafe.Pointer)
}

// A stopper is a sequencer that may want no more elements.
type stopper interface{ stopped() bool }

// sequence adds a step, as a leaf whose memory a pass of its own will fill. In
// memory the results of each sequence lie side by side.
func (x *folder) sequence(a *node, s *sequence) *node {
	f := &reduction{name: x.f.name, keep: true, over: x.over, seq: s}
	r := &node{op: ops.Reduce, kind: a.typ.Kind, typ: s.out, fold: f, nargs: 1, args: [3]*node{a}, steps: a.steps + 1}
	if a.err != nil {
		r.err, r.shape = a.err, scalar
		return r
	}
	kept := foldShape(a.shape, x.over, true)
	per := s.per(x.count)
	strides := layout.CStrides(kept)
	for k := range strides {
		strides[k] *= per
	}
	switch s.form {
	case seqOne:
		r.shape = kept
	case seqMany:
		r.shape, strides = append([]int{per}, kept...), append([]int{1}, strides...)
	case seqScan:
		r.shape = a.shape
		if b := (&plan{}).planner(a.shape); s.join != ops.Invalid && !a.unknown() && b.columnwise(a, x.over) {
			// The results of a row of sequences lie side by side.
			rows := *s
			rows.rows = true
			f.seq = &rows
			r.args[0] = recordCast(a, s.acc)
			r.kind = s.acc.Kind
			strides = layout.CStrides(kept)
			strides[x.over[0]] = layout.Size(kept)
			break
		}
		step := 1
		for i := len(x.over) - 1; i >= 0; i-- {
			k := x.over[i]
			strides[k] = step
			step *= a.shape[k]
		}
	}
	_, err := layout.CheckMemory(r.name(), r.shape, s.out.Size)
	if err == nil && s.whole {
		_, err = layout.CheckMemory(r.name(), []int{x.count}, a.typ.Size)
	}
	if err != nil {
		return r.fail(err)
	}
	return &node{op: ops.Load, typ: s.out, shape: r.shape, steps: r.steps,
		leaf: &leaf{lay: layout.Layout{Shape: r.shape, Strides: strides}, index: -1, from: r}}
}

// recordSequence adds a step with a sequence of its own.
func recordSequence(c Chain, name string, axes []int, s func(*dtype.Type) (*sequence, error)) Chain {
	if c.n == nil {
		return missing(name)
	}
	n := c.n
	if n.err != nil {
		return c
	}
	seq, err := s(n.typ)
	if err != nil {
		return failed(name, n.typ, err, c)
	}
	return Chain{recordFold(n, &reduction{name: name, axes: axes, seq: seq})}
}

// ReduceWith reduces the elements of c, in C order over the given axes (nil for
// all), from init on: acc = f(acc, element). f may be called for one result
// after the other, or for several in turn, but for each in order; it must give equal
// results for equal arguments, as for Map, and be safe for concurrent use if the chain is evaluated from several goroutines at
// once. A panic in f becomes an error of the evaluation. The result of no
// elements is init.
func ReduceWith[T, A any](c Chain, name string, init A, f func(acc A, x T) A, axes []int) Chain {
	if f == nil {
		return noFunction(name, typeFor[A](), c)
	}
	return userReduce(c, name, axes, func() sequencer { return &userFold[T, A]{init: init, f: f} }, typeFor[T](), typeFor[A]())
}

// ReduceWhile is ReduceWith until f reports that it wants no more elements.
// Those that follow may be computed all the same, but f does not see them.
func ReduceWhile[T, A any](c Chain, name string, init A, f func(acc A, x T) (A, bool), axes []int) Chain {
	if f == nil {
		return noFunction(name, typeFor[A](), c)
	}
	return userReduce(c, name, axes, func() sequencer { return &userWhile[T, A]{init: init, f: f} }, typeFor[T](), typeFor[A]())
}

func userReduce(c Chain, name string, axes []int, make func() sequencer, in, out *dtype.Type) Chain {
	return recordSequence(c, name, axes, func(t *dtype.Type) (*sequence, error) {
		if t != in {
			return nil, &errs.TypeError{Op: name, Type: t.String(), Detail: "the function takes " + in.String()}
		}
		return &sequence{out: out, user: true, make: func(int) sequencer { return make() }}, nil
	})
}

type userFold[T, A any] struct {
	init, acc A
	f         func(A, T) A
}

func (s *userFold[T, A]) start() { s.acc = s.init }

func (s *userFold[T, A]) take(_, p unsafe.Pointer, n int) {
	acc := s.acc
	for _, v := range unsafe.Slice((*T)(p), n) {
		acc = s.f(acc, v)
	}
	s.acc = acc
}

func (s *userFold[T, A]) end(out unsafe.Pointer) { *(*A)(out) = s.acc }

type userWhile[T, A any] struct {
	init, acc A
	f         func(A, T) (A, bool)
	done      bool
}

func (s *userWhile[T, A]) start() { s.acc, s.done = s.init, false }

func (s *userWhile[T, A]) take(_, p unsafe.Pointer, n int) {
	for _, v := range unsafe.Slice((*T)(p), n) {
		if s.done {
			return
		}
		more := false
		s.acc, more = s.f(s.acc, v)
		s.done = !more
	}
}

func (s *userWhile[T, A]) end(out unsafe.Pointer) { *(*A)(out) = s.acc }

func (s *userWhile[T, A]) stopped() bool { return s.done }
