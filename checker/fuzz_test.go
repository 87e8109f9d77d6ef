package checker_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"mystic-sdk/checker"
	"mystic-sdk/checker/rules"
	"mystic-sdk/contract"
)

// FuzzCheck sends any bytes, checked in a world made of any words: nothing may panic, and every diagnostic must point into
// the text and be one line.
func FuzzCheck(f *testing.F) {
	files, err := filepath.Glob(filepath.Join("testdata", "*", "*", "*.lua"))
	require.NoError(f, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(f, err)
		for _, source := range strings.Split(string(text), "\n--- ") {
			f.Add(source, "dig drop go")
		}
	}
	for _, source := range []string{
		"", "\x00", "\xff\xfe", "\r", "#!\n", "local", "goto", "f(", "'", "--[[", "a.b.c:d", "::a::", "return ...", "x = = 1",
		"on()", "on('heard')", "on(...)", "run()", "wait()", "_G[1] = 2", "_G.x = 1", "for", "for i", "for i in", "me.", "me:x()",
		"local function", "function a.b:c() end", "a, b = c", "not not a == b", "string.x", "x and y or z", "é = 1",
	} {
		f.Add(source, "dig é \x00 string me x ")
	}
	f.Fuzz(func(t *testing.T, source, words string) {
		env := anyWorld(words)
		for _, look := range []bool{false, true} {
			env.Look = look
			result, _ := checker.CheckWith(source, env, rules.All())
			inText(t, source, result)
		}
	})
}

// anyWorld makes the words verbs, fields, events, refused and saved ones in turn, with names of all kinds unknown.
func anyWorld(words string) *checker.Env {
	env := vale()
	env.Knows = func(string, string) bool { return false }
	for i, word := range strings.Fields(words) {
		switch i % 6 {
		case 0:
			env.Verbs = append(env.Verbs, contract.VerbSpec{Name: word, Kind: contract.Sense})
		case 1:
			env.MeFields = append(env.MeFields, contract.FieldSpec{Name: word, Type: "list"})
		case 2:
			env.Events = append(env.Events, contract.EventSpec{Name: word})
		case 3:
			env.Refused[word] = "something else"
		case 4:
			env.Saved = append(env.Saved, word)
		case 5:
			env.Globals = append(env.Globals, word)
		}
	}
	return env
}

func inText(t *testing.T, source string, result *checker.Result) {
	t.Helper()
	lines := linesOf(source)
	for _, d := range result.Diagnostics {
		for _, at := range [][2]int{{d.Line, d.Column}, {d.EndLine, d.EndColumn}} {
			require.True(t, at[0] >= 1 && at[0] <= len(lines), "line of %+v, of %d", d, len(lines))
			// Two columns behind the last character: the end of a mark at the end of the text.
			require.True(t, at[1] >= 1 && at[1] <= utf8.RuneCountInString(lines[at[0]-1])+2, "column of %+v in %q", d, lines[at[0]-1])
		}
		require.True(t, d.EndLine > d.Line || d.EndLine == d.Line && d.EndColumn >= d.Column, "%+v ends before it begins", d)
		require.NotEmpty(t, d.Message)
		require.Equal(t, contract.Clean(d.Message, 0), d.Message)
		require.Equal(t, contract.Clean(d.Hint, 0), d.Hint)
	}
	require.LessOrEqual(t, len(result.Diagnostics), contract.MaxErrors+contract.MaxWarnings)
	require.LessOrEqual(t, len(result.Diagnostics), result.Errors+result.Warnings)
}

// linesOf returns the lines of a text. One ends as Lua says: \n, \r, or the two together in either order.
func linesOf(source string) []string {
	var lines []string
	for {
		end := strings.IndexAny(source, "\r\n")
		if end < 0 {
			return append(lines, source)
		}
		lines = append(lines, source[:end])
		next := end + 1
		if next < len(source) && source[next] != source[end] && (source[next] == '\r' || source[next] == '\n') {
			next++
		}
		source = source[next:]
	}
}
