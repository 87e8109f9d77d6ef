package contract_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"mystic-sdk/contract"
)

func TestClean(t *testing.T) {
	tests := []struct {
		name, text string
		max        int
		want       string
	}{
		{"plain", "hello", 280, "hello"},
		{"empty", "", 280, ""},
		{"line feed", "x\nrun 9 done: ok", 280, `x\nrun 9 done: ok`},
		{"carriage return and line feed are one break", "a\r\nb", 280, `a\nb`},
		{"carriage return", "a\rb", 280, `a\nb`},
		{"every other break", "a\vb\fc\u0085d\u2028e\u2029f", 280, `a\nb\nc\nd\ne\nf`},
		{"tab", "a\tb", 280, "a b"},
		{"NUL, bell, escape", "a\x00b\x07c\x1b[31md\x7f", 280, "abc[31md"},
		{"C1 controls", "a\u009bb\u0090c", 280, "abc"},
		{"bidirectional", "a\u202eb\u2066c\u200fd\u061ce", 280, "abcde"},
		{"zero width", "a\u200bb\u200cc\u200dd\ufefee\u2060f", 280, "abcd\ufefeef"},
		{"byte order mark", "\ufeffa", 280, "a"},
		{"tags that hide a text", "a\U000e0041\U000e0042\U000e007fb", 280, "ab"},
		{"variation selectors that hide a text", "a\ufe00\ufe0f\U000e0100\U000e01efb", 280, "ab"},
		{"fillers", "a\u115f\u3164\uffa0\u034fb", 280, "ab"},
		{"soft hyphen", "a\u00adb", 280, "ab"},
		{"no UTF-8", "a\xffb\xc3", 280, "a\ufffdb\ufffd"},
		{"surrogate in UTF-8", "a\xed\xa0\x80b", 280, "a\ufffd\ufffd\ufffdb"},
		{"exactly max", "12345", 5, "12345"},
		{"over max", "123456", 5, "1234…"},
		{"over max in characters, not bytes", "ööööö", 5, "ööööö"},
		{"hidden characters do not count", "\u200b\u200b12345", 5, "12345"},
		{"max 1", "12", 1, "…"},
		{"no limit", strings.Repeat("a", 1000), 0, strings.Repeat("a", 1000)},
		{"other scripts stay", "Мир 世界 é 👍", 280, "Мир 世界 é 👍"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := contract.Clean(tt.text, tt.max)
			require.Equal(t, tt.want, got)
			require.Equal(t, got, contract.Clean(got, tt.max), "cleaning twice changes nothing more")
		})
	}
}

