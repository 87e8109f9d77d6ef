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
--- asking whether the game has a verb
if go then go("home") end
if go and me.gold > 3 then go("home") end
if not go then drop(1) else go("home") end
local function home()
  if not go then return false end
  return go("home")
end
local walk = go or dig
local verb = me.tired and drop or dig
if verb == dig or dig == verb or go ~= nil or type(go) == "function" then print(home(), walk, verb, dig) end
--- verbs as values
local ok = pcall(dig, 1)
local verbs, names = { dig, drop }, { dig = "digging" }
local best = dig
local first, second = dig, drop
verbs.ok = dig
print(ok, verbs, names, best, first, second)
--- a local that hides a verb
local dig = me.tired
if dig or not dig then print("x" .. tostring(dig)) end
--- texts that hold numbers
print("10" + 1, " 0x1F " * 2, "1e3" - 1, -"3", "2" ^ "3", ("1" .. "0") + 1, (me.gold .. "") * 2, ("0" .. me.gold) + 1)
local digits = "1" .. "2"
print(digits + 1, me.name + 1)
--- texts that are joined
print("gold: " .. me.gold + 1, "a" .. "b" .. 3, "n " .. #me.name .. " " .. -me.gold)
--- a metatable that takes texts
local Vector = setmetatable({}, { __add = function(a, b) return { a, b } end, __concat = function() return "v" end })
local function both(v) return "x" + v, v + "x", "at " .. v end
print(both(Vector), "x" + Vector, "v: " .. Vector)
--- a saved script or the prelude may give one
run("farm")
local r = run("haul_all")
print("x" + r)
--- the prelude may give a value with a metatable
print("x" + nearest())
--- booleans as texts
print("tired: " .. tostring(me.tired), "x" .. (me.tired and "a" or "b"), "target " .. (me.target or "none"))
local state = me.tired
state = tostring(state)
print("state " .. state)
--- handlers that take what their event gives
on("heard", function(who, text) print(who:upper(), text:find("x"), text.len, who.upper) end)
on("hurt", function(amount) print(amount.by) end)
on("hurt", function(e) print(e.by, e) end)
on("arrived", function(place) print(place.place) end)
on("resumed", function() print("again") end)
--- a handler that makes a table of its argument
on("heard", function(e, text)
  e = { who = e, text = text }
  print(e.who, e.text)
end)
--- a function that is a handler and more
local function tell(e) print(e.who) end
on("heard", tell)
tell({ who = "bo" })
--- another function called on
local function on(name, fn) fn({ name = name, who = "bo" }) end
on("heard", function(e) print(e.who) end)
--- what is given a value later is not nil
local best
for _, thing in ipairs(scan()) do best = thing.name end
print("best: " .. best)
local n
local function count() n = #scan() end
count() print("n: " .. n)
--- a verb handed to pcall
print(pcall(dig, 1))
--- a function that makes the function
local function maker() return function() return dig(1) end end
print(pcall(maker()))
--- a function of the script called pcall
local function pcall(ok) return ok end
print(pcall(dig(1)))
