package checker_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/checker"
	"mystic-sdk/checker/rules"
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
	result := checker.Check("go('cellar') dig(me.gold < 3)", env)
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

// TestLinearWork counts how often rules look at a place of the script: twice the script, twice the work.
func TestLinearWork(t *testing.T) {
	// Each shape is made of lines, so that it can be made as long as it takes; %d is the number of the line.
	shapes := map[string]string{
		"unknown words":        "word%d(%[1]d)\n",
		"one unknown word":     "word(%d)\n",
		"guarded words":        "if word then word() end -- %d\n",
		"tested words":         "if word and (other or word) then print(%d) end\n",
		"globals":              "g%d = g%[1]d or %[1]d\n",
		"one global":           "g = (g or 0) + %d\n",
		"functions":            "function f%d(a, b) x%[1]d = a return f%[1]d(b) end\n",
		"nested functions":     "do local function dig(n) if n then dig(n - %d) end end dig(1) end\n",
		"outcomes":             "do local ok, why, n = dig(%d) if why == 'x' or ok == 3 or n == 'y' then print(n + 1) end end\n",
		"one outcome":          "ok, why, n = dig(%d) print(why == 'none', n + 1, ok)\n",
		"names":                "go('place%d')\n",
		"names in loops":       "for i = 1, 3 do find('place%d') end\n",
		"names in a function":  "on('hurt', function() go('place%d') end)\n",
		"fields":               "print(me.a%d, me.pos.b%[1]d, string.c%[1]d)\n",
		"field paths":          "mem.a.b.c.d.e.f.g.h.i.j.k.l = mem.a.b.c.d.e.f.g.h.i.j.k.l -- %d\n",
		"answers":              "for _, t in ipairs(scan()) do print(t.a%d, t.name, t.far == 'x') end\n",
		"hidden libraries":     "do local table = {} table.insert(table, %d) table.x = 1 end\n",
		"loops":                "while true do for i = 1, %d do if i == 2 then break end end end\n",
		"gotos":                "for i = 1, %d do while true do goto out%[1]d end ::out%[1]d:: end\n",
		"branches":             "if me.gold == %d then stop() elseif me.gold then error() else stop() end\n",
		"chains of locals":     "do local a = %d local b = a local c = b local d = c print(d == 'x', #d) end\n",
		"conditions as counts": "dig(me.gold < %d and (me.hp > 3 or not me.tired))\n",
		"slips":                "if me.gold != %d then x += 1 end\n",
		"no Lua":               "please dig %d gold\n",
		"tables":               "print({ a = %d, { b = { 1, 2 } }, [3] = dig } == {})\n",
	}
	for name, line := range shapes {
		t.Run(name, func(t *testing.T) {
			work := map[int]int{}
			for size := 1 << 10; size <= 32<<10; size *= 2 {
				source := grow(line, size)
				_, visits := checker.CheckWith(source, vale(), rules.All())
				work[size] = visits
			}
			for size := 2 << 10; size <= 32<<10; size *= 2 {
				require.LessOrEqual(t, float64(work[size]), 2.3*float64(work[size/2])+200, "%d bytes: %v", size, work)
			}
			require.LessOrEqual(t, work[32<<10], 100*32<<10, "looks for each byte")
		})
	}
}

// grow repeats a line up to a size, split into functions so that no limit of the language is met before the size.
func grow(line string, size int) string {
	var b strings.Builder
	for i := 0; ; i++ {
		next := fmt.Sprintf(line, i)
		if strings.Contains(next, "%!(EXTRA") {
			panic("the line " + line + " does not show its number")
		}
		if b.Len()+len(next) > size {
			return b.String()
		}
		b.WriteString(next)
	}
}
