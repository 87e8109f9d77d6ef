package lua_test

import (
	"fmt"
	"strings"
)

// hostileTables are large, full of holes, or full of what is gone.
func hostileTables() []guard {
	return []guard{
		{holds: "a store fills no hole", kills: true, dear: true, tries: []try{
			{`local t = {} t[67108863] = 1`, "done"},
			{`local t = {} t[2^26] = 1 t[2^31] = 1 t[2^53] = 1 t[1e300] = 1 t[math.huge] = 1 t[-1] = 1`, "done"},
			{`local t = {} for i = 1, 100 do t[6e7 + i] = i end`, "done"},
			{`local t, i = {}, 6e7 t[i], t[i + 1] = 1, 2`, "done"},
			{`local t = {[6e7] = 1}`, "done"},
			{`local t = {[6e7] = 1, 2, 3, [7e7] = 4}`, "done"},
			{`rawset({}, 67108863, 1)`, "done"},
			{`local t = setmetatable({}, {__newindex = function(t, k, v) rawset(t, k, v) end}) t[6e7] = 1`, "done"},
			{`local inner = {} local t = setmetatable({}, {__newindex = inner}) t[6e7] = 1 return inner[6e7]`, "done"},
			{`mem[67108863] = 1 mem[67108863] = nil`, "done"},
			{`_G[6e7] = 1`, "done"},
			{`local function set(t) t[6e7] = 1 end set({})`, "done"},
			{`local t = {} table.insert(t, 6e7, 1)`, "script_error: bad argument"},
			{`local t = setmetatable({}, {__len = function() return 6e7 end}) table.insert(t, 1)`, "done"},
			{`local t = setmetatable({}, {__len = function() return 6e7 end}) table.remove(t)`, "done"},
			{`table.move({1}, 1, 1, 6e7)`, "done"},
			{`table.move({1}, 1, 2, 2^31)`, "done"},
			{`table.move({1}, 1, 2^31, 2)`, "script_error: too many elements to move"},
			{`table.move({}, 1, 1e6, 1e6, {})`, "script_error: too many elements to move"},
			{`table.move({}, 1, 40000, 6e7)`, "done"},
			{`local t = {} for i = 1, 16384 do t[i] = i end t[67108863] = 1 return #t`, "done"},
			{`while true do local t = {} t[16000] = 1 end`, "steps_exhausted"},
			{`local all = {} for i = 1, 1e9 do local t = {} t[1000] = 1 all[i] = t end`, "memory_exhausted"},
			{`local t = {} for i = 1e6, 1, -1 do t[i] = i end`, "memory_exhausted"},
			{`local t = {} for i = 1, 1e9 do t[i * 100000] = i end`, "memory_exhausted"},
			{`local t = {} for i = 1, 1e9 do t[i * 0.5] = i end`, "memory_exhausted"},
		}},
		{holds: "keys that are gone are not kept for ever", dear: true, tries: []try{
			{`local t = {} for i = 1, 1e9 do t["k" .. i] = i t["k" .. i] = nil end`, "steps_exhausted"},
			{`local t = {} for i = 1, 1e9 do t["k" .. i] = i t["k" .. (i - 10)] = nil end`, "steps_exhausted"},
			{`local t = {} for i = 1, 1e9 do rawset(t, "k" .. i, i) rawset(t, "k" .. i, nil) end`, "steps_exhausted"},
			{`local t = {} for i = 1, 1e9 do t[i + 0.5] = i t[i + 0.5] = nil end`, "steps_exhausted"},
			{`local t = {} for i = 1, 1e9 do local k = {} t[k] = i t[k] = nil end`, "steps_exhausted"},
			{`local t = {} for i = 1, 1e9 do local k = function() end t[k] = i t[k] = nil end`, "steps_exhausted"},
			{`for i = 1, 1e9 do _G["k" .. i] = i _G["k" .. i] = nil end`, "steps_exhausted"},
			{`for i = 1, 1e9 do mem["k" .. i] = i mem["k" .. i] = nil end`, "steps_exhausted"},
			{`local t = {} while true do ` + deadNames(150) + ` t = t end`, "steps_exhausted"},
			{`local all = {} for i = 1, 1e9 do local t = {} all[i] = t ` + deadNames(40) + ` end`, "memory_exhausted"},
			{`local t = {} for i = 1, 1e9 do t[i .. "k"] = {} if i % 3 > 0 then t[i .. "k"] = nil end end`, "steps_exhausted"},
			{`local t = {} for i = 1, 3000 do t["k" .. i] = i end for i = 1, 3000 do t["k" .. i] = nil end while next(t) do end return #t`, "done"},
			{`local t = {} for i = 1, 1e9 do t[i] = i t[i] = nil end`, "steps_exhausted"},
		}},
		{holds: "so many values at once", kills: true, dear: true, tries: []try{
			{`return table.unpack({}, 1, 1e8)`, "script_error: at most 250 are allowed"},
			{`return table.unpack({}, -1e8, 1)`, "script_error: at most 250 are allowed"},
			{`return table.unpack({}, 2^62, 2^62 + 10)`, "done"},
			{`return table.unpack({}, 1, 251)`, "script_error: at most 250 are allowed"},
			{`return unpack({}, 1, 1e9)`, "script_error: at most 250 are allowed"},
			{`return table.unpack(setmetatable({}, {__len = function() return 1e8 end}))`, "script_error: at most 250 are allowed"},
			{`return select("#", table.unpack({}, 1, 250))`, "done"},
			{`local function f(...) return select("#", ...) end return f(table.unpack({}, 1, 250))`, "done"},
			{`local function f(...) return select("#", ...) end return f(1, table.unpack({}, 1, 250))`, "script_error: at most 250 are allowed"},
			{`local function f(n, ...) if n == 0 then return select("#", ...) end return f(n - 1, n, ...) end return f(1e4)`, "script_error: at most 250 are allowed"},
			{`local function f(...) return ... end return f(f(f(table.unpack({}, 1, 250))))`, "done"},
			{`local t = {} for i = 1, 1e9 do t = {table.unpack(t, 1, 250)} end`, "steps_exhausted"},
			{`local t = {} for i = 1, 1e9 do t[i] = {table.unpack(t, 1, 250)} end`, "memory_exhausted"},
			{`local t = {} for i = 1, 1e9 do t[i] = table.pack(table.unpack(t, 1, 250)) end`, "memory_exhausted"},
			{`for i = 1, 1500 do select("#", table.unpack({}, 1, 250)) end`, "steps_exhausted"},
		}},
		{holds: "elements that a call works through are paid for", kills: true, dear: true, tries: []try{
			{`local t = {} for i = 1, 8000 do t[i] = i end for i = 1, 300 do table.insert(t, 1, 0) t[#t] = nil end`, "steps_exhausted"},
			{`local t = {} for i = 1, 8000 do t[i] = i end for i = 1, 300 do table.remove(t, 1) t[#t + 1] = 0 end`, "steps_exhausted"},
			{`local t = {} for i = 1, 8000 do t[i] = i end for i = 1, 300 do table.move(t, 1, 7999, 2) end`, "steps_exhausted"},
			{`local t = {} for i = 1, 8000 do t[i] = i end for i = 1, 300 do table.move(t, 1, 8000, 1, {}) end`, "steps_exhausted"},
			{`local t = {} for i = 1, 8000 do t[i] = i end for i = 1, 300 do table.concat(t) end`, "steps_exhausted"},
			{`local t = {} for i = 1, 8000 do t[i] = "" end for i = 1, 300 do table.concat(t) end`, "steps_exhausted"},
			{`local t = {} for i = 1, 8000 do t[i] = i end for i = 1, 300 do table.sort(t) end`, "steps_exhausted"},
			{`local t = {} for i = 1, 250 do t[i] = i end for i = 1, 1500 do table.unpack(t) end`, "steps_exhausted"},
			{`local t = setmetatable({}, {__len = function() return 1e9 end}) table.insert(t, 1, 1)`, "script_error: 'insert' has too much to do"},
			{`local t = setmetatable({}, {__len = function() return 1e9 end}) table.remove(t, 1)`, "script_error: 'remove' has too much to do"},
			{`local t = setmetatable({}, {__len = function() return 1e9 end}) table.sort(t)`, "script_error: 'sort' has too much to do"},
			{`local t = setmetatable({}, {__len = function() return -5 end}) table.insert(t, 1) table.sort(t) return table.unpack(t)`, "done"},
			{`local t = setmetatable({}, {__len = function() return "x" end}) table.insert(t, 1)`, "script_error: object length is not an integer"},
			{`local t = {} for i = 1, 1e6 do t[i] = i end for i = 1, 1e6 do t[i] = nil end return #t`, "memory_exhausted"},
		}},
		{holds: "long strings are paid for where the machine works through them", dear: true, tries: []try{
			{`local a, b = ("x"):rep(2e5), ("x"):rep(2e5) for i = 1, 60 do local c = a < b end`, "steps_exhausted"},
			{`local a, b = ("x"):rep(2e5), ("x"):rep(2e5) for i = 1, 60 do local c = a <= b end`, "steps_exhausted"},
			{`local a, b = ("x"):rep(2e5) .. "a", ("x"):rep(2e5) .. "b" for i = 1, 60 do local c = a == b end`, "steps_exhausted"},
			{`local a, b = ("x"):rep(2e5) .. "a", ("x"):rep(2e5) .. "b" for i = 1, 60 do if a == b then return end end`, "steps_exhausted"},
			{`local s, t = ("x"):rep(2e5), {} for i = 1, 60 do local v = t[s] end`, "steps_exhausted"},
			{`local s, t = ("x"):rep(2e5), {} for i = 1, 60 do t[s] = 1 end`, "steps_exhausted"},
			{`local s = ("1"):rep(2e5) for i = 1, 60 do local x = s + 1 end`, "steps_exhausted"},
			{`local s = ("1"):rep(2e5) for i = 1, 60 do local x = -s end`, "steps_exhausted"},
			{`local s = ("1"):rep(2e5) for i = 1, 60 do local x = s // 1 end`, "steps_exhausted"},
			{`local s = ("1"):rep(2e5) for i = 1, 60 do tonumber(s) end`, "steps_exhausted"},
			{`local s = ("1"):rep(2e5) for i = 1, 60 do tonumber(s, 2) end`, "steps_exhausted"},
			{`local s = ("1"):rep(2e5) for i = 1, 60 do math.floor(s) end`, "steps_exhausted"},
			{`local s = ("1"):rep(2e5) for i = 1, 60 do pcall(string.rep, "x", s) end`, "steps_exhausted"},
			{`local a, b = ("x"):rep(2e5), ("x"):rep(2e5) for i = 1, 60 do table.sort({a, b, a, b}) end`, "steps_exhausted"},
		}},
		{holds: "what is reached counts as memory", kills: true, dear: true, tries: []try{
			{`all = {} for i = 1, 1e9 do all[i] = {x = i, y = -i} end`, "memory_exhausted"},
			{`all = {} for i = 1, 1e9 do local t = {} t[1] = i all[i] = t end`, "memory_exhausted"},
			{`all = {} for i = 1, 1e9 do local t = {} t.x = i t.y = i all[i] = t end`, "memory_exhausted"},
			{`all = {} for i = 1, 1e9 do all[i] = function() return i end end`, "memory_exhausted"},
			{`mem.log = {} for i = 1, 1e9 do table.insert(mem.log, {i}) end`, "memory_exhausted"},
			{`map = {} for i = 1, 1e9 do map["key" .. i] = i end`, "memory_exhausted"},
			{`for i = 1, 1e9 do _G["g" .. i] = {} end`, "memory_exhausted"},
			{`local node for i = 1, 1e9 do node = {next = node} end`, "memory_exhausted"},
			{`local fs = {} for i = 1, 1e9 do local t = {i} fs[i] = function() return t end end`, "memory_exhausted"},
			{`t = {} local at = t for i = 1, 1e9 do at.x = {} at = at.x end`, "memory_exhausted"},
			{`local hidden = {} local t = setmetatable({}, {__index = hidden}) for i = 1, 1e9 do hidden[i] = {} end`, "memory_exhausted"},
			{`local t = setmetatable({}, {__metatable = false, __index = {}}) for i = 1, 1e9 do rawset(t, i, {}) end`, "memory_exhausted"},
			{`local co = coroutine.wrap(function() local t = {} while true do for i = 1, 100 do t[#t + 1] = {} end coroutine.yield() end end) while true do co() end`, "memory_exhausted"},
			{`local t = {} for i = 1, 1e9 do t[{}] = true end`, "memory_exhausted"},
			{`local t = {} for i = 1, 1e9 do t[i] = setmetatable({}, {}) end`, "memory_exhausted"},
			{`local function hold(n) local t = {} for i = 1, 300 do t[i] = {} end if n > 0 then return hold(n - 1), t end while true do end end hold(80)`, "memory_exhausted"},
			{`local function hold(n, ...) if n > 0 then hold(n - 1, {}, {}, ...) end while true do end end hold(60)`, "steps_exhausted"},
			{`local t = {} for i = 1, 1e9 do t[i] = select(2, pcall(error, {})) end`, "steps_exhausted"},
			{`local s = setmetatable({}, {__index = function(t, k) local v = {} rawset(t, k, v) return v end}) for i = 1, 1e9 do local v = s[i] end`, "memory_exhausted"},
			{`table.sort({3, 1, 2}, function() local t = {} while true do t[#t + 1] = {} end end)`, "memory_exhausted"},
			{`("x"):gsub("x", function() local t = {} while true do t[#t + 1] = {} end end)`, "memory_exhausted"},
			{`xpcall(error, function() local t = {} while true do t[#t + 1] = {} end end)`, "memory_exhausted"},
			{`local t = {} for i = 1, 1e6 do t[i] = {pcall(error, {})} end`, "steps_exhausted"},
			{`local t = {} for i = 1, 1e6 do t[i] = {tostring(i)} end`, "memory_exhausted"},
			{`local all = {} for i = 1, 1e6 do ` + manyLocals(40) + ` all[i] = function() return ` + localNames(40) + ` end end`, "memory_exhausted"},
			{`for i = 1, 1e9 do if i % 1024 == 0 then tostring({}) else tostring(function() end) end end`, "steps_exhausted"},
			{`local main = coroutine.running() for i = 1, 1e4 do local t = {} end`, "done"},
		}},
		{holds: "what the library works on counts as memory", dear: true, tries: []try{
			{`local big = ("x"):rep(87000) local function f() local n = 0 return (("abcd"):gsub(".", function() n = n + 1 if n < 4 then return big end return f() end)) end f()`, "memory_exhausted"},
			{`local t = {} for i = 1, 20000 do t[i] = i end local function c(a, b) table.sort(t, c) return a < b end table.sort(t, c)`, "memory_exhausted"},
			{`local t = setmetatable({}, {__len = function() return 30000 end, __index = function() return 1 end}) local function c(a, b) table.sort(t, c) return a < b end table.sort(t, c)`, "memory_exhausted"},
			{`local t = setmetatable({}, {__len = function() return 20000 end, __index = function() return {} end}) table.sort(t, function() return false end)`, "memory_exhausted"},
			{`local deep = 0 local t = setmetatable({}, {__index = function(t, i) deep = deep + 1 if deep > 5 then return "" end return table.concat(t, "", 1, 20000) end}) return #table.concat(t, "", 1, 20000)`, "memory_exhausted"},
			{`local big, pass = ("x"):rep(2e5), 0 local t = setmetatable({}, {__index = function(_, i) if i == 1 then pass = pass + 1 end return pass == 1 and "" or big end}) return #table.concat(t, "", 1, 1000)`, "done"},
			{`local function mk(n) local s = ("x"):rep(60000 + n) return function() return s end end local function nest(n) if n > 0 then xpcall(nest, mk(n), n - 1) end while true do end end nest(20)`, "memory_exhausted"},
		}},
		{holds: "coroutines count as memory", dear: true, tries: []try{
			{`local t, f = {}, function() end for i = 1, 1e6 do t[i] = coroutine.create(f) end`, "memory_exhausted"},
			{`local t, f = {}, function() end for i = 1, 1e6 do t[i] = coroutine.wrap(f) end`, "memory_exhausted"},
			{`local t = {} for i = 1, 1e6 do local co = coroutine.create(function() error(("x"):rep(2e5) .. i) end) coroutine.resume(co) t[i] = co end`, "memory_exhausted"},
			{texts(13) + `local function deep(n) ` + manyLocals(80) + ` if n == 0 then coroutine.yield() else deep(n - 1) end return a1 end local k = {} for i = 1, 30 do k[i] = coroutine.create(deep) coroutine.resume(k[i], 13) end while true do end`, "memory_exhausted"},
			{`local keep = {} local function deep(n) ` + manyLocals(80) + ` if n > 0 then deep(n - 1) end return a1 end for i = 1, 1e6 do coroutine.wrap(function() local x = i keep[i] = function() return x end deep(85) end)() end`, "steps_exhausted"},
			{`local keep = {} for i = 1, 1e6 do (function() local big = {} for j = 1, 1000 do big[j] = j end local function g() return big end local x = i keep[i % 1000] = function() return x end g() end)() end`, "steps_exhausted"},
			{`local keep = {} for i = 1, 1e6 do (function() local x = i local big = {} for j = 1, 1000 do big[j] = j end local function g() return big end keep[i % 1000] = function() return x end g() end)() end`, "steps_exhausted"},
		}},
	}
}

// deadNames stores so many names in t, and removes each again.
func deadNames(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "t.a%d = 1 t.a%d = nil ", i, i)
	}
	return b.String()
}

// manyLocals declares so many locals; localNames lists them.
func manyLocals(n int) string { return "local " + localNames(n) }

func localNames(n int) string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("a%d", i+1)
	}
	return strings.Join(names, ",")
}

// texts holds so many strings of 250,000 bytes.
func texts(n int) string {
	return fmt.Sprintf(`local texts = {} for i = 1, %d do texts[i] = ("x"):rep(250000) end `, n)
}
