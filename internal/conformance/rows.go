// Package conformance reads the data that tests hold the library to and
// compares results with them. It serves tests only.
//
// It knows nothing of arrays: values are slices of Go's own types, layouts are
// shapes, strides and offsets. What a row means to the library is for the test
// to say.
//
// The format is described in testdata/conformance/README.md.
package conformance

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
)

// Variable names the environment variable that makes the tests read another
// directory than the project's own.
const Variable = "ND_CONFORMANCE"

// Dir returns the directory of the data.
func Dir(t testing.TB) string {
	t.Helper()
	if d := os.Getenv(Variable); d != "" {
		return d
	}
	return Testdata(t, "conformance")
}

// Testdata returns a directory under the module's testdata, from whichever
// package the test is in.
func Testdata(t testing.TB, name string) string {
	t.Helper()
	d, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		dir := filepath.Join(d, "testdata", name)
		if _, err := os.Stat(dir); err == nil {
			return dir
		}
		up := filepath.Dir(d)
		if up == d {
			t.Fatalf("no testdata/%s above the package's directory", name)
		}
		d = up
	}
}

// Open opens a file of the data. Where ND_CONFORMANCE names a directory that
// lacks the file, the test is skipped.
func Open(t testing.TB, file string) *os.File {
	t.Helper()
	f, err := os.Open(filepath.Join(Dir(t), file))
	if errors.Is(err, os.ErrNotExist) && os.Getenv(Variable) != "" {
		t.Skipf("%s has no %s", Dir(t), file)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// A NotApplicable is the error of a row that does not apply to the library; it
// is the reason. Reasons form a short closed list, which the test states.
type NotApplicable string

func (r NotApplicable) Error() string { return string(r) }

// IndexRange is the reason of rows with numbers that an int does not hold. It
// is allowed everywhere, and never occurs where int has 64 bits.
const IndexRange NotApplicable = "an index or a size exceeds int"

// maxErrors is how many failures of a file are told one by one.
const maxErrors = 20

// Each calls run for every row of a family's file and reports what it returns.
// It logs how many rows ran and how many did not apply, by reason. A reason
// that is not among those given is an error, and so is a file of which no row
// ran.
func Each[T any](t *testing.T, file string, reasons []NotApplicable, run func(row *T) error) {
	t.Helper()
	z, err := gzip.NewReader(Open(t, file))
	if err != nil {
		t.Fatal(err)
	}
	ran, failed, skipped := 0, 0, map[NotApplicable]int{}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<26)
	for id := 0; lines.Scan(); id++ {
		row := new(T)
		err := json.Unmarshal(lines.Bytes(), row)
		var number *json.UnmarshalTypeError
		var why NotApplicable
		switch {
		case err == nil:
			err = protect(run, row)
		case errors.As(err, &number) && strings.HasPrefix(number.Value, "number") && number.Type.String() == "int" && math.MaxInt == math.MaxInt32:
			err = IndexRange
		}
		switch {
		case err == nil:
			ran++
		case errors.As(err, &why):
			skipped[why]++
			if why != IndexRange && !slices.Contains(reasons, why) || why == IndexRange && math.MaxInt > math.MaxInt32 {
				t.Errorf("%s row %d does not apply for an unknown reason: %v", file, id, err)
			}
		default:
			if failed++; failed <= maxErrors {
				t.Errorf("%s row %d: %v", file, id, err)
			}
			var p *rowPanic
			if errors.As(err, &p) && failed == 1 {
				t.Logf("%s", p.stack)
			}
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if failed > maxErrors {
		t.Errorf("%s: %d rows failed in all", file, failed)
	}
	if ran == 0 {
		t.Errorf("%s: no row ran", file)
	}
	t.Log(Summary(file, ran, skipped))
}

// protect makes a panic the failure of its row, so that the other rows are still
// tried.
func protect[T any](run func(*T) error, row *T) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &rowPanic{v, debug.Stack()}
		}
	}()
	return run(row)
}

type rowPanic struct {
	value any
	stack []byte
}

func (p *rowPanic) Error() string { return fmt.Sprintf("panic: %v", p.value) }

// Summary says how many of a file's rows ran and how many did not apply, by
// reason.
func Summary(file string, ran int, skipped map[NotApplicable]int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d ran", file, ran)
	for _, why := range slices.Sorted(maps.Keys(skipped)) {
		fmt.Fprintf(&b, "\n%6d not applicable: %s", skipped[why], why)
	}
	return b.String()
}
