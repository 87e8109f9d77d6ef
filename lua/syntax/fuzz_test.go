package syntax_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"mystic-sdk/lua/syntax"
)

// seed gives a fuzz target all scripts of the tests.
func seed(f *testing.F) {
	for _, source := range sound {
		f.Add(source)
	}
	for _, text := range nestings {
		f.Add(text(110))
	}
	archive, err := txtar.ParseFile(errorsFile)
	require.NoError(f, err)
	for _, file := range archive.Files {
		if filepath.Ext(file.Name) == ".lua" {
			f.Add(string(file.Data))
		}
	}
	files, err := filepath.Glob("testdata/sound/*.lua")
	require.NoError(f, err)
	for _, file := range files {
		source, err := os.ReadFile(file)
		require.NoError(f, err)
		f.Add(string(source))
	}
}

// FuzzParse reads anything: it never panics, points into the text, keeps the order, and what it accepts it can print and
// read again.
func FuzzParse(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, source string) {
		chunk, errs := syntax.Parse("name", source)
		last := -1
		for _, e := range errs {
			require.NotEmpty(t, e.Message)
			require.NotContains(t, e.Message+e.Hint, "\n")
			require.NotContains(t, []string{""}, e.Code)
			require.GreaterOrEqual(t, e.Start.Offset, last)
			require.Greater(t, e.End.Offset, e.Start.Offset)
			require.LessOrEqual(t, e.Start.Offset, len(source))
			require.Positive(t, e.Start.Line)
			require.Positive(t, e.Start.Column)
			last = e.Start.Offset
		}
		if chunk == nil {
			require.NotEmpty(t, errs)
			return
		}
		if chunk.Partial {
			require.NotEmpty(t, errs)
		}
		syntax.Walk(chunk, func(n syntax.Node) bool {
			at := n.Range()
			require.LessOrEqual(t, at.Start.Offset, at.End.Offset)
			require.LessOrEqual(t, at.End.Offset, len(source))
			return true
		})
		syntax.Resolve(chunk)
		if len(errs) > 0 {
			return
		}
		printed := syntax.Print(chunk)
		if len(printed) > syntax.MaxSource {
			return
		}
		again, errs := syntax.Parse("", printed)
		require.Empty(t, errs, "%s", printed)
		require.True(t, syntax.Equal(chunk, again), "%s", printed)
	})
}
