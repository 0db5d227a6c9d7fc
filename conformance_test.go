package nd_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ndgo/nd"
	"github.com/ndgo/nd/internal/conformance"
	"github.com/ndgo/nd/internal/dtype"
	"github.com/ndgo/nd/internal/ops"
)

// The families of values: elementwise operations, casts, expression trees and
// result types. conformance_table_test.go says what NumPy's names mean to nd.

// complexBound is how far complex results may be off, in units of the epsilon
// of the type: abs(got-want) <= bound*epsilon*abs(want).
const complexBound = 2

// deviations collects the largest deviation of each operation and kind.
type deviations map[string]float64

func (d deviations) note(op string, k dtype.Kind, off float64) {
	key := op + " " + k.String()
	if v, ok := d[key]; !ok || off > v {
		d[key] = off
	}
}

func (d deviations) String() string {
	var b strings.Builder
	for _, k := range slices.Sorted(maps.Keys(d)) {
		fmt.Fprintf(&b, "\n%8.3g %s", d[k], k)
	}
	return b.String()
}

type elementwiseRow struct {
	ID          int
	Op, Dtype   string
	Kind        string
	To          string // of a cast
	In          []conformance.Array
	Out         *conformance.Array
	Cmp         string
	Unspecified map[string][]int
	Error       string
}

// drop leaves out elements of the row.
func (r *elementwiseRow) drop(bad map[int]bool) {
	var keep []int
	moved := map[int]int{}
	for i := range conformance.Len(r.Out.Values) {
		if !bad[i] {
			moved[i] = len(keep)
			keep = append(keep, i)
		}
	}
	in := slices.Clone(r.In)
	for k := range in {
		in[k].Values, in[k].Shape = conformance.Pick(in[k].Values, keep), []int{len(keep)}
	}
	out := *r.Out
	out.Values, out.Shape = conformance.Pick(out.Values, keep), []int{len(keep)}
	unspecified := map[string][]int{}
	for why, at := range r.Unspecified {
		for _, i := range at {
			if k, ok := moved[i]; ok {
				unspecified[why] = append(unspecified[why], k)
			}
		}
	}
	r.In, r.Out, r.Unspecified = in, &out, unspecified
}

func (r *elementwiseRow) values() []any {
	v := make([]any, len(r.In))
	for i := range v {
		v[i] = r.In[i].Values
	}
	return v
}

// rowDice returns a source of choices that depends on the row alone, so that a
// failure comes again.
func rowDice(id int) dice {
	r := rand.New(rand.NewPCG(uint64(id), 20117))
	return r.IntN
}

func TestConformanceElementwise(t *testing.T) {
	off := deviations{}
	own := 0
	conformance.Each(t, "elementwise.jsonl.gz", reasons, func(r *elementwiseRow) error {
		result := r.Dtype
		if r.Out != nil {
			result = r.Out.Dtype
		}
		k := kindNamed(r.Dtype)
		s, op, err := lookUp(r.Op, k, result)
		if err != nil {
			return err
		}
		u := unit{name: r.Op, op: op, on: s.on, roll: rowDice(r.ID), saying: &s}
		if r.Error != "" {
			return u.fails(r.values(), elementsOf[kindNamed(result)].zeros(len(r.In[0].Shape)))
		}
		// What nd refuses is tried as it is and then left out.
		if bad := refusals(op, r.values()); len(bad) > 0 && s.as == "" {
			if err := u.fails(r.values(), elementsOf[kindNamed(result)].zeros(r.In[0].Shape[0])); err != nil {
				return err
			}
			r.drop(bad)
		}
		n, worst, err := u.agrees(r)
		own += n
		if r.Cmp == "ulp" || r.Cmp == "norm" {
			off.note(r.Op, k, worst)
		}
		return err
	})
	t.Logf("unspecified elements that were held to nd's own definition: %d", own)
	t.Logf("largest deviations, in ULP for real and in epsilon for complex results:%v", off)
}

