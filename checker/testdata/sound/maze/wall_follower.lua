-- 120 ticks, done: the hand on the wall, for so many steps, with a compass as a ring

local ring = { "north", "east", "south", "west" }

local function turned(side, by)
  for i, name in ipairs(ring) do
    if name == side then return ring[(i - 1 + by) % 4 + 1] end
  end
end

local facing = "east"
local taken, steps = 0, 0

while steps < 60 do
  local moved = false
  for _, by in ipairs({ 3, 0, 1, 2 }) do
    local side = turned(facing, by)
    local ok, why = move(side)
    if ok then
      facing, moved = side, true
      break
    elseif why == "door" and me.keys > 0 then
      unlock(side)
    end
  end
  if not moved then
    alert("walled in")
    break
  end
  steps = steps + 1
  if take() then
    taken = taken + 1
    print("took something at", me.x, me.y)
  end
end
print("steps", steps, "taken", taken, "gold", me.gold, "keys", me.keys)
return taken > 0
