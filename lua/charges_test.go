package lua_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/lua"
)

// dearWork is what takes long for few instructions of a script: what it stands on, the work itself, and how many steps that
// takes at least. A step is about 40 ns.
var dearWork = map[string]struct {
	before, work string
	steps        int64
}{
	"a numeral near the smallest":       {"", `tonumber("5e-324")`, 200},
	"one as an operand":                 {`local s = "5e-324"`, `local x = s + 1`, 200},
	"one as an operand of a helper":     {`local s = "5e-324"`, `local x = s // 1`, 200},
	"one as an argument":                {"", `math.floor("5e-324")`, 200},
	"one that may be whole":             {"", `math.tointeger("5e-324")`, 200},
	"many as arguments":                 {`local s = "5e-324"`, `math.max(` + strings.Repeat("s, ", 49) + `s)`, 50 * 200},
	"a numeral of many digits":          {`local s = ("7"):rep(4000)`, `tonumber(s)`, 1200},
	"a remainder by a constant":         {`local x = 1e308`, `local y = x % 3`, 4}, // and never the VM's own
	"the digits of a small number":      {"", `string.format("%.99g", 5e-324)`, 60},
	"the digits of a large number":      {"", `string.format("%f", 1e308)`, 60},
	"a format of many flags":            {`local f = "%" .. ("0"):rep(32000) .. "d"`, `string.format(f, 1)`, 1000},
	"the end of a set":                  {`local s, p = ("c"):rep(100), "a?[c" .. ("x"):rep(8000) .. "]z"`, `s:find(p)`, 100 * 1000},
	"the end of a set of a frontier":    {`local s, p = ("c"):rep(100), "%f[c" .. ("x"):rep(8000) .. "]z"`, `s:find(p)`, 100 * 1000},
	"a long name is read":               {longName + " = 1", `local x = ` + longName, 60},
	"a long name is set":                {"", longName + ` = 1`, 60},
	"a long field is read":              {`local t = {}`, `local x = t["` + longName + `"]`, 60},
	"a long field is set":               {`local t = {}`, `t["` + longName + `"] = 1`, 60},
	"a long method is called":           {`local t = {} t.` + longName + ` = pcall`, `t:` + longName + `()`, 60},
	"a long key is stored":              {`local t, k = {}, ("k"):rep(960)`, `t[k] = 1`, 30},
	"a long key is asked for":           {`local t, k = {}, ("k"):rep(960)`, `rawget(t, k)`, 30},
	"texts are compared":                {`local a, b = ("k"):rep(512), ("k"):rep(512)`, `local x = a < b`, 16},
	"many parts are joined":             {`local s = "x"`, `local x = ` + strings.Repeat("s .. ", 99) + `s`, 100},
	"many numbers are joined":           {`local n = 0.1`, `local x = ` + strings.Repeat("n .. ", 99) + `n`, 400},
	"a list of numbers is joined":       {`local t = {} for i = 1, 100 do t[i] = i + 0.1 end`, `table.concat(t)`, 300},
	"a list behind a metatable":         {`local t = setmetatable({}, {__index = {1, 2, 3}})`, `table.concat(t, "", 1, 3)`, 3 + 3*3},
	"a list behind a metatable is set":  {`local s, t = {}, setmetatable({}, {__newindex = {}}) for i = 1, 50 do s[i] = i end`, `table.move(s, 1, 50, 1, t)`, 50 + 50*3},
	"a list behind a metatable is read": {`local t = setmetatable({}, {__index = {1, 2, 3}})`, `for i in ipairs(t) do end`, 4 * 4},
	"a field of the game":               {"", `local x = me.hp`, 10},
	"a table of the game":               {"", `local x = me.load`, 10 + 20},
	"the fields of the game":            {"", `for k in pairs(me) do end`, 3 * 10},
	"a text as an error":                {`local s = ("x"):rep(4000)`, `pcall(error, s)`, 50 + 60},
	"a table as an error":               {`local t = {} for i = 1, 1000 do t[i] = i end`, `pcall(error, t)`, 50 + 1000/8 + 60},
	"keys that are gone under a hint":   {`local t = {} for i = 1, 500 do t["k" .. i] = 1 end for i = 1, 500 do t["k" .. i] = nil end`, `pcall(function() return t < t end)`, 50 + 500},
	"long keys under a hint":            {`local t = {} for i = 1, 50 do t[("k"):rep(3200) .. i] = 1 end`, `pcall(function() return t < t end)`, 50 + 50*100},
	"calls that fill the stack":         {`local function f() return f() + 1 end`, `pcall(f)`, 2000},
	"a table is rebuilt":                {`local t = {} for i = 1, 16000 do t[i] = i end for i = 1, 16000 do t[i] = nil end`, `for i = 1, 100 do t["k" .. i] = 1 t["k" .. i] = nil end`, 6000},
	"what is returned":                  {`local t = {} for i = 1, 1000 do t[i] = i end`, `return t`, 1000},
	"a text that is returned":           {`local t, s = {}, ("x"):rep(256000) for i = 1, 9 do t[i] = s end`, `return t`, 9 * 1000},
	"a list that was emptied":           {`local u, t = {}, {} for i = 1, 16000 do u[i] = i end for i = 1, 16000 do u[i] = nil end for i = 1, 10 do t[i] = u end`, `return t`, 10 * 500},
	"an empty pattern":                  {`local s = ("x"):rep(10000)`, `s:gsub("", "")`, 10000},
	"globals that hide those around":    {`for k, v in pairs(_G) do _G[k] = v end last = 1`, `for i = 1, 100 do next(_G, "last") end`, 100 * 2 * 25},
	"a stack that grows and grows":      {`local function deep(n) ` + manyLocals(80) + ` if n > 0 then deep(n - 1) end return a1 end`, `coroutine.wrap(deep)(85)`, 50_000},
	"functions made behind a label":     {manyOpen, `local i = 0 ::again:: i = i + 1 local function f() return ` + others + ` end if i < 100 then goto again end`, 100 * 60 * 120 / 64},
	"names on the stacks":               {manyNames, `for i = 1, 40000 do end`, 40000 + 30*90*1000/64},
	"a coroutine that is refused":       {crowd + ` local co = coroutine.create(type)`, `pcall(coroutine.resume, co)`, 256 << 10 / 128},
}

