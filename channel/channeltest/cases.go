package channeltest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

// Main runs the tests of a package and returns its exit code, which says also whether a test left a goroutine or a child process
// behind.
func Main(m *testing.M) (code int) {
	code = m.Run()
	if err := errors.Join(goleak.Find(), Childless()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = max(code, 1)
	}
	return code
}

// Childless returns an error that says which child processes there are, where the system tells.
func Childless() error {
	files, err := filepath.Glob("/proc/self/task/*/children")
	if err != nil {
		return err
	}
	for _, file := range files {
		if b, err := os.ReadFile(file); err == nil && len(b) > 0 {
			return fmt.Errorf("child processes are left: %s", b)
		}
	}
	return nil
}

// Case is a case of the specification. Its name begins with its numbers, as in "W4 C53: a text that begins with a dash".
type Case struct {
	Name string
	Run  func(t *testing.T)
}

// Run runs cases as subtests.
func Run(t *testing.T, cases []Case) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.Name, c.Run)
	}
}

// Numbers holds a package to the cases that are its own: want are their numbers, such as A13, or A1-A24 for all of these.
func Numbers(t *testing.T, want string, cases ...[]Case) {
	t.Helper()
	var all, got []string
	for part := range strings.FieldsSeq(want) {
		first, last, isRange := strings.Cut(part, "-")
		if !isRange {
			all = append(all, part)
			continue
		}
		letter := first[:1]
		var from, to int
		_, err := fmt.Sscanf(first[1:]+" "+last[1:], "%d %d", &from, &to)
		require.NoError(t, err)
		for n := from; n <= to; n++ {
			all = append(all, fmt.Sprint(letter, n))
		}
	}
	for _, c := range slices.Concat(cases...) {
		numbers, _, _ := strings.Cut(c.Name, ":")
		got = append(got, strings.Fields(numbers)...)
	}
	slices.Sort(all)
	slices.Sort(got)
	require.Equal(t, all, got)
}
