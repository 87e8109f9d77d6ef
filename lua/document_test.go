package lua_test

import (
	"fmt"
	"maps"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/contract"
	"mystic-sdk/lua"
	"mystic-sdk/lua/syntax"
	"mystic-sdk/sdk/sdktest"
)

const luaDocument = "../docs/lua.md"

func readLuaDocument(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(luaDocument)
	require.NoError(t, err)
	return string(text)
}

// updateLuaDocument writes docs/lua.md where -update was given.
func updateLuaDocument(t *testing.T, text string) {
	t.Helper()
	if sdktest.Update() {
		require.NoError(t, os.WriteFile(luaDocument, []byte(text), 0o644))
	}
}

var (
	luaSnippet = regexp.MustCompile("(?ms)^```lua\n(.*?)^```$")
	luaPrinted = regexp.MustCompile(`(?m)--> (.*)$`)
)

// TestLuaDocument runs the snippets of docs/lua.md: behind each --> stands what they print.
func TestLuaDocument(t *testing.T) {
	box := talking(t)
	snippets := luaSnippet.FindAllStringSubmatch(readLuaDocument(t), -1)
	require.NotEmpty(t, snippets)
	for _, snippet := range snippets {
		var want, got []string
		for _, m := range luaPrinted.FindAllStringSubmatch(snippet[1], -1) {
			want = append(want, m[1])
		}
		o := play(t, box, snippet[1])
		require.Equal(t, lua.Done, o.status, "%v\n%s", o.err, snippet[1])
		for _, line := range o.printed {
			got = append(got, inCell(line))
		}
		require.Equal(t, want, got, snippet[1])
	}
}

// luaLimit matches a row of the limits: what is limited, a script that reaches it, and its error.
var luaLimit = regexp.MustCompile("(?m)^\\| ([^|`][^|]*) \\| `(.*)` \\| `(.*)` \\|$")

// TestLuaLimits runs the scripts of docs/lua.md that reach a limit; -update takes their errors over.
func TestLuaLimits(t *testing.T) {
	box := talking(t)
	text := readLuaDocument(t)
	rows := luaLimit.FindAllStringSubmatch(text, -1)
	require.NotEmpty(t, rows)
	for _, row := range rows {
		o := play(t, box, row[2])
		require.Equal(t, lua.Failed, o.status, row[2])
		want := fmt.Sprintf("| %s | `%s` | `%s` |", row[1], row[2], inCell(o.err.Error()))
		if sdktest.Update() {
			text = strings.Replace(text, row[0], want, 1)
			continue
		}
		require.Equal(t, want, row[0], "-update takes it over")
	}
	updateLuaDocument(t, text)

	prose := strings.Join(strings.Fields(text), " ")
	for _, sentence := range []string{
		fmt.Sprintf("A script has at most %d bytes.", syntax.MaxSource),
		fmt.Sprintf("blocks, brackets and signs stand at most %d deep", syntax.MaxNesting),
		fmt.Sprintf("at most %d operators on top of each other", syntax.MaxOperators),
		fmt.Sprintf("at most %d locals and intermediate values", syntax.MaxRegisters),
		fmt.Sprintf("uses at most %d locals of the functions around it", syntax.MaxUpvalues),
	} {
		require.Contains(t, prose, sentence)
	}
	require.Contains(t, prose, "A tick grants 20,000 steps, and ten ticks' worth can be saved")
	state, err := box.NewState(lua.StateConfig{})
	require.NoError(t, err)
	defer state.Close()
	state.Grant(math.MaxInt32)
	require.EqualValues(t, 10*20_000, state.Balance())
}

// luaAbsent matches the table of the words that are absent, without its head.
var luaAbsent = regexp.MustCompile(`(?m)^(\| absent \| instead \|\n\|---\|---\|\n)((?:\|.*\n)*)`)

// TestLuaAbsent holds the table of the absent words to the contract's; -update writes it.
func TestLuaAbsent(t *testing.T) {
	refused := contract.RefusedWords()
	names := map[string][]string{} // by what to use instead
	for _, name := range slices.Sorted(maps.Keys(refused)) {
		names[refused[name]] = append(names[refused[name]], "`"+name+"`")
	}
	var rows []string
	for instead, absent := range names {
		rows = append(rows, fmt.Sprintf("| %s | %s |\n", strings.Join(absent, ", "), instead))
	}
	slices.Sort(rows)
	want := strings.Join(rows, "")

	text := readLuaDocument(t)
	if sdktest.Update() {
		text = luaAbsent.ReplaceAllStringFunc(text, func(found string) string {
			return luaAbsent.FindStringSubmatch(found)[1] + want
		})
		updateLuaDocument(t, text)
	}
	m := luaAbsent.FindStringSubmatch(text)
	require.NotNil(t, m)
	require.Equal(t, want, m[2], "-update takes it over")

	box := talking(t)
	for name := range refused {
		require.Equal(t, []string{"nil\n"}, play(t, box, "print(type("+name+"))").printed, name)
	}
}