func TestConformanceCasts(t *testing.T) {
	own := 0
	conformance.Each(t, "casts.jsonl.gz", reasons, func(r *elementwiseRow) error {
		to := kindNamed(r.To)
		u := unit{name: "cast to " + r.To, op: ops.Cast, roll: rowDice(r.ID), on: func(x ...any) (any, error) {
			return sameMode(x[0], elementsOf[kindOf(x[0])].as(x[0], to))
		}}
		u.define = func(args []any) any { return castOf(args[0], to) }
		n, _, err := u.agrees(r)
		own += n
		return err
	})
	t.Logf("unspecified elements that were held to nd's own definition: %d", own)
}

// refusals returns the elements for which the oracle says that op refuses them.
func refusals(op ops.Op, in []any) map[int]bool {
	bad := map[int]bool{}
	args := make([]any, len(in))
	for i := range conformance.Len(in[0]) {
		for k := range in {
			args[k] = conformance.At(in[k], i)
		}
		if _, ok := define(op, args).(refused); ok {
			bad[i] = true
		}
	}
	return bad
}

// A unit is an operation under test.
type unit struct {
	name   string
	op     ops.Op
	on     func(operands ...any) (any, error)
	roll   dice
	saying *saying
	define func(args []any) any // nd's own definition; nil for that of op
}

// agrees evaluates the operation in every way there is: at once and as a chain,
// on contiguous operands and on views of all kinds, into a new array, into
// views and in place, with scalars, by an assigning method, and traced. The
// first result is compared with the row's, all others with the first, bit for
// bit. It returns the number of elements that the row leaves open and that
// were held to nd's own definition.
func (u *unit) agrees(r *elementwiseRow) (own int, worst float64, err error) {
	in, want := r.values(), r.Out
	rule := conformance.Rule{Cmp: r.Cmp, Norm: complexBound, Skip: map[int]bool{}}
	if ops.IsRow(u.op) {
		rule.Steps = uint64(ops.Info(u.op).ULP + 0.5)
	}
	for _, at := range r.Unspecified {
		for _, i := range at {
			rule.Skip[i] = true
		}
	}
	arrays := make([]any, len(in))
	for i := range in {
		arrays[i] = elementOfSlice(in[i]).view(in[i], r.In[i].Shape, []int{1}, 0)
	}
	first, err := u.on(arrays...)
	if err != nil {
		return 0, 0, err
	}
	base := contents(first)
	if !slices.Equal(shapeOf(first), want.Shape) {
		return 0, 0, fmt.Errorf("shape %v, want %v", shapeOf(first), want.Shape)
	}
	if worst, err = rule.Compare(base, want.Values); err != nil {
		return 0, worst, err
	}
	if own, err = u.open(rule.Skip, in, base); err != nil {
		return own, worst, err
	}
	for _, way := range []func(in []any, base any) error{u.lazily, u.onViews, u.inPlace, u.withScalars, u.assigning, u.traced} {
		if err := way(in, base); err != nil {
			return own, worst, err
		}
	}
	return own, worst, nil
}

// open holds the elements that the data leave open to nd's own definition.
func (u *unit) open(open map[int]bool, in []any, base any) (own int, err error) {
	args := make([]any, len(in))
	for i := range open {
		for k := range in {
			args[k] = conformance.At(in[k], i)
		}
		var want any
		if u.define != nil {
			want = u.define(args)
		} else if u.saying.as == "" {
			want = define(u.op, args)
		}
		if want == nil {
			continue
		}
		got := conformance.At(base, i)
		if err := sameElements(got, want); err != nil {
			return own, fmt.Errorf("element %d, which the data leave open: %s of %v: %w", i, u.name, args, err)
		}
		own++
	}
	return own, nil
}

// sameElements compares two elements bit for bit.
func sameElements(got, want any) error {
	k := kindNamed(fmt.Sprintf("%T", want))
	a, b := elementsOf[k].slice(got), elementsOf[k].slice(want)
	if a == nil {
		return fmt.Errorf("%T, want %T", got, want)
	}
	return conformance.Same(a, b)
}

// expect evaluates x, an array or a chain, and compares it with values of a
// shape.
func expect(way string, x any, err error, values any, shape []int) error {
	if err != nil {
		return fmt.Errorf("%s: %w", way, err)
	}
	got, gotShape, err := evaluated(x)
	if err != nil {
		return fmt.Errorf("%s: %w", way, err)
	}
	if !slices.Equal(gotShape, shape) {
		return fmt.Errorf("%s: shape %v, want %v", way, gotShape, shape)
	}
	if err := conformance.Same(got, values); err != nil {
		return fmt.Errorf("%s: %w", way, err)
	}
	return nil
}

