package lua_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"mystic-sdk/contract"
	"mystic-sdk/lua"
	"mystic-sdk/lua/syntax"
)

// hostileSources are just inside the limits of a script, and run.
func hostileSources() []guard {
	return []guard{
		{holds: "what is as large as may be compiles and runs", kills: true, dear: true, tries: []try{
			{"return " + nest("(", 95, "1", ")"), "done"},
			{"return " + nest("{", 45, "", "}"), "done"},
			{"return " + strings.Repeat("not ", 95) + "1", "done"},
			{"return " + strings.Repeat("- ", 95) + "1", "done"},
			{"return 1" + strings.Repeat(" + 1", 200), "done"},
			{"return 1" + strings.Repeat(" ^ 1", 90), "done"},
			{"local a = {} a.a = a return a" + strings.Repeat(".a", 199), "done"},
			{"local function f() return f end return f" + strings.Repeat("()", 60) + " == f", "done"},
			{nest("do ", 95, "", " end"), "done"},
			{nest("if true then ", 95, "", " end"), "done"},
			{nest("while true do ", 95, "break", " end"), "steps_exhausted"},
			{nest("repeat ", 95, "", " until true"), "done"},
			{nest("for i = 1, 2 do ", 40, "", " end"), "steps_exhausted"},
			{nest("(function() ", 45, "return 1", " end)()"), "done"},
			{"local " + numbered("v", 190) + " = 1 return v1", "done"},
			{"local function f(" + numbered("v", 190) + ") return v190 end return f()", "done"},
			{"return select('#', " + numbered("v", 190) + ")", "done"},
			{"local " + numbered("v", 60) + " local function f() return " + numbered("v", 60) + " end return f()", "done"},
			{"local " + strings.Repeat("x", 30000) + " = 1", "done"},
			{strings.Repeat("x", 30000) + "()", "script_error: attempt to call a nil value"},
			{"return {" + strings.Repeat("1,", 4000) + "}", "done"},
			{"while true do local t = {" + strings.Repeat("1,", 4000) + "} end", "steps_exhausted"},
			{"local t = {} while true do t[#t + 1] = {" + strings.Repeat("1,", 4000) + "} end", "memory_exhausted"},
			{"local t = {} while true do t[#t + 1] = {" + strings.Repeat("[{}]=1,", 500) + "} end", "memory_exhausted"},
			{"while true do local s = '" + strings.Repeat("x", 15000) + "' < '" + strings.Repeat("x", 15000) + "' end", "steps_exhausted"},
			{"while true do local s = a['" + strings.Repeat("x", 30000) + "'] end", "script_error: attempt to index a nil value"},
			{"a = {} while true do local s = a['" + strings.Repeat("x", 30000) + "'] end", "steps_exhausted"},
			{"while true do " + strings.Repeat("x=1 ", 2500) + "end", "steps_exhausted"},
			{strings.Repeat("x=function()end ", 600), "done"},
			{"local t = {} for i = 1, 1e9 do t[i] = {" + strings.Repeat("function()end,", 200) + "} end", "memory_exhausted"},
			{"::a:: " + strings.Repeat("goto a ", 1000), "steps_exhausted"},
			{"if nil then " + strings.Repeat("elseif nil then ", 2000) + "end", "done"},
			{"return [" + strings.Repeat("=", 64) + "[\x00\xff\xfe]" + strings.Repeat("=", 64) + "]", "done"},
			{"return '\x00\xff\xfe\x1b', '\\x00\\u{7FFFFFFF}\\255\\z   x'", "done"},
		}},
	}
}

// nest puts a text inside n pairs.
func nest(first string, n int, text, last string) string {
	return strings.Repeat(first, n) + text + strings.Repeat(last, n)
}

// numbered writes n names.
func numbered(name string, n int) string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprint(name, i+1)
	}
	return strings.Join(all, ", ")
}

