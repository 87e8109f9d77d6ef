-- 100 ticks, done: handlers for fuel and finds, and a main part that just walks

local found = {}
local warned = false

on("found", function(name)
  found[#found + 1] = name
end)

on("low_fuel", function(left)
  warned = true
  local ok, why, n = refuel("all")
  if ok then
    print("burnt", n, "at", left)
  else
    alert("no fuel: " .. why)
  end
end)

fetch("coal", 3)

local legs = { { "north", 5 }, { "east", 5 }, { "south", 5 }, { "west", 5 } }
for _, leg in ipairs(legs) do
  local side, n = leg[1], leg[2]
  while me.facing ~= side do
    turn("right")
  end
  local ok, why, walked = forward(n)
  if not ok then
    print(side, "ended after", walked, why)
  end
end

print("fuel", me.fuel, "warned", warned, "found", table.concat(found, " "))
if me.fuel < 100 then
  return false, "fuel", me.fuel
end
return true