func chains(operands []any) []any {
	c := make([]any, len(operands))
	for i, o := range operands {
		c[i] = fetch(o, "Chain")
	}
	return c
}

// placed returns the operands as arrays of one axis in layouts of their own.
func (u *unit) placed(in []any) []any {
	a := make([]any, len(in))
	for i := range in {
		a[i] = elementOfSlice(in[i]).place(u.roll, in[i], []int{conformance.Len(in[i])})
	}
	return a
}

func (u *unit) lazily(in []any, base any) error {
	shape := []int{conformance.Len(base)}
	for range 2 {
		x, err := u.on(chains(u.placed(in))...)
		if err := expect("chain", x, err, base, shape); err != nil {
			return err
		}
	}
	return nil
}

// onViews makes an operation over three axes of it, of shape 2, n and 3, in
// which each operand may be a broadcast, reversed, stepped and transposed view.
func (u *unit) onViews(in []any, base any) error {
	n := conformance.Len(base)
	full := []int{2, n, 3}
	want := elementOfSlice(base).repeat(base, []int{n, 1}, full)
	for range 2 {
		whole := u.roll(len(in)) // one operand at least is not broadcast
		operands := make([]any, len(in))
		for i := range in {
			shape := [][]int{full, {n, 1}, {2, n, 1}, {n, 3}, {1, n, 3}}[u.roll(5)]
			if i == whole {
				shape = full
			}
			e := elementOfSlice(in[i])
			operands[i] = e.place(u.roll, e.repeat(in[i], []int{n, 1}, shape), shape)
			if u.roll(3) == 0 {
				operands[i] = fetch(operands[i], "BroadcastTo", full[0], full[1], full[2])
			}
		}
		x, err := u.on(operands...)
		if err := expect("at once, on views", x, err, want, full); err != nil {
			return err
		}
		x, err = u.on(chains(operands)...)
		if err := expect("chain, on views", x, err, want, full); err != nil {
			return err
		}
		dst := elementOfSlice(base).place(u.roll, elementOfSlice(base).zeros(2*n*3), full)
		_, err = call(x, "EvalInto", dst)
		if err := expect("chain, on views, into a view", dst, err, want, full); err != nil {
			return err
		}
	}
	return nil
}

// inPlace evaluates into a view that is no operand, and into each operand whose
// elements are of the result's type.
func (u *unit) inPlace(in []any, base any) error {
	shape := []int{conformance.Len(base)}
	result := elementOfSlice(base)
	for k := -1; k < len(in); k++ {
		operands := u.placed(in)
		var dst any
		if k < 0 {
			dst = result.place(u.roll, result.zeros(shape[0]), shape)
		} else if dst = operands[k]; kindOf(dst) != result.kind() {
			continue
		}
		x, err := u.on(chains(operands)...)
		if err != nil {
			return err
		}
		_, err = call(x, "EvalInto", dst)
		if err := expect(fmt.Sprintf("into operand %d", k), dst, err, base, shape); err != nil {
			return err
		}
	}
	return nil
}