// repeated are texts that grow with a number.
func repeated() map[string]func(n int) string {
	all := map[string]func(n int) string{}
	for name, in := range map[string][4]string{
		"brackets": {"x = ", "(", "1", ")"}, "tables": {"x = ", "{", "1", "}"}, "keys": {"x = ", "{[", "1", "]=1}"},
		"indexes": {"x = ", "a[", "1", "]"}, "calls": {"x = ", "f(", "1", ")"}, "methods": {"x = ", "a:f(", "1", ")"},
		"calls with tables": {"x = ", "f{", "1", "}"}, "functions": {"x = ", "function() return ", "1", " end"},
		"arguments": {"", "f(function() ", "", " end)"}, "local functions": {"", "local function f() ", "", " end"},
		"dos": {"", "do ", "", " end"}, "ifs": {"", "if a then ", "", " end"}, "elses": {"", "if a then else ", "", " end"},
		"whiles": {"", "while a do ", "", " end"}, "fors": {"", "for i = 1, 2 do ", "", " end"},
		"for ins": {"", "for i in a do ", "", " end"}, "repeats": {"", "repeat ", "", " until a"},
	} {
		all[name] = func(n int) string { return in[0] + nest(in[1], n, in[2], in[3]) }
	}
	for name, text := range map[string][3]string{
		"nots": {"x = ", "not ", "1"}, "minuses": {"x = ", "- ", "1"}, "tildes": {"x = ", "~ ", "1"}, "lengths": {"x = ", "#", "a"},
		"powers": {"x = 1", " ^ 1", ""}, "sums": {"x = 1", " + 1", ""}, "joins": {"x = a", " .. a", ""}, "ands": {"x = a", " and a", ""},
		"comparisons": {"x = a", " < a", ""}, "fields": {"x = a", ".a", ""}, "results": {"x = a", "()", ""}, "texts": {"x = a", "''", ""},
		"method calls": {"x = a", ":b()", ""}, "subscripts": {"x = a", "[1]", ""},
		"open brackets": {"x = ", "(", ""}, "open tables": {"x = ", "{", ""}, "open blocks": {"", "do ", ""}, "open functions": {"", "function f() ", ""},
		"open lists": {"x = ", "[", ""}, "closed brackets": {"", ")", ""}, "ends": {"", "end ", ""}, "untils": {"", "until a ", ""},
		"returned values": {"return 1", ",1", ""}, "targets": {"a", ",a", " = 1"}, "values": {"x = 1", ",1", ""}, "locals": {"", "local a ", ""},
		"long strings": {"x = [", "=", "["}, "long comments": {"--[", "=", "["}, "comments in comments": {"", "--[[", ""},
		"quotes": {"x = ", "'", ""}, "backslashes": {"x = '", "\\", ""}, "zeros": {"", "\x00", ""}, "no UTF-8": {"", "\xff", ""}, "hidden": {"", "\u200b", ""},
		"other operators": {"x = a ", "!=", ""}, "other assignments": {"", "a += 1 ", ""}, "prose": {"", "This is prose. ", ""},
		"formats": {"x = ", "f'{", ""}, "arrows": {"x = ", "=> ", ""}, "braces": {"if (a) ", "{ ", ""},
		"semicolons": {"", ";", ""}, "lines": {"", "\n", ""}, "carriage returns": {"", "\r", ""}, "comments": {"", "--\n", ""}, "digits": {"x = ", "9", ""},
		"hex digits": {"x = 0x", "f", ""}, "exponents": {"x = 1e", "9", ""}, "statements": {"", "a=1 ", ""}, "elseifs": {"if a then ", "elseif a then ", "end"},
		"calls in a row": {"", "f'' ", ""}, "entries": {"x = {", "1,", "}"}, "computed keys": {"x = {", "[a]=1,", "}"},
	} {
		all[name] = func(n int) string { return text[0] + strings.Repeat(text[1], n) + text[2] }
	}
	all["closed long strings"] = func(n int) string { return "x = [" + nest("=", n, "[1]", "=") + "]" }
	for name, one := range map[string]string{"labels": "::l%d:: ", "globals": "a%d=1 ", "constants": "a=%d "} {
		all[name] = func(n int) string {
			var b strings.Builder
			for i := range min(n, 2*syntax.MaxSource) {
				fmt.Fprintf(&b, one, i)
			}
			return b.String()
		}
	}
	return all
}

// harmless are those of them that are scripts, however large they get.
func harmless() []string {
	return []string{
		"carriage returns", "calls in a row", "comments", "computed keys", "digits", "elseifs", "entries", "exponents", "hex digits",
		"labels", "lines", "semicolons", "statements",
	}
}

// testUnreadable sends texts that are as deep, as long or as odd as a text can be. They are refused at a line, or they run.
func testUnreadable(t *testing.T) {
	for name, text := range repeated() {
		t.Run(strings.ReplaceAll(name, " ", "-"), func(t *testing.T) {
			say(t, name)
			most := 1
			for step := syntax.MaxSource; step > 0; step /= 2 {
				if len(text(most+step)) <= syntax.MaxSource {
					most += step
				}
			}
			unreadable(t, text(most), slices.Contains(harmless(), name))
			if long := text(1_000_000); isChild() && len(long) > syntax.MaxSource {
				chunk, errs := syntax.Parse("", long)
				require.Nil(t, chunk)
				require.Len(t, errs, 1)
				require.Equal(t, "too-long", errs[0].Code)
				refused(t, long)
			}
		})
	}
	t.Run("too-long", func(t *testing.T) {
		unreadable(t, strings.Repeat("-", syntax.MaxSource+1), false)
	})
	t.Run("crowded", func(t *testing.T) {
		for _, text := range crowdedTexts() {
			say(t, text)
			unreadable(t, text, false)
		}
	})
	t.Run("odd", func(t *testing.T) {
		for text, sound := range oddTexts() {
			say(t, text)
			unreadable(t, text, sound)
		}
	})
}

