--- a loop with an action
while me.gold < 10 do local ok = dig(1) if not ok then print("no") end end
--- for ever, with an action
while true do dig(1) end
--- an action in the condition
while dig(1) do print(me.gold) end
repeat print("on") until go("home")
repeat local ok, why = dig(1) print(why) until not ok
--- every way waits or acts
while true do
  if me.tired then wait(1) elseif me.hp < 5 then drop(1) else dig(1) end
end
--- an action that is refused at once
while true do
  local ok = dig(1)
  if not ok then drop("all") end
end
--- an action that is always refused
while true do drop(20) end
--- an action that ends at once
while true do shout("here") end
--- a word that waits its turn
while true do say("hello") end
--- ways that exclude each other
while true do
  if me.gold < 10 then dig(1) end
  if me.gold >= 10 then drop("all") end
end
--- a truth and its opposite
while true do
  if me.tired then wait(1) end
  if not me.tired then dig(1) end
end
--- lengths that exclude each other
while true do
  local things = scan()
  if #things > 0 then dig(1) end
  if #things == 0 then wait(5) end
end
--- nil, and not
while true do
  if me.target then give(me.target, "ore") end
  if me.target == nil then wait(1) end
end
--- whole numbers leave no gap
while true do
  if me.gold <= 2 then dig(1) elseif me.gold >= 3 then drop("all") end
end
--- amounts are never below nothing
while true do
  if #scan() >= 0 then dig(1) end
end
--- all places that there are
while true do
  if me.place == "mine" then dig(1) go(mem.home) elseif me.place == "home" then drop("all") go(mem.mine) end
end
--- what may be one thing under two names
while true do
  if me.tired then go("home") end
  if me.gold < 10 then dig(1) end
end
--- two things of which one may always hold
while true do
  if me.tired then drop("all") elseif #scan() > 0 then dig(1) end
end
--- two things that are said of one
while true do
  if me.pos.x < 3 then go("mine") end
  if me.pos.y < 3 then go("home") end
end
--- the loop's own condition again
while me.gold < 10 do
  if me.gold < 10 then dig(1) end
end
--- a state of the script
local state = "dig"
while true do
  if state == "dig" then
    dig(1) state = "drop"
  elseif state == "drop" then
    drop(1) state = "dig"
  end
end
--- a variable that the body changes
local n = 0
while n < 10 do n = n + 1 end
while true do
  n = n + 1
  if n > 20 then break end
end
repeat n = n - 1 until n < 0
--- a table that the body changes
local queue = { 1, 2, 3 }
while #queue > 0 do print(table.remove(queue)) end
while true do
  local item = table.remove(queue)
  if not item then break end
end
while next(queue) do queue[next(queue)] = nil end
--- a list of a sense that the body changes
local things = scan()
while #things > 0 do table.remove(things) end
local spot = find("mine")
while spot and spot.x < 3 do spot.x = spot.x + 1 end
--- something that a handler changes
local done = false
on("heard", function() done = true end)
while not done do print("listening") end
while mem.go ~= true do print("waiting") end
--- a switch of the script
local careful, quick = true, false
while true do
  if careful then wait(1) end
  if not quick then dig(1) end
end
--- a parameter
local function work(act)
  while true do
    if act then dig(1) end
  end
end
work(true)
--- a verb in a function
local function work() return dig(1) end
while me.gold < 10 do if not work() then break end end
--- a verb in a function that a function calls
local function work() return dig(1) end
local function both() work() end
while true do both() end
--- a verb in a method
local miner = { n = 0 }
function miner:work() self.n = self.n + 1 return dig(1) end
while me.gold < 10 do if not miner:work() then break end end
--- a verb in a pcall
while true do pcall(dig, 1) end
--- a verb in a function that pcall calls
while true do pcall(function() dig(1) error("x") end) end
--- a pcall as a condition
while pcall(go, "home") do print("again") end
--- a function value
local verbs = { dig, drop }
while true do verbs[1](1) end
--- a function that is handed on
local function each(f) while true do f() end end
each(dig)
--- another name of a verb
local act = dig
while true do act(1) end
--- a saved script, and the prelude
while true do run("farm") end
--- a word of the prelude
while true do haul() end
--- a comparator that acts
while true do table.sort(mem.list, function(a, b) wait(1) return a < b end) end
--- a metamethod that may act
local t = setmetatable({}, { __index = function() wait(1) return 1 end })
while true do print(t.x) end
--- an operator of a metatable
local t = setmetatable({}, { __add = function() wait(1) return 1 end })
while true do print(t + 1) end
--- an iterator of the script
local function steps() return dig(1) or nil end
while true do
  for _ in steps do print("dug") end
end
--- coroutines
local co = coroutine.wrap(function() while true do coroutine.yield(dig(1)) end end)
while true do co() end
--- chance
while math.random(6) < 6 do print("again") end
--- counts that end
for i = 1, 1e9 do if me.gold > i then break end end
for i = 1, mem.n or 3, mem.step do print(i) end
for i = 10, 1, -1 do print(i) end
--- an action in each of some rounds
while true do
  for _ = 1, 3 do dig(1) end
end
--- an action for each of a list that is there
while true do
  for _, place in ipairs({ "mine", "home" }) do go(place) end
end
--- an action for each of a list of the script
local route = { "mine", "home" }
while true do
  for _, place in ipairs(route) do go(place) end
end
--- leaving by the body
local function first()
  while true do
    if me.gold > 3 then return "rich" end
    wait(1)
  end
end
print(first())
--- jumps over an action that another way meets
::top::
if dig(1) then goto top end
::again::
wait(1)
if me.gold < 3 then goto again end
--- recursion with an action
local function work()
  if not dig(1) then return end
  return work()
end
work()
--- recursion that ends
local function count(n)
  if n == 0 then return end
  print(n)
  count(n - 1)
end
count(3)
--- recursion of two functions
local odd
local function even(n) if n == 0 then return true end return odd(n - 1) end
function odd(n) if n == 0 then return false end return even(n - 1) end
print(even(4))
--- a loop of loops that act
while true do
  while me.gold < 10 do local ok = dig(1) if not ok then break end end
  while me.gold > 0 do if not drop(1) then stop() end end
end
--- an outcome that is tested
while true do
  local ok, why = dig(1)
  if not ok and why == "full" then break end
end
--- a sense as an argument of what acts
while true do turn(price("ore")) end
--- text that is taken apart
local text, at = me.name, 1
while true do
  local from, to = text:find("%a+", at)
  if not from then break end
  at = to + 1
end
for word in text:gmatch("%a+") do print(word) end
--- a count that is moved on
local i = 1
while i < 10 do
  print(i)
  i = i + 1
end
--- a limit that is never reached
local limit = 10
while limit < 10 do print("never") end
