package syntax_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/lua/syntax"
)

// parse reads a sound script.
func parse(t testing.TB, source string) *syntax.Chunk {
	t.Helper()
	chunk, errs := syntax.Parse("", source)
	require.Empty(t, errs, source)
	require.NotNil(t, chunk, source)
	require.False(t, chunk.Partial, source)
	return chunk
}

// sound are scripts that Lua 5.4 accepts, each for a corner of the grammar.
var sound = []string{
	"",
	";;;",
	"return",
	"return;",
	"return 1, 2;",
	"local a",
	"local a, b <const>, c = 1, 2",
	"local x <const> = 5; local function f() return x end",
	"a, b.c, d[1], e:f().g = 1, 2, 3, 4",
	"f() f{} f'' f\"\" f[[]] a.b:c() a:b{} a:b'x' (f)()",
	"f(a)(b)[c].d:e(g)'h'{i}",
	"local t = {}; (t or {}).x = 1",
	"t = {1, 2; 3, x = 1, [1] = 2, [f()] = g(), ...}",
	"t = {f = function() end, function() end, {}}",
	"x = 1 + 2 - 3 * 4 / 5 // 6 % 7 ^ 8 .. 9",
	"x = a and b or not c == d ~= e < f > g <= h >= i",
	"x = a | b ~ c & d << e >> f .. g",
	"x = -a ^ -b ^ ~c ^ #d ^ not e",
	"x = - -a; y = not not b; z = ~~c; w = - - -d",
	"x = 2^-3^2; y = -2^2; z = a..b..c..d",
	"x = (a); y = (f()); z = ((g))",
	"if a then elseif b then elseif c then else end",
	"if a then if b then end else if c then end end",
	"while a do break end repeat local x = 1 until x == 1",
	"for i = 1, 2 do end for i = 1, 2, 3 do end for a, b, c in x, y, z do end",
	"function f() end function a.b.c() end function a.b:c(x, ...) return self, x, ... end",
	"local function f(a, b) return f(b, a) end",
	"local f = function(...) local a, b = ... return select('#', ...) end",
	"do end do do end end",
	"goto done; do goto done end ::done::",
	"for i = 1, 3 do if a then goto continue end local b = 1 ::continue:: end",
	"do goto l; local a; ::l:: ::m:: ; end",
	"while a do ::top:: if b then goto top end end",
	"do ::a:: end do ::a:: end",
	"for i = 1, 2 do for j = 1, 2 do goto continue; ::continue:: end ::continue:: end",
	"x = 'a\\\nb\\z   \n  c\\x41\\65\\065\\u{48}\\u{7FFFFFFF}\\n\\\\\\'\\\"'",
	"x = [[\na]] y = [==[ ]] ]=] ]==] z = [[a\r\nb\rc]]",
	"x = 0xff + 0XA.8p1 + 0x.1P-2 + 0x1p4 + 1e10 + 1E-3 + .5 + 3. + 3.e2",
	"--[[ long\ncomment ]] x = 1 -- short\n--[==[ ]] ]==] y = 2 --",
	"local a = b\n(c)()",
	"a = 1 b = 2 c()",
	"return function() end",
	"local t = {f'x', g{}, h(), -1, not 2}",
	"x = \"tab\\t\" .. 'quote\\'' .. [=[ ]] ]=]",
	"local goto_ = 1; local continue = 2; continue = 3 print(continue)",
	"local null, None = 1, 2 return null, None",
	"obj:method'str':other{}.field()",
	"x = a.b[c].d['e']",
}

func TestSoundScripts(t *testing.T) {
	for _, source := range sound {
		printed := syntax.Print(parse(t, source))
		again := parse(t, printed)
		require.True(t, syntax.Equal(parse(t, source), again), "%s\n%s", source, printed)
		require.Equal(t, printed, syntax.Print(again), source)
	}
}

// TestSoundFiles does the same with longer scripts.
func TestSoundFiles(t *testing.T) {
	files, err := filepath.Glob("testdata/sound/*.lua")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		source, err := os.ReadFile(file)
		require.NoError(t, err)
		chunk := parse(t, string(source))
		require.True(t, syntax.Equal(chunk, parse(t, syntax.Print(chunk))), file)
	}
}

