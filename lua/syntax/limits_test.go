package syntax_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/lua/syntax"
)

// nestings are texts that are n deep.
var nestings = map[string]func(n int) string{
	"brackets": func(n int) string { return "x = " + strings.Repeat("(", n) + "1" + strings.Repeat(")", n) },
	"tables":   func(n int) string { return "x = " + strings.Repeat("{", n) + strings.Repeat("}", n) },
	"keys":     func(n int) string { return "x = " + strings.Repeat("{[", n) + "1" + strings.Repeat("]=1}", n) },
	"indexes":  func(n int) string { return "x = " + strings.Repeat("a[", n) + "1" + strings.Repeat("]", n) },
	"calls":    func(n int) string { return "x = " + strings.Repeat("f(", n) + "1" + strings.Repeat(")", n) },
	"nots":     func(n int) string { return "x = " + strings.Repeat("not ", n) + "1" },
	"minuses":  func(n int) string { return "x = " + strings.Repeat("- ", n) + "1" },
	"powers":   func(n int) string { return "x = 1" + strings.Repeat(" ^ 1", n) },
	"functions": func(n int) string {
		return "x = " + strings.Repeat("function() return ", n) + "1" + strings.Repeat(" end", n)
	},
	"dos":           func(n int) string { return strings.Repeat("do ", n) + strings.Repeat(" end", n) },
	"ifs":           func(n int) string { return strings.Repeat("if a then ", n) + strings.Repeat(" end", n) },
	"elses":         func(n int) string { return strings.Repeat("if a then else ", n) + strings.Repeat(" end", n) },
	"whiles":        func(n int) string { return strings.Repeat("while a do ", n) + strings.Repeat(" end", n) },
	"fors":          func(n int) string { return strings.Repeat("for i = 1, 2 do ", n) + strings.Repeat(" end", n) },
	"repeats":       func(n int) string { return strings.Repeat("repeat ", n) + strings.Repeat(" until a", n) },
	"locals":        func(n int) string { return strings.Repeat("local function f() ", n) + strings.Repeat(" end", n) },
	"table strings": func(n int) string { return "x = " + strings.Repeat("f{", n) + strings.Repeat("}", n) },
	"lists":         func(n int) string { return "x = " + strings.Repeat("[", n) + strings.Repeat("]", n) },
	"open":          func(n int) string { return "x = " + strings.Repeat("(", n) },
	"open tables":   func(n int) string { return strings.Repeat("x = {", n) },
	"open blocks":   func(n int) string { return strings.Repeat("if ", n) },
}

func TestNesting(t *testing.T) {
	for name, text := range nestings {
		t.Run(name, func(t *testing.T) {
			if !strings.HasPrefix(name, "open") && name != "lists" {
				parse(t, text(20))
				switch name {
				case "keys", "tables", "table strings", "fors": // which need several registers, or levels, each
				default:
					parse(t, text(99))
				}
			}
			for _, n := range []int{101, 200, 3000} {
				if len(text(n)) > syntax.MaxSource {
					continue
				}
				_, errs := syntax.Parse("", text(n))
				require.NotEmpty(t, errs)
				if !strings.HasPrefix(name, "open") && name != "lists" {
					require.Equal(t, "too-deep", errs[0].Code)
				}
			}
			_, errs := syntax.Parse("", text(1_000_000))
			require.Len(t, errs, 1)
			require.Equal(t, "too-long", errs[0].Code)
		})
	}
	parse(t, nestings["brackets"](99))
	_, errs := syntax.Parse("", nestings["brackets"](101))
	require.Equal(t, "more than 100 blocks, brackets and signs stand inside each other here", errs[0].Message)
	require.Equal(t, 105, errs[0].Start.Column)
}

func TestOperators(t *testing.T) {
	for name, text := range map[string]func(n int) string{
		"sum":         func(n int) string { return "x = a" + strings.Repeat(" + a", n) },
		"product":     func(n int) string { return "x = 1" + strings.Repeat(" * 2", n) },
		"and":         func(n int) string { return "x = a" + strings.Repeat(" and a", n) },
		"comparisons": func(n int) string { return "x = a" + strings.Repeat(" == a", n) },
		"concat":      func(n int) string { return "x = a" + strings.Repeat(" .. a", n) },
		"fields":      func(n int) string { return "x = a" + strings.Repeat(".b", n) },
		"indexes":     func(n int) string { return "x = a" + strings.Repeat("[1]", n) },
		"calls":       func(n int) string { return "x = a" + strings.Repeat("()", n) },
		"methods":     func(n int) string { return "x = a" + strings.Repeat(":b()", n) },
		"strings":     func(n int) string { return "x = a" + strings.Repeat("''", n) },
	} {
		parse(t, text(syntax.MaxOperators))
		for _, n := range []int{syntax.MaxOperators + 1, 5000} {
			_, errs := syntax.Parse("", text(n))
			require.Len(t, errs, 1, name)
			require.Equal(t, "too-deep", errs[0].Code, name)
			require.Equal(t, "one expression has more than 200 operators on top of each other", errs[0].Message)
		}
	}
}

