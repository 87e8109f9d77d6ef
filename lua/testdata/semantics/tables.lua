-- insert, remove, concat, unpack, move.
local t = {1, 2, 3} table.insert(t, 4) table.insert(t, 1, 0) table.insert(t, #t + 1, 5) print(table.concat(t, ","))
--> 0,1,2,3,4,5
local t = {1, 2, 3} print(table.remove(t), table.remove(t, 1), #t, t[1], table.remove(t), table.remove(t), #t)
--> 3	1	1	2	2	nil	0
local t = {} print(table.remove(t), #t) local u = {1} print(table.remove(u, 2), #u) local v = {n = 0} print(table.remove(v, 0), #v)
--> nil	0
--> nil	1
--> nil	0
local t = {"a", "b", "c"} print(table.remove(t, 2), table.concat(t)) table.insert(t, 2, "x") print(table.concat(t))
--> b	ac
--> axc
print((pcall(table.insert, {1, 2}, 5, 1)), (pcall(table.insert, {1, 2}, 0, 1)), (pcall(table.insert, {})), (pcall(table.insert, {}, 1, 2, 3)), (pcall(table.remove, {1, 2}, 5)), (pcall(table.insert, nil, 1)), (pcall(table.insert, {}, "x", 1)))
--> false	false	false	false	false	false	false
print(fails(function() table.insert({}) end))
--> fails in line 1
print(fails(function() table.insert(nil, 1) end))
--> fails in line 1
print(table.concat({}), table.concat({1, 2, 3}), table.concat({1, 2, 3}, ", "), table.concat({1, 2, 3}, ", ", 2), table.concat({1, 2, 3}, ", ", 2, 3), table.concat({"a", "b"}, "", 1, 1), table.concat({1}, ",", 2), table.concat({1.5, "x"}, " "))
--> 	123	1, 2, 3	2, 3	2, 3	a		1.5 x
print((pcall(table.concat, {1, {}, 3})), (pcall(table.concat, {1, 2}, ",", 1, 3)), (pcall(table.concat, {true})), table.concat({1, 2}, 0))
--> false	false	false	102
print(fails(function() table.concat({1, {}, 3}) end))
--> fails in line 1
print(table.unpack({1, 2, 3})) print(table.unpack({1, 2, 3}, 2)) print(table.unpack({1, nil, 3}, 1, 3)) print(select("#", table.unpack({})), select("#", table.unpack({}, 1, 2)), table.unpack({1, 2}, -1, 0))
--> 1	2	3
--> 2	3
--> 1	nil	3
--> 0	2	nil	nil
local t = table.pack(1, nil, 3) print(t.n, t[1], t[2], t[3], table.pack().n)
--> 3	1	nil	3	0
print(table.concat(table.move({1, 2, 3}, 1, 3, 2), ","), table.concat(table.move({1, 2, 3}, 2, 3, 1), ","), table.concat(table.move({1, 2, 3}, 1, 3, 1, {}), ","), table.concat(table.move({1, 2, 3}, 1, 0, 5), ","), #table.move({1, 2}, 1, 2, 3))
--> 1,1,2,3	2,3,3	1,2,3	1,2,3	4
local t = {} for i = 1, 5 do table.insert(t, 1, i) end print(table.concat(t)) while #t > 2 do table.remove(t, 1) end print(table.concat(t))
--> 54321
--> 21
local q = {first = 1, last = 0} for i = 1, 3 do q.last = q.last + 1 q[q.last] = i * i end while q.first <= q.last do print(q[q.first]) q[q.first] = nil q.first = q.first + 1 end
--> 1
--> 4
--> 9
print(table.getn == nil, table.maxn == nil, table.foreach == nil)
--> true	true	true

-- sort.
local t = {5, 2, 8, 1} table.sort(t) print(table.concat(t, ",")) table.sort(t, function(a, b) return a > b end) print(table.concat(t, ","))
--> 1,2,5,8
--> 8,5,2,1
local t = {"b", "a", "C", "aa", ""} table.sort(t) print(table.concat(t, ","))
--> ,C,a,aa,b
local t = {} for i = 1, 100 do t[i] = (i * 37) % 101 end table.sort(t) for i = 2, 100 do if t[i] < t[i - 1] then print("bad") end end print(t[1], t[100])
--> 1	100
local t = {{n = 3}, {n = 1}, {n = 2}} table.sort(t, function(a, b) return a.n < b.n end) print(t[1].n, t[2].n, t[3].n)
--> 1	2	3
local t = {3.5, 1, 2.25, -1} table.sort(t) print(table.concat(t, " ")) local e = {} table.sort(e) print(#e) local one = {1} table.sort(one) print(one[1])
--> -1 1 2.25 3.5
--> 0
--> 1
print((pcall(table.sort, {1, "x"})), (pcall(table.sort, {1, {}, 3})), (pcall(table.sort, {3, 2, 1}, 5)), pcall(table.sort, {1, 2}, nil))
--> false	false	false	true
local words = {"pear", "fig", "apple"} table.sort(words, function(a, b) if #a ~= #b then return #a < #b end return a < b end) print(table.concat(words, " "))
--> fig pear apple
local scores = {bo = 3, al = 5, cy = 1} local names = {} for n in pairs(scores) do names[#names + 1] = n end table.sort(names, function(a, b) return scores[a] > scores[b] end) print(table.concat(names, " "))
--> al bo cy

-- Length and holes.
local t = {1, 2, 3} t[4] = 4 print(#t) t[#t] = nil print(#t) t[#t + 1] = "x" print(#t, t[4])
--> 4
--> 3
--> 4	x
local t = {} t[1] = 1 t[2] = 2 t[4] = 4 print(#t == 2 or #t == 4)
--> true
local t = {n = 1, [0] = 0, [-1] = -1} print(#t)
--> 0
local t = {1, 2, 3} t[2] = nil print(#t)
--> 3
print(#{nil}, #{nil, 2}, #{1, nil, 3}, #{1, nil, nil})
--> 0	2	3	1
local t = {} for i = 1, 10 do t[i] = i end for i = 10, 6, -1 do t[i] = nil end print(#t)
--> 5
local t = {} for i = 10, 1, -1 do t[i] = i end print(#t)
--> 10
local t = {1, 2, 3} t[5] = 5 t[4] = 4 print(#t)
--> 5

-- Keys.
local t = {} t[1] = "int" t[1.0] = "float" print(t[1], #t, next(t))
--> float	1	1	float
local t = {} t[1] = "n" t["1"] = "s" print(t[1], t["1"])
--> n	s
local t = {} t[2^53] = "big" print(t[2^53], t[9007199254740992])
--> big	big
local t = {} t[1.5] = "a" t[-1] = "b" t[true] = "c" t[print] = "d" t[t] = "e" print(t[1.5], t[-1], t[true], t[print], t[t])
--> a	b	c	d	e
local t = {} t[0.1 + 0.2] = 1 print(t[0.3], t[0.1 + 0.2])
--> nil	1
local t = {[-0.0] = 1} print(t[0])
--> 1
print((pcall(function() local t = {} t[nil] = 1 end)), (pcall(function() local t = {} t[0 / 0] = 1 end)), (pcall(function() return {[nil] = 1} end)), ({})[nil], ({})[0 / 0])
--> false	false	false	nil	nil
print(fails(function() local t = {} t[nil] = 1 end))
--> fails in line 1
print(fails(function() local t = {} t[0 / 0] = 1 end))
--> fails in line 1
print(pcall(rawset, {}, nil, 1) == false)
--> true
local a, b = {}, {} local t = {[a] = "a", [b] = "b"} print(t[a], t[b], t[{}])
--> a	b	nil
local t = {["x y"] = 1, [""] = 2, ["\0"] = 3, [ [[k]] ] = 4} print(t["x y"], t[""], t["\0"], t.k)
--> 1	2	3	4
local t = {} t.x = 1 t.x = nil t.x = nil print(next(t), t.x)
--> nil	nil
local t = {} t.a = false print(t.a, t.a == nil, next(t))
--> false	false	a	false

-- next, pairs, ipairs.
print(next({}), next({5})) local t = {a = 1} print(next(t), next(t, "a"))
--> nil	1	5
--> a	nil
print((pcall(next)), (pcall(pairs)), (pcall(ipairs)), (pcall(next, nil)))
--> false	false	false	false
print((pcall(function() for _ in pairs(nil) do end end)), (pcall(function() for _ in ipairs(nil) do end end)))
--> false	false
print(fails(function() for _ in ipairs() do end end))
--> fails in line 1
local n, sum = 0, 0 for k, v in pairs({10, 20, 30, x = 40}) do n = n + 1 sum = sum + v end print(n, sum)
--> 4	100
local t = {} for i, v in ipairs({"a", "b", nil, "d"}) do t[#t + 1] = i .. v end print(table.concat(t, " "))
--> 1a 2b
local t = {1, 2, 3, 4} for i = #t, 1, -1 do if t[i] % 2 == 0 then table.remove(t, i) end end print(table.concat(t, " "))
--> 1 3
local t = {a = 1, b = 2, c = 3} for k in pairs(t) do if k ~= "b" then t[k] = nil end end print(t.a, t.b, t.c)
--> nil	2	nil
local f, s, c = ipairs({7}) print(type(f), type(s), c, f(s, c)) print(select("#", f(s, 1)))
--> function	table	0	1	7
--> 1
local f, s, c = pairs({}) print(f == next, type(s), c)
--> true	table	nil
local count = 0 for _ in pairs({nil, nil, 3}) do count = count + 1 end print(count)
--> 1
local seen = {} for k, v in pairs({x = 1, y = 2, 3}) do seen[k] = v end print(seen.x, seen.y, seen[1])
--> 1	2	3
local function keys(t) local out = {} for k in pairs(t) do out[#out + 1] = tostring(k) end table.sort(out) return table.concat(out, " ") end print(keys({b = 1, a = 2, 10, 20}))
--> 1 2 a b
local copy copy = function(t) local c = {} for k, v in pairs(t) do c[k] = type(v) == "table" and copy(v) or v end return c end local t = {a = {b = {1, 2}}} local u = copy(t) u.a.b[1] = 9 print(t.a.b[1], u.a.b[1], #u.a.b)
--> 1	9	2
local Stack = {} Stack.__index = Stack function Stack.new() return setmetatable({n = 0}, Stack) end function Stack:push(v) self.n = self.n + 1 self[self.n] = v end function Stack:pop() local v = self[self.n] self[self.n] = nil self.n = self.n - 1 return v end local s = Stack.new() s:push(1) s:push(2) print(s:pop(), s:pop(), s.n)
--> 2	1	0
local grid = {} for y = 1, 2 do grid[y] = {} for x = 1, 3 do grid[y][x] = x * y end end print(grid[2][3], #grid, #grid[1])
--> 6	2	3
local set = {} for _, v in ipairs({"a", "b", "a"}) do set[v] = true end print(set.a, set.b, set.c)
--> true	true	nil

-- math.
print(math.floor(3.7), math.floor(-3.7), math.ceil(3.2), math.ceil(-3.2), math.abs(-5), math.max(1, 5, 3), math.min(4, 2, 8), math.max(2.5, 2))
--> 3	-4	4	-3	5	5	2	2.5
print(math.huge, -math.huge, math.pi, math.sqrt(16) == 4, math.abs(-0.5), math.floor(5), math.ceil(5))
--> inf	-inf	3.1415926535898	true	0.5	5	5
print(math.fmod(7, 3), math.fmod(-7, 3), math.fmod(7, -3), math.fmod(5.5, 2), math.modf(3.7) == 3, math.modf(-3.7) == -3, select(2, math.modf(3.5)))
--> 1	-1	1	1.5	true	true	0.5
print(math.log(8, 2) == 3, math.log(100, 10) == 2, math.log(0) == -math.huge, math.exp(1) == math.exp(1), math.sin(0) == 0, math.cos(0) == 1, math.tan(0) == 0)
--> true	true	true	true	true	true	true
print(math.floor(2^40), math.floor(-0.5), math.ceil(-0.5) == 0, math.floor(1e15 + 0.5), math.fmod(2^53, 3) == 2)
--> 1099511627776	-1	true	1000000000000000	true
print(math.atan(1, 1) == math.pi / 4, math.atan(1) == math.pi / 4, math.deg(math.pi) == 180, math.rad(180) == math.pi, math.asin(1) == math.pi / 2, math.acos(1) == 0)
--> true	true	true	true	true	true
print((pcall(math.floor, "x")), (pcall(math.max)), (pcall(math.fmod, 1, 0)), (pcall(math.abs)), (pcall(math.sqrt, {})), math.floor("3.7"), math.max("10"), math.ceil("2"))
--> false	false	false	false	false	3	10	2
print(math.floor(1/0) == math.huge, math.fmod(6, 3) == 0, math.max(1, 2.5), math.min(1.5), math.abs(math.mininteger) ~= nil)
--> true	true	2.5	1.5	true
local r = math.random() print(r >= 0 and r < 1, math.random(1), (pcall(math.random, 2, 1)), (pcall(math.random, 1, 2, 3)))
--> true	1	false	false
for i = 1, 100 do local r = math.random(3, 5) if r < 3 or r > 5 or r ~= r // 1 then print("bad") end end print("in range")
--> in range
print(math.random(5, 5), math.random(-3, -3), math.type(math.random(10)), (pcall(math.randomseed, 42)))
--> 5	-3	integer	true
print(math.pow == nil, math.ldexp == nil, math.log10 == nil, math.cosh == nil, math.mod == nil)
--> false	false	false	false	true
print(fails(function() return math.floor({}) end))
--> fails in line 1
