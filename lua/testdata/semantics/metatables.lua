-- Reading and writing fields.
local t = setmetatable({}, {__index = {x = 1}}) print(t.x, t.y, rawget(t, "x"))
--> 1	nil	nil
local t = setmetatable({}, {__index = function(t, k) return k .. "!" end}) print(t.x, t[1], rawget(t, "x"))
--> x!	1!	nil
local A = {} A.__index = A function A.new(v) return setmetatable({v = v}, A) end function A:get() return self.v end local B = setmetatable({}, {__index = A}) B.__index = B function B:twice() return self:get() * 2 end local b = setmetatable({v = 4}, B) print(b:get(), b:twice(), A.new(1):get())
--> 4	8	1
local t = setmetatable({}, {__index = setmetatable({}, {__index = setmetatable({z = "deep"}, {__index = function(_, k) return k end})})}) print(t.z, t.other)
--> deep	other
local log = {} local t = setmetatable({}, {__newindex = function(t, k, v) log[#log + 1] = k rawset(t, k, v) end}) t.a = 1 t.a = 2 t.b = 3 print(table.concat(log, " "), t.a)
--> a b	2
local store = {} local t = setmetatable({}, {__newindex = store}) t.x = 1 print(rawget(t, "x"), store.x, t.x)
--> nil	1	nil
local t = setmetatable({x = 1}, {__index = function() return "never" end, __newindex = function() error("never") end}) t.x = t.x + 1 print(t.x)
--> 2
local t = setmetatable({x = 1}, {__newindex = function(t, k, v) rawset(t, k, "via") end}) t.x = nil t.x = 5 print(t.x)
--> via
local t = setmetatable({}, {__index = function(t, k) local v = k * k rawset(t, k, v) return v end}) print(t[4], rawget(t, 4), rawget(t, 5))
--> 16	16	nil
local ro = setmetatable({}, {__index = {a = 1}, __newindex = function(_, k) error("read-only " .. k, 2) end, __metatable = false}) print(ro.a, pcall(function() ro.b = 1 end))
--> 1	false	line 1: read-only b
local t = setmetatable({}, {__index = string}) print(t.upper("x"), t.format("%d", 3))
--> X	3
local d = setmetatable({}, {__index = function() return 0 end}) d.x = d.x + 1 d.x = d.x + 1 d.y = d.y + 5 print(d.x, d.y)
--> 2	5
local t = setmetatable({}, {__index = function(t, k, extra) return select("#", t, k, extra) end}) print(t.x)
--> 3
local t = setmetatable({}, {__index = function() return 1, 2, 3 end}) print(t.x, (t.y))
--> 1	1
local t = {} t.__index = t setmetatable(t, t) print(pcall(function() return t.x end) == false)
--> true
local p = setmetatable({}, {__index = _G}) print(p.print == print, p.nothing)
--> true	nil

-- Arithmetic: the left operand is asked first; each operator has its own.
local mt = {} for _, e in ipairs({"add", "sub", "mul", "div", "mod", "pow", "idiv", "band", "bor", "bxor", "shl", "shr", "concat"}) do mt["__" .. e] = function(a, b) return e .. ":" .. type(a) .. ":" .. type(b) end end local t = setmetatable({}, mt) print(t + 1, 1 + t, t - 1, t * 1, t / 1, t % 1, t ^ 1, t // 1) print(t & 1, 1 | t, t ~ 1, t << 1, 1 >> t, t .. "x", "x" .. t, 1 .. t)
--> add:table:number	add:number:table	sub:table:number	mul:table:number	div:table:number	mod:table:number	pow:table:number	idiv:table:number
--> band:table:number	bor:number:table	bxor:table:number	shl:table:number	shr:number:table	concat:table:string	concat:string:table	concat:number:table
local t = setmetatable({}, {__unm = function(a) return "minus" end, __bnot = function(a) return "not" end, __len = function() return 42 end}) print(-t, ~t, #t)
--> minus	not	42
local V = {} V.__index = V V.__add = function(a, b) return setmetatable({x = a.x + b.x}, V) end V.__eq = function(a, b) return a.x == b.x end V.__tostring = function(v) return "V" .. v.x end local function new(x) return setmetatable({x = x}, V) end print(tostring(new(1) + new(2)), new(1) == new(1), new(1) ~= new(2))
--> V3	true	true
local V = {__mul = function(a, b) if type(a) == "number" then return "n*t" elseif type(b) == "number" then return "t*n" end return "t*t" end} local t = setmetatable({}, V) print(2 * t, t * 2, t * t)
--> n*t	t*n	t*t
local a, b = setmetatable({}, {__add = function() return "a" end}), setmetatable({}, {__add = function() return "b" end}) print(a + b, b + a, 1 + b, {} + b)
--> a	b	b	b
local t = setmetatable({}, {__add = function(a, b) return a, b end}) local x, y = t + 1 print(x == t, y)
--> true	nil
local t = setmetatable({}, {__sub = function(a, b) return nil end}) print(t - t)
--> nil
print(pcall(function() return setmetatable({}, {}) + 1 end) == false, pcall(function() return setmetatable({}, {__add = 5}) + 1 end) == false)
--> true	true
local t t = setmetatable({}, {__concat = function(a, b) return table.concat({a == t and "T" or a, b == t and "T" or b}) end}) print("a" .. "b" .. t) print(t .. "a" .. "b") print(t .. t) print(1 .. t .. 2)
--> abT
--> Tab
--> TT
--> 1T2
local n = 0 local t = setmetatable({}, {__concat = function(a, b) n = n + 1 return "x" end}) print(t .. t .. t .. "y", n)
--> x	3
local t = setmetatable({}, {__idiv = function(a, b) return "idiv" end, __mod = function(a, b) return "mod" end}) print(t // 0, t % 0, 0 // t)
--> idiv	mod	idiv
local t = setmetatable({}, {__band = function(a, b) return type(a) .. type(b) end}) print(t & 1.5, "x" & t, t & t, nil & t)
--> tablenumber	stringtable	tabletable	niltable
print(("5" + 1), (pcall(function() return "a" & 1 end)), ("3" * "4"))
--> 6	false	12

-- Comparison.
local mt = {__eq = function(a, b) return true end} local a, b = setmetatable({}, mt), setmetatable({}, mt) print(a == b, a ~= b, a == 1, rawequal(a, b), a == a)
--> true	false	false	false	true
local n = 0 local mt = {__eq = function() n = n + 1 return 1 end} local a, b = setmetatable({}, mt), setmetatable({}, mt) print(a == b, n, a == a, n)
--> true	1	true	1
local mt = {__lt = function(a, b) return a.v < b.v end, __le = function(a, b) return a.v <= b.v end} local function n(v) return setmetatable({v = v}, mt) end print(n(1) < n(2), n(2) < n(1), n(1) <= n(1), n(2) > n(1), n(1) >= n(2))
--> true	false	true	true	false
local mt = {__lt = function(a, b) return "yes" end, __le = function() return nil end} local a, b = setmetatable({}, mt), setmetatable({}, mt) print(a < b, a > b, a <= b, a >= b)
--> true	true	false	false
local t = setmetatable({}, {__lt = function() return true end}) print((pcall(function() return t <= t end)))
--> true
print(pcall(function() return setmetatable({}, {}) < setmetatable({}, {}) end) == false)
--> true
local mt = {__lt = function(a, b) return a[1] < b[1] end} local t = {} for i, v in ipairs({3, 1, 2}) do t[i] = setmetatable({v}, mt) end table.sort(t) print(t[1][1], t[2][1], t[3][1])
--> 1	2	3
local mt = {__lt = function(a, b) return #a < #b end} print(setmetatable({}, mt) < setmetatable({1}, mt), setmetatable({1}, mt) > setmetatable({}, mt))
--> true	true

-- Calling, length, tostring, pairs.
local t = setmetatable({}, {__call = function(self, a, b) return self, a, b end}) print(t(1, 2) == t, select(2, t(1, 2)), select("#", t()))
--> true	1	3
local t = setmetatable({}, {__call = function(_, ...) return select("#", ...), ... end}) print(t(), t(nil), t(1, 2))
--> 0	1	2	1	2
local t = setmetatable({}, {__call = function(_, s) return s end}) print(t"str", t{1}[1], pcall(t, 5))
--> str	1	true	5
local C = setmetatable({}, {__call = function(cls, v) return setmetatable({v = v}, cls) end}) C.__index = C function C:get() return self.v end print(C(7):get())
--> 7
local t = setmetatable({1, 2, 3}, {__len = function() return 10 end}) print(#t, t[#t])
--> 10	nil
print(tostring(setmetatable({}, {__tostring = function(t) return "T" end})), #tostring(setmetatable({}, {__tostring = function() return "" end})))
--> T	0
local t = setmetatable({}, {__pairs = function(t) return function(_, k) k = (k or 0) + 1 if k <= 2 then return k, "v" .. k end end, t, nil end}) for k, v in pairs(t) do print(k, v) end
--> 1	v1
--> 2	v2
local t = setmetatable({}, {__index = function(_, i) if i <= 3 then return i * i end end}) for i, v in ipairs(t) do print(i, v) end
--> 1	1
--> 2	4
--> 3	9
local t = setmetatable({10}, {__index = {20, 30}}) local s = 0 for _, v in ipairs(t) do s = s + v end print(s, #t)
--> 40	1
local t = setmetatable({}, {__index = function(_, k) return k end}) print(next(t), rawequal(t[1], 1))
--> nil	true
local t = setmetatable({}, {__len = function() return 3 end, __index = function(_, i) return "e" .. i end}) print(table.concat(t, " "), table.unpack(t))
--> e1 e2 e3	e1	e2	e3
local proxy = {} local t = setmetatable({}, {__len = function() return #proxy end, __newindex = function(_, k, v) proxy[k] = v end, __index = proxy}) table.insert(t, "a") table.insert(t, "b") print(#t, proxy[1], proxy[2])
--> 2	a	b

-- Setting and getting.
print(getmetatable({}), getmetatable(setmetatable({}, {__metatable = "mine"})), getmetatable(1), getmetatable(nil), getmetatable(print))
--> nil	mine	nil	nil	nil
local mt = {} local t = setmetatable({}, mt) print(getmetatable(t) == mt, setmetatable(t, nil) == t, getmetatable(t))
--> true	true	nil
print((pcall(setmetatable, setmetatable({}, {__metatable = 1}), {})), (pcall(setmetatable, 1, {})), (pcall(setmetatable, {}, 1)), (pcall(setmetatable, {})))
--> false	false	false	false
print(("x").upper == string.upper, ("abc").len == string.len, ("x").nothing)
--> true	true	nil
local mt = {__index = function() return 1 end} local t = setmetatable({}, mt) print(t.x) mt.__index = function() return 2 end print(t.x) mt.__index = nil print(t.x)
--> 1
--> 2
--> nil
local mt = {} local a = setmetatable({}, mt) mt.__add = function() return "later" end print(a + a)
--> later
local t = setmetatable({}, {__name = "Thing"}) print((pcall(function() return t + 1 end)))
--> false
