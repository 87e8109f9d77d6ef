package mcpserver_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/channel"
	"mystic-sdk/channel/channeltest"
	"mystic-sdk/channel/mcpserver"
	"mystic-sdk/channel/tmux"
)

var update = flag.Bool("update", false, "write the golden files anew")

// serveVariable makes the test's own program a server on its standard streams, for the cases about a whole process.
const serveVariable = "MYSTIC_TEST_SERVE"

func TestMain(m *testing.M) {
	if os.Getenv(serveVariable) != "" {
		os.Exit(serveProcess())
	}
	os.Exit(channeltest.Main(m))
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

// TestNumbers holds this package to the cases that are its own: each number is the name of a subtest, and nothing else is.
func TestNumbers(t *testing.T) {
	channeltest.Numbers(t, "A13 B29 B30 C56 C68 D70 E78 G92-G99 H100 H101 I109 W17 W26 W28", argumentCases, protocolCases, processCases, sceneCases)
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