// withScalars takes some elements and tries scalars in place of the operands:
// as argument of the ...Scalar method, on the left side, and as constants.
func (u *unit) withScalars(in []any, base any) error {
	if u.saying == nil || u.saying.as != "" || strings.HasPrefix(u.saying.nd, "nd") {
		return nil
	}
	n := conformance.Len(base)
	for range min(n, 24) {
		i := u.roll(n)
		want := conformance.Pick(base, []int{i, i, i})
		var one, three, konst []any // the operands as scalar, as array, as constant
		for k := range in {
			v, e := conformance.At(in[k], i), elementOfSlice(in[k])
			one = append(one, e.scalar(v))
			three = append(three, e.place(u.roll, conformance.Pick(in[k], []int{i, i, i}), []int{3}))
			konst = append(konst, e.konst(v))
		}
		type form struct {
			way      string
			method   string
			operands []any
		}
		var forms []form
		if u.op == ops.Clip {
			lo, hi := conformance.At(in[1], i), conformance.At(in[2], i)
			forms = []form{{"at once", "Clip", []any{three[0], lo, hi}}, {"chain", "Clip", []any{fetch(three[0], "Chain"), lo, hi}}}
		} else {
			forms = append(forms, form{"constants", u.saying.nd, konst})
		}
		if len(in) == 2 {
			v := conformance.At(in[1], i)
			scalar := u.saying.nd + "Scalar"
			if u.op == ops.PowOf {
				scalar = "Pow"
			}
			forms = append(forms,
				form{"at once, scalar", scalar, []any{three[0], v}},
				form{"chain, scalar", scalar, []any{fetch(three[0], "Chain"), v}},
				form{"at once, scalar first", u.saying.nd, []any{one[0], three[1]}},
				form{"chain, scalar first", u.saying.nd, []any{fetch(one[0], "Chain"), three[1]}},
				form{"chain, constant first", u.saying.nd, []any{konst[0], three[1]}})
		}
		for _, f := range forms {
			x, err := call(f.operands[0], f.method, f.operands[1:]...)
			values, shape := want, []int{3}
			if f.way == "constants" {
				values, shape = conformance.Pick(base, []int{i}), []int{}
			}
			if err := expect(f.way, x, err, values, shape); err != nil {
				return fmt.Errorf("element %d: %w", i, err)
			}
		}
	}
	return nil
}

// assigning uses the method that stores the result in its receiver.
func (u *unit) assigning(in []any, base any) error {
	if u.saying == nil || u.saying.as != "" || len(in) != 2 || elementOfSlice(in[0]) != elementOfSlice(base) {
		return nil
	}
	name := strings.TrimSuffix(u.saying.nd, "Of") + "Assign"
	if ops.Info(u.op).Result == ops.Bool {
		return nil // comparisons of bools: there is no such method
	}
	operands := u.placed(in)
	_, err := call(operands[0], name, operands[1])
	return expect(name, operands[0], err, base, []int{conformance.Len(base)})
}

// traced records the operation once, with parameters, and runs it.
func (u *unit) traced(in []any, base any) error {
	operands := u.placed(in)
	result := elementOfSlice(base)
	shape := []int{conformance.Len(base)}
	dst := result.place(u.roll, result.zeros(shape[0]), shape)
	err := result.trace(func(params []any) any {
		x, err := u.on(params...)
		if err != nil {
			panic(err)
		}
		return x
	}, dst, operands)
	return expect("traced", dst, err, base, shape)
}

// fails checks that the operation is refused, in all ways, and leaves
// destinations as they were.
func (u *unit) fails(in []any, dst any) error {
	operands := u.placed(in)
	e := elementOfSlice(dst)
	if x, err := u.on(operands...); err == nil {
		return fmt.Errorf("at once: %v, want an error", x)
	}
	mark := e.repeat(e.slice(one(e.kind())), []int{1}, []int{conformance.Len(in[0])})
	for _, d := range []any{e.place(u.roll, mark, []int{conformance.Len(in[0])}), operands[0]} {
		if kindOf(d) != e.kind() {
			continue
		}
		before := contents(d)
		x, err := u.on(chains(operands)...)
		if err == nil {
			_, err = call(x, "EvalInto", d)
		}
		var domain *nd.DomainError
		if !errors.As(err, &domain) {
			return fmt.Errorf("chain: error %v, want a *DomainError", err)
		}
		if err := conformance.Same(contents(d), before); err != nil {
			return fmt.Errorf("the destination was written before the error: %w", err)
		}
		i := domain.Index[0]
		args := make([]any, len(in))
		for k := range in {
			args[k] = conformance.At(in[k], i)
		}
		if _, ok := define(u.op, args).(refused); !ok {
			return fmt.Errorf("%v: element %d is not one that is refused", err, i)
		}
	}
	return nil
}

type fusedRow struct {
	ID     int
	Dtype  string
	Leaves []conformance.Input
	Tree   fusedTree
	Out    conformance.Array
	Cmp    string
}

type fusedTree struct {
	Leaf *int
	Op   string
	Args []fusedTree
}

