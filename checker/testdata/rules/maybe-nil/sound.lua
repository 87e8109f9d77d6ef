--- tested by if
local spot = find("mine")
if spot then print(spot.x) end
--- tested by a way out
local spot = find("mine")
if not spot then stop("lost") end
print(spot.x)
--- compared with nil
local spot = find("mine")
if spot ~= nil then print(spot.x) end
if me.target == nil then stop() end
print(me.target:upper())
--- and, or
local spot = find("mine")
print(spot and spot.x or 0, (me.target or "none"):upper(), find("home") and find("home").x)
say("target: " .. (me.target or "none"))
local y = (find("shack") or { y = 0 }).y
print(y)
--- assert, must, type
local spot = assert(find("mine"))
print(spot.x)
local other = find("home")
must(other, "no home")
print(other.x)
local third = find("shack")
if type(third) == "table" then print(third.x) end
--- tested in a loop
local spot = find("mine")
while not spot do
  wait(5)
  spot = find("mine")
end
print(spot.x)
--- handed to a function that may test it
local function known(x) return x ~= nil end
local spot = find("mine")
if known(spot) then print(spot.x) end
--- tested by the same question
if find("mine") then print(find("mine").x) end
if me.target then say("at " .. me.target) end
--- a list whose length was asked
local things = scan()
if #things > 0 then print(things[1].name) end
if #scan("ore") > 0 then print(scan("ore")[1].name) end
--- an element that was tested
local things = scan()
if things[1] then print(things[1].name) end
local first = scan("ore")[1]
if first then print(first.name) end
--- each of a list
for i, thing in ipairs(scan()) do print(i, thing.name .. thing.far) end
local things = scan()
for i = 1, #things do print(things[i].name) end
--- a local that gets another value
local spot = find("mine")
spot = spot or { x = 0 }
print(spot.x)
--- set later
local spot
spot = find("mine")
print(spot.x)
--- in a function that is called later
local spot = find("mine")
local function show() print(spot.x) end
if spot then show() end
--- a failure that is caught
print(pcall(function() return find("mine").x end))
local function try() return find("home").x end
print(pcall(try))
--- what is never nil
print(price("ore") + 1, "at " .. me.place, me.pos.x, #me.friends, me.name:upper())
--- a copy, and equality
local target = me.target
print(target == "bo", me.target ~= "ann", find("mine") == nil)
--- a key of a table of the script
local seen = {}
seen[me.target or "none"] = true
print(seen["bo"])
--- the other branch of a test
local spot = find("mine")
if not spot then print("none") else print(spot.x) end
if me.target == nil then go("mine") else print(me.target:upper()) end
--- behind a test that does something
local spot = find("mine")
if not spot then
  alert("lost")
  stop()
end
print(spot.x)
local function give_up() stop("lost") end
local other = find("home")
if not other then give_up() end
print(other.x)
--- behind a test that only tells, in a branch
local spot, known = find("mine"), true
if not spot then print("none") known = false end
if known then print(spot.x) end
local other = find("home")
if other == nil then print("none") end
if me.gold > 3 then print(other.x) end
