--- behind a loop that never ends
while true do dig(1) end
drop("all") -- want "warning: this is never reached: the loop of line 1 never ends; move it before, or leave it out"
--- behind repeat until false
repeat dig(1) until false
drop("all") -- want "the loop of line 1 never ends"
--- behind stop
stop("done") print("bye") -- want "stop ends the run in line 1"
--- behind error
local function fail() error("x") dig(1) end -- want "line 1 raises an error"
fail()
--- behind break
while me.gold < 3 do
  dig(1)
  break
  print("x") -- want "line 3 leaves the loop"
end
--- behind branches that all leave
local function choose(n)
  if n > 3 then return 1 elseif n > 2 then return 2 else error("x") end
  print(n) -- want "each branch of line 2 leaves"
end
print(choose(3))
--- a break of an inner loop does not leave the outer one
while true do
  for i = 1, 3 do if i == 2 then break end dig(1) end
end
drop("all") -- want "the loop of line 1 never ends"
--- a return inside leaves the function, not the loop
local function work()
  while true do if me.gold > 3 then return end dig(1) end
  drop("all") -- want "the loop of line 2 never ends"
end
work()
--- behind a block that leaves
do stop() end
dig(1) -- want "the block of line 1 leaves"
--- behind goto
for i = 1, 3 do
  do goto continue end
  print(i) -- want "the block of line 2 leaves"
  ::continue::
end
--- behind a function that never returns
local function give_up(why)
  alert(why)
  stop(why)
end
give_up("tired")
dig(1) -- want "warning: this is never reached: what line 5 calls never returns"
--- behind a check that always fails
assert(false, "not yet")
dig(1) -- want "line 1 raises an error"
--- behind must that never holds
must(nil, "why")
dig(1) -- want "must ends the run in line 1"
--- between a jump and its label
for i = 1, 3 do
  while true do
    if not dig(i) then goto done end
  end
  print("never") -- want "the loop of line 2 never ends"
  ::done::
end
--- behind a count without an end
for i = 1, math.huge do dig(i) end
drop("all") -- want "the loop of line 1 never ends"
