package channel_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"mystic-sdk/channel"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// acceptance is a case of the specification. Its name begins with its numbers.
type acceptance struct {
	name string
	run  func(t *testing.T)
}

func runCases(t *testing.T, cases []acceptance) {
	for _, c := range cases {
		t.Run(c.name, c.run)
	}
}

// TestNumbers holds this package to the cases that are its own; the others are in channel/tmux and channel/mcpserver.
func TestNumbers(t *testing.T) {
	var got []string
	for _, c := range slices.Concat(configuration, waiting) {
		numbers, _, _ := strings.Cut(c.name, ":")
		got = append(got, strings.Fields(numbers)...)
	}
	want := []string{"W16", "I102", "I103", "I104", "I106", "I107", "I109"}
	for n := 84; n <= 90; n++ {
		want = append(want, fmt.Sprint("F", n))
	}
	slices.Sort(want)
	slices.Sort(got)
	require.Equal(t, want, got)
}

// fails requires that an error has a code, and returns it.
func fails(t testing.TB, err error, code channel.Code) *channel.Error {
	t.Helper()
	require.Error(t, err)
	e := channel.AsError(err)
	require.Equal(t, code, e.Code, "%v %v", e, e.Details)
	return e
}
