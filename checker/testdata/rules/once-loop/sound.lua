--- a break on one way
while me.gold < 10 do if not dig(1) then break end end
--- a return on one way
local function work()
  for i = 1, 10 do
    if dig(i) then return i end
  end
  return 0
end
print(work())
--- the first of a table
local function some(t)
  for k in pairs(t) do return k end
end
print(some(me.pack))
for _, thing in ipairs(scan()) do
  print(thing.name)
  break
end
--- a block that is left from several places
repeat
  if not dig(1) then print("no gold") break end
  if me.gold < 3 then break end
  drop("all")
until true
while true do
  if me.tired then wait(5) break end
  dig(1)
  break
end
--- the rest of the body is left out
for i = 1, 3 do
  if i < 2 then goto continue end
  print(i)
  ::continue::
end
--- until something that may hold
repeat local ok = dig(1) until ok or me.tired
--- a break of an inner loop
while me.gold < 10 do
  for i = 1, 3 do
    if not dig(i) then break end
  end
end
--- a loop that never begins
while false do dig(1) break end
for _ = 1, 3 do end
--- a function that returns
local function stop_if(cond) if cond then stop() end end
for i = 1, 3 do dig(i) stop_if(me.gold > 10) end
--- a pcall that fails
for i = 1, 3 do pcall(error, i) end
for i = 1, 3 do pcall(function() error(i) end) end