func TestQuote(t *testing.T) {
	tests := []struct {
		name, text string
		max        int
		want       string
	}{
		{"plain", "told to", 280, `"told to"`},
		{"empty", "", 280, `""`},
		{"quotes and backslashes", `a"b\c`, 280, `"a\"b\\c"`},
		{"forged end", "x\"\nrun 9 done: ok", 280, `"x\"\nrun 9 done: ok"`},
		{"tab stays", "a\tb", 280, `"a\tb"`},
		{"no HTML escapes", "<b>&", 280, `"<b>&"`},
		{"hidden", "a\u202e\u200bb", 280, `"ab"`},
		{"over max", "123456", 5, `"1234…"`},
		{"no UTF-8", "\xff", 280, "\"\ufffd\""},
		{"hidden behind what is shown", "ab" + strings.Repeat("\u200b", 10), 5, `"ab"`},
		{"more hidden than is read", "ab" + strings.Repeat("\u200b", 100) + "c", 5, `"ab…"`},
		{"nothing but hidden", strings.Repeat("\x00", 100_000), 5, `"…"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := contract.Quote(tt.text, tt.max)
			require.Equal(t, tt.want, got)
			var back string
			require.NoError(t, json.Unmarshal([]byte(got), &back))
		})
	}
}

func FuzzClean(f *testing.F) {
	for _, seed := range []string{"", "x\nrun 9 done: ok", "a\r\n\u2028\u202e\x00\xff", strings.Repeat("é", 300), "\\n\"\t"} {
		f.Add(seed, 280)
	}
	f.Fuzz(func(t *testing.T, text string, max int) {
		max %= 1000
		clean, quoted := contract.Clean(text, max), contract.Quote(text, max)
		require.True(t, utf8.ValidString(clean))
		require.NotContains(t, clean, "\n")
		require.NotContains(t, quoted, "\n")
		require.Equal(t, clean, contract.Clean(clean, max))
		var back string
		require.NoError(t, json.Unmarshal([]byte(quoted), &back))
		if max > 0 {
			require.LessOrEqual(t, utf8.RuneCountInString(clean), max)
			require.LessOrEqual(t, utf8.RuneCountInString(back), max)
		}
	})
}

func TestCollapse(t *testing.T) {
	require.Empty(t, contract.Collapse(nil))
	require.Equal(t, []string{"a x2", "b", "a"}, contract.Collapse([]string{"a", "a", "b", "a"}))
	require.Equal(t, []string{"ore x40"}, contract.Collapse(repeat("ore", 40)))
}

func TestValidNames(t *testing.T) {
	tests := []struct {
		text               string
		agent, run, script bool
	}{
		{"max", true, true, true},
		{"Max-2_b", true, true, false},
		{"v1.2", false, true, false},
		{"farm_2", true, true, true},
		{"2farm", true, true, false},
		{"_farm", true, true, false},
		{"", false, false, false},
		{"a b", false, false, false},
		{"a\n", false, false, false},
		{"é", false, false, false},
		{strings.Repeat("a", 32), true, true, true},
		{strings.Repeat("a", 33), false, true, false},
		{strings.Repeat("a", 64), false, true, false},
		{strings.Repeat("a", 65), false, false, false},
	}
	for _, tt := range tests {
		require.Equal(t, tt.agent, contract.ValidAgentID(tt.text), "agent %q", tt.text)
		require.Equal(t, tt.run, contract.ValidRunID(tt.text), "run %q", tt.text)
		require.Equal(t, tt.script, contract.ValidScriptName(tt.text), "script %q", tt.text)
	}
}

func TestSnippet(t *testing.T) {
	g := newGolden(t, "snippet.txtar", "Lines of source with a caret.")
	long := "local path = {" + strings.Repeat("1, ", 60) + "bad, " + strings.Repeat("2, ", 60) + "}"
	tests := []struct {
		name, source string
		line, column int
	}{
		{"first line", "dgi(3)\nwait(1)", 1, 1},
		{"middle of a line", "if dig(3) the\nwait(1)", 1, 11},
		{"last line without an end", "a()\nb()", 2, 2},
		{"indentation goes away", "while true do\n    dgi(3)\nend", 2, 5},
		{"a column within the indentation", "    dig(3)", 1, 3},
		{"tabs", "\t\tif\tme.gold\t> 3 the", 1, 18},
		{"characters, not bytes", "say('äöü 世界') dgi()", 1, 15},
		{"bytes that are no UTF-8", "say('\xff\xfe') dgi()", 1, 10},
		{"behind the last character", "dig(3", 1, 6},
		{"far behind it", "dig(3", 1, 40},
		{"no column", "   dig(3)  ", 1, 0},
		{"long, caret at the start", long, 1, 7},
		{"long, caret in the middle", long, 1, strings.Index(long, "bad") + 1},
		{"long, caret at the end", long, 1, len(long)},
		{"hidden characters", "dig(3\u202e) \x00x()", 1, 9},
		{"Windows line ends", "a()\r\nb()\r\nc()", 3, 1},
		{"old line ends", "a()\rb()\rc()", 2, 1},
		{"odd line ends", "a()\n\rb()", 2, 1},
	}
	for _, tt := range tests {
		g.add(tt.name, contract.Snippet(tt.source, tt.line, tt.column))
	}
	for _, line := range []int{-1, 0, 2, 3, 5, 6} {
		require.Empty(t, contract.Snippet("a()\n\n \t\nb()\n", line, 1), "line %d is blank or not there", line)
	}
}
