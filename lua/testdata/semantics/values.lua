-- Several targets: all values are computed before any is set.
local a, b = 1, 2 a, b = b, a print(a, b)
--> 2	1
local a, b, c = 1, 2, 3 a, b, c = c, a, b print(a, b, c)
--> 3	1	2
local i, t = 1, {} i, t[i] = i + 1, 20 print(i, t[1], t[2])
--> 2	20	nil
local t = {1, 2, 3} local i = 1 i, t[i], t[i + 1] = 2, "x", "y" print(i, t[1], t[2], t[3])
--> 2	x	y	3
local t = {1, 2} t[1], t[2] = t[2], t[1] print(t[1], t[2])
--> 2	1
local a, b, c = 1 print(a, b, c)
--> 1	nil	nil
local a, b = 1, 2, 3 print(a, b)
--> 1	2
local a, b, c = (function() return 1, 2, 3 end)() print(a, b, c)
--> 1	2	3
local a, b, c = 0, (function() return 1, 2, 3 end)() print(a, b, c)
--> 0	1	2
local a, b, c = (function() return 1, 2 end)(), 10 print(a, b, c)
--> 1	10	nil
local a, b = ((function() return 1, 2 end)()) print(a, b)
--> 1	nil
local a = {} local b = a b.x = 1 print(a.x, a == b)
--> 1	true
a, b = 1 print(a, b)
--> 1	nil
local t = {} t.x, t.y = 1 print(t.x, t.y)
--> 1	nil
local function f() return 1, 2 end local t = {f(), f()} print(#t) local u = {f(), (f())} print(#u) local v = {(f()), x = f()} print(#v, v.x)
--> 3
--> 2
--> 1	1
local function f() return end local t = {f(), f(), 1} print(#t, t[1], t[3])
--> 3	nil	1
local log = {} local function get(x) log[#log + 1] = x return x end local t = {[get("k1")] = get("v1"), [get("k2")] = get("v2")} print(table.concat(log, " "))
--> k1 v1 k2 v2
local log = {} local function n(x) log[#log + 1] = x return x end local s = n(1) + n(2) * n(3) - n(4) print(s, table.concat(log))
--> 3	1234
local log = {} local function n(x) log[#log + 1] = x return x end print(n(1), n(2), n(3), table.concat(log))
--> 1	2	3	123
local x = {} x.x = x print(x.x.x.x == x)
--> true
local x, y = 1, 2 do x, y = x + y, x - y end print(x, y)
--> 3	-1
local t = setmetatable({}, {__newindex = function(t, k, v) rawset(t, k, v .. "!") end}) t.a, t.b = 1, 2 print(t.a, t.b)
--> 1!	2!
local function f(t) return t end local t = {} f(t).x, f(t).y = 1, 2 print(t.x, t.y)
--> 1	2

-- and, or, not give values.
print(nil and 1, false and 1, 1 and 2, nil or 1, false or nil, 1 or 2, not nil, not 0)
--> nil	false	2	1	nil	1	true	false
print(false == nil, nil == nil, not not nil)
--> false	true	false
local x print(x or "default", x and x.y, (x or {}).y)
--> default	nil	nil
print(1 and nil or 3, false or false, nil and nil)
--> 3	false	nil
local function f() return 1, 2 end print(f() or 5, f() and f())
--> 1	1
local n = 0 local function side() n = n + 1 return true end local _ = true or side() local _ = false and side() local _ = side() and side() print(n)
--> 2
local a, b = 1, nil a = b and 5 or a b = a and a + 1 or 0 print(a, b)
--> 1	2
local dir, blocked = 1, true dir = (blocked or false) and -dir or dir print(dir)
--> -1
print(1 < 2 and 2 < 3, 1 < 2 == true, not 1 == 2)
--> true	true	false
print(("x" or error("never")) .. (nil or "y"))
--> xy
local t = {} t.n = (t.n or 0) + 1 t.n = (t.n or 0) + 1 print(t.n)
--> 2
local x = false x = x == nil and "none" or x == false and "no" or "yes" print(x)
--> no
local a = nil local b = a ~= nil and a or "z" print(b)
--> z

-- Varargs.
local function f(...) return select("#", ...) end print(f(), f(nil), f(1, nil, nil), f(nil, nil))
--> 0	1	3	2
local function f(...) local a, b = ... return a, b end print(f(1), f(1, 2, 3))
--> 1	1	2
local function f(...) local t = {...} return #t, t[1] end print(f("a", "b"))
--> 2	a
local function f(a, ...) return a, ... end print(f(1, 2, 3), (f(1, 2)))
--> 1	1
local function f(...) return ... end print(f(1, nil, 3)) print((f(1, 2))) print(f(1, 2), f(3, 4)) print(select("#", f()))
--> 1	nil	3
--> 1
--> 1	3	4
--> 0
local function f(...) return {n = select("#", ...), ...} end local t = f(1, nil, 3, nil) print(t.n, t[1], t[3])
--> 4	1	3
local function f(...) local function g(...) return ... end return g(...) end print(f(1, 2))
--> 1	2
local function sum(...) local s = 0 for _, v in ipairs({...}) do s = s + v end return s end print(sum(1, 2, 3), sum())
--> 6	0
local function f(...) local n = 0 for i = 1, select("#", ...) do n = n + (select(i, ...) and 1 or 0) end return n end print(f(1, nil, false, 2))
--> 2
print((function(...) return select("#", ...) end)(table.unpack({}, 1, 5)))
--> 5
print(select(2, "a", "b", "c"), select(-1, "a", "b", "c"), select(-2, "a", "b", "c"))
--> b	c	b	c
print(pcall(select, 0, 1) == false, pcall(select, -5, 1) == false, select(7, 1) == nil)
--> true	true	true
print(select("#", table.unpack({1, nil, 3}, 1, 3)), table.unpack({1, 2, 3}, 2), table.unpack({1, 2}, 2, 3))
--> 3	2	2	nil
local t = table.pack((function() return nil, nil, nil end)()) print(t.n, #t)
--> 3	0
local t = {(function(...) return ... end)(1, 2, 3), 10} print(#t, t[1], t[2])
--> 2	1	10
print((function(...) local a, b, c = ..., "x" return a, b, c end)(1, 2))
--> 1	x	nil
print(math.max(table.unpack({3, 9, 4})), string.char(table.unpack({72, 105})))
--> 9	Hi
local function f(...) arg = 1 return ... end print(f(5))
--> 5
print(type(...), select("#", ...))
--> fails in line 1
local function f() return ... end
--> does not parse

-- Tables built in one go.
local t = {1, 2, x = 3, 4, [2] = 5} print(#t, t[1], t[3], t.x)
--> 3	1	4	3
local t = {[1] = "a", "b"} print(t[1])
--> b
local t = {"x"; "y", n = 1; } print(#t, t.n)
--> 2	1
local t = {{1, 2}, {3, {4}}} print(t[2][2][1], #t[1])
--> 4	2
local t = {f = function(self) return self.v end, v = 7} print(t:f(), t.f({v = 8}))
--> 7	8
local k = "key" local t = {[k] = 1, k = 2, ["a b"] = 3} print(t.key, t.k, t["a b"])
--> 1	2	3
local t = {nil, nil, 3} print(t[3], t[1])
--> 3	nil
local t = {[1.5] = "a", [true] = "b", [print] = "c", [2^53] = "d"} print(t[1.5], t[true], t[print], t[2^53])
--> a	b	c	d
local t = {1, 2, nil} print(#t)
--> 2
print(#{1, 2, 3}, #{}, #"abc", #{n = 1})
--> 3	0	3	0
local t = {x = {y = {z = 1}}} t.x.y.z = t.x.y.z + 1 print(t.x.y.z, t["x"]["y"]["z"])
--> 2	2
print(({10, 20, 30})[2], ({a = 1}).a, #({1, 2}), ("x"):rep(3))
--> 20	1	2	xxx
local t = {} t["x"] = 1 t.y = 2 t[1] = 3 t[-1] = 4 t[0] = 5 print(t.x, t["y"], t[1], t[-1], t[0], #t)
--> 1	2	3	4	5	1

-- Calls.
local t = {n = 0} function t.add(x) t.n = t.n + x end function t:inc(x) self.n = self.n + (x or 1) return self end t.add(5) t:inc():inc(3) print(t.n)
--> 9
local t = {a = {b = {}}} function t.a.b.f(x) return x * 2 end function t.a.b:g() return self == t.a.b end print(t.a.b.f(4), t.a.b:g())
--> 8	true
local function f(x) return type(x) end print(f"s", f{}, f[[long]], (f)"s")
--> string	table	string	string
print(("%d"):format(5), ("a,b"):find(",", 1, true), #("x"):rep(5))
--> 5	2	5
local s = "hello" print(s:upper(), s:sub(2, 3), s:len(), (s:gsub("l", "L")))
--> HELLO	el	5	heLLo
local function f(a, b) return a, b end print(f(1), f(1, 2, 3)) print((f(1, 2)))
--> 1	1	2
--> 1
print((function(a, b, c) return c end)(1, 2))
--> nil
local f = function() return function() return function() return "deep" end end end print(f()()())
--> deep
local obj = setmetatable({}, {__index = {hi = function(self, n) return n + 1 end}}) print(obj:hi(1), obj.hi(obj, 2))
--> 2	3
local function f(t) return t[1] end print(f{5}, f{f{7}})
--> 5	7
print(#{(function() return 1, 2, 3 end)()}, #{((function() return 1, 2, 3 end)())})
--> 3	1
local t = {g = function(self, ...) return select("#", ...) end} print(t:g(1, 2), t:g((function() return 1, 2, 3 end)()))
--> 2	3
print(type(print) == "function", tostring(nil), tostring(true))
--> true	nil	true
local a = {} function a:x() return self end print(a:x() == a, a.x(5))
--> true	5
local s = ("x"):rep(3):upper():lower():len() print(s)
--> 3
local x = 1
	print(x)
	(function() print("on a line of its own") end)()
--> 1
--> fails in line 2
