-- create, resume, yield.
local co = coroutine.create(function(a, b) local c = coroutine.yield(a + b) local d, e = coroutine.yield(c * 2) return d, e, "end" end) print(coroutine.resume(co, 1, 2)) print(coroutine.resume(co, 10)) print(coroutine.resume(co, "x", "y")) print(coroutine.resume(co)) print(coroutine.status(co))
--> true	3
--> true	20
--> true	x	y	end
--> false	cannot resume dead coroutine
--> dead
local co = coroutine.create(function(...) local n = select("#", ...) while true do n = n + select("#", coroutine.yield(n)) end end) print(coroutine.resume(co, 1, nil), coroutine.resume(co, nil, nil, nil), coroutine.resume(co))
--> true	true	true	5
local co = coroutine.create(function() return end) print(coroutine.status(co), coroutine.resume(co)) print(coroutine.status(co), coroutine.resume(co))
--> suspended	true
--> dead	false	cannot resume dead coroutine
local co = coroutine.create(function() error("oops", 0) end) print(coroutine.resume(co)) print(coroutine.status(co), coroutine.resume(co))
--> false	oops
--> dead	false	cannot resume dead coroutine
local co = coroutine.create(function() error({code = 5}) end) print(select(2, coroutine.resume(co)).code)
--> 5
local co = coroutine.create(function() local x = nil; x() end) print((coroutine.resume(co)), coroutine.status(co))
--> false	dead
print((pcall(coroutine.create)), (pcall(coroutine.create, 1)), (pcall(coroutine.resume, 1)), (pcall(coroutine.status, nil)), (pcall(coroutine.wrap)))
--> false	false	false	false	false
local co = coroutine.create(print) print(coroutine.resume(co, "a host function", 1))
--> a host function	1
--> true
local co co = coroutine.create(function() return coroutine.status(co), coroutine.resume(co) end) print(coroutine.resume(co))
--> true	running	false	cannot resume non-suspended coroutine
local co = coroutine.create(function() for i = 1, 3 do coroutine.yield(i) end end) while true do local ok, v = coroutine.resume(co) if not v then break end print(ok, v) end print(coroutine.status(co))
--> true	1
--> true	2
--> true	3
--> dead
local a a = coroutine.create(function() local b = coroutine.create(function() return coroutine.status(a) end) return coroutine.resume(b) end) print(coroutine.resume(a))
--> true	true	normal

-- wrap.
local f = coroutine.wrap(function() for i = 1, 3 do coroutine.yield(i) end end) print(f(), f(), f(), f())
--> 1	2	3
local f = coroutine.wrap(function() return 1 end) f() print((pcall(f)))
--> false
local f = coroutine.wrap(function() return 1 end) f() print(fails(function() f() end))
--> fails in line 1
print(pcall(coroutine.wrap(function() error("w", 0) end))) print(pcall(coroutine.wrap(function() error({1}) end)) == false)
--> false	w
--> true
print(pcall(coroutine.wrap(function() error("w") end)))
--> false	line 1: w
local function gen(n) return coroutine.wrap(function() for i = 1, n do coroutine.yield(i, i * i) end end) end for i, sq in gen(3) do print(i, sq) end
--> 1	1
--> 2	4
--> 3	9
local function permute(a, n) if n == 0 then coroutine.yield(table.concat(a)) else for i = 1, n do a[i], a[n] = a[n], a[i] permute(a, n - 1) a[i], a[n] = a[n], a[i] end end end for p in coroutine.wrap(function() permute({"a", "b", "c"}, 3) end) do print(p) end
--> bca
--> cba
--> cab
--> acb
--> bac
--> abc
local function walk(t) if type(t) == "table" then for _, v in ipairs(t) do walk(v) end else coroutine.yield(t) end end for v in coroutine.wrap(function() walk({1, {2, {3}}, 4}) end) do print(v) end
--> 1
--> 2
--> 3
--> 4
local outer = coroutine.wrap(function() local inner = coroutine.wrap(function() coroutine.yield(1) coroutine.yield(2) end) coroutine.yield(inner()) coroutine.yield(inner()) end) print(outer(), outer())
--> 1	2
local function filter(p, g) return coroutine.wrap(function() for n in g do if n % p ~= 0 then coroutine.yield(n) end end end) end local g = coroutine.wrap(function() for i = 2, 30 do coroutine.yield(i) end end) for _ = 1, 10 do local p = g() if not p then break end print(p) g = filter(p, g) end
--> 2
--> 3
--> 5
--> 7
--> 11
--> 13
--> 17
--> 19
--> 23
--> 29
local prod = coroutine.create(function() for _, v in ipairs({"x", "y"}) do coroutine.yield(v) end return nil end) local function recv() local _, v = coroutine.resume(prod) return v end print(recv(), recv(), recv())
--> x	y	nil
local f = coroutine.wrap(function(a) while true do a = coroutine.yield(a * 2) end end) print(f(1), f(2), f(3))
--> 2	4	6

