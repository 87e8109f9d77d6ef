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

// FuzzCheck sends any bytes, checked in a world made of any list of words, parted by blanks: nothing may panic, and every
// diagnostic must point into the text and be one line. Words may be empty, be no names, be no text, and be there twice.
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
		"", "\x00", "\xff\xfe", "\r", "x\n\r= = 1\r\n\r= = 2", "#!\n", "local", "goto", "f(", "'", "--[[", "a.b.c:d", "::a::", "return ...", "x = = 1",
		"on()", "on('heard')", "on(...)", "run()", "wait()", "_G[1] = 2", "_G.x = 1", "for", "for i", "for i in", "me.", "me:x()",
		"local function", "function a.b:c() end", "a, b = c", "not not a == b", "string.x", "x and y or z", "é = 1",
	} {
		f.Add(source, "dig é \x00 string me x ")
		f.Add(source, "a f x on heard \xff me  if \n _G string dig place b c")
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

// anyWorld is the vale with words of every kind that a game can declare, made of a list in turn. No name of any kind is known.
// Every other list comes with functions that answer with its words.
func anyWorld(words string) *checker.Env {
	env := vale()
	env.Knows = func(string, string) bool { return false }
	list := strings.Split(words, " ")
	for i, word := range list {
		next := list[(i+1)%len(list)]
		fields := []contract.FieldSpec{{Name: next, Type: "number"}, {Name: word, Type: "list", Maybe: true, Of: []contract.FieldSpec{{Name: next, Type: "text"}}}}
		switch i % 10 {
		case 0:
			env.Verbs = append(env.Verbs, contract.VerbSpec{
				Name: word, Kind: contract.Sense, Args: []contract.ArgSpec{{Name: next, Type: contract.ArgText, Optional: true}},
				Answer: &contract.FieldSpec{Type: "table", Maybe: true, Of: fields},
			})
		case 1:
			env.Verbs = append(env.Verbs, contract.VerbSpec{
				Name: word, Kind: contract.Action, Args: []contract.ArgSpec{name(next, word), count(word)}, CountDefault: 1,
				Whys: []contract.WhySpec{{Word: next, Meaning: word}},
			})
		case 2:
			env.Verbs = append(env.Verbs, contract.VerbSpec{
				Name: word, Kind: contract.Action, Instant: true, Args: []contract.ArgSpec{{Name: next, Type: contract.ArgNumber}},
			})
		case 3:
			env.MeFields = append(env.MeFields, contract.FieldSpec{Name: word, Type: "list", Of: fields})
		case 4:
			env.MeFields = append(env.MeFields, contract.FieldSpec{Name: word, Type: "map", Of: fields})
		case 5:
			env.Events = append(env.Events, contract.EventSpec{Name: word, Args: []string{next}})
		case 6:
			env.Refused[word] = next
		case 7:
			env.Saved = append(env.Saved, word)
		case 8:
			env.Globals = append(env.Globals, word)
		case 9:
			env.Synonyms[word] = next
		}
	}
	if len(list)%2 == 0 {
		env.Known = func(string) []string { return list }
		env.Unknown = func(kind, name string) string { return "no " + kind + ": " + name + words }
		env.CountHint = func(verb, condition string) string { return verb + words + condition }
	}
	return env
}

func inText(t *testing.T, source string, result *checker.Result) {
	t.Helper()
	lines := linesOf(source)
	last := [2]int{1, 1}
	for _, d := range result.Diagnostics {
		require.False(t, d.Line < last[0] || d.Line == last[0] && d.Column < last[1], "%+v comes after one of %v", d, last)
		last = [2]int{d.Line, d.Column}
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

// linesOf returns the lines of a text. One ends with \n, \r\n or a lone \r.
func linesOf(source string) []string {
	return strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(source), "\n")
}
