package cli_test

import (
	"bytes"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"mystic-sdk/internal/cli"
	"mystic-sdk/sdk/sdktest"
)

const demoGolden = "testdata/demo.txt"

// demo returns what the demo prints.
func demo(t *testing.T) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code := cli.Main(t.Context(), &cli.Process{Args: []string{"demo"}, Stdout: &stdout, Stderr: &stderr})
	require.Zero(t, code, "%s", &stderr)
	require.Empty(t, stderr.String())
	return stdout.String()
}

func TestDemoIsTheSameBytes(t *testing.T) {
	defer goleak.VerifyNone(t)
	got := demo(t)
	require.Equal(t, got, demo(t))
	if sdktest.Update() {
		require.NoError(t, os.WriteFile(demoGolden, []byte(got), 0o644))
	}
	want, err := os.ReadFile(demoGolden)
	require.NoError(t, err)
	require.Equal(t, string(want), got)
}