func TestCounts(t *testing.T) {
	names := func(n int) string {
		list := make([]string, n)
		for i := range list {
			list[i] = fmt.Sprintf("v%d", i)
		}
		return strings.Join(list, ", ")
	}
	upvalues := func(n int) string {
		text := ""
		for from := 0; from < n; from += 60 {
			text += fmt.Sprintf("local %s\nlocal function f%d()\n", strings.ReplaceAll(names(min(60, n-from)), "v", fmt.Sprintf("u%d_", from)), from)
		}
		inner := ""
		for i := range n {
			inner += fmt.Sprintf("u%d_%d = 1\n", i/60*60, i%60)
		}
		return text + "local function g() " + inner + "end\n" + strings.Repeat("end\n", (n+59)/60)
	}
	for name, c := range map[string]struct {
		text    func(n int) string
		fits    int
		message string
	}{
		"locals":     {func(n int) string { return "local " + names(n) }, 195, "locals and intermediate values live here at the same time in one function; at most 198 fit"},
		"parameters": {func(n int) string { return "function f(" + names(n) + ") end" }, 195, "locals and intermediate values"},
		"arguments":  {func(n int) string { return "f(" + names(n) + ")" }, 194, "locals and intermediate values"},
		"upvalues":   {upvalues, 60, "locals of the functions around it; at most 60 fit"},
		"constants": {func(n int) string {
			text := ""
			for i := range n {
				text += fmt.Sprintf([]string{"a%d() ", "t.b%d() ", "f'c%d' ", "t:d%d() ", "f(%d) "}[i%5], i)
			}
			return text
		}, 995, "one function has more than 1000 different names, numbers and texts"},
		"far numerals": {func(n int) string {
			return "x = {" + strings.Repeat("1e-300, 1e300, 1e0290, ", n/3) + strings.Repeat("1E+999,", n%3) + "0x1e999, 1e289}"
		}, 100,
			"more than 100 numerals of the script have an exponent as large as this one"},
		"bytes": {func(n int) string { return "--" + strings.Repeat("x", n*100) }, 327, "the script has"},
		"long brackets": {func(n int) string { return "x = [" + strings.Repeat("=", n) + "[]" + strings.Repeat("=", n) + "]" }, 64,
			"'=' in its bracket; at most 64 work"},
	} {
		t.Run(name, func(t *testing.T) {
			parse(t, c.text(c.fits))
			for _, n := range []int{c.fits + 4, c.fits * 3} {
				_, errs := syntax.Parse("", c.text(n))
				require.NotEmpty(t, errs)
				require.Equal(t, "too-long", errs[0].Code, errs[0].Message)
				require.Contains(t, errs[0].Message, c.message)
			}
		})
	}
	// Blocks end the lives of their locals.
	parse(t, strings.Repeat("do local "+names(150)+" end\n", 5))
	// A bracket of a million '=' and a name of 32 KiB are only text.
	_, errs := syntax.Parse("", "x = ["+strings.Repeat("=", 1_000_000)+"[")
	require.Equal(t, "too-long", errs[0].Code)
	parse(t, "local "+strings.Repeat("x", 32000)+" = 1")
	_, errs = syntax.Parse("", strings.Repeat("x", 32000))
	require.Len(t, errs, 1)
	require.Less(t, len(errs[0].Message), 200)
}

// TestSearched: the VM's compiler looks for each name among all that it could be.
func TestSearched(t *testing.T) {
	names := func(n int, form string) string {
		list := make([]string, n)
		for i := range list {
			list[i] = fmt.Sprintf(form, i)
		}
		return strings.Join(list, ", ")
	}
	deep := strings.Repeat("function f() local "+names(40, "v%d")+" ", 60)
	for _, c := range []struct {
		before, use, after string
		fits               int
	}{
		{"f(" + names(150, "a%d") + ") f(" + names(150, "b%d") + ") f(" + names(150, "c%d") + ") f(" + names(150, "d%d") + ") f(" + names(150, "e%d") + ") ", "e1() ", "", 5000},
		{deep, "g() ", strings.Repeat("end ", 60), 4000},
	} {
		parse(t, c.before+strings.Repeat(c.use, c.fits)+c.after)
		text := c.before + strings.Repeat(c.use, c.fits*21/20)
		_, errs := syntax.Parse("", text+c.after)
		require.Len(t, errs, 1)
		require.Equal(t, "too-long", errs[0].Code)
		require.Contains(t, errs[0].Message, "so many names in use at a time")
		require.Less(t, errs[0].Start.Offset, len(text), "it is told where it happens")
	}
}

// TestOddBytes reads what no keyboard writes.
func TestOddBytes(t *testing.T) {
	require.Equal(t, "a\x00b\xff", parse(t, "return 'a\x00b\xff'").Body.Stmts[0].(*syntax.Return).Values[0].(*syntax.String).Value)
	parse(t, "-- \x00 \xff\nreturn [[\x00\xfe]]")
	for source, want := range map[string]string{
		"x = \x00":      "1:5-1:6 syntax: the control character U+0000 stands here (remove it; in a string write an escape such as \"\\0\")\npartial\n",
		"x = 1 \xff":    "1:7-1:8 syntax: the byte 0xFF is no text (send the script as UTF-8)\npartial\n",
		"\x1bLua":       "1:1-1:2 syntax: the control character U+001B stands here (remove it; in a string write an escape such as \"\\0\")\npartial\n",
		"x =\u00a01":    "1:4-1:5 syntax: the invisible character U+00A0 stands here (write a plain space or nothing)\n",
		"x = 1\u200b":   "1:6-1:7 syntax: the invisible character U+200B stands here (write a plain space or nothing)\n",
		"x = 'a\u2028'": "",
		"x = €":         "1:5-1:6 syntax: '€' means nothing in Lua (remove it, or put it into a string)\npartial\n",
	} {
		require.Equal(t, want, told(source), "%q", source)
	}
}

// TestManyErrors gives up where a text is no Lua at all.
func TestManyErrors(t *testing.T) {
	_, errs := syntax.Parse("", strings.Repeat("this is prose, not a script.\n", 500))
	require.Len(t, errs, 50)
	for i := 1; i < len(errs); i++ {
		require.Greater(t, errs[i].Start.Line, errs[i-1].Start.Line)
	}
}