// crowdedTexts have more names or values side by side than a function can hold.
func crowdedTexts() []string {
	v, w := numbered("v", 150), numbered("w", 150)
	return []string{
		"local " + numbered("v", 300),
		"function f(" + numbered("v", 300) + ") end",
		"f(" + numbered("v", 300) + ")",
		"return " + numbered("v", 300),
		numbered("v", 300) + " = 1",
		"x = " + numbered("v", 300),
		"for " + numbered("v", 300) + " in f do end",
		"local " + v + " local " + w,
		"local " + numbered("v", 61) + " local function f() return {" + strings.ReplaceAll(numbered("v", 61), ",", "},{") + "} end",
		"local " + v + " local function f() local " + w + " return function() " + strings.ReplaceAll(v+", "+w, ",", " = 1") + " = 1 end end",
	}
}

// oddTexts are texts of a few bytes, and whether they are scripts.
func oddTexts() map[string]bool {
	return map[string]bool{
		"": true, " ": true, "\ufeffreturn 1": true, "\ufeff": true, "#!/usr/bin/lua\nreturn 1": true, "#!/usr/bin/lua": true,
		"return 1\r\nlocal a": false, "local a\r\nlocal b\rlocal c\n\rreturn a": true, "return 'a\\\r\nb'": true, "return 'a\rb'": false,
		"\x1bLua": false, "\x1bLuaS\x00\x19\x93": false, "return \x00": false, "return '\x00'": true, "--\x00": true, "[[\x00": false,
		"return '\xff'": true, "return \xff": false, "\xff\xfe": false, "return '\\x'": false, "return '\\xg0'": false, "return '\\999'": false,
		"return '\\u{110000000}'": false, "return '\\u{'": false, "return '\\u'": false, "return '\\z": false, "return '\\": false, "return '": false,
		"return [[": false, "return [==[]=]": false, "--[[": false, "--[==[]]": false, "[": false, "[=": false, "x = ]": false,
		"return 0x": false, "return 1e": false, "return 1..2": false, "return 0x1p": false, "return 1e999999999": true, "return 0x1p999999999": true,
		"return 1_000": false, "return .": false, "return ...": true, "return a.": false, "return a:b": false, "a.b:c.d()": false,
		"goto a": false, "::a:: ::a::": false, "goto a local b ::a:: b = 1": false, "break": false, "::continue::": true,
		"local a <const> = 1 a = 2": false, "local a <close> = 1": false, "local a <x> = 1": false, "local function a() <const> end": false,
		"a + 1": false, "a": false, "a, b": false, "(a) = 1": false, "a() = 1": false, "1 = a": false, "'a' = 1": false, "nil = 1": false, "... = 1": false,
		"function ... end": false, "function a.b:c.d() end": false, "function () end": false, "local function a.b() end": false,
		"f(": false, "f{": false, "f(function(": false, "if": false, "for": false, "for i": false, "for i =": false, "while": false, "until": false,
		"return return": false, "return end": false, "end": false, "else": false, "local": false, "local 1": false, "local a.b": false,
		"x = €": false, "x = \u2028 1": false, "x = \u202e1": false, "\U0001f600 = 1": false, "ä = 1": false, "x\u0301 = 1": false,
	}
}

// unreadable sends a text to the compiler, in the child, and to a world. What is no script is answered with the line, what is one
// runs; and its agent plays on.
func unreadable(t *testing.T, text string, sound bool) {
	t.Helper()
	if isChild() {
		if sound {
			compile(t, text)
		} else {
			refused(t, text)
		}
		return
	}
	here := goleak.IgnoreCurrent()
	a := newArena(t, defaultThink, "")
	reply := a.send("bad1", text)
	wantNoInsides(t, reply.Text())
	switch {
	case reply.Error == nil:
		require.True(t, sound, reply.Text())
		a.Tick()
	case reply.Error.Code == contract.CheckFailed:
		require.Regexp(t, `\nerror \d+:\d+ `, reply.Text())
	default: // it cannot be the text of a script at all
		require.Equal(t, contract.InvalidArgument, reply.Error.Code, reply.Text())
		require.Contains(t, reply.Text(), "script")
	}
	a.playSound("bad1")
	a.Close()
	goleak.VerifyNone(t, here)
}

// refused looks at what the compiler says about a text that is no script.
func refused(t *testing.T, text string) {
	t.Helper()
	_, err := lua.Compile("", text)
	var wrong *lua.SyntaxError
	require.ErrorAs(t, err, &wrong, "%.200q", text)
	require.NotEmpty(t, wrong.Errors)
	lines := 1 + strings.Count(text, "\n") + strings.Count(text, "\r")
	for _, one := range wrong.Errors {
		require.Positive(t, one.Start.Line, "%.200q", text)
		require.LessOrEqual(t, one.Start.Line, lines, "%.200q", text)
		require.LessOrEqual(t, len(one.Message)+len(one.Hint), 500, "%.200q", text)
		wantNoInsides(t, one.Message+one.Hint)
	}
}
