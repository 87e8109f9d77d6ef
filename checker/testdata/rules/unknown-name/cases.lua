--- a misspelt name
go("shakc") -- want `error: no place you know called 'shakc'; write "shack"`
--- a name that is nothing near
go("atlantis") -- want `error: no place you know called 'atlantis'; you know "home", "mine" and "shack"`
--- a name of another kind
go("ore") -- want "no place you know called 'ore'"
--- two in one call
give("max", "stone", 3) -- want `no who you know called 'max'` `no item you know called 'stone'`
--- a sense
local spot = find("cellar") -- want "error: no place you know called 'cellar'"
print(spot)
--- behind senses and words that take no time
print(me.gold, scan(), math.floor(2.5)) say("off I go")
go("cellar") -- want "error: no place you know called 'cellar'"
--- the function in front of it is not called yet
local function work() dig(1) end
go("cellar") -- want "error: "
work()
--- an action stands before it
dig(1)
go("cellar") -- want "warning: no place you know called 'cellar'"
--- a wait stands before it
wait(5)
go("cellar") -- want "warning: "
--- an action in the same loop
for i = 1, 3 do
  go("cellar") -- want "warning: "
  dig(i)
end
--- it is repeated itself
repeat until go("cellar") -- want "warning: "
--- in a function of a script that acts
local function visit() go("cellar") end -- want "warning: "
dig(1) visit()
--- in a function of a script that does nothing else
local function visit() go("cellar") end -- want "error: "
visit()
--- in a handler
on("hurt", function() go("cellar") end) -- want "warning: "
--- behind a function of the script that acts
local function work() dig(1) end
work()
go("cellar") -- want "warning: "
--- behind a saved script
run("farm")
go("cellar") -- want "warning: "
--- behind a method
local miner = {}
function miner:work() dig(1) end
miner:work()
go("cellar") -- want "warning: "
--- behind a pcall
pcall(dig, 3)
go("cellar") -- want "warning: "
--- a jump back
::top::
go("cellar") -- want "warning: "
if dig(1) then goto top end
--- asking a sense whether it is known
if find("cellar") then print("known") end -- want "warning: "
if find("attic") == nil then dig(1) end -- want "warning: "
--- behind a comparator
table.sort({ 2, 1 }, function(a, b) dig(1) return a < b end)
go("cellar") -- want "warning: "
--- behind an iterator of the script
local function steps() return dig(1) end
for _ in steps do print("x") end
go("cellar") -- want "warning: "
--- with a metatable that may act
local t = setmetatable({}, { __index = function() return dig(1) end })
print(t.x)
go("cellar") -- want "warning: "
--- in a loop without anything that acts
for i = 1, 3 do print(i, find("cellar")) end -- want "error: "
--- behind what loops, but does not act
for i = 1, 3 do print(i) end
go("cellar") -- want "error: "
--- in the arguments of what acts
give("bo", "ore", price("gem")) -- want "error: "
--- in the arguments of what acts, again and again
for i = 1, 3 do give("bo", "ore", price("gem")) end -- want "warning: "
--- a text's method takes no time
print(("x"):upper())
if me.gold > 3 then dig(find("cellar") and 1 or 2) end -- want "warning: "
