-- Each turn of a loop has variables of its own.
local f = {} for i = 1, 3 do f[i] = function() i = i + 10 return i end end print(f[1](), f[1](), f[2](), f[3]())
--> 11	21	12	13
local f = {} for _, v in ipairs({"a", "b"}) do f[#f + 1] = function() return v end end print(f[1](), f[2]())
--> a	b
local f, i = {}, 1 while i <= 3 do local j = i f[i] = function() j = j + 1 return j end i = i + 1 end print(f[1](), f[1](), f[3]())
--> 2	3	4
local f, i = {}, 1 repeat local x = i f[i] = function() return x end i = i + 1 until x >= 3 print(f[1](), f[2](), f[3]())
--> 1	2	3
local f, i = {}, 1 ::again:: local x = i f[i] = function() return x end i = i + 1 if i <= 3 then goto again end print(f[1](), f[2](), f[3]())
--> 1	2	3
local f = {} for i = 1, 5 do local n = i * i if i % 2 == 0 then goto continue end f[#f + 1] = function() return n end ::continue:: end print(#f, f[1](), f[2](), f[3]())
--> 3	1	9	25
local f = {} for i = 1, 3 do local x = 0 f[i] = {function() x = x + i return x end, function() return x end} end f[2][1]() f[2][1]() print(f[1][2](), f[2][2](), f[3][2]())
--> 0	4	0
local f for i = 1, 3 do f = function() return i end if i == 2 then break end end print(f())
--> 2
local out = {} for i = 1, 3 do local up = i for j = 1, 2 do out[#out + 1] = function() up = up + j return up end end end print(out[1](), out[2](), out[3](), out[6](), out[5]())
--> 2	4	3	5	6

-- Upvalues are shared, and live on.
local function counter() local n = 0 return function() n = n + 1 return n end end local a, b = counter(), counter() print(a(), a(), b())
--> 1	2	1
local function pair() local n = 0 return function() n = n + 1 end, function() return n end end local up, get = pair() up() up() print(get())
--> 2
local x = 1 local function f() x = x + 1 return x end x = 10 print(f(), x)
--> 11	11
local function f(a) local function g() a = a + 1 return a end g() return a, g(), a end print(f(1))
--> 2	3	3
local function deep() local a = 1 return function() local b = 10 return function() a = a + 1 b = b + 1 return a + b end end end local f = deep() local g, h = f(), f() print(g(), g(), h())
--> 13	15	15
local function f(...) local n = select("#", ...) return function() n = n + 1 return n end end print(f(1, 2)(), f()())
--> 3	1
local t = {} do local secret = 5 function t.get() return secret end function t.set(v) secret = v end end t.set(9) print(t.get())
--> 9
local a = {} for i = 1, 2 do a[i] = function(set) if set then i = set end return i end end a[1](7) print(a[1](), a[2]())
--> 7	2
local function outer(x) local function inner(y) x = x + y return x end return inner end local add = outer(1) print(add(1), add(2), outer(100)(1))
--> 2	4	101

-- Recursion, and what a name means inside its own declaration.
local function fact(n) return n <= 1 and 1 or n * fact(n - 1) end print(fact(10))
--> 3628800
local f = function(n) return f end print(f(1))
--> nil
local even, odd function even(n) if n == 0 then return true end return odd(n - 1) end function odd(n) if n == 0 then return false end return even(n - 1) end print(even(10), odd(7), even(7))
--> true	true	false
local Y = function(le) return (function(f) return f(f) end)(function(f) return le(function(...) return f(f)(...) end) end) end print(Y(function(self) return function(n) return n < 2 and n or self(n - 1) + self(n - 2) end end)(12))
--> 144
local function loop(n, acc) if n == 0 then return acc end return loop(n - 1, acc + n) end print(loop(10000, 0))
--> 50005000
local s = 0 local function walk(t) for _, v in ipairs(t) do if type(v) == "table" then walk(v) else s = s + v end end end walk({1, {2, {3, {4}}, 5}}) print(s)
--> 15

-- Shadowing.
local x = 1 local x = x + 1 do local x = x * 10 print(x) end print(x)
--> 20
--> 2
local x = 1 if true then local x = 2 print(x) end print(x)
--> 2
--> 1
local x = 1 for x = 5, 5 do print(x) end print(x)
--> 5
--> 1
local x = 1 local function f(x) x = x + 1 return x end print(f(5), x)
--> 6	1
x = 1 local x = 2 _G.x = 3 print(x, _G.x)
--> 2	3
local print = print local function show(...) print("shown", ...) end show(1, nil)
--> shown	1	nil
local type = function() return "mine" end print(type(1), (function() return type(nil) end)())
--> mine	mine
local a = 1 local function f() return a end local a = 2 print(f(), a)
--> 1	2
local x = 1 repeat local x = 5 until x == 5 print(x)
--> 1
local a, a = 1, 2 print(a)
--> 2
local function f(a, a) return a end print(f(1, 2))
--> 2
