package lua_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/lua"
	"mystic-sdk/sdk/sdktest"
)

// scriptCase is a script of the semantic table with what lua5.4 prints; generate.go says how the files are read.
type scriptCase struct {
	place        string // file:line
	script, want string
}

func readSemantics(t *testing.T) []scriptCase {
	t.Helper()
	files, err := filepath.Glob("testdata/semantics/*.lua")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	var cases []scriptCase
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		number := 0
		for line := range strings.Lines(string(text)) {
			number++
			answer, isAnswer := strings.CutPrefix(line, "-->")
			switch {
			case isAnswer:
				cases[len(cases)-1].want += strings.TrimPrefix(answer, " ")
			case line[0] == ' ' || line[0] == '\t':
				cases[len(cases)-1].script += line
			case line != "\n" && !strings.HasPrefix(line, "-- "):
				cases = append(cases, scriptCase{place: fmt.Sprintf("%s:%d", filepath.Base(file), number), script: line})
			}
		}
	}
	return cases
}

// talking is a sandbox whose print says what the real print does, and that has the function fails of generate.go.
func talking(t testing.TB) *lua.Sandbox {
	return newBox(t, func(o *lua.Options) {
		o.Words = map[string]lua.Word{"emit": {Func: func(c *lua.Call) error {
			said := c.Data().(*[]string)
			*said = append(*said, c.Arg(0).Text()+"\n")
			return nil
		}}}
		o.Prelude = `function print(...)
			local parts = {}
			for i = 1, select("#", ...) do parts[i] = tostring((select(i, ...))) end
			emit(table.concat(parts, "\t"))
		end
		function fails(f, ...)
			local ok, problem = pcall(f, ...)
			if ok then return nil end
			local line = tostring(problem):match("^line (%d+): ")
			return line and "fails in line " .. line or "fails"
		end`
	})
}

// speak runs a script as generate.go has lua5.4 run it, and returns what it prints.
func speak(t testing.TB, box *lua.Sandbox, script string) string {
	t.Helper()
	if _, err := lua.Compile("", script); err != nil {
		return "does not parse\n"
	}
	o := play(t, box, "local outcome = fails(function(...) "+script+"\nend) if outcome then print(outcome) end")
	require.Equal(t, lua.Done, o.status, "%s: %v", script, o.err)
	return strings.Join(o.printed, "")
}

// difference is what a script prints here and in lua5.4, as a row of a table in docs/lua.md says it.
type difference struct{ here, real string }

func (d difference) row(script string) string {
	return fmt.Sprintf("| `%s` | `%s` | `%s` |", script, d.here, d.real)
}

// differenceRow matches a row: the script, what is printed here, and what lua5.4 prints.
var differenceRow = regexp.MustCompile("(?m)^\\| `(.*)` \\| `(.*)` \\| `(.*)` \\|$")

// inCell is a text as it stands in a cell of a table.
func inCell(text string) string {
	return strings.NewReplacer("|", `\|`, "\t", " ").Replace(strings.TrimSuffix(text, "\n"))
}

// TestSemantics holds each script of the semantic table to what lua5.4 prints, or to the row in docs/lua.md that says what is
// printed instead. -update writes those rows anew; which there are is for an author to say.
func TestSemantics(t *testing.T) {
	box := talking(t)
	differences := map[string]difference{}
	for _, c := range readSemantics(t) {
		require.NotEmpty(t, c.want, "%s has no answer of lua5.4: make semantics writes it", c.place)
		if here := speak(t, box, c.script); here != c.want {
			differences[inCell(c.script)] = difference{here: inCell(here), real: inCell(c.want)}
		}
	}
	text := readLuaDocument(t)
	if sdktest.Update() {
		text = differenceRow.ReplaceAllStringFunc(text, func(found string) string {
			script := differenceRow.FindStringSubmatch(found)[1]
			if d, ok := differences[script]; ok {
				return d.row(script)
			}
			return found
		})
		updateLuaDocument(t, text)
	}
	stated := map[string]bool{}
	for _, m := range differenceRow.FindAllStringSubmatch(text, -1) {
		require.False(t, stated[m[1]], "docs/lua.md states a difference twice: %s", m[0])
		stated[m[1]] = true
		if d, ok := differences[m[1]]; !ok {
			t.Errorf("docs/lua.md states a difference that is none, or whose script is not in the semantic table: %s", m[0])
		} else if want := d.row(m[1]); want != m[0] {
			t.Errorf("docs/lua.md states a difference wrongly; -update mends it:\n%s\n%s", m[0], want)
		}
	}
	for script, d := range differences {
		if !stated[script] {
			t.Errorf("lua5.4 does otherwise, and docs/lua.md does not say so:\n%s", d.row(script))
		}
	}
}
