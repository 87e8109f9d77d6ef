-- pcall and error.
print(pcall(function() return 1, 2, 3 end)) print(select("#", pcall(function() return nil, nil end))) print(pcall(function() end))
--> true	1	2	3
--> 3
--> true
print(pcall(error, "x")) print(pcall(error)) print(pcall(error, nil)) print(select("#", pcall(error)))
--> false	x
--> false	nil
--> false	nil
--> 2
print(pcall(function() error("msg") end)) print(pcall(function() error("msg", 0) end)) print(pcall(function() error("msg", 1) end))
--> false	line 1: msg
--> false	msg
--> false	line 1: msg
local function check(x) if not x then error("bad x", 2) end end
	print(pcall(function()
	check(nil)
	end))
--> false	line 3: bad x
local function f() error("deep", 3) end local function g() f() end print(pcall(function()
	g()
	end))
--> false	line 2: deep
print(pcall(function() error({code = 7}) end) == false, select(2, pcall(error, {code = 7})).code, select(2, pcall(error, 42)), select(2, pcall(error, true)), select(2, pcall(error, nil)))
--> true	7	42	true	nil
print(pcall(error, 42) == false, math.type(select(2, pcall(error, 42))), select(2, pcall(error, 42, 2)))
--> true	integer	42
local e = setmetatable({}, {__tostring = function() return "E!" end}) local ok, got = pcall(error, e) print(ok, got == e, tostring(got))
--> false	true	E!
print(fails(function() local x = nil; return x.y end)) 
--> fails in line 1
print(fails(function() return undefinedvar.y end))
--> fails in line 1
print(fails(function() local t = {} return t.a.b end))
--> fails in line 1
print(fails(function() local t = {} t.a.b = 1 end))
--> fails in line 1
print(fails(function() undefinedfn() end))
--> fails in line 1
print(fails(function() local t = {} t.go() end))
--> fails in line 1
print(fails(function() local t = {} t:go() end))
--> fails in line 1
print(fails(function() ("x"):nomethod() end))
--> fails in line 1
print(fails(function() local s = "x" return s.y.z end))
--> fails in line 1
print(fails(function() return (1)() end))
--> fails in line 1
print(fails(function() local n = 5 n() end))
--> fails in line 1
print(fails(function() return 1 + nil end))
--> fails in line 1
print(fails(function() local a return a + 1 end))
--> fails in line 1
print(fails(function() local t = {} return t.n * 2 end))
--> fails in line 1
print(fails(function() return globalvar + 1 end))
--> fails in line 1
print(fails(function() return "a" .. {} end))
--> fails in line 1
print(fails(function() return "a" .. undefinedvar end))
--> fails in line 1
print(fails(function() local t = {} return "a" .. t.x end))
--> fails in line 1
print(fails(function() return 1 < {} end))
--> fails in line 1
print(fails(function() return {} < {} end))
--> fails in line 1
print(fails(function() return nil > 1 end))
--> fails in line 1
print(fails(function() return "a" < 1 end))
--> fails in line 1
print(fails(function() return #nil end))
--> fails in line 1
print(fails(function() local t = {} return #t.x end))
--> fails in line 1
print(fails(function() return -{} end))
--> fails in line 1
print(fails(function() local u = {} u[nil] = 1 end))
--> fails in line 1
print((pcall(function() for i = 1, {} do end end)))
--> false
print(fails(function() for i = 1, 10, 0 do end end))
--> fails in line 1
print((pcall(function() for x in 5 do end end)))
--> false
print(fails(function() string.rep() end))
--> fails in line 1
print(fails(function() string.rep("x", {}) end)) print(fails(function() string.rep("x", 1.5) end))
--> fails in line 1
--> fails in line 1
print(fails(function() setmetatable(1, {}) end))
--> fails in line 1
print(fails(function() return tostring() end))
--> fails in line 1
print(fails(function() return ipairs() end))
--> fails in line 1
print(fails(function() string.char(256) end))
--> fails in line 1
print(fails(function() string.char("x") end))
--> fails in line 1
print(fails(function() select(0) end))
--> fails in line 1
print(pcall(function() return math.tointeger({}) end))
--> true	nil
print(fails(function() table.concat({{}}) end))
--> fails in line 1
print((pcall(function() assert(false) end)), (pcall(function() assert(nil, "why") end)), select(2, pcall(function() assert(false, {"own"}) end))[1])
--> false	false	own
print(assert(1, 2, 3)) print((pcall(assert))) print(select("#", assert(1, nil))) print(pcall(assert, false)) print(pcall(assert, nil, "msg")) print((pcall(assert, false, nil)))
--> 1	2	3
--> false
--> 2
--> false	assertion failed!
--> false	msg
--> false
print((pcall(pcall))) print(pcall(pcall, error, "e")) print(pcall(pcall, function() return 1 end)) print(pcall(nil) == false, pcall({}) == false)
--> false
--> true	false	e
--> true	true	1
--> true	true
local ok, err = pcall(function() local ok, err = pcall(error, "inner", 0) error("outer " .. err, 0) end) print(ok, err)
--> false	outer inner
local ok, err = pcall(function() return pcall(function() error("a", 0) end) end) print(ok, err)
--> true	false
local n = 0 for i = 1, 3 do pcall(function() n = n + 1 error("x") end) end print(n)
--> 3
local function try(f, ...) local r = table.pack(pcall(f, ...)) if r[1] then return "ok", table.unpack(r, 2, r.n) end return "failed", r[2] end print(try(function(a, b) return a + b end, 1, 2)) print(try(error, "x", 0))
--> ok	3
--> failed	x
local function f() local ok = pcall(error) return ok end print(f())
--> false
local ok, err = pcall(string.rep) print(ok, type(err)) print(type(select(2, pcall(function() return nil .. "" end))))
--> false	string
--> string
print(pcall(function() local a <const> = 1 return a end))
--> true	1
print(select(2, pcall(function() error("with\nnewline", 0) end)))
--> with
--> newline
print(pcall(function() error() end)) print(pcall(function() error(nil, 2) end)) print(#select(2, pcall(function() error("", 0) end))) print(pcall(function() error(12, 0) end))
--> false	nil
--> false	nil
--> 0
--> false	12
print(pcall(function()
	local x = 1
	error("line three")
	end))
--> false	line 3: line three
local t = setmetatable({}, {__index = function(_, k) error("no field " .. k, 2) end}) print(fails(function() return t.foo end))
--> fails in line 1
local function lvl(n) return select(2, pcall(function() error("m", n) end)) end print(lvl(0), lvl(1))
--> m	line 1: m

-- xpcall.
print(xpcall(function() error("x", 0) end, function(m) return m .. "!" end)) print(xpcall(function(a, b) return a + b end, print, 1, 2)) print(xpcall(function() return 1, 2 end, function() return "never" end))
--> false	x!
--> true	3
--> true	1	2
print(xpcall(error, function(m) return type(m) end)) print(xpcall(error, function(m) return m, "two" end, "e", 0)) print(xpcall(function() error({1}) end, function(m) return m[1] end))
--> false	nil
--> false	e
--> false	1
print(xpcall(function() local x = nil; return x.y end, function(m) return "handled: " .. type(m) end))
--> false	handled: string
print(xpcall(function() xpcall(error, function(m) return m end, "inner", 0) return "went on" end, function(m) return "never" end))
--> true	went on
print((xpcall(function() error("a") end, function() error("b") end)))
--> false
print((pcall(xpcall)), (pcall(xpcall, print)))
--> false	false
print(select("#", xpcall(function() end, print)), (xpcall(nil, function() return "h" end)))
--> 1	false
local co = coroutine.wrap(function() return xpcall(function() coroutine.yield(1) error("y", 0) end, function(m) return m .. "!" end) end) print(co(), co())
--> 1	false	y!

-- Errors leave what was done before them.
local t = {} pcall(function() t.a = 1 error("x") t.b = 2 end) print(t.a, t.b)
--> 1	nil
local a, b = 1, 2 pcall(function() a, b = 10, nil + 1 end) print(a, b)
--> 1	2
local x = 0 local function bump() x = x + 1 return x end pcall(function() local t = {bump(), bump(), error("x")} end) print(x)
--> 2
local log = {} local function f(s) log[#log + 1] = s if s == "c" then error("stop", 0) end end pcall(function() f("a") f("b") f("c") f("d") end) print(table.concat(log))
--> abc
for i = 1, 3 do local ok, err = pcall(function() if i == 2 then error("two", 0) end return i end) print(ok, err) end
--> true	1
--> false	two
--> true	3
local function risky(n) if n > 2 then error({n = n}) end return n end local ok, e = pcall(function() for i = 1, 5 do risky(i) end end) print(ok, e.n)
--> false	3
local depth depth = function(n) local ok, d = pcall(function() if n == 0 then error("bottom", 0) end return depth(n - 1) end) return d end print(depth(10))
--> bottom

-- Without pcall the script ends.
error("the end")
--> fails in line 1
error("the end", 0)
--> fails
error(setmetatable({}, {__tostring = function() return "custom" end}))
--> fails
local x x()
--> fails in line 1
local t = {} t.x.y = 1
--> fails in line 1
