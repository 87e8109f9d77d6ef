--- a field of what a sense answers
print(find("mine").x) -- want `warning: find\("mine"\) may be nil, and this looks for a field of it; keep it and test it first: local x = find\("mine"\) if x then … end`
--- through a local
local spot = find("mine")
print(spot.x, spot.y) -- want "spot may be nil, and this looks for a field of it; test it first: if spot then … end"
--- through a global
spot = find("mine")
print(spot.x) -- want "spot may be nil"
--- joined to a text
say("target: " .. me.target) -- want `me.target may be nil, and this joins it to a text; write \(me.target or "none"\)`
--- a method
print(me.target:upper()) -- want "me.target may be nil, and this calls a method of it"
--- a length
if #me.target > 3 then dig(1) end -- want "me.target may be nil, and this asks for its length"
--- arithmetic [deep]
print(find("mine").depth + 1) -- want `find\("mine"\) may be nil`
--- arithmetic with a field [deep]
local spot = find("mine")
if spot then print(spot.depth * 2) end -- want `spot.depth may be nil, and this reckons with it; write \(spot.depth or 0\)`
--- a comparison [deep]
local spot = find("mine")
if spot and spot.depth > 3 then dig(1) end -- want "spot.depth may be nil, and this compares it"
--- the first of a list
go(scan()[1].name) -- want `scan\(\)\[1\] is nil where the list is empty, and this looks for a field of it`
--- the first of a list through a local
local first = scan()[1]
print(first.name) -- want "first is nil where the list is empty"
--- the first of a list that a local holds
local things = scan("ore")
print(things[1].far) -- want `things\[1\] is nil where the list is empty`
--- in a field of me
print(me.friends[1].name) -- want `me.friends\[1\] is nil where the list is empty`
--- in the other branch
local spot = find("mine")
if me.gold > 3 then
  print("rich")
else
  print(spot.x) -- want "spot may be nil"
end
--- a test that comes too late
local spot = find("mine")
print(spot.x) -- want "spot may be nil"
if spot then print(spot.y) end
--- in a loop
while me.gold < 10 do
  local spot = find("mine")
  if not dig(spot.x) then break end -- want "spot may be nil"
end
--- a bound [deep]
for i = 1, find("mine").depth do print(i) end -- want `find\("mine"\) may be nil`
--- told before, but not tested
print(me.target)
say(me.target .. "!") -- want "me.target may be nil"
--- a field that is written
local spot = find("mine")
spot.seen = true -- want "spot may be nil"
--- in the branch for nil
if me.target == nil then print(me.target:upper()) end -- want "me.target may be nil"
--- in the branch for nil of a local
local spot = find("mine")
if spot then
  print(spot.x)
else
  print(spot.y) -- want "spot may be nil"
end
--- behind a test that only tells
local spot = find("mine")
if not spot then print("none") end
print(spot.x) -- want "spot may be nil"
