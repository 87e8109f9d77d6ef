//go:build differential

package lua_test

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

var programs = flag.Int("programs", 20000, "random programs to compare with lua5.4")

// TestDifferential runs random programs here and in the real Lua 5.4, which is looked for as lua5.4 (Debian's package of that
// name), and compares what they print.
func TestDifferential(t *testing.T) {
	real, err := exec.LookPath("lua5.4")
	require.NoError(t, err)
	dir := t.TempDir()
	for seed := range uint64(*programs) {
		source := program(seed)
		path := filepath.Join(dir, "program.lua")
		require.NoError(t, os.WriteFile(path, []byte(source), 0o600))
		want, err := exec.Command(real, path).CombinedOutput()
		require.NoError(t, err, "seed %d: %s", seed, want)
		got, problem := perform(t, source)
		require.Empty(t, problem, "seed %d:\n%s", seed, source)
		require.Equal(t, string(want), got, "seed %d:\n%s", seed, source)
	}
}