// others are as many more names as localNames(60).
var others = strings.ReplaceAll(localNames(60), "a", "b")

// manyOpen captures 120 variables of the main part.
var manyOpen = manyLocals(60) + " local function f() return " + localNames(60) + " end " +
	"local " + others + " local function g() return " + others + " end"

// manyNames holds 30 coroutines of 90 functions under way, each with a thousand names of locals that are gone.
var manyNames = "local function deep(n) if n then goto last end " + strings.Repeat("do local a end ", 1000) +
	" ::last:: if n > 0 then deep(n - 1) else coroutine.yield() end n = 1 end local t = {} for i = 1, 30 do t[i] = coroutine.wrap(deep) t[i](90) end"

// longName is a name that is long to hash.
var longName = strings.Repeat("n", 2000)

// crowd holds as many coroutines as there may be, and a list besides.
const crowd = `local held, kept = {}, {} for i = 1, 16000 do held[i] = i end
	for i = 1, 64 do kept[i] = coroutine.wrap(coroutine.yield) kept[i]() end`

// captured has 20 functions under way with 50 captured variables each, and does something then. h is a function, e one that calls
// itself so often and raises an error then.
func captured(do string) string {
	names := make([]string, 50)
	for i := range names {
		names[i] = fmt.Sprint("a", i)
	}
	all := strings.Join(names, ", ")
	return `local h, e = function() end e = function(n) if n > 0 then e(n - 1) return end error() end
	local function f(n) local ` + all + ` local g = function() return ` + all + ` end if n > 1 then f(n - 1) else ` + do + ` end end f(20)`
}

// TestWorkIsPaid has a script do each of these with and without the work itself.
func TestWorkIsPaid(t *testing.T) {
	box := newBox(t, func(o *lua.Options) {
		hp := func(c *lua.Call, _ string) error { return c.Push(3) }
		o.Objects = map[string]lua.Object{"me": {
			Index: func(c *lua.Call, key string) error {
				if key == "load" {
					c.PushObject(&lua.Object{Index: hp})
					return nil
				}
				return hp(c, key)
			},
			Keys: func(*lua.Call) []string { return []string{"hp", "gold", "load"} },
		}}
	})
	for name, c := range dearWork {
		t.Run(name, func(t *testing.T) {
			before := play(t, box, c.before)
			require.Equal(t, lua.Done, before.status, "%v", before.err)
			after := play(t, box, c.before+" "+c.work)
			require.Equal(t, lua.Done, after.status, "%v", after.err)
			require.GreaterOrEqual(t, after.steps-before.steps, c.steps)
		})
	}
}

