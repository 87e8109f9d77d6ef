--- not with parentheses
local state = me.place
if not (state == "home") then dig(1) end
if (not state) == true then dig(1) end
--- two negations compared
local a, b = me.tired, me.gold > 3
if not a == not b then dig(1) end
if not a == b then dig(1) end
if not a == true then dig(1) end
--- tables by name
local t, u = {}, {}
if t == u then dig(1) end
--- counting
for i = 1, 10 do dig(i) end
for i = 10, 1, -1 do dig(i) end
for i = 1, me.gold do dig(i) end
for i = me.gold, 1 do dig(i) end
for i = 3, 3 do dig(i) end
for i = #mem, 10 do dig(i) end
for i = 0, 1, 0.1 do turn(i) end
--- from a table to a local of the same name
local print = print
print(1)
--- from one field to another
mem.home = mem.base
local t = { x = 1 }
t.x = me.pos.x
--- elements
local list = { 1, 2 }
list[1] = list[2]
--- lengths
print(#me.name, #me.friends, #"abc", #{ 1 })
--- numbers and texts that may be either
local x = mem.value
if x == "3" or x == 3 then dig(1) end
if tostring(me.gold) == "3" then dig(1) end
if me.target == "bo" then dig(1) end
local n = me.gold
if me.tired then n = "many" end
if n == "many" then print(n) end
--- choices
local step = me.tired and 1 or 3
local flag = me.tired and true or false
local other = me.tired and mem.x or nil
print(step, flag, other)
--- a refusal word
local ok, why = drop(1)
if why == "short" then print(ok) end
--- what is not known to be a number or a text
local function id(x) return x end
local t = { "3" }
if id(3) == "3" or t[1] == 3 or t:x() == "3" or (t.x or 3) == "3" then dig(1) end
if string.find("a", "b") == "x" or select(1, "3") == 3 then dig(1) end
local x = 3
local function set() x = "3" end
set()
if x == "3" then dig(1) end
local swap = 1
swap = swap
  .. "x"
if swap == "1x" then dig(1) end
--- a local that hides a function of the library
local function tostring(v) return v end
local math = { floor = function() return "3" end }
if tostring(3) == 3 or math.floor(3) == "3" then dig(1) end
