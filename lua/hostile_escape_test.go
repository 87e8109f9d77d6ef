package lua_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"mystic-sdk/contract"
)

// escapes try to change what others see, or to see what is theirs. What they changed the sound script of the next agent would
// find.
func escapes() []guard {
	return []guard{
		{holds: "a library cannot be written", tries: []try{
			{`string.rep = function() return "hacked" end`, "script_error: the library cannot be changed"},
			{`string["rep"] = function() return "hacked" end`, "script_error: the library cannot be changed"},
			{`local k = "rep" string[k] = nil`, "script_error: the library cannot be changed"},
			{`string.hacked = true`, "script_error: the library cannot be changed"},
			{`function string.trim(s) return s end`, "script_error: the library cannot be changed"},
			{`function string:rep() return "hacked" end`, "script_error: the library cannot be changed"},
			{`local s = string s.rep, s.sub = s.sub, s.rep`, "script_error: the library cannot be changed"},
			{`rawset(string, "rep", 1)`, "script_error: cannot change a read-only table"},
			{`rawset(string, "hacked", 1)`, "script_error: cannot change a read-only table"},
			{`rawset(math, "pi", 3)`, "script_error: cannot change a read-only table"},
			{`math.pi = 3`, "script_error: the library cannot be changed"},
			{`math.random = function() return 4 end`, "script_error: the library cannot be changed"},
			{`utf8.char = nil`, "script_error: the library cannot be changed"},
			{`bit.band = nil`, "script_error: the library cannot be changed"},
			{`coroutine.wrap = nil`, "script_error: the library cannot be changed"},
			{`table.insert(string, 1)`, "script_error: cannot change a read-only table"},
			{`table.insert(table, "hacked")`, "script_error: cannot change a read-only table"},
			{`table.remove(math)`, "script_error: cannot change a read-only table"},
			{`table.sort(string)`, "script_error: cannot change a read-only table"},
			{`table.move({1, 2}, 1, 2, 1, string)`, "script_error: cannot change a read-only table"},
			{`table.move({1, 2}, 1, 2, 1, me)`, "script_error: cannot change a read-only table"},
			{`for k in pairs(string) do string[k] = nil end`, "script_error: the library cannot be changed"},
			{`for k in pairs(string) do rawset(string, k, nil) end`, "script_error: cannot change a read-only table"},
			{`setmetatable(string, {})`, "script_error: cannot change a protected metatable"},
			{`setmetatable(string, nil)`, "script_error: cannot change a protected metatable"},
			{`setmetatable(math, {__index = function() return "hacked" end})`, "script_error: cannot change a protected metatable"},
			{`getmetatable(string).__index = {}`, "script_error: attempt to index a string value"},
			{`getmetatable(string).__index.rep = 1`, "script_error: attempt to index a nil value"},
			{`local t = setmetatable({}, {__newindex = string}) t.rep = "hacked"`, "script_error: the library cannot be changed"},
			{`local t = setmetatable({}, {__newindex = string, __index = string}) t.hacked = "hacked"`, "script_error: the library cannot be changed"},
			{`string.rep, x = "hacked", 1`, "script_error: the library cannot be changed"},
			{`for i, k in ipairs({"rep", "sub"}) do string[k] = i end`, "script_error: the library cannot be changed"},
		}},
		{holds: "the metatable of strings cannot be reached", tries: []try{
			{`getmetatable("").__index = {}`, "script_error: attempt to index a string value"},
			{`getmetatable("").__index.rep = 1`, "script_error: attempt to index a nil value"},
			{`getmetatable("").__add = function() return "hacked" end`, "script_error: attempt to index a string value"},
			{`rawset(getmetatable(""), "__index", {})`, "script_error: bad argument"},
			{`setmetatable("", {__index = {}})`, "script_error: bad argument"},
			{`setmetatable(0, {__index = {}})`, "script_error: bad argument"},
			{`setmetatable(print, {__index = {}})`, "script_error: bad argument"},
			{`setmetatable(nil, {})`, "script_error: bad argument"},
			{`setmetatable(true, {__call = print})`, "script_error: bad argument"},
			{`("x").rep = 1`, "script_error: attempt to index a string value"},
			{`local s = "x" s.y = 1`, "script_error: attempt to index a string value"},
			{`local s = "x" function s.f() end`, "script_error: attempt to index a string value"},
			{`local s = "x" function s:rep() return "hacked" end`, "script_error: attempt to index a string value"},
			{`rawset("x", "rep", 1)`, "script_error: bad argument"},
			{`return rawget("x", "rep")`, "script_error: bad argument"},
		}},
		{holds: "globals are the script's own", tries: []try{
			{`string, table, math, print, pcall, tostring = nil, nil, nil, nil, nil, nil`, "done"},
			{`_G.string = {rep = function() return "hacked" end}`, "done"},
			{`_G = {}`, "done"},
			{`_G = setmetatable({}, {__index = function() return "hacked" end})`, "done"},
			{`mem = {}`, "done"},
			{`for k in pairs(_G) do _G[k] = nil end`, "script_error: attempt to index a nil value"},
			{`for k, v in next, _G do rawset(_G, k, "hacked") end`, "script_error: bad argument"},
			{`setmetatable(_G, {__index = function() return "hacked" end})`, "script_error: cannot change a protected metatable"},
			{`setmetatable(_G, nil)`, "script_error: cannot change a protected metatable"},
			{`getmetatable(_G).__index.string = 1`, "script_error: attempt to index a nil value"},
			{`getmetatable(_G).__index = nil`, "script_error: attempt to index a string value"},
			{`table.insert(_G, "hacked") table.sort(_G)`, "done"},
			{`tostring = function() return "hacked" end return tostring(1)`, "done"},
			{`type = nil pairs = nil next = nil error = nil`, "done"},
			{`pcall = function(f) return f() end while true do pcall(function() while true do end end) end`, "steps_exhausted"},
			{`error = print error("x")`, "done"},
			{`local _ENV = {} x = 1`, "done"},
			{`_ENV.string = nil`, "script_error: attempt to index a nil value"},
		}},
		{holds: "a verb is what trusted code takes it for", where: inWorld, tries: []try{
			{`turn = function() return "hacked" end turn()`, "done"},
			{`wait = function() end wait(1) while true do wait(1) end`, "steps_exhausted"},
			{`stop = function() return "hacked" end must(false, "why")`, "ended"},
			{`error = nil type = nil must(true) must(false)`, "ended"},
			{`must = function() return "hacked" end must(false)`, "done"},
			{`function must() return must() end must()`, "steps_exhausted"},
			{`rawset(_G, "stop", print) must(false)`, "ended"},
			{`_G.stop = nil _G.error = nil must(print)`, "script_error: must takes what a call gives, not the verb itself: must(dig(1))"},
			{`must(setmetatable({}, {__call = print, __eq = print, __tostring = print}))`, "done"},
			{`print = nil alert = nil note = nil say = nil run = nil turn = nil wave = nil`, "done"},
			{`on = function(e, f) f() end on("bell", function() while true do end end)`, "steps_exhausted"},
			{`getmetatable(must)`, "done"},
			{`must.x = 1`, "script_error: attempt to index a function value"},
			{`rawset(must, "x", 1)`, "script_error: bad argument"},
		}},
		{holds: "what the game answers cannot be written", where: inWorld, tries: []try{
			{`me.turns = 1e9`, "script_error: this table is read-only"},
			{`me.load.hay = 1e9`, "script_error: this table is read-only"},
			{`me.load = {}`, "script_error: this table is read-only"},
			{`me["turns"] = nil`, "script_error: this table is read-only"},
			{`rawset(me, "turns", 1e9)`, "script_error: cannot change a read-only table"},
			{`rawset(me.load, "hay", 1e9)`, "script_error: cannot change a read-only table"},
			{`setmetatable(me, nil)`, "script_error: cannot change a protected metatable"},
			{`setmetatable(me.load, {})`, "script_error: cannot change a protected metatable"},
			{`getmetatable(me).__index = nil`, "script_error: attempt to index a string value"},
			{`getmetatable(me).__index = function() return "hacked" end`, "script_error: attempt to index a string value"},
			{`table.insert(me, 1)`, "script_error: cannot change a read-only table"},
			{`table.insert(me.load, 1)`, "script_error: cannot change a read-only table"},
			{`table.sort(me)`, "script_error: cannot change a read-only table"},
			{`for k in pairs(me) do me[k] = nil end`, "script_error: this table is read-only"},
			{`for k in next, me do rawset(me, k, nil) end`, "script_error: cannot change a read-only table"},
			{`me = {turns = 5} return me.turns`, "done"},
			{`local t = setmetatable({}, {__newindex = me}) t.turns = 5`, "script_error: this table is read-only"},
			{`local t = setmetatable({}, getmetatable(me))`, "script_error: bad argument"},
			{`local names = scout("mill").names names[1] = "hacked" names[2] = {} return scout("mill").names[1]`, "done"},
			{`return me.actor, me.AgentState, me.Agent, me[1], me[{}], me[print], rawget(me, "turns")`, "done"},
			{`return me.good, me.load.good, me["\0"], me.load["\0proxy"], me.__index, me.__newindex`, "done"},
		}},
		{holds: "the host's own doors are not there", tries: []try{
			{`getfenv(1).string = nil`, "script_error: attempt to call a nil value"},
			{`setfenv(1, {})`, "script_error: attempt to call a nil value"},
			{`getfenv(0)`, "script_error: attempt to call a nil value"},
			{`debug.getupvalue(print, 1)`, "script_error: attempt to index a nil value"},
			{`debug.setmetatable("", {})`, "script_error: attempt to index a nil value"},
			{`debug.getregistry()`, "script_error: attempt to index a nil value"},
			{`debug.sethook()`, "script_error: attempt to index a nil value"},
			{`os.execute("true")`, "script_error: attempt to index a nil value"},
			{`os.exit(1)`, "script_error: attempt to index a nil value"},
			{`io.open("x", "w")`, "script_error: attempt to index a nil value"},
			{`load("return 1")()`, "script_error: attempt to call a nil value"},
			{`loadstring("return 1")()`, "script_error: attempt to call a nil value"},
			{`loadstring("\27Lua")()`, "script_error: attempt to call a nil value"},
			{`load(string.char(27) .. "Lua")`, "script_error: attempt to call a nil value"},
			{`loadfile("x")`, "script_error: attempt to call a nil value"},
			{`dofile("x")`, "script_error: attempt to call a nil value"},
			{`require("os")`, "script_error: attempt to call a nil value"},
			{`module("x", package.seeall)`, "script_error: attempt to index a nil value"},
			{`package.loaded.string = nil`, "script_error: attempt to index a nil value"},
			{`string.dump(print)`, "script_error: attempt to call a nil value"},
			{`collectgarbage("count")`, "script_error: attempt to call a nil value"},
			{`newproxy(true)`, "script_error: attempt to call a nil value"},
			{`channel.make()`, "script_error: attempt to index a nil value"},
			{`_printregs()`, "script_error: attempt to call a nil value"},
			{`coroutine.wrap(getfenv)(1)`, "script_error: bad argument"},
			{`return tostring(print), tostring(string.rep), tostring({}), tostring(coroutine.create(print)), string.format("%s", print)`, "done"},
			{`return string.format("%p", {})`, "script_error: invalid conversion"},
			{`setmetatable({}, {__gc = function() end})`, "script_error: '__gc' does not work here"},
			{`setmetatable({}, {__mode = "k"})`, "script_error: '__mode' does not work here"},
			{`setmetatable({}, {__close = function() end})`, "script_error: '__close' does not work here"},
			{`local t = setmetatable({}, {__metatable = "locked"}) setmetatable(t, {})`, "script_error: cannot change a protected metatable"},
			{`local t = {["\0proxy"] = 1} setmetatable({}, t) return next(setmetatable({}, t))`, "done"},
			{`return (string)["(cat)"], _G["(cat)"], _G["(set)"]`, "done"},
		}},
	}
}

