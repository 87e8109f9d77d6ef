package lua_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/lua"
)

// attacks try to change what other scripts see. Each must fail with an error, or change the script's own world only.
var attacks = []string{
	`string.rep = function() return "hacked" end`,
	`string["rep"] = function() return "hacked" end`,
	`string.hacked = true`,
	`local k = "rep" string[k] = nil`,
	`rawset(string, "rep", 1)`,
	`rawset(string, "hacked", 1)`,
	`setmetatable(string, {})`,
	`setmetatable(string, nil)`,
	`getmetatable("").__index = {}`,
	`getmetatable("").__index.rep = 1`,
	`getmetatable(string).__index = {}`,
	`getmetatable(string).__index.rep = 1`,
	`getmetatable(_G).__index.string = 1`,
	`setmetatable(_G, {__index = function() return "hacked" end})`,
	`setmetatable("", {__index = {}})`,
	`setmetatable(0, {__index = {}})`,
	`table.insert(string, 1)`,
	`table.insert(table, "hacked")`,
	`table.remove(math)`,
	`table.sort(string)`,
	`table.move({1, 2}, 1, 2, 1, string)`,
	`table.move(string, 1, 2, 3)`,
	`for k in pairs(string) do string[k] = nil end`,
	`for k, v in pairs(string) do rawset(string, k, nil) end`,
	`("x").rep = 1`,
	`local s = "x" s.y = 1`,
	`math.pi = 3`,
	`utf8.char = nil`,
	`coroutine.wrap = nil`,
	`helper.tables.list[1] = "hacked"`,
	`helper.tables.new = 1`,
	`helper.count = nil`,
	`rawset(helper, "count", 1)`,
	`table.insert(helper.tables.list, 1)`,
	`setmetatable(helper, {})`,
	`me.gold = 1e9`,
	`rawset(me, "gold", 1e9)`,
	`setmetatable(me, nil)`,
	`getmetatable(me).__index = nil`,
	`string, table, math, dig, print = nil, nil, nil, nil, nil`,
	`_G.string = {rep = function() return "hacked" end}`,
	`dig = function() return "hacked" end`,
	`helper = nil`,
	`_G = {}`,
	`mem = {}`,
	`me = {gold = 5}`,
	`for k in pairs(_G) do _G[k] = nil end`,
	`for k, v in next, _G do rawset(_G, k, "hacked") end`,
	`tostring = function() return "hacked" end must(true)`,
}

const probe = `
local names = {}
for k, v in pairs(_G) do names[#names + 1] = k .. ":" .. type(v) end
for _, lib in ipairs({"string", "table", "math", "utf8", "coroutine", "bit"}) do
	for k, v in pairs(_G[lib]) do names[#names + 1] = lib .. "." .. k .. ":" .. type(v) end
end
return table.concat(names, " "), ("x"):rep(3), string.rep("ab", 2), math.pi, helper.count({1, 2}), helper.tables.list[1],
	me.gold, tostring(mem), #mem, must(true), dig(1), tostring({})`

func isolationBox(t testing.TB) *lua.Sandbox {
	return newBox(t, func(o *lua.Options) {
		o.Words["dig"] = lua.Word{Func: func(c *lua.Call) error { c.PushText("dug"); return nil }}
		o.Objects = map[string]lua.Object{"me": {
			Index: func(c *lua.Call, key string) error {
				if key == "gold" {
					c.PushNumber(7)
				}
				return nil
			},
			Keys: func(*lua.Call) []string { return []string{"gold", "hp"} },
		}}
		o.Prelude = `
local cache = {1, 2, 3}
helper = {tables = {list = {"first"}, cache = cache}, count = function(t) return #t + #cache end}
function must(ok, why) if not ok then error(tostring(why), 2) end return ok end`
	})
}