// build applies the tree's operations to the leaves, arrays or chains.
func (f *fusedTree) build(leaves []any, dtype string) (any, error) {
	if f.Leaf != nil {
		return leaves[*f.Leaf], nil
	}
	args := make([]any, len(f.Args))
	for i := range args {
		var err error
		if args[i], err = f.Args[i].build(leaves, dtype); err != nil {
			return nil, err
		}
	}
	k := kindOf(args[len(args)-1])
	s, _, err := lookUp(f.Op, k, k.String())
	if err != nil {
		return nil, err
	}
	return s.on(args...)
}

func TestConformanceFused(t *testing.T) {
	conformance.Each(t, "fused.jsonl.gz", reasons, func(r *fusedRow) error {
		roll := rowDice(r.ID)
		rule := conformance.Rule{Cmp: r.Cmp}
		leaves := make([]any, len(r.Leaves))
		again := make([]any, len(r.Leaves)) // the same leaves, made by the steps
		for i, in := range r.Leaves {
			e := elementsOf[kindNamed(in.Dtype)]
			leaves[i] = e.view(in.Base, in.Shape, in.Strides, in.Offset)
			base := e.view(in.Base, in.BaseShape, cStrides(in.BaseShape), 0)
			var err error
			if again[i], err = takeSteps(base, in.Steps); err != nil {
				return err
			}
			if err := expect("steps of a leaf", again[i], nil, contents(leaves[i]), in.Shape); err != nil {
				return err
			}
		}
		chain, err := r.Tree.build(chains(leaves), r.Dtype)
		if err != nil {
			return err
		}
		got, shape, err := evaluated(chain)
		if err != nil {
			return err
		}
		if !slices.Equal(shape, r.Out.Shape) {
			return fmt.Errorf("shape %v, want %v", shape, r.Out.Shape)
		}
		if _, err := rule.Compare(got, r.Out.Values); err != nil {
			return fmt.Errorf("chain: %w", err)
		}
		x, err := r.Tree.build(again, r.Dtype)
		if err := expect("step by step, at once", x, err, got, shape); err != nil {
			return err
		}
		e := elementOfSlice(got)
		dst := e.place(roll, e.zeros(conformance.Len(got)), shape)
		for range 2 {
			_, err = call(chain, "EvalInto", dst)
			if err := expect("chain, into a view", dst, err, got, shape); err != nil {
				return err
			}
		}
		dst = e.place(roll, e.zeros(conformance.Len(got)), shape)
		err = e.trace(func(params []any) any {
			x, err := r.Tree.build(params, r.Dtype)
			if err != nil {
				panic(err)
			}
			return x
		}, dst, leaves)
		return expect("traced", dst, err, got, shape)
	})
}

// TestConformanceTypes compares the types of results with NumPy's.
func TestConformanceTypes(t *testing.T) {
	var tables struct {
		Dtypes []string
		Ufunc  map[string]map[string]*string
	}
	if err := json.NewDecoder(conformance.Open(t, "types.json")).Decode(&tables); err != nil {
		t.Fatal(err)
	}
	ran, skipped := 0, map[conformance.NotApplicable]int{}
	for _, name := range slices.Sorted(maps.Keys(tables.Ufunc)) {
		for _, d := range tables.Dtypes {
			result := tables.Ufunc[name][d]
			if result == nil {
				continue // NumPy refuses it
			}
			k := kindNamed(d)
			s, op, err := lookUp(name, k, *result)
			if why, ok := err.(conformance.NotApplicable); ok {
				skipped[why]++
				continue
			}
			var operands []any
			if err == nil {
				for range ops.Info(op).Arity {
					operands = append(operands, elementsOf[k].view(elementsOf[k].zeros(0), []int{0}, []int{1}, 0))
				}
				var x any
				if x, err = s.on(operands...); err == nil && kindOf(x).String() != *result {
					err = fmt.Errorf("elements %v, NumPy has %s", kindOf(x), *result)
				}
			}
			if err != nil {
				t.Errorf("%s of %s: %v", name, d, err)
			}
			ran++
		}
	}
	t.Log(conformance.Summary("types.json", ran, skipped))
}
