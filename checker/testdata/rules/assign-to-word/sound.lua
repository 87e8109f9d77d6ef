--- locals of those names
local dig, string, mem = 1, 2, 3
dig = dig + 1
print(dig, string, mem)
--- a parameter and a loop variable
local function work(drop) drop = drop + 1 return drop end
for go = 1, 3 do print(work(go)) end
--- fields of mem
mem.home = "mine"
mem["x"] = { 1 }
mem.list = mem.list or {}
mem.list[#mem.list + 1] = me.gold
--- a word of the prelude may be replaced
function must(ok, why) if not ok then alert(why) end end
nearest = function() return "home" end
must(true) print(nearest())
--- only making sure that it is there
unpack = unpack or table.unpack
print(unpack({ 1 }))
--- a table of the script's own
local util = {}
function util.dig(n) dig(n) end
util.dig(2)
--- another global through _G
_G.counter = 1
print(counter)
--- a local table called like a library
local string = {}
string.trim = function(s) return s end
print(string.trim("a"))
--- a name that is refused
load = me.gold
print(load)