// TestCapturedArePaid: the VM looks through all captured variables of the functions under way, here a thousand, where one of them
// returns, where an error leaves it, and where another one is captured.
func TestCapturedArePaid(t *testing.T) {
	box := newBox(t, nil)
	without := play(t, box, captured(""))
	require.Equal(t, lua.Done, without.status, "%v", without.err)
	for do, steps := range map[string]int64{
		"for i = 1, 100 do h() end":                                     100 * 1000 / 32,
		"for i = 1, 100 do pcall(h) end":                                100 * 1000 / 32,
		"for i = 1, 100 do pcall(error) end":                            100 * (50 + 1000/64),
		"for i = 1, 100 do pcall(e, 30) end":                            100 * (50 + 30*1000/64),
		"for i = 1, 100 do local function k() return f, n end end":      100 * 2 * 1000 / 64,
		"for i = 1, 100 do local x local function k() return x end end": 100 * 2 * 1000 / 64,
		"coroutine.wrap(h)() for i = 1, 100 do h() end":                 100 * 1000 / 32,
	} {
		o := play(t, box, captured(do))
		require.Equal(t, lua.Done, o.status, "%s: %v", do, o.err)
		require.GreaterOrEqual(t, o.steps-without.steps, steps, do)
	}
}

// TestCapturedAreForgotten: once few captured variables stand open, instructions cost again what they did.
func TestCapturedAreForgotten(t *testing.T) {
	box := newBox(t, nil)
	const loop = ` local s = 0 for i = 1, 1000 do s = s + (function(x) return x end)(i) end`
	plain := play(t, box, loop)
	crowded := play(t, box, captured("h()"))
	both := play(t, box, captured("h()")+loop)
	require.Equal(t, lua.Done, both.status, "%v", both.err)
	require.InDelta(t, plain.steps+crowded.steps, both.steps, 10)
}

// TestRemaindersOfCounters: '%' is an instruction of the VM, as '+' is, where a loop counts, and a call that does no more work for
// numbers that are far apart anywhere else.
func TestRemaindersOfCounters(t *testing.T) {
	box := newBox(t, nil)
	for script, ofVM := range map[string]bool{
		"for i = 1, 9 do local y = i % 3 end":                                                                         true,
		"for i = 9, 1, -2 do local y = i % -3.5 end":                                                                  true,
		"for i = 1, 9 do local y = ((i * 7 - 1) % 5) % 3 end":                                                         true,
		"for i = 1, 9 do for j = i, 2 * i do local y = (i + j) % 2 end end":                                           true,
		"local x = 9 for i = 1, 9 do local y = x % 3 end":                                                             false,
		"for i = 1, 9 do i = 1e308 local y = i % 3 end":                                                               false,
		"for i = 1, 9 do local function f() i = 2 end local y = i % 3 end":                                            false,
		"for i = 1e308, 1e308, 1e308 do local y = i % 3 end":                                                          false,
		"for i = 1, 1e308, 1e307 do local y = i % 3 end":                                                              false,
		"local n = 1e308 for i = n, n, n do local y = i % 3 end":                                                      false,
		"for i = 1, 9 do local y = i % 1e-300 end":                                                                    false,
		"for i = 1, 9 do local i = 1e308 local y = i % 3 end":                                                         false,
		"local m = setmetatable({}, {__mod = function() return 1e308 end}) for i = 1, 9 do local y = (m % i) % 3 end": false,
		"local m = setmetatable({}, {__mul = function() return {} end, __mod = function() return 1e308 end}) for i = 1, 9 do local y = ((m % 5) * 0 % 5) % 3 end": false,
		"for i = 1, 9 do local y = (i * 1e300) % 3 end": false,
	} {
		last := strings.LastIndex(script, "%")
		remainder, sum := play(t, box, script), play(t, box, script[:last]+"+"+script[last+1:])
		require.Equal(t, lua.Done, remainder.status, "%s: %v", script, remainder.err)
		require.Equal(t, lua.Done, sum.status, "%s: %v", script, sum.err)
		require.Equal(t, ofVM, remainder.steps == sum.steps, script)
	}
}
