--- a loop with a break
while true do if not dig(1) then break end end
drop("all")
--- a loop with a condition
while me.gold < 3 do must(dig(1)) end
repeat must(dig(1)) until me.gold > 3
drop("all")
--- a loop that a goto leaves
while true do
  if not dig(1) then goto out end
end
::out::
drop("all")
--- switched off on purpose
dig(1)
do return end
drop("all")
--- one branch goes on
if me.gold > 3 then stop() end
local function choose(n)
  if n > 3 then return 1 elseif n > 2 then print(n) else return 3 end
  return 4
end
print(choose(3))
--- a local that hides stop
local function stop() print("x") end
stop() dig(1)
--- a label behind a leave
for i = 1, 3 do
  if i == 2 then goto continue end
  print(i)
  do goto continue end
  ::continue::
end
--- a function that stops later
on("heard", function() stop() end)
dig(1)
--- nothing behind it
while true do dig(1) end
--- a return that says it once more
local function fail(n)
  if n > 3 then error("much") return end
  if n > 2 then stop("done") return n end
end
fail(3)
--- behind a function that may return
local function give_up(why) if me.tired then stop(why) end end
give_up("tired")
dig(1)
--- behind a pcall of what never returns
local function fail() error("x") end
print(pcall(fail))
pcall(function() error("y") end)
dig(1)
--- behind two functions that call each other
local other
local function one(n) if n > 3 then return n end return other(n + 1) end
function other(n) return one(n) end
print(one(1))