// testCrossTalk has agents leave something for others to find, and ask who they are.
func testCrossTalk(t *testing.T) {
	const look = `local seen = {}
		local function look(v, path)
			if v == "found" then error("found at " .. path) end
			if type(v) ~= "table" or seen[v] then return end
			seen[v] = true
			for k, inner in pairs(v) do look(k, path .. ".key") look(inner, path .. "." .. tostring(k)) end
			local ok, inner = pcall(function() return v.secret end)
			if ok then look(inner, path .. ".secret") end
			look(getmetatable(v), path .. ".metatable")
		end
		look(_G, "_G") look(scout("mill"), "scout") look(("").secret, "text") look((("x"):rep(1)), "rep")
		look(co, "co") look(secret, "secret") look(rawget(_G, "secret"), "rawget")`
	t.Run("what an agent leaves itself it finds", func(t *testing.T) {
		a := newArena(t, defaultThink, `secret = "found" `+look)
		a.attack("bad1")
		for range 20 {
			a.Tick()
		}
		require.Contains(t, a.run("bad1").Text(), "found at _G.secret")
	})
	t.Run("nothing is left for another agent", func(t *testing.T) {
		for _, leave := range []string{
			`secret = "found" _G.secret = "found" mem.secret = "found"`,
			`for _, t in ipairs({string, table, math, utf8, coroutine, bit, me, me.load}) do pcall(rawset, t, "secret", "found") pcall(function() t.secret = "found" end) end`,
			`for k, v in pairs(_G) do pcall(function() v.secret = "found" end) pcall(setmetatable, v, {__index = {secret = "found"}}) end`,
			`for _, v in ipairs({"", 0, true, print, coroutine.create(print)}) do pcall(setmetatable, v, {__index = {secret = "found"}}) end`,
			`local names = scout("mill").names names.secret = "found" setmetatable(names, {__index = {secret = "found"}})`,
			`must = "found" print = "found" wave = "found" string = {secret = "found", rep = function() return "found" end} mem.secret = "found"`,
			`co = coroutine.wrap(function() while true do coroutine.yield("found") end end) co() on("bell", function() return "found" end)`,
		} {
			say(t, leave)
			a := newArena(t, defaultThink, leave+` while true do turn() end`, look)
			a.attack("bad1")
			a.Tick()
			a.attack("bad2")
			for range 20 {
				a.Tick()
			}
			require.Equal(t, contract.RunDone, a.run("bad2").State, a.run("bad2").Text())
			require.Equal(t, contract.RunRunning, a.run("bad1").State, a.run("bad1").Text())
		}
	})
	t.Run("a script is its own agent's wherever it stands", func(t *testing.T) {
		const whose = `local names = {}
			local function add() names[#names + 1] = me.name end
			add()
			coroutine.wrap(function() add() turn() add() coroutine.wrap(function() turn() add() end)() end)()
			table.sort({2, 1}, function() turn() add() end)
			;("x"):gsub("x", function() turn() add() end)
			pcall(function() turn() add() error("x") end)
			xpcall(error, function() turn() add() end)
			local o = setmetatable({}, {__index = function() turn() add() end, __tostring = function() turn() add() return "x" end})
			local _ = o.x, tostring(o), print(o)
			on("bell", function() turn() coroutine.wrap(function() add() turn() add() end)() end)
			ring() turn() turn() turn() turn() turn()
			for i, name in ipairs(names) do if name ~= me.name then error(me.name .. " found " .. name .. " at " .. i) end end
			return true, me.name, #names`
		a := newArena(t, defaultThink, whose, whose, whose)
		for _, agent := range a.bad {
			a.attack(agent)
		}
		for range 40 {
			a.Tick()
		}
		for _, agent := range a.bad {
			run := a.run(agent)
			require.Equal(t, contract.RunDone, run.State, run.Text())
			require.Equal(t, agent, run.Why)
			require.Equal(t, float64(13), *run.N)
		}
	})
}