func TestLineEnds(t *testing.T) {
	const unix = "local a = 1\nlocal b = [[x\ny]]\n\n-- note\nreturn a, b, 'p\\\nq'"
	for _, end := range []string{"\n", "\r\n", "\r"} {
		source := strings.ReplaceAll(unix, "\n", end)
		chunk := parse(t, source)
		require.True(t, syntax.Equal(parse(t, unix), chunk), "%q", source)
		last := chunk.Body.Stmts[2].(*syntax.Return)
		require.Equal(t, 6, last.Start.Line, "%q", source)
		require.Equal(t, 1, last.Start.Column, "%q", source)
		require.Equal(t, "-- note", chunk.Comments[0].Text)
		require.Equal(t, "x\ny", chunk.Body.Stmts[1].(*syntax.Local).Values[0].(*syntax.String).Value)
		require.Equal(t, "p\nq", last.Values[2].(*syntax.String).Value)
	}
	for _, source := range []string{"\uFEFFreturn 1", "#!/usr/bin/lua\nreturn 1", "\uFEFF#!/usr/bin/lua\r\nreturn 1"} {
		chunk := parse(t, source)
		require.True(t, syntax.Equal(parse(t, "return 1"), chunk), "%q", source)
	}
	require.Equal(t, 1, parse(t, "\uFEFFreturn 1").Body.Stmts[0].Range().Start.Column)
	require.Equal(t, 3, parse(t, "\uFEFFreturn 1").Body.Stmts[0].Range().Start.Offset)
}

// piece is the text that a node spans.
func piece(c *syntax.Chunk, n syntax.Node) string {
	return c.Source[n.Range().Start.Offset:n.Range().End.Offset]
}

func TestPositions(t *testing.T) {
	chunk := parse(t, "local x = 'ä' .. f(1)\nif x then\n  t:m(2).k = -y -- ö\nend")
	pieces := map[string]string{}
	syntax.Walk(chunk, func(n syntax.Node) bool {
		text := piece(chunk, n)
		start := n.Range().Start
		pieces[text] = strings.Join([]string{pieces[text], strings.TrimPrefix(strings.TrimPrefix(typeName(n), "*"), "syntax.")}, " ")
		// Columns count characters.
		line := strings.Split(chunk.Source, "\n")[start.Line-1]
		require.True(t, strings.HasPrefix(string([]rune(line)[start.Column-1:]), strings.Split(text, "\n")[0]), "%q at %v", text, start)
		return true
	})
	require.Equal(t, " Binary", pieces["'ä' .. f(1)"])
	require.Equal(t, " String", pieces["'ä'"])
	require.Equal(t, " Call", pieces["f(1)"])
	require.Equal(t, " MethodCall", pieces["t:m(2)"])
	require.Equal(t, " Index", pieces["t:m(2).k"])
	require.Equal(t, " Unary", pieces["-y"])
	require.Equal(t, " Assign", pieces["t:m(2).k = -y"])
	require.Equal(t, " Clause", pieces["if x then\n  t:m(2).k = -y -- ö\n"])
	require.Equal(t, " If", pieces["if x then\n  t:m(2).k = -y -- ö\nend"])
	require.Equal(t, " Local", pieces["local x = 'ä' .. f(1)"])
	require.Equal(t, syntax.Pos{Offset: 15, Line: 1, Column: 15}, chunk.Body.Stmts[0].(*syntax.Local).Values[0].(*syntax.Binary).OpPos)
}

func typeName(n syntax.Node) string {
	switch n.(type) {
	case *syntax.Binary:
		return "Binary"
	case *syntax.String:
		return "String"
	case *syntax.Call:
		return "Call"
	case *syntax.MethodCall:
		return "MethodCall"
	case *syntax.Index:
		return "Index"
	case *syntax.Unary:
		return "Unary"
	case *syntax.Assign:
		return "Assign"
	case *syntax.Clause:
		return "Clause"
	case *syntax.If:
		return "If"
	case *syntax.Local:
		return "Local"
	}
	return "other"
}