-- status, isyieldable, running, close.
print(coroutine.isyieldable(), select(2, coroutine.running()), type(coroutine.running()))
--> false	true	thread
local co co = coroutine.create(function() local me, main = coroutine.running() return me == co, main, coroutine.isyieldable() end) print(coroutine.resume(co))
--> true	true	false	true
local co = coroutine.create(function() coroutine.yield() end) coroutine.resume(co) print(coroutine.status(co), coroutine.close(co), coroutine.status(co), coroutine.close(co))
--> suspended	true	dead	true
local co = coroutine.create(function() error("x", 0) end) coroutine.resume(co) print(coroutine.close(co)) print(coroutine.status(co))
--> false	x
--> dead
local co = coroutine.create(function() error("x", 0) end) coroutine.resume(co) print(coroutine.close(co), coroutine.close(co))
--> false	true
local co = coroutine.create(print) print(coroutine.close(co), coroutine.status(co), coroutine.resume(co))
--> true	dead	false	cannot resume dead coroutine
local co co = coroutine.create(function() return pcall(coroutine.close, co) end) print((select(2, coroutine.resume(co))))
--> false
print((pcall(coroutine.yield, 1)), (pcall(coroutine.close, coroutine.running())))
--> false	false
local co = coroutine.wrap(function() return coroutine.isyieldable(), pcall(coroutine.isyieldable) end) print(co())
--> true	true	true
print(coroutine.resume(coroutine.create(function(...) return select("#", ...), ... end), nil, nil))
--> true	2	nil	nil

-- yield across calls.
local f = coroutine.wrap(function() return pcall(function() coroutine.yield(1) error("z", 0) end) end) print(f(), f())
--> 1	false	z
local f = coroutine.wrap(function() local ok, v = pcall(coroutine.yield, "in pcall") return ok, v end) print(f()) print(f("back"))
--> in pcall
--> true	back
local f = coroutine.wrap(function() local t = setmetatable({}, {__index = function(_, k) return coroutine.yield(k) end}) return t.key end) print(f(), f("value"))
--> key	value
local f = coroutine.wrap(function() local t = setmetatable({}, {__newindex = function(t, k, v) rawset(t, k, coroutine.yield(v)) end}) t.x = 1 return t.x end) print(f(), f("set"))
--> 1	set
local f = coroutine.wrap(function() local t = setmetatable({}, {__add = function(a, b) return coroutine.yield(b) end, __call = function(_, x) return coroutine.yield(x) end, __concat = function(_, s) return coroutine.yield(s) end}) return t + 5, t("called"), t .. "cat" end) print(f(), f("sum"), f("call")) print(f("concat"))
--> 5	called	cat
--> sum	call	concat
local f = coroutine.wrap(function() local mt = {__eq = function() return coroutine.yield("eq") end, __lt = function() return coroutine.yield("lt") end, __le = function() return coroutine.yield("le") end, __len = function() return coroutine.yield("len") end} local a, b = setmetatable({}, mt), setmetatable({}, mt) return a == b, a < b, a <= b, #a end) print(f(), f(true), f(false), f(true)) print(f(9))
--> eq	lt	le	len
--> true	false	true	9
local f = coroutine.wrap(function() for k in (function() return coroutine.yield("next") end) do return k end end) print(f(), f("item"))
--> next	item
local f = coroutine.wrap(function() for i in coroutine.wrap(function() coroutine.yield(1) coroutine.yield(2) end) do coroutine.yield(i * 10) end return "done" end) print(f(), f(), f())
--> 10	20	done
local f = coroutine.wrap(function() return select(2, xpcall(function() return coroutine.yield("x") end, print)) end) print(f(), f("y"))
--> x	y
local f = coroutine.wrap(function() local function rec(n) if n == 0 then coroutine.yield("bottom") return 0 end return 1 + rec(n - 1) end return rec(20) end) print(f(), f())
--> bottom	20
local f = coroutine.wrap(function() return coroutine.yield(coroutine.yield(1)) end) print(f(), f(2), f(3))
--> 1	2	3
local f = coroutine.wrap(function() local t = {coroutine.yield("a"), coroutine.yield("b")} return #t, t[1], t[2], t[3] end) print(f(), f(1, 2)) print(f(3, 4))
--> a	b
--> 3	1	3	4
local f = coroutine.wrap(function(...) local function inner(...) return coroutine.yield(...) end return inner(...) end) print(f(1, 2, 3)) print(f(4, 5))
--> 1	2	3
--> 4	5
local log = {} local function task(name, n) return coroutine.create(function() for i = 1, n do log[#log + 1] = name .. i coroutine.yield() end end) end local tasks = {task("a", 2), task("b", 3)} while #tasks > 0 do for i = #tasks, 1, -1 do coroutine.resume(tasks[i]) if coroutine.status(tasks[i]) == "dead" then table.remove(tasks, i) end end end print(table.concat(log, " "))
--> b1 a1 b2 a2 b3
local x = 0 local co = coroutine.wrap(function() x = x + 1 coroutine.yield() x = x + 10 end) co() x = 5 co() print(x)
--> 15
