-- 260 ticks, done: flood fill along one kind of ore with an explicit stack and a set of visited blocks

local range = 2

local function key(x, y, z)
  return string.format("%d|%d|%d", x, y, z)
end

local facing_for = {
  ["0|-1"] = "north", ["1|0"] = "east", ["0|1"] = "south", ["-1|0"] = "west",
}

local function face(name)
  local tries = 0
  while me.facing ~= name and tries < 4 do
    turn("left")
    tries = tries + 1
  end
end

local function clear_and(dir, move)
  if inspect(dir) then
    local ok, why = dig(dir)
    if not ok then return false, why end
  end
  return move()
end

local function step_to(x, y, z)
  while me.y ~= y do
    local lower = me.y > y
    local ok, why = clear_and(lower and "down" or "up", lower and down or up)
    if not ok then return false, why end
  end
  while me.x ~= x or me.z ~= z do
    local dx, dz = x - me.x, z - me.z
    local side
    if dx ~= 0 then
      side = dx > 0 and "1|0" or "-1|0"
    else
      side = dz > 0 and "0|1" or "0|-1"
    end
    face(facing_for[side])
    local ok, why = clear_and("front", forward)
    if not ok then return false, why end
  end
  return true
end

must(step_to(0, -3, 0))

local stack, seen, got = {}, {}, 0
for _, ore in ipairs(scan(range)) do
  stack[#stack + 1] = ore
end

while #stack > 0 and got < 4 and me.free > 4 do
  local ore = table.remove(stack)
  local k = key(ore.x, ore.y, ore.z)
  if seen[k] then goto continue end
  seen[k] = true
  do
    local ok, why = step_to(ore.x, ore.y, ore.z)
    if not ok then
      print("cannot reach", ore.name, why)
      goto continue
    end
  end
  got = got + 1
  for _, more in ipairs(scan(1)) do
    if more.name == ore.name then stack[#stack + 1] = more end
  end
  ::continue::
end

must(step_to(0, 0, 0))
print("followed", got, "ores", "fuel", me.fuel)
return got > 0, "ores", got
