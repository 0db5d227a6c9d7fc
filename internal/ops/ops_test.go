package ops

import (
	"go/token"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/ndgo/nd/internal/dtype"
)

func TestTable(t *testing.T) {
	names, keys := map[string]bool{}, map[string]bool{}
	for op, e := range All {
		bad := func(format string, args ...any) {
			t.Helper()
			t.Errorf("row "+e.Name+": "+format, args...)
		}
		if !token.IsExported(e.Name) || names[e.Name] {
			bad("the name is not exported or not unique")
		}
		if e.Key == "" || e.Key != strings.ToLower(e.Key) || keys[e.Key] {
			bad("key %q is not lower case or not unique", e.Key)
		}
		names[e.Name], keys[e.Key] = true, true
		if e.Arity < 1 || e.Arity > 3 {
			bad("arity %d", e.Arity)
		}
		if e.In == 0 {
			bad("defined for no kind")
		}
		if !strings.HasSuffix(e.Doc, ".") || !strings.HasPrefix(e.Doc, "returns ") && !strings.HasPrefix(e.Doc, "reports ") {
			bad("Doc must continue the name, as in \"returns x + y.\", and is %q", e.Doc)
		}
		if (e.Result == Bool) != strings.HasPrefix(e.Doc, "reports ") {
			bad("Doc of a row reports if and only if the result is bool")
		}
		if len(e.Special) == 0 {
			bad("says nothing about special values")
		}
		for _, s := range e.Special {
			if !strings.HasSuffix(s, ".") || strings.Contains(s, "TODO") {
				bad("Special is not a sentence: %q", s)
			}
		}
		if strings.HasSuffix(e.Differs, ".") {
			bad("Differs is the cell of a table, without a full stop")
		}
		integers := e.In&dtype.Integers != 0
		if e.Check != NoCheck {
			if !integers {
				bad("checks integers and has none")
			}
			if e.On < 0 || e.On >= e.Arity {
				bad("checks operand %d", e.On)
			}
			want := map[Check]string{NonZero: "*DivideError", NonNegative: "*DomainError"}[e.Check]
			if !strings.Contains(strings.Join(e.Special, " "), want) {
				bad("Special does not say when there is a %s", want)
			}
		}
		if e.Commute && e.Arity != 2 {
			bad("commutes with %d operands", e.Arity)
		}
		if e.Result == Part && e.In&^dtype.Complex != 0 {
			bad("a part of what is not complex")
		}
		if got, ok := ByKey(e.Key); !ok || got != op || op.String() != e.Key || Info(op) != e || !IsRow(op) {
			bad("is not found by its key")
		}
	}
	if int(firstRow)+len(table) > Limit {
		t.Errorf("%d operations, more than Limit", int(firstRow)+len(table))
	}
}

func TestStructural(t *testing.T) {
	for op, want := range map[Op]string{Invalid: "invalid", Load: "load", Const: "const", Cast: "cast", User: "user",
		Store: "store", firstRow + Op(len(table)): "invalid"} {
		if op.String() != want || IsRow(op) {
			t.Errorf("Op(%d) is %v, row %t; want %s", op, op, IsRow(op), want)
		}
		if Checked(op, dtype.Int32) != NoCheck {
			t.Errorf("%v has a check", op)
		}
	}
	if _, ok := ByKey("no such key"); ok {
		t.Error("found a key that is not there")
	}
}

func TestResultKind(t *testing.T) {
	for _, c := range []struct {
		op       Op
		of, want dtype.Kind
	}{
		{Add, dtype.Int8, dtype.Int8}, {Less, dtype.Float64, dtype.Bool}, {Real, dtype.Complex64, dtype.Float32},
		{Magnitude, dtype.Complex128, dtype.Float64}, {Where, dtype.Bool, dtype.Bool},
	} {
		if got := ResultKind(c.op, c.of); got != c.want {
			t.Errorf("%v of %v is %v, want %v", c.op, c.of, got, c.want)
		}
	}
}

func TestChecked(t *testing.T) {
	for _, c := range []struct {
		op   Op
		k    dtype.Kind
		want Check
	}{
		{Div, dtype.Int8, NonZero}, {Div, dtype.Uint64, NonZero}, {Div, dtype.Float64, NoCheck},
		{PowOf, dtype.Int64, NonNegative}, {PowOf, dtype.Uint64, NoCheck}, {Shl, dtype.Int16, NonNegative},
		{Add, dtype.Int8, NoCheck},
	} {
		if got := Checked(c.op, c.k); got != c.want {
			t.Errorf("%v of %v: check %v, want %v", c.op, c.k, got, c.want)
		}
	}
}

// TestGenerated fails when the table has changed and the files made from it
// have not.
func TestGenerated(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command on this machine to run the generator with")
	}
	cmd := exec.Command("go", "-C", "../gen", "run", ".", "-check")
	// The generator runs on this machine, whatever the test was built for.
	cmd.Env = append(os.Environ(), "GOOS=", "GOARCH=", "GOFLAGS=", "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
