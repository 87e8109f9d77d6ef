-- Whole numbers.
print(10 / 2, 2^10, 3.0, 7 // 2.0, 1.5 + 1.5)
--> 5.0	1024.0	3.0	3.0	3.0
print(1e15, 2^53)
--> 1e+15	9.007199254741e+15
print(-0.0, 0/0)
--> -0.0	-nan
print(math.sqrt(16), math.exp(0), string.format("%s", 2.0))
--> 4.0	1.0	2.0
print(math.type(1.0), math.type(2^31))
--> float	float

-- Beyond 2^53.
print(9007199254740993)
--> 9007199254740993
print(math.maxinteger, math.maxinteger + 1 == math.mininteger)
--> 9223372036854775807	true
print(1000000007 * 998244353)
--> 998244359987710471
print((2147483647 * 1103515245 + 12345) & 0x7FFFFFFF)
--> 1043980748
print(1 << 63)
--> -9223372036854775808
print(~0 >> 1)
--> 9223372036854775807
print(string.format("%d", 9223372036854775807))
--> 9223372036854775807

-- Division by zero.
print(1 // 0.0)
--> inf
print(1 % 0.0 == 0)
--> false

-- Absent.
print(type(os), type(io), type(debug))
--> table	table	table
print(type(load), type(dofile), type(require), type(collectgarbage))
--> function	function	function	function
print(type(string.pack), type(string.unpack), type(string.dump))
--> function	function	function
local x <close> = nil print("ok")
--> ok
setmetatable({}, {__gc = function() end}) print("ok")
--> ok
setmetatable({}, {__mode = "k"}) print("ok")
--> ok
setmetatable({}, {__close = function() end}) print("ok")
--> ok
local _ENV = {print = print, x = 5} print(x)
--> 5
print((pcall(string.format, "%p", {})))
--> true
print((pcall(math.random, 0)))
--> true
print((pcall(utf8.char, 0x7FFFFFFF)))
--> true
print((pcall(utf8.codepoint, "\u{110000}", 1, 1, true)))
--> true

-- More than in 5.4.
print(type(unpack), type(bit), type(mem))
--> nil	nil	nil

-- Read-only.
string.trim = print print(string.trim == print)
--> true
print(type(getmetatable("")))
--> table
print((pcall(setmetatable, _G, {})))
--> true

-- Yields.
print(pcall(coroutine.wrap(function() table.sort({2, 1}, function() coroutine.yield("in sort") end) end)))
--> false	attempt to yield across a C-call boundary
print(pcall(coroutine.wrap(function() ("x"):gsub("x", function() coroutine.yield("in gsub") end) end)))
--> false	attempt to yield across a C-call boundary
print(pcall(coroutine.wrap(function() tostring(setmetatable({}, {__tostring = coroutine.yield})) end)) == true)
--> false

-- Errors.
print(pcall(nil))
--> false	attempt to call a nil value
print(pcall(function() assert(nil, "told") end))
--> false	line 1: told
print((pcall(pairs, nil)))
--> true
print(pcall(function() for k in 5 do end end))
--> false	line 1: attempt to call a number value (for iterator 'for iterator')
print(pcall(function() local t = {} return t.n < 1 end))
--> false	line 1: attempt to compare nil with number
local n = 0 for i = "1", 2 do n = n + 1 end print(n)
--> 2

-- Limits.
print((pcall(string.rep, "x", 262145)), (pcall(table.unpack, {}, 1, 251)))
--> true	true
local function f(n) return n == 0 and 0 or 1 + f(n - 1) end print((pcall(f, 150)))
--> true
local t = {} for i = 1, 65 do t[i] = coroutine.wrap(coroutine.yield) t[i]() end print(#t)
--> 65

-- Known gaps.
print(setmetatable({}, {__eq = function() return true end}) == {})
--> true
print((pcall(function() return setmetatable({}, {__lt = function() return true end}) < 1 end)))
--> true
print((pcall(function() return setmetatable({}, {__le = function() return true end}) <= {} end)))
--> true
print(pcall(setmetatable({}, {__call = setmetatable({}, {__call = function() return "called" end})})))
--> true	called
print(rawlen(setmetatable({}, {__len = function() return 10 end})))
--> 0
print(-setmetatable({}, {__unm = function(a, b) return b == a end}))
--> true
print(pcall(tostring, setmetatable({}, {__tostring = function() return 1 end})))
--> true	1
print(select("#", ("x"):gmatch("y")()))
--> 0
print((pcall(next, {}, "no such key")))
--> false
print((pcall(string.format, "%5q", "x")))
--> false
local s = "077" print(s % 5)
--> 2
print(tonumber("+1", 10))
--> 1
print(utf8.offset("abc", 0))
--> 1
print(string.format("%#.0e", 5))
--> 5.e+00
print((pcall(string.format, "%+x", 5)), (pcall(string.format, "%F", 5)), (pcall(string.format, "%5s", "\0")))
--> false	false	false
print((pcall(string.sub, "abc", 1e300)))
--> false
print(xpcall(error, error))
--> false	error in error handling
