package lua_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/lua"
)

func TestPreludeRefused(t *testing.T) {
	for source, want := range map[string]string{
		"x = = 1": "line 1, column 5",
		"local n = 0 function count() n = n + 1 end":               "line 1: a function sets 'n', a local of the prelude, which all scripts would share",
		"\nlocal n\nfunction a() return function()\nn = 1 end end": "line 4: a function sets 'n', a local of the prelude, which all scripts would share",
		"function count()\n\tn = (n or 0) + 1\nend":                "line 2: a function sets the global 'n', which all scripts would share",
		"dig(1)":                           "line 1: 'dig' cannot be used while the prelude is loaded, only in its functions",
		"dig = 5":                          `global "dig": is defined already`,
		"string = 5":                       `global "string": is defined already`,
		"mem = {}":                         `global "mem": is taken`,
		"_G['a b'] = 1":                    "line 1: attempt to index a nil value (global '_G')",
		"thing = setmetatable({}, {})":     "thing has a metatable, which a table that all scripts share cannot have",
		"Class = {} Class.__index = Class": "Class has the field __index, and a table that all scripts share can be no metatable",
		"local m = {__index = {}} function make() return setmetatable({}, m) end": "m has the field __index, and a table that all scripts share can be no metatable",
		"t = {a = {b = coroutine.create(function() end)}}":                        "t.a.b holds a coroutine, which scripts cannot share",
		"while true do end": "line 1: 1,000,000 steps in the loop of line 1 without an action or a wait",
		"error('no')":       "line 1: no",
	} {
		_, err := lua.NewSandbox(&lua.Options{Words: words(), Prelude: source})
		require.ErrorContains(t, err, "prelude: ", source)
		require.ErrorContains(t, err, want, source)
	}
}

func TestPreludeFunctions(t *testing.T) {
	box := newBox(t, func(o *lua.Options) {
		o.Prelude = `
local limit = 3
local names = {"a", "b"}
function counter(n)
	local function up() n = n + 1 return n end
	return up
end
function dig_all()
	for i = 1, limit do
		local ok, why = dig(i)
		if not ok then return false, why end
	end
	return true, names[1]
end
function fail() error("prelude says no") end
function crash() return nil + 1 end
function random() return math.random(1000) end
function remember(v) mem.last = v return mem.last end
function class() local C = {} C.__index = C function C.hi() return "hi" end return setmetatable({}, C) end`
	})
	require.Equal(t, []any{float64(6), float64(8), true, "a", float64(5), "hi"}, result(t, box,
		"local up = counter(5) local a = up() up() return a, up(), select(1, dig_all()), select(2, dig_all()), remember(5), class().hi()"))
	seeded := playWith(t, box, "return random(), math.random(1000)", lua.StateConfig{Seed: 4}).results
	require.Equal(t, seeded, playWith(t, box, "return math.random(1000), random()", lua.StateConfig{Seed: 4}).results, "it draws from the run's stream")
	o := play(t, box, "\nlocal ok = 1\nfail()")
	require.Equal(t, "prelude", o.err.Script)
	require.Equal(t, "prelude says no", o.err.Message)
	require.Equal(t, 3, o.line)
	o = play(t, box, "crash()")
	require.EqualError(t, o.err, "prelude line 16: attempt to perform arithmetic on a nil value")
	require.Equal(t, []string{"function 'crash' of prelude, line 16", "main part, line 1"}, o.err.Stack)
}
