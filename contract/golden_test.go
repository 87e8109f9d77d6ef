package contract_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares named texts, in order, with the sections of a file in testdata, which is in txtar form.
type golden struct {
	file string
	text strings.Builder
}

func newGolden(t *testing.T, file, comment string) *golden {
	g := &golden{file: file}
	g.text.WriteString(comment + "\n")
	t.Cleanup(func() {
		if !t.Failed() {
			goldenFile(t, g.file, g.text.String())
		}
	})
	return g
}

func (g *golden) add(name, text string) {
	g.text.WriteString("\n-- " + name + " --\n" + text + "\n")
}

// goldenFile compares a text with testdata/FILE.
func goldenFile(t *testing.T, file, got string) {
	t.Helper()
	path := filepath.Join("testdata", file)
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
		return
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err, "run the test with -update to make it")
	require.Equal(t, string(want), got, path)
}

// repeat makes n copies of a line.
func repeat(line string, n int) []string {
	lines := make([]string, n)
	for i := range lines {
		lines[i] = line
	}
	return lines
}

func ptr[T any](v T) *T { return &v }
