--- own globals, set later in the text
function work() haul_it() end
function haul_it() drop("all") end
work()
--- a global set in a function
function setup() home = "mine" end
setup() go(home)
--- a global set only in a loop
for i = 1, 3 do last = i end
print(last)
--- the words of the SDK, the library, the prelude
print(type(me), type(mem), _VERSION, nearest, haul)
say("hi") note("x") alert("y") must(true)
print(now(), select("#", 1), unpack({}), bit.band(1, 3))
--- a verb as a value
local d = dig
d(1) pcall(dig, 3)
local verbs = { dig = dig, drop = drop }
verbs.dig(1)
--- fields of a table of the script's own
local string2 = { trim = function(s) return s end }
print(string2.trim(" a "))
--- a library under another name is not looked into
local s = string
print(s.format("%d", 3))
--- a local that hides me or a library is not the world's
local me = { energy = 3 }
local math = { round = function(x) return x end }
print(me.energy, math.round(2))
--- asking whether it exists
if table.find then print(table.find({}, 1)) end
local pow = math.pow or function(a, b) return a ^ b end
local trim = string.trim or function(s) return s:match("^%s*(.-)%s*$") end
local band = bit32 and bit32.band or bit.band
print(pow(2, 3), trim(" a "), band(1, 3), type(undefined_thing))
if helper == nil then print("none") end
if helper ~= nil then helper(1) end
if helper then helper(2) end
local mode = settings and settings.mode or "plain"
print(mode)
--- asking and leaving
local function use()
  if not helper then return end
  helper(1)
end
use()
--- set through _G
_G.counter = 1
counter = counter + 1
_G["other"] = 2
print(counter, other)
--- set through _G with a key that the tree does not show
for _, key in ipairs({ "a_1", "b_1" }) do _G[key] = 1 end
print(a_1, b_1)
--- a metatable that answers for globals
setmetatable(_G, { __index = function(t, k) return k end })
print(anything)
--- me by a key that is no literal
local key = "gold"
print(me[key])
--- a map of me has any key
print(me.pack.ore, me.pack["anything"], me.pos.x, #me.friends > 0 and me.friends[1].hp)
--- a declared word
local ok, why = drop(1)
if why == "short" or why == "interrupted" or why == "unknown" then print(ok) end
--- a verb that declares no words may give any
local ok, why = shout("x")
if why == "hoarse" then print(ok) end
--- why comes from elsewhere too
local ok, why = drop(1)
if me.gold > 3 then why = "greedy" end
if why == "greedy" then print(ok) end
--- why is a parameter
local function report(ok, why) if why == "whatever" then print(ok) end end
report(drop(1))
--- an empty text
local ok, why = drop(1)
if why ~= nil and why ~= "" then print(ok) end
--- another result
local ok, why, n = drop(1)
if ok and n > 3 then print(why) end
--- through pcall the results move
local fine, why = pcall(drop, 1)
if why == "whatever" then print(fine) end
--- a method of a text
print(("a,b"):upper(), ("x"):rep(3))
--- an answer that the script adds to
local spot = find("mine")
if spot then
  spot.seen = true
  print(spot.seen, spot.x)
end
--- a handler's parameters and varargs
on("heard", function(who, text) print(who, text) end)
local function all(...) return select("#", ...) end
print(all(1, 2))
--- goto and labels are no names
for i = 1, 3 do
  if i == 2 then goto continue end
  print(i)
  ::continue::
end
--- recursion of a local function
local function fact(n) return n <= 1 and 1 or n * fact(n - 1) end
print(fact(5))
--- an empty script
--- what is stored may be there
local spot, thing = find("mine"), scan()[1]
if spot then spot["seen"] = true print(spot.seen) end
local key = me.name
if thing then
  thing[key] = 1
  print(thing.anything)
end
--- what is set by rawset may be there
for _, thing in ipairs(scan()) do
  rawset(thing, "mark", 1)
  print(thing.mark)
end
--- asking for a field of an answer
local spot = find("mine")
if spot and spot.z == nil and type(spot.w) == "nil" then print(spot.v or 0) end
--- a local that is set twice is not followed
local spot = find("mine")
spot = { z = 3 }
print(spot.z)
--- other loops are not followed
for _, thing in next, scan() do print(thing.weight) end
for _, thing in ipairs({ { weight = 1 } }) do print(thing.weight) end
local function each(t) return ipairs(t) end
for _, thing in each(scan()) do print(thing.weight) end
--- fields of numbers of a map are let be
for kind, n in pairs(me.pack) do print(kind, n) end
print(me.pack["a"], me.friends.n)
