package lua_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/lua"
)

// TestLibraryNames pins what a script finds without any word of the host, and that nothing else is there.
func TestLibraryNames(t *testing.T) {
	globals, tables := lua.Library()
	require.Equal(t, strings.Fields(`_G _VERSION assert bit coroutine error getmetatable ipairs math mem next pairs pcall
		rawequal rawget rawlen rawset select setmetatable string table tonumber tostring type unpack utf8 xpcall`), globals)
	require.Equal(t, map[string][]string{
		"bit":       strings.Fields("arshift band bnot bor bxor lshift rol ror rshift tobit"),
		"coroutine": strings.Fields("close create isyieldable resume running status wrap yield"),
		"math": strings.Fields(`abs acos asin atan atan2 ceil cos cosh deg exp floor fmod frexp huge ldexp log log10 max
			maxinteger min mininteger modf pi pow rad random randomseed sin sinh sqrt tan tanh tointeger type ult`),
		"string": strings.Fields("byte char find format gmatch gsub len lower match rep reverse sub upper"),
		"table":  strings.Fields("concat insert move pack remove sort unpack"),
		"utf8":   strings.Fields("char charpattern codepoint codes len offset"),
	}, tables)
	box := newBox(t, func(o *lua.Options) { o.Words = nil })
	names := result(t, box, `local all = {} for k in pairs(_G) do all[#all + 1] = k end table.sort(all) return table.concat(all, " ")`)
	require.Equal(t, strings.Join(globals, " "), names[0])
	require.Empty(t, result(t, box, `return os, io, debug, require, package, load, loadstring, loadfile, dofile, module,
		collectgarbage, newproxy, getfenv, setfenv, string.dump, channel`)[0])
}

// TestOrder: pairs goes through the list first and then through the names in the order in which they came.
func TestOrder(t *testing.T) {
	box := newBox(t, nil)
	for source, want := range map[string]string{
		"local t = {} t.z = 1 t.a = 2 t[1] = 3 t.m = 4 t[2] = 5":                        "1 2 z a m",
		"local t = {c = 1, b = 2, a = 3} t.b = nil t.d = 4":                             "c a d",
		"local t = {} for i = 1, 5 do t['k' .. i] = i end t.k2 = nil t.k9 = 1 t.k2 = 3": "k1 k2 k3 k4 k5 k9",
		"local t = {} t[1e6] = 1 t.x = 2 t[-1] = 3 t[0] = 4 t[2.5] = 5":                 "1000000 x -1 0 2.5",
	} {
		got := result(t, box, source+` local keys = {} for k in pairs(t) do keys[#keys + 1] = tostring(k) end return table.concat(keys, " ")`)
		require.Equal(t, []any{want}, got, source)
	}
}

// TestDepth: how deep calls and protected calls may stand in each other.
func TestDepth(t *testing.T) {
	box := newBox(t, nil)
	require.Equal(t, []any{float64(95)}, result(t, box, "local function f(n) if n == 0 then return 0 end return 1 + f(n - 1) end return f(95)"))
	require.Equal(t, []any{float64(1e5)}, result(t, box, "local function f(n) if n == 0 then return 1e5 end return f(n - 1) end return f(1e5)"), "a tail call takes no room")
	require.Equal(t, []any{true}, result(t, box, "local function f(n) if n == 0 then return true end return select(2, pcall(f, n - 1)) end return f(30)"))
	require.Equal(t, []any{"line 1: pcall inside pcall, more than 30 deep"},
		result(t, box, "local function f(n) if n == 0 then return true end local _, x = pcall(f, n - 1) return x end return f(31)"))
}
