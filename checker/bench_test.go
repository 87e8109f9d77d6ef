package checker_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/checker"
)

// hundredLines is a script of a hundred lines as agents write them.
func hundredLines(tb testing.TB) string {
	tb.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "sound", "agents.lua"))
	require.NoError(tb, err)
	var lines []string
	for _, line := range strings.Split(string(text), "\n") {
		if strings.HasPrefix(line, "--- ") {
			continue
		}
		if lines = append(lines, line); len(lines) >= 100 && line == "end" {
			break
		}
	}
	return strings.Join(lines, "\n")
}

// BenchmarkCheck100Lines is what stands between sending a script and its start. To reach: 1 ms.
func BenchmarkCheck100Lines(b *testing.B) {
	source, env := hundredLines(b), vale()
	b.ReportAllocs()
	b.SetBytes(int64(len(source)))
	for b.Loop() {
		checker.Check(source, env)
	}
}

// BenchmarkCheckUnknownWords is the worst of the hints: 32 KiB of words that mean nothing.
func BenchmarkCheckUnknownWords(b *testing.B) {
	source, env := shape{line: "word%d()\n"}.grow(32<<10), vale()
	b.ReportAllocs()
	b.SetBytes(int64(len(source)))
	for b.Loop() {
		checker.Check(source, env)
	}
}
