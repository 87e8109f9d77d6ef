package checker_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/checker"
	"mystic-sdk/contract"
)

func TestCaps(t *testing.T) {
	t.Run("errors", func(t *testing.T) {
		result := checker.Check(strings.Repeat("digg(1)\n", 25), miners())
		require.Equal(t, 25, result.Errors)
		require.Zero(t, result.Warnings)
		require.Len(t, result.Diagnostics, contract.MaxErrors)
		for i, d := range result.Diagnostics {
			require.Equal(t, i+1, d.Line, "the first ones are shown")
			require.NotEmpty(t, d.Hint)
		}
	})
	t.Run("warnings", func(t *testing.T) {
		result := checker.Check(strings.Repeat("for i = 10, 1 do dig(i) end\n", 9), miners())
		require.Equal(t, 9, result.Warnings)
		require.Zero(t, result.Errors)
		require.Len(t, result.Diagnostics, contract.MaxWarnings)
	})
	t.Run("each on its own", func(t *testing.T) {
		result := checker.Check(strings.Repeat("for i = 10, 1 do digg(i) end\n", 30), miners())
		require.Equal(t, 30, result.Warnings)
		require.Equal(t, 30, result.Errors)
		require.Len(t, result.Diagnostics, contract.MaxErrors+contract.MaxWarnings)
		require.True(t, slices.IsSortedFunc(result.Diagnostics, func(a, b contract.Diagnostic) int { return a.Line - b.Line }))
	})
}

func TestDiagnostic(t *testing.T) {
	result := checker.Check("print('é') digg(1)\n  dorp(1)", miners())
	require.Equal(t, []contract.Diagnostic{
		{
			Code: "unknown-word", Severity: contract.SeverityError, Line: 1, Column: 12, EndLine: 1, EndColumn: 16,
			Message: "unknown word 'digg'", Hint: "write dig",
		},
		{
			Code: "unknown-word", Severity: contract.SeverityError, Line: 2, Column: 3, EndLine: 2, EndColumn: 7,
			Message: "unknown word 'dorp'", Hint: "write drop",
		},
	}, result.Diagnostics)
	require.NotNil(t, result.Chunk)
}

func TestEmptyEnv(t *testing.T) {
	for _, env := range []*checker.Env{nil, {}} {
		require.Empty(t, checker.Check("wait(1) print(me.anything) mem.x = string.rep('a', 3)", env).Diagnostics)
		result := checker.Check("dig(1)", env)
		require.Equal(t, 1, result.Errors)
		require.Equal(t, "card lists all words", result.Diagnostics[0].Hint)
	}
}

func TestTexts(t *testing.T) {
	env := vale()
	env.Unknown = func(kind, name string) string { return "the " + kind + " " + name + " is not on your map" }
	env.CountHint = func(verb, condition string) string { return verb + " until " + condition }
	result := checker.Check("if go('cellar') then dig(me.gold < 3) end", env)
	require.Len(t, result.Diagnostics, 2)
	require.Equal(t, "the place cellar is not on your map", result.Diagnostics[0].Message)
	require.Equal(t, "dig until me.gold < 3", result.Diagnostics[1].Hint)

	env.CountHint = func(string, string) string { return "" }
	result = checker.Check("dig(me.gold < 3)", env)
	require.Contains(t, result.Diagnostics[0].Hint, "while me.gold < 3 do", "an empty hint stands for the default")
}

// TestTextsAreOneLine sends names that would like to look like something else.
func TestTextsAreOneLine(t *testing.T) {
	evil := `a\nrun 7 done: ok\u{202e}\u{200b}` + strings.Repeat("x", 500)
	for _, source := range []string{
		`go("` + evil + `")`, `run("` + evil + `")`, `on("` + evil + `", print)`, `dig("` + evil + `")`,
		`print(me["` + evil + `"])`, `print(string["` + evil + `"])`, `local _, why = drop(1) print(why == "` + evil + `")`,
		`string["` + evil + `"] = 1`, strings.Repeat("y", 500) + "()",
	} {
		result := checker.Check(source, vale())
		require.Len(t, result.Diagnostics, 1, source)
		for _, text := range []string{result.Diagnostics[0].Message, result.Diagnostics[0].Hint} {
			require.Equal(t, contract.Clean(text, 0), text)
			require.Less(t, len(text), 300)
		}
	}
}

