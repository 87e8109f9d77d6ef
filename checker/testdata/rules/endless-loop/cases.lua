--- polling a field of me
while me.hp < 20 do end -- want `error: this loop can go round without an action or a wait; write while me.hp < 20 do wait\(1\) end`
--- polling a sense
while not find("mine") do -- want `this loop can go round without an action or a wait; add wait\(1\) before the end of the loop in line 3`
  print("where is it?")
end
--- for ever
local n = 0
while true do n = n + 1 end -- want `add wait\(1\) before the end of the loop of line 2`
--- an action on one way alone
while me.gold < 10 do -- want `without an action or a wait where me.hp > 5 does not hold; add else wait\(1\) before the end of the if in line 4`
  if me.hp > 5 then
    dig(1)
  end
end
--- a wait on one way alone
while true do -- want `where neither #things > 3 nor #things > 0 holds; add else wait\(1\) before the end of the if in line 7`
  local things = scan("ore")
  if #things > 3 then
    wait(5)
  elseif #things > 0 then
    dig(1)
  end
end
--- asking before until
repeat -- want `without an action or a wait; add wait\(1\) before until in line 3`
  local things = scan()
until #things > 0
--- a list that may be empty
while me.gold < 10 do -- want "without an action or a wait where a round of line 2 does not hold;"
  for _, thing in ipairs(scan("ore")) do
    if not go(thing.name) then break end
    dig(1)
  end
end
--- a loop of no rounds
while true do -- want "where a round of line 2 does not hold; add wait"
  for _ = 1, #me.friends do wait(1) end
end
--- a way out that is not taken
while true do -- want "where me.gold > 10 does not hold"
  if me.gold > 10 then break end
end
--- a return that is not reached
local function settle()
  while true do -- want "where me.place == .home. does not hold"
    if me.place == "home" then return true end
  end
end
settle()
--- an error and a stop that are not reached
while true do -- want `where neither me.hp < 1 nor me.gold > 10 holds`
  if me.hp < 1 then error("dead") end
  if me.gold > 10 then stop("rich") end
end
--- a break of an inner loop
while true do -- want "this loop can go round without an action or a wait;"
  for i = 1, 3 do
    if i == 2 then break end
  end
end
--- a jump back
::top::  -- want `goto can lead back here without an action or a wait where me.gold < 3 holds; add wait\(1\) before goto in line 3`
print(me.gold)
if me.gold < 3 then goto top end
--- a jump to the end of the body
while me.gold < 10 do -- want "where me.tired holds"
  if me.tired then goto continue end
  if not dig(1) then break end
  ::continue::
end
--- a function that only looks
local function look()
  print(me.gold, scan())
end
while me.gold < 10 do look() end -- want "this loop can go round without an action or a wait;"
--- a function that acts on one way alone
local function work()
  if me.hp > 5 then dig(1) end
end
while me.gold < 10 do -- want "where me.hp > 5 does not hold"
  work()
end
--- a method that only looks
local miner = {}
function miner.look() print(me.gold) end
function miner:report() self.look() print(scan()) end
while true do miner.look() end -- want "this loop can go round"
--- a verb behind a condition
while true do -- want "where me.hp > 5 does not hold;"
  if me.hp > 5 and dig(1) then print("dug") end
end
--- a call that catches an error
while true do -- want "this loop can go round without an action or a wait;"
  pcall(function()
    error("again")
  end)
end
--- a function that calls itself
local function watch()
  if me.gold > 10 then return end
  print(me.gold)
  return watch() -- want `the function can get here again, and call itself for ever, without an action or a wait where me.gold > 10 does not hold; return in some case before the call in line \d+`
end
watch()
--- a function that gives what is asked
local function full() return me.gold >= 10 end
while not full() do print("not yet") end -- want "this loop can go round without an action or a wait;"
--- a count without an end
for i = 1, math.huge do print(i) end -- want "this loop can go round without an action or a wait; add wait.1. before the end of the loop of line 1"
--- what is asked once
local spot = find("mine")
while not spot do print("lost") end -- want "this loop can go round without an action or a wait; ask again in the loop, behind a wait.1.: what it goes by is from line 1"
--- what an action gave before
local ok = dig(1)
while true do -- want "where ok does not hold"
  if ok then drop("all") end
end
--- one of two places
while me.gold < 10 do -- want "where me.place == .mine. does not hold"
  if me.place == "mine" then dig(1) end
end
--- between two bounds
while true do -- want "where neither me.gold < 10 nor me.gold > 10 holds"
  if me.gold < 10 then dig(1) elseif me.gold > 10 then drop(1) end
end
--- in a handler
on("hurt", function()
  while me.hp < 20 do end -- want "write while me.hp < 20 do wait"
end)
--- a bound of the script
local target = 10
while me.gold < target do print("dig!") end -- want "this loop can go round"
--- the same for both answers
while true do -- want "this loop can go round without an action or a wait;"
  if mem.loud then print("here") else print("...") end
end
--- must that holds
while true do must(me.gold < 10, "full") end -- want `where me.gold < 10 holds`
--- in a look [look]
while me.gold < 10 do print(me.gold) end -- want "a look cannot wait: ask once, or use mode run"
--- a loop in a loop
while true do
  while me.hp < 20 do end -- want "write while me.hp < 20 do wait"
  dig(1)
end
--- a count that is never moved on
local i = 1
while i < 10 do -- want "without an action or a wait; change what the loop goes by in it: nothing does"
  print(i)
end