// TestAttacksStayInside runs each attack and then looks at a state from the pool (the same machine), at one that was there
// before, and at a fresh one.
func TestAttacksStayInside(t *testing.T) {
	box := isolationBox(t)
	want := result(t, box, probe)
	require.Equal(t, []any{"xxx", "abab"}, want[1:3])
	require.Equal(t, float64(5), want[4])
	require.Equal(t, "first", want[5])
	for _, attack := range attacks {
		beside, err := box.NewState(lua.StateConfig{})
		require.NoError(t, err)
		th := beside.Start(compile(t, probe))
		o := play(t, box, attack)
		require.NotEqual(t, lua.Ended, o.status)
		if o.err != nil {
			require.Equal(t, "script_error", o.err.Code, "%s: %v", attack, o.err)
		}
		beside.Grant(100_000)
		require.Equal(t, lua.Done, th.Resume(), "%s: %v", attack, th.Err())
		require.Equal(t, want, th.Results(), attack)
		beside.Close()
		require.Equal(t, want, result(t, box, probe), "after %s", attack)
	}
	require.Equal(t, want, result(t, isolationBox(t), probe))
}

// TestRedefinedWordsDoNotReachThePrelude: what a script assigns to a word is its own affair.
func TestRedefinedWordsDoNotReachThePrelude(t *testing.T) {
	box := newBox(t, func(o *lua.Options) {
		o.Prelude = "function twice() local a = pos() return a + pos(), type(mem), mem.x end"
	})
	require.Equal(t, []any{float64(14), "table", float64(3)},
		result(t, box, `pos = function() return "hacked" end type = nil mem.x = 3 return twice()`))
	require.Equal(t, []any{"mine", "hacked"}, result(t, box, `function twice() return "mine", pos() end pos = function() return "hacked" end return twice()`))
}

// TestNothingIsCarriedOver: a state from the pool knows nothing of the run before.
func TestNothingIsCarriedOver(t *testing.T) {
	box := newBox(t, nil)
	leave := `x = 1 mem.y = {2} local kept = {} for i = 1, 50 do kept[i] = {i} end
	co = coroutine.create(function() coroutine.yield() end) coroutine.resume(co) tostring(kept)
	function f(a) if a > 0 then return f(a - 1) end return kept end f(20) pcall(error, kept) math.random() dig(1)`
	look := `return x, mem.y, co, f, tostring({}), math.random(1000), next(mem)`
	want := result(t, box, look)
	for range 20 {
		require.Equal(t, lua.Done, play(t, box, leave).status)
		require.Equal(t, want, result(t, box, look))
	}
	require.Equal(t, "table: 1", want[4])
}

// TestReadThrough: what is locked can be read in every way.
func TestReadThrough(t *testing.T) {
	box := isolationBox(t)
	for source, want := range map[string][]any{
		`return rawget(string, "rep") == string.rep, next(string) ~= nil, #string`:                         {true, true, float64(0)},
		`local n = 0 for k in pairs(math) do n = n + 1 end return n > 20`:                                  {true},
		`return #helper.tables.cache, rawlen(helper.tables.cache), table.concat(helper.tables.cache, ",")`: {float64(3), float64(3), "1,2,3"},
		`local s = 0 for i, v in ipairs(helper.tables.cache) do s = s + v end return s`:                    {float64(6)},
		`return table.unpack(helper.tables.cache)`:                                                         {float64(1), float64(2), float64(3)},
		`return getmetatable("x"), getmetatable(string), getmetatable(_G), getmetatable(me)`:               {"locked", "locked", "locked", "locked"},
		`local k = {} for name, v in pairs(me) do k[#k + 1] = name .. "=" .. v end return table.concat(k, " "), me.hp, me[1], #me`: {
			"gold=7", nil, nil, float64(0)},
		`return next(me), next(me, "gold"), rawget(me, "gold")`: {"gold", nil, nil},
		`return type(me), type(string), type(print)`:            {"table", "table", "function"},
		`x = 5 local found for k in pairs(_G) do if k == "x" then found = true end end return found, rawget(_G, "x"), rawget(_G, "string") == string`: {
			true, float64(5), true},
	} {
		require.Equal(t, want, result(t, box, source), source)
	}
}

func TestNamesOfObjects(t *testing.T) {
	box := newBox(t, nil)
	got := result(t, box, `local t, f, co = {}, function() end, coroutine.create(function() end)
	return tostring(t), tostring(f), tostring(co), tostring(t), tostring(print) == tostring(print)`)
	require.Equal(t, []any{"table: 1", "function: 2", "thread: 3", "table: 1", true}, got)
	o := play(t, box, `for i = 1, 3000 do tostring({}) end return tostring({})`)
	require.True(t, strings.HasPrefix(o.results[0].(string), "table: 3001"), "a number is given once")
}
