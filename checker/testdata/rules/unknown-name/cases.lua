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
  if go("cellar") then print(i) end -- want "warning: "
  if me.gold > 3 then dig(i) end
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
--- in the other branch of what acts
if me.tired then
  dig(1)
else
  go("cellar") -- want "error: "
end
--- behind a branch that acts
if me.tired then dig(1) end
go("cellar") -- want "warning: "
--- behind what acts and does not come back
if me.tired then dig(1) stop() end
go("cellar") -- want "error: "
--- in a function that is called before anything acts
local function visit() go("cellar") end -- want "error: "
visit()
dig(1)
--- in a function that is called by one that acted
local function visit() go("cellar") end -- want "warning: "
local function work() dig(1) visit() end
work()
--- in a function that is called again
local function visit() print(find("cellar")) end -- want "warning: "
for _ = 1, 3 do visit() dig(1) end
--- in a function that a table holds
local acts = { visit = function() go("cellar") end } -- want "warning: "
acts.visit()
--- behind a label that nothing leads back to
::start::
if go("cellar") then dig(1) end -- want "error: "
--- behind a function that only looks
local function look() print(scan()) return me.gold end
if look() > 3 then go("cellar") end -- want "error: "
--- behind an action in the same condition
if dig(1) and go("cellar") then print("there") end -- want "warning: "
--- before an action in the same condition
if price("gem") > 3 and dig(1) then print("there") end -- want "error: "
