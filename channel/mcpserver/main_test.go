package mcpserver_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"mystic-sdk/channel"
	"mystic-sdk/channel/mcpserver"
	"mystic-sdk/channel/tmux"
)

var update = flag.Bool("update", false, "write the golden files anew")

// serveVariable makes the test's own program a server on its standard streams, for the cases about a whole process.
const serveVariable = "MYSTIC_TEST_SERVE"

// TestMain fails the package where a test leaves a goroutine or a child process behind.
func TestMain(m *testing.M) {
	if os.Getenv(serveVariable) != "" {
		os.Exit(serveProcess())
	}
	code := m.Run()
	if err := errors.Join(goleak.Find(), childless()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = max(code, 1)
	}
	os.Exit(code)
}

// serveProcess is the whole of a program that serves.
func serveProcess() (code int) {
	config, err := channel.Load(os.LookupEnv)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	backend, err := tmux.New(config)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	service, err := channel.NewService(backend, config)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	defer service.Close()
	if err := mcpserver.Serve(context.Background(), service, os.Stdin, os.Stdout, nil); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// childless says which child processes there are, where the system tells.
func childless() error {
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

// TestNumbers holds this package to the cases that are its own: each number is the name of a subtest, and nothing else is.
func TestNumbers(t *testing.T) {
	want := []string{"A13", "B29", "B30", "C56", "C68", "D70", "E78", "H100", "H101", "I109", "W17", "W26", "W28"}
	for n := 92; n <= 99; n++ {
		want = append(want, fmt.Sprint("G", n))
	}
	var got []string
	for _, c := range slices.Concat(argumentCases, protocolCases, processCases, sceneCases) {
		numbers, _, _ := strings.Cut(c.name, ":")
		got = append(got, strings.Fields(numbers)...)
	}
	slices.Sort(want)
	slices.Sort(got)
	require.Equal(t, want, got)
}

// golden compares a text with a file under testdata, or writes the file with -update.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(want), got)
}
