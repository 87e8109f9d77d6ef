-- for with numbers.
local last for i = 1, 3 do last = i end print(last, i)
--> 3	nil
local t = {} for i = 10, 1, -3 do t[#t + 1] = i end print(table.concat(t, " "))
--> 10 7 4 1
local t = {} for i = 1, 0 do t[#t + 1] = i end print(#t)
--> 0
local t = {} for i = 1, 2, 0.5 do t[#t + 1] = i * 2 end print(#t, t[2] == 3)
--> 3	true
local n = 0 for x = 0, 1, 0.1 do n = n + 1 end print(n)
--> 11
local n = 0 for x = 1, 0, -0.25 do n = n + 1 end print(n)
--> 5
for i = 3, 1 do print("never") end print("done")
--> done
for i = 1, 3 do local j = i i = 10 print(j, i) end
--> 1	10
--> 2	10
--> 3	10
for i = 1, math.huge do if i > 3 then print(i) break end end
--> 4
for i = -1, -math.huge, -1 do if i < -3 then print(i) break end end
--> -4
for i = 1, 2.9 do print(i) end
--> 1
--> 2
for i = -1, -2.9, -1 do print(i) end
--> -1
--> -2
local a, b, c = 1, 3, 1 for i = a, b, c do a, b, c = 100, 100, 100 print(i) end
--> 1
--> 2
--> 3
local calls = 0 local function lim() calls = calls + 1 return 3 end for i = 1, lim() do end print(calls)
--> 1
print(fails(function() for i = 1, 10, 0 do end end))
--> fails in line 1
print((pcall(function() for i = {}, 10 do end end)), (pcall(function() for i = 1, {} do end end)), (pcall(function() for i = 1, 2, {} do end end)))
--> false	false	false
for i = 9007199254740988, 9007199254740990 do print(i) end
--> 9007199254740988
--> 9007199254740989
--> 9007199254740990
for i = 3, -3, -2 do local s = i < 0 and "minus" or "plus" print(i, s) end
--> 3	plus
--> 1	plus
--> -1	minus
--> -3	minus
local s = 0 for i = 1, 3 do for i = 1, 3 do s = s + i end end print(s)
--> 18

-- for with iterators.
for i, v in ipairs({"a", nil, "c"}) do print(i, v) end
--> 1	a
for k, v in next, {10, 20} do print(k, v) end
--> 1	10
--> 2	20
for k, v in pairs({}) do print("never") end print("none")
--> none
local function range(n) local i = 0 return function() i = i + 1 if i <= n then return i, i * i end end end for i, sq in range(3) do print(i, sq) end
--> 1	1
--> 2	4
--> 3	9
local function iter(s, c) if c < s then return c + 1 end end for i in iter, 3, 0 do print(i) end
--> 1
--> 2
--> 3
for a, b, c, d in function(s, c) if not c then return 1, 2, 3 end end do print(a, b, c, d) end
--> 1	2	3	nil
for i, v in ipairs({1, 2, 3}) do i, v = v * 10, "x" print(i, v) end
--> 10	x
--> 20	x
--> 30	x
local t, last = {1, 2, 3} for i, v in ipairs(t) do if i == 1 then t[4] = 4 end last = v end print(last)
--> 4
local t = {a = 1, b = 2, c = 3} local n = 0 for k in pairs(t) do t[k] = nil n = n + 1 end print(n, next(t))
--> 3	nil
local t = {a = 1, b = 2} for k, v in pairs(t) do t[k] = v * 10 end print(t.a, t.b)
--> 10	20
for v in (function() local done return function() if not done then done = true return false or nil end end end)() do print("never") end print("ended")
--> ended
for k, v in pairs(setmetatable({}, {__pairs = function() return function(_, k) k = (k or 0) + 1 if k < 3 then return k, k * 2 end end, nil, nil end})) do print(k, v) end
--> 1	2
--> 2	4
for w, n in ("a1 b2"):gmatch("(%a)(%d)") do print(w, n) end
--> a	1
--> b	2
print(pcall(function() for x in nil do end end) == false, pcall(function() for x in 5 do end end) == false)
--> true	true
local ok = pcall(function() for i, v in {1, 2} do end end) print(ok)
--> false

-- while, repeat, if.
local i = 0 while true do i = i + 1 if i == 5 then break end end print(i)
--> 5
local i = 10 repeat local done = i < 5 i = i - 1 until done print(i)
--> 3
while false do print("never") end while nil do print("never") end print("ok")
--> ok
repeat until true print("once")
--> once
local x = 0 if x then print("0 is true") end if "" then print("'' is true") end if not nil then print("nil is false") end
--> 0 is true
--> '' is true
--> nil is false
local function f(x) if x < 10 then return "a" elseif x < 20 then return "b" else return "c" end end print(f(5), f(15), f(25))
--> a	b	c
local n = 0 for i = 1, 3 do for j = 1, 3 do if j == 2 then break end n = n + 1 end end print(n)
--> 3
local i = 0 repeat i = i + 1 if i == 3 then break end until false print(i)
--> 3
do local a = 1 do local a = 2 end print(a) end
--> 1
local t = {} while #t < 3 do t[#t + 1] = #t end print(t[1], t[2], t[3])
--> 0	1	2
if false then elseif nil then else print("else") end
--> else
local i = 1 while i < 100 do i = i * 2 if i > 20 then do break end end end print(i)
--> 32

-- goto.
local s = "" for i = 1, 3 do for j = 1, 3 do if j == 2 then goto next end s = s .. " " .. i .. j end ::next:: end print(s)
-->  11 21 31
local i, s = 1, 0 ::top:: if i <= 3 then s = s + i i = i + 1 goto top end print(s)
--> 6
for i = 1, 5 do if i % 2 == 1 then goto continue end print(i) ::continue:: end
--> 2
--> 4
local i = 0 while i < 5 do i = i + 1 if i == 2 then goto continue end if i == 4 then goto done end print(i) ::continue:: end ::done:: print("done", i)
--> 1
--> 3
--> done	4
local i = 0 repeat i = i + 1 if i == 2 then goto continue end print(i) ::continue:: until i >= 3
--> 1
--> 3
do goto skip print("never") ::skip:: end print("after")
--> after
goto f local x ::f:: print("this is not the end of the block")
--> does not parse
do local k = 0 ::a:: k = k + 1 if k < 3 then goto a end print(k) end
--> 3
for i = 1, 3 do for j = 1, 3 do if i * j == 4 then print(i, j) goto out end end end ::out:: print("out")
--> 2	2
--> out
local n = 0 ::a:: do n = n + 1 if n < 3 then goto a end end print(n)
--> 3
goto x do ::y:: print("y") goto z end ::x:: print("x") ::z:: print("z")
--> x
--> z
do ::l1:: end do ::l1:: print("the same label in two blocks") end
--> the same label in two blocks
local function f() goto e ::s:: do return "s" end ::e:: goto s end print(f())
--> s
goto nowhere
--> does not parse
do goto inner end do ::inner:: end
--> does not parse
goto over local x = 1 ::over:: print(x)
--> does not parse
::twice:: ::twice::
--> does not parse
repeat if x then goto cont end local y = 1 ::cont:: until y
--> does not parse
break
--> does not parse
while true do local function f() break end end
--> does not parse

-- Semicolons, blocks, returns.
;;; print(1);;; ; local a = 1; print(a);
--> 1
--> 1
local function f() return end print(select("#", f()))
--> 0
local function f() return; end print(select("#", f()))
--> 0
local function f() do return 1 end print("never") end print(f())
--> 1
local function f() return nil end print(select("#", f()))
--> 1
local a <const> = 5 print(a + 1)
--> 6
local a <const>, b = 1, 2 b = b + a print(a, b)
--> 1	3
local a <const> = 1 a = 2
--> does not parse
local a <foo> = 1
--> does not parse
local function f() local x <const> = {} x.y = 1 return x.y end print(f())
--> 1
local f <const> = function() return 1 end print(f())
--> 1
local function f() return 1 print("never") end
--> does not parse