func TestTree(t *testing.T) {
	first := func(source string) syntax.Expr {
		return parse(t, "x = "+source).Body.Stmts[0].(*syntax.Assign).Values[0]
	}
	// Priorities, as brackets would say them.
	for source, want := range map[string]string{
		"a or b and c":        "a or (b and c)",
		"a and b or c and d":  "(a and b) or (c and d)",
		"a < b and c < d":     "(a < b) and (c < d)",
		"a | b ~ c & d":       "a | (b ~ (c & d))",
		"a & b << c":          "a & (b << c)",
		"a << b .. c":         "a << (b .. c)",
		"a .. b .. c":         "a .. (b .. c)",
		"a .. b + c":          "a .. (b + c)",
		"a - b - c":           "(a - b) - c",
		"a + b * c":           "a + (b * c)",
		"a // b % c":          "(a // b) % c",
		"-a ^ b":              "-(a ^ b)",
		"a ^ -b ^ c":          "a ^ (-(b ^ c))",
		"not a == b":          "(not a) == b",
		"#a + ~b":             "(#a) + (~b)",
		"a == b ~= c":         "(a == b) ~= c",
		"2 ^ 3 ^ 2":           "2 ^ (3 ^ 2)",
		"a .. b == c .. d":    "(a .. b) == (c .. d)",
		"- a .. b":            "(-a) .. b",
		"a * -b":              "a * (-b)",
		"a < b == (c > d)":    "(a < b) == ((c > d))",
		"a and not b or -c^2": "(a and (not b)) or (-(c ^ 2))",
	} {
		require.Equal(t, bracketed(first(want), true), bracketed(first(source), false), source)
	}
	method := parse(t, "function a.b:c(x) end").Body.Stmts[0].(*syntax.FunctionStmt)
	require.Equal(t, "a.b:c", method.Func.Name)
	require.True(t, method.Func.Method())
	require.Equal(t, "self", method.Func.Params[0].Text)
	require.Len(t, method.Func.DeclaredParams(), 1)
	require.Equal(t, "c", method.Target.(*syntax.Index).Key.(*syntax.String).Value)
	require.Equal(t, "\u00e9", first(`"\u{E9}"`).(*syntax.String).Value)
	require.Equal(t, "\xFD\xBF\xBF\xBF\xBF\xBF", first(`"\u{7FFFFFFF}"`).(*syntax.String).Value)
	require.Equal(t, "A\x00B\nC", first("'\\65\\0\\066\\\n\\z \n C'").(*syntax.String).Value)
	require.Equal(t, "a\nb", first("[==[\na\r\nb]==]").(*syntax.String).Value)
}

// bracketed writes operators with all brackets; those of the text are left out, or with drop taken for what they are.
func bracketed(e syntax.Expr, drop bool) string {
	switch e := e.(type) {
	case *syntax.Paren:
		return bracketed(e.X, drop)
	case *syntax.Binary:
		return "(" + bracketed(e.X, drop) + " " + e.Op.String() + " " + bracketed(e.Y, drop) + ")"
	case *syntax.Unary:
		return "(" + e.Op.String() + " " + bracketed(e.X, drop) + ")"
	case *syntax.Ident:
		return e.Name
	case *syntax.Number:
		return e.Text
	}
	return "?"
}

func TestEqual(t *testing.T) {
	base := "local a <const>, b = f(x, 'y')[1].z, {k = 1, 2}\nfor i = 1, 2 do t:m(not a) end\nreturn function(...) end"
	for _, other := range []string{
		"", "return", strings.Replace(base, "<const>", "", 1), strings.Replace(base, "'y'", "'z'", 1), strings.Replace(base, "x,", "y,", 1),
		strings.Replace(base, ".z", ".y", 1), strings.Replace(base, ".z", "['z']", 1), strings.Replace(base, "k =", "l =", 1),
		strings.Replace(base, "1, 2 do", "1, 2, 1 do", 1), strings.Replace(base, ":m", ":n", 1), strings.Replace(base, "not a", "-a", 1),
		strings.Replace(base, "...", "", 1), strings.Replace(base, "i = 1, 2", "i in 1, 2", 1), strings.Replace(base, "f(x", "(f)(x", 1),
		strings.Replace(base, "[1]", "[1.0]", 1), base + ", nil",
	} {
		require.False(t, syntax.Equal(parse(t, base), parse(t, other)), other)
	}
	require.True(t, syntax.Equal(parse(t, base), parse(t, strings.ReplaceAll(base, " ", "  ")+" -- note")))
}

func TestQuote(t *testing.T) {
	for _, text := range []string{"", "a\"b\\c", "\x00\x01\x7f\n\r\t\v", "ä€𝄞", "\xff\xfe", "\ufffd\xff", "1\x002"} {
		chunk := parse(t, "return "+syntax.Quote(text))
		require.Equal(t, text, chunk.Body.Stmts[0].(*syntax.Return).Values[0].(*syntax.String).Value, "%q", text)
	}
	require.True(t, syntax.IsName("_a1"))
	for _, text := range []string{"", "1a", "a-b", "end", "ä"} {
		require.False(t, syntax.IsName(text), text)
	}
}