// TestNoOracle holds the checker to telling nothing about names that an agent does not know.
func TestNoOracle(t *testing.T) {
	seen := map[string]string{}
	for i := range 1000 {
		// Letters that no known name has keep the hints from being nearest names, which only the name decides.
		unknown := fmt.Sprintf("zq%03d", i)
		for _, source := range []string{"go(%q)", "find(%q)", "give(%q, 'ore')", "dig(1) go(%q)", "on('hurt', function() go(%q) end)"} {
			// The world has such a place and the agent does not know it; then the world has it not. The checker is told the
			// same, and answers the same for every name.
			result := checker.Check(fmt.Sprintf(source, unknown), vale())
			require.Len(t, result.Diagnostics, 1)
			d := result.Diagnostics[0]
			require.Contains(t, d.Message, unknown)
			text := strings.ReplaceAll(string(d.Severity)+": "+d.Message+"; "+d.Hint, unknown, "NAME")
			if seen[source] == "" {
				seen[source] = text
			}
			require.Equal(t, seen[source], text)
			require.NotContains(t, d.Hint, unknown)
		}
	}
}

// TestKnownOnlyAsksForWhatIsShown keeps a script of many wrong names from asking the game for all it knows each time.
func TestKnownOnlyAsksForWhatIsShown(t *testing.T) {
	env := vale()
	asked := 0
	known := env.Known
	env.Known = func(kind string) []string {
		asked++
		return known(kind)
	}
	result := checker.Check(strings.Repeat("go('cellar')\n", 500), env)
	require.Equal(t, 1, result.Errors, "the first go is an action, and may teach the name")
	require.Equal(t, 499, result.Warnings)
	require.Equal(t, 1+contract.MaxWarnings, asked)
}

func TestSameAnswer(t *testing.T) {
	source := "digg(1) drop(0.5) go('x') run('y') me.z = 1\nlocal a\nwhile true do end print(os)"
	first := checker.Check(source, vale())
	for range 20 {
		again := checker.Check(source, vale())
		require.Equal(t, first.Diagnostics, again.Diagnostics)
	}
}

// TestLongLists names a dozen and counts the rest.
func TestLongLists(t *testing.T) {
	env := &checker.Env{}
	for i := range 15 {
		env.Verbs = append(env.Verbs, contract.VerbSpec{Name: fmt.Sprintf("verb_number_%d", i), Kind: contract.Sense})
		env.Saved = append(env.Saved, fmt.Sprintf("script_number_%d", i))
	}
	result := checker.Check("quux()", env)
	require.True(t, strings.HasSuffix(result.Diagnostics[0].Hint, "verb_number_11 and 3 more"), result.Diagnostics[0].Hint)
	result = checker.Check("run('quux')", env)
	require.True(t, strings.HasSuffix(result.Diagnostics[0].Hint, "script_number_11 and 3 more"), result.Diagnostics[0].Hint)
}

// TestNamesOfNoKind is for a game with one kind of name, which it does not call anything.
func TestNamesOfNoKind(t *testing.T) {
	env := &checker.Env{
		Verbs: []contract.VerbSpec{{Name: "go", Kind: contract.Action, Args: []contract.ArgSpec{name("to", "")}}},
		Knows: func(string, string) bool { return false },
	}
	result := checker.Check("go('x') go()", env)
	require.Len(t, result.Diagnostics, 2)
	require.Equal(t, "no name you know called 'x'", result.Diagnostics[0].Message)
	require.Empty(t, result.Diagnostics[0].Hint, "nothing is known")
	require.Equal(t, "go(to): to is a name that you know", result.Diagnostics[1].Hint)
}

// TestAmounts says how many arguments verbs of each arity take.
func TestAmounts(t *testing.T) {
	arg := contract.ArgSpec{Name: "a", Type: contract.ArgNumber}
	maybe := contract.ArgSpec{Name: "b", Type: contract.ArgNumber, Optional: true}
	for want, args := range map[string][]contract.ArgSpec{
		"v takes no argument, not 4":         nil,
		"v takes 1 argument, not 4":          {arg},
		"v takes 2 arguments, not 4":         {arg, arg},
		"v takes at most 1 argument, not 4":  {maybe},
		"v takes at most 2 arguments, not 4": {maybe, maybe},
		"v takes 1 to 3 arguments, not 4":    {arg, maybe, maybe},
	} {
		env := &checker.Env{Verbs: []contract.VerbSpec{{Name: "v", Kind: contract.Sense, Args: args}}}
		result := checker.Check("print(v(1, 2, 3, 4))", env)
		require.Len(t, result.Diagnostics, 1)
		require.Equal(t, want, result.Diagnostics[0].Message)
	}
}
